//! An outline being drawn.

use crate::units::{Length, Outline, Point, Segment};

/// Draws an outline. Points that repeat the last are left out.
pub(super) struct Pencil {
    pub(super) outline: Outline,
    end: Point,
}

/// How far a control point lies from the end of a quarter of an ellipse towards its corner, in
/// millionths: 4/3 (√2 − 1). Whole numbers keep the layout ids of sheets that are already
/// printed.
const KAPPA: i64 = 552_285;

impl Pencil {
    pub(super) const fn new(start: Point) -> Self {
        Self { outline: Outline { start, segments: Vec::new() }, end: start }
    }

    /// A straight line.
    pub(super) fn to(&mut self, end: Point) {
        if end != self.end {
            self.outline.segments.push(Segment::Line(end));
            self.end = end;
        }
    }

    /// A quarter of an ellipse in the corner `at`.
    pub(super) fn round(&mut self, at: Point, end: Point) {
        if self.end == end || self.end == at || at == end {
            self.to(at);
            self.to(end);
            return;
        }
        let share = |from: Length, to: Length| from + (to - from) * KAPPA / 1_000_000;
        let towards = |p: Point| Point::new(share(p.x, at.x), share(p.y, at.y));
        self.outline.segments.push(Segment::Curve(towards(self.end), towards(end), end));
        self.end = end;
    }
}
