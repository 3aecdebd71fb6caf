//! The stages in order.

mod rulebooks;

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use crate::check;
use crate::compose::{Artworks, Faces, Ink, Templates, compose};
use crate::diag::{Code, Diagnostic, Failed, Severity, Sink};
use crate::draw::{Batch, Canvas, Drawer, FaceSource, Fault, FontSet, Pictures, Stacks, VectorPages, is_plain, split};
use crate::files::{Files, OutputError, OutputFolder};
use crate::impose::{Job, Plan, Run, plan};
use crate::manifest::{self, Entry, RulebookEntry};
use crate::model::{self, Component, Duplex, Game, Overrides};
use crate::press::{self, Book, Canvases, Print, Raster, Render, SideKind, Vector};
use crate::source;
use crate::units::{Dpi, Length};

/// What a build is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Language, paper and duplex in place of the game's.
    pub overrides: Overrides,
    /// Only these components; none means all.
    pub components: Vec<String>,
    /// Outlines or pixels.
    pub kind: RenderKind,
    /// The resolution of pixels.
    pub dpi: Dpi,
    /// Draw trim, safe area and bleed over every face.
    pub proof: bool,
    /// How much ink.
    pub ink: Ink,
    /// Pictures besides the PDF.
    pub pictures: Option<PictureKind>,
    /// Write nothing if there are warnings.
    pub deny_warnings: bool,
}

/// Outlines or pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RenderKind {
    /// Text stays text.
    #[default]
    Vector,
    /// For printers that stumble over outlines.
    Raster,
}

impl RenderKind {
    /// The word on the command line and in the manifest.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Vector => "vector",
            Self::Raster => "raster",
        }
    }
}

/// Which PNG pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    /// Each face with its bleed.
    Faces,
    /// Each side of each sheet.
    Sheets,
}

/// Told how far a build has come.
pub trait Progress: Sync {
    /// A component is begun, with that many steps.
    fn begin(&self, component: &str, steps: usize);
    /// Some steps are done.
    fn done(&self, steps: usize);
    /// The component is finished.
    fn end(&self);
}

/// Tells nobody.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: usize) {}
    fn done(&self, _: usize) {}
    fn end(&self) {}
}

/// A game that passed its data checks, and the paper it takes.
#[derive(Debug)]
pub struct Planned {
    /// The game.
    pub game: Game,
    /// The places of the components that are wanted.
    pub selected: Vec<usize>,
    /// Their plans, in the same order.
    pub plans: Vec<Plan>,
}

impl Planned {
    /// The components whose faces are needed: a rulebook may show any of them.
    fn composed(&self, options: &Options) -> Vec<usize> {
        if rulebooks::wanted(&self.game, &options.components).is_empty() {
            self.selected.clone()
        } else {
            (0..self.game.components.len()).collect()
        }
    }
}

/// What a build made.
#[derive(Debug)]
pub struct Built {
    /// The game's title.
    pub title: String,
    /// In the order of the game.
    pub entries: Vec<Entry>,
    /// The rulebooks, in the order of the game.
    pub rulebooks: Vec<RulebookEntry>,
    /// How many PNG files.
    pub pictures: usize,
}

/// Why nothing was built.
#[derive(Debug)]
pub enum BuildError {
    /// The game has errors; they are in the sink.
    Game,
    /// The output could not be written.
    Output(OutputError),
    /// A promise of ours is broken.
    Internal(String),
}

impl From<Failed> for BuildError {
    fn from(_: Failed) -> Self {
        Self::Game
    }
}

impl From<OutputError> for BuildError {
    fn from(error: OutputError) -> Self {
        Self::Output(error)
    }
}

