//! What is known of a game besides its pictures.

use crate::game::{Component, Game, Kind};
use crate::units::{Form, Length, Size};

/// What is known of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The name of its folder.
    pub id: String,
    /// What it says on the box.
    pub title: String,
    /// The language it is shown in.
    pub language: String,
    /// All it exists in.
    pub languages: Vec<String>,
    /// In the order of the game.
    pub components: Vec<ComponentFacts>,
}

/// What is known of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentFacts {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: Kind,
    /// The columns of its cards.
    pub columns: Vec<String>,
    /// The finished size.
    pub trim: Size,
    /// What is drawn around it.
    pub bleed: Length,
    /// How far from the edge its words must stay.
    pub safe: Length,
    /// The radius of its corners.
    pub radius: Length,
    /// How many there are.
    pub copies: u32,
}

impl GameFacts {
    pub(super) fn of(game: &Game) -> Self {
        Self {
            id: game.id.clone(),
            title: game.title.clone(),
            language: game.lang.clone(),
            languages: game.languages.clone(),
            components: game.components.iter().map(ComponentFacts::of).collect(),
        }
    }
}

impl ComponentFacts {
    fn of(component: &Component) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for column in component.cards.iter().flat_map(|card| card.values.keys()) {
            if !columns.contains(column) {
                columns.push(column.clone());
            }
        }
        let radius = match component.form() {
            Form::Rounded(radius) => *radius,
            Form::Circle => component.size.width / 2,
            _ => Length::ZERO,
        };
        Self {
            id: component.id.clone(),
            kind: component.kind(),
            columns,
            trim: component.size,
            bleed: component.print.bleed,
            safe: component.print.safe,
            radius,
            copies: component.copies(),
        }
    }
}
