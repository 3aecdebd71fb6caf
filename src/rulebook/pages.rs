//! Pieces become pages.
//!
//! In: [`ColumnSection`]es and the room of a page. Out: [`Page`]s on which everything has its
//! place. Guarantees: every piece is placed once and in order, but that pieces of text may overtake
//! a floating figure; nothing leaves the text area unless it is higher than a page; what keeps its
//! next piece is not the last of a column, so that no heading stands alone; columns of the last
//! page of a section are as even as their pieces allow.

use std::borrow::Cow;
use std::collections::HashMap;

use super::figure::FigurePlace;
use super::set::{
    ColumnSection, DrawOp, GUTTER, Galley, HeadingEntry, Item, ItemRole, TextPanel, column_width,
};
use crate::units::{Sides, Size};

/// Above the first footnote of a column, in units.
const NOTE_GAP: u32 = 2;
/// Above a section that begins in the middle of a page.
const SECTION_GAP: u32 = 2;
/// A section begins a new page rather than in less room than this, in units.
const MIN_ROWS: u32 = 6;
/// A figure floats for two lines at least, in units.
const MIN_GAIN: u32 = 4;
/// A figure gives way by a quarter at most to fit what is left of a page.
const MIN_SQUEEZE: f32 = 0.75;

/// The room of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextArea {
    /// The page.
    pub size: Size,
    /// The margins of a right-hand page.
    pub margin: Sides,
    /// Half a line, in millimetres.
    pub unit: f32,
    /// Units from the top of the text area to its bottom.
    pub rows: u32,
}

impl TextArea {
    /// With the units that fit between the margins.
    pub(super) fn new(size: Size, margin: Sides, unit: f32) -> Self {
        let height = (size.height - margin.top - margin.bottom).to_mm() as f32;
        Self { size, margin, unit, rows: (height / unit + 0.01) as u32 }
    }

    /// The width of the text area, in millimetres.
    pub(super) fn width(&self) -> f32 {
        (self.size.width - self.margin.left - self.margin.right).to_mm() as f32
    }

    /// The left edge of the text area of a page, counted from 1.
    pub(super) fn left(&self, page: usize) -> f32 {
        let inner = if page.is_multiple_of(2) { self.margin.right } else { self.margin.left };
        inner.to_mm() as f32
    }

    /// Its upper edge.
    pub(super) fn top(&self) -> f32 {
        self.margin.top.to_mm() as f32
    }
}

/// A page: everything at its place in millimetres from the upper left corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// What lies below the text.
    pub under: Vec<DrawOp>,
    /// The text and the rest.
    pub ops: Vec<DrawOp>,
    /// The headings that begin here, and their upper edges.
    pub headings: Vec<(usize, f32)>,
    /// The blocks, for tests: the number of each piece's block, and its upper and lower edge.
    pub blocks: Vec<PlacedItem>,
}

/// Where a piece stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedItem {
    /// The block it belongs to.
    pub block: usize,
    /// The left edge of what is drawn.
    pub left: f32,
    /// Its right edge.
    pub right: f32,
    /// The upper edge.
    pub top: f32,
    /// The lower edge.
    pub bottom: f32,
    /// Whether it keeps what follows.
    pub keep: bool,
    /// Whether it is a header printed again.
    pub again: bool,
}

/// How much of a section goes into a column.
#[derive(Clone, Debug, Default)]
struct ColumnFill {
    end: usize,
    /// Units from the top to the lowest edge.
    used: u32,
    notes: Vec<usize>,
    /// A figure that gives way, and its height.
    squeezed: Option<(usize, u32)>,
    /// Whether the text asks for a new column.
    stop: bool,
}

/// Sets the pages. `title` is the height of the title block on the first one, in units.
pub(super) fn make(galley: &Galley, room: TextArea, title: u32) -> Vec<Page> {
    let mut maker = Paginator {
        galley,
        room,
        pages: vec![Page::default()],
        y: title,
        reserved: 0,
        columns: 1,
        tail: 0,
        free: 0,
    };
    for (at, section) in galley.sections.iter().enumerate() {
        let next = galley.sections.get(at + 1).filter(|next| !next.new_page);
        maker.tail = next.map_or(0, |next| need(next).min(room.rows / 2));
        maker.section(section);
    }
    maker.pages
}

struct Paginator<'a> {
    galley: &'a Galley,
    room: TextArea,
    pages: Vec<Page>,
    /// Units taken from the top of the page.
    y: u32,
    /// Units taken by notes at its foot.
    reserved: u32,
    /// Columns of the section that is being placed.
    columns: u32,
    /// What a heading at its end needs below it for what follows, in units.
    tail: u32,
    /// The units that are free on the page.
    free: u32,
}

