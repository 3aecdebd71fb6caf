//! Polygons: curves made straight, growing along the outline, cutting off at a line, and whether an outline crosses
//! itself.
//!
//! Points are whole EMU; in between there are square roots, which are exact to the last bit on every machine.

use super::{Length, Outline, Point, Segment};

/// How far straight lines in place of a curve may lie off it: a hundredth of what a hand with a knife can do.
pub const FLAT: Length = Length::centi_mm(1);

/// A point or a direction between whole EMU.
type Vector = (f64, f64);

fn vector(p: Point) -> Vector {
    (p.x.to_emu() as f64, p.y.to_emu() as f64)
}

fn point((x, y): Vector) -> Point {
    Point::new(Length::emu(x.round() as i64), Length::emu(y.round() as i64))
}

fn between(a: Vector, b: Vector, share: f64) -> Vector {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

fn unit((x, y): Vector) -> Option<Vector> {
    let length = (x * x + y * y).sqrt();
    (length > 0.0).then(|| (x / length, y / length))
}

impl Outline {
    /// The corners of a polygon that lies within [`FLAT`] of the outline, without corners that follow themselves.
    pub fn flattened(&self) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for segment in &self.segments {
            match *segment {
                Segment::Line(end) => {
                    points.push(end);
                    from = end;
                }
                Segment::Curve(a, b, end) => {
                    let [p, q, r, s] = [from, a, b, end].map(vector);
                    let steps = steps(p, q, r, s);
                    for step in 1..steps {
                        let share = f64::from(step) / f64::from(steps);
                        let (pq, qr, rs) =
                            (between(p, q, share), between(q, r, share), between(r, s, share));
                        points.push(point(between(
                            between(pq, qr, share),
                            between(qr, rs, share),
                            share,
                        )));
                    }
                    points.push(end);
                    from = end;
                }
            }
        }
        points.dedup();
        while points.len() > 1 && points.last() == points.first() {
            points.pop();
        }
        points
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
        // The line back to the start goes without saying.
        if matches!(segments.last(), Some(Segment::Line(end)) if *end == self.start) {
            segments.pop();
        }
        Self { start: self.start, segments }
    }
}

