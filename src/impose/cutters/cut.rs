//! The outlines to cut along, each piece of line once, though neighbours may share it.
//!
//! They are there for cutters, too, so a line that is not drawn is still a cut.

use std::collections::HashSet;

use crate::impose::marks::Pen;
use crate::units::{Outline, Point, Rect, Segment};

/// A line to cut along, on the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Where it begins.
    pub start: Point,
    /// The rest, in order.
    pub segments: Vec<Segment>,
    /// Whether its end is joined to its start by a straight line.
    pub closed: bool,
    /// What it says: [`Pen::Cut`] or [`Pen::Kiss`].
    pub pen: Pen,
    /// Whether it is printed, or only cut.
    pub is_drawn: bool,
}

impl Cut {
    /// A box around each piece of it.
    pub(in crate::impose) fn boxes(&self) -> impl Iterator<Item = Rect> {
        let closing = self.closed.then_some(Segment::Line(self.start));
        self.segments.iter().copied().chain(closing).scan(self.start, |from, segment| {
            let piece = Outline { start: *from, segments: vec![segment] };
            *from = segment.end();
            Some(piece.bounds())
        })
    }
}

/// Collects the cuts of a side.
#[derive(Debug, Default)]
pub(in crate::impose) struct Cuts {
    known: HashSet<(Point, Point)>,
    pub(in crate::impose) found: Vec<Cut>,
}

impl Cuts {
    /// Adds an outline where it lies on the side, drawn by a pen or not at all. Straight sides that
    /// are there already, from a neighbour that touches it, are left out; what remains may be
    /// several open lines.
    pub(in crate::impose) fn add(&mut self, outline: Outline, line: Option<Pen>) {
        let (pen, is_drawn) = (line.unwrap_or(Pen::Cut), line.is_some());
        let closing = outline
            .segments
            .last()
            .is_some_and(|last| last.end() != outline.start)
            .then_some(Segment::Line(outline.start));
        let mut from = outline.start;
        let mut edges: Vec<(Point, Segment, bool)> = Vec::with_capacity(outline.segments.len() + 1);
        for segment in outline.segments.iter().copied().chain(closing) {
            let is_new = match segment {
                Segment::Line(to) => self.known.insert((from.min(to), from.max(to))),
                Segment::Curve(..) => true,
            };
            edges.push((from, segment, is_new));
            from = segment.end();
        }
        let Some(gap) = edges.iter().position(|(.., is_new)| !is_new) else {
            self.found.push(Cut {
                start: outline.start,
                segments: outline.segments,
                closed: true,
                pen,
                is_drawn,
            });
            return;
        };
        // Begun behind a gap, no line is torn at the start of the outline.
        edges.rotate_left(gap);
        for run in edges.split(|(.., is_new)| !is_new) {
            if let Some((start, ..)) = run.first() {
                self.found.push(Cut {
                    start: *start,
                    segments: run.iter().map(|(_, segment, _)| *segment).collect(),
                    closed: false,
                    pen,
                    is_drawn,
                });
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
            let mut cuts = Cuts::default();
            for (x, y) in at {
                cuts.add(placed(&form, x, y), Some(Pen::Cut));
            }
            let count = |cut: &Cut| {
                let closing =
                    cut.closed && cut.segments.last().is_some_and(|last| last.end() != cut.start);
                cut.segments.len() + usize::from(closing)
            };
            assert_eq!(cuts.found.iter().map(count).sum::<usize>(), lines, "{form:?} {at:?}");
        }
    }
}
