//! Properties of sheets in every mode: duplex, folded, apart, with turned cards, with every style
//! of marks.

use crate::random::{length, margin, overlapping, paper, printable, sides, size, small};
use pnp::game::{Alternate, Duplex, Gutter, MarkStyle, Marks, Orientation, Paper, Print};
use pnp::impose::{
    FoldLine, Job, Mark, Pen, Placement, Plan, Run, Skip, plan, plan_skipping, split_backs,
};
use pnp::units::{Form, Length, PAPER_SIZES, Point, Rect, Sides, Size, Turn};
use proptest::prelude::*;

const STYLES: [MarkStyle; 5] =
    [MarkStyle::Corners, MarkStyle::Guides, MarkStyle::Grid, MarkStyle::Dotted, MarkStyle::None];
const TWO_SIDED: [Duplex; 3] = [Duplex::LongEdge, Duplex::ShortEdge, Duplex::BacksApart];
const FOLDED: [Duplex; 3] = [Duplex::Fold, Duplex::FoldVertical, Duplex::FoldHorizontal];

fn marks() -> impl Strategy<Value = Marks> {
    let weight = prop::option::of((1..72_001_i64).prop_map(Length::emu));
    (
        prop::sample::select(STYLES.to_vec()),
        length(1..9),
        prop::option::of(small()),
        weight,
        any::<bool>(),
    )
        .prop_map(|(style, length, offset, weight, register)| Marks {
            style,
            length,
            offset,
            weight,
            register,
            ..Marks::default()
        })
}

fn duplex() -> impl Strategy<Value = Duplex> {
    prop::sample::select([&TWO_SIDED[..], &FOLDED[..], &[Duplex::FrontsOnly]].concat())
}

fn print() -> impl Strategy<Value = Print> {
    let lies = prop::sample::select(vec![
        Orientation::Auto,
        Orientation::Portrait,
        Orientation::Landscape,
    ]);
    let alternate = prop::sample::select(vec![
        Alternate::Never,
        Alternate::WhereMoreFit,
        Alternate::WhereItSavesSheets,
    ]);
    let given = || prop::option::weighted(0.1, 1..4_u32);
    let lay = (lies, alternate, given(), given(), prop::option::of(small()));
    (paper(50..500), margin(), small(), (small(), small()), duplex(), marks(), lay).prop_map(
        |(
            paper,
            margin,
            bleed,
            (x, y),
            duplex,
            marks,
            (orientation, alternate, columns, rows, fold),
        )| Print {
            paper,
            margin,
            bleed,
            gutter: Gutter { x, y },
            duplex,
            marks,
            orientation,
            alternate,
            columns,
            rows,
            fold,
            ..Print::default()
        },
    )
}

fn runs() -> impl Strategy<Value = Vec<Run<usize>>> {
    let run = (0..50_usize, prop::option::weighted(0.7, 100..150_usize), 0..15_u32);
    prop::collection::vec(run.prop_map(|(face, back, copies)| Run { face, back, copies }), 1..6)
}

fn planned(print: &Print, trim: Size, runs: &[Run<usize>]) -> Option<Plan<usize>> {
    plan(&Job { component: "deck", form: &Form::Rectangle, trim, runs: runs.to_vec(), print }).ok()
}

/// The faces and backs that each copy should have.
fn wanted(runs: &[Run<usize>]) -> Vec<(usize, Option<usize>)> {
    runs.iter().flat_map(|run| vec![(run.face, run.back); run.copies as usize]).collect()
}

/// The fronts and the backs of a sheet, whatever side of the paper they are on.
fn parted(plan: &Plan<usize>, sheet: usize) -> (Vec<Placement<usize>>, Vec<Placement<usize>>) {
    let sheet = &plan.sheets[sheet];
    let is_front = |p: &&Placement<usize>| p.face < 100;
    let all =
        || sheet.front.placements.iter().chain(sheet.back.iter().flat_map(|back| &back.placements));
    (all().filter(is_front).copied().collect(), all().filter(|p| !is_front(p)).copied().collect())
}

/// Whether what is mirrored is x, by the edge that the printer turns about or by the fold.
fn mirrors_x(plan: &Plan<usize>, print: &Print) -> bool {
    match plan.fold {
        Some(fold) => fold == FoldLine::Vertical,
        None => (print.duplex != Duplex::ShortEdge) == (plan.paper.width <= plan.paper.height),
    }
}

fn mirrored(plan: &Plan<usize>, print: &Print, r: Rect) -> Rect {
    if mirrors_x(plan, print) {
        Rect::new(plan.paper.width - r.x - r.size.width, r.y, r.size)
    } else {
        Rect::new(r.x, plan.paper.height - r.y - r.size.height, r.size)
    }
}

/// Where the upper edge of a card points, right and down.
fn up(turn: Turn) -> (i32, i32) {
    match turn {
        Turn::None => (0, -1),
        Turn::Right => (1, 0),
        Turn::Half => (0, 1),
        Turn::Left => (-1, 0),
    }
}

