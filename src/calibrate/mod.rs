//! Measuring a printer: the page to print, and what is read on it.
//!
//! In: paper, and numbers that somebody read. Out: a PDF, and the profile of a printer, which
//! `game/printer` keeps. It knows no games, and prints nothing.

mod ask;
mod draw;
mod error;
mod measurements;
mod page;
mod pdf;
mod solver;

pub use ask::ask;
pub use error::CalibrationError;
pub use measurements::Measurements;
pub use page::CalibrationPage;
pub use pdf::pdf;
pub use solver::Readings;
