//! The kinds of components.

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Cards of one size.
    Deck,
    /// One printed sheet at its own size, such as a score pad.
    Sheet,
    /// A board, in tiles if it is larger than the paper.
    Board,
    /// Chits, discs, stickers: small things of one form.
    Token,
    /// Something to be cut out, folded and glued.
    Fold,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Deck, Self::Sheet, Self::Board, Self::Token, Self::Fold];

    /// The word in game files, the manifest and messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Sheet => "sheet",
            Self::Board => "board",
            Self::Token => "token",
            Self::Fold => "fold",
        }
    }
}
