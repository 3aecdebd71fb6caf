//! One rulebook in one language: its pages, and its quick reference.
//!
//! In: what was read of it. Out: pages, bookmarks and figures as SVG. Pages are set again until the
//! numbers that they print of each other are right.

use std::collections::HashMap;

use super::doc::{BlockKind, Doc, DocCommand};
use super::draw::{self, PageDrawer};
use super::figure::{FigureSources, Figures};
use super::fill::FilledText;
use super::lang::Phrases;
use super::output::{Bookmark, PageArt};
use super::pages::{self, Page, TextArea};
use super::set::{Galley, LayoutCache, Selection, Setting, Styles, set};
use super::title::TitleBlock;
use crate::diag::{Code, Diagnostic, Failed, Sink};
use crate::game::Rulebook;
use crate::units::Sides;

/// Pages are set again until their numbers stand still; more often than this they only swing.
const MAX_PASSES: usize = 5;
/// The steps in which the quick reference becomes smaller, in hundredths of the usual size.
const QUICK_SIZES: std::ops::RangeInclusive<u32> = 62..=130;
/// It is set in two columns rather than in one of smaller letters than this.
const MIN_QUICK_ONE_COLUMN: u32 = 90;
/// A page narrower than this has one column, in millimetres.
const MIN_QUICK_TWO_COLUMNS: f32 = 100.0;
/// The least that is left below a title block, in units.
const MIN_BELOW_TITLE: u32 = 8;

/// A rulebook in one language.
pub(super) struct Edition<'a> {
    pub book: &'a Rulebook,
    pub sources: &'a FigureSources<'a>,
    pub figures: &'a Figures,
    pub phrases: &'a Phrases,
    pub filled: &'a FilledText,
    pub doc: &'a Doc,
    pub lang: &'a str,
    pub title: &'a str,
}

/// The whole of a rulebook.
pub(super) struct WholeText {
    pub pages: Vec<PageArt>,
    pub marks: Vec<Bookmark>,
    /// Each figure alone, as wide as it was set.
    pub figures: Vec<PageArt>,
}

