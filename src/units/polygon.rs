//! Polygons: curves made straight, growing along the outline, cutting off at a line, and whether an
//! outline crosses itself.
//!
//! Points are whole EMU; in between there are square roots, which are exact to the last bit on
//! every machine.

use kurbo::{CubicBez, ParamCurve, Vec2};

use super::{Length, Outline, Point, Segment};

/// How far straight lines in place of a curve may lie off it: a hundredth of what a hand with a
/// knife can do.
pub const FLAT: Length = Length::um(10);

/// A place or a direction between whole EMU.
fn vector(p: Point) -> Vec2 {
    Vec2::new(p.x.to_emu() as f64, p.y.to_emu() as f64)
}

fn point(v: Vec2) -> Point {
    Point::new(Length::round_emu(v.x), Length::round_emu(v.y))
}

fn unit(v: Vec2) -> Option<Vec2> {
    let length = v.hypot();
    (length > 0.0).then(|| v / length)
}

impl Outline {
    /// The corners of a polygon that lies within [`FLAT`] of the outline.
    pub fn flattened(&self) -> Vec<Point> {
        let mut corners = self.corners(FLAT);
        while corners.len() > 1 && corners.last() == corners.first() {
            corners.pop();
        }
        corners
    }

    /// Its corners as a line from its start to its last point, with straight pieces in place of
    /// curves, at most `tolerance` beside them. No corner follows itself.
    pub fn corners(&self, tolerance: Length) -> Vec<Point> {
        let mut corners = vec![self.start];
        let mut from = self.start;
        for segment in &self.segments {
            if let Segment::Curve(a, b, end) = *segment {
                let curve = [from, a, b, end].map(vector);
                let steps = steps(curve, tolerance);
                let [p, q, r, s] = curve.map(Vec2::to_point);
                let curve = CubicBez::new(p, q, r, s);
                let inner = (1..steps).map(|step| curve.eval(f64::from(step) / f64::from(steps)));
                corners.extend(inner.map(|p| point(p.to_vec2())));
            }
            from = segment.end();
            corners.push(from);
        }
        corners.dedup();
        corners
    }

    /// Mirrored from left to right inside a box of that width: as it is seen from behind.
    #[must_use]
    pub fn mirrored(&self, width: Length) -> Self {
        self.map(|p| Point::new(width - p.x, p.y)).reversed()
    }

    /// With x and y changed over.
    #[must_use]
    pub fn transposed(&self) -> Self {
        self.map(|p| Point::new(p.y, p.x)).reversed()
    }

    /// The other way round, from the same start: what is mirrored stays clockwise.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let ends = self.segments.iter().map(Segment::end);
        let starts: Vec<Point> = std::iter::once(self.start).chain(ends).collect();
        let mut segments: Vec<Segment> = Vec::with_capacity(self.segments.len() + 1);
        if starts.last() != Some(&self.start) {
            segments.extend(starts.last().map(|last| Segment::Line(*last)));
        }
        segments.extend(self.segments.iter().zip(&starts).rev().map(|(segment, start)| {
            match *segment {
                Segment::Line(_) => Segment::Line(*start),
                Segment::Curve(a, b, _) => Segment::Curve(b, a, *start),
            }
        }));
        // The closing segment is implicit.
        if matches!(segments.last(), Some(Segment::Line(end)) if *end == self.start) {
            segments.pop();
        }
        Self { start: self.start, segments }
    }
}

/// How many pieces of equal steps keep a curve within a tolerance: a cubic differs from its chord
/// by at most 3/4 of the largest second difference of its points, and that by the square of the
/// pieces.
fn steps([p, q, r, s]: [Vec2; 4], tolerance: Length) -> u32 {
    let bend = |a: Vec2, b: Vec2, c: Vec2| (a - 2.0 * b + c).hypot();
    let bend = bend(p, q, r).max(bend(q, r, s));
    ((0.75 * bend / tolerance.to_emu().max(1) as f64).sqrt().ceil() as u32).clamp(1, 1_000)
}

/// Twice the area, above zero where the corners go clockwise as seen on paper.
pub fn double_area(points: &[Point]) -> i128 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(a, b)| cross(a.x, a.y, b.x, b.y)).sum()
}

fn cross(ax: Length, ay: Length, bx: Length, by: Length) -> i128 {
    i128::from(ax.to_emu()) * i128::from(by.to_emu())
        - i128::from(ay.to_emu()) * i128::from(bx.to_emu())
}

/// On which side of the line from `a` to `b` a point lies.
fn side(a: Point, b: Point, p: Point) -> i128 {
    cross(b.x - a.x, b.y - a.y, p.x - a.x, p.y - a.y).signum()
}

