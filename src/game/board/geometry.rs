//! `field`, `radial` or `grid` of a component: a board that is computed.

use super::field::{Field, FieldKeys, FieldMap};
use super::grid::{Grid, GridKeys, GridMap};
use super::radial::{Radial, RadialKeys, RadialMap};
use crate::diag::{Code, Diagnostic, Sink, Spanned};
use crate::files::Files;
use crate::game::toml::{Fields, Inline};
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

/// The table of a geometry.
#[derive(Clone, Debug)]
pub(crate) enum GeometryKeys {
    /// `[….field]`.
    Field(Box<Spanned<FieldKeys>>),
    /// `[….radial]`.
    Radial(Box<Spanned<RadialKeys>>),
    /// `[….grid]`.
    Grid(Box<Spanned<GridKeys>>),
}

impl GeometryKeys {
    /// The geometry of a component, if it has one.
    pub(crate) fn read(component: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        let found: Vec<_> =
            ["field", "radial", "grid"].into_iter().filter_map(|key| component.item(key)).collect();
        if let [first, second, ..] = found.as_slice() {
            let message =
                format!("{} has both `{}` and `{}`", component.name, first.key, second.key);
            sink.push(
                Diagnostic::error(Code::S004, message)
                    .at(&second.span)
                    .also(&first.span, "the first one")
                    .hint("a board has one geometry; make it two components"),
            );
            return None;
        }
        let field = component.optional::<Inline<FieldKeys>>("field", sink);
        let radial = component.optional::<Inline<RadialKeys>>("radial", sink);
        let grid = component.optional::<Inline<GridKeys>>("grid", sink);
        field
            .map(|keys| Self::Field(Box::new(keys)))
            .or_else(|| radial.map(|keys| Self::Radial(Box::new(keys))))
            .or_else(|| grid.map(|keys| Self::Grid(Box::new(keys))))
    }

    /// The geometry on a board of that size. `folder` is where its tables of points and lines are.
    pub(crate) fn resolve(
        &self,
        files: &dyn Files,
        folder: &str,
        size: Size,
        sink: &mut Sink,
    ) -> Option<Geometry> {
        Some(match self {
            Self::Field(keys) => {
                let field = Field::resolve(keys, files, folder, size, sink)?;
                let map = FieldMap::new(&field);
                Geometry::Field(field, map)
            }
            Self::Radial(keys) => {
                let radial = Radial::resolve(keys, size, sink)?;
                let map = RadialMap::new(&radial);
                Geometry::Radial(radial, map)
            }
            Self::Grid(keys) => {
                let grid = Grid::resolve(keys);
                let map = GridMap::new(&grid, size);
                Geometry::Grid(grid, map)
            }
        })
    }
}
