//! How many slots fit on the paper, and where they lie. In: sizes; out: a grid, or why there is none.

use std::fmt;

use crate::model::Print;
use crate::units::{Length, Rect, Sides, Size};

/// The slots of a sheet, the same on every sheet of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Slots side by side, at least one.
    pub columns: u32,
    /// Slots one above the other, at least one.
    pub rows: u32,
    /// All trims of a full sheet together, gutters between them included, on the front.
    pub area: Rect,
}

/// A component that is too large for its paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The id of the component.
    pub component: String,
    /// What was to be placed.
    pub trim: Size,
    /// The margins, as stated for the upright paper.
    pub margin: Sides,
    /// The paper, upright.
    pub paper: Size,
    /// What the paper is called; its size where it has no name.
    pub paper_name: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, "card")
    }
}

impl Misfit {
    /// The message with another word for what does not fit.
    pub fn of(&self, what: &str) -> String {
        struct Of<'a>(&'a Misfit, &'a str);
        impl fmt::Display for Of<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.write(f, self.1)
            }
        }
        Of(self, what).to_string()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
        let Self { trim, margin, paper, paper_name, .. } = self;
        write!(f, "{what} of {trim} with margins of ")?;
        if *margin == Sides::all(margin.top) {
            write!(f, "{}", margin.top)?;
        } else {
            write!(f, "{} (top), {} (right), {} (bottom) and {} (left)", margin.top, margin.right, margin.bottom, margin.left)?;
        }
        let paper = paper.to_string();
        write!(f, " does not fit paper of {paper}")?;
        if *paper_name != paper {
            write!(f, " ({paper_name})")?;
        }
        write!(f, " in either orientation")
    }
}

impl std::error::Error for Misfit {}

/// The grid with all it was computed from: what the other steps need to find a slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The paper as it lies.
    pub(super) paper: Size,
    /// The margins of the paper as it lies.
    pub(super) margin: Sides,
    pub(super) grid: Grid,
    pub(super) trim: Size,
    /// Between the columns, and between the rows; never negative.
    pub(super) gutter: Size,
    /// Never negative.
    pub(super) bleed: Length,
}

impl Layout {
    /// The orientation of the paper that holds more, the upright one where both hold the same.
    ///
    /// Lengths below zero, which the model refuses, count as none.
    pub(super) fn choose(component: &str, trim: Size, print: &Print) -> Result<Self, Misfit> {
        let upright = Self::on(print.paper.size, print.margin, trim, print);
        let turned = Self::on(print.paper.size.turned(), turned_left(print.margin), trim, print);
        match (upright, turned) {
            (Some(upright), Some(turned)) => Ok(if turned.capacity() > upright.capacity() { turned } else { upright }),
            (Some(only), None) | (None, Some(only)) => Ok(only),
            (None, None) => Err(Misfit {
                component: component.to_owned(),
                trim,
                margin: print.margin,
                paper: print.paper.size,
                paper_name: print.paper.name.clone(),
            }),
        }
    }

    /// The grid on a paper that lies this way, centred in the printable area.
    fn on(paper: Size, margin: Sides, trim: Size, print: &Print) -> Option<Self> {
        let none = Length::ZERO;
        let margin = Sides {
            top: margin.top.max(none),
            right: margin.right.max(none),
            bottom: margin.bottom.max(none),
            left: margin.left.max(none),
        };
        let gutter = Size::new(print.gutter.x.max(none), print.gutter.y.max(none));
        let printable = Rect::new(none, none, paper).inset(margin);
        let columns = fitting(printable.size.width, trim.width, gutter.width)?;
        let rows = fitting(printable.size.height, trim.height, gutter.height)?;
        let size = Size::new(extent(columns, trim.width, gutter.width), extent(rows, trim.height, gutter.height));
        // An odd EMU of slack goes to the right and below. It cannot part fronts from backs, since those are mirrored
        // about the paper and not centred anew.
        let x = printable.x + (printable.size.width - size.width) / 2;
        let y = printable.y + (printable.size.height - size.height) / 2;
        let grid = Grid { columns, rows, area: Rect::new(x, y, size) };
        Some(Self { paper, margin, grid, trim, gutter, bleed: print.bleed.max(none) })
    }