/// Reads a game, proves its contract and plans its sheets. Nothing is drawn.
pub fn plan_game(files: &dyn Files, id: &str, overrides: &Overrides, components: &[String], sink: &mut Sink) -> Result<Planned, Failed> {
    let source = source::read(files, id, sink)?;
    let game = model::resolve(files, &source, overrides, sink)?;
    let selected = select(&game, components, sink)?;
    check::contract(&game, sink);
    for index in &selected {
        check::paper(&game.components[*index], sink);
    }
    let plans: Vec<Plan> = selected.iter().filter_map(|index| plan_component(&game.components[*index], sink)).collect();
    sink.gate()?;
    Ok(Planned { game, selected, plans })
}

/// All checks, without writing anything.
pub fn check(files: &dyn Files, id: &str, options: &Options, sink: &mut Sink) -> Result<Planned, Failed> {
    let planned = plan_game(files, id, &options.overrides, &options.components, sink)?;
    let fonts = FontSet::load(files);
    let templates = Templates::load(files, &planned.game, fonts.db(), sink)?;
    let artworks = compose(&templates, &planned.game, &planned.composed(options), options.ink, sink)?;
    let kit = Kit::new(files, &planned, &templates, &artworks, &fonts);
    for (position, _) in planned.selected.iter().enumerate() {
        let before = sink.count(Severity::Error);
        let component = kit.prepare(position, options.proof, sink);
        if sink.count(Severity::Error) > before {
            // The renderer would complain of the same mistakes once more.
            continue;
        }
        let batches = Drawer::batches(&component.stacks);
        let faults = kit.drawer().each(&component.stacks, &batches, |_| (), |()| ());
        kit.report_layers(&component, faults, sink);
    }
    for book in rulebooks::wanted(&planned.game, &options.components) {
        kit.check_rulebook(book, options.ink, sink);
    }
    sink.gate()?;
    Ok(planned)
}

/// Builds a game into a folder. Nothing appears there unless everything succeeds.
pub fn build(
    files: &dyn Files,
    id: &str,
    options: &Options,
    mut out: OutputFolder,
    progress: &dyn Progress,
    sink: &mut Sink,
) -> Result<Built, BuildError> {
    let planned = plan_game(files, id, &options.overrides, &options.components, sink)?;
    let fonts = FontSet::load(files);
    let templates = Templates::load(files, &planned.game, fonts.db(), sink)?;
    let artworks = compose(&templates, &planned.game, &planned.composed(options), options.ink, sink)?;
    let kit = Kit::new(files, &planned, &templates, &artworks, &fonts);
    let mut built = Built { title: planned.game.title.clone(), entries: Vec::new(), rulebooks: Vec::new(), pictures: 0 };
    for position in 0..planned.selected.len() {
        let component = kit.prepare(position, options.proof, sink);
        sink.gate()?;
        let render = kit.draw(&component, options, progress, sink)?;
        built.entries.push(kit.print(&component, render, options, &mut out)?);
        built.pictures += kit.pictures(&component, options, &mut out)?;
        progress.end();
    }
    for book in rulebooks::wanted(&planned.game, &options.components) {
        built.rulebooks.push(kit.print_rulebook(book, options, progress, &mut out, sink)?);
    }
    let name = format!("manifest{}.json", kit.suffix());
    out.write(&name, manifest::render(&planned.game, &built.entries, &built.rulebooks).as_bytes())?;
    if options.deny_warnings && sink.count(Severity::Warning) > 0 {
        return Err(BuildError::Game);
    }
    out.commit()?;
    Ok(built)
}

fn select(game: &Game, wanted: &[String], sink: &mut Sink) -> Result<Vec<usize>, Failed> {
    for id in wanted {
        if !game.components.iter().any(|c| c.id == *id) && !game.rulebooks.iter().any(|b| b.id == *id) {
            let known: Vec<&str> =
                game.components.iter().map(|c| c.id.as_str()).chain(game.rulebooks.iter().map(|b| b.id.as_str())).collect();
            sink.push(Diagnostic::error(Code::M013, format!("there is no component `{id}`")).hint(
                crate::diag::did_you_mean(id, known.iter().copied()).unwrap_or_else(|| format!("the components are {}", known.join(", "))),
            ));
        }
    }
    sink.gate()?;
    Ok((0..game.components.len()).filter(|i| wanted.is_empty() || wanted.contains(&game.components[*i].id)).collect())
}

