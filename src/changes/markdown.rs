//! Differences in words: as Markdown for a pull request, as lines for a terminal, as JSON.

use serde_json::{Value, json};

use super::compare::{CardChange, CellChange, Comparison, PromiseChange, plain};
use super::state::CardState;

/// How many cards of a kind a comment names; a longer one is not read.
const MAX_ROWS: usize = 100;

/// What differs in a game, as Markdown.
pub fn markdown(game: &str, before: &str, now: &str, found: &Comparison) -> String {
    let title = format!("### `{game}` from `{before}` to `{now}`\n\n");
    if found.is_empty() {
        return format!("{title}Nothing differs.\n");
    }
    let mut text = format!("{title}{}.\n", words(found));
    let promises = found.promises.iter().map(|promise| {
        let mark = if promise.now == Some(false) { "❌" } else { "✅" };
        format!("- {mark} {}: {}\n", escaped(&promise.that), verdict(promise))
    });
    let promises: String = promises.collect();
    if !promises.is_empty() {
        text.push_str(&format!("\n{promises}"));
    }
    let changed = found.changed.iter().map(|card| {
        let CardChange { component, id, prints, cells, copies } = card;
        let copies = copies.map_or_else(String::new, |(before, now)| format!("{before} → {now}"));
        let cells: Vec<String> = cells.iter().map(cell).collect();
        [format!("{component}/{id}"), copies, prints.join(", "), cells.join("<br>")]
    });
    text.push_str(&table(
        ["changed", "copies", "printed otherwise", "cells"],
        &changed.collect::<Vec<_>>(),
    ));
    let whole = |card: &CardState| {
        let name = card.row.get("name").and_then(Value::as_str).unwrap_or_default();
        [format!("{}/{}", card.component, card.id), card.copies.to_string(), escaped(name)]
    };
    for (title, cards) in [("new", &found.added), ("gone", &found.removed)] {
        text.push_str(&table(
            [title, "copies", "name"],
            &cards.iter().map(whole).collect::<Vec<_>>(),
        ));
    }
    text
}

/// `3 cards changed (2 printed otherwise), 1 new, 1 gone, 1 promise with another verdict`.
pub fn words(found: &Comparison) -> String {
    let one_or_more = |number: usize, one: &str, more: &str| match number {
        1 => format!("1 {one}"),
        number => format!("{number} {more}"),
    };
    let mut parts = Vec::new();
    if !found.changed.is_empty() {
        let printed = found.changed.iter().filter(|card| !card.prints.is_empty()).count();
        let cards = one_or_more(found.changed.len(), "card", "cards");
        parts.push(format!("{cards} changed ({printed} printed otherwise)"));
    }
    for (cards, word) in [(&found.added, "new"), (&found.removed, "gone")] {
        if !cards.is_empty() {
            parts.push(format!("{} {word}", cards.len()));
        }
    }
    if !found.promises.is_empty() {
        let promises = one_or_more(found.promises.len(), "promise", "promises");
        parts.push(format!("{promises} with another verdict"));
    }
    parts.join(", ")
}

/// What became of a promise.
pub(super) fn verdict(promise: &PromiseChange) -> &'static str {
    match (promise.before, promise.now) {
        (Some(_), Some(true)) => "was broken, is kept",
        (Some(_), Some(false)) => "was kept, is broken",
        (None, Some(true)) => "new, kept",
        (None, Some(false)) => "new, broken",
        (_, None) => "no longer promised",
    }
}

/// The differences as JSON.
pub fn to_json(game: &str, before: &str, now: &str, found: &Comparison) -> Value {
    let changed = found.changed.iter().map(|card| {
        let cells = card
            .cells
            .iter()
            .map(|cell| json!({ "column": cell.column, "before": cell.before, "now": cell.now }));
        let copies = card.copies.map(|(before, now)| json!({ "before": before, "now": now }));
        json!({
            "component": card.component, "id": card.id, "prints": card.prints,
            "copies": copies, "cells": cells.collect::<Vec<_>>(),
        })
    });
    let promises = found.promises.iter().map(
        |promise| json!({ "promise": promise.that, "before": promise.before, "now": promise.now }),
    );
    json!({
        "game": game, "before": before, "now": now,
        "changed": changed.collect::<Vec<_>>(),
        "added": found.added.iter().map(CardState::to_json).collect::<Vec<_>>(),
        "removed": found.removed.iter().map(CardState::to_json).collect::<Vec<_>>(),
        "promises": promises.collect::<Vec<_>>(),
    })
}

fn table<const N: usize>(head: [&str; N], rows: &[[String; N]]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = format!("\n{}|{}\n", line(&head.map(str::to_owned)), "---|".repeat(N));
    text.extend(rows.iter().take(MAX_ROWS).map(|row| line(row)));
    if rows.len() > MAX_ROWS {
        text.push_str(&format!("\n… and {} more.\n", rows.len() - MAX_ROWS));
    }
    text
}

fn cell(cell: &CellChange) -> String {
    let shown = |value: &Option<Value>| value.as_ref().map_or_else(|| "–".to_owned(), quoted);
    format!("{}: {} → {}", escaped(&cell.column), shown(&cell.before), shown(&cell.now))
}

/// A value as code, whatever stands in it.
fn quoted(value: &Value) -> String {
    let text = plain(value).replace(['\n', '\r'], " ").replace('|', "\\|");
    let fence = if text.contains('`') { "``" } else { "`" };
    if text.is_empty() { "(empty)".to_owned() } else { format!("{fence} {text} {fence}") }
}

/// A text that means nothing to Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::super::state::tests::{card, state};
    use super::*;

    #[test]
    fn a_comment_names_what_differs() {
        let before = state(&[card("river", 2, "a"), card("mill", 1, "c")]);
        let mut renamed = card("river", 3, "A");
        renamed.row["name"] = json!("The | river");
        let found = compare(&before, &state(&[renamed, card("brook", 1, "d")]));
        let text = markdown("mini", "v1", "v2", &found);
        let wanted = "\
### `mini` from `v1` to `v2`

1 card changed (1 printed otherwise), 1 new, 1 gone.

| changed | copies | printed otherwise | cells |
|---|---|---|---|
| cards/river | 2 → 3 | front | name: ` river ` → ` The \\| river ` |

| new | copies | name |
|---|---|---|
| cards/brook | 1 | brook |

| gone | copies | name |
|---|---|---|
| cards/mill | 1 | mill |
";
        assert_eq!(text, wanted);
        let same = markdown("mini", "v1", "v2", &compare(&before, &before));
        assert!(same.ends_with("Nothing differs.\n"), "{same}");
    }
}
