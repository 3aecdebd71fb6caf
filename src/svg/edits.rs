//! Changes to an SVG text that was read, by the places of what they change.

use std::collections::BTreeMap;
use std::ops::Range;

use roxmltree::Node;

use crate::xml::escape;

/// What is written in place of stretches of a text.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    /// By the first byte and the one after the last; what is inserted has both at one place.
    all: BTreeMap<(usize, usize), String>,
}

impl Edits {
    /// Puts something in place of a stretch, or inserts it if the stretch is empty.
    pub(crate) fn replace(&mut self, range: &Range<usize>, new: &str) {
        let inserts = range.is_empty();
        let known = self.all.entry((range.start, range.end)).or_default();
        if inserts {
            known.push_str(new);
        } else {
            new.clone_into(known);
        }
    }

    /// Gives an element an attribute, or another value for one that it has.
    pub(super) fn set(&mut self, text: &str, node: Node<'_, '_>, name: &str, value: &str) {
        let written = format!("{name}=\"{}\"", escape(value));
        let has = node.attributes().find(|a| a.namespace().is_none() && a.name() == name);
        if let Some(attribute) = has {
            self.replace(&attribute.range(), &written);
            return;
        }
        let start = node.range().start;
        let tag = &text[start..];
        let end = tag
            .find(|c: char| c.is_whitespace() || matches!(c, '>' | '/'))
            .map_or(text.len(), |at| start + at);
        self.replace(&(end..end), &format!(" {written}"));
    }

    /// Takes an attribute away.
    pub(super) fn unset(&mut self, node: Node<'_, '_>, name: &str) {
        let has = node.attributes().find(|a| a.namespace().is_none() && a.name() == name);
        if let Some(attribute) = has {
            self.replace(&attribute.range(), "");
        }
    }

    /// A stretch of the text with all changes inside of it.
    pub(crate) fn apply(&self, text: &str, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len());
        let mut at = range.start;
        for (&(start, end), new) in self.all.range((range.start, 0)..(range.end, 0)) {
            // What lies in a stretch that was replaced is gone.
            if start < at || end > range.end {
                continue;
            }
            out.push_str(&text[at..start]);
            out.push_str(new);
            at = end;
        }
        out.push_str(&text[at..range.end]);
        out
    }
}
