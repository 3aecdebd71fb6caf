//! The stages in order.

mod changed;
mod choice;
mod options;

use std::sync::Arc;

use crate::changes::CopyCount;
use crate::checks;
use crate::compose::Ink;
use crate::diag::{Failed, Severity, Sink};
use crate::draw::FontSet;
use crate::files::{Files, OutputFolder};
use crate::game::{self, Component, ComponentId, Game, Overrides, Printer, Rulebook};
use crate::impose::Plan;
use crate::job::manifest::{self, Entry, FileEntry, Manifest, Part, PictureEntry, RulebookEntry};
use crate::job::{
    BuildRun, FaceKey, GameContext, JobComponent, JobError, Leftovers, PrintJob, PrintOptions,
    Progress, Superseded, Wanted, plan,
};
use crate::rulebook::TypesetRulebook;
pub use changed::{pictures, state};
pub use choice::Choice;
use choice::select;
pub use options::{Options, Since};

/// A game that passed its data checks, and the paper it takes.
#[derive(Debug)]
pub struct Planned {
    /// The game.
    pub game: Game,
    /// The components that are wanted.
    pub selected: Vec<ComponentId>,
    /// What prints them, in the same order; components that share sheets are one job.
    pub jobs: Vec<PrintJob>,
    /// The printer that the sheets are corrected for.
    pub printer: Option<Arc<Printer>>,
    /// What was asked for, where that is less than the whole game.
    pub part: Option<Part>,
    /// Whether everything that is written could be read. If not, there are faces but no jobs.
    pub is_read: bool,
}

impl Planned {
    /// The rulebooks that are wanted: all where nothing less than everything is asked for.
    fn rulebooks(&self) -> impl Iterator<Item = &Rulebook> {
        let part = self.part.as_ref();
        let is_wanted = move |id| part.is_none_or(|part| part.components.contains(id));
        self.game.rulebooks.iter().filter(move |book| is_wanted(&book.id))
    }

    /// Composes the faces that are needed: a rulebook may show those of any component. Faces with
    /// faults are left out.
    pub fn compose<'a>(
        &'a self,
        files: &'a dyn Files,
        fonts: FontSet,
        ink: Ink,
        sink: &mut Sink,
    ) -> Result<GameContext<'a>, Failed> {
        let components = match self.rulebooks().next() {
            None => self.selected.clone(),
            Some(_) => self.game.components_with_ids().map(|(id, _)| id).collect(),
        };
        let wanted = Wanted { printer: self.printer.as_deref(), part: self.part.as_ref(), ink };
        GameContext::compose(files, fonts, &self.game, wanted, &components, sink)
    }

    /// Each component that is wanted, with what is known of it and the sheets it is on.
    pub fn components(&self) -> impl Iterator<Item = (&Component, &JobComponent, &Plan<FaceKey>)> {
        self.jobs.iter().flat_map(move |job| {
            let plan = job.outputs.first().map(|output| &output.plan);
            job.components
                .iter()
                .filter_map(move |member| Some((&self.game.components[member.id], member, plan?)))
        })
    }
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
    /// The PNG files.
    pub pictures: Vec<PictureEntry>,
    /// The files of an earlier build that were removed.
    pub removed: Vec<String>,
    /// What to throw away of an earlier print, if only what differs from it is printed.
    pub throw_away: Option<Vec<CopyCount>>,
    /// The rulebooks that were left out.
    pub left_out: Vec<String>,
}

/// Reads a game, proves its contract and plans its sheets. Nothing is drawn.
pub fn plan_game(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    components: &[String],
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    let planned = plan_what_can_be(files, id, overrides, components, &Choice::default(), sink)?;
    sink.gate()?;
    Ok(planned)
}

