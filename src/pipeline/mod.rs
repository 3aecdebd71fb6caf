//! The stages in order.

mod boards;
mod calibration;
mod choice;
mod edges;
mod furniture;
mod kit;
mod lots;
mod plain;
mod rulebooks;

use std::sync::Arc;

use crate::checks;
use crate::compose::{Ink, Templates, compose};
use crate::diag::{Code, Diagnostic, Failed, Severity, Sink, UnknownName};
use crate::draw::{Drawer, FontSet};
use crate::files::{Files, OutputError, OutputFolder};
use crate::game::source;
use crate::game::{self, Component, ComponentId, Game, Overrides, Printer};
use crate::impose::{Plan, Tiling};
use crate::manifest::{self, Entry, FileEntry, RulebookEntry};
use crate::units::Dpi;
pub use calibration::calibration;
pub use choice::Choice;
use kit::Kit;
pub use lots::{FaceKey, Lot, Output};

/// What a build is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Language, paper and duplex in place of the game's.
    pub overrides: Overrides,
    /// Only these components; none means all.
    pub components: Vec<String>,
    /// Only some cards, and not on every slot.
    pub choice: Choice,
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
    /// Files for a cutter besides the PDF, each kind once.
    pub cuts: Vec<CutKind>,
    /// Write nothing if there are warnings.
    pub deny_warnings: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            overrides: Overrides::default(),
            components: Vec::new(),
            choice: Choice::default(),
            kind: RenderKind::default(),
            dpi: Dpi::PRINT,
            proof: false,
            ink: Ink::default(),
            pictures: None,
            cuts: Vec::new(),
            deny_warnings: false,
        }
    }
}

/// Outlines or pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum RenderKind {
    /// Outlines and text; small files
    #[default]
    Vector,
    /// Pixels
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum PictureKind {
    /// Each different face with its bleed
    Faces,
    /// Each side of each sheet, and each page of a rulebook
    Sheets,
}

/// Which files with nothing but the lines to cut and to fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, clap::ValueEnum)]
pub enum CutKind {
    /// One PDF, a page for each sheet
    Pdf,
    /// An SVG for each sheet
    Svg,
    /// A DXF for each sheet
    Dxf,
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
    /// The components that are wanted.
    pub selected: Vec<ComponentId>,
    /// What they are printed in, in the same order; components that share sheets are one lot.
    pub lots: Vec<Lot>,
    /// The printer that the sheets are corrected for.
    pub printer: Option<Arc<Printer>>,
}

impl Planned {
    /// The components whose faces are needed: a rulebook may show any of them.
    fn composed(&self, options: &Options) -> Vec<ComponentId> {
        if rulebooks::wanted(&self.game, &options.components).is_empty() {
            self.selected.clone()
        } else {
            self.game.components_with_ids().map(|(id, _)| id).collect()
        }
    }

    /// Each component that is wanted, with the sheets it is on.
    pub fn components(&self) -> impl Iterator<Item = (&Component, &Plan<FaceKey>)> {
        self.lots.iter().flat_map(|lot| {
            lot.components.iter().filter_map(|index| {
                Some((&self.game.components[*index], &lot.outputs.first()?.plan))
            })
        })
    }
}

/// How a component is cut into tiles, if it is a board larger than its paper.
pub fn tiling(component: &Component) -> Option<Tiling> {
    boards::tiling(component)
}

