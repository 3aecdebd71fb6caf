//! What a designer promises of the kit, and whether it is true.

use super::{Diagnostic, Span};

/// A statement about the kit that was held against it.
#[derive(Clone, Debug)]
pub struct Promise {
    /// What is stated, in the designer's words where there are some.
    pub that: String,
    /// The variant of the game that it is about, if it is not about the whole kit.
    pub variant: Option<String>,
    /// The component that it is about.
    pub component: Option<String>,
    /// What the kit has of it, such as `28 copies`; empty if that could not be found out.
    pub found: String,
    /// The rule that it comes from, if that is stated.
    pub from: Option<Rule>,
    /// Where it is written.
    pub span: Span,
    /// The errors that break it.
    pub broken: Vec<Diagnostic>,
}

/// A rule that a promise comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its file and section, such as `rules.en.md#setup`.
    pub address: String,
    /// Its sentence, once the rules were read.
    pub quote: Option<String>,
}

impl Promise {
    /// Whether nothing breaks it.
    pub fn is_kept(&self) -> bool {
        self.broken.is_empty()
    }
}
