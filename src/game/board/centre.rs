//! `centre`: a place on a board.

use crate::game::toml::{LengthUpTo, table};
use crate::units::{Point, Size};

table! {
    /// A place, from the upper left corner of the finished board.
    pub(crate) struct CentreKeys:
        "`centre`",
        "`centre = { x = \"160mm\", y = \"160mm\" }`, from the upper left corner of the finished \
         board. If left out, the middle of the board.";
    {
        x: LengthUpTo<10000> [required] "From the left edge.";
        y: LengthUpTo<10000> [required] "From the upper edge.";
    }
}

impl CentreKeys {
    /// The place.
    pub(super) fn point(&self) -> Point {
        Point::new(self.x.value, self.y.value)
    }
}

/// The middle of a board.
pub(super) fn middle(size: Size) -> Point {
    Point::new(size.width / 2, size.height / 2)
}
