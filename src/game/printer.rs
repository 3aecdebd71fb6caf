//! What one printer does wrong, and the page that makes up for it.
//!
//! All of it is about paper that stands upright, as the calibration page is printed; pages that lie on their side are
//! taken to lie as imposition turns them, with the upper edge of the paper to the left.

use std::fmt::Write;

use super::Duplex;
use crate::units::{Length, Sides, Size};

/// A printer as it was measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Printer {
    /// The name of its file.
    pub name: String,
    /// What it leaves white at each edge of a page.
    pub edges: Sides,
    /// How far a back lands from where it belongs, as seen on the back.
    pub back: Shift,
    /// What one millimetre across and one millimetre down become on paper.
    pub scale: (f64, f64),
    /// How it turns sheets, and did while it was measured: [`Duplex::LongEdge`] or [`Duplex::ShortEdge`].
    pub duplex: Duplex,
}

/// A move without change of form.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shift {
    /// To the right.
    pub x: Length,
    /// Down.
    pub y: Length,
    /// Clockwise around the middle of the paper, in degrees.
    pub angle: f64,
}

/// An affine map of a page, in millimetres from the middle of the paper, y downwards: a point (x, y) goes to
/// (xx·x + xy·y + x₀, yx·x + yy·y + y₀).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// From x to x.
    pub xx: f64,
    /// From y to x.
    pub xy: f64,
    /// From x to y.
    pub yx: f64,
    /// From y to y.
    pub yy: f64,
    /// Added to x.
    pub x: f64,
    /// Added to y.
    pub y: f64,
}

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { xx: 1.0, xy: 0.0, yx: 0.0, yy: 1.0, x: 0.0, y: 0.0 };

    /// Where a point goes.
    pub fn at(self, x: f64, y: f64) -> (f64, f64) {
        (self.xx * x + self.xy * y + self.x, self.yx * x + self.yy * y + self.y)
    }

    /// The map back; itself where there is none.
    #[must_use]
    pub fn inverse(self) -> Self {
        let determinant = self.xx * self.yy - self.xy * self.yx;
        if determinant == 0.0 {
            return self;
        }
        let (xx, xy, yx, yy) = (
            self.yy / determinant,
            -self.xy / determinant,
            -self.yx / determinant,
            self.xx / determinant,
        );
        Self { xx, xy, yx, yy, x: -(xx * self.x + xy * self.y), y: -(yx * self.x + yy * self.y) }
    }
}

/// The largest turn of a back, in degrees. More is not a printer but a page put in askew.
pub const MAX_ANGLE: f64 = 5.0;
/// The largest shift of a back.
pub const MAX_SHIFT: Length = Length::mm(10);
/// The widest edge that stays white.
pub const MAX_EDGE: Length = Length::mm(30);
/// How far a scale may be from 1: more is "fit to page", which belongs off and not corrected.
pub const MAX_SCALE_ERROR: f64 = 0.05;

/// Sine and cosine of a small angle in degrees, by their series, for the system's may differ in the last digit from one
/// machine to the other. Up to [`MAX_ANGLE`] the rest is below 1e-16.
pub fn sine_cosine(degrees: f64) -> (f64, f64) {
    let x = degrees * std::f64::consts::PI / 180.0;
    let q = x * x;
    let sine = x * (1.0 - q / 6.0 * (1.0 - q / 20.0 * (1.0 - q / 42.0 * (1.0 - q / 72.0))));
    let cosine =
        1.0 - q / 2.0 * (1.0 - q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0))));
    (sine, cosine)
}

