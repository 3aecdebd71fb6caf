//! Faces, pages and sides to be looked at, drawn when somebody does.
//!
//! They stand alone: what is drawn later, or never, must not keep the game that it was made for.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use roxmltree::{Document, ParsingOptions};

use super::context::GameContext;
use super::layers::{Drawing, LayeredJob, whole};
use super::pixels::{Pixels, pixels_of};
use super::print_job::{FaceKey, Output, PrintJob};
use crate::compose::ArtworkId;
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{Canvas, FaceId, FaceSource, Fault, FontSet, Medium, Pictures};
use crate::files::Files;
use crate::impose::{Plan, Side};
use crate::press::{Canvases, PaperFlip, PrintFile, PrintedSide};
use crate::rulebook::PageArt;
use crate::slug::{Purpose, SideKind, Slug, SlugLine, sides};
use crate::units::{Dpi, Size};

/// Artworks that lie over each other: a face, or a page with its pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pile {
    /// The area of each.
    pub canvas: Canvas,
    /// From the lowest to the uppermost.
    pub parts: Vec<PilePart>,
}

/// One artwork of a pile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PilePart {
    /// The filled template.
    pub svg: Arc<str>,
    /// The path of the template.
    pub template: Arc<str>,
    /// The files that show on it.
    pub pictures: Vec<String>,
}

/// The sheets of one file.
#[derive(Debug)]
pub struct SheetsView {
    /// What the file is for.
    pub purpose: Purpose,
    /// Its sheets; faces by their place in the list, and nothing where there is none.
    pub plan: Plan<Option<usize>>,
    /// The different faces.
    pub faces: Vec<Arc<Pile>>,
    /// What lies beside them.
    pub slug: Slug,
}

/// A side of a sheet.
#[derive(Clone, Debug)]
pub struct SideView {
    /// The sheets it is one of.
    pub sheets: Arc<SheetsView>,
    /// Which of their sides, in the order of printing.
    pub at: usize,
}

impl SheetsView {
    /// The sides, each with its sheet from 1, its kind and what lies on it.
    pub fn sides(&self) -> impl Iterator<Item = (usize, SideKind, &Side<Option<usize>>)> {
        sides(&self.plan, self.purpose)
    }

    /// The artworks beside the faces of a side.
    pub fn beside(&self, at: usize) -> impl Iterator<Item = &str> {
        let parts = self.slug.sides.get(at).into_iter().flatten();
        parts.filter_map(|part| self.slug.artworks.get(*part)).map(String::as_str)
    }
}

impl GameContext<'_> {
    /// A face; nothing if it is not even XML, which is reported elsewhere.
    pub fn face_view(&self, artwork: ArtworkId) -> Option<Pile> {
        let artwork = &self.artworks[artwork];
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        Document::parse_with_options(&artwork.svg, options).ok()?;
        let canvas = Canvas { trim: artwork.trim, bleed: artwork.bleed };
        let part = self.part(Arc::clone(&artwork.svg), Arc::clone(&artwork.template));
        Some(Pile { canvas, parts: vec![part] })
    }

    /// A page of a rulebook.
    pub fn page_view(&self, page: &PageArt) -> Pile {
        let frame = self.part(page.svg.as_str().into(), Arc::clone(&page.template));
        let pictures = page.pictures.iter();
        let over =
            pictures.map(|(svg, template)| self.part(svg.as_str().into(), Arc::clone(template)));
        let parts = std::iter::once(frame).chain(over).collect();
        Pile { canvas: whole(page.size), parts }
    }

    fn part(&self, svg: Arc<str>, template: Arc<str>) -> PilePart {
        let pictures = self.pictures.shown_on(&template, &svg).into_iter().collect();
        PilePart { svg, template, pictures }
    }

    /// The sheets of the files of a job, with the faces that `view` knows.
    pub fn sheet_views(
        &self,
        job: &PrintJob,
        view: &dyn Fn(FaceKey) -> Option<Arc<Pile>>,
    ) -> Vec<SheetsView> {
        let sheets = |output: &Output| {
            let mut faces: Vec<Arc<Pile>> = Vec::new();
            let mut known: HashMap<*const Pile, usize> = HashMap::new();
            let plan = output.plan.clone().try_map(|key| -> Result<Option<usize>, ()> {
                Ok(view(key).map(|pile| {
                    *known.entry(Arc::as_ptr(&pile)).or_insert_with(|| {
                        faces.push(pile);
                        faces.len() - 1
                    })
                }))
            });
            let plan = plan.ok()?;
            let printer = self.printer_of(output.purpose);
            let layout = plan.layout_id();
            let name = self.slug_name(&job.id, job);
            let line = SlugLine::new(self.game, &name, &layout, printer, &self.fonts);
            let slug = Slug::new(&line, &plan, output.purpose, self.marks(job));
            Some(SheetsView { purpose: output.purpose, plan, faces, slug })
        };
        job.outputs.iter().filter_map(sheets).collect()
    }
}

