//! How often a card is printed.

use tera::Value;
use toml::de::DeValue;

use super::MAX_COPIES;
use super::toml::value::integer;
use super::toml::{Count, Item, Kind};
use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};
use crate::game::table::{Cell, Row};

/// More of one row are worth a look.
const MANY: u32 = 1_000;

/// The columns that say how often, the first found counting.
const COLUMNS: &[&str] = &["copies", "qty", "quantity", "count"];

/// How many there are. What is no number of copies is reported with the sum of all.
pub(crate) struct CopiesKey;

impl Kind for CopiesKey {
    type Value = i64;

    fn takes() -> String {
        Count::<1, MAX_COPIES>::takes()
    }

    fn schema() -> serde_json::Value {
        Count::<1, MAX_COPIES>::schema()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<i64> {
        let number = integer(item.value);
        if number.is_none() {
            let is_large = matches!(item.value, DeValue::Integer(_));
            item.wrong(if is_large { "a smaller number" } else { "a whole number" }, sink);
        }
        number
    }
}

/// The cell of a card that says how often, and its column.
pub(crate) fn cell(card: &Row) -> Option<(&'static str, &Cell)> {
    COLUMNS.iter().find_map(|column| Some((*column, card.cells.get(*column)?)))
}

/// The copies of a card. None after an error, which names row and column.
pub(crate) fn of_card(card: &Row, row: usize, component: &str, sink: &mut Sink) -> Option<u32> {
    let Some((column, cell)) = cell(card) else { return Some(1) };
    let written = cell.value.to_string();
    let fault = |fault: Diagnostic| fault.at(&cell.span).component(component);
    let count = count(&cell.value);
    match count {
        Some(copies) if copies > MANY => {
            sink.push(fault(Diagnostic::warning(
                Code::M006,
                format!("row {row} has {copies} copies in column `{column}`"),
            )));
        }
        Some(_) => {}
        None => {
            let message = format!(
                "row {row} has `{}` in column `{column}`, which is not a number of copies",
                escaped(&written)
            );
            sink.push(
                fault(Diagnostic::error(Code::M004, message))
                    .hint("write a whole number from 0 without separators; an empty cell means 1"),
            );
        }
    }
    count
}

/// The copies of a component without a table of cards.
pub(crate) fn of_sheet(
    copies: Option<&Spanned<i64>>,
    kind: &str,
    id: &str,
    sink: &mut Sink,
) -> Option<u32> {
    let Some(copies) = copies else { return Some(1) };
    if let Ok(count) = u32::try_from(copies.value) {
        if count > MANY {
            sink.push(
                Diagnostic::warning(Code::M006, format!("{kind} `{id}` has {count} copies"))
                    .at(&copies.span),
            );
        }
        return Some(count);
    }
    sink.push(
        Diagnostic::error(
            Code::M004,
            format!("{kind} `{id}` has {} copies, which is not a number of copies", copies.value),
        )
        .at(&copies.span),
    );
    None
}

/// Checks the sum of a component.
pub(crate) fn total(
    kind: &str,
    id: &Spanned<String>,
    copies: impl Iterator<Item = u32>,
    sink: &mut Sink,
) {
    let total: u64 = copies.map(u64::from).sum();
    let fault = if total == 0 {
        Diagnostic::error(Code::M007, format!("{kind} `{}` has nothing to print", id.value))
            .hint("give it at least one card with at least one copy")
    } else if total > u64::from(MAX_COPIES) {
        Diagnostic::error(
            Code::M005,
            format!("{kind} `{}` has {total} copies, more than {MAX_COPIES}", id.value),
        )
    } else {
        return;
    };
    sink.push(fault.at(&id.span).component(id.value.as_str()));
}

fn count(value: &Value) -> Option<u32> {
    if let Some(number) = value.as_i64() {
        return u32::try_from(number).ok();
    }
    let text = value.as_str()?.trim();
    if text.is_empty() {
        return Some(1);
    }
    // Spreadsheets write 2 as 2.0 in a column that has a decimal somewhere; 1.000 is a thousand to
    // half of Europe.
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !is_digits(whole) || !matches!(rest, "0" | "00") {
        return None;
    }
    whole.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_whole_numbers_as_spreadsheets_write_them() {
        for (text, copies) in [
            ("", Some(1)),
            (" ", Some(1)),
            ("1", Some(1)),
            ("  1 ", Some(1)),
            ("2.0", Some(2)),
            ("3", Some(3)),
            ("0", Some(0)),
            ("007", Some(7)),
            ("1001", Some(1001)),
            ("-1", None),
            ("−1", None),
            ("+1", None),
            ("1a", None),
            ("1,5", None),
            ("1.5", None),
            ("1.", None),
            ("1.000", None),
            ("1,000", None),
            ("1.000,0", None),
            ("99999999999", None),
            ("1e3", None),
        ] {
            assert_eq!(count(&Value::from(text)), copies, "{text:?}");
        }
        assert_eq!(count(&Value::from(2)), Some(2));
        assert_eq!(count(&Value::from(-2)), None);
        assert_eq!(count(&Value::from(1.5)), None);
        assert_eq!(count(&Value::from(true)), None);
    }
}
