//! A board with everything in its place, for checks to measure.

use crate::game::board::{BoardMap, FieldMap, GridMap, RadialMap};
use crate::game::{Component, Field, Geometry, Grid, Radial};

/// Places are rounded to a thousandth of a millimetre.
pub(super) const ROUNDED: f64 = 0.005;

/// A component with a geometry, and where its parts lie.
pub(super) struct MappedBoard<'a> {
    pub(super) component: &'a Component,
    geometry: &'a Geometry,
    map: BoardMap,
}

impl<'a> MappedBoard<'a> {
    /// Puts everything in its place, if the component has a geometry.
    pub(super) fn new(component: &'a Component) -> Option<Self> {
        let geometry = component.geometry()?;
        Some(Self { component, geometry, map: BoardMap::new(geometry, component.size) })
    }

    /// Its points and lines, if it is a field.
    pub(super) const fn field(&self) -> Option<(&Field, &FieldMap)> {
        match (self.geometry, &self.map) {
            (Geometry::Field(field), BoardMap::Field(map)) => Some((field, map)),
            _ => None,
        }
    }

    /// Its spokes and rings, if it is radial.
    pub(super) const fn radial(&self) -> Option<(&Radial, &RadialMap)> {
        match (self.geometry, &self.map) {
            (Geometry::Radial(radial), BoardMap::Radial(map)) => Some((radial, map)),
            _ => None,
        }
    }

    /// Its columns and rows, if it is a grid.
    pub(super) const fn grid(&self) -> Option<(&Grid, &GridMap)> {
        match (self.geometry, &self.map) {
            (Geometry::Grid(grid), BoardMap::Grid(map)) => Some((grid, map)),
            _ => None,
        }
    }
}
