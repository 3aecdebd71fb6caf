//! Pages become SVG.
//!
//! In: [`Page`]s. Out: for each the SVG of its frame with its text inside, the pictures that lie on it, each an SVG of
//! its own, and the places that can be clicked.

use std::fmt::Write;
use std::sync::Arc;

use tera::{Context, Value};

use super::doc::{Callout, LinkTarget};
use super::figure::{FigurePicture, FigureSources, MarkStyle};
use super::pages::{Page, TextArea};
use super::set::item::{DrawOp, HeadingEntry, SetFigure, TextPanel};
use super::set::style::Styles;
use super::title::TitleBlock;
use super::{PageArt, PageLink};
use crate::compose::{add_size, of_game};
use crate::diag::Sink;
use crate::text::{LaidText, TextEngine, icon_svg, lines_svg};
use crate::units::{Length, Size};
use crate::xml::escape;

/// The template of every page.
pub(super) const FRAME: &str = "rules-page.svg";
/// The template of the title.
pub(super) const TITLE: &str = "rules-title.svg";

/// Draws the pages of one rulebook.
pub(super) struct Draw<'a> {
    /// Lays out.
    pub engine: &'a TextEngine,
    /// How everything looks.
    pub styles: &'a Styles,
    /// Templates and pictures.
    pub sources: &'a FigureSources<'a>,
    /// The room of a page.
    pub room: TextArea,
    /// The title of the rulebook.
    pub title: &'a str,
    /// The headings.
    pub entries: &'a [HeadingEntry],
    /// The language of the text.
    pub lang: &'a str,
    /// Draws the title block on the first page.
    pub title_block: Option<&'a TitleBlock>,
}

