//! What a template sees.

use tera::value::Map;
use tera::{Context, Value};

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
    if let Some((name, value)) = super::board::board(component) {
        context.insert_value(name, value);
    }
    context
}

/// Adds the size of a face.
fn add_size(context: &mut Context, size: Size, bleed: Length) {
    let (width, height, bleed) = (size.width.to_mm(), size.height.to_mm(), bleed.to_mm());
    for (name, mm) in [("width", width), ("height", height), ("bleed", bleed)] {
        context.insert_value(name, number(mm));
    }
    let (w, h) = (number(width + 2.0 * bleed), number(height + 2.0 * bleed));
    let corner = number(-bleed);
    let canvas = format!(r#"width="{w}mm" height="{h}mm" viewBox="{corner} {corner} {w} {h}""#);
    context.insert_value("canvas", Value::safe_string(&canvas));
}

/// Adds what differs from panel to panel.
pub(super) fn add_panel(context: &mut Context, panel: &Panel, bleed: Length) {
    add_size(context, panel.size, bleed);
    let (width, height) = (number(panel.size.width.to_mm()), number(panel.size.height.to_mm()));
    context.insert_value(
        "panel",
        map([
            ("name", panel.name.into()),
            ("number", panel.number.into()),
            ("width", width),
            ("height", height),
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

pub(super) fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    entries.into_iter().map(|(name, value)| (name.into(), value)).collect::<Map>().into()
}

/// A length for a template: whole millimetres without `.0`, others rounded to a tenth of a micrometre.
pub(super) fn number(mm: f64) -> Value {
    let rounded = (mm * 1e4).round() / 1e4;
    if rounded.fract() == 0.0 { Value::from(rounded as i64) } else { Value::from(rounded) }
}
