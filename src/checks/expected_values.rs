//! The values of a column are those that are expected: in a list, over a range, with a sum.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::check::{Check, Run};
use super::contract::{Contract, Expected, MAX_PLACES, value_of};
use crate::diag::{Code, Diagnostic, Spanned, codes, did_you_mean, escaped};
use crate::game::{Claim, Covers, Measure, OneOf};

codes! {
    /// value that is not expected
    ///
    /// A cell has none of the values that `one_of` of an `[[expect]]` lists.
    ///
    /// A slip such as `tigre` is a kind of its own, which no rule knows.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// one_of = { column = "act", values = ["tiger", "clown"] }    # Mira is a monkey
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// one_of = { column = "act", values = ["tiger", "clown", "monkey"] }
    /// ```
    C009;

    /// numbers missing or there twice
    ///
    /// A number of the range that `covers` of an `[[expect]]` states is on no card or on several,
    /// or a card has a number outside of it.
    ///
    /// A card that the rules call by its number is not in the kit.
    ///
    /// ```fails artists.csv
    /// id,name,act,number
    /// mira,Mira,monkey,1
    /// toto,Toto,tiger,3
    /// ```
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// covers = { column = "number", from = 1, to = 3 }
    /// ```
    /// ```passes artists.csv
    /// id,name,act,number
    /// mira,Mira,monkey,1
    /// toto,Toto,tiger,2
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// covers = { column = "number", from = 1, to = 2 }
    /// ```
    C010;

    /// wrong sum or average
    ///
    /// The numbers of a column do not add up to what `sum` of an `[[expect]]` states, or have
    /// another average; or a cell of it is no number.
    ///
    /// The balance of the game is not what its designer reckoned with.
    ///
    /// ```fails artists.csv
    /// id,name,act,cost
    /// mira,Mira,monkey,2
    /// toto,Toto,tiger,3
    /// ```
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// sum = { column = "cost", is = 6 }
    /// ```
    /// ```passes artists.csv
    /// id,name,act,cost
    /// mira,Mira,monkey,2
    /// toto,Toto,tiger,3
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// average = { column = "cost", at_least = 2, at_most = 3 }
    /// ```
    C011;

    /// groups of different size
    ///
    /// There are more copies with one value of a column than with another, where `equal` of an
    /// `[[expect]]` states that there are as many.
    ///
    /// One player would have a card more than the others.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// equal = "act"    # 2 monkeys, 1 tiger, 1 clown
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act != 'monkey'"
    /// equal = "act"
    /// ```
    C012;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for expected in &contract.expected {
        for claim in &expected.expect.claims {
            let found = match claim {
                Claim::OneOf(one_of) => others(contract, expected, &one_of.value),
                Claim::Covers(covers) => gaps(contract, expected, covers),
                Claim::Sum(sum) => measured(contract, expected, sum, "sum"),
                Claim::Average(average) => measured(contract, expected, average, "average"),
                Claim::Equal(column) => unequal(contract, expected, column).into_iter().collect(),
                _ => Vec::new(),
            };
            let that = expected.expect.that.as_deref();
            faults.extend(found.into_iter().map(|fault| fault.maybe_hint(that)));
        }
    }
    faults
}

/// Cells with another value than the listed ones.
fn others(contract: &Contract<'_>, expected: &Expected<'_>, one_of: &OneOf) -> Vec<Diagnostic> {
    let column = &one_of.column;
    let wrong = contract.printed(expected).filter_map(|card| {
        let value = value_of(card, &column.value).unwrap_or_default();
        (!one_of.values.contains(&value)).then_some((card, value))
    });
    let fault = |(card, value): (&crate::game::Card, String)| {
        let known = one_of.values.iter().map(String::as_str);
        let message = match value.as_str() {
            "" => format!("`{}` is empty, which is none of its values", column.value),
            other => format!("`{}` is none of the values of `{}`", escaped(other), column.value),
        };
        Diagnostic::error(Code::C009, message)
            .at(&card.span)
            .also(&column.span, "listed here")
            .card(card.id.as_str())
            .maybe_hint(did_you_mean(&value, known))
    };
    wrong.map(fault).collect()
}