fn runs(component: &Component, faces: impl Iterator<Item = (u32, usize, Option<usize>)>) -> Vec<Run> {
    let duplex = component.print.duplex.has_backs();
    faces.map(|(copies, face, back)| Run { face, back: back.filter(|_| duplex), copies }).collect()
}

/// Plans with the numbers of cards in place of faces, which come later: how many sheets does not depend on pictures.
fn plan_component(component: &Component, sink: &mut Sink) -> Option<Plan> {
    let cards = component.cards.iter().enumerate().map(|(i, c)| (c.copies, i, component.back.is_some().then_some(i)));
    let job = Job { component: &component.id, trim: component.size, runs: runs(component, cards), print: &component.print };
    match plan(&job) {
        Ok(plan) => Some(plan),
        Err(misfit) => {
            sink.push(
                Diagnostic::error(Code::I001, misfit.to_string())
                    .at(&component.span)
                    .component(&component.id)
                    .hint("use a larger paper, smaller margins or a smaller size"),
            );
            None
        }
    }
}

/// Everything that the components of one game share while they are drawn.
struct Kit<'a> {
    game: &'a Game,
    planned: &'a Planned,
    templates: &'a Templates,
    artworks: &'a Artworks,
    fonts: FontSet,
    pictures: Pictures<'a>,
}

/// Takes the faults of layers, by their numbers.
type Report<'r> = &'r dyn Fn(Vec<(usize, Fault)>, &mut Sink);

/// One component, taken apart into layers.
struct Prepared<'a> {
    component: &'a Component,
    plan: Plan,
    /// The numbers in the artworks of the faces that come first in the stacks.
    faces: Vec<usize>,
    stacks: Stacks,
    /// The faces that hold the furniture of each side.
    furniture: Vec<usize>,
}

impl<'a> Kit<'a> {
    fn new(files: &'a dyn Files, planned: &'a Planned, templates: &'a Templates, artworks: &'a Artworks, fonts: &FontSet) -> Self {
        let game = &planned.game;
        Self { game, planned, templates, artworks, fonts: fonts.clone(), pictures: Pictures::new(files, &game.id) }
    }

