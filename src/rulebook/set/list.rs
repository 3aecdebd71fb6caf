//! Lists.

use std::sync::Arc;

use super::item::{DrawOp, Item};
use super::setter::{LINE, PARAGRAPH, Setter};
use crate::game::text::TextStyle;
use crate::rulebook::doc::{Block, BlockKind};
use crate::text::{Inline, InlineStyle, LaidText, cap_height};

/// A point of a list up to this height does not stand alone, in units.
const SHORT_POINT: u32 = 4;
/// The radius of a bullet, in ems.
const BULLET: f32 = 0.15;
/// Between a mark and its text, in ems.
const MARK_GAP: f32 = 0.55;
/// A number must fit on a line as wide as this, in millimetres.
const NUMBER_ROOM: f32 = 100.0;

/// What stands before the points of a list.
enum ListMarks {
    /// Bullets are drawn: in some typefaces they are specks.
    Bullets,
    /// None for a number that cannot be laid out.
    Numbers(Vec<Option<Arc<LaidText>>>),
}

/// Where the mark of a point stands.
struct MarkPlace {
    /// The item it is drawn with, by its place in the column.
    item: usize,
    /// Its right edge.
    end: f32,
    /// Its baseline.
    y: f32,
}

impl ListMarks {
    fn width(&self, size: f32) -> f32 {
        let bullet = 2.0 * BULLET * size;
        match self {
            Self::Bullets => bullet,
            // They end where their points stand one below the other.
            Self::Numbers(numbers) => {
                numbers.iter().flatten().fold(bullet, |widest, number| widest.max(number.width))
            }
        }
    }
}

impl Setter<'_> {
    pub(super) fn list(&mut self, start: Option<u64>, tight: bool, points: &[Vec<Block>]) {
        let styles = self.styles();
        let style = if start.is_some() { &styles.number } else { &styles.start };
        let size = style.size.to_mm() as f32;
        let marks = match start {
            None => ListMarks::Bullets,
            Some(first) => ListMarks::Numbers(
                (first..).take(points.len()).map(|number| self.number(number, style)).collect(),
            ),
        };
        let gap = MARK_GAP * size;
        let indent = 0.35 * self.unit() + marks.width(size) + gap;
        let mut starts = Vec::with_capacity(points.len());
        for (number, point) in points.iter().enumerate() {
            let from = self.column.items.len();
            starts.push(from);
            if number > 0 {
                self.column.exactly = Some(u32::from(!tight) * PARAGRAPH);
            }
            let begins = point.first().map(|block| &block.kind);
            if matches!(
                begins,
                Some(BlockKind::Table(_) | BlockKind::Callout { .. } | BlockKind::Quote(_))
            ) {
                // They do not stand beside a figure, and neither does their mark.
                self.column.end_beside();
            }
            let mut place = MarkPlace {
                item: from,
                end: self.column.left + indent - gap,
                y: styles.baseline(self.setting.engine, style, LINE as f32 * self.unit()),
            };
            self.indented(indent, |setter| setter.point(point, tight));
            if self.column.items.len() == from {
                self.push(Item::space(LINE), 0);
            }
            let mut lines = self.column.items.iter().enumerate().skip(from);
            let first_line = lines.find_map(|(at, item)| Some((at, text_start(item)?)));
            if let Some((item, (left, baseline))) = first_line {
                // A paragraph may be moved to the right by a figure beside it.
                if matches!(begins, Some(BlockKind::Paragraph(_))) {
                    place.end = left - gap;
                } else {
                    (place.item, place.y) = (item, baseline);
                }
            }
            let item = place.item;
            let mark = self.list_mark(&marks, number, &place, style);
            if let (Some(first), Some(mark)) = (self.column.items.get_mut(item), mark) {
                first.art.ops.insert(0, mark);
            }
        }
        keep_short_ends(&mut self.column.items, &starts);
        self.column.after = PARAGRAPH;
    }

    fn number(&mut self, number: u64, style: &Arc<TextStyle>) -> Option<Arc<LaidText>> {
        let inline = Inline::Literal(format!("{number}."), InlineStyle::default());
        self.lay(vec![inline], style, NUMBER_ROOM, &(0..0))
    }

    fn point(&mut self, blocks: &[Block], tight: bool) {
        for (at, block) in blocks.iter().enumerate() {
            let is_inner = !matches!(
                block.kind,
                BlockKind::Paragraph(_) | BlockKind::Figure { .. } | BlockKind::Table(_)
            );
            if at > 0 && tight && is_inner {
                self.column.exactly = Some(0);
            }
            self.block_before(block, blocks.get(at + 1));
        }
        self.column.after = 0;
    }

    /// The mark of a point, beside its first line, wherever that begins.
    fn list_mark(
        &self,
        marks: &ListMarks,
        number: usize,
        place: &MarkPlace,
        style: &TextStyle,
    ) -> Option<DrawOp> {
        let MarkPlace { end, y, .. } = *place;
        match marks {
            ListMarks::Numbers(numbers) => {
                let laid = Arc::clone(numbers.get(number)?.as_ref()?);
                let x = end - laid.width;
                Some(DrawOp::Text { laid, lines: 0..1, x, y })
            }
            ListMarks::Bullets => {
                let radius = BULLET * style.size.to_mm() as f32;
                Some(DrawOp::Bullet {
                    x: end - radius,
                    y: y - cap_height(self.setting.engine, style) * 0.42,
                    radius,
                    colour: self.styles().accent.clone(),
                })
            }
        }
    }
}

/// Where the first line of text in an item begins: its left edge and its baseline.
fn text_start(item: &Item) -> Option<(f32, f32)> {
    item.art.ops.iter().find_map(|op| {
        if let DrawOp::Text { x, y, laid, lines } = op {
            laid.lines.get(lines.start).map(|line| (x + line.left, *y))
        } else {
            None
        }
    })
}

/// Neither the first point nor the last stands alone, if they are short.
fn keep_short_ends(items: &mut [Item], starts: &[usize]) {
    let ([first, second, .., before, last] | [first, second @ before, last]) = *starts else {
        return;
    };
    for point in [first..second, before..last] {
        if let Some(point) = items.get_mut(point)
            && point.iter().map(|item| item.height).sum::<u32>() <= SHORT_POINT
        {
            for item in point {
                item.keep = true;
            }
        }
    }
}
