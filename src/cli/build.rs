//! `pnp build`

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Global, Selection};
use super::languages::{Languages, wanted};
use super::output::{Exit, print_stderr, print_stdout, shown};
use super::project::{Chosen, Workplace};
use super::report::Reporter;
use super::since::{earlier, last_print, suffix};
use super::table::{and_warnings, count, lines};
use crate::build::{self, Built, Choice, Options, Since};
use crate::changes::CopyCount;
use crate::compose::Ink;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::{OutputErrorKind, OutputFolder};
use crate::game::{Kind, Overrides, Printer};
use crate::impose::Skip;
use crate::job::manifest::{BookFile, Entry, FileEntry, PaperNeeded, RulebookEntry, paper_needed};
use crate::job::{CutKind, JobError, PictureKind, PrintOptions, RenderKind, some_of};
use crate::units::Dpi;

#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Outlines and text, or pixels
    #[arg(long, value_enum, default_value_t = RenderKind::Vector)]
    pub(super) render: RenderKind,
    /// Dots per inch of pixels, 10 to 2400
    #[arg(long, value_name = "N", default_value = "300", value_parser = dpi)]
    pub(super) dpi: Dpi,
    /// Draw trim, safe area and bleed over every face
    #[arg(long)]
    pub(super) proof: bool,
    /// How much ink to use
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    pub(super) ink: Ink,
    /// Print only the cards that meet a condition such as "card.act == 'tiger'"
    #[arg(long, value_name = "CONDITION")]
    pub(super) only_cards: Option<String>,
    /// Print only the cards that are new or look different since a print was last marked with
    /// `pnp printed`, and say what to throw away
    #[arg(long, conflicts_with_all = ["only_cards", "card"])]
    pub(super) changed: bool,
    /// The same since the state that a manifest tells, or since a revision of git
    #[arg(long, value_name = "MANIFEST|REV")]
    #[arg(conflicts_with_all = ["only_cards", "card", "changed"])]
    pub(super) since: Option<String>,
    /// Print only this card: its component and its id, such as artists/pipo. Repeat it for several
    #[arg(long, value_name = "CARD")]
    pub(super) card: Vec<String>,
    /// Leave a slot of the first sheet empty: a letter for its column and a number for its row;
    /// `2:A3` for the second sheet. Repeat it for several
    #[arg(long, value_name = "SLOT")]
    pub(super) skip: Vec<Skip>,
    /// Write PNG pictures too; repeat it for both kinds
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) png: Vec<PictureKind>,
    /// Write files with nothing but the lines to cut and to fold too; repeat it for several kinds
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) cut: Vec<CutKind>,
    /// The folder to write into, one folder for each game; `out` in the project if left out
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

pub(super) fn run(args: &BuildArgs, global: &Global) -> Exit {
    build_games(args, &args.selection.game, global)
}

/// Builds these games, or all if none is named.
pub(super) fn build_games(args: &BuildArgs, games: &[String], global: &Global) -> Exit {
    let Selection { printer, reporting, .. } = &args.selection;
    let chosen = Chosen::find(global, games, printer.as_deref(), *reporting);
    let Chosen { workplace, games, printer, mut reporter } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let out = args.out.clone().unwrap_or_else(|| workplace.base.join("out"));
    let mut worst = Exit::Clean;
    for game in games {
        let folder = out.join(&game);
        let (langs, mut languages) =
            wanted(&workplace.files, &game, args.selection.lang.as_deref());
        for lang in langs {
            let overrides = args.selection.overrides(lang, printer.clone());
            let target = Target { game: &game, overrides: &overrides, folder: &folder };
            let exit = build(args, global, &workplace, &target, &mut languages, &mut reporter);
            worst = worst.max(exit);
        }
        reporter.all_languages(languages, &game, global.quiet);
    }
    worst.max(reporter.finish())
}

/// What is built, and where to.
struct Target<'a> {
    game: &'a str,
    overrides: &'a Overrides,
    folder: &'a Path,
}

