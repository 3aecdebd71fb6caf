//! Markdown becomes blocks.
//!
//! In: a filled text. Out: a [`Doc`] in which every block and every piece has its place. What would
//! be left out in silence (HTML, unknown commands, pictures in the middle of a sentence) is a
//! fault.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{
    Alignment, Event, HeadingLevel, LinkType, OffsetIter, Options, Parser, Tag, TagEnd,
};

use super::doc::{
    Block, BlockKind, Callout, ColumnAlign, Definition, Doc, DocCommand, DocLink, Footnote,
    Heading, InlineContent, InlineRun, LinkTarget, RunTag, Table,
};
use super::fill::FilledText;
use crate::diag::{Code, Diagnostic, Sink, UnknownName, did_you_mean};
use crate::text::InlineStyle;

const COMMANDS: [&str; 7] =
    ["contents", "components", "page", "column", "columns", "quick", "/quick"];

/// No page has room for more; and each level is a call in a call for all that reads blocks.
const MAX_DEPTH: usize = 32;

/// What the addresses of links begin with.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
}

/// Reads a filled text. All faults go to the sink.
pub(super) fn read(filled: &FilledText, sink: &mut Sink) -> Doc {
    let mut reader = MarkdownReader {
        filled,
        events: Parser::new_ext(&filled.text, options()).into_offset_iter(),
        doc: Doc::default(),
        anchors: HashSet::new(),
        notes: HashMap::new(),
        faults: Vec::new(),
        depth: 0,
        figures: 0,
        skip: 0,
    };
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

struct MarkdownReader<'a> {
    filled: &'a FilledText,
    events: OffsetIter<'a>,
    doc: Doc,
    anchors: HashSet<String>,
    notes: HashMap<String, Vec<Block>>,
    faults: Vec<Diagnostic>,
    /// How many blocks are open around the one being read.
    depth: usize,
    /// How many figures were read.
    figures: usize,
    /// Text before this place is not read again.
    skip: usize,
}

impl<'a> MarkdownReader<'a> {
    fn fault(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
    ) -> &mut Diagnostic {
        let at = self.faults.len();
        self.faults.push(Diagnostic::error(code, message).at(&self.filled.span(range)));
        &mut self.faults[at]
    }

    /// The blocks up to an end, which is taken.
    fn blocks(&mut self, end: Option<TagEnd>) -> Vec<Block> {
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

    /// Reads on to the end of what has just begun.
    fn skip_block(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            match self.events.next() {
                Some((Event::Start(_), _)) => open += 1,
                Some((Event::End(_), _)) => open -= 1,
                Some(_) => {}
                None => return,
            }
        }
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
        let words = super::doc::plain(&runs);
        let explicit = id.is_some();
        let anchor = if let Some(id) = id {
            if !self.anchors.insert(id.clone()) {
                self.fault(
                    Code::R005,
                    format!("the anchor `{id}` is given to two headings"),
                    range.clone(),
                );
            }
            id
        } else {
            // An anchor that the text gives, be it farther down, goes before one that is made of
            // words.
            let is_free = |anchor: &str| {
                !self.anchors.contains(anchor)
                    && !self.filled.text.contains(&format!("{{#{anchor}}}"))
            };
            let slug = slug(&words);
            let numbered = (2..).map(|number| format!("{slug}-{number}"));
            let anchor = std::iter::once(slug.clone())
                .chain(numbered)
                .find(|anchor| is_free(anchor))
                .unwrap_or_default();
            self.anchors.insert(anchor.clone());
            anchor
        };
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

    /// The words of a line, for a title.
    fn title_of(&mut self, range: Range<usize>) -> Vec<InlineRun> {
        let text = self.filled.text[range.clone()].trim();
        let offset = range.start
            + (self.filled.text[range.clone()].len() - self.filled.text[range].trim_start().len());
        let mut inlines = InlineCollector::default();
        for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
            match event {
                Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => {}
                event => self.inline(event, range.start + offset..range.end + offset, &mut inlines),
            }
        }
        inlines.finish(self)
    }

