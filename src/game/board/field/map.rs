//! Where the points and lines of a field lie.

use std::f64::consts::TAU;

use kurbo::{ParamCurve, QuadBez};

use super::{Edge, Field, Point};
use crate::game::board::shape::Hull;
use crate::game::board::xy::{Xy, round, round_xy};
use crate::units::{self, Length, math};

/// A field with everything in its place.
#[derive(Clone, Debug)]
pub struct FieldMap {
    /// The points, in the order of the field.
    pub points: Vec<PlacedPoint>,
    /// The lines, in the order of the field.
    pub edges: Vec<PlacedEdge>,
}

/// A point in its place.
#[derive(Clone, Debug)]
pub struct PlacedPoint {
    /// Its centre.
    pub at: Xy,
    /// How wide its symbol is.
    pub size: f64,
    /// The room of its symbol.
    pub hull: Hull,
    /// Its neighbours, in the order of the lines.
    pub neighbours: Vec<usize>,
    /// Where a label has most room: the start, middle or end of its line of letters, at half their
    /// height.
    pub label: Label,
}

/// A place for a label.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Where.
    pub at: Xy,
    /// Which part of the label stands there, as in `text-anchor`.
    pub anchor: &'static str,
}

/// A line in its place, from the edge of one symbol to the edge of another.
#[derive(Clone, Debug)]
pub struct PlacedEdge {
    /// Where it begins.
    pub from: Xy,
    /// Where it ends.
    pub to: Xy,
    /// Its middle.
    pub middle: Xy,
    /// As the `d` of an SVG path.
    pub path: String,
    /// Straight pieces that run along it, for measuring.
    pub run: Vec<Xy>,
}

/// From the edge of a symbol to its label.
const LABEL_GAP: f64 = 1.2;
/// Pieces of a curved line; the error is under a hundredth of its bow.
const PIECES: u32 = 24;

impl FieldMap {
    pub(in crate::game::board) fn new(field: &Field) -> Self {
        let hulls: Vec<Hull> = field
            .points
            .iter()
            .map(|p| Hull::of(p.symbol.shape, xy(p.at), p.symbol.size.to_mm()))
            .collect();
        let curve = |edge: &Edge| {
            bowed(xy(field.points[edge.from].at), xy(field.points[edge.to].at), edge.bend.to_mm())
        };
        let curves: Vec<QuadBez> = field.edges.iter().map(curve).collect();
        let edges = field
            .edges
            .iter()
            .zip(&curves)
            .map(|(edge, curve)| placed_edge(*curve, &hulls[edge.from], &hulls[edge.to]))
            .collect();
        let points = field
            .points
            .iter()
            .zip(hulls)
            .enumerate()
            .map(|(index, (point, hull))| placed_point(field, index, point, hull, &curves))
            .collect();
        Self { points, edges }
    }
}

fn xy(point: units::Point) -> Xy {
    let mm = |length: Length| length.to_mm();
    (mm(point.x), mm(point.y))
}

/// A curve between two points whose middle lies `bend` to the left of the straight line, as one
/// walks it.
fn bowed(from: Xy, to: Xy, bend: f64) -> QuadBez {
    let dx = to.0 - from.0;
    let dy = to.1 - from.1;
    let length = math::hypot(dx, dy).max(f64::MIN_POSITIVE);
    // The middle of a quadratic curve lies half as far out as its control point; left of a walk to
    // the right is up.
    let nx = dy / length * bend * 2.0;
    let ny = -dx / length * bend * 2.0;
    QuadBez::new(from, (f64::midpoint(from.0, to.0) + nx, f64::midpoint(from.1, to.1) + ny), to)
}

fn placed_edge(curve: QuadBez, from: &Hull, to: &Hull) -> PlacedEdge {
    // Where the curve leaves the symbol it begins in, and enters the one it ends in.
    let start = leaves(|t| from.contains(curve.eval(t).into()));
    let end = 1.0 - leaves(|t| to.contains(curve.eval(1.0 - t).into()));
    let cut = if start < end { curve.subsegment(start..end) } else { curve };
    let run: Vec<Xy> =
        (0..=PIECES).map(|n| cut.eval(f64::from(n) / f64::from(PIECES)).into()).collect();
    let [a, b, c]: [Xy; 3] = [cut.p0, cut.p1, cut.p2].map(|p| round_xy(p.into()));
    let flat = (c.0 - a.0) * (b.1 - a.1) - (c.1 - a.1) * (b.0 - a.0);
    let path = if flat.abs() < 1e-2 {
        format!("M{} {}L{} {}", a.0, a.1, c.0, c.1)
    } else {
        format!("M{} {}Q{} {} {} {}", a.0, a.1, b.0, b.1, c.0, c.1)
    };
    PlacedEdge { from: a, to: c, middle: round_xy(cut.eval(0.5).into()), path, run }
}

/// How far along a curve leaves where it begins, if it does before its end.
fn leaves(inside: impl Fn(f64) -> bool) -> f64 {
    const STEPS: u32 = 64;
    let Some(out) = (0..=STEPS).map(|n| f64::from(n) / f64::from(STEPS)).find(|t| !inside(*t))
    else {
        return 0.0;
    };
    if out == 0.0 {
        return 0.0;
    }
    let mut low = out - 1.0 / f64::from(STEPS);
    let mut high = out;
    for _ in 0..30 {
        let middle = f64::midpoint(low, high);
        if inside(middle) { low = middle } else { high = middle }
    }
    high
}

fn placed_point(
    field: &Field,
    index: usize,
    point: &Point,
    hull: Hull,
    curves: &[QuadBez],
) -> PlacedPoint {
    let at = xy(point.at);
    let mut neighbours = Vec::new();
    let mut directions = Vec::new();
    for (edge, curve) in field.edges.iter().zip(curves) {
        let near = |t: f64| {
            let p = curve.eval(t);
            math::atan2(at.1 - p.y, p.x - at.0)
        };
        if edge.from == index {
            neighbours.push(edge.to);
            directions.push(near(0.25));
        } else if edge.to == index {
            neighbours.push(edge.from);
            directions.push(near(0.75));
        }
    }
    let size = point.symbol.size.to_mm();
    PlacedPoint {
        at: round_xy(at),
        size: round(size),
        hull,
        neighbours,
        label: label(at, size, &mut directions),
    }
}

/// In the middle of the widest gap between the lines, and below where there are none.
fn label(at: Xy, size: f64, directions: &mut [f64]) -> Label {
    directions.sort_by(f64::total_cmp);
    let mut widest = (-TAU / 4.0, 0.0);
    for (n, direction) in directions.iter().enumerate() {
        let next = directions.get(n + 1).copied().unwrap_or_else(|| directions[0] + TAU);
        // Of equal gaps the first: a change elsewhere on the board must not move a label.
        if next - direction > widest.1 + 1e-9 {
            widest = (f64::midpoint(*direction, next), next - direction);
        }
    }
    let (sin, cos) = math::sincos(widest.0);
    let far = size / 2.0 + LABEL_GAP;
    let anchor = if cos > 0.38 {
        "start"
    } else if cos < -0.38 {
        "end"
    } else {
        "middle"
    };
    Label { at: round_xy((at.0 + far * cos, at.1 - far * sin)), anchor }
}
