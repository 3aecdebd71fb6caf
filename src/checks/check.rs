//! What a check is: codes, and a function over one of the values that can be checked.

use super::board::MappedBoard;
use super::contract::Contract;
use crate::compose::{Artwork, Artworks, Templates};
use crate::diag::{Code, Diagnostic, Span};
use crate::draw::Needle;
use crate::game::{Component, ComponentId, Game, Printer};
use crate::job::{DrawnFace, PrintJob};

/// One check.
pub(super) struct Check {
    /// The codes it reports.
    pub(super) codes: &'static [Code],
    /// What it looks at.
    pub(super) run: Run,
}

/// What a check looks at, and the function that does.
pub(super) enum Run {
    /// A component that is printed.
    Component(fn(&Component) -> Vec<Diagnostic>),
    /// The geometry of a component that is printed.
    Board(fn(&MappedBoard<'_>) -> Vec<Diagnostic>),
    /// What is promised of a component, as a whole or without what a variant takes out.
    Contract(fn(&Contract<'_>) -> Vec<Diagnostic>),
    /// The faces of a component, filled and not yet drawn.
    Faces(fn(&Faces<'_>) -> Vec<Diagnostic>),
    /// The faces of a component as pixels.
    Pixels(fn(&DrawnFaces<'_>) -> Vec<Diagnostic>),
    /// The sheets, as a known printer gets them.
    Sheets(fn(&PrintedSheets<'_>) -> Vec<Diagnostic>),
}

/// The faces of a component, filled and not yet drawn.
pub(super) struct Faces<'a> {
    pub(super) game: &'a Game,
    pub(super) id: ComponentId,
    pub(super) artworks: &'a Artworks,
    pub(super) templates: &'a Templates,
}

impl<'a> Faces<'a> {
    /// Where some words of a face are written: in its template, or in the row of its card.
    pub(super) fn place(&self, artwork: &Artwork, words: &str) -> Span {
        let in_template = self.templates.find(&artwork.template, &Needle::plain(words));
        in_template.or_else(|| artwork.card.find(words)).unwrap_or_else(|| artwork.card.clone())
    }

    pub(super) fn component(&self) -> &'a Component {
        &self.game.components[self.id]
    }

    /// The different faces, in their order.
    pub(super) fn artworks(&self) -> impl Iterator<Item = &'a Artwork> {
        self.artworks
            .iter()
            .map(|(_, artwork)| artwork)
            .filter(|artwork| artwork.component == self.id)
    }
}

/// The faces of a component as pixels.
pub(super) struct DrawnFaces<'a> {
    pub(super) game: &'a Game,
    pub(super) faces: &'a [DrawnFace<'a>],
}

/// What is printed on which sheets, and by which printer.
pub(super) struct PrintedSheets<'a> {
    pub(super) game: &'a Game,
    pub(super) jobs: &'a [PrintJob],
    pub(super) printer: &'a Printer,
}
