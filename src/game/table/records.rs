//! From cells to rows: the first record names the columns.
//!
//! What is forgiven: letter case and kinds of space in the header, blank rows, and notes: `#` and a
//! space, with nothing in the other cells.

use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;
use tera::Value;
use unicode_normalization::UnicodeNormalization;

use super::rows::{Cell, Row};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, escaped};

/// One cell before it has a column.
pub(super) struct RawCell {
    /// Without the spaces around it.
    pub(super) text: String,
    pub(super) range: Range<usize>,
}

impl RawCell {
    /// A cell without the spaces around it, and with one sign for the ends of its lines: databases
    /// write U+000B, other programs U+000C, U+0085 or those of Unicode.
    pub(super) fn new(text: &str, range: Range<usize>) -> Self {
        let text = text.trim().replace("\r\n", "\n");
        let is_line_end =
            |c| matches!(c, '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
        Self { text: text.replace(is_line_end, "\n"), range }
    }
}

/// The rows that hold something, by column in lower case. Faults go to the sink, and what could be
/// read comes back all the same.
pub(super) fn rows(
    source: &Arc<Source>,
    records: impl IntoIterator<Item = Vec<RawCell>>,
    sink: &mut Sink,
) -> Vec<Row> {
    let mut records = records.into_iter().filter(|record| !is_note(record) && is_filled(record));
    let header = records.next().unwrap_or_default();
    report_filled_note(source, &header, sink);
    let (columns, sound) = header_of(source, &header, sink);
    records
        .map(|record| {
            // A second column of a name has been reported; saying so again for each row helps
            // nobody.
            if sound && !report_filled_note(source, &record, sink) {
                report_extra(source, &columns, &record, sink);
                report_short(source, &columns, &record, sink);
            }
            row(source, &columns, record)
        })
        .collect()
}

fn is_filled(record: &[RawCell]) -> bool {
    record.iter().any(|cell| !cell.text.is_empty())
}

/// Whether a cell is a `#` alone or followed by a space.
pub(super) fn begins_note(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// A note has nothing in its other cells. `#b3362b` is a colour, and a `#` before a name is the
/// number of a row.
fn is_note(record: &[RawCell]) -> bool {
    let Some((first, others)) = record.split_first() else { return false };
    begins_note(&first.text) && others.iter().all(|cell| cell.text.is_empty())
}

/// The column of each header cell, none for cells without a name; and whether each name is there
/// once.
fn header_of(
    source: &Arc<Source>,
    header: &[RawCell],
    sink: &mut Sink,
) -> (Vec<Option<String>>, bool) {
    let mut sound = true;
    let mut columns: Vec<Option<String>> = Vec::new();
    for (index, cell) in header.iter().enumerate() {
        let name = plain(&cell.text);
        if name.is_empty() {
            columns.push(None);
            continue;
        }
        if let Some(first) = columns.iter().position(|c| c.as_deref() == Some(&name)) {
            sink.push(
                Diagnostic::error(
                    Code::S008,
                    format!("column `{}` is named twice", escaped(&name)),
                )
                .at(&Span::new(source, header[index].range.clone()))
                .also(&Span::new(source, header[first].range.clone()), "first named here"),
            );
            columns.push(None);
            sound = false;
            continue;
        }
        columns.push(Some(name));
    }
    (columns, sound)
}

/// The name of a column as templates write it: in lower case, with one space for whatever parts
/// its words, and without characters that nobody sees.
pub(crate) fn plain(name: &str) -> String {
    let is_seen = |c: &char| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    let name: String = name.nfc().filter(is_seen).collect::<String>().to_lowercase();
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// From the first cell to the last that holds something.
fn extent(record: &[RawCell]) -> Range<usize> {
    let start = record.first().map_or(0, |cell| cell.range.start);
    let filled = record.iter().rev().find(|cell| !cell.text.is_empty());
    start..filled.map_or(start, |cell| cell.range.end)
}

fn row(source: &Arc<Source>, columns: &[Option<String>], record: Vec<RawCell>) -> Row {
    let extent = extent(&record);
    let span = Span::new(source, extent.clone());
    let end = extent.end;
    let mut cells = IndexMap::new();
    let mut record = record.into_iter();
    for column in columns {
        let cell = record.next().unwrap_or(RawCell { text: String::new(), range: end..end });
        if let Some(column) = column {
            cells.insert(
                column.clone(),
                Cell { value: Value::from(cell.text), span: Span::new(source, cell.range) },
            );
        }
    }
    Row { cells, span }
}

fn report_extra(
    source: &Arc<Source>,
    columns: &[Option<String>],
    record: &[RawCell],
    sink: &mut Sink,
) {
    let has_column = |index: usize| columns.get(index).is_some_and(Option::is_some);
    let extra: Vec<&RawCell> = record
        .iter()
        .enumerate()
        .filter(|(i, cell)| !has_column(*i) && !cell.text.is_empty())
        .map(|(_, cell)| cell)
        .collect();
    let Some(first) = extra.first() else { return };
    if source.is_sheet() {
        let fault = Diagnostic::warning(Code::S007, no_column(&extra));
        let fault = fault.at(&Span::new(source, first.range.clone()));
        return sink.push(fault.hint("it is not printed; give the column a name"));
    }
    let row = Span::new(source, extent(record));
    if record.iter().any(|cell| cell.text.contains(['“', '”', '„'])) {
        let cells = record.len();
        let names = columns.iter().flatten().count();
        sink.push(
            Diagnostic::error(
                Code::S010,
                format!(
                    "the row has {cells} cells for {names} {}",
                    if names == 1 { "column" } else { "columns" }
                ),
            )
            .at(&row)
            .hint(
                "curly quotes “ ” do not protect a comma inside a cell; write \
                 straight quotes \"",
            ),
        );
        return;
    }
    sink.push(
        Diagnostic::warning(Code::S007, no_column(&extra))
            .at(&Span::new(source, first.range.clone()))
            .hint(
                "it is not printed; put a text that contains the separator in straight quotes, or \
                 give the column a name",
            ),
    );
}

/// What is said of the cells that have no column.
fn no_column(extra: &[&RawCell]) -> String {
    match extra {
        [only] => format!("the cell `{}` has no column", escaped(&only.text)),
        [first, ..] => format!(
            "{} cells have no column, the first of them `{}`",
            extra.len(),
            escaped(&first.text)
        ),
        [] => String::new(),
    }
}

/// A row that ends before its last column may have lost a separator, and then its cells stand in
/// the wrong columns.
fn report_short(
    source: &Arc<Source>,
    columns: &[Option<String>],
    record: &[RawCell],
    sink: &mut Sink,
) {
    let names = |columns: &[Option<String>]| -> Vec<String> {
        columns.iter().flatten().map(|name| format!("`{}`", escaped(name))).collect()
    };
    let missing = names(columns.get(record.len()..).unwrap_or_default());
    // In a sheet a cell does not depend on the ones before it.
    if missing.is_empty() || source.is_sheet() {
        return;
    }
    let message = format!(
        "the row has {} for {} columns; {} {} empty",
        if record.len() == 1 { "1 cell".to_owned() } else { format!("{} cells", record.len()) },
        columns.iter().flatten().count(),
        all_of(&missing),
        if missing.len() == 1 { "is" } else { "are" },
    );
    let present = names(&columns[..record.len().min(columns.len())]);
    sink.push(
        Diagnostic::warning(Code::S011, message).at(&Span::new(source, extent(record))).hint(
            format!(
                "what it has is taken for {}; write a separator for each cell, for the empty \
                 ones too",
                all_of(&present)
            ),
        ),
    );
}

/// `` `a`, `b` and `c` ``
fn all_of(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// What begins like a note and has something in its other cells is read as any other row. Whether
/// that was so.
fn report_filled_note(source: &Arc<Source>, record: &[RawCell], sink: &mut Sink) -> bool {
    let Some((first, others)) = record.split_first() else { return false };
    // In quotes a cell is what it seems to be, and in a sheet its other cells are no part of it.
    let is_bare = !source.is_sheet() && source.text[first.range.clone()].starts_with('#');
    if !is_bare || !begins_note(&first.text) || others.iter().all(|cell| cell.text.is_empty()) {
        return false;
    }
    // A `#` with a text beside it is a number of rows, and no word of a note.
    if first.text == "#" {
        return false;
    }
    sink.push(
        Diagnostic::warning(
            Code::S014,
            format!("the row that begins with `{}` is not a note", escaped(&first.text)),
        )
        .at(&Span::new(source, extent(record)))
        .hint(
            "its other cells are filled; put a note that contains the separator in straight \
             quotes: \"# one, two\"; put quotes around the first cell if the row is meant",
        ),
    );
    true
}
