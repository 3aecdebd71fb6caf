//! Nets on sheets. In: a [`NetJob`]; out: a [`Plan`], in which each panel of each net is a placement, or
//! two: one with its bleed, and the panel itself over it.

use std::iter::repeat_n;

use super::cut::Cut;
use super::fit::{extent, fitting};
use super::furniture;
use super::grid::{Grid, Misfit, single_misfit, turned_left};
use super::marks::Mark;
use super::net::Net;
use super::net_ink::Ink;
use super::plan::{Placement, Plan, Shape, Sheet, Side};
use super::skip::{Empty, Refused, Skip};
use crate::model::Print;
use crate::units::{Length, Outline, Point, Rect, Segment, Sides, Size, Turn};

/// One component of folded things to be placed.
#[derive(Clone, Debug)]
pub struct NetJob<'a> {
    /// Its id, for messages.
    pub component: &'a str,
    /// The net of each copy.
    pub net: &'a Net,
    /// What is to be placed, in order; at most [`MAX_COPIES`](crate::model::MAX_COPIES) copies in all.
    pub runs: Vec<NetRun>,
    /// How it goes on paper.
    pub print: &'a Print,
    /// Slots that stay empty.
    pub skip: &'a [Skip],
}

/// Copies of a net that are all alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetRun {
    /// The caller's id of what each panel shows, by the number of the panel.
    pub faces: Vec<usize>,
    /// How many.
    pub copies: u32,
}

/// Places every copy on the sheets it needs, by the boxes around the nets, side by side where they fit. Nets stand
/// upright; the paper is turned if it takes fewer sheets that way.
pub fn plan_nets(job: &NetJob<'_>) -> Result<Plan, Refused> {
    let net = job.net;
    let bleed = net.bleed(job.print.bleed);
    let layout = Layout::choose(job, bleed)?;
    let inks = net.inks(job.print.bleed);
    let shapes: Vec<Shape> = inks.iter().filter_map(shape).collect();
    let numbers: Vec<Option<usize>> = inks
        .iter()
        .scan(0, |next, ink| {
            let number = ink.ink.as_ref().map(|_| *next);
            *next += usize::from(number.is_some());
            Some(number)
        })
        .collect();
    let (cuts, marks) = (net.cuts(), net.marks());
    let spots = furniture::place(layout.paper, layout.margin, layout.grid.area.grown(bleed));
    let empty = Empty::new(job.skip, |skip| layout.slot(skip.column, skip.row));
    let mut sheets: Vec<Sheet> = Vec::new();
    let mut number = 0;
    for (copy, run) in (0..).zip(job.runs.iter().flat_map(|run| repeat_n(run, run.copies as usize))) {
        loop {
            let (sheet, slot) = (number / layout.capacity(), number % layout.capacity());
            number += 1;
            sheets.resize_with(sheets.len().max(sheet as usize + 1), || Sheet {
                front: Side { furniture: spots, ..Side::default() },
                back: None,
            });
            if empty.contains(sheet, slot) {
                continue;
            }
            let at = layout.origin(slot);
            let side = &mut sheets[sheet as usize].front;
            let placed = |ink: &Ink, clip: Rect, shape: Option<usize>| {
                let face = *run.faces.get(ink.panel)?;
                let (trim, clip) = (moved_rect(ink.area, at), on_paper(moved_rect(clip, at), layout.paper));
                Some(Placement { slot, copy, face, trim, clip, turn: ink.turn, shape })
            };
            // First the panels with their bleed, then everything that touches.
            let whole = inks.iter().zip(&numbers).filter(|(ink, shape)| shape.is_some() || ink.clip != ink.core);
            side.placements.extend(whole.filter_map(|(ink, shape)| placed(ink, ink.clip, *shape)));
            side.placements.extend(inks.iter().filter_map(|ink| placed(ink, ink.core, None)));
            side.cuts.extend(cuts.iter().map(|cut| moved_cut(cut, at)));
            side.marks.extend(marks.iter().map(|mark| Mark { from: moved(mark.from, at), to: moved(mark.to, at), ..*mark }));
            break;
        }
    }
    let last = Skip { sheet: 0, column: layout.grid.columns - 1, row: layout.grid.rows - 1 };
    empty.check(job.skip, sheets.len(), last)?;
    Ok(Plan { paper: layout.paper, grid: layout.grid, sheets, shapes, fold: None })
}