fn band(mark: &Mark, half: Length) -> Rect {
    let left = mark.from.x.min(mark.to.x);
    let right = mark.from.x.max(mark.to.x);
    let top = mark.from.y.min(mark.to.y);
    let bottom = mark.from.y.max(mark.to.y);
    let flat = mark.from.y == mark.to.y;
    let (x, y) = if flat { (Length::ZERO, half) } else { (half, Length::ZERO) };
    Rect::new(left - x, top - y, Size::new(right - left + x * 2, bottom - top + y * 2))
}

/// Half of what a line covers; dots of a line are round and reach beyond its ends.
fn half(mark: &Mark, marks: &Marks) -> Length {
    let weight = match mark.pen {
        Pen::Fold => Length::um(150),
        Pen::Join => Length::um(120),
        _ => marks.weight(),
    };
    weight / 2
}

fn around(rects: impl Iterator<Item = Rect>) -> Option<Rect> {
    rects.reduce(Rect::around)
}

/// Whether a placement may ink a point: inside of its clip and of its contour, which is convex.
fn inks(plan: &Plan<usize>, p: &Placement<usize>, at: Point) -> bool {
    let clip = p.clip;
    if at.x <= clip.x || at.x >= clip.right() || at.y <= clip.y || at.y >= clip.bottom() {
        return false;
    }
    let Some(contour) = p.contour else { return true };
    let ink = &plan.contours[contour].ink;
    let placed = ink.placed(p.turn.apply(p.trim.size), p.trim, p.turn);
    let sides: Vec<bool> = placed
        .edges()
        .filter(|(from, segment)| *from != segment.end())
        .map(|(from, segment)| {
            let to = segment.end();
            let cross = |a: Length, b: Length| a.to_mm() * b.to_mm();
            cross(to.x - from.x, at.y - from.y) > cross(to.y - from.y, at.x - from.x)
        })
        .collect();
    sides.iter().all(|left| *left) || sides.iter().all(|left| !left)
}

/// Points of a grid from edge to edge of an area, 1/100 mm inside of it.
fn points(area: Rect, steps: i64) -> Vec<Point> {
    let area = area.grown(-Length::um(10));
    let at = |start: Length, length: Length, step: i64| start + length * step / steps;
    (0..=steps)
        .flat_map(|x| (0..=steps).map(move |y| (x, y)))
        .map(|(x, y)| Point::new(at(area.x, area.size.width, x), at(area.y, area.size.height, y)))
        .collect()
}

/// Whether any point around the cards of a side may be inked by two of them.
fn inked_twice(plan: &Plan<usize>, placements: &[Placement<usize>], bleed: Length) -> bool {
    placements.iter().enumerate().any(|(at, p)| {
        let near: Vec<_> =
            placements[at + 1..].iter().filter(|q| q.clip.overlaps(p.clip)).collect();
        !near.is_empty()
            && points(p.trim.grown(bleed), 12)
                .into_iter()
                .any(|point| inks(plan, p, point) && near.iter().any(|q| inks(plan, q, point)))
    })
}

/// The strip of some depth outside of each edge of a trim.
fn outside(trim: Rect, depth: Length) -> [Rect; 4] {
    let wide = Size::new(trim.size.width, depth);
    let high = Size::new(depth, trim.size.height);
    [
        Rect::new(trim.x, trim.y - depth, wide),
        Rect::new(trim.x, trim.bottom(), wide),
        Rect::new(trim.x - depth, trim.y, high),
        Rect::new(trim.right(), trim.y, high),
    ]
}

/// From a point in a strip beside an edge to the nearer end of that edge.
fn from_end(strip: Rect, trim: Rect, at: Point) -> Length {
    if strip.size.width == trim.size.width {
        (at.x - trim.x).min(trim.right() - at.x)
    } else {
        (at.y - trim.y).min(trim.bottom() - at.y)
    }
}

/// From a point outside of a trim to its edge.
fn depth(trim: Rect, at: Point) -> Length {
    (trim.x - at.x).max(at.x - trim.right()).max(trim.y - at.y).max(at.y - trim.bottom())
}

