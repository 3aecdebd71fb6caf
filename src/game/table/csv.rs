//! The cells of a CSV table as written.
//!
//! Cells are texts exactly as typed, without the spaces around them: 007 and 3.0 never change their
//! face. Any of `,` `;` tab may stand between the cells; a line `sep=;` says which.

use std::ops::Range;
use std::sync::Arc;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

use super::records::{RawCell, begins_note};
use crate::diag::{Code, Diagnostic, Sink, Source, Span};

/// Every row of a table, notes too, without blank lines.
pub(super) fn records(source: &Arc<Source>, sink: &mut Sink) -> Vec<Vec<RawCell>> {
    let (start, separator) = separator(&source.text);
    Records::new(source, start, separator).collect(sink)
}

/// Where the table begins and what stands between its cells: as a first line `sep=;` says, else
/// whichever of the three stands most often in the header line outside quotes. Other lines do not
/// count: their texts are full of commas.
fn separator(text: &str) -> (usize, u8) {
    let first = text.lines().next().unwrap_or("");
    if let Some(said) = first.trim().trim_matches('"').strip_prefix("sep=")
        && let [byte] = said.as_bytes()
    {
        return ((first.len() + 1).min(text.len()), *byte);
    }
    if first.trim_end_matches(' ') == "sep=\t" {
        return ((first.len() + 1).min(text.len()), b'\t');
    }
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in header_line(text).bytes() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            other => counts.iter_mut().filter(|(b, _)| *b == other).for_each(|(_, n)| *n += 1),
        }
    }
    // `max_by_key` takes the last of equals, and the comma should win.
    let separator = counts.iter().rev().max_by_key(|(_, n)| *n).map_or(b',', |(byte, _)| *byte);
    (0, separator)
}

/// The line of the header, before the separator is known: the first that is neither blank nor reads
/// like a note.
fn header_line(text: &str) -> &str {
    let mut rest = text;
    while !rest.is_empty() {
        let is_bare_note = rest.starts_with('#');
        let mut quoted = false;
        let end = rest.bytes().position(|byte| {
            quoted ^= byte == b'"' && !is_bare_note;
            byte == b'\n' && !quoted
        });
        let (line, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after;
        let unquoted = line.trim_start_matches('"');
        let is_lone_sign =
            unquoted.strip_prefix('#').is_some_and(|rest| !rest.contains(char::is_alphanumeric));
        if !line.trim().is_empty() && !begins_note(unquoted) && !is_lone_sign {
            return line;
        }
    }
    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("")
}

/// Walks through a text cell by cell.
struct Records<'a> {
    source: &'a Arc<Source>,
    reader: Reader,
    separator: u8,
    at: usize,
}

impl<'a> Records<'a> {
    fn new(source: &'a Arc<Source>, at: usize, separator: u8) -> Self {
        Self { source, reader: ReaderBuilder::new().delimiter(separator).build(), separator, at }
    }

    fn collect(mut self, sink: &mut Sink) -> Vec<Vec<RawCell>> {
        let mut records = Vec::new();
        loop {
            self.skip_lines();
            if self.at >= self.source.text.len() {
                return records;
            }
            records.push(self.record(sink));
        }
    }

    /// Blank lines, where a row may begin.
    fn skip_lines(&mut self) {
        for line in self.source.text[self.at..].split_inclusive('\n') {
            // A line of tabs is a row without content where tabs part the cells; skipping it is the
            // same.
            if !line.trim().is_empty() {
                return;
            }
            self.at += line.len();
        }
    }

    fn record(&mut self, sink: &mut Sink) -> Vec<RawCell> {
        let mut record = Vec::new();
        loop {
            let (cell, is_last) = self.cell(sink);
            record.push(cell);
            if is_last {
                return record;
            }
        }
    }

