//! The geometry of a board as templates see it.

use indexmap::IndexMap;
use tera::Value;
use tera::value::Map;

use super::values::{map, number};
use crate::game::Component;
use crate::game::board::{CellMap, Field, FieldMap, Geometry, Space};

/// The name and value to add for a component, if it has a geometry.
pub(super) fn board(component: &Component) -> Option<(&'static str, Value)> {
    Some(match component.geometry()? {
        Geometry::Field(field, map) => ("field", of_field(field, map)),
        Geometry::Radial(_, radial) => (
            "radial",
            map([
                ("centre", xy(radial.centre)),
                ("radii", radial.radii.iter().copied().map(number).collect::<Vec<_>>().into()),
                ("houses", radial.spaces.iter().map(of_space).collect::<Vec<_>>().into()),
            ]),
        ),
        Geometry::Grid(_, grid) => {
            let [left, top, right, bottom] = grid.bounds;
            let bounds = map([
                ("left", number(left)),
                ("top", number(top)),
                ("right", number(right)),
                ("bottom", number(bottom)),
            ]);
            let cells = grid.cells.iter().map(of_cell).collect::<Vec<_>>();
            ("grid", map([("bounds", bounds), ("cells", cells.into())]))
        }
    })
}

fn xy((x, y): (f64, f64)) -> Value {
    map([("x", number(x)), ("y", number(y))])
}

/// The own columns of a part under what `pnp` found out about it, which goes first.
fn with(own: &IndexMap<String, Value>, found: Vec<(&'static str, Value)>) -> Value {
    let own = own.iter().map(|(name, value)| (name.clone().into(), value.clone()));
    own.chain(found.into_iter().map(|(name, value)| (name.into(), value))).collect::<Map>().into()
}

fn of_field(field: &Field, placed: &FieldMap) -> Value {
    let points = field.points.iter().zip(&placed.points).map(|(point, place)| {
        let neighbours: Vec<Value> =
            place.neighbours.iter().map(|near| field.points[*near].id.as_str().into()).collect();
        let label = map([
            ("x", number(place.label.at.0)),
            ("y", number(place.label.at.1)),
            ("anchor", place.label.anchor.into()),
        ]);
        let found = vec![
            ("id", point.id.as_str().into()),
            ("kind", point.kind.as_str().into()),
            ("zone", point.zone.as_str().into()),
            ("shape", point.symbol.shape.word().into()),
            ("size", number(place.size)),
            ("x", number(place.at.0)),
            ("y", number(place.at.1)),
            ("neighbours", neighbours.into()),
            ("label", label),
        ];
        with(&point.values, found)
    });
    let lines = field.edges.iter().zip(&placed.edges).map(|(edge, place)| {
        let found = vec![
            ("from", field.points[edge.from].id.as_str().into()),
            ("to", field.points[edge.to].id.as_str().into()),
            ("x1", number(place.from.0)),
            ("y1", number(place.from.1)),
            ("x2", number(place.to.0)),
            ("y2", number(place.to.1)),
            ("middle", xy(place.middle)),
            ("path", place.path.as_str().into()),
        ];
        with(&edge.values, found)
    });
    map([
        ("points", points.collect::<Vec<_>>().into()),
        ("lines", lines.collect::<Vec<_>>().into()),
    ])
}

fn of_space(space: &Space) -> Value {
    let ((x1, y1), (x2, y2)) = space.edge;
    let edge =
        map([("x1", number(x1)), ("y1", number(y1)), ("x2", number(x2)), ("y2", number(y2))]);
    map([
        ("number", space.number.into()),
        ("first", (space.number == 1).into()),
        ("spoke", space.spoke.into()),
        ("ring", space.ring.into()),
        ("x", number(space.at.0)),
        ("y", number(space.at.1)),
        ("angle", number(space.angle)),
        ("outer", number(space.outer)),
        ("inner", number(space.inner)),
        ("path", space.path.as_str().into()),
        ("radius_line", edge),
        ("label", xy(space.label)),
    ])
}

fn of_cell(cell: &CellMap) -> Value {
    let neighbours: Vec<Value> = cell.neighbours.iter().map(|n| (*n).into()).collect();
    map([
        ("number", cell.number.into()),
        ("column", cell.column.into()),
        ("row", cell.row.into()),
        ("x", number(cell.at.0)),
        ("y", number(cell.at.1)),
        ("path", cell.path.as_str().into()),
        ("neighbours", neighbours.into()),
    ])
}
