//! Properties of imposition that hold for any paper, card and number of copies.

use crate::random::{fronts, margin, overlapping, paper, printable, sides, size, small};
use pnp::game::{Duplex, Gutter, Print};
use pnp::impose::{Job, Mark, Placement, Plan, Run, plan};
use pnp::units::{Form, Length, Rect, Sides, Size, Turn};
use proptest::prelude::*;

fn print() -> impl Strategy<Value = Print> {
    let duplex =
        prop::sample::select(vec![Duplex::LongEdge, Duplex::ShortEdge, Duplex::FrontsOnly]);
    (paper(50..600), margin(), small(), (small(), small()), duplex).prop_map(
        |(paper, margin, bleed, (x, y), duplex)| Print {
            paper,
            margin,
            bleed,
            gutter: Gutter { x, y },
            duplex,
            ..Print::default()
        },
    )
}

fn runs() -> impl Strategy<Value = Vec<Run<usize>>> {
    let run = (0..50_usize, prop::option::weighted(0.8, 100..150_usize), 0..20_u32);
    prop::collection::vec(run.prop_map(|(face, back, copies)| Run { face, back, copies }), 0..8)
}

fn planned(print: &Print, trim: Size, runs: &[Run<usize>]) -> Option<Plan<usize>> {
    plan(&Job { component: "deck", form: &Form::Rectangle, trim, runs: runs.to_vec(), print }).ok()
}

/// The turn over an edge, written here a second time and in another way: by the corner a sheet is
/// counted from.
fn turned_over(plan: &Plan<usize>, duplex: Duplex, front: Rect) -> (Rect, Turn) {
    let Size { width, height } = plan.paper;
    let long_edge_stands = width <= height;
    let axis_stands = (duplex == Duplex::LongEdge) == long_edge_stands;
    if axis_stands {
        (Rect::new(width - front.x - front.size.width, front.y, front.size), Turn::None)
    } else {
        (Rect::new(front.x, height - front.y - front.size.height, front.size), Turn::Half)
    }
}

/// Half the width of a thick mark.
const HAIR: Length = Length::um(100);

