//! A die.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::net::Edge;
use super::panel::Panel;
use crate::diag::{Code, Sink};
use crate::game::size::CardSize;
use crate::game::toml::{AboveZeroUpTo, Item, Kind, table};
use crate::units::{Length, Size, Turn};
use serde_json::{Value, json};

/// A die. Opposite numbers sum to seven, and 1, 2, 3 go counter-clockwise around their corner, as
/// on dice in the West.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube {
    /// The length of an edge.
    pub edge: Length,
}

/// Glue flaps this deep hold.
const GLUE: Length = Length::mm(8);

table! {
    /// The keys of a die.
    pub(crate) struct CubeKeys:
        "`[fold.ID]` with `net = \"cube\"`",
        "A die. Its panels are `1` to `6`; opposite ones add up to seven.";
    {
        size: Edges [required] "The edge.";
    }
}

/// The edge of a die: one length, or a size, which must have equal sides.
pub(crate) struct Edges;

impl Kind for Edges {
    type Value = Size;

    fn takes() -> String {
        format!("{}, or a size with equal sides", AboveZeroUpTo::<2000>::takes())
    }

    fn schema() -> Value {
        json!({ "anyOf": [AboveZeroUpTo::<2000>::schema(), CardSize::schema()] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Size> {
        if item.value.as_str().is_some_and(|text| Length::parse(text).is_ok()) {
            let edge = AboveZeroUpTo::<2000>::read(item, sink)?;
            return Some(Size::new(edge, edge));
        }
        CardSize::read(item, sink)
    }
}

impl Declared for Cube {
    const NAME: &'static str = "cube";
    type Keys = CubeKeys;

    fn resolve(keys: &CubeKeys, context: &Context<'_>, sink: &mut Sink) -> Option<Self> {
        let size = keys.size.value;
        if size.width != size.height {
            let id = &context.id.value;
            let message = format!("a cube has equal edges, but the size of `{id}` is {size}");
            sink.push(
                context
                    .error(Code::M061, message, &keys.size.span)
                    .hint("write one length, such as size = \"16mm\""),
            );
            return None;
        }
        Some(Self { edge: size.width })
    }
}

impl Body for Cube {
    fn panels(&self) -> Vec<Panel> {
        Panel::list(&["1", "2", "3", "4", "5", "6"].map(|name| (name, self.edge, self.edge)))
    }

    /// A cross of six squares:
    ///
    /// ```text
    ///     1
    ///   2 3 5 4
    ///     6
    /// ```
    fn draw(&self, net: &mut Builder<'_>) {
        let depth = (self.edge / 3).min(GLUE);
        let number = |number: usize| number - 1;
        let three = net.first(number(3), self.edge, self.edge, Turn::None);
        let two = net.hang(three, Edge::Left, number(2), Turn::None);
        let five = net.hang(three, Edge::Right, number(5), Turn::None);
        let four = net.hang(five, Edge::Right, number(4), Turn::None);
        net.hang(three, Edge::Top, number(1), Turn::None);
        net.hang(three, Edge::Bottom, number(6), Turn::None);
        for side in [two, five, four] {
            net.glue(side, Edge::Top, depth, Length::ZERO);
            net.glue(side, Edge::Bottom, depth, Length::ZERO);
        }
        net.glue(four, Edge::Right, depth, Length::ZERO);
    }
}