proptest! {
    #![proptest_config(crate::common::cases(300))]

    #[test]
    fn every_copy_has_its_front_and_its_back_once_and_in_order(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let wanted = wanted(&runs);
        let (fronts, backs): (Vec<_>, Vec<_>) =
            (0..plan.sheets.len()).map(|sheet| parted(&plan, sheet)).unzip();
        let fronts = fronts.concat();
        prop_assert_eq!(
            fronts.iter().map(|p| p.face).collect::<Vec<_>>(),
            wanted.iter().map(|w| w.0).collect::<Vec<_>>()
        );
        prop_assert!(fronts.iter().zip(0..).all(|(p, n)| p.copy == n));
        let expected: Vec<_> =
            wanted.iter().zip(0..).filter_map(|((_, back), n)| Some((n, (*back)?))).collect();
        let found: Vec<_> = backs.concat().iter().map(|p| (p.copy, p.face)).collect();
        prop_assert_eq!(found, if print.duplex.has_backs() { expected } else { Vec::new() });
    }

    #[test]
    fn each_back_is_the_mirror_of_its_front_and_upright_with_it(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        for sheet in 0..plan.sheets.len() {
            let (fronts, backs) = parted(&plan, sheet);
            for back in backs {
                let front = fronts.iter().find(|front| front.copy == back.copy).expect("a front");
                prop_assert_eq!(
                    (back.trim, back.clip),
                    (mirrored(&plan, &print, front.trim), mirrored(&plan, &print, front.clip))
                );
                prop_assert_eq!(back.slot, front.slot);
                let (x, y) = up(back.turn);
                prop_assert_eq!(
                    if mirrors_x(&plan, &print) { (-x, y) } else { (x, -y) },
                    up(front.turn)
                );
            }
        }
    }

    #[test]
    fn trims_lie_in_the_printable_area_and_ink_never_overlaps(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let printable = printable(&plan, &print);
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for sheet in &plan.sheets {
            prop_assert!(sheet.front.placements.iter().all(|p| printable.contains(p.trim)));
        }
        for side in sides(&plan) {
            prop_assert!(side.placements.iter().all(|p| p.turn.apply(p.trim.size) == trim));
            prop_assert!(side.placements.iter().all(|p| p.clip.contains(p.trim)
                && p.trim.grown(print.bleed).contains(p.clip)
                && paper.contains(p.clip)));
            prop_assert!(!inked_twice(&plan, &side.placements, print.bleed));
        }
    }

    #[test]
    fn free_edges_have_all_of_their_bleed_and_no_trim_is_inked_by_another_card(
        print in print(),
        trim in size(15..90),
        runs in runs(),
        skipped in prop::collection::vec((0..5_u32, 0..4_u32), 0..8),
    ) {
        let print = Print { alternate: Alternate::Never, ..print };
        let job = Job { component: "deck", form: &Form::Rectangle, trim, runs, print: &print };
        let Ok(full) = plan(&job) else { return Ok(()) };
        let skip: Vec<Skip> = skipped
            .into_iter()
            .filter(|(column, row)| *column < full.grid.columns && *row < full.grid.rows)
            .map(|(column, row)| Skip { sheet: 0, column, row })
            .collect();
        let Ok(plan) = plan_skipping(&job, &skip) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for at in 0..plan.sheets.len() {
            let (fronts, backs) = parted(&plan, at);
            let own = |trim: Rect| match plan.fold {
                None => paper,
                Some(FoldLine::Vertical) => {
                    let half = Size::new(plan.paper.width / 2, plan.paper.height);
                    let x = if trim.x < half.width { Length::ZERO } else { half.width };
                    Rect::new(x, Length::ZERO, half)
                }
                Some(FoldLine::Horizontal) => {
                    let half = Size::new(plan.paper.width, plan.paper.height / 2);
                    let y = if trim.y < half.height { Length::ZERO } else { half.height };
                    Rect::new(Length::ZERO, y, half)
                }
            };
            for p in &fronts {
                let others = || fronts.iter().filter(|q| q.copy != p.copy);
                for strip in outside(p.trim, print.bleed * 2) {
                    if others().any(|q| q.trim.overlaps(strip)) {
                        continue;
                    }
                    for point in points(strip, 6) {
                        let depth = depth(p.trim, point);
                        let is_near = depth < print.bleed && depth < from_end(strip, p.trim, point);
                        let dot = Rect::new(point.x, point.y, Size::default()).grown(Length::um(9));
                        if is_near && own(p.trim).contains(dot) {
                            prop_assert!(inks(&plan, p, point), "{p:?} does not ink {point:?}");
                        }
                    }
                }
            }
            for side in [&fronts, &backs] {
                prop_assert!(!inked_twice(&plan, side, print.bleed));
                for p in side {
                    let is_near = |q: &&Placement<usize>| {
                        q.copy != p.copy && q.clip.overlaps(p.trim)
                    };
                    let others: Vec<_> = side.iter().filter(is_near).collect();
                    for point in points(p.trim, 6) {
                        prop_assert!(inks(&plan, p, point));
                        prop_assert!(!others.iter().any(|q| inks(&plan, q, point)));
                    }
                }
            }
            for back in &backs {
                let front = fronts.iter().find(|front| front.copy == back.copy).expect("a front");
                for point in points(front.trim.grown(print.bleed), 8) {
                    let dot = Rect::new(point.x, point.y, Size::default());
                    let behind = mirrored(&plan, &print, dot);
                    let behind = Point::new(behind.x, behind.y);
                    prop_assert_eq!(inks(&plan, front, point), inks(&plan, back, behind));
                }
            }
        }
    }

    #[test]
    fn no_mark_enters_a_card_its_bleed_or_the_slug(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            let spots: Vec<Rect> = side.slug.areas();
            prop_assert_eq!(overlapping(spots.clone()), None);
            for mark in &side.marks {
                let inked = band(mark, half(mark, &print.marks));
                prop_assert!(
                    mark.from != mark.to && (mark.from.x == mark.to.x || mark.from.y == mark.to.y)
                );
                prop_assert!(paper.contains(band(mark, Length::ZERO)));
                prop_assert!(
                    side.placements
                        .iter()
                        .all(|p| !p.trim.overlaps(inked) && !p.clip.overlaps(inked)),
                    "{:?}",
                    mark
                );
                prop_assert!(spots.iter().all(|spot| !spot.overlaps(inked)), "{:?}", mark);
            }
            let mut marks = side.marks.clone();
            marks.sort_unstable();
            marks.dedup();
            prop_assert_eq!(marks.len(), side.marks.len());
        }
    }

    #[test]
    fn both_sides_have_the_same_marks(print in print(), trim in size(15..200), runs in runs()) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let ends = |mark: &Mark| (mark.pen, band(mark, Length::ZERO));
        let sorted = |mut all: Vec<(Pen, Rect)>| {
            all.sort_by_key(|(pen, r)| (*pen, r.x, r.y, r.size));
            all
        };
        for sheet in &plan.sheets {
            // A fold line may lie half an EMU beside the middle, which is its own mirror.
            let front: Vec<(Pen, Rect)> =
                sheet.front.marks.iter().filter(|mark| mark.pen != Pen::Fold).map(ends).collect();
            let behind = front.iter().map(|(pen, r)| (*pen, mirrored(&plan, &print, *r))).collect();
            match &sheet.back {
                Some(back) => {
                    let found = sorted(back.marks.iter().map(ends).collect());
                    prop_assert_eq!(found, sorted(behind));
                }
                None if plan.fold.is_some() => prop_assert_eq!(sorted(front), sorted(behind)),
                None => {}
            }
        }
    }

    #[test]
    fn every_cutting_line_continues_a_trim_line(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        // A line beside a card lies next to its edge by half of its weight.
        let near = (print.marks.weight() + Length::emu(2)) / 2;
        for (at, sheet) in plan.sheets.iter().enumerate() {
            let (fronts, _) = parted(&plan, at);
            let trims: Vec<Rect> = fronts
                .iter()
                .map(|p| p.trim)
                .flat_map(|t| [t, if plan.fold.is_some() { mirrored(&plan, &print, t) } else { t }])
                .collect();
            for mark in sheet
                .front
                .marks
                .iter()
                .filter(|mark| matches!(mark.pen, Pen::Crop | Pen::Cut | Pen::Dotted))
            {
                let close = |a: Length, b: Length| (a - b).abs() <= near;
                let upright = mark.from.x == mark.to.x;
                let on = |t: &Rect| {
                    if upright {
                        close(t.x, mark.from.x) || close(t.right(), mark.from.x)
                    } else {
                        close(t.y, mark.from.y) || close(t.bottom(), mark.from.y)
                    }
                };
                prop_assert!(trims.iter().any(on), "{:?}", mark);
            }
        }
    }

    #[test]
    fn turned_cards_are_a_block_that_one_straight_cut_parts_from_the_others(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let print =
            Print { alternate: Alternate::WhereMoreFit, columns: None, rows: None, ..print };
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        for at in 0..plan.sheets.len() {
            let (fronts, _) = parted(&plan, at);
            let of = |turn: Turn| around(fronts.iter().filter(|p| p.turn == turn).map(|p| p.trim));
            prop_assert!(fronts.iter().all(|p| matches!(p.turn, Turn::None | Turn::Right)));
            let (Some(upright), Some(turned)) = (of(Turn::None), of(Turn::Right)) else { continue };
            prop_assert!(plan.fold.is_none());
            let beside = turned.x - upright.right() >= print.gutter.x && turned.y == upright.y;
            let below = turned.y - upright.bottom() >= print.gutter.y && turned.x == upright.x;
            prop_assert!(beside || below, "{upright:?} {turned:?}");
        }
        for (at, _) in plan.sheets.iter().enumerate() {
            let (fronts, _) = parted(&plan, at);
            let apart = |a: Rect, b: Rect| {
                let gap = |a0: Length, a1: Length, b0: Length, b1: Length| (b0 - a1).max(a0 - b1);
                gap(a.x, a.right(), b.x, b.right()) >= print.gutter.x
                    || gap(a.y, a.bottom(), b.y, b.bottom()) >= print.gutter.y
            };
            prop_assert!(
                fronts
                    .iter()
                    .enumerate()
                    .all(|(i, a)| fronts[i + 1..].iter().all(|b| apart(a.trim, b.trim)))
            );
        }
    }

    #[test]
    fn no_other_way_of_the_paper_and_no_plain_grid_takes_fewer_sheets(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let Some(best) = planned(&print, trim, &runs) else { return Ok(()) };
        let lies = match print.orientation {
            Orientation::Auto => vec![Orientation::Portrait, Orientation::Landscape],
            asked => vec![asked],
        };
        prop_assert!(print.orientation != Orientation::Portrait || best.paper == print.paper.size);
        prop_assert!(
            print.orientation != Orientation::Landscape || best.paper == print.paper.size.turned()
        );
        for orientation in lies {
            for alternate in [Alternate::Never, print.alternate] {
                if let Some(other) =
                    planned(&Print { orientation, alternate, ..print.clone() }, trim, &runs)
                {
                    prop_assert!(best.sheets.len() <= other.sheets.len());
                }
            }
        }
        let single = print.alternate == Alternate::Never && best.fold.is_none();
        prop_assert!(
            !single
                || best.sheets.len() as u64
                    == u64::from(wanted(&runs).len() as u32)
                        .div_ceil(u64::from(best.grid.columns) * u64::from(best.grid.rows))
        );
    }

    #[test]
    fn a_grid_that_is_given_is_kept(
        print in print(),
        trim in size(15..200),
        runs in runs(),
        columns in 1..5_u32,
        rows in 1..5_u32,
    ) {
        let print = Print { columns: Some(columns), rows: Some(rows), ..print };
        match plan(&Job {
            component: "deck",
            form: &Form::Rectangle,
            trim,
            runs: runs.clone(),
            print: &print,
        }) {
            Ok(plan) => prop_assert_eq!((plan.grid.columns, plan.grid.rows), (columns, rows)),
            Err(misfit) => {
                let said = misfit.to_string();
                prop_assert!(
                    !misfit.sums.is_empty() && misfit.sums.iter().all(|sum| sum.contains(" > ")),
                    "{}",
                    said
                );
            }
        }
    }

    #[test]
    fn folded_sheets_have_fronts_before_the_fold_and_backs_behind_it(
        print in print(),
        trim in size(15..200),
        runs in runs(),
        duplex in prop::sample::select(FOLDED.to_vec()),
    ) {
        let print = Print { duplex, ..print };
        let Some(plan) = planned(&print, trim, &runs) else { return Ok(()) };
        let backs = runs.iter().any(|run| run.copies > 0 && run.back.is_some());
        prop_assert_eq!(plan.fold.is_some(), backs);
        prop_assert!(plan.sheets.iter().all(|sheet| sheet.back.is_none()));
        let Some(fold) = plan.fold else { return Ok(()) };
        prop_assert!(
            !(duplex == Duplex::FoldVertical && fold == FoldLine::Horizontal
                || duplex == Duplex::FoldHorizontal && fold == FoldLine::Vertical)
        );
        let beside = print.fold.unwrap_or(print.bleed + Length::mm(1));
        for at in 0..plan.sheets.len() {
            let (fronts, backs) = parted(&plan, at);
            let middle = if fold == FoldLine::Vertical {
                plan.paper.width / 2
            } else {
                plan.paper.height / 2
            };
            let ends = |r: Rect| {
                if fold == FoldLine::Vertical { (r.x, r.right()) } else { (r.y, r.bottom()) }
            };
            prop_assert!(
                fronts
                    .iter()
                    .all(|p| ends(p.trim).1 <= middle - beside && ends(p.clip).1 <= middle)
            );
            prop_assert!(
                backs.iter().all(|p| ends(p.trim).0 >= middle + beside && ends(p.clip).0 >= middle)
            );
            for mark in plan.sheets[at].front.marks.iter().filter(|mark| mark.pen == Pen::Fold) {
                let (one, two) = if fold == FoldLine::Vertical {
                    (mark.from.x, mark.to.x)
                } else {
                    (mark.from.y, mark.to.y)
                };
                prop_assert_eq!((one, two), (middle, middle));
            }
        }
    }

    #[test]
    fn backs_apart_are_the_back_sides_of_the_same_sheets(
        print in print(),
        trim in size(15..200),
        runs in runs(),
    ) {
        let print = Print { duplex: Duplex::BacksApart, ..print };
        let Some(both) = planned(&print, trim, &runs) else { return Ok(()) };
        let together = planned(&Print { duplex: Duplex::LongEdge, ..print.clone() }, trim, &runs);
        prop_assert_eq!(Some(&both), together.as_ref());
        let (fronts, backs) = split_backs(&both);
        prop_assert_eq!(
            (fronts.sheets.len(), backs.sheets.len()),
            (both.sheets.len(), both.sheets.len())
        );
        for ((front, back), sheet) in fronts.sheets.iter().zip(&backs.sheets).zip(&both.sheets) {
            prop_assert_eq!((&front.front, &front.back, &back.back), (&sheet.front, &None, &None));
            prop_assert_eq!(&back.front, &sheet.back.clone().unwrap_or_default());
        }
    }

    #[test]
    fn the_same_job_gives_the_same_plan(print in print(), trim in size(15..200), runs in runs()) {
        prop_assert_eq!(planned(&print, trim, &runs), planned(&print, trim, &runs));
    }
}

