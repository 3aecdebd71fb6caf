//! Whether what was read is what its designer promised.
//!
//! In: a value of the stage before. Out: diagnostics. Nothing is changed here.

mod board;
mod contract;
mod paper;
mod variant;

pub use board::board;
pub use contract::contract;
pub use paper::paper;
pub use variant::{Taken, take_out, variants};
