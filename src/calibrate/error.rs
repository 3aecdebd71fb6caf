//! Why there is no page, or no result.

use std::fmt;

use crate::game::{MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT};
use crate::units::{Length, Size};

/// Why there is no page, or no result.
#[derive(Clone, Debug, PartialEq)]
pub enum CalibrationError {
    /// The paper has no room for the step scales.
    TooSmall(Size),
    /// A reading is not on its step scale, which goes this far either way.
    OffTheScale(char, f64),
    /// The readings contradict each other by so many millimetres.
    Inconsistent(f64),
    /// Backs are turned by so many degrees.
    Crooked(f64),
    /// Backs are shifted so far.
    Shifted(Length),
    /// The scale in a direction.
    Scaled(&'static str, f64),
    /// An edge left white.
    Edge(Length),
    /// The input ended before all numbers were given.
    EndedEarly,
    /// A promise of ours is broken.
    Internal(String),
}

impl fmt::Display for CalibrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooSmall(paper) => {
                write!(f, "paper of {paper} is too small for the scales; A5 is the smallest")
            }
            Self::OffTheScale(name, max) => {
                write!(f, "the readings at {name} must be from -{max} to {max}")
            }
            Self::Inconsistent(mm) => write!(
                f,
                "the readings contradict each other by {mm:.2} mm; check the signs first, then \
                 whether the cuts are straight"
            ),
            Self::Crooked(degrees) => write!(
                f,
                "the back is turned by {degrees:.1}°, but the angle must be from -{MAX_ANGLE} to \
                 {MAX_ANGLE} degrees; was the paper loaded straight?"
            ),
            Self::Shifted(shift) => {
                write!(f, "the back is {shift} off, more than {MAX_SHIFT}; check the numbers again")
            }
            Self::Scaled(direction, scale) => write!(
                f,
                "the scale in {direction} is {scale:.3}, more than {:.0} % off; print the page at \
                 actual size, 100 %",
                MAX_SCALE_ERROR * 100.0
            ),
            Self::Edge(edge) => {
                write!(f, "an edge of {edge} is not between 0 mm and {MAX_EDGE}")
            }
            Self::EndedEarly => f.write_str("the input ended early; nothing was stored"),
            Self::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}