/// Into how many lines a curve must be parted: a cubic differs from its chord by at most 3/4 of the largest second
/// difference of its points, and that by the square of the parts.
fn steps(p: Vector, q: Vector, r: Vector, s: Vector) -> u32 {
    let bend = |a: Vector, b: Vector, c: Vector| {
        let (x, y) = (a.0 - 2.0 * b.0 + c.0, a.1 - 2.0 * b.1 + c.1);
        (x * x + y * y).sqrt()
    };
    let most = bend(p, q, r).max(bend(q, r, s));
    ((0.75 * most / FLAT.to_emu() as f64).sqrt().ceil() as u32).clamp(1, 1_000)
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
pub fn crossing(points: &[Point]) -> Option<(usize, usize)> {
    let count = points.len();
    let edge = |i: usize| (points[i], points[(i + 1) % count]);
    let left = |i: usize| edge(i).0.x.min(edge(i).1.x);
    let right = |i: usize| edge(i).0.x.max(edge(i).1.x);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|i| (left(*i), *i));
    for (at, &i) in order.iter().enumerate() {
        for &j in order[at + 1..].iter().take_while(|j| left(**j) <= right(i)) {
            let neighbours = (i + 1) % count == j || (j + 1) % count == i;
            let ((a, b), (c, d)) = (edge(i), edge(j));
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
    let (ac, ad, ca, cb) = (side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b));
    (ac != ad && ca != cb && ac * ad <= 0 && ca * cb <= 0)
        || ac == 0 && within(a, b, c)
        || ad == 0 && within(a, b, d)
        || ca == 0 && within(c, d, a)
        || cb == 0 && within(c, d, b)
}

/// A polygon grown outwards along its outline, round at its corners, as one closed line to be filled by the rule of
/// winding numbers that are not zero.
///
/// The line goes along every edge moved outwards, round every outer corner, and back to every inner corner itself. So
/// the winding number of a point is the count of: the polygon, the strips beside its edges, and the sectors at its outer
/// corners that it lies in. That is never below zero, and above it exactly where the grown polygon is; no lines need to
/// be joined or parted.
pub fn grown(points: &[Point], by: Length) -> Option<Outline> {
    let by = by.to_emu() as f64;
    let mut corners: Vec<Vector> = points.iter().copied().map(vector).collect();
    if double_area(points) < 0 {
        corners.reverse();
    }
    let count = corners.len();
    let normals: Vec<Vector> = (0..count)
        .map(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % count]);
            unit((b.1 - a.1, a.0 - b.0)).unwrap_or((0.0, -1.0))
        })
        .collect();
    let mut line = Vec::with_capacity(count * 2);
    let out = |corner: Vector, normal: Vector| {
        point((corner.0 + normal.0 * by, corner.1 + normal.1 * by))
    };
    for i in 0..count {
        let (before, after) = (normals[(i + count - 1) % count], normals[i]);
        let corner = corners[i];
        line.push(out(corner, before));
        if before.0 * after.1 - before.1 * after.0 < 0.0 {
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
fn arc(from: Vector, to: Vector, radius: f64, depth: u8, add: &mut impl FnMut(Vector)) {
    // The height of the arc over its chord is the radius times one less the cosine of half the angle.
    let cosine = from.0 * to.0 + from.1 * to.1;
    let half = (0.5 + cosine / 2.0).max(0.0).sqrt();
    if depth >= 8 || radius * (1.0 - half) <= FLAT.to_emu() as f64 {
        return;
    }
    // Of two opposite directions, the one on the left of the first lies between.
    let middle = unit((from.0 + to.0, from.1 + to.1))
        .filter(|_| cosine > -0.999_999)
        .unwrap_or((-from.1, from.0));
    arc(from, middle, radius, depth + 1, add);
    add(middle);
    arc(middle, to, radius, depth + 1, add);
}

/// What a convex polygon leaves on the near side of a line: the points whose distance from the origin along `normal`, which
/// is one long, is at most `most` EMU.
pub fn cut_off(points: &[Point], normal: (f64, f64), most: f64) -> Vec<Point> {
    let distance = |p: Point| {
        let (x, y) = vector(p);
        x * normal.0 + y * normal.1 - most
    };
    let mut kept = Vec::with_capacity(points.len() + 2);
    for (a, b) in points.iter().zip(points.iter().cycle().skip(1)) {
        let (from, to) = (distance(*a), distance(*b));
        if from <= 0.0 {
            kept.push(*a);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            kept.push(point(between(vector(*a), vector(*b), from / (from - to))));
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
    fn winding(points: &[Point], (x, y): Vector) -> i32 {
        let next = points.iter().cycle().skip(1);
        let edge = |(a, b): (&Point, &Point)| {
            let (a, b) = (vector(*a), vector(*b));
            let right = (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) > 0.0;
            match (a.1 <= y, b.1 <= y) {
                (true, false) if right => 0,
                (true, false) => -1,
                (false, true) if right => 1,
                _ => 0,
            }
        };
        points.iter().zip(next).map(edge).sum()
    }

    fn distance_to(points: &[Point], p: Vector) -> f64 {
        let next = points.iter().cycle().skip(1);
        let edge = |(a, b): (&Point, &Point)| {
            let (a, b) = (vector(*a), vector(*b));
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let share =
                (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
            let (x, y) = between(a, b, share);
            ((p.0 - x).powi(2) + (p.1 - y).powi(2)).sqrt()
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
                let p = (mm(step % 60), mm(step / 60));
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
            assert_eq!(crossing(&points).is_some(), meets, "{points:?}");
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
            let (x, y) = vector(p);
            let radius = ((x - 720_000.0).powi(2) + (y - 720_000.0).powi(2)).sqrt();
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
