//! Properties of booklets: folded, nested and stacked, the leaves read from first to last.

use crate::random::sides;
use pnp::game::{Duplex, Paper, Print, Up};
use pnp::impose::{BookletJob, Pen, Placement, Plan, Side, booklet};
use pnp::units::{Length, PAPER_SIZES, Rect, Size, Turn};
use proptest::prelude::*;

fn print() -> impl Strategy<Value = Print> {
    let paper = prop::sample::select(PAPER_SIZES)
        .prop_map(|named| Paper { name: named.name.to_owned(), size: named.size });
    let duplex =
        prop::sample::select(vec![Duplex::LongEdge, Duplex::ShortEdge, Duplex::FrontsOnly]);
    (paper, duplex, 0..4_i64).prop_map(|(paper, duplex, bleed)| Print {
        paper,
        duplex,
        bleed: Length::mm(bleed),
        ..Print::default()
    })
}

/// Everything but the paper; a page of `share` hundredths of what would fit.
fn settings() -> impl Strategy<Value = (usize, Up, i64, Option<usize>, i64)> {
    let up = prop::sample::select(vec![Up::Two, Up::Four]);
    (0..90_usize, up, 0..9_000_i64, prop::option::of(0..9_usize), 40..100_i64)
}

fn job(
    print: &Print,
    (pages, up, creep, signature, share): (usize, Up, i64, Option<usize>, i64),
) -> BookletJob<'_, usize> {
    let paper = print.paper.size;
    // Two beside each other on the long side, or two by two.
    let room = match up {
        Up::Two => Size::new(paper.height / 2, paper.width),
        Up::Four => Size::new(paper.width / 2, paper.height / 2),
    };
    let page = Size::new(room.width * share / 100, room.height * share / 100);
    // Faces are not the places of the pages, so that nobody mistakes one for the other.
    BookletJob {
        pages: (0..pages).map(|at| 1_000 + at).collect(),
        page,
        print,
        up,
        creep: Length::emu(creep),
        signature,
    }
}

/// The faces of a pair, left and right of the fold, as one looks at it with the pages upright; none
/// is blank.
type Pair = [Option<usize>; 2];

/// A folded sheet as it comes off the knife: the outside and, after turning it over like a page of
/// a book, the inside.
#[derive(Clone, Copy, Debug)]
struct Sheet {
    outside: Pair,
    inside: Pair,
}

fn pair(side: &Side<usize>, row: usize, rows: usize, height: Length, spine: Length) -> Pair {
    let band = height / rows as i64;
    let here = |p: &&Placement<usize>| (p.clip.centre().y / band) as usize == row;
    let mut found = [None, None];
    for placed in side.placements.iter().filter(here) {
        let column = usize::from(placed.clip.centre().x > spine);
        assert_eq!(found[column].replace(placed.face), None, "one page on each leaf");
    }
    found
}

/// Turns a side so that its pages stand upright.
fn upright(side: &Side<usize>, paper: Size) -> Side<usize> {
    let turned = side.placements.iter().any(|p| p.turn == Turn::Half);
    assert!(side.placements.iter().all(|p| p.turn == if turned { Turn::Half } else { Turn::None }));
    let mut side = side.clone();
    if turned {
        let about = |r: Rect| Rect::new(paper.width - r.right(), paper.height - r.bottom(), r.size);
        for placed in &mut side.placements {
            (placed.trim, placed.clip) = (about(placed.trim), about(placed.clip));
        }
    }
    side
}

/// Cuts the paper where it is cut and puts the lower stack under the upper one.
fn off_the_knife(plan: &Plan<usize>) -> Vec<Sheet> {
    let rows = plan.grid.rows as usize;
    let paper = plan.paper;
    (0..rows)
        .flat_map(|row| {
            plan.sheets.iter().map(move |sheet| {
                let back = upright(sheet.back.as_ref().expect("a booklet has backs"), paper);
                Sheet {
                    outside: pair(&sheet.front, row, rows, paper.height, paper.width / 2),
                    inside: pair(&back, row, rows, paper.height, paper.width / 2),
                }
            })
        })
        .collect()
}

/// Folds each signature, outermost sheet first, and reads.
fn read(sheets: &[Sheet], sizes: &[usize]) -> Vec<Option<usize>> {
    let mut all = Vec::new();
    let mut rest = sheets;
    for size in sizes {
        let (signature, after) = rest.split_at(*size);
        rest = after;
        // The right leaf of each sheet comes first, its outside before its inside; then the left
        // leaves from the middle.
        all.extend(signature.iter().flat_map(|sheet| [sheet.outside[1], sheet.inside[0]]));
        all.extend(signature.iter().rev().flat_map(|sheet| [sheet.inside[1], sheet.outside[0]]));
    }
    all
}

