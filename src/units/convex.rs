//! Convex polygons in millimetres: what is known of the place of a thing that was drawn.
//!
//! Whatever leaves a convex outline leaves it with its convex hull, too, so that hulls stand in for
//! words and pictures where only their edges count.

/// A place in millimetres; down is more.
pub type Spot = (f64, f64);

/// A convex polygon; of fewer than three corners, a line or a place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Convex(Vec<Spot>);

impl Convex {
    /// The smallest that holds some places (Andrew's monotone chain).
    pub fn hull(mut spots: Vec<Spot>) -> Self {
        spots.retain(|(x, y)| x.is_finite() && y.is_finite());
        spots.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        spots.dedup();
        if spots.len() < 3 {
            return Self(spots);
        }
        let mut lower = chain(spots.iter().copied());
        let mut upper = chain(spots.iter().rev().copied());
        // The ends of each are the beginnings of the other.
        lower.pop();
        upper.pop();
        lower.extend(upper);
        Self(lower)
    }

    /// Whether it is nowhere.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its corners, in order.
    pub fn corners(&self) -> &[Spot] {
        &self.0
    }

    /// Left, top, right and bottom.
    pub fn bounds(&self) -> [f64; 4] {
        let start = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        self.0.iter().fold(start, |[left, top, right, bottom], (x, y)| {
            [left.min(*x), top.min(*y), right.max(*x), bottom.max(*y)]
        })
    }

    /// The smallest that holds both.
    #[must_use]
    pub fn with(&self, other: &Self) -> Self {
        Self::hull(self.0.iter().chain(&other.0).copied().collect())
    }

    /// The part of it inside of another (Sutherland and Hodgman).
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        if other.0.len() < 3 {
            return Self::default();
        }
        let mut left = self.0.clone();
        let ends = other.0.iter().skip(1).chain(other.0.first());
        for (from, to) in other.0.iter().zip(ends) {
            let depth = |spot: Spot| turn(*from, *to, spot);
            let mut kept = Vec::with_capacity(left.len() + 1);
            let mut before = left.last().copied();
            for spot in left {
                if let Some(before) = before {
                    let (was, is) = (depth(before), depth(spot));
                    if (was < 0.0) != (is < 0.0) {
                        let share = was / (was - is);
                        kept.push(between(before, spot, share));
                    }
                }
                if depth(spot) >= 0.0 {
                    kept.push(spot);
                }
                before = Some(spot);
            }
            left = kept;
        }
        Self::hull(left)
    }

    /// Places along its edges, its corners among them, at most so far apart.
    pub fn rim(&self, step: f64) -> Vec<Spot> {
        let ends = self.0.iter().skip(1).chain(self.0.first());
        let mut rim = Vec::new();
        for (from, to) in self.0.iter().zip(ends) {
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let length = (x * x + y * y).sqrt();
            let steps = (length / step).ceil().clamp(1.0, 1_000.0);
            let mut done = 0.0;
            while done < steps {
                rim.push(between(*from, *to, done / steps));
                done += 1.0;
            }
        }
        rim
    }

    /// How wide it is between two parallel lines that are as near to each other as can be, and how
    /// long along them.
    pub fn girth(&self) -> (f64, f64) {
        let ends = self.0.iter().skip(1).chain(self.0.first());
        let sides = self.0.iter().zip(ends).filter_map(|(from, to)| {
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let length = (x * x + y * y).sqrt();
            (length > 0.0).then_some((x / length, y / length))
        });
        let spread = |x: f64, y: f64| {
            let along = |spot: &Spot| spot.0 * x + spot.1 * y;
            let least = self.0.iter().map(along).fold(f64::INFINITY, f64::min);
            let most = self.0.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
            most - least
        };
        let widths = sides.map(|(x, y)| (spread(-y, x), spread(x, y)));
        widths.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    /// How large it is.
    pub fn area(&self) -> f64 {
        let ends = self.0.iter().skip(1).chain(self.0.first());
        self.0.iter().zip(ends).map(|(a, b)| a.0 * b.1 - a.1 * b.0).sum::<f64>().abs() / 2.0
    }

    /// Whether a place lies in it.
    pub fn holds(&self, spot: Spot) -> bool {
        let ends = self.0.iter().skip(1).chain(self.0.first());
        self.0.len() > 2 && self.0.iter().zip(ends).all(|(from, to)| turn(*from, *to, spot) >= 0.0)
    }
}

/// One half of a hull: the places at which it turns, from the first to the last.
fn chain(spots: impl Iterator<Item = Spot>) -> Vec<Spot> {
    let mut kept: Vec<Spot> = Vec::new();
    for spot in spots {
        while let [.., from, to] = kept[..]
            && turn(from, to, spot) <= 0.0
        {
            kept.pop();
        }
        kept.push(spot);
    }
    kept
}

/// Above zero if the way over three places turns to the side on which the inside of a hull lies.
fn turn(from: Spot, to: Spot, then: Spot) -> f64 {
    (to.0 - from.0) * (then.1 - from.1) - (to.1 - from.1) * (then.0 - from.0)
}

fn between(from: Spot, to: Spot, share: f64) -> Spot {
    (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(from: f64, to: f64) -> Convex {
        Convex::hull(vec![(from, from), (to, from), (to, to), (from, to)])
    }

    #[test]
    fn a_hull_drops_what_lies_inside() {
        let hull = Convex::hull(vec![(0., 0.), (4., 0.), (2., 1.), (4., 4.), (2., 0.), (0., 4.)]);
        assert_eq!(hull, square(0.0, 4.0));
        assert_eq!(Some(hull.bounds()), Some([0.0, 0.0, 4.0, 4.0]));
        assert!(hull.holds((1.0, 3.0)));
        assert!(!hull.holds((5.0, 3.0)));
    }

    #[test]
    fn what_two_share_is_inside_of_both() {
        for (one, other, shared) in [
            (square(0.0, 4.0), square(2.0, 6.0), Some([2.0, 2.0, 4.0, 4.0])),
            (square(0.0, 4.0), square(1.0, 2.0), Some([1.0, 1.0, 2.0, 2.0])),
            (square(1.0, 2.0), square(0.0, 4.0), Some([1.0, 1.0, 2.0, 2.0])),
            (square(0.0, 1.0), square(2.0, 3.0), None),
            (
                square(-1.0, 1.0),
                Convex::hull(vec![(0.0, -4.0), (4.0, 0.0), (0.0, 4.0)]),
                Some([0.0, -1.0, 1.0, 1.0]),
            ),
        ] {
            let found = one.within(&other);
            assert_eq!((!found.is_empty()).then(|| found.bounds()), shared, "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_bar_is_as_thick_as_it_is_however_it_lies() {
        for (corners, thick, long) in [
            (vec![(0.0, 0.0), (10.0, 0.0), (10.0, 0.1), (0.0, 0.1)], 0.1, 10.0),
            (vec![(0.0, 0.0), (6.0, 8.0), (5.92, 8.06), (-0.08, 0.06)], 0.1, 10.0),
            (vec![(0.0, 0.0), (3.0, 4.0)], 0.0, 5.0),
            (vec![(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)], 2.4, 5.0),
        ] {
            let hull = Convex::hull(corners);
            assert!(hull.area() <= thick * long + 1e-9, "{hull:?}");
            let found = hull.girth();
            assert!((found.0 - thick).abs() < 1e-9 && (found.1 - long).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn a_rim_has_no_large_gaps() {
        let rim = square(0.0, 1.0).rim(0.4);
        assert_eq!(rim.len(), 12);
        assert!(rim.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)));
    }
}
