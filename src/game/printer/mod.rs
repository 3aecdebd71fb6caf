//! What one printer does wrong, and the page that makes up for it.
//!
//! In: a page, in portrait or landscape. Out: where the printer puts its points. All of it is about
//! paper in portrait, as the calibration page is printed. Which way a page in landscape is rotated
//! onto that paper is the driver's choice and part of what is known of a printer; unless it is
//! said, pages are taken to lie as imposition turns them, with the upper edge of the paper to the
//! left. What is done about it is not known here.

mod affine;
mod profile;

pub use affine::Affine;
pub(crate) use profile::PrinterKeys;

use super::Duplex;
use super::toml::Names;
use crate::units::{Length, Sides, Size, math};

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
    /// How it turns sheets, and did while it was measured: [`Duplex::LongEdge`] or
    /// [`Duplex::ShortEdge`].
    pub duplex: Duplex,
    /// On which side of a page in landscape the upper edge of the paper lies, if that is known.
    pub landscape: Option<UpperEdge>,
}

/// Where the upper edge of the paper, as it lies in portrait, is on a page in landscape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpperEdge {
    /// To the left: the page was rotated clockwise onto the paper.
    #[default]
    Left,
    /// To the right.
    Right,
}

impl Names for UpperEdge {
    const WHAT: &'static str = "side of a landscape sheet";
    const NAMES: &'static [(&'static str, Self)] = &[("left", Self::Left), ("right", Self::Right)];
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

/// The largest turn of a back, in degrees. More is not a printer but a page put in askew.
pub const MAX_ANGLE: f64 = 5.0;
/// The largest shift of a back.
pub const MAX_SHIFT: Length = Length::mm(10);
const MAX_EDGE_MM: i64 = 30;
/// The widest edge that stays white.
pub const MAX_EDGE: Length = Length::mm(MAX_EDGE_MM);
/// How far a scale may be from 1: more is "fit to page", which belongs off and not corrected.
pub const MAX_SCALE_ERROR: f64 = 0.05;

impl Printer {
    /// A printer without faults.
    pub fn faultless(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            edges: Sides::default(),
            back: Shift::default(),
            scale: (1.0, 1.0),
            duplex: Duplex::LongEdge,
            landscape: None,
        }
    }

    /// Where the upper edge of the paper is on a page in landscape.
    fn upper_edge(&self) -> UpperEdge {
        self.landscape.unwrap_or_default()
    }

    /// Whether it matters for the place of backs which way a page in landscape is rotated, and
    /// nobody has said it.
    pub fn assumes_rotation(&self) -> bool {
        let Shift { x, y, .. } = self.back;
        self.landscape.is_none() && (x != Length::ZERO || y != Length::ZERO)
    }

    /// Where the printer puts the points of a front on paper in that orientation.
    pub fn front(&self, paper: Size) -> Affine {
        let (across, down) =
            if paper.is_landscape() { (self.scale.1, self.scale.0) } else { self.scale };
        Affine { xx: across, yy: down, ..Affine::IDENTITY }
    }

    /// Where the printer puts the points of a back, turned in that mode. It turns the picture by
    /// 180° for the other mode, and its own fault stays where it was.
    pub fn back(&self, paper: Size, duplex: Duplex) -> Affine {
        let Affine { xx: across, yy: down, .. } = self.front(paper);
        let (sine, cosine) = math::sincos_degrees(self.back.angle);
        let x = self.back.x.to_mm();
        let y = self.back.y.to_mm();
        let (x, y) = match (paper.is_landscape(), self.upper_edge()) {
            (false, _) => (x, y),
            (true, UpperEdge::Left) => (y, -x),
            (true, UpperEdge::Right) => (-y, x),
        };
        let sign = if duplex.edge() == self.duplex { 1.0 } else { -1.0 };
        Affine {
            xx: cosine * across,
            xy: -sine * down,
            yx: sine * across,
            yy: cosine * down,
            x: sign * x,
            y: sign * y,
        }
    }

    /// What stays white of a page in that orientation.
    pub fn edges_of(&self, paper: Size) -> Sides {
        let Sides { top, right, bottom, left } = self.edges;
        match (paper.is_landscape(), self.upper_edge()) {
            (false, _) => self.edges,
            (true, UpperEdge::Left) => Sides { left: top, top: right, right: bottom, bottom: left },
            (true, UpperEdge::Right) => {
                Sides { right: top, bottom: right, left: bottom, top: left }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(Length::mm(210), Length::mm(297));

    pub(super) fn crooked() -> Printer {
        Printer {
            edges: Sides {
                top: Length::mm(3),
                right: Length::mm(4),
                bottom: Length::mm(5),
                left: Length::mm(6),
            },
            back: Shift { x: Length::um(1300), y: Length::um(-400), angle: 0.4 },
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
    fn a_corrected_page_lands_where_it_belongs() {
        let printer = crooked();
        for paper in [A4, A4.turned()] {
            for duplex in [Duplex::LongEdge, Duplex::ShortEdge] {
                for (x, y) in [(0.0, 0.0), (95.0, -140.0), (-60.5, 88.8)] {
                    let front = printer.front(paper);
                    let back = printer.back(paper, duplex);
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
        // The upper edge of the paper goes to the left: what was right is up, what was down is
        // right. Or it goes to the right, the other way round.
        let left: fn((f64, f64)) -> (f64, f64) = |(x, y)| (y, -x);
        let right: fn((f64, f64)) -> (f64, f64) = |(x, y)| (-y, x);
        for (landscape, turn) in
            [(None, left), (Some(UpperEdge::Left), left), (Some(UpperEdge::Right), right)]
        {
            let printer = Printer { landscape, ..crooked() };
            for (x, y) in [(0.0, 0.0), (50.0, -70.0)] {
                let portrait = printer.back(A4, Duplex::LongEdge).at(x, y);
                let (u, v) = turn((x, y));
                near(printer.back(A4.turned(), Duplex::LongEdge).at(u, v), turn(portrait));
            }
        }
        let edges = |landscape| Printer { landscape, ..crooked() }.edges_of(A4.turned());
        let Sides { top, right, bottom, left } = crooked().edges;
        assert_eq!(edges(None), Sides { left: top, top: right, right: bottom, bottom: left });
        assert_eq!(
            edges(Some(UpperEdge::Right)),
            Sides { right: top, bottom: right, left: bottom, top: left }
        );
    }

    #[test]
    fn the_other_flip_turns_the_fault_by_half() {
        let printer = crooked();
        let (x, y) = printer.back(A4, Duplex::LongEdge).at(20.0, 30.0);
        near(printer.back(A4, Duplex::ShortEdge).at(-20.0, -30.0), (-x, -y));
    }

    #[test]
    fn backs_apart_are_turned_over_the_long_edge() {
        for paper in [A4, A4.turned()] {
            let long = crooked();
            let short = Printer { duplex: Duplex::ShortEdge, ..crooked() };
            for printer in [long, short] {
                assert_eq!(
                    printer.back(paper, Duplex::BacksApart),
                    printer.back(paper, Duplex::LongEdge)
                );
            }
        }
    }
}
