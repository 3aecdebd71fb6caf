//! The page that a printer is measured with: where its scales lie.
//!
//! In: paper, and how it is turned over. Out: lines and points in millimetres from the upper left
//! corner of the page in portrait. Knows neither ink nor files.
//!
//! Both sides carry the same *step scales*: short dashes, each a tenth of a millimetre further into
//! the sheet than the one before, beside a line to cut along. The cut takes away the dashes outside
//! of it, so that the smallest number that remains is the place of the cut on that side, to a tenth
//! of a millimetre. The cut is the same edge on both sides, so what the two readings differ by is
//! how far the sides lie apart. How well the cut was made does not matter: two scales along each
//! cut show where it really runs.

use super::error::CalibrationError;
use crate::game::Duplex;
use crate::units::Size;

/// From the edge of the paper to the line to cut along.
const CUT_AT: f64 = 20.0;
/// From one dash of a step scale to the next, across the cut.
pub(super) const STEP: f64 = 0.1;
/// What one line of a comb lies further from the edge than the one before.
const COMB_STEP: f64 = 0.5;
/// The lines of a comb: up to 12 mm.
const COMB_LINES: u32 = 24;
/// Along the edge from one line of a comb to the next.
const COMB_PITCH: f64 = 2.2;
/// Shorter dashes cannot be told apart.
const SHORTEST_DASH: f64 = 0.9;
/// The strip at the left and the one at the bottom, with the numbers beside their scales.
const STRIP: f64 = 36.0;
/// Beyond the scales there is an edge that most printers do not reach.
const OUTSIDE: f64 = 8.0;
/// Between two scales on one cut.
const BETWEEN: f64 = 6.0;

/// The calibration page for one paper.
#[derive(Clone, Copy, Debug)]
pub struct CalibrationPage {
    /// The paper, in portrait.
    pub paper: Size,
    /// How it is turned over: [`Duplex::LongEdge`] or [`Duplex::ShortEdge`].
    pub duplex: Duplex,
    /// How long the line across is drawn, in mm.
    pub across: f64,
    /// How long the line down is drawn, in mm.
    pub down: f64,
    /// A step scale goes this many tenths of a millimetre either way.
    pub steps: i32,
    /// How long a dash is: along the left cut, and along the lower one.
    pitch: (f64, f64),
}

/// One of the two cuts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalibrationCut {
    /// Parallel to the left edge of the front.
    Left,
    /// Parallel to its lower edge.
    Bottom,
}

/// A step scale along a cut.
#[derive(Clone, Copy, Debug)]
pub struct StepScale {
    /// A to D.
    pub name: char,
    /// Along which cut.
    pub cut: CalibrationCut,
    /// Where its step 0 lies along the cut.
    middle: f64,
}

/// One edge of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Top,
    /// The right one.
    Right,
    /// The lower one.
    Bottom,
    /// The left one.
    Left,
}

impl Edge {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];
}

impl CalibrationPage {
    /// The page for a paper.
    pub fn new(paper: Size, duplex: Duplex) -> Result<Self, CalibrationError> {
        let paper = if paper.is_landscape() { paper.turned() } else { paper };
        let width = paper.width.to_mm();
        let height = paper.height.to_mm();
        let room = |length: f64| (length - STRIP - OUTSIDE - BETWEEN) / 2.0;
        let pitch = |steps: i32| {
            (room(height) / f64::from(2 * steps + 1), room(width) / f64::from(2 * steps + 1))
        };
        let steps = [40, 30, 20]
            .into_iter()
            .find(|steps| pitch(*steps).1 >= SHORTEST_DASH)
            .ok_or(CalibrationError::TooSmall(paper))?;
        let longest = |room: f64| {
            [200.0, 150.0, 100.0, 50.0].into_iter().find(|length| *length <= room).unwrap_or(50.0)
        };
        let (along_left, along_bottom) = pitch(steps);
        Ok(Self {
            paper,
            duplex,
            across: longest(width - STRIP - 20.0),
            down: longest(height - STRIP - 24.0),
            steps,
            // Longer dashes are not read more easily, and their scale would be steeper than a cut
            // is straight.
            pitch: (along_left.min(1.4), along_bottom.min(1.4)),
        })
    }

