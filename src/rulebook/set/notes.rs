//! Footnotes.

use super::inline::LinePlace;
use super::item::Item;
use super::setter::Setter;
use crate::diag::{Code, Diagnostic};
use crate::rulebook::doc::{BlockKind, Footnote};
use crate::text::{Inline, InlineStyle, leading};

impl Setter<'_> {
    /// All footnotes, for pages of one column and of two.
    pub(super) fn notes(&mut self) {
        let notes = self.setting.doc.notes.values();
        let one = notes.clone().map(|note| self.note(note, 1)).collect();
        // What is wrong with them has been reported.
        let two = self.quietly(|setter| notes.map(|note| setter.note(note, 2)).collect());
        self.galley.notes = [one, two];
    }

    fn note(&mut self, note: &Footnote, columns: u32) -> Option<Item> {
        let style = &self.styles().note;
        let number = InlineStyle { raised: true, ..InlineStyle::default() };
        let mut inlines = vec![
            Inline::Literal(note.number.to_string(), number),
            Inline::Text("\u{2009}\u{2060}".to_owned(), InlineStyle::default()),
        ];
        for (at, block) in note.blocks.iter().enumerate() {
            if let BlockKind::Paragraph(runs) = &block.kind {
                if at > 0 {
                    inlines.push(Inline::Break);
                }
                inlines.extend(self.inlines(runs, style));
            } else {
                let place = self.setting.filled.span(block.range.clone());
                self.sink.push(
                    Diagnostic::error(
                        Code::R005,
                        format!("the footnote contains {}", block.kind.name()),
                    )
                    .at(&place)
                    .hint("move it into the text, and leave only paragraphs in the footnote"),
                );
            }
        }
        let width = self.setting.column_width(columns);
        let laid = self.lay(inlines, style, width, &note.range)?;
        let height = leading(style);
        let art = self.all_lines(&laid, LinePlace { x: 0.0, top: 0.0, height });
        Some(Item::new(self.styles().units(height * laid.lines.len() as f32), art))
    }
}
