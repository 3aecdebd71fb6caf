//! Pieces of one form on sheets. In: a [`TokenJob`]; out: a [`Plan`].

mod lattice;
mod share;

use std::collections::HashSet;
use std::iter::repeat_n;

use super::cards::{Job, plan_skipping};
use super::cutters::cut::{Cut, CutCollector};
use super::duplex::Flip;
use super::grid::Grid;
use super::marks::{Mark, Pen, SheetSpots, crosses_beside};
use super::plan::{Contour, Placement, Plan, Run, Sheet, Side};
use super::skip::{Empty, PlanError, Skip};
use crate::game::Print;
use crate::units::{Form, Outline, Rect, Size, Turn};
use lattice::{Contours, Lattice};
pub use share::{SharedComponent, SharedJob, plan_shared};

/// One component of pieces to be placed.
#[derive(Clone, Debug)]
pub struct TokenJob<'a, F> {
    /// Its id, for messages.
    pub component: &'a str,
    /// What is cut out.
    pub form: &'a Form,
    /// The box around it.
    pub trim: Size,
    /// What is to be placed, in order; at most [`MAX_COPIES`](crate::game::MAX_COPIES) copies in
    /// all.
    pub runs: Vec<Run<F>>,
    /// How it goes on paper.
    pub print: &'a Print,
    /// How its outline is drawn, if it is.
    pub outline: Option<Pen>,
    /// Slots that stay empty.
    pub skip: &'a [Skip],
}

/// Places every copy on the sheets it needs, hexagons and circles between each other where that
/// saves paper.
///
/// Rectangles whose outline is not drawn are cards: they lie as those do and have their crop marks.
pub fn plan_tokens<F: Copy>(job: &TokenJob<'_, F>) -> Result<Plan<F>, PlanError> {
    if job.form.is_rectangle() && job.outline.is_none() {
        let cards = Job {
            component: job.component,
            form: job.form,
            trim: job.trim,
            runs: job.runs.clone(),
            print: job.print,
        };
        return plan_skipping(&cards, job.skip);
    }
    let lattice = Lattice::choose(job.component, job.form, job.trim, job.print)?;
    let capacity = u32::try_from(lattice.capacity()).unwrap_or(u32::MAX);
    let empty = Empty::new(job.skip, |skip| lattice.slot(skip.column, skip.row));
    let mut fronts: Vec<Vec<(&Run<F>, Placement<F>)>> = Vec::new();
    let mut contours = Contours::new(&lattice);
    let mut next = 0;
    for (copy, run) in (0..).zip(job.runs.iter().flat_map(|run| repeat_n(run, run.copies as usize)))
    {
        loop {
            let sheet = next / capacity;
            let slot = next % capacity;
            next += 1;
            fronts.resize_with(fronts.len().max(sheet as usize + 1), Vec::new);
            if empty.contains(sheet, slot) {
                continue;
            }
            let contour = (!job.form.is_rectangle()).then(|| contours.of(slot));
            let trim = lattice.trim_rect(slot);
            let clip = lattice.clip_rect(slot);
            fronts[sheet as usize].push((
                run,
                Placement { slot, copy, face: run.face, trim, clip, turn: Turn::None, contour },
            ));
            break;
        }
    }
    let grid = lattice.grid();
    empty.check(
        job.skip,
        fronts.len(),
        Skip { sheet: 0, column: grid.columns - 1, row: grid.rows - 1 },
    )?;
    let contours = contours.found;
    let flip = Flip::new(job.print.duplex, lattice.paper)
        .filter(|_| job.runs.iter().any(|run| run.copies > 0 && run.back.is_some()));
    let taken = lattice.area.grown(job.print.bleed);
    let spots = SheetSpots::find(lattice.paper, lattice.margin, taken, flip);
    let sheets = Sheets { flip, spots, register: job.print.marks.register };
    let cut = |placement: &Placement<F>| {
        placement
            .contour
            .and_then(|contour| contours.get(contour))
            .map_or_else(|| job.form.cut(job.trim), |s| s.cut.clone())
    };
    let outline = |placement: &Placement<F>| {
        (cut(placement).placed(job.trim, placement.trim, placement.turn), job.outline)
    };
    Ok(sheets.plan(lattice.paper, grid, fronts, contours.clone(), outline))
}

/// What is cut around the pieces of a sheet, and how it is drawn.
type Outlines = Vec<(Outline, Option<Pen>)>;

/// Fronts become sheets.
struct Sheets {
    flip: Option<Flip>,
    spots: SheetSpots,
    /// Whether there are crosses to hold the two sides against each other.
    register: bool,
}

