//! Tables.
//!
//! A column is at least as wide as its longest word and at most as wide as its longest cell; what
//! lies between is shared out by need, as browsers do it (CSS 2.2, 17.5.2.2).

use std::ops::Range;
use std::sync::Arc;

use super::inline::{LinePlace, bold};
use super::item::{DrawOp, Item, ItemRole};
use super::setter::{BLOCK, Setter};
use crate::diag::{Code, Diagnostic};
use crate::rulebook::doc::{ColumnAlign, InlineContent, InlineRun, Table};
use crate::text::{LaidText, leading};

/// Wide enough for any cell on one line, in millimetres.
const BOUNDLESS: f32 = 2000.0;
/// Up to this height a table stays in one piece, in units.
const MAX_WHOLE: u32 = 24;
/// At the left and right of a cell, and above and below all of its lines, in units.
const CELL_PADDING: f32 = 0.7;
/// What a small table's columns are widened by, in units.
const SMALL_EXTRA: f32 = 1.2;
/// A table wider than this share of its text is made as wide.
const NEARLY_WHOLE: f32 = 0.72;

/// Where the columns of a table stand.
struct TableFrame<'t> {
    /// Its left edge, from that of the column of text.
    left: f32,
    /// Its width.
    width: f32,
    padding: f32,
    /// The width of each column without its padding.
    columns: Vec<f32>,
    align: &'t [ColumnAlign],
    /// Its place in the Markdown.
    range: &'t Range<usize>,
}

