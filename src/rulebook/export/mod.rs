//! The same rules without pages: plain text and HTML.

mod html;
mod text;

pub(super) use html::html;
pub(super) use text::text;
