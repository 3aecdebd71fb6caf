//! Boxes and quotations.

use std::ops::Range;

use super::item::{Item, TextPanel};
use super::setter::{BLOCK, Setter};
use crate::rulebook::doc::{Block, Callout, InlineContent, InlineRun};
use crate::text::{Inline, InlineStyle};

/// The padding of a box at its left and right, in units.
const PADDING: f32 = 1.5;
/// The indent of a quotation at both sides.
const QUOTE_INDENT: f32 = 2.0;
/// Up to this height a box stays in one piece, in units.
const MAX_WHOLE: u32 = 16;

/// The title of a box, and its place in the Markdown.
struct PanelTitle {
    inlines: Vec<Inline>,
    range: Range<usize>,
}

impl Setter<'_> {
    pub(super) fn callout(
        &mut self,
        kind: Callout,
        title: &[InlineRun],
        blocks: &[Block],
        range: &Range<usize>,
    ) {
        let mut inlines =
            vec![Inline::Text(self.setting.phrases.callout(kind), InlineStyle::default())];
        let is_blank =
            |run: &InlineRun| matches!(&run.content, InlineContent::Text(t) if t.trim().is_empty());
        if !title.iter().all(is_blank) {
            inlines.push(Inline::Text(": ".to_owned(), InlineStyle::default()));
            inlines.extend(self.inlines(title, &self.styles().label));
        }
        let title = PanelTitle { inlines, range: range.clone() };
        self.panel(Some(kind), PADDING * self.unit(), Some(title), blocks);
    }

    pub(super) fn quote(&mut self, blocks: &[Block]) {
        self.panel(None, QUOTE_INDENT * self.unit(), None, blocks);
    }

    fn panel(
        &mut self,
        kind: Option<Callout>,
        padding: f32,
        title: Option<PanelTitle>,
        blocks: &[Block],
    ) {
        // A box in a box is none of its own.
        let is_outermost = self.column.panel.is_none();
        let is_padded = kind.is_some() && is_outermost;
        if is_outermost {
            self.panel += 1;
            let Self { panel: number, column, .. } = self;
            let panel = TextPanel { number: *number, kind, left: column.left, width: column.width };
            self.column.panel = Some(panel);
        }
        if is_padded {
            self.push(Item { keep: true, ..Item::space(1) }, BLOCK);
            self.column.after = 0;
        }
        self.column.left += padding;
        self.column.width -= 2.0 * padding;
        if let Some(PanelTitle { inlines, range }) = title {
            let from = self.column.items.len();
            self.lines(inlines, &self.styles().label, &range, 0);
            self.column.keep_from(from);
            self.column.after = 0;
        }
        for (at, block) in blocks.iter().enumerate() {
            let from = self.column.items.len();
            self.block_before(block, blocks.get(at + 1));
            if at == 0
                && kind.is_some()
                && let Some(first) = self.column.items.get_mut(from)
            {
                first.before = 0;
            }
        }
        self.column.end_beside();
        self.column.left -= padding;
        self.column.width += 2.0 * padding;
        if is_padded {
            self.column.keep_last();
            self.column.after = 0;
            self.push(Item::space(1), 0);
        }
        if is_outermost {
            self.column.panel = None;
            self.column.after = BLOCK;
            keep_short(&mut self.column.items, self.panel);
        }
    }
}

/// A box of a few lines is not worth dividing.
fn keep_short(items: &mut [Item], panel: usize) {
    let is_other = |item: &Item| item.panel.is_none_or(|other| other.number != panel);
    let from = items.iter().rposition(is_other).map_or(0, |at| at + 1);
    let height: u32 = items[from..].iter().map(|item| item.height + item.before).sum();
    if height <= MAX_WHOLE
        && let [inner @ .., _] = &mut items[from..]
    {
        for item in inner {
            item.keep = true;
        }
    }
}
