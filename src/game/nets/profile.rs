//! What the sides of a car are cut to.

use crate::units::{Length, Outline, Point, Segment, Size, polygon};

/// A lower wall could not be glued.
const LOWEST_WALL: Length = Length::mm(5);

/// The outline of the left side of a car, nose to the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Clockwise, in the box of the side; its lower edge is the whole lower edge of that box.
    pub outline: Outline,
    /// How high the front is: as much of the front edge of the side as it keeps.
    pub front: Length,
    /// How high the back is.
    pub back: Length,
}

impl Profile {
    /// The profile of an outline in the box of a side, or why it has none. What is typed with two
    /// decimals is moved onto the edges of the box.
    pub fn of(outline: Outline, side: Size) -> Result<Self, String> {
        let clockwise = if polygon::double_area(&outline.flattened()) < 0 {
            outline.reversed()
        } else {
            outline
        };
        let near = |a: Length, b: Length| a - b <= polygon::FLAT && b - a <= polygon::FLAT;
        let snap = |at: Length, size: Length| {
            if near(at, Length::ZERO) {
                Length::ZERO
            } else if near(at, size) {
                size
            } else {
                at
            }
        };
        let outline = clockwise.map(|p| Point::new(snap(p.x, side.width), snap(p.y, side.height)));
        let closing = outline
            .segments
            .last()
            .is_some_and(|last| last.end() != outline.start)
            .then_some(Segment::Line(outline.start));
        let mut edges: Vec<(Point, Segment)> = Vec::with_capacity(outline.segments.len() + 1);
        let mut from = outline.start;
        for segment in outline.segments.iter().copied().chain(closing) {
            if segment.end() != from {
                edges.push((from, segment));
            }
            from = segment.end();
        }
        let right = Point::new(side.width, side.height);
        let left = Point::new(Length::ZERO, side.height);
        // Begun at the lower right corner, the lower edge comes first, in one piece or in several.
        let start = edges
            .iter()
            .position(|(from, _)| *from == right)
            .ok_or("does not reach the lower right corner of its side")?;
        edges.rotate_left(start);
        let on_line = |segment: &Segment, test: &dyn Fn(Point) -> bool| match segment {
            Segment::Line(end) => test(*end),
            Segment::Curve(..) => false,
        };
        let base = edges
            .iter()
            .take_while(|(_, segment)| on_line(segment, &|end| end.y == side.height))
            .count();
        if base == 0 || edges.get(base - 1).map(|(_, segment)| segment.end()) != Some(left) {
            return Err("does not include the whole lower edge of its side".to_owned());
        }
        let rest = &edges[base..];
        let up = rest
            .iter()
            .take_while(|(_, segment)| on_line(segment, &|end| end.x == Length::ZERO))
            .count();
        let front = up
            .checked_sub(1)
            .and_then(|last| rest.get(last))
            .map_or(Length::ZERO, |(_, segment)| side.height - segment.end().y);
        let on_right = |(from, segment): &&(Point, Segment)| {
            from.x == side.width && on_line(segment, &|end| end.x == side.width)
        };
        let down = rest.iter().rev().take_while(on_right).count();
        let back = if down > 0 {
            rest.get(rest.len() - down).map_or(Length::ZERO, |(from, _)| side.height - from.y)
        } else {
            Length::ZERO
        };
        for (end, height) in [("front", front), ("back", back)] {
            if height < LOWEST_WALL {
                return Err(format!(
                    "rises by {height} at the {end}, less than the {LOWEST_WALL} needed to glue a \
                     wall"
                ));
            }
        }
        let segments = std::iter::once(Segment::Line(left))
            .chain(rest.iter().map(|(_, segment)| *segment))
            .collect();
        Ok(Self { outline: Outline { start: right, segments }, front, back })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::outline;

    const SIDE: Size = Size::new(Length::mm(90), Length::mm(34));

    fn profile(path: &str) -> Result<(f64, f64), String> {
        let outline = outline::outline(path, SIDE)?;
        Profile::of(outline, SIDE).map(|profile| (profile.front.to_mm(), profile.back.to_mm()))
    }

    #[test]
    fn a_profile_keeps_the_lower_edge_and_both_ends() {
        for (path, front, back) in [
            ("M0 34V16L24 14L34 2H72L84 12L90 14V34Z", 18.0, 20.0),
            // The other way round, begun elsewhere, with curves, and the lower edge in two pieces.
            ("M34 2C20 2 10 14 0 20V34H40H90V12Z", 14.0, 22.0),
            ("M90 34H0V0H90Z", 34.0, 34.0),
        ] {
            assert_eq!(profile(path), Ok((front, back)), "{path}");
        }
    }

    #[test]
    fn what_cannot_become_a_box_is_refused() {
        for (path, why) in [
            ("M0 30V16H90V30Z", "lower right corner"),
            ("M0 34V16H90V34H60V30H30V34Z", "whole lower edge"),
            ("M0 34L30 0H90V34Z", "rises by 0 mm at the front"),
            ("M0 34V0H60L90 30V34Z", "rises by 4 mm at the back"),
        ] {
            let found = profile(path).expect_err(path);
            assert!(found.contains(why), "{path}: {found}");
        }
    }
}
