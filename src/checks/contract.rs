//! The component contract: every `[[expect]]`, with the cards of its component, or the points and
//! lines of its board, that it looks at.

use std::borrow::Cow;

use indexmap::IndexMap;
use tera::Value;

use crate::diag::{Code, Diagnostic, Span, codes};
use crate::game::board::{CellMap, Edge, Point, Space};
use crate::game::{
    Card, CardId, Claim, Component, ComponentId, CountOf, Expect, Geometry, unknown_column,
};

codes! {
    /// nothing counted
    ///
    /// An `[[expect]]` has no key that states something, such as `copies`, `sum` or `unique`.
    ///
    /// A check that checks nothing looks like one that passed.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// copies = 4
    /// ```
    C006;
}

/// More places than these would hide the message.
pub(super) const MAX_PLACES: usize = 8;

/// What is expected of the cards of a component, of its points or of its lines.
pub(super) struct Contract<'a> {
    /// All components, for numbers that depend on each other.
    kit: &'a [Component],
    /// Points and lines are counted as if each were a card with one copy.
    pub(super) component: Cow<'a, Component>,
    /// What is counted.
    pub(super) of: CountOf,
    /// The expectations that can be read, in the order of the file.
    pub(super) expected: Vec<Expected<'a>>,
    /// Whether that is all of them. While one cannot be read, comparing the others with each other
    /// proves nothing.
    pub(super) is_complete: bool,
}

/// An expectation and the cards it looks at.
pub(super) struct Expected<'a> {
    pub(super) expect: &'a Expect,
    pub(super) cards: Vec<CardId>,
}

impl<'a> Contract<'a> {
    /// The contracts of some components, each with the faults of expectations that cannot be read.
    pub(super) fn all(
        components: &'a [Component],
        expects: &'a [Expect],
    ) -> Vec<(Self, Vec<Diagnostic>)> {
        let mut contracts = Vec::new();
        for (index, component) in components.iter().enumerate() {
            let id = ComponentId::new(index);
            for of in [CountOf::Cards, CountOf::Points, CountOf::Lines] {
                let expects: Vec<&Expect> = expects
                    .iter()
                    .filter(|expect| expect.component == id && expect.of == of)
                    .collect();
                if !expects.is_empty() {
                    contracts.push(Self::new(components, component, of, expects));
                }
            }
        }
        contracts
    }

    fn new(
        kit: &'a [Component],
        component: &'a Component,
        of: CountOf,
        expects: Vec<&'a Expect>,
    ) -> (Self, Vec<Diagnostic>) {
        let component = match of {
            CountOf::Cards => Cow::Borrowed(component),
            CountOf::Points | CountOf::Lines => {
                Cow::Owned(Component { cards: parts(component, of), ..component.clone() })
            }
        };
        let mut faults = Vec::new();
        let expected = expects
            .into_iter()
            .filter_map(|expect| Expected::new(expect, &component, &mut faults))
            .collect();
        (Self { kit, component, of, expected, is_complete: faults.is_empty() }, faults)
    }

    /// Which cards an expectation is about: `where …`, or ``in `artists` ``.
    pub(super) fn scope(&self, expected: &Expected<'_>) -> String {
        match &expected.expect.condition {
            Some(condition) => format!("where {}", condition.text()),
            None => format!("in `{}`", self.component.id),
        }
    }

    /// How many copies another component has.
    pub(super) fn copies_of(&self, other: ComponentId) -> Option<(&'a str, u32)> {
        self.kit.get(other.index()).map(|other| (other.id.as_str(), other.copies()))
    }

    /// How many copies an expectation looks at.
    pub(super) fn copies(&self, expected: &Expected<'_>) -> u32 {
        self.printed(expected).map(|card| card.copies).sum()
    }

    /// The cards of an expectation that are printed at all.
    pub(super) fn printed(&self, expected: &Expected<'_>) -> impl Iterator<Item = &Card> {
        let cards = expected.cards.iter().map(|&card| &self.component.cards[card]);
        cards.filter(|card| card.copies > 0)
    }
}

impl<'a> Expected<'a> {
    /// Finds the cards that an expectation looks at, or nothing after a fault.
    fn new(
        expect: &'a Expect,
        component: &Component,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        if expect.claims.is_empty() {
            let message = format!("an expectation of `{}` counts nothing", component.id);
            faults.push(Diagnostic::error(Code::C006, message).at(&expect.span).hint(
                "give it `copies`, `cards`, `sum`, `unique` or another key that states something",
            ));
        }
        let mut unreadable: Vec<Diagnostic> = expect
            .claims
            .iter()
            .filter_map(Claim::column)
            .filter_map(|c| unknown_column(&c.value, c, &component.cards, expect.of))
            .collect();
        let mut cards = component.cards_with_ids().map(|(id, _)| id).collect();
        if let Some(condition) = &expect.condition {
            match condition.select(&component.cards) {
                Ok(selected) => cards = selected,
                Err(broken) => unreadable.extend(broken),
            }
        }
        let is_sound = unreadable.is_empty();
        faults.extend(unreadable);
        is_sound.then_some(Self { expect, cards })
    }
}

/// The points or lines of a board, with their columns as templates see them.
fn parts(component: &Component, of: CountOf) -> Vec<Card> {
    let Some(geometry) = component.geometry() else { return Vec::new() };
    let part =
        |id: String, own: Vec<(&str, Value)>, values: &IndexMap<String, Value>, span: &Span| {
            let values = own
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .chain(values.iter().map(|(n, v)| (n.clone(), v.clone())));
            Card {
                id,
                values: values.collect(),
                copies: 1,
                span: span.clone(),
                copies_span: None,
                has_back: false,
                left_out: 0,
            }
        };
    let none = IndexMap::new();
    match (geometry, of) {
        (_, CountOf::Cards) | (Geometry::Radial(..) | Geometry::Grid(..), CountOf::Lines) => {
            Vec::new()
        }
        (Geometry::Field(field, _), CountOf::Points) => {
            let point = |point: &Point| {
                let own = vec![
                    ("id", point.id.as_str().into()),
                    ("kind", point.kind.as_str().into()),
                    ("zone", point.zone.as_str().into()),
                ];
                part(point.id.clone(), own, &point.values, &point.span)
            };
            field.points.iter().map(point).collect()
        }
        (Geometry::Field(field, _), CountOf::Lines) => {
            let line = |edge: &Edge| {
                let from = field.points[edge.from].id.as_str();
                let to = field.points[edge.to].id.as_str();
                let own = vec![("from", from.into()), ("to", to.into())];
                part(format!("{from}-{to}"), own, &edge.values, &edge.span)
            };
            field.edges.iter().map(line).collect()
        }
        (Geometry::Radial(radial, map), CountOf::Points) => {
            let space = |space: &Space| {
                let own = vec![
                    ("number", space.number.into()),
                    ("spoke", space.spoke.into()),
                    ("ring", space.ring.into()),
                ];
                part(space.number.to_string(), own, &none, &radial.span)
            };
            map.spaces.iter().map(space).collect()
        }
        (Geometry::Grid(grid, map), CountOf::Points) => {
            let cell = |cell: &CellMap| {
                let own = vec![
                    ("number", cell.number.into()),
                    ("column", cell.column.into()),
                    ("row", cell.row.into()),
                ];
                part(cell.number.to_string(), own, &none, &grid.span)
            };
            map.cells.iter().map(cell).collect()
        }
    }
}

/// The value of a column, if something stands in it.
pub(super) fn value_of(card: &Card, column: &str) -> Option<String> {
    card.values.get(column).map(ToString::to_string).filter(|value| !value.is_empty())
}
