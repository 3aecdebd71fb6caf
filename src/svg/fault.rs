//! What can be wrong with an SVG.

use crate::diag::{Code, Severity};

/// Something wrong with a face. The caller knows the template and finds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which fault.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// In words.
    pub message: String,
    /// Pieces of the face to look for in its template, best first.
    pub needles: Vec<Needle>,
    /// What to do.
    pub hints: Vec<String>,
}

/// A piece of a face that shows where its template is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    /// What stands around it, so that the right one of several is found; empty if nothing is known.
    pub around: String,
    /// The piece itself.
    pub piece: String,
}

impl Fault {
    pub(crate) fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            needles: Vec::new(),
            hints: Vec::new(),
        }
    }

    pub(crate) fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    pub(crate) fn near(self, piece: impl Into<String>) -> Self {
        self.inside("", piece)
    }

    /// Near a piece inside of a longer one.
    pub(crate) fn inside(mut self, around: impl Into<String>, piece: impl Into<String>) -> Self {
        let needle = Needle { around: around.into(), piece: piece.into() };
        if !needle.piece.is_empty() {
            self.needles.push(needle);
        }
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}

impl Needle {
    /// A piece wherever it stands.
    pub fn plain(piece: &str) -> Self {
        Self { around: String::new(), piece: piece.to_owned() }
    }

    /// Where it stands in a text: the first byte, and the one after the last.
    pub fn find(&self, text: &str) -> Option<std::ops::Range<usize>> {
        let start = text.find(&self.around)?;
        let end = start + self.around.len();
        let within = if self.around.is_empty() { text } else { &text[..end] };
        let at = start + within[start..].find(&self.piece)?;
        Some(at..at + self.piece.len())
    }
}