    fn html(&mut self, html: &str, range: Range<usize>, blocks: &mut Vec<Block>) {
        let mut rest = html;
        let mut at = range.start;
        while let Some(open) = rest.find("<!--") {
            if !rest[..open].trim().is_empty() {
                break;
            }
            let Some(close) = rest.find("-->") else { break };
            let place = at + open..at + close + 3;
            if let Some(command) = self.comment(rest[open + 4..close].trim(), place.clone()) {
                blocks.push(Block { kind: BlockKind::Command(command), range: place });
            }
            at += close + 3;
            rest = &rest[close + 3..];
        }
        if !rest.trim().is_empty() {
            let from = at + (rest.len() - rest.trim_start().len());
            let fault = self.fault(
                Code::R005,
                "HTML is not printed",
                from..from + rest.trim().lines().next().map_or(1, str::len),
            );
            fault.hints.push(
                "write it in Markdown; commands are comments such as <!-- page -->".to_owned(),
            );
        }
    }

    /// The command of a comment. Whole sentences are notes of the writer.
    fn comment(&mut self, text: &str, range: Range<usize>) -> Option<DocCommand> {
        let command = match text.split_once(':').map_or((text, ""), |(a, b)| (a.trim(), b.trim())) {
            ("contents", "") => DocCommand::Contents,
            ("components", "") => DocCommand::Components,
            ("page", "") => DocCommand::Page,
            ("column", "") => DocCommand::Column,
            ("columns", "1") => DocCommand::Columns(1),
            ("columns", "2") => DocCommand::Columns(2),
            ("quick", "") => DocCommand::Quick,
            ("/quick", "") => DocCommand::EndQuick,
            (word, _) => {
                let near = did_you_mean(word, COMMANDS);
                let looks = near.is_some()
                    || COMMANDS.iter().any(|c| word.starts_with(c)) && !word.contains(' ')
                    || !text.contains(' ') && !text.is_empty();
                if looks && word != "any" {
                    let unknown = UnknownName::new("command", text, COMMANDS);
                    let hint = near.or_else(|| unknown.hint());
                    self.fault(Code::R005, unknown.message(), range).hints.extend(hint);
                }
                return None;
            }
        };
        if self.depth > 1 {
            self.fault(Code::R005, format!("the command `{text}` is inside another block"), range);
            return None;
        }
        Some(command)
    }

    fn inlines(&mut self, end: TagEnd) -> Vec<InlineRun> {
        let mut inlines = InlineCollector::default();
        while let Some((event, range)) = self.events.next() {
            if event == Event::End(end) {
                break;
            }
            self.inline(event, range, &mut inlines);
        }
        inlines.finish(self)
    }

    fn inline_html(&mut self, html: &str, range: Range<usize>, out: &mut InlineCollector) {
        let tag = html.trim().to_ascii_lowercase();
        if matches!(tag.as_str(), "<br>" | "<br/>" | "<br />") {
            out.push(self, InlineContent::Break, range);
        } else if tag.starts_with("<!--") {
            let text = html.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
            if text == "any" {
                out.push(self, InlineContent::Any, range);
            } else if COMMANDS.contains(&text) || text.starts_with("columns:") {
                let fault = self.fault(
                    Code::R005,
                    format!("the command `{text}` is inside a paragraph"),
                    range,
                );
                fault
                    .hints
                    .push("put it on a line of its own, with an empty line before it".to_owned());
            }
        } else {
            self.fault(Code::R005, format!("`{}` is not printed", html.trim()), range);
        }
    }