/// Reads a game and plans its sheets, whatever is found to be wrong with it meanwhile: a promise
/// that is broken, or a component that fits on no paper, stands in no other's way; and of a game
/// with an unreadable cell at least the faces can be seen.
pub fn plan_what_can_be(
    files: &dyn Files,
    id: &str,
    overrides: &Overrides,
    components: &[String],
    choice: &Choice,
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    let reading = &mut sink.scope();
    let mut game = game::read_what_can_be(files, id, overrides, reading)?;
    if reading.has_errors() {
        let selected = game.components_with_ids().map(|(id, _)| id).collect();
        return Ok(Planned {
            game,
            selected,
            jobs: Vec::new(),
            printer: overrides.printer.clone(),
            part: None,
            is_read: false,
        });
    }
    checks::set_policy(&game, sink);
    let mut selected = select(&game, components, sink)?;
    checks::of_game(&game, &selected, sink);
    checks::of_rules(&game, Ink::Full, sink);
    choice.leave_out(&mut game, &mut selected, sink);
    let jobs = plan(&game, &selected, &choice.skip, sink);
    if let Some(printer) = &overrides.printer {
        checks::of_sheets(&game, &jobs, printer, sink);
    }
    let part = part(&game, &selected, components, choice);
    Ok(Planned { game, selected, jobs, printer: overrides.printer.clone(), part, is_read: true })
}

/// What is asked for, if anything of the game is left out.
fn part(
    game: &Game,
    selected: &[ComponentId],
    components: &[String],
    choice: &Choice,
) -> Option<Part> {
    let is_all_cards =
        choice.only_cards.is_none() && choice.cards.is_empty() && choice.changed.is_none();
    let has_books = components.is_empty() && is_all_cards;
    let is_whole = is_all_cards
        && selected.len() == game.components.len()
        && game.components.iter().all(|component| component.printed_copies() == component.copies())
        && game.rulebooks.iter().all(|book| has_books || components.contains(&book.id));
    let only_cards = choice.only_cards.clone();
    let changed = choice.changed.clone();
    let cards = choice.cards.clone();
    (!is_whole).then(|| Part { components: components.to_vec(), only_cards, cards, changed })
}

/// All checks, without writing anything.
pub fn check(
    files: &dyn Files,
    id: &str,
    options: &Options,
    sink: &mut Sink,
) -> Result<Planned, Failed> {
    let planned = plan_game(files, id, &options.overrides, &options.components, sink)?;
    let context = planned.compose(files, FontSet::load(files), options.print.ink, sink)?;
    sink.gate()?;
    examine(&planned, &context, files, &options.print, &|| true, sink)?;
    sink.gate()?;
    Ok(planned)
}

/// A rulebook that was set.
#[derive(Debug)]
pub struct SetBook {
    /// Its id.
    pub id: String,
    /// Its pages.
    pub typeset: TypesetRulebook,
}

/// Finds everything that can be wrong with what was composed, for as long as somebody wants to know
/// it, and sets the rulebooks on the way. What lacks a face is left out.
pub fn examine(
    planned: &Planned,
    context: &GameContext<'_>,
    files: &dyn Files,
    print: &PrintOptions,
    is_wanted: &dyn Fn() -> bool,
    sink: &mut Sink,
) -> Result<Vec<SetBook>, Failed> {
    let still = || if is_wanted() { Ok(()) } else { Err(Failed) };
    let (artworks, templates) = context.composed();
    checks::of_faces(&planned.game, &planned.selected, artworks, templates, sink);
    for job in planned.jobs.iter().filter(|job| context.has_faces_of(job)) {
        still()?;
        let faces =
            context.check_components(job, print.proof, sink).map_err(|error| error.report(sink))?;
        checks::of_ink(&planned.game, &faces, artworks, templates, sink);
    }
    if sink.gate().is_ok() {
        for id in &planned.selected {
            still()?;
            checks::of_pixels(&planned.game, *id, &context.draw_faces(*id), sink);
        }
    }
    let mut books = Vec::new();
    for book in planned.rulebooks() {
        still()?;
        let typeset = context.check_rulebook(book, print.ink, sink);
        books.extend(typeset.map(|typeset| SetBook { id: book.id.clone(), typeset }));
    }
    // In another language, or on other components, an exception may be needed.
    let is_all_there = planned.jobs.iter().all(|job| context.has_faces_of(job));
    if planned.part.is_none() && planned.game.languages.len() == 1 && is_all_there {
        checks::report_idle(&planned.game, sink);
    }
    if planned.part.is_none() && sink.gate().is_ok() {
        let pictures = context.pictures().used();
        checks::of_use(&planned.game, files, templates, pictures, sink);
    }
    Ok(books)
}