    fn drawer(&self) -> Drawer<'_> {
        Drawer::new(&self.fonts, &self.pictures)
    }

    /// `-it` for all but the default language.
    fn suffix(&self) -> String {
        if self.game.languages.first() == Some(&self.game.lang) { String::new() } else { format!("-{}", self.game.lang) }
    }

    /// Numbers the faces of a component from 0, plans its sheets with them, and takes everything apart.
    fn prepare(&self, position: usize, proof: bool, sink: &mut Sink) -> Prepared<'a> {
        let index = self.planned.selected[position];
        let component = &self.game.components[index];
        let faces: Vec<usize> = (0..self.artworks.faces.len()).filter(|f| self.artworks.faces[*f].component == index).collect();
        let first = faces.first().copied().unwrap_or_default();
        let cards = self.artworks.cards[index]
            .iter()
            .map(|Faces { card, front, back }| (component.cards[*card].copies, front - first, back.map(|b| b - first)));
        let job = Job { component: &component.id, trim: component.size, runs: runs(component, cards), print: &component.print };
        // The same sizes were planned before, so this cannot fail; the first plan is as good if it does.
        let plan = plan(&job).unwrap_or_else(|_| self.planned.plans[position].clone());

        let canvas = Canvas { trim: component.size, bleed: component.print.bleed };
        let furniture = Furniture::new(labels(self.game, component, &plan, &self.fonts), &plan);
        let guides = press::proof(component.size, component.print.bleed, component.print.safe);
        let mut sources: Vec<FaceSource<'_>> = faces
            .iter()
            .map(|f| {
                let artwork = &self.artworks.faces[*f];
                FaceSource { svg: &artwork.svg, template: &artwork.template, canvas }
            })
            .collect();
        let paper = Canvas { trim: plan.paper, bleed: Length::ZERO };
        sources.extend(furniture.artworks.iter().map(|svg| FaceSource { svg, template: "", canvas: paper }));
        if proof {
            sources.push(FaceSource { svg: &guides, template: "", canvas });
        }
        let (mut stacks, faults) = split(&sources, &self.pictures);
        if proof && let Some(guides) = stacks.stacks.pop() {
            stacks.overlay(0..faces.len(), &guides);
        }
        let furniture = furniture.sides.iter().map(|parts| stacks.pile(paper, parts.iter().map(|part| faces.len() + part))).collect();
        let prepared = Prepared { component, plan, faces, stacks, furniture };
        for (face, fault) in faults {
            sink.push(self.diagnose(&prepared, face, fault));
        }
        prepared
    }

    /// A fault of a face as a diagnostic: the piece at fault is looked for in the template, then in the card's row.
    fn diagnose(&self, prepared: &Prepared<'_>, face: usize, fault: Fault) -> Diagnostic {
        let Some(artwork) = prepared.faces.get(face).map(|f| &self.artworks.faces[*f]) else {
            return Diagnostic::error(Code::P002, format!("internal error in the sheet of `{}`: {}", prepared.component.id, fault.message));
        };
        let needles = fault.needles.iter().filter(|n| !n.is_empty());
        let place = needles
            .clone()
            .find_map(|n| self.templates.find(&artwork.template, n))
            .or_else(|| needles.clone().find_map(|n| artwork.card.find(n)))
            .or_else(|| self.templates.whole(&artwork.template));
        let mut diagnostic = match fault.severity {
            Severity::Error => Diagnostic::error(fault.code, fault.message),
            Severity::Warning => Diagnostic::warning(fault.code, fault.message),
        };
        diagnostic.span = place;
        diagnostic.hints = fault.hints;
        diagnostic.component(&prepared.component.id).card(&artwork.name)
    }

    fn report_layers(&self, prepared: &Prepared<'_>, faults: Vec<(usize, Fault)>, sink: &mut Sink) {
        for (layer, fault) in faults {
            sink.push(self.diagnose(prepared, prepared.stacks.layers[layer].face, fault));
        }
    }

    fn draw(&self, prepared: &Prepared<'_>, options: &Options, progress: &dyn Progress, sink: &mut Sink) -> Result<Render, BuildError> {
        let report = |faults, sink: &mut Sink| self.report_layers(prepared, faults, sink);
        self.draw_stacks(&prepared.component.id, &prepared.stacks, &report, options, progress, sink)
    }

    fn draw_stacks(
        &self,
        id: &str,
        stacks: &Stacks,
        report: Report<'_>,
        options: &Options,
        progress: &dyn Progress,
        sink: &mut Sink,
    ) -> Result<Render, BuildError> {
        let batches = Drawer::batches(stacks);
        progress.begin(id, stacks.layers.len());
        let count = |batch: &Batch| batch.layers.len();
        let mut steps = batches.iter().map(count);
        let drawer = self.drawer();
        let render = match options.kind {
            RenderKind::Vector => {
                let variable = self.fonts.has_variable();
                let mut pages = VectorPages::new(variable);
                let faults = drawer.each(
                    stacks,
                    &batches,
                    |drawn| drawer.isolate(stacks, drawn, |layer| is_plain(layer, variable)),
                    |drawn| {
                        for batch in &drawn {
                            pages.add(stacks, batch);
                        }
                        progress.done(steps.next().unwrap_or(0));
                    },
                );
                report(faults, sink);
                sink.gate()?;
                Render::Vector(Vector::new(pages).map_err(BuildError::Internal)?)
            }
            RenderKind::Raster => {
                let mut raster = Raster::new(options.dpi);
                let faults = drawer.each(
                    stacks,
                    &batches,
                    |drawn| Raster::pack(stacks, &drawn, options.dpi),
                    |packed| {
                        raster.add(packed);
                        progress.done(steps.next().unwrap_or(0));
                    },
                );
                report(faults, sink);
                sink.gate()?;
                Render::Raster(raster)
            }
        };
        Ok(render)
    }

    fn book<'b>(&self, prepared: &'b Prepared<'_>) -> Book<'b> {
        let component = prepared.component;
        let sides = sides(&prepared.plan).zip(&prepared.furniture);
        Book {
            title: format!("{}: {}", self.game.title, component.id),
            author: self.game.author.clone(),
            lang: self.game.lang.clone(),
            component: component.id.clone(),
            plan: &prepared.plan,
            bleed: component.print.bleed,
            flip: prepared.plan.sheets.iter().any(|s| s.back.is_some()).then_some(match component.print.duplex {
                Duplex::ShortEdge => "DuplexFlipShortEdge",
                Duplex::LongEdge | Duplex::FrontsOnly => "DuplexFlipLongEdge",
            }),
            sides: sides.map(|((sheet, kind, side), furniture)| Print { sheet, kind, side, furniture: *furniture }).collect(),
            reading: None,
        }
    }

    fn print(&self, prepared: &Prepared<'_>, render: Render, options: &Options, out: &mut OutputFolder) -> Result<Entry, BuildError> {
        let component = prepared.component;
        let book = self.book(prepared);
        let name = format!("{}{}.pdf", component.id, self.suffix());
        let sha256 = write_book(&name, &book, &prepared.stacks, render, out)?;
        Ok(Entry {
            id: component.id.clone(),
            kind: component.kind,
            copies: component.copies(),
            faces: prepared.faces.len(),
            sheets: prepared.plan.sheets.len(),
            sides: book.sides.len(),
            paper: component.print.paper.name.clone(),
            duplex: component.print.duplex,
            file: name,
            sha256,
            trim: component.size,
            bleed: component.print.bleed,
            render: options.kind.word(),
        })
    }

    fn pictures(&self, prepared: &Prepared<'_>, options: &Options, out: &mut OutputFolder) -> Result<usize, BuildError> {
        let Some(kind) = options.pictures else { return Ok(0) };
        let drawer = self.drawer();
        let mut canvases = Canvases::new(&drawer, &prepared.stacks, options.dpi);
        let id = &prepared.component.id;
        let suffix = self.suffix();
        let mut count = 0;
        let mut keep = |name: String, picture: Option<resvg::tiny_skia::Pixmap>| {
            let Some(picture) = picture else { return Ok(()) };
            let png = press::encode(&picture, options.dpi).map_err(BuildError::Internal)?;
            out.write(&name, &png)?;
            count += 1;
            Ok::<(), BuildError>(())
        };
        match kind {
            PictureKind::Faces => {
                for (face, artwork) in prepared.faces.iter().enumerate() {
                    let name = file_name_of(&self.artworks.faces[*artwork].name);
                    keep(format!("{id}{suffix}/{:03}-{name}.png", face + 1), canvases.face(face))?;
                }
            }
            PictureKind::Sheets => {
                let book = self.book(prepared);
                for print in &book.sides {
                    keep(format!("{id}{suffix}-sheets/{:03}-{}.png", print.sheet, print.kind.word()), canvases.side(&book, print))?;
                }
            }
        }
        Ok(count)
    }
}

