//! A face to be drawn, and what can be wrong with it.

use crate::diag::{Code, Severity};
use crate::units::{Length, Size};

/// A face to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct FaceSource<'a> {
    /// The filled template.
    pub svg: &'a str,
    /// The path of the template under `templates/`, for pictures beside it.
    pub template: &'a str,
    /// The area it covers: the trimmed size grown by the bleed.
    pub canvas: Canvas,
}

/// The area of a face on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canvas {
    /// The trimmed size.
    pub trim: Size,
    /// What is drawn beyond it on each side.
    pub bleed: Length,
}

impl Canvas {
    /// The whole area, bleed included.
    pub fn size(self) -> Size {
        self.trim.grown(self.bleed)
    }
}

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
    pub needles: Vec<String>,
    /// What to do.
    pub hints: Vec<String>,
}

impl Fault {
    pub(super) fn error(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            needles: Vec::new(),
            hints: Vec::new(),
        }
    }

    pub(super) fn warning(code: Code, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    pub(super) fn near(mut self, needle: impl Into<String>) -> Self {
        self.needles.push(needle.into());
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }
}
