//! The copies are as many as another component or two bounds allow.

use super::check::{Check, Run};
use super::contract::{Contract, Expected};
use crate::diag::{Code, Diagnostic, Span, codes};
use crate::game::Claim;

codes! {
    /// too few or too many copies
    ///
    /// There are fewer copies than `at_least` of an `[[expect]]` says, more than `at_most`, or
    /// another number than `same_as` makes of the copies of another component.
    ///
    /// Parts that belong together would not go round.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "coins"
    /// same_as = { component = "artists", plus = 2 }    # 4 artists, 4 coins
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "coins"
    /// same_as = { component = "artists" }
    /// ```
    C008;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for expected in &contract.expected {
        let found = contract.copies(expected);
        for claim in &expected.expect.claims {
            let wrong = match claim {
                Claim::AtLeast(least) if found < least.value => {
                    Some((format!("at least {}", least.value), &least.span))
                }
                Claim::AtMost(most) if found > most.value => {
                    Some((format!("at most {}", most.value), &most.span))
                }
                Claim::SameAs(same) => {
                    let Some((id, copies)) = contract.copies_of(same.value.component) else {
                        continue;
                    };
                    let wanted = i64::from(copies) * i64::from(same.value.times) + same.value.plus;
                    (i64::from(found) != wanted)
                        .then(|| (format!("{wanted}, for {copies} in `{id}`,"), &same.span))
                }
                _ => None,
            };
            faults.extend(wrong.map(|(wanted, at)| fault(contract, expected, &wanted, found, at)));
        }
    }
    faults
}

fn fault(
    contract: &Contract<'_>,
    expected: &Expected<'_>,
    wanted: &str,
    found: u32,
    at: &Span,
) -> Diagnostic {
    let scope = contract.scope(expected);
    let message = format!("expected {wanted} copies {scope}, found {found}");
    Diagnostic::error(Code::C008, message).at(at).maybe_hint(expected.expect.that.as_deref())
}
