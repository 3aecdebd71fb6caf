//! The slots of a sheet in columns and rows. In: sizes; out: a grid, or why there is none.

use super::UNPRINTABLE;
use super::fit::{AxisFit, extent};
use super::misfit::DoesNotFit;
use super::paper::{OrientedPaper, gutter_of};
use crate::game::{MarkStyle, Marks, Print};
use crate::units::{Length, Rect, Sides, Size, Turn};

/// The slots of a sheet, the same on every sheet of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Slots side by side, at least one.
    pub columns: u32,
    /// Slots one above the other, at least one.
    pub rows: u32,
    /// All trims of a full sheet together, gutters between them included, on the front. Where some
    /// cards lie turned in a block of their own, those of the first block; where the sheet is
    /// folded, the fronts.
    pub area: Rect,
}

/// What the marks of a sheet look like, as far as it matters where they may lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruling {
    pub(super) style: MarkStyle,
    pub(super) length: Length,
    pub(super) offset: Option<Length>,
    /// Half of the weight, rounded up.
    pub(super) half: Length,
    pub(super) register: bool,
}

impl Ruling {
    pub(super) fn of(marks: &Marks) -> Self {
        let half = (marks.weight() + Length::emu(1)) / 2;
        Self {
            style: marks.style,
            length: marks.length,
            offset: marks.offset,
            half,
            register: marks.register,
        }
    }
}

/// A grid with all it was computed from: what the other steps need to find a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The paper as it lies.
    pub(super) paper: Size,
    /// The margins of the paper as it lies.
    pub(super) margin: Sides,
    pub(super) grid: Grid,
    /// The size of a card as it lies.
    pub(super) trim: Size,
    /// How cards lie.
    pub(super) turn: Turn,
    /// Between the columns, and between the rows; never negative.
    pub(super) gutter: Size,
    /// Never negative.
    pub(super) bleed: Length,
    /// What its cards may ink: the paper, or the part of it before a fold or beside another block.
    pub(super) bounds: Rect,
    /// Where its marks may lie.
    pub(super) marked: Rect,
    pub(super) ruling: Ruling,
}

/// A block of slots to be laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) grid: Grid,
    /// The size of a card as it lies.
    pub(super) trim: Size,
    pub(super) turn: Turn,
    /// The part of the paper that is its own.
    pub(super) bounds: Rect,
    /// How far its marks stay away from the parts of others.
    pub(super) clear: Length,
}

impl Layout {
    /// The orientation of the paper that holds more, portrait where both hold the same. What
    /// holds more never takes more sheets, for any number of copies.
    ///
    /// Lengths below zero, which the model refuses, count as none.
    pub(super) fn choose(component: &str, trim: Size, print: &Print) -> Result<Self, DoesNotFit> {
        let papers = OrientedPaper::candidates(print);
        let found = papers.iter().filter_map(|paper| Self::on(paper, trim, print));
        found
            .reduce(|best, next| if next.capacity() > best.capacity() { next } else { best })
            .ok_or_else(|| DoesNotFit::on(&papers, component, trim, print))
    }

    /// The grid on a paper that lies this way, centred in the printable area.
    pub(super) fn on(paper: &OrientedPaper, trim: Size, print: &Print) -> Option<Self> {
        let [across, down] = AxisFit::both(paper, trim, print, None);
        let columns = across.count()?;
        let rows = down.count()?;
        let gutter = gutter_of(print);
        let size = Size::new(
            extent(columns, trim.width, gutter.width),
            extent(rows, trim.height, gutter.height),
        );
        // An odd EMU of slack goes to the right and below. It cannot part fronts from backs, since
        // those are mirrored about the paper and not centred anew.
        let area = paper.printable().centred(size);
        let grid = Grid { columns, rows, area };
        Some(Self::of(
            paper,
            print,
            Block { grid, trim, turn: Turn::None, bounds: paper.whole(), clear: Length::ZERO },
        ))
    }

