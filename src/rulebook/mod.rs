//! Rulebooks: Markdown becomes pages.
//!
//! In: a [`Rulebook`] with its Markdown, the game, its templates and the faces of its components. Out: a [`TypesetRulebook`]
//! rulebook: each page as SVG with the pictures on it, bookmarks, links, and the same rules as plain text and as HTML.
//!
//! What [`TypesetRulebook`] guarantees: every block stands on a page once and in order, but that text may overtake a floating
//! figure; nothing leaves the text area; no heading stands at the foot of a page; every link leads to a heading that is
//! there; the numbers beside the names of cards are those of the data.
//!
//! It refuses to know: PDF, paper, and how pages are folded.

mod codes;
mod consistency;
mod doc;
mod draw;
mod export;
mod figure;
mod fill;
mod lang;
mod pages;
mod read;
mod set;
mod title;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use crate::diag::{Code, Diagnostic, Failed, Sink};
use crate::game::Rulebook;
use crate::units::Size;

pub(crate) use codes::CODES;
pub use doc::{Block, BlockKind, Callout, Doc, Heading, LinkTarget};
pub use figure::FigureSources;
pub use pages::PlacedItem;
pub use words::{Gender, LARGEST, SPELLED, category, spelled};

use draw::Draw;
use fill::FilledText;
use lang::Phrases;
use pages::{Page, TextArea};
use set::item::Item;
use set::style::Styles;
use set::{Galley, LayoutCache, Measure};
use title::TitleBlock;

/// A rulebook, typeset.
#[derive(Debug)]
pub struct TypesetRulebook {
    /// Its title.
    pub title: String,
    /// The language of its text.
    pub lang: String,
    /// The size of its pages.
    pub size: Size,
    /// Its pages.
    pub pages: Vec<PageArt>,
    /// Its headings.
    pub marks: Vec<Bookmark>,
    /// The quick reference, if it has one.
    pub quick: Option<PageArt>,
    /// The same rules as plain text.
    pub text: String,
    /// And as HTML. The picture of its first figure is at `figure:1`.
    pub html: String,
    /// Its figures alone, in order.
    pub figures: Vec<PageArt>,
}

/// A page as SVG, and what lies on it.
#[derive(Clone, Debug, Default)]
pub struct PageArt {
    /// How large it is.
    pub size: Size,
    /// The frame with the text in it.
    pub svg: String,
    /// The path of the frame's template under `templates/`.
    pub template: Arc<str>,
    /// The pictures over it, each as large, with the path of its template.
    pub pictures: Vec<(String, Arc<str>)>,
    /// What can be clicked.
    pub links: Vec<PageLink>,
    /// Where its pieces stand, for tests.
    pub placed: Vec<PlacedItem>,
}

/// A place that can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct PageLink {
    /// Where it leads.
    pub target: LinkTarget,
    /// Left, top, width and height in millimetres.
    pub rect: [f32; 4],
}

/// A heading and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Bookmark {
    /// From 2.
    pub level: u8,
    /// Its words.
    pub title: String,
    /// Its anchor.
    pub anchor: String,
    /// The page, from 1.
    pub page: usize,
    /// Its upper edge in millimetres from the top of the page.
    pub y: f32,
}

/// Pages are set again until their numbers stand still; more often than this they only swing.
const MOST_PASSES: usize = 5;
/// The steps in which the quick reference becomes smaller, in hundredths of the usual size.
const QUICK: std::ops::RangeInclusive<u32> = 62..=130;
/// It is set in two columns rather than in one of smaller letters than this.
const QUICK_ACROSS: u32 = 90;

