//! Two states of a game, compared: what is new, what differs, what must be printed again.
//!
//! In: states of a game, as its manifests tell them or as it was just composed. Out: the
//! differences, and for the copies that are on the table what to print and what to throw away. It
//! refuses to know how anything looks: prints are told apart by their fingerprints.

mod compare;
mod html;
mod markdown;
mod reprint;
mod state;

pub use compare::{
    CardChange, CellChange, Comparison, Pictures, PrintName, PromiseChange, compare, plain,
};
pub use html::html;
pub use markdown::{markdown, to_json, words};
pub use reprint::{CopyCount, Reprint, reprint};
pub use state::{CardState, NotAManifest, PromiseState, State, VERSION};
