//! Places in files.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A file that was read, kept so that a fault can show its line.
#[derive(Debug)]
pub struct Source {
    /// The path inside the project, with `/` between its parts.
    pub path: String,
    /// The whole text; of a sheet of a workbook a line for each row, with a tab between its cells.
    pub text: String,
    /// The name of the sheet, in a workbook.
    sheet: Option<String>,
    /// Where each line begins, once somebody asked for a line.
    lines: OnceLock<Vec<usize>>,
}

impl Source {
    /// A text under a name.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Self::with_sheet(path.into(), text.into(), None)
    }

    /// A sheet of a workbook, as `text` shows it: line and column of a place are then its row and
    /// its cell.
    pub fn of_sheet(
        path: impl Into<String>,
        sheet: impl Into<String>,
        text: impl Into<String>,
    ) -> Arc<Self> {
        Self::with_sheet(path.into(), text.into(), Some(sheet.into()))
    }

    fn with_sheet(path: String, text: String, sheet: Option<String>) -> Arc<Self> {
        Arc::new(Self { path, text, sheet, lines: OnceLock::new() })
    }

    /// Whether it is a sheet of a workbook.
    pub fn is_sheet(&self) -> bool {
        self.sheet.is_some()
    }

    /// Line and column of a byte, counted from 1 in characters, or in cells. The lines are counted
    /// once, so that thousands of faults in a large file are placed in no time.
    fn position(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= at);
        let start = line.checked_sub(1).and_then(|line| lines.get(line)).copied().unwrap_or(0);
        let before = self.text.get(start..at).unwrap_or_default();
        if self.is_sheet() {
            return (line, before.matches('\t').count() + 1);
        }
        (line, before.trim_start_matches('\u{feff}').chars().count() + 1)
    }
}

/// A stretch of a text file, in bytes.
#[derive(Clone, Debug)]
pub struct Span {
    source: Arc<Source>,
    range: Range<usize>,
}

/// The same stretch of the same file.
impl PartialEq for Span {
    fn eq(&self, other: &Self) -> bool {
        self.path() == other.path() && self.range == other.range
    }
}

impl Eq for Span {}

impl Span {
    /// The bytes `range` of the file, moved to lie on whole characters inside it.
    pub fn new(source: &Arc<Source>, range: Range<usize>) -> Self {
        let floor = |mut at: usize| {
            at = at.min(source.text.len());
            while !source.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let start = floor(range.start);
        Self { source: Arc::clone(source), range: start..floor(range.end).max(start) }
    }

    /// The file as a whole.
    pub fn file(source: &Arc<Source>) -> Self {
        Self::new(source, 0..0)
    }

    /// Whether another stretch begins inside this one, or with it.
    pub fn holds(&self, other: &Self) -> bool {
        let begin = other.range.start;
        self.path() == other.path() && (begin == self.range.start || self.range.contains(&begin))
    }

    /// Where a piece of text stands inside this stretch.
    pub fn find(&self, piece: &str) -> Option<Self> {
        let at = self.source.text[self.range()].find(piece)? + self.range.start;
        Some(Self::new(&self.source, at..at + piece.len()))
    }

    /// The file.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The path of the file inside the project.
    pub fn path(&self) -> &str {
        &self.source.path
    }

    /// The bytes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The cell of a workbook: `artists!C7`.
    pub fn cell(&self) -> Option<String> {
        let sheet = self.source.sheet.as_ref()?;
        let (row, column) = self.start();
        Some(format!("{sheet}!{}{row}", column_letters(column)))
    }

    /// The file and the first character, as messages name a place: `data/a/cards.csv:7:3`, or
    /// `data/a/cards.xlsx:artists!C7`.
    pub fn place(&self) -> String {
        if let Some(cell) = self.cell() {
            return format!("{}:{cell}", self.path());
        }
        let (line, column) = self.start();
        format!("{}:{line}:{column}", self.path())
    }

    /// Line and column of the first character, counted from 1 in characters; in a workbook row and
    /// column of the cell.
    pub fn start(&self) -> (usize, usize) {
        self.source.position(self.range.start)
    }

    /// Line and column after the last character.
    pub fn end(&self) -> (usize, usize) {
        self.source.position(self.range.end)
    }
}

/// The letters over a column of a workbook, counted from 1: A to Z, AA, AB …
fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    while let Some(last) = rest.checked_sub(1) {
        letters.push(char::from(b'A' + (last % 26) as u8));
        rest = last / 26;
    }
    letters.iter().rev().collect()
}

/// A value and the place it was written at.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same place.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: value(self.value), span: self.span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_not_the_byte_order_mark() {
        let source = Source::new("a.toml", "\u{feff}title = 1\nя = 2\n");
        let at = source.text.find('2').unwrap();
        assert_eq!(Span::new(&source, at..at + 1).start(), (2, 5));
        assert_eq!(Span::new(&source, 3..8).start(), (1, 1));
    }

    #[test]
    fn a_place_in_a_workbook_is_a_cell() {
        let source = Source::of_sheet("a.xlsx", "cards", "name\tcopies\n\t\tя\n");
        let at = source.text.find('я').unwrap();
        let span = Span::new(&source, at..at + 2);
        assert_eq!((span.start(), span.place()), ((2, 3), "a.xlsx:cards!C2".to_owned()));
        for (column, letters) in [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (16_384, "XFD")] {
            assert_eq!(column_letters(column), letters);
        }
    }

    #[test]
    fn a_span_outside_the_file_is_moved_inside() {
        let source = Source::new("a.toml", "я");
        assert_eq!(Span::new(&source, 1..9).range(), 0..2);
    }
}
