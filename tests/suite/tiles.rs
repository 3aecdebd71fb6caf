//! Properties of tiled boards that hold for any board, paper and way of joining.

use crate::random::sides;
use pnp::game::{Duplex, Join, Paper, Print, Tiles};
use pnp::impose::{
    BoardJob, Job, Mark, Pen, Placement, Plan, Run, Side, Span, Tiling, TilingError, plan, tile,
};
use pnp::units::{Form, Length, PAPER_SIZES, Point, Rect, Sides, Size, Turn};
use proptest::prelude::*;

/// In EMU, so that odd numbers and halves that do not exist come up.
fn length(mm: std::ops::Range<i64>) -> impl Strategy<Value = Length> {
    prop_oneof![
        mm.clone().prop_map(Length::mm),
        (mm.start * 36_000..mm.end * 36_000).prop_map(Length::emu),
    ]
}

fn print() -> impl Strategy<Value = Print> {
    let paper = prop_oneof![
        prop::sample::select(PAPER_SIZES)
            .prop_map(|named| Paper { name: named.name.to_owned(), size: named.size }),
        (length(80..300), length(80..400))
            .prop_map(|(w, h)| Size::new(w.min(h), w.max(h)))
            .prop_map(|size| Paper { name: size.to_string(), size }),
    ];
    let side = || prop_oneof![Just(Length::mm(10)), length(0..20)];
    let margin = (side(), side(), side(), side()).prop_map(|(top, right, bottom, left)| Sides {
        top,
        right,
        bottom,
        left,
    });
    let duplex =
        prop::sample::select(vec![Duplex::LongEdge, Duplex::ShortEdge, Duplex::FrontsOnly]);
    (paper, margin, length(0..5), duplex).prop_map(|(paper, margin, bleed, duplex)| Print {
        paper,
        margin,
        bleed,
        duplex,
        ..Print::default()
    })
}

fn tiles() -> impl Strategy<Value = Tiles> {
    (prop::sample::select(vec![Join::Overlap, Join::Tabs, Join::Butt]), length(1..30)).prop_map(
        |(join, overlap)| Tiles {
            join,
            overlap: if join == Join::Butt { Length::ZERO } else { overlap },
        },
    )
}

fn board() -> impl Strategy<Value = Size> {
    (length(50..1200), length(50..1200)).prop_map(|(width, height)| Size::new(width, height))
}

/// Mostly the first of two copies; the back has face 1.
fn tiled(board: Size, tiles: Tiles, print: &Print, back: bool) -> Option<(Tiling, Plan<usize>)> {
    let job = BoardJob { trim: board, face: 0, back: back.then_some(1), copies: 2, tiles, print };
    let tiling = Tiling::choose(board, tiles, print).ok()?;
    Some((tiling, tile(&job).expect("what can be chosen can be tiled")))
}

fn fronts(plan: &Plan<usize>) -> impl Iterator<Item = (&Placement<usize>, &Side<usize>)> {
    plan.sheets.iter().filter_map(|sheet| Some((sheet.front.placements.first()?, &sheet.front)))
}

/// Where a tile of a board lies on its side, strips included.
fn on_paper(placement: &Placement<usize>, cell: Rect) -> Rect {
    Rect::new(placement.trim.x + cell.x, placement.trim.y + cell.y, cell.size)
}

fn bounds(mark: &Mark) -> Rect {
    let left = mark.from.x.min(mark.to.x);
    let top = mark.from.y.min(mark.to.y);
    Rect::new(
        left,
        top,
        Size::new((mark.from.x - mark.to.x).abs(), (mark.from.y - mark.to.y).abs()),
    )
}

/// Whether the spans cover a length, each sharing the overlap with the next and being as long as
/// the others.
fn covers(spans: &[Span], length: Length, overlap: Length) -> bool {
    let shortest = spans.iter().map(|s| s.length).min();
    let longest = spans.iter().map(|s| s.length).max();
    spans.first().is_some_and(|s| s.start == Length::ZERO)
        && spans.last().is_some_and(|s| s.end() == length)
        && spans.windows(2).all(|two| two[0].end() - two[1].start == overlap)
        && shortest.zip(longest).is_some_and(|(s, l)| l - s <= Length::emu(1))
}

