//! Where the spaces of a radial board lie.

use std::f64::consts::PI;

use super::{Direction, LabelPlace, Radial, RadialNumbering};
use crate::game::board::xy::{Xy, round, round_xy};
use crate::units::math;

/// A radial board with everything in its place.
#[derive(Clone, Debug)]
pub struct RadialMap {
    /// The centre.
    pub centre: Xy,
    /// The circles between the rings, from the outermost.
    pub radii: Vec<f64>,
    /// The spaces by number, from 1.
    pub spaces: Vec<Space>,
}

/// One space.
#[derive(Clone, Debug)]
pub struct Space {
    /// Its number.
    pub number: u32,
    /// The spoke, from 1 in the direction of numbering.
    pub spoke: u32,
    /// The ring, from 1 outside.
    pub ring: u32,
    /// The middle of it.
    pub at: Xy,
    /// Where it points from the centre, in degrees from the right and counter-clockwise.
    pub angle: f64,
    /// The radius of its outer edge.
    pub outer: f64,
    /// The radius of its inner edge.
    pub inner: f64,
    /// Its outline, as the `d` of an SVG path.
    pub path: String,
    /// Its side on the way to the spoke before, from outside in.
    pub edge: (Xy, Xy),
    /// Where its label stands.
    pub label: Xy,
}

impl RadialMap {
    pub(in crate::game::board) fn new(radial: &Radial) -> Self {
        let centre = (radial.centre.x.to_mm(), radial.centre.y.to_mm());
        let radii: Vec<f64> = radial.radii.iter().map(|radius| radius.to_mm()).collect();
        let rings = radii.len() as u32 - 1;
        let mut spaces: Vec<Space> = (1..=radial.spokes)
            .flat_map(|spoke| (1..=rings).map(move |ring| (spoke, ring)))
            .map(|(spoke, ring)| space(radial, centre, &radii, spoke, ring))
            .collect();
        spaces.sort_by_key(|space| space.number);
        Self {
            centre: round_xy(centre),
            radii: radii.iter().map(|radius| round(*radius)).collect(),
            spaces,
        }
    }