/// Builds a game into a folder. Nothing appears there unless everything succeeds.
pub fn build(
    files: &dyn Files,
    id: &str,
    options: &Options,
    mut out: OutputFolder,
    progress: &dyn Progress,
    sink: &mut Sink,
) -> Result<Built, JobError> {
    let mut choice = options.choice.clone();
    if let Some(since) = &options.since {
        choice.changed = Some(changed::changed(files, id, options, since, sink)?);
    }
    let Options { overrides, components, .. } = options;
    let planned = plan_what_can_be(files, id, overrides, components, &choice, sink)?;
    sink.gate()?;
    let context = planned.compose(files, FontSet::load(files), options.print.ink, sink)?;
    sink.gate()?;
    let (artworks, templates) = context.composed();
    checks::of_faces(&planned.game, &planned.selected, artworks, templates, sink);
    let suffix = context.suffix();
    let mut run = BuildRun {
        options: &options.print,
        progress,
        out: &mut out,
        sink,
        suffix,
        pictures: Vec::new(),
    };
    let mut entries = Vec::new();
    let mut written = Vec::new();
    for job in &planned.jobs {
        let printed = context.print_components(job, &mut run)?;
        checks::of_ink(&planned.game, &printed.faces, artworks, templates, run.sink);
        written.extend(printed.files);
        entries.extend(printed.entries);
    }
    let rulebooks = planned
        .rulebooks()
        .map(|book| context.print_rulebook(book, &mut run))
        .collect::<Result<Vec<_>, _>>()?;
    let pictures = std::mem::take(&mut run.pictures);
    let manifest = manifest::render(&Manifest {
        game: &planned.game,
        part: planned.part.as_ref(),
        components: &entries,
        files: &written,
        ink: options.print.ink,
        cards: &context.cards(&planned.selected),
        promises: &changed::promises(run.sink),
        pictures: &pictures,
        rulebooks: &rulebooks,
    });
    let name = format!("{}{}.json", context.name("manifest"), run.suffix);
    run.out.seal(&name, manifest.as_bytes())?;
    let removed = clear(&planned, &name, &mut out, sink);
    sink.gate()?;
    if options.deny_warnings && sink.count(Severity::Warning) > 0 {
        return Err(JobError::Game);
    }
    out.commit()?;
    let title = planned.game.title.clone();
    let is_built = |id: &String| rulebooks.iter().any(|book| book.id == *id);
    let books = planned.game.rulebooks.iter().map(|book| book.id.clone());
    let left_out = books.filter(|id| !is_built(id)).collect();
    let throw_away = planned.part.and_then(|part| part.changed).map(|changed| changed.throw_away);
    Ok(Built { title, throw_away, left_out, entries, files: written, rulebooks, pictures, removed })
}

/// Takes away what an earlier build wrote in the place of which this one stands, and reports what
/// else lies in the folder. Returns the names of what goes.
fn clear(
    planned: &Planned,
    manifest: &str,
    out: &mut OutputFolder,
    sink: &mut Sink,
) -> Vec<String> {
    let game = &planned.game;
    let name = |part: &str, suffix: &str| format!("manifest{part}{suffix}.json");
    let known: Vec<String> = game
        .languages
        .iter()
        .map(|lang| game.suffix_of(lang))
        .flat_map(|suffix| [name("", &suffix), name(Part::SUFFIX, &suffix)])
        .collect();
    let mut manifests = vec![manifest.to_owned()];
    if planned.part.is_none() {
        // The whole game stands in the place of its parts, too.
        manifests.push(name(Part::SUFFIX, &game.suffix_of(&game.lang)));
    }
    let superseded = Superseded { game: &game.id, manifests: &manifests, known: &known };
    let leftovers = Leftovers::find(out, &superseded);
    leftovers.report(sink);
    for name in &leftovers.stale {
        out.remove(name.clone());
    }
    leftovers.stale
}
