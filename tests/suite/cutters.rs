//! Properties of sheets beside registration marks.

use pnp::game::nets::cube::Cube;
use pnp::game::{Cutter, CutterKind, Duplex, Fold, Gutter, Paper, Print};
use pnp::impose::{
    Job, NetJob, NetRun, Pen, Plan, Run, SharedComponent, SharedJob, Sheet, beside_marks,
    keep_outs, plan, plan_nets, plan_shared,
};
use pnp::units::{Form, Length, PAPER_SIZES, Rect, Sides, Size};
use proptest::prelude::*;

fn length(tenths: std::ops::Range<i64>) -> impl Strategy<Value = Length> {
    tenths.prop_map(|tenth| Length::um(tenth * 100))
}

fn cutter() -> impl Strategy<Value = Cutter> {
    let kind = prop::sample::select(vec![CutterKind::Three, CutterKind::Four]);
    (kind, length(50..180), length(50..260), length(3..20), length(20..80), length(0..30)).prop_map(
        |(kind, inset, arm, line, square, clear)| Cutter {
            inset,
            arm,
            shortest_arm: arm,
            line,
            square,
            clear,
            ..Cutter::preset(kind)
        },
    )
}

fn print() -> impl Strategy<Value = Print> {
    let paper = prop::sample::select(PAPER_SIZES)
        .prop_map(|named| Paper { name: named.name.to_owned(), size: named.size });
    let duplex =
        prop::sample::select(vec![Duplex::LongEdge, Duplex::ShortEdge, Duplex::FrontsOnly]);
    (paper, length(30..200), length(0..50), (length(0..80), length(0..80)), duplex, cutter())
        .prop_map(|(paper, margin, bleed, (x, y), duplex, cutter)| Print {
            paper,
            margin: Sides::all(margin),
            bleed,
            gutter: Gutter { x, y },
            duplex,
            cutter: Some(cutter),
            ..Print::default()
        })
}

fn planned(print: &Print, trim: Size, copies: u32) -> Option<Plan<usize>> {
    let runs = vec![Run { face: 0, back: Some(1), copies }];
    beside_marks(print, |print| {
        plan(&Job { component: "deck", form: &Form::Rectangle, trim, runs: runs.clone(), print })
    })
    .ok()
}

