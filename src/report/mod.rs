//! Whole reports for other programs: SARIF, JUnit XML, and the annotations of GitHub.
//!
//! In: what was found in each game, each in one language. Out: a text. The same findings give the
//! same bytes, so there are no times, no names of machines and no absolute paths in them. Nothing
//! here decides what is a fault.

mod github;
mod junit;
mod place;
mod sarif;
mod verdict;

pub use github::github;
pub use junit::junit;
pub use sarif::sarif;
pub use verdict::{Report, Verdict};
