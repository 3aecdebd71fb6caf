//! Pages become SVG.
//!
//! In: [`Page`]s. Out: for each the SVG of its frame with its text inside, the pictures that lie on
//! it, each an SVG of its own, and the places that can be clicked.

use std::fmt::Write;
use std::sync::Arc;

use tera::{Context, Value};

use super::doc::Callout;
use super::figure::{FigurePicture, FigureSources, MarkStyle};
use super::output::{PageArt, PageLink};
use super::pages::{Page, TextArea};
use super::set::{DrawOp, HeadingEntry, SetFigure, Styles, TextPanel};
use super::title::TitleBlock;

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
pub(super) struct PageDrawer<'a> {
    /// How everything looks.
    pub styles: &'a Styles,
    /// Templates and pictures.
    pub sources: &'a FigureSources<'a>,
    /// The text area of a page.
    pub area: TextArea,
    /// The title of the rulebook.
    pub title: &'a str,
    /// The headings.
    pub headings: &'a [HeadingEntry],
    /// The language of the text.
    pub lang: &'a str,
    /// Draws the title block on the first page.
    pub title_block: Option<&'a TitleBlock>,
}

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

/// A length as templates see it: without the noise of a float.
pub(super) fn millimetres(mm: f32) -> Value {
    Value::from((f64::from(mm) * 1e4).round() / 1e4)
}