impl Draw<'_> {
    /// The context that frames and the title see.
    pub(super) fn context(
        sources: &FigureSources<'_>,
        styles: &Styles,
        title: &str,
        lang: &str,
    ) -> Context {
        let mut context = of_game(sources.game, sources.ink);
        context.insert("title", title);
        context.insert("accent", &styles.accent);
        context.insert("family", &styles.body.family);
        context.insert("heading_family", &styles.headings[0].family);
        context.insert("heading_weight", &styles.headings[0].weight);
        context.insert("lang", lang);
        context
    }

    /// Draws all pages. Faults of the frame are told once.
    pub(super) fn pages(&self, pages: &[Page], sink: &mut Sink) -> Vec<PageArt> {
        let mut head = String::new();
        let mut drawn = Vec::with_capacity(pages.len());
        for (index, page) in pages.iter().enumerate() {
            let number = index + 1;
            // The head names the section that begins on the page, or the one that goes on.
            let begins = page
                .headings
                .iter()
                .filter_map(|(h, _)| self.entries.get(*h))
                .find(|e| e.level == 2);
            if let Some(entry) = begins {
                head.clone_from(&entry.title);
            }
            drawn.push(self.page(page, number, pages.len(), &head, sink));
            let last = page
                .headings
                .iter()
                .rev()
                .filter_map(|(h, _)| self.entries.get(*h))
                .find(|e| e.level == 2);
            if let Some(entry) = last {
                head.clone_from(&entry.title);
            }
        }
        drawn
    }

    fn page(
        &self,
        page: &Page,
        number: usize,
        count: usize,
        head: &str,
        sink: &mut Sink,
    ) -> PageArt {
        let mut content = String::new();
        let mut art = PageArt { size: self.room.size, ..PageArt::default() };
        let mut over = String::new();
        let mut texts: Option<OpenLines> = None;
        // The title comes first, also for who reads the file from top to bottom.
        if number == 1
            && let Some(title) = self.title_block
        {
            let at = (self.room.left(1), self.room.top());
            match title.inline(at) {
                Some(svg) => content.push_str(&svg),
                None => art.pictures.push((
                    title.tile.svg(self.room.size, at, 1.0),
                    Arc::clone(&title.tile.template),
                )),
            }
        }
        for op in page.under.iter().chain(&page.ops) {
            if let DrawOp::Text { laid, lines, x, y } = op {
                // Lines of one paragraph are one group.
                match &mut texts {
                    Some(open) if open.goes_on(laid, lines, *x, *y) => open.range.end = lines.end,
                    _ => {
                        self.flush(texts.take(), &mut content);
                        texts = Some(OpenLines {
                            laid: Arc::clone(laid),
                            range: lines.clone(),
                            x: *x,
                            y: *y,
                        });
                    }
                }
                continue;
            }
            if !matches!(op, DrawOp::Link { .. }) {
                self.flush(texts.take(), &mut content);
            }
            self.op(op, &mut content, &mut over, &mut art);
        }
        self.flush(texts.take(), &mut content);
        if !over.is_empty() {
            art.pictures.push((self.bare(&over), Arc::from("")));
        }
        let mut seen = Self::context(self.sources, self.styles, self.title, self.lang);
        add_size(&mut seen, self.room.size);
        seen.insert("page", &number);
        seen.insert("pages", &count);
        seen.insert("side", if number.is_multiple_of(2) { "left" } else { "right" });
        seen.insert("section", head);
        seen.insert("first", &(number == 1 && self.title_block.is_some()));
        let mm = |mm: f32| Value::from((f64::from(mm) * 1e4).round() / 1e4);
        seen.insert_value("text_left", mm(self.room.left(number)));
        seen.insert_value("text_top", mm(self.room.top()));
        seen.insert_value("text_width", mm(self.room.width()));
        seen.insert_value("text_height", mm(self.room.rows as f32 * self.room.unit));
        seen.insert_value("content", Value::safe_string(&content));
        let (svg, faults) = self.sources.templates.fill(FRAME, &seen);
        sink.extend(faults);
        art.svg = svg.unwrap_or_default();
        art.template = self.sources.templates.path(FRAME).into();
        art
    }

    fn bare(&self, content: &str) -> String {
        let (w, h) = (self.room.size.width.to_mm(), self.room.size.height.to_mm());
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}">{content}</svg>"#
        )
    }

    fn flush(&self, lines: Option<OpenLines>, content: &mut String) {
        if let Some(OpenLines { laid, range, x, y }) = lines {
            content.push_str(&lines_svg(self.engine, &laid, range, x, y));
            content.push('\n');
        }
    }

    fn op(&self, op: &DrawOp, content: &mut String, over: &mut String, art: &mut PageArt) {
        match op {
            DrawOp::Text { .. } => {}
            DrawOp::Fill { x, y, width, height, colour, opacity } => {
                rect(content, [*x, *y, *width, *height], colour, *opacity, 0.0)
            }
            DrawOp::Panel { panel, x, y, width, height } => {
                self.panel(panel, [*x, *y, *width, *height], content)
            }
            DrawOp::Bullet { x, y, radius, colour } => {
                let _ = write!(
                    content,
                    "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"{radius:.3}\" fill=\"{}\"/>",
                    escape(colour)
                );
            }
            DrawOp::Dots { x, y, width } => {
                // The dots of all lines stand one below the other.
                const STEP: f32 = 1.5;
                let from = (x / STEP).ceil() * STEP;
                let to = x + width;
                if to > from {
                    let _ = write!(
                        content,
                        "<path d=\"M{from:.3} {y:.3}H{to:.3}\" fill=\"none\" stroke=\"#000\" stroke-opacity=\".55\" stroke-width=\".3\" stroke-linecap=\"round\" stroke-dasharray=\"0 {STEP}\"/>"
                    );
                }
            }
            DrawOp::Picture { figure, x, y, width } => {
                let scale = width / figure.size.0;
                match &figure.picture {
                    FigurePicture::Icon(icon) => {
                        // That it exists was checked when it was set.
                        if let Ok((svg, wide)) =
                            icon_svg(self.engine, icon, (0.0, 0.0), *width, &self.styles.accent)
                        {
                            let scale = width / wide.max(0.01);
                            let _ = write!(
                                content,
                                "<g transform=\"translate({x:.3} {y:.3}) scale({scale:.5})\">{svg}</g>"
                            );
                        }
                    }
                    FigurePicture::Tiles(tiles, _) => {
                        art.pictures.extend(tiles.iter().map(|tile| {
                            let svg = tile.svg(self.room.size, (*x, *y), scale);
                            (svg, Arc::clone(&tile.template))
                        }));
                        let style = MarkStyle {
                            accent: &self.styles.accent,
                            family: &self.styles.body.family,
                        };
                        over.push_str(&figure.marks_svg((*x, *y), scale, style));
                    }
                }
            }
            DrawOp::Link { target, x, y, width, height } => {
                art.links
                    .push(PageLink { target: target.clone(), rect: [*x, *y, *width, *height] });
            }
        }
    }

    fn panel(&self, panel: &TextPanel, [x, y, width, height]: [f32; 4], content: &mut String) {
        let accent = &self.styles.accent;
        match panel.kind {
            // A quotation has a line at its side.
            None => rect(content, [x + 0.3, y, 0.4, height], accent, 0.4, 0.0),
            Some(kind) => {
                let ground = match kind {
                    Callout::Important => 0.16,
                    Callout::Variant => 0.05,
                    _ => 0.08,
                };
                rect(content, [x, y, width, height], accent, ground, 0.0);
                let bar = if kind == Callout::Example { 0.5 } else { 1.0 };
                rect(content, [x, y, 0.9, height], accent, bar, 0.0);
            }
        }
    }
}