/// Numbers of a range that are not there once.
fn gaps(
    contract: &Contract<'_>,
    expected: &Expected<'_>,
    covers: &Spanned<Covers>,
) -> Vec<Diagnostic> {
    let Covers { column, first, last } = &covers.value;
    let word = contract.of.word();
    let mut copies: BTreeMap<i64, u32> = BTreeMap::new();
    let mut faults = Vec::new();
    for card in contract.printed(expected) {
        let value = value_of(card, &column.value).unwrap_or_default();
        match value.parse::<i64>() {
            Ok(number) if (*first..=*last).contains(&number) => {
                *copies.entry(number).or_default() += card.copies;
            }
            _ => {
                let message = format!(
                    "`{}` of a {word} is `{}`, not a number from {first} to {last}",
                    column.value,
                    escaped(&value)
                );
                let fault = Diagnostic::error(Code::C010, message).at(&card.span);
                faults.push(fault.also(&covers.span, "expected here").card(card.id.as_str()));
            }
        }
    }
    let report = |what: &str, numbers: Vec<String>| {
        let message = format!("{what} {word} with the `{}` {}", column.value, numbers.join(", "));
        Diagnostic::error(Code::C010, message).at(&covers.span)
    };
    let missing = stretches(*first, *last, &copies);
    if !missing.is_empty() {
        faults.push(report("there is no", missing));
    }
    let several: Vec<String> = copies
        .iter()
        .filter(|(_, copies)| **copies > 1)
        .map(|(number, _)| number.to_string())
        .take(MAX_PLACES)
        .collect();
    if !several.is_empty() {
        faults.push(report("there is more than one", several));
    }
    faults
}

/// The numbers of a range that are not there: `3, 5–9`.
fn stretches(first: i64, last: i64, there: &BTreeMap<i64, u32>) -> Vec<String> {
    let mut missing = Vec::new();
    let mut next = Some(first);
    let numbers = there.keys().copied().map(Some).chain([None]);
    for number in numbers {
        let Some(from) = next else { break };
        let end = number.map_or(Some(last), |number| number.checked_sub(1));
        if let Some(to) = end.filter(|to| *to >= from) {
            missing.push(if from == to { from.to_string() } else { format!("{from}–{to}") });
        }
        next = number.and_then(|number| number.checked_add(1));
    }
    if missing.len() > MAX_PLACES {
        missing.truncate(MAX_PLACES);
        missing.push("…".to_owned());
    }
    missing
}

/// Sums of decimal fractions differ in their last digits by the order in which they are added.
const ROUNDING: f64 = 1e-9;

fn measured(
    contract: &Contract<'_>,
    expected: &Expected<'_>,
    measure: &Spanned<Measure>,
    what: &str,
) -> Vec<Diagnostic> {
    let Measure { column, least, most } = &measure.value;
    let mut sum = 0.0;
    let mut copies = 0.0;
    let mut faults = Vec::new();
    for card in contract.printed(expected) {
        let Some(value) = value_of(card, &column.value) else { continue };
        if let Some(number) = value.parse::<f64>().ok().filter(|number| number.is_finite()) {
            sum += number * f64::from(card.copies);
            copies += f64::from(card.copies);
            continue;
        }
        let message =
            format!("`{}` in column `{}` is no number to add", escaped(&value), column.value);
        let fault = Diagnostic::error(Code::C011, message).at(&card.span);
        faults.push(fault.also(&measure.span, "expected here").card(card.id.as_str()));
    }
    if !faults.is_empty() {
        return faults;
    }
    let found = match what {
        "sum" => sum,
        _ if copies > 0.0 => sum / copies,
        _ => 0.0,
    };
    let is_low = least.is_some_and(|least| found < least - ROUNDING);
    let is_high = most.is_some_and(|most| found > most + ROUNDING);
    if !is_low && !is_high {
        return faults;
    }
    let wanted = match (least, most) {
        (Some(least), Some(most)) if most - least < ROUNDING => least.to_string(),
        (Some(least), Some(most)) => format!("{least} to {most}"),
        (Some(least), None) => format!("at least {least}"),
        (None, Some(most)) => format!("at most {most}"),
        (None, None) => return faults,
    };
    let found = (found * 1e6).round() / 1e6;
    let scope = contract.scope(expected);
    let message =
        format!("expected {wanted} as {what} of `{}` {scope}, found {found}", column.value);
    vec![Diagnostic::error(Code::C011, message).at(&measure.span)]
}

fn unequal(
    contract: &Contract<'_>,
    expected: &Expected<'_>,
    column: &Spanned<String>,
) -> Option<Diagnostic> {
    let mut groups: IndexMap<String, u32> = IndexMap::new();
    for card in contract.printed(expected) {
        if let Some(value) = value_of(card, &column.value) {
            *groups.entry(value).or_default() += card.copies;
        }
    }
    let (fewest_of, fewest) = groups.iter().min_by_key(|(_, copies)| **copies)?;
    let (most_of, most) = groups.iter().max_by_key(|(_, copies)| **copies)?;
    let message = format!(
        "expected as many copies of each `{}`, found {fewest} of `{}` and {most} of `{}`",
        column.value,
        escaped(fewest_of),
        escaped(most_of)
    );
    (fewest != most).then(|| Diagnostic::error(Code::C012, message).at(&column.span))
}