/// A mark with a width, so that it has an area to overlap with.
fn inked(mark: &Mark) -> Rect {
    let left = mark.from.x.min(mark.to.x);
    let right = mark.from.x.max(mark.to.x);
    let top = mark.from.y.min(mark.to.y);
    let bottom = mark.from.y.max(mark.to.y);
    Rect::new(left, top, Size::new(right - left, bottom - top)).grown(HAIR)
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn every_copy_is_placed_once_and_in_order(
        print in print(),
        trim in size(15..250),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let wanted: Vec<usize> =
            runs.iter().flat_map(|run| vec![run.face; run.copies as usize]).collect();
        let found: Vec<usize> = fronts(&plan).map(|p| p.face).collect();
        prop_assert_eq!(found, wanted);
        prop_assert!(fronts(&plan).zip(0..).all(|(p, n)| p.copy == n));
        let slots = plan.grid.columns * plan.grid.rows;
        prop_assert!(fronts(&plan).all(|p| p.slot == p.copy % slots));
        prop_assert!(plan.sheets.iter().all(|sheet| !sheet.front.placements.is_empty()));
    }

    #[test]
    fn trims_lie_in_the_printable_area_and_never_overlap(
        print in print(),
        trim in size(15..250),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let printable = printable(&plan, &print);
        prop_assert!(printable.contains(plan.grid.area));
        prop_assert!(fronts(&plan).all(|p| p.trim.size == trim && plan.grid.area.contains(p.trim)));
        for side in sides(&plan) {
            prop_assert_eq!(overlapping(side.placements.iter().map(|p| p.trim).collect()), None);
        }
        let slack = |before: Length, after: Length| (after - before).to_emu();
        prop_assert!((0..=1).contains(&slack(
            plan.grid.area.x - printable.x,
            printable.right() - plan.grid.area.right()
        )));
        prop_assert!((0..=1).contains(&slack(
            plan.grid.area.y - printable.y,
            printable.bottom() - plan.grid.area.bottom()
        )));
    }

    #[test]
    fn one_more_column_or_row_does_not_fit(print in print(), trim in size(15..250)) {
        let Some(plan) = planned(&print, trim, &[]) else { return Ok(()) };
        let printable = printable(&plan, &print).size;
        prop_assert!(plan.grid.area.size.width + print.gutter.x + trim.width > printable.width);
        prop_assert!(plan.grid.area.size.height + print.gutter.y + trim.height > printable.height);
    }

    #[test]
    fn clips_hold_their_trims_and_stay_on_the_paper(
        print in print(),
        trim in size(15..250),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            prop_assert!(
                side.placements
                    .iter()
                    .all(|p| p.clip.contains(p.trim) && p.trim.grown(print.bleed).contains(p.clip))
            );
            prop_assert!(side.placements.iter().all(|p| paper.contains(p.clip)));
        }
    }

    #[test]
    fn backs_lie_behind_their_fronts(print in print(), trim in size(15..250), runs in runs()) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let backs: Vec<Option<usize>> =
            runs.iter().flat_map(|run| vec![run.back; run.copies as usize]).collect();
        let printed = print.duplex.has_backs() && backs.iter().any(Option::is_some);
        for sheet in &plan.sheets {
            prop_assert_eq!(sheet.back.is_some(), printed);
            let Some(back) = &sheet.back else { continue };
            let mut behind = back.placements.iter();
            for front in &sheet.front.placements {
                let Some(face) = backs[front.copy as usize] else { continue };
                let (trim, turn) = turned_over(&plan, print.duplex, front.trim);
                let (clip, _) = turned_over(&plan, print.duplex, front.clip);
                // Each contour is followed by its mirror.
                let contour = front.contour.map(|contour| contour + 1);
                prop_assert_eq!(
                    behind.next(),
                    Some(&Placement { face, trim, clip, turn, contour, ..*front })
                );
            }
            prop_assert_eq!(behind.next(), None);
            let mut expected: Vec<_> = sheet
                .front
                .marks
                .iter()
                .map(|m| turned_over(&plan, print.duplex, inked(m)).0)
                .collect();
            let mut found: Vec<_> = back.marks.iter().map(inked).collect();
            expected.sort_by_key(|r| (r.x, r.y, r.size));
            found.sort_by_key(|r| (r.x, r.y, r.size));
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn marks_stay_off_the_cards_and_off_the_edge_of_the_paper(
        print in print(),
        trim in size(15..250),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            for mark in &side.marks {
                let hair = inked(mark);
                prop_assert!(
                    side.placements
                        .iter()
                        .all(|p| !p.clip.overlaps(hair) && !p.trim.overlaps(hair))
                );
                prop_assert!(paper.contains(hair.inset(Sides::all(HAIR)).grown(Length::emu(1))));
            }
            let mut marks = side.marks.clone();
            marks.sort_unstable();
            marks.dedup();
            prop_assert_eq!(marks.len(), side.marks.len());
        }
    }

    #[test]
    fn every_mark_continues_a_trim_line(print in print(), trim in size(15..250), runs in runs()) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        for sheet in &plan.sheets {
            let trims: Vec<Rect> = sheet.front.placements.iter().map(|p| p.trim).collect();
            for mark in &sheet.front.marks {
                let long = (mark.to.x - mark.from.x) + (mark.to.y - mark.from.y);
                prop_assert!((Length::mm(1)..Length::mm(7)).contains(&long), "{long}");
                let upright = mark.from.x == mark.to.x;
                prop_assert!(upright != (mark.from.y == mark.to.y));
                let used = |t: &Rect| {
                    if upright {
                        t.x == mark.from.x || t.right() == mark.from.x
                    } else {
                        t.y == mark.from.y || t.bottom() == mark.from.y
                    }
                };
                prop_assert!(trims.iter().any(used));
            }
        }
    }

    #[test]
    fn slug_line_and_ruler_lie_on_the_paper_and_overlap_nothing(
        print in print(),
        trim in size(15..250),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            let spots = side.slug.areas();
            prop_assert_eq!(overlapping(spots.clone()), None);
            for spot in spots {
                prop_assert!(paper.contains(spot));
                prop_assert!(side.placements.iter().all(|p| !p.clip.overlaps(spot)));
                prop_assert!(side.marks.iter().all(|m| !inked(m).overlaps(spot)));
            }
            if let Some(ruler) = side.slug.ruler {
                prop_assert_eq!(
                    ruler.turn.apply(ruler.area.size),
                    Size::new(Length::inch(4, 1), Length::mm(3))
                );
            }
        }
    }

    #[test]
    fn the_same_job_gives_the_same_plan(print in print(), trim in size(15..250), runs in runs()) {
        prop_assert_eq!(planned(&print, trim, &runs), planned(&print, trim, &runs));
    }

    #[test]
    fn a_run_more_at_the_end_moves_nothing(
        print in print(),
        trim in size(15..250),
        mut runs in runs(),
        copies in 1..20_u32,
    ) {
        let Some(before) = planned(&print, trim, &runs) else { return Ok(()) };
        runs.push(Run { face: 99, back: Some(199), copies });
        let after = planned(&print, trim, &runs).expect("the grid does not depend on the runs");
        prop_assert_eq!(&before.grid, &after.grid);
        // Only the bleed of the last ones may end where the new ones begin.
        let lies = |p: &Placement<usize>| (p.slot, p.copy, p.face, p.trim, p.turn);
        let old: Vec<_> = fronts(&before).map(lies).collect();
        let new: Vec<_> = fronts(&after).map(lies).collect();
        prop_assert_eq!(&old[..], &new[..old.len()]);
        for (sheet, later) in before.sheets.iter().zip(&after.sheets) {
            prop_assert_eq!(sheet.front.slug, later.front.slug);
            let (Some(back), Some(later)) = (&sheet.back, &later.back) else { continue };
            let old: Vec<_> = back.placements.iter().map(lies).collect();
            let new: Vec<_> = later.placements.iter().map(lies).collect();
            prop_assert_eq!(&old[..], &new[..old.len()]);
        }
    }

    #[test]
    fn a_misfit_fits_neither_way(print in print(), trim in size(15..700)) {
        let job = Job {
            component: "deck",
            form: &Form::Rectangle,
            trim,
            runs: Vec::<Run<usize>>::new(),
            print: &print,
        };
        let Err(misfit) = plan(&job) else { return Ok(()) };
        let margin = Size::new(
            print.margin.left + print.margin.right,
            print.margin.top + print.margin.bottom,
        );
        let room = Size::new(
            print.paper.size.width - margin.width,
            print.paper.size.height - margin.height,
        );
        prop_assert!(!trim.fits_in(room) && !trim.fits_in(room.turned()));
        prop_assert!(
            misfit.to_string().contains(&trim.to_string())
                && misfit.to_string().contains(&print.paper.size.to_string())
        );
    }
}
