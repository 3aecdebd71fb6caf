//! Booklets: pages on sheets that are folded and stapled in the fold.
//!
//! In: a [`BookletJob`]; out: a [`Plan`] whose placements are the pages, each exactly once. Folded,
//! nested and, in signatures, laid one after the other, the leaves read from the first page to the
//! last.
//!
//! **2-up:** two pages side by side on each side of a sheet. **4-up:** two such pairs, one above
//! the other, cut apart before they are folded. All upper pairs come before all lower ones, so that
//! the whole stack is cut at once and the lower half laid under the upper one.
//!
//! **Blank pages** fill the last four pages up. They stand before the last page, as a printer puts
//! them: what was written last is the outside of the back cover.
//!
//! **Creep:** each sheet lies inside the fold of the one around it and is pushed out by the
//! thickness of its paper, so that after the edges are cut flush the inner pages have lost most.
//! Their pages are moved towards the spine by `k × creep`, k being the number of sheets around
//! them, and what crosses the fold is cut off there. With the thickness of the paper as creep the
//! innermost of n sheets moves by `thickness × (n − 1)`, the usual formula (for one,
//! <https://www.impozycjoner.com/markers/reduction-of-creeping-pages>, which adds a factor of 1.2
//! to 1.4 for a loose staple).

use super::UNPRINTABLE;
use super::duplex::Flip;
use super::grid::Grid;
use super::marks::{Mark, Pen, SheetSpots, crop_reach};
use super::misfit::DoesNotFit;
use super::paper::OrientedPaper;
use super::plan::{Placement, Plan, Sheet, Side};
use crate::game::{Duplex, Print, Up};
use crate::units::{Length, Rect, Sides, Size, Turn};

/// Pages to be bound.
#[derive(Clone, Debug)]
pub struct BookletJob<'a, F> {
    /// The pages, in the order of reading.
    pub pages: Vec<F>,
    /// The finished size of a page.
    pub page: Size,
    /// How they go on paper. Its margins decide only between the two ways a paper can lie: the
    /// pages of a booklet may be as large as half of the paper, since they have margins of their
    /// own. A gutter is not used.
    pub print: &'a Print,
    /// How many pages are on a side.
    pub up: Up,
    /// How much nearer to the spine the pages of a sheet are than those of the sheet around it: the
    /// thickness of the paper, about 0.1 mm for 80 g/m².
    pub creep: Length,
    /// The most sheets that are folded together; none folds all of them together. Zero counts as
    /// one.
    pub signature: Option<usize>,
}

impl<F> BookletJob<'_, F> {
    /// How the paper is turned over. A booklet always has backs, so fronts only counts as the usual
    /// way.
    pub fn duplex(&self) -> Duplex {
        if self.print.duplex.has_backs() { self.print.duplex } else { Duplex::LongEdge }
    }

    fn pairs(&self) -> i64 {
        match self.up {
            Up::Two => 1,
            Up::Four => 2,
        }
    }
}

/// A folded sheet: the pages on its two leaves, by their places in the order of reading; none is
/// blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Folded {
    /// Outside, left and right of the fold.
    outside: [Option<usize>; 2],
    /// Inside, left and right.
    inside: [Option<usize>; 2],
    /// How many sheets of the same signature lie around it.
    depth: i64,
}

/// Puts the pages on sheets.
///
/// The pairs stand in the middle of the paper with the fold exactly there, upright on the front;
/// the paper lies so that they fit, preferably within the margins.
pub fn booklet<F: Copy>(job: &BookletJob<'_, F>) -> Result<Plan<F>, DoesNotFit> {
    let layout = Layout::choose(job)?;
    let folded = fold(job.pages.len(), job.signature);
    let pairs = job.pairs() as usize;
    // Upper pairs first: the lower half of the cut stack goes under the upper one.
    let count = folded.len().div_ceil(pairs);
    let sheets = (0..count)
        .map(|at| {
            let pairs: Vec<(i64, Folded)> = (0..pairs)
                .filter_map(|row| Some((row as i64, *folded.get(row * count + at)?)))
                .collect();
            layout.sheet(job, &pairs)
        })
        .collect();
    Ok(Plan::new(layout.paper, layout.grid, sheets))
}

