//! Text that fits its box: styled text becomes lines, and lines become SVG that is drawn exactly
//! where they were measured; and lines of characters become the glyphs that are drawn.
//!
//! In: a text with marks ([the subset of Markdown](crate::text) that cells and templates may hold),
//! a complete `TextStyle`, a box, and a [`TextEngine`] with the fonts, icons and named styles of
//! a game. Out: [`LaidText`] or [`TextFault`]s, which are data; the caller knows card and language.
//!
//! What [`LaidText`] guarantees: every line lies inside its box; every chunk is drawn
//! within 0.05 mm of the place stated here; every character has a glyph; nothing of one text
//! depends on another. The same request gives the same text, and is laid out once.
//!
//! It refuses to know: cards, templates, files, and fonts of the system.

mod address;
mod codes;
mod engine;
mod family;
mod fault;
mod figures;
mod fit;
mod flow;
mod fonts;
mod glyphs;
mod hyphenate;
mod icons;
mod inline;
mod laid;
mod lay_out;
mod layout;
mod marks;
mod rich;
mod shape;
mod svg;
mod typography;

pub(crate) use codes::CODES;
pub use engine::TextEngine;
pub use family::family_hint;
pub use fault::TextFault;
pub(crate) use figures::is_copy;
pub use figures::with_figures;
pub use flow::{FlowRequest, NarrowLines, cap_height, flow, leading, points};
pub use fonts::{Face, FontBook, FontFaceId, lacks};
pub use glyphs::{GlyphCluster, GlyphLine, Lettering, PlacedGlyph, Shift, Stretch, glyph_line};
pub use inline::Inline;
pub use laid::{Chunk, LaidLine, LaidText, TextRequest};
pub use lay_out::lay_out;
pub use rich::InlineStyle;
pub(crate) use svg::BOX;
pub use svg::{icon_svg, lines_svg, to_svg};