    /// The layout of a block on a paper that lies this way.
    pub(super) fn of(paper: &OrientedPaper, print: &Print, block: Block) -> Self {
        let Block { grid, trim, turn, bounds, clear } = block;
        let whole = paper.whole();
        let keep = |edge: bool| if edge { UNPRINTABLE } else { clear };
        let marked = bounds.inset(Sides {
            top: keep(bounds.y == whole.y),
            right: keep(bounds.right() == whole.right()),
            bottom: keep(bounds.bottom() == whole.bottom()),
            left: keep(bounds.x == whole.x),
        });
        Self {
            paper: paper.size,
            margin: paper.margin,
            grid,
            trim,
            turn,
            gutter: gutter_of(print),
            bleed: print.bleed.max(Length::ZERO),
            bounds,
            marked,
            ruling: Ruling::of(&print.marks),
        }
    }

    /// The slots of one sheet.
    pub(super) fn capacity(&self) -> u64 {
        u64::from(self.grid.columns) * u64::from(self.grid.rows)
    }

    /// The slot in a column and a row, if there is one.
    pub(super) fn slot(&self, column: u32, row: u32) -> Option<u32> {
        (column < self.grid.columns && row < self.grid.rows)
            .then(|| row * self.grid.columns + column)
    }

    /// The left trim line of a column.
    pub(super) fn column_x(&self, column: u32) -> Length {
        self.grid.area.x + (self.trim.width + self.gutter.width) * i64::from(column)
    }

    /// The upper trim line of a row.
    pub(super) fn row_y(&self, row: u32) -> Length {
        self.grid.area.y + (self.trim.height + self.gutter.height) * i64::from(row)
    }

