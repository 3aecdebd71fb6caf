//! Sheets of workbooks in the open document format (ODS).
//!
//! The text that a cell shows stands beside its value, so that every format is read as it is shown.
//! Names as in part 3 of the standard, version 1.3.

use roxmltree::{Document, Node};

use super::package::{self, Damage, Package, tree};
use super::sheet::{At, Cells, Remark, Sheet, Stretches, chosen, unreadable};
use crate::diag::{Diagnostic, Sink, Spanned};

const OFFICE: &str = "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
const STYLE: &str = "urn:oasis:names:tc:opendocument:xmlns:style:1.0";
const TABLE: &str = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";
const TEXT: &str = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
const CALC: &str = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0";

/// Longer runs of spaces are no words.
const MAX_SPACES: usize = 1_000;

/// Whether a file is such a workbook, whatever its name.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    package::names(bytes, "opendocument.spreadsheet")
}

/// The rows of the sheet that is meant. `None` after an error.
pub(super) fn records(
    path: &str,
    bytes: &[u8],
    named: Option<&Spanned<String>>,
    sink: &mut Sink,
) -> Option<Sheet> {
    let read = |sink: &mut Sink| -> Result<Option<Sheet>, Damage> {
        let text = Package::open(bytes)?.part("content.xml")?;
        let document = tree(&text)?;
        let tables: Vec<Node<'_, '_>> = document
            .descendants()
            .filter(|node| is(*node, OFFICE, "spreadsheet"))
            .flat_map(|node| node.children())
            .filter(|node| is(*node, TABLE, "table"))
            .collect();
        let named_table = |name: &str| {
            tables.iter().copied().find(|table| table.attribute((TABLE, "name")) == Some(name))
        };
        let sheets: Vec<(String, bool)> = tables
            .iter()
            .filter_map(|table| {
                Some((table.attribute((TABLE, "name"))?, is_shown(&document, *table)))
            })
            .map(|(name, shown)| (name.to_owned(), shown))
            .collect();
        let is_filled =
            |name: &str| named_table(name).is_some_and(|table| !cells(table).is_empty());
        let Some(name) = chosen(path, &sheets, named, is_filled, sink) else { return Ok(None) };
        let Some(table) = named_table(name) else { return Ok(None) };
        Ok(cells(table).into_records(path, name, sink))
    };
    read(sink).unwrap_or_else(|damage| {
        sink.push(refused(path, &damage));
        None
    })
}

fn refused(path: &str, damage: &str) -> Diagnostic {
    unreadable(path, format!("the workbook `{path}` {damage}"))
        .hint("open it in its program and save it again, without a password; or save it as CSV")
}

fn is(node: Node<'_, '_>, space: &str, name: &str) -> bool {
    node.has_tag_name((space, name))
}

/// Whether a sheet is shown: its style says otherwise.
fn is_shown(document: &Document<'_>, table: Node<'_, '_>) -> bool {
    let Some(style) = table.attribute((TABLE, "style-name")) else { return true };
    !document
        .descendants()
        .filter(|node| is(*node, STYLE, "style") && node.attribute((STYLE, "name")) == Some(style))
        .flat_map(|node| node.children())
        .any(|node| node.attribute((TABLE, "display")) == Some("false"))
}

fn cells(table: Node<'_, '_>) -> Cells {
    let mut cells = Cells::default();
    let mut hidden_rows = Stretches::default();
    let mut hidden_columns = Stretches::default();
    let mut column: u32 = 0;
    let mut row: u32 = 0;
    for node in rows_and_columns(table) {
        if is(node, TABLE, "table-column") {
            let end = column.saturating_add(repeated(node, "number-columns-repeated"));
            if is_hidden(node) {
                hidden_columns.add(column..=end.saturating_sub(1));
            }
            column = end;
            continue;
        }
        let times = repeated(node, "number-rows-repeated");
        let end = row.saturating_add(times);
        if is_hidden(node) {
            hidden_rows.add(row..=end.saturating_sub(1));
        }
        // Formats alone are repeated down to the end of a sheet.
        if node.children().any(holds) {
            for row in row..end {
                if cells.is_full() {
                    return cells;
                }
                read_row(node, row, &mut cells);
            }
        }
        row = end;
    }
    cells.hide(&hidden_rows, &hidden_columns);
    cells
}

/// The rows and columns of a table, which may stand in groups.
fn rows_and_columns<'a, 'd>(table: Node<'a, 'd>) -> Vec<Node<'a, 'd>> {
    const GROUPS: [&str; 6] = [
        "table-rows",
        "table-row-group",
        "table-header-rows",
        "table-columns",
        "table-column-group",
        "table-header-columns",
    ];
    let mut found = Vec::new();
    let mut open = vec![table.children()];
    while let Some(children) = open.last_mut() {
        let Some(node) = children.next() else {
            open.pop();
            continue;
        };
        let name = node.tag_name();
        match name.name() {
            _ if name.namespace() != Some(TABLE) => {}
            "table-row" | "table-column" => found.push(node),
            group if GROUPS.contains(&group) => open.push(node.children()),
            _ => {}
        }
    }
    found
}

