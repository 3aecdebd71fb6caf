//! SVG as people's programs write it becomes SVG that the renderer draws as meant.
//!
//! In: filled templates and SVG files. Out: the same drawing in the words that usvg reads, and a
//! [`Fault`] for everything that browsers show and the renderer would drop or misread. It knows
//! neither cards nor layers.

mod bleed;
mod cascade;
mod check;
mod css;
mod drawn_size;
mod edits;
mod elements;
mod fault;
mod filter_limits;
mod font_variants;
mod geometry;
mod lines;
mod nesting;
mod printed;
mod prolog;
mod properties;
mod references;
mod rewrite;
mod selector;
mod spread;
mod tag;
mod tidy;
mod transform;
mod visible;
mod well_formed;

use crate::diag::Severity;

pub(crate) use bleed::BLEED;
pub(crate) use css::inline;
pub(crate) use drawn_size::odd_size;
pub(crate) use elements::is_svg;
pub use fault::{Fault, Needle};
pub(crate) use font_variants::named_features;
pub(crate) use printed::Use;
pub(crate) use prolog::expand;
pub(crate) use references::references;
pub(crate) use tag::start_tag_end;
pub(crate) use tidy::{Tidy, tidy};
pub(crate) use well_formed::read;

/// A whole SVG as the renderer reads it, or what is wrong with it first.
pub(crate) fn tidied(text: &str) -> Result<String, String> {
    let text = expand(text)?;
    let document = read(&text).map_err(|fault| fault.message)?;
    let tidy = tidy(&text, &document, Use::Picture);
    let mut errors = tidy.faults.iter().filter(|fault| fault.severity == Severity::Error);
    match errors.next() {
        Some(fault) => Err(fault.message.clone()),
        None => Ok(tidy.edits.apply(&text, 0..text.len())),
    }
}