/// The area of a mark, with the thickness of a thick line.
fn inked(mark: &pnp::impose::Mark) -> Rect {
    let x = mark.from.x.min(mark.to.x);
    let y = mark.from.y.min(mark.to.y);
    let size = Size::new((mark.to.x - mark.from.x).abs(), (mark.to.y - mark.from.y).abs());
    let grown = if mark.pen == Pen::Register { Length::ZERO } else { Length::um(100) };
    Rect::new(x, y, size).grown(grown)
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn nothing_enters_the_white_around_the_marks(
        print in print(),
        trim in (length(150..1500), length(150..1500)),
        copies in 1..40_u32,
    ) {
        let Some(plan) = planned(&print, Size::new(trim.0, trim.1), copies) else { return Ok(()) };
        let zones = keep_outs(print.cutter.as_ref().expect("a cutter"), plan.paper);
        let meets = |area: Rect| zones.iter().any(|zone| zone.overlaps(area));
        for sheet in &plan.sheets {
            let front = &sheet.front;
            prop_assert!(front.placements.iter().all(|p| !meets(p.clip) && !meets(p.trim)));
            prop_assert!(front.captions.iter().all(|caption| !meets(caption.area)));
            prop_assert!(
                front
                    .marks
                    .iter()
                    .filter(|mark| mark.pen != Pen::Register)
                    .all(|mark| !meets(inked(mark)))
            );
            let spots: Vec<Rect> = front.slug.areas();
            prop_assert!(spots.iter().all(|spot| !meets(*spot)));
            prop_assert!(spots.len() < 2 || !spots[0].overlaps(spots[1]));
            prop_assert!(
                spots.iter().all(|spot| front.placements.iter().all(|p| !p.clip.overlaps(*spot)))
            );
            // Every bar lies in the white of its own mark.
            let bars: Vec<Rect> =
                front.marks.iter().filter(|mark| mark.pen == Pen::Register).map(inked).collect();
            prop_assert_eq!(bars.len(), if zones.len() == 3 { 5 } else { 8 });
            prop_assert!(
                bars.iter().all(|bar| zones.iter().filter(|zone| zone.contains(*bar)).count() >= 1)
            );
            if let Some(back) = &sheet.back {
                prop_assert!(back.marks.iter().all(|mark| mark.pen != Pen::Register));
            }
        }
        let trims: usize = plan.sheets.iter().map(|sheet| sheet.front.placements.len()).sum();
        prop_assert_eq!(trims, copies as usize);
    }

    #[test]
    fn pieces_on_shared_sheets_and_nets_keep_off_the_marks(
        print in print(),
        trim in (length(150..900), length(150..900)),
        copies in 1..30_u32,
    ) {
        let trim = Size::new(trim.0, trim.1);
        let rounded = Form::Rounded(Length::mm(2));
        let pieces = |component, form, width| SharedComponent {
            component,
            form,
            trim: Size::new(width, trim.height),
            bleed: print.bleed,
            gutter: print.gutter.x,
            runs: vec![Run { face: 0, back: None, copies }],
            outline: Some(Pen::Cut),
        };
        let pieces = vec![
            pieces("cards", &Form::Rectangle, trim.width),
            pieces("chits", &rounded, trim.width / 2),
        ];
        let shared = beside_marks(&print, |print| {
            plan_shared(&SharedJob { print, pieces: pieces.clone(), skip: &[] })
        });
        let net = Fold::of(&Cube { edge: trim.width.min(trim.height) / 2 }).net;
        let runs = vec![NetRun { faces: (0..6).collect(), copies }];
        let nets = beside_marks(&print, |print| {
            plan_nets(&NetJob {
                component: "dice",
                net: &net,
                runs: runs.clone(),
                print,
                skip: &[],
            })
        });
        for plan in [shared, nets].into_iter().flatten() {
            let zones = keep_outs(print.cutter.as_ref().expect("a cutter"), plan.paper);
            let meets = |area: Rect| zones.iter().any(|zone| zone.overlaps(area));
            for Sheet { front, .. } in &plan.sheets {
                prop_assert!(front.placements.iter().all(|p| !meets(p.clip)));
                let points = front.cuts.iter().flat_map(|cut| {
                    std::iter::once(cut.path.line.start)
                        .chain(cut.path.line.segments.iter().map(pnp::units::Segment::end))
                });
                prop_assert!(points.into_iter().all(|p| !meets(Rect::new(
                    p.x,
                    p.y,
                    Size::default()
                ))));
                prop_assert!(
                    front
                        .marks
                        .iter()
                        .filter(|mark| mark.pen != Pen::Register)
                        .all(|mark| !meets(inked(mark)))
                );
                prop_assert_eq!(
                    front.marks.iter().filter(|mark| mark.pen == Pen::Register).count(),
                    if zones.len() == 3 { 5 } else { 8 }
                );
            }
        }
    }

    #[test]
    fn marks_cost_slots_only_where_they_must(
        print in print(),
        trim in (length(150..1500), length(150..1500)),
    ) {
        let with = planned(&print, Size::new(trim.0, trim.1), 9);
        let without =
            planned(&Print { cutter: None, ..print.clone() }, Size::new(trim.0, trim.1), 9);
        let Some(without) = without else {
            prop_assert!(with.is_none());
            return Ok(());
        };
        let zones = keep_outs(print.cutter.as_ref().expect("a cutter"), without.paper);
        let clear = without.sheets.iter().all(|sheet| {
            sheet.front.placements.iter().all(|p| !zones.iter().any(|zone| zone.overlaps(p.clip)))
        });
        if clear {
            let with = with.expect("what is clear of the marks stays");
            prop_assert_eq!(with.sheets.len(), without.sheets.len());
        }
    }
}