impl Paginator<'_> {
    fn new_page(&mut self) {
        self.pages.push(Page::default());
        (self.y, self.reserved) = (0, 0);
    }

    fn section(&mut self, section: &ColumnSection) {
        let mut items = Cow::Borrowed(section.items.as_slice());
        self.columns = section.columns;
        if section.new_page && self.y > 0 {
            self.new_page();
        }
        if self.y > 0 {
            self.y += items.first().map_or(0, |first| first.before).max(SECTION_GAP);
            if self.y + self.reserved + MIN_ROWS > self.room.rows {
                self.new_page();
            }
        }
        let mut next = 0;
        while next < items.len() {
            let free = self.room.rows.saturating_sub(self.y + self.reserved);
            let fresh = self.y == 0;
            self.free = free;
            let mut columns = self.columns(&items, next, section.columns, free, fresh);
            if let [fit] = columns.as_slice()
                && let Some((from, to)) = self.float(&items, next, fit, free, fresh)
            {
                overtake(items.to_mut(), from, to);
                columns = self.columns(&items, next, section.columns, free, fresh);
            }
            let last = columns.last().map_or(next, |fit| fit.end);
            if last == next {
                // Nothing fits here. On a page of its own something always does.
                self.new_page();
                continue;
            }
            let reserved =
                columns.iter().map(|fit| self.note_height(&fit.notes)).max().unwrap_or(0);
            let mut from = next;
            let gutter = GUTTER * self.room.unit;
            let width = column_width(self.room.width(), section.columns, self.room.unit);
            for (number, fit) in columns.iter().enumerate() {
                let left = self.room.left(self.pages.len()) + number as f32 * (width + gutter);
                self.place(&items, from, fit, left, width);
                from = fit.end;
            }
            self.y += columns.iter().map(|fit| fit.used).max().unwrap_or(0);
            self.reserved += reserved;
            next = last;
            if next < items.len()
                || columns.last().is_some_and(|fit| fit.stop && section.columns == 1)
            {
                self.new_page();
            }
        }
    }

    /// How the columns of a page are filled from a piece on.
    fn columns(
        &self,
        items: &[Item],
        from: usize,
        columns: u32,
        free: u32,
        fresh: bool,
    ) -> Vec<ColumnFill> {
        let run = |height: u32, fresh: bool| {
            let mut all: Vec<ColumnFill> = Vec::new();
            let mut next = from;
            for _ in 0..columns {
                let fit = self.fit(items, next, height, fresh);
                next = fit.end;
                all.push(fit);
            }
            all
        };
        let full = run(free, fresh);
        let done = |all: &[ColumnFill]| all.last().is_some_and(|fit| fit.end == items.len());
        if columns > 1 && done(&full) && full.iter().all(|fit| !fit.stop) {
            let total: u32 = full.iter().map(|fit| fit.used).sum();
            // The least height at which the rest fits makes the columns even.
            for height in total / columns..free {
                let even = run(height, false);
                if done(&even) && even.iter().all(|fit| fit.squeezed.is_none()) {
                    return even;
                }
            }
        }
        full
    }

    /// A floating figure that does not fit below the pieces of a page, and the place behind what
    /// fills the page instead; no heading overtakes it, and no other figure.
    fn float(
        &self,
        items: &[Item],
        next: usize,
        fit: &ColumnFill,
        free: u32,
        fresh: bool,
    ) -> Option<(usize, usize)> {
        if fit.squeezed.is_some() || fit.stop {
            return None;
        }
        // A heading is kept with the figure below it, and then with what comes after that.
        let headings =
            items[fit.end..].iter().take_while(|item| is_heading(item) && item.keep).count();
        let at = fit.end + headings;
        let floats = |item: &Item| {
            item.panel.is_none()
                && matches!(&item.role, ItemRole::Figure(f) if f.place == FigurePlace::Float)
        };
        let is_barrier = |item: &Item| match item.role {
            ItemRole::Heading(_) | ItemRole::Figure(_) | ItemRole::Beside(_) => true,
            ItemRole::Text | ItemRole::Row(_) => false,
        };
        items.get(at).filter(|item| floats(item) && !item.column_break)?;
        let mut rest = items.to_vec();
        rest.remove(at);
        let filled = self.fit(&rest, next, free, fresh);
        let barrier = rest[at..].iter().position(is_barrier).map_or(rest.len(), |after| at + after);
        let parts = |to: usize| {
            let Some(following) = rest.get(to) else { return false };
            let before = &rest[to - 1];
            before.keep
                || before.column_break
                || before.panel.is_some() && before.panel == following.panel
                || header_of(following).is_some()
        };
        let to = (at + 1..=filled.end.min(barrier)).rev().find(|to| !parts(*to))?;
        let gained: u32 = rest[at..to].iter().map(|item| item.height).sum();
        (gained >= MIN_GAIN).then_some((at, to))
    }

    fn note_height(&self, notes: &[usize]) -> u32 {
        let height = |note: &usize| self.note(*note).map_or(0, |item| item.height);
        if notes.is_empty() { 0 } else { NOTE_GAP + notes.iter().map(height).sum::<u32>() }
    }

    fn note(&self, number: usize) -> Option<&Item> {
        let notes = &self.galley.notes[usize::from(self.columns > 1)];
        notes.get(number.checked_sub(1)?)?.as_ref()
    }

    /// What fits into a height. If nothing does, what is there is divided on a fresh page only.
    fn fit(&self, items: &[Item], start: usize, height: u32, fresh: bool) -> ColumnFill {
        let mut good = ColumnFill { end: start, ..ColumnFill::default() };
        let mut notes: Vec<usize> = Vec::new();
        let mut y = 0;
        let mut at = start;
        while let Some(item) = items.get(at) {
            y += lead(items, start, at);
            let top = y;
            y += item.height;
            let before = notes.len();
            for note in &item.art.notes {
                if !notes.contains(note) {
                    notes.push(*note);
                }
            }
            let feet = self.note_height(&notes);
            let beside = if let ItemRole::Beside(figure) = &item.role { figure.units } else { 0 };
            if y.max(top + beside) + feet > height {
                let free = height.saturating_sub(top + feet);
                if let ItemRole::Figure(figure) = &item.role
                    && !item.keep
                    && free as f32 >= MIN_SQUEEZE * item.height as f32
                    && free > figure.caption_units()
                {
                    return ColumnFill {
                        end: at + 1,
                        used: top + free,
                        notes,
                        squeezed: Some((at, free)),
                        stop: item.column_break,
                    };
                }
                notes.truncate(before);
                break;
            }
            let below = u32::from(panel_goes_on(items, at));
            let closes = at + 1 == items.len() && (!item.keep || y + self.tail + feet <= self.free);
            if !item.keep && y + below + feet <= height || closes {
                good = ColumnFill {
                    end: at + 1,
                    used: y,
                    notes: notes.clone(),
                    squeezed: None,
                    stop: item.column_break,
                };
                if item.column_break {
                    return good;
                }
            }
            at += 1;
        }
        if good.end == start && fresh && start < items.len() {
            // What is kept together is higher than a page, so it is divided after all.
            let end = at.max(start + 1);
            let used = (start..end).map(|i| lead(items, start, i) + items[i].height).sum::<u32>();
            return ColumnFill { end, used: used.min(height), notes, squeezed: None, stop: false };
        }
        good
    }

    /// Puts what fits into a column onto the page.
    fn place(&mut self, items: &[Item], from: usize, fit: &ColumnFill, left: f32, width: f32) {
        let unit = self.room.unit;
        let column_top = self.room.top() + self.y as f32 * unit;
        let mut panels: Vec<PlacedPanel> = Vec::new();
        let mut y = 0;
        let Some(page) = self.pages.last_mut() else { return };
        for (at, item) in items.iter().enumerate().take(fit.end).skip(from) {
            if at == from
                && let Some(header) = header_of(item)
            {
                let bottom = column_top + header.height as f32 * unit;
                let ops = header.art.ops.iter().cloned();
                let repeated = Item { keep: true, block: item.block, ..Item::default() };
                page.add(ops, &repeated, (left, column_top), bottom, true);
            }
            y += lead(items, from, at);
            let top = column_top + y as f32 * unit;
            let height = match fit.squeezed {
                Some((squeezed, height)) if squeezed == at => height,
                Some(_) | None => item.height,
            };
            let figure = match &item.role {
                ItemRole::Figure(figure) => figure.drawn_in(height, unit),
                ItemRole::Beside(figure) => figure.drawn_in(figure.units, unit),
                ItemRole::Heading(number) => {
                    page.headings.push((*number, top));
                    Vec::new()
                }
                ItemRole::Text | ItemRole::Row(_) => Vec::new(),
            };
            let ops = item.art.ops.iter().cloned().chain(figure);
            page.add(ops, item, (left, top), top + height as f32 * unit, false);
            if let Some(panel) = item.panel {
                let begins =
                    at == 0 || items[at - 1].panel.is_none_or(|p| p.number != panel.number);
                let is_padded = panel.kind.is_some();
                let goes_on = is_padded && at + 1 == fit.end && panel_goes_on(items, at);
                let lower = y + height + u32::from(goes_on);
                match panels.last_mut() {
                    Some(last) if last.panel.number == panel.number => last.lower = lower,
                    Some(_) | None => {
                        let padding = u32::from(!begins && is_padded && at == from);
                        panels.push(PlacedPanel { panel, upper: y.saturating_sub(padding), lower });
                    }
                }
            }
            y += height;
        }
        for PlacedPanel { panel, upper, lower } in panels {
            page.under.push(DrawOp::Panel {
                panel,
                x: left + panel.left,
                y: column_top + upper as f32 * unit,
                width: panel.width,
                height: (lower - upper) as f32 * unit,
            });
        }
        self.place_notes(&fit.notes, left, width);
    }

    /// The footnotes of a column at the foot of the page.
    fn place_notes(&mut self, numbers: &[usize], left: f32, width: f32) {
        let unit = self.room.unit;
        let top = self.room.top();
        let notes: Vec<(u32, Vec<DrawOp>)> = numbers
            .iter()
            .filter_map(|number| self.note(*number))
            .map(|note| (note.height, note.art.ops.clone()))
            .collect();
        if notes.is_empty() {
            return;
        }
        let mut y = self.room.rows - self.reserved - self.note_height(numbers) + NOTE_GAP;
        let Some(page) = self.pages.last_mut() else { return };
        page.ops.push(DrawOp::Fill {
            x: left,
            y: top + (y as f32 - 0.7) * unit,
            width: width / 4.0,
            height: 0.15,
            colour: "#000".to_owned(),
            opacity: 0.6,
        });
        for (height, ops) in notes {
            page.ops.extend(ops.iter().map(|op| op.moved(left, top + y as f32 * unit)));
            y += height;
        }
    }
}

