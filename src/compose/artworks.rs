//! The pictures of a game before they are drawn.

use std::ops::Index;
use std::sync::Arc;

use crate::diag::Span;
use crate::game::{CardId, ComponentId};
use crate::units::{Length, Size};

/// One of [`Artworks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArtworkId(usize);

/// One picture to be drawn: SVG text, and where it came from.
#[derive(Clone, Debug)]
pub struct Artwork {
    /// The component it belongs to.
    pub component: ComponentId,
    /// The first card that shows it, with `-back` or the name of a panel behind it.
    pub name: String,
    /// The path of its template under `templates/`.
    pub template: Arc<str>,
    /// The row of the first card that shows it.
    pub card: Span,
    /// The filled template.
    pub svg: Arc<str>,
    /// The finished size of what it shows.
    pub trim: Size,
    /// What is drawn around it.
    pub bleed: Length,
}

/// One of the faces of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardPart {
    /// The front.
    Front,
    /// The back.
    Back,
    /// A panel of a fold, by its place.
    Panel(usize),
}

/// The faces of one card that has copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The card.
    pub card: CardId,
    /// The front; of a fold its first panel.
    pub front: ArtworkId,
    /// All of them: the front and the back, or the panels in their order.
    pub parts: Vec<(CardPart, ArtworkId)>,
}

impl Faces {
    /// The back, if the card has one.
    pub fn back(&self) -> Option<ArtworkId> {
        self.parts.iter().find(|(part, _)| *part == CardPart::Back).map(|(_, back)| *back)
    }
}

/// All pictures of a game, each different one once.
#[derive(Debug, Default)]
pub struct Artworks {
    /// In the order in which they are first shown.
    all: Vec<Artwork>,
    /// For each component, the faces of each of its cards that has copies.
    cards: Vec<Vec<Faces>>,
}

impl Index<ArtworkId> for Artworks {
    type Output = Artwork;

    fn index(&self, id: ArtworkId) -> &Artwork {
        &self.all[id.0]
    }
}

impl Artworks {
    /// None yet.
    pub(super) fn new(components: usize) -> Self {
        Self { all: Vec::new(), cards: vec![Vec::new(); components] }
    }

    /// In the order in which they are first shown.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ArtworkId, &Artwork)> {
        self.all.iter().enumerate().map(|(index, artwork)| (ArtworkId(index), artwork))
    }

    /// The faces of each card of a component that has copies.
    pub fn of(&self, component: ComponentId) -> &[Faces] {
        &self.cards[component.index()]
    }

    pub(super) fn add(&mut self, artwork: Artwork) -> ArtworkId {
        self.all.push(artwork);
        ArtworkId(self.all.len() - 1)
    }

    pub(super) fn set_faces(&mut self, component: ComponentId, faces: Vec<Faces>) {
        self.cards[component.index()] = faces;
    }
}
