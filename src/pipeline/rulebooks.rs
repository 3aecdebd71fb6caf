//! Rulebooks through the press: pages are faces as large as themselves, alone on their sheets.

use std::collections::BTreeMap;

use super::furniture::{Furniture, labels, sides};
use super::kit::{Kit, sum, write_book};
use super::{BuildError, Options, Output, Progress};
use crate::compose::Ink;
use crate::diag::{Code, Diagnostic, Failed, Severity, Sink};
use crate::draw::{Canvas, Drawer, FaceSource, Fault, Stacks, split};
use crate::files::OutputFolder;
use crate::impose::{BookletJob, Grid, Placement, Plan, Sheet, Side, Up, booklet};
use crate::manifest::{Purpose, RulebookEntry};
use crate::model::{self, Game, Rulebook};
use crate::press::{Book, Goal, Print, Reading, ReadingLink, ReadingMark, SideKind, Windows};
use crate::rulebook::{self, Bound, PageArt, Shelf, Target};
use crate::units::{Length, Rect, Size, Turn};

/// The rulebooks that are wanted: all where nothing is said.
pub(super) fn wanted<'g>(game: &'g Game, components: &[String]) -> Vec<&'g Rulebook> {
    game.rulebooks.iter().filter(|book| components.is_empty() || components.contains(&book.id)).collect()
}

/// Pages taken apart into layers.
struct Leaves<'a> {
    stacks: Stacks,
    /// The face of each page.
    faces: Vec<usize>,
    /// A face that shows nothing.
    blank: usize,
    /// The first face of what is printed beside pages.
    first_beside: usize,
    /// For each artwork, the path of its template.
    templates: Vec<&'a str>,
}

