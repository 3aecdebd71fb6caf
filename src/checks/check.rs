//! What a check is: codes, and a function over one of the values that can be checked.

use std::collections::BTreeSet;

use super::board::MappedBoard;
use super::contract::Contract;
use super::cut_shape::CutShape;
use crate::compose::{Artwork, Artworks, CardPart, Templates, Usage};
use crate::diag::{Code, Diagnostic, Span};
use crate::draw::{Ink, Needle};
use crate::files::Files;
use crate::game::{Component, ComponentId, Game, Printer};
use crate::job::{DrawnFace, InkedFace, PrintJob};
use crate::rulebook::RuleSection;

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
    /// What shows on a face.
    Ink(fn(&InkedCard<'_>) -> Vec<Diagnostic>),
    /// The faces of a component as pixels.
    Pixels(fn(&DrawnFaces<'_>) -> Vec<Diagnostic>),
    /// What of a whole game was used, once everything was drawn.
    Use(fn(&GameUse<'_>) -> Vec<Unused>),
    /// The rules that expectations come from.
    Rules(fn(&QuotedRules<'_>) -> Vec<Diagnostic>),
    /// The sheets, as a known printer gets them.
    Sheets(fn(&PrintedSheets<'_>) -> Vec<Diagnostic>),
}

/// A game and the sections of its rulebooks.
pub(super) struct QuotedRules<'a> {
    pub(super) game: &'a Game,
    pub(super) sections: &'a [RuleSection],
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

/// A face with what shows on it, and the first card that it is on.
pub(super) struct InkedCard<'a> {
    pub(super) game: &'a Game,
    pub(super) component: &'a Component,
    pub(super) artwork: &'a Artwork,
    /// What it is cut to.
    pub(super) shape: CutShape,
    pub(super) ink: &'a [Ink],
    /// The card, as exceptions name it: of a fold without the panel.
    card: &'a str,
    /// The panel of a fold.
    panel: Option<&'a str>,
    templates: &'a Templates,
}

impl<'a> InkedCard<'a> {
    pub(super) fn of(
        game: &'a Game,
        face: &'a InkedFace,
        artworks: &'a Artworks,
        templates: &'a Templates,
    ) -> Self {
        let artwork = &artworks[face.artwork];
        let component = &game.components[artwork.component];
        let shown = artworks.of(artwork.component).iter().find_map(|faces| {
            let (part, _) = faces.parts.iter().find(|(_, shown)| *shown == face.artwork)?;
            Some((*part, &component.cards[faces.card]))
        });
        let (part, card) = shown.unzip();
        let shape = CutShape::of(component, artwork, part.unwrap_or(CardPart::Front));
        let panel = match (part, component.fold()) {
            (Some(CardPart::Panel(panel)), Some(fold)) => {
                fold.panels.get(panel).map(|panel| panel.name)
            }
            _ => None,
        };
        let card = card.filter(|_| panel.is_some());
        let card = card.map_or(artwork.name.as_str(), |card| card.id.as_str());
        Self { game, component, artwork, shape, ink: &face.ink, card, panel, templates }
    }

    /// A fault of the face at a place of its template, in words that begin with what is at fault.
    pub(super) fn fault(&self, code: Code, is_error: bool, message: &str) -> Diagnostic {
        let message = match self.panel {
            Some(panel) => format!("on the panel `{panel}`, {message}"),
            None => message.to_owned(),
        };
        let fault = if is_error {
            Diagnostic::error(code, message)
        } else {
            Diagnostic::warning(code, message)
        };
        fault.card(self.card)
    }

    /// Where something is written: in the template, or in the row of the card.
    pub(super) fn place(&self, piece: &str) -> Span {
        let in_template = self.templates.find(&self.artwork.template, &Needle::plain(piece));
        let card = &self.artwork.card;
        in_template.or_else(|| card.find(piece)).unwrap_or_else(|| card.clone())
    }

    /// The whole template.
    pub(super) fn template(&self) -> Span {
        let whole = self.templates.whole(&self.artwork.template);
        whole.unwrap_or_else(|| self.artwork.card.clone())
    }
}

/// The faces of a component as pixels.
pub(super) struct DrawnFaces<'a> {
    pub(super) game: &'a Game,
    pub(super) faces: &'a [DrawnFace<'a>],
}

/// What of a whole game was used, once everything was drawn.
pub(super) struct GameUse<'a> {
    pub(super) game: &'a Game,
    pub(super) files: &'a dyn Files,
    pub(super) templates: &'a Templates,
    /// The game file without the names of what is kept though unused.
    pub(super) game_file: String,
    pub(super) usage: Usage,
    /// The pictures that were drawn, by their paths in the project.
    pub(super) pictures: BTreeSet<String>,
    /// The icons of texts, by their names.
    pub(super) icons: BTreeSet<String>,
}

impl GameUse<'_> {
    /// Whether a word stands in a template, in the game file, in a table or in a rulebook.
    pub(super) fn is_mentioned(&self, word: &str) -> bool {
        let game = self.game;
        let in_templates = self.templates.sources().any(|(_, source)| source.text.contains(word));
        let mut books = game.rulebooks.iter().flat_map(|book| &book.files);
        let cards = game.components.iter().flat_map(|component| &component.cards);
        let mut cells = cards.flat_map(|card| card.values.values());
        in_templates
            || self.game_file.contains(word)
            || books.any(|(_, source)| source.text.contains(word))
            || cells.any(|value| value.as_str().is_some_and(|cell| cell.contains(word)))
    }
}

/// Something that nothing uses, and the names under which `[preflight]` may keep it.
pub(super) struct Unused {
    pub(super) names: Vec<String>,
    pub(super) fault: Diagnostic,
}

/// What is printed on which sheets, and by which printer.
pub(super) struct PrintedSheets<'a> {
    pub(super) game: &'a Game,
    pub(super) jobs: &'a [PrintJob],
    pub(super) printer: &'a Printer,
}
