//! Boards: how a large one is put together, and where the parts of a computed one lie.

mod field;
mod grid;
mod radial;
mod shape;
mod tiles;
mod xy;

pub use field::map::{FieldMap, Label, Line, Spot};
pub use grid::map::{CellMap, GridMap};
pub use radial::map::{House, RadialMap};
pub use shape::{Hull, crossing, through};
pub(crate) use tiles::board;
pub use tiles::{Board, Join, Tiles};
pub use xy::Xy;

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
