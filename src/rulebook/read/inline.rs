//! The words of a block: their styles, links, notes, and the icons among them.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::super::doc::{DocLink, Footnote, InlineContent, InlineRun, LinkTarget, RunTag};
use super::commands::COMMANDS;
use super::reader::{MarkdownReader, options};
use crate::diag::Code;
use crate::text::InlineStyle;

/// How often `{name*TIMES}` repeats an icon at most.
const MAX_ICONS: usize = 99;

impl MarkdownReader<'_> {
    /// The words of a line, for a title.
    pub(super) fn title_of(&mut self, range: Range<usize>) -> Vec<InlineRun> {
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

    pub(super) fn inlines(&mut self, end: TagEnd) -> Vec<InlineRun> {
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

    pub(super) fn inline(
        &mut self,
        event: Event<'_>,
        range: Range<usize>,
        out: &mut InlineCollector,
    ) {
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

/// Pieces being collected. Neighbouring texts are joined before icons are looked for in them.
#[derive(Default)]
pub(super) struct InlineCollector {
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
    pub(super) range: Range<usize>,
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

    pub(super) fn finish(mut self, reader: &mut MarkdownReader<'_>) -> Vec<InlineRun> {
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
        self.report_missing_notes(&run, reader);
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
            let range = place..self.place(close) + 1;
            let contents = in_braces(run[open + 1..close].trim(), &range, reader);
            self.words(&run[from..open], from);
            self.runs.extend(contents.into_iter().map(|content| InlineRun {
                content,
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

    /// Markdown leaves a reference to a footnote that does not exist as text.
    fn report_missing_notes(&self, run: &str, reader: &mut MarkdownReader<'_>) {
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

/// What stands in a pair of braces: a page number, or an icon as often as it is asked for.
fn in_braces(
    inside: &str,
    range: &Range<usize>,
    reader: &mut MarkdownReader<'_>,
) -> Vec<InlineContent> {
    if let Some(anchor) = inside.strip_prefix("page:") {
        let anchor = anchor.trim().trim_start_matches('#').to_owned();
        return vec![InlineContent::Page(anchor)];
    }
    let (name, times) = match inside.split_once('*') {
        Some((name, times)) => {
            (name.trim(), times.trim().parse().ok().filter(|n| (1..=MAX_ICONS).contains(n)))
        }
        None => (inside, Some(1)),
    };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
    let is_name = !name.is_empty() && name.chars().all(is_part);
    if let Some(times) = times.filter(|_| is_name) {
        return vec![InlineContent::Icon(name.to_owned()); times];
    }
    let message = format!("`{{{inside}}}` is neither an icon nor a page");
    let fault = reader.fault(Code::R005, message, range.clone());
    let hint = "icons are written {name}, pages {page:#anchor}, and the brace itself `\\{`";
    fault.hints.push(hint.to_owned());
    Vec::new()
}
