//! The outlines of symbols, the room that they take, and what lies in it.

use super::xy::Xy;
use crate::game::toml::Names;
use crate::units::math;

/// The outline of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolShape {
    /// A disc.
    Circle,
    /// A square that stands on a side.
    Square,
    /// A hexagon that stands on a point.
    Hex,
    /// A star; it takes the room of its disc.
    Star,
}

impl Names for SymbolShape {
    const WHAT: &'static str = "symbol";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("circle", Self::Circle),
        ("square", Self::Square),
        ("hex", Self::Hex),
        ("star", Self::Star),
    ];
}

impl SymbolShape {
    /// The word in game files and templates.
    pub fn word(self) -> &'static str {
        self.name()
    }
}

/// A convex outline.
#[derive(Clone, Debug)]
pub struct Hull(pub Vec<Xy>);

/// A disc is drawn closely enough by this many sides: the error stays under a thousandth of its
/// size.
const SIDES: u32 = 48;

impl Hull {
    /// The room of a symbol. A star takes its disc.
    pub fn of(shape: SymbolShape, (x, y): Xy, size: f64) -> Self {
        let half = size / 2.0;
        let corner = |radius: f64, sides: u32| {
            (0..sides).map(move |n| {
                let angle = std::f64::consts::TAU * f64::from(n) / f64::from(sides);
                let (across, up) = math::sincos(angle);
                (x + radius * across, y - radius * up)
            })
        };
        match shape {
            SymbolShape::Square => Self(vec![
                (x - half, y - half),
                (x + half, y - half),
                (x + half, y + half),
                (x - half, y + half),
            ]),
            // As wide as its size from side to side.
            SymbolShape::Hex => {
                Self(corner(half / math::cos(std::f64::consts::PI / 6.0), 6).collect())
            }
            SymbolShape::Circle | SymbolShape::Star => Self(corner(half, SIDES).collect()),
        }
    }

    /// Whether a point lies inside.
    pub fn contains(&self, point: Xy) -> bool {
        let mut sides = self.edges().map(|(a, b)| cross(a, b, point));
        let first = sides.next().unwrap_or(0.0);
        sides.all(|side| side * first >= 0.0)
    }

    /// How far two outlines are apart; less than zero by how much they overlap. Between two corners
    /// it is a little less than the true distance.
    pub fn gap(&self, other: &Self) -> f64 {
        self.edges()
            .chain(other.edges())
            .map(|(a, b)| separation(a, b, self, other))
            .fold(f64::NEG_INFINITY, f64::max)
    }

    /// The box around it: left, top, right, bottom.
    pub fn bounds(&self) -> [f64; 4] {
        self.0.iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[l, t, r, b], (x, y)| {
            [l.min(*x), t.min(*y), r.max(*x), b.max(*y)]
        })
    }

    fn edges(&self) -> impl Iterator<Item = (Xy, Xy)> {
        self.0.iter().copied().zip(self.0.iter().copied().cycle().skip(1))
    }
}

/// Twice the area of a triangle, with the sign of its turn.
fn cross(a: Xy, b: Xy, c: Xy) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// How far two outlines are apart as seen along an edge.
fn separation(a: Xy, b: Xy, one: &Hull, other: &Hull) -> f64 {
    let length = math::hypot(b.0 - a.0, b.1 - a.1);
    if length == 0.0 {
        return f64::NEG_INFINITY;
    }
    let normal = ((b.1 - a.1) / length, -(b.0 - a.0) / length);
    let span = |hull: &Hull| {
        let along = hull.0.iter().map(|p| p.0 * normal.0 + p.1 * normal.1);
        along.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let (low, high) = span(one);
    let (other_low, other_high) = span(other);
    (other_low - high).max(low - other_high)
}

/// Whether a run of straight lines touches an outline.
pub fn through(line: &[Xy], hull: &Hull) -> bool {
    let [left, top, right, bottom] = hull.bounds();
    line.windows(2).any(|pair| {
        let a = pair[0];
        let b = pair[1];
        let beside = a.0.max(b.0) < left
            || a.0.min(b.0) > right
            || a.1.max(b.1) < top
            || a.1.min(b.1) > bottom;
        !beside
            && (hull.contains(a)
                || hull.contains(b)
                || hull.edges().any(|(c, d)| meet(a, b, c, d).is_some()))
    })
}

/// Where two runs of straight lines cross, if they do.
pub fn crossing(one: &[Xy], other: &[Xy]) -> Option<Xy> {
    one.windows(2).find_map(|a| other.windows(2).find_map(|b| meet(a[0], a[1], b[0], b[1])))
}

/// Where two straight lines meet.
fn meet(a: Xy, b: Xy, c: Xy, d: Xy) -> Option<Xy> {
    let ab = (b.0 - a.0, b.1 - a.1);
    let cd = (d.0 - c.0, d.1 - c.1);
    let across = ab.0 * cd.1 - ab.1 * cd.0;
    if across == 0.0 {
        return None;
    }
    let ac = (c.0 - a.0, c.1 - a.1);
    let s = (ac.0 * cd.1 - ac.1 * cd.0) / across;
    let t = (ac.0 * ab.1 - ac.1 * ab.0) / across;
    let inside = 0.0..=1.0;
    (inside.contains(&s) && inside.contains(&t)).then_some((a.0 + ab.0 * s, a.1 + ab.1 * s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_know_what_lies_in_them() {
        let square = Hull::of(SymbolShape::Square, (10.0, 10.0), 4.0);
        let disc = Hull::of(SymbolShape::Circle, (10.0, 10.0), 4.0);
        let hex = Hull::of(SymbolShape::Hex, (10.0, 10.0), 4.0);
        for (point, in_square, in_disc, in_hex) in [
            ((10.0, 10.0), true, true, true),
            ((11.9, 11.9), true, false, false),
            ((11.99, 10.0), true, false, true),
            ((10.0, 12.2), false, false, true),
            ((12.1, 10.0), false, false, false),
        ] {
            assert_eq!(
                (square.contains(point), hex.contains(point)),
                (in_square, in_hex),
                "{point:?}"
            );
            assert!(!in_disc || disc.contains(point), "{point:?}");
        }
        assert!((disc.bounds()[3] - 12.0).abs() < 1e-9);
        assert!((hex.bounds()[2] - 12.0).abs() < 1e-9);
    }

    #[test]
    fn gaps_are_measured_and_overlaps_negative() {
        let at = |x: f64| Hull::of(SymbolShape::Square, (x, 0.0), 4.0);
        assert!((at(0.0).gap(&at(10.0)) - 6.0).abs() < 1e-9);
        assert!((at(0.0).gap(&at(3.0)) + 1.0).abs() < 1e-9);
        assert!(at(0.0).gap(&Hull::of(SymbolShape::Circle, (5.0, 0.0), 4.0)) > 0.9);
    }

    #[test]
    fn lines_cross_and_run_through() {
        assert_eq!(
            crossing(&[(0.0, 0.0), (10.0, 10.0)], &[(0.0, 10.0), (10.0, 0.0)]),
            Some((5.0, 5.0))
        );
        assert_eq!(crossing(&[(0.0, 0.0), (10.0, 0.0)], &[(0.0, 1.0), (10.0, 1.0)]), None);
        let hull = Hull::of(SymbolShape::Circle, (5.0, 0.5), 2.0);
        assert!(through(&[(0.0, 0.0), (10.0, 0.0)], &hull));
        assert!(!through(&[(0.0, 2.0), (10.0, 2.0)], &hull));
        assert!(through(&[(4.9, 0.4), (5.1, 0.6)], &hull));
    }
}
