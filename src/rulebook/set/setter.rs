//! The setter: what it sets with, and where it is.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::column::Column;
use super::item::{ColumnSection, Galley, Item};
use super::style::Styles;
use crate::diag::Sink;
use crate::game::Game;
use crate::game::text::TextStyle;
use crate::rulebook::doc::Doc;
use crate::rulebook::figure::Figures;
use crate::rulebook::fill::FilledText;
use crate::rulebook::lang::Phrases;
use crate::text::{Inline, LaidText, NarrowLines, TextEngine};

/// Between two columns, in units.
pub(in crate::rulebook) const GUTTER: f32 = 2.4;
/// The space above and below paragraphs, in units.
pub(super) const PARAGRAPH: u32 = 1;
/// And above and below other blocks.
pub(super) const BLOCK: u32 = 2;
/// The height of a line of running text, in units.
pub(super) const LINE: u32 = 2;

/// What a rulebook is set with.
pub(in crate::rulebook) struct Setting<'a> {
    /// Lays text out.
    pub engine: &'a TextEngine,
    /// How everything looks.
    pub styles: &'a Styles,
    /// The words of the language.
    pub phrases: &'a Phrases,
    /// The game.
    pub game: &'a Game,
    /// The figures of the rulebook.
    pub figures: &'a Figures,
    /// The rulebook.
    pub doc: &'a Doc,
    /// Its text.
    pub filled: &'a FilledText,
    /// The width of the text area, in millimetres.
    pub width: f32,
    /// Its height, in units.
    pub height: u32,
    /// The columns at the start.
    pub columns: u32,
    /// The page of each anchor, as it was the last time.
    pub pages: &'a HashMap<String, usize>,
    /// Texts that were laid out before.
    pub cache: &'a LayoutCache,
}

/// Laid-out texts by what was asked: a rulebook is set until its page numbers stand still.
#[derive(Default)]
pub(in crate::rulebook) struct LayoutCache(pub(super) RefCell<HashMap<LayoutKey, Arc<LaidText>>>);

/// A text, its style, its width and the lines that are narrower; lengths by their bits.
pub(super) type LayoutKey = (Vec<Inline>, Arc<TextStyle>, u32, Option<(usize, u32, u32)>);

/// Sets one rulebook, block by block.
pub(super) struct Setter<'a> {
    pub setting: &'a Setting<'a>,
    pub sink: &'a mut Sink,
    pub galley: Galley,
    pub column: Column,
    /// The number of the block that is being set.
    pub block: usize,
    /// The number of the last box.
    pub panel: usize,
}

/// A text to be laid out.
pub(super) struct TextJob<'s> {
    pub inlines: Vec<Inline>,
    pub style: &'s Arc<TextStyle>,
    pub width: f32,
    pub narrow: Option<NarrowLines>,
    /// Its place in the Markdown.
    pub range: Range<usize>,
}

impl<'a> Setter<'a> {
    pub(super) fn new(setting: &'a Setting<'a>, sink: &'a mut Sink) -> Self {
        Self {
            setting,
            sink,
            galley: Galley::default(),
            column: Column::new(setting.column_width(setting.columns), setting.columns),
            block: 0,
            panel: 0,
        }
    }

    pub(super) fn styles(&self) -> &'a Styles {
        self.setting.styles
    }

    pub(super) fn unit(&self) -> f32 {
        self.setting.styles.unit
    }

    /// Adds an item of the block that is being set.
    pub(super) fn push(&mut self, item: Item, before: u32) {
        self.column.push(Item { block: self.block, ..item }, before);
    }

    /// Ends the columns; what follows is set in so many.
    pub(super) fn end_section(&mut self, columns: u32) {
        self.column.end_beside();
        let next = Column::new(self.setting.column_width(columns), columns);
        let Column { columns, items, new_page, .. } = std::mem::replace(&mut self.column, next);
        if items.is_empty() {
            self.column.new_page |= new_page;
        } else {
            self.galley.sections.push(ColumnSection { columns, items, new_page });
        }
    }

    /// Sets what is inside an indent at the left.
    pub(super) fn indented(&mut self, by: f32, set: impl FnOnce(&mut Self)) {
        self.column.left += by;
        self.column.width -= by;
        // A figure beside the text may end inside, which moves both.
        set(self);
        self.column.left -= by;
        self.column.width += by;
    }

    /// Tries something whose faults are not reported.
    pub(super) fn quietly<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> T {
        let reported = std::mem::take(self.sink);
        let result = attempt(self);
        *self.sink = reported;
        result
    }
}

impl Setting<'_> {
    /// The width of one of so many columns.
    pub(super) fn column_width(&self, columns: u32) -> f32 {
        column_width(self.width, columns, self.styles.unit)
    }
}

/// The width of one of so many columns in a text area.
pub(in crate::rulebook) fn column_width(area: f32, columns: u32, unit: f32) -> f32 {
    let gutters = (columns - 1) as f32 * GUTTER * unit;
    (area - gutters) / columns as f32
}
