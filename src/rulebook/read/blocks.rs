//! The blocks of a rulebook, from events of Markdown.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, HeadingLevel, Tag, TagEnd};

use super::super::doc::{
    Block, BlockKind, Callout, ColumnAlign, Definition, DocLink, Heading, InlineContent, InlineRun,
    LinkTarget, RunTag, Table,
};
use super::inline::InlineCollector;
use super::reader::MarkdownReader;
use crate::diag::{Code, UnknownName};

/// No page has room for more; and each level is a call in a call for all that reads blocks.
const MAX_DEPTH: usize = 32;

impl<'a> MarkdownReader<'a> {
    /// The blocks up to an end, which is taken.
    pub(super) fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        // Items of tight lists hold text without a paragraph around it.
        let mut loose = InlineCollector::default();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(found) if Some(found) == end => break,
                Event::Start(_) if self.depth == MAX_DEPTH => {
                    self.skip_block();
                    let message = format!("blocks are nested more than {MAX_DEPTH} deep");
                    self.fault(Code::R005, message, range.start..range.start + 1);
                }
                Event::Start(tag) if is_block(&tag) => {
                    self.flush(&mut loose, &mut blocks);
                    self.depth += 1;
                    self.block(tag, range, &mut blocks);
                    self.depth -= 1;
                }
                Event::Rule => {
                    self.flush(&mut loose, &mut blocks);
                    blocks.push(Block { kind: BlockKind::Rule, range });
                }
                event => self.inline(event, range, &mut loose),
            }
        }
        self.flush(&mut loose, &mut blocks);
        blocks
    }

    fn flush(&mut self, loose: &mut InlineCollector, blocks: &mut Vec<Block>) {
        let inlines = std::mem::take(loose);
        let range = inlines.range.clone();
        let runs = inlines.finish(self);
        self.paragraph(runs, range, blocks);
    }

    fn block(&mut self, tag: Tag<'a>, range: Range<usize>, blocks: &mut Vec<Block>) {
        let end = tag.to_end();
        match tag {
            Tag::Paragraph => {
                let runs = self.inlines(end);
                self.paragraph(runs, range, blocks);
            }
            Tag::Heading { level, id, .. } => {
                let runs = self.inlines(end);
                self.heading(level, id.map(|id| id.to_string()), runs, range, blocks);
            }
            Tag::BlockQuote(_) => self.quote(range, blocks),
            Tag::List(start) => {
                let kind = self.list(start);
                blocks.push(Block { kind, range });
            }
            Tag::Table(align) => {
                let kind = BlockKind::Table(self.table(&align));
                blocks.push(Block { kind, range });
            }
            Tag::DefinitionList => {
                let mut all: Vec<Definition> = Vec::new();
                while let Some((event, _)) = self.events.next() {
                    match event {
                        Event::Start(Tag::DefinitionListTitle) => {
                            let term = self.inlines(TagEnd::DefinitionListTitle);
                            all.push(Definition { term, texts: Vec::new() });
                        }
                        Event::Start(Tag::DefinitionListDefinition) => {
                            let text = self.blocks(Some(TagEnd::DefinitionListDefinition));
                            if let Some(last) = all.last_mut() {
                                last.texts.push(text);
                            }
                        }
                        Event::End(TagEnd::DefinitionList) => break,
                        _ => {}
                    }
                }
                blocks.push(Block { kind: BlockKind::Definitions(all), range });
            }
            Tag::CodeBlock(_) => {
                let mut text = String::new();
                for (event, _) in self.events.by_ref() {
                    match event {
                        Event::Text(words) => text.push_str(&words),
                        Event::End(TagEnd::CodeBlock) => break,
                        _ => {}
                    }
                }
                blocks.push(Block {
                    kind: BlockKind::Code(text.trim_end_matches('\n').to_owned()),
                    range,
                });
            }
            Tag::FootnoteDefinition(label) => {
                let text = self.blocks(Some(end));
                if self.notes.insert(label.to_string(), text).is_some() {
                    self.fault(
                        Code::R005,
                        format!("the footnote `{label}` is written twice"),
                        range,
                    );
                }
            }
            Tag::HtmlBlock => {
                let mut html = String::new();
                for (event, _) in self.events.by_ref() {
                    match event {
                        Event::Html(text) => html.push_str(&text),
                        Event::End(TagEnd::HtmlBlock) => break,
                        _ => {}
                    }
                }
                self.html(&html, range, blocks);
            }
            _ => {}
        }
    }

    fn list(&mut self, start: Option<u64>) -> BlockKind {
        let mut items = Vec::new();
        let mut tight = true;
        let mut gaps: Vec<Range<usize>> = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => {
                    gaps.push(range);
                    items.push(self.blocks(Some(TagEnd::Item)));
                }
                Event::End(TagEnd::List(_)) => break,
                _ => {}
            }
        }
        // A blank line between two items makes the list loose.
        for pair in gaps.windows(2) {
            tight &= !self.filled.text[pair[0].start..pair[1].start]
                .trim_end_matches(' ')
                .ends_with("\n\n");
        }
        BlockKind::List { start, tight, items }
    }

    fn table(&mut self, align: &[Alignment]) -> Table {
        let align = align.iter().map(|align| match align {
            Alignment::Center => ColumnAlign::Centre,
            Alignment::Right => ColumnAlign::End,
            Alignment::None | Alignment::Left => ColumnAlign::Start,
        });
        let mut table = Table { align: align.collect(), ..Table::default() };
        let mut row = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::Start(Tag::TableCell) => row.push(self.inlines(TagEnd::TableCell)),
                Event::End(TagEnd::TableHead) => table.head = std::mem::take(&mut row),
                Event::End(TagEnd::TableRow) => table.rows.push(std::mem::take(&mut row)),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        table
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<String>,
        runs: Vec<InlineRun>,
        range: Range<usize>,
        blocks: &mut Vec<Block>,
    ) {
        let level = level as u8;
        let explicit = id.is_some();
        let anchor = self.anchor(id, &super::super::doc::plain(&runs), &range);
        if level > 4 {
            let message = format!("a heading has level {level}, deeper than 4");
            self.fault(Code::R005, message, range.clone());
        }
        let heading = Heading { level, anchor, explicit, runs, range: range.clone() };
        if level > 1 {
            if self.depth > 1 {
                self.fault(Code::R005, "a heading is inside another block", range.clone());
            }
            blocks.push(Block { kind: BlockKind::Heading(heading), range });
        } else if self.doc.title.is_some() {
            let fault = self.fault(Code::R005, "there is a second title", range);
            fault.hints.push("sections begin with `##`".to_owned());
        } else if blocks.iter().any(|b| !matches!(b.kind, BlockKind::Command(_))) || self.depth > 1
        {
            self.fault(Code::R005, "the title comes after other text", range);
        } else {
            self.doc.title = Some(heading);
        }
    }

    /// A paragraph, or the figures in it if it holds nothing else.
    fn paragraph(&mut self, runs: Vec<InlineRun>, range: Range<usize>, blocks: &mut Vec<Block>) {
        let blank = |run: &InlineRun| match &run.content {
            InlineContent::Text(text) | InlineContent::Code(text) => text.trim().is_empty(),
            InlineContent::Break | InlineContent::Any => true,
            InlineContent::Icon(_)
            | InlineContent::Note(_)
            | InlineContent::Page(_)
            | InlineContent::Title(_) => false,
        };
        let Some(picture) = runs.iter().find_map(InlineRun::picture) else {
            if !runs.iter().all(blank) {
                blocks.push(Block { kind: BlockKind::Paragraph(runs), range });
            }
            return;
        };
        if runs.iter().any(|run| run.picture().is_none() && !blank(run)) {
            let at = self.doc.links[picture].range.clone();
            let fault = self.fault(Code::R004, "a figure shares its paragraph with other text", at);
            fault.hints.push(
                "put an empty line before and after it; only icons can be part of a line"
                    .to_owned(),
            );
            return;
        }
        let mut pictures: Vec<(usize, Vec<InlineRun>)> = Vec::new();
        for mut run in runs {
            let Some(picture) = run.picture() else { continue };
            run.style.tag = 0;
            match pictures.last_mut() {
                Some((last, caption)) if *last == picture => caption.push(run),
                _ => pictures.push((picture, vec![run])),
            }
        }
        for (picture, mut caption) in pictures {
            let DocLink { target: LinkTarget::Url(address), range } =
                self.doc.links[picture].clone()
            else {
                continue;
            };
            caption.retain(|run| run.content != InlineContent::Any);
            self.figures += 1;
            let kind = BlockKind::Figure { number: self.figures, address, caption };
            blocks.push(Block { kind, range });
        }
    }

    fn quote(&mut self, range: Range<usize>, blocks: &mut Vec<Block>) {
        let text = &self.filled.text[range.clone()];
        let inner = text.trim_start_matches(['>', ' ']);
        let start = range.start + (text.len() - inner.len());
        let line_end = inner.find('\n').map_or(range.end, |at| start + at);
        let marker = inner
            .strip_prefix("[!")
            .and_then(|rest| rest.split_once(']'))
            .map(|(word, _)| word.trim());
        let marker =
            marker.filter(|word| !word.contains('\n') && !word.is_empty()).map(str::to_owned);
        let Some(word) = marker else {
            let inside = self.blocks(Some(TagEnd::BlockQuote(None)));
            blocks.push(Block { kind: BlockKind::Quote(inside), range });
            return;
        };
        let named = Callout::NAMES
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&word))
            .map(|(_, kind)| *kind);
        let kind = named.unwrap_or_else(|| {
            let known = Callout::NAMES.map(|(name, _)| name);
            let unknown = UnknownName::new("kind of box", &word, known[..5].iter().copied());
            let range = start..start + word.len() + 3;
            self.fault(Code::R005, unknown.message(), range).hints.extend(unknown.hint());
            Callout::Note
        });
        let title_from = start + inner.find(']').map_or(0, |at| at + 1);
        let title = self.title_of(title_from..line_end);
        // The line of the marker is the beginning of the first paragraph.
        self.skip = line_end + 1;
        let inside = self.blocks(Some(TagEnd::BlockQuote(None)));
        self.skip = 0;
        blocks.push(Block { kind: BlockKind::Callout { kind, title, blocks: inside }, range });
    }
}

impl InlineRun {
    /// The number of the picture whose caption it belongs to.
    fn picture(&self) -> Option<usize> {
        match RunTag::of(&self.style) {
            Some(RunTag::Picture(number)) => Some(number),
            Some(RunTag::Link(_) | RunTag::Note(_) | RunTag::Heading(_)) | None => None,
        }
    }
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::List(_)
            | Tag::Table(_)
            | Tag::DefinitionList
            | Tag::CodeBlock(_)
            | Tag::FootnoteDefinition(_)
            | Tag::HtmlBlock
    )
}
