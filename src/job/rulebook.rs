//! Rulebooks through the press: pages are faces as large as themselves, alone on their sheets.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use rayon::prelude::*;

use super::context::GameContext;
use super::error::JobError;
use super::layers::{BuildRun, LayerInk, LayeredJob, Printed, whole};
use super::manifest::{BookFile, FoldedSheets, RulebookEntry};
use crate::compose::Ink;
use crate::diag::{Code, Diagnostic, Failed, Severity, Sink};
use crate::draw::{FaceId, FaceSource, Fault, Medium};
use crate::game::{self, Booklet, BookletFlip, Rulebook, Up};
use crate::impose::{BookletJob, Grid, Placement, Plan, Sheet, Side, booklet};
use crate::press::{
    Canvases, Goal, PaperFlip, PrintFile, PrintedSide, Reading, ReadingLink, ReadingMark,
};
use crate::rulebook::{self, FigureSources, LinkTarget, PageArt, TypesetRulebook};
use crate::slug::{Purpose, SideKind, Slug, SlugLine};
use crate::units::{Dpi, Length, Rect, Size, Turn};

/// Pages taken apart into layers.
struct Pages<'a> {
    layered: LayeredJob<'a>,
    /// The face of each page.
    faces: Vec<FaceId>,
    /// A face that shows nothing.
    blank: FaceId,
    /// The first face of what is printed beside pages.
    first_beside: usize,
}

