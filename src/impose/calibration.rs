//! The page that a printer is measured with: where its scales lie, and what their readings mean.
//!
//! Both sides carry the same *stairs*: short dashes, each a tenth of a millimetre further into the sheet than the one
//! before, beside a line to cut along. The cut takes away the dashes outside of it, so that the least number still there is
//! the place of the cut on that side, to a tenth of a millimetre. The cut is the same edge on both sides, so what the two
//! readings differ by is how far the sides lie apart. How well the cut was made does not matter: two stairs along each cut
//! say where it really runs.
//!
//! Positions are in millimetres from the upper left corner of the upright page.
//!
//! # From readings to the printer
//!
//! With the middle of the paper as the origin, the printer puts a point p of a front at S·p and a point p of a back at
//! R·S·p + t, where S scales, R turns by the angle and t is the shift. Each cut is the straight line through the two points
//! S·p that its front readings name, seen from behind. The point R·S·p + t that a back reading names lies on that line.
//! These are four equations for t and the angle; the best of the three unknowns is found by least squares, and what is left
//! over tells whether the readings fit each other.

use std::fmt;

use crate::game::{Duplex, MAX_ANGLE, Shift};
use crate::units::{Length, Size, math};

/// From the edge of the paper to the line to cut along.
const CUT_AT: f64 = 20.0;
/// What one step of a stair goes further.
const STEP: f64 = 0.1;
/// What one line of a comb lies further from the edge than the one before.
const COMB_STEP: f64 = 0.5;
/// The lines of a comb: up to 12 mm.
const COMB_LINES: u32 = 24;
/// Along the edge from one line of a comb to the next.
const COMB_PITCH: f64 = 2.2;
/// Shorter dashes are not told apart.
const SHORTEST_DASH: f64 = 0.9;
/// The strip at the left and the one at the bottom, with the numbers beside their stairs.
const STRIP: f64 = 36.0;
/// Beyond the stairs there is an edge that most printers do not reach.
const OUTSIDE: f64 = 8.0;
/// Between two stairs on one cut.
const BETWEEN: f64 = 6.0;
/// Readings that are right leave no more than two roundings of 0.05 mm.
const MOST_LEFT: f64 = 0.25;

/// The page for one paper.
#[derive(Clone, Copy, Debug)]
pub struct TestPage {
    /// The paper, upright.
    pub paper: Size,
    /// How it is turned over: [`Duplex::LongEdge`] or [`Duplex::ShortEdge`].
    pub duplex: Duplex,
    /// How long the line across is drawn, in mm.
    pub across: f64,
    /// How long the line down is drawn, in mm.
    pub down: f64,
    /// A stair goes this many tenths of a millimetre either way.
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

/// A stair along a cut.
#[derive(Clone, Copy, Debug)]
pub struct Stair {
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

/// What was read at the stairs A to D, front and back, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Readings(pub [(f64, f64); 4]);

/// Why there is no page, or no result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsolved {
    /// The paper has no room for stairs.
    TooSmall(Size),
    /// A reading is not on its stair, which goes this far either way.
    OffTheStair(char, f64),
    /// The readings contradict each other by so many millimetres.
    Inconsistent(f64),
    /// The back is turned by so many degrees.
    TooCrooked(f64),
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall(paper) => {
                write!(f, "paper of {paper} is too small for the scales; A5 is the smallest")
            }
            Self::OffTheStair(name, most) => {
                write!(f, "the readings at {name} must be from -{most} to {most}")
            }
            Self::Inconsistent(mm) => {
                write!(
                    f,
                    "the readings contradict each other by {mm:.2} mm; check the signs first, then \
                     whether the cuts are straight"
                )
            }
            Self::TooCrooked(degrees) => {
                write!(
                    f,
                    "the back is turned by {degrees:.1}°, more than {MAX_ANGLE}°; was the paper loaded straight?"
                )
            }
        }
    }
}

