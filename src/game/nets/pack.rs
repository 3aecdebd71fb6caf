//! The inside of what is made for a deck: its cards as they stand, their sleeves, and room around
//! them.

use super::context::{Context, Pile};
use super::solid::{Solid, SolidKeys};
use crate::diag::{Code, Sink, Span, Spanned, UnknownName};
use crate::game::size::CardSize;
use crate::game::toml::{Inline, LengthKind, LengthUpTo, Shown, table, text_kind};
use crate::units::{Length, Size};

/// A playing card is 0.013 in thick, as The Game Crafter counts for its boxes.
const CARD: Length = Length::emu(11_887);
/// Both layers of a usual sleeve of 60 µm.
const SLEEVE: Length = Length::um(120);
/// How much larger than a card its sleeve is, where its size is not given: 66.5 × 91.9 mm over a
/// card of 63.5 × 88.9 mm.
const SLEEVE_GROWTH: Length = Length::mm(3);
/// Room around a pack of cards, in each direction.
const CLEARANCE: Length = Length::mm(2);

text_kind! {
    /// The id of a deck.
    pub(crate) struct DeckId: "the ID of a deck";
}

table! {
    /// How large the inside is: that of a deck, or as stated.
    pub(crate) struct PackKeys:
        "The size of what is made for a deck",
        "Either `deck` or `inside`.";
    {
        deck: DeckId [optional "as large as `inside`"]
            "The deck it is for, which gives the size and the number of the cards.";
        thickness: LengthUpTo<20> [default CARD] "The thickness of one card of the deck.";
        sleeves: CardSize [optional no_sleeves()]
            "The outer size of the sleeves of the deck.";
        sleeve: LengthUpTo<20> [optional no_sleeve()]
            "How much thicker a sleeve makes a card: both of its layers together.";
        clearance: LengthUpTo<50> [default CLEARANCE]
            "Room around the deck, added to the width, the height and the depth.";
        inside: Inline<SolidKeys> [optional "as large as the deck needs"]
            "The inside. The height goes up from the bottom and the depth from the front to the \
             back.";
    }
}

fn no_sleeves() -> String {
    format!("no sleeves; with `sleeve`, {SLEEVE_GROWTH} larger than the cards")
}

fn no_sleeve() -> String {
    format!("`{}` with `sleeves`, else none", LengthKind::show(&SLEEVE))
}

impl PackKeys {
    /// The inside.
    pub(super) fn inside(&self, context: &Context<'_>, sink: &mut Sink) -> Option<Solid> {
        match (&self.deck, &self.inside) {
            (Some(deck), None) => self.around(find(deck, context, sink)?, context, sink),
            (None, Some(inside)) => {
                for (key, span) in self.of_cards() {
                    let message = format!("`{key}` does nothing beside `inside`");
                    sink.push(
                        context
                            .error(Code::M060, message, span)
                            .hint("write `deck` in place of `inside`, or leave it out"),
                    );
                }
                Some(inside.value.solid())
            }
            (Some(deck), Some(inside)) => {
                let message = format!("fold `{}` has both `deck` and `inside`", context.id.value);
                sink.push(
                    context
                        .error(Code::M060, message, &inside.span)
                        .also(&deck.span, "the deck")
                        .hint("only one of them can give its size"),
                );
                None
            }
            (None, None) => {
                let message = format!("fold `{}` has no `deck`", context.id.value);
                sink.push(
                    context.error(Code::S005, message, &context.id.span).hint(
                        "name the deck it is for, or write inside = { width, height, depth }",
                    ),
                );
                None
            }
        }
    }

    /// The keys that say something of the cards of a deck, where they are stated.
    fn of_cards(&self) -> impl Iterator<Item = (&'static str, &Span)> {
        let lengths = [
            ("thickness", &self.thickness),
            ("sleeve", &self.sleeve),
            ("clearance", &self.clearance),
        ];
        let sleeves = self.sleeves.as_ref().map(|size| ("sleeves", &size.span));
        lengths
            .into_iter()
            .filter_map(|(key, length)| Some((key, &length.as_ref()?.span)))
            .chain(sleeves)
    }

    /// The inside of a box for a deck.
    fn around(&self, deck: &Pile<'_>, context: &Context<'_>, sink: &mut Sink) -> Option<Solid> {
        let card = deck.card?;
        let is_sleeved = self.sleeve.is_some() || self.sleeves.is_some();
        let usual = |length| if is_sleeved { length } else { Length::ZERO };
        let sleeve = self.sleeve.as_ref().map_or_else(|| usual(SLEEVE), |stated| stated.value);
        let growth = usual(SLEEVE_GROWTH);
        let pack = match &self.sleeves {
            None => Size::new(card.width + growth, card.height + growth),
            Some(Spanned { value: outer, span }) => {
                if !card.fits_in(*outer) {
                    let message = format!("cards of {card} do not fit into sleeves of {outer}");
                    sink.push(
                        context
                            .error(Code::M061, message, span)
                            .also(&deck.id.span, "the deck")
                            .hint("`sleeves` is the outer size of the sleeves"),
                    );
                    return None;
                }
                *outer
            }
        };
        let clearance = self.clearance();
        Some(Solid {
            width: pack.width + clearance,
            height: pack.height + clearance,
            depth: (self.thickness() + sleeve) * i64::from(deck.copies) + clearance,
        })
    }
}

/// The deck with an id.
fn find<'a>(id: &Spanned<String>, context: &Context<'a>, sink: &mut Sink) -> Option<&'a Pile<'a>> {
    let found = context.decks.iter().find(|deck| deck.id.value == id.value);
    if found.is_none() {
        let known = context.decks.iter().map(|deck| deck.id.value.as_str());
        let none = "there is no deck in this game; write inside = { width, height, depth }";
        sink.push(
            UnknownName::new("deck", &id.value, known)
                .error(Code::M013)
                .at(&id.span)
                .maybe_hint(context.decks.is_empty().then_some(none)),
        );
    }
    found
}
