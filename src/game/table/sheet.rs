//! A sheet of a workbook as the text that messages show, and its cells as records.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::records::RawCell;
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName, escaped};

/// So many cells may a sheet have, the empty ones before the last of a row and empty rows counted.
const MAX_CELLS: u64 = 2_000_000;

/// Row and column of a cell, counted from 0.
pub(super) type At = (u32, u32);

/// What is to be known about a cell besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Remark {
    /// A date or a time, which spreadsheets make of much that is none.
    Date,
    /// The result of a formula is an error.
    Error(String),
    /// The result of a formula is not stored.
    NoResult,
    /// The format of a number is not one that is shown here.
    Format(String),
    /// It covers so many rows and columns.
    Merged(At),
    /// Its row is hidden.
    HiddenRow,
    /// Its column is hidden.
    HiddenColumn,
}

impl Remark {
    fn fault(&self) -> Diagnostic {
        let error = |message: &str| Diagnostic::error(Code::S016, message);
        let warning = |message: &str| Diagnostic::warning(Code::S017, message);
        match self {
            Self::Date => warning("the cell holds a date; it is read as year-month-day").hint(
                "spreadsheets turn 1/2 and 3-4 into dates: if it is none, format the cells as \
                 text and type them again",
            ),
            Self::Error(name) => error(&format!("the cell holds the error `{}`", escaped(name)))
                .hint("correct its formula, or empty the cell"),
            Self::NoResult => error("the result of the formula is not stored in the file")
                .hint("open the workbook in a spreadsheet program and save it again"),
            Self::Format(code) => {
                warning(&format!("numbers in the format `{}` are read without it", escaped(code)))
                    .hint("format the cells as text, or as plain numbers")
            }
            Self::Merged((rows, columns)) => warning(&format!(
                "the cell covers {rows} × {columns} cells; all but the first are read as empty"
            ))
            .hint("split the cell, and fill in each of them"),
            Self::HiddenRow => warning("a hidden row is read like any other")
                .hint("show it, or delete it if it is not to be printed"),
            Self::HiddenColumn => warning("a hidden column is read like any other")
                .hint("show it, or delete it if nothing uses it"),
        }
    }
}

/// The cells of a sheet as they are found.
#[derive(Default)]
pub(super) struct Cells {
    /// By row, then by column.
    texts: BTreeMap<u32, BTreeMap<u32, String>>,
    remarks: Vec<(At, Remark)>,
    count: u64,
}

impl Cells {
    /// What the cell shows, without the spaces around it.
    pub(super) fn put(&mut self, (row, column): At, text: &str) {
        let text = text.trim();
        if !text.is_empty() && !self.is_full() {
            self.texts.entry(row).or_default().insert(column, text.to_owned());
            self.count += 1;
        }
    }

    /// What is to be known about a cell. A cell is part of the table for that alone.
    pub(super) fn remark(&mut self, (row, column): At, remark: Remark) {
        if !self.is_full() {
            self.texts.entry(row).or_default().entry(column).or_default();
            self.remarks.push(((row, column), remark));
            self.count += 1;
        }
    }

    pub(super) fn holds(&self, (row, column): At) -> bool {
        self.texts.get(&row).is_some_and(|cells| cells.contains_key(&column))
    }

