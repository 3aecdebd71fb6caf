//! The blocks of slots of a sheet: one grid, a grid of upright cards beside one of turned ones, or
//! a grid of fronts that is mirrored along a fold. In: a job; out: the arrangement that takes the
//! fewest sheets.

use crate::game::{Alternate, Duplex, Print};
use crate::impose::duplex::Flip;
use crate::impose::fit::{AxisFit, extent, fitting};
use crate::impose::grid::{Block, Grid, Layout};
use crate::impose::marks::room_between;
use crate::impose::misfit::DoesNotFit;
use crate::impose::paper::{FoldLine, OrientedPaper, gutter_of};
use crate::units::{Length, Point, Rect, Size, Turn};

/// Where the slots of a sheet paper, the same on every sheet of a plan.
#[derive(Clone, Debug)]
pub(in crate::impose) struct Arrangement {
    /// One block, or one of upright cards and one of turned cards; filled in this order.
    pub(in crate::impose) blocks: Vec<Layout>,
    /// Where the sheet is folded, if it is.
    pub(in crate::impose) fold: Option<FoldLine>,
}

/// Between the ink and the fold line, so that the line can be seen.
const BESIDE_FOLD: Length = Length::mm(1);
/// Marks of two blocks beside each other stay this far from the middle between them, those at a
/// fold from the fold.
const CLEAR: Length = Length::um(250);

impl Arrangement {
    /// What takes the fewest sheets for so many copies; of those that take the same, what holds
    /// more, and then what is simpler to print and cut: portrait paper before landscape, one
    /// block before two, more upright cards.
    pub(in crate::impose) fn choose(
        component: &str,
        trim: Size,
        print: &Print,
        copies: u64,
        folded: bool,
    ) -> Result<Self, DoesNotFit> {
        let given = print.columns.is_some() || print.rows.is_some();
        let alternate = if given { Alternate::Never } else { print.alternate };
        let plain = if folded {
            most(folds(trim, Turn::None, print))
        } else {
            Layout::choose(component, trim, print).ok().map(Self::one)
        };
        let turned = match (alternate, folded) {
            (Alternate::Never, _) => None,
            (_, true) => most(folds(trim, Turn::Right, print)),
            (_, false) => most(
                OrientedPaper::candidates(print).iter().flat_map(|paper| mixed(paper, trim, print)),
            ),
        };
        let saves = |plain: &Self, turned: &Self| match alternate {
            Alternate::Never => false,
            Alternate::WhereMoreFit => turned.capacity() > plain.capacity(),
            Alternate::WhereItSavesSheets => turned.sheets(copies) < plain.sheets(copies),
        };
        match (plain, turned) {
            (Some(plain), Some(turned)) => Ok(if saves(&plain, &turned) { turned } else { plain }),
            (Some(only), None) | (None, Some(only)) => Ok(only),
            (None, None) if folded => {
                Err(DoesNotFit::new(component, trim, print, fold_sums(trim, print)))
            }
            (None, None) => Layout::choose(component, trim, print).map(Self::one),
        }
    }

    fn one(layout: Layout) -> Self {
        Self { blocks: vec![layout], fold: None }
    }

    /// The first block: the one that the paper and its margins are asked of.
    pub(in crate::impose) fn first(&self) -> &Layout {
        // Both ways to make an arrangement put at least one block in.
        &self.blocks[0]
    }

    /// The slots of one sheet.
    pub(in crate::impose) fn capacity(&self) -> u64 {
        self.blocks.iter().map(Layout::capacity).sum()
    }

    fn sheets(&self, copies: u64) -> u64 {
        copies.div_ceil(self.capacity())
    }

    /// The mirror of a folded sheet.
    pub(in crate::impose) fn mirror(&self) -> Option<Flip> {
        self.fold.map(|fold| Flip::folded(fold, self.first().paper))
    }

    /// The block of a slot, and its column and row there.
    pub(in crate::impose) fn slot(&self, slot: u32) -> (&Layout, u32, u32) {
        let mut slot = u64::from(slot);
        for block in &self.blocks {
            if slot < block.capacity() {
                // Less than the capacity of a grid, whose sides are such numbers.
                let slot = slot as u32;
                return (block, slot % block.grid.columns, slot / block.grid.columns);
            }
            slot -= block.capacity();
        }
        (self.first(), 0, 0)
    }