fn usual(paper: &str, duplex: Duplex) -> Print {
    let size = PAPER_SIZES.iter().find(|named| named.name == paper).expect("a paper").size;
    Print { paper: Paper { name: paper.to_owned(), size }, duplex, ..Print::default() }
}

fn copies(count: u32, back: bool) -> Vec<Run<usize>> {
    vec![Run { face: 0, back: back.then_some(100), copies: count }]
}

fn lines(marks: &[Mark], pen: Pen) -> Vec<(Point, Point)> {
    marks.iter().filter(|mark| mark.pen == pen).map(|mark| (mark.from, mark.to)).collect()
}

#[test]
fn every_edge_of_every_card_of_two_blocks_has_a_mark() {
    let mm = Length::mm;
    // 180 × 270 mm of room: two columns of three upright cards of 50 × 90 mm, then a column of five
    // turned ones.
    let mut print = usual("a4", Duplex::LongEdge);
    print.margin = Sides { top: mm(13), right: mm(10), bottom: mm(14), left: mm(10) };
    print.alternate = Alternate::WhereMoreFit;
    for (trim, upright, turned) in [
        (Size::new(mm(50), mm(90)), 6, 5),
        (Size::new(mm(60), mm(130)), 6, 0),
        (Size::new(mm(55), mm(75)), 6, 4),
    ] {
        let plan = planned(&print, trim, &copies(40, true)).expect("it fits");
        let front = &plan.sheets[0].front;
        let count = |turn: Turn| front.placements.iter().filter(|p| p.turn == turn).count();
        assert_eq!((count(Turn::None), count(Turn::Right)), (upright, turned), "{trim}");
        for p in &front.placements {
            for x in [p.trim.x, p.trim.right()] {
                assert!(
                    front.marks.iter().any(|m| m.from.x == x && m.to.x == x),
                    "{trim} at {x} upright"
                );
            }
            for y in [p.trim.y, p.trim.bottom()] {
                assert!(
                    front.marks.iter().any(|m| m.from.y == y && m.to.y == y),
                    "{trim} at {y} flat"
                );
            }
        }
    }
}