    /// The largest disc that fits into a space, as its diameter.
    ///
    /// Its centre lies on the middle line of the space, where it touches either both sides or one
    /// of the two arcs: at the radius ρ it may be as large as twice the least of ρ sin(π/n), R − ρ
    /// and ρ − r.
    pub fn largest_disc(space: &Space, spokes: u32) -> f64 {
        let sine = math::sin(PI / f64::from(spokes));
        let fits = |at: f64| (at * sine).min(space.outer - at).min(at - space.inner);
        // The two that grow with ρ meet the one that falls with it at one of these.
        let meets = [space.outer / (1.0 + sine), f64::midpoint(space.outer, space.inner)];
        2.0 * meets.into_iter().map(fits).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The number of a space, all counted from 1.
fn number(radial: &Radial, spoke: u32, ring: u32) -> u32 {
    let rings = radial.radii.len() as u32 - 1;
    match radial.numbering {
        RadialNumbering::Inward => (spoke - 1) * rings + ring,
        RadialNumbering::Outward => (spoke - 1) * rings + rings - ring + 1,
        RadialNumbering::RingsInward => (ring - 1) * radial.spokes + spoke,
        RadialNumbering::RingsOutward => (rings - ring) * radial.spokes + spoke,
    }
}

fn space(radial: &Radial, centre: Xy, radii: &[f64], spoke: u32, ring: u32) -> Space {
    let step = 360.0 / f64::from(radial.spokes);
    let turn = match radial.direction {
        Direction::Clockwise => -1.0,
        Direction::CounterClockwise => 1.0,
    };
    let middle = radial.start + turn * step * f64::from(spoke - 1);
    let outer = radii[ring as usize - 1];
    let inner = radii[ring as usize];
    let at = |degrees: f64, radius: f64| {
        let (sin, cos) = math::sincos(degrees * PI / 180.0);
        round_xy((centre.0 + radius * cos, centre.1 - radius * sin))
    };
    // Clockwise on paper, as one reads: from the left side, seen from the centre, to the right one.
    let left = middle + step / 2.0;
    let right = middle - step / 2.0;
    let [a, b, c, d] = [at(left, outer), at(right, outer), at(right, inner), at(left, inner)];
    let ro = round(outer);
    let ri = round(inner);
    let path = format!(
        "M{} {}A{ro} {ro} 0 0 1 {} {}L{} {}A{ri} {ri} 0 0 0 {} {}Z",
        a.0, a.1, b.0, b.1, c.0, c.1, d.0, d.1
    );
    let before = match radial.direction {
        Direction::Clockwise => (a, d),
        Direction::CounterClockwise => (b, c),
    };
    let LabelPlace { depth, across } = radial.label;
    Space {
        number: number(radial, spoke, ring),
        spoke,
        ring,
        at: at(middle, f64::midpoint(outer, inner)),
        angle: round(middle.rem_euclid(360.0)),
        outer: ro,
        inner: ri,
        path,
        edge: before,
        label: at(left - step * across, outer - (outer - inner) * depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Source, Span};
    use crate::units::{Length, Point};

    fn radial(numbering: RadialNumbering, direction: Direction) -> Radial {
        let source = Source::new("", "");
        Radial {
            span: Span::file(&source),
            spokes: 4,
            radii: [30, 20, 10].map(Length::mm).to_vec(),
            centre: Point::new(Length::mm(50), Length::mm(50)),
            start: 90.0,
            direction,
            numbering,
            piece: None,
            multiples: None,
            label: LabelPlace { depth: 0.5, across: 0.5 },
        }
    }

    #[test]
    fn spaces_are_numbered_as_asked() {
        use RadialNumbering::{Inward, Outward, RingsInward, RingsOutward};
        for (numbering, order) in [
            (Inward, [(1, 1), (1, 2), (2, 1), (2, 2)]),
            (Outward, [(1, 2), (1, 1), (2, 2), (2, 1)]),
            (RingsInward, [(1, 1), (2, 1), (3, 1), (4, 1)]),
            (RingsOutward, [(1, 2), (2, 2), (3, 2), (4, 2)]),
        ] {
            let map = RadialMap::new(&radial(numbering, Direction::Clockwise));
            assert!(
                map.spaces.iter().zip(1..).all(|(space, n)| space.number == n),
                "{numbering:?}"
            );
            assert_eq!(
                map.spaces[..4].iter().map(|h| (h.spoke, h.ring)).collect::<Vec<_>>(),
                order,
                "{numbering:?}"
            );
        }
    }

    #[test]
    fn the_second_spoke_lies_where_the_direction_says() {
        for (direction, x) in [(Direction::Clockwise, 75.0), (Direction::CounterClockwise, 25.0)] {
            let map = RadialMap::new(&radial(RadialNumbering::Inward, direction));
            assert_eq!(map.spaces[0].at, (50.0, 25.0));
            assert_eq!(map.spaces[2].at, (x, 50.0));
            // The side towards the spoke before is on the left going clockwise, seen from the
            // centre.
            assert_eq!(map.spaces[0].edge.0.0 < 50.0, direction == Direction::Clockwise);
        }
    }

    #[test]
    fn an_outline_runs_around_its_space() {
        let map = RadialMap::new(&radial(RadialNumbering::Inward, Direction::Clockwise));
        let o = 30.0_f64 * 0.5_f64.sqrt();
        let i = 20.0_f64 * 0.5_f64.sqrt();
        let at = |mm: f64| (mm * 1e3).round() / 1e3;
        assert_eq!(
            map.spaces[0].path,
            format!(
                "M{l} {t}A30 30 0 0 1 {r} {t}L{ir} {it}A20 20 0 0 0 {il} {it}Z",
                l = at(50.0 - o),
                t = at(50.0 - o),
                r = at(50.0 + o),
                ir = at(50.0 + i),
                it = at(50.0 - i),
                il = at(50.0 - i)
            )
        );
    }

    #[test]
    fn the_largest_disc_touches_without_leaving() {
        let space = |outer, inner| Space {
            outer,
            inner,
            ..RadialMap::new(&radial(RadialNumbering::Inward, Direction::Clockwise)).spaces[0]
                .clone()
        };
        // A shallow ring: its depth decides. A deep one with many spokes: its sides do.
        assert!((RadialMap::largest_disc(&space(100.0, 90.0), 4) - 10.0).abs() < 1e-9);
        let sine = math::sin(PI / 36.0);
        let largest = RadialMap::largest_disc(&space(100.0, 50.0), 36);
        assert!((largest - 2.0 * 100.0 * sine / (1.0 + sine)).abs() < 1e-9, "{largest}");
    }
}