impl Kit<'_> {
    fn bind(&self, book: &Rulebook, ink: Ink, sink: &mut Sink) -> Result<Bound, Failed> {
        rulebook::set(book, &Shelf { game: self.game, templates: self.templates, artworks: self.artworks, ink }, sink)
    }

    /// `beside` is what is printed beside the pages of a booklet, on paper of that size; it comes last in the stacks.
    fn leaves<'p>(&self, book: &Rulebook, pages: &'p [PageArt], beside: (&'p [String], Size), sink: &mut Sink) -> Leaves<'p> {
        let canvas = Canvas { trim: book.size, bleed: Length::ZERO };
        let mut sources: Vec<FaceSource<'p>> = Vec::new();
        let mut parts: Vec<std::ops::Range<usize>> = Vec::new();
        for page in pages {
            let from = sources.len();
            sources.push(FaceSource { svg: &page.svg, template: &page.template, canvas });
            sources.extend(page.pictures.iter().map(|(svg, template)| FaceSource { svg, template, canvas }));
            parts.push(from..sources.len());
        }
        let first_beside = sources.len();
        let paper = Canvas { trim: beside.1, bleed: Length::ZERO };
        sources.extend(beside.0.iter().map(|svg| FaceSource { svg, template: "", canvas: paper }));
        let (mut stacks, faults) = split(&sources, &self.pictures);
        let templates: Vec<&str> = sources.iter().map(|source| source.template).collect();
        for (face, fault) in faults {
            sink.push(self.diagnose_page(book, templates.get(face).copied().unwrap_or_default(), fault));
        }
        let faces = parts.into_iter().map(|parts| stacks.pile(canvas, parts)).collect();
        let blank = stacks.pile(canvas, std::iter::empty());
        Leaves { stacks, faces, blank, first_beside, templates }
    }

    /// A fault of a page is looked for in its template; without one it is ours.
    fn diagnose_page(&self, book: &Rulebook, template: &str, fault: Fault) -> Diagnostic {
        let place = fault.needles.iter().filter(|n| !n.is_empty()).find_map(|n| self.templates.find(template, n));
        let place = place.or_else(|| self.templates.whole(template));
        let mut diagnostic = match (fault.severity, &place) {
            (_, None) => Diagnostic::error(Code::P002, format!("internal error in the pages of `{}`: {}", book.id, fault.message)),
            (Severity::Error, _) => Diagnostic::error(fault.code, fault.message),
            (Severity::Warning, _) => Diagnostic::warning(fault.code, fault.message),
        };
        diagnostic.span = place;
        diagnostic.hints = fault.hints;
        diagnostic.component(&book.id)
    }

    fn report_pages(&self, book: &Rulebook, leaves: &Leaves<'_>, faults: Vec<(usize, Fault)>, sink: &mut Sink) {
        for (layer, fault) in faults {
            let face = leaves.stacks.layers[layer].face;
            sink.push(self.diagnose_page(book, leaves.templates.get(face).copied().unwrap_or_default(), fault));
        }
    }

    /// Everything that can be wrong with a rulebook, without writing it.
    pub(super) fn check_rulebook(&self, book: &Rulebook, ink: Ink, sink: &mut Sink) {
        let Ok(bound) = self.bind(book, ink, sink) else { return };
        let pages: Vec<PageArt> = bound.pages.into_iter().chain(bound.quick).collect();
        let before = sink.count(Severity::Error);
        let leaves = self.leaves(book, &pages, (&[], book.size), sink);
        if sink.count(Severity::Error) > before {
            return;
        }
        let batches = Drawer::batches(&leaves.stacks);
        let faults = self.drawer().each(&leaves.stacks, &batches, |_| (), |()| ());
        self.report_pages(book, &leaves, faults, sink);
    }

    /// Writes a rulebook in all its forms.
    pub(super) fn print_rulebook(
        &self,
        book: &Rulebook,
        options: &Options,
        progress: &dyn Progress,
        out: &mut OutputFolder,
        sink: &mut Sink,
    ) -> Result<RulebookEntry, BuildError> {
        let bound = self.bind(book, options.ink, sink)?;
        let suffix = self.suffix();
        let name = format!("{}{suffix}.pdf", book.id);
        let mut files = Vec::new();
        let file = self.print_pages(book, &bound, &bound.pages, reading(&bound), &name, options, progress, out, sink)?;
        files.push(("pdf", name, file));
        if let Some(quick) = &bound.quick {
            let name = format!("{}-quick{suffix}.pdf", book.id);
            let page = std::slice::from_ref(quick);
            let reading = Reading { marks: Vec::new(), links: vec![links(quick, &bound)] };
            let file = self.print_pages(book, &bound, page, reading, &name, options, progress, out, sink)?;
            files.push(("quick", name, file));
        }
        if book.booklet {
            let name = format!("{}-booklet{suffix}.pdf", book.id);
            let file = self.print_booklet(book, &name, options, progress, out, sink)?;
            files.push(("booklet", name, file));
        }
        for (kind, end, text) in [("text", "txt", &bound.text), ("html", "html", &bound.html)] {
            let name = format!("{}{suffix}.{end}", book.id);
            out.write(&name, text.as_bytes())?;
            files.push((kind, name, sum(text.as_bytes())));
        }
        Ok(RulebookEntry { id: book.id.clone(), title: bound.title, lang: bound.lang, pages: bound.pages.len(), size: bound.size, files })
    }

    /// The pages on sheets to be folded in the middle and stapled there. Where two pages do not fit side by side on the
    /// paper, the book is set once more on pages that are half of it: nothing is ever scaled.
    fn print_booklet(
        &self,
        book: &Rulebook,
        name: &str,
        options: &Options,
        progress: &dyn Progress,
        out: &mut OutputFolder,
        sink: &mut Sink,
    ) -> Result<String, BuildError> {
        let paper = self.game.paper.size;
        let half = Size::new(paper.height / 2, paper.width);
        let book = &Rulebook { size: Size::new(book.size.width.min(half.width), book.size.height.min(half.height)), ..book.clone() };
        let bound = self.bind(book, options.ink, sink)?;
        let print = model::Print {
            paper: self.game.paper.clone(),
            bleed: Length::ZERO,
            duplex: model::Duplex::ShortEdge,
            ..model::Print::default()
        };
        let job = |pages| BookletJob { pages, page: book.size, print: &print, up: Up::Two, creep: LEAF, signature: None };
        let plan_of = |pages: Vec<usize>| booklet(&job(pages)).map_err(|misfit| BuildError::Internal(misfit.to_string()));
        let plan = plan_of((0..bound.pages.len()).collect())?;
        let label = format!("{}-booklet", book.id);
        let furniture = Furniture::new(
            labels(self.game, &label, &plan, Purpose::Sheets, self.printer.map(|printer| printer.name.as_str()), &self.fonts),
            &plan,
            Purpose::Sheets,
            &print.marks,
        );
        let mut leaves = self.leaves(book, &bound.pages, (&furniture.artworks, plan.paper), sink);
        let canvas = Canvas { trim: plan.paper, bleed: Length::ZERO };
        let beside: Vec<usize> =
            furniture.sides.iter().map(|parts| leaves.stacks.pile(canvas, parts.iter().map(|part| leaves.first_beside + part))).collect();
        let plan = plan_of(leaves.faces.clone())?;
        sink.gate()?;
        let report = |faults, sink: &mut Sink| self.report_pages(book, &leaves, faults, sink);
        progress.begin(&label, leaves.stacks.layers.len());
        let batches = Drawer::batches(&leaves.stacks);
        let windows = Windows::of(&plan, &leaves.stacks);
        let render = self.draw_stacks(&leaves.stacks, &batches, &windows, &report, options, progress, sink)?;
        progress.end();
        let printed = Book {
            title: bound.title.clone(),
            author: self.game.author.clone(),
            lang: bound.lang.clone(),
            name: label,
            plan: &plan,
            flip: "DuplexFlipShortEdge",
            sides: sides(&plan, Purpose::Sheets)
                .zip(beside)
                .map(|((sheet, kind, side), furniture)| Print { sheet, kind, side, furniture })
                .collect(),
            reading: None,
            corrections: self.corrections(&Output {
                purpose: Purpose::Sheets,
                paper: self.game.paper.name.clone(),
                duplex: print.duplex,
                plan: plan.clone(),
            }),
            visible: BTreeMap::new(),
        };
        write_book(name, &printed, &leaves.stacks, render, out)
    }

    #[expect(clippy::too_many_arguments, reason = "one call for two files of the same book")]
    fn print_pages(
        &self,
        book: &Rulebook,
        bound: &Bound,
        pages: &[PageArt],
        reading: Reading,
        name: &str,
        options: &Options,
        progress: &dyn Progress,
        out: &mut OutputFolder,
        sink: &mut Sink,
    ) -> Result<String, BuildError> {
        let leaves = self.leaves(book, pages, (&[], book.size), sink);
        sink.gate()?;
        let report = |faults, sink: &mut Sink| self.report_pages(book, &leaves, faults, sink);
        progress.begin(&book.id, leaves.stacks.layers.len());
        let plan = reading_plan(book.size, &leaves.faces);
        let batches = Drawer::batches(&leaves.stacks);
        let windows = Windows::of(&plan, &leaves.stacks);
        let render = self.draw_stacks(&leaves.stacks, &batches, &windows, &report, options, progress, sink)?;
        progress.end();
        let sides = plan.sheets.iter().zip(1..).map(|(sheet, number)| Print {
            sheet: number,
            kind: SideKind::Front,
            side: &sheet.front,
            furniture: leaves.blank,
        });
        let printed = Book {
            title: bound.title.clone(),
            author: self.game.author.clone(),
            lang: bound.lang.clone(),
            name: book.id.clone(),
            plan: &plan,
            flip: "Simplex",
            sides: sides.collect(),
            reading: Some(reading),
            corrections: None,
            visible: BTreeMap::new(),
        };
        write_book(name, &printed, &leaves.stacks, render, out)
    }
}

