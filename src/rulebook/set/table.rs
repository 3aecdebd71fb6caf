//! The columns of a table.
//!
//! In: cells and a width. Out: a header and rows. A column is at least as wide as its longest word and at most as wide as
//! its longest cell; what lies between is shared out by need, as browsers do it (CSS 2.2, 17.5.2.2).

use std::ops::Range;
use std::sync::Arc;

use super::Measure;
use super::item::{DrawOp, Item};
use crate::diag::{Code, Diagnostic, Sink};
use crate::rulebook::doc::{ColumnAlign, InlineRun, Table};
use crate::text::{LaidText, leading};

/// Wide enough for any cell on one line.
const BOUNDLESS: f32 = 2000.0;

/// The header, if it has words, and the rows.
pub(in crate::rulebook) fn set(
    measure: &Measure<'_>,
    table: &Table,
    room: f32,
    range: &Range<usize>,
    sink: &mut Sink,
) -> Option<(Option<Item>, Vec<Item>)> {
    let unit = measure.styles.unit;
    let columns = table.head.len().max(table.rows.iter().map(Vec::len).max().unwrap_or(0));
    if columns == 0 {
        return None;
    }
    let pad = 0.7 * unit;
    let pads = pad * 2.0 * columns as f32;
    let widths = widths(measure, table, columns, room - pads, range, sink)?;
    let whole = widths.iter().sum::<f32>() + pads;
    let left = (room - whole) / 2.0;
    let row = |cells: &[Vec<InlineRun>], bold: bool, sink: &mut Sink| -> Item {
        let mut laid: Vec<Arc<LaidText>> = Vec::new();
        for (column, width) in widths.iter().enumerate() {
            let empty = Vec::new();
            let cell = cells.get(column).unwrap_or(&empty);
            // A hair wider, for the width was measured in sums of floats.
            laid.extend(measure.cell(cell, bold, *width + 0.01, range, sink));
        }
        let line_height = leading(&measure.styles.cell);
        let lines = laid.iter().map(|l| l.lines.len()).max().unwrap_or(1).max(1);
        let text = lines as f32 * line_height;
        let height = measure.styles.units(text + 0.7 * unit);
        let top = (height as f32 * unit - text) / 2.0;
        let mut item = Item { height, ..Item::default() };
        let mut x = left + pad;
        for (column, laid) in laid.iter().enumerate() {
            let width = widths.get(column).copied().unwrap_or_default();
            let align = table.align.get(column).copied().unwrap_or_default();
            for line in 0..laid.lines.len() {
                let free = width - laid.lines[line].width;
                let shift = match align {
                    ColumnAlign::Start => 0.0,
                    ColumnAlign::Centre => free / 2.0,
                    ColumnAlign::End => free,
                };
                measure.cell_line(
                    laid,
                    line,
                    x + shift,
                    top + line as f32 * line_height,
                    line_height,
                    &mut item,
                );
            }
            x += width + 2.0 * pad;
        }
        item
    };
    let accent = &measure.styles.accent;
    let rule = |item: &mut Item, y: f32, height: f32, opacity: f32| {
        let colour = accent.clone();
        item.ops.insert(
            0,
            DrawOp::Fill { x: left, y: y - height / 2.0, width: whole, height, colour, opacity },
        );
    };
    let has_head = table.head.iter().any(|cell| !cell.is_empty());
    let head = has_head.then(|| {
        let mut item = row(&table.head, true, sink);
        let height = item.height as f32 * unit;
        item.ops.insert(
            0,
            DrawOp::Fill {
                x: left,
                y: 0.0,
                width: whole,
                height,
                colour: accent.clone(),
                opacity: 0.1,
            },
        );
        rule(&mut item, 0.12, 0.25, 1.0);
        rule(&mut item, height, 0.18, 1.0);
        item
    });
    let count = table.rows.len();
    let rows = table
        .rows
        .iter()
        .enumerate()
        .map(|(number, cells)| {
            let mut item = row(cells, false, sink);
            let height = item.height as f32 * unit;
            // The last row closes the table.
            let (inset, weight, opacity) =
                if number + 1 == count { (0.12, 0.25, 1.0) } else { (0.0, 0.12, 0.35) };
            rule(&mut item, height - inset, weight, opacity);
            item
        })
        .collect();
    Some((head, rows))
}

/// The widths of the columns, of which `free` millimetres are to be shared out.
fn widths(
    measure: &Measure<'_>,
    table: &Table,
    columns: usize,
    free: f32,
    range: &Range<usize>,
    sink: &mut Sink,
) -> Option<Vec<f32>> {
    let all = |column: usize| {
        let head = table.head.get(column).map(|cell| (cell, true));
        head.into_iter().chain(
            table.rows.iter().filter_map(move |row| row.get(column)).map(|cell| (cell, false)),
        )
    };
    let mut natural = vec![0.0_f32; columns];
    let mut least = vec![0.0_f32; columns];
    for column in 0..columns {
        for (cell, bold) in all(column) {
            let laid = measure.cell(cell, bold, BOUNDLESS, range, sink)?;
            natural[column] = natural[column].max(laid.width);
            least[column] = least[column].max(longest_word(measure, cell, bold, range, sink));
        }
    }
    let (all_natural, all_least): (f32, f32) = (natural.iter().sum(), least.iter().sum());
    if all_least > free + 0.01 {
        sink.push(
            Diagnostic::error(
                Code::R007,
                format!("the table is {:.1} mm wider than its text", all_least - free),
            )
            .at(&measure.filled.span(range.start..range.start + 1))
            .hint("shorten its words, take a column out, or put it where the page has one column"),
        );
        return None;
    }
    let mut widths: Vec<f32> = if all_natural <= free {
        natural.clone()
    } else {
        // Each column gets what it must have, and a share of the rest by how much more it would like.
        let wish: f32 = natural.iter().zip(&least).map(|(n, l)| n - l).sum();
        natural
            .iter()
            .zip(&least)
            .map(|(n, l)| l + (n - l) * (free - all_least) / wish.max(0.001))
            .collect()
    };
    // A table nearly as wide as its text is made as wide; a small one stands in the middle as it is.
    let taken: f32 = widths.iter().sum();
    if taken > 0.72 * free {
        let more = (free - taken) / columns as f32;
        for width in &mut widths {
            *width += more;
        }
    } else {
        let more = (1.2 * measure.styles.unit).min((free - taken) / columns as f32);
        for width in &mut widths {
            *width += more;
        }
    }
    Some(widths)
}

/// The width of the longest word of a cell that nothing parts.
fn longest_word(
    measure: &Measure<'_>,
    cell: &[InlineRun],
    bold: bool,
    range: &Range<usize>,
    sink: &mut Sink,
) -> f32 {
    let mut longest = 0.0_f32;
    for piece in cell {
        let crate::rulebook::doc::InlineContent::Text(text) = &piece.content else {
            longest = longest.max(measure.styles.unit * 2.0);
            continue;
        };
        for word in text.split_whitespace() {
            let one = InlineRun {
                content: crate::rulebook::doc::InlineContent::Text(word.to_owned()),
                look: piece.look,
                range: piece.range.clone(),
            };
            if let Some(laid) = measure.cell(&[one], bold, BOUNDLESS, range, sink) {
                longest = longest.max(laid.width);
            }
        }
    }
    longest
}
