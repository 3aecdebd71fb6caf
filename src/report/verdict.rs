//! What a report is made of.

use super::place::Place;
use crate::diag::{Diagnostic, Excused, Form, Promise, Severity, render};

/// What one run found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Where the project lies in its repository, with `/` after each name.
    pub folder: String,
    /// Each game, in each language that was asked for.
    pub verdicts: Vec<Verdict>,
    /// What could not even be tried, and why.
    pub refused: Vec<String>,
    /// Whether warnings fail the run.
    pub deny_warnings: bool,
}

/// What was found in one game, in one of its languages.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The name of the game's folder.
    pub game: String,
    /// What it is called in messages: the language is added where there are several.
    pub name: String,
    /// What is wrong, in the order of its files.
    pub found: Vec<Diagnostic>,
    /// What is wrong and not reported.
    pub excused: Vec<Excused>,
    /// What was promised of the kit.
    pub promises: Vec<Promise>,
}

impl Report {
    /// Whether a fault fails the run.
    pub(super) fn fails(&self, fault: &Diagnostic) -> bool {
        fault.severity == Severity::Error || self.deny_warnings
    }

    /// Where a fault is, as others name it. One that has no place of its own is its game's.
    pub(super) fn place(&self, verdict: &Verdict, fault: &Diagnostic) -> Place {
        match fault.span.as_ref().and_then(|span| Place::of(span, &self.folder)) {
            Some(place) => place,
            None => Place::file(&format!("data/{}/game.toml", verdict.game), &self.folder),
        }
    }
}

/// A fault with what to do about it.
pub(super) fn with_hints(fault: &Diagnostic) -> String {
    let hints = fault.hints.iter().map(|hint| format!("\nhint: {hint}"));
    std::iter::once(fault.message.clone()).chain(hints).collect()
}

/// The same with its place in front, for a report that has no other.
pub(super) fn with_place(fault: &Diagnostic) -> String {
    let hints = fault.hints.iter().map(|hint| format!("hint: {hint}\n"));
    std::iter::once(render(fault, Form::Short)).chain(hints).collect()
}
