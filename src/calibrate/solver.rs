//! From readings to the printer.
//!
//! With the middle of the paper as the origin, the printer puts a point p of a front at S·p and a
//! point p of a back at R·S·p + t, where S scales, R turns by the angle and t is the shift. Each
//! cut is the straight line through the two points S·p that its front readings name, seen from
//! behind. The point R·S·p + t that a back reading names lies on that line. These are four
//! equations for t and the angle; the best of the three unknowns is found by least squares, and the
//! residual shows whether the readings agree.

use super::error::CalibrationError;
use super::page::{CalibrationPage, STEP};
use crate::game::{MAX_ANGLE, Shift};
use crate::units::{Length, math};

/// The residual of correct readings is no more than two roundings of 0.05 mm.
const MAX_RESIDUAL: f64 = 0.25;

/// What was read at the step scales A to D, front and back, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Readings(pub [(f64, f64); 4]);

impl CalibrationPage {
    /// How far backs are off, from the readings and the scale of the printer.
    pub fn solve(&self, readings: &Readings, scale: (f64, f64)) -> Result<Shift, CalibrationError> {
        let step_scales = self.step_scales();
        let max = f64::from(self.steps) * STEP;
        for (step_scale, (front, back)) in step_scales.iter().zip(readings.0) {
            if !(front.abs() <= max + STEP && back.abs() <= max + STEP) {
                return Err(CalibrationError::OffTheScale(step_scale.name, max));
            }
        }
        let centre = (self.paper.width.to_mm() / 2.0, self.paper.height.to_mm() / 2.0);
        // Where a point seen from behind lies on paper, before the fault of the back.
        let scaled = |point: (f64, f64)| {
            let (x, y) = self.behind(point);
            ((x - centre.0) * scale.0, (y - centre.1) * scale.1)
        };
        let on = |index: usize, reading: f64| scaled(self.at(&step_scales[index], reading));
        let mut equations = Vec::new();
        for (first, second) in [(0, 1), (2, 3)] {
            let p = on(first, readings.0[first].0);
            let q = on(second, readings.0[second].0);
            let dx = q.0 - p.0;
            let dy = q.1 - p.1;
            let length = math::hypot(dx, dy);
            let normal = (-dy / length, dx / length);
            equations.extend([first, second].map(|index| Equation {
                normal,
                on_line: p,
                back: on(index, readings.0[index].1),
            }));
        }
        let mut fault = [0.0; 3];
        for _ in 0..4 {
            let step =
                least_squares(&equations, fault).ok_or(CalibrationError::Inconsistent(0.0))?;
            for (value, step) in fault.iter_mut().zip(step) {
                *value += step;
            }
            if fault[2].abs() > MAX_ANGLE {
                return Err(CalibrationError::Crooked(fault[2]));
            }
        }
        let residuals = equations.iter().map(|equation| equation.residual(fault).abs());
        let residual = residuals.fold(0.0, f64::max);
        if residual > MAX_RESIDUAL {
            return Err(CalibrationError::Inconsistent(residual));
        }
        let x = Length::round_mm(fault[0]);
        let y = Length::round_mm(fault[1]);
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
    /// How far the point lies beside the cut if the back is shifted and turned (x, y, degrees) like
    /// this.
    fn residual(&self, [x, y, angle]: [f64; 3]) -> f64 {
        let (sine, cosine) = math::sincos_degrees(angle);
        let px = cosine * self.back.0 - sine * self.back.1 + x;
        let py = sine * self.back.0 + cosine * self.back.1 + y;
        self.normal.0 * (px - self.on_line.0) + self.normal.1 * (py - self.on_line.1)
    }

    /// How that changes with each of the three.
    fn slope(&self, angle: f64) -> [f64; 3] {
        let (sine, cosine) = math::sincos_degrees(angle);
        let dx = -sine * self.back.0 - cosine * self.back.1;
        let dy = cosine * self.back.0 - sine * self.back.1;
        let per_degree = std::f64::consts::PI / 180.0;
        [self.normal.0, self.normal.1, (self.normal.0 * dx + self.normal.1 * dy) * per_degree]
    }
}

/// One step towards the fault with the smallest residual.
fn least_squares(equations: &[Equation], fault: [f64; 3]) -> Option<[f64; 3]> {
    let mut rows = [[0.0; 4]; 3];
    for equation in equations {
        let slope = equation.slope(fault[2]);
        let residual = equation.residual(fault);
        for (row, a) in rows.iter_mut().zip(slope) {
            for (cell, b) in row.iter_mut().zip(slope) {
                *cell += a * b;
            }
            row[3] -= a * residual;
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
    use crate::calibrate::page::{CalibrationCut, StepScale};
    use crate::game::{Duplex, Printer};
    use crate::units::paper_size;

    /// Reads both sides of a sheet that a printer made and somebody cut along these lines:
    /// (distance from the edge at one end, at the other end), for the left and the lower cut.
    /// Rounded to the dashes or exact.
    fn read(
        page: &CalibrationPage,
        printer: &Printer,
        cuts: [(f64, f64); 2],
        rounded: bool,
    ) -> Readings {
        let width = page.paper.width.to_mm();
        let height = page.paper.height.to_mm();
        let lines = [
            [(cuts[0].0, 0.0), (cuts[0].1, height)],
            [(0.0, height - cuts[1].0), (width, height - cuts[1].1)],
        ];
        let step_scales = page.step_scales();
        let reading = |step_scale: &StepScale, back: bool| {
            let [p, q] = lines[usize::from(step_scale.cut == CalibrationCut::Bottom)];
            // On which side of the cut a dash lies; what is towards the middle of the paper stays.
            let side = |(x, y): (f64, f64)| (q.0 - p.0) * (y - p.1) - (q.1 - p.1) * (x - p.0);
            let inside = side((width / 2.0, height / 2.0)).signum();
            let kept = |reading: f64| {
                let point = page.at(step_scale, reading);
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
                let mut low = -6.0;
                let mut high = 6.0;
                for _ in 0..60 {
                    let middle = f64::midpoint(low, high);
                    if kept(middle) < 0.0 { low = middle } else { high = middle }
                }
                low
            }
        };
        Readings(step_scales.map(|one| (reading(&one, false), reading(&one, true))))
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
                let page = CalibrationPage::new(paper_size(paper).unwrap(), duplex).unwrap();
                let scales = [(1.0, 1.0), (0.995, 1.003)];
                for (x, y, angle) in [(0, 0, 0.0), (130, -40, 0.4), (-90, 70, -0.3), (50, 60, 0.25)]
                {
                    // The step scales of small paper are short.
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
        let page = CalibrationPage::new(paper_size("a4").unwrap(), Duplex::LongEdge).unwrap();
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
            let page = CalibrationPage::new(paper_size(paper).unwrap(), Duplex::LongEdge).unwrap();
            for (x, y, angle) in [(0, 0, 0.0), (130, -40, 0.4), (-187, 93, -0.3), (33, 261, 0.1)] {
                let real = printer(x, y, angle, (1.0, 1.0), Duplex::LongEdge);
                for cuts in CUTS {
                    let found = page.solve(&read(&page, &real, cuts, true), real.scale).unwrap();
                    let dx = (found.x - real.back.x).to_mm();
                    let dy = (found.y - real.back.y).to_mm();
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
        let page = CalibrationPage::new(paper_size("a4").unwrap(), Duplex::LongEdge).unwrap();
        let solved = |readings| page.solve(&Readings(readings), (1.0, 1.0));
        assert_eq!(
            solved([(0.0, 4.2), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)]),
            Err(CalibrationError::OffTheScale('A', 4.0))
        );
        assert_eq!(solved([(f64::NAN, 0.0); 4]), Err(CalibrationError::OffTheScale('A', 4.0)));
        // A turn that both cuts agree on, and one to the other side on the lower cut.
        assert!(solved([(0.0, -1.0), (0.0, 1.0), (0.0, -0.6), (0.0, 0.6)]).is_ok());
        assert!(matches!(
            solved([(0.0, -1.0), (0.0, 1.0), (0.0, 0.6), (0.0, -0.6)]),
            Err(CalibrationError::Inconsistent(_))
        ));
        let a6 = paper_size("a6").unwrap();
        assert_eq!(
            CalibrationPage::new(a6, Duplex::LongEdge).unwrap_err(),
            CalibrationError::TooSmall(a6)
        );
    }
}
