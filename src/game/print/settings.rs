//! The print settings of a component.

use super::alternate::Alternate;
use super::duplex::Duplex;
use super::keys::{GUTTER, MARGIN, PrintKeys, SAFE};
use super::marks::Marks;
use super::paper::{Gutter, Orientation, Paper};
use crate::game::cutter::Cutter;
use crate::units::{Length, Sides};

/// Everything imposition needs to know about paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The paper.
    pub paper: Paper,
    /// The edge of the paper we leave, in portrait.
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
        PrintKeys::default().print(SAFE, Duplex::default())
    }
}

impl PrintKeys {
    /// What the keys say, with the defaults in the gaps.
    pub(super) fn print(&self, safe: Length, duplex: Duplex) -> Print {
        let margin = Sides::all(MARGIN);
        Print {
            paper: self.paper(),
            margin: self.margin().map_or(margin, |keys| keys.value.sides(margin)),
            bleed: self.bleed(),
            safe,
            gutter: self.gutter().map(|keys| keys.value.clone()).unwrap_or_default().gutter(GUTTER),
            duplex,
            cutter: self.cutter().map(|keys| keys.value.cutter()),
            fold: self.fold().map(|fold| fold.value),
            orientation: self.orientation(),
            columns: self.columns().map(|columns| columns.value),
            rows: self.rows().map(|rows| rows.value),
            alternate: self.alternate(),
            marks: self.marks().map(|keys| keys.value.clone()).unwrap_or_default().marks(),
        }
    }
}
