//! How many tiles a board takes, and which part of the board each of them is. In: sizes; out: a
//! [`Tiling`], or why there is none.

use std::fmt;

use crate::game::{MAX_COPIES, Print, Tiles};
use crate::impose::letters::letters;
use crate::impose::paper::OrientedPaper;
use crate::units::{Length, Rect, Sides, Size};

/// More tiles than these are a slip of the unit: a board of six by six metres.
const MAX_TILES: u64 = 1_000;

/// Why a board was not tiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TilingError {
    /// Nothing is left of the paper between its margins.
    NoRoom {
        /// The paper, in portrait.
        paper: Size,
        /// The margins, as stated for the portrait paper.
        margin: Sides,
    },
    /// Tiles would show nothing but what their neighbours show.
    Overlap {
        /// What two tiles share.
        overlap: Length,
        /// What the printer can reach of the portrait paper.
        printable: Size,
        /// The paper, in portrait.
        paper: Size,
    },
    /// More tiles than anybody glues.
    TooMany {
        /// All tiles of one board.
        tiles: u64,
        /// The board.
        trim: Size,
        /// What the printer can reach of the portrait paper.
        printable: Size,
    },
    /// More sheets than anybody prints.
    TooManySheets {
        /// The sheets of all copies.
        sheets: u64,
    },
}

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRoom { paper, margin } => {
                let Sides { top, right, bottom, left } = margin;
                write!(
                    f,
                    "paper of {paper} with margins of {top}, {right}, {bottom} and {left} \
                     has no room for a tile"
                )
            }
            Self::Overlap { overlap, printable, paper } => write!(
                f,
                "tiles that overlap by {overlap} cannot cover a board, since the printable area of \
                 the paper of {paper} is {printable}"
            ),
            Self::TooMany { tiles, trim, printable } => {
                write!(
                    f,
                    "a board of {trim} takes {tiles} tiles of {printable}, more than {MAX_TILES}"
                )
            }
            Self::TooManySheets { sheets } => {
                write!(f, "all copies together take {sheets} sheets, more than {MAX_COPIES}")
            }
        }
    }
}

impl std::error::Error for TilingError {}

/// A stretch of a board in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    /// From the left or upper edge of the board.
    pub start: Length,
    /// How long it is.
    pub length: Length,
}

impl Span {
    /// Where it ends.
    pub fn end(self) -> Length {
        self.start + self.length
    }
}

/// How a board is cut into tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The board.
    pub trim: Size,
    /// The paper as it lies.
    pub paper: Size,
    /// The printable area of it.
    pub printable: Rect,
    /// From left to right, each with what it shares with its neighbours.
    pub columns: Vec<Span>,
    /// From top to bottom.
    pub rows: Vec<Span>,
    /// How they are joined.
    pub tiles: Tiles,
}

impl Tiling {
    /// The orientation of the paper that takes fewer tiles; portrait where both take the
    /// same.
    pub fn choose(trim: Size, tiles: Tiles, print: &Print) -> Result<Self, TilingError> {
        let papers = OrientedPaper::both(print);
        let paper = print.paper.size;
        let printable = papers[0].printable().size;
        if printable.width <= Length::ZERO || printable.height <= Length::ZERO {
            return Err(TilingError::NoRoom { paper, margin: print.margin });
        }
        let count = |room: Size| {
            let columns = needed(trim.width, room.width, tiles.overlap)?;
            Some((columns, needed(trim.height, room.height, tiles.overlap)?))
        };
        let fewest = papers
            .into_iter()
            .filter_map(|paper| Some((paper, count(paper.printable().size)?)))
            .min_by_key(|(_, (columns, rows))| columns.saturating_mul(*rows));
        let Some((oriented, (columns, rows))) = fewest else {
            return Err(TilingError::Overlap { overlap: tiles.overlap, printable, paper });
        };
        let paper = oriented.size;
        let printable = oriented.printable();
        let all = columns.saturating_mul(rows);
        if all > MAX_TILES {
            return Err(TilingError::TooMany { tiles: all, trim, printable: printable.size });
        }
        let columns = shared(trim.width, columns, tiles.overlap);
        let rows = shared(trim.height, rows, tiles.overlap);
        Ok(Self { trim, paper, printable, columns, rows, tiles })
    }

    /// The margins of the paper as it lies.
    pub(super) fn margin(&self) -> Sides {
        let inner = self.printable;
        let paper = self.paper;
        Sides {
            top: inner.y,
            right: paper.width - inner.right(),
            bottom: paper.height - inner.bottom(),
            left: inner.x,
        }
    }

    /// All tiles of one board.
    pub fn count(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    /// What a tile is of the board, strips and tabs included; counted from the board's upper left
    /// corner.
    pub fn cell(&self, column: usize, row: usize) -> Rect {
        let x = self.columns[column];
        let y = self.rows[row];
        Rect::new(x.start, y.start, Size::new(x.length, y.length))
    }

    /// Rows have letters and columns numbers, as on a map: `A1`.
    pub fn label(column: usize, row: usize) -> String {
        format!("{}{}", letters(row as u32), column + 1)
    }

    /// Columns and rows of all tiles, row by row.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns.len();
        (0..self.rows.len()).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }
}