    fn cell(&mut self, sink: &mut Sink) -> (RawCell, bool) {
        let text = self.source.text.as_str();
        // Spaces between a separator and a quote would make the quote part of the text.
        let spaces = text[self.at..]
            .bytes()
            .take_while(|b| matches!(b, b' ' | b'\t') && *b != self.separator)
            .count();
        if text[self.at + spaces..].starts_with('"') {
            self.at += spaces;
        }
        let start = self.at;
        let mut bytes = Vec::new();
        let mut buffer = [0; 1024];
        let is_last = loop {
            let (result, read, written) =
                self.reader.read_field(&text.as_bytes()[self.at..], &mut buffer);
            self.at += read;
            bytes.extend_from_slice(&buffer[..written]);
            match result {
                ReadFieldResult::Field { record_end } => break record_end,
                ReadFieldResult::End => break true,
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            }
        };
        let written = text[start..self.at].trim_end_matches([char::from(self.separator), '\n']);
        let lead = written.len() - written.trim_start().len();
        let range = start + lead..(start + written.trim_end().len()).max(start + lead);
        self.quotes(&range, sink);
        let cell = String::from_utf8_lossy(&bytes);
        (RawCell::new(&cell, range), is_last)
    }

    /// Looks for the two ways in which a lost quote swallows what follows it.
    fn quotes(&self, range: &Range<usize>, sink: &mut Sink) {
        let written = &self.source.text[range.clone()];
        let Some(inside) = written.strip_prefix('"') else { return };
        let message = match closing(inside) {
            None => "quote opened in line LINE is never closed",
            Some(end) if !inside[end..].trim().is_empty() => {
                "text after the closing quote of the cell opened in line LINE"
            }
            Some(_) => return,
        };
        // Counting lines for each cell, and not for each fault, would take minutes on a large
        // table.
        let opening = Span::new(
            self.source,
            range.start..range.start + written.find('\n').unwrap_or(written.len()),
        );
        let message = message.replace("LINE", &opening.start().0.to_string());
        sink.push(
            Diagnostic::error(Code::S009, message)
                .at(&opening)
                .hint("close the quote, or write \"\" for a quote inside a cell in quotes"),
        );
    }
}