/// What a build made.
#[derive(Debug)]
pub struct Built {
    /// The game's title.
    pub title: String,
    /// The components, in the order of the game.
    pub entries: Vec<Entry>,
    /// The files they are in.
    pub files: Vec<FileEntry>,
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

impl BuildError {
    /// As a diagnostic, where nothing is written.
    fn report(self, sink: &mut Sink) -> Failed {
        let what = match self {
            Self::Game => return Failed,
            Self::Output(error) => error.to_string(),
            Self::Internal(what) => what,
        };
        sink.push(Diagnostic::error(Code::P002, format!("internal error: {what}")));
        Failed
    }
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
pub fn plan_game(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    components: &[String],
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    plan_chosen(files, id, overrides, components, &Choice::default(), sink)
}

fn plan_chosen(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    components: &[String],
    choice: &Choice,
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    let source = source::read(files, id, sink)?;
    let mut game = game::resolve(files, &source, overrides, sink)?;
    let mut selected = select(&game, components, sink)?;
    checks::of_game(&game, &selected, sink);
    choice.leave_out(&mut game, &mut selected, sink);
    let lots = lots::lots(&game, &selected, &choice.skip, sink);
    if let Some(printer) = &overrides.printer {
        edges::edges(&game, &lots, printer, sink);
    }
    sink.gate()?;
    Ok(Planned { game, selected, lots, printer: overrides.printer.clone() })
}

/// All checks, without writing anything.
pub fn check(
    files: &dyn Files,
    id: &str,
    options: &Options,
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    let planned = plan_game(files, id, &options.overrides, &options.components, sink)?;
    let fonts = FontSet::load(files);
    let templates = Templates::load(files, &planned.game, fonts.db(), sink)?;
    let artworks =
        compose(&templates, &planned.game, &planned.composed(options), options.ink, sink)?;
    let kit = Kit::new(files, &planned, &templates, &artworks, &fonts);
    for lot in &planned.lots {
        let sink = &mut sink.scope();
        let prepared = match kit.prepare(lot, options.proof, sink) {
            Ok(prepared) => prepared,
            Err(error) => return Err(error.report(sink)),
        };
        if sink.has_errors() {
            // The renderer would complain of the same mistakes once more.
            continue;
        }
        let batches = Drawer::batches(&prepared.stacks);
        let faults = kit.drawer().each(&prepared.stacks, &batches, |_| (), |()| ());
        kit.report_layers(&prepared, faults, sink);
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
    let planned =
        plan_chosen(files, id, &options.overrides, &options.components, &options.choice, sink)?;
    let fonts = FontSet::load(files);
    let templates = Templates::load(files, &planned.game, fonts.db(), sink)?;
    let artworks =
        compose(&templates, &planned.game, &planned.composed(options), options.ink, sink)?;
    let kit = Kit::new(files, &planned, &templates, &artworks, &fonts);
    let mut built = Built {
        title: planned.game.title.clone(),
        entries: Vec::new(),
        files: Vec::new(),
        rulebooks: Vec::new(),
        pictures: 0,
    };
    for lot in &planned.lots {
        let prepared = kit.prepare(lot, options.proof, sink)?;
        sink.gate()?;
        progress.begin(&lot.id, prepared.stacks.layers().len() * lot.outputs.len());
        for output in 0..lot.outputs.len() {
            let render = kit.draw(&prepared, output, options, progress, sink)?;
            built.files.push(kit.print(&prepared, output, render, &mut out)?);
        }
        built.files.extend(kit.cut_files(lot, &options.cuts, &mut out)?);
        built.entries.extend(kit.entries(&prepared, options));
        built.pictures += kit.pictures(&prepared, options, &mut out)?;
        progress.end();
    }
    for book in rulebooks::wanted(&planned.game, &options.components) {
        let mut job = rulebooks::Work { options, progress, out: &mut out, sink, pictures: 0 };
        built.rulebooks.push(kit.print_rulebook(book, &mut job)?);
        built.pictures += job.pictures;
    }
    let name = format!("manifest{}.json", kit.suffix());
    out.write(
        &name,
        manifest::render(&planned.game, &built.entries, &built.files, &built.rulebooks).as_bytes(),
    )?;
    if options.deny_warnings && sink.count(Severity::Warning) > 0 {
        return Err(BuildError::Game);
    }
    out.commit()?;
    Ok(built)
}

fn select(game: &Game, wanted: &[String], sink: &mut Sink) -> Result<Vec<ComponentId>, Failed> {
    for id in wanted {
        if !game.components.iter().any(|c| c.id == *id)
            && !game.rulebooks.iter().any(|b| b.id == *id)
        {
            let components = game.components.iter().map(|c| c.id.as_str());
            let known = components.chain(game.rulebooks.iter().map(|b| b.id.as_str()));
            sink.push(UnknownName::new("component", id, known).error(Code::M013));
        }
    }
    sink.gate()?;
    Ok(game
        .components_with_ids()
        .filter(|(_, component)| wanted.is_empty() || wanted.contains(&component.id))
        .map(|(id, _)| id)
        .collect())
}

/// How many sheets of which paper, for the closing summary.
pub fn paper_needed(files: &[FileEntry]) -> Vec<(String, usize, usize)> {
    let mut papers: Vec<(String, usize, usize)> = Vec::new();
    for file in files.iter().filter(|file| file.purpose.is_for_home()) {
        let new = if file.purpose.takes_paper() { file.sheets } else { 0 };
        match papers.iter_mut().find(|(paper, ..)| *paper == file.paper) {
            Some((_, sheets, sides)) => {
                *sheets += new;
                *sides += file.sides;
            }
            None => papers.push((file.paper.clone(), new, file.sides)),
        }
    }
    papers
}
