//! A table of rows, from the bytes of a file: CSV, a sheet of a workbook, or JSON.
//!
//! In: the bytes, and what `game.toml` says of them. Out: the rows, with a place for each row and
//! each cell. What kind of file it is, its content says and not its name. A cell is what the
//! designer sees in it; where that had to be guessed, or something is not shown there, a warning
//! says so.

mod csv;
mod json;
mod number;
mod ods;
mod package;
mod records;
mod rows;
mod sheet;
mod text;
mod xlsx;

use encoding_rs::Encoding;

use crate::diag::{Code, Diagnostic, Sink, Spanned};
pub(crate) use records::plain;
pub(crate) use rows::{Cell, Row, Rows};
pub(crate) use text::EncodingName;

/// What `game.toml` says of how a table is saved.
#[derive(Clone, Copy, Default)]
pub(crate) struct Saved<'a> {
    /// The character encoding of a CSV table.
    pub(crate) encoding: Option<&'a Spanned<&'static Encoding>>,
    /// The sheet of a workbook.
    pub(crate) sheet: Option<&'a Spanned<String>>,
}

/// The rows of a table that hold something, by column in lower case. Faults go to the sink, and
/// what could be read comes back all the same.
pub(crate) fn read(path: &str, bytes: &[u8], saved: Saved<'_>, sink: &mut Sink) -> Vec<Row> {
    let workbook = if xlsx::is_workbook(bytes) {
        Some(xlsx::records(path, bytes, saved.sheet, sink))
    } else if ods::is_workbook(bytes) {
        Some(ods::records(path, bytes, saved.sheet, sink))
    } else {
        None
    };
    if let Some(found) = workbook {
        let useless = saved.encoding.map(|encoding| ("encoding", &encoding.span));
        report_useless(path, "a workbook", useless, sink);
        return found
            .map_or_else(Vec::new, |(source, records)| records::rows(&source, records, sink));
    }
    let is_json = text::is_json(bytes);
    let what = if is_json { "JSON" } else { "a CSV table" };
    report_useless(path, what, saved.sheet.map(|sheet| ("sheet", &sheet.span)), sink);
    let Some(source) = text::read(path, bytes, saved.encoding, sink) else { return Vec::new() };
    if is_json {
        return json::rows(&source, sink);
    }
    let cells = csv::records(&source, sink);
    records::rows(&source, cells, sink)
}

/// A key that says nothing about such a file.
fn report_useless(
    path: &str,
    what: &str,
    key: Option<(&str, &crate::diag::Span)>,
    sink: &mut Sink,
) {
    let Some((key, span)) = key else { return };
    let message = format!("`{key}` does nothing: `{path}` is {what}");
    sink.push(Diagnostic::error(Code::M017, message).at(span).hint(format!("delete `{key}`")));
}
