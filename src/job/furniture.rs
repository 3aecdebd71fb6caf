//! What stands beside the faces of a plan: marks, words and the line of print.

use super::manifest::Purpose;
use crate::draw::FontSet;
use crate::game::{Game, Marks};
use crate::impose::{Plan, Side};
use crate::press::{self, SideKind};

/// The sides of a plan in the order of printing.
pub(super) fn sides<F>(
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

/// The line of print on each side of a plan, in the order of printing.
///
/// It ends with the name of the layout, by which the files for a cutter are found, and with the
/// printer that the sheet is corrected for, since it comes out wrong on any other.
pub(super) fn labels<'a, F>(
    game: &'a Game,
    name: &'a str,
    plan: &'a Plan<F>,
    purpose: Purpose,
    printer: Option<&'a str>,
    fonts: &FontSet,
) -> impl Iterator<Item = press::Label> + 'a {
    // A title in letters that our own face does not have gives way to the id, which is always
    // Latin.
    let title = if fonts.covers(press::LABEL_FAMILY, &game.title) { &game.title } else { &game.id };
    let printer = printer.map(|name| format!(" · printer {name}")).unwrap_or_default();
    let end = format!("layout {}{printer}", plan.layout_id());
    sides(plan, purpose).map(move |(sheet, kind, _)| press::Label {
        end: end.clone(),
        sheet,
        sheets: plan.sheets.len(),
        rest: format!("{} · {title} · {}", kind.word(), name),
    })
}

/// What stands beside the faces, each different artwork once.
pub(super) struct Furniture {
    pub(super) artworks: Vec<String>,
    /// For each side, the artworks that lie over each other.
    pub(super) sides: Vec<Vec<usize>>,
}

impl Furniture {
    pub(super) fn new<F>(
        labels: impl Iterator<Item = press::Label>,
        plan: &Plan<F>,
        purpose: Purpose,
        marks: &Marks,
    ) -> Self {
        let mut furniture = Self { artworks: Vec::new(), sides: Vec::new() };
        let mut known: Vec<(SideKind, &Side<F>, usize)> = Vec::new();
        for ((_, kind, side), label) in sides(plan, purpose).zip(labels) {
            let like = |(k, s, _): &&(SideKind, &Side<F>, usize)| {
                *k == kind
                    && s.marks == side.marks
                    && s.cuts == side.cuts
                    && s.captions == side.captions
                    && s.slug == side.slug
            };
            let base = if let Some((.., base)) = known.iter().find(like) {
                *base
            } else {
                let base = furniture.keep(press::sheet_side(plan.paper, side, &label, marks));
                known.push((kind, side, base));
                base
            };
            let digits = press::sheet_number(plan.paper, side, &label)
                .into_iter()
                .map(|digit| furniture.keep(digit));
            let parts = std::iter::once(base).chain(digits).collect();
            furniture.sides.push(parts);
        }
        furniture
    }

    fn keep(&mut self, artwork: String) -> usize {
        self.artworks.iter().position(|a| *a == artwork).unwrap_or_else(|| {
            self.artworks.push(artwork);
            self.artworks.len() - 1
        })
    }
}