/// What turning the sheet over does to a rectangle, written a second time.
fn behind(plan: &Plan<usize>, duplex: Duplex, rect: Rect) -> Rect {
    let Size { width, height } = plan.paper;
    let axis_stands = (duplex == Duplex::LongEdge) == (width <= height);
    let (x, y) =
        if axis_stands { (width - rect.right(), rect.y) } else { (rect.x, height - rect.bottom()) };
    Rect::new(x, y, rect.size)
}

proptest! {
    #![proptest_config(crate::common::cases(300))]

    #[test]
    fn tiles_cover_the_board_with_equal_overlaps(
        board in board(),
        tiles in tiles(),
        print in print(),
    ) {
        let Ok(tiling) = Tiling::choose(board, tiles, &print) else { return Ok(()) };
        prop_assert!(covers(&tiling.columns, board.width, tiles.overlap));
        prop_assert!(covers(&tiling.rows, board.height, tiles.overlap));
        prop_assert!(
            tiling
                .places()
                .all(|(column, row)| tiling.cell(column, row).size.fits_in(tiling.printable.size))
        );
    }

    #[test]
    fn fewer_tiles_would_not_do_either_way(board in board(), tiles in tiles(), print in print()) {
        let Ok(tiling) = Tiling::choose(board, tiles, &print) else { return Ok(()) };
        // n rooms with n - 1 overlaps cover the board, n - 1 do not.
        let reach =
            |count: usize, room: Length| room * count as i64 - tiles.overlap * (count as i64 - 1);
        let fewest =
            |length: Length, room: Length| (1..=1_000).find(|count| reach(*count, room) >= length);
        let Sides { top, right, bottom, left } = print.margin;
        let upright = print.paper.size;
        let room = Size::new(upright.width - left - right, upright.height - top - bottom);
        let count = |room: Size| {
            Some(fewest(board.width, room.width)? * fewest(board.height, room.height)?)
        };
        let straight = count(room);
        let turned = count(room.turned());
        let best = [straight, turned].into_iter().flatten().min();
        prop_assert_eq!(Some(tiling.count()), best);
        // How square paper lies is seen by its margins alone.
        let (paper, margin) = if straight == best {
            (upright, print.margin)
        } else {
            (upright.turned(), Sides { left: top, top: right, right: bottom, bottom: left })
        };
        prop_assert_eq!(
            (tiling.paper, tiling.printable),
            (paper, Rect::new(Length::ZERO, Length::ZERO, paper).inset(margin))
        );
    }

    #[test]
    fn a_tile_is_a_cut_of_the_whole_on_its_own_sheet(
        board in board(),
        tiles in tiles(),
        print in print(),
    ) {
        let Some((tiling, plan)) = tiled(board, tiles, &print, false) else { return Ok(()) };
        let several = usize::from(tiling.count() > 1);
        prop_assert_eq!(plan.sheets.len(), 2 * tiling.count() + several);
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        let wanted: Vec<_> = tiling.places().chain(tiling.places()).collect();
        for (at, ((placement, _), (column, row))) in fronts(&plan).zip(wanted).enumerate() {
            prop_assert_eq!(
                (placement.trim.size, placement.turn, placement.copy as usize),
                (board, Turn::None, at / tiling.count())
            );
            let cell = on_paper(placement, tiling.cell(column, row));
            prop_assert!(tiling.printable.contains(cell), "{:?} in {:?}", cell, tiling.printable);
            prop_assert!(
                paper.contains(placement.clip) && cell.grown(print.bleed).contains(placement.clip)
            );
            // Centred, but for an EMU that cannot be halved.
            let slack = |before: Length, after: Length| (after - before).to_emu();
            prop_assert!((0..=1).contains(&slack(
                cell.x - tiling.printable.x,
                tiling.printable.right() - cell.right()
            )));
            prop_assert!((0..=1).contains(&slack(
                cell.y - tiling.printable.y,
                tiling.printable.bottom() - cell.bottom()
            )));
        }
    }

    #[test]
    fn what_is_seen_of_the_tiles_is_the_board(
        board in board(),
        tiles in tiles(),
        print in print(),
    ) {
        let Some((tiling, plan)) = tiled(board, tiles, &print, false) else { return Ok(()) };
        // Each tile is cut along its left and upper seam and lies on the ones before it.
        let mut across = Vec::new();
        let mut down = Vec::new();
        for ((placement, _), (column, row)) in fronts(&plan).zip(tiling.places()) {
            let cell = tiling.cell(column, row);
            let ends = |spans: &[Span], at: usize| {
                spans.get(at + 1).map_or(spans[at].end(), |next| next.start)
            };
            let right = ends(&tiling.columns, column);
            let bottom = ends(&tiling.rows, row);
            let seen = Rect::new(cell.x, cell.y, Size::new(right - cell.x, bottom - cell.y));
            prop_assert!(
                placement.clip.contains(on_paper(placement, seen)),
                "{} shows all that is seen of it",
                Tiling::label(column, row)
            );
            // A strip that overlaps is inked to its end.
            if tiles.join == Join::Overlap {
                prop_assert!(placement.clip.contains(on_paper(placement, cell)));
            }
            if row == 0 {
                across.push((seen.x, seen.right()));
            }
            if column == 0 {
                down.push((seen.y, seen.bottom()));
            }
        }
        for (ends, length) in [(across, board.width), (down, board.height)] {
            prop_assert_eq!(ends.first().map(|e| e.0), Some(Length::ZERO));
            prop_assert_eq!(ends.last().map(|e| e.1), Some(length));
            prop_assert!(ends.windows(2).all(|two| two[0].1 == two[1].0));
        }
    }

    #[test]
    fn marks_and_words_stay_off_the_art_and_on_the_paper(
        board in board(),
        tiles in tiles(),
        print in print(),
        back in any::<bool>(),
    ) {
        let Some((_, plan)) = tiled(board, tiles, &print, back) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            let Some(placement) = side.placements.first() else { continue };
            let art = placement.clip;
            prop_assert!(
                side.marks.iter().all(|mark| !art.overlaps(bounds(mark).grown(Length::um(50))))
            );
            prop_assert!(side.marks.iter().all(|mark| paper.contains(bounds(mark))));
            let spots: Vec<Rect> = side.slug.areas();
            for caption in &side.captions {
                prop_assert!(
                    paper.contains(caption.area) && !art.overlaps(caption.area),
                    "{:?}",
                    caption
                );
                prop_assert!(spots.iter().all(|spot| !spot.overlaps(caption.area)));
                let outside = side.marks.iter().filter(|mark| mark.pen != Pen::Glue);
                prop_assert!(
                    outside
                        .clone()
                        .all(|mark| !bounds(mark).grown(Length::emu(1)).overlaps(caption.area))
                );
            }
            for spot in spots {
                prop_assert!(paper.contains(spot) && !art.overlaps(spot));
                prop_assert!(
                    side.marks
                        .iter()
                        .all(|mark| !bounds(mark).grown(Length::emu(1)).overlaps(spot))
                );
            }
        }
    }

    #[test]
    fn joining_marks_of_neighbours_meet(board in board(), tiles in tiles(), print in print()) {
        let Some((tiling, plan)) = tiled(board, tiles, &print, false) else { return Ok(()) };
        let columns = tiling.columns.len();
        let side_of =
            |column: usize, row: usize| fronts(&plan).nth(row * columns + column).expect("a tile");
        // The joining marks of a tile in places of the board, those that touch a seam.
        let joins = |column: usize, row: usize| {
            let (placement, side) = side_of(column, row);
            let to_board = |p: Point| Point::new(p.x - placement.trim.x, p.y - placement.trim.y);
            side.marks
                .iter()
                .filter(|m| m.pen == Pen::Join)
                .map(move |m| [to_board(m.from), to_board(m.to)])
                .collect::<Vec<_>>()
        };
        for row in 0..tiling.rows.len() {
            for column in 1..columns {
                let seam = tiling.columns[column].start;
                // All that stands above or below the tile and has an end on the seam.
                let ends = |marks: Vec<[Point; 2]>| {
                    let mut found: Vec<Length> =
                        marks.into_iter().flatten().filter(|p| p.x == seam).map(|p| p.y).collect();
                    found.sort_unstable();
                    found.dedup();
                    found
                };
                let before = ends(joins(column - 1, row));
                let after = ends(joins(column, row));
                for tip in &after {
                    prop_assert!(
                        before.contains(tip),
                        "{:?} and {:?} meet at {:?}",
                        before,
                        after,
                        seam
                    );
                }
                prop_assert_eq!(before.is_empty(), after.is_empty());
            }
        }
        for row in 1..tiling.rows.len() {
            let seam = tiling.rows[row].start;
            for column in [0, columns - 1] {
                let ends = |marks: Vec<[Point; 2]>| {
                    let mut found: Vec<Length> =
                        marks.into_iter().flatten().filter(|p| p.y == seam).map(|p| p.x).collect();
                    found.sort_unstable();
                    found.dedup();
                    found
                };
                let before = ends(joins(column, row - 1));
                let after = ends(joins(column, row));
                prop_assert!(after.iter().all(|tip| before.contains(tip)));
            }
        }
    }

    #[test]
    fn every_edge_that_is_seen_is_marked_for_the_knife(
        board in board(),
        tiles in tiles(),
        mut print in print(),
        back in any::<bool>(),
    ) {
        // With margins like these there is room for marks on all sides.
        print.margin = Sides::all(Length::mm(12));
        print.bleed = Length::mm(2);
        let Some((tiling, plan)) = tiled(board, tiles, &print, back) else { return Ok(()) };
        let two_sided = sides(&plan).nth(1).is_some_and(|_| plan.sheets[0].back.is_some());
        for ((placement, side), (column, row)) in fronts(&plan).zip(tiling.places()) {
            let cell = on_paper(placement, tiling.cell(column, row));
            let cut = |upright: bool, at: Length| {
                side.marks
                    .iter()
                    .filter(|m| {
                        m.pen == Pen::Crop
                            && if upright {
                                m.from.x == at && m.to.x == at
                            } else {
                                m.from.y == at && m.to.y == at
                            }
                    })
                    .count()
            };
            prop_assert_eq!((cut(true, cell.x), cut(false, cell.y)), (2, 2));
            let seen = |last: bool| usize::from(last || two_sided || tiles.join == Join::Butt) * 2;
            prop_assert_eq!(cut(true, cell.right()), seen(column + 1 == tiling.columns.len()));
            prop_assert_eq!(cut(false, cell.bottom()), seen(row + 1 == tiling.rows.len()));
            // Tabs are hatched, and nothing else is.
            let glue = side.marks.iter().any(|m| m.pen == Pen::Glue);
            let tab = column + 1 < tiling.columns.len() || row + 1 < tiling.rows.len();
            if tiles.overlap > Length::mm(4) {
                prop_assert_eq!(glue, tab && tiles.join == Join::Tabs);
            }
            prop_assert!(side.captions.iter().any(|c| c.text == Tiling::label(column, row)));
        }
    }

    #[test]
    fn the_back_of_a_tile_lies_behind_it(board in board(), tiles in tiles(), print in print()) {
        let Some((tiling, plan)) = tiled(board, tiles, &print, true) else { return Ok(()) };
        let places: Vec<_> = tiling.places().chain(tiling.places()).collect();
        for (sheet, (column, row)) in plan.sheets.iter().zip(places) {
            prop_assert_eq!(sheet.back.is_some(), print.duplex.has_backs());
            let (Some(front), Some(back)) = (sheet.front.placements.first(), &sheet.back) else {
                continue;
            };
            let found = back.placements[0];
            prop_assert_eq!((found.face, found.copy), (1, front.copy));
            prop_assert_eq!(found.trim, behind(&plan, print.duplex, front.trim));
            // A tab is seen from behind, so the back is inked over the whole tile.
            let cell = behind(&plan, print.duplex, on_paper(front, tiling.cell(column, row)));
            prop_assert!(found.clip.contains(cell));
            let axis_stands =
                (print.duplex == Duplex::LongEdge) == (plan.paper.width <= plan.paper.height);
            prop_assert_eq!(found.turn, if axis_stands { Turn::None } else { Turn::Half });
        }
        prop_assert!(
            plan.sheets.iter().all(|sheet| sheet.back.is_some() == print.duplex.has_backs())
        );
    }

    #[test]
    fn the_drawing_of_the_assembly_names_every_tile(
        board in board(),
        tiles in tiles(),
        print in print(),
    ) {
        let Some((tiling, plan)) = tiled(board, tiles, &print, false) else { return Ok(()) };
        if tiling.count() == 1 {
            return Ok(());
        }
        let side = &plan.sheets.last().expect("a drawing").front;
        prop_assert!(side.placements.is_empty());
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        prop_assert!(side.marks.iter().all(|m| paper.contains(bounds(m))));
        prop_assert!(side.captions.iter().all(|c| paper.contains(c.area)));
        if tiling.count() <= 12 && plan.paper.width.min(plan.paper.height) > Length::mm(200) {
            for (column, row) in tiling.places() {
                let name = Tiling::label(column, row);
                prop_assert_eq!(
                    side.captions.iter().filter(|c| c.text == name).count(),
                    1,
                    "{}",
                    name
                );
            }
            let seams = (tiling.columns.len() - 1) * tiling.rows.len() + tiling.rows.len() - 1;
            for number in 1..=seams {
                prop_assert!(
                    side.captions.iter().any(|c| c.text == number.to_string()),
                    "{} of {}",
                    number,
                    seams
                );
            }
        }
    }

    #[test]
    fn what_is_not_tiled_has_a_reason(
        board in board(),
        tiles in tiles(),
        print in print(),
        overlap in length(1..400),
    ) {
        let tiles = Tiles {
            overlap: if tiles.join == Join::Butt { Length::ZERO } else { overlap },
            ..tiles
        };
        match Tiling::choose(board, tiles, &print) {
            Ok(tiling) => prop_assert!(
                covers(&tiling.columns, board.width, tiles.overlap)
                    && covers(&tiling.rows, board.height, tiles.overlap)
            ),
            Err(TilingError::Overlap { overlap, printable, .. }) => {
                prop_assert_eq!(overlap, tiles.overlap);
                prop_assert!(overlap >= printable.width.min(printable.height));
            }
            Err(why) => prop_assert!(!why.to_string().is_empty()),
        }
    }
}

