//! Blocks become pieces of known height.
//!
//! In: a [`Doc`], the styles, the width of the text, and on which page each heading was found the last time. Out:
//! [`ColumnSection`]es of [`Item`]s. What is wider than its room is a fault with its place in the Markdown. Knows nothing of
//! pages but their numbers.

pub(super) mod item;
pub(super) mod style;
mod table;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::diag::{Code, Diagnostic, Sink};
use crate::rulebook::doc::{
    Block, BlockKind, Callout, Doc, DocCommand, Heading, InlineContent, InlineRun, LinkTarget,
    plain,
};
use crate::rulebook::figure::{Figure, FigurePicture, FigurePlace, FigureSources, FigureWidth};
use crate::rulebook::fill::FilledText;
use crate::rulebook::lang::Phrases;
use crate::text::{
    FlowRequest, Inline, InlineLook, LaidText, TextEngine, TextFault, TextStyle, cap_height, flow,
    icon_svg, leading,
};
use item::{Beside, ColumnSection, DrawOp, HeadingEntry, Item, SetFigure, TextPanel};
use style::Styles;

/// Between two columns, in units.
pub(in crate::rulebook) const GUTTER: f32 = 2.4;
/// The space above and below blocks, in units.
const PARAGRAPH: u32 = 1;
const BLOCK: u32 = 2;
/// The padding of a box at its left and right, in units, and above and below.
const PADDING: f32 = 1.5;
/// Up to this height a box stays in one piece, in units.
const WHOLE: u32 = 16;
/// And a table.
const WHOLE_TABLE: u32 = 24;
/// A point of a list up to this height does not stand alone, in units.
const SHORT_POINT: u32 = 4;
/// The radius of a bullet, in ems.
const BULLET: f32 = 0.15;
/// Text narrower than this is not justified, in ems.
const NARROW: f32 = 17.5;
/// Part of the links that stand for footnotes.
pub(in crate::rulebook) const NOTE: u32 = 1 << 20;

/// Measures everything of one rulebook.
pub(in crate::rulebook) struct Measure<'a> {
    /// Lays out.
    pub engine: &'a TextEngine,
    /// How everything looks.
    pub styles: &'a Styles,
    /// The words of the language.
    pub phrases: &'a Phrases,
    /// Pictures.
    pub sources: &'a FigureSources<'a>,
    /// The rulebook.
    pub doc: &'a Doc,
    /// Its text.
    pub filled: &'a FilledText,
    /// The width of the text area, in millimetres.
    pub width: f32,
    /// The height of the text area, in units.
    pub height: u32,
    /// The columns at the start.
    pub columns: u32,
    /// The page of each anchor, as it was the last time.
    pub pages: &'a HashMap<String, usize>,
    /// Texts that were laid out before.
    pub known: &'a LayoutCache,
}

/// Laid-out texts by what was asked: a rulebook is measured until its page numbers stand still.
#[derive(Default)]
pub(in crate::rulebook) struct LayoutCache(RefCell<HashMap<Key, Arc<LaidText>>>);

type Key = (Vec<Inline>, Arc<TextStyle>, u32, Option<(usize, u32, u32)>);

/// What measuring gives.
#[derive(Default)]
pub(in crate::rulebook) struct Galley {
    /// In order.
    pub sections: Vec<ColumnSection>,
    /// The footnotes by number from 1: their pieces, for pages of one column and of two.
    pub notes: [Vec<Vec<Item>>; 2],
    /// All headings in order.
    pub entries: Vec<HeadingEntry>,
}

/// Where pieces go while they are measured.
struct Column {
    width: f32,
    /// The left edge inside of the column.
    left: f32,
    items: Vec<Item>,
    /// The space that the last block wants below it.
    after: u32,
    panel: Option<TextPanel>,
    /// The next items are kept together up to this number of units, beside a figure.
    beside: Option<Side>,
    columns: u32,
    new_page: bool,
    /// The space above the next piece, whatever it wants.
    exactly: Option<u32>,
}

#[derive(Clone, Copy)]
struct Side {
    /// Units still to be passed.
    left: u32,
    /// How much the text is moved and narrowed, in millimetres.
    shift: f32,
    narrow: f32,
}

/// What counts up through a rulebook.
#[derive(Default)]
struct Counts {
    figure: usize,
    panel: usize,
    block: usize,
}