impl TestPage {
    /// The page for a paper.
    pub fn new(paper: Size, duplex: Duplex) -> Result<Self, Unsolved> {
        let paper = if paper.is_landscape() { paper.turned() } else { paper };
        let (width, height) = (paper.width.to_mm(), paper.height.to_mm());
        let room = |length: f64| (length - STRIP - OUTSIDE - BETWEEN) / 2.0;
        let pitch = |steps: i32| {
            (room(height) / f64::from(2 * steps + 1), room(width) / f64::from(2 * steps + 1))
        };
        let steps = [40, 30, 20]
            .into_iter()
            .find(|steps| pitch(*steps).1 >= SHORTEST_DASH)
            .ok_or(Unsolved::TooSmall(paper))?;
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
            // Longer dashes are not read more easily, and their stair would be steeper than a cut is straight.
            pitch: (along_left.min(1.4), along_bottom.min(1.4)),
        })
    }

    /// The four stairs: A and B down the left cut, C and D along the lower one.
    pub fn stairs(&self) -> [Stair; 4] {
        let half = |pitch: f64| f64::from(2 * self.steps + 1) * pitch / 2.0;
        let (width, height) = (self.paper.width.to_mm(), self.paper.height.to_mm());
        let (left, bottom) = (half(self.pitch.0), half(self.pitch.1));
        let stair = |name, cut, middle| Stair { name, cut, middle };
        [
            stair('A', CalibrationCut::Left, OUTSIDE + left),
            stair('B', CalibrationCut::Left, height - STRIP - left),
            stair('C', CalibrationCut::Bottom, STRIP + bottom),
            stair('D', CalibrationCut::Bottom, width - OUTSIDE - bottom),
        ]
    }

    /// Where a cut meets a stair if it is read so, on the front.
    pub fn at(&self, stair: &Stair, reading: f64) -> (f64, f64) {
        let along = |pitch: f64| stair.middle + reading / STEP * pitch;
        match stair.cut {
            CalibrationCut::Left => (CUT_AT + reading, along(self.pitch.0)),
            CalibrationCut::Bottom => {
                (along(self.pitch.1), self.paper.height.to_mm() - CUT_AT - reading)
            }
        }
    }

    /// Both ends of a dash on the front.
    pub fn dash(&self, stair: &Stair, step: i32) -> [(f64, f64); 2] {
        let (x, y) = self.at(stair, f64::from(step) * STEP);
        let (left, bottom) = (self.pitch.0 / 2.0, self.pitch.1 / 2.0);
        match stair.cut {
            CalibrationCut::Left => [(x, y - left), (x, y + left)],
            CalibrationCut::Bottom => [(x - bottom, y), (x + bottom, y)],
        }
    }

    /// The line to cut along, on the front.
    pub fn cut(&self, cut: CalibrationCut) -> [(f64, f64); 2] {
        let (width, height) = (self.paper.width.to_mm(), self.paper.height.to_mm());
        match cut {
            CalibrationCut::Left => [(CUT_AT, 0.0), (CUT_AT, height)],
            CalibrationCut::Bottom => [(0.0, height - CUT_AT), (width, height - CUT_AT)],
        }
    }

    /// A point of the front, seen from behind.
    pub fn behind(&self, (x, y): (f64, f64)) -> (f64, f64) {
        match self.duplex {
            Duplex::ShortEdge => (x, self.paper.height.to_mm() - y),
            _ => (self.paper.width.to_mm() - x, y),
        }
    }

    /// The lines of the comb at an edge: both ends, and how far from the edge.
    pub fn comb(&self, edge: Edge) -> Vec<([(f64, f64); 2], f64)> {
        let (width, height) = (self.paper.width.to_mm(), self.paper.height.to_mm());
        let flat = matches!(edge, Edge::Top | Edge::Bottom);
        let start =
            (if flat { width } else { height } - COMB_PITCH * f64::from(COMB_LINES + 1)) / 2.0;
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

    /// What the readings say of the printer, once its scale is known.
    pub fn solve(&self, readings: &Readings, scale: (f64, f64)) -> Result<Shift, Unsolved> {
        let stairs = self.stairs();
        let most = f64::from(self.steps) * STEP;
        for (stair, (front, back)) in stairs.iter().zip(readings.0) {
            if !(front.abs() <= most + STEP && back.abs() <= most + STEP) {
                return Err(Unsolved::OffTheStair(stair.name, most));
            }
        }
        let centre = (self.paper.width.to_mm() / 2.0, self.paper.height.to_mm() / 2.0);
        // Where a point seen from behind lies on paper, before the fault of the back.
        let scaled = |point: (f64, f64)| {
            let (x, y) = self.behind(point);
            ((x - centre.0) * scale.0, (y - centre.1) * scale.1)
        };
        let on = |stair: usize, reading: f64| scaled(self.at(&stairs[stair], reading));
        let mut equations = Vec::new();
        for (first, second) in [(0, 1), (2, 3)] {
            let (p, q) = (on(first, readings.0[first].0), on(second, readings.0[second].0));
            let (dx, dy) = (q.0 - p.0, q.1 - p.1);
            let length = math::hypot(dx, dy);
            let normal = (-dy / length, dx / length);
            equations.extend([first, second].map(|stair| Equation {
                normal,
                on_line: p,
                back: on(stair, readings.0[stair].1),
            }));
        }
        let mut fault = [0.0; 3];
        for _ in 0..4 {
            let step = least_squares(&equations, fault).ok_or(Unsolved::Inconsistent(0.0))?;
            for (value, step) in fault.iter_mut().zip(step) {
                *value += step;
            }
            if fault[2].abs() > MAX_ANGLE {
                return Err(Unsolved::TooCrooked(fault[2]));
            }
        }
        let left = equations.iter().map(|equation| equation.left(fault).abs()).fold(0.0, f64::max);
        if left > MOST_LEFT {
            return Err(Unsolved::Inconsistent(left));
        }
        let (x, y) = (Length::round_mm(fault[0]), Length::round_mm(fault[1]));
        Ok(Shift { x, y, angle: fault[2] })
    }
}