    /// The finished edge of a slot on the front.
    pub(super) fn trim_rect(&self, column: u32, row: u32) -> Rect {
        Rect::new(self.column_x(column), self.row_y(row), self.trim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Gutter, Orientation, Paper};

    const fn mm(hundredths: i64) -> Length {
        Length::um(hundredths * 10)
    }

    fn print(width: i64, height: i64, margin: Sides, gutter: Length, bleed: Length) -> Print {
        let paper = Paper { name: "a4".to_owned(), size: Size::new(mm(width), mm(height)) };
        Print { paper, margin, bleed, gutter: Gutter { x: gutter, y: gutter }, ..Print::default() }
    }

    fn chosen(trim: (i64, i64), print: &Print) -> Layout {
        Layout::choose("deck", Size::new(mm(trim.0), mm(trim.1)), print).unwrap()
    }

    #[test]
    fn what_fits_exactly_fits() {
        let emu = |e| Length::emu(e);
        for (paper, margin, trim, gutter, grid, landscape) in [
            ((27940, 21590), mm(1270), (6350, 8890), mm(0), (4, 2), true),
            ((21590, 27940), mm(1270), (6350, 8890), mm(0), (4, 2), true),
            ((21000, 29700), mm(690), (6540, 8800), mm(0), (3, 3), false),
            ((21590, 27940), Length::inch(3, 8), (6350, 8890), Length::inch(1, 8), (3, 2), false),
            ((6300, 8800), mm(0), (6300, 8800), mm(0), (1, 1), false),
            ((21000, 29700), mm(800), (6350, 8890), mm(0), (3, 3), false),
            ((29700, 42000), mm(800), (6350, 8890), mm(0), (6, 3), true),
            ((42000, 29700), mm(1000), (7000, 12000), mm(300), (5, 2), true),
            ((21000, 29700), emu(0), (21000, 9900), emu(1), (1, 2), false),
        ] {
            let layout = chosen(trim, &print(paper.0, paper.1, Sides::all(margin), gutter, mm(0)));
            assert_eq!((layout.grid.columns, layout.grid.rows), grid, "{trim:?} on {paper:?}");
            assert_eq!(layout.paper.is_landscape(), landscape, "{trim:?} on {paper:?}");
        }
    }

    #[test]
    fn one_emu_too_much_is_too_much() {
        let paper = print(21000, 29700, Sides::all(mm(1000)), mm(0), mm(0));
        let portrait = OrientedPaper::candidates(&paper)[0];
        let fits = |width| {
            Layout::on(&portrait, Size::new(width, mm(8800)), &paper).map(|l| l.grid.columns)
        };
        assert_eq!(fits(mm(19000)), Some(1));
        assert_eq!(fits(mm(19000) + Length::emu(1)), None);
        assert_eq!(fits(mm(9500)), Some(2));
        assert_eq!(fits(mm(9500) + Length::emu(1)), Some(1));
        assert_eq!(fits(Length::ZERO), None);
    }

    #[test]
    fn the_grid_is_centred_in_the_printable_area() {
        let layout =
            chosen((6350, 8890), &print(21000, 29700, Sides::all(mm(800)), mm(0), mm(200)));
        assert_eq!(layout.grid.area, Rect::new(mm(975), mm(1515), Size::new(mm(19050), mm(26670))));
        let margin = Sides { left: mm(1000), right: mm(1100), top: mm(1600), bottom: mm(1700) };
        let layout = chosen((6300, 8800), &print(21000, 29700, margin, mm(0), mm(0)));
        assert_eq!([0, 1, 2].map(|c| layout.column_x(c)), [mm(1000), mm(7300), mm(13600)]);
        assert_eq!([0, 1, 2].map(|r| layout.row_y(r)), [mm(1600), mm(10400), mm(19200)]);
    }

    #[test]
    fn margins_turn_with_the_paper() {
        let margin = Sides { top: mm(100), right: mm(200), bottom: mm(300), left: mm(400) };
        let layout = chosen((29300, 20400), &print(21000, 29700, margin, mm(0), mm(0)));
        assert_eq!(layout.grid.area, Rect::new(mm(100), mm(200), Size::new(mm(29300), mm(20400))));
    }

    #[test]
    fn six_columns_end_where_six_cards_end() {
        let layout = chosen((6300, 8800), &print(29700, 42000, Sides::all(mm(800)), mm(0), mm(0)));
        assert_eq!(layout.grid.columns, 6);
        assert_eq!(layout.trim_rect(5, 0).right() - layout.grid.area.x, mm(37800));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_numbers() {
        let trim = Size::new(mm(30000), mm(8800));
        let refused = |print: &Print| Layout::choose("deck", trim, print).unwrap_err().to_string();
        let mut job = print(21000, 29700, Sides::all(mm(1000)), mm(0), mm(0));
        assert_eq!(
            refused(&job),
            "card of 300 × 88 mm does not fit paper of 210 × 297 mm (a4): \
             portrait 300 mm + margins 2 × 10 mm = 320 mm > 210 mm; \
             landscape 300 mm + margins 2 × 10 mm = 320 mm > 297 mm"
        );
        job.margin.left = mm(1250);
        job.paper.name = job.paper.size.to_string();
        job.orientation = Orientation::Portrait;
        assert_eq!(
            refused(&job),
            "card of 300 × 88 mm does not fit paper of 210 × 297 mm: \
             portrait 300 mm + margins 12.5 mm + 10 mm = 322.5 mm > 210 mm"
        );
        job.margin = Sides::default();
        job.columns = Some(3);
        job.rows = Some(4);
        job.gutter = Gutter { x: mm(200), y: mm(0) };
        let trim = Size::new(mm(7000), mm(8000));
        assert_eq!(
            Layout::choose("deck", trim, &job).unwrap_err().to_string(),
            "card of 70 × 80 mm does not fit paper of 210 × 297 mm: \
             portrait 3 × 70 mm + gutters 2 × 2 mm = 214 mm > 210 mm \
             and 4 × 80 mm = 320 mm > 297 mm"
        );
    }

    #[test]
    fn columns_and_rows_can_be_given() {
        let mut print = print(21000, 29700, Sides::all(mm(800)), mm(0), mm(0));
        print.columns = Some(4);
        // Four cards side by side fit on the paper's side only.
        let layout = chosen((6350, 8890), &print);
        assert_eq!(
            (layout.grid.columns, layout.grid.rows, layout.paper.is_landscape()),
            (4, 2, true)
        );
        print.columns = Some(2);
        let layout = chosen((6350, 8890), &print);
        assert_eq!((layout.grid.columns, layout.grid.rows, layout.grid.area.x), (2, 3, mm(4150)));
        print.orientation = Orientation::Landscape;
        assert_eq!(
            (chosen((6350, 8890), &print).grid.rows, chosen((6350, 8890), &print).grid.columns),
            (2, 2)
        );
    }

    #[test]
    fn margins_wider_than_the_paper_are_a_misfit() {
        assert!(
            Layout::choose(
                "deck",
                Size::new(mm(1), mm(1)),
                &print(21000, 29700, Sides::all(mm(20000)), mm(500), mm(0))
            )
            .is_err()
        );
    }
}
