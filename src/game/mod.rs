//! The game with its defaults filled in.
//!
//! What [`Game`] guarantees: ids are unique and safe as file names; every component has at least
//! one copy and at most [`MAX_COPIES`]; outlines of tokens and cuts in panels are closed, lie in
//! their boxes and do not cross themselves; no panel of a fold is too small to be folded; every
//! template it names exists; sizes are positive and the safe area is not empty; texts are complete
//! in the chosen language, with the default language in the gaps.

pub mod board;
mod card;
mod cards;
mod claims;
mod codes;
mod component;
mod component_table;
mod condition;
mod copies;
mod cutter;
mod deck;
mod expect;
mod expression;
mod file_name;
mod flat;
mod fold;
mod game_file;
mod ids;
mod kind;
mod language;
mod locate;
mod lookup;
mod model;
pub mod nets;
mod outline;
mod overrides;
mod pictures;
mod preflight;
mod print;
mod printer;
mod read;
mod reference;
mod rounded;
mod rulebook;
mod schema;
mod shaping;
mod share;
mod shared_sheets;
mod sheet;
mod size;
mod table;
pub mod text;
mod texts;
mod token;
pub mod toml;
mod translated;
mod variant;

pub use board::{Board, Geometry, Join, Tiles};
pub use card::Card;
pub use claims::{Covers, Measure, OneOf, SameAs};
pub(crate) use codes::CODES;
pub use component::{Component, Details, Flat};
pub(crate) use condition::unknown_column;
pub use condition::{Condition, CountOf};
pub use cutter::{Cutter, CutterKind};
pub use expect::{Claim, Expect, RuleAddress};
pub use file_name::is_id;
pub use fold::Fold;
pub use ids::{CardId, ComponentId};
pub use model::Game;
pub use pictures::PictureLimits;
pub use preflight::{BASELINE, Preflight};
pub(crate) use print::LONGEST_PAGE;
pub use print::{Alternate, Duplex, Gutter, MarkStyle, Marks, Orientation, Paper, Print};
pub use printer::{
    Affine, MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT, Printer, Shift, UpperEdge,
};
pub use schema::{game_schema, printer_schema};
pub use token::{CutLine, Token};
pub use variant::{Take, Variant};

pub use overrides::Overrides;
pub use read::{languages, read, read_what_can_be, title};
pub use reference::{DefaultInWords, defaults_in_words, key_names, keys_markdown};
pub use rulebook::{Booklet, BookletFlip, HEADING_SIZE, Rulebook, Term, Up};

pub use kind::Kind;

/// More copies than this of one component are a slip of the keyboard.
pub const MAX_COPIES: u32 = 10_000;