/// A point of the back that lies on a cut.
struct Equation {
    /// Across the cut.
    normal: (f64, f64),
    on_line: (f64, f64),
    back: (f64, f64),
}

impl Equation {
    /// How far the point lies beside the cut if the back is shifted and turned (x, y, degrees) like this.
    fn left(&self, [x, y, angle]: [f64; 3]) -> f64 {
        let (sine, cosine) = math::sincos_degrees(angle);
        let (px, py) = (
            cosine * self.back.0 - sine * self.back.1 + x,
            sine * self.back.0 + cosine * self.back.1 + y,
        );
        self.normal.0 * (px - self.on_line.0) + self.normal.1 * (py - self.on_line.1)
    }

    /// How that changes with each of the three.
    fn slope(&self, angle: f64) -> [f64; 3] {
        let (sine, cosine) = math::sincos_degrees(angle);
        let (dx, dy) =
            (-sine * self.back.0 - cosine * self.back.1, cosine * self.back.0 - sine * self.back.1);
        let per_degree = std::f64::consts::PI / 180.0;
        [self.normal.0, self.normal.1, (self.normal.0 * dx + self.normal.1 * dy) * per_degree]
    }
}

/// One step towards the fault that leaves least.
fn least_squares(equations: &[Equation], fault: [f64; 3]) -> Option<[f64; 3]> {
    let mut rows = [[0.0; 4]; 3];
    for equation in equations {
        let (slope, left) = (equation.slope(fault[2]), equation.left(fault));
        for (row, a) in rows.iter_mut().zip(slope) {
            for (cell, b) in row.iter_mut().zip(slope) {
                *cell += a * b;
            }
            row[3] -= a * left;
        }
    }
    // Gauss, with the largest pivot first.
    for column in 0..3 {
        let pivot =
            (column..3).max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))?;
        rows.swap(column, pivot);
        if rows[column][column].abs() < 1e-12 {
            return None;
        }
        for row in 0..3 {
            if row != column {
                let factor = rows[row][column] / rows[column][column];
                let above = rows[column];
                for (cell, above) in rows[row].iter_mut().zip(above) {
                    *cell -= factor * above;
                }
            }
        }
    }
    Some([rows[0][3] / rows[0][0], rows[1][3] / rows[1][1], rows[2][3] / rows[2][2]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Printer;
    use crate::units::paper_size;

    /// Reads both sides of a sheet that a printer made and somebody cut along these lines: (distance from the edge at one
    /// end, at the other end), for the left and the lower cut. Rounded to the dashes or exact.
    fn read(page: &TestPage, printer: &Printer, cuts: [(f64, f64); 2], rounded: bool) -> Readings {
        let (width, height) = (page.paper.width.to_mm(), page.paper.height.to_mm());
        let lines = [
            [(cuts[0].0, 0.0), (cuts[0].1, height)],
            [(0.0, height - cuts[1].0), (width, height - cuts[1].1)],
        ];
        let stairs = page.stairs();
        let reading = |stair: &Stair, back: bool| {
            let [p, q] = lines[usize::from(stair.cut == CalibrationCut::Bottom)];
            // On which side of the cut a dash lies; what is towards the middle of the paper stays.
            let side = |(x, y): (f64, f64)| (q.0 - p.0) * (y - p.1) - (q.1 - p.1) * (x - p.0);
            let inside = side((width / 2.0, height / 2.0)).signum();
            let kept = |reading: f64| {
                let point = page.at(stair, reading);
                let at = |map: crate::game::Affine, (x, y): (f64, f64)| {
                    let (x, y) = map.at(x - width / 2.0, y - height / 2.0);
                    (x + width / 2.0, y + height / 2.0)
                };
                let real = if back {
                    page.behind(at(printer.back(page.paper, page.duplex), page.behind(point)))
                } else {
                    at(printer.front(page.paper), point)
                };
                let length = math::hypot(q.0 - p.0, q.1 - p.1);
                side(real) * inside / length
            };
            if rounded {
                // Half of the thickness of a dash is still seen when its middle is gone.
                (-page.steps..=page.steps)
                    .map(|step| f64::from(step) * STEP)
                    .find(|step| kept(*step) >= -0.05)
                    .unwrap()
            } else {
                let (mut low, mut high) = (-6.0, 6.0);
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    if kept(middle) < 0.0 { low = middle } else { high = middle }
                }
                low
            }
        };
        Readings(stairs.map(|stair| (reading(&stair, false), reading(&stair, true))))
    }

    fn printer(x: i64, y: i64, angle: f64, scale: (f64, f64), duplex: Duplex) -> Printer {
        let back = Shift { x: Length::um(x * 10), y: Length::um(y * 10), angle };
        Printer { back, scale, duplex, ..Printer::faultless("test") }
    }

    const CUTS: [[(f64, f64); 2]; 3] =
        [[(20.0, 20.0), (20.0, 20.0)], [(20.6, 19.8), (19.5, 20.4)], [(19.2, 20.3), (21.0, 20.9)]];

    #[test]
    fn readings_give_the_printer_back() {
        for paper in ["a4", "letter", "a3", "a5"] {
            for duplex in [Duplex::LongEdge, Duplex::ShortEdge] {
                let page = TestPage::new(paper_size(paper).unwrap(), duplex).unwrap();
                let scales = [(1.0, 1.0), (0.995, 1.003)];
                for (x, y, angle) in [(0, 0, 0.0), (130, -40, 0.4), (-90, 70, -0.3), (50, 60, 0.25)]
                {
                    // The stairs of small paper are short.
                    let (x, y, angle) =
                        if paper == "a5" { (x / 3, y / 3, angle / 3.0) } else { (x, y, angle) };
                    for scale in scales {
                        let real = printer(x, y, angle, scale, duplex);
                        for cuts in CUTS {
                            let found =
                                page.solve(&read(&page, &real, cuts, false), scale).unwrap();
                            assert!(
                                (found.x - real.back.x).abs() < Length::um(10),
                                "{paper} {found:?}, really {:?}",
                                real.back
                            );
                            assert!(
                                (found.y - real.back.y).abs() < Length::um(10),
                                "{paper} {found:?}, really {:?}",
                                real.back
                            );
                            assert!(
                                (found.angle - angle).abs() < 0.001,
                                "{paper} {found:?}, really {:?}",
                                real.back
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_sheet_corrected_by_exact_readings_lands_within_a_twentieth() {
        let page = TestPage::new(paper_size("a4").unwrap(), Duplex::LongEdge).unwrap();
        let real = printer(130, -40, 0.4, (0.995, 1.002), Duplex::LongEdge);
        let found = page.solve(&read(&page, &real, CUTS[1], false), real.scale).unwrap();
        let known = Printer { back: found, ..real.clone() };
        for (x, y) in [(-95.0, -140.0), (95.0, -140.0), (0.0, 0.0), (95.0, 140.0)] {
            let sent = known.back(page.paper, Duplex::LongEdge).inverse().at(x, y);
            let lands = real.back(page.paper, Duplex::LongEdge).at(sent.0, sent.1);
            assert!(math::hypot(lands.0 - x, lands.1 - y) < 0.05, "{lands:?} for {x} {y}");
        }
    }

    #[test]
    fn readings_in_tenths_are_good_to_a_tenth() {
        for paper in ["a4", "letter"] {
            let page = TestPage::new(paper_size(paper).unwrap(), Duplex::LongEdge).unwrap();
            for (x, y, angle) in [(0, 0, 0.0), (130, -40, 0.4), (-187, 93, -0.3), (33, 261, 0.1)] {
                let real = printer(x, y, angle, (1.0, 1.0), Duplex::LongEdge);
                for cuts in CUTS {
                    let found = page.solve(&read(&page, &real, cuts, true), real.scale).unwrap();
                    let (dx, dy) =
                        ((found.x - real.back.x).to_mm(), (found.y - real.back.y).to_mm());
                    assert!(
                        math::hypot(dx, dy) < 0.15 && (found.angle - angle).abs() < 0.1,
                        "{found:?}, really {:?}",
                        real.back
                    );
                }
            }
        }
    }

    #[test]
    fn readings_that_cannot_be_are_refused() {
        let page = TestPage::new(paper_size("a4").unwrap(), Duplex::LongEdge).unwrap();
        let solved = |readings| page.solve(&Readings(readings), (1.0, 1.0));
        assert_eq!(
            solved([(0.0, 4.2), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]),
            Err(Unsolved::OffTheStair('A', 4.0))
        );
        assert_eq!(solved([(f64::NAN, 0.0); 4]), Err(Unsolved::OffTheStair('A', 4.0)));
        // A turn that both cuts agree on, and one to the other side on the lower cut.
        assert!(solved([(0.0, -1.0), (0.0, 1.0), (0.0, -0.6), (0.0, 0.6)]).is_ok());
        assert!(matches!(
            solved([(0.0, -1.0), (0.0, 1.0), (0.0, 0.6), (0.0, -0.6)]),
            Err(Unsolved::Inconsistent(_))
        ));
        let a6 = paper_size("a6").unwrap();
        assert_eq!(TestPage::new(a6, Duplex::LongEdge).unwrap_err(), Unsolved::TooSmall(a6));
    }

    #[test]
    fn the_scales_lie_on_the_paper_and_off_each_other() {
        for paper in ["a4", "letter", "a3", "a5", "legal", "sra3"] {
            let page = TestPage::new(paper_size(paper).unwrap(), Duplex::LongEdge).unwrap();
            let (width, height) = (page.paper.width.to_mm(), page.paper.height.to_mm());
            let ends =
                |stair: &Stair| [page.dash(stair, -page.steps)[0], page.dash(stair, page.steps)[1]];
            let [a, b, c, d] = page.stairs();
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
