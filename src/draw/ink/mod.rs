//! What is drawn where: the words and pictures that a cut could damage, words too small to read,
//! and lines too thin to print.
//!
//! In: parsed layers. Out: measures in millimetres from the upper left corner of the trim, of all
//! that is worth a look by whoever asked. It judges nothing, and does not know what things are cut
//! to.

mod shape;
mod walk;

use crate::units::{Convex, Length, Rect};

pub(super) use walk::ink;

/// What is looked for on a face. What is none of it costs next to nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InkLimits {
    /// Words and pictures that stay in here are safe from every cut. Counted from the upper left
    /// corner of the trim.
    pub quiet: Rect,
    /// Smaller words are looked for.
    pub text: Length,
    /// Thinner lines are looked for.
    pub line: Length,
}

impl InkLimits {
    /// What is looked for by either.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        let quiet = if self.quiet.overlaps(other.quiet) {
            self.quiet.within(other.quiet)
        } else {
            Rect::default()
        };
        Self { quiet, text: self.text.max(other.text), line: self.line.max(other.line) }
    }
}

/// A thing that shows on a face.
#[derive(Clone, Debug, PartialEq)]
pub struct Ink {
    /// What it is.
    pub kind: InkKind,
    /// Where it shows, in millimetres from the upper left corner of the trim, and not more than
    /// its convex hull; nowhere if it is of no interest where it is.
    pub hull: Convex,
    /// Whether it is marked as meant to be cut.
    pub bleeds: bool,
}

/// What shows.
#[derive(Clone, Debug, PartialEq)]
pub enum InkKind {
    /// Words on one line, and the size of the smallest of their letters as they are printed.
    Words(String, Length),
    /// A picture, by its path in the project; an embedded one has none.
    Picture(Option<String>),
    /// A line, or a shape that is one, with its thickness; and the picture that it is a part of.
    Line(Length, Option<String>),
}