fn build(
    args: &BuildArgs,
    global: &Global,
    workplace: &Workplace,
    target: &Target<'_>,
    languages: &mut Languages,
    reporter: &mut Reporter,
) -> Exit {
    let Target { game, overrides, folder } = target;
    let reporting = args.selection.reporting;
    let lang = overrides.lang.as_deref();
    let name = languages.name(game, lang);
    let mut options = Options {
        overrides: (*overrides).clone(),
        components: args.selection.component.clone(),
        choice: Choice {
            only_cards: args.only_cards.clone(),
            cards: args.card.clone(),
            changed: None,
            skip: args.skip.clone(),
        },
        print: PrintOptions {
            render: args.render,
            dpi: args.dpi,
            proof: args.proof,
            ink: args.ink,
            pictures: args.png.clone(),
            cuts: args.cut.clone(),
        },
        since: None,
        deny_warnings: reporting.deny_warnings,
    };
    match since(args, workplace, target, &options) {
        Ok(since) => options.since = since,
        Err(why) => {
            print_stderr(&why);
            return Exit::CouldNotRun;
        }
    }
    if let Some(since) = options.since.as_ref().filter(|s| s.state.ink != args.ink.word()) {
        print_stderr(&format!(
            "note: {} was made with `--ink {}` and this one is made with `--ink {}`, so that \
             everything counts as changed\n",
            since.name,
            since.state.ink,
            args.ink.word(),
        ));
    }
    let progress = super::progress::progress(global.quiet);
    let mut sink = Sink::new();
    let out = match &args.out {
        Some(_) => OutputFolder::open(folder),
        None => OutputFolder::open_within(&workplace.base, folder),
    };
    for cut_off in out.iter().flat_map(OutputFolder::recovered) {
        print_stderr(&format!(
            "note: an earlier build was cut off while it put its files into {}; those it had \
             replaced are back\n",
            shown(&cut_off.folder)
        ));
    }
    let result = out
        .map_err(JobError::Output)
        .and_then(|out| build::build(&workplace.files, game, &options, out, &*progress, &mut sink));
    let built = match result {
        Ok(built) => Some(built),
        Err(JobError::Game) => None,
        Err(JobError::Output(error)) => {
            let leads_out = error.kind == OutputErrorKind::LeadsOut;
            sink.push(
                Diagnostic::error(Code::P001, error.to_string())
                    .maybe_hint(leads_out.then_some("name the folder with `--out` if it is meant"))
                    .hint("earlier output is unchanged"),
            );
            None
        }
        Err(JobError::Internal(what)) => {
            sink.push(Diagnostic::error(Code::P002, format!("internal error: {what}")));
            None
        }
    };
    let errors = sink.count(Severity::Error);
    let warnings = and_warnings(sink.count(Severity::Warning));
    let exit = reporter.language(sink, game, lang, languages);
    match built {
        Some(_) if global.quiet => {}
        Some(built) => {
            let summary = summary(&built, folder, overrides.printer.as_deref());
            if reporting.format.is_for_programs() {
                print_stderr(&summary);
            } else {
                print_stdout(&summary);
            }
        }
        None => {
            print_stderr(&format!("{name}: not built, {}{warnings}\n", count(errors, "error")));
        }
    }
    exit
}

/// The earlier print that a build begins from, if it is to print only what changed.
fn since(
    args: &BuildArgs,
    workplace: &Workplace,
    target: &Target<'_>,
    options: &Options,
) -> Result<Option<Since>, String> {
    let Target { game, overrides, folder } = target;
    if args.changed {
        let suffix = suffix(&workplace.files, game, overrides.lang.as_deref());
        return last_print(folder, &suffix, game).map(Some);
    }
    args.since.as_deref().map(|what| earlier(workplace, what, game, options)).transpose()
}

fn summary(built: &Built, folder: &Path, printer: Option<&Printer>) -> String {
    let mut text = format!("{}\n", built.title);
    if built.throw_away.is_some() && built.entries.is_empty() {
        text.push_str("Nothing to print: no card is new or printed otherwise.\n");
    }
    let rows: Vec<[String; 4]> = built
        .files
        .iter()
        .map(|file| row(built, file, folder))
        .chain(built.rulebooks.iter().flat_map(|book| book_rows(book, folder)))
        .collect();
    text.push_str(&lines(&rows, &[false, true, true, false]));
    if !built.pictures.is_empty() {
        text.push_str(&format!(
            "  {} in {}\n",
            count(built.pictures.len(), "PNG picture"),
            shown(folder)
        ));
    }
    if !built.removed.is_empty() {
        text.push_str(&format!(
            "Removed {} of an earlier build: {}.\n",
            count(built.removed.len(), "file"),
            some_of(&built.removed)
        ));
    }
    if built.throw_away.is_some() && !built.left_out.is_empty() {
        text.push_str(&format!(
            "Rulebooks are not compared; {} can be printed with `--component`.\n",
            some_of(&built.left_out)
        ));
    }
    if let Some(throw_away) = built.throw_away.as_ref().filter(|cards| !cards.is_empty()) {
        let copies: u32 = throw_away.iter().map(|card| card.copies).sum();
        let cards = throw_away.iter().map(|CopyCount { component, id, copies }| {
            [format!("{copies} ×"), id.clone(), component.clone()]
        });
        let copies = count(copies as usize, "copy");
        text.push_str(&format!("Throw away {copies} of the earlier print:\n"));
        text.push_str(&lines(&cards.collect::<Vec<_>>(), &[true, false, false]));
    }
    for needed in paper_needed(&built.files) {
        text.push_str(&format!(
            "Print {} of {} paper, {}, at actual size (100 %). {}\n",
            count(needed.sheets, "sheet"),
            needed.paper,
            count(needed.sides, "side"),
            proof_of_size(&needed),
        ));
    }
    if let Some(printer) = printer {
        text.push_str(&format!(
            "The sheets are corrected for the printer `{}` and fit no other.\n",
            printer.name
        ));
        let sheets = built.files.iter().map(|file| (file.purpose.is_for_home(), file.is_landscape));
        let booklets = built.rulebooks.iter().flat_map(|book| &book.files);
        let bound = booklets.filter_map(|file| Some((true, file.sheets.as_ref()?.is_landscape)));
        if printer.assumes_rotation() && sheets.chain(bound).any(|kind| kind == (true, true)) {
            text.push_str(
                "On the landscape sheets the upper edge of the paper is assumed at the left, since \
                 the printer's file does not say it: `pnp calibrate --printer NAME --landscape \
                 left` or `right` does.\n",
            );
        }
    }
    text
}

