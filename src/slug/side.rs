//! The sides of sheets, as they are printed.

use super::purpose::Purpose;
use crate::impose::{Plan, Side};

/// Which side of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SideKind {
    /// Printed first.
    Front,
    /// Printed behind it.
    Back,
    /// Fronts and backs beside each other, to be folded.
    Fold,
}

impl SideKind {
    /// The word on the sheet and in bookmarks.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Front => "front",
            Self::Back => "back",
            Self::Fold => "fold",
        }
    }
}

/// The sides of a plan in the order of printing.
pub fn sides<F>(
    plan: &Plan<F>,
    purpose: Purpose,
) -> impl Iterator<Item = (usize, SideKind, &Side<F>)> {
    let first = match (plan.fold, purpose) {
        (Some(_), _) => SideKind::Fold,
        (None, Purpose::Backs) => SideKind::Back,
        (None, _) => SideKind::Front,
    };
    plan.sheets.iter().enumerate().flat_map(move |(at, sheet)| {
        let back = sheet.back.as_ref().map(|back| (at + 1, SideKind::Back, back));
        std::iter::once((at + 1, first, &sheet.front)).chain(back)
    })
}
