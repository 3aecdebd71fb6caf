//! The inside of a box.

use crate::game::toml::{AboveZeroUpTo, table};
use crate::units::Length;

/// The inside of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solid {
    /// From left to right.
    pub width: Length,
    /// From the bottom up.
    pub height: Length,
    /// From the front to the back.
    pub depth: Length,
}

table! {
    /// The inside of a box, as written.
    pub(crate) struct SolidKeys:
        "`inside` of a fold",
        "`inside = { width = \"65.5mm\", height = \"90.9mm\", depth = \"20mm\" }`.";
    {
        width: AboveZeroUpTo<2000> [required] "From left to right.";
        height: AboveZeroUpTo<2000> [required] "From the bottom up.";
        depth: AboveZeroUpTo<2000> [required] "From the front to the back.";
    }
}

impl SolidKeys {
    /// The inside.
    pub(super) const fn solid(&self) -> Solid {
        Solid { width: self.width.value, height: self.height.value, depth: self.depth.value }
    }
}
