//! What the command line says in place of the files.

use std::sync::Arc;

use super::print::{Duplex, Paper};
use super::printer::Printer;

/// What the command line says in place of the files.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `--lang`.
    pub lang: Option<String>,
    /// `--paper`.
    pub paper: Option<Paper>,
    /// `--duplex`.
    pub duplex: Option<Duplex>,
    /// `--printer`.
    pub printer: Option<Arc<Printer>>,
}

impl Overrides {
    /// The duplex mode: that of the printer, where sheets are turned at all and `--duplex` says
    /// nothing.
    pub(super) fn flip(&self, said: Duplex) -> Duplex {
        match (&self.printer, self.duplex, said) {
            (Some(printer), None, Duplex::LongEdge | Duplex::ShortEdge) => printer.duplex,
            _ => said,
        }
    }
}
