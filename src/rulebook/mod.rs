//! x
mod words;
pub use words::{Gender, LARGEST, SPELLED, category, spelled};