/// The sheets of each signature.
fn sizes(sheets: usize, most: Option<usize>) -> Vec<usize> {
    let most = most.unwrap_or(sheets).max(1);
    let count = sheets.div_ceil(most);
    (0..count).map(|at| sheets / count + usize::from(at < sheets % count)).collect()
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn folded_leaves_read_from_first_to_last(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let count = job.pages.len();
        let sizes = sizes(count.div_ceil(4), job.signature);
        prop_assert!(sizes.iter().all(|size| *size <= job.signature.unwrap_or(usize::MAX).max(1)));
        let mut sheets = off_the_knife(&plan);
        // Four up, the last lower half may stay empty.
        sheets.truncate(count.div_ceil(4));
        let found = read(&sheets, &sizes);
        let pages: Vec<usize> = found.iter().flatten().copied().collect();
        prop_assert_eq!(&pages, &job.pages);
        // Blank pages are fewer than four, and nothing but the back cover comes after them.
        prop_assert!(found.len() - pages.len() < 4);
        let blank = found.iter().position(Option::is_none);
        if let (Some(blank), true) = (blank, count > 1) {
            prop_assert!(found[blank..found.len() - 1].iter().all(Option::is_none));
            prop_assert_eq!(found[found.len() - 1], job.pages.last().copied());
        }
    }

    #[test]
    fn every_page_is_placed_once(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let mut placed: Vec<(u32, usize)> =
            sides(&plan).flat_map(|side| &side.placements).map(|p| (p.copy, p.face)).collect();
        placed.sort_unstable();
        prop_assert_eq!(placed, (0..).zip(job.pages.iter().copied()).collect::<Vec<_>>());
        prop_assert!(plan.sheets.iter().all(|sheet| sheet.back.is_some()));
        prop_assert_eq!(
            plan.sheets.len(),
            job.pages.len().div_ceil(4).div_ceil(if job.up == Up::Four { 2 } else { 1 })
        );
    }

    #[test]
    fn facing_pages_meet_in_the_fold(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            let side = upright(side, plan.paper);
            // An odd EMU of paper has its middle half an EMU off, seen from behind.
            let fold = |at: Length| (at - plan.paper.width / 2).to_emu().abs() <= 1;
            for placed in &side.placements {
                prop_assert!(paper.contains(placed.clip));
                prop_assert!(fold(placed.clip.x) || fold(placed.clip.right()), "{:?}", placed);
                prop_assert!(
                    placed.trim.size == job.page
                        && placed.trim.grown(job.print.bleed).contains(placed.clip)
                );
            }
            for (at, one) in side.placements.iter().enumerate() {
                prop_assert!(
                    side.placements[at + 1..].iter().all(|other| !one.clip.overlaps(other.clip))
                );
            }
        }
    }

    #[test]
    fn creep_grows_evenly_towards_the_middle(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let sizes = sizes(job.pages.len().div_ceil(4), job.signature);
        let depths: Vec<i64> = sizes.iter().flat_map(|size| 0..*size as i64).collect();
        let rows = plan.grid.rows as usize;
        for (at, sheet) in plan.sheets.iter().enumerate() {
            let back = sheet.back.as_ref().expect("a back");
            for placed in sheet.front.placements.iter().chain(&back.placements) {
                let row = placed.slot as usize / 2;
                let depth = depths[row * plan.sheets.len() + at];
                let spine = plan.paper.width / 2;
                let out = if placed.clip.centre().x > spine {
                    placed.trim.right() - spine
                } else {
                    spine - placed.trim.x
                };
                // From the fold to the fore-edge, all leaves being cut at once.
                let wanted = job.page.width - job.creep * depth;
                prop_assert!(
                    (out - wanted).to_emu().abs() <= 1,
                    "{:?} at depth {} of {} rows",
                    out,
                    depth,
                    rows
                );
            }
        }
    }

    #[test]
    fn backs_lie_behind_their_leaves(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let Size { width, height } = plan.paper;
        let axis_stands = (job.duplex() == Duplex::LongEdge) == (width <= height);
        for sheet in &plan.sheets {
            for behind in &sheet.back.as_ref().expect("a back").placements {
                let Some(front) = sheet.front.placements.iter().find(|p| p.slot == behind.slot)
                else {
                    continue;
                };
                let (x, y) = if axis_stands {
                    (width - front.trim.right(), front.trim.y)
                } else {
                    (front.trim.x, height - front.trim.bottom())
                };
                prop_assert_eq!(behind.trim, Rect::new(x, y, front.trim.size));
            }
        }
    }

    #[test]
    fn marks_stay_off_the_pages(print in print(), settings in settings()) {
        let job = job(&print, settings);
        let Ok(plan) = booklet(&job) else { return Ok(()) };
        let paper = Rect::new(Length::ZERO, Length::ZERO, plan.paper);
        for side in sides(&plan) {
            for mark in &side.marks {
                let left = mark.from.x.min(mark.to.x);
                let top = mark.from.y.min(mark.to.y);
                let line = Rect::new(
                    left,
                    top,
                    Size::new((mark.from.x - mark.to.x).abs(), (mark.from.y - mark.to.y).abs()),
                );
                prop_assert!(paper.contains(line));
                prop_assert!(
                    side.placements.iter().all(|p| !p.clip.overlaps(line.grown(Length::emu(1)))
                        || p.clip.right() == line.x
                        || p.clip.x == line.right()),
                    "{:?}",
                    mark
                );
                if mark.pen == Pen::Fold {
                    prop_assert!(
                        (mark.from.x - plan.paper.width / 2).to_emu().abs() <= 1
                            && mark.from.x == mark.to.x
                    );
                }
            }
            let spots = side.slug.areas();
            for spot in spots {
                prop_assert!(
                    paper.contains(spot) && side.placements.iter().all(|p| !p.clip.overlaps(spot))
                );
            }
        }
    }
}