#[test]
fn boards_take_as_many_pages_as_they_must() {
    let print = |paper: &str, margin: Length| {
        let size = PAPER_SIZES.iter().find(|named| named.name == paper).expect("a paper").size;
        Print {
            paper: Paper { name: paper.to_owned(), size },
            margin: Sides::all(margin),
            ..Print::default()
        }
    };
    let pages = |board: (i64, i64), overlap: i64, print: &Print| {
        let trim = Size::new(Length::mm(board.0), Length::mm(board.1));
        let single = Job {
            component: "board",
            form: &Form::Rectangle,
            trim,
            runs: Vec::<Run<usize>>::new(),
            print,
        };
        if plan(&single).is_ok() {
            return Ok(1);
        }
        let tiles = Tiles {
            join: if overlap == 0 { Join::Butt } else { Join::Overlap },
            overlap: Length::mm(overlap),
        };
        Tiling::choose(trim, tiles, print).map(|tiling| tiling.count())
    };
    let a4 = print("a4", Length::mm(10));
    let letter = print("letter", Length::inch(1, 2));
    assert_eq!(pages((500, 700), 10, &a4), Ok(8));
    assert_eq!(pages((508, 508), 0, &letter), Ok(6));
    assert_eq!(pages((190, 277), 10, &a4), Ok(1));
    assert!(matches!(pages((400, 400), 190, &a4), Err(TilingError::Overlap { .. })));
}