impl Setter<'_> {
    pub(super) fn table(&mut self, table: &Table, range: &Range<usize>) {
        let Some(frame) = self.table_frame(table, range) else { return };
        let unit = self.unit();
        let mut before = BLOCK;
        let mut head_height = 0;
        let mut role = ItemRole::Text;
        if table.head.iter().any(|cell| !cell.is_empty()) {
            let mut head = self.row(&table.head, true, &frame);
            let height = head.height as f32 * unit;
            self.ground(&mut head, &frame, 0.0, height, 0.1);
            self.table_rule(&mut head, &frame, 0.12, 0.25, 1.0);
            self.table_rule(&mut head, &frame, height, 0.18, 1.0);
            head_height = head.height;
            role = ItemRole::Row(Arc::new(Item { block: self.block, ..head.clone() }));
            self.push(Item { keep: true, ..head }, before);
            before = 0;
        }
        let count = table.rows.len();
        let rows: Vec<Item> = table
            .rows
            .iter()
            .enumerate()
            .map(|(number, cells)| {
                let mut row = self.row(cells, false, &frame);
                let height = row.height as f32 * unit;
                // The last row closes the table.
                let (inset, weight, opacity) =
                    if number + 1 == count { (0.12, 0.25, 1.0) } else { (0.0, 0.12, 0.35) };
                self.table_rule(&mut row, &frame, height - inset, weight, opacity);
                row
            })
            .collect();
        // A table of a few rows is not worth dividing.
        let is_whole = head_height + rows.iter().map(|row| row.height).sum::<u32>() <= MAX_WHOLE;
        for (number, row) in rows.into_iter().enumerate() {
            // Neither the first row nor the last stands alone.
            let keep = number + 1 < count && (is_whole || number == 0 || number + 2 == count);
            self.push(Item { keep, role: role.clone(), ..row }, before);
            before = 0;
        }
        self.column.after = BLOCK;
    }

    fn table_frame<'t>(
        &mut self,
        table: &'t Table,
        range: &'t Range<usize>,
    ) -> Option<TableFrame<'t>> {
        let count = table.head.len().max(table.rows.iter().map(Vec::len).max().unwrap_or(0));
        if count == 0 {
            return None;
        }
        let padding = CELL_PADDING * self.unit();
        let paddings = padding * 2.0 * count as f32;
        let room = self.column.width;
        let columns = self.column_widths(table, count, room - paddings, range)?;
        let width = columns.iter().sum::<f32>() + paddings;
        let left = (room - width) / 2.0;
        Some(TableFrame { left, width, padding, columns, align: &table.align, range })
    }

    fn row(&mut self, cells: &[Vec<InlineRun>], is_head: bool, frame: &TableFrame<'_>) -> Item {
        let mut laid: Vec<Arc<LaidText>> = Vec::new();
        for (column, width) in frame.columns.iter().enumerate() {
            let cell = cells.get(column).map_or(&[][..], Vec::as_slice);
            // A hair wider, for the width was measured in sums of floats.
            laid.extend(self.cell(cell, is_head, *width + 0.01, frame.range));
        }
        let line_height = leading(&self.styles().cell);
        let lines = laid.iter().map(|cell| cell.lines.len()).max().unwrap_or(1).max(1);
        let text = lines as f32 * line_height;
        let mut item = Item::space(self.styles().units(text + CELL_PADDING * self.unit()));
        let top = (item.height as f32 * self.unit() - text) / 2.0;
        let mut x = frame.left + frame.padding;
        for (column, cell) in laid.iter().enumerate() {
            let width = frame.columns.get(column).copied().unwrap_or_default();
            let align = frame.align.get(column).copied().unwrap_or_default();
            for (number, line) in cell.lines.iter().enumerate() {
                let free = width - line.width;
                let shift = match align {
                    ColumnAlign::Start => 0.0,
                    ColumnAlign::Centre => free / 2.0,
                    ColumnAlign::End => free,
                };
                let place = LinePlace {
                    x: x + shift,
                    top: top + number as f32 * line_height,
                    height: line_height,
                };
                self.line(cell, number, place, &mut item.art);
            }
            x += width + 2.0 * frame.padding;
        }
        item.art.ops = item.art.ops.iter().map(|op| op.moved(self.column.left, 0.0)).collect();
        item
    }

    /// A rule across a row, below what is drawn so far.
    fn table_rule(
        &self,
        item: &mut Item,
        frame: &TableFrame<'_>,
        y: f32,
        weight: f32,
        opacity: f32,
    ) {
        self.ground(item, frame, y - weight / 2.0, weight, opacity);
    }

    fn ground(&self, item: &mut Item, frame: &TableFrame<'_>, y: f32, height: f32, opacity: f32) {
        let op = DrawOp::Fill {
            x: frame.left + self.column.left,
            y,
            width: frame.width,
            height,
            colour: self.styles().accent.clone(),
            opacity,
        };
        item.art.ops.insert(0, op);
    }

    /// The runs of a cell, laid out in a width.
    fn cell(
        &mut self,
        runs: &[InlineRun],
        is_head: bool,
        width: f32,
        range: &Range<usize>,
    ) -> Option<Arc<LaidText>> {
        let style = &self.styles().cell;
        let inlines =
            if is_head { self.inlines(&bold(runs), style) } else { self.inlines(runs, style) };
        let range = match runs {
            [first, .., last] => first.range.start..last.range.end,
            [only] => only.range.clone(),
            [] => range.clone(),
        };
        self.lay(inlines, style, width, &range)
    }

    /// The widths of the columns, of which `free` millimetres are to be shared out.
    fn column_widths(
        &mut self,
        table: &Table,
        count: usize,
        free: f32,
        range: &Range<usize>,
    ) -> Option<Vec<f32>> {
        let mut natural = vec![0.0_f32; count];
        let mut least = vec![0.0_f32; count];
        for column in 0..count {
            let head = table.head.get(column).map(|cell| (cell, true));
            let body =
                table.rows.iter().filter_map(|row| row.get(column)).map(|cell| (cell, false));
            for (cell, is_head) in head.into_iter().chain(body) {
                let laid = self.cell(cell, is_head, BOUNDLESS, range)?;
                natural[column] = natural[column].max(laid.width);
                least[column] = least[column].max(self.longest_word(cell, is_head, range));
            }
        }
        let all_natural: f32 = natural.iter().sum();
        let all_least: f32 = least.iter().sum();
        if all_least > free + 0.01 {
            let excess = all_least - free;
            self.sink.push(
                Diagnostic::error(
                    Code::R007,
                    format!("the table is {excess:.1} mm wider than its column of text"),
                )
                .at(&self.setting.filled.span(range.start..range.start + 1))
                .hint(
                    "shorten its words, take a column out, or put it where the page has one column",
                ),
            );
            return None;
        }
        let mut widths: Vec<f32> = if all_natural <= free {
            natural
        } else {
            // Each column gets what it must have, and a share of the rest by how much more it would
            // like.
            let wish: f32 = natural.iter().zip(&least).map(|(n, l)| n - l).sum();
            natural
                .iter()
                .zip(&least)
                .map(|(n, l)| l + (n - l) * (free - all_least) / wish.max(0.001))
                .collect()
        };
        let taken: f32 = widths.iter().sum();
        let all_of_it = (free - taken) / count as f32;
        let more = if taken > NEARLY_WHOLE * free {
            all_of_it
        } else {
            // A small one stands in the middle as it is.
            (SMALL_EXTRA * self.unit()).min(all_of_it)
        };
        for width in &mut widths {
            *width += more;
        }
        Some(widths)
    }

    /// The width of the longest word of a cell that nothing divides.
    fn longest_word(&mut self, cell: &[InlineRun], is_head: bool, range: &Range<usize>) -> f32 {
        let mut longest = 0.0_f32;
        for run in cell {
            let (InlineContent::Text(text) | InlineContent::Code(text)) = &run.content else {
                longest = longest.max(self.unit() * 2.0);
                continue;
            };
            for word in text.split_whitespace() {
                let word = InlineRun { content: run.content.with_text(word), ..run.clone() };
                if let Some(laid) = self.cell(&[word], is_head, BOUNDLESS, range) {
                    longest = longest.max(laid.width);
                }
            }
        }
        longest
    }
}
