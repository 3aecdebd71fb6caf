//! What a net may know of the game it is in.

use crate::diag::{Code, Diagnostic, Span, Spanned};
use crate::units::Size;

/// The fold that a net is for, and the decks of its game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    /// The id of the fold.
    pub(crate) id: &'a Spanned<String>,
    /// All decks.
    pub(crate) decks: &'a [Pile<'a>],
}

/// A deck as something to be put into a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pile<'a> {
    /// The id of the deck.
    pub(crate) id: &'a Spanned<String>,
    /// The size of its cards; none if it is wrong, which is reported where the deck is resolved.
    pub(crate) card: Option<Size>,
    /// How many cards there are.
    pub(crate) copies: u32,
}

impl Context<'_> {
    /// An error of the fold.
    pub(super) fn error(&self, code: Code, message: impl Into<String>, at: &Span) -> Diagnostic {
        Diagnostic::error(code, message).at(at).component(self.id.value.as_str())
    }
}
