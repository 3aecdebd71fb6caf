//! What a check is: codes, and a function over one of the values that can be checked.

use super::board::MappedBoard;
use super::contract::Contract;
use crate::diag::{Code, Diagnostic};
use crate::game::{Component, Game, Printer};
use crate::job::PrintJob;

/// One check.
pub(super) struct Check {
    /// The codes it reports.
    pub(super) codes: &'static [Code],
    /// What it looks at.
    pub(super) run: Run,
}

/// What a check looks at, and the function that does.
pub(super) enum Run {
    /// A component that is printed.
    Component(fn(&Component) -> Vec<Diagnostic>),
    /// The geometry of a component that is printed.
    Board(fn(&MappedBoard<'_>) -> Vec<Diagnostic>),
    /// What is promised of a component, as a whole or without what a variant takes out.
    Contract(fn(&Contract<'_>) -> Vec<Diagnostic>),
    /// The sheets, as a known printer gets them.
    Sheets(fn(&PrintedSheets<'_>) -> Vec<Diagnostic>),
}

/// What is printed on which sheets, and by which printer.
pub(super) struct PrintedSheets<'a> {
    pub(super) game: &'a Game,
    pub(super) jobs: &'a [PrintJob],
    pub(super) printer: &'a Printer,
}
