//! Blocks are set in type.
//!
//! In: a [`Doc`](super::doc::Doc), its figures, the styles, the width of the text, and on which
//! page each heading was found the last time. Out: a [`Galley`]: items of known height in order.
//! What is wider than its room is a fault with its place in the Markdown. It refuses to know pages
//! but for their numbers.

mod block;
mod column;
mod components;
mod contents;
mod figure;
mod inline;
mod item;
mod list;
mod notes;
mod panel;
mod setter;
mod style;
mod table;

pub(super) use item::{
    ColumnSection, DrawOp, Galley, HeadingEntry, Item, ItemRole, SetFigure, TextPanel,
};
pub(super) use setter::{GUTTER, LayoutCache, Setting, column_width};
pub(super) use style::Styles;

use super::doc::{Block, BlockKind, DocCommand, Heading, plain};
use super::figure::FigurePlace;
use crate::diag::Sink;
use setter::Setter;

/// How much of a rulebook is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// All of it.
    Whole,
    /// The sections marked for the quick reference.
    Quick,
}

/// Sets a rulebook. What is wrong with its text goes to the sink.
pub(super) fn set(setting: &Setting<'_>, selection: Selection, sink: &mut Sink) -> Galley {
    let mut setter = Setter::new(setting, sink);
    setter.document(selection);
    setter.end_section(1);
    setter.notes();
    setter.galley
}

impl Setter<'_> {
    fn document(&mut self, selection: Selection) {
        let mut is_selected = selection == Selection::Whole;
        let mut blocks = self.setting.doc.blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            if let BlockKind::Command(command @ (DocCommand::Quick | DocCommand::EndQuick)) =
                &block.kind
            {
                if selection == Selection::Quick {
                    is_selected = *command == DocCommand::Quick;
                }
                continue;
            }
            if !is_selected {
                // Headings are numbered as in the whole.
                if let BlockKind::Heading(heading) = &block.kind {
                    self.enter(heading);
                }
                continue;
            }
            self.block += 1;
            let next = blocks.peek().copied();
            match &block.kind {
                BlockKind::Command(command) => self.command(*command, selection),
                BlockKind::Figure { number, caption, .. } => {
                    let Some(figure) = self.setting.figures.get(*number) else { continue };
                    let columns = self.column.columns;
                    let across = figure.place == FigurePlace::Full && columns > 1;
                    if across {
                        self.end_section(1);
                    }
                    self.figure(*number, figure.place, caption, &block.range, next);
                    if across {
                        self.end_section(columns);
                    }
                }
                BlockKind::Heading(heading) => {
                    if heading.level == 2 {
                        self.column.end_beside();
                    }
                    let number = self.enter(heading);
                    if heading.level < 4 {
                        self.heading(heading, number);
                    } else if let Some(Block { kind: BlockKind::Paragraph(text), range }) = next {
                        blocks.next();
                        self.block += 1;
                        self.run_in_heading(heading, number, Some((text, range)));
                    } else {
                        self.run_in_heading(heading, number, None);
                    }
                }
                BlockKind::Paragraph(_)
                | BlockKind::List { .. }
                | BlockKind::Table(_)
                | BlockKind::Callout { .. }
                | BlockKind::Quote(_)
                | BlockKind::Definitions(_)
                | BlockKind::Code(_)
                | BlockKind::Rule => self.block_before(block, next),
            }
        }
    }

    /// The number of a heading, which is the next one.
    fn enter(&mut self, heading: &Heading) -> usize {
        self.galley.headings.push(HeadingEntry {
            level: heading.level,
            title: plain(&heading.runs),
            anchor: heading.anchor.clone(),
        });
        self.galley.headings.len() - 1
    }

    fn command(&mut self, command: DocCommand, selection: Selection) {
        match (command, selection) {
            (DocCommand::Components, _) => self.components(),
            (DocCommand::Contents, Selection::Whole) => self.contents(),
            (DocCommand::Columns(columns), Selection::Whole) => self.end_section(columns),
            (DocCommand::Page, Selection::Whole) => {
                self.end_section(self.column.columns);
                self.column.new_page = true;
            }
            (DocCommand::Column, Selection::Whole) => {
                if let Some(last) = self.column.items.last_mut() {
                    last.column_break = true;
                }
            }
            // A quick reference has columns of its own, and only one page.
            (
                DocCommand::Contents
                | DocCommand::Columns(_)
                | DocCommand::Page
                | DocCommand::Column,
                Selection::Quick,
            )
            | (DocCommand::Quick | DocCommand::EndQuick, _) => {}
        }
    }
}
