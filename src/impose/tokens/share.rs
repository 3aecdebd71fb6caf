//! Sheets that several components share. In: a [`SharedJob`]; out: a [`Plan`].
//!
//! Pieces are placed one after another in the order of the components, each as high up as it goes
//! and then as far left, and never moved again. So what is added at the end moves nothing that was
//! there before.

use std::iter::repeat_n;

use super::Sheets;
use crate::game::Print;
use crate::impose::duplex::Flip;
use crate::impose::grid::Grid;
use crate::impose::marks::{Pen, SheetSpots};
use crate::impose::misfit::DoesNotFit;
use crate::impose::paper::OrientedPaper;
use crate::impose::plan::{Contour, Placement, Plan, Run};
use crate::impose::skip::{Empty, PlanError, Skip};
use crate::units::{Form, Length, Point, Rect, Sides, Size, Turn};

/// Components that share sheets.
#[derive(Clone, Debug)]
pub struct SharedJob<'a, F> {
    /// Paper, margins and duplex of all of them.
    pub print: &'a Print,
    /// The components.
    pub pieces: Vec<SharedComponent<'a, F>>,
    /// Slots that stay empty. Slots of a shared sheet stand in one column, A, in the order in which
    /// they are filled.
    pub skip: &'a [Skip],
}

/// One of the components that share sheets.
#[derive(Clone, Debug)]
pub struct SharedComponent<'a, F> {
    /// Its id, for messages.
    pub component: &'a str,
    /// What is cut out.
    pub form: &'a Form,
    /// The box around it.
    pub trim: Size,
    /// Outside the trim.
    pub bleed: Length,
    /// Between two of its copies; at least two bleeds are kept.
    pub gutter: Length,
    /// What is to be placed, in order.
    pub runs: Vec<Run<F>>,
    /// How its outline is drawn, if it is.
    pub outline: Option<Pen>,
}

/// Places every copy. The paper is portrait unless the game has it in landscape; a piece that only
/// fits turned is turned counter-clockwise.
pub fn plan_shared<F: Copy>(job: &SharedJob<'_, F>) -> Result<Plan<F>, PlanError> {
    let none = Length::ZERO;
    // Auto is portrait: to try both would move what was there before.
    let oriented = OrientedPaper::candidates(job.print)[0];
    let paper = oriented.size;
    let whole = oriented.whole();
    let printable = oriented.printable();
    let empty = Empty::new(job.skip, |skip| (skip.column == 0).then_some(skip.row));
    let mut sheets: Vec<Skyline> = Vec::new();
    let mut fronts: Vec<Vec<(&Run<F>, Placement<F>)>> = Vec::new();
    let mut contours = Vec::new();
    let mut owners = Vec::new();
    let mut copy = 0;
    for (number, piece) in job.pieces.iter().enumerate() {
        let bleed = piece.bleed.max(none);
        let half = bleed.max((piece.gutter.max(none) + Length::emu(1)) / 2);
        let turn = [Turn::None, Turn::Left]
            .into_iter()
            .find(|turn| turn.apply(piece.trim).fits_in(printable.size));
        let Some(turn) = turn.filter(|_| piece.trim.width > none && piece.trim.height > none)
        else {
            return Err(DoesNotFit::alone(piece.component, piece.trim, job.print).into());
        };
        let size = turn.apply(piece.trim);
        let contour = (!piece.form.is_rectangle()).then(|| {
            let ink = piece.form.grown(piece.trim, bleed);
            contours.push(Contour { cut: piece.form.cut(piece.trim), trapped: ink.clone(), ink });
            contours.len() - 1
        });
        // A sheet that has no room for a piece has none for the next one like it.
        let mut first = 0;
        for run in piece.runs.iter().flat_map(|run| repeat_n(run, run.copies as usize)) {
            loop {
                if first == sheets.len() {
                    sheets.push(Skyline::new(printable.size));
                    fronts.push(Vec::new());
                }
                let Some(at) = sheets[first].place(size, half) else {
                    first += 1;
                    continue;
                };
                let slot = sheets[first].placed - 1;
                if empty.contains(first as u32, slot) {
                    continue;
                }
                let trim = Rect::new(printable.x + at.x, printable.y + at.y, size);
                let clip = trim.grown(bleed).within(whole);
                fronts[first].push((
                    run,
                    Placement { slot, copy, face: run.face, trim, clip, turn, contour },
                ));
                owners.push(number);
                copy += 1;
                break;
            }
        }
    }
    let max_placed = sheets.iter().map(|sheet| sheet.placed).max().unwrap_or_default();
    skipped_exist(job.skip, &empty, &sheets, max_placed)?;
    let with_backs = job
        .pieces
        .iter()
        .flat_map(|piece| &piece.runs)
        .any(|run| run.copies > 0 && run.back.is_some());
    let flip = Flip::new(job.print.duplex, paper).filter(|_| with_backs);
    // Bleed reaches into the margins, but below only that of a piece as high as the sheet: slug
    // line and ruler stand there, whatever is added later.
    let out = |piece: &SharedComponent<'_, F>| -piece.bleed.max(none);
    let side = job.pieces.iter().map(out).min().unwrap_or_default();
    let tall = fronts
        .iter()
        .flatten()
        .map(|(_, p)| p.clip.bottom() - printable.bottom())
        .max()
        .unwrap_or_default();
    let taken =
        printable.inset(Sides { top: side, right: side, left: side, bottom: -tall.max(none) });
    let spots = SheetSpots::find(paper, oriented.margin, taken, flip);
    let outline = |placement: &Placement<F>| {
        let piece = &job.pieces[owners[placement.copy as usize]];
        (
            piece.form.cut(piece.trim).placed(piece.trim, placement.trim, placement.turn),
            piece.outline,
        )
    };
    let grid = Grid { columns: 1, rows: max_placed.max(1), area: printable };
    Ok(Sheets { flip, spots, register: job.print.marks.register }
        .plan(paper, grid, fronts, contours, outline))
}