/// A box on a page, from one unit of its column to another.
struct PlacedPanel {
    panel: TextPanel,
    upper: u32,
    lower: u32,
}

impl Page {
    /// Adds what is drawn of an item at a place.
    fn add(
        &mut self,
        ops: impl Iterator<Item = DrawOp>,
        item: &Item,
        (x, top): (f32, f32),
        bottom: f32,
        again: bool,
    ) {
        let from = self.ops.len();
        self.ops.extend(ops.map(|op| op.moved(x, top)));
        let (left, right) = extent(&self.ops[from..], x);
        let Item { block, keep, .. } = *item;
        self.blocks.push(PlacedItem { block, left, right, top, bottom, keep, again });
    }
}

/// The page of each anchor, and its upper edge there in millimetres.
pub(super) fn anchors(pages: &[Page], headings: &[HeadingEntry]) -> HashMap<String, (usize, f32)> {
    let mut found = HashMap::new();
    for (index, page) in pages.iter().enumerate() {
        for (heading, y) in &page.headings {
            if let Some(entry) = headings.get(*heading) {
                found.entry(entry.anchor.clone()).or_insert((index + 1, *y));
            }
        }
    }
    found
}

fn is_heading(item: &Item) -> bool {
    matches!(item.role, ItemRole::Heading(_))
}

