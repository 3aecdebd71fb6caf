//! How a component goes on paper.

use super::{Alternate, Cutter, Marks, Orientation};
use crate::units::{Length, PAPER_SIZES, Sides, Size};

/// The paper in the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Its name, or its size where it has none.
    pub name: String,
    /// Its size, upright.
    pub size: Size,
}

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
    /// One side, to be folded: fronts and backs beside each other, along the fold that more cards fit along.
    Fold,
    /// The same with the fold line upright, fronts to its left.
    FoldVertical,
    /// The same with the fold line flat, fronts above it.
    FoldHorizontal,
    /// Fronts only, though the component has backs.
    FrontsOnly,
}

impl Duplex {
    /// The names in game files and on the command line.
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("long-edge", Self::LongEdge),
        ("short-edge", Self::ShortEdge),
        ("backs-apart", Self::BacksApart),
        ("fold", Self::Fold),
        ("fold-vertical", Self::FoldVertical),
        ("fold-horizontal", Self::FoldHorizontal),
        ("fronts-only", Self::FrontsOnly),
        ("none", Self::FrontsOnly),
    ];

    /// The value of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(n, _)| *n == name).map(|(_, duplex)| *duplex)
    }

    /// Its name; the first where there are two.
    pub fn word(self) -> &'static str {
        Self::NAMES.iter().find(|(_, duplex)| *duplex == self).map_or("", |(name, _)| name)
    }

    /// Whether backs lie beside their fronts, on a sheet to be folded.
    pub const fn is_folded(self) -> bool {
        matches!(self, Self::Fold | Self::FoldVertical | Self::FoldHorizontal)
    }

    /// Whether backs are printed.
    pub const fn has_backs(self) -> bool {
        !matches!(self, Self::FrontsOnly)
    }
}

/// The distance between two slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gutter {
    /// Between two columns.
    pub x: Length,
    /// Between two rows.
    pub y: Length,
}

/// Everything imposition needs to know about paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The paper.
    pub paper: Paper,
    /// The edge of the paper we leave, as it lies upright.
    pub margin: Sides,
    /// Outside the trim.
    pub bleed: Length,
    /// Inside the trim, not to be cut.
    pub safe: Length,
    /// Between the slots.
    pub gutter: Gutter,
    /// What happens to backs.
    pub duplex: Duplex,
    /// The cutting machine whose marks are printed, if any.
    pub cutter: Option<Cutter>,
    /// From the fold line to the cards; none is the bleed and a millimetre.
    pub fold: Option<Length>,
    /// Which way the paper lies.
    pub orientation: Orientation,
    /// Slots side by side, where their number is given.
    pub columns: Option<u32>,
    /// Slots one above the other, where their number is given.
    pub rows: Option<u32>,
    /// Whether some cards may lie on their side.
    pub alternate: Alternate,
    /// Where to cut.
    pub marks: Marks,
}

impl Default for Print {
    /// What holds where a game says nothing.
    fn default() -> Self {
        Self {
            paper: Paper { name: PAPER_SIZES[0].name.to_owned(), size: PAPER_SIZES[0].size },
            margin: Sides::all(Length::mm(8)),
            bleed: Length::mm(2),
            safe: Length::mm(3),
            gutter: Gutter::default(),
            duplex: Duplex::default(),
            cutter: None,
            fold: None,
            orientation: Orientation::default(),
            columns: None,
            rows: None,
            alternate: Alternate::default(),
            marks: Marks::default(),
        }
    }
}