#[test]
fn turned_cards_are_used_only_where_more_fit_or_sheets_are_saved() {
    let mm = Length::mm;
    let mut print = usual("a4", Duplex::FrontsOnly);
    print.margin = Sides::all(mm(10));
    let trim = Size::new(mm(50), mm(90));
    let mut sheets = |alternate, count| {
        print.alternate = alternate;
        let plan = planned(&print, trim, &copies(count, false)).expect("it fits");
        let turned = plan.sheets[0].front.placements.iter().any(|p| p.turn != Turn::None);
        (plan.sheets.len(), turned)
    };
    assert_eq!(sheets(Alternate::Never, 11), (2, false));
    assert_eq!(sheets(Alternate::WhereMoreFit, 11), (1, true));
    assert_eq!(sheets(Alternate::WhereItSavesSheets, 11), (1, true));
    // Few cards: the plain grid holds them all.
    assert_eq!(sheets(Alternate::WhereItSavesSheets, 6), (1, false));
}

#[test]
fn a_fold_is_where_more_cards_fit() {
    // Two columns and two rows of fronts to the left of a fold on the paper's side, against three
    // in either way upright.
    let plan = planned(
        &usual("a4", Duplex::Fold),
        Size::new(Length::um(63_500), Length::um(88_900)),
        &copies(4, true),
    )
    .unwrap();
    assert_eq!(
        (plan.fold, plan.sheets.len(), plan.paper.is_landscape()),
        (Some(FoldLine::Vertical), 1, true)
    );
    let fold = lines(&plan.sheets[0].front.marks, Pen::Fold);
    let middle = Length::um(148_500);
    assert!(fold.iter().all(|(from, to)| from.x == middle && to.x == middle), "{fold:?}");
    let long: i64 = fold.iter().map(|(from, to)| (to.y - from.y).to_emu()).sum();
    assert!(long > Length::mm(185).to_emu(), "right across the paper but for the label: {fold:?}");
    for (duplex, fold) in
        [(Duplex::FoldHorizontal, FoldLine::Horizontal), (Duplex::FoldVertical, FoldLine::Vertical)]
    {
        let plan = planned(
            &usual("a4", duplex),
            Size::new(Length::mm(63), Length::mm(88)),
            &copies(4, true),
        )
        .unwrap();
        assert_eq!(plan.fold, Some(fold));
    }
}

