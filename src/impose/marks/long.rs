//! Long lines to cut along: guides from the block to the margins, grids and dotted lines through
//! it.

use super::clear::{FROM_INK, FROM_SPOT};
use super::mark::{Mark, Pen};
use super::stroke::Stroke;
use super::used::{TrimLine, Used};
use crate::game::MarkStyle;
use crate::impose::grid::Layout;
use crate::units::{Length, Rect};

/// The long lines of one block.
pub(super) struct LongLines<'a> {
    pub(super) layout: &'a Layout,
    pub(super) used: &'a Used<'a>,
    /// What may be inked in the block, and in the other one.
    pub(super) own: &'a [Rect],
    pub(super) others: &'a [Rect],
    pub(super) spots: &'a [Rect],
}

impl LongLines<'_> {
    pub(super) fn drawn(&self, style: MarkStyle) -> Vec<Mark> {
        let area = self.used.area();
        let marked = self.layout.marked;
        let mut marks = self.along(
            style,
            true,
            &self.used.column_lines(),
            (marked.y, marked.bottom()),
            (area.y, area.bottom()),
        );
        marks.extend(self.along(
            style,
            false,
            &self.used.row_lines(),
            (marked.x, marked.right()),
            (area.x, area.right()),
        ));
        marks
    }

    /// The lines of one direction, from `start` to `end`; the cards lie from `first` to `last`.
    fn along(
        &self,
        style: MarkStyle,
        vertical: bool,
        lines: &[TrimLine],
        (start, end): (Length, Length),
        (first, last): (Length, Length),
    ) -> Vec<Mark> {
        let Layout { ruling, bleed, .. } = *self.layout;
        let stroke = |at, from, to| Stroke { vertical, at, from, to };
        let mut strokes = Vec::new();
        for line in lines {
            if style == MarkStyle::Guides {
                let near = ruling.near(bleed);
                strokes.extend([
                    stroke(line.at, start, first - near),
                    stroke(line.at, last + near, end),
                ]);
            } else if bleed > Length::ZERO {
                strokes.push(stroke(line.at, start, end));
            } else {
                // Beside a card the whole of the line lies outside of it.
                let beside = if line.after { line.at + ruling.half } else { line.at - ruling.half };
                strokes.extend([stroke(line.at, start, first), stroke(line.at, last, end)]);
                let marked = self.layout.marked;
                let (low, high) =
                    if vertical { (marked.x, marked.right()) } else { (marked.y, marked.bottom()) };
                if beside >= low && beside <= high {
                    strokes.push(stroke(beside, first.max(start), last.min(end)));
                }
            }
        }
        let (pen, dot) = match style {
            MarkStyle::Dotted => (Pen::Dotted, ruling.half),
            MarkStyle::Grid => (Pen::Cut, Length::ZERO),
            _ => (Pen::Crop, Length::ZERO),
        };
        let usual = if bleed > Length::ZERO { FROM_INK } else { Length::ZERO };
        // The first and the last dot reach beyond the ends of the line.
        let from_ink = ruling.offset.unwrap_or(usual) + dot;
        let obstacles: [(&[Rect], Length); 3] =
            [(self.own, from_ink), (self.others, from_ink), (self.spots, FROM_SPOT)];
        strokes
            .into_iter()
            .flat_map(|s| {
                s.outside(ruling.half, &obstacles, ruling.shortest())
                    .map(|s| s.mark(pen))
                    .collect::<Vec<_>>()
            })
            .collect()
    }
}