    /// Whether there are more cells than a table may have; the rest is not kept.
    pub(super) fn is_full(&self) -> bool {
        self.count > MAX_CELLS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Says of hidden rows and columns, if they hold something, that they are read.
    pub(super) fn hide(&mut self, rows: &Stretches, columns: &Stretches) {
        let filled: Vec<At> = self
            .texts
            .iter()
            .flat_map(|(row, cells)| cells.keys().map(move |column| (*row, *column)))
            .collect();
        let mut rows_told = BTreeSet::new();
        let mut columns_told = BTreeSet::new();
        for (row, column) in filled {
            if rows.hold(row) && rows_told.insert(row) {
                self.remark((row, column), Remark::HiddenRow);
            } else if columns.hold(column) && columns_told.insert(column) {
                self.remark((row, column), Remark::HiddenColumn);
            }
        }
    }

    /// The sheet as a source, and its rows. A line end inside of a cell is shown as a sign, so that
    /// a line of the source stays a row.
    pub(super) fn into_records(self, path: &str, name: &str, sink: &mut Sink) -> Option<Sheet> {
        let last_row = self.texts.keys().next_back().map_or(0, |row| u64::from(*row));
        let ends = self.texts.values().filter_map(|cells| cells.keys().next_back());
        let wanted = ends.map(|end| u64::from(*end) + 1).sum::<u64>() + last_row;
        if self.count.max(wanted) > MAX_CELLS {
            let message = format!(
                "the sheet `{}` of `{path}` has more than {MAX_CELLS} cells up to its last",
                escaped(name)
            );
            sink.push(unreadable(path, message).hint("delete what is no part of the table"));
            return None;
        }
        let mut text = String::new();
        let mut lines = 0;
        let mut by_row: BTreeMap<u32, Vec<RawCell>> = BTreeMap::new();
        for (row, mut cells) in self.texts {
            text.extend((lines..row).map(|_| '\n'));
            lines = row;
            let width = cells.keys().next_back().map_or(0, |last| last + 1);
            let record = by_row.entry(row).or_default();
            for column in 0..width {
                if column > 0 {
                    text.push('\t');
                }
                let cell = cells.remove(&column).unwrap_or_default();
                let start = text.len();
                text.extend(cell.chars().map(|c| match c {
                    '\n' | '\r' => '↵',
                    '\t' => ' ',
                    c => c,
                }));
                record.push(RawCell::new(&cell, start..text.len()));
            }
        }
        let source = Source::of_sheet(path, name, text);
        for ((row, column), remark) in &self.remarks {
            let cell = by_row.get(row).and_then(|record| record.get(*column as usize));
            let range = cell.map_or(0..0, |cell| cell.range.clone());
            sink.push(remark.fault().at(&Span::new(&source, range)));
        }
        Some((source, by_row.into_values().collect()))
    }
}

/// A sheet to read rows from.
pub(super) type Sheet = (Arc<Source>, Vec<Vec<RawCell>>);

/// Rows or columns, as stretches: the first and the last of each.
#[derive(Default)]
pub(super) struct Stretches(BTreeMap<u32, u32>);

impl Stretches {
    pub(super) fn add(&mut self, stretch: RangeInclusive<u32>) {
        let last = self.0.entry(*stretch.start()).or_default();
        *last = (*last).max(*stretch.end());
    }

    fn hold(&self, index: u32) -> bool {
        self.0.range(..=index).next_back().is_some_and(|(_, last)| index <= *last)
    }
}

/// A workbook that cannot be read, or not as a table.
pub(super) fn unreadable(path: &str, message: String) -> Diagnostic {
    Diagnostic::error(Code::S015, message).at(&Span::file(&Source::new(path, "")))
}

/// Which sheet is meant: the one that is named, else the only one that is shown and holds
/// something. `None` after an error.
pub(super) fn chosen<'a>(
    path: &str,
    sheets: &'a [(String, bool)],
    named: Option<&Spanned<String>>,
    mut is_filled: impl FnMut(&str) -> bool,
    sink: &mut Sink,
) -> Option<&'a str> {
    if let Some(named) = named {
        let wanted = named.value.trim();
        let found = sheets.iter().find(|(name, _)| name == wanted);
        if found.is_none() {
            let unknown =
                UnknownName::new("sheet", wanted, sheets.iter().map(|(name, _)| name.as_str()));
            sink.push(unknown.error(Code::S015).at(&named.span));
        }
        return found.map(|(name, _)| name.as_str());
    }
    let shown: Vec<&str> =
        sheets.iter().filter(|(_, is_shown)| *is_shown).map(|(name, _)| name.as_str()).collect();
    if let [only] = shown.as_slice() {
        return Some(only);
    }
    let filled: Vec<&str> = shown.into_iter().filter(|name| is_filled(name)).collect();
    match filled.as_slice() {
        [only] => return Some(only),
        [] => sink.push(unreadable(path, format!("`{path}` has no sheet with anything in it"))),
        several => {
            let list = several.iter().map(|name| format!("`{}`", escaped(name)));
            let list = list.collect::<Vec<_>>().join(", ");
            let message = format!("`{path}` has several sheets: {list}");
            let hint = format!(
                "say which one is meant: sheet = {}",
                toml::Value::from(several.first().copied().unwrap_or_default())
            );
            sink.push(unreadable(path, message).hint(hint));
        }
    }
    None
}