    /// What the cards of a block may ink on a sheet of so many cards: the paper, but for what lies
    /// beyond the fold, and what belongs to another block with cards.
    pub(in crate::impose) fn bounds(&self, block: &Layout, count: u32) -> Rect {
        let in_use = self.filled(count).filter(|(_, count)| *count > 0).count();
        if self.fold.is_some() || in_use > 1 { block.bounds } else { Rect::at_origin(block.paper) }
    }

    /// Each block with the number of its slots that hold a card, on a sheet of so many cards.
    pub(in crate::impose) fn filled(&self, count: u32) -> impl Iterator<Item = (&Layout, u32)> {
        let mut remaining = u64::from(count);
        self.blocks.iter().map(move |block| {
            let here = remaining.min(block.capacity());
            remaining -= here;
            (block, here as u32)
        })
    }
}

/// The one with the most slots; the first of those that have the same.
fn most(arrangements: impl IntoIterator<Item = Arrangement>) -> Option<Arrangement> {
    arrangements
        .into_iter()
        .reduce(|best, next| if next.capacity() > best.capacity() { next } else { best })
}

/// The fold lines that a game allows.
fn fold_lines(print: &Print) -> &'static [FoldLine] {
    match print.duplex {
        Duplex::FoldVertical => &[FoldLine::Vertical],
        Duplex::FoldHorizontal => &[FoldLine::Horizontal],
        _ => &[FoldLine::Vertical, FoldLine::Horizontal],
    }
}

fn beside_fold(print: &Print) -> Length {
    print.fold.unwrap_or(print.bleed.max(Length::ZERO) + BESIDE_FOLD).max(Length::ZERO)
}

/// The fronts of folded sheets. The fold is the middle of the paper, so that it can be folded edge
/// to edge; the cards paper close to it, where folding is most exact.
fn folds(trim: Size, turn: Turn, print: &Print) -> Vec<Arrangement> {
    let trim = turn.apply(trim);
    let gutter = gutter_of(print);
    let beside = beside_fold(print);
    let mut found = Vec::new();
    for paper in OrientedPaper::candidates(print) {
        for &fold in fold_lines(print) {
            let [across, down] = AxisFit::both(&paper, trim, print, Some((fold, beside)));
            let (Some(columns), Some(rows)) = (across.count(), down.count()) else { continue };
            let size = Size::new(
                extent(columns, trim.width, gutter.width),
                extent(rows, trim.height, gutter.height),
            );
            let Rect { x, y, .. } = paper.printable().centred(size);
            let (at, half) = match fold {
                FoldLine::Vertical => {
                    let half = Size::new(paper.size.width / 2, paper.size.height);
                    (Point::new(half.width - beside - size.width, y), half)
                }
                FoldLine::Horizontal => {
                    let half = Size::new(paper.size.width, paper.size.height / 2);
                    (Point::new(x, half.height - beside - size.height), half)
                }
            };
            let grid = Grid { columns, rows, area: Rect::new(at.x, at.y, size) };
            let bounds = Rect::at_origin(half);
            let block = Layout::of(&paper, print, Block { grid, trim, turn, bounds, clear: CLEAR });
            found.push(Arrangement { blocks: vec![block], fold: Some(fold) });
        }
    }
    found
}

/// The sums that do not come out on folded sheets.
fn fold_sums(trim: Size, print: &Print) -> Vec<String> {
    let beside = beside_fold(print);
    let ways = OrientedPaper::candidates(print);
    let sum = |(paper, fold): (&OrientedPaper, FoldLine)| {
        let word = match fold {
            FoldLine::Vertical => format!("{} with a vertical fold", paper.word),
            FoldLine::Horizontal => format!("{} with a horizontal fold", paper.word),
        };
        AxisFit::sums(&word, &AxisFit::both(paper, trim, print, Some((fold, beside))))
    };
    ways.iter()
        .flat_map(|paper| fold_lines(print).iter().map(move |fold| (paper, *fold)))
        .filter_map(sum)
        .collect()
}