/// Sets a rulebook in the language of the game. Every fault goes to the sink.
pub fn typeset(
    book: &Rulebook,
    sources: &FigureSources<'_>,
    sink: &mut Sink,
) -> Result<TypesetRulebook, Failed> {
    let sink = &mut sink.scope();
    let game = sources.game;
    let own = book.files.iter().find(|(lang, _)| *lang == game.lang);
    let Some((lang, source)) = own.or_else(|| book.files.first()) else { return Err(Failed) };
    if own.is_none() && !book.one_for_all {
        sink.push(
            Diagnostic::warning(
                Code::R006,
                format!("the rulebook `{}` is not translated into `{}`", book.id, game.lang),
            )
            .at(&book.span)
            .language(game.lang.as_str())
            .hint(format!("it is printed in `{lang}`")),
        );
    }
    let filled = fill::fill(game, lang, source, sources.ink, sink)?;
    let doc = read::read(&filled, sink);
    consistency::check(book, game, lang, &filled, &doc, sink);
    if own.is_some()
        && let Some((default, default_source)) =
            book.files.first().filter(|(default, _)| default != lang)
    {
        // Its own faults are told when it is built itself.
        let mut quiet = Sink::new();
        if let Ok(theirs) = fill::fill(game, default, default_source, sources.ink, &mut quiet) {
            let other = read::read(&theirs, &mut quiet);
            consistency::compare(&doc, &filled, &other, lang, default, sink);
        }
    }
    links(&doc, &filled, sink);
    let phrases = Phrases::new(lang, &game.texts);
    let engine = sources.templates.engine();
    let Some(styles) = Styles::new(engine, book, lang, 1.0, sink) else { return Err(Failed) };
    let edition = Edition { book, sources, phrases: &phrases, filled: &filled, doc: &doc, lang };
    let WholeText { pages, marks, figures } = edition.full(&styles, sink)?;
    let quick = if book.quick { edition.quick(sink) } else { None };
    sink.gate()?;
    let title = doc.title.as_ref().map_or_else(|| game.title.clone(), |t| doc::plain(&t.pieces));
    let text = export::text(&doc, game, &phrases);
    let html = export::html(&doc, game, &phrases, lang, &title);
    Ok(TypesetRulebook {
        title,
        lang: lang.clone(),
        size: book.size,
        pages,
        marks,
        quick,
        text,
        html,
        figures,
    })
}

/// Every link within the rulebook must lead somewhere.
fn links(doc: &Doc, filled: &FilledText, sink: &mut Sink) {
    let known: Vec<&str> = doc.headings().map(|h| h.anchor.as_str()).collect();
    for link in &doc.links {
        if let LinkTarget::Anchor(anchor) = &link.target
            && !known.contains(&anchor.as_str())
        {
            sink.push(
                Diagnostic::error(Code::R003, format!("no heading has the anchor `{anchor}`"))
                    .at(&filled.span(link.range.clone()))
                    .maybe_hint(crate::diag::did_you_mean(anchor, known.iter().copied())),
            );
        }
    }
}

/// The whole text, set.
struct WholeText {
    pages: Vec<PageArt>,
    marks: Vec<Bookmark>,
    /// Each figure alone, as wide as it was set.
    figures: Vec<PageArt>,
}

struct Edition<'a> {
    book: &'a Rulebook,
    sources: &'a FigureSources<'a>,
    phrases: &'a Phrases,
    filled: &'a FilledText,
    doc: &'a Doc,
    lang: &'a str,
}

