//! The column that is being filled, and the space between its items.

use super::item::{Item, TextPanel};

/// A column, as long as its text.
pub(super) struct Column {
    pub width: f32,
    /// The left edge of what comes next, inside the column.
    pub left: f32,
    pub items: Vec<Item>,
    /// The space that the last block wants below it.
    pub after: u32,
    /// The space above the next item, whatever it wants.
    pub exactly: Option<u32>,
    /// The box around what comes next.
    pub panel: Option<TextPanel>,
    /// The figure beside what comes next.
    pub beside: Option<BesideFigure>,
    /// How many columns the page has.
    pub columns: u32,
    /// Whether a page begins with it.
    pub new_page: bool,
}

/// A figure beside a text.
#[derive(Clone, Copy)]
pub(super) struct BesideFigure {
    /// Its units that have no text beside them yet.
    pub remaining: u32,
    /// How much the text is moved, in millimetres.
    pub shift: f32,
    /// How much it is narrowed.
    pub narrow: f32,
}

impl Column {
    pub(super) fn new(width: f32, columns: u32) -> Self {
        Self {
            width,
            left: 0.0,
            items: Vec::new(),
            after: 0,
            exactly: None,
            panel: None,
            beside: None,
            columns,
            new_page: false,
        }
    }

    /// The space above an item that wants `before`.
    pub(super) fn gap(&self, before: u32) -> u32 {
        self.exactly.unwrap_or_else(|| before.max(self.after))
    }

    /// Adds an item with the space between it and what is above it.
    pub(super) fn push(&mut self, mut item: Item, before: u32) {
        item.before = self.gap(before);
        item.panel = self.panel;
        self.exactly = None;
        self.after = 0;
        if let Some(side) = &mut self.beside {
            side.remaining = side.remaining.saturating_sub(item.height + item.before);
            item.keep |= side.remaining > 0;
        }
        self.items.push(item);
        if self.beside.is_some_and(|side| side.remaining == 0) {
            self.end_beside();
        }
    }

    /// What stands beside a figure ends; the rest of its height stays empty.
    pub(super) fn end_beside(&mut self) {
        let Some(side) = self.beside.take() else { return };
        self.width += side.narrow;
        self.left -= side.shift;
        if side.remaining > 0 {
            self.keep_last();
            self.items.push(Item { panel: self.panel, ..Item::space(side.remaining) });
        }
    }

    /// Keeps the last item with what follows it.
    pub(super) fn keep_last(&mut self) {
        if let Some(last) = self.items.last_mut() {
            last.keep = true;
        }
    }

    /// Keeps all items from a place on with what follows them.
    pub(super) fn keep_from(&mut self, from: usize) {
        for item in &mut self.items[from..] {
            item.keep = true;
        }
    }
}
