//! A game becomes artwork: tera fills the templates with each card, and every different result is kept once.
//!
//! What [`Artworks`] guarantees: every copy of the game has a front, and a back where its component has one; two equal
//! texts are one [`Artwork`]; the order follows the game, whatever the number of threads.

mod board;
mod codes;
mod context;
mod faces;
mod free;
mod functions;
mod panels;
mod reference;
mod templates;
mod textbox;

pub(crate) use codes::CODES;
pub use context::{Ink, of_game};
pub use faces::{Artwork, ArtworkId, Artworks, Faces, compose};
pub use free::{add_size, diagnose_in, register_counts};
pub(crate) use functions::only;
pub use functions::{FUNCTIONS, FunctionDoc};
pub use reference::{VARIABLES, VariableDoc, templates_markdown};
pub use templates::Templates;
pub use textbox::stated;
