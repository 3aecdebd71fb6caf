//! `field`, `radial` or `grid` of a component: a board that is computed.

use super::field::{Field, FieldKeys, FieldMap};
use super::grid::{Grid, GridKeys, GridMap};
use super::radial::{Radial, RadialKeys, RadialMap};
use crate::diag::{Code, Diagnostic, Sink, Span};
use crate::files::Files;
use crate::game::toml::{Inline, table};
use crate::units::Size;

/// A board that is computed, and where its parts lie.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// Points and lines between them.
    Field(Field, FieldMap),
    /// Spokes and rings.
    Radial(Radial, RadialMap),
    /// Columns and rows.
    Grid(Grid, GridMap),
}

table! {
    /// The geometry of a component.
    pub(crate) struct GeometryKeys:
        "`field`, `radial` and `grid`",
        "A board that `pnp` computes, checks and passes to the template. A component has at most \
         one of them.";
    {
        field: Inline<FieldKeys> [optional "none"] "A board of points and lines.";
        radial: Inline<RadialKeys> [optional "none"] "A board of spokes and rings.";
        grid: Inline<GridKeys> [optional "none"] "A board of cells in columns and rows.";
    }
}

impl GeometryKeys {
    /// The key and the place of each that is there.
    fn stated(&self) -> Vec<(&'static str, &Span)> {
        let Self { field, radial, grid } = self;
        let field = field.as_ref().map(|keys| ("field", &keys.span));
        let radial = radial.as_ref().map(|keys| ("radial", &keys.span));
        let grid = grid.as_ref().map(|keys| ("grid", &keys.span));
        [field, radial, grid].into_iter().flatten().collect()
    }

    /// Whether the component has none.
    pub(crate) fn is_empty(&self) -> bool {
        self.stated().is_empty()
    }

    /// The geometry on a board of that size. `folder` is where its tables of points and lines are.
    pub(crate) fn resolve(
        &self,
        id: &str,
        files: &dyn Files,
        folder: &str,
        size: Size,
        sink: &mut Sink,
    ) -> Option<Geometry> {
        if let [(first, place), (second, other), ..] = self.stated()[..] {
            let message = format!("`{id}` has both `{first}` and `{second}`");
            sink.push(
                Diagnostic::error(Code::S004, message)
                    .at(other)
                    .also(place, "the first one")
                    .hint("a board has one geometry; make it two components"),
            );
            return None;
        }
        if let Some(keys) = &self.field {
            let field = Field::resolve(keys, files, folder, size, sink)?;
            let map = FieldMap::new(&field);
            return Some(Geometry::Field(field, map));
        }
        if let Some(keys) = &self.radial {
            let radial = Radial::resolve(keys, size, sink)?;
            let map = RadialMap::new(&radial);
            return Some(Geometry::Radial(radial, map));
        }
        let grid = Grid::resolve(self.grid.as_ref()?);
        let map = GridMap::new(&grid, size);
        Some(Geometry::Grid(grid, map))
    }
}