impl Edition<'_> {
    /// All pages.
    pub(super) fn whole(&self, sink: &mut Sink) -> Result<WholeText, Failed> {
        let styles = self.styles(1.0, sink).ok_or(Failed)?;
        let area = TextArea::new(self.book.size, self.book.margin, styles.unit);
        let block = self.title_block(&styles, area, sink);
        let title_height = block.as_ref().map_or(0, |block| {
            styles.units(block.tile.size().1).min(area.rows.saturating_sub(MIN_BELOW_TITLE))
        });
        let (galley, pages) = self.settled(&styles, area, title_height, sink);
        sink.gate()?;
        let drawer = PageDrawer {
            sources: self.sources,
            styles: &styles,
            area,
            title: self.title,
            headings: &galley.headings,
            lang: self.lang,
            title_block: block.as_ref(),
        };
        let places = pages::anchors(&pages, &galley.headings);
        let marks = galley.headings.iter().filter_map(|heading| {
            let (page, y) = *places.get(&heading.anchor)?;
            let title = heading.title.clone();
            let anchor = heading.anchor.clone();
            let mut written = self.doc.headings();
            let written = written.find(|written| written.anchor == anchor);
            let place = written.map(|written| self.filled.span(written.range.clone()));
            Some(Bookmark { level: heading.level, title, anchor, page, y, place })
        });
        Ok(WholeText {
            marks: marks.collect(),
            figures: galley.figures().map(|figure| drawer.figure(figure)).collect(),
            pages: drawer.pages(&pages, sink),
        })
    }

    fn styles(&self, scale: f64, sink: &mut Sink) -> Option<Styles> {
        Styles::new(self.sources.templates.engine(), self.book, self.lang, scale, sink)
    }

    /// The title block, if its template can be filled.
    fn title_block(&self, styles: &Styles, area: TextArea, sink: &mut Sink) -> Option<TitleBlock> {
        let mut context = draw::context(self.sources, styles, self.title, self.lang);
        context.insert_value("width", draw::millimetres(area.width()));
        let (svg, faults) = self.sources.templates.fill(draw::TITLE, &context);
        sink.extend(faults);
        let path = self.sources.templates.path(draw::TITLE);
        let block = TitleBlock::new(&svg?, path);
        if block.is_none() {
            let message = format!("`{path}` does not state its size");
            sink.push(
                Diagnostic::error(Code::R004, message)
                    .hint("its <svg> needs a viewBox, and a width and a height such as \"34mm\"")
                    .maybe_at(self.sources.templates.whole(path)),
            );
        }
        block
    }

    /// Sets the pages until the numbers on them are those of the pages.
    fn settled(
        &self,
        styles: &Styles,
        area: TextArea,
        title_height: u32,
        sink: &mut Sink,
    ) -> (Galley, Vec<Page>) {
        let cache = LayoutCache::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut pass = 1;
        loop {
            let setting = self.setting(styles, area, self.book.columns, &numbers, &cache);
            // Faults of the text are the same in each pass.
            let mut later = Sink::new();
            let reported = if pass == 1 { &mut *sink } else { &mut later };
            let galley = set(&setting, Selection::Whole, reported);
            let pages = pages::make(&galley, area, title_height);
            let now: HashMap<String, usize> = pages::anchors(&pages, &galley.headings)
                .into_iter()
                .map(|(anchor, (page, _))| (anchor, page))
                .collect();
            if now == numbers || pass == MAX_PASSES {
                return (galley, pages);
            }
            numbers = now;
            pass += 1;
        }
    }

    fn setting<'s>(
        &'s self,
        styles: &'s Styles,
        area: TextArea,
        columns: u32,
        pages: &'s HashMap<String, usize>,
        cache: &'s LayoutCache,
    ) -> Setting<'s> {
        Setting {
            engine: self.sources.templates.engine(),
            styles,
            phrases: self.phrases,
            game: self.sources.game,
            figures: self.figures,
            doc: self.doc,
            filled: self.filled,
            width: area.width(),
            height: area.rows,
            columns,
            pages,
            cache,
        }
    }

    /// The marked sections on one page, as large as they fit.
    pub(super) fn quick(&self, sink: &mut Sink) -> Option<PageArt> {
        let id = &self.book.id;
        let is_marked = |kind: &BlockKind| matches!(kind, BlockKind::Command(DocCommand::Quick));
        if !self.doc.blocks.iter().any(|block| is_marked(&block.kind)) {
            let message = format!("`{id}` has a quick reference, but no section is marked for it");
            sink.push(
                Diagnostic::error(Code::R008, message).at(&self.book.span).hint(
                    "write <!-- quick --> before and <!-- /quick --> after what belongs in it",
                ),
            );
            return None;
        }
        let sizes = || QUICK_SIZES.rev().step_by(2);
        // Lines right across are read more easily, two columns hold more.
        let one = sizes().filter(|size| *size >= MIN_QUICK_ONE_COLUMN).map(|size| (size, 1));
        for (size, columns) in one.chain(sizes().map(|size| (size, 2))) {
            if let Some(art) = self.quick_at(f64::from(size) / 100.0, columns, sink) {
                return Some(art);
            }
        }
        let smallest = QUICK_SIZES.start();
        sink.push(
            Diagnostic::error(
                Code::R008,
                format!("the quick reference of `{id}` does not fit on a page"),
            )
            .at(&self.book.span)
            .hint(format!("it was tried down to {smallest} % of the usual size; mark less")),
        );
        None
    }

    /// The quick reference in letters of a size, if it fits on a page.
    fn quick_at(&self, scale: f64, columns: u32, sink: &mut Sink) -> Option<PageArt> {
        // What is wrong with the text was reported with the whole of it.
        let mut quiet = Sink::new();
        let styles = self.styles(scale, &mut quiet)?;
        // Smaller margins than a book's: there is no fold.
        let margin = Sides { left: self.book.margin.right, ..self.book.margin };
        let area = TextArea::new(self.book.size, margin, styles.unit);
        let columns = if area.width() > MIN_QUICK_TWO_COLUMNS { columns } else { 1 };
        let numbers = HashMap::new();
        let cache = LayoutCache::default();
        let setting = self.setting(&styles, area, columns, &numbers, &cache);
        let galley = set(&setting, Selection::Quick, &mut quiet);
        let pages = pages::make(&galley, area, 0);
        let [page] = &pages[..] else { return None };
        if quiet.has_errors() {
            return None;
        }
        let title = format!("{}: {}", self.title, self.phrases.get("quick"));
        let drawer = PageDrawer {
            sources: self.sources,
            styles: &styles,
            area,
            title: &title,
            headings: &galley.headings,
            lang: self.lang,
            title_block: None,
        };
        let mut art = drawer.single(page, sink);
        // Its page numbers would be those of another document.
        art.links.retain(|link| link.target.anchor().is_none());
        Some(art)
    }
}
