//! What a game says of faults that are a matter of judgement: how bad they are to it, where they
//! are meant, and which are known for long.

use std::collections::{BTreeMap, BTreeSet};

use super::{Diagnostic, Severity, Span};

/// How bad a fault is to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// It is not reported.
    Off,
    /// It is reported, and the game is built.
    Warning,
    /// The game is not built.
    Error,
}

/// A card on which a fault is meant.
#[derive(Clone, Debug)]
pub struct Exception {
    /// The component.
    pub component: String,
    /// The id of the card.
    pub card: String,
    /// The name of the code.
    pub code: String,
    /// Why it is meant.
    pub reason: String,
    /// Where it is written, with its reason.
    pub span: Span,
}

/// A fault that is not reported.
#[derive(Clone, Debug)]
pub struct Excused {
    /// The fault.
    pub fault: Diagnostic,
    /// Why it is not reported.
    pub excuse: Excuse,
}

/// Why a fault is not reported.
#[derive(Clone, Debug)]
pub enum Excuse {
    /// Its card says why it is meant.
    Meant {
        /// Why.
        reason: String,
        /// Where that is written.
        span: Span,
    },
    /// It is in the list of known faults.
    Known,
}

/// What a game says of its faults.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// By the name of the code.
    levels: BTreeMap<String, Level>,
    /// Where faults are meant.
    exceptions: Vec<Exception>,
    /// Known faults, as [`Policy::line`] writes them.
    known: BTreeSet<String>,
    /// The lines of known faults that were found again.
    found: BTreeSet<String>,
    /// The exceptions that were needed, by their places in the list.
    needed: BTreeSet<usize>,
    /// What was let pass.
    excused: Vec<Excused>,
}

impl Policy {
    /// What a game says.
    pub fn new(
        levels: BTreeMap<String, Level>,
        exceptions: Vec<Exception>,
        known: BTreeSet<String>,
    ) -> Self {
        Self { levels, exceptions, known, ..Self::default() }
    }

    /// A fault as a list of known faults has it. Its place is no part of it, so that a row that
    /// moves stays known.
    pub fn line(diagnostic: &Diagnostic) -> String {
        let parts = [
            Some(diagnostic.code.name()),
            diagnostic.component.as_deref(),
            diagnostic.card.as_deref(),
            Some(&diagnostic.message),
        ];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        parts.join(" ").replace(['\n', '\r'], " ")
    }

    /// What becomes of a fault; nothing if it is not to be reported.
    pub(super) fn judge(&mut self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        let code = diagnostic.code.name();
        let is_on = |exception: &Exception| {
            exception.code == code
                && diagnostic.component.as_deref() == Some(&exception.component)
                && diagnostic.card.as_deref().is_some_and(|card| {
                    card == exception.card
                        || card.strip_suffix("-back") == Some(exception.card.as_str())
                })
        };
        let exception = self.exceptions.iter().enumerate().find(|(_, exception)| is_on(exception));
        if let Some((at, Exception { reason, span, .. })) = exception {
            let excuse = Excuse::Meant { reason: reason.clone(), span: span.clone() };
            self.needed.insert(at);
            self.excused.push(Excused { fault: diagnostic, excuse });
            return None;
        }
        match self.levels.get(code) {
            Some(Level::Off) => return None,
            Some(Level::Warning) => diagnostic.severity = Severity::Warning,
            Some(Level::Error) => diagnostic.severity = Severity::Error,
            None => {}
        }
        if diagnostic.can_be_known() {
            let line = Self::line(&diagnostic);
            if self.known.contains(&line) {
                self.found.insert(line);
                self.excused.push(Excused { fault: diagnostic, excuse: Excuse::Known });
                return None;
            }
        }
        Some(diagnostic)
    }

    /// The faults that were let pass, in the order they were found.
    pub fn excused(&self) -> &[Excused] {
        &self.excused
    }

    /// How many known faults were found again.
    pub fn found(&self) -> usize {
        self.found.len()
    }

    /// The known faults that were found again.
    pub fn known_again(&self) -> impl Iterator<Item = &String> {
        self.found.iter()
    }

    /// The known faults that are gone.
    pub fn gone(&self) -> impl Iterator<Item = &String> {
        self.known.difference(&self.found)
    }

    /// The exceptions that nothing needed.
    pub fn idle(&self) -> impl Iterator<Item = &Exception> {
        let exceptions = self.exceptions.iter().enumerate();
        exceptions.filter(|(at, _)| !self.needed.contains(at)).map(|(_, exception)| exception)
    }
}