/// The folded sheets of that many pages, from the outermost of each signature to its innermost.
fn fold(pages: usize, signature: Option<usize>) -> Vec<Folded> {
    let sheets = pages.div_ceil(4);
    let blanks = sheets * 4 - pages;
    // The page at a place in the bound booklet. A single page is the cover and no back cover.
    let last = (sheets * 4).saturating_sub(1);
    let page = |place: usize| match place {
        _ if pages == 1 => (place == 0).then_some(0),
        _ if place == last => Some(pages - 1),
        _ => (place + 1 < pages || blanks == 0).then_some(place),
    };
    let max_sheets = signature.unwrap_or(sheets).max(1);
    let signatures = sheets.div_ceil(max_sheets);
    let mut folded = Vec::with_capacity(sheets);
    let mut first = 0;
    for at in 0..signatures {
        // As equal as they can be: a last signature of a single sheet would hold badly.
        let size = sheets / signatures + usize::from(at < sheets % signatures);
        let end = first + size * 4 - 1;
        for depth in 0..size {
            let low = first + depth * 2;
            let high = end - depth * 2;
            folded.push(Folded {
                outside: [page(high), page(low)],
                inside: [page(low + 1), page(high - 1)],
                depth: depth as i64,
            });
        }
        first = end + 1;
    }
    folded
}

/// Where the pairs lie on the paper.
struct Layout {
    paper: Size,
    margin: Sides,
    grid: Grid,
    bleed: Length,
    flip: Option<Flip>,
}

impl Layout {
    fn choose<F>(job: &BookletJob<'_, F>) -> Result<Self, DoesNotFit> {
        let block = Size::new(job.page.width * 2, job.page.height * job.pairs());
        let papers = OrientedPaper::both(job.print);
        let found = papers
            .iter()
            .find(|paper| block.fits_in(paper.printable().size))
            .or_else(|| papers.iter().find(|paper| block.fits_in(paper.size)));
        let is_page = job.page.width > Length::ZERO && job.page.height > Length::ZERO;
        let Some(&OrientedPaper { size: paper, margin, .. }) = found.filter(|_| is_page) else {
            return Err(DoesNotFit::alone("booklet", block, job.print));
        };
        // The fold is a whole EMU from both edges, or half of one off.
        let area =
            Rect::new(paper.width / 2 - job.page.width, (paper.height - block.height) / 2, block);
        let grid = Grid { columns: 2, rows: job.pairs() as u32, area };
        Ok(Self {
            paper,
            margin,
            grid,
            bleed: job.print.bleed.max(Length::ZERO),
            flip: Flip::new(job.duplex(), paper),
        })
    }

    /// Where the sheets are folded.
    fn spine(&self) -> Length {
        self.paper.width / 2
    }

    /// One piece of paper with its pairs from top to bottom.
    fn sheet<F: Copy>(&self, job: &BookletJob<'_, F>, pairs: &[(i64, Folded)]) -> Sheet<F> {
        let mut front = Side::default();
        let mut back = Side::default();
        for (row, folded) in pairs {
            let shift = job.creep.max(Length::ZERO) * folded.depth;
            let lies = [0, 1].map(|column| self.lies(job, *row, column, shift));
            for column in [0, 1] {
                let (trim, clip) = lies[column];
                let slot = (*row * 2) as u32 + column as u32;
                let placed = |page: usize| Placement {
                    slot,
                    copy: page as u32,
                    face: job.pages[page],
                    trim,
                    clip,
                    turn: Turn::None,
                    contour: None,
                };
                front.placements.extend(folded.outside[column].map(placed));
                // The leaf that is left of the fold on the outside is right of it on the inside.
                let behind = |placed: Placement<F>| match self.flip {
                    Some(flip) => Placement {
                        trim: flip.rect(placed.trim),
                        clip: flip.rect(placed.clip),
                        turn: flip.turn(placed.turn),
                        ..placed
                    },
                    None => placed,
                };
                back.placements.extend(folded.inside[1 - column].map(placed).map(behind));
            }
            self.marks(job, *row, shift, &mut front.marks);
        }
        let taken = front
            .marks
            .iter()
            .map(Mark::bounds)
            .fold(self.grid.area.grown(self.bleed), Rect::around);
        if job.up == Up::Four {
            self.cut_apart(job, &mut front.marks);
        }
        let spots = SheetSpots::find(self.paper, self.margin, taken, self.flip);
        front.slug = spots.front;
        back.slug = spots.back;
        if let Some(flip) = self.flip {
            back.marks = front.marks.iter().map(|mark| mark.mirrored(flip)).collect();
        }
        Sheet { front, back: Some(back) }
    }