fn is_hidden(node: Node<'_, '_>) -> bool {
    matches!(node.attribute((TABLE, "visibility")), Some("collapse" | "filter"))
}

fn repeated(node: Node<'_, '_>, name: &str) -> u32 {
    let times = node.attribute((TABLE, name)).and_then(|times| times.parse().ok());
    times.unwrap_or(1).max(1)
}

fn read_row(node: Node<'_, '_>, row: u32, cells: &mut Cells) {
    let mut column: u32 = 0;
    for cell in node.children().filter(Node::is_element) {
        let end = column.saturating_add(repeated(cell, "number-columns-repeated"));
        if holds(cell) {
            for column in column..end {
                if cells.is_full() {
                    return;
                }
                read_cell(cell, (row, column), cells);
            }
        }
        column = end;
    }
}

/// Whether a cell shows something. Cells that are covered by a merged one keep what they held, but
/// do not show it.
fn holds(cell: Node<'_, '_>) -> bool {
    is(cell, TABLE, "table-cell")
        && (cell.has_attribute((OFFICE, "value-type"))
            || cell.has_attribute((TABLE, "formula"))
            || cell.children().any(|child| is(child, TEXT, "p")))
}

fn read_cell(cell: Node<'_, '_>, at: At, cells: &mut Cells) {
    let kind = cell.attribute((OFFICE, "value-type"));
    let paragraphs: Vec<String> =
        cell.children().filter(|child| is(*child, TEXT, "p")).map(paragraph).collect();
    let has_text = !paragraphs.is_empty();
    let text = paragraphs.join("\n");
    let is_formula = cell.has_attribute((TABLE, "formula"));
    let is_error = cell.attribute((CALC, "value-type")) == Some("error")
        || (is_formula && kind.is_none_or(|kind| kind == "string") && is_error_text(&text));
    if is_error {
        return cells.remark(at, Remark::Error(text));
    }
    match kind {
        Some("boolean") => {
            let is_true = cell.attribute((OFFICE, "boolean-value")) == Some("true");
            cells.put(at, if is_true { "TRUE" } else { "FALSE" });
        }
        Some(kind @ ("date" | "time")) => {
            let value = cell.attribute((OFFICE, format!("{kind}-value").as_str()));
            cells.put(at, &value.unwrap_or(&text).replace('T', " "));
            cells.remark(at, Remark::Date);
        }
        _ if has_text => cells.put(at, &text),
        Some(kind) => {
            let name = if kind == "string" { "string-value" } else { "value" };
            cells.put(at, cell.attribute((OFFICE, name)).unwrap_or_default());
        }
        None if is_formula => cells.remark(at, Remark::NoResult),
        None => {}
    }
    let rows = repeated(cell, "number-rows-spanned");
    let columns = repeated(cell, "number-columns-spanned");
    if (rows > 1 || columns > 1) && cells.holds(at) {
        cells.remark(at, Remark::Merged((rows, columns)));
    }
}

/// What a spreadsheet shows in place of a result: `#N/A`, `Err:502`.
fn is_error_text(text: &str) -> bool {
    let is_code = text.strip_prefix("Err:").is_some_and(|code| code.parse::<u16>().is_ok());
    is_code
        || matches!(text, "#N/A" | "#REF!" | "#NAME?" | "#VALUE!" | "#DIV/0!" | "#NUM!" | "#NULL!")
}

/// The text of a paragraph: runs of spaces, tabs and line ends are elements in it. Notes and
/// drawings are no part of it.
fn paragraph(node: Node<'_, '_>) -> String {
    let mut text = String::new();
    let mut open = vec![node.children()];
    while let Some(children) = open.last_mut() {
        let Some(child) = children.next() else {
            open.pop();
            continue;
        };
        if child.is_text() {
            text.push_str(child.text().unwrap_or_default());
            continue;
        }
        let name = child.tag_name();
        match name.name() {
            _ if name.namespace() != Some(TEXT) => {}
            "s" => {
                let spaces = child.attribute((TEXT, "c")).and_then(|count| count.parse().ok());
                text.push_str(&" ".repeat(spaces.unwrap_or(1_usize).min(MAX_SPACES)));
            }
            "tab" => text.push('\t'),
            "line-break" => text.push('\n'),
            "span" | "a" => open.push(child.children()),
            _ => {}
        }
    }
    text
}