#[test]
fn guides_reach_from_the_cards_to_the_edge_that_printers_reach() {
    let mut print = usual("a4", Duplex::FrontsOnly);
    print.marks.style = MarkStyle::Guides;
    let plan =
        planned(&print, Size::new(Length::um(63_500), Length::um(88_900)), &copies(9, false))
            .unwrap();
    let marks = lines(&plan.sheets[0].front.marks, Pen::Crop);
    // Four lines above, four on either side; those below stop at the label and go on behind it, or
    // not.
    let above: Vec<_> = marks.iter().filter(|(_, to)| to.y < Length::mm(15)).collect();
    assert_eq!(above.len(), 4);
    assert!(
        above.iter().all(|(from, to)| (from.y, to.y) == (Length::um(4500), Length::um(12_650))),
        "{above:?}"
    );
}

#[test]
fn a_grid_runs_along_the_cards_where_there_is_no_bleed() {
    let mut print = usual("a4", Duplex::FrontsOnly);
    print.bleed = Length::ZERO;
    print.gutter = Gutter { x: Length::mm(2), y: Length::mm(2) };
    print.orientation = Orientation::Portrait;
    for (style, pen) in [(MarkStyle::Grid, Pen::Cut), (MarkStyle::Dotted, Pen::Dotted)] {
        print.marks.style = style;
        let plan =
            planned(&print, Size::new(Length::mm(50), Length::mm(80)), &copies(9, false)).unwrap();
        let marks = lines(&plan.sheets[0].front.marks, pen);
        let long = |upright: bool| {
            marks
                .iter()
                .filter(|(from, to)| {
                    (from.x == to.x) == upright
                        && (to.x - from.x).max(to.y - from.y) > Length::mm(150)
                })
                .count()
        };
        // Two lines for each of three columns, and for each of three rows.
        assert_eq!((long(true), long(false)), (6, 6), "{style:?}");
    }
}

