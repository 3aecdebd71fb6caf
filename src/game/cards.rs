//! The cards of a component: where they are written, their ids, copies and backs.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::locate::TableName;
use super::shaping::ShapingKeys;
use super::table::{EncodingName, Row, Rows};
use super::toml::{Text, table};
use super::{Card, CardId, Condition, Kind, copies};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};

table! {
    /// The cards of a deck, of tokens or of a fold.
    pub(crate) struct CardsKeys:
        "`cards` and `card`",
        "The cards of a deck, of tokens or of a fold, in a table or in the game file.";
    {
        cards: TableName [optional "none"]
            "The table of the cards: a CSV file, an XLSX or ODS workbook, or JSON; the path starts \
             at this file's folder. See [tables](tables.md).";
        sheet: Text [optional "the only sheet that is shown and holds something"]
            "The sheet of a workbook; `\"circus.xlsx#artists\"` in `cards` says the same.";
        encoding: EncodingName [optional "UTF-8 or UTF-16; any other is guessed, with a warning"]
            "The character encoding in which a CSV table is saved, such as `\"windows-1252\"`.";
        card: Rows [optional "none"]
            "Cards written here instead of in a table, as `[[deck.ID.card]]`, with keys of your \
             own in place of columns. Not together with `cards`.";
        ..shaping: ShapingKeys;
    }
}

impl CardsKeys {
    /// Where the cards are written, if they are.
    pub(super) fn place(&self) -> Option<&Span> {
        self.cards.as_ref().map(|file| &file.span).or_else(|| self.own())
    }

    /// The first card in the game file.
    fn own(&self) -> Option<&Span> {
        self.card.as_ref()?.value.first().map(|card| &card.span)
    }
}

/// The cards of a table, in its order.
pub(super) fn of_table(
    kind: Kind,
    id: &Spanned<String>,
    keys: &CardsKeys,
    rows: &[Row],
    sink: &mut Sink,
) -> Vec<Card> {
    let word = kind.word();
    let name = id.value.as_str();
    if let (Some(file), Some(own)) = (&keys.cards, keys.own()) {
        let message = format!(
            "{word} `{name}` has its cards both in `{}` and in [[{word}.{name}.card]]",
            file.value
        );
        sink.push(
            Diagnostic::error(Code::M010, message)
                .at(&file.span)
                .also(own, "and here")
                .component(name),
        );
    }
    let ids = ids(kind, name, rows, sink);
    let counts: Vec<Option<u32>> =
        rows.iter().enumerate().map(|(i, row)| copies::of_card(row, i + 1, name, sink)).collect();
    // With a broken cell the sum is unknown, and a fault about it would mislead.
    if counts.iter().all(Option::is_some) {
        copies::total(kind.word(), id, counts.iter().copied().flatten(), sink);
    }
    let cards = rows.iter().zip(ids).zip(counts);
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
            left_out: 0,
        })
        .collect()
}

/// The one card of a component without a table.
pub(super) fn alone(
    kind: Kind,
    id: &Spanned<String>,
    copies: Option<&Spanned<i64>>,
    sink: &mut Sink,
) -> Card {
    let count = copies::of_sheet(copies, kind.word(), &id.value, sink);
    if count.is_some() {
        copies::total(kind.word(), id, count.into_iter(), sink);
    }
    Card {
        id: id.value.clone(),
        values: IndexMap::new(),
        copies: count.unwrap_or(0),
        span: id.span.clone(),
        copies_span: copies.map(|copies| copies.span.clone()),
        has_back: false,
        left_out: 0,
    }
}

/// Takes the back from the cards that a condition leaves without one.
pub(super) fn restrict_backs(
    id: &str,
    condition: &Spanned<Condition>,
    has_back: bool,
    cards: &mut [Card],
    sink: &mut Sink,
) {
    if !has_back {
        let message = format!("`{id}` says which of its cards have a back, but has no back");
        let fault = Diagnostic::error(Code::M015, message).at(&condition.span).component(id);
        return sink.push(fault.hint("give it a `back`"));
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

/// One id for each card. Ids that designers wrote are taken as they are and must differ; those made
/// of names get a number where they would not. Letter case does not tell two ids apart, as it does
/// not tell two files apart everywhere.
fn ids(kind: Kind, component: &str, rows: &[Row], sink: &mut Sink) -> Vec<String> {
    let mut taken: HashMap<String, Span> = HashMap::new();
    let written: Vec<Option<String>> = rows.iter().map(|card| text(card, "id")).collect();
    for (card, id) in rows.iter().zip(&written) {
        let Some(id) = id else { continue };
        let span = card.cells.get("id").map_or(&card.span, |cell| &cell.span);
        if !is_safe(id) {
            let fault = Diagnostic::error(
                Code::M009,
                format!("`{}` cannot be the id of a card", escaped(id)),
            )
            .at(span)
            .component(component);
            sink.push(fault.hint("use letters, digits, `-`, `_` and `.`, and no `.` at the start"));
        }
        match taken.get(&id.to_lowercase()) {
            Some(first) => sink.push(
                Diagnostic::error(
                    Code::M008,
                    format!(
                        "two cards of {} `{}` have the id `{}`",
                        kind.word(),
                        component,
                        escaped(id)
                    ),
                )
                .at(span)
                .also(first, "first used here")
                .component(component),
            ),
            None => {
                taken.insert(id.to_lowercase(), span.clone());
            }
        }
    }
    let made = rows.iter().zip(written).enumerate().map(|(index, (card, id))| {
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
fn text(card: &Row, column: &str) -> Option<String> {
    card.cells
        .get(column)
        .map(|cell| cell.value.to_string().trim().to_owned())
        .filter(|text| !text.is_empty())
}

fn is_safe(id: &str) -> bool {
    !id.starts_with('.') && id.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

/// A name as an id: letters and digits of any script in lower case, one `-` for everything between
/// them.
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