impl Measure<'_> {
    /// Measures the whole text, or only the sections marked for the quick reference.
    pub(in crate::rulebook) fn all(&self, quick: bool, sink: &mut Sink) -> Galley {
        let mut measured = Galley::default();
        let mut counts = Counts::default();
        let mut column = self.column(self.columns);
        let mut inside = !quick;
        let mut blocks = self.doc.blocks.iter().enumerate().peekable();
        while let Some((_, block)) = blocks.next() {
            if let BlockKind::Command(DocCommand::Quick | DocCommand::EndQuick) = block.kind {
                if quick {
                    inside = matches!(block.kind, BlockKind::Command(DocCommand::Quick));
                }
                continue;
            }
            if !inside {
                // Headings and figures are numbered as in the whole.
                match &block.kind {
                    BlockKind::Heading(heading) => measured.entries.push(entry(heading)),
                    BlockKind::Figure { .. } => counts.figure += 1,
                    _ => {}
                }
                continue;
            }
            counts.block += 1;
            match &block.kind {
                BlockKind::Command(DocCommand::Page) if !quick => {
                    let columns = column.columns;
                    self.end_stretch(&mut column, &mut measured, columns);
                    column.new_page = true;
                }
                BlockKind::Command(DocCommand::Column) if !quick => {
                    if let Some(last) = column.items.last_mut() {
                        last.column_break = true;
                    }
                }
                BlockKind::Command(DocCommand::Columns(columns)) if !quick => {
                    self.end_stretch(&mut column, &mut measured, *columns)
                }
                BlockKind::Command(DocCommand::Contents) if !quick => {
                    self.contents(&mut column, &counts, sink)
                }
                BlockKind::Command(DocCommand::Components) => {
                    self.components(&mut column, &counts, sink)
                }
                BlockKind::Command(_) => {}
                BlockKind::Figure { address, caption } => {
                    counts.figure += 1;
                    let Some(figure) =
                        self.sources.figure(address, &self.filled.span(block.range.clone()), sink)
                    else {
                        continue;
                    };
                    let across = figure.place == FigurePlace::Full && column.columns > 1;
                    let columns = column.columns;
                    if across {
                        self.end_stretch(&mut column, &mut measured, 1);
                    }
                    let next = blocks.peek().map(|(_, b)| *b);
                    self.figure(&mut column, figure, caption, block, next, &counts, sink);
                    if across {
                        self.end_stretch(&mut column, &mut measured, columns);
                    }
                }
                BlockKind::Heading(heading) => {
                    if heading.level == 2 {
                        Self::leave_side(&mut column);
                    }
                    let number = measured.entries.len();
                    measured.entries.push(entry(heading));
                    if heading.level < 4 {
                        self.heading(&mut column, heading, number, &counts, sink);
                    } else {
                        // A heading of the fourth level begins the paragraph below it.
                        let next = blocks.peek().and_then(|(_, b)| {
                            if let BlockKind::Paragraph(p) = &b.kind {
                                Some((p, b.range.clone()))
                            } else {
                                None
                            }
                        });
                        let mut pieces = heading.pieces.clone();
                        for piece in &mut pieces {
                            piece.look.bold = true;
                        }
                        let mut range = heading.range.clone();
                        if let Some((text, place)) = next {
                            blocks.next();
                            counts.block += 1;
                            pieces.push(InlineRun {
                                content: InlineContent::Text("\u{2002}".to_owned()),
                                look: crate::rulebook::doc::Look::default(),
                                range: range.clone(),
                            });
                            pieces.extend(text.iter().cloned());
                            range = place;
                        }
                        let from = column.items.len();
                        self.paragraph(&mut column, &pieces, &range, &counts, sink);
                        if let Some(first) = column.items.get_mut(from) {
                            first.heading = Some(number);
                            first.before = first.before.max(BLOCK);
                        }
                    }
                }
                _ => {
                    let from = column.items.len();
                    self.block(&mut column, block, &mut counts, sink);
                    Self::announce(&mut column, from, block, blocks.peek().map(|(_, b)| *b));
                }
            }
        }
        Self::leave_side(&mut column);
        self.end_stretch(&mut column, &mut measured, 1);
        measured.notes = [self.notes(1, sink), self.notes(2, &mut Sink::new())];
        measured
    }

    /// A sentence that ends with a colon is not parted from what it announces.
    fn announce(column: &mut Column, from: usize, block: &Block, next: Option<&Block>) {
        if let BlockKind::Paragraph(pieces) = &block.kind
            && plain(pieces).trim_end().ends_with(':')
            && next
                .is_some_and(|n| !matches!(n.kind, BlockKind::Heading(_) | BlockKind::Command(_)))
            && column.items.len() > from
            && let Some(last) = column.items.last_mut()
        {
            last.keep = true;
        }
    }

    fn column(&self, columns: u32) -> Column {
        let gutters = (columns - 1) as f32 * GUTTER * self.styles.unit;
        let width = (self.width - gutters) / columns as f32;
        Column {
            width,
            left: 0.0,
            items: Vec::new(),
            after: 0,
            panel: None,
            beside: None,
            columns,
            new_page: false,
            exactly: None,
        }
    }

    fn end_stretch(&self, column: &mut Column, measured: &mut Galley, columns: u32) {
        Self::leave_side(column);
        let done = std::mem::replace(column, self.column(columns));
        if done.items.is_empty() {
            column.new_page |= done.new_page;
            return;
        }
        measured.sections.push(ColumnSection {
            columns: done.columns,
            items: done.items,
            new_page: done.new_page,
        });
    }

    /// What stands beside a figure ends; the rest of its height stays empty.
    fn leave_side(column: &mut Column) {
        if let Some(side) = column.beside.take() {
            column.width += side.narrow;
            column.left -= side.shift;
            if side.left > 0 {
                if let Some(last) = column.items.last_mut() {
                    last.keep = true;
                }
                column.items.push(Item {
                    height: side.left,
                    panel: column.panel,
                    ..Item::default()
                });
            }
        }
    }

    fn fault(&self, fault: &TextFault, range: Range<usize>, sink: &mut Sink) {
        let code = if matches!(fault, TextFault::WordTooWide { .. } | TextFault::Overflow { .. }) {
            Code::R007
        } else {
            fault.code()
        };
        let diagnostic = Diagnostic::new(code, fault.severity(), fault.to_string());
        sink.push(
            diagnostic.at(&self.filled.span(self.culprit(fault, range))).maybe_hint(fault.hint()),
        );
    }

    /// The piece that a fault speaks of, within the text that was laid out.
    fn culprit(&self, fault: &TextFault, range: Range<usize>) -> Range<usize> {
        let wanted = match fault {
            TextFault::MissingGlyph { cluster: word, .. } | TextFault::WordTooWide { word, .. } => {
                word.trim_end_matches('\u{ad}')
            }
            TextFault::UnknownIcon { name, .. } | TextFault::BadIcon { name, .. } => name,
            _ => return range,
        };
        let is_icon = matches!(fault, TextFault::UnknownIcon { .. } | TextFault::BadIcon { .. });
        let mut found = None;
        self.doc.pieces(&mut |pieces, _| {
            for piece in
                pieces.iter().filter(|p| range.start <= p.range.start && p.range.end <= range.end)
            {
                if found.is_some() {
                    break;
                }
                found = match &piece.content {
                    InlineContent::Icon(name) if is_icon && name == wanted => {
                        Some(piece.range.clone())
                    }
                    InlineContent::Text(text) if !is_icon => text
                        .find(wanted)
                        .map(|at| piece.range.start + at..piece.range.start + at + wanted.len()),
                    _ => continue,
                };
            }
        });
        found.unwrap_or(range)
    }

    /// Pieces as the text engine takes them. The tag of a link is its number and one.
    fn inlines(&self, pieces: &[InlineRun], style: &TextStyle, sink: &mut Sink) -> Vec<Inline> {
        let mut out = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let look = InlineLook {
                bold: piece.look.bold,
                italic: piece.look.italic != style.italic && piece.look.italic,
                strike: piece.look.strike,
                raised: false,
                family: piece.look.code.then(|| self.styles.code_family.clone()),
                colour: piece.look.link.map(|_| self.styles.accent.clone()),
                tag: piece.look.link.map_or(0, |link| link as u32 + 1),
            };
            match &piece.content {
                InlineContent::Text(text) if piece.look.code => {
                    out.push(Inline::Literal(text.clone(), look))
                }
                InlineContent::Text(text) => out.push(Inline::Text(text.clone(), look)),
                InlineContent::Break => out.push(Inline::Break),
                InlineContent::Icon(name) => out.push(Inline::Icon(name.clone(), look)),
                InlineContent::Any => {}
                InlineContent::Note(label) => {
                    let number = self.doc.notes.get(label).map_or(0, |note| note.number);
                    let look = InlineLook {
                        raised: true,
                        tag: NOTE + number as u32,
                        ..InlineLook::default()
                    };
                    // The mark stays with the word before it.
                    out.push(Inline::Text("\u{2060}".to_owned(), look.clone()));
                    out.push(Inline::Literal(number.to_string(), look));
                }
                InlineContent::Page(anchor) => {
                    let page =
                        self.pages.get(anchor).map_or_else(|| "00".to_owned(), usize::to_string);
                    if !self.doc.headings().any(|h| h.anchor == *anchor) {
                        self.nowhere(anchor, &piece.range, sink);
                    }
                    out.push(Inline::Literal(
                        page,
                        InlineLook { tag: self.page_tag(anchor), ..look },
                    ));
                }
                InlineContent::Title(anchor) => {
                    let heading = self.doc.headings().find(|h| h.anchor == *anchor);
                    // That there is none is told with the link.
                    let words = heading.map_or_else(|| anchor.clone(), |h| plain(&h.pieces));
                    out.push(Inline::Text(words, look));
                }
            }
        }
        out
    }

    /// Tags of page numbers count down from the top.
    fn page_tag(&self, anchor: &str) -> u32 {
        self.doc.headings().position(|h| h.anchor == anchor).map_or(0, |at| u32::MAX - at as u32)
    }

    pub(in crate::rulebook) fn nowhere(&self, anchor: &str, range: &Range<usize>, sink: &mut Sink) {
        let known: Vec<&str> = self.doc.headings().map(|h| h.anchor.as_str()).collect();
        sink.push(
            Diagnostic::error(Code::R003, format!("no heading has the anchor `{anchor}`"))
                .at(&self.filled.span(range.clone()))
                .maybe_hint(crate::diag::did_you_mean(anchor, known)),
        );
    }

    fn target(&self, tag: u32) -> Option<LinkTarget> {
        if tag == 0 || (NOTE..NOTE * 2).contains(&tag) {
            return None;
        }
        if tag > u32::MAX / 2 {
            return self
                .doc
                .headings()
                .nth((u32::MAX - tag) as usize)
                .map(|h| LinkTarget::Anchor(h.anchor.clone()));
        }
        self.doc.links.get(tag as usize - 1).map(|link| link.target.clone())
    }

    /// Lays a text out; what is wrong with it is told, and the text left out.
    fn lay(
        &self,
        inlines: Vec<Inline>,
        style: &Arc<TextStyle>,
        width: f32,
        narrow: Option<(usize, f32, f32)>,
        range: &Range<usize>,
        sink: &mut Sink,
    ) -> Option<Arc<LaidText>> {
        let key = (
            inlines,
            Arc::clone(style),
            width.to_bits(),
            narrow.map(|(n, l, w)| (n, l.to_bits(), w.to_bits())),
        );
        if let Some(known) = self.known.0.borrow().get(&key) {
            return Some(Arc::clone(known));
        }
        match flow(self.engine, &FlowRequest { inlines: &key.0, style, width, narrow }) {
            Ok(laid) => {
                for warning in &laid.warnings {
                    self.fault(warning, range.clone(), sink);
                }
                let laid = Arc::new(laid);
                self.known.0.borrow_mut().insert(key, Arc::clone(&laid));
                Some(laid)
            }
            Err(faults) => {
                for fault in faults {
                    self.fault(&fault, range.clone(), sink);
                }
                None
            }
        }
    }

    /// The text of one line, its links and the notes it calls; `top` is the upper edge of the line and `height` its height.
    fn line(
        &self,
        laid: &Arc<LaidText>,
        line: usize,
        x: f32,
        top: f32,
        height: f32,
        item: &mut Item,
    ) {
        let y = top + self.styles.baseline(self.engine, laid.style(), height);
        item.ops.push(DrawOp::Text { laid: Arc::clone(laid), lines: line..line + 1, x, y });
        for (tag, from, to) in laid.tags(line) {
            if (NOTE..NOTE * 2).contains(&tag) {
                item.notes.push((tag - NOTE) as usize);
            }
            if let Some(target) = self.target(tag) {
                item.ops.push(DrawOp::Link {
                    target,
                    x: x + from,
                    y: top,
                    width: to - from,
                    height,
                });
            }
        }
    }

    /// Adds a piece with the space between it and what is above it.
    fn push(column: &mut Column, mut item: Item, before: u32) {
        item.before = column.exactly.take().unwrap_or_else(|| before.max(column.after));
        column.after = 0;
        item.panel = column.panel;
        if let Some(side) = &mut column.beside {
            side.left = side.left.saturating_sub(item.height + item.before);
            item.keep |= side.left > 0;
        }
        column.items.push(item);
        if column.beside.is_some_and(|side| side.left == 0) {
            Self::leave_side(column);
        }
    }

    fn heading(
        &self,
        column: &mut Column,
        heading: &Heading,
        number: usize,
        counts: &Counts,
        sink: &mut Sink,
    ) {
        let style = &self.styles.headings[usize::from(heading.level.clamp(2, 3) - 2)];
        let units = if heading.level == 2 { 3 } else { 2 };
        let inlines = self.inlines(&heading.pieces, style, sink);
        let Some(laid) = self.lay(inlines, style, column.width, None, &heading.range, sink) else {
            return;
        };
        let mut item =
            Item { keep: true, heading: Some(number), block: counts.block, ..Item::default() };
        let line_height = leading(style);
        for line in 0..laid.lines.len() {
            self.line(&laid, line, column.left, line as f32 * line_height, line_height, &mut item);
        }
        item.height = units * laid.lines.len() as u32;
        // With the space above, whole lines of text: what follows stays on the grid.
        Self::push(column, item, if heading.level == 2 { 3 } else { 2 });
        column.after = u32::from(heading.level == 2);
    }

    fn paragraph(
        &self,
        column: &mut Column,
        pieces: &[InlineRun],
        range: &Range<usize>,
        counts: &Counts,
        sink: &mut Sink,
    ) {
        let style = Arc::clone(&self.styles.body);
        // Justified, a narrow column is all holes and hyphens.
        let narrow = column.width < NARROW * style.size.to_mm() as f32;
        let style = if narrow { Arc::clone(&self.styles.ragged) } else { style };
        let inlines = self.inlines(pieces, &style, sink);
        self.lines(column, inlines, &style, range, PARAGRAPH, counts, sink);
        column.after = PARAGRAPH;
    }

    /// Lines two units high, never one alone at the foot or the head of a column.
    #[expect(
        clippy::too_many_arguments,
        reason = "a block, where it goes, and what counts and complains"
    )]
    fn lines(
        &self,
        column: &mut Column,
        inlines: Vec<Inline>,
        style: &Arc<TextStyle>,
        range: &Range<usize>,
        before: u32,
        counts: &Counts,
        sink: &mut Sink,
    ) {
        // Beside a figure the first lines are short and the rest is not.
        let (width, left, narrow) = match column.beside {
            Some(side) => {
                let gap = column.exactly.unwrap_or_else(|| before.max(column.after));
                let lines = (side.left.saturating_sub(gap)).div_ceil(2) as usize;
                (
                    column.width + side.narrow,
                    column.left - side.shift,
                    Some((lines, side.shift, column.width)),
                )
            }
            None => (column.width, column.left, None),
        };
        let Some(laid) = self.lay(inlines, style, width, narrow, range, sink) else { return };
        let height = 2.0 * self.styles.unit;
        let count = laid.lines.len();
        for line in 0..count {
            let mut item = Item { height: 2, block: counts.block, ..Item::default() };
            self.line(&laid, line, left, 0.0, height, &mut item);
            // No line of a paragraph alone at the foot, none alone at the head.
            item.keep = count > 1 && (line == 0 || line + 2 == count);
            Self::push(column, item, if line == 0 { before } else { 0 });
        }
    }

    fn block(&self, column: &mut Column, block: &Block, counts: &mut Counts, sink: &mut Sink) {
        match &block.kind {
            BlockKind::Paragraph(pieces) => {
                self.paragraph(column, pieces, &block.range, counts, sink)
            }
            BlockKind::List { start, tight, items } => {
                self.list(column, *start, *tight, items, counts, sink)
            }
            BlockKind::Table(table) => {
                Self::leave_side(column);
                self.table(column, table, &block.range, counts, sink);
            }
            BlockKind::Callout { kind, title, blocks } => {
                Self::leave_side(column);
                self.callout(column, *kind, title, blocks, &block.range, counts, sink);
            }
            BlockKind::Quote(blocks) => {
                Self::leave_side(column);
                let indent = 2.0 * self.styles.unit;
                self.panel(column, None, indent, blocks, None, counts, sink);
            }
            BlockKind::Definitions(all) => {
                for (term, texts) in all {
                    let mut pieces = term.clone();
                    for piece in &mut pieces {
                        piece.look.bold = true;
                    }
                    let inlines = self.inlines(&pieces, &self.styles.ragged, sink);
                    let from = column.items.len();
                    let range = pieces.first().map_or(block.range.clone(), |p| p.range.clone());
                    self.lines(
                        column,
                        inlines,
                        &self.styles.ragged,
                        &range,
                        PARAGRAPH,
                        counts,
                        sink,
                    );
                    for item in &mut column.items[from..] {
                        item.keep = true;
                    }
                    column.after = 0;
                    let indent = 2.0 * self.styles.unit;
                    Self::indented(column, indent, |column| {
                        for (number, text) in texts.iter().enumerate() {
                            for (at, block) in text.iter().enumerate() {
                                if at == 0 && number == 0 {
                                    // The answer stands right below its question.
                                    let from = column.items.len();
                                    self.block(column, block, counts, sink);
                                    if let Some(first) = column.items.get_mut(from) {
                                        first.before = 0;
                                    }
                                } else {
                                    self.block(column, block, counts, sink);
                                }
                            }
                        }
                    });
                    column.after = PARAGRAPH;
                }
            }
            BlockKind::Figure { address, caption } => {
                counts.figure += 1;
                if let Some(mut figure) =
                    self.sources.figure(address, &self.filled.span(block.range.clone()), sink)
                {
                    figure.place = FigurePlace::Inline;
                    self.figure(column, figure, caption, block, None, counts, sink);
                }
            }
            BlockKind::Code(text) => {
                let mut inlines = Vec::new();
                for (number, line) in text.lines().enumerate() {
                    if number > 0 {
                        inlines.push(Inline::Break);
                    }
                    // Spaces at the start of a line are meant.
                    inlines
                        .push(Inline::Literal(line.replace(' ', "\u{a0}"), InlineLook::default()));
                }
                Self::indented(column, 2.0 * self.styles.unit, |column| {
                    self.lines(
                        column,
                        inlines,
                        &self.styles.code,
                        &block.range,
                        PARAGRAPH,
                        counts,
                        sink,
                    );
                });
                column.after = PARAGRAPH;
            }
            BlockKind::Rule => {
                let third = column.width / 3.0;
                let (x, y) = (column.left + third, self.styles.unit);
                let op = DrawOp::Fill {
                    x,
                    y,
                    width: third,
                    height: 0.2,
                    colour: self.styles.accent.clone(),
                    opacity: 1.0,
                };
                Self::push(
                    column,
                    Item { height: 2, ops: vec![op], block: counts.block, ..Item::default() },
                    PARAGRAPH,
                );
            }
            BlockKind::Heading(_) | BlockKind::Command(_) => {}
        }
    }

    fn indented(column: &mut Column, by: f32, run: impl FnOnce(&mut Column)) {
        column.left += by;
        column.width -= by;
        // A figure beside the text may end inside, which moves both.
        run(column);
        column.left -= by;
        column.width += by;
    }

    fn list(
        &self,
        column: &mut Column,
        start: Option<u64>,
        tight: bool,
        items: &[Vec<Block>],
        counts: &mut Counts,
        sink: &mut Sink,
    ) {
        let style =
            Arc::clone(if start.is_some() { &self.styles.number } else { &self.styles.ragged });
        let size = style.size.to_mm() as f32;
        // Numbers end where their points stand one below the other. Bullets are drawn: in some typefaces they are specks.
        let labels: Vec<Option<Arc<LaidText>>> = match start {
            Some(first) => {
                let numbers = (0..items.len() as u64).map(|n| format!("{}.", first + n));
                numbers
                    .map(|n| {
                        self.lay(
                            vec![Inline::Literal(n, InlineLook::default())],
                            &style,
                            100.0,
                            None,
                            &(0..0),
                            sink,
                        )
                    })
                    .collect()
            }
            None => vec![None; items.len()],
        };
        let widest = labels.iter().flatten().fold(2.0 * BULLET * size, |w, l| w.max(l.width));
        let gap = 0.55 * size;
        let outer = 0.35 * self.styles.unit;
        let indent = outer + widest + gap;
        let gap_between = u32::from(!tight) * PARAGRAPH;
        let mut starts = Vec::with_capacity(items.len());
        for (number, (item, label)) in items.iter().zip(&labels).enumerate() {
            let from = column.items.len();
            starts.push(from);
            Self::indented(column, indent, |column| {
                for (at, block) in item.iter().enumerate() {
                    let first = column.items.len();
                    let inner = tight
                        && !matches!(
                            block.kind,
                            BlockKind::Paragraph(_)
                                | BlockKind::Figure { .. }
                                | BlockKind::Table(_)
                        );
                    match (number, at) {
                        (0, 0) => {}
                        (_, 0) => column.exactly = Some(gap_between),
                        (_, _) if inner => column.exactly = Some(0),
                        _ => {}
                    }
                    self.block(column, block, counts, sink);
                    if at + 1 < item.len() && matches!(block.kind, BlockKind::Paragraph(_)) {
                        Self::announce(column, first, block, item.get(at + 1));
                    }
                }
                column.after = 0;
            });
            let height = 2.0 * self.styles.unit;
            if column.items.len() == from {
                Self::push(column, Item { height: 2, block: counts.block, ..Item::default() }, 0);
            }
            if let Some(first) = column.items.get_mut(from) {
                // The mark stands beside the first line, wherever that begins.
                let text = first.ops.iter().find_map(|op| {
                    if let DrawOp::Text { x, laid, lines, .. } = op {
                        laid.lines.get(lines.start).map(|line| x + line.left)
                    } else {
                        None
                    }
                });
                let end = text.unwrap_or(column.left + indent) - gap;
                let y = self.styles.baseline(self.engine, &style, height);
                let mark = match label {
                    Some(label) => DrawOp::Text {
                        laid: Arc::clone(label),
                        lines: 0..1,
                        x: end - label.width,
                        y,
                    },
                    None if start.is_some() => continue,
                    None => {
                        let (radius, colour) = (BULLET * size, self.styles.accent.clone());
                        DrawOp::Bullet {
                            x: end - radius,
                            y: y - cap_height(self.engine, &style) * 0.42,
                            radius,
                            colour,
                        }
                    }
                };
                first.ops.insert(0, mark);
            }
        }
        // Neither the first point nor the last stands alone, if they are short.
        if let [first, second, .., before, last] | [first, second @ before, last] =
            *starts.as_slice()
        {
            for point in [first..second, before..last] {
                if let Some(point) = column.items.get_mut(point)
                    && point.iter().map(|item| item.height).sum::<u32>() <= SHORT_POINT
                {
                    for item in point {
                        item.keep = true;
                    }
                }
            }
        }
        column.after = PARAGRAPH;
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a block, where it goes, and what counts and complains"
    )]
    fn callout(
        &self,
        column: &mut Column,
        kind: Callout,
        title: &[InlineRun],
        blocks: &[Block],
        range: &Range<usize>,
        counts: &mut Counts,
        sink: &mut Sink,
    ) {
        let style = &self.styles.label;
        let own = title
            .iter()
            .any(|p| !matches!(&p.content, InlineContent::Text(t) if t.trim().is_empty()));
        let mut inlines = vec![Inline::Text(self.phrases.callout(kind), InlineLook::default())];
        if own {
            inlines.push(Inline::Text(": ".to_owned(), InlineLook::default()));
            inlines.extend(self.inlines(title, style, sink));
        }
        self.panel(
            column,
            Some(kind),
            PADDING * self.styles.unit,
            blocks,
            Some((inlines, range.clone())),
            counts,
            sink,
        );
    }

    /// Blocks in a box.
    #[expect(
        clippy::too_many_arguments,
        reason = "a block, where it goes, and what counts and complains"
    )]
    fn panel(
        &self,
        column: &mut Column,
        kind: Option<Callout>,
        padding: f32,
        blocks: &[Block],
        title: Option<(Vec<Inline>, Range<usize>)>,
        counts: &mut Counts,
        sink: &mut Sink,
    ) {
        let outer = column.panel;
        if outer.is_none() {
            counts.panel += 1;
            column.panel = Some(TextPanel {
                number: counts.panel,
                kind,
                left: column.left,
                width: column.width,
            });
        }
        let pad = u32::from(kind.is_some() && outer.is_none());
        if pad > 0 {
            let item = Item { height: 1, keep: true, block: counts.block, ..Item::default() };
            Self::push(column, item, BLOCK);
            column.after = 0;
        }
        column.left += padding;
        column.width -= 2.0 * padding;
        if let Some((inlines, range)) = title {
            let from = column.items.len();
            self.lines(column, inlines, &self.styles.label, &range, 0, counts, sink);
            for item in &mut column.items[from..] {
                item.keep = true;
            }
            column.after = 0;
        }
        for (at, block) in blocks.iter().enumerate() {
            let from = column.items.len();
            self.block(column, block, counts, sink);
            if at == 0
                && kind.is_some()
                && let Some(first) = column.items.get_mut(from)
            {
                first.before = 0;
            }
            Self::announce(column, from, block, blocks.get(at + 1));
        }
        Self::leave_side(column);
        column.left -= padding;
        column.width += 2.0 * padding;
        if pad > 0 {
            if let Some(last) = column.items.last_mut() {
                last.keep = true;
            }
            column.after = 0;
            Self::push(column, Item { height: 1, block: counts.block, ..Item::default() }, 0);
        }
        if outer.is_none() {
            column.panel = None;
            column.after = BLOCK;
            // A box of a few lines is not worth parting.
            let own = column
                .items
                .iter()
                .rposition(|item| item.panel.is_none_or(|p| p.number != counts.panel))
                .map_or(0, |at| at + 1);
            let height: u32 =
                column.items[own..].iter().map(|item| item.height + item.before).sum();
            let last = column.items.len().saturating_sub(1);
            if height <= WHOLE {
                column.items[own..]
                    .iter_mut()
                    .enumerate()
                    .for_each(|(at, item)| item.keep |= own + at < last);
            }
        }
    }

    /// The caption of a figure, and its height.
    fn caption(
        &self,
        caption: &[InlineRun],
        width: f32,
        number: usize,
        range: &Range<usize>,
        sink: &mut Sink,
    ) -> (Vec<DrawOp>, f32, Vec<usize>) {
        let has_words = caption.iter().any(|p| p.content != InlineContent::Any);
        if !has_words {
            return (Vec::new(), 0.0, Vec::new());
        }
        let style = &self.styles.caption;
        let look = InlineLook {
            bold: true,
            colour: Some(self.styles.accent.clone()),
            ..InlineLook::default()
        };
        let mut inlines = vec![
            Inline::Literal(format!("{}\u{a0}{number}", self.phrases.get("figure")), look),
            Inline::Literal("\u{2002}".to_owned(), InlineLook::default()),
        ];
        inlines.extend(self.inlines(caption, style, sink));
        let Some(laid) = self.lay(inlines, style, width, None, range, sink) else {
            return (Vec::new(), 0.0, Vec::new());
        };
        let line_height = leading(style);
        let mut item = Item::default();
        let gap = 0.4 * self.styles.unit;
        for line in 0..laid.lines.len() {
            self.line(&laid, line, 0.0, gap + line as f32 * line_height, line_height, &mut item);
        }
        (item.ops, gap + line_height * laid.lines.len() as f32, item.notes)
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a block, where it goes, and what counts and complains"
    )]
    fn figure(
        &self,
        column: &mut Column,
        figure: Figure,
        caption: &[InlineRun],
        block: &Block,
        next: Option<&Block>,
        counts: &Counts,
        sink: &mut Sink,
    ) {
        Self::leave_side(column);
        let beside = matches!(figure.place, FigurePlace::Left | FigurePlace::Right);
        // Beside a text, both need room.
        let most = if beside { column.width * 0.6 } else { column.width };
        let wanted = match figure.width {
            Some(FigureWidth::Mm(mm)) => mm,
            Some(FigureWidth::Share(share)) => share * column.width,
            None if beside => figure.usual.min(column.width * 0.4),
            None => figure.usual,
        };
        let mut width = wanted.min(most);
        let ratio = figure.size.1 / figure.size.0;
        // A caption as narrow as a card would be a column of words.
        let caption_width =
            if beside { width } else { column.width.min(width.max(column.width * 0.7)) };
        let (ops, caption_height, notes) =
            self.caption(caption, caption_width, counts.figure, &block.range, sink);
        // Never higher than a page.
        let room = self.height as f32 * self.styles.unit - caption_height;
        if width * ratio > room {
            width = room / ratio;
        }
        let mut height = width * ratio;
        let mut units = self.styles.units(height + caption_height);
        if let FigurePicture::Icon(icon) = &figure.picture {
            match icon_svg(self.engine, icon, (0.0, 0.0), width, &self.styles.accent) {
                Ok((_, wide)) if wide > 0.0 => {
                    height = width * width / wide;
                    units = self.styles.units(height + caption_height);
                }
                Ok(_) => {}
                Err(fault) => self.fault(&fault, block.range.clone(), sink),
            }
        }
        let centre = |w: f32| (column.width - w) / 2.0;
        let (left, caption_left) = match figure.place {
            FigurePlace::Left => (0.0, 0.0),
            FigurePlace::Right => (column.width - width, column.width - width),
            FigurePlace::Inline | FigurePlace::Float | FigurePlace::Full => {
                (centre(width), centre(caption_width))
            }
        };
        // A short caption stands in the middle like its figure.
        let text_width = ops.iter().fold(0.0_f32, |w, op| {
            if let DrawOp::Text { laid, .. } = op { w.max(laid.width) } else { w }
        });
        let one_line = ops.iter().filter(|op| matches!(op, DrawOp::Text { .. })).count() == 1;
        let caption_left = if one_line && !beside { centre(text_width) } else { caption_left };
        let caption = ops.iter().map(|op| op.moved(caption_left + column.left, 0.0)).collect();
        let flexible = SetFigure {
            figure,
            left: left + column.left,
            width,
            height,
            caption,
            caption_height,
            units,
        };
        if beside {
            let gap = 2.0 * self.styles.unit;
            let narrow = width + gap;
            let shift = if flexible.figure.place == FigurePlace::Left { narrow } else { 0.0 };
            // The first line of the text begins as high as the picture.
            let followed = next.is_some_and(|b| match &b.kind {
                BlockKind::Paragraph(_) | BlockKind::List { .. } | BlockKind::Definitions(_) => {
                    true
                }
                BlockKind::Heading(heading) => heading.level > 2,
                _ => false,
            });
            let item = Item {
                height: 0,
                keep: true,
                notes,
                block: counts.block,
                beside: Some(Box::new(Beside { flexible, units })),
                ..Item::default()
            };
            Self::push(column, item, BLOCK);
            column.width -= narrow;
            column.left += shift;
            column.beside = Some(Side { left: units, shift, narrow });
            column.exactly = Some(0);
            if !followed {
                Self::leave_side(column);
            }
            return;
        }
        let item = Item {
            height: units,
            notes,
            figure: Some(Box::new(flexible)),
            block: counts.block,
            ..Item::default()
        };
        Self::push(column, item, BLOCK);
        column.after = BLOCK;
    }

    fn contents(&self, column: &mut Column, counts: &Counts, sink: &mut Sink) {
        let words = self.phrases.get("contents");
        self.small_title(column, words, counts, sink);
        for heading in self.doc.headings().filter(|h| h.level < 4) {
            let indent = if heading.level == 2 { 0.0 } else { 2.2 * self.styles.unit };
            let style = &self.styles.ragged;
            let page =
                self.pages.get(&heading.anchor).map_or_else(|| "00".to_owned(), usize::to_string);
            let look = InlineLook { bold: heading.level == 2, ..InlineLook::default() };
            let number = self.lay(
                vec![Inline::Literal(page, look.clone())],
                &self.styles.number,
                40.0,
                None,
                &heading.range,
                sink,
            );
            let number_width = number.as_ref().map_or(0.0, |n| n.width);
            let inlines = vec![Inline::Text(plain(&heading.pieces), look)];
            let room = column.width - indent - number_width - 4.0 * self.styles.unit;
            let (Some(title), Some(number)) =
                (self.lay(inlines, style, room, None, &heading.range, sink), number)
            else {
                continue;
            };
            let height = 2.0 * self.styles.unit;
            let mut item = Item {
                height: 2 * title.lines.len() as u32,
                block: counts.block,
                ..Item::default()
            };
            let last = title.lines.len().saturating_sub(1);
            for line in 0..title.lines.len() {
                self.line(
                    &title,
                    line,
                    column.left + indent,
                    line as f32 * height,
                    height,
                    &mut item,
                );
            }
            let y = last as f32 * height + self.styles.baseline(self.engine, style, height);
            let from = column.left
                + indent
                + title.lines.last().map_or(0.0, |l| l.width)
                + 0.6 * self.styles.unit;
            let to = column.left + column.width - number_width;
            item.ops.push(DrawOp::Dots {
                x: from,
                y,
                width: (to - 0.6 * self.styles.unit - from).max(0.0),
            });
            item.ops.push(DrawOp::Text { laid: number, lines: 0..1, x: to, y });
            let target = LinkTarget::Anchor(heading.anchor.clone());
            let (width, height) = (column.width - indent, item.height as f32 * self.styles.unit);
            item.ops.push(DrawOp::Link { target, x: column.left + indent, y: 0.0, width, height });
            Self::push(column, item, u32::from(heading.level == 2) * PARAGRAPH);
        }
        column.after = BLOCK;
    }

    /// A heading that is in no contents.
    fn small_title(&self, column: &mut Column, words: String, counts: &Counts, sink: &mut Sink) {
        let style = &self.styles.headings[1];
        let Some(laid) = self.lay(
            vec![Inline::Text(words, InlineLook::default())],
            style,
            column.width,
            None,
            &(0..0),
            sink,
        ) else {
            return;
        };
        let mut item = Item { height: 2, keep: true, block: counts.block, ..Item::default() };
        self.line(&laid, 0, column.left, 0.0, leading(style), &mut item);
        Self::push(column, item, BLOCK);
    }

    /// What is in the box: a picture, how many, and what it is called; two side by side.
    fn components(&self, column: &mut Column, counts: &Counts, sink: &mut Sink) {
        let game = self.sources.game;
        let style = &self.styles.ragged;
        let unit = self.styles.unit;
        let gutter = 2.0 * unit;
        let two = column.width > 90.0;
        let cell = if two { (column.width - gutter) / 2.0 } else { column.width };
        let picture_height = 6.0 * unit;
        let mut cells: Vec<(u32, Vec<DrawOp>)> = Vec::new();
        for (id, component) in game.components_with_ids() {
            let mut ops = Vec::new();
            let mut picture_width = 0.0;
            if let Some(figure) = self.sources.thumbnail(id) {
                let ratio = figure.size.0 / figure.size.1;
                picture_width = (picture_height * ratio).min(cell * 0.4);
                let height = picture_width / ratio;
                let y = (picture_height - height) / 2.0;
                ops.push(DrawOp::Picture {
                    figure: Arc::new(figure),
                    x: 0.0,
                    y,
                    width: picture_width,
                });
            }
            let slot = cell * 0.36;
            let text_left = slot.max(picture_width) + 1.2 * unit;
            // All texts of the list begin below each other.
            if let Some(DrawOp::Picture { x, .. }) = ops.first_mut() {
                *x = (slot - picture_width).max(0.0) / 2.0;
            }
            let copies = component.copies();
            let noun = self.phrases.noun(&component.id, component.kind().word(), copies);
            let inlines = vec![
                Inline::Literal(
                    format!("{copies} {noun}"),
                    InlineLook { bold: true, ..InlineLook::default() },
                ),
                Inline::Break,
                Inline::Text(self.phrases.component(&component.id), InlineLook::default()),
            ];
            // Names are parted only where a word is too long.
            let unparted = self.lay(
                inlines.clone(),
                &self.styles.name,
                cell - text_left,
                None,
                &(0..0),
                &mut Sink::new(),
            );
            let Some(laid) = unparted
                .or_else(|| self.lay(inlines, style, cell - text_left, None, &(0..0), sink))
            else {
                continue;
            };
            let lines = laid.lines.len();
            let height = (lines as f32 * 2.0 * unit).max(picture_height);
            let top = (height - lines as f32 * 2.0 * unit) / 2.0;
            let mut item = Item::default();
            for line in 0..lines {
                self.line(
                    &laid,
                    line,
                    text_left,
                    top + line as f32 * 2.0 * unit,
                    2.0 * unit,
                    &mut item,
                );
            }
            ops.extend(item.ops);
            cells.push((self.styles.units(height), ops));
        }
        let per_row = if two { 2 } else { 1 };
        let rows = cells.chunks(per_row).count();
        for (number, row) in cells.chunks(per_row).enumerate() {
            let height = row.iter().map(|(h, _)| *h).max().unwrap_or(0);
            let mut item = Item {
                height,
                keep: number == 0 && rows > 1,
                block: counts.block,
                ..Item::default()
            };
            for (at, (_, ops)) in row.iter().enumerate() {
                item.ops.extend(
                    ops.iter().map(|op| op.moved(column.left + at as f32 * (cell + gutter), 0.0)),
                );
            }
            Self::push(column, item, BLOCK);
        }
        column.after = BLOCK;
    }

    /// The footnotes as pieces, by number.
    fn notes(&self, columns: u32, sink: &mut Sink) -> Vec<Vec<Item>> {
        let style = &self.styles.note;
        let line_height = leading(style);
        let mut all = Vec::new();
        for note in self.doc.notes.values() {
            let mut items = Vec::new();
            let mut inlines = vec![
                Inline::Literal(
                    note.number.to_string(),
                    InlineLook { raised: true, ..InlineLook::default() },
                ),
                Inline::Text("\u{2009}\u{2060}".to_owned(), InlineLook::default()),
            ];
            for (at, block) in note.blocks.iter().enumerate() {
                if let BlockKind::Paragraph(pieces) = &block.kind {
                    if at > 0 {
                        inlines.push(Inline::Break);
                    }
                    inlines.extend(self.inlines(pieces, style, sink));
                } else {
                    sink.push(
                        Diagnostic::error(Code::R005, "footnotes hold paragraphs only")
                            .at(&self.filled.span(block.range.clone())),
                    );
                }
            }
            let width = self.column(columns).width;
            if let Some(laid) = self.lay(inlines, style, width, None, &note.range, sink) {
                let mut item = Item::default();
                for line in 0..laid.lines.len() {
                    self.line(&laid, line, 0.0, line as f32 * line_height, line_height, &mut item);
                }
                item.height = self.styles.units(line_height * laid.lines.len() as f32);
                items.push(item);
            }
            all.push(items);
        }
        all
    }

    fn table(
        &self,
        column: &mut Column,
        table: &crate::rulebook::doc::Table,
        range: &Range<usize>,
        counts: &Counts,
        sink: &mut Sink,
    ) {
        let set = table::set(self, table, column.width, range, sink);
        let Some((head, rows)) = set else { return };
        let place = |item: &Item| {
            let mut item = item.clone();
            item.ops = item.ops.iter().map(|op| op.moved(column.left, 0.0)).collect();
            item.block = counts.block;
            item
        };
        let head = head.as_ref().map(place);
        let rows: Vec<Item> = rows.iter().map(place).collect();
        let repeat = head.clone().map(Arc::new);
        let mut before = BLOCK;
        let head_height = head.as_ref().map_or(0, |head| head.height);
        if let Some(mut head) = head {
            head.keep = true;
            Self::push(column, head, before);
            before = 0;
        }
        let count = rows.len();
        // A table of a few rows is not worth parting.
        let whole = head_height + rows.iter().map(|row| row.height).sum::<u32>() <= WHOLE_TABLE;
        for (number, mut row) in rows.into_iter().enumerate() {
            // Neither the first row nor the last stands alone.
            row.keep = number + 1 < count && (whole || number == 0 || number + 2 == count);
            row.repeat.clone_from(&repeat);
            Self::push(column, row, before);
            before = 0;
        }
        column.after = BLOCK;
    }

    /// What tables need of a cell: its pieces laid out in a width.
    pub(in crate::rulebook) fn cell(
        &self,
        pieces: &[InlineRun],
        bold: bool,
        width: f32,
        range: &Range<usize>,
        sink: &mut Sink,
    ) -> Option<Arc<LaidText>> {
        let style = &self.styles.cell;
        let mut inlines = self.inlines(pieces, style, sink);
        if bold {
            for inline in &mut inlines {
                if let Inline::Text(_, look) | Inline::Literal(_, look) | Inline::Icon(_, look) =
                    inline
                {
                    look.bold = true;
                }
            }
        }
        let range = pieces.first().map_or(range.clone(), |first| {
            first.range.start..pieces.last().map_or(first.range.end, |l| l.range.end)
        });
        self.lay(inlines, style, width, None, &range, sink)
    }

    /// Puts a laid-out line of a cell into a piece.
    pub(in crate::rulebook) fn cell_line(
        &self,
        laid: &Arc<LaidText>,
        line: usize,
        x: f32,
        top: f32,
        height: f32,
        item: &mut Item,
    ) {
        self.line(laid, line, x, top, height, item);
    }
}

fn entry(heading: &Heading) -> HeadingEntry {
    HeadingEntry {
        level: heading.level,
        title: plain(&heading.pieces),
        anchor: heading.anchor.clone(),
    }
}