    fn inline(&mut self, event: Event<'_>, range: Range<usize>, out: &mut InlineCollector) {
        if range.start < self.skip {
            return;
        }
        if out.range.end == 0 {
            out.range = range.clone();
        }
        out.range.end = out.range.end.max(range.end);
        match event {
            Event::Text(text) => {
                let escaped = range.start > 0
                    && self.filled.text.as_bytes().get(range.start - 1) == Some(&b'\\');
                out.text(&text, range, escaped);
            }
            Event::SoftBreak => out.text(" ", range, false),
            Event::HardBreak => out.push(self, InlineContent::Break, range),
            Event::Code(text) => {
                out.push(self, InlineContent::Code(text.to_string()), range);
            }
            Event::FootnoteReference(label) => {
                let number = self.doc.notes.len() + 1;
                self.doc.notes.entry(label.to_string()).or_insert_with(|| Footnote {
                    number,
                    blocks: Vec::new(),
                    range: range.clone(),
                });
                out.push(self, InlineContent::Note(label.to_string()), range);
            }
            Event::InlineHtml(html) => self.inline_html(&html, range, out),
            Event::Start(Tag::Strong) => out.nest(self, |style| style.bold = true),
            Event::Start(Tag::Emphasis) => out.nest(self, |style| style.italic = true),
            Event::Start(Tag::Strikethrough) => out.nest(self, |style| style.strike = true),
            Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                let target = self.link_target(link_type, &dest_url, &range);
                let number = self.doc.links.len();
                self.doc.links.push(DocLink { target, range });
                out.nest(self, |style| style.tag = RunTag::Link(number).code());
                out.link_from = out.runs.len();
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let number = self.doc.links.len();
                self.doc
                    .links
                    .push(DocLink { target: LinkTarget::Url(dest_url.to_string()), range });
                out.nest(self, |style| style.tag = RunTag::Picture(number).code());
                out.link_from = out.runs.len();
            }
            Event::End(TagEnd::Link) => {
                out.flush(self);
                // A link without words has the title of where it leads.
                if out.runs.len() == out.link_from
                    && let Some(RunTag::Link(number)) = RunTag::of(&out.style)
                    && let Some(DocLink { target: LinkTarget::Anchor(anchor), range }) =
                        self.doc.links.get(number).cloned()
                {
                    out.push(self, InlineContent::Title(anchor), range);
                }
                out.unnest(self);
            }
            Event::End(TagEnd::Image) => {
                out.flush(self);
                if out.runs.len() == out.link_from
                    && let Some(RunTag::Picture(number)) = RunTag::of(&out.style)
                    && let Some(DocLink { target: LinkTarget::Url(address), range }) =
                        self.doc.links.get(number).cloned()
                {
                    match address.strip_prefix("icon:") {
                        Some(name) => {
                            let name = name.split('?').next().unwrap_or(name).to_owned();
                            out.style.tag = out.stack.last().map_or(0, |around| around.tag);
                            out.push(self, InlineContent::Icon(name), range);
                        }
                        None => out.push(self, InlineContent::Any, range),
                    }
                }
                out.unnest(self);
            }
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Strikethrough) => {
                out.unnest(self);
            }
            _ => {}
        }
    }
}

impl MarkdownReader<'_> {
    /// Where a link leads. What a reader could click and get something other than a page or a
    /// letter, such as a script, is a fault.
    fn link_target(&mut self, kind: LinkType, address: &str, range: &Range<usize>) -> LinkTarget {
        if let Some(anchor) = address.strip_prefix('#') {
            return LinkTarget::Anchor(decoded(anchor));
        }
        if kind == LinkType::Email {
            return LinkTarget::Url(format!("mailto:{address}"));
        }
        let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        let is_known = scheme.as_deref().is_some_and(|scheme| SCHEMES.contains(&scheme));
        if !is_known || address.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let message = match scheme {
                Some(scheme) if !is_known => format!("a rulebook has no links to `{scheme}:`"),
                _ => format!("the link to `{address}` leads nowhere"),
            };
            let hint = if address.contains(char::is_whitespace) {
                "write %20 for a space in an address".to_owned()
            } else if address.starts_with("www.") {
                format!("write https://{address}")
            } else {
                "links begin with https://, http:// or mailto:, or with # and lead to a heading of \
                 the rulebook"
                    .to_owned()
            };
            self.fault(Code::R003, message, range.clone()).hints.push(hint);
        }
        LinkTarget::Url(address.to_owned())
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

/// Pieces being collected. Neighbouring texts are joined before icons are looked for in them.
#[derive(Default)]
struct InlineCollector {
    runs: Vec<InlineRun>,
    style: InlineStyle,
    stack: Vec<InlineStyle>,
    run: String,
    /// Places in `run`, and in the filled text.
    places: Vec<(usize, usize)>,
    /// Braces of `run` that were written with a `\`.
    escaped: Vec<usize>,
    run_end: usize,
    link_from: usize,
    range: Range<usize>,
}

impl InlineCollector {
    fn text(&mut self, text: &str, range: Range<usize>, escaped: bool) {
        if escaped {
            self.escaped.push(self.run.len());
        }
        self.places.push((self.run.len(), range.start));
        self.run.push_str(text);
        self.run_end = range.end;
    }