    /// The slots of one sheet.
    pub(super) fn capacity(&self) -> u64 {
        u64::from(self.grid.columns) * u64::from(self.grid.rows)
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

    /// What may be inked around a slot: its bleed, as far as neither the next slot nor the edge of the paper is nearer.
    ///
    /// Where neighbours share a gutter too narrow for both, each gets its half even if the other slot stays empty, so
    /// that a copy looks the same on a full and on a part-filled sheet.
    pub(super) fn clip_rect(&self, column: u32, row: u32) -> Rect {
        let inner = Size::new(self.bleed.min(self.gutter.width / 2), self.bleed.min(self.gutter.height / 2));
        let side = |outermost: bool, inner: Length| if outermost { self.bleed } else { inner };
        let trim = self.trim_rect(column, row);
        let left = (trim.x - side(column == 0, inner.width)).max(Length::ZERO);
        let top = (trim.y - side(row == 0, inner.height)).max(Length::ZERO);
        let right = (trim.right() + side(column + 1 == self.grid.columns, inner.width)).min(self.paper.width);
        let bottom = (trim.bottom() + side(row + 1 == self.grid.rows, inner.height)).min(self.paper.height);
        Rect::new(left, top, Size::new(right - left, bottom - top))
    }
}

/// The margins once the sheet has been turned by 90° counter-clockwise: its upper edge now lies on the left.
pub(super) fn turned_left(upright: Sides) -> Sides {
    Sides { left: upright.top, bottom: upright.left, right: upright.bottom, top: upright.right }
}

/// How many of a length go into the room with gutters only between them; none is no number.
pub(super) fn fitting(room: Length, trim: Length, gutter: Length) -> Option<u32> {
    if trim <= Length::ZERO || trim > room {
        return None;
    }
    u32::try_from((room + gutter) / (trim + gutter)).ok()
}

/// That many lengths with gutters between them.
pub(super) fn extent(count: u32, trim: Length, gutter: Length) -> Length {
    (trim + gutter) * i64::from(count) - gutter
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Gutter, Paper};

    const fn mm(hundredths: i64) -> Length {
        Length::centi_mm(hundredths)
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
        let fits = |width| Layout::on(paper.paper.size, paper.margin, Size::new(width, mm(8800)), &paper).map(|l| l.grid.columns);
        assert_eq!(fits(mm(19000)), Some(1));
        assert_eq!(fits(mm(19000) + Length::emu(1)), None);
        assert_eq!(fits(mm(9500)), Some(2));
        assert_eq!(fits(mm(9500) + Length::emu(1)), Some(1));
        assert_eq!(fits(Length::ZERO), None);
    }

    #[test]
    fn the_grid_is_centred_in_the_printable_area() {
        let layout = chosen((6350, 8890), &print(21000, 29700, Sides::all(mm(800)), mm(0), mm(200)));
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
    fn the_bleed_is_cut_at_the_middle_of_the_gutter_and_at_the_paper() {
        let layout = chosen((6300, 8800), &print(21000, 29700, Sides::all(mm(800)), mm(100), mm(200)));
        let first = layout.trim_rect(0, 0);
        let clip = layout.clip_rect(0, 0);
        assert_eq!((first.x - clip.x, first.y - clip.y), (mm(200), mm(200)));
        assert_eq!((clip.right() - first.right(), clip.bottom() - first.bottom()), (mm(50), mm(50)));
        let layout = chosen((6300, 8800), &print(6300, 8800, Sides::default(), mm(0), mm(200)));
        assert_eq!(layout.clip_rect(0, 0), layout.trim_rect(0, 0));
        let layout = chosen((6300, 8800), &print(21000, 29700, Sides::all(mm(500)), mm(500), mm(200)));
        assert_eq!(layout.clip_rect(1, 1), layout.trim_rect(1, 1).grown(mm(200)));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_its_numbers() {
        let trim = Size::new(mm(30000), mm(8800));
        let refused = |print: &Print| Layout::choose("deck", trim, print).unwrap_err().to_string();
        let mut job = print(21000, 29700, Sides::all(mm(1000)), mm(0), mm(0));
        assert_eq!(
            refused(&job),
            "card of 300 × 88 mm with margins of 10 mm does not fit paper of 210 × 297 mm (a4) in either orientation"
        );
        job.margin.left = mm(1250);
        job.paper.name = job.paper.size.to_string();
        assert_eq!(
            refused(&job),
            "card of 300 × 88 mm with margins of 10 mm (top), 10 mm (right), 10 mm (bottom) and 12.5 mm (left) \
             does not fit paper of 210 × 297 mm in either orientation"
        );
    }

    #[test]
    fn margins_wider_than_the_paper_are_a_misfit() {
        assert!(Layout::choose("deck", Size::new(mm(1), mm(1)), &print(21000, 29700, Sides::all(mm(20000)), mm(500), mm(0))).is_err());
    }
}
