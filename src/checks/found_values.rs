//! What was found for an expectation, whether it is kept or broken.

use std::collections::BTreeSet;

use indexmap::IndexMap;

use super::contract::{Contract, Expected, value_of};
use crate::game::{Claim, CountOf, Measure};

/// More values than these say less.
const MAX_VALUES: usize = 6;

/// What the kit has of what an expectation is about, in words: `28 copies`.
pub(super) fn found(contract: &Contract<'_>, expected: &Expected<'_>) -> String {
    let mut found: Vec<String> = Vec::new();
    for claim in &expected.expect.claims {
        let words = of_claim(contract, expected, claim);
        // Bounds and totals of one number say the same.
        if !found.contains(&words) {
            found.push(words);
        }
    }
    found.join(", ")
}

fn of_claim(contract: &Contract<'_>, expected: &Expected<'_>, claim: &Claim) -> String {
    let number = |number: u32, one: &str, more: &str| {
        if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
    };
    let of = contract.of;
    let several = |count: u32| number(count, of.word(), &format!("{}s", of.word()));
    let printed = || contract.printed(expected);
    match claim {
        Claim::Copies(_) | Claim::AtLeast(_) | Claim::AtMost(_) | Claim::SameAs(_) => {
            let copies = contract.copies(expected);
            if of == CountOf::Cards { number(copies, "copy", "copies") } else { several(copies) }
        }
        Claim::Cards(_) | Claim::Points(_) | Claim::Lines(_) => several(printed().count() as u32),
        Claim::Sum(measure) => {
            let (sum, _) = totals(contract, expected, &measure.value);
            format!("sum {}", shown(sum))
        }
        Claim::Average(measure) => match totals(contract, expected, &measure.value) {
            (_, 0.0) => "no numbers".to_owned(),
            (sum, copies) => format!("average {}", shown(sum / copies)),
        },
        Claim::Covers(covers) => {
            let range = covers.value.first..=covers.value.last;
            let column = &covers.value.column.value;
            let numbers: BTreeSet<i64> = printed()
                .filter_map(|card| value_of(card, column)?.parse().ok())
                .filter(|number| range.contains(number))
                .collect();
            let wanted = range.end().abs_diff(*range.start()).saturating_add(1);
            format!("{} of {wanted} numbers", numbers.len())
        }
        Claim::OneOf(one_of) => {
            let column = &one_of.value.column.value;
            let values: BTreeSet<String> =
                printed().map(|card| value_of(card, column).unwrap_or_default()).collect();
            listed(&values.into_iter().collect::<Vec<_>>())
        }
        Claim::Unique(column) => {
            let values: BTreeSet<String> =
                printed().filter_map(|card| value_of(card, &column.value)).collect();
            format!("{} different", values.len())
        }
        Claim::Equal(column) => spread(contract, expected, &column.value),
        Claim::Every(column) => {
            let values: BTreeSet<String> =
                printed().filter_map(|card| value_of(card, &column.value)).collect();
            number(values.len() as u32, "value", "values")
        }
    }
}

/// The sum of a column, each copy counted, and the copies with a number.
fn totals(contract: &Contract<'_>, expected: &Expected<'_>, measure: &Measure) -> (f64, f64) {
    let mut sum = 0.0;
    let mut copies = 0.0;
    for card in contract.printed(expected) {
        let cell = value_of(card, &measure.column.value);
        if let Some(number) = cell.and_then(|cell| cell.trim().parse::<f64>().ok()) {
            sum += number * f64::from(card.copies);
            copies += f64::from(card.copies);
        }
    }
    (sum, copies)
}

/// A number with at most two decimals.
fn shown(number: f64) -> String {
    let rounded = format!("{number:.2}");
    rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn listed(values: &[String]) -> String {
    let shown: Vec<&str> = values
        .iter()
        .take(MAX_VALUES)
        .map(|value| if value.is_empty() { "(empty)" } else { value })
        .collect();
    let more = values.len().saturating_sub(MAX_VALUES);
    match more {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// `6 of each`, or `from 4 to 6 of each`.
fn spread(contract: &Contract<'_>, expected: &Expected<'_>, column: &str) -> String {
    let mut copies: IndexMap<String, u32> = IndexMap::new();
    for card in contract.printed(expected) {
        if let Some(value) = value_of(card, column) {
            *copies.entry(value).or_default() += card.copies;
        }
    }
    match (copies.values().min(), copies.values().max()) {
        (Some(least), Some(most)) if least == most => format!("{least} of each"),
        (Some(least), Some(most)) => format!("from {least} to {most} of each"),
        _ => "no values".to_owned(),
    }
}
