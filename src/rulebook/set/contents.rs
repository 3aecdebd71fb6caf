//! The table of contents.

use super::inline::LinePlace;
use super::item::{DrawOp, Item};
use super::setter::{BLOCK, LINE, PARAGRAPH, Setter};
use crate::rulebook::doc::{Heading, LinkTarget, plain};
use crate::text::{Inline, InlineStyle, leading};

/// A number of a page must fit on a line as wide as this, in millimetres.
const NUMBER_ROOM: f32 = 40.0;
/// The indent of the third level, and what is left free before a number, in units.
const INDENT: f32 = 2.2;
const NUMBER_GAP: f32 = 4.0;
/// Around the dots, in units.
const DOTS_GAP: f32 = 0.6;

impl Setter<'_> {
    pub(super) fn contents(&mut self) {
        self.contents_title();
        for heading in self.setting.doc.headings().filter(|heading| heading.level < 4) {
            self.contents_entry(heading);
        }
        self.column.after = BLOCK;
    }

    /// A heading that stands in no contents.
    fn contents_title(&mut self) {
        let style = &self.styles().headings[1];
        let words = Inline::Text(self.setting.phrases.get("contents"), InlineStyle::default());
        let Some(laid) = self.lay(vec![words], style, self.column.width, &(0..0)) else { return };
        let mut item = Item { keep: true, ..Item::space(LINE) };
        let place = LinePlace { x: self.column.left, top: 0.0, height: leading(style) };
        self.line(&laid, 0, place, &mut item.art);
        self.push(item, BLOCK);
    }

    fn contents_entry(&mut self, heading: &Heading) {
        let styles = self.styles();
        let unit = self.unit();
        let is_section = heading.level == 2;
        let inline_style = InlineStyle { bold: is_section, ..InlineStyle::default() };
        let page = Inline::Literal(self.page_of(&heading.anchor), inline_style.clone());
        let number = self.lay(vec![page], &styles.number, NUMBER_ROOM, &heading.range);
        let number_width = number.as_ref().map_or(0.0, |number| number.width);
        let left = if is_section { 0.0 } else { INDENT * unit };
        let room = self.column.width - left - number_width - NUMBER_GAP * unit;
        let words = Inline::Text(plain(&heading.runs), inline_style);
        let title = self.lay(vec![words], &styles.start, room, &heading.range);
        let (Some(title), Some(number)) = (title, number) else { return };
        let x = self.column.left + left;
        let height = LINE as f32 * unit;
        let art = self.all_lines(&title, LinePlace { x, top: 0.0, height });
        let mut item = Item::new(LINE * title.lines.len() as u32, art);
        let last = title.lines.len().saturating_sub(1);
        let y = last as f32 * height + styles.baseline(self.setting.engine, &styles.start, height);
        let from = x + title.lines.last().map_or(0.0, |line| line.width) + DOTS_GAP * unit;
        let to = self.column.left + self.column.width - number_width;
        let dots = (to - DOTS_GAP * unit - from).max(0.0);
        item.art.ops.push(DrawOp::Dots { x: from, y, width: dots });
        item.art.ops.push(DrawOp::Text { laid: number, lines: 0..1, x: to, y });
        item.art.ops.push(DrawOp::Link {
            target: LinkTarget::Anchor(heading.anchor.clone()),
            x,
            y: 0.0,
            width: self.column.width - left,
            height: item.height as f32 * unit,
        });
        self.push(item, u32::from(is_section) * PARAGRAPH);
    }
}
