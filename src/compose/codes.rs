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
    /// A template looks up a name that does not exist, such as a column that no card has; or it
    /// cannot be filled with a certain card. `is defined` asks whether a name exists.
    ///
    /// The card would be missing, or have an empty space.
    ///
    /// ```fails artist.svg
    /// <!-- {{ card.nmae }} -->
    /// ```
    /// ```passes artist.svg
    /// <!-- {{ card.name }}{% if card.title is defined %}, {{ card.title }}{% endif %} -->
    /// ```
    T002;

    /// condition that a word for no meets
    ///
    /// A template asks whether a cell is filled, and all that stands in the column is words such as
    /// `TRUE` and `FALSE`, `yes` and `no`, or `1` and `0`.
    ///
    /// A cell is a string, and a string that is not empty is true: what only some cards should
    /// have is drawn on all of them.
    ///
    /// ```fails artists.csv
    /// id,name,act,unique
    /// mira,Mira,monkey,TRUE
    /// toto,Toto,tiger,FALSE
    /// ```
    /// ```fails artist.svg
    /// <!-- {% if card.unique %}unique{% endif %} -->
    /// ```
    /// ```passes artists.csv
    /// id,name,act,unique
    /// mira,Mira,monkey,TRUE
    /// toto,Toto,tiger,FALSE
    /// ```
    /// ```passes artist.svg
    /// <!-- {% if card.unique == "TRUE" %}unique{% endif %} -->
    /// ```
    T003;
}
