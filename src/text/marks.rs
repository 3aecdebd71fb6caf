//! Marks become runs.
//!
//! In: a text as a designer typed it into a cell or a template. Out: lines of characters, each
//! character with a style, icons at their places. An open mark never reaches past its paragraph: it
//! is a fault that names it.

use std::collections::HashMap;

use super::fault::TextFault;
use super::rich::{Hint, ICON, InlineStyle, Rich, RichLine};
use super::typography::Typesetter;

/// A mark that is open.
#[derive(Clone, Debug)]
struct Open {
    mark: String,
    kind: MarkKind,
    /// How characters look inside of it and of all marks around it.
    style: InlineStyle,
    /// The number of that style.
    number: usize,
}

/// More faults of one text than this are not read by anybody.
const MAX_FAULTS: usize = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    Stars(usize),
    Tildes,
    Tag(&'static str),
    Bracket,
}

/// The HTML that spreadsheets hold, and what it means here.
const TAGS: &[(&str, &str)] = &[
    ("b", "b"),
    ("strong", "b"),
    ("i", "i"),
    ("em", "i"),
    ("s", "s"),
    ("del", "s"),
    ("strike", "s"),
];

/// Reads the marks of a text.
pub(super) fn parse(text: &str, typesetter: Typesetter) -> Result<Rich, Vec<TextFault>> {
    let mut reader = Reader {
        rich: Rich::default(),
        line: RichLine::default(),
        open: Vec::new(),
        faults: Vec::new(),
        spans: HashMap::new(),
        typesetter,
    };
    let mut blank = 0;
    let mut after_bullet = false;
    for line in tidy(text) {
        if line.is_empty() {
            blank += 1;
            after_bullet = false;
            continue;
        }
        if blank > 0 {
            reader.end_paragraph();
        }
        let bullet = line.strip_prefix("- ").or_else(|| line.strip_prefix("• "));
        if bullet.is_some() {
            reader.end_paragraph();
        } else if after_bullet {
            // A line after a list is a new paragraph, without the gap.
            reader.end_paragraph();
        }
        after_bullet = bullet.is_some();
        reader.line = RichLine {
            blank,
            bullet: bullet.is_some(),
            indented: bullet.is_some(),
            ..RichLine::default()
        };
        blank = 0;
        reader.read(bullet.unwrap_or(&line).trim_start());
    }
    reader.end_paragraph();
    if reader.faults.is_empty() { Ok(reader.rich) } else { Err(reader.faults) }
}

/// Every way in which a program ends a line inside of a text, as `\n`. Databases write U+000B,
/// old editors U+000C and U+0085; a paragraph ends with a blank line.
fn with_line_ends(text: &str) -> String {
    text.replace("\r\n", "\n")
        .replace(['\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}'], "\n")
        .replace('\u{2029}', "\n\n")
}

/// Lines without the white space that only a source has: at line ends, before lines, and as
/// doubles. No-break spaces are not touched.
fn tidy(text: &str) -> Vec<String> {
    let text = with_line_ends(text);
    let mut lines: Vec<String> = text
        .split('\n')
        .map(|line| line.split([' ', '\t']).filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" "))
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    let first = lines.iter().position(|l| !l.is_empty()).unwrap_or(0);
    lines.drain(..first);
    lines
}

struct Reader {
    rich: Rich,
    line: RichLine,
    open: Vec<Open>,
    faults: Vec<TextFault>,
    /// The spans of the line, by the bytes that are left of it where they begin and end.
    spans: HashMap<usize, usize>,
    typesetter: Typesetter,
}

impl Reader {
    fn read(&mut self, line: &str) {
        self.spans = spans(line);
        let mut at = 0;
        while at < line.len() {
            let rest = &line[at..];
            let before = line[..at].chars().next_back();
            let taken = self.step(rest, before);
            at += taken.max(1);
        }
        self.finish_line();
    }