impl Edition<'_> {
    fn measure<'m>(
        &'m self,
        styles: &'m Styles,
        room: TextArea,
        columns: u32,
        pages: &'m HashMap<String, usize>,
        known: &'m LayoutCache,
    ) -> Measure<'m> {
        Measure {
            engine: self.sources.templates.engine(),
            styles,
            phrases: self.phrases,
            sources: self.sources,
            doc: self.doc,
            filled: self.filled,
            width: room.width(),
            height: room.rows,
            columns,
            pages,
            known,
        }
    }

    fn title(&self) -> String {
        self.doc
            .title
            .as_ref()
            .map_or_else(|| self.sources.game.title.clone(), |t| doc::plain(&t.pieces))
    }

    /// The title block and its height in units.
    fn title_block(
        &self,
        styles: &Styles,
        room: TextArea,
        title: &str,
        sink: &mut Sink,
    ) -> Option<(TitleBlock, u32)> {
        let mut context = Draw::context(self.sources, styles, title, self.lang);
        let mm = (f64::from(room.width()) * 1e4).round() / 1e4;
        context.insert("width", &mm);
        let (svg, faults) = self.sources.templates.fill(draw::TITLE, &context);
        sink.extend(faults);
        let path = self.sources.templates.path(draw::TITLE);
        let Some(block) = TitleBlock::new(&svg?, path) else {
            let fault = Diagnostic::error(Code::R004, format!("`{path}` does not state its size"));
            sink.push(
                fault
                    .hint("its <svg> needs a viewBox, and a width and a height such as \"34mm\"")
                    .maybe_at(self.sources.templates.whole(path)),
            );
            return None;
        };
        let height = block.tile.size().1;
        Some((block, styles.units(height).min(room.rows.saturating_sub(8))))
    }

    fn full(&self, styles: &Styles, sink: &mut Sink) -> Result<WholeText, Failed> {
        let room = TextArea::new(self.book.size, self.book.margin, styles.unit);
        let title = self.title();
        let block = self.title_block(styles, room, &title, sink);
        let units = block.as_ref().map_or(0, |(_, units)| *units);
        let known = LayoutCache::default();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut set: (Galley, Vec<Page>) = Default::default();
        for pass in 0..MOST_PASSES {
            // Faults of the text are the same in each pass.
            let mut told = Sink::new();
            let galley = self
                .measure(styles, room, self.book.columns, &numbers, &known)
                .all(false, &mut told);
            if pass == 0 {
                sink.extend(told.into_sorted());
            }
            let pages = pages::make(&galley, room, units);
            let now: HashMap<String, usize> = draw::places(&pages, &galley.entries)
                .into_iter()
                .map(|(anchor, (page, _))| (anchor, page))
                .collect();
            set = (galley, pages);
            if now == numbers {
                break;
            }
            numbers = now;
        }
        sink.gate()?;
        let (galley, pages) = set;
        let draw = self.draw(styles, room, &title, &galley, block.as_ref().map(|(tile, _)| tile));
        let mut art = draw.pages(&pages, sink);
        for (art, page) in art.iter_mut().zip(&pages) {
            art.placed.clone_from(&page.blocks);
        }
        let places = draw::places(&pages, &galley.entries);
        let marks = galley
            .entries
            .iter()
            .filter_map(|e| {
                let (page, y) = *places.get(&e.anchor)?;
                Some(Bookmark {
                    level: e.level,
                    title: e.title.clone(),
                    anchor: e.anchor.clone(),
                    page,
                    y,
                })
            })
            .collect();
        let figures =
            galley.sections.iter().flat_map(|stretch| &stretch.items).filter_map(Item::flexible);
        Ok(WholeText {
            pages: art,
            marks,
            figures: figures.map(|figure| draw.alone(figure)).collect(),
        })
    }

    fn draw<'d>(
        &'d self,
        styles: &'d Styles,
        room: TextArea,
        title: &'d str,
        galley: &'d Galley,
        block: Option<&'d TitleBlock>,
    ) -> Draw<'d> {
        Draw {
            engine: self.sources.templates.engine(),
            styles,
            sources: self.sources,
            room,
            title,
            entries: &galley.entries,
            lang: self.lang,
            title_block: block,
        }
    }

    /// The marked sections on one page, as large as they fit.
    fn quick(&self, sink: &mut Sink) -> Option<PageArt> {
        let marked = self
            .doc
            .blocks
            .iter()
            .any(|b| matches!(b.kind, BlockKind::Command(doc::DocCommand::Quick)));
        if !marked {
            sink.push(
                Diagnostic::error(
                    Code::R008,
                    format!(
                        "`{}` has a quick reference, but no section is marked for it",
                        self.book.id
                    ),
                )
                .at(&self.book.span)
                .hint("write <!-- quick --> before and <!-- /quick --> after what belongs there"),
            );
            return None;
        }
        let title = format!("{}: {}", self.title(), self.phrases.get("quick"));
        let numbers = HashMap::new();
        // Smaller margins than a book's: there is no fold.
        let margin = crate::units::Sides { left: self.book.margin.right, ..self.book.margin };
        // Lines right across are read more easily, two columns hold more.
        let tries = QUICK
            .rev()
            .step_by(2)
            .map(|percent| (percent, 1))
            .filter(|(percent, _)| *percent >= QUICK_ACROSS);
        for (percent, columns) in tries.chain(QUICK.rev().step_by(2).map(|percent| (percent, 2))) {
            // What is wrong with the text was told with the whole of it.
            let mut quiet = Sink::new();
            let styles = Styles::new(
                self.sources.templates.engine(),
                self.book,
                self.lang,
                f64::from(percent) / 100.0,
                &mut quiet,
            )?;
            let room = TextArea::new(self.book.size, margin, styles.unit);
            let columns = if room.width() > 100.0 { columns } else { 1 };
            let known = LayoutCache::default();
            let galley =
                self.measure(&styles, room, columns, &numbers, &known).all(true, &mut quiet);
            let pages = pages::make(&galley, room, 0);
            if pages.len() > 1 || quiet.has_errors() {
                continue;
            }
            let draw =
                Draw { title_block: None, ..self.draw(&styles, room, &title, &galley, None) };
            let mut art = draw.single(&pages, sink);
            if let (Some(art), Some(page)) = (art.as_mut(), pages.first()) {
                art.placed.clone_from(&page.blocks);
                // Its page numbers would be those of another document.
                art.links.retain(|link| draw::is_inside(&link.target).is_none());
            }
            return art;
        }
        sink.push(
            Diagnostic::error(
                Code::R008,
                format!("the quick reference of `{}` does not fit on a page", self.book.id),
            )
            .at(&self.book.span)
            .hint(format!("it was tried down to {} % of the usual size; mark less", QUICK.start())),
        );
        None
    }
}