/// How to see that sheets came out at actual size.
fn proof_of_size(needed: &PaperNeeded) -> String {
    match (needed.with_ruler.as_slice(), needed.without_ruler.as_slice()) {
        (_, []) => "The ruler on each sheet proves it.".to_owned(),
        ([], _) => "No sheet has room for a ruler; measure what you cut.".to_owned(),
        (_, without) => {
            format!("The ruler on each sheet proves it; {} has no room for one.", some_of(without))
        }
    }
}

/// A rulebook: its first file is the one to read, a booklet is to be printed, the others are named
/// by what they are.
fn book_rows(book: &RulebookEntry, folder: &Path) -> Vec<[String; 4]> {
    let name = |file: &BookFile| shown(&folder.join(&file.file));
    let file = book.files.first().map(name).unwrap_or_default();
    let others = book.files.iter().skip(1).filter(|file| file.sheets.is_none());
    let others: Vec<&str> = others.map(|file| file.kind).collect();
    let also =
        if others.is_empty() { String::new() } else { format!(", also as {}", others.join(", ")) };
    let mut rows = vec![[file, count(book.pages, "page"), String::new(), format!("to read{also}")]];
    rows.extend(book.files.iter().filter_map(|file| {
        let sheets = file.sheets.as_ref()?;
        Some([name(file), String::new(), count(sheets.sheets, "sheet"), sheets.how()])
    }));
    rows
}

/// `18 cards, 60 tokens`.
fn copies(entries: &[&Entry]) -> String {
    let mut words: Vec<(&str, u32)> = Vec::new();
    for entry in entries {
        let word = match entry.kind {
            Kind::Deck => "card",
            Kind::Token => "token",
            Kind::Fold => "net",
            Kind::Sheet | Kind::Board => "copy",
        };
        match words.iter_mut().find(|(known, _)| *known == word) {
            Some((_, copies)) => *copies += entry.copies,
            None => words.push((word, entry.copies)),
        }
    }
    let counted = words.iter().map(|(word, copies)| count(*copies as usize, word));
    counted.collect::<Vec<_>>().join(", ")
}

fn row(built: &Built, file: &FileEntry, folder: &Path) -> [String; 4] {
    let entries: Vec<&Entry> =
        built.entries.iter().filter(|entry| file.components.contains(&entry.id)).collect();
    let faces: usize = entries.iter().map(|entry| entry.faces).sum();
    let copies = copies(&entries);
    let tiles = entries
        .iter()
        .find_map(|entry| entry.tiling.as_ref())
        .filter(|_| file.purpose.is_for_home());
    let tiles = tiles.map_or_else(String::new, |t| {
        format!(", {} × {} tiles to glue", t.columns.len(), t.rows.len())
    });
    let how = format!("{}{tiles}", file.how());
    [
        shown(&folder.join(&file.file)),
        format!("{copies} ({})", count(faces, "face")),
        count(file.sheets, "sheet"),
        how,
    ]
}

fn dpi(text: &str) -> Result<Dpi, String> {
    text.parse()
        .ok()
        .and_then(Dpi::new)
        .ok_or_else(|| "write a whole number from 10 to 2400".to_owned())
}
