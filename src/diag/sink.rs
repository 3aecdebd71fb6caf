//! Collects the faults of a run.

use std::collections::HashMap;

use super::{Code, Diagnostic, Severity};

/// The stage had errors; they are in the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// A file and a byte in it.
type Place = (String, usize);

/// Faults in the order they were found, equal ones of many cards told once.
#[derive(Debug, Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
    repeats: Vec<usize>,
    seen: HashMap<(Code, String, Option<Place>), usize>,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a fault. The same words at the same place are kept once: a mistake in a template shared by 110 cards is
    /// one mistake, and the hint says how many cards show it.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let place = diagnostic.span.as_ref().map(|s| (s.path().to_owned(), s.range().start));
        let key = (diagnostic.code, diagnostic.message.clone(), place);
        if let Some(&first) = self.seen.get(&key) {
            self.repeats[first] += 1;
            return;
        }
        self.seen.insert(key, self.found.len());
        self.found.push(diagnostic);
        self.repeats.push(0);
    }

    /// Takes many.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }

    /// Whether nothing printable may come of this run.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|d| d.severity == Severity::Error)
    }

    /// Ends a stage: the next one runs only if there was no error so far.
    pub fn gate(&self) -> Result<(), Failed> {
        if self.has_errors() { Err(Failed) } else { Ok(()) }
    }

    /// How many of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|d| d.severity == severity).count()
    }

    /// Everything found, files in the order they were first named and each from top to bottom.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        let mut files: Vec<String> = Vec::new();
        let mut all: Vec<Diagnostic> = self.found;
        for (diagnostic, &more) in all.iter_mut().zip(&self.repeats) {
            if more > 0 && diagnostic.card.is_some() {
                diagnostic.hints.push(format!(
                    "the same on {more} more {}",
                    if more == 1 { "face" } else { "faces" }
                ));
            }
        }
        for diagnostic in &all {
            let path = diagnostic.span.as_ref().map_or("", |s| s.path());
            if !files.iter().any(|f| f == path) {
                files.push(path.to_owned());
            }
        }
        all.sort_by_key(|d| match &d.span {
            Some(span) => (files.iter().position(|f| f == span.path()), span.range().start),
            None => (files.iter().position(String::is_empty), 0),
        });
        all
    }
}