impl Printer {
    /// A printer without faults.
    pub fn faultless(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            edges: Sides::default(),
            back: Shift::default(),
            scale: (1.0, 1.0),
            duplex: Duplex::LongEdge,
        }
    }

    /// Where the printer puts the points of a front on paper that lies this way.
    pub fn front(&self, paper: Size) -> Affine {
        let (across, down) =
            if paper.is_landscape() { (self.scale.1, self.scale.0) } else { self.scale };
        Affine { xx: across, yy: down, ..Affine::IDENTITY }
    }

    /// Where the printer puts the points of a back, turned that way. It turns the picture by 180° for the other way of
    /// turning, and its own fault stays where it was.
    pub fn back(&self, paper: Size, duplex: Duplex) -> Affine {
        let Affine { xx: across, yy: down, .. } = self.front(paper);
        let (sine, cosine) = sine_cosine(self.back.angle);
        let (x, y) = (self.back.x.to_mm(), self.back.y.to_mm());
        let (x, y) = if paper.is_landscape() { (y, -x) } else { (x, y) };
        let sign = if duplex == self.duplex { 1.0 } else { -1.0 };
        Affine {
            xx: cosine * across,
            xy: -sine * down,
            yx: sine * across,
            yy: cosine * down,
            x: sign * x,
            y: sign * y,
        }
    }

    /// What stays white of a page that lies this way.
    pub fn edges_of(&self, paper: Size) -> Sides {
        let Sides { top, right, bottom, left } = self.edges;
        if paper.is_landscape() {
            Sides { left: top, top: right, right: bottom, bottom: left }
        } else {
            self.edges
        }
    }

    /// The file that says all this, to the micrometre and to a ten-thousandth.
    pub fn to_toml(&self) -> String {
        let mm = |length: Length| {
            let text = format!("{:.3}", length.to_mm());
            let short = text.trim_end_matches('0').trim_end_matches('.');
            format!("\"{}mm\"", if short == "-0" { "0" } else { short })
        };
        let number = |value: f64| {
            let text = format!("{value:.4}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if short == "-0" { "0".to_owned() } else { short.to_owned() }
        };
        let Sides { top, right, bottom, left } = self.edges;
        let duplex = self.duplex.word();
        let mut out = String::from(
            "# Measured with `pnp calibrate`. What it means: docs/printing.md, \"Calibrate your printer\".\n",
        );
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "edges  = {{ top = {}, right = {}, bottom = {}, left = {} }}   # left white\n\
             back   = {{ x = {}, y = {}, angle = {} }}   # where backs land: to the right, down, degrees clockwise\n\
             scale  = {{ x = {}, y = {} }}   # what 1 mm becomes\n\
             duplex = \"{duplex}\"\n",
            mm(top),
            mm(right),
            mm(bottom),
            mm(left),
            mm(self.back.x),
            mm(self.back.y),
            number(self.back.angle),
            number(self.scale.0),
            number(self.scale.1),
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(Length::mm(210), Length::mm(297));

    fn crooked() -> Printer {
        Printer {
            edges: Sides {
                top: Length::mm(3),
                right: Length::mm(4),
                bottom: Length::mm(5),
                left: Length::mm(6),
            },
            back: Shift { x: Length::centi_mm(130), y: Length::centi_mm(-40), angle: 0.4 },
            scale: (0.995, 1.002),
            ..Printer::faultless("office")
        }
    }

    fn near(found: (f64, f64), expected: (f64, f64)) {
        assert!(
            (found.0 - expected.0).abs() < 1e-9 && (found.1 - expected.1).abs() < 1e-9,
            "{found:?}, expected {expected:?}"
        );
    }

    #[test]
    fn the_series_are_as_good_as_the_systems_functions() {
        for tenth in -50..=50 {
            let degrees = f64::from(tenth) / 10.0;
            let (sine, cosine) = sine_cosine(degrees);
            assert!(
                (sine - degrees.to_radians().sin()).abs() < 1e-15
                    && (cosine - degrees.to_radians().cos()).abs() < 1e-15
            );
        }
    }

    #[test]
    fn a_corrected_page_lands_where_it_belongs() {
        let printer = crooked();
        for paper in [A4, A4.turned()] {
            for duplex in [Duplex::LongEdge, Duplex::ShortEdge] {
                for (x, y) in [(0.0, 0.0), (95.0, -140.0), (-60.5, 88.8)] {
                    let (front, back) = (printer.front(paper), printer.back(paper, duplex));
                    let sent = front.inverse().at(x, y);
                    near(front.at(sent.0, sent.1), (x, y));
                    let sent = back.inverse().at(x, y);
                    near(back.at(sent.0, sent.1), (x, y));
                }
            }
        }
    }

    #[test]
    fn faults_turn_with_the_paper() {
        // The upper edge of the paper goes to the left: what was right is up, what was down is right.
        let printer = crooked();
        let turn = |(x, y): (f64, f64)| (y, -x);
        for (x, y) in [(0.0, 0.0), (50.0, -70.0)] {
            let upright = printer.back(A4, Duplex::LongEdge).at(x, y);
            let (u, v) = turn((x, y));
            near(printer.back(A4.turned(), Duplex::LongEdge).at(u, v), turn(upright));
        }
        assert_eq!(printer.edges_of(A4.turned()).left, printer.edges.top);
        assert_eq!(printer.edges_of(A4.turned()).bottom, printer.edges.left);
    }

    #[test]
    fn the_other_flip_turns_the_fault_by_half() {
        let printer = crooked();
        let (x, y) = printer.back(A4, Duplex::LongEdge).at(20.0, 30.0);
        near(printer.back(A4, Duplex::ShortEdge).at(-20.0, -30.0), (-x, -y));
    }

    #[test]
    fn the_file_is_short_and_exact() {
        let text = crooked().to_toml();
        assert!(
            text.contains(
                "edges  = { top = \"3mm\", right = \"4mm\", bottom = \"5mm\", left = \"6mm\" }"
            ),
            "{text}"
        );
        assert!(text.contains("back   = { x = \"1.3mm\", y = \"-0.4mm\", angle = 0.4 }"), "{text}");
        assert!(text.contains("scale  = { x = 0.995, y = 1.002 }"), "{text}");
    }
}
