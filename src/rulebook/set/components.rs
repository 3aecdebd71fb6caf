//! What is in the box: a picture, how many, and what it is called; two side by side where there is
//! room.

use std::sync::Arc;

use super::inline::LinePlace;
use super::item::{DrawOp, Item};
use super::setter::{BLOCK, LINE, Setter};
use crate::game::Component;
use crate::rulebook::figure::Figure;
use crate::text::{Inline, InlineStyle};

/// A column wider than this holds two side by side, in millimetres.
const MIN_TWO: f32 = 90.0;
/// Between the two, in units.
const CELL_GUTTER: f32 = 2.0;
/// The height of a picture, and what is free beside it, in units.
const PICTURE_HEIGHT: f32 = 6.0;
const PICTURE_GAP: f32 = 1.2;
/// The share of a cell that is kept for the picture, and the largest it may take.
const PICTURE_SLOT: f32 = 0.36;
const MAX_PICTURE: f32 = 0.4;

/// One component: its height in units, and what is drawn.
struct Cell {
    height: u32,
    ops: Vec<DrawOp>,
}

impl Setter<'_> {
    pub(super) fn components(&mut self) {
        let gutter = CELL_GUTTER * self.unit();
        let per_row = if self.column.width > MIN_TWO { 2 } else { 1 };
        let width =
            if per_row == 2 { (self.column.width - gutter) / 2.0 } else { self.column.width };
        let mut cells: Vec<Cell> = Vec::new();
        for (at, component) in self.setting.game.components.iter().enumerate() {
            let thumbnail = self.setting.figures.thumbnail(at);
            cells.extend(self.component(component, thumbnail, width));
        }
        let rows = cells.chunks(per_row).count();
        for (number, row) in cells.chunks(per_row).enumerate() {
            let mut item = Item::space(row.iter().map(|cell| cell.height).max().unwrap_or(0));
            item.keep = number == 0 && rows > 1;
            for (at, cell) in row.iter().enumerate() {
                let left = self.column.left + at as f32 * (width + gutter);
                item.art.ops.extend(cell.ops.iter().map(|op| op.moved(left, 0.0)));
            }
            self.push(item, BLOCK);
        }
        self.column.after = BLOCK;
    }

    fn component(
        &mut self,
        component: &Component,
        thumbnail: Option<&Arc<Figure>>,
        width: f32,
    ) -> Option<Cell> {
        let styles = self.styles();
        let unit = self.unit();
        let picture_height = PICTURE_HEIGHT * unit;
        let slot = width * PICTURE_SLOT;
        let mut ops = Vec::new();
        let mut picture_width = 0.0;
        if let Some(figure) = thumbnail {
            let ratio = figure.size.0 / figure.size.1;
            picture_width = (picture_height * ratio).min(width * MAX_PICTURE);
            ops.push(DrawOp::Picture {
                figure: Arc::clone(figure),
                x: (slot - picture_width).max(0.0) / 2.0,
                y: (picture_height - picture_width / ratio) / 2.0,
                width: picture_width,
            });
        }
        // All texts of the list begin below each other.
        let text_left = slot.max(picture_width) + PICTURE_GAP * unit;
        let phrases = self.setting.phrases;
        let inlines = vec![
            Inline::Literal(
                phrases.counted(component),
                InlineStyle { bold: true, ..InlineStyle::default() },
            ),
            Inline::Break,
            Inline::Text(phrases.component(&component.id), InlineStyle::default()),
        ];
        // Names are hyphenated only where a word is too long.
        let room = width - text_left;
        let whole = self.quietly(|setter| setter.lay(inlines.clone(), &styles.name, room, &(0..0)));
        let laid = match whole {
            Some(laid) => laid,
            None => self.lay(inlines, &styles.start, room, &(0..0))?,
        };
        let line = LINE as f32 * unit;
        let text_height = laid.lines.len() as f32 * LINE as f32 * unit;
        let height = text_height.max(picture_height);
        let top = (height - text_height) / 2.0;
        let place = LinePlace { x: text_left, top, height: line };
        ops.extend(self.all_lines(&laid, place).ops);
        Some(Cell { height: styles.units(height), ops })
    }
}
