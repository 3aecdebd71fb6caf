//! What must be true of a resolved game and its sheets: a file for each check.
//!
//! In: a game and which of its components are printed; later also its print jobs. Out: diagnostics.
//! Nothing is changed here.
//!
//! A check is a file: the page of its code with an example that fails and one that passes, one pure
//! function, and a `CHECK` that says what the function looks at. A line in `CHECKS` does the
//! rest: the check is made, `pnp explain` and `docs/checks.md` have its page, and its examples are
//! tested.
//!
//! Faults that are found while values are read have their pages in `codes.rs` of the folder that
//! reads; `codes` collects them all.

mod board;
mod check;
mod codes;
mod contract;
mod crossing_lines;
mod expected_counts;
mod expected_kinds;
mod expected_total;
mod gutters;
mod house_size;
mod line_through_symbol;
mod margins;
mod multiples;
mod overlapping_symbols;
mod printer_edges;
mod safe_area;
mod same_name;
#[cfg(test)]
mod tests;
mod unique_values;
mod unreachable_points;
mod variants;

use crate::diag::{Diagnostic, Sink};
use crate::game::{Component, ComponentId, Expect, Game, Printer};
use crate::job::PrintJob;
use board::MappedBoard;
use check::{Check, PrintedSheets, Run};
use contract::Contract;

pub use codes::{codes, codes_markdown, find};
pub use variants::{Taken, take_out};

/// All checks, in the order in which they are made.
const CHECKS: &[Check] = &[
    same_name::CHECK,
    expected_counts::CHECK,
    unique_values::CHECK,
    expected_kinds::CHECK,
    expected_total::CHECK,
    margins::CHECK,
    gutters::CHECK,
    unreachable_points::CHECK,
    overlapping_symbols::CHECK,
    line_through_symbol::CHECK,
    crossing_lines::CHECK,
    safe_area::CHECK,
    house_size::CHECK,
    multiples::CHECK,
    printer_edges::CHECK,
];

/// More faults of one kind in one component would bury the rest.
const MAX_OF_ONE_KIND: usize = 20;

/// Makes all checks of a game of which the `selected` components are printed.
pub fn of_game(game: &Game, selected: &[ComponentId], sink: &mut Sink) {
    contracts(&game.components, &game.expects, sink);
    for variant in &game.variants {
        match variants::remaining(game, variant) {
            Ok(remaining) => contracts(&remaining, &variant.expects, sink),
            Err(faults) => sink.extend(faults),
        }
    }
    for component in selected.iter().map(|id| &game.components[*id]) {
        let board = MappedBoard::new(component);
        for check in CHECKS {
            let faults = match (&check.run, &board) {
                (Run::Component(run), _) => run(component),
                (Run::Board(run), Some(board)) => run(board),
                (Run::Board(_), None) | (Run::Contract(_) | Run::Sheets(_), _) => continue,
            };
            extend(sink, faults.into_iter().take(MAX_OF_ONE_KIND), component);
        }
    }
}

/// Makes all checks of the sheets that a known printer gets.
pub fn of_sheets(game: &Game, jobs: &[PrintJob], printer: &Printer, sink: &mut Sink) {
    let sheets = PrintedSheets { game, jobs, printer };
    for check in CHECKS {
        if let Run::Sheets(run) = check.run {
            sink.extend(run(&sheets));
        }
    }
}

/// Holds what is expected against components.
fn contracts(components: &[Component], expects: &[Expect], sink: &mut Sink) {
    for (contract, faults) in Contract::all(components, expects) {
        extend(sink, faults, &contract.component);
        for check in CHECKS {
            if let Run::Contract(run) = check.run {
                extend(sink, run(&contract), &contract.component);
            }
        }
    }
}

fn extend(sink: &mut Sink, faults: impl IntoIterator<Item = Diagnostic>, component: &Component) {
    sink.extend(faults.into_iter().map(|fault| fault.component(&component.id)));
}