impl Sheets {
    /// The plan of these fronts. `outline` says what is cut around a placement, and how that is
    /// drawn.
    fn plan<F: Copy>(
        &self,
        paper: Size,
        grid: Grid,
        fronts: Vec<Vec<(&Run<F>, Placement<F>)>>,
        mut contours: Vec<Contour>,
        outline: impl Fn(&Placement<F>) -> (Outline, Option<Pen>),
    ) -> Plan<F> {
        let mut mirrored: Vec<Option<usize>> = vec![None; contours.len()];
        let crosses = if self.register { self.crosses(paper, &fronts) } else { Vec::new() };
        let mut last: Option<(Outlines, Vec<Cut>)> = None;
        let mut sheets = Vec::with_capacity(fronts.len());
        for copies in fronts {
            // Full sheets are mostly alike.
            let outlines: Outlines =
                copies.iter().map(|(_, placement)| outline(placement)).collect();
            let cuts = match &last {
                Some((known, cuts)) if *known == outlines => cuts.clone(),
                _ => {
                    let mut collector = CutCollector::default();
                    for (outline, pen) in outlines.clone() {
                        collector.add(outline, pen);
                    }
                    last = Some((outlines, collector.cuts.clone()));
                    collector.cuts
                }
            };
            let back = self.flip.map(|flip| Side {
                placements: copies
                    .iter()
                    .filter_map(|(run, front)| {
                        let contour = front.contour.map(|contour| {
                            behind(
                                contour,
                                front.turn.apply(front.trim.size),
                                &mut contours,
                                &mut mirrored,
                            )
                        });
                        let trim = flip.rect(front.trim);
                        let clip = flip.rect(front.clip);
                        let turn = flip.turn(front.turn);
                        Some(Placement { face: run.back?, trim, clip, turn, contour, ..*front })
                    })
                    .collect(),
                marks: crosses.iter().map(|mark| mark.mirrored(flip)).collect(),
                slug: self.spots.back,
                ..Side::default()
            });
            let placements = copies.into_iter().map(|(_, placement)| placement).collect();
            sheets.push(Sheet {
                front: Side {
                    placements,
                    cuts,
                    marks: crosses.clone(),
                    slug: self.spots.front,
                    ..Side::default()
                },
                back,
            });
        }
        Plan { contours, ..Plan::new(paper, grid, sheets) }
    }

    /// The same on all sheets, beside the pieces of each.
    fn crosses<F>(&self, paper: Size, fronts: &[Vec<(&Run<F>, Placement<F>)>]) -> Vec<Mark> {
        let clips: HashSet<Rect> =
            fronts.iter().flatten().map(|(_, placement)| placement.clip).collect();
        crosses_beside(paper, clips.into_iter(), &self.spots.areas(self.flip))
    }
}

/// The number of the contour that lies behind a contour in a box of that size: the same mirrored,
/// which often is the same.
fn behind(
    contour: usize,
    size: Size,
    contours: &mut Vec<Contour>,
    mirrored: &mut [Option<usize>],
) -> usize {
    if let Some(known) = mirrored.get(contour).copied().flatten() {
        return known;
    }
    let Some(front) = contours.get(contour) else { return contour };
    let back = front.mirrored(size.width);
    let like = |known: &Contour| {
        same(&known.cut, &back.cut)
            && same(&known.ink, &back.ink)
            && same(&known.trapped, &back.trapped)
    };
    let number = contours.iter().position(like).unwrap_or_else(|| {
        contours.push(back);
        contours.len() - 1
    });
    if let Some(known) = mirrored.get_mut(contour) {
        *known = Some(number);
    }
    number
}

/// Whether two outlines are the same line, wherever they begin.
fn same(a: &Outline, b: &Outline) -> bool {
    let a: Vec<_> = a.edges().collect();
    let mut b: Vec<_> = b.edges().collect();
    if a.len() != b.len() {
        return false;
    }
    let Some(start) = b.iter().position(|edge| Some(edge) == a.first()) else {
        return a.is_empty();
    };
    b.rotate_left(start);
    a == b
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Length, Point};

    #[test]
    fn an_outline_is_the_same_wherever_it_begins() {
        let size = Size::new(Length::mm(20), Length::mm(24));
        for form in
            [Form::Rectangle, Form::Rounded(Length::mm(3)), Form::Circle, Form::Hex, Form::HexFlat]
        {
            let cut = form.cut(size);
            assert!(same(&cut, &cut.mirrored(size.width)), "{form:?}");
        }
        let at = |x, y| Point::new(Length::mm(x), Length::mm(y));
        let arrow =
            Outline::polygon(&[at(0, 0), at(20, 12), at(0, 24)]).unwrap_or_else(|| unreachable!());
        assert!(!same(&arrow, &arrow.mirrored(size.width)));
        assert!(same(&arrow, &arrow.mirrored(size.width).mirrored(size.width)));
    }
}
