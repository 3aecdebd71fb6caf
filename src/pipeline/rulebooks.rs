//! Rulebooks through the press: pages are faces as large as themselves, alone on their sheets.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use rayon::prelude::*;

use super::furniture::{Furniture, labels, sides};
use super::kit::{Kit, sum, write_book};
use super::{BuildError, Options, PictureKind, Progress};
use crate::compose::Ink;
use crate::diag::{Code, Diagnostic, Failed, Severity, Sink};
use crate::draw::{Canvas, Drawer, FaceId, FaceSource, Fault, LayerId, Stacks, split};
use crate::files::OutputFolder;
use crate::game::{self, Booklet, Game, Rulebook, Up};
use crate::impose::{BookletJob, Grid, Placement, Plan, Sheet, Side, booklet};
use crate::manifest::{Purpose, RulebookEntry};
use crate::press::{
    Book, Canvases, Goal, Print, Reading, ReadingLink, ReadingMark, SideKind, Windows,
};
use crate::rulebook::{self, FigureSources, LinkTarget, PageArt, TypesetRulebook};
use crate::units::{Dpi, Length, Rect, Size, Turn};

/// The rulebooks that are wanted: all where nothing is said.
pub(super) fn wanted<'g>(game: &'g Game, components: &[String]) -> Vec<&'g Rulebook> {
    game.rulebooks
        .iter()
        .filter(|book| components.is_empty() || components.contains(&book.id))
        .collect()
}

/// Pages taken apart into layers.
struct Leaves<'a> {
    stacks: Stacks,
    /// The face of each page.
    faces: Vec<FaceId>,
    /// A face that shows nothing.
    blank: FaceId,
    /// The first face of what is printed beside pages.
    first_beside: usize,
    /// For each artwork, the path of its template.
    templates: Vec<&'a str>,
}