impl GameContext<'_> {
    fn typeset(
        &self,
        book: &Rulebook,
        ink: Ink,
        sink: &mut Sink,
    ) -> Result<TypesetRulebook, Failed> {
        let sources = FigureSources {
            game: self.game,
            templates: &self.templates,
            pictures: &self.pictures,
            artworks: &self.artworks,
            ink,
        };
        rulebook::typeset(book, &sources, sink)
    }

    /// `beside` is what is printed beside the pages of a booklet, on paper of that size; it comes
    /// last in the stacks.
    fn pages<'p>(
        &'p self,
        book: &'p Rulebook,
        pages: &[PageArt],
        beside: (&[String], Size),
        sink: &mut Sink,
    ) -> Pages<'p> {
        let mut sources: Vec<FaceSource<'_>> = Vec::new();
        let mut parts = Vec::new();
        for page in pages {
            let from = sources.len();
            let canvas = whole(page.size);
            sources.push(FaceSource {
                svg: &page.svg,
                template: &page.template,
                canvas,
                limits: None,
            });
            let pictures = page.pictures.iter();
            sources.extend(pictures.map(|(svg, template)| FaceSource {
                svg,
                template,
                canvas,
                limits: None,
            }));
            parts.push((canvas, from..sources.len()));
        }
        let first_beside = sources.len();
        let canvas = whole(beside.1);
        sources.extend(beside.0.iter().map(|svg| FaceSource {
            svg,
            template: "",
            canvas,
            limits: None,
        }));
        let templates: Vec<String> =
            sources.iter().map(|source| source.template.to_owned()).collect();
        let diagnose = move |face: FaceId, fault| {
            let template = templates.get(face.index()).map_or("", String::as_str);
            self.diagnose_page(book, template, fault)
        };
        let mut layered = LayeredJob::split(&sources, self.drawing(), diagnose, sink);
        let faces = parts
            .into_iter()
            .map(|(canvas, parts)| layered.stacks.pile(canvas, parts.map(FaceId::new)))
            .collect();
        let blank = layered.stacks.pile(whole(book.size), []);
        Pages { layered, faces, blank, first_beside }
    }

    /// A fault of a page is looked for in its template; without one it is ours.
    fn diagnose_page(&self, book: &Rulebook, template: &str, fault: Fault) -> Diagnostic {
        let place = fault.needles.iter().find_map(|n| self.templates.find(template, n));
        let place = place.or_else(|| self.templates.whole(template));
        let mut diagnostic = match &place {
            // How fine a picture is depends on the book, not on what we made of it.
            None if fault.code == Code::F013 => {
                Diagnostic::new(fault.code, fault.severity, fault.message).at(&book.span)
            }
            None => Diagnostic::error(
                Code::P002,
                format!("internal error in the pages of `{}`: {}", book.id, fault.message),
            ),
            Some(_) => Diagnostic::new(fault.code, fault.severity, fault.message),
        };
        diagnostic.span = place.or(diagnostic.span);
        diagnostic.hints = fault.hints;
        diagnostic.component(&book.id)
    }

    /// Reports everything that can be wrong with a rulebook, without writing it; returns it as far
    /// as it can be set.
    pub fn check_rulebook(
        &self,
        book: &Rulebook,
        ink: Ink,
        sink: &mut Sink,
    ) -> Option<TypesetRulebook> {
        let typeset = self.typeset(book, ink, sink).ok()?;
        let pages: Vec<PageArt> = typeset.pages.iter().chain(&typeset.quick).cloned().collect();
        let sink = &mut sink.scope();
        let pages = self.pages(book, &pages, (&[], book.size), sink);
        if sink.has_errors() {
            return Some(typeset);
        }
        pages.layered.check(sink);
        // On smaller pages more can be wrong; what is as large was reported.
        if let Some(small) = book.booklet.and_then(|how| self.smaller(book, how)) {
            let _ = self.typeset_small(&small, ink, sink);
        }
        Some(typeset)
    }

    /// Writes a rulebook in all its forms.
    pub fn print_rulebook(
        &self,
        book: &Rulebook,
        run: &mut BuildRun<'_>,
    ) -> Result<RulebookEntry, JobError> {
        let typeset = self.typeset(book, run.options.ink, run.sink)?;
        let mut files = Vec::new();
        let mut keep = |kind, Printed { file, sha256, .. }, sheets| {
            files.push(BookFile { kind, file, sha256, sheets });
        };
        let id = &self.name(&book.id);
        let reading = reading(&typeset);
        keep("pdf", self.print_pages(book, &typeset, &typeset.pages, reading, id, run)?, None);
        if let Some(quick) = &typeset.quick {
            let name = self.name(&format!("{}-quick", book.id));
            let reading = Reading { marks: Vec::new(), links: vec![links(quick, &typeset)] };
            let pages = std::slice::from_ref(quick);
            keep("quick", self.print_pages(book, &typeset, pages, reading, &name, run)?, None);
        }
        if let Some(how) = book.booklet {
            let (printed, sheets) = match self.smaller(book, how) {
                None => self.print_booklet(book, how, &typeset, run)?,
                Some(small) => {
                    let typeset = self.typeset_small(&small, run.options.ink, run.sink)?;
                    self.print_booklet(&small, how, &typeset, run)?
                }
            };
            keep("booklet", printed, Some(sheets));
        }
        let html = self.with_pictures(book, &typeset, run.sink)?;
        for (kind, end, text) in [("text", "txt", &typeset.text), ("html", "html", &html)] {
            let file = format!("{id}{}.{end}", run.suffix);
            let sha256 = run.file(&file, text.as_bytes())?;
            keep(kind, Printed { file, sha256, ink: LayerInk::new() }, None);
        }
        Ok(RulebookEntry {
            id: book.id.clone(),
            title: typeset.title,
            lang: typeset.lang,
            pages: typeset.pages.len(),
            size: typeset.size,
            files,
        })
    }

    /// The HTML with its pictures in it, so that it needs nothing beside itself.
    fn with_pictures(
        &self,
        book: &Rulebook,
        typeset: &TypesetRulebook,
        sink: &mut Sink,
    ) -> Result<String, JobError> {
        let pages = self.pages(book, &typeset.figures, (&[], book.size), sink);
        let drawer = pages.layered.drawer(Medium::Pixels);
        let stacks = &pages.layered.stacks;
        let drawn = |face: &FaceId| Canvases::new(&drawer, stacks, Dpi::SCREEN).face_png(*face);
        let pictures: Vec<Option<Vec<u8>>> = pages
            .faces
            .par_iter()
            .map(drawn)
            .collect::<Result<_, _>>()
            .map_err(JobError::Internal)?;
        let mut html = String::new();
        let mut rest = typeset.html.as_str();
        for (number, (png, art)) in (1..).zip(pictures.into_iter().zip(&typeset.figures)) {
            let place = format!("src=\"figure:{number}\"");
            let (Some(png), Some((before, after))) = (png, rest.split_once(&place)) else {
                continue;
            };
            let width = (art.size.width.to_mm() * 96.0 / 25.4).round();
            html.push_str(before);
            html.push_str("src=\"data:image/png;base64,");
            BASE64_STANDARD.encode_string(png, &mut html);
            html.push_str(&format!("\" width=\"{width}\""));
            rest = after;
        }
        html.push_str(rest);
        Ok(html)
    }

    /// The book as it is folded, where as many of its pages as wanted do not fit on the paper: it
    /// is set once more on pages that do, for nothing is ever scaled.
    fn smaller(&self, book: &Rulebook, how: Booklet) -> Option<Rulebook> {
        let paper = self.game.paper.size;
        let room = match how.up {
            Up::Two => Size::new(paper.height / 2, paper.width),
            Up::Four => Size::new(paper.width / 2, paper.height / 2),
        };
        let size = Size::new(book.size.width.min(room.width), book.size.height.min(room.height));
        (size != book.size).then(|| Rulebook { size, ..book.clone() })
    }

    fn typeset_small(
        &self,
        small: &Rulebook,
        ink: Ink,
        sink: &mut Sink,
    ) -> Result<TypesetRulebook, Failed> {
        if small.has_room() {
            let mut own = Sink::new();
            let typeset = self.typeset(small, ink, &mut own);
            // Warnings were reported when the book was set on its own pages.
            for fault in
                own.into_sorted().into_iter().filter(|fault| fault.severity == Severity::Error)
            {
                sink.push(fault.hint(format!("on the booklet's pages, of {}", small.size)));
            }
            return typeset;
        }
        let message = format!(
            "a booklet of `{}` on paper of {} has pages of {}, too small for its margins",
            small.id, self.game.paper.name, small.size
        );
        sink.push(
            Diagnostic::error(Code::R007, message)
                .at(&small.span)
                .hint("use a larger paper, smaller margins, or fewer pages to a side"),
        );
        Err(Failed)
    }

    /// The pages on sheets to be folded in the middle and stapled there.
    fn print_booklet(
        &self,
        book: &Rulebook,
        how: Booklet,
        typeset: &TypesetRulebook,
        run: &mut BuildRun<'_>,
    ) -> Result<(Printed, FoldedSheets), JobError> {
        let print = game::Print {
            paper: self.game.paper.clone(),
            bleed: Length::ZERO,
            duplex: how.flip.duplex(),
            ..game::Print::default()
        };
        let signature = how.sheets.map(|sheets| sheets as usize);
        let plan = booklet(&BookletJob {
            pages: (0..typeset.pages.len()).collect(),
            page: book.size,
            print: &print,
            up: how.up,
            creep: how.thickness,
            signature,
        })
        .map_err(|misfit| JobError::Internal(misfit.to_string()))?;
        let name = self.name(&format!("{}-booklet", book.id));
        let (flip, edge) = match how.flip {
            BookletFlip::ShortEdge => (PaperFlip::ShortEdge, "short"),
            BookletFlip::LongEdge => (PaperFlip::LongEdge, "long"),
        };
        let on_sheet = format!("{name} · flip on the {edge} edge");
        let layout = plan.layout_id();
        let line = SlugLine::new(self.game, &on_sheet, &layout, self.printer, &self.fonts);
        let slug = Slug::new(&line, &plan, Purpose::Sheets, &print.marks);
        let beside = (slug.artworks.as_slice(), plan.paper);
        let mut pages = self.pages(book, &typeset.pages, beside, run.sink);
        let first = pages.first_beside;
        let slugs = pages.layered.pile(whole(plan.paper), first, &slug.sides);
        let plan = plan.try_map(|page: usize| {
            let broken = || JobError::Internal(format!("page {} was not drawn", page + 1));
            pages.faces.get(page).copied().ok_or_else(broken)
        })?;
        let pdf = PrintFile {
            // Pages may be as large as half of the paper, and leave no room for a slug line.
            title: format!("{}: flip on the {edge} edge", typeset.title),
            name,
            flip,
            sides: PrintedSide::all(&plan, Purpose::Sheets, &slugs),
            corrections: self.corrections(Purpose::Sheets, plan.paper, print.duplex),
            ..self.rulebook_pdf(typeset, &plan)
        };
        let sheets = FoldedSheets {
            sheets: plan.sheets.len(),
            sides: pdf.sides.len(),
            paper: print.paper.name.clone(),
            is_landscape: plan.paper.is_landscape(),
            duplex: print.duplex,
            is_cut: how.up == Up::Four,
        };
        Ok((pages.layered.print(&pdf, run)?, sheets))
    }

    fn print_pages(
        &self,
        book: &Rulebook,
        typeset: &TypesetRulebook,
        pages: &[PageArt],
        reading: Reading,
        name: &str,
        run: &mut BuildRun<'_>,
    ) -> Result<Printed, JobError> {
        let pages = self.pages(book, pages, (&[], book.size), run.sink);
        let plan = reading_plan(book.size, &pages.faces);
        let sides = plan.sheets.iter().zip(1..).map(|(sheet, number)| PrintedSide {
            sheet: number,
            kind: SideKind::Front,
            side: &sheet.front,
            slug: pages.blank,
        });
        let pdf = PrintFile {
            name: name.to_owned(),
            sides: sides.collect(),
            reading: Some(reading),
            ..self.rulebook_pdf(typeset, &plan)
        };
        pages.layered.print(&pdf, run)
    }

    /// A PDF of a rulebook that has no pages yet.
    fn rulebook_pdf<'p>(&self, typeset: &TypesetRulebook, plan: &'p Plan<FaceId>) -> PrintFile<'p> {
        PrintFile {
            title: typeset.title.clone(),
            author: self.game.author.clone(),
            lang: typeset.lang.clone(),
            name: String::new(),
            plan,
            flip: PaperFlip::None,
            sides: Vec::new(),
            reading: None,
            corrections: None,
            visible: BTreeMap::new(),
        }
    }
}

