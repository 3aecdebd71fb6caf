//! A band of paper around a deck.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::net::Edge;
use super::pack::PackKeys;
use super::panel::{BACK, FRONT, LEFT, Panel, RIGHT};
use super::solid::Solid;
use crate::diag::{Code, Sink};
use crate::game::toml::{AboveZeroUpTo, table};
use crate::units::{Length, Turn};

/// A band of paper around a deck, open at the top and the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its inside; the height is its own, not that of the deck.
    pub inside: Solid,
}

/// Depth of the glue tab, which lies flat behind the back and does not catch cards.
const GLUE: Length = Length::mm(15);

table! {
    /// The keys of a band.
    pub(crate) struct BandKeys:
        "`[fold.ID]` with `net = \"band\"`",
        "A band of paper around a deck. Its panels are `front`, `back`, `left` and `right`. Either \
         `deck` or `inside` gives the size of what it goes around.";
    {
        height: AboveZeroUpTo<2000> [required]
            "The height of the band, at most that of the deck with its clearance.";
        ..pack: PackKeys;
    }
}

impl Declared for Band {
    const NAME: &'static str = "band";
    type Keys = BandKeys;

    fn resolve(keys: &BandKeys, context: &Context<'_>, sink: &mut Sink) -> Option<Self> {
        let deck = keys.pack.inside(context, sink)?;
        let height = keys.height.value;
        if height > deck.height {
            let message = format!("a band of {height} is higher than its deck of {}", deck.height);
            sink.push(context.error(Code::M061, message, &keys.height.span));
            return None;
        }
        Some(Self { inside: Solid { height, ..deck } })
    }
}

impl Body for Band {
    fn panels(&self) -> Vec<Panel> {
        let Solid { width, height, depth } = self.inside;
        Panel::list(&[
            ("front", width, height),
            ("back", width, height),
            ("left", depth, height),
            ("right", depth, height),
        ])
    }

    /// ```text
    /// back left front right glue
    /// ```
    fn draw(&self, net: &mut Builder<'_>) {
        let back = net.first(BACK, Length::ZERO, Length::ZERO, Turn::None);
        let left = net.hang(back, Edge::Right, LEFT, Turn::None);
        let front = net.hang(left, Edge::Right, FRONT, Turn::None);
        let right = net.hang(front, Edge::Right, RIGHT, Turn::None);
        net.glue(right, Edge::Right, GLUE.min(self.inside.width / 2), Length::ZERO);
    }
}