/// What may be inked, counted from the upper left corner of the unturned face. Panels are cut as the net is, so the
/// line to cut is the panel's box.
fn shape(ink: &Ink) -> Option<Shape> {
    let outline = ink.ink.as_ref()?;
    let size = ink.turn.apply(ink.area.size);
    let back = |p: Point| {
        let (x, y) = (p.x - ink.area.x, p.y - ink.area.y);
        match ink.turn {
            Turn::None => Point::new(x, y),
            Turn::Right => Point::new(y, size.height - x),
            Turn::Half => Point::new(size.width - x, size.height - y),
            Turn::Left => Point::new(size.width - y, x),
        }
    };
    let cut = Outline::rectangle(Rect::new(Length::ZERO, Length::ZERO, size));
    Some(Shape { cut, ink: outline.map(back) })
}

fn moved(p: Point, by: Point) -> Point {
    Point::new(p.x + by.x, p.y + by.y)
}

fn moved_rect(rect: Rect, by: Point) -> Rect {
    Rect::new(rect.x + by.x, rect.y + by.y, rect.size)
}

fn moved_cut(cut: &Cut, by: Point) -> Cut {
    let segments = cut.segments.iter().map(|segment| match *segment {
        Segment::Line(end) => Segment::Line(moved(end, by)),
        Segment::Curve(a, b, end) => Segment::Curve(moved(a, by), moved(b, by), moved(end, by)),
    });
    Cut { start: moved(cut.start, by), segments: segments.collect(), ..*cut }
}

fn on_paper(clip: Rect, paper: Size) -> Rect {
    let (left, top) = (clip.x.max(Length::ZERO), clip.y.max(Length::ZERO));
    let (right, bottom) = (clip.right().min(paper.width), clip.bottom().min(paper.height));
    Rect::new(left, top, Size::new(right - left, bottom - top))
}

/// The slots of a sheet.
struct Layout {
    paper: Size,
    margin: Sides,
    grid: Grid,
    /// From slot to slot.
    pitch: Size,
}

impl Layout {
    /// The orientation that takes fewer sheets, upright where both take the same.
    fn choose(job: &NetJob<'_>, bleed: Length) -> Result<Self, Misfit> {
        let Print { paper, margin, .. } = job.print;
        let upright = Self::on(paper.size, *margin, job, bleed);
        let turned = Self::on(paper.size.turned(), turned_left(*margin), job, bleed);
        let best = match (upright, turned) {
            (Some(upright), Some(turned)) => {
                let copies: u32 = job.runs.iter().map(|run| run.copies).fold(0, u32::saturating_add);
                let sheets = |layout: &Self| copies.div_ceil(layout.capacity());
                Some(if sheets(&turned) < sheets(&upright) { turned } else { upright })
            }
            (upright, turned) => upright.or(turned),
        };
        best.ok_or_else(|| single_misfit(job.component, job.net.size, job.print))
    }

    fn on(paper: Size, margin: Sides, job: &NetJob<'_>, bleed: Length) -> Option<Self> {
        let none = Length::ZERO;
        let margin = Sides {
            top: margin.top.max(none),
            right: margin.right.max(none),
            bottom: margin.bottom.max(none),
            left: margin.left.max(none),
        };
        let size = job.net.size;
        // Every net keeps its whole bleed.
        let gutter = Size::new(job.print.gutter.x.max(bleed * 2), job.print.gutter.y.max(bleed * 2));
        let printable = Rect::new(none, none, paper).inset(margin);
        let columns = fitting(printable.size.width, size.width, gutter.width)?;
        let rows = fitting(printable.size.height, size.height, gutter.height)?;
        columns.checked_mul(rows)?;
        let used = Size::new(extent(columns, size.width, gutter.width), extent(rows, size.height, gutter.height));
        let x = printable.x + (printable.size.width - used.width) / 2;
        let y = printable.y + (printable.size.height - used.height) / 2;
        let grid = Grid { columns, rows, area: Rect::new(x, y, used) };
        Some(Self { paper, margin, grid, pitch: Size::new(size.width + gutter.width, size.height + gutter.height) })
    }

    /// The slots of one sheet, at least one.
    fn capacity(&self) -> u32 {
        self.grid.columns * self.grid.rows
    }

    fn slot(&self, column: u32, row: u32) -> Option<u32> {
        (column < self.grid.columns && row < self.grid.rows).then(|| row * self.grid.columns + column)
    }

    /// The upper left corner of a slot.
    fn origin(&self, slot: u32) -> Point {
        let (row, column) = (slot / self.grid.columns, slot % self.grid.columns);
        let Rect { x, y, .. } = self.grid.area;
        Point::new(x + self.pitch.width * i64::from(column), y + self.pitch.height * i64::from(row))
    }
}
