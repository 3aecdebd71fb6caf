//! Runs become laid-out lines.
//!
//! In: runs of the rulebook. Out: texts as the text engine lays them out, their lines with links
//! and the notes they call. What does not fit is a fault at its place in the Markdown.

use std::ops::Range;
use std::sync::Arc;

use super::item::{DrawOp, Item, ItemArt};
use super::setter::{LINE, Setter, TextJob};
use crate::diag::{Code, Diagnostic};
use crate::game::text::TextStyle;
use crate::rulebook::doc::{InlineContent, InlineRun, LinkTarget, RunTag};
use crate::text::{FlowRequest, Inline, InlineStyle, LaidText, NarrowLines, TextFault, flow};

/// The number of a page that is not known yet.
const UNKNOWN_PAGE: &str = "00";

/// Where a line stands in its item.
#[derive(Clone, Copy)]
pub(super) struct LinePlace {
    pub x: f32,
    /// Its upper edge.
    pub top: f32,
    pub height: f32,
}

impl Setter<'_> {
    /// Runs as the text engine takes them.
    pub(super) fn inlines(&self, runs: &[InlineRun], style: &TextStyle) -> Vec<Inline> {
        let doc = self.setting.doc;
        let mut out = Vec::with_capacity(runs.len());
        for run in runs {
            let inline_style = InlineStyle {
                italic: run.style.italic && !style.italic,
                colour: RunTag::of(&run.style).map(|_| self.styles().accent.clone()),
                ..run.style.clone()
            };
            match &run.content {
                InlineContent::Text(text) => out.push(Inline::Text(text.clone(), inline_style)),
                InlineContent::Code(text) => {
                    let family = Some(self.styles().code_family.clone());
                    out.push(Inline::Literal(text.clone(), InlineStyle { family, ..inline_style }));
                }
                InlineContent::Break => out.push(Inline::Break),
                InlineContent::Icon(name) => out.push(Inline::Icon(name.clone(), inline_style)),
                InlineContent::Any => {}
                InlineContent::Note(label) => {
                    let number = doc.note_number(label);
                    let tag = RunTag::Note(number).code();
                    let inline_style = InlineStyle { raised: true, tag, ..InlineStyle::default() };
                    // The mark stays with the word before it.
                    out.push(Inline::Text("\u{2060}".to_owned(), inline_style.clone()));
                    out.push(Inline::Literal(number.to_string(), inline_style));
                }
                InlineContent::Page(anchor) => {
                    let heading = doc.headings().position(|h| h.anchor == *anchor);
                    let tag = heading.map_or(0, |at| RunTag::Heading(at).code());
                    out.push(Inline::Literal(
                        self.page_of(anchor),
                        InlineStyle { tag, ..inline_style },
                    ));
                }
                InlineContent::Title(anchor) => {
                    out.push(Inline::Text(doc.title_of(anchor), inline_style));
                }
            }
        }
        out
    }

    /// The number of the page of an anchor.
    pub(super) fn page_of(&self, anchor: &str) -> String {
        let page = self.setting.pages.get(anchor);
        page.map_or_else(|| UNKNOWN_PAGE.to_owned(), usize::to_string)
    }

    /// Lays out a text that is nowhere narrower; what is wrong with it is reported, and it is left
    /// out.
    pub(super) fn lay(
        &mut self,
        inlines: Vec<Inline>,
        style: &Arc<TextStyle>,
        width: f32,
        range: &Range<usize>,
    ) -> Option<Arc<LaidText>> {
        self.lay_out(TextJob { inlines, style, width, narrow: None, range: range.clone() })
    }

    fn lay_out(&mut self, job: TextJob<'_>) -> Option<Arc<LaidText>> {
        let TextJob { inlines, style, width, narrow, range } = job;
        let bits = narrow.map(|lines| (lines.count, lines.left.to_bits(), lines.width.to_bits()));
        let key = (inlines, Arc::clone(style), width.to_bits(), bits);
        let cache = &self.setting.cache.0;
        if let Some(known) = cache.borrow().get(&key) {
            return Some(Arc::clone(known));
        }
        let request = FlowRequest { inlines: &key.0, style, width, narrow };
        match flow(self.setting.engine, &request) {
            Ok(laid) => {
                for warning in &laid.warnings {
                    self.report(warning, &range);
                }
                let laid = Arc::new(laid);
                cache.borrow_mut().insert(key, Arc::clone(&laid));
                Some(laid)
            }
            Err(faults) => {
                for fault in &faults {
                    self.report(fault, &range);
                }
                None
            }
        }
    }

    /// A line with its links and the notes it calls.
    pub(super) fn line(
        &self,
        laid: &Arc<LaidText>,
        line: usize,
        place: LinePlace,
        art: &mut ItemArt,
    ) {
        let LinePlace { x, top, height } = place;
        let y = top + self.styles().baseline(self.setting.engine, laid.style(), height);
        art.ops.push(DrawOp::Text { laid: Arc::clone(laid), lines: line..line + 1, x, y });
        for (tag, from, to) in laid.tags(line) {
            let target = match RunTag::from_code(tag) {
                Some(RunTag::Note(number)) => {
                    art.notes.push(number);
                    None
                }
                Some(RunTag::Link(number)) => {
                    self.setting.doc.links.get(number).map(|link| link.target.clone())
                }
                Some(RunTag::Heading(number)) => self
                    .setting
                    .doc
                    .headings()
                    .nth(number)
                    .map(|heading| LinkTarget::Anchor(heading.anchor.clone())),
                Some(RunTag::Picture(_)) | None => None,
            };
            if let Some(target) = target {
                art.ops.push(DrawOp::Link {
                    target,
                    x: x + from,
                    y: top,
                    width: to - from,
                    height,
                });
            }
        }
    }

    /// All lines of a text, the first at a place.
    pub(super) fn all_lines(&self, laid: &Arc<LaidText>, first: LinePlace) -> ItemArt {
        let mut art = ItemArt::default();
        for line in 0..laid.lines.len() {
            let top = first.top + line as f32 * first.height;
            self.line(laid, line, LinePlace { top, ..first }, &mut art);
        }
        art
    }

    /// Adds a text to the column, line by line: never one alone at the foot or the head of a
    /// column.
    pub(super) fn lines(
        &mut self,
        inlines: Vec<Inline>,
        style: &Arc<TextStyle>,
        range: &Range<usize>,
        before: u32,
    ) {
        // Beside a figure the first lines are short and the rest is not.
        let column = &self.column;
        let (width, left, narrow) = match column.beside {
            Some(side) => {
                let lines = NarrowLines {
                    count: side.remaining.saturating_sub(column.gap(before)).div_ceil(LINE)
                        as usize,
                    left: side.shift,
                    width: column.width,
                };
                (column.width + side.narrow, column.left - side.shift, Some(lines))
            }
            None => (column.width, column.left, None),
        };
        let job = TextJob { inlines, style, width, narrow, range: range.clone() };
        let Some(laid) = self.lay_out(job) else { return };
        let place = LinePlace { x: left, top: 0.0, height: LINE as f32 * self.unit() };
        let count = laid.lines.len();
        for line in 0..count {
            let mut item = Item::space(LINE);
            self.line(&laid, line, place, &mut item.art);
            item.keep = count > 1 && (line == 0 || line + 2 == count);
            self.push(item, if line == 0 { before } else { 0 });
        }
    }

    /// Reports what is wrong with a text at a place of the Markdown.
    pub(super) fn report(&mut self, fault: &TextFault, range: &Range<usize>) {
        let code = match fault {
            TextFault::WordTooWide { .. } | TextFault::Overflow { .. } => Code::R007,
            _ => fault.code(),
        };
        let diagnostic = Diagnostic::new(code, fault.severity(), fault.to_string());
        let place = self.setting.filled.span(self.culprit(fault, range));
        self.sink.push(diagnostic.at(&place).maybe_hint(fault.hint()));
    }

    /// The run that a fault speaks of, within the text that was laid out.
    fn culprit(&self, fault: &TextFault, range: &Range<usize>) -> Range<usize> {
        let (word, icon) = match fault {
            TextFault::MissingGlyph { cluster: word, .. } | TextFault::WordTooWide { word, .. } => {
                (Some(word.trim_end_matches('\u{ad}')), None)
            }
            TextFault::UnknownIcon { name, .. } | TextFault::BadIcon { name, .. } => {
                (None, Some(name))
            }
            _ => return range.clone(),
        };
        let mut found = None;
        self.setting.doc.runs(&mut |runs, _| {
            let inside =
                |run: &&InlineRun| range.start <= run.range.start && run.range.end <= range.end;
            for run in runs.iter().filter(inside) {
                if found.is_some() {
                    break;
                }
                found = match &run.content {
                    InlineContent::Icon(name) if icon == Some(name) => Some(run.range.clone()),
                    InlineContent::Text(text) | InlineContent::Code(text) => {
                        word.and_then(|word| {
                            let start = run.range.start + text.find(word)?;
                            Some(start..start + word.len())
                        })
                    }
                    InlineContent::Icon(_)
                    | InlineContent::Break
                    | InlineContent::Note(_)
                    | InlineContent::Page(_)
                    | InlineContent::Title(_)
                    | InlineContent::Any => None,
                };
            }
        });
        found.unwrap_or_else(|| range.clone())
    }
}

/// Runs in bold.
pub(super) fn bold(runs: &[InlineRun]) -> Vec<InlineRun> {
    let bold = |run: &InlineRun| InlineRun {
        style: InlineStyle { bold: true, ..run.style.clone() },
        ..run.clone()
    };
    runs.iter().map(bold).collect()
}
