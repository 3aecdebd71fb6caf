//! The forms of flaps.

use crate::units::Length;

/// The form of a flap that hangs on an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlapForm {
    pub(super) depth: Length,
    /// Between the ends of the edge and the flap.
    pub(super) ease: Length,
    /// How far it draws in at 45° right behind the crease, so that it is out of the way of the
    /// bleed next to it.
    pub(super) taper: Length,
    /// Of its outer corners.
    pub(super) radius: Length,
}

/// Depth of the tongue that is tucked in, from a tested home-made net of a tuck box; see
/// `docs/printing.md`.
pub(super) const TONGUE: Length = Length::mm(15);
/// How far dust flaps draw in.
const DUST_TAPER: Length = Length::mm(3);
/// What is tucked in is narrower by this on either side.
const EASE: Length = Length::um(500);

impl FlapForm {
    /// What takes glue, slanted at 45° as far as its width allows.
    pub(super) const fn glue(depth: Length, ease: Length) -> Self {
        Self { depth, ease, taper: depth, radius: Length::ZERO }
    }

    /// What is tucked in at a lid.
    pub(super) fn tongue(depth: Length, width: Length) -> Self {
        Self { depth, ease: EASE.min(width / 16), taper: Length::ZERO, radius: depth * 2 / 3 }
    }

    /// What keeps dust and cards in at the sides of a lid; two of them do not meet.
    pub(super) fn dust(edge: Length, width: Length) -> Self {
        let depth = (width * 2 / 5).min(TONGUE);
        let taper = DUST_TAPER.min(edge / 4).min(depth / 2);
        Self { depth, ease: Length::ZERO, taper, radius: (depth - taper).min(edge / 4) }
    }
}
