//! The geometry of a board as templates see it.

use indexmap::IndexMap;
use tera::Value;
use tera::value::Map;

use super::values::{map, number};
use crate::game::board::{BoardMap, CellMap, FieldMap, House};
use crate::game::{Component, Field, Geometry};

/// The name and value to add for a component, if it has a geometry.
pub(super) fn board(component: &Component) -> Option<(&'static str, Value)> {
    let geometry = component.geometry()?;
    Some(match (geometry, BoardMap::new(geometry, component.size)) {
        (Geometry::Field(model), BoardMap::Field(field)) => ("field", of_field(model, &field)),
        (_, BoardMap::Radial(radial)) => (
            "radial",
            map([
                ("centre", xy(radial.centre)),
                ("radii", radial.radii.iter().copied().map(number).collect::<Vec<_>>().into()),
                ("houses", radial.houses.iter().map(of_house).collect::<Vec<_>>().into()),
            ]),
        ),
        (_, BoardMap::Grid(grid)) => {
            let [left, top, right, bottom] = grid.bounds;
            let bounds = map([
                ("left", number(left)),
                ("top", number(top)),
                ("right", number(right)),
                ("bottom", number(bottom)),
            ]);
            (
                "grid",
                map([
                    ("bounds", bounds),
                    ("cells", grid.cells.iter().map(of_cell).collect::<Vec<_>>().into()),
                ]),
            )
        }
        // A field is mapped to a field.
        (_, BoardMap::Field(_)) => return None,
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

fn of_field(model: &Field, field: &FieldMap) -> Value {
    let points = model.points.iter().zip(&field.points).map(|(dot, spot)| {
        let neighbours: Vec<Value> =
            spot.neighbours.iter().map(|near| model.points[*near].id.as_str().into()).collect();
        let label = map([
            ("x", number(spot.label.at.0)),
            ("y", number(spot.label.at.1)),
            ("anchor", spot.label.anchor.into()),
        ]);
        let found = vec![
            ("id", dot.id.as_str().into()),
            ("kind", dot.kind.as_str().into()),
            ("zone", dot.zone.as_str().into()),
            ("shape", dot.symbol.shape.word().into()),
            ("size", number(spot.size)),
            ("x", number(spot.at.0)),
            ("y", number(spot.at.1)),
            ("neighbours", neighbours.into()),
            ("label", label),
        ];
        with(&dot.values, found)
    });
    let lines = model.lines.iter().zip(&field.lines).map(|(link, line)| {
        let found = vec![
            ("from", model.points[link.from].id.as_str().into()),
            ("to", model.points[link.to].id.as_str().into()),
            ("x1", number(line.from.0)),
            ("y1", number(line.from.1)),
            ("x2", number(line.to.0)),
            ("y2", number(line.to.1)),
            ("middle", xy(line.middle)),
            ("path", line.path.as_str().into()),
        ];
        with(&link.values, found)
    });
    map([
        ("points", points.collect::<Vec<_>>().into()),
        ("lines", lines.collect::<Vec<_>>().into()),
    ])
}

fn of_house(house: &House) -> Value {
    let ((x1, y1), (x2, y2)) = house.edge;
    let edge =
        map([("x1", number(x1)), ("y1", number(y1)), ("x2", number(x2)), ("y2", number(y2))]);
    map([
        ("number", house.number.into()),
        ("first", (house.number == 1).into()),
        ("spoke", house.spoke.into()),
        ("ring", house.ring.into()),
        ("x", number(house.at.0)),
        ("y", number(house.at.1)),
        ("angle", number(house.angle)),
        ("outer", number(house.outer)),
        ("inner", number(house.inner)),
        ("path", house.path.as_str().into()),
        ("radius_line", edge),
        ("label", xy(house.label)),
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