    /// Reads what stands at the start of `rest` and says how many bytes that was.
    fn step(&mut self, rest: &str, before: Option<char>) -> usize {
        let Some(c) = rest.chars().next() else { return 1 };
        if let Some(hint) = Hint::of(c) {
            self.line.hints.push((self.line.text.len(), hint));
            return c.len_utf8();
        }
        match c {
            '\\' => self.escape(rest),
            '*' => self.stars(rest, before),
            '~' if rest.starts_with("~~") => self.toggle(
                MarkKind::Tildes,
                "~~",
                rest,
                before,
                InlineStyle { strike: true, ..InlineStyle::default() },
            ),
            '<' => self.tag(rest),
            '[' => self.bracket(rest),
            ']' if self.open.iter().any(|o| o.kind == MarkKind::Bracket) => {
                self.close_bracket(rest)
            }
            '{' => self.icon(rest),
            '\u{2011}' => {
                // Few fonts have it; a hyphen that may not end the line styles the same.
                self.line.hints.push((self.line.text.len(), Hint::Keep));
                self.write(|typesetter, out| typesetter.literal('-', out));
                self.line.hints.push((self.line.text.len(), Hint::Keep));
                c.len_utf8()
            }
            _ => {
                let mut count = 0;
                self.write(|typesetter, out| count = typesetter.set(rest, out));
                rest.chars().take(count).map(char::len_utf8).sum()
            }
        }
    }

    /// Writes characters in the style of the open marks.
    fn write(&mut self, write: impl FnOnce(&mut Typesetter, &mut String)) {
        let from = self.line.text.len();
        write(&mut self.typesetter, &mut self.line.text);
        let style = self.style();
        self.line.set_style(from, style);
    }

    /// The number of the style that the open marks give.
    fn style(&mut self) -> usize {
        match self.open.last() {
            Some(open) => open.number,
            None => self.rich.style_number(InlineStyle::default()),
        }
    }

    /// Opens a mark that adds to the style around it.
    fn open(&mut self, mark: impl Into<String>, kind: MarkKind, adds: InlineStyle) {
        let around = self.open.last().map(|open| open.style.clone()).unwrap_or_default();
        let style = InlineStyle {
            bold: around.bold || adds.bold,
            italic: around.italic || adds.italic,
            strike: around.strike || adds.strike,
            colour: adds.colour.or(around.colour),
            style: adds.style.or(around.style),
            ..around
        };
        let number = self.rich.style_number(style.clone());
        self.open.push(Open { mark: mark.into(), kind, style, number });
    }

