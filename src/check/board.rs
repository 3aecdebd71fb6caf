//! Whether a board can be played on.

use std::collections::HashSet;

use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::game::board::{BoardMap, FieldMap, GridMap, Hull, RadialMap, crossing, through};
use crate::game::{Component, Field, Geometry, Grid, Radial};
use crate::units::Length;

/// More faults of one kind would bury the rest.
const MOST: usize = 20;

/// Checks the geometry of a component, if it has one.
pub fn board(component: &Component, sink: &mut Sink) {
    let Some(geometry) = component.geometry() else { return };
    let mut faults = Vec::new();
    match (geometry, BoardMap::new(geometry, component.size)) {
        (Geometry::Field(field), BoardMap::Field(map)) => {
            connected(field, &map, &mut faults);
            apart(field, &map, &mut faults);
            clear(field, &map, &mut faults);
            if !field.crossings {
                uncrossed(field, &map, &mut faults);
            }
            points_inside(component, field, &map, &mut faults);
        }
        (Geometry::Radial(radial), BoardMap::Radial(map)) => {
            houses(radial, &map, &mut faults);
            radial_inside(component, radial, &mut faults);
        }
        (Geometry::Grid(grid), BoardMap::Grid(map)) => cells(component, grid, &map, &mut faults),
        _ => {}
    }
    sink.extend(faults.into_iter().map(|fault| fault.component(&component.id)));
}

/// One field, and each zone, without a gap.
fn connected(field: &Field, map: &FieldMap, faults: &mut Vec<Diagnostic>) {
    let all: Vec<usize> = (0..field.points.len()).collect();
    if let Some(lost) = unreached(map, &all) {
        let message = format!(
            "there is no way from `{}` to `{}`",
            field.points[all[0]].id, field.points[lost].id
        );
        faults.push(
            Diagnostic::error(Code::B003, message)
                .at(&field.points[lost].span)
                .also(&field.points[all[0]].span, "from here"),
        );
        return;
    }
    for zone in &field.zones {
        let inside: Vec<usize> =
            (0..field.points.len()).filter(|p| field.points[*p].zone == zone.value).collect();
        if let Some(lost) = unreached(map, &inside) {
            let (first, other) = (&field.points[inside[0]], &field.points[lost]);
            let message = format!(
                "there is no way within zone `{}` from `{}` to `{}`",
                zone.value, first.id, other.id
            );
            faults.push(
                Diagnostic::error(Code::B003, message)
                    .at(&other.span)
                    .also(&first.span, "from here")
                    .also(&zone.span, "this zone"),
            );
        }
    }
}

/// A point that cannot be reached from the first one by way of the others.
fn unreached(map: &FieldMap, inside: &[usize]) -> Option<usize> {
    let first = *inside.first()?;
    let mut reached = vec![false; map.points.len()];
    let mut open = vec![first];
    reached[first] = true;
    let allowed: HashSet<usize> = inside.iter().copied().collect();
    while let Some(point) = open.pop() {
        for near in &map.points[point].neighbours {
            if allowed.contains(near) && !std::mem::replace(&mut reached[*near], true) {
                open.push(*near);
            }
        }
    }
    inside.iter().copied().find(|point| !reached[*point])
}

/// No two symbols overlap.
fn apart(field: &Field, map: &FieldMap, faults: &mut Vec<Diagnostic>) {
    let bounds: Vec<[f64; 4]> = map.points.iter().map(|p| p.hull.bounds()).collect();
    let mut order: Vec<usize> = (0..bounds.len()).collect();
    order.sort_by(|a, b| bounds[*a][0].total_cmp(&bounds[*b][0]));
    let mut found = Vec::new();
    for (at, &one) in order.iter().enumerate() {
        for &other in
            order[at + 1..].iter().take_while(|other| bounds[**other][0] <= bounds[one][2])
        {
            let gap = map.points[one].hull.gap(&map.points[other].hull);
            if gap < -ROUNDED {
                found.push((one.max(other), one.min(other), gap));
            }
        }
    }
    found.sort_by_key(|(later, first, _)| (*later, *first));
    faults.extend(found.into_iter().take(MOST).map(|(later, first, gap)| {
        let (later, first) = (&field.points[later], &field.points[first]);
        let message =
            format!("the symbols of `{}` and `{}` overlap by {:.1} mm", first.id, later.id, -gap);
        Diagnostic::error(Code::B004, message).at(&later.span).also(&first.span, "the other point")
    }));
}

/// Places are rounded to a thousandth of a millimetre.
const ROUNDED: f64 = 0.005;

/// No line runs through a third symbol.
fn clear(field: &Field, map: &FieldMap, faults: &mut Vec<Diagnostic>) {
    let mut left = MOST;
    for (link, line) in field.lines.iter().zip(&map.lines) {
        for (index, spot) in map.points.iter().enumerate() {
            if index != link.from && index != link.to && left > 0 && through(&line.run, &spot.hull)
            {
                left -= 1;
                let (from, to, third) =
                    (&field.points[link.from], &field.points[link.to], &field.points[index]);
                let message = format!(
                    "the line from `{}` to `{}` runs through `{}`",
                    from.id, to.id, third.id
                );
                let fault = Diagnostic::error(Code::B005, message)
                    .at(&link.span)
                    .also(&third.span, "this point");
                faults.push(fault.hint("let it bow with `bend`, or end at the point between"));
            }
        }
    }
}