/// What is printed again above a row of a table.
fn header_of(item: &Item) -> Option<&Item> {
    if let ItemRole::Row(header) = &item.role { Some(header) } else { None }
}

/// A figure moved behind the pieces that overtake it, up to that place.
fn overtake(items: &mut Vec<Item>, at: usize, to: usize) {
    let figure = items.remove(at);
    let space = figure.before;
    items.insert(to, figure);
    if let Some(following) = items.get_mut(to + 1) {
        following.before = following.before.max(space);
    }
}

/// What must at least stand below a heading before a section: its first pieces that keep together,
/// with the gap.
fn need(section: &ColumnSection) -> u32 {
    let kept = section.items.iter().take_while(|item| item.keep).count();
    let first: u32 = section
        .items
        .iter()
        .take(kept + 1)
        .enumerate()
        .map(|(at, item)| item.height + if at == 0 { 0 } else { item.before })
        .sum();
    first.max(MIN_ROWS) + section.items.first().map_or(0, |item| item.before).max(SECTION_GAP)
}

/// The edges of what is drawn; the column's where nothing is.
fn extent(ops: &[DrawOp], column: f32) -> (f32, f32) {
    let edges = ops.iter().filter_map(DrawOp::extent);
    edges.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((column, column))
}

/// The units above a piece, in a column that begins with `start`.
fn lead(items: &[Item], start: usize, at: usize) -> u32 {
    let item = &items[at];
    if at > start {
        return item.before;
    }
    let header = header_of(item).map_or(0, |header| header.height);
    let goes_on =
        at > 0 && panel_goes_on(items, at - 1) && item.panel.is_some_and(|p| p.kind.is_some());
    header + u32::from(goes_on)
}

/// Whether the box of a piece goes on after it, with a padding of its own where it is divided.
fn panel_goes_on(items: &[Item], at: usize) -> bool {
    let number = |at: usize| {
        items.get(at).and_then(|item| item.panel).filter(|p| p.kind.is_some()).map(|p| p.number)
    };
    number(at).is_some() && number(at) == number(at + 1)
}