impl Kit<'_> {
    fn bind(&self, book: &Rulebook, ink: Ink, sink: &mut Sink) -> Result<TypesetRulebook, Failed> {
        let Self { game, templates, artworks, .. } = *self;
        rulebook::typeset(
            book,
            &FigureSources { game, templates, pictures: &self.pictures, artworks, ink },
            sink,
        )
    }

    /// `beside` is what is printed beside the pages of a booklet, on paper of that size; it comes last in the stacks.
    fn leaves<'p>(
        &self,
        book: &Rulebook,
        pages: &'p [PageArt],
        beside: (&'p [String], Size),
        sink: &mut Sink,
    ) -> Leaves<'p> {
        let whole = |size: Size| Canvas { trim: size, bleed: Length::ZERO };
        let mut sources: Vec<FaceSource<'p>> = Vec::new();
        let mut parts: Vec<(Canvas, std::ops::Range<usize>)> = Vec::new();
        for page in pages {
            let from = sources.len();
            let canvas = whole(page.size);
            sources.push(FaceSource { svg: &page.svg, template: &page.template, canvas });
            sources.extend(page.pictures.iter().map(|(svg, template)| FaceSource {
                svg,
                template,
                canvas,
            }));
            parts.push((canvas, from..sources.len()));
        }
        let first_beside = sources.len();
        let paper = whole(beside.1);
        sources.extend(beside.0.iter().map(|svg| FaceSource { svg, template: "", canvas: paper }));
        let (mut stacks, faults) = split(&sources, &self.pictures);
        let templates: Vec<&str> = sources.iter().map(|source| source.template).collect();
        for (face, fault) in faults {
            sink.push(self.diagnose_page(
                book,
                templates.get(face.index()).copied().unwrap_or_default(),
                fault,
            ));
        }
        let faces = parts
            .into_iter()
            .map(|(canvas, parts)| stacks.pile(canvas, parts.map(FaceId::new)))
            .collect();
        let blank = stacks.pile(whole(book.size), []);
        Leaves { stacks, faces, blank, first_beside, templates }
    }

    /// A fault of a page is looked for in its template; without one it is ours.
    fn diagnose_page(&self, book: &Rulebook, template: &str, fault: Fault) -> Diagnostic {
        let place = fault
            .needles
            .iter()
            .filter(|n| !n.is_empty())
            .find_map(|n| self.templates.find(template, n));
        let place = place.or_else(|| self.templates.whole(template));
        let mut diagnostic = match &place {
            None => Diagnostic::error(
                Code::P002,
                format!("internal error in the pages of `{}`: {}", book.id, fault.message),
            ),
            Some(_) => Diagnostic::new(fault.code, fault.severity, fault.message),
        };
        diagnostic.span = place;
        diagnostic.hints = fault.hints;
        diagnostic.component(&book.id)
    }

    fn report_pages(
        &self,
        book: &Rulebook,
        leaves: &Leaves<'_>,
        faults: Vec<(LayerId, Fault)>,
        sink: &mut Sink,
    ) {
        for (layer, fault) in faults {
            let face = leaves.stacks[layer].face;
            sink.push(self.diagnose_page(
                book,
                leaves.templates.get(face.index()).copied().unwrap_or_default(),
                fault,
            ));
        }
    }

    /// Everything that can be wrong with a rulebook, without writing it.
    pub(super) fn check_rulebook(&self, book: &Rulebook, ink: Ink, sink: &mut Sink) {
        let Ok(bound) = self.bind(book, ink, sink) else { return };
        let pages: Vec<PageArt> = bound.pages.into_iter().chain(bound.quick).collect();
        let sink = &mut sink.scope();
        let leaves = self.leaves(book, &pages, (&[], book.size), sink);
        if sink.has_errors() {
            return;
        }
        let batches = Drawer::batches(&leaves.stacks);
        let faults = self.drawer().each(&leaves.stacks, &batches, |_| (), |()| ());
        self.report_pages(book, &leaves, faults, sink);
        // On smaller pages more can be wrong; what is as large has been told.
        if let Some(small) = book.booklet.and_then(|how| self.smaller(book, how)) {
            let _ = self.bind_small(&small, ink, sink);
        }
    }

    /// Writes a rulebook in all its forms.
    pub(super) fn print_rulebook(
        &self,
        book: &Rulebook,
        job: &mut Work<'_>,
    ) -> Result<RulebookEntry, BuildError> {
        let bound = self.bind(book, job.options.ink, job.sink)?;
        let suffix = self.suffix();
        let name = format!("{}{suffix}.pdf", book.id);
        let mut files = Vec::new();
        let file = self.print_pages(book, &bound, &bound.pages, reading(&bound), &name, job)?;
        files.push(("pdf", name, file));
        if let Some(quick) = &bound.quick {
            let name = format!("{}-quick{suffix}.pdf", book.id);
            let reading = Reading { marks: Vec::new(), links: vec![links(quick, &bound)] };
            let file =
                self.print_pages(book, &bound, std::slice::from_ref(quick), reading, &name, job)?;
            files.push(("quick", name, file));
        }
        if let Some(how) = book.booklet {
            let name = format!("{}-booklet{suffix}.pdf", book.id);
            let file = match self.smaller(book, how) {
                None => self.print_booklet(book, how, &bound, &name, job)?,
                Some(small) => {
                    let bound = self.bind_small(&small, job.options.ink, job.sink)?;
                    self.print_booklet(&small, how, &bound, &name, job)?
                }
            };
            files.push(("booklet", name, file));
        }
        let html = self.with_pictures(book, &bound, job.sink)?;
        for (kind, end, text) in [("text", "txt", &bound.text), ("html", "html", &html)] {
            let name = format!("{}{suffix}.{end}", book.id);
            job.out.write(&name, text.as_bytes())?;
            files.push((kind, name, sum(text.as_bytes())));
        }
        Ok(RulebookEntry {
            id: book.id.clone(),
            title: bound.title,
            lang: bound.lang,
            pages: bound.pages.len(),
            size: bound.size,
            files,
        })
    }

    /// The HTML with its pictures in it, so that it needs nothing beside itself.
    fn with_pictures(
        &self,
        book: &Rulebook,
        bound: &TypesetRulebook,
        sink: &mut Sink,
    ) -> Result<String, BuildError> {
        let leaves = self.leaves(book, &bound.figures, (&[], book.size), sink);
        let drawer = self.drawer();
        let drawn =
            |face: &FaceId| Canvases::new(&drawer, &leaves.stacks, Dpi::SCREEN).face_png(*face);
        let pictures: Vec<Option<Vec<u8>>> = leaves
            .faces
            .par_iter()
            .map(drawn)
            .collect::<Result<_, _>>()
            .map_err(BuildError::Internal)?;
        let (mut html, mut rest) = (String::new(), bound.html.as_str());
        for (number, (png, art)) in (1..).zip(pictures.into_iter().zip(&bound.figures)) {
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

    /// The book as it is folded, where as many of its pages as wanted do not fit on the paper: it is set once more on pages
    /// that do, for nothing is ever scaled.
    fn smaller(&self, book: &Rulebook, how: Booklet) -> Option<Rulebook> {
        let paper = self.game.paper.size;
        let room = match how.up {
            Up::Two => Size::new(paper.height / 2, paper.width),
            Up::Four => Size::new(paper.width / 2, paper.height / 2),
        };
        let size = Size::new(book.size.width.min(room.width), book.size.height.min(room.height));
        (size != book.size).then(|| Rulebook { size, ..book.clone() })
    }

    fn bind_small(
        &self,
        small: &Rulebook,
        ink: Ink,
        sink: &mut Sink,
    ) -> Result<TypesetRulebook, Failed> {
        if small.has_room() {
            let mut own = Sink::new();
            let bound = self.bind(small, ink, &mut own);
            // Warnings were told when the book was set on its own pages.
            for fault in
                own.into_sorted().into_iter().filter(|fault| fault.severity == Severity::Error)
            {
                sink.push(
                    fault
                        .hint(format!("this is so on the pages of the booklet, of {}", small.size)),
                );
            }
            return bound;
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
        bound: &TypesetRulebook,
        name: &str,
        job: &mut Work<'_>,
    ) -> Result<String, BuildError> {
        let print = game::Print {
            paper: self.game.paper.clone(),
            bleed: Length::ZERO,
            duplex: game::Duplex::ShortEdge,
            ..game::Print::default()
        };
        let signature = how.sheets.map(|sheets| sheets as usize);
        let plan = booklet(&BookletJob {
            pages: (0..bound.pages.len()).collect(),
            page: book.size,
            print: &print,
            up: how.up,
            creep: how.thickness,
            signature,
        })
        .map_err(|misfit| BuildError::Internal(misfit.to_string()))?;
        let label = format!("{}-booklet", book.id);
        let furniture = Furniture::new(
            labels(
                self.game,
                &label,
                &plan,
                Purpose::Sheets,
                self.printer.map(|printer| printer.name.as_str()),
                &self.fonts,
            ),
            &plan,
            Purpose::Sheets,
            &print.marks,
        );
        let mut leaves =
            self.leaves(book, &bound.pages, (&furniture.artworks, plan.paper), job.sink);
        let canvas = Canvas { trim: plan.paper, bleed: Length::ZERO };
        let beside: Vec<FaceId> = furniture
            .sides
            .iter()
            .map(|parts| {
                leaves
                    .stacks
                    .pile(canvas, parts.iter().map(|part| FaceId::new(leaves.first_beside + part)))
            })
            .collect();
        let plan = plan.try_map(|page: usize| {
            let broken = || BuildError::Internal(format!("page {} was not drawn", page + 1));
            leaves.faces.get(page).copied().ok_or_else(broken)
        })?;
        let printed = Book {
            name: label,
            flip: "DuplexFlipShortEdge",
            sides: sides(&plan, Purpose::Sheets)
                .zip(beside)
                .map(|((sheet, kind, side), furniture)| Print { sheet, kind, side, furniture })
                .collect(),
            corrections: self.corrections(Purpose::Sheets, plan.paper, print.duplex),
            ..self.book_of(bound, &plan)
        };
        self.write_leaves(book, &leaves, &printed, name, job)
    }

    fn print_pages(
        &self,
        book: &Rulebook,
        bound: &TypesetRulebook,
        pages: &[PageArt],
        reading: Reading,
        name: &str,
        job: &mut Work<'_>,
    ) -> Result<String, BuildError> {
        let leaves = self.leaves(book, pages, (&[], book.size), job.sink);
        let plan = reading_plan(book.size, &leaves.faces);
        let sides = plan.sheets.iter().zip(1..).map(|(sheet, number)| Print {
            sheet: number,
            kind: SideKind::Front,
            side: &sheet.front,
            furniture: leaves.blank,
        });
        // The file is the id, the rest of its name, the language and its end.
        let end = format!("{}.pdf", self.suffix());
        let title = name.strip_suffix(&end).unwrap_or(name).to_owned();
        let printed = Book {
            name: title,
            sides: sides.collect(),
            reading: Some(reading),
            ..self.book_of(bound, &plan)
        };
        self.write_leaves(book, &leaves, &printed, name, job)
    }

    /// A PDF of a rulebook that has no pages yet.
    fn book_of<'p>(&self, bound: &TypesetRulebook, plan: &'p Plan<FaceId>) -> Book<'p> {
        Book {
            title: bound.title.clone(),
            author: self.game.author.clone(),
            lang: bound.lang.clone(),
            name: String::new(),
            plan,
            flip: "Simplex",
            sides: Vec::new(),
            reading: None,
            corrections: None,
            visible: BTreeMap::new(),
        }
    }

    fn write_leaves(
        &self,
        book: &Rulebook,
        leaves: &Leaves<'_>,
        printed: &Book<'_>,
        name: &str,
        job: &mut Work<'_>,
    ) -> Result<String, BuildError> {
        job.sink.gate()?;
        let report = |faults, sink: &mut Sink| self.report_pages(book, leaves, faults, sink);
        job.progress.begin(&printed.name, leaves.stacks.layers().len());
        let batches = Drawer::batches(&leaves.stacks);
        let windows = Windows::of(printed.plan, &leaves.stacks);
        let render = self.draw_stacks(
            &leaves.stacks,
            &batches,
            &windows,
            &report,
            job.options,
            job.progress,
            job.sink,
        )?;
        if job.options.pictures == Some(PictureKind::Sheets) {
            self.picture_leaves(leaves, printed, job)?;
        }
        job.progress.end();
        write_book(name, printed, &leaves.stacks, render, job.out)
    }

    /// Each side as a picture: the pages of what is read, the sheets of what is folded.
    fn picture_leaves(
        &self,
        leaves: &Leaves<'_>,
        printed: &Book<'_>,
        job: &mut Work<'_>,
    ) -> Result<(), BuildError> {
        let drawer = self.drawer();
        let mut canvases = Canvases::new(&drawer, &leaves.stacks, job.options.dpi);
        let suffix = self.suffix();
        for print in &printed.sides {
            let name = match &printed.reading {
                Some(_) => format!("{}{suffix}-pages/{:03}.png", printed.name, print.sheet),
                None => format!(
                    "{}{suffix}-sheets/{:03}-{}.png",
                    printed.name,
                    print.sheet,
                    print.kind.word()
                ),
            };
            let Some(png) = canvases.side_png(printed, print).map_err(BuildError::Internal)? else {
                continue;
            };
            job.out.write(&name, &png)?;
            job.pictures += 1;
        }
        Ok(())
    }
}