    /// Takes a fault; the same again is not another one.
    fn fault(&mut self, fault: TextFault) {
        if self.faults.len() < MAX_FAULTS && !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    fn escape(&mut self, rest: &str) -> usize {
        let next = rest[1..].chars().next();
        match next {
            Some(c) if c.is_ascii_punctuation() => {
                self.write(|typesetter, out| typesetter.literal(c, out));
                1 + c.len_utf8()
            }
            _ => {
                self.write(|typesetter, out| typesetter.literal('\\', out));
                1
            }
        }
    }

    fn stars(&mut self, rest: &str, before: Option<char>) -> usize {
        let count = rest.bytes().take_while(|b| *b == b'*').count();
        let after = rest[count..].chars().next();
        let digits = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let open = self.open.iter().any(|o| matches!(o.kind, MarkKind::Stars(_)));
        let lonely =
            before.is_none_or(char::is_whitespace) && after.is_none_or(char::is_whitespace);
        if count > 3 || lonely || (!open && digits(before) && digits(after)) {
            for _ in 0..count {
                self.write(|typesetter, out| typesetter.literal('*', out));
            }
            return count;
        }
        // `***` closes what was opened as `**` and `*`, in either order.
        let mut remaining = count;
        while remaining > 0 {
            match self.open.last().map(|o| o.kind) {
                Some(MarkKind::Stars(n))
                    if n <= remaining && !before.is_none_or(char::is_whitespace) =>
                {
                    self.open.pop();
                    remaining -= n;
                }
                _ => break,
            }
        }
        if remaining == 0 {
            return count;
        }
        let mark = "*".repeat(remaining);
        if after.is_none_or(char::is_whitespace) {
            // It cannot open, so it must close; something else is in the way, or nothing is open.
            let found = self
                .open
                .iter()
                .rposition(|o| matches!(o.kind, MarkKind::Stars(n) if n >= remaining));
            if let Some(Open { kind: MarkKind::Stars(3), .. }) = self.open.last().cloned() {
                // `***both* bold**`: the rest stays open.
                self.open.pop();
                self.push_stars(3 - remaining);
                return count;
            }
            self.crossed(&mark, found);
            return count;
        }
        if let Some(Open { kind: MarkKind::Stars(3), .. }) = self.open.last().cloned()
            && remaining < 3
            && !before.is_none_or(char::is_whitespace)
        {
            self.open.pop();
            self.push_stars(3 - remaining);
            return count;
        }
        self.push_stars(remaining);
        count
    }

    fn push_stars(&mut self, count: usize) {
        let style = InlineStyle { bold: count >= 2, italic: count != 2, ..InlineStyle::default() };
        self.open("*".repeat(count), MarkKind::Stars(count), style);
    }

    fn toggle(
        &mut self,
        kind: MarkKind,
        mark: &str,
        rest: &str,
        before: Option<char>,
        style: InlineStyle,
    ) -> usize {
        let after = rest[mark.len()..].chars().next();
        if let Some(at) = self.open.iter().rposition(|o| o.kind == kind) {
            self.close(at, mark);
        } else if after.is_none_or(char::is_whitespace) {
            if before.is_none_or(char::is_whitespace) {
                self.write(|typesetter, out| mark.chars().for_each(|c| typesetter.literal(c, out)));
            } else {
                self.crossed(mark, None);
            }
        } else {
            self.open(mark, kind, style);
        }
        mark.len()
    }

    /// Closes the open mark at a place, which must be the innermost.
    fn close(&mut self, at: usize, mark: &str) {
        if at + 1 < self.open.len() {
            self.crossed(mark, Some(at));
        } else {
            self.open.truncate(at);
        }
    }

    /// A closing mark that does not fit. What it would close is closed, so that one slip is one
    /// fault.
    fn crossed(&mut self, mark: &str, at: Option<usize>) {
        let open = self.open.last().map(|o| o.mark.clone());
        self.fault(TextFault::Crossed { closed: mark.to_owned(), open });
        if let Some(at) = at {
            self.open.remove(at);
        }
    }

    fn tag(&mut self, rest: &str) -> usize {
        let literal = |reader: &mut Self| {
            reader.write(|typesetter, out| typesetter.literal('<', out));
            1
        };
        let Some(end) = rest.find('>') else { return literal(self) };
        let whole = &rest[..=end];
        let inner = whole[1..end].trim_end();
        let (closing, name) = inner.strip_prefix('/').map_or((false, inner), |n| (true, n));
        let name = name.strip_suffix('/').unwrap_or(name).trim_end();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !is_name {
            return literal(self);
        }
        let lower = name.to_ascii_lowercase();
        if lower == "br" {
            self.break_line();
        } else if let Some((_, kind)) = TAGS.iter().find(|(tag, _)| *tag == lower) {
            if closing {
                match self.open.iter().rposition(|o| o.kind == MarkKind::Tag(kind)) {
                    Some(at) => self.close(at, whole),
                    None => self.crossed(whole, None),
                }
            } else {
                let style = InlineStyle {
                    bold: *kind == "b",
                    italic: *kind == "i",
                    strike: *kind == "s",
                    ..InlineStyle::default()
                };
                self.open(whole, MarkKind::Tag(kind), style);
            }
        } else {
            let hint = format!(
                "text can contain *italic*, **bold**, ~~strike~~ and line breaks; write \
                 `\\{whole}` for the characters themselves"
            );
            self.fault(TextFault::UnknownMark { mark: whole.to_owned(), hint });
        }
        whole.len()
    }

    /// `[text]{colour=#c00}`; a bracket that is not followed by braces is a bracket.
    fn bracket(&mut self, rest: &str) -> usize {
        let Some(end) = self.spans.get(&rest.len()).map(|end| rest.len() - end) else {
            self.write(|typesetter, out| typesetter.literal('[', out));
            return 1;
        };
        let options = &rest[end + 2..];
        let options = &options[..options.find('}').unwrap_or(options.len())];
        let mut style = InlineStyle::default();
        for option in options.split([' ', ',']).filter(|o| !o.is_empty()) {
            match option.split_once('=') {
                Some(("colour" | "color", value)) => {
                    style.colour = Some(value.trim_matches(['"', '\'']).to_owned());
                }
                Some(("style", value)) => {
                    style.style = Some(value.trim_matches(['"', '\'']).to_owned());
                }
                _ => {
                    let hint =
                        "a span takes colour=… or style=…, as in [text]{colour=#c00}".to_owned();
                    self.fault(TextFault::UnknownMark { mark: format!("{{{options}}}"), hint });
                }
            }
        }
        self.open("[", MarkKind::Bracket, style);
        1
    }

    fn close_bracket(&mut self, rest: &str) -> usize {
        // A bracket inside a span that has no braces of its own is a bracket.
        if !rest.starts_with("]{") {
            self.write(|typesetter, out| typesetter.literal(']', out));
            return 1;
        }
        let taken = rest.find('}').map_or(rest.len(), |at| at + 1);
        if let Some(at) = self.open.iter().rposition(|o| o.kind == MarkKind::Bracket) {
            self.close(at, &rest[..taken]);
        }
        taken
    }

    fn icon(&mut self, rest: &str) -> usize {
        let Some(end) = rest.find('}') else {
            self.fault(TextFault::Unclosed { mark: "{".into() });
            return rest.len();
        };
        let (name, times) = match rest[1..end].split_once('*') {
            Some((name, times)) => {
                (name.trim(), times.trim().parse().ok().filter(|n| (1..=99).contains(n)))
            }
            None => (rest[1..end].trim(), Some(1_usize)),
        };
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
        match times {
            Some(times) if is_name => {
                for _ in 0..times {
                    self.line.icons.push((self.line.text.len(), name.to_owned()));
                    self.write(|typesetter, out| {
                        out.push(ICON);
                        typesetter.thing(out);
                    });
                }
            }
            _ => {
                let hint = "icons are written {name}, or {name*3} for three; write `\\{` for the \
                            brace itself"
                    .to_owned();
                self.fault(TextFault::UnknownMark { mark: rest[..=end].to_owned(), hint });
            }
        }
        end + 1
    }

    /// A line break inside the paragraph.
    fn break_line(&mut self) {
        let indented = self.line.indented;
        self.finish_line();
        self.line = RichLine { indented, ..RichLine::default() };
    }

    fn finish_line(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        // White space at a line end would shift centred lines.
        let end = line.text.trim_end_matches(' ').len();
        line.text.truncate(end);
        line.styles.retain_mut(|(range, _)| {
            range.end = range.end.min(end);
            range.start < range.end
        });
        line.hints.retain(|(at, _)| *at > 0 && *at < end);
        let spaces = line.text.len() - line.text.trim_start_matches(' ').len();
        if spaces > 0 {
            shift(&mut line, spaces);
        }
        self.rich.lines.push(line);
    }

    fn end_paragraph(&mut self) {
        for open in std::mem::take(&mut self.open) {
            self.fault(TextFault::Unclosed { mark: open.mark });
        }
        self.typesetter.paragraph();
    }
}

/// Takes white space from the start of a line.
fn shift(line: &mut RichLine, by: usize) {
    line.text.drain(..by);
    for (range, _) in &mut line.styles {
        *range = range.start.saturating_sub(by)..range.end.saturating_sub(by);
    }
    line.styles.retain(|(range, _)| range.start < range.end);
    for (at, _) in &mut line.icons {
        *at -= by.min(*at);
    }
    for (at, _) in &mut line.hints {
        *at -= by.min(*at);
    }
}

/// The `[` whose `]` is followed by `{`, each with that, by how many bytes are left of the line.
fn spans(line: &str) -> HashMap<usize, usize> {
    let mut spans = HashMap::new();
    if !line.contains("]{") {
        return spans;
    }
    let mut open = Vec::new();
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => open.push(at),
            ']' => {
                if let Some(start) = open.pop()
                    && line[at + 1..].starts_with('{')
                {
                    spans.insert(line.len() - start, line.len() - at);
                }
            }
            _ => {}
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn read(text: &str) -> Result<Rich, Vec<TextFault>> {
        parse(text, Typesetter::new(false, "en"))
    }

    /// The text with styles shown: `b(…)` and so on.
    fn show(text: &str) -> Vec<String> {
        let rich = read(text).unwrap();
        let piece = |line: &RichLine, range: &Range<usize>, style: usize| {
            let style = &rich.styles[style];
            let mut name = String::new();
            name.push_str(if style.bold { "b" } else { "" });
            name.push_str(if style.italic { "i" } else { "" });
            name.push_str(if style.strike { "s" } else { "" });
            name.push_str(style.colour.as_deref().unwrap_or(""));
            name.push_str(style.style.as_deref().unwrap_or(""));
            let text = &line.text[range.clone()];
            if name.is_empty() { text.to_owned() } else { format!("{name}({text})") }
        };
        let line = |line: &RichLine| {
            line.styles.iter().map(|(range, style)| piece(line, range, *style)).collect::<String>()
        };
        rich.lines.iter().map(line).collect()
    }

    #[test]
    fn marks_become_looks() {
        assert_eq!(show("*a* **b** ***c*** ~~d~~ e"), ["i(a) b(b) bi(c) s(d) e"]);
        assert_eq!(
            show("**bold *both* bold** ***both* bold**"),
            ["b(bold )bi(both)b( bold) bi(both)b( bold)"]
        );
        assert_eq!(show("a [red]{colour=#c00} [x]{style=loud}"), ["a #c00(red) loud(x)"]);
        assert_eq!(show("[a **b**]{color=red}"), ["red(a )bred(b)"]);
        assert_eq!(show("<b>Action:</b> move 1"), ["b(Action:) move 1"]);
    }

    #[test]
    fn what_is_no_mark_is_printed() {
        assert_eq!(show("If roll < 3 or x<y, stop."), ["If roll < 3 or x<y, stop."]);
        assert_eq!(show("3 * 4, 2*3 and [1] ~ a_b"), ["3 * 4, 2*3 and [1] ~ a_b"]);
        assert_eq!(show(r"\*a\* \{coin\} \[x]\{y} \\ \n"), [r"*a* {coin} [x]{y} \ \n"]);
    }

    #[test]
    fn line_breaks_paragraphs_and_lists() {
        assert_eq!(show("One<br>Two<br/>Three"), ["One", "Two", "Three"]);
        let rich = read("\n  one  \n   two\n\n\n  - a\n  - b\nend \n\n").unwrap();
        let seen: Vec<_> =
            rich.lines.iter().map(|l| (l.text.as_str(), l.blank, l.bullet)).collect();
        assert_eq!(
            seen,
            [
                ("one", 0, false),
                ("two", 0, false),
                ("a", 2, true),
                ("b", 0, true),
                ("end", 0, false)
            ]
        );
    }

    #[test]
    fn open_marks_are_named_and_end_with_their_paragraph() {
        let fault = |text: &str| {
            read(text).unwrap_err().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(fault("Gain <i>one coin and stop"), ["`<i>` is opened and never closed"]);
        assert_eq!(
            fault("a *b\n\nc* d"),
            ["`*` is opened and never closed", "`*` closes what was never opened"]
        );
        assert_eq!(
            fault("<b><i>mixed</b></i> order"),
            ["`</b>` closes nothing while `<i>` is still open"]
        );
        assert_eq!(fault("{coin"), ["`{` is opened and never closed"]);
        assert_eq!(
            fault("<u>x</u>"),
            [
                "`<u>` is not a mark that text can contain",
                "`</u>` is not a mark that text can contain"
            ]
        );
        assert_eq!(fault("{two words}"), ["`{two words}` is not a mark that text can contain"]);
        assert_eq!(fault("[x]{size=3}"), ["`{size=3}` is not a mark that text can contain"]);
    }

    #[test]
    fn icons_are_counted_and_hints_are_kept_out_of_the_text() {
        let rich = read("a {coin*3}, hy\u{ad}phen no\u{2011}break zero\u{200b}width").unwrap();
        let line = &rich.lines[0];
        assert_eq!(line.text, format!("a {ICON}{ICON}{ICON}, hyphen no-break zerowidth"));
        assert_eq!(line.icons.len(), 3);
        let kinds: Vec<_> = line.hints.iter().map(|(_, h)| *h).collect();
        assert_eq!(kinds, [Hint::Hyphen, Hint::Keep, Hint::Keep, Hint::Break]);
    }
}
