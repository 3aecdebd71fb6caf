//! `pnp build`

use std::path::Path;

use super::args::{BuildArgs, FormatArg, Global, Selection};
use super::languages::{Languages, wanted};
use super::printers::find;
use super::project::{Workplace, chosen, open, shown};
use super::report::{count, faults};
use super::{Exit, say, tell};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::OutputFolder;
use crate::game::{Kind, Overrides, Printer};
use crate::manifest::{Entry, FileEntry, RulebookEntry};
use crate::pipeline::{self, BuildError, Built, Choice, Options, paper_needed};

pub(super) fn run(args: &BuildArgs, global: &Global) -> Exit {
    let start = || -> Result<(Workplace, Vec<String>), Exit> {
        let workplace = open(global)?;
        let games = chosen(&workplace, &args.selection.game)?;
        Ok((workplace, games))
    };
    let (workplace, games) = match start() {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let printer = match find(args.selection.printer.as_deref(), &workplace.files) {
        Ok(printer) => printer,
        Err(sink) => return faults(sink, &args.selection, None, &mut Languages::one()),
    };
    let out = args.out.clone().unwrap_or_else(|| workplace.base.join("out"));
    let mut worst = Exit::Clean;
    for game in games {
        let (langs, mut languages) =
            wanted(&workplace.files, &game, args.selection.lang.as_deref());
        for lang in langs {
            let Selection { paper, duplex, .. } = &args.selection;
            let overrides =
                Overrides { lang, paper: paper.clone(), duplex: *duplex, printer: printer.clone() };
            worst = worst.max(build(
                args,
                global,
                &workplace,
                &game,
                &overrides,
                &out.join(&game),
                &mut languages,
            ));
        }
        languages.close(&game, &args.selection, global.quiet);
    }
    worst
}

fn build(
    args: &BuildArgs,
    global: &Global,
    workplace: &Workplace,
    game: &str,
    overrides: &Overrides,
    folder: &Path,
    languages: &mut Languages,
) -> Exit {
    let mut sink = Sink::new();
    let lang = overrides.lang.as_deref();
    let name = languages.name(game, lang);
    let options = Options {
        overrides: overrides.clone(),
        components: args.selection.component.clone(),
        choice: Choice { only_cards: args.only_cards.clone(), skip: args.skip.clone() },
        kind: args.render.into(),
        dpi: args.dpi,
        proof: args.proof,
        ink: args.ink.into(),
        pictures: args.png.map(Into::into),
        cuts: args.cut.iter().map(|kind| (*kind).into()).collect(),
        deny_warnings: args.selection.deny_warnings,
    };
    let progress = super::progress::progress(global.quiet);
    let result = OutputFolder::open(folder).map_err(BuildError::Output).and_then(|out| {
        pipeline::build(&workplace.files, game, &options, out, &*progress, &mut sink)
    });
    let built = match result {
        Ok(built) => Some(built),
        Err(BuildError::Game) => None,
        Err(BuildError::Output(error)) => {
            sink.push(
                Diagnostic::error(Code::P001, error.to_string())
                    .hint("earlier output is as it was"),
            );
            None
        }
        Err(BuildError::Internal(what)) => {
            sink.push(Diagnostic::error(Code::P002, format!("internal error: {what}")));
            None
        }
    };
    let (errors, warnings) = (sink.count(Severity::Error), sink.count(Severity::Warning));
    let exit = faults(sink, &args.selection, lang, languages);
    match built {
        // Standard output is for the faults then, and a script reads each line of it as JSON.
        Some(built) if !global.quiet && args.selection.format == FormatArg::Json => {
            tell(&summary(&built, folder, overrides.printer.as_deref()));
        }
        Some(built) if !global.quiet => {
            say(&summary(&built, folder, overrides.printer.as_deref()));
        }
        Some(_) => {}
        None => {
            tell(&format!("{name}: not built, {}{}\n", count(errors, "error"), warned(warnings)))
        }
    }
    exit
}

pub(super) fn warned(warnings: usize) -> String {
    if warnings == 0 { String::new() } else { format!(", {}", count(warnings, "warning")) }
}

fn summary(built: &Built, folder: &Path, printer: Option<&Printer>) -> String {
    let mut text = format!("{}\n", built.title);
    let rows: Vec<[String; 4]> = built
        .files
        .iter()
        .map(|file| row(built, file, folder))
        .chain(built.rulebooks.iter().map(|book| book_row(book, folder)))
        .collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [file, copies, sheets, how] in &rows {
        let line = format!(
            "  {file:<0$}  {copies:>1$}  {sheets:>2$}  {how}",
            widths[0], widths[1], widths[2]
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if built.pictures > 0 {
        text.push_str(&format!(
            "  {} in {}\n",
            count(built.pictures, "PNG picture"),
            shown(folder)
        ));
    }
    for (paper, sheets, sides) in paper_needed(&built.files) {
        text.push_str(&format!(
            "Print {} of {paper} paper, {}, at actual size (100 %). The ruler on each sheet proves it.\n",
            count(sheets, "sheet"),
            count(sides, "side")
        ));
    }
    if let Some(printer) = printer {
        text.push_str(&format!(
            "The sheets are corrected for the printer `{}` and fit no other.\n",
            printer.name
        ));
    }
    text
}

/// A rulebook: its first file is the one to read, the others are told by what they are.
fn book_row(book: &RulebookEntry, folder: &Path) -> [String; 4] {
    let file = book.files.first().map(|(_, name, _)| shown(&folder.join(name))).unwrap_or_default();
    let others: Vec<&str> = book.files.iter().skip(1).map(|(kind, ..)| *kind).collect();
    let also =
        if others.is_empty() { String::new() } else { format!(", also as {}", others.join(", ")) };
    [file, count(book.pages, "page"), String::new(), format!("to read{also}")]
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
    let say = |(word, copies): &(&str, u32)| match (*word, *copies) {
        ("copy", 1) => "1 copy".to_owned(),
        ("copy", copies) => format!("{copies} copies"),
        (word, copies) => count(copies as usize, word),
    };
    words.iter().map(say).collect::<Vec<_>>().join(", ")
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
