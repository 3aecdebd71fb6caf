//! How a component goes on paper.
//!
//! In: the keys of `[print]`, those of the component, and the command line. Out: a [`Print`], and
//! what is wrong with the keys for this component: no room within the safe area, backs that are
//! never printed, keys that do nothing.

mod alternate;
mod duplex;
mod idle;
mod keys;
mod marks;
mod paper;
mod resolve;
mod settings;

pub use alternate::Alternate;
pub use duplex::Duplex;
pub(crate) use keys::PrintKeys;
pub use marks::{MarkStyle, Marks};
pub use paper::{Gutter, Orientation, Paper};
pub(crate) use paper::{LONGEST_PAGE, MarginKeys};
pub(super) use resolve::Subject;
pub use settings::Print;