/// Writes a book and returns the sum of its file.
fn write_book(name: &str, book: &Book<'_>, stacks: &Stacks, render: Render, out: &mut OutputFolder) -> Result<String, BuildError> {
    let file = out.create(name)?;
    let path = file.path().to_owned();
    // lopdf writes a few bytes at a time.
    let mut writer = io::BufWriter::with_capacity(1 << 16, Summed { file, sum: Sha256::new() });
    press::write(book, stacks, render, &mut writer).map_err(|error| match error {
        press::WriteError::Io(error) => BuildError::Output(OutputError::from_io(&path, &error)),
        press::WriteError::Broken(what) => BuildError::Internal(what),
    })?;
    let Summed { file, sum } = writer.into_inner().map_err(|error| BuildError::Output(OutputError::from_io(&path, error.error())))?;
    file.finish()?;
    Ok(hex(&sum.finalize()))
}

/// The sum of some bytes.
fn sum(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The id of a card as a part of a file name, which holds 255 bytes on most systems. The number before it keeps two
/// names apart that begin alike.
fn file_name_of(id: &str) -> &str {
    const MOST_BYTES: usize = 120;
    &id[..id.floor_char_boundary(MOST_BYTES)]
}

/// The sides of a plan in the order of printing.
fn sides(plan: &Plan) -> impl Iterator<Item = (usize, SideKind, &crate::impose::Side)> {
    plan.sheets.iter().enumerate().flat_map(|(at, sheet)| {
        let back = sheet.back.as_ref().map(|back| (at + 1, SideKind::Back, back));
        std::iter::once((at + 1, SideKind::Front, &sheet.front)).chain(back)
    })
}

/// The line of print on each side of a component, in the order of printing.
fn labels<'a>(game: &'a Game, component: &'a Component, plan: &'a Plan, fonts: &FontSet) -> impl Iterator<Item = press::Label> + 'a {
    // A title in letters that our own face does not have gives way to the id, which is always Latin.
    let title = if fonts.covers(press::LABEL_FAMILY, &game.title) { &game.title } else { &game.id };
    sides(plan).map(move |(sheet, kind, _)| press::Label {
        sheet,
        sheets: plan.sheets.len(),
        rest: format!("{} · {title} · {}", kind.word(), component.id),
    })
}

