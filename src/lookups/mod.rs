//! What templates look up, without filling them.
//!
//! In: texts with tera in them, and what they see as [`Shape`]s. Out: names that do not exist, each
//! with its place and the names that do; and conditions that a cell such as `FALSE` meets. tera
//! itself takes an unknown name for empty wherever it is not printed, as in `{% if not
//! card.flavor %}`. What cannot be known without filling counts as right.

mod finding;
mod library;
mod reads;
mod shape;
mod tokens;
mod walk;

pub(crate) use finding::{Finding, Findings, Problem};
pub(crate) use library::Library;
pub(crate) use reads::{Reads, mentioned};
pub(crate) use shape::Shape;
pub(crate) use tokens::{calls, columns, unclosed};
