//! What was read and measured becomes the profile of a printer.

use super::error::CalibrationError;
use super::page::CalibrationPage;
use super::solver::Readings;
use crate::game::{Duplex, MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT, Printer, UpperEdge};
use crate::units::{Length, Sides, Size};

/// What was read or measured; what is left out stays as it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurements {
    /// What the printer leaves white.
    pub edges: Option<Sides>,
    /// What was read at the step scales.
    pub readings: Option<Readings>,
    /// How long the lines across and down are on paper, in mm.
    pub measured: [Option<f64>; 2],
    /// What 1 mm becomes, across and down.
    pub scale: [Option<f64>; 2],
    /// How far backs land to the right and down.
    pub offset: [Option<Length>; 2],
    /// How far backs are turned, in degrees clockwise.
    pub angle: Option<f64>,
    /// On which side of a landscape sheet the upper edge of the paper lies.
    pub landscape: Option<UpperEdge>,
}

impl Measurements {
    /// The printer as it was known before, with what was found now.
    pub fn apply(
        &self,
        before: Printer,
        paper: Size,
        duplex: Option<Duplex>,
    ) -> Result<Printer, CalibrationError> {
        let mut printer = before;
        printer.duplex = duplex.unwrap_or(printer.duplex);
        printer.landscape = self.landscape.or(printer.landscape);
        let page = CalibrationPage::new(paper, printer.duplex);
        for (axis, scale) in [&mut printer.scale.0, &mut printer.scale.1].into_iter().enumerate() {
            if let Some(measured) = self.measured[axis] {
                let page = page.as_ref().map_err(Clone::clone)?;
                *scale = measured / [page.across, page.down][axis];
            }
            *scale = self.scale[axis].unwrap_or(*scale);
            if scale.is_nan() || (*scale - 1.0).abs() > MAX_SCALE_ERROR {
                return Err(CalibrationError::Scaled(["x", "y"][axis], *scale));
            }
        }
        if let Some(readings) = &self.readings {
            printer.back = page?.solve(readings, printer.scale)?;
        }
        let back = &mut printer.back;
        for (shift, offset) in [&mut back.x, &mut back.y].into_iter().zip(self.offset) {
            *shift = offset.unwrap_or(*shift);
            if shift.abs() > MAX_SHIFT {
                return Err(CalibrationError::Shifted(*shift));
            }
        }
        back.angle = self.angle.unwrap_or(back.angle);
        if back.angle.is_nan() || back.angle.abs() > MAX_ANGLE {
            return Err(CalibrationError::Crooked(back.angle));
        }
        if let Some(edges) = self.edges {
            let all = [edges.top, edges.right, edges.bottom, edges.left];
            if let Some(edge) =
                all.into_iter().find(|edge| !(Length::ZERO..=MAX_EDGE).contains(edge))
            {
                return Err(CalibrationError::Edge(edge));
            }
            printer.edges = edges;
        }
        Ok(printer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::PAPER_SIZES;

    #[test]
    fn what_is_left_out_stays_as_it_was() {
        let paper = PAPER_SIZES[0].size;
        let before = Printer {
            scale: (0.99, 1.01),
            edges: Sides::all(Length::mm(4)),
            landscape: Some(UpperEdge::Right),
            ..Printer::faultless("office")
        };
        let numbers = Measurements {
            offset: [Some(Length::mm(1)), None],
            measured: [Some(149.4), None],
            ..Measurements::default()
        };
        let printer = numbers.apply(before.clone(), paper, None).unwrap();
        assert_eq!(
            (printer.back.x, printer.edges, printer.scale.1, printer.landscape),
            (Length::mm(1), before.edges, 1.01, Some(UpperEdge::Right))
        );
        assert!((printer.scale.0 - 0.996).abs() < 1e-9);
        let far = Measurements { scale: [Some(1.2), None], ..Measurements::default() };
        assert!(far.apply(before, paper, None).unwrap_err().to_string().contains("actual size"));
    }
}
