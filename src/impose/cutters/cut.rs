//! The outlines that a plan cuts along, each piece of line once, though neighbours may share it.
//!
//! A cutter follows them, too, so a line that is not drawn is still a cut.

use std::collections::HashSet;

use crate::impose::marks::Pen;
use crate::units::{Outline, Path, Point, Rect, Segment};

/// A line to cut along, on the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where it goes.
    pub path: Path,
    /// What it stands for: [`Pen::Cut`] or [`Pen::Kiss`].
    pub pen: Pen,
    /// Whether it is printed, or only cut.
    pub is_drawn: bool,
}

impl Cut {
    /// A box around each piece of it.
    pub(in crate::impose) fn boxes(&self) -> impl Iterator<Item = Rect> {
        let Path { line, is_closed } = &self.path;
        let pieces = if *is_closed { usize::MAX } else { line.segments.len() };
        line.edges()
            .take(pieces)
            .map(|(start, segment)| Outline { start, segments: vec![segment] }.bounds())
    }
}

/// Collects the cuts of a side.
#[derive(Debug, Default)]
pub(in crate::impose) struct CutCollector {
    known: HashSet<(Point, Point)>,
    pub(in crate::impose) cuts: Vec<Cut>,
}

impl CutCollector {
    /// Adds an outline where it lies on the side, drawn by a pen or not at all. Straight sides that
    /// are known already, from a neighbour that touches it, are omitted; what remains may be
    /// several open lines.
    pub(in crate::impose) fn add(&mut self, outline: Outline, line: Option<Pen>) {
        let pen = line.unwrap_or(Pen::Cut);
        let is_drawn = line.is_some();
        let mut edges: Vec<(Point, Segment, bool)> = Vec::with_capacity(outline.segments.len() + 1);
        for (from, segment) in outline.edges() {
            let is_new = match segment {
                Segment::Line(to) => self.known.insert((from.min(to), from.max(to))),
                Segment::Curve(..) => true,
            };
            edges.push((from, segment, is_new));
        }
        let Some(gap) = edges.iter().position(|(.., is_new)| !is_new) else {
            self.cuts.push(Cut { path: Path::closed(outline), pen, is_drawn });
            return;
        };
        // Begun behind a gap, no line is torn at the start of the outline.
        edges.rotate_left(gap);
        for line in edges.split(|(.., is_new)| !is_new) {
            if let Some((start, ..)) = line.first() {
                let segments = line.iter().map(|(_, segment, _)| *segment).collect();
                let path = Path::open(Outline { start: *start, segments });
                self.cuts.push(Cut { path, pen, is_drawn });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Form, Length, Rect, Size, Turn};

    fn placed(form: &Form, x: i64, y: i64) -> Outline {
        let size = Size::new(Length::mm(20), Length::mm(24));
        form.cut(size).placed(size, Rect::new(Length::mm(x), Length::mm(y), size), Turn::None)
    }

    #[test]
    fn shared_sides_are_cut_once() {
        for (form, at, lines) in [
            (Form::Rectangle, [(0, 0), (20, 0), (0, 24), (20, 24)], 12),
            (Form::Rectangle, [(0, 0), (21, 0), (0, 24), (21, 24)], 14),
            (Form::Hex, [(0, 0), (20, 0), (10, 18), (30, 18)], 19),
            (Form::Circle, [(0, 0), (20, 0), (0, 24), (20, 24)], 16),
        ] {
            let mut collector = CutCollector::default();
            for (x, y) in at {
                collector.add(placed(&form, x, y), Some(Pen::Cut));
            }
            let count = collector.cuts.iter().flat_map(Cut::boxes).count();
            assert_eq!(count, lines, "{form:?} {at:?}");
        }
    }
}
