//! `[board.ID.grid]`: cells in columns and rows.

mod map;

pub use map::{CellMap, GridMap};

use crate::diag::{Span, Spanned};
use crate::game::toml::{AboveZeroUpTo, Count, Name, Names, table};
use crate::units::Length;

/// More columns or rows are a slip of the finger.
const MAX_CELLS: u32 = 1000;

table! {
    /// A grid, key by key.
    pub(crate) struct GridKeys:
        "`[board.ID.grid]`",
        "A board of square or hexagonal cells in columns and rows, numbered and checked, as \
         [`grid`](templates.md#variables) in the template. It is centred on the board.";
    {
        shape: Name<CellShape> [default CellShape::Square]
            "The cells: squares, hexagons with a corner at the top, or with a side at the top \
             (`hex-flat`). Every second row of `hex`, or column of `hex-flat`, is offset by half a \
             cell.";
        columns: Count<1, MAX_CELLS> [required] "How many columns.";
        rows: Count<1, MAX_CELLS> [required] "How many rows.";
        cell: AboveZeroUpTo<5000> [required]
            "The side of a square, or the distance between two opposite sides of a hexagon.";
        number: Name<GridNumbering> [default GridNumbering::Row]
            "How cells are numbered: every row in the same direction; every second row backwards; \
             around the edge and inward.";
        from: Name<Corner> [default Corner::TopLeft] "Where cell 1 is.";
        piece: AboveZeroUpTo<5000> [optional "not checked"]
            "A disc of this diameter must fit into each cell.";
    }
}

/// Columns and rows.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its table.
    pub span: Span,
    /// The cells.
    pub shape: CellShape,
    /// How many columns.
    pub columns: u32,
    /// How many rows.
    pub rows: u32,
    /// The side of a square, or between two opposite sides of a hexagon.
    pub cell: Length,
    /// How cells are numbered.
    pub numbering: GridNumbering,
    /// Where cell 1 is.
    pub from: Corner,
    /// The disc that must fit.
    pub piece: Option<Spanned<Length>>,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// A square.
    Square,
    /// A hexagon with a point up.
    Hex,
    /// A hexagon with a side up.
    HexFlat,
}

impl Names for CellShape {
    const WHAT: &'static str = "cell";
    const NAMES: &'static [(&'static str, Self)] =
        &[("square", Self::Square), ("hex", Self::Hex), ("hex-flat", Self::HexFlat)];
}

/// How the cells of a grid are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridNumbering {
    /// Each row alike.
    Row,
    /// Every second row backwards.
    Serpentine,
    /// Around the edge, then inward.
    Spiral,
}

impl Names for GridNumbering {
    const WHAT: &'static str = "numbering";
    const NAMES: &'static [(&'static str, Self)] =
        &[("row", Self::Row), ("serpentine", Self::Serpentine), ("spiral", Self::Spiral)];
}

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Above on the left.
    TopLeft,
    /// Above on the right.
    TopRight,
    /// Below on the left.
    BottomLeft,
    /// Below on the right.
    BottomRight,
}

impl Names for Corner {
    const WHAT: &'static str = "corner";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("top-left", Self::TopLeft),
        ("top-right", Self::TopRight),
        ("bottom-left", Self::BottomLeft),
        ("bottom-right", Self::BottomRight),
    ];
}

impl Corner {
    /// Whether it is on the right.
    const fn is_right(self) -> bool {
        matches!(self, Self::TopRight | Self::BottomRight)
    }

    /// Whether it is at the bottom.
    const fn is_bottom(self) -> bool {
        matches!(self, Self::BottomLeft | Self::BottomRight)
    }
}

impl Grid {
    /// The grid of a table.
    pub(super) fn resolve(keys: &Spanned<GridKeys>) -> Self {
        let Spanned { value: keys, span } = keys;
        Self {
            span: span.clone(),
            shape: keys.shape(),
            columns: keys.columns.value,
            rows: keys.rows.value,
            cell: keys.cell.value,
            numbering: keys.number(),
            from: keys.from(),
            piece: keys.piece.clone(),
        }
    }
}
