//! What a designer promises of the kit, and whether it is true.

use super::{Diagnostic, Span};

/// A statement about the kit that was held against it.
#[derive(Clone, Debug)]
pub struct Promise {
    /// What is stated, in the designer's words where there are some.
    pub that: String,
    /// The variant of the game that it is about, if it is not about the whole kit.
    pub variant: Option<String>,
    /// Where it is written.
    pub span: Span,
    /// The errors that break it.
    pub broken: Vec<Diagnostic>,
}

impl Promise {
    /// Whether nothing breaks it.
    pub fn is_kept(&self) -> bool {
        self.broken.is_empty()
    }
}
