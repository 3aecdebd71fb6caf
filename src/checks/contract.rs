//! The component contract: every `[[expect]]`, with the cards of its component, or the points and
//! lines of its board, that it looks at.

use std::borrow::Cow;

use indexmap::IndexMap;
use tera::Value;

use crate::diag::{Code, Diagnostic, Span, codes};
use crate::game::board::{BoardMap, CellMap, House};
use crate::game::{
    Card, CardId, Component, ComponentId, Dot, Expect, Geometry, Link, Over, unknown_column,
};

codes! {
    /// nothing counted
    ///
    /// An `[[expect]]` has none of `copies`, `cards`, `points`, `lines`, `unique` and `every`.
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
    /// Points and lines are counted as if each were a card with one copy.
    pub(super) component: Cow<'a, Component>,
    /// What is counted.
    pub(super) over: Over,
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
            for over in [Over::Cards, Over::Points, Over::Lines] {
                let expects: Vec<&Expect> = expects
                    .iter()
                    .filter(|expect| expect.component == id && expect.over == over)
                    .collect();
                if !expects.is_empty() {
                    contracts.push(Self::new(component, over, expects));
                }
            }
        }
        contracts
    }

    fn new(
        component: &'a Component,
        over: Over,
        expects: Vec<&'a Expect>,
    ) -> (Self, Vec<Diagnostic>) {
        let component = match over {
            Over::Cards => Cow::Borrowed(component),
            Over::Points | Over::Lines => {
                Cow::Owned(Component { cards: parts(component, over), ..component.clone() })
            }
        };
        let mut faults = Vec::new();
        let expected = expects
            .into_iter()
            .filter_map(|expect| Expected::new(expect, &component, &mut faults))
            .collect();
        (Self { component, over, expected, is_complete: faults.is_empty() }, faults)
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
        if expect.copies.is_none()
            && expect.cards.is_none()
            && expect.unique.is_none()
            && expect.every.is_none()
        {
            let message = format!("an expectation of `{}` counts nothing", component.id);
            faults.push(
                Diagnostic::error(Code::C006, message)
                    .at(&expect.span)
                    .hint("give it `copies`, `cards`, `points`, `lines`, `unique` or `every`"),
            );
        }
        let mut unreadable: Vec<Diagnostic> = expect
            .unique
            .iter()
            .chain(&expect.every)
            .filter_map(|c| unknown_column(&c.value, c, &component.cards, expect.over))
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
fn parts(component: &Component, over: Over) -> Vec<Card> {
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
                left_out: false,
            }
        };
    let none = IndexMap::new();
    match (geometry, BoardMap::new(geometry, component.size), over) {
        (Geometry::Field(field), _, Over::Points) => {
            let dot = |dot: &Dot| {
                let own = vec![
                    ("id", dot.id.as_str().into()),
                    ("kind", dot.kind.as_str().into()),
                    ("zone", dot.zone.as_str().into()),
                ];
                part(dot.id.clone(), own, &dot.values, &dot.span)
            };
            field.points.iter().map(dot).collect()
        }
        (Geometry::Field(field), _, Over::Lines) => {
            let line = |link: &Link| {
                let (from, to) =
                    (field.points[link.from].id.as_str(), field.points[link.to].id.as_str());
                part(
                    format!("{from}-{to}"),
                    vec![("from", from.into()), ("to", to.into())],
                    &link.values,
                    &link.span,
                )
            };
            field.lines.iter().map(line).collect()
        }
        (Geometry::Radial(radial), BoardMap::Radial(map), Over::Points) => {
            let house = |house: &House| {
                let own = vec![
                    ("number", house.number.into()),
                    ("spoke", house.spoke.into()),
                    ("ring", house.ring.into()),
                ];
                part(house.number.to_string(), own, &none, &radial.span)
            };
            map.houses.iter().map(house).collect()
        }
        (Geometry::Grid(grid), BoardMap::Grid(map), Over::Points) => {
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
        _ => Vec::new(),
    }
}

/// The value of a column, if something stands in it.
pub(super) fn value_of(card: &Card, column: &str) -> Option<String> {
    card.values.get(column).map(ToString::to_string).filter(|value| !value.is_empty())
}