/// The first two edges of a polygon that meet though they are not neighbours, by their numbers.
pub fn self_crossing(points: &[Point]) -> Option<(usize, usize)> {
    let count = points.len();
    let edge = |i: usize| (points[i], points[(i + 1) % count]);
    let left = |i: usize| edge(i).0.x.min(edge(i).1.x);
    let right = |i: usize| edge(i).0.x.max(edge(i).1.x);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|i| (left(*i), *i));
    for (at, &i) in order.iter().enumerate() {
        for &j in order[at + 1..].iter().take_while(|j| left(**j) <= right(i)) {
            let neighbours = (i + 1) % count == j || (j + 1) % count == i;
            let (a, b) = edge(i);
            let (c, d) = edge(j);
            let meet = if neighbours {
                // They share a corner; they meet elsewhere only if one goes back along the other.
                let (shared, one, other) = if (i + 1) % count == j { (b, a, d) } else { (a, b, c) };
                side(shared, one, other) == 0 && ahead(shared, one, other)
            } else {
                meet(a, b, c, d)
            };
            if meet {
                return Some((i.min(j), i.max(j)));
            }
        }
    }
    None
}

/// Whether two points lie the same way from a third.
fn ahead(from: Point, a: Point, b: Point) -> bool {
    let dot = |p: Length, q: Length| i128::from(p.to_emu()) * i128::from(q.to_emu());
    dot(a.x - from.x, b.x - from.x) + dot(a.y - from.y, b.y - from.y) > 0
}

fn meet(a: Point, b: Point, c: Point, d: Point) -> bool {
    let within = |a: Point, b: Point, p: Point| {
        p.x >= a.x.min(b.x) && p.x <= a.x.max(b.x) && p.y >= a.y.min(b.y) && p.y <= a.y.max(b.y)
    };
    let ac = side(a, b, c);
    let ad = side(a, b, d);
    let ca = side(c, d, a);
    let cb = side(c, d, b);
    (ac != ad && ca != cb && ac * ad <= 0 && ca * cb <= 0)
        || ac == 0 && within(a, b, c)
        || ad == 0 && within(a, b, d)
        || ca == 0 && within(c, d, a)
        || cb == 0 && within(c, d, b)
}

/// A polygon grown outwards along its outline, round at its corners, as one closed line to be
/// filled by the rule of winding numbers that are not zero.
///
/// The line goes along every edge moved outwards, round every outer corner, and back to every inner
/// corner itself. So the winding number of a point is the count of: the polygon, the strips beside
/// its edges, and the sectors at its outer corners that it lies in. That is never below zero, and
/// above it exactly where the grown polygon is; no lines need to be joined or parted.
pub fn grown(points: &[Point], by: Length) -> Option<Outline> {
    let by = by.to_emu() as f64;
    let mut corners: Vec<Vec2> = points.iter().copied().map(vector).collect();
    if double_area(points) < 0 {
        corners.reverse();
    }
    let count = corners.len();
    let normals: Vec<Vec2> = (0..count)
        .map(|i| {
            let edge = corners[(i + 1) % count] - corners[i];
            unit(Vec2::new(edge.y, -edge.x)).unwrap_or(Vec2::new(0.0, -1.0))
        })
        .collect();
    let mut line = Vec::with_capacity(count * 2);
    let out = |corner: Vec2, normal: Vec2| point(corner + normal * by);
    for i in 0..count {
        let before = normals[(i + count - 1) % count];
        let after = normals[i];
        let corner = corners[i];
        line.push(out(corner, before));
        if before.cross(after) < 0.0 {
            line.push(point(corner));
        } else {
            arc(before, after, by, 0, &mut |normal| line.push(out(corner, normal)));
        }
        line.push(out(corner, after));
    }
    line.dedup();
    Outline::polygon(&line)
}

/// The directions between two, as many as a round corner of that radius needs.
fn arc(from: Vec2, to: Vec2, radius: f64, depth: u8, add: &mut impl FnMut(Vec2)) {
    // The height of the arc over its chord is the radius times one less the cosine of half the
    // angle.
    let cosine = from.dot(to);
    let half = (0.5 + cosine / 2.0).max(0.0).sqrt();
    if depth >= 8 || radius * (1.0 - half) <= FLAT.to_emu() as f64 {
        return;
    }
    // Of two opposite directions, the one on the left of the first lies between.
    let middle =
        unit(from + to).filter(|_| cosine > -0.999_999).unwrap_or(Vec2::new(-from.y, from.x));
    arc(from, middle, radius, depth + 1, add);
    add(middle);
    arc(middle, to, radius, depth + 1, add);
}