/// No two lines cross.
fn uncrossed(field: &Field, map: &FieldMap, faults: &mut Vec<Diagnostic>) {
    let bounds: Vec<[f64; 4]> =
        map.lines.iter().map(|line| Hull(line.run.clone()).bounds()).collect();
    let mut left = MOST;
    for (one, line) in map.lines.iter().enumerate() {
        for (other, second) in map.lines.iter().enumerate().skip(one + 1) {
            let (a, b) = (bounds[one], bounds[other]);
            if a[0] > b[2] || b[0] > a[2] || a[1] > b[3] || b[1] > a[3] || left == 0 {
                continue;
            }
            if let Some((x, y)) = crossing(&line.run, &second.run) {
                left -= 1;
                let name = |at: usize| {
                    let link = &field.lines[at];
                    format!("`{}` to `{}`", field.points[link.from].id, field.points[link.to].id)
                };
                let message = format!(
                    "the lines {} and {} cross at {x:.1}, {y:.1} mm",
                    name(one),
                    name(other)
                );
                let fault = Diagnostic::error(Code::B006, message)
                    .at(&field.lines[other].span)
                    .also(&field.lines[one].span, "the other line");
                faults
                    .push(fault.hint(
                        "let one of them bow with `bend`, or allow it with crossings = true",
                    ));
            }
        }
    }
}

/// The safe area: left, top, right, bottom.
fn safe(component: &Component) -> [f64; 4] {
    let mm = |length: Length| length.to_mm();
    let safe = component.print.safe;
    [mm(safe), mm(safe), mm(component.size.width - safe), mm(component.size.height - safe)]
}

/// By how much a box leaves the safe area, if it does.
fn beyond([left, top, right, bottom]: [f64; 4], safe: [f64; 4]) -> Option<f64> {
    let most = (safe[0] - left).max(safe[1] - top).max(right - safe[2]).max(bottom - safe[3]);
    (most > ROUNDED).then_some(most)
}

fn points_inside(
    component: &Component,
    field: &Field,
    map: &FieldMap,
    faults: &mut Vec<Diagnostic>,
) {
    let safe = safe(component);
    let point = |(dot, spot): (&crate::game::Dot, &crate::game::board::Spot)| {
        let by = beyond(spot.hull.bounds(), safe)?;
        Some(
            Diagnostic::error(
                Code::B007,
                format!("`{}` lies {by:.1} mm outside of the safe area", dot.id),
            )
            .at(&dot.span),
        )
    };
    faults.extend(field.points.iter().zip(&map.points).filter_map(point).take(MOST));
    let line = |(link, line): (&crate::game::Link, &crate::game::board::Line)| {
        let by = beyond(Hull(line.run.clone()).bounds(), safe)?;
        let (from, to) = (&field.points[link.from].id, &field.points[link.to].id);
        Some(
            Diagnostic::error(
                Code::B007,
                format!(
                    "the line from `{from}` to `{to}` lies {by:.1} mm outside of the safe area"
                ),
            )
            .at(&link.span),
        )
    };
    faults.extend(field.lines.iter().zip(&map.lines).filter_map(line).take(MOST));
}

fn radial_inside(component: &Component, radial: &Radial, faults: &mut Vec<Diagnostic>) {
    let (x, y) = (radial.centre.x.to_mm(), radial.centre.y.to_mm());
    let outer = radial.radii.first().map_or(0.0, |radius| radius.to_mm());
    if let Some(by) = beyond([x - outer, y - outer, x + outer, y + outer], safe(component)) {
        faults.push(
            Diagnostic::error(
                Code::B007,
                format!("the outermost circle lies {by:.1} mm outside of the safe area"),
            )
            .at(&radial.span),
        );
    }
}

/// Pieces fit, and the multiples are where the rule says.
fn houses(radial: &Radial, map: &RadialMap, faults: &mut Vec<Diagnostic>) {
    if let Some(piece) = &radial.piece {
        let mut told: HashSet<u32> = HashSet::new();
        for house in &map.houses {
            let fits = RadialMap::largest_disc(house, radial.spokes);
            if fits + ROUNDED < piece.value.to_mm() && told.insert(house.ring) {
                faults.push(too_small(&format!("the houses of ring {}", house.ring), fits, piece));
            }
        }
    }
    if let Some((of, ring)) = &radial.multiples {
        let wrong = map
            .houses
            .iter()
            .find(|house| (house.ring == ring.value) != (house.number % of.value == 0));
        if let Some(house) = wrong {
            let is = if house.number % of.value == 0 { "is" } else { "is not" };
            let message = format!(
                "house {} on ring {} {is} a multiple of {}",
                house.number, house.ring, of.value
            );
            let fault = Diagnostic::error(Code::B009, message)
                .at(&of.span)
                .also(&ring.span, "the ring they belong on");
            faults.push(fault.hint("change `number`, or how many rings there are"));
        }
    }
}

fn too_small(what: &str, fits: f64, piece: &Spanned<Length>) -> Diagnostic {
    let message = format!("{what} hold a disc of {fits:.1} mm, and the piece has {}", piece.value);
    Diagnostic::error(Code::B008, message).at(&piece.span)
}

fn cells(component: &Component, grid: &Grid, map: &GridMap, faults: &mut Vec<Diagnostic>) {
    if let Some(piece) = &grid.piece {
        let fits = GridMap::largest_disc(grid);
        if fits + ROUNDED < piece.value.to_mm() {
            faults.push(too_small("the cells", fits, piece));
        }
    }
    if let Some(by) = beyond(map.bounds, safe(component)) {
        faults.push(outside(by, &grid.span));
    }
}

fn outside(by: f64, span: &Span) -> Diagnostic {
    Diagnostic::error(Code::B007, format!("the grid lies {by:.1} mm outside of the safe area"))
        .at(span)
}