    fn push(
        &mut self,
        reader: &mut MarkdownReader<'_>,
        content: InlineContent,
        range: Range<usize>,
    ) {
        self.flush(reader);
        self.runs.push(InlineRun { content, style: self.style.clone(), range });
    }

    fn nest(&mut self, reader: &mut MarkdownReader<'_>, change: impl FnOnce(&mut InlineStyle)) {
        self.flush(reader);
        self.stack.push(self.style.clone());
        change(&mut self.style);
    }

    fn unnest(&mut self, reader: &mut MarkdownReader<'_>) {
        self.flush(reader);
        self.style = self.stack.pop().unwrap_or_default();
    }

    fn finish(mut self, reader: &mut MarkdownReader<'_>) -> Vec<InlineRun> {
        self.flush(reader);
        self.runs
    }

    fn place(&self, at: usize) -> usize {
        let next = self.places.partition_point(|(run, _)| *run <= at);
        next.checked_sub(1)
            .map_or(0, |i| self.places[i].1 + (at - self.places[i].0))
            .min(self.run_end)
    }

    /// Takes icons and page numbers out of the text collected so far.
    fn flush(&mut self, reader: &mut MarkdownReader<'_>) {
        let run = std::mem::take(&mut self.run);
        // A footnote that is nowhere written is left as text.
        for (at, _) in run.match_indices("[^") {
            let label = run[at + 2..]
                .split(']')
                .next()
                .filter(|label| !label.is_empty() && !label.contains(char::is_whitespace));
            if let Some(label) = label.filter(|_| !self.escaped.contains(&at)) {
                let range = self.place(at)..self.place(at) + label.len() + 3;
                reader.fault(Code::R003, format!("there is no footnote `{label}`"), range);
            }
        }
        let mut from = 0;
        let mut at = 0;
        while let Some(open) = run[at..].find('{').map(|o| at + o) {
            at = open + 1;
            if self.escaped.contains(&open) {
                continue;
            }
            let place = self.place(open);
            let Some(close) = run[open..].find('}').map(|c| open + c) else {
                let fault =
                    reader.fault(Code::R005, "`{` is opened and never closed", place..place + 1);
                fault.hints.push("write `\\{` for the brace itself".to_owned());
                continue;
            };
            let inside = run[open + 1..close].trim();
            let range = place..self.place(close) + 1;
            let mut whats = Vec::new();
            if let Some(anchor) = inside.strip_prefix("page:") {
                whats.push(InlineContent::Page(anchor.trim().trim_start_matches('#').to_owned()));
            } else {
                let (name, times) = match inside.split_once('*') {
                    Some((name, times)) => {
                        (name.trim(), times.trim().parse().ok().filter(|n| (1..=99).contains(n)))
                    }
                    None => (inside, Some(1_usize)),
                };
                let is_name = !name.is_empty()
                    && name
                        .chars()
                        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.'));
                match times {
                    Some(times) if is_name => whats
                        .extend(std::iter::repeat_n(InlineContent::Icon(name.to_owned()), times)),
                    _ => {
                        let fault = reader.fault(
                            Code::R005,
                            format!("`{{{inside}}}` is neither an icon nor a page"),
                            range.clone(),
                        );
                        let hint = "icons are written {name}, pages {page:#anchor}, \
                                    and the brace itself `\\{`";
                        fault.hints.push(hint.to_owned());
                    }
                }
            }
            self.words(&run[from..open], from);
            self.runs.extend(whats.into_iter().map(|what| InlineRun {
                content: what,
                style: self.style.clone(),
                range: range.clone(),
            }));
            from = close + 1;
            at = from;
        }
        self.words(&run[from..], from);
        self.places.clear();
        self.escaped.clear();
    }

    fn words(&mut self, text: &str, from: usize) {
        if !text.is_empty() {
            let range = self.place(from)..self.place(from + text.len());
            self.runs.push(InlineRun {
                content: InlineContent::Text(text.to_owned()),
                style: self.style.clone(),
                range,
            });
        }
    }
}

/// The anchor of a heading that has none, as GitHub makes it.
fn slug(words: &str) -> String {
    let kept = words.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}
