//! Properties of tokens and of shared sheets that hold for any form, paper and number of copies.

use crate::random::{fronts, is_turned, length, margin, paper, printable, sides, small};
use pnp::game::{Duplex, Gutter, Marks, Orientation, Print};
use pnp::impose::{
    Contour, Cut, Pen, Placement, Plan, PlanError, Run, SharedComponent, SharedJob, Side, Skip,
    TokenJob, plan_shared, plan_tokens,
};
use pnp::units::{Form, Length, Outline, Point, Rect, Size, Turn};
use proptest::prelude::*;

fn print() -> impl Strategy<Value = Print> {
    let duplex =
        prop::sample::select(vec![Duplex::LongEdge, Duplex::ShortEdge, Duplex::FrontsOnly]);
    let gutter = prop_oneof![small().prop_map(|both| (both, both)), (small(), small())];
    let orientation = prop::sample::select(vec![
        Orientation::Auto,
        Orientation::Auto,
        Orientation::Portrait,
        Orientation::Landscape,
    ]);
    (paper(60..400), margin(), small(), gutter, duplex, orientation, prop::bool::ANY).prop_map(
        |(paper, margin, bleed, (x, y), duplex, orientation, register)| Print {
            paper,
            margin,
            bleed,
            gutter: Gutter { x, y },
            duplex,
            orientation,
            marks: Marks { register, ..Marks::default() },
            ..Print::default()
        },
    )
}

/// A star with notches of any depth in a box, which is neither convex nor the same from behind.
fn star(size: Size, depths: &[i64]) -> Form {
    let count = depths.len() * 2;
    let middle = Point::new(size.width / 2, size.height / 2);
    let corner = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / count as f64;
        let share = if i.is_multiple_of(2) { 0.98 } else { depths[i / 2] as f64 / 100.0 };
        let along = |half: Length, of: f64| Length::emu((half.to_emu() as f64 * of * share) as i64);
        Point::new(middle.x + along(middle.x, angle.cos()), middle.y + along(middle.y, angle.sin()))
    };
    let points: Vec<Point> = (0..count).map(corner).collect();
    Form::Path(Outline::polygon(&points).expect("points"))
}

/// A form and its box.
fn form() -> impl Strategy<Value = (Form, Size)> {
    let side = || prop_oneof![(5..60_i64).prop_map(Length::mm), length(5..60)];
    prop_oneof![
        (side(), side()).prop_map(|(w, h)| (Form::Rectangle, Size::new(w, h))),
        (side(), side(), 1..50_i64)
            .prop_map(|(w, h, share)| (Form::Rounded(w.min(h) * share / 100), Size::new(w, h))),
        side().prop_map(|d| (Form::Circle, Size::new(d, d))),
        side().prop_map(|w| (
            Form::Hex,
            Size::new(w, Length::emu((w.to_emu() as f64 * 1.1547) as i64))
        )),
        (side(), side()).prop_map(|(w, h)| (Form::Hex, Size::new(w, h))),
        (side(), side()).prop_map(|(w, h)| (Form::HexFlat, Size::new(w, h))),
        (side(), side(), prop::collection::vec(10..95_i64, 3..9))
            .prop_map(|(w, h, depths)| (star(Size::new(w, h), &depths), Size::new(w, h))),
    ]
}

fn runs() -> impl Strategy<Value = Vec<Run<usize>>> {
    let run = (0..50_usize, prop::option::weighted(0.8, 100..150_usize), 0..30_u32);
    prop::collection::vec(run.prop_map(|(face, back, copies)| Run { face, back, copies }), 0..8)
}

fn pen() -> impl Strategy<Value = Option<Pen>> {
    prop::sample::select(vec![Some(Pen::Cut), Some(Pen::Kiss), None])
}

#[derive(Clone, Debug)]
struct Token {
    form: Form,
    trim: Size,
    bleed: Length,
    gutter: Length,
    runs: Vec<Run<usize>>,
}

fn token() -> impl Strategy<Value = Token> {
    (form(), small(), small(), runs()).prop_map(|((form, trim), bleed, gutter, runs)| Token {
        form,
        trim,
        bleed,
        gutter,
        runs,
    })
}

