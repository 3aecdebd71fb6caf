//! Where the parts of a board lie.
//!
//! In: a [`Geometry`] in which every name is resolved. Out: plain numbers in millimetres from the upper left corner of
//! the finished board, for templates to draw and for checks to measure: where lines leave their symbols, who is whose
//! neighbour, the outline and number of each house, where a label has room. Nothing is refused here.

mod field;
mod grid;
mod radial;
mod shape;

pub use field::{FieldMap, Label, Line, Spot};
pub use grid::{CellMap, GridMap};
pub use radial::{House, RadialMap};
pub use shape::{Hull, crossing, through};

use crate::game::Geometry;

/// A board with everything in its place.
#[derive(Clone, Debug)]
pub enum BoardMap {
    /// Points and lines.
    Field(FieldMap),
    /// Spokes and rings.
    Radial(RadialMap),
    /// Columns and rows.
    Grid(GridMap),
}

impl BoardMap {
    /// Puts everything in its place on a board of that size.
    pub fn new(geometry: &Geometry, size: crate::units::Size) -> Self {
        match geometry {
            Geometry::Field(field) => Self::Field(FieldMap::new(field)),
            Geometry::Radial(radial) => Self::Radial(RadialMap::new(radial)),
            Geometry::Grid(grid) => Self::Grid(GridMap::new(grid, size)),
        }
    }
}

/// A place in millimetres.
pub type Xy = (f64, f64);

/// To a thousandth of a millimetre, and never `-0`: templates print what they get.
fn round(mm: f64) -> f64 {
    (mm * 1e3).round() / 1e3 + 0.0
}

fn round_xy((x, y): Xy) -> Xy {
    (round(x), round(y))
}