/// How many rooms it takes to cover a length, two neighbours sharing the overlap: n rooms cover n
/// (room − overlap) + overlap. None if another room would add nothing.
fn needed(length: Length, room: Length, overlap: Length) -> Option<u64> {
    if length <= room {
        return Some(1);
    }
    let rest = length - overlap;
    let step = room - overlap;
    if step <= Length::ZERO {
        return None;
    }
    u64::try_from((rest + step - Length::emu(1)) / step).ok()
}

/// A length in that many stretches with the overlap between two of them, as equal as whole EMU can
/// be.
fn shared(length: Length, count: u64, overlap: Length) -> Vec<Span> {
    let count = count as i64;
    let total = (length + overlap * (count - 1)).to_emu();
    let mut start = Length::ZERO;
    (0..count)
        .map(|at| {
            let span =
                Span { start, length: Length::emu(total / count + i64::from(at < total % count)) };
            start = span.end() - overlap;
            span
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Join, Paper};
    use crate::units::paper_size;

    fn print(paper: &str, margin: Length) -> Print {
        let paper = Paper { name: paper.to_owned(), size: paper_size(paper).unwrap() };
        Print { paper, margin: Sides::all(margin), ..Print::default() }
    }

    fn tiling(board: (i64, i64), overlap: i64, print: &Print) -> Result<Tiling, TilingError> {
        let tiles = Tiles {
            join: if overlap == 0 { Join::Butt } else { Join::Overlap },
            overlap: Length::mm(overlap),
        };
        Tiling::choose(Size::new(Length::mm(board.0), Length::mm(board.1)), tiles, print)
    }

    #[test]
    fn boards_take_the_fewest_tiles_and_no_more() {
        let a4 = print("a4", Length::mm(10));
        let letter = print("letter", Length::inch(1, 2));
        for (board, overlap, print, columns, rows, landscape) in [
            ((500, 700), 10, &a4, 2, 4, true),
            ((508, 508), 0, &letter, 3, 2, false),
            ((190, 277), 10, &a4, 1, 1, false),
            ((277, 190), 10, &a4, 1, 1, true),
            // 190 + 180, 277 + 267: not one EMU more would go in.
            ((370, 544), 10, &a4, 2, 2, false),
            ((380, 277), 0, &a4, 2, 1, false),
            ((381, 277), 0, &a4, 3, 1, false),
        ] {
            let found = tiling(board, overlap, print).unwrap();
            assert_eq!((found.columns.len(), found.rows.len()), (columns, rows), "{board:?}");
            assert_eq!(found.paper.is_landscape(), landscape, "{board:?}");
        }
    }

    #[test]
    fn tiles_that_cannot_cover_a_board_are_refused_with_their_numbers() {
        let a4 = print("a4", Length::mm(10));
        let says =
            |board, overlap, print: &Print| tiling(board, overlap, print).unwrap_err().to_string();
        assert_eq!(
            says((400, 400), 190, &a4),
            "tiles that overlap by 190 mm cannot cover a board, since the printable area of the \
             paper of 210 × 297 mm is 190 × 277 mm"
        );
        // The same strip is no hindrance where nothing must be joined across it.
        assert_eq!(tiling((190, 400), 190, &a4).unwrap().count(), 3);
        assert_eq!(
            says((9000, 9000), 10, &a4),
            "a board of 9000 × 9000 mm takes 1700 tiles of 190 × 277 mm, more than 1000"
        );
        assert!(
            says((400, 400), 10, &print("a4", Length::mm(105))).ends_with("has no room for a tile")
        );
        let overlap = Length::mm(190) - Length::emu(1);
        let tiles = Tiles { join: Join::Overlap, overlap };
        let strip = Size::new(Length::mm(10_000), Length::mm(10_000));
        assert!(matches!(Tiling::choose(strip, tiles, &a4), Err(TilingError::TooMany { .. })));
    }

    #[test]
    fn tiles_are_shared_evenly_with_equal_overlaps() {
        let a4 = print("a4", Length::mm(10));
        let found = tiling((500, 701), 10, &a4).unwrap();
        let mm = |spans: &[Span]| {
            spans.iter().map(|s| (s.start.to_mm(), s.length.to_mm())).collect::<Vec<_>>()
        };
        assert_eq!(mm(&found.columns), [(0.0, 255.0), (245.0, 255.0)]);
        assert_eq!(found.rows.last().map(|row| row.end()), Some(Length::mm(701)));
        assert!(found.rows.windows(2).all(|two| two[0].end() - two[1].start == Length::mm(10)));
        let odd = shared(Length::emu(1_000_000), 3, Length::emu(7));
        assert_eq!(
            odd.iter().map(|s| s.length.to_emu()).collect::<Vec<_>>(),
            [333_338, 333_338, 333_338]
        );
        let odd = shared(Length::emu(1_000_001), 3, Length::emu(7));
        assert_eq!(
            odd.iter().map(|s| s.length.to_emu()).collect::<Vec<_>>(),
            [333_339, 333_338, 333_338]
        );
    }

    #[test]
    fn tiles_are_named_like_squares_of_a_map() {
        for (column, row, name) in [
            (0, 0, "A1"),
            (11, 1, "B12"),
            (0, 25, "Z1"),
            (0, 26, "AA1"),
            (0, 701, "ZZ1"),
            (0, 702, "AAA1"),
        ] {
            assert_eq!(Tiling::label(column, row), name);
        }
    }
}
