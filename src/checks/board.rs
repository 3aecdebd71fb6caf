//! A board with everything in its place, for checks to measure.

use crate::game::board::{Field, FieldMap, Grid, GridMap, Radial, RadialMap};
use crate::game::{Component, Geometry};

/// Places are rounded to a thousandth of a millimetre.
pub(super) const ROUNDED: f64 = 0.005;

/// A component with a geometry.
pub(super) struct MappedBoard<'a> {
    pub(super) component: &'a Component,
    geometry: &'a Geometry,
}

impl<'a> MappedBoard<'a> {
    pub(super) fn new(component: &'a Component) -> Option<Self> {
        Some(Self { component, geometry: component.geometry()? })
    }

    pub(super) const fn field(&self) -> Option<(&Field, &FieldMap)> {
        if let Geometry::Field(field, map) = self.geometry { Some((field, map)) } else { None }
    }

    pub(super) const fn radial(&self) -> Option<(&Radial, &RadialMap)> {
        if let Geometry::Radial(radial, map) = self.geometry { Some((radial, map)) } else { None }
    }

    pub(super) const fn grid(&self) -> Option<(&Grid, &GridMap)> {
        if let Geometry::Grid(grid, map) = self.geometry { Some((grid, map)) } else { None }
    }
}