    /// The trim and the clip of a page on the front. Its bleed goes outwards on three sides, never
    /// over the fold and never into the pair above or below.
    fn lies<F>(
        &self,
        job: &BookletJob<'_, F>,
        row: i64,
        column: usize,
        shift: Length,
    ) -> (Rect, Rect) {
        let spine = self.spine();
        let page = job.page;
        let y = self.grid.area.y + page.height * row;
        let (x, left, right) = if column == 0 {
            let x = spine - page.width + shift;
            (x, (x - self.bleed).max(Length::ZERO), spine)
        } else {
            let x = spine - shift;
            (x, spine, (x + page.width + self.bleed).min(self.paper.width))
        };
        let trim = Rect::new(x, y, page);
        let top = if row == 0 { (y - self.bleed).max(Length::ZERO) } else { y };
        let last = row + 1 == job.pairs();
        let bottom =
            if last { (trim.bottom() + self.bleed).min(self.paper.height) } else { trim.bottom() };
        (trim, Rect::between(left, top, right, bottom))
    }

    /// Where to fold and where to cut the edges, as far as there is white paper for it.
    fn marks<F>(&self, job: &BookletJob<'_, F>, row: i64, shift: Length, marks: &mut Vec<Mark>) {
        let area = self.grid.area;
        let left = self.spine() - job.page.width + shift;
        let right = self.spine() + job.page.width - shift;
        let top = area.y + job.page.height * row;
        let first = row == 0;
        let last = row + 1 == job.pairs();
        let ends = |room: Length| crop_reach(self.bleed, room);
        // Above the uppermost pair and below the lowest: the fold, and the outer edges of the
        // pages.
        let mut stand = |y: &dyn Fn(Length) -> Length, near: Length, far: Length| {
            let fold = |at: Length| Mark { pen: Pen::Fold, ..Mark::vertical(at, y(near), y(far)) };
            marks.extend([
                Mark::vertical(left, y(near), y(far)),
                fold(self.spine()),
                Mark::vertical(right, y(near), y(far)),
            ]);
        };
        if let (true, Some((near, far))) = (first, ends(area.y)) {
            stand(&|out| area.y - out, near, far);
        }
        if let (true, Some((near, far))) = (last, ends(self.paper.height - area.bottom())) {
            stand(&|out| area.bottom() + out, near, far);
        }
        // Beside the pages: their heads and feet. Two pairs share the line between them.
        let edges = [Some(top).filter(|_| first), Some(top + job.page.height).filter(|_| last)];
        for y in edges.into_iter().flatten().filter(|y| *y > Length::ZERO && *y < self.paper.height)
        {
            if let Some((near, far)) = ends(left) {
                marks.push(Mark::horizontal(y, left - far, left - near));
            }
            if let Some((near, far)) = ends(self.paper.width - right) {
                marks.push(Mark::horizontal(y, right + near, right + far));
            }
        }
    }

