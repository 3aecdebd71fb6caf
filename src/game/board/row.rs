//! The rows of points and lines: their cells by column.

use indexmap::IndexMap;

use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName};
use crate::game::table::{Cell, Row};

/// The cell as a string with its place, if something stands in it.
pub(super) fn cell(row: &Row, column: &str) -> Option<Spanned<String>> {
    let Cell { value, span } = row.cells.get(column)?;
    let text = value.to_string().trim().to_owned();
    (!text.is_empty()).then(|| Spanned::new(text, span.clone()))
}

/// A cell that may not be empty.
pub(super) fn required(
    row: &Row,
    column: &str,
    what: &str,
    sink: &mut Sink,
) -> Option<Spanned<String>> {
    let found = cell(row, column);
    if found.is_none() {
        sink.push(Diagnostic::error(Code::B001, format!("{what} has no `{column}`")).at(&row.span));
    }
    found
}

/// The cells that no part of the geometry takes, for templates.
pub(super) fn free_cells(row: &Row, taken: &[&str]) -> IndexMap<String, tera::Value> {
    let free = row.cells.iter().filter(|(column, _)| !taken.contains(&column.as_str()));
    free.map(|(column, cell)| (column.clone(), cell.value.clone())).collect()
}

/// Whether a name is one of those known; if not, it is reported.
pub(super) fn is_known<'k>(
    what: &'k str,
    name: &'k Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
    sink: &mut Sink,
) -> bool {
    if known.clone().any(|known| known == name.value) {
        return true;
    }
    sink.push(UnknownName::new(what, &name.value, known).error(Code::B001).at(&name.span));
    false
}
