//! The expected parts add up to the expected total.

use super::check::{Check, Run};
use super::contract::{Contract, MAX_PLACES};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::CardId;

codes! {
    /// parts do not add up
    ///
    /// Expectations of one component cannot all be true: parts that share no card and leave none
    /// out have another sum than the total.
    ///
    /// The list of contents contradicts itself; somebody will count the box and complain.
    ///
    /// ```fails game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2
    ///
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act != 'monkey'"
    /// copies = 2
    ///
    /// [[expect]]
    /// in = "artists"
    /// copies = 5
    /// ```
    /// ```passes game.toml
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act == 'monkey'"
    /// copies = 2
    ///
    /// [[expect]]
    /// in = "artists"
    /// where = "card.act != 'monkey'"
    /// copies = 2
    ///
    /// [[expect]]
    /// in = "artists"
    /// copies = 4
    /// ```
    C005;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Contract(run) };

/// Only parts that share no card and leave none out have a sum that means something; they are
/// looked for in the order of the file.
fn run(contract: &Contract<'_>) -> Vec<Diagnostic> {
    if !contract.is_complete {
        return Vec::new();
    }
    let mut is_taken: Vec<bool> =
        contract.component.cards.iter().map(|card| card.copies == 0).collect();
    let mut parts = Vec::new();
    let mut sum = 0_u64;
    for part in contract.expected.iter().filter(|one| one.expect.condition.is_some()) {
        let Some(copies) = part.expect.total() else { continue };
        let is_printed = |card: &CardId| contract.component.cards[*card].copies > 0;
        let printed: Vec<CardId> = part.cards.iter().copied().filter(is_printed).collect();
        if printed.is_empty() || printed.iter().any(|&card| is_taken[card.index()]) {
            continue;
        }
        for card in printed {
            is_taken[card.index()] = true;
        }
        sum += u64::from(copies.value);
        parts.push(copies);
    }
    if is_taken.contains(&false) {
        return Vec::new();
    }
    let totals = contract.expected.iter().filter(|one| one.expect.condition.is_none());
    let totals = totals.filter_map(|one| one.expect.total());
    let wrong = totals.filter(|total| u64::from(total.value) != sum);
    let fault = |total: &crate::diag::Spanned<u32>| {
        let message =
            format!("the expected parts add up to {sum}, the expected total is {}", total.value);
        let fault = Diagnostic::warning(Code::C005, message).at(&total.span);
        let parts = parts.iter().take(MAX_PLACES);
        parts.fold(fault, |fault, part| fault.also(&part.span, "a part"))
    };
    wrong.map(fault).collect()
}