fn rect(
    content: &mut String,
    [x, y, width, height]: [f32; 4],
    colour: &str,
    opacity: f32,
    radius: f32,
) {
    let colour = escape(colour);
    let _ = write!(
        content,
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{height:.3}\" fill=\"{colour}\""
    );
    if opacity < 1.0 {
        let _ = write!(content, " fill-opacity=\"{opacity}\"");
    }
    if radius > 0.0 {
        let _ = write!(content, " rx=\"{radius}\"");
    }
    content.push_str("/>\n");
}

/// Lines that go on.
struct OpenLines {
    laid: Arc<LaidText>,
    range: std::ops::Range<usize>,
    x: f32,
    y: f32,
}

impl OpenLines {
    fn goes_on(
        &self,
        laid: &Arc<LaidText>,
        lines: &std::ops::Range<usize>,
        x: f32,
        y: f32,
    ) -> bool {
        let step = |line: usize| self.laid.lines.get(line).map_or(0.0, |l| l.baseline);
        Arc::ptr_eq(&self.laid, laid)
            && self.range.end == lines.start
            && (self.x - x).abs() < 1e-4
            && (self.y + step(lines.start) - step(self.range.start) - y).abs() < 1e-2
    }
}

/// The page on which each anchor stands, and where on it.
pub(super) fn places(
    pages: &[Page],
    entries: &[HeadingEntry],
) -> std::collections::HashMap<String, (usize, f32)> {
    let mut found = std::collections::HashMap::new();
    for (index, page) in pages.iter().enumerate() {
        for (heading, y) in &page.headings {
            if let Some(entry) = entries.get(*heading) {
                found.entry(entry.anchor.clone()).or_insert((index + 1, *y));
            }
        }
    }
    found
}

/// Where a link of a page leads, once the pages are known.
pub(super) fn is_inside(target: &LinkTarget) -> Option<&str> {
    match target {
        LinkTarget::Anchor(anchor) => Some(anchor),
        LinkTarget::Url(_) => None,
    }
}

impl Draw<'_> {
    /// A figure alone, with a hair around it.
    pub(super) fn alone(&self, flexible: &SetFigure) -> PageArt {
        const HAIR: f32 = 0.2;
        let SetFigure { figure, width, height, .. } = flexible;
        let framed = |mm: f32| Length::round_mm(f64::from(mm + 2.0 * HAIR));
        let size = Size::new(framed(*width), framed(*height));
        let draw = Draw { room: TextArea { size, ..self.room }, ..*self };
        let mut art = PageArt { size, ..PageArt::default() };
        let (mut content, mut over) = (String::new(), String::new());
        draw.op(
            &DrawOp::Picture { figure: Arc::new(figure.clone()), x: HAIR, y: HAIR, width: *width },
            &mut content,
            &mut over,
            &mut art,
        );
        art.svg = draw.bare(&content);
        if !over.is_empty() {
            art.pictures.push((draw.bare(&over), Arc::from("")));
        }
        art
    }

    /// A page alone, whose head is the title.
    pub(super) fn single(&self, pages: &[Page], sink: &mut Sink) -> Option<PageArt> {
        let page = pages.first()?;
        Some(self.page(page, 1, 1, self.title, sink))
    }
}