    /// The four scales: A and B down the left cut, C and D along the lower one.
    pub fn step_scales(&self) -> [StepScale; 4] {
        let half = |pitch: f64| f64::from(2 * self.steps + 1) * pitch / 2.0;
        let width = self.paper.width.to_mm();
        let height = self.paper.height.to_mm();
        let left = half(self.pitch.0);
        let bottom = half(self.pitch.1);
        let scale = |name, cut, middle| StepScale { name, cut, middle };
        [
            scale('A', CalibrationCut::Left, OUTSIDE + left),
            scale('B', CalibrationCut::Left, height - STRIP - left),
            scale('C', CalibrationCut::Bottom, STRIP + bottom),
            scale('D', CalibrationCut::Bottom, width - OUTSIDE - bottom),
        ]
    }

    /// Where a cut meets a scale if it is read so, on the front.
    pub fn at(&self, scale: &StepScale, reading: f64) -> (f64, f64) {
        let along = |pitch: f64| scale.middle + reading / STEP * pitch;
        match scale.cut {
            CalibrationCut::Left => (CUT_AT + reading, along(self.pitch.0)),
            CalibrationCut::Bottom => {
                (along(self.pitch.1), self.paper.height.to_mm() - CUT_AT - reading)
            }
        }
    }

    /// Both ends of a dash on the front.
    pub fn dash(&self, scale: &StepScale, step: i32) -> [(f64, f64); 2] {
        let (x, y) = self.at(scale, f64::from(step) * STEP);
        let left = self.pitch.0 / 2.0;
        let bottom = self.pitch.1 / 2.0;
        match scale.cut {
            CalibrationCut::Left => [(x, y - left), (x, y + left)],
            CalibrationCut::Bottom => [(x - bottom, y), (x + bottom, y)],
        }
    }

    /// The line to cut along, on the front.
    pub fn cut(&self, cut: CalibrationCut) -> [(f64, f64); 2] {
        let width = self.paper.width.to_mm();
        let height = self.paper.height.to_mm();
        match cut {
            CalibrationCut::Left => [(CUT_AT, 0.0), (CUT_AT, height)],
            CalibrationCut::Bottom => [(0.0, height - CUT_AT), (width, height - CUT_AT)],
        }
    }

    /// A point of the front, seen from behind.
    pub fn behind(&self, (x, y): (f64, f64)) -> (f64, f64) {
        if self.duplex == Duplex::ShortEdge {
            (x, self.paper.height.to_mm() - y)
        } else {
            (self.paper.width.to_mm() - x, y)
        }
    }

    /// The lines of the comb at an edge: both ends, and how far from the edge.
    pub fn comb(&self, edge: Edge) -> Vec<([(f64, f64); 2], f64)> {
        let width = self.paper.width.to_mm();
        let height = self.paper.height.to_mm();
        let horizontal = matches!(edge, Edge::Top | Edge::Bottom);
        let start = (if horizontal { width } else { height }
            - COMB_PITCH * f64::from(COMB_LINES + 1))
            / 2.0;
        let line = |number: u32| {
            let from_edge = f64::from(number) * COMB_STEP;
            let along = start + f64::from(number) * COMB_PITCH;
            let place = |along: f64| match edge {
                Edge::Top => (along, from_edge),
                Edge::Bottom => (along, height - from_edge),
                Edge::Left => (from_edge, along),
                Edge::Right => (width - from_edge, along),
            };
            ([place(along), place(along + COMB_PITCH)], from_edge)
        };
        (0..=COMB_LINES).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::paper_size;

    #[test]
    fn the_scales_lie_on_the_paper_and_off_each_other() {
        for paper in ["a4", "letter", "a3", "a5", "legal", "sra3"] {
            let page = CalibrationPage::new(paper_size(paper).unwrap(), Duplex::LongEdge).unwrap();
            let width = page.paper.width.to_mm();
            let height = page.paper.height.to_mm();
            let ends = |scale: &StepScale| {
                [page.dash(scale, -page.steps)[0], page.dash(scale, page.steps)[1]]
            };
            let [a, b, c, d] = page.step_scales();
            assert!(
                ends(&a)[0].1 >= 7.9
                    && ends(&a)[1].1 + 5.0 < ends(&b)[0].1
                    && ends(&b)[1].1 < height - 35.9,
                "{paper}"
            );
            assert!(
                ends(&c)[0].0 >= 35.9
                    && ends(&c)[1].0 + 5.0 < ends(&d)[0].0
                    && ends(&d)[1].0 < width - 7.9,
                "{paper}"
            );
        }
    }
}