fn planned(
    print: &Print,
    form: &Form,
    trim: Size,
    runs: &[Run<usize>],
    outline: Option<Pen>,
    skip: &[Skip],
) -> Result<Plan<usize>, PlanError> {
    plan_tokens(&TokenJob {
        component: "chits",
        form,
        trim,
        runs: runs.to_vec(),
        print,
        outline,
        skip,
    })
}

fn shared(print: &Print, tokens: &[Token], skip: &[Skip]) -> Result<Plan<usize>, PlanError> {
    let pieces = tokens
        .iter()
        .map(|token| SharedComponent {
            component: "chits",
            form: &token.form,
            trim: token.trim,
            bleed: token.bleed,
            gutter: token.gutter,
            runs: token.runs.clone(),
            outline: Some(Pen::Cut),
        })
        .collect();
    plan_shared(&SharedJob { print, pieces, skip })
}

type Xy = (f64, f64);

/// What is cut, or what may be inked, as corners on the side.
fn region(plan: &Plan<usize>, p: &Placement<usize>, ink: bool) -> Vec<Xy> {
    let rect = if ink { p.clip } else { p.trim };
    placed(plan, p, |contour| if ink { &contour.ink } else { &contour.cut }, rect)
}

/// One of the outlines of a placement, or a rectangle where it has no contour, as corners on the
/// side.
fn placed(
    plan: &Plan<usize>,
    p: &Placement<usize>,
    of: impl Fn(&Contour) -> &Outline,
    rect: Rect,
) -> Vec<Xy> {
    let upright = p.turn.apply(p.trim.size);
    let outline = match p.contour.map(|contour| &plan.contours[contour]) {
        Some(contour) => of(contour).placed(upright, p.trim, p.turn),
        None => Outline::rectangle(rect),
    };
    outline.flattened().iter().map(|p| (p.x.to_emu() as f64, p.y.to_emu() as f64)).collect()
}

/// The corners of what is common to a region and a rectangle. A region that is not convex keeps
/// lines along the edge of the rectangle, which do not matter here.
fn clipped(region: &[Xy], clip: Rect) -> Vec<Xy> {
    let edges =
        [(clip.x, 0, 1.0), (clip.right(), 0, -1.0), (clip.y, 1, 1.0), (clip.bottom(), 1, -1.0)];
    edges.into_iter().fold(region.to_vec(), |points, (at, axis, sign)| {
        let depth = |p: &Xy| sign * (if axis == 0 { p.0 } else { p.1 } - at.to_emu() as f64);
        let next = points.iter().cycle().skip(1);
        let mut kept = Vec::new();
        for (a, b) in points.iter().zip(next) {
            let from = depth(a);
            let to = depth(b);
            if from >= 0.0 {
                kept.push(*a);
            }
            if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
                let share = from / (from - to);
                kept.push((a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share));
            }
        }
        kept
    })
}