/// What a convex polygon leaves on the near side of a line: the points whose distance from the
/// origin along `normal`, which is one long, is at most `most` EMU.
pub fn cut_off(points: &[Point], normal: impl Into<Vec2>, most: f64) -> Vec<Point> {
    let normal = normal.into();
    let distance = |p: Point| vector(p).dot(normal) - most;
    let mut kept = Vec::with_capacity(points.len() + 2);
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let from = distance(*a);
        let to = distance(*b);
        if from <= 0.0 {
            kept.push(*a);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            kept.push(point(vector(*a).lerp(vector(*b), from / (from - to))));
        }
    }
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Rect, Size};

    fn at(x: i64, y: i64) -> Point {
        Point::new(Length::mm(x), Length::mm(y))
    }

    /// How often a polygon goes round a point, which lies on no edge.
    fn winding(points: &[Point], p: Vec2) -> i32 {
        let next = points.iter().cycle().skip(1);
        let edge = |(a, b): (&Point, &Point)| {
            let a = vector(*a);
            let b = vector(*b);
            let right = (b - a).cross(p - a) > 0.0;
            match (a.y <= p.y, b.y <= p.y) {
                (true, false) if right => 0,
                (true, false) => -1,
                (false, true) if right => 1,
                _ => 0,
            }
        };
        points.iter().zip(next).map(edge).sum()
    }

    fn distance_to(points: &[Point], p: Vec2) -> f64 {
        let next = points.iter().cycle().skip(1);
        let edge = |(a, b): (&Point, &Point)| {
            let a = vector(*a);
            let b = vector(*b);
            let share = ((p - a).dot(b - a) / (b - a).hypot2()).clamp(0.0, 1.0);
            (p - a.lerp(b, share)).hypot()
        };
        points.iter().zip(next).map(edge).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_grown_polygon_is_all_that_lies_near_it() {
        let shapes: [&[Point]; 4] = [
            &[at(0, 0), at(20, 0), at(20, 20), at(0, 20)],
            // A letter C, whose mouth closes.
            &[at(0, 0), at(20, 0), at(20, 5), at(5, 5), at(5, 8), at(20, 8), at(20, 20), at(0, 20)],
            // A star, counter-clockwise.
            &[
                at(10, 0),
                at(7, 7),
                at(0, 10),
                at(7, 13),
                at(10, 20),
                at(13, 13),
                at(20, 10),
                at(13, 7),
            ],
            &[at(0, 0), at(20, 1), at(0, 2)],
        ];
        let by = Length::mm(2);
        for shape in shapes {
            let outline = grown(shape, by).unwrap();
            let line: Vec<Point> = outline.points().collect();
            for step in 0..60 * 60 {
                let mm = |n: i32| f64::from(n) * 18_013.0 - 180_000.0;
                let p = Vec2::new(mm(step % 60), mm(step / 60));
                let inside = winding(shape, p) != 0;
                let near = distance_to(shape, p);
                if (near - by.to_emu() as f64).abs() < 2.0 * FLAT.to_emu() as f64 && !inside {
                    continue;
                }
                let filled = winding(&line, p);
                assert!(filled >= 0, "{p:?}");
                assert_eq!(filled > 0, inside || near < by.to_emu() as f64, "{shape:?} at {p:?}");
            }
        }
    }

    #[test]
    fn outlines_that_meet_themselves_are_found() {
        for (points, meets) in [
            (vec![at(0, 0), at(20, 0), at(20, 20), at(0, 20)], false),
            (vec![at(0, 0), at(20, 20), at(20, 0), at(0, 20)], true),
            (vec![at(0, 0), at(20, 0), at(10, 0), at(10, 10)], true),
            (vec![at(0, 0), at(20, 0), at(20, 20), at(10, 0), at(0, 20)], true),
            (vec![at(0, 0), at(10, 0), at(20, 0), at(20, 20)], false),
            (vec![at(0, 0), at(20, 0), at(20, 20), at(10, 1), at(0, 20)], false),
        ] {
            assert_eq!(self_crossing(&points).is_some(), meets, "{points:?}");
        }
    }

    #[test]
    fn curves_become_lines_that_lie_on_them() {
        let ring = Outline::ellipse(Rect::new(
            Length::ZERO,
            Length::ZERO,
            Size::new(Length::mm(40), Length::mm(40)),
        ));
        let points = ring.flattened();
        assert!((30..120).contains(&points.len()), "{}", points.len());
        for p in points {
            let radius = (vector(p) - Vec2::new(720_000.0, 720_000.0)).hypot();
            assert!((radius - 720_000.0).abs() < 400.0, "{radius}");
        }
    }

    #[test]
    fn a_line_cuts_off_what_lies_beyond_it() {
        let square = [at(0, 0), at(10, 0), at(10, 10), at(0, 10)];
        assert_eq!(
            cut_off(&square, (1.0, 0.0), 144_000.0),
            [at(0, 0), at(4, 0), at(4, 10), at(0, 10)]
        );
        assert_eq!(cut_off(&square, (1.0, 0.0), 360_000.0), square);
        assert!(cut_off(&square, (1.0, 0.0), -1.0).is_empty());
    }
}
