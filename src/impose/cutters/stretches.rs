//! Stretches of straight lines, by the infinite line that carries them, in exact whole numbers.

use std::collections::BTreeMap;

use crate::units::Point;

/// An infinite line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Carrier {
    /// Its direction in lowest terms.
    direction: (i64, i64),
    /// Its distance from the origin, times the length of the direction.
    offset: i128,
}

/// An end of a stretch: how far it lies along the direction of its carrier, and where that is.
#[derive(Clone, Copy, Debug)]
struct End {
    along: i128,
    point: Point,
}

/// A part of an infinite line.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    from: End,
    to: End,
    owner: Option<usize>,
}

impl Stretch {
    /// The line between two points, if they are two.
    fn new(from: Point, to: Point, owner: Option<usize>) -> Option<(Carrier, Self)> {
        let x = (to.x - from.x).to_emu();
        let y = (to.y - from.y).to_emu();
        let divisor = gcd(x.abs(), y.abs());
        if divisor == 0 {
            return None;
        }
        let sign = if x < 0 || x == 0 && y < 0 { -1 } else { 1 };
        let dx = sign * x / divisor;
        let dy = sign * y / divisor;
        let product = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let offset = product(dx, from.y.to_emu()) - product(dy, from.x.to_emu());
        let end = |point: Point| {
            let along = product(dx, point.x.to_emu()) + product(dy, point.y.to_emu());
            End { along, point }
        };
        // The direction is that from the first to the second, or the opposite one.
        let (from, to) = if sign > 0 { (end(from), end(to)) } else { (end(to), end(from)) };
        Some((Carrier { direction: (dx, dy), offset }, Self { from, to, owner }))
    }

    fn points(self) -> (Point, Point) {
        (self.from.point, self.to.point)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Stretches, each with an owner or without one.
#[derive(Default)]
pub(super) struct Stretches {
    on: BTreeMap<Carrier, Vec<Stretch>>,
}

impl Stretches {
    /// Adds the line between two points.
    pub(super) fn add(&mut self, from: Point, to: Point, owner: Option<usize>) {
        if let Some((carrier, stretch)) = Stretch::new(from, to, owner) {
            self.on.entry(carrier).or_default().push(stretch);
        }
    }

    /// Whether someone else owns a part of the line between two points, too.
    pub(super) fn is_shared(&self, from: Point, to: Point, owner: usize) -> bool {
        let Some((carrier, mine)) = Stretch::new(from, to, Some(owner)) else { return false };
        let meets = |other: &Stretch| {
            other.owner != mine.owner
                && other.from.along < mine.to.along
                && mine.from.along < other.to.along
        };
        self.on.get(&carrier).is_some_and(|stretches| stretches.iter().any(meets))
    }

    /// What of the line between two points is not here yet.
    pub(super) fn missing(&self, from: Point, to: Point) -> Vec<(Point, Point)> {
        let Some((carrier, mine)) = Stretch::new(from, to, None) else { return Vec::new() };
        let mut here = self.on.get(&carrier).cloned().unwrap_or_default();
        here.sort_by_key(|stretch| stretch.from.along);
        let mut at = mine.from;
        let mut missing = Vec::new();
        for stretch in here {
            if stretch.from.along > at.along {
                let end = if stretch.from.along < mine.to.along { stretch.from } else { mine.to };
                if end.along > at.along {
                    missing.push((at.point, end.point));
                }
            }
            if stretch.to.along > at.along {
                at = stretch.to;
            }
        }
        if mine.to.along > at.along {
            missing.push((at.point, mine.to.point));
        }
        missing
    }

    /// Every stretch once, those that touch or overlap in one.
    pub(super) fn merged(&self) -> Vec<(Point, Point)> {
        let mut found = Vec::new();
        for stretches in self.on.values() {
            let mut stretches = stretches.clone();
            stretches.sort_by_key(|stretch| (stretch.from.along, stretch.to.along));
            let mut current: Option<Stretch> = None;
            for stretch in stretches {
                match &mut current {
                    Some(current) if stretch.from.along <= current.to.along => {
                        if stretch.to.along > current.to.along {
                            current.to = stretch.to;
                        }
                    }
                    Some(_) | None => found.extend(current.replace(stretch).map(Stretch::points)),
                }
            }
            found.extend(current.map(Stretch::points));
        }
        found
    }
}