/// Every skipped slot is one of these sheets; each sheet has as many slots as it came to have.
fn skipped_exist(
    skip: &[Skip],
    empty: &Empty,
    sheets: &[Skyline],
    max_placed: u32,
) -> Result<(), PlanError> {
    empty.check(
        skip,
        sheets.len(),
        Skip { sheet: 0, column: 0, row: max_placed.saturating_sub(1) },
    )?;
    let unused =
        |skip: &&Skip| sheets.get(skip.sheet as usize).is_none_or(|sheet| skip.row >= sheet.placed);
    if let Some(skip) = skip.iter().find(unused) {
        let last = Skip {
            sheet: 0,
            column: 0,
            row: sheets.get(skip.sheet as usize).map_or(0, |sheet| sheet.placed.saturating_sub(1)),
        };
        return Err(PlanError::NoSlot(vec![crate::impose::skip::NoSlot {
            skip: *skip,
            sheets: sheets.len(),
            last,
        }]));
    }
    Ok(())
}

/// How far down a sheet is taken, from left to right.
struct Skyline {
    room: Size,
    /// Where each step begins and how high it is; the last one has no end.
    steps: Vec<(Length, Length)>,
    placed: u32,
}

/// Farther left and farther up than anything.
const FAR: Length = Length::mm(-1_000_000);

impl Skyline {
    fn new(room: Size) -> Self {
        Self { room, steps: vec![(FAR, FAR)], placed: 0 }
    }

    /// The upper left corner of a piece that keeps `half` of the distance to its neighbours on all
    /// sides, or nothing if there is no room left.
    fn place(&mut self, size: Size, half: Length) -> Option<Point> {
        let mut best: Option<(Length, Length)> = None;
        // Below, the bleed stays out of the margin if it can.
        let below = if size.height + half <= self.room.height { half } else { Length::ZERO };
        for (at, (start, _)) in self.steps.iter().enumerate() {
            let x = (*start + half).max(Length::ZERO);
            if x + size.width > self.room.width {
                break;
            }
            let left = x - half;
            let right = x + size.width + half;
            // The step that the left end stands on may begin before it.
            let from = self.steps[at..]
                .iter()
                .rposition(|(start, _)| *start <= left)
                .map_or(at, |i| at + i);
            let under = self.steps[from..]
                .iter()
                .take_while(|(start, _)| *start < right)
                .map(|(_, height)| *height)
                .max();
            let y = (under.unwrap_or(FAR) + half).max(Length::ZERO);
            if y + size.height + below <= self.room.height && best.is_none_or(|best| (y, x) < best)
            {
                best = Some((y, x));
            }
        }
        let (y, x) = best?;
        self.raise(x - half, x + size.width + half, y + size.height + half);
        self.placed += 1;
        Some(Point::new(x, y))
    }

    fn raise(&mut self, left: Length, right: Length, height: Length) {
        let behind = self
            .steps
            .iter()
            .rev()
            .find(|(start, _)| *start <= right)
            .map_or(FAR, |(_, height)| *height);
        let before = self.steps.partition_point(|(start, _)| *start < left);
        let after = self.steps.partition_point(|(start, _)| *start <= right);
        self.steps.splice(before..after, [(left, height), (right, behind)]);
        self.steps.dedup_by(|next, step| next.1 == step.1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mm(mm: i64) -> Length {
        Length::mm(mm)
    }

    fn places(room: (i64, i64), pieces: &[(i64, i64, i64)]) -> Vec<Option<(i64, i64)>> {
        let mut sky = Skyline::new(Size::new(mm(room.0), mm(room.1)));
        let place = |(w, h, half): &(i64, i64, i64)| {
            sky.place(Size::new(mm(*w), mm(*h)), mm(*half)).map(|p| (p.x / mm(1), p.y / mm(1)))
        };
        pieces.iter().map(place).collect()
    }

    #[test]
    fn pieces_stand_beside_each_other_and_then_below() {
        assert_eq!(
            places(
                (100, 60),
                &[(40, 50, 0), (40, 20, 0), (20, 20, 0), (60, 20, 0), (20, 10, 0), (1, 1, 0)]
            ),
            [
                Some((0, 0)),
                Some((40, 0)),
                Some((80, 0)),
                Some((40, 20)),
                Some((40, 40)),
                Some((60, 40))
            ]
        );
    }

    #[test]
    fn distances_are_kept_between_pieces_and_not_at_the_edge() {
        assert_eq!(
            places((100, 47), &[(48, 20, 2), (48, 20, 2), (48, 21, 2), (47, 22, 1), (1, 1, 2)]),
            [Some((0, 0)), Some((52, 0)), Some((0, 24)), Some((51, 23)), None]
        );
    }
}
