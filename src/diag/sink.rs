//! Collects the faults of a run.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Deref, DerefMut};

use super::shown::shown;
use super::{Code, Diagnostic, Policy, Promise, Severity, Span};

/// The stage had errors; they are in the sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// A file and a byte in it.
type Place = (String, usize);

/// So many faults of a code are kept. Nobody reads more, and a table of a hundred thousand wrong
/// rows has one mistake.
const MAX_OF_A_KIND: usize = 2_000;

/// How many faults of a code were found.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    kept: usize,
    /// Those that were only counted.
    more: usize,
}

/// How many of each kind.
#[derive(Debug, Default)]
struct Tallies {
    by_kind: BTreeMap<(Code, Severity), Tally>,
}

/// Faults in the order they were found, equal ones of many cards reported once; and which promises
/// are kept.
#[derive(Debug, Default)]
pub struct Sink {
    found: Vec<Diagnostic>,
    repeats: Vec<usize>,
    seen: HashMap<(Code, String, Option<Place>), usize>,
    tallies: Box<Tallies>,
    policy: Box<Policy>,
    promises: Vec<Promise>,
}

impl Sink {
    /// An empty sink.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a fault. The same words at the same place are kept once: a mistake in a template
    /// shared by 110 cards is one mistake, and the hint says how many cards show it.
    ///
    /// What the policy lets pass is not kept.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let Some(mut diagnostic) = self.policy.judge(diagnostic) else { return };
        diagnostic.message = shown(&diagnostic.message);
        diagnostic.label = diagnostic.label.map(|label| shown(&label));
        for hint in &mut diagnostic.hints {
            *hint = shown(hint);
        }
        let place = diagnostic.span.as_ref().map(|s| (s.path().to_owned(), s.range().start));
        let key = (diagnostic.code, diagnostic.message.clone(), place);
        if let Some(&first) = self.seen.get(&key) {
            self.repeats[first] += 1;
            return;
        }
        let tally = self.tallies.by_kind.entry((diagnostic.code, diagnostic.severity)).or_default();
        if tally.kept == MAX_OF_A_KIND {
            tally.more += 1;
            return;
        }
        tally.kept += 1;
        self.seen.insert(key, self.found.len());
        self.found.push(diagnostic);
        self.repeats.push(0);
    }

    /// What the game says of its faults; it holds for those that follow.
    pub fn set_policy(&mut self, policy: Policy) {
        *self.policy = policy;
    }

    /// What became of faults so far.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Takes a promise that was held against the kit.
    pub fn promise(&mut self, promise: Promise) {
        self.promises.push(promise);
    }

    /// Takes the sentence of the rules that the promise at a place comes from.
    pub fn quote(&mut self, at: &Span, sentence: &str) {
        for promise in self.promises.iter_mut().filter(|promise| promise.span == *at) {
            if let Some(rule) = &mut promise.from {
                rule.quote = Some(sentence.to_owned());
            }
        }
    }

    /// The promises so far.
    pub fn promises(&self) -> &[Promise] {
        &self.promises
    }

    /// Everything found, in the order it was found.
    pub fn found(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Takes many.
    pub fn extend(&mut self, diagnostics: impl IntoIterator<Item = Diagnostic>) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }

    /// Whether nothing printable may come of this run.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Ends a stage: the next one runs only if there was no error so far.
    pub fn gate(&self) -> Result<(), Failed> {
        if self.has_errors() { Err(Failed) } else { Ok(()) }
    }

    /// A step whose own errors are asked for, whatever was found before it.
    pub fn scope(&mut self) -> Scope<'_> {
        let before = self.count(Severity::Error);
        Scope { sink: self, before }
    }

    /// How many of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        let tallies = self.tallies.by_kind.iter().filter(|((_, of), _)| *of == severity);
        tallies.map(|(_, tally)| tally.kept + tally.more).sum()
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
        for ((code, severity), Tally { more, .. }) in self.tallies.by_kind {
            let first = all.iter_mut().find(|d| d.code == code && d.severity == severity);
            if let (Some(first), 1..) = (first, more) {
                first.hints.push(format!(
                    "{more} more faults of this kind were found; after {MAX_OF_A_KIND} they are \
                     only counted"
                ));
            }
        }
        all
    }
}

/// A sink that answers for one step: warnings and errors go into the sink it was made of, and it
/// knows whether there were errors since.
#[derive(Debug)]
pub struct Scope<'a> {
    sink: &'a mut Sink,
    before: usize,
}

impl Scope<'_> {
    /// Whether the step found errors.
    pub fn has_errors(&self) -> bool {
        self.sink.count(Severity::Error) > self.before
    }

    /// Ends the step: what follows makes sense only if it found no error.
    pub fn gate(&self) -> Result<(), Failed> {
        if self.has_errors() { Err(Failed) } else { Ok(()) }
    }
}

impl Deref for Scope<'_> {
    type Target = Sink;

    fn deref(&self) -> &Sink {
        self.sink
    }
}

impl DerefMut for Scope<'_> {
    fn deref_mut(&mut self) -> &mut Sink {
        self.sink
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    #[test]
    fn a_scope_knows_of_its_own_errors_only() {
        let mut sink = Sink::new();
        sink.push(Diagnostic::error(Code::M001, "before"));
        let mut scope = sink.scope();
        assert_eq!(scope.gate(), Ok(()));
        scope.push(Diagnostic::warning(Code::M001, "a warning"));
        assert!(!scope.has_errors());
        scope.push(Diagnostic::error(Code::M001, "meanwhile"));
        assert_eq!(scope.gate(), Err(Failed));
        assert_eq!(sink.count(Severity::Error), 2);
    }

    #[test]
    fn of_very_many_faults_the_rest_is_counted() {
        let mut sink = Sink::new();
        let many = (0..MAX_OF_A_KIND + 7).map(|n| Diagnostic::error(Code::M001, n.to_string()));
        sink.extend(many.chain([Diagnostic::warning(Code::M001, "a warning")]));
        assert_eq!(sink.count(Severity::Error), MAX_OF_A_KIND + 7);
        let found = sink.into_sorted();
        assert_eq!(found.len(), MAX_OF_A_KIND + 1);
        let hints: Vec<&String> = found.iter().flat_map(|fault| &fault.hints).collect();
        assert_eq!(
            hints,
            ["7 more faults of this kind were found; after 2000 they are only counted"]
        );
    }
}
