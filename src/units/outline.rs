//! Closed outlines of straight lines and curves.

use std::fmt::Write;

use super::{Length, Point, Rect, Size, Turn};

/// A closed outline; its last point is joined to its first by a straight line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Where it begins.
    pub start: Point,
    /// The rest, in order.
    pub segments: Vec<Segment>,
}

/// A piece of an outline, from where the piece before it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A straight line.
    Line(Point),
    /// A cubic curve: two control points and its end.
    Curve(Point, Point, Point),
}

impl Segment {
    /// Where it ends.
    pub const fn end(&self) -> Point {
        match *self {
            Self::Line(end) | Self::Curve(_, _, end) => end,
        }
    }
}

impl Outline {
    /// Straight lines through these points; none of no points.
    pub fn polygon(points: &[Point]) -> Option<Self> {
        let (start, rest) = points.split_first()?;
        Some(Self { start: *start, segments: rest.iter().copied().map(Segment::Line).collect() })
    }

    /// A rectangle, clockwise from its upper left corner.
    pub fn rectangle(rect: Rect) -> Self {
        let right = rect.right();
        let bottom = rect.bottom();
        let segments = [(right, rect.y), (right, bottom), (rect.x, bottom)]
            .map(|(x, y)| Segment::Line(Point::new(x, y)));
        Self { start: Point::new(rect.x, rect.y), segments: segments.to_vec() }
    }

    /// With each point sent elsewhere. Straight lines stay straight, so `to` should keep them so.
    #[must_use]
    pub fn map(&self, to: impl Fn(Point) -> Point) -> Self {
        let segment = |segment: &Segment| match *segment {
            Segment::Line(end) => Segment::Line(to(end)),
            Segment::Curve(a, b, end) => Segment::Curve(to(a), to(b), to(end)),
        };
        Self { start: to(self.start), segments: self.segments.iter().map(segment).collect() }
    }

    /// As it lies where a box of `size`, from whose upper left corner it is counted, is put into
    /// `area` with a turn.
    #[must_use]
    pub fn placed(&self, size: Size, area: Rect, turn: Turn) -> Self {
        let at = |p: Point| match turn {
            Turn::None => Point::new(area.x + p.x, area.y + p.y),
            Turn::Right => Point::new(area.x + size.height - p.y, area.y + p.x),
            Turn::Half => Point::new(area.x + size.width - p.x, area.y + size.height - p.y),
            Turn::Left => Point::new(area.x + p.y, area.y + size.width - p.x),
        };
        self.map(at)
    }

    /// Each segment with the point it begins at, the closing line included if it has a length.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Segment)> {
        let closing = self
            .segments
            .last()
            .is_some_and(|last| last.end() != self.start)
            .then_some(Segment::Line(self.start));
        self.segments.iter().copied().chain(closing).scan(self.start, |at, segment| {
            let from = std::mem::replace(at, segment.end());
            Some((from, segment))
        })
    }

    /// All points, control points included.
    pub fn points(&self) -> impl Iterator<Item = Point> {
        let of = |segment: &Segment| match *segment {
            Segment::Line(end) => [Some(end), None, None],
            Segment::Curve(a, b, end) => [Some(a), Some(b), Some(end)],
        };
        std::iter::once(self.start)
            .chain(self.segments.iter().flat_map(of).flatten().collect::<Vec<_>>())
    }

    /// A box that holds it; with curves it may be larger than it must.
    pub fn bounds(&self) -> Rect {
        let mut left = self.start.x;
        let mut top = self.start.y;
        let mut right = self.start.x;
        let mut bottom = self.start.y;
        for p in self.points() {
            (left, right) = (left.min(p.x), right.max(p.x));
            (top, bottom) = (top.min(p.y), bottom.max(p.y));
        }
        Rect::between(left, top, right, bottom)
    }

    /// As the `d` of an SVG path, in millimetres.
    pub fn to_svg(&self) -> String {
        let mm = |length: Length| length.to_mm();
        let mut d = format!("M{} {}", mm(self.start.x), mm(self.start.y));
        for segment in &self.segments {
            // Writing to a String cannot fail.
            let _ = match segment {
                Segment::Line(end) => write!(d, "L{} {}", mm(end.x), mm(end.y)),
                Segment::Curve(a, b, end) => {
                    write!(
                        d,
                        "C{} {} {} {} {} {}",
                        mm(a.x),
                        mm(a.y),
                        mm(b.x),
                        mm(b.y),
                        mm(end.x),
                        mm(end.y)
                    )
                }
            };
        }
        d.push('Z');
        d
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i64, y: i64) -> Point {
        Point::new(Length::mm(x), Length::mm(y))
    }

    #[test]
    fn an_outline_turns_with_its_box() {
        let size = Size::new(Length::mm(10), Length::mm(20));
        let outline = Outline::polygon(&[at(0, 0), at(10, 0), at(3, 20)]).unwrap();
        let area = |turn: Turn| Rect::new(Length::mm(100), Length::mm(200), turn.apply(size));
        for (turn, points) in [
            (Turn::None, [at(100, 200), at(110, 200), at(103, 220)]),
            (Turn::Right, [at(120, 200), at(120, 210), at(100, 203)]),
            (Turn::Half, [at(110, 220), at(100, 220), at(107, 200)]),
            (Turn::Left, [at(100, 210), at(100, 200), at(120, 207)]),
        ] {
            let placed = outline.placed(size, area(turn), turn);
            assert_eq!(placed.points().collect::<Vec<_>>(), points, "{turn:?}");
            assert!(area(turn).contains(placed.bounds()), "{turn:?}");
        }
    }

    #[test]
    fn an_outline_is_written_as_svg() {
        let rect = Outline::rectangle(Rect::new(
            Length::mm(1),
            Length::mm(2),
            Size::new(Length::mm(3), Length::um(4500)),
        ));
        assert_eq!(rect.to_svg(), "M1 2L4 2L4 6.5L1 6.5Z");
        assert_eq!(
            rect.bounds(),
            Rect::new(Length::mm(1), Length::mm(2), Size::new(Length::mm(3), Length::um(4500)))
        );
    }
}
