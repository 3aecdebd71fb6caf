//! The cards of a deck: their ids and copies.

use std::collections::HashMap;

use super::{Card, CardId, copies};
use crate::diag::{Code, Diagnostic, Sink, Span, escaped};
use crate::game::source::{CardSource, ComponentSource};

/// The cards of a deck, in its order.
pub(crate) fn of_deck(deck: &ComponentSource, sink: &mut Sink) -> Vec<Card> {
    let id = deck.id.value.as_str();
    if let (Some(file), Some(own)) = (&deck.cards_file, &deck.own_cards) {
        let kind = deck.kind.word();
        let message = format!(
            "{kind} `{id}` has its cards both in `{}` and in [[{kind}.{id}.card]]",
            file.value
        );
        sink.push(
            Diagnostic::error(Code::M010, message)
                .at(&file.span)
                .also(own, "and here")
                .component(id),
        );
    }
    let ids = ids(deck, sink);
    let counts: Vec<Option<u32>> = deck
        .cards
        .iter()
        .enumerate()
        .map(|(i, card)| copies::of_card(card, i + 1, id, sink))
        .collect();
    // With a broken cell the sum is unknown, and a fault about it would mislead.
    if counts.iter().all(Option::is_some) {
        copies::total(deck.kind.word(), &deck.id, counts.iter().copied().flatten(), sink);
    }
    let cards = deck.cards.iter().zip(ids).zip(counts);
    cards
        .map(|((card, id), copies)| Card {
            id,
            values: card
                .cells
                .iter()
                .map(|(column, cell)| (column.clone(), cell.value.clone()))
                .collect(),
            copies: copies.unwrap_or(0),
            span: card.span.clone(),
            copies_span: copies::cell(card)
                .map(|(_, cell)| cell.span.clone())
                .filter(|span| !span.range().is_empty()),
            has_back: false,
            left_out: false,
        })
        .collect()
}

/// Notes which cards have a back: all of them, or those that `back_where` names.
pub(crate) fn set_backs(
    component: &ComponentSource,
    has_back: bool,
    cards: &mut [Card],
    sink: &mut Sink,
) {
    let id = component.id.value.as_str();
    for card in &mut *cards {
        card.has_back = has_back;
    }
    let Some(condition) = &component.back_where else { return };
    if component.back.is_none() {
        let fault = Diagnostic::error(
            Code::M015,
            format!("`{id}` says which of its cards have a back, but has no back"),
        );
        sink.push(fault.at(&condition.span).component(id).hint("give it a `back`"));
        return;
    }
    match condition.value.select(cards) {
        Ok(chosen) => {
            for (index, card) in cards.iter_mut().enumerate() {
                card.has_back &= chosen.binary_search(&CardId::new(index)).is_ok();
            }
        }
        Err(faults) => sink.extend(faults.into_iter().map(|fault| fault.component(id))),
    }
}

/// One id for each card. Ids that designers wrote are taken as they are and must differ; those made of names get a number
/// where they would not. Letter case does not tell two ids apart, as it does not tell two files apart everywhere.
fn ids(deck: &ComponentSource, sink: &mut Sink) -> Vec<String> {
    let mut taken: HashMap<String, Span> = HashMap::new();
    let written: Vec<Option<String>> = deck.cards.iter().map(|card| text(card, "id")).collect();
    for (card, id) in deck.cards.iter().zip(&written) {
        let Some(id) = id else { continue };
        let span = card.cells.get("id").map_or(&card.span, |cell| &cell.span);
        if !is_safe(id) {
            let fault = Diagnostic::error(
                Code::M009,
                format!("`{}` cannot be the id of a card", escaped(id)),
            )
            .at(span)
            .component(deck.id.value.as_str());
            sink.push(fault.hint("use letters, digits, `-`, `_` and `.`, and no `.` at the start"));
        }
        match taken.get(&id.to_lowercase()) {
            Some(first) => sink.push(
                Diagnostic::error(
                    Code::M008,
                    format!(
                        "two cards of {} `{}` have the id `{}`",
                        deck.kind.word(),
                        deck.id.value,
                        escaped(id)
                    ),
                )
                .at(span)
                .also(first, "first used here")
                .component(deck.id.value.as_str()),
            ),
            None => {
                taken.insert(id.to_lowercase(), span.clone());
            }
        }
    }
    let made = deck.cards.iter().zip(written).enumerate().map(|(index, (card, id))| {
        id.unwrap_or_else(|| {
            let slug = text(card, "name").map(|name| slug(&name)).filter(|slug| !slug.is_empty());
            let base = slug.unwrap_or_else(|| format!("card-{}", index + 1));
            let mut id = base.clone();
            let mut number = 1;
            while taken.contains_key(&id) {
                number += 1;
                id = format!("{base}-{number}");
            }
            taken.insert(id.clone(), card.span.clone());
            id
        })
    });
    made.collect()
}

/// The cell as a text, if something stands in it.
fn text(card: &CardSource, column: &str) -> Option<String> {
    card.cells
        .get(column)
        .map(|cell| cell.value.to_string().trim().to_owned())
        .filter(|text| !text.is_empty())
}

fn is_safe(id: &str) -> bool {
    !id.starts_with('.') && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// A name as an id: letters and digits of any script in lower case, one `-` for everything between them.
fn slug(name: &str) -> String {
    let mut slug = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !matches!(c, '\'' | '’') && !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids_in_any_script() {
        for (name, id) in [
            ("Tiger A", "tiger-a"),
            ("Viola's  Trunk!", "violas-trunk"),
            ("Mühle", "mühle"),
            ("Медведь № 3", "медведь-3"),
            ("../../etc", "etc"),
            ("“!”", ""),
        ] {
            assert_eq!(slug(name), id);
        }
    }
}
