//! Cards in grids. In: a [`Job`]; out: a [`Plan`].

pub(super) mod arrange;
mod ink;

use std::iter::repeat_n;

use super::duplex::Flip;
use super::marks::{SheetMarks, SheetSpots, outreach};
use super::misfit::DoesNotFit;
use super::plan::{Placement, Plan, Run, Sheet, Side};
use super::skip::{Empty, PlanError, Skip};
use crate::game::Print;
use crate::units::{Form, Length, Rect, Sides, Size};
use arrange::Arrangement;
use ink::{Card, Contours, inks};

/// One component to be placed.
#[derive(Clone, Debug)]
pub struct Job<'a, F> {
    /// Its id, for messages.
    pub component: &'a str,
    /// What each copy is cut to, in the box of its finished size. Crop marks and ink are those of
    /// the box.
    pub form: &'a Form,
    /// The finished size of each copy.
    pub trim: Size,
    /// What is to be placed, in order; at most [`MAX_COPIES`](crate::game::MAX_COPIES) copies in
    /// all.
    pub runs: Vec<Run<F>>,
    /// How it goes on paper.
    pub print: &'a Print,
}

/// Places every copy on the sheets it needs.
///
/// Cards stand upright on the front, unless some of them may be turned. The paper is turned by 90°
/// counter-clockwise (its upper edge to the left) if that takes fewer sheets, and its margins turn
/// with it.
pub fn plan<F: Copy>(job: &Job<'_, F>) -> Result<Plan<F>, DoesNotFit> {
    plan_around(job, |_| false)
}

/// The same where some faces are blanks, next to which other cards have all of their bleed.
fn plan_around<F: Copy>(
    job: &Job<'_, F>,
    is_blank: impl Fn(&F) -> bool,
) -> Result<Plan<F>, DoesNotFit> {
    let copies = job.runs.iter().map(|run| u64::from(run.copies)).sum();
    let backs = job.runs.iter().any(|run| run.copies > 0 && run.back.is_some());
    let folded = backs && job.print.duplex.is_folded();
    let arrangement = Arrangement::choose(job.component, job.trim, job.print, copies, folded)?;
    let flip = Flip::new(job.print.duplex, arrangement.first().paper).filter(|_| backs);
    let spots = spots(&arrangement, flip);
    let bleed = job.print.bleed.max(Length::ZERO);
    let mut contours = Contours::new(job.form, job.trim, bleed);
    let copies: Vec<Copied<'_, F>> = job
        .runs
        .iter()
        .flat_map(|run| repeat_n(run, run.copies as usize))
        .zip(0..)
        .map(|(run, number)| Copied { run, number, is_blank: is_blank(&run.face) })
        .collect();
    let per_sheet = usize::try_from(arrangement.capacity()).unwrap_or(usize::MAX);
    let mut marks = SheetMarks::new(&arrangement, &spots.areas(flip));
    let sheets = copies
        .chunks(per_sheet)
        .map(|copies| {
            let fronts = fronts(&arrangement, bleed, &mut contours, copies);
            sheet(&arrangement, flip, &spots, &mut marks, (&fronts, copies))
        })
        .collect();
    let first = arrangement.first();
    let contours = contours.found();
    Ok(Plan { contours, fold: arrangement.fold, ..Plan::new(first.paper, first.grid, sheets) })
}

/// A plan of cards in a grid with some of its slots left empty: they are filled with blanks, which
/// are then taken away.
pub fn plan_skipping<F: Copy>(job: &Job<'_, F>, skip: &[Skip]) -> Result<Plan<F>, PlanError> {
    let full = plan(job)?;
    if skip.is_empty() {
        return Ok(full);
    }
    let grid = full.grid;
    let empty = Empty::new(skip, |skip| {
        let there = skip.column < grid.columns && skip.row < grid.rows;
        there.then(|| skip.row * grid.columns + skip.column)
    });
    let per_sheet = grid.columns.saturating_mul(grid.rows).max(1);
    let mut filled: Vec<Run<Option<F>>> = Vec::new();
    // For each slot that is filled, blanks included, which copy it holds.
    let mut numbers: Vec<u32> = Vec::new();
    let copies = job.runs.iter().flat_map(|run| repeat_n(run, run.copies as usize));
    for (copy, run) in (0..).zip(copies) {
        loop {
            let next = filled.len() as u32;
            let is_empty = empty.contains(next / per_sheet, next % per_sheet);
            filled.push(if is_empty {
                Run { face: None, back: None, copies: 1 }
            } else {
                Run { face: Some(run.face), back: run.back.map(Some), copies: 1 }
            });
            numbers.push(copy);
            if !is_empty {
                break;
            }
        }
    }
    let Job { component, form, trim, print, .. } = *job;
    let job = Job { component, form, trim, runs: filled, print };
    let plan = plan_around(&job, Option::is_none)?;
    empty.check(
        skip,
        plan.sheets.len(),
        Skip { sheet: 0, column: grid.columns - 1, row: grid.rows - 1 },
    )?;
    plan.with_placements(|placements| {
        let real = placements.into_iter().filter_map(|placement| {
            let copy = *numbers.get(placement.copy as usize)?;
            let real = placement.try_map(|face| face.ok_or(())).ok()?;
            Some(Placement { copy, ..real })
        });
        Ok(real.collect())
    })
}

