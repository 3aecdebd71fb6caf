//! The questions for the numbers of a calibration page.

use std::io::{BufRead, Write};

use super::error::CalibrationError;
use super::measurements::Measurements;
use super::page::CalibrationPage;
use super::solver::Readings;
use crate::game::MAX_EDGE;
use crate::game::MAX_SCALE_ERROR;
use crate::units::{Length, Sides};

/// Asks for the numbers of a page, one by one, each until it can be right.
pub fn ask(
    page: &CalibrationPage,
    answers: &mut dyn BufRead,
    questions: &mut dyn Write,
) -> Result<Measurements, CalibrationError> {
    let max = f64::from(page.steps) / 10.0;
    let mut number = |question: &str, min: f64, max: f64| loop {
        let _ = write!(questions, "{question}: ");
        let _ = questions.flush();
        let mut line = String::new();
        match answers.read_line(&mut line) {
            Ok(0) | Err(_) => return Err(CalibrationError::EndedEarly),
            Ok(_) => {}
        }
        // As on the page, which has a real minus, and as some people write decimals.
        let plain =
            line.trim().trim_end_matches("mm").trim_end().replace(',', ".").replace('−', "-");
        match plain.parse::<f64>() {
            Ok(number) if (min..=max).contains(&number) => return Ok(number),
            _ => drop(writeln!(questions, "  a number from {min} to {max}, please")),
        }
    };
    let mut edges = [0.0; 4];
    for (edge, name) in edges.iter_mut().zip(["upper", "right", "lower", "left"]) {
        *edge = number(
            &format!("Smallest printed number at the {name} edge, the larger of both sides"),
            0.0,
            MAX_EDGE.to_mm(),
        )?;
    }
    let mut measured = [None, None];
    for (measured, (name, length)) in
        measured.iter_mut().zip([("X", page.across), ("Y", page.down)])
    {
        let question = format!("Line {name}, drawn {length} mm long, measures (mm)");
        let error = length * MAX_SCALE_ERROR;
        *measured = Some(number(&question, length - error, length + error)?);
    }
    let mut readings = [(0.0, 0.0); 4];
    for (reading, scale) in readings.iter_mut().zip(page.step_scales()) {
        reading.0 = number(&format!("{}, front", scale.name), -max, max)?;
        reading.1 = number(&format!("{}, back", scale.name), -max, max)?;
    }
    let [top, right, bottom, left] = edges.map(Length::round_mm);
    Ok(Measurements {
        edges: Some(Sides { top, right, bottom, left }),
        readings: Some(Readings(readings)),
        measured,
        ..Measurements::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Duplex;
    use crate::units::PAPER_SIZES;

    fn page() -> CalibrationPage {
        CalibrationPage::new(PAPER_SIZES[0].size, Duplex::LongEdge).unwrap()
    }

    #[test]
    fn numbers_are_asked_for_until_they_can_be_right() {
        let answers = "4.5\n4\n99\n6,5\n4 mm\n149.5\nx\n200\n0.1\n−1.2\n0\n0.3\n0\n0.4\n0\n0.5\n";
        let mut questions = Vec::new();
        let numbers = ask(&page(), &mut answers.as_bytes(), &mut questions).unwrap();
        let edges = numbers.edges.unwrap();
        assert_eq!(
            (edges.top, edges.right, edges.bottom, edges.left),
            (Length::um(4500), Length::mm(4), Length::um(6500), Length::mm(4))
        );
        assert_eq!(numbers.measured, [Some(149.5), Some(200.0)]);
        assert_eq!(
            numbers.readings,
            Some(Readings([(0.1, -1.2), (0.0, 0.3), (0.0, 0.4), (0.0, 0.5)]))
        );
        let questions = String::from_utf8(questions).unwrap();
        assert_eq!(questions.matches("please").count(), 2, "{questions}");
        assert!(questions.contains("Line X, drawn 150 mm long"), "{questions}");
        assert!(ask(&page(), &mut "4\n".as_bytes(), &mut Vec::new()).is_err());
    }
}
