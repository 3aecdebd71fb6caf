//! Markdown becomes blocks.
//!
//! In: a filled text. Out: a [`Doc`] in which every block and every piece has its place. What would
//! be left out in silence (HTML, unknown commands, pictures in the middle of a sentence) is a
//! fault.

mod blocks;
mod commands;
mod inline;
mod links;
mod reader;

use super::doc::Doc;
use super::fill::FilledText;
use crate::diag::{Code, Diagnostic, Sink};
use reader::MarkdownReader;

/// Reads a filled text. All faults go to the sink.
pub(super) fn read(filled: &FilledText, sink: &mut Sink) -> Doc {
    let mut reader = MarkdownReader::new(filled);
    let blocks = reader.blocks(None);
    let MarkdownReader { mut doc, mut notes, faults, .. } = reader;
    for fault in faults {
        sink.push(fault);
    }
    doc.blocks = blocks;
    for (label, note) in &mut doc.notes {
        match notes.remove(label) {
            Some(blocks) => note.blocks = blocks,
            None => {
                sink.push(
                    Diagnostic::error(Code::R003, format!("there is no footnote `{label}`"))
                        .at(&filled.span(note.range.clone())),
                );
            }
        }
    }
    if doc.title.is_none() {
        sink.push(
            Diagnostic::error(Code::R005, "the rulebook has no title")
                .at(&filled.span(0..1))
                .hint("begin it with one heading of the first level: `# Title`"),
        );
    }
    doc
}
