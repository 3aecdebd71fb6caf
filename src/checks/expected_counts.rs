//! The cards, copies, points or lines are as many as expected.

use super::check::{Check, Run};
use super::contract::{Contract, Expected, MAX_PLACES};
use crate::diag::{Code, Diagnostic, Spanned, codes};
use crate::game::{Claim, CountOf};

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
        for claim in &expected.expect.claims {
            let copies = || contract.copies(expected);
            let cards = || contract.printed(expected).count() as u32;
            let (wanted, one, many, found) = match claim {
                Claim::Copies(wanted) => (wanted, "copy", "copies", copies()),
                Claim::Cards(wanted) => (wanted, "card", "cards", cards()),
                Claim::Points(wanted) => (wanted, "point", "points", cards()),
                Claim::Lines(wanted) => (wanted, "line", "lines", cards()),
                _ => continue,
            };
            let noun = if wanted.value == 1 { one } else { many };
            faults.extend(differs(wanted, noun, found, contract, expected));
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
    let scope = contract.scope(expected);
    let message = format!("expected {} {noun} {scope}, found {found}", wanted.value);
    let mut fault = Diagnostic::error(Code::C001, message)
        .at(&wanted.span)
        .maybe_hint(expected.expect.that.as_deref());
    for card in contract.printed(expected).take(MAX_PLACES) {
        let copies = match (contract.of, card.copies) {
            (CountOf::Points | CountOf::Lines, _) => format!("`{}`", card.id),
            (CountOf::Cards, 1) => "1 copy".to_owned(),
            (CountOf::Cards, copies) => format!("{copies} copies"),
        };
        fault = fault.also(card.copies_span.as_ref().unwrap_or(&card.span), copies);
    }
    Some(fault)
}
