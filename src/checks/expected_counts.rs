//! The cards, copies, points or lines are as many as expected.

use super::check::{Check, Run};
use super::contract::{Contract, Expected, MAX_PLACES};
use crate::diag::{Code, Diagnostic, Spanned, codes};
use crate::game::Over;

codes! {
    /// wrong count
    ///
    /// The number in an `[[expect]]` differs from the cards, points or lines in the data.
    ///
    /// A kit with 27 monkeys instead of 28 cannot be played by its rules.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 28    # the table has 2
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2    # or correct the table
    /// ```
    C001;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for expected in &contract.expected {
        if let Some(copies) = &expected.expect.copies {
            let found = contract.printed(expected).map(|card| card.copies).sum();
            let noun = match (contract.over, copies.value) {
                (Over::Cards, 1) => "copy".to_owned(),
                (Over::Cards, _) => "copies".to_owned(),
                (over, 1) => over.word().to_owned(),
                (over, _) => format!("{}s", over.word()),
            };
            faults.extend(differs(copies, &noun, found, contract, expected));
        }
        if let Some(cards) = &expected.expect.cards {
            let found = contract.printed(expected).count() as u32;
            let noun = if cards.value == 1 { "card" } else { "cards" };
            faults.extend(differs(cards, noun, found, contract, expected));
        }
    }
    faults
}

fn differs(
    wanted: &Spanned<u32>,
    noun: &str,
    found: u32,
    contract: &Contract<'_>,
    expected: &Expected<'_>,
) -> Option<Diagnostic> {
    if found == wanted.value {
        return None;
    }
    let scope = match &expected.expect.condition {
        Some(condition) => format!("where {}", condition.text()),
        None => format!("in `{}`", contract.component.id),
    };
    let message = format!("expected {} {noun} {scope}, found {found}", wanted.value);
    let mut fault = Diagnostic::error(Code::C001, message)
        .at(&wanted.span)
        .maybe_hint(expected.expect.that.as_deref());
    for card in contract.printed(expected).take(MAX_PLACES) {
        let copies = match (contract.over, card.copies) {
            (Over::Points | Over::Lines, _) => format!("`{}`", card.id),
            (Over::Cards, 1) => "1 copy".to_owned(),
            (Over::Cards, copies) => format!("{copies} copies"),
        };
        fault = fault.also(card.copies_span.as_ref().unwrap_or(&card.span), copies);
    }
    Some(fault)
}