/// The thickness of a leaf of common paper, 80 g/m².
const LEAF: Length = Length::centi_mm(10);

/// A sheet for each page, just as large.
fn reading_plan(size: Size, faces: &[usize]) -> Plan {
    let area = Rect::new(Length::ZERO, Length::ZERO, size);
    let alone = |(face, copy): (&usize, u32)| Side {
        placements: vec![Placement { slot: 0, copy, face: *face, trim: area, clip: area, turn: Turn::None, shape: None }],
        ..Side::default()
    };
    let sheets = faces.iter().zip(0..).map(|page| Sheet { front: alone(page), back: None }).collect();
    Plan { paper: size, grid: Grid { columns: 1, rows: 1, area }, sheets, ..Plan::default() }
}

fn reading(bound: &Bound) -> Reading {
    let marks = bound
        .marks
        .iter()
        .map(|mark| ReadingMark {
            level: usize::from(mark.level.saturating_sub(2)),
            title: mark.title.clone(),
            page: mark.page - 1,
            y_mm: f64::from(mark.y),
        })
        .collect();
    Reading { marks, links: bound.pages.iter().map(|page| links(page, bound)).collect() }
}

fn links(page: &PageArt, bound: &Bound) -> Vec<ReadingLink> {
    let goal = |target: &Target| match target {
        Target::Url(address) => Some(Goal::Address(address.clone())),
        Target::Anchor(anchor) => {
            let mark = bound.marks.iter().find(|mark| mark.anchor == *anchor)?;
            Some(Goal::Page(mark.page - 1, f64::from(mark.y)))
        }
    };
    let link = |link: &rulebook::PageLink| Some(ReadingLink { rect_mm: link.rect.map(f64::from), goal: goal(&link.target)? });
    page.links.iter().filter_map(link).collect()
}
