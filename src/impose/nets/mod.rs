//! Nets on sheets. In: a [`NetJob`]; out: a [`Plan`], in which each panel of each net is a
//! placement, or two: one with its bleed, and the panel itself over it.

use std::iter::repeat_n;

use super::cutters::cut::Cut;
use super::grid::Layout;
use super::marks::{Mark, Pen, SlugSpots};
use super::misfit::DoesNotFit;
use super::paper::{OrientedPaper, gutter_of};
use super::plan::{Contour, Placement, Plan, Sheet, Side};
use super::skip::{Empty, PlanError, Skip};
use crate::game::nets::{Ink, Net};
use crate::game::{Gutter, Print};
use crate::units::{Length, Outline, Path, Point, Rect, Turn};

/// One component of folded things to be placed.
#[derive(Clone, Debug)]
pub struct NetJob<'a, F> {
    /// Its id, for messages.
    pub component: &'a str,
    /// The net of each copy.
    pub net: &'a Net,
    /// What is to be placed, in order; at most [`MAX_COPIES`](crate::game::MAX_COPIES) copies in
    /// all.
    pub runs: Vec<NetRun<F>>,
    /// How it goes on paper.
    pub print: &'a Print,
    /// Slots that stay empty.
    pub skip: &'a [Skip],
}

/// Copies of a net that are all alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetRun<F> {
    /// What each panel shows, by the number of the panel.
    pub faces: Vec<F>,
    /// How many.
    pub copies: u32,
}

/// Places every copy on the sheets it needs, by the boxes around the nets, side by side where they
/// fit. Nets stand upright; the paper is turned if it takes fewer sheets that way.
pub fn plan_nets<F: Copy>(job: &NetJob<'_, F>) -> Result<Plan<F>, PlanError> {
    let net = job.net;
    let bleed = net.bleed(job.print.bleed);
    let layout = choose(job, bleed)?;
    let capacity = u32::try_from(layout.capacity()).unwrap_or(u32::MAX);
    let inks = net.inks(job.print.bleed);
    let contours: Vec<Contour> = inks.iter().filter_map(contour).collect();
    let numbers: Vec<Option<usize>> = inks
        .iter()
        .scan(0, |next, ink| {
            let number = ink.ink.as_ref().map(|_| *next);
            *next += usize::from(number.is_some());
            Some(number)
        })
        .collect();
    let cuts = net.cuts();
    let marks = marks(net);
    let slug = SlugSpots::find(layout.paper, layout.margin, layout.grid.area.grown(bleed));
    let empty = Empty::new(job.skip, |skip| layout.slot(skip.column, skip.row));
    let mut sheets: Vec<Sheet<F>> = Vec::new();
    let mut number = 0;
    for (copy, run) in (0..).zip(job.runs.iter().flat_map(|run| repeat_n(run, run.copies as usize)))
    {
        loop {
            let sheet = number / capacity;
            let slot = number % capacity;
            number += 1;
            sheets.resize_with(sheets.len().max(sheet as usize + 1), || Sheet {
                front: Side { slug, ..Side::default() },
                back: None,
            });
            if empty.contains(sheet, slot) {
                continue;
            }
            let Rect { x, y, .. } =
                layout.trim_rect(slot % layout.grid.columns, slot / layout.grid.columns);
            let at = Point::new(x, y);
            let side = &mut sheets[sheet as usize].front;
            let placed = |ink: &Ink, clip: Rect, contour: Option<usize>| {
                let face = *run.faces.get(ink.panel)?;
                let trim = moved_rect(ink.area, at);
                let clip = moved_rect(clip, at).within(layout.bounds);
                Some(Placement { slot, copy, face, trim, clip, turn: ink.turn, contour })
            };
            // First the panels with their bleed, then everything that touches.
            let whole = inks
                .iter()
                .zip(&numbers)
                .filter(|(ink, contour)| contour.is_some() || ink.clip != ink.core);
            side.placements
                .extend(whole.filter_map(|(ink, contour)| placed(ink, ink.clip, *contour)));
            side.placements.extend(inks.iter().filter_map(|ink| placed(ink, ink.core, None)));
            side.cuts.extend(cuts.iter().map(|outline| cut(outline, at)));
            side.marks.extend(marks.iter().map(|mark| Mark {
                from: moved(mark.from, at),
                to: moved(mark.to, at),
                ..*mark
            }));
            break;
        }
    }
    let last = Skip { sheet: 0, column: layout.grid.columns - 1, row: layout.grid.rows - 1 };
    empty.check(job.skip, sheets.len(), last)?;
    Ok(Plan { contours, ..Plan::new(layout.paper, layout.grid, sheets) })
}

/// What may be inked, counted from the upper left corner of the unturned face. Panels are cut as
/// the net is, so the line to cut is the panel's box.
fn contour(ink: &Ink) -> Option<Contour> {
    let outline = ink.ink.as_ref()?;
    let size = ink.turn.apply(ink.area.size);
    let back = |p: Point| {
        let x = p.x - ink.area.x;
        let y = p.y - ink.area.y;
        match ink.turn {
            Turn::None => Point::new(x, y),
            Turn::Right => Point::new(y, size.height - x),
            Turn::Half => Point::new(size.width - x, size.height - y),
            Turn::Left => Point::new(size.width - y, x),
        }
    };
    let cut = Outline::rectangle(Rect::at_origin(size));
    let ink = outline.map(back);
    Some(Contour { cut, trapped: ink.clone(), ink })
}

fn moved(p: Point, by: Point) -> Point {
    Point::new(p.x + by.x, p.y + by.y)
}

fn moved_rect(rect: Rect, by: Point) -> Rect {
    Rect::new(rect.x + by.x, rect.y + by.y, rect.size)
}

fn cut(outline: &Outline, at: Point) -> Cut {
    Cut { path: Path::closed(outline.map(|p| moved(p, at))), pen: Pen::Cut, is_drawn: true }
}

/// Where to fold, and the hatching of what takes glue.
fn marks(net: &Net) -> Vec<Mark> {
    let creases = net.creases.iter().map(|crease| (crease.from, crease.to));
    let folds = creases.map(|(from, to)| Mark { from, to, pen: Pen::Fold });
    let glue = net.hatching().into_iter().map(|(from, to)| Mark { from, to, pen: Pen::Glue });
    folds.chain(glue).collect()
}

/// The orientation that takes fewer sheets, portrait where both take the same. Every net keeps its
/// whole bleed.
fn choose<F>(job: &NetJob<'_, F>, bleed: Length) -> Result<Layout, DoesNotFit> {
    let gutter = gutter_of(job.print);
    let print = Print {
        gutter: Gutter { x: gutter.width.max(bleed * 2), y: gutter.height.max(bleed * 2) },
        ..job.print.clone()
    };
    let copies: u64 = job.runs.iter().map(|run| u64::from(run.copies)).sum();
    let sheets = |layout: &Layout| copies.div_ceil(layout.capacity());
    let papers = OrientedPaper::candidates(&print);
    papers
        .iter()
        .filter_map(|paper| Layout::on(paper, job.net.size, &print))
        .reduce(|best, next| if sheets(&next) < sheets(&best) { next } else { best })
        .ok_or_else(|| DoesNotFit::on(&papers, job.component, job.net.size, &print))
}
