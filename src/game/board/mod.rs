//! Boards: how a large one is put together, and those that are computed.
//!
//! In: the tables of a board and the rows of its points and lines. Out: [`Board`], and
//! [`Geometry`], in which every name is resolved and which holds plain numbers in millimetres from
//! the upper left corner of the finished board, for templates to draw and for checks to measure:
//! where lines leave their symbols, who is whose neighbour, the outline and number of each space,
//! where a label has room. Whether a board can be played on is not known here.

mod centre;
mod field;
mod geometry;
mod grid;
mod measure;
mod radial;
mod row;
mod shape;
mod tiles;
mod xy;

pub use field::{Edge, Field, FieldMap, Label, PlacedEdge, PlacedPoint, Point, Symbol};
pub use geometry::Geometry;
pub(crate) use geometry::GeometryKeys;
pub use grid::{CellMap, CellShape, Corner, Grid, GridMap, GridNumbering};
pub use radial::{Direction, LabelPlace, Multiples, Radial, RadialMap, RadialNumbering, Space};
pub use shape::{Hull, SymbolShape, crossing, through};
pub(crate) use tiles::BoardKeys;
pub use tiles::{Board, Join, Tiles};
pub use xy::Xy;
