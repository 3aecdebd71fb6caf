//! Blocks that are set alike wherever they stand: headings, paragraphs, definitions, code, rules.

use std::ops::Range;
use std::sync::Arc;

use super::inline::{LinePlace, bold};
use super::item::{DrawOp, Item, ItemArt, ItemRole};
use super::setter::{BLOCK, LINE, PARAGRAPH, Setter};
use crate::rulebook::doc::{
    Block, BlockKind, Definition, Heading, InlineContent, InlineRun, plain,
};
use crate::rulebook::figure::FigurePlace;
use crate::text::{Inline, InlineStyle, leading};

/// Text narrower than this is not justified, in ems.
const MIN_JUSTIFIED: f32 = 17.5;

impl Setter<'_> {
    /// A block; if it is a sentence that ends with a colon, it is kept with what it announces.
    pub(super) fn block_before(&mut self, block: &Block, next: Option<&Block>) {
        let from = self.column.items.len();
        self.block(block);
        if let BlockKind::Paragraph(runs) = &block.kind
            && plain(runs).trim_end().ends_with(':')
            && next.is_some_and(|next| {
                !matches!(next.kind, BlockKind::Heading(_) | BlockKind::Command(_))
            })
            && self.column.items.len() > from
        {
            self.column.keep_last();
        }
    }

    pub(super) fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Paragraph(runs) => self.paragraph(runs, &block.range),
            BlockKind::List { start, tight, items } => self.list(*start, *tight, items),
            BlockKind::Table(table) => {
                self.column.end_beside();
                self.table(table, &block.range);
            }
            BlockKind::Callout { kind, title, blocks } => {
                self.column.end_beside();
                self.callout(*kind, title, blocks, &block.range);
            }
            BlockKind::Quote(blocks) => {
                self.column.end_beside();
                self.quote(blocks);
            }
            BlockKind::Definitions(definitions) => {
                for definition in definitions {
                    self.definition(definition, &block.range);
                }
            }
            // Inside of another block a figure is nowhere else.
            BlockKind::Figure { number, caption, .. } => {
                self.figure(*number, FigurePlace::Inline, caption, &block.range, None);
            }
            BlockKind::Code(text) => self.code(text, &block.range),
            BlockKind::Rule => self.rule(),
            // They are refused inside another block.
            BlockKind::Heading(_) | BlockKind::Command(_) => {}
        }
    }

    pub(super) fn heading(&mut self, heading: &Heading, number: usize) {
        let style = &self.styles().headings[usize::from(heading.level.clamp(2, 3) - 2)];
        let is_section = heading.level == 2;
        let inlines = self.inlines(&heading.runs, style);
        let Some(laid) = self.lay(inlines, style, self.column.width, &heading.range) else {
            return;
        };
        let first = LinePlace { x: self.column.left, top: 0.0, height: leading(style) };
        let line_units = if is_section { 3 } else { 2 };
        let height = line_units * laid.lines.len() as u32;
        let mut item = Item::new(height, self.all_lines(&laid, first));
        item.keep = true;
        item.role = ItemRole::Heading(number);
        // With the space above, whole lines of text: what follows stays on the grid.
        self.push(item, if is_section { 3 } else { 2 });
        self.column.after = u32::from(is_section);
    }

    /// A heading of the fourth level begins the paragraph below it.
    pub(super) fn run_in_heading(
        &mut self,
        heading: &Heading,
        number: usize,
        paragraph: Option<(&[InlineRun], &Range<usize>)>,
    ) {
        let mut runs = bold(&heading.runs);
        if let Some((text, _)) = paragraph {
            runs.push(InlineRun {
                content: InlineContent::Text("\u{2002}".to_owned()),
                style: InlineStyle::default(),
                range: heading.range.clone(),
            });
            runs.extend(text.iter().cloned());
        }
        let from = self.column.items.len();
        self.paragraph(&runs, paragraph.map_or(&heading.range, |(_, range)| range));
        if let Some(first) = self.column.items.get_mut(from) {
            first.role = ItemRole::Heading(number);
            first.before = first.before.max(BLOCK);
        }
    }

    fn paragraph(&mut self, runs: &[InlineRun], range: &Range<usize>) {
        let styles = self.styles();
        // Justified, a narrow column is all holes and hyphens.
        let is_narrow = self.column.width < MIN_JUSTIFIED * styles.body.size.to_mm() as f32;
        let style = if is_narrow { &styles.ragged } else { &styles.body };
        let inlines = self.inlines(runs, style);
        self.lines(inlines, style, range, PARAGRAPH);
        self.column.after = PARAGRAPH;
    }

    fn definition(&mut self, definition: &Definition, range: &Range<usize>) {
        let Definition { term, texts } = definition;
        let style = &self.styles().ragged;
        let from = self.column.items.len();
        let range = term.first().map_or(range, |run| &run.range);
        let inlines = self.inlines(&bold(term), style);
        self.lines(inlines, style, range, PARAGRAPH);
        self.column.keep_from(from);
        self.column.after = 0;
        self.indented(2.0 * self.unit(), |setter| {
            for (at, block) in texts.iter().flatten().enumerate() {
                let from = setter.column.items.len();
                setter.block(block);
                // The answer stands right below its question.
                if at == 0
                    && let Some(first) = setter.column.items.get_mut(from)
                {
                    first.before = 0;
                }
            }
        });
        self.column.after = PARAGRAPH;
    }

    fn code(&mut self, text: &str, range: &Range<usize>) {
        let mut inlines = Vec::new();
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                inlines.push(Inline::Break);
            }
            // Spaces at the start of a line are meant.
            inlines.push(Inline::Literal(line.replace(' ', "\u{a0}"), InlineStyle::default()));
        }
        let style = Arc::clone(&self.styles().code);
        self.indented(2.0 * self.unit(), |setter| {
            setter.lines(inlines, &style, range, PARAGRAPH);
        });
        self.column.after = PARAGRAPH;
    }

    fn rule(&mut self) {
        let third = self.column.width / 3.0;
        let op = DrawOp::Fill {
            x: self.column.left + third,
            y: self.unit(),
            width: third,
            height: 0.2,
            colour: self.styles().accent.clone(),
            opacity: 1.0,
        };
        self.push(Item::new(LINE, ItemArt { ops: vec![op], notes: Vec::new() }), PARAGRAPH);
    }
}