/// Draws what is looked at.
#[derive(Clone, Copy)]
pub struct Painter<'a> {
    /// The files of the project.
    pub files: &'a dyn Files,
    /// Its fonts.
    pub fonts: &'a FontSet,
    /// The game.
    pub game: &'a str,
}

impl Painter<'_> {
    /// A face or a page as PNG; transparent where nothing is drawn.
    pub fn pile(self, pile: &Pile, dpi: Dpi) -> Result<Vec<u8>, String> {
        let sources: Vec<FaceSource<'_>> = sources(pile).collect();
        self.with_layers(&sources, |layered| {
            let all = (0..sources.len()).map(FaceId::new);
            let face = layered.stacks.pile(pile.canvas, all);
            let drawer = layered.drawer(Medium::Pixels);
            let png = Canvases::new(&drawer, &layered.stacks, dpi).in_a_hurry().face_png(face);
            png?.ok_or_else(nothing)
        })
    }

    /// The same as pixels on white paper.
    pub fn pixels(self, pile: &Pile, dpi: Dpi) -> Option<Pixels> {
        let sources: Vec<FaceSource<'_>> = sources(pile).collect();
        self.with_layers(&sources, |layered| {
            let all = (0..sources.len()).map(FaceId::new);
            let face = layered.stacks.pile(pile.canvas, all);
            let drawer = layered.drawer(Medium::Pixels);
            pixels_of(&Canvases::new(&drawer, &layered.stacks, dpi).face(face)?)
        })
    }

    /// A side of a sheet as PNG, on white paper.
    pub fn side(self, side: &SideView, dpi: Dpi) -> Result<Vec<u8>, String> {
        let sheets = &side.sheets;
        let Some((number, kind, shown)) = sheets.sides().nth(side.at) else {
            return Err(nothing());
        };
        let paper = whole(sheets.plan.paper);
        let mut drawn: BTreeMap<usize, FaceId> = BTreeMap::new();
        let mut list: Vec<FaceSource<'_>> = Vec::new();
        for face in shown.placements.iter().filter_map(|placement| placement.face) {
            if let Some(pile) = sheets.faces.get(face)
                && !drawn.contains_key(&face)
            {
                drawn.insert(face, FaceId::new(list.len()));
                list.extend(sources(pile).take(1));
            }
        }
        let first = list.len();
        let beside = sheets.beside(side.at);
        list.extend(beside.map(|svg| FaceSource {
            svg,
            template: "",
            canvas: paper,
            limits: None,
        }));
        self.with_layers(&list, |layered| {
            let slug = layered.stacks.pile(paper, (first..list.len()).map(FaceId::new));
            let blank = layered.stacks.pile(paper, []);
            let face = |face: Option<usize>| {
                let drawn = face.and_then(|face| drawn.get(&face)).copied();
                Ok::<FaceId, String>(drawn.unwrap_or(blank))
            };
            let plan = sheets.plan.clone().try_map(face)?;
            let (.., shown) = sides(&plan, sheets.purpose).nth(side.at).ok_or_else(nothing)?;
            let pdf = PrintFile {
                title: String::new(),
                author: String::new(),
                lang: String::new(),
                name: String::new(),
                plan: &plan,
                flip: PaperFlip::None,
                sides: Vec::new(),
                reading: None,
                corrections: None,
                visible: BTreeMap::new(),
            };
            let printed = PrintedSide { sheet: number, kind, side: shown, slug };
            let drawer = layered.drawer(Medium::Pixels);
            let mut canvases = Canvases::new(&drawer, &layered.stacks, dpi).in_a_hurry();
            canvases.side_png(&pdf, &printed)?.ok_or_else(nothing)
        })
    }

    /// Takes artworks apart for whoever draws them. What is wrong with them was reported, or will
    /// be.
    fn with_layers<T>(
        self,
        sources: &[FaceSource<'_>],
        draw: impl FnOnce(&mut LayeredJob<'_>) -> T,
    ) -> T {
        let pictures = Pictures::new(self.files, self.game);
        let drawing = Drawing { fonts: self.fonts, pictures: &pictures };
        let diagnose = |_, fault: Fault| Diagnostic::error(Code::P002, fault.message);
        let mut layered = LayeredJob::split(sources, drawing, diagnose, &mut Sink::new());
        draw(&mut layered)
    }
}

fn nothing() -> String {
    "nothing was drawn".to_owned()
}

fn sources(pile: &Pile) -> impl Iterator<Item = FaceSource<'_>> {
    pile.parts.iter().map(|part| FaceSource {
        svg: &part.svg,
        template: &part.template,
        canvas: pile.canvas,
        limits: None,
    })
}

impl SideView {
    /// The size of the paper.
    pub fn size(&self) -> Size {
        self.sheets.plan.paper
    }
}
