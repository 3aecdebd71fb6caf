//! The calls of functions that set text, numbered, so that a fault of a text is found where the
//! text is set.
//!
//! tera tells a function nothing about the place of its call. So each call gets an argument more
//! before tera reads the template, which is its number; faults of tera are moved back to where they
//! are in the file.

use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Source, Span};
use crate::lookups::calls;

/// The argument.
pub(super) const CALL: &str = "__call";

/// The functions whose calls are numbered.
const FUNCTIONS: &[&str] = &["textbox", "measure"];

/// A call in a template.
pub(super) struct TextCall {
    source: Arc<Source>,
    name: Range<usize>,
    extent: Range<usize>,
    /// The columns of the card that its text is made of.
    pub(super) columns: Vec<String>,
}

impl TextCall {
    /// Where the text stands in it, else the call.
    pub(super) fn span(&self, text: &str) -> Span {
        let extent = Span::new(&self.source, self.extent.clone());
        let found = (!text.is_empty()).then(|| extent.find(text)).flatten();
        found.unwrap_or_else(|| Span::new(&self.source, self.name.clone()))
    }
}

/// A template as tera reads it.
pub(super) struct Numbered {
    pub(super) text: Arc<Source>,
    original: Arc<Source>,
    /// Where numbers were put in, and how long they are.
    inserted: Vec<(usize, usize)>,
}

impl Numbered {
    /// Numbers the calls of a template, whose tags are meant like this. They follow those that are
    /// known.
    pub(super) fn new(source: &Arc<Source>, meant: &str, known: &mut Vec<TextCall>) -> Self {
        let mut text = String::with_capacity(meant.len());
        let mut inserted = Vec::new();
        let mut from = 0;
        for call in calls(meant, FUNCTIONS) {
            text.push_str(&meant[from..call.inside.start]);
            from = call.inside.start;
            let number = format!("{CALL}={}, ", known.len());
            inserted.push((text.len(), number.len()));
            text.push_str(&number);
            known.push(TextCall {
                source: Arc::clone(source),
                name: call.name.clone(),
                extent: call.name.start..call.inside.end,
                columns: call.columns,
            });
        }
        text.push_str(&meant[from..]);
        Self {
            text: Source::new(source.path.as_str(), text),
            original: Arc::clone(source),
            inserted,
        }
    }

    /// A place of the text in the file.
    pub(super) fn original(&self, span: &Span) -> Span {
        let place = |at: usize| {
            let before = self.inserted.iter().filter(|(start, _)| *start < at);
            at - before.map(|(start, length)| (*length).min(at - start)).sum::<usize>()
        };
        let range = span.range();
        Span::new(&self.original, place(range.start)..place(range.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_put_in_and_taken_out_again() {
        let source = Source::new(
            "a.svg",
            "{{ textbox(text=card.name | upper, x=1) }}\n{{ x.measure(1) }}é{{ measure() + y }}",
        );
        let mut known = Vec::new();
        let numbered = Numbered::new(&source, &source.text, &mut known);
        assert_eq!(
            numbered.text.text,
            "{{ textbox(__call=0, text=card.name | upper, x=1) }}\n\
             {{ x.measure(1) }}é{{ measure(__call=1, ) + y }}"
        );
        assert_eq!(known[0].columns, ["name"]);
        for piece in ["card.name", "x=1", "measure()", "y }}"] {
            let piece = piece.trim_end_matches(')');
            let at = numbered.text.text.rfind(piece).unwrap();
            let span = Span::new(&numbered.text, at..at + piece.len());
            let range = numbered.original(&span).range();
            assert_eq!(&source.text[range], piece);
        }
    }
}
