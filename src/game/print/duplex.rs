//! What happens to backs.

use crate::game::toml::Names;

/// What happens to backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplex {
    /// Both sides; the sheet is turned over its long edge, like a page of a book.
    #[default]
    LongEdge,
    /// Both sides; the sheet is turned over its short edge, like a page of a wall calendar.
    ShortEdge,
    /// Both sides, the backs in a file of their own; the stack is turned over its long edge.
    BacksApart,
    /// One side, to be folded: fronts and backs beside each other, along the fold that more cards
    /// fit along.
    Fold,
    /// The same with a vertical fold line, fronts to its left.
    FoldVertical,
    /// The same with a horizontal fold line, fronts above it.
    FoldHorizontal,
    /// Fronts only, though the component has backs.
    FrontsOnly,
}

impl Names for Duplex {
    const WHAT: &'static str = "duplex mode";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("long-edge", Self::LongEdge),
        ("short-edge", Self::ShortEdge),
        ("backs-apart", Self::BacksApart),
        ("fold", Self::Fold),
        ("fold-vertical", Self::FoldVertical),
        ("fold-horizontal", Self::FoldHorizontal),
        ("fronts-only", Self::FrontsOnly),
        ("none", Self::FrontsOnly),
    ];
}

impl Duplex {
    /// Its name; the first where there are two.
    pub fn word(self) -> &'static str {
        self.name()
    }

    /// Whether backs lie beside their fronts, on a sheet to be folded.
    pub const fn is_folded(self) -> bool {
        matches!(self, Self::Fold | Self::FoldVertical | Self::FoldHorizontal)
    }

    /// The edge over which sheets are turned: those whose backs are printed later are put back
    /// turned over the long one.
    #[must_use]
    pub const fn edge(self) -> Self {
        match self {
            Self::BacksApart => Self::LongEdge,
            other => other,
        }
    }

    /// Whether backs are printed.
    pub const fn has_backs(self) -> bool {
        !matches!(self, Self::FrontsOnly)
    }
}
