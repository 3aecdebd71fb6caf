//! Lengths and shapes on paper. Whole numbers only, no input or output.
//!
//! Everything is counted in English Metric Units, so that sums are exact and "exactly nine fit" is
//! never lost to rounding. Pixels do not exist here, except as a resolution to turn a length into.

mod colours;
mod convex;
mod form;
mod length;
pub mod math;
mod names;
mod outline;
mod path;
pub mod polygon;
mod shape;

pub use colours::COLOUR_NAMES;
pub use convex::{Convex, Spot};
pub use form::Form;
pub use length::{Dpi, Length, LengthError};
pub use names::{CARD_SIZES, NamedSize, PAPER_SIZES, card_size, paper_size};
pub use outline::{Outline, Segment};
pub use path::Path;
pub use shape::{Point, Rect, Sides, Size, Turn};