/// A sheet for each page, just as large.
fn reading_plan(size: Size, faces: &[FaceId]) -> Plan<FaceId> {
    let area = Rect::new(Length::ZERO, Length::ZERO, size);
    let alone = |(face, copy): (&FaceId, u32)| Side {
        placements: vec![Placement {
            slot: 0,
            copy,
            face: *face,
            trim: area,
            clip: area,
            turn: Turn::None,
            contour: None,
        }],
        ..Side::default()
    };
    let sheets =
        faces.iter().zip(0..).map(|page| Sheet { front: alone(page), back: None }).collect();
    Plan::new(size, Grid { columns: 1, rows: 1, area }, sheets)
}

fn reading(typeset: &TypesetRulebook) -> Reading {
    let marks = typeset
        .marks
        .iter()
        .map(|mark| ReadingMark {
            level: usize::from(mark.level.saturating_sub(2)),
            title: mark.title.clone(),
            page: mark.page - 1,
            y_mm: f64::from(mark.y),
        })
        .collect();
    Reading { marks, links: typeset.pages.iter().map(|page| links(page, typeset)).collect() }
}

fn links(page: &PageArt, typeset: &TypesetRulebook) -> Vec<ReadingLink> {
    let goal = |target: &LinkTarget| match target {
        LinkTarget::Url(address) => Some(Goal::Address(address.clone())),
        LinkTarget::Anchor(anchor) => {
            let mark = typeset.marks.iter().find(|mark| mark.anchor == *anchor)?;
            Some(Goal::Page(mark.page - 1, f64::from(mark.y)))
        }
    };
    let link = |link: &rulebook::PageLink| {
        Some(ReadingLink { rect_mm: link.rect.map(f64::from), goal: goal(&link.target)? })
    };
    page.links.iter().filter_map(link).collect()
}
