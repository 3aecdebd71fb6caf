//! A game becomes artwork: tera fills the templates with each card, and every different result is
//! kept once.
//!
//! What [`Artworks`] guarantees: every copy of the game has a front, and a back where its component
//! has one, but for those whose faults are in the sink; two equal texts are one [`Artwork`]; the
//! order follows the game, whatever the number of threads.

mod artworks;
mod board;
mod calls;
mod codes;
mod context;
mod faces;
mod fill;
mod functions;
mod names;
mod reference;
mod saved;
mod standalone;
mod syntax;
mod templates;
mod text_faults;
mod textbox;
mod usage;
mod values;

pub use artworks::{Artwork, ArtworkId, Artworks, CardPart, Faces};
pub(crate) use codes::CODES;
pub use context::{Ink, of_game};
pub use faces::compose;
pub(crate) use functions::only;
pub use functions::{FUNCTIONS, TemplateFunction, register_counts};
pub(crate) use names::{check_text, is_in_line_of};
pub use reference::{VARIABLES, VariableDoc, templates_markdown};
pub use standalone::{add_size, diagnose_in};
pub use templates::Templates;
pub use usage::Usage;
