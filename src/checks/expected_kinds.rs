//! Each kind of card is counted by some expectation, where that is expected.

use indexmap::IndexMap;

use super::check::{Check, Run};
use super::contract::{Contract, Expected, MAX_PLACES, value_of};
use crate::diag::{Code, Diagnostic, Spanned, codes};
use crate::game::{Card, CardId, Claim, CountOf};

codes! {
    /// kind of card that nothing counts
    ///
    /// An `[[expect]]` has `every = "column"`, and no other `[[expect]]` of the component, with
    /// `where` and `copies`, counts cards with a certain value of that column. Each value is
    /// reported once.
    ///
    /// A new kind of card would slip into the kit without a line in the list of contents.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// every = "act"    # and nothing counts monkeys
    ///
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act in ['tiger', 'clown']"
    /// copies = 2
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// every = "act"
    ///
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act in ['tiger', 'clown']"
    /// copies = 2
    ///
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2
    /// ```
    C003;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    if !contract.is_complete {
        return Vec::new();
    }
    let every = |expected| kinds_not_counted(contract, expected);
    contract.expected.iter().flat_map(every).collect()
}

fn kinds_not_counted(contract: &Contract<'_>, expected: &Expected<'_>) -> Vec<Diagnostic> {
    let every = expected.expect.claims.iter().find_map(|claim| {
        let Claim::Every(column) = claim else { return None };
        Some(column)
    });
    let Some(column) = every else { return Vec::new() };
    let is_counted = |card: CardId| {
        contract.expected.iter().any(|other| {
            !std::ptr::eq(other, expected)
                && other.expect.condition.is_some()
                && other.expect.total().is_some()
                && other.cards.contains(&card)
        })
    };
    let mut kinds: IndexMap<String, Vec<&Card>> = IndexMap::new();
    for &index in &expected.cards {
        let card = &contract.component.cards[index];
        if card.copies > 0 && !is_counted(index) {
            kinds.entry(value_of(card, &column.value).unwrap_or_default()).or_default().push(card);
        }
    }
    kinds.into_iter().map(|(kind, cards)| fault(contract.of, column, &kind, &cards)).collect()
}

fn fault(of: CountOf, column: &Spanned<String>, kind: &str, cards: &[&Card]) -> Diagnostic {
    let word = of.word();
    let plural = if cards.len() == 1 { "" } else { "s" };
    let kind = format!("{word}.{} == '{kind}'", column.value);
    let message = format!("no expectation counts the {} {word}{plural} where {kind}", cards.len());
    let mut fault = Diagnostic::error(Code::C003, message).at(&column.span);
    for card in cards.iter().take(MAX_PLACES) {
        fault = fault.also(&card.span, "not counted");
    }
    let copies: u32 = cards.iter().map(|card| card.copies).sum();
    let counts = match of {
        CountOf::Cards => "copies",
        CountOf::Points => "points",
        CountOf::Lines => "lines",
    };
    fault.hint(format!("add an [[expect]] with where = \"{kind}\" and {counts} = {copies}"))
}