/// What stands beside the faces, each different artwork once.
struct Furniture {
    artworks: Vec<String>,
    /// For each side, the artworks that lie over each other.
    sides: Vec<Vec<usize>>,
}

impl Furniture {
    fn new(labels: impl Iterator<Item = press::Label>, plan: &Plan) -> Self {
        let mut furniture = Self { artworks: Vec::new(), sides: Vec::new() };
        let mut known: Vec<(SideKind, &crate::impose::Side, usize)> = Vec::new();
        for ((_, kind, side), label) in sides(plan).zip(labels) {
            let like =
                |(k, s, _): &&(SideKind, &crate::impose::Side, usize)| *k == kind && s.marks == side.marks && s.furniture == side.furniture;
            let base = if let Some((.., base)) = known.iter().find(like) {
                *base
            } else {
                let base = furniture.keep(press::sheet_side(plan.paper, side, &label));
                known.push((kind, side, base));
                base
            };
            let digits = press::sheet_number(plan.paper, side, &label).into_iter().map(|digit| furniture.keep(digit));
            let parts = std::iter::once(base).chain(digits).collect();
            furniture.sides.push(parts);
        }
        furniture
    }

    fn keep(&mut self, artwork: String) -> usize {
        self.artworks.iter().position(|a| *a == artwork).unwrap_or_else(|| {
            self.artworks.push(artwork);
            self.artworks.len() - 1
        })
    }
}

/// Sums what it writes.
struct Summed<W: Write> {
    file: W,
    sum: Sha256,
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// How many sheets of which paper, for the closing summary.
pub fn paper_needed(entries: &[Entry]) -> Vec<(String, usize, usize)> {
    let mut papers: Vec<(String, usize, usize)> = Vec::new();
    for entry in entries {
        match papers.iter_mut().find(|(paper, ..)| *paper == entry.paper) {
            Some((_, sheets, sides)) => {
                *sheets += entry.sheets;
                *sides += entry.sides;
            }
            None => papers.push((entry.paper.clone(), entry.sheets, entry.sides)),
        }
    }
    papers
}
