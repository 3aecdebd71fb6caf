//! The values of a column differ from card to card, where that is expected.

use indexmap::IndexMap;

use super::check::{Check, Run};
use super::contract::{Contract, value_of};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::{Card, Claim};

codes! {
    /// not unique
    ///
    /// Two cards share the value of a column that an `[[expect]]` with `unique` names.
    ///
    /// Of two cards with the same number, the rules can only mean one.
    ///
    /// ```fails artists.csv
    /// id,name,number
    /// mira,Mira,7
    /// toto,Toto,7
    /// ```
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// unique = "number"
    /// ```
    /// ```passes artists.csv
    /// id,name,number
    /// mira,Mira,7
    /// toto,Toto,8
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// unique = "number"
    /// ```
    C004;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    let word = contract.of.word();
    let mut faults = Vec::new();
    for expected in &contract.expected {
        let unique = expected.expect.claims.iter().find_map(|claim| {
            let Claim::Unique(column) = claim else { return None };
            Some(column)
        });
        let Some(column) = unique else { continue };
        let mut seen: IndexMap<String, &Card> = IndexMap::new();
        for card in contract.printed(expected) {
            let Some(value) = value_of(card, &column.value) else { continue };
            if let Some(first) = seen.get(&value) {
                let message = format!(
                    "`{}` has `{value}` twice: on {word} `{}` and on {word} `{}`",
                    column.value, first.id, card.id
                );
                let fault = Diagnostic::error(Code::C004, message)
                    .at(&card.span)
                    .also(&first.span, "first used here")
                    .also(&column.span, "required to be unique here");
                let that = expected.expect.that.as_deref();
                faults.push(fault.card(card.id.as_str()).maybe_hint(that));
            } else {
                seen.insert(value, card);
            }
        }
    }
    faults
}