#[test]
fn crosses_lie_at_the_same_places_on_both_sides() {
    for style in STYLES {
        let mut print = usual("a4", Duplex::LongEdge);
        print.marks = Marks { style, register: true, ..Marks::default() };
        let plan =
            planned(&print, Size::new(Length::um(63_500), Length::um(88_900)), &copies(11, true))
                .unwrap();
        for sheet in &plan.sheets {
            let front = lines(&sheet.front.marks, Pen::Join);
            let back = lines(&sheet.back.as_ref().unwrap().marks, Pen::Join);
            // At least two crosses of two arms each.
            assert!(front.len() >= 4 && front.len() == back.len(), "{style:?}: {front:?}");
            assert_eq!(front, lines(&plan.sheets[0].front.marks, Pen::Join));
        }
    }
}

#[test]
fn ten_thousand_copies_are_planned_in_every_style() {
    for style in STYLES {
        for duplex in [Duplex::LongEdge, Duplex::Fold] {
            let mut print = usual("a4", duplex);
            print.marks = Marks { style, register: true, ..Marks::default() };
            print.alternate = Alternate::WhereMoreFit;
            let plan =
                planned(&print, Size::new(Length::mm(20), Length::mm(30)), &copies(10_000, true))
                    .unwrap();
            assert_eq!(plan.sheets.iter().map(parted_fronts).sum::<usize>(), 10_000);
        }
    }
}

fn parted_fronts(sheet: &pnp::impose::Sheet<usize>) -> usize {
    sheet.front.placements.iter().filter(|p| p.face == 0).count()
}

/// A game of one component: its table, and keys in it and in `[print]`.
fn placed(table: &str, keys: &str, shared: &str) -> crate::common::Project {
    let game = format!(
        r#"title = "Mini"
[print]
{shared}
{table}
{keys}
"#
    );
    crate::common::Project::mini().file("data/mini/game.toml", game)
}

/// The components that go on paper in different ways, in the order of the columns of [`KEYS`].
const WAYS: [&str; 9] = [
    r#"[deck.x]
size = { width = "75mm", height = "40mm" }
face = "back.svg"
back = "back.svg"
cards = "cards.csv""#,
    r#"[sheet.x]
size = { width = "75mm", height = "40mm" }
face = "back.svg"
copies = 12"#,
    r#"[board.x]
size = { width = "75mm", height = "40mm" }
face = "back.svg"
copies = 12"#,
    "[board.x]\nsize = { width = \"400mm\", height = \"500mm\" }\nface = \"back.svg\"",
    r#"[board.x]
size = { width = "400mm", height = "500mm" }
face = "back.svg"
poster = true"#,
    r#"[token.x]
size = "mini-euro"
shape = "rounded"
radius = "3mm"
face = "back.svg"
copies = 12"#,
    r#"[token.x]
size = { width = "75mm", height = "40mm" }
outline = "none"
face = "back.svg"
copies = 12"#,
    r#"[fold.x]
net = "cube"
size = "20mm"
face = "back.svg"
copies = 12"#,
    r#"[deck.x]
size = "poker-euro"
face = "back.svg"
cards = "cards.csv"
share = "a""#,
];

/// Every key with a value that is not its default, and for which of [`WAYS`] it is read: deck,
/// sheet, board, tiles, tiles with a poster, token, token like a card, net, shared sheet. Without a
/// back, `duplex` is a fault of its own.
const KEYS: [(&str, [bool; 9]); 20] = {
    const ALL: [bool; 9] = [true; 9];
    const NOT_TILES: [bool; 9] = [true, true, true, false, false, true, true, true, true];
    const COUNTED: [bool; 9] = [true, true, true, false, false, true, true, true, false];
    const CARDS: [bool; 9] = [true, true, true, false, false, false, true, false, false];
    const MARKED: [bool; 9] = [true, true, true, false, true, false, true, false, false];
    const CROSSES: [bool; 9] = [true, true, true, false, true, true, true, false, true];
    [
        ("paper = \"letter\"", ALL),
        ("margin = \"25mm\"", ALL),
        ("bleed = \"1mm\"", ALL),
        ("safe = \"4mm\"", ALL),
        ("gutter = \"12mm\"", NOT_TILES),
        ("gutter = { x = \"12mm\" }", NOT_TILES),
        ("gutter = { y = \"12mm\" }", NOT_TILES),
        ("fold = \"7mm\"", [false; 9]),
        ("orientation = \"landscape\"", NOT_TILES),
        ("columns = 1", COUNTED),
        ("rows = 1", COUNTED),
        ("alternate = true", CARDS),
        ("marks = \"guides\"", MARKED),
        ("marks = { style = \"guides\" }", MARKED),
        ("marks = { length = \"2mm\" }", MARKED),
        ("marks = { offset = \"1.5mm\" }", MARKED),
        ("marks = { weight = \"0.2mm\" }", ALL),
        ("marks = { colour = \"#f00\" }", ALL),
        ("marks = { register = true }", CROSSES),
        ("cutter = \"silhouette-3\"", NOT_TILES),
    ]
};

/// What is printed, and whether a key was said to do nothing.
#[track_caller]
fn printed(table: &str, keys: &str, shared: &str) -> (Vec<Vec<u8>>, bool) {
    let project = placed(table, keys, shared);
    let run = project.run("build --proof --jobs 1").exits(0);
    let files = project.snapshot("out").into_iter();
    let is_pdf =
        |name: &str| std::path::Path::new(name).extension().is_some_and(|end| end == "pdf");
    let pdfs = files.filter(|(name, _)| is_pdf(name)).map(|(_, bytes)| bytes).collect();
    (pdfs, run.stderr.contains("warning[M017]"))
}