/// How deep two convex regions lie in each other in EMU: the least over the directions of all their
/// sides.
fn depth(a: &[Xy], b: &[Xy]) -> f64 {
    let sides = |points: &[Xy]| -> Vec<Xy> {
        let next = points.iter().cycle().skip(1);
        points
            .iter()
            .zip(next)
            .map(|(p, q)| (q.1 - p.1, p.0 - q.0))
            .filter(|n| *n != (0.0, 0.0))
            .collect()
    };
    let range = |points: &[Xy], n: Xy| {
        let along = points.iter().map(|p| p.0 * n.0 + p.1 * n.1);
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let mut least = f64::INFINITY;
    for n in sides(a).into_iter().chain(sides(b)) {
        let long = (n.0 * n.0 + n.1 * n.1).sqrt();
        let n = (n.0 / long, n.1 / long);
        let a = range(a, n);
        let b = range(b, n);
        least = least.min((a.1 - b.0).min(b.1 - a.0));
    }
    least
}

/// Rounding to whole EMU moves a corner by half of one, and each of two neighbours has one.
const ROUNDING: f64 = 2.0;

/// How far two convex regions that do not overlap lie apart: the least distance of a corner of one
/// from a side of the other.
fn distance(a: &[Xy], b: &[Xy]) -> f64 {
    let from = |points: &[Xy], sides: &[Xy]| {
        let next = sides.iter().cycle().skip(1);
        let edges: Vec<(&Xy, &Xy)> = sides.iter().zip(next).collect();
        let to_edge = |p: &Xy, (q, r): &(&Xy, &Xy)| {
            let dx = r.0 - q.0;
            let dy = r.1 - q.1;
            let share =
                (((p.0 - q.0) * dx + (p.1 - q.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            ((q.0 + dx * share - p.0).powi(2) + (q.1 + dy * share - p.1).powi(2)).sqrt()
        };
        points
            .iter()
            .flat_map(|p| edges.iter().map(move |edge| to_edge(p, edge)))
            .fold(f64::INFINITY, f64::min)
    };
    from(a, b).min(from(b, a))
}

/// The first two placements of a side whose regions lie in each other. What is not convex is known
/// by its rectangle.
fn overlapping(
    plan: &Plan<usize>,
    side: &Side<usize>,
    ink: bool,
    convex: impl Fn(&Placement<usize>) -> bool,
) -> Option<(Rect, Rect, f64)> {
    let mut regions: Vec<(Rect, Vec<Xy>)> = side
        .placements
        .iter()
        .map(|p| {
            let rect = if ink { p.clip } else { p.trim };
            let region = if convex(p) {
                clipped(&region(plan, p, ink), rect)
            } else {
                clipped(&region_of(rect), rect)
            };
            (rect, region)
        })
        .collect();
    regions.sort_by_key(|(rect, _)| rect.x);
    for (i, (a, first)) in regions.iter().enumerate() {
        for (b, second) in regions[i + 1..]
            .iter()
            .take_while(|(b, _)| b.x < a.right())
            .filter(|(b, _)| a.overlaps(*b))
        {
            let depth = depth(first, second);
            // Four curves in place of a circle bulge out of it by 0.03 % of its radius.
            let bulge = if first.len() > 12 { a.size.width.to_emu() as f64 * 0.0003 } else { 0.0 };
            if depth > ROUNDING + bulge {
                return Some((*a, *b, depth));
            }
        }
    }
    None
}

fn region_of(rect: Rect) -> Vec<Xy> {
    Outline::rectangle(rect).points().map(|p| (p.x.to_emu() as f64, p.y.to_emu() as f64)).collect()
}

fn is_path(form: &Form) -> bool {
    matches!(form, Form::Path(_))
}

/// The turn over an edge, written here a second time: a point of the front as it lies on the back.
fn turned_over(plan: &Plan<usize>, duplex: Duplex, p: Xy) -> Xy {
    let w = plan.paper.width.to_emu() as f64;
    let h = plan.paper.height.to_emu() as f64;
    let axis_stands = (duplex == Duplex::LongEdge) == (w <= h);
    if axis_stands { (w - p.0, p.1) } else { (p.0, h - p.1) }
}

fn sorted(mut points: Vec<Xy>) -> Vec<Xy> {
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    points.dedup();
    points
}

/// Every corner of one list is a corner of the other, but for rounding.
fn same_region(a: Vec<Xy>, b: Vec<Xy>) -> bool {
    let near = |p: &Xy, others: &[Xy]| {
        others.iter().any(|q| (p.0 - q.0).abs() <= 2.0 && (p.1 - q.1).abs() <= 2.0)
    };
    let a = sorted(a);
    let b = sorted(b);
    a.iter().all(|p| near(p, &b)) && b.iter().all(|p| near(p, &a))
}

fn backs_register(
    plan: &Plan<usize>,
    duplex: Duplex,
    backs: &[Option<usize>],
) -> Result<(), TestCaseError> {
    for sheet in &plan.sheets {
        let Some(back) = &sheet.back else { continue };
        let mut behind = back.placements.iter();
        for front in &sheet.front.placements {
            let Some(face) = backs[front.copy as usize] else { continue };
            let back = behind.next().expect("a back");
            prop_assert_eq!((back.face, back.copy, back.slot), (face, front.copy, front.slot));
            for ink in [false, true] {
                let over: Vec<Xy> = region(plan, front, ink)
                    .into_iter()
                    .map(|p| turned_over(plan, duplex, p))
                    .collect();
                let there = region(plan, back, ink);
                prop_assert!(same_region(over.clone(), there.clone()), "{:?}\n{:?}", over, there);
            }
            let clip: Vec<Xy> =
                region_of(front.clip).into_iter().map(|p| turned_over(plan, duplex, p)).collect();
            prop_assert!(same_region(clip, region_of(back.clip)));
        }
        prop_assert_eq!(behind.next(), None);
    }
    Ok(())
}

fn backs_of<'a>(runs: impl IntoIterator<Item = &'a Run<usize>>) -> Vec<Option<usize>> {
    runs.into_iter().flat_map(|run| vec![run.back; run.copies as usize]).collect()
}

fn ends(cut: &Cut) -> Vec<Point> {
    std::iter::once(cut.path.line.start)
        .chain(cut.path.line.segments.iter().map(pnp::units::Segment::end))
        .collect()
}

proptest! {
    #![proptest_config(crate::common::cases(300))]

    #[test]
    fn every_token_is_placed_once_and_in_order(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
        pen in pen(),
    ) {
        let Ok(plan) = planned(&print, &form, trim, &runs, pen, &[]) else { return Ok(()) };
        let wanted: Vec<usize> =
            runs.iter().flat_map(|run| vec![run.face; run.copies as usize]).collect();
        prop_assert_eq!(fronts(&plan).map(|p| p.face).collect::<Vec<_>>(), wanted);
        prop_assert!(fronts(&plan).zip(0..).all(|(p, n)| p.copy == n));
        for sheet in &plan.sheets {
            prop_assert!(sheet.front.placements.iter().zip(0..).all(|(p, n)| p.slot == n));
            prop_assert!(!sheet.front.placements.is_empty());
        }
    }

    #[test]
    fn tokens_lie_in_the_printable_area_and_never_overlap(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
        pen in pen(),
    ) {
        let Ok(plan) = planned(&print, &form, trim, &runs, pen, &[]) else { return Ok(()) };
        let printable = printable(&plan, &print);
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        prop_assert!(printable.contains(plan.grid.area));
        prop_assert!(fronts(&plan).all(|p| plan.grid.area.contains(p.trim) && p.trim.size == trim));
        for side in sides(&plan) {
            for p in &side.placements {
                prop_assert!(
                    paper.contains(p.clip)
                        && p.clip.contains(p.trim)
                        && p.trim.grown(print.bleed).contains(p.clip)
                );
            }
            for ink in [false, true] {
                prop_assert_eq!(
                    overlapping(&plan, side, ink, |_| !is_path(&form)),
                    None,
                    "ink {}",
                    ink
                );
            }
        }
    }

    #[test]
    fn ink_holds_what_is_cut(print in print(), (form, trim) in form(), runs in runs()) {
        let Ok(plan) = planned(&print, &form, trim, &runs, Some(Pen::Cut), &[]) else {
            return Ok(());
        };
        for contour in plan.contours.iter().filter(|_| !is_path(&form)) {
            let ink: Vec<Xy> = contour
                .ink
                .flattened()
                .iter()
                .map(|p| (p.x.to_emu() as f64, p.y.to_emu() as f64))
                .collect();
            for p in contour.cut.flattened() {
                let x = p.x.to_emu() as f64;
                let y = p.y.to_emu() as f64;
                let next = ink.iter().cycle().skip(1);
                for (a, b) in ink.iter().zip(next) {
                    let long = ((b.0 - a.0).powi(2) + (b.1 - a.1).powi(2)).sqrt();
                    let inside =
                        ((b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0)) / long.max(1.0);
                    // A flattened circle lies inside itself by a hundredth of a millimetre.
                    prop_assert!(inside > -370.0, "{inside} at {x} {y}");
                }
            }
        }
    }

    #[test]
    fn what_goes_on_under_later_pieces_covers_no_earlier_one(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
    ) {
        let Ok(plan) = planned(&print, &form, trim, &runs, Some(Pen::Cut), &[]) else {
            return Ok(());
        };
        prop_assume!(!is_path(&form));
        for side in sides(&plan) {
            let regions: Vec<(Rect, Vec<Xy>, Vec<Xy>)> = side
                .placements
                .iter()
                .map(|p| {
                    (
                        p.clip,
                        clipped(&region(&plan, p, true), p.clip),
                        clipped(&placed(&plan, p, |contour| &contour.trapped, p.clip), p.clip),
                    )
                })
                .collect();
            let bulge =
                if form == Form::Circle { trim.width.to_emu() as f64 * 0.0003 } else { 0.0 };
            for (i, (clip, ink, laid)) in regions.iter().enumerate() {
                prop_assert!(depth(ink, laid) > 0.0);
                for (_, _, later) in
                    regions[i + 1..].iter().filter(|(other, ..)| clip.overlaps(*other))
                {
                    let depth = depth(ink, later);
                    prop_assert!(depth <= ROUNDING + bulge, "{depth}");
                }
            }
        }
    }

    #[test]
    fn columns_rows_and_orientation_are_as_given(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
        pen in pen(),
        columns in prop::option::of(1..5_u32),
        rows in prop::option::of(1..5_u32),
    ) {
        let given = Print { columns, rows, ..print.clone() };
        let planned_with = |print: &Print, form: &Form| planned(print, form, trim, &runs, pen, &[]);
        let Ok(plan) = planned_with(&given, &form) else {
            // Straight rows are always a way, so what is refused does not fit in them either.
            if let (Ok(plan), false) = (
                planned_with(&print, &Form::Rounded(Length::emu(1))),
                print.orientation == Orientation::Auto,
            ) {
                let too_many = columns.is_some_and(|c| c > plan.grid.columns)
                    || rows.is_some_and(|r| r > plan.grid.rows);
                prop_assert!(too_many);
            }
            return Ok(());
        };
        prop_assert_eq!(columns.unwrap_or(plan.grid.columns), plan.grid.columns);
        prop_assert_eq!(rows.unwrap_or(plan.grid.rows), plan.grid.rows);
        match print.orientation {
            Orientation::Portrait => prop_assert!(!is_turned(&plan, &print)),
            Orientation::Landscape => prop_assert!(is_turned(&plan, &print)),
            Orientation::Auto => {}
        }
        prop_assert!(printable(&plan, &print).contains(plan.grid.area));
        prop_assert_eq!(
            fronts(&plan).count(),
            runs.iter().map(|run| run.copies as usize).sum::<usize>()
        );
    }

    #[test]
    fn crosses_lie_beside_everything_and_behind_each_other(
        print in print(),
        tokens in prop::collection::vec(token(), 1..4),
        alone in prop::bool::ANY,
    ) {
        let first = &tokens[0];
        let plan = if alone {
            planned(&print, &first.form, first.trim, &first.runs, Some(Pen::Cut), &[])
        } else {
            shared(&print, &tokens, &[])
        };
        let Ok(plan) = plan else { return Ok(()) };
        for sheet in &plan.sheets {
            prop_assert_eq!(sheet.front.marks.len() % 2, 0);
            prop_assert!(print.marks.register || sheet.front.marks.is_empty());
            for side in std::iter::once(&sheet.front).chain(&sheet.back) {
                let spots = side.slug.areas();
                let taken: Vec<Rect> =
                    side.placements.iter().map(|p| p.clip).chain(spots).collect();
                for mark in &side.marks {
                    let x = mark.from.x.min(mark.to.x);
                    let y = mark.from.y.min(mark.to.y);
                    let arm = Rect::new(
                        x,
                        y,
                        Size::new((mark.to.x - mark.from.x).abs(), (mark.to.y - mark.from.y).abs()),
                    )
                    .grown(Length::um(100));
                    prop_assert!(taken.iter().all(|area| !area.overlaps(arm)));
                }
            }
            if let Some(back) = &sheet.back {
                let corners = |side: &Side<usize>| {
                    side.marks
                        .iter()
                        .flat_map(|m| [m.from, m.to])
                        .map(|p| (p.x.to_emu() as f64, p.y.to_emu() as f64))
                        .collect::<Vec<Xy>>()
                };
                let over = corners(&sheet.front)
                    .into_iter()
                    .map(|p| turned_over(&plan, print.duplex, p))
                    .collect();
                prop_assert!(same_region(over, corners(back)));
            }
        }
    }

    #[test]
    fn neighbours_keep_their_gutter(print in print(), (form, trim) in form(), copies in 1..60_u32) {
        let run = [Run { face: 0, back: None, copies }];
        let Ok(plan) = planned(&print, &form, trim, &run, Some(Pen::Cut), &[]) else {
            return Ok(());
        };
        prop_assume!(!is_path(&form) && print.gutter.x == print.gutter.y);
        let Some(sheet) = plan.sheets.first() else { return Ok(()) };
        let regions: Vec<(Rect, Vec<Xy>)> =
            sheet.front.placements.iter().map(|p| (p.trim, region(&plan, p, false))).collect();
        for (i, (first, a)) in regions.iter().enumerate() {
            // Boxes that lie farther apart than that hold nothing nearer.
            for (_, b) in regions[i + 1..]
                .iter()
                .filter(|(second, _)| first.grown(print.gutter.x).overlaps(*second))
            {
                let apart = distance(a, b) - print.gutter.x.to_emu() as f64;
                // Circles bulge, and are flattened here.
                let bulge = if form == Form::Circle {
                    trim.width.to_emu() as f64 * 0.0003 + 360.0
                } else {
                    0.0
                };
                prop_assert!(apart > -ROUNDING - bulge, "{apart}");
            }
        }
    }

    #[test]
    fn offset_rows_never_hold_fewer(print in print(), (form, trim) in form()) {
        let Ok(plan) = planned(
            &print,
            &form,
            trim,
            &[Run { face: 0, back: None, copies: 10_000 }],
            Some(Pen::Cut),
            &[],
        ) else {
            return Ok(());
        };
        let per_sheet = plan.sheets[0].front.placements.len();
        let straight =
            planned(&print, &Form::Rounded(Length::mm(1)), trim, &[], Some(Pen::Cut), &[])
                .expect("as large");
        prop_assert!(
            per_sheet >= (straight.grid.columns * straight.grid.rows).min(10_000) as usize
        );
    }

    #[test]
    fn backs_register_with_their_fronts(print in print(), (form, trim) in form(), runs in runs()) {
        let Ok(plan) = planned(&print, &form, trim, &runs, Some(Pen::Cut), &[]) else {
            return Ok(());
        };
        let backs = backs_of(&runs);
        let printed = print.duplex.has_backs() && backs.iter().any(Option::is_some);
        prop_assert!(plan.sheets.iter().all(|sheet| sheet.back.is_some() == printed));
        backs_register(&plan, print.duplex, &backs)?;
        for side in plan.sheets.iter().filter_map(|sheet| sheet.back.as_ref()) {
            prop_assert!(side.cuts.is_empty());
        }
    }

    #[test]
    fn more_tokens_at_the_end_move_nothing(
        print in print(),
        (form, trim) in form(),
        mut runs in runs(),
        copies in 1..20_u32,
    ) {
        let Ok(before) = planned(&print, &form, trim, &runs, Some(Pen::Cut), &[]) else {
            return Ok(());
        };
        runs.push(Run { face: 99, back: None, copies });
        let after = planned(&print, &form, trim, &runs, Some(Pen::Cut), &[]).expect("as before");
        let (old, new): (Vec<_>, Vec<_>) = (fronts(&before).collect(), fronts(&after).collect());
        prop_assert_eq!(&old[..], &new[..old.len()]);
        prop_assert_eq!(&before.grid, &after.grid);
    }

    #[test]
    fn every_line_is_cut_once_and_lies_on_an_outline(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
        pen in pen(),
    ) {
        let Ok(plan) = planned(&print, &form, trim, &runs, pen, &[]) else { return Ok(()) };
        for sheet in &plan.sheets {
            let is_card = form == Form::Rectangle && pen.is_none();
            prop_assert_eq!(sheet.front.cuts.is_empty(), is_card);
            prop_assert!(
                sheet.front.cuts.iter().all(
                    |cut| cut.is_drawn == pen.is_some() && pen.is_none_or(|pen| pen == cut.pen)
                )
            );
            let mut lines: Vec<(Point, Point)> = Vec::new();
            for cut in &sheet.front.cuts {
                let mut points = ends(cut);
                points.extend(cut.path.is_closed.then_some(cut.path.line.start));
                points.dedup();
                lines.extend(points.windows(2).map(|w| (w[0].min(w[1]), w[0].max(w[1]))));
            }
            let outlines: std::collections::HashSet<Point> = sheet
                .front
                .placements
                .iter()
                .flat_map(|p| {
                    let cut = p.contour.map_or_else(
                        || Outline::rectangle(Rect::new(Length::ZERO, Length::ZERO, trim)),
                        |s| plan.contours[s].cut.clone(),
                    );
                    cut.placed(trim, p.trim, Turn::None).points().collect::<Vec<_>>()
                })
                .collect();
            prop_assert!(lines.iter().all(|(a, b)| outlines.contains(a) && outlines.contains(b)));
            let all = lines.len();
            lines.sort_unstable();
            lines.dedup();
            prop_assert_eq!(lines.len(), all);
        }
    }

    #[test]
    fn skipped_slots_stay_empty_and_nothing_is_lost(
        print in print(),
        (form, trim) in form(),
        runs in runs(),
        pen in pen(),
        wish in prop::collection::vec((0..3_u32, 0..6_u32, 0..6_u32), 1..5),
    ) {
        let skip: Vec<Skip> =
            wish.into_iter().map(|(sheet, column, row)| Skip { sheet, column, row }).collect();
        let Ok(full) = planned(&print, &form, trim, &runs, pen, &[]) else { return Ok(()) };
        let plan = match planned(&print, &form, trim, &runs, pen, &skip) {
            Ok(plan) => plan,
            Err(refused) => {
                let PlanError::NoSlot(faults) = refused else {
                    return Err(TestCaseError::fail("a misfit"));
                };
                prop_assert!(
                    !faults.is_empty() && faults.iter().all(|fault| skip.contains(&fault.skip))
                );
                return Ok(());
            }
        };
        prop_assert_eq!(
            fronts(&plan).map(|p| (p.face, p.copy)).collect::<Vec<_>>(),
            fronts(&full).map(|p| (p.face, p.copy)).collect::<Vec<_>>()
        );
        backs_register(&plan, print.duplex, &backs_of(&runs))?;
        // With every slot of the sheets filled, the piece at the named place is the one that is
        // missing.
        let many = [Run { face: 0, back: None, copies: 10_000 }];
        let all = planned(&print, &form, trim, &many, pen, &[]).expect("as before");
        for skip in &skip {
            let taken: Vec<Rect> =
                plan.sheets[skip.sheet as usize].front.placements.iter().map(|p| p.trim).collect();
            let (mut columns, mut rows): (Vec<Length>, Vec<Length>) =
                all.sheets[0].front.placements.iter().map(|p| (p.trim.x, p.trim.y)).unzip();
            columns.sort_unstable();
            columns.dedup();
            rows.sort_unstable();
            rows.dedup();
            // In offset rows a column of the sheet is every second of the places that pieces have,
            // likewise for rows.
            let offset =
                columns.len() > plan.grid.columns as usize || rows.len() > plan.grid.rows as usize;
            let offset_columns = offset && rows.len() > plan.grid.rows as usize;
            let column = skip.column as usize;
            let row = skip.row as usize;
            let (column, row) = match (offset, offset_columns) {
                (true, false) => (column * 2 + row % 2, row),
                (true, true) => (column, row * 2 + column % 2),
                _ => (column, row),
            };
            if let (Some(x), Some(y), false) =
                (columns.get(column), rows.get(row), all.sheets.len() == 1)
            {
                let there = Rect::new(*x, *y, trim);
                prop_assert!(
                    all.sheets[0].front.placements.iter().any(|p| p.trim == there),
                    "no slot {skip}"
                );
                prop_assert!(!taken.contains(&there), "{skip} is not empty");
            }
        }
    }

    #[test]
    fn shared_sheets_hold_everything_once_inside_and_apart(
        print in print(),
        tokens in prop::collection::vec(token(), 1..5),
    ) {
        let Ok(plan) = shared(&print, &tokens, &[]) else { return Ok(()) };
        let printable = printable(&plan, &print);
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        let runs: Vec<&Run<usize>> = tokens.iter().flat_map(|token| &token.runs).collect();
        let mut found: Vec<(u32, usize)> = fronts(&plan).map(|p| (p.copy, p.face)).collect();
        found.sort_unstable();
        let faces = runs.iter().flat_map(|run| vec![run.face; run.copies as usize]);
        prop_assert_eq!(found, (0..).zip(faces).collect::<Vec<_>>());
        let owner: Vec<&Token> = tokens
            .iter()
            .flat_map(|t| t.runs.iter().flat_map(move |run| vec![t; run.copies as usize]))
            .collect();
        prop_assert!(fronts(&plan).all(|p| printable.contains(p.trim)
            && p.turn.apply(p.trim.size) == owner[p.copy as usize].trim));
        for side in sides(&plan) {
            prop_assert!(
                side.placements.iter().all(|p| paper.contains(p.clip) && p.clip.contains(p.trim))
            );
            for ink in [false, true] {
                prop_assert_eq!(
                    overlapping(&plan, side, ink, |p| !is_path(&owner[p.copy as usize].form)),
                    None
                );
            }
            // Every piece keeps all of its bleed that lies on the paper.
            for (i, a) in side.placements.iter().enumerate() {
                prop_assert!(a.trim.grown(owner[a.copy as usize].bleed).contains(a.clip));
                prop_assert!(side.placements[i + 1..].iter().all(|b| !a.clip.overlaps(b.clip)));
            }
            let spots = side.slug.areas();
            for spot in spots {
                prop_assert!(side.placements.iter().all(|p| !p.clip.overlaps(spot)));
            }
        }
        backs_register(&plan, print.duplex, &backs_of(runs))?;
    }

    #[test]
    fn what_is_appended_to_shared_sheets_moves_nothing(
        print in print(),
        tokens in prop::collection::vec(token(), 1..4),
        last in token(),
        copies in 1..20_u32,
    ) {
        let Ok(before) = shared(&print, &tokens, &[]) else { return Ok(()) };
        let mut more = tokens.clone();
        let run = Run { face: 77, back: None, copies };
        more.last_mut().expect("a token").runs.push(run);
        let mut longer = tokens.clone();
        longer.push(last);
        for after in [more, longer] {
            let Ok(after) = shared(&print, &after, &[]) else { continue };
            for (sheet, later) in before.sheets.iter().zip(&after.sheets) {
                let old = &sheet.front.placements;
                prop_assert_eq!(&old[..], &later.front.placements[..old.len()]);
            }
            prop_assert!(after.sheets.len() >= before.sheets.len());
        }
    }
}

#[test]
fn pieces_alike_but_for_their_lines_are_each_cut_as_they_say() {
    let print = Print::default();
    let form = Form::Circle;
    let trim = Size::new(Length::mm(120), Length::mm(120));
    let piece = |outline| SharedComponent {
        component: "chits",
        form: &form,
        trim,
        bleed: Length::ZERO,
        gutter: Length::ZERO,
        runs: vec![Run { face: 0, back: None, copies: 2 }],
        outline,
    };
    let plan = plan_shared(&SharedJob {
        print: &print,
        pieces: vec![piece(Some(Pen::Cut)), piece(Some(Pen::Kiss)), piece(None)],
        skip: &[],
    });
    let plan = plan.expect("a plan");
    let seen: Vec<Vec<(Pen, bool)>> = plan
        .sheets
        .iter()
        .map(|sheet| sheet.front.cuts.iter().map(|cut| (cut.pen, cut.is_drawn)).collect())
        .collect();
    assert_eq!(
        seen,
        [vec![(Pen::Cut, true); 2], vec![(Pen::Kiss, true); 2], vec![(Pen::Cut, false); 2]]
    );
}

/// Prints how long planning takes; run it with
/// `cargo test --release --test suite -- tokens::planning --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
#[expect(clippy::print_stdout, reason = "what it is for")]
fn planning_takes_this_long() {
    let print = Print { bleed: Length::mm(1), ..Print::default() };
    let size = Size::new(Length::mm(20), Length::um(23_090));
    for (name, form) in [("hex", Form::Hex), ("circle", Form::Circle), ("square", Form::Rectangle)]
    {
        for copies in [1_000, 10_000, 100_000] {
            let start = std::time::Instant::now();
            let size = if name == "circle" { Size::new(size.width, size.width) } else { size };
            let plan = planned(
                &print,
                &form,
                size,
                &[Run { face: 0, back: Some(1), copies }],
                Some(Pen::Cut),
                &[],
            )
            .expect("a plan");
            println!(
                "{name}: {copies} copies on {} sheets in {:?}",
                plan.sheets.len(),
                start.elapsed()
            );
        }
    }
    for copies in [1_000, 10_000, 100_000] {
        let token = |form: Form, w: i64, h: i64| Token {
            form,
            trim: Size::new(Length::mm(w), Length::mm(h)),
            bleed: Length::mm(1),
            gutter: Length::ZERO,
            runs: vec![Run { face: 0, back: Some(1), copies: copies / 4 }],
        };
        let tokens = [
            token(Form::Rectangle, 63, 88),
            token(Form::Circle, 20, 20),
            token(Form::Hex, 26, 30),
            token(Form::Rectangle, 15, 12),
        ];
        let start = std::time::Instant::now();
        let plan = shared(&print, &tokens, &[]).expect("a plan");
        println!(
            "shared: {copies} copies on {} sheets in {:?}",
            plan.sheets.len(),
            start.elapsed()
        );
    }
}
