//! Lines of straight pieces and curves that may be open.

use super::{Length, Outline, Point};

/// A line of straight pieces and curves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Its pieces. Whether its last point is joined to its first is not the outline's to say.
    pub line: Outline,
    /// Whether its last point is joined to its first by a straight line.
    pub is_closed: bool,
}

impl Path {
    /// A path that comes back to where it began.
    pub const fn closed(line: Outline) -> Self {
        Self { line, is_closed: true }
    }

    /// A path with two ends.
    pub const fn open(line: Outline) -> Self {
        Self { line, is_closed: false }
    }

    /// As the `d` of an SVG path, in millimetres.
    pub fn to_svg(&self) -> String {
        let d = self.line.to_svg();
        if self.is_closed { d } else { d.trim_end_matches('Z').to_owned() }
    }

    /// Its corners, with curves cut into pieces that lie at most `tolerance` beside them.
    pub fn flattened(&self, tolerance: Length) -> Vec<Point> {
        let mut points = self.line.corners(tolerance);
        if self.is_closed && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        points
    }
}