/// Each key changes what is printed, or a warning says that it does nothing, and never both.
#[track_caller]
fn is_read_as_told(table: &str, read_of: impl Fn(&[bool; 9]) -> bool) {
    let (plain, _) = printed(table, "", "");
    let name = table.lines().next().expect("a header");
    for (key, read) in KEYS {
        let is_read = read_of(&read);
        let (pdfs, said) = printed(table, key, "");
        assert_eq!(said, !is_read, "the warning of {key} in {name}");
        assert_eq!(pdfs != plain, is_read, "what is printed with {key} in {name}");
        let (pdfs, said) = printed(table, "", key);
        assert_eq!(said, !is_read, "the warning of {key} in [print] for {name}");
        assert_eq!(pdfs != plain, is_read, "what is printed with {key} in [print] for {name}");
    }
}

#[test]
fn a_print_key_of_cards_is_read_or_said_to_do_nothing() {
    is_read_as_told(WAYS[0], |read| read[0]);
    is_read_as_told(WAYS[1], |read| read[1]);
    is_read_as_told(WAYS[2], |read| read[2]);
}

#[test]
fn a_print_key_of_large_boards_is_read_or_said_to_do_nothing() {
    is_read_as_told(WAYS[3], |read| read[3]);
    is_read_as_told(WAYS[4], |read| read[4]);
}

#[test]
fn a_print_key_of_tokens_and_nets_is_read_or_said_to_do_nothing() {
    is_read_as_told(WAYS[5], |read| read[5]);
    is_read_as_told(WAYS[6], |read| read[6]);
    is_read_as_told(WAYS[7], |read| read[7]);
}

#[test]
fn a_print_key_of_shared_sheets_is_read_or_said_to_do_nothing() {
    is_read_as_told(WAYS[8], |read| read[8]);
}

#[test]
fn every_print_key_is_tried() {
    let reference = pnp::game::keys_markdown();
    for (title, prefix) in [("`[print]`", ""), ("`marks`, as a table", "marks = { ")] {
        let (_, after) = reference.split_once(&format!("## {title}\n")).expect("the table");
        let table = after.split("\n## ").next().expect("its lines");
        for key in table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()) {
            let is_tried = |(tried, _): &(&str, _)| tried.starts_with(&format!("{prefix}{key} = "));
            assert!(key == "duplex" || KEYS.iter().any(is_tried), "`{prefix}{key}` is not tried");
        }
    }
}

#[test]
fn a_key_of_folded_or_counted_cards_does_nothing_for_others() {
    let deck = WAYS[0];
    let folded = |keys: &str| printed(deck, &format!("duplex = \"fold\"\n{keys}"), "");
    let (wider, said) = folded("fold = \"7mm\"");
    assert!(!said && wider != folded("").0, "the room beside the fold");
    assert_ne!(printed(deck, "duplex = \"short-edge\"", "").0, printed(deck, "", "").0);
    let both = placed(deck, "alternate = true\ncolumns = 2", "");
    both.run("check").exits(0).says("`alternate` does nothing for `x`: `columns` or `rows`");
    // In `[print]` a key may be for one component of several.
    let game = format!("{deck}\n{}", WAYS[7].replace("fold.x", "fold.y"));
    placed(&game, "", "alternate = true").run("check").exits(0).never_says("M017");
}

#[test]
fn booklets_take_only_the_paper() {
    let book = "[rulebook.x]\nsource = \"x.md\"\nbooklet = true";
    for (key, _) in KEYS.into_iter().chain([("duplex = \"short-edge\"", [false; 9])]) {
        let name = key.split(' ').next().expect("a key");
        let project = placed(book, "", key).file("data/mini/x.md", "# Rules\n\nDraw a card.\n");
        let run = project.run("check").exits(0);
        let message = format!("`{name}` does nothing for any component of this game");
        if name == "paper" {
            run.never_says("M017")
        } else {
            run.says(&message)
        };
    }
}

#[test]
fn a_poster_has_a_page_of_its_own_whatever_its_board_lies_on() {
    let alone = format!("{}\nposter = true", WAYS[2]);
    for (table, keys, is_same) in [
        (alone.as_str(), "orientation = \"landscape\"", true),
        (&alone, "orientation = \"portrait\"", true),
        (&alone, "columns = 2", true),
        (&alone, "rows = 2", true),
        (&alone, "marks = \"none\"", false),
        (WAYS[4], "orientation = \"landscape\"", true),
        (WAYS[4], "marks = \"none\"", false),
    ] {
        let differing = poster(table, keys).differing(&poster(table, ""), 0);
        assert_eq!(differing == 0, is_same, "{keys}: {differing}");
    }
}

/// The poster of a board.
#[track_caller]
fn poster(table: &str, keys: &str) -> crate::common::Picture {
    let project = placed(table, keys, "");
    project.run("build").exits(0);
    let pages = crate::common::draw_pdf(&project.read("out/mini/x-poster.pdf"), 50.0);
    pages.into_iter().next().expect("a page")
}
