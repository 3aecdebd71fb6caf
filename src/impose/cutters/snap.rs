//! Corners a hair apart become the same corner: the hexagons of a honeycomb are computed one by
//! one.

use std::collections::HashMap;

use crate::units::{Outline, Point, Segment};

/// Corners as near as this are the same corner, in EMU.
const SAME: i64 = 180;

/// Corners seen so far, so that one a hair beside another becomes the same.
#[derive(Default)]
pub(super) struct Corners {
    cells: HashMap<(i64, i64), Vec<Point>>,
}

impl Corners {
    /// The first corner seen that is the same as this one.
    pub(super) fn of(&mut self, p: Point) -> Point {
        let x = p.x.to_emu();
        let y = p.y.to_emu();
        let cell = (x.div_euclid(2 * SAME), y.div_euclid(2 * SAME));
        for column in cell.0 - 1..=cell.0 + 1 {
            for row in cell.1 - 1..=cell.1 + 1 {
                let near = |q: &&Point| {
                    (q.x - p.x).abs().to_emu() <= SAME && (q.y - p.y).abs().to_emu() <= SAME
                };
                if let Some(known) =
                    self.cells.get(&(column, row)).and_then(|points| points.iter().find(near))
                {
                    return *known;
                }
            }
        }
        self.cells.entry(cell).or_default().push(p);
        p
    }

    /// An outline with its corners put on those seen before.
    pub(super) fn snap(&mut self, outline: &Outline) -> Outline {
        let start = self.of(outline.start);
        let segment = |segment: &Segment| match *segment {
            Segment::Line(end) => Segment::Line(self.of(end)),
            // Control points are no corners.
            Segment::Curve(a, b, end) => Segment::Curve(a, b, self.of(end)),
        };
        Outline { start, segments: outline.segments.iter().map(segment).collect() }
    }
}