    /// The line between two pairs. Here it may come as near to the pages as it must, for without it
    /// nobody knows where to cut.
    fn cut_apart<F>(&self, job: &BookletJob<'_, F>, marks: &mut Vec<Mark>) {
        let y = self.grid.area.y + job.page.height;
        let outer = self.grid.area.grown(self.bleed);
        let left = outer.x.max(Length::ZERO);
        let right = outer.right().min(self.paper.width);
        if left > UNPRINTABLE {
            marks.push(Mark::horizontal(y, UNPRINTABLE, left));
        }
        if right < self.paper.width - UNPRINTABLE {
            marks.push(Mark::horizontal(y, right, self.paper.width - UNPRINTABLE));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Paper;
    use crate::units::paper_size;

    fn print(duplex: Duplex) -> Print {
        Print {
            paper: Paper { name: "a4".to_owned(), size: paper_size("a4").unwrap() },
            duplex,
            ..Print::default()
        }
    }

    const A5: Size = Size::new(Length::mm(148), Length::mm(210));
    const A6: Size = Size::new(Length::mm(105), Length::mm(148));

    fn job(pages: usize, print: &Print) -> BookletJob<'_, usize> {
        BookletJob {
            pages: (1..=pages).collect(),
            page: A5,
            print,
            up: Up::Two,
            creep: Length::ZERO,
            signature: None,
        }
    }

    /// The pages of a side from left to right, each with its turn.
    fn seen(side: &Side<usize>) -> Vec<(usize, Turn)> {
        let mut all = side.placements.clone();
        all.sort_by_key(|p| (p.trim.y, p.trim.x));
        all.iter().map(|p| (p.face, p.turn)).collect()
    }

    #[test]
    fn eight_pages_go_on_two_sheets() {
        let print = print(Duplex::ShortEdge);
        let plan = booklet(&job(8, &print)).unwrap();
        let up = Turn::None;
        let sides: Vec<_> =
            plan.sheets.iter().map(|s| (seen(&s.front), seen(s.back.as_ref().unwrap()))).collect();
        assert_eq!(
            sides,
            [
                (vec![(8, up), (1, up)], vec![(2, up), (7, up)]),
                (vec![(6, up), (3, up)], vec![(4, up), (5, up)])
            ]
        );
        assert!(plan.paper.is_landscape());
    }

    #[test]
    fn over_the_long_edge_backs_stand_on_their_heads() {
        for duplex in [Duplex::LongEdge, Duplex::FrontsOnly] {
            let print = print(duplex);
            let plan = booklet(&job(4, &print)).unwrap();
            // Read from the other end: turned over the flat edge, 2 lies behind 1.
            assert_eq!(
                seen(plan.sheets[0].back.as_ref().unwrap()),
                [(3, Turn::Half), (2, Turn::Half)]
            );
        }
    }

    #[test]
    fn blank_pages_stand_before_the_back_cover() {
        let bound = |pages: usize| {
            let folded = fold(pages, None);
            let first = folded.iter().flat_map(|f| [f.outside[1], f.inside[0]]);
            let second = folded.iter().rev().flat_map(|f| [f.inside[1], f.outside[0]]);
            first.chain(second).map(|page| page.map_or(0, |p| p + 1)).collect::<Vec<_>>()
        };
        assert_eq!(bound(0), [0; 0]);
        assert_eq!(bound(1), [1, 0, 0, 0]);
        assert_eq!(bound(2), [1, 0, 0, 2]);
        assert_eq!(bound(3), [1, 2, 0, 3]);
        assert_eq!(bound(4), [1, 2, 3, 4]);
        assert_eq!(bound(5), [1, 2, 3, 4, 0, 0, 0, 5]);
        assert_eq!(bound(7), [1, 2, 3, 4, 5, 6, 0, 7]);
    }

    #[test]
    fn signatures_are_as_equal_as_they_can_be() {
        let depths =
            |pages, most| fold(pages, Some(most)).iter().map(|f| f.depth).collect::<Vec<_>>();
        assert_eq!(depths(40, 4), [0, 1, 2, 3, 0, 1, 2, 0, 1, 2]);
        assert_eq!(depths(12, 0), [0, 0, 0]);
        assert_eq!(depths(12, 9), [0, 1, 2]);
        let outside =
            |pages, most| fold(pages, Some(most)).iter().map(|f| f.outside).collect::<Vec<_>>();
        assert_eq!(outside(8, 1), [[Some(3), Some(0)], [Some(7), Some(4)]]);
    }

    #[test]
    fn inner_pages_move_towards_the_spine_and_are_cut_there() {
        let print = print(Duplex::ShortEdge);
        let creep = Length::um(100);
        let plan = booklet(&BookletJob { creep, ..job(12, &print) }).unwrap();
        let spine = plan.paper.width / 2;
        for (depth, sheet) in (0..).zip(&plan.sheets) {
            for side in [&sheet.front, sheet.back.as_ref().unwrap()] {
                for placed in &side.placements {
                    let out = if placed.clip.x == spine {
                        placed.trim.right() - spine
                    } else {
                        spine - placed.trim.x
                    };
                    assert_eq!(out, A5.width - creep * depth);
                }
            }
        }
    }

    #[test]
    fn four_up_is_cut_before_it_is_folded() {
        let print = print(Duplex::ShortEdge);
        let plan = booklet(&BookletJob { page: A6, up: Up::Four, ..job(16, &print) }).unwrap();
        assert_eq!((plan.grid.columns, plan.grid.rows, plan.sheets.len()), (2, 2, 2));
        assert!(!plan.paper.is_landscape());
        let faces =
            |side: &Side<usize>| seen(side).iter().map(|(face, _)| *face).collect::<Vec<_>>();
        // The upper halves are the two outer sheets, the lower ones the two inner sheets.
        assert_eq!(faces(&plan.sheets[0].front), [16, 1, 12, 5]);
        assert_eq!(faces(&plan.sheets[1].front), [14, 3, 10, 7]);
        // An odd number of pairs leaves the last lower half empty.
        let plan = booklet(&BookletJob { page: A6, up: Up::Four, ..job(12, &print) }).unwrap();
        assert_eq!(
            plan.sheets.iter().map(|s| s.front.placements.len()).collect::<Vec<_>>(),
            [4, 2]
        );
    }

    #[test]
    fn pages_larger_than_half_of_the_paper_are_refused() {
        let print = print(Duplex::ShortEdge);
        let misfit = booklet(&BookletJob {
            page: Size::new(Length::mm(149), Length::mm(210)),
            ..job(4, &print)
        })
        .unwrap_err();
        assert!(misfit.to_string().contains("298 × 210 mm"), "{misfit}");
        assert!(booklet(&BookletJob { page: Size::default(), ..job(4, &print) }).is_err());
    }
}