/// What follows the closing quote, as a byte index; a doubled quote closes nothing.
fn closing(inside: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = inside[at..].find('"') {
        at += found + 1;
        if !inside[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Severity;
    use crate::game::table::{Row, records, text};

    fn parse(text: &str) -> (Vec<Row>, Vec<String>) {
        let mut sink = Sink::new();
        let source = text::read("a.csv", text.as_bytes(), None, &mut sink).unwrap();
        let cells = super::records(&source, &mut sink);
        let table = records::rows(&source, cells, &mut sink);
        let said = sink
            .into_sorted()
            .iter()
            .map(|d| {
                let (line, column) = d.span.as_ref().unwrap().start();
                let kind = if d.severity == Severity::Error { "" } else { "warning " };
                format!("{line}:{column} {kind}{} {}", d.code.name(), d.message)
            })
            .collect();
        (table, said)
    }

    fn columns(rows: &[Row]) -> Vec<&str> {
        rows.first().map(|row| row.cells.keys().map(String::as_str).collect()).unwrap_or_default()
    }

    fn cells(rows: &[Row]) -> Vec<Vec<&str>> {
        rows.iter()
            .map(|row| row.cells.values().map(|c| c.value.as_str().unwrap()).collect())
            .collect()
    }

    #[test]
    fn the_separator_is_that_of_the_header_line() {
        for (text, columns, rows) in [
            (
                "\u{feff}name;qty;weight;price;text\r\n\
                 Granary;2;1,5;1.250,00;\"Store 2 grain; then draw\"\r\n\
                 Mühle;1;0,75;980,00;Grind 1, gain 1\r\n",
                vec!["name", "qty", "weight", "price", "text"],
                vec![
                    vec!["Granary", "2", "1,5", "1.250,00", "Store 2 grain; then draw"],
                    vec!["Mühle", "1", "0,75", "980,00", "Grind 1, gain 1"],
                ],
            ),
            ("sep=;\nname;qty\nGranary;2\n", vec!["name", "qty"], vec![vec!["Granary", "2"]]),
            ("sep=|\nname|qty\nGranary|2\n", vec!["name", "qty"], vec![vec!["Granary", "2"]]),
            (
                "name,qty,price\nMill,\"1,000\",980\n",
                vec!["name", "qty", "price"],
                vec![vec!["Mill", "1,000", "980"]],
            ),
            (
                "name;qty;text\nAlpha;1;Pay 1, 2, or 3, then 4\nBeta;2;\"Roll; keep one\"\n",
                vec!["name", "qty", "text"],
                vec![
                    vec!["Alpha", "1", "Pay 1, 2, or 3, then 4"],
                    vec!["Beta", "2", "Roll; keep one"],
                ],
            ),
            (
                "name,qty,text\nAlpha,1,Draw; discard; repeat; stop\nBeta,2,\"One, two\"\n",
                vec!["name", "qty", "text"],
                vec![
                    vec!["Alpha", "1", "Draw; discard; repeat; stop"],
                    vec!["Beta", "2", "One, two"],
                ],
            ),
            (
                "name\tqty\ttext\nAlpha\t1\tOne, two; three\n",
                vec!["name", "qty", "text"],
                vec![vec!["Alpha", "1", "One, two; three"]],
            ),
            (
                "name\nAlpha\n\"Beta, the second\"\n",
                vec!["name"],
                vec![vec!["Alpha"], vec!["Beta, the second"]],
            ),
            ("\"a;b;c\",d\n1,2\n", vec!["a;b;c", "d"], vec![vec!["1", "2"]]),
            (
                "name,qty\rAlpha,2\rBeta,1\r",
                vec!["name", "qty"],
                vec![vec!["Alpha", "2"], vec!["Beta", "1"]],
            ),
        ] {
            let (table, said) = parse(text);
            assert_eq!(self::columns(&table), columns, "{text}");
            assert_eq!(cells(&table), rows, "{text}");
            assert_eq!(said, Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn ghost_rows_are_skipped_and_short_rows_filled() {
        let (table, said) = parse(
            "name,qty,text,,\nAlpha,1,one,,\nBeta,,,,\nGamma,2\n,,,,\n\nDelta,1,four,extra,\n",
        );
        assert_eq!(columns(&table), ["name", "qty", "text"]);
        assert_eq!(
            cells(&table),
            [["Alpha", "1", "one"], ["Beta", "", ""], ["Gamma", "2", ""], ["Delta", "1", "four"]]
        );
        assert_eq!(
            said,
            [
                "4:1 warning S011 the row has 2 cells for 3 columns; `text` is empty",
                "7:14 warning S007 the cell `extra` has no column"
            ]
        );
    }

    #[test]
    fn a_short_row_says_which_cells_are_empty() {
        assert_eq!(
            parse("name,good,text,qty\nBeta,Sails anywhere\nGamma,,,\nDelta\n").1,
            [
                "2:1 warning S011 the row has 2 cells for 4 columns; `text` and `qty` are empty",
                "4:1 warning S011 the row has 1 cell for 4 columns; `good`, `text` and `qty` are \
                 empty",
            ]
        );
    }

    #[test]
    fn a_note_is_a_sign_and_a_space_with_nothing_in_the_other_cells() {
        let (table, said) = parse(
            "# before the header\n\"# quoted; with, separators\",,\n#\n#,,\n\
             colour,name,copies\n#b3362b,Red,2\n#93a032,Green,3\n# a note\n#\twith a tab,,\n\
             \"# quoted, too\",,\n#,Number,1\n#tag,,\n\"# 5\",Five,1\nwhite,White,1\n",
        );
        let colours: Vec<&str> =
            table.iter().filter_map(|row| row.cells["colour"].value.as_str()).collect();
        assert_eq!(colours, ["#b3362b", "#93a032", "#", "#tag", "# 5", "white"]);
        assert_eq!(said, Vec::<String>::new());
        let (table, said) = parse("#,name,copies\n1,Red,2\n2,Green,3\n");
        assert_eq!(columns(&table), ["#", "name", "copies"]);
        assert_eq!((table.len(), said.len()), (2, 0));
        let (table, said) = parse("#;name\n1;Red, green, blue\n");
        assert_eq!((columns(&table), said.len()), (vec!["#", "name"], 0));
    }

    #[test]
    fn a_row_that_only_begins_like_a_note_is_read_and_reported() {
        let (table, said) = parse("name,text\n# one, two\nAlpha,x\n");
        assert_eq!(table.len(), 2);
        assert_eq!(said, ["2:1 warning S014 the row that begins with `# one` is not a note"]);
        assert_eq!(
            parse("# of cards,name\n2,Red\n").1,
            ["1:1 warning S014 the row that begins with `# of cards` is not a note"]
        );
    }

    #[test]
    fn headers_are_reached_by_their_plain_names() {
        let (table, said) = parse(
            "\u{feff}\u{feff}Name,\"Rules\nText\",Hit\u{a0}Points,  Card   TYPE ,cafe\u{301},\
             flavor\u{200b}\na,b,c,d,e,f\n",
        );
        assert_eq!(
            columns(&table),
            ["name", "rules text", "hit points", "card type", "café", "flavor"]
        );
        assert!(said.is_empty(), "{said:?}");
        assert_eq!(
            parse("Hit Points,hit\u{a0} points\n1,2\n").1,
            ["1:12 S008 column `hit points` is named twice"]
        );
    }

    #[test]
    fn header_cells_are_trimmed_and_their_case_forgiven() {
        let (table, said) = parse("  Name  ,QTY, Cost \nAlpha,1, 3\n");
        assert_eq!(columns(&table), ["name", "qty", "cost"]);
        assert_eq!(cells(&table), [["Alpha", "1", "3"]]);
        assert!(said.is_empty());
    }

    #[test]
    fn a_column_named_twice_is_an_error_reported_once() {
        assert_eq!(
            parse("name,Name ,qty\nA,B,1\nC,D,1\n").1,
            ["1:6 S008 column `name` is named twice"]
        );
    }

    #[test]
    fn numbers_keep_their_face() {
        let (table, _) = parse(
            "name,id,cost,range,frac,big,neg\nScout,007,3,1-2,0.1,1234567,-2\n\
             Wall,010,3.0,3-4,0.30,1e3,−1\nBlank,000,,,,,\n",
        );
        assert_eq!(
            cells(&table),
            [
                ["Scout", "007", "3", "1-2", "0.1", "1234567", "-2"],
                ["Wall", "010", "3.0", "3-4", "0.30", "1e3", "−1"],
                ["Blank", "000", "", "", "", "", ""]
            ]
        );
    }

    #[test]
    fn lost_and_curly_quotes_are_reported() {
        let (table, said) = parse(
            "name,text\n“Quoted, name”,It’s fine\n\
             Plain,Pay 5\" of rope\nBroken,\"no closing quote\nNext,still a card\n",
        );
        assert_eq!(
            said,
            [
                "2:1 S010 the row has 3 cells for 2 columns",
                "4:8 S009 quote opened in line 4 is never closed"
            ]
        );
        assert_eq!(table[1].cells["text"].value.as_str(), Some("Pay 5\" of rope"));
        assert_eq!(
            parse("name,text\nA,\"one\nB,\"two\" three\n").1,
            ["2:3 S009 text after the closing quote of the cell opened in line 2"]
        );
    }

    #[test]
    fn quotes_after_spaces_and_doubled_quotes_are_understood() {
        let (table, said) = parse("name, text\nA, \"one, \"\"two\"\"\" \nB,\"\"\n");
        assert_eq!(cells(&table), [["A", "one, \"two\""], ["B", ""]]);
        assert!(said.is_empty());
    }

    #[test]
    fn every_cell_has_a_place_also_after_a_quoted_line_end() {
        let (table, said) = parse(
            "# the cards\nname,text,qty\nÄrger,\"two\nlines\",3\n# a note\nB , x ,  4 \nC,\n",
        );
        assert_eq!(said.len(), 1);
        let place = |row: usize, column: &str| {
            let span = &table[row].cells[column].span;
            (span.start(), span.end())
        };
        assert_eq!(table[0].cells["text"].value.as_str(), Some("two\nlines"));
        assert_eq!(place(0, "name"), ((3, 1), (3, 6)));
        assert_eq!(place(0, "text"), ((3, 7), (4, 7)));
        assert_eq!(place(0, "qty"), ((4, 8), (4, 9)));
        assert_eq!(place(1, "text"), ((6, 5), (6, 6)));
        assert_eq!(place(1, "qty"), ((6, 10), (6, 11)));
        assert_eq!(place(2, "qty"), ((7, 2), (7, 2)));
        assert_eq!(table[0].span.start(), (3, 1));
        assert_eq!(table[2].span.end(), (7, 2));
    }

    #[test]
    fn several_cells_too_many_are_one_warning() {
        assert_eq!(
            parse("name,text\nMill,Grind one, gain one, rest").1,
            ["2:17 warning S007 2 cells have no column, the first of them `gain one`"]
        );
    }

    #[test]
    fn an_empty_table_has_nothing() {
        for text in ["", "\n\n", "# only a note", "sep=;"] {
            let (table, said) = parse(text);
            assert!(table.is_empty() && said.is_empty(), "{text:?}");
        }
    }
}