/// How a build goes, and where it writes.
pub(super) struct Work<'a> {
    pub(super) options: &'a Options,
    pub(super) progress: &'a dyn Progress,
    pub(super) out: &'a mut OutputFolder,
    pub(super) sink: &'a mut Sink,
    /// How many pictures were written.
    pub(super) pictures: usize,
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
            shape: None,
        }],
        ..Side::default()
    };
    let sheets =
        faces.iter().zip(0..).map(|page| Sheet { front: alone(page), back: None }).collect();
    Plan::new(size, Grid { columns: 1, rows: 1, area }, sheets)
}

fn reading(bound: &TypesetRulebook) -> Reading {
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

fn links(page: &PageArt, bound: &TypesetRulebook) -> Vec<ReadingLink> {
    let goal = |target: &LinkTarget| match target {
        LinkTarget::Url(address) => Some(Goal::Address(address.clone())),
        LinkTarget::Anchor(anchor) => {
            let mark = bound.marks.iter().find(|mark| mark.anchor == *anchor)?;
            Some(Goal::Page(mark.page - 1, f64::from(mark.y)))
        }
    };
    let link = |link: &rulebook::PageLink| {
        Some(ReadingLink { rect_mm: link.rect.map(f64::from), goal: goal(&link.target)? })
    };
    page.links.iter().filter_map(link).collect()
}
