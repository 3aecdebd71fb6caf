//! What differs between two states of a game.

use std::collections::BTreeMap;

use serde_json::Value;

use super::state::{CardState, State};

/// The differences between two states.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Cards of the later state alone.
    pub added: Vec<CardState>,
    /// Cards of the earlier state alone.
    pub removed: Vec<CardState>,
    /// Cards that differ.
    pub changed: Vec<CardChange>,
    /// Promises that are new, gone, or have another verdict.
    pub promises: Vec<PromiseChange>,
}

/// A side or panel of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PrintName {
    /// The component.
    pub component: String,
    /// The id of the card.
    pub card: String,
    /// `front`, `back` or the name of a panel.
    pub side: String,
}

/// PNG pictures of prints.
pub type Pictures = BTreeMap<PrintName, Vec<u8>>;

/// A card that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct CardChange {
    /// The component.
    pub component: String,
    /// Its id.
    pub id: String,
    /// The sides or panels that are printed otherwise.
    pub prints: Vec<String>,
    /// The cells that differ.
    pub cells: Vec<CellChange>,
    /// The copies before and now, if they differ.
    pub copies: Option<(u32, u32)>,
}

/// A cell that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct CellChange {
    /// The column.
    pub column: String,
    /// What it held; none if there was no such column.
    pub before: Option<Value>,
    /// What it holds; none if there is no such column.
    pub now: Option<Value>,
}

impl CellChange {
    /// Whether it is the cell that says how many copies there are, which are compared as such.
    fn is_number_of(&self, copies: Option<(u32, u32)>) -> bool {
        let says = |cell: &Option<Value>, copies: u32| {
            cell.as_ref().is_some_and(|cell| plain(cell).trim() == copies.to_string())
        };
        copies.is_some_and(|(before, now)| says(&self.before, before) && says(&self.now, now))
    }
}

/// A value as it stands in its cell.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A promise whose verdict differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromiseChange {
    /// What is promised.
    pub that: String,
    /// Whether it was kept; none if it was not made.
    pub before: Option<bool>,
    /// Whether it is kept; none if it is not made.
    pub now: Option<bool>,
}

impl Comparison {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.promises.is_empty()
    }

    /// The prints that look different in the two states, in the order of the cards.
    pub fn prints(&self) -> Vec<PrintName> {
        let changed = self.changed.iter().flat_map(|card| {
            card.prints.iter().map(|side| PrintName {
                component: card.component.clone(),
                card: card.id.clone(),
                side: side.clone(),
            })
        });
        let whole = self.added.iter().chain(&self.removed).flat_map(|card| {
            card.prints.keys().map(|side| PrintName {
                component: card.component.clone(),
                card: card.id.clone(),
                side: side.clone(),
            })
        });
        let mut prints: Vec<PrintName> = changed.chain(whole).collect();
        // The front first, as one looks at a card.
        for of_card in
            prints.chunk_by_mut(|a, b| (&a.component, &a.card) == (&b.component, &b.card))
        {
            of_card.sort_by_key(|print| print.side == "back");
        }
        prints
    }
}

/// The differences of two states of a game.
pub fn compare(before: &State, now: &State) -> Comparison {
    let is_in = |state: &State, card: &CardState| state.cards.iter().any(|c| c.is_same_card(card));
    let changed = now.cards.iter().filter_map(|card| {
        let earlier = before.cards.iter().find(|known| known.is_same_card(card))?;
        CardChange::of(earlier, card)
    });
    Comparison {
        added: now.cards.iter().filter(|card| !is_in(before, card)).cloned().collect(),
        removed: before.cards.iter().filter(|card| !is_in(now, card)).cloned().collect(),
        changed: changed.collect(),
        promises: promises(before, now),
    }
}

impl CardChange {
    fn of(before: &CardState, now: &CardState) -> Option<Self> {
        let copies = (before.copies != now.copies).then_some((before.copies, now.copies));
        let cells = keys(before.row.keys(), now.row.keys()).into_iter().map(|column| CellChange {
            before: before.row.get(&column).cloned(),
            now: now.row.get(&column).cloned(),
            column,
        });
        let change = Self {
            component: now.component.clone(),
            id: now.id.clone(),
            prints: keys(before.prints.keys(), now.prints.keys())
                .into_iter()
                .filter(|side| before.prints.get(side) != now.prints.get(side))
                .collect(),
            cells: cells
                .filter(|cell| cell.before != cell.now && !cell.is_number_of(copies))
                .collect(),
            copies,
        };
        let differs =
            !change.prints.is_empty() || !change.cells.is_empty() || change.copies.is_some();
        differs.then_some(change)
    }
}

/// All keys of two maps, those of the later one first.
fn keys<'k>(
    before: impl Iterator<Item = &'k String>,
    now: impl Iterator<Item = &'k String>,
) -> Vec<String> {
    let mut keys: Vec<String> = now.cloned().collect();
    for key in before {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    keys
}

fn promises(before: &State, now: &State) -> Vec<PromiseChange> {
    let verdict = |state: &State, that: &str| {
        let found = state.promises.iter().find(|promise| promise.that == that);
        found.map(|promise| promise.is_kept)
    };
    let all = now.promises.iter().chain(&before.promises);
    let mut changes: Vec<PromiseChange> = Vec::new();
    for that in all.map(|promise| &promise.that) {
        let change = PromiseChange {
            that: that.clone(),
            before: verdict(before, that),
            now: verdict(now, that),
        };
        if change.before != change.now && !changes.contains(&change) {
            changes.push(change);
        }
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::super::state::PromiseState;
    use super::super::state::tests::{card, state};
    use super::*;
    use serde_json::json;

    #[test]
    fn cards_are_added_removed_and_changed() {
        let before = state(&[card("river", 2, "a"), card("hill", 1, "b"), card("mill", 1, "c")]);
        let mut renamed = card("hill", 1, "B");
        renamed.row["name"] = json!("The hill");
        let now = state(&[card("river", 3, "a"), renamed, card("brook", 1, "d")]);
        let found = compare(&before, &now);
        assert_eq!(found.added, [card("brook", 1, "d")]);
        assert_eq!(found.removed, [card("mill", 1, "c")]);
        let [river, hill] = found.changed.as_slice() else { panic!("{found:?}") };
        assert_eq!((river.id.as_str(), river.copies), ("river", Some((2, 3))));
        assert!(river.prints.is_empty() && river.cells.is_empty());
        assert_eq!((hill.id.as_str(), hill.prints.as_slice()), ("hill", &["front".to_owned()][..]));
        let cell = CellChange {
            column: "name".to_owned(),
            before: Some(json!("hill")),
            now: Some(json!("The hill")),
        };
        assert_eq!(hill.cells, [cell]);
        assert!(compare(&before, &before).is_empty());
    }

    #[test]
    fn promises_change_their_verdict_come_and_go() {
        let promise = |that: &str, is_kept| PromiseState { that: that.to_owned(), is_kept };
        let with = |promises| State { promises, ..state(&[]) };
        let before = with(vec![promise("a", true), promise("b", true), promise("c", true)]);
        let now = with(vec![promise("a", false), promise("b", true), promise("d", true)]);
        let found: Vec<_> = compare(&before, &now)
            .promises
            .into_iter()
            .map(|p| (p.that, p.before, p.now))
            .collect();
        let wanted = [
            ("a".to_owned(), Some(true), Some(false)),
            ("d".to_owned(), None, Some(true)),
            ("c".to_owned(), Some(true), None),
        ];
        assert_eq!(found, wanted);
    }
}
