//! What a template sees.

use tera::value::Map;
use tera::{Context, Value};

use super::board::board;
use super::values::{canvas, map, number};
use crate::game::nets::Panel;
use crate::game::{Card, Component, Game};
use crate::units::{Length, Size};

/// How much ink a face may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Ink {
    /// As designed
    #[default]
    Full,
    /// Without large coloured areas
    Low,
}

impl Ink {
    /// All amounts.
    pub const ALL: [Self; 2] = [Self::Full, Self::Low];

    /// The word templates see.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Low => "low",
        }
    }
}

/// What every template of a game sees, whatever it draws.
pub fn of_game(game: &Game, ink: Ink) -> Context {
    let mut context = Context::new();
    context.insert_value(
        "game",
        map([
            ("id", game.id.as_str().into()),
            ("title", game.title.as_str().into()),
            ("author", game.author.as_str().into()),
        ]),
    );
    context.insert_value("t", game.texts.clone());
    context.insert_value("data", game.data.clone());
    context.insert("lang", &game.lang);
    context.insert("ink", ink.word());
    context
}

/// What all faces of a component see; a card is added to a copy of it.
pub(super) fn of_component(game: &Game, component: &Component, ink: Ink) -> Context {
    let mut context = of_game(game, ink);
    context.insert_value("deck", deck(component));
    context.insert_value("safe", number(component.print.safe.to_mm()));
    add_size(&mut context, component.size, component.print.bleed);
    if let Some((name, value)) = board(component) {
        context.insert_value(name, value);
    }
    context
}

/// Adds the size of a face.
fn add_size(context: &mut Context, size: Size, bleed: Length) {
    for (name, length) in [("width", size.width), ("height", size.height), ("bleed", bleed)] {
        context.insert_value(name, number(length.to_mm()));
    }
    context.insert_value("canvas", canvas(size, bleed));
}

/// Adds what differs from panel to panel.
pub(super) fn add_panel(context: &mut Context, panel: &Panel, bleed: Length) {
    add_size(context, panel.size, bleed);
    context.insert_value(
        "panel",
        map([
            ("name", panel.name.into()),
            ("number", panel.number.into()),
            ("width", number(panel.size.width.to_mm())),
            ("height", number(panel.size.height.to_mm())),
        ]),
    );
}

/// Adds what differs from card to card.
pub(super) fn add_card(context: &mut Context, card: &Card) {
    context.insert_value("card", of_card(card));
}

fn deck(component: &Component) -> Value {
    map([
        ("id", component.id.as_str().into()),
        ("kind", component.kind().word().into()),
        ("copies", component.copies().into()),
        ("cards", component.cards.iter().map(of_card).collect::<Vec<_>>().into()),
    ])
}

/// A card as a map: its cells, its `id` and its `copies` as a number.
pub(super) fn of_card(card: &Card) -> Value {
    let mut values: Map =
        card.values.iter().map(|(name, value)| (name.clone().into(), value.clone())).collect();
    values.insert("id".into(), card.id.as_str().into());
    values.insert("copies".into(), card.copies.into());
    values.into()
}