impl PageDrawer<'_> {
    fn engine(&self) -> &TextEngine {
        self.sources.templates.engine()
    }

    /// Draws all pages. The head of each names the section that begins on it, or the one that goes
    /// on.
    pub(super) fn pages(&self, pages: &[Page], sink: &mut Sink) -> Vec<PageArt> {
        let mut head = "";
        let mut drawn = Vec::with_capacity(pages.len());
        for (number, page) in (1..).zip(pages) {
            let mut sections = page
                .headings
                .iter()
                .filter_map(|(heading, _)| self.headings.get(*heading))
                .filter(|heading| heading.level == 2)
                .map(|heading| heading.title.as_str());
            let first = sections.next();
            let last = sections.next_back().or(first);
            let running = RunningPage { number, count: pages.len(), head: first.unwrap_or(head) };
            drawn.push(self.page(page, &running, sink));
            head = last.unwrap_or(head);
        }
        drawn
    }

    /// A page alone, whose head is the title.
    pub(super) fn single(&self, page: &Page, sink: &mut Sink) -> PageArt {
        self.page(page, &RunningPage { number: 1, count: 1, head: self.title }, sink)
    }

    /// A figure alone, with a hair around it.
    pub(super) fn figure(&self, set: &SetFigure) -> PageArt {
        const HAIR: f32 = 0.2;
        let framed = |mm: f32| Length::round_mm(f64::from(mm + 2.0 * HAIR));
        let size = Size::new(framed(set.width), framed(set.height));
        let drawer = PageDrawer { area: TextArea { size, ..self.area }, ..*self };
        let mut art = PageArt { size, ..PageArt::default() };
        let figure = Arc::clone(&set.figure);
        let op = DrawOp::Picture { figure, x: HAIR, y: HAIR, width: set.width };
        let mut layers = PageLayers::default();
        drawer.op(&op, &mut layers, &mut art);
        art.svg = drawer.bare(&layers.content);
        drawer.add_over(&layers, &mut art);
        art
    }

    fn page(&self, page: &Page, running: &RunningPage<'_>, sink: &mut Sink) -> PageArt {
        let RunningPage { number, count, head } = *running;
        let area = self.area;
        let mut art = PageArt {
            size: area.size,
            template: self.sources.templates.path(FRAME).into(),
            placed: page.blocks.clone(),
            ..PageArt::default()
        };
        let mut layers = PageLayers::default();
        let title = self.title_block.filter(|_| number == 1);
        if let Some(title) = title {
            // The title comes first, also for who reads the file from top to bottom.
            let at = (area.left(1), area.top());
            match title.inline(at) {
                Some(svg) => layers.content.push_str(&svg),
                None => art
                    .pictures
                    .push((title.tile.svg(area.size, at, 1.0), Arc::clone(&title.tile.template))),
            }
        }
        self.ops(page, &mut layers, &mut art);
        self.add_over(&layers, &mut art);
        let mut seen = context(self.sources, self.styles, self.title, self.lang);
        add_size(&mut seen, area.size);
        seen.insert("page", &number);
        seen.insert("pages", &count);
        seen.insert("side", if number.is_multiple_of(2) { "left" } else { "right" });
        seen.insert("section", head);
        seen.insert("first", &title.is_some());
        seen.insert_value("text_left", millimetres(area.left(number)));
        seen.insert_value("text_top", millimetres(area.top()));
        seen.insert_value("text_width", millimetres(area.width()));
        seen.insert_value("text_height", millimetres(area.rows as f32 * area.unit));
        seen.insert_value("content", Value::safe_string(&layers.content));
        let (svg, faults) = self.sources.templates.fill(FRAME, &seen);
        sink.extend(faults);
        art.svg = svg.unwrap_or_default();
        art
    }

    /// Draws what is on a page. Lines of one paragraph are one group.
    fn ops(&self, page: &Page, layers: &mut PageLayers, art: &mut PageArt) {
        let mut open: Option<OpenLines> = None;
        for op in page.under.iter().chain(&page.ops) {
            match op {
                DrawOp::Text { laid, lines, x, y } => {
                    if let Some(open) = &mut open
                        && open.goes_on(laid, lines, *x, *y)
                    {
                        open.range.end = lines.end;
                        continue;
                    }
                    self.close(&mut open, layers);
                    let laid = Arc::clone(laid);
                    let range = lines.clone();
                    open = Some(OpenLines { laid, range, x: *x, y: *y });
                }
                // A link draws nothing between two lines.
                DrawOp::Link { .. } => self.op(op, layers, art),
                DrawOp::Fill { .. }
                | DrawOp::Panel { .. }
                | DrawOp::Bullet { .. }
                | DrawOp::Dots { .. }
                | DrawOp::Picture { .. } => {
                    self.close(&mut open, layers);
                    self.op(op, layers, art);
                }
            }
        }
        self.close(&mut open, layers);
    }

    /// What lies over all pictures is a picture itself.
    fn add_over(&self, layers: &PageLayers, art: &mut PageArt) {
        if !layers.over.is_empty() {
            art.pictures.push((self.bare(&layers.over), Arc::from("")));
        }
    }

    fn bare(&self, content: &str) -> String {
        let w = self.area.size.width.to_mm();
        let h = self.area.size.height.to_mm();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}mm\" height=\"{h}mm\" \
             viewBox=\"0 0 {w} {h}\">{content}</svg>"
        )
    }

    fn close(&self, open: &mut Option<OpenLines>, layers: &mut PageLayers) {
        if let Some(OpenLines { laid, range, x, y }) = open.take() {
            layers.content.push_str(&lines_svg(self.engine(), &laid, range, x, y));
            layers.content.push('\n');
        }
    }

    fn op(&self, op: &DrawOp, layers: &mut PageLayers, art: &mut PageArt) {
        let PageLayers { content, over } = layers;
        match op {
            DrawOp::Text { .. } => {}
            DrawOp::Fill { x, y, width, height, colour, opacity } => {
                rect(content, [*x, *y, *width, *height], colour, *opacity);
            }
            DrawOp::Panel { panel, x, y, width, height } => {
                self.panel(panel, [*x, *y, *width, *height], content);
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
                        "<path d=\"M{from:.3} {y:.3}H{to:.3}\" fill=\"none\" stroke=\"#000\" \
                         stroke-opacity=\".55\" stroke-width=\".3\" stroke-linecap=\"round\" \
                         stroke-dasharray=\"0 {STEP}\"/>"
                    );
                }
            }
            DrawOp::Picture { figure, x, y, width } => {
                let scale = width / figure.size.0;
                match &figure.picture {
                    FigurePicture::Icon(icon) => {
                        // That it exists was checked when it was set.
                        if let Ok((svg, wide)) =
                            icon_svg(self.engine(), icon, (0.0, 0.0), *width, &self.styles.accent)
                        {
                            let scale = width / wide.max(0.01);
                            let _ = write!(
                                content,
                                "<g transform=\"translate({x:.3} {y:.3}) scale({scale:.5})\">\
                                 {svg}</g>"
                            );
                        }
                    }
                    FigurePicture::Tiles(tiles, _) => {
                        art.pictures.extend(tiles.iter().map(|tile| {
                            let svg = tile.svg(self.area.size, (*x, *y), scale);
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
            None => rect(content, [x + 0.3, y, 0.4, height], accent, 0.4),
            Some(kind) => {
                let ground = match kind {
                    Callout::Important => 0.16,
                    Callout::Variant => 0.05,
                    _ => 0.08,
                };
                rect(content, [x, y, width, height], accent, ground);
                let bar = if kind == Callout::Example { 0.5 } else { 1.0 };
                rect(content, [x, y, 0.9, height], accent, bar);
            }
        }
    }
}

fn rect(content: &mut String, [x, y, width, height]: [f32; 4], colour: &str, opacity: f32) {
    let colour = escape(colour);
    let _ = write!(
        content,
        "<rect x=\"{x:.3}\" y=\"{y:.3}\" width=\"{width:.3}\" height=\"{height:.3}\" \
         fill=\"{colour}\""
    );
    if opacity < 1.0 {
        let _ = write!(content, " fill-opacity=\"{opacity}\"");
    }
    content.push_str("/>\n");
}

/// Where a page is in its rulebook.
struct RunningPage<'a> {
    number: usize,
    count: usize,
    /// Its running head.
    head: &'a str,
}

/// The drawing of a page below its pictures and over them.
#[derive(Default)]
struct PageLayers {
    content: String,
    over: String,
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
