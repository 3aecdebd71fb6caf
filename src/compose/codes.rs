//! The faults found while templates are read and filled, with their pages.

use crate::diag::codes;

codes! {
    /// broken template
    ///
    /// A template cannot be read: a tag is not closed, a filter is unknown, an include is missing.
    /// All templates of a game are read before anything is drawn.
    ///
    /// The mistake would only show on card 93.
    ///
    /// ```fails artist.svg
    /// <!-- {{ card.name -->
    /// ```
    /// ```passes artist.svg
    /// <!-- {{ card.name }} -->
    /// ```
    T001;

    /// template fails on a card
    ///
    /// A template cannot be filled with a certain card, most often because a name is misspelt.
    ///
    /// The card would be missing, or have an empty space.
    ///
    /// ```fails artist.svg
    /// <!-- {{ card.nmae }} -->
    /// ```
    /// ```passes artist.svg
    /// <!-- {{ card.name }}, or {{ card.title or "" }} where a card may lack it -->
    /// ```
    T002;
}
