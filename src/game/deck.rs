//! `[deck.ID]`: cards of one size.

use super::cards::CardsKeys;
use super::flat::FlatKeys;
use super::rounded::rounded;
use super::share::ShareKey;
use super::toml::{LengthUpTo, table};
use crate::diag::{Sink, Spanned};
use crate::units::{Form, Length};

table! {
    /// The keys of a deck.
    pub(crate) struct DeckKeys:
        "`[deck.ID]`",
        "Cards of one size. A card has the columns of its table, and each column is `card.COLUMN` \
         in the template. Three columns have a meaning: `copies` (or `qty`, `quantity`, `count`) \
         is how often the card is printed, empty meaning once and 0 not at all; `id` names the \
         card in messages; `name` is used where there is no `id`.";
    {
        share: ShareKey [optional "sheets of its own"]
            "Components with the same letter share sheets, in a file `shared-a.pdf`. They are \
             placed in the order of this file, each with its full bleed, and adding one at the end \
             moves none of the others. Their paper and margins must be the same.";
        radius: LengthUpTo<1000> [optional "square corners"]
            "Of the corners, at most half of the shorter side. The guides of a proof and the cut \
             files follow round corners; crop marks and pictures stay straight.";
        ..cards: CardsKeys;
        ..flat: FlatKeys;
    }
}

impl DeckKeys {
    /// What its cards are cut to.
    pub(super) fn form(&self, id: &Spanned<String>, sink: &mut Sink) -> Option<Form> {
        match &self.radius {
            Some(radius) if radius.value > Length::ZERO => {
                rounded(radius, self.flat.size.value, &id.value, sink)
            }
            Some(_) | None => Some(Form::Rectangle),
        }
    }
}
