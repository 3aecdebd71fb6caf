//! Sheets of Excel workbooks.
//!
//! `calamine` reads the cells with their formats; what it leaves out, [`layout`] adds.

mod layout;

use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};

use super::number::{Shown, general, shown};
use super::package::{self, Damage, Package};
use super::sheet::{At, Cells, Remark, Sheet, chosen, unreadable};
use crate::diag::{Sink, Spanned};

/// Whether a file is such a workbook, whatever its name.
pub(super) fn is_workbook(bytes: &[u8]) -> bool {
    package::names(bytes, "xl/workbook.xml")
}

/// The rows of the sheet that is meant. `None` after an error.
pub(super) fn records(
    path: &str,
    bytes: &[u8],
    named: Option<&Spanned<String>>,
    sink: &mut Sink,
) -> Option<Sheet> {
    let opened = Package::open(bytes).and_then(|package| {
        let workbook = Xlsx::new(Cursor::new(bytes)).map_err(|error| format!("{error}"))?;
        Ok((package, workbook))
    });
    let (mut package, mut workbook) = match opened {
        Ok(opened) => opened,
        Err(damage) => {
            sink.push(refused(path, &damage));
            return None;
        }
    };
    let sheets: Vec<(String, bool)> = workbook
        .sheets_metadata()
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
        .map(|sheet| (sheet.name.clone(), sheet.visible == SheetVisible::Visible))
        .collect();
    let is_filled = |name: &str| cells(&mut workbook, name).is_ok_and(|cells| !cells.is_empty());
    let name = chosen(path, &sheets, named, is_filled, sink)?;
    let found = cells(&mut workbook, name).and_then(|mut cells| {
        layout::add(&mut package, name, &mut cells)?;
        Ok(cells)
    });
    match found {
        Ok(cells) => cells.into_records(path, name, sink),
        Err(damage) => {
            sink.push(refused(path, &damage));
            None
        }
    }
}

fn refused(path: &str, damage: &str) -> crate::diag::Diagnostic {
    unreadable(path, format!("the workbook `{path}` {damage}"))
        .hint("open it in its program and save it again, without a password; or save it as CSV")
}

type Workbook<'a> = Xlsx<Cursor<&'a [u8]>>;

/// The cells of a sheet with what they show.
fn cells(workbook: &mut Workbook<'_>, name: &str) -> Result<Cells, Damage> {
    let damaged = |error: calamine::XlsxError| format!("is damaged: {error}");
    let mut cells = Cells::default();
    let mut reader = workbook.worksheet_cells_reader(name).map_err(damaged)?;
    while let Some((cell, style)) = reader.next_cell_with_style_id().map_err(damaged)? {
        let at = cell.get_position();
        let format = || {
            let style = reader.styles().get(style).and_then(|style| style.number_format.as_ref());
            style.map_or("General", |format| format.format_code.as_str())
        };
        match cell.get_value() {
            DataRef::Empty => {}
            DataRef::String(text) => cells.put(at, text),
            DataRef::SharedString(text) => cells.put(at, text),
            DataRef::Bool(true) => cells.put(at, "TRUE"),
            DataRef::Bool(false) => cells.put(at, "FALSE"),
            DataRef::Int(value) => number(&mut cells, at, *value as f64, format()),
            DataRef::Float(value) => number(&mut cells, at, *value, format()),
            DataRef::DateTime(date) => {
                cells.put(at, &iso(*date));
                cells.remark(at, Remark::Date);
            }
            DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
                cells.put(at, text);
                cells.remark(at, Remark::Date);
            }
            DataRef::Error(error) => cells.remark(at, Remark::Error(error.to_string())),
        }
    }
    Ok(cells)
}

fn number(cells: &mut Cells, at: At, value: f64, format: &str) {
    match shown(value, format) {
        Shown::Same(text) => cells.put(at, &text),
        Shown::Plain(text) => {
            cells.put(at, &text);
            cells.remark(at, Remark::Format(format.to_owned()));
        }
    }
}

/// `2026-02-01`, with the time if there is one; a duration in days.
fn iso(date: ExcelDateTime) -> String {
    if date.is_duration() {
        return general(date.as_f64());
    }
    let (year, month, day, hour, minute, second, _) = date.to_ymd_hms_milli();
    let days = format!("{year:04}-{month:02}-{day:02}");
    let time = format!("{hour:02}:{minute:02}:{second:02}");
    match (date.as_f64() < 1.0, time == "00:00:00") {
        (true, _) => time,
        (false, true) => days,
        (false, false) => format!("{days} {time}"),
    }
}
