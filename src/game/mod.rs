//! The game with its defaults filled in.
//!
//! What [`Game`] guarantees: ids are unique and safe as file names; every component has at least one copy and at most
//! [`MAX_COPIES`]; outlines of tokens and cuts in panels are closed, lie in their boxes and do not cross themselves; no panel of a fold is
//! too small to be folded; every template it names exists; sizes are positive and the safe area is not empty; texts are
//! complete in the chosen language, with the default language in the gaps.

pub mod board;
mod cards;
mod codes;
mod condition;
mod copies;
mod cutter;
mod expect;
mod fold;
mod game;
mod ids;
mod lengths;
mod lookup;
mod names;
pub mod nets;
mod print;
mod printer;
mod resolve;
mod rulebook;
mod size;
pub mod source;
pub mod text;
mod token;
pub mod toml;
mod variant;
mod words;

pub use board::{Board, Geometry, Join, Tiles};
pub(crate) use codes::CODES;
pub(crate) use condition::unknown_column;
pub use condition::{Condition, CountOf};
pub use cutter::{Cutter, CutterKind};
pub use expect::{Claim, Expect};
pub use fold::{Fold, FoldSource};
pub use game::{Card, Component, Details, Flat, Game};
pub use ids::{CardId, ComponentId};
pub use print::{Alternate, Duplex, Gutter, MarkStyle, Marks, Orientation, Paper, Print};
pub use printer::{Affine, MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT, Printer, Shift};
pub use token::{CutLine, Token};
pub use variant::{Take, Variant};

pub use resolve::{Overrides, resolve};
pub use rulebook::{Booklet, Rulebook, Term, Up};

pub use crate::game::source::Kind;

/// More copies than this of one component are a slip of the keyboard.
pub const MAX_COPIES: u32 = 10_000;