struct Copied<'a, F> {
    run: &'a Run<F>,
    number: u32,
    is_blank: bool,
}

fn sheet<F: Copy>(
    arrangement: &Arrangement,
    flip: Option<Flip>,
    spots: &SheetSpots,
    marks: &mut SheetMarks<'_>,
    (fronts, copies): (&[Placement<F>], &[Copied<'_, F>]),
) -> Sheet<F> {
    let backs = |flip: Flip| -> Vec<Placement<F>> {
        fronts
            .iter()
            .zip(copies)
            .filter_map(|(front, copy)| Some(behind(flip, front, copy.run.back?)))
            .collect()
    };
    let marks = marks.marks(copies.len() as u32);
    let back = flip.map(|flip| Side {
        placements: backs(flip),
        marks: marks.iter().map(|mark| mark.mirrored(flip)).collect(),
        cuts: Vec::new(),
        captions: Vec::new(),
        slug: spots.back,
    });
    let beside = arrangement.mirror().map(backs).unwrap_or_default();
    let front = Side {
        placements: fronts.iter().copied().chain(beside).collect(),
        marks,
        slug: spots.front,
        ..Side::default()
    };
    Sheet { front, back }
}

/// The fronts of a sheet, each in its slot.
fn fronts<F: Copy>(
    arrangement: &Arrangement,
    bleed: Length,
    contours: &mut Contours<'_>,
    copies: &[Copied<'_, F>],
) -> Vec<Placement<F>> {
    let count = copies.len() as u32;
    let card = |slot: u32| {
        let (block, column, row) = arrangement.slot(slot);
        Card { trim: block.trim_rect(column, row), bounds: arrangement.bounds(block, count) }
    };
    let there: Vec<Card> = copies
        .iter()
        .zip(0..)
        .filter(|(copy, _)| !copy.is_blank)
        .map(|(_, slot)| card(slot))
        .collect();
    let mut inked = inks(&there, bleed).into_iter();
    let placed = |(copy, slot): (&Copied<'_, F>, u32)| {
        let (block, column, row) = arrangement.slot(slot);
        let trim = block.trim_rect(column, row);
        let ink = if copy.is_blank { None } else { inked.next() };
        Placement {
            slot,
            copy: copy.number,
            face: copy.run.face,
            trim,
            clip: ink.map_or(trim, |ink| ink.clip),
            turn: block.turn,
            contour: ink.and_then(|ink| contours.of(&ink, block.turn)),
        }
    };
    copies.iter().zip(0..).map(placed).collect()
}

fn behind<F: Copy>(flip: Flip, front: &Placement<F>, face: F) -> Placement<F> {
    Placement {
        face,
        trim: flip.rect(front.trim),
        clip: flip.rect(front.clip),
        turn: flip.turn(front.turn),
        contour: front.contour.map(Contours::behind),
        ..*front
    }
}

/// Room for slug line and ruler beside all blocks, on both sides.
fn spots(arrangement: &Arrangement, flip: Option<Flip>) -> SheetSpots {
    let first = arrangement.first();
    let outer = arrangement.blocks.iter().map(|block| {
        let Sides { top, right, bottom, left } = outreach(block);
        // Marks beside the last row are half of their weight below it.
        let out = |mark: Length| -mark.max(block.bleed).max(block.ruling.half);
        block.grid.area.inset(Sides {
            top: out(top),
            right: out(right),
            bottom: out(bottom),
            left: out(left),
        })
    });
    let mirrored =
        |taken: Rect| arrangement.mirror().map_or(taken, |mirror| taken.around(mirror.rect(taken)));
    let taken = mirrored(outer.reduce(Rect::around).unwrap_or_default());
    SheetSpots::find(first.paper, first.margin, taken, flip)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Duplex, Paper};
    use crate::units::{Turn, card_size, paper_size};

    fn print(paper: &str, margin: Sides, bleed: i64, duplex: Duplex) -> Print {
        Print {
            paper: Paper { name: paper.to_owned(), size: paper_size(paper).unwrap() },
            margin,
            bleed: Length::mm(bleed),
            duplex,
            ..Print::default()
        }
    }

    /// A4 with margins that just hold three by three cards of 63 × 88 mm, off the middle.
    fn uneven(duplex: Duplex) -> Print {
        let margin = Sides {
            left: Length::mm(10),
            right: Length::mm(11),
            top: Length::mm(16),
            bottom: Length::mm(17),
        };
        print("a4", margin, 0, duplex)
    }

    /// Cards numbered from 1 with backs numbered from 101.
    fn numbered(count: usize) -> Vec<Run<usize>> {
        (1..=count).map(|n| Run { face: n, back: Some(100 + n), copies: 1 }).collect()
    }

    fn planned(print: &Print, card: &str, runs: Vec<Run<usize>>) -> Plan<usize> {
        plan(&Job {
            component: "deck",
            form: &Form::Rectangle,
            trim: card_size(card).unwrap(),
            runs,
            print,
        })
        .unwrap()
    }

    /// Face, x and y in whole millimetres, turn.
    fn seen(side: &Side<usize>) -> Vec<(usize, i64, i64, Turn)> {
        let mm = Length::mm(1);
        side.placements.iter().map(|p| (p.face, p.trim.x / mm, p.trim.y / mm, p.turn)).collect()
    }

    #[test]
    fn sheets_are_as_many_as_needed() {
        for (copies, sheets) in [(0, 0), (1, 1), (9, 1), (18, 2), (27, 3), (28, 4)] {
            let run = |back| vec![Run { face: 0, back, copies }];
            let fronts = planned(&uneven(Duplex::LongEdge), "poker-euro", run(None));
            assert_eq!(fronts.sheets.len(), sheets, "{copies} copies");
            assert!(fronts.sheets.iter().all(|s| s.back.is_none()));
            let both = planned(&uneven(Duplex::LongEdge), "poker-euro", run(Some(1)));
            assert_eq!(
                both.sheets.iter().filter(|s| s.back.is_some()).count(),
                sheets,
                "{copies} copies"
            );
        }
    }

    #[test]
    fn backs_of_a_part_filled_row_lie_behind_their_fronts() {
        let plan = planned(&uneven(Duplex::LongEdge), "poker-euro", numbered(11));
        assert_eq!(plan.sheets.len(), 2);
        let [first, last] = [&plan.sheets[0], &plan.sheets[1]];
        let up = Turn::None;
        assert_eq!(
            seen(&first.front)[..4],
            [(1, 10, 16, up), (2, 73, 16, up), (3, 136, 16, up), (4, 10, 104, up)]
        );
        let back = first.back.as_ref().unwrap();
        assert_eq!(
            seen(back)[..4],
            [(101, 137, 16, up), (102, 74, 16, up), (103, 11, 16, up), (104, 137, 104, up)]
        );
        assert_eq!(seen(&last.front), [(10, 10, 16, up), (11, 73, 16, up)]);
        assert_eq!(seen(last.back.as_ref().unwrap()), [(110, 137, 16, up), (111, 74, 16, up)]);
    }

    #[test]
    fn on_the_short_edge_rows_are_swapped_and_backs_turned() {
        let plan = planned(&uneven(Duplex::ShortEdge), "poker-euro", numbered(4));
        let half = Turn::Half;
        let back = plan.sheets[0].back.as_ref().unwrap();
        assert_eq!(
            seen(back),
            [
                (101, 10, 193, half),
                (102, 73, 193, half),
                (103, 136, 193, half),
                (104, 10, 105, half)
            ]
        );
    }

    #[test]
    fn runs_without_a_back_leave_their_slots_empty() {
        let runs =
            [(1, None, 8), (2, Some(9), 2)].map(|(face, back, copies)| Run { face, back, copies });
        let plan = planned(&uneven(Duplex::LongEdge), "poker-euro", runs.to_vec());
        let backs: Vec<_> =
            plan.sheets.iter().map(|s| s.back.as_ref().unwrap().placements.clone()).collect();
        assert_eq!(
            backs
                .iter()
                .map(|b| b.iter().map(|p| (p.slot, p.copy)).collect())
                .collect::<Vec<Vec<_>>>(),
            [[(8, 8)], [(0, 9)]]
        );
        assert_eq!((backs[0][0].trim.x, backs[0][0].trim.y), (Length::mm(11), Length::mm(192)));
        let fronts = planned(&uneven(Duplex::FrontsOnly), "poker-euro", runs.to_vec());
        assert!(fronts.sheets.iter().all(|s| s.back.is_none()));
    }

    #[test]
    fn usual_papers_have_room_for_slug_line_and_ruler() {
        for (paper, card, grid) in [
            ("a4", "poker-us", (3, 3)),
            ("a4", "poker-euro", (3, 3)),
            ("letter", "poker-us", (4, 2)),
            ("letter", "poker-euro", (4, 2)),
            ("a3", "poker-us", (6, 3)),
            ("a3", "poker-euro", (6, 3)),
        ] {
            for duplex in [Duplex::LongEdge, Duplex::ShortEdge] {
                let plan =
                    planned(&print(paper, Sides::all(Length::mm(8)), 2, duplex), card, numbered(1));
                assert_eq!((plan.grid.columns, plan.grid.rows), grid, "{card} on {paper}");
                let sheet = &plan.sheets[0];
                for side in [&sheet.front, sheet.back.as_ref().unwrap()] {
                    assert!(
                        side.slug.line.is_some() && side.slug.ruler.is_some(),
                        "{card} on {paper}: {:?}",
                        side.slug
                    );
                }
            }
        }
    }

    #[test]
    fn ten_thousand_copies_are_planned() {
        let plan = planned(
            &uneven(Duplex::LongEdge),
            "poker-euro",
            vec![Run { face: 0, back: Some(1), copies: 10_000 }],
        );
        assert_eq!(plan.sheets.len(), 1112);
        assert_eq!(
            plan.sheets[1111].front.placements.last().map(|p| (p.slot, p.copy)),
            Some((0, 9_999))
        );
    }
}