/// Upright cards and turned cards in two blocks, the turned ones to the right or below; also turned
/// cards alone.
fn mixed(paper: &OrientedPaper, trim: Size, print: &Print) -> Vec<Arrangement> {
    let room = paper.printable();
    let gutter = gutter_of(print);
    let wanted = room_between(print);
    let side_by_side = beside(room, trim, gutter, wanted);
    let above = beside(transposed(room), trim.turned(), gutter.turned(), wanted)
        .into_iter()
        .map(|blocks| blocks.map(|b| b.map(across)));
    let layout = |grids: [Option<Grid>; 2]| {
        let part = match grids {
            [Some(first), Some(second)] => parts(paper.whole(), first.area, second.area),
            _ => [paper.whole(); 2],
        };
        let turns = [Turn::None, Turn::Right];
        let blocks = grids.into_iter().zip(part).zip(turns).filter_map(|((grid, bounds), turn)| {
            let block = Block { grid: grid?, trim: turn.apply(trim), turn, bounds, clear: CLEAR };
            Some(Layout::of(paper, print, block))
        });
        Arrangement { blocks: blocks.collect(), fold: None }
    };
    side_by_side.into_iter().chain(above).map(layout).collect()
}

/// Columns of upright cards on the left, columns of turned cards on the right, both from the same
/// line down: all that fit, those with more upright cards first.
fn beside(room: Rect, trim: Size, gutter: Size, wanted: Length) -> Vec<[Option<Grid>; 2]> {
    let upright = trim;
    let turned = trim.turned();
    let rows = |size: Size| fitting(room.size.height, size.height, gutter.height);
    let Some(turned_rows) = rows(turned) else { return Vec::new() };
    let upright_rows = rows(upright).unwrap_or(0);
    let max_columns = if upright_rows > 0 {
        fitting(room.size.width, upright.width, gutter.width).unwrap_or(0)
    } else {
        0
    };
    let mut found = Vec::new();
    for columns in (0..=max_columns).rev() {
        let first =
            if columns > 0 { extent(columns, upright.width, gutter.width) } else { Length::ZERO };
        let gap = if columns > 0 { gutter.width } else { Length::ZERO };
        let Some(turned_columns) =
            fitting(room.size.width - first - gap, turned.width, gutter.width)
        else {
            continue;
        };
        let second = extent(turned_columns, turned.width, gutter.width);
        // Remaining white goes between the blocks before it goes around them, as far as
        // marks there can use it.
        let slack = room.size.width - first - gap - second;
        let gap = if columns > 0 { gap.max((gap + slack).min(wanted)) } else { gap };
        let upright_height = extent(upright_rows, upright.height, gutter.height);
        let turned_height = extent(turned_rows, turned.height, gutter.height);
        let height = if columns > 0 { upright_height.max(turned_height) } else { turned_height };
        let all = room.centred(Size::new(first + gap + second, height));
        let left = (columns > 0).then(|| Grid {
            columns,
            rows: upright_rows,
            area: Rect::new(all.x, all.y, Size::new(first, upright_height)),
        });
        let right = Grid {
            columns: turned_columns,
            rows: turned_rows,
            area: Rect::new(all.x + first + gap, all.y, Size::new(second, turned_height)),
        };
        found.push([left, Some(right)]);
    }
    found
}

/// The two parts of the paper that meet in the middle between two blocks.
fn parts(whole: Rect, first: Rect, second: Rect) -> [Rect; 2] {
    if second.x >= first.right() {
        let middle = first.right() + (second.x - first.right()) / 2;
        let left = middle - whole.x;
        let right = whole.right() - middle;
        [
            Rect::new(whole.x, whole.y, Size::new(left, whole.size.height)),
            Rect::new(middle, whole.y, Size::new(right, whole.size.height)),
        ]
    } else {
        parts(transposed(whole), transposed(first), transposed(second)).map(transposed)
    }
}

/// Width and height swapped, as is right and down.
fn transposed(rect: Rect) -> Rect {
    Rect::new(rect.y, rect.x, rect.size.turned())
}

fn across(grid: Grid) -> Grid {
    Grid { columns: grid.rows, rows: grid.columns, area: transposed(grid.area) }
}
