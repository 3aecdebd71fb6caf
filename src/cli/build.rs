//! `pnp build`

use std::path::Path;

use super::args::{BuildArgs, Global};
use super::project::{Workplace, chosen, open, shown};
use super::report::{count, faults};
use super::{Exit, say, tell};
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::{Files, OutputFolder};
use crate::manifest::Entry;
use crate::model::{Duplex, Overrides};
use crate::pipeline::{self, BuildError, Built, Options, paper_needed};
use crate::source;

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
    let out = args.out.clone().unwrap_or_else(|| workplace.base.join("out"));
    let mut worst = Exit::Clean;
    for game in games {
        for lang in wanted_languages(&workplace.files, &game, args.selection.lang.as_deref()) {
            worst = worst.max(build(args, global, &workplace, &game, lang, &out.join(&game)));
        }
    }
    worst
}

/// The languages to build: the default, one, or each.
pub(super) fn wanted_languages(files: &dyn Files, game: &str, lang: Option<&str>) -> Vec<Option<String>> {
    match lang {
        // Faults of the file are told when the game is read in earnest.
        Some("all") => match source::read(files, game, &mut Sink::new()) {
            Ok(source) => source.languages.into_iter().map(|lang| Some(lang.value)).collect(),
            Err(_) => vec![None],
        },
        other => vec![other.map(str::to_owned)],
    }
}

fn build(args: &BuildArgs, global: &Global, workplace: &Workplace, game: &str, lang: Option<String>, folder: &Path) -> Exit {
    let mut sink = Sink::new();
    let options = Options {
        overrides: Overrides { lang, paper: args.selection.paper.clone(), duplex: args.selection.duplex },
        components: args.selection.component.clone(),
        kind: args.render.into(),
        dpi: args.dpi,
        proof: args.proof,
        ink: args.ink.into(),
        pictures: args.png.map(Into::into),
        deny_warnings: args.selection.deny_warnings,
    };
    let progress = super::progress::progress(global.quiet);
    let result = OutputFolder::open(folder)
        .map_err(BuildError::Output)
        .and_then(|out| pipeline::build(&workplace.files, game, &options, out, &*progress, &mut sink));
    let built = match result {
        Ok(built) => Some(built),
        Err(BuildError::Game) => None,
        Err(BuildError::Output(error)) => {
            sink.push(Diagnostic::error(Code::P001, error.to_string()).hint("earlier output is as it was"));
            None
        }
        Err(BuildError::Internal(what)) => {
            sink.push(Diagnostic::error(Code::P002, format!("internal error: {what}")));
            None
        }
    };
    let (errors, warnings) = (sink.count(Severity::Error), sink.count(Severity::Warning));
    let exit = faults(sink, &args.selection);
    match built {
        Some(built) if !global.quiet => {
            say(&summary(&built, folder));
        }
        Some(_) => {}
        None => tell(&format!("{game}: not built, {}{}\n", count(errors, "error"), warned(warnings))),
    }
    exit
}

pub(super) fn warned(warnings: usize) -> String {
    if warnings == 0 { String::new() } else { format!(", {}", count(warnings, "warning")) }
}

fn summary(built: &Built, folder: &Path) -> String {
    let mut text = format!("{}\n", built.title);
    let rows: Vec<[String; 4]> = built.entries.iter().map(|e| row(e, folder)).collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    for [file, copies, sheets, how] in &rows {
        text.push_str(&format!("  {file:<0$}  {copies:>1$}  {sheets:>2$}  {how}\n", widths[0], widths[1], widths[2]));
    }
    if built.pictures > 0 {
        text.push_str(&format!("  {} in {}\n", count(built.pictures, "PNG picture"), shown(folder)));
    }
    for (paper, sheets, sides) in paper_needed(&built.entries) {
        text.push_str(&format!(
            "Print {} of {paper} paper, {}, at actual size (100 %). The ruler on each sheet proves it.\n",
            count(sheets, "sheet"),
            count(sides, "side")
        ));
    }
    text
}

fn row(entry: &Entry, folder: &Path) -> [String; 4] {
    let how = match (entry.sides > entry.sheets, entry.duplex) {
        (false, _) => "one side",
        (true, Duplex::ShortEdge) => "both sides, flip on the short edge",
        (true, _) => "both sides, flip on the long edge",
    };
    [
        shown(&folder.join(&entry.file)),
        format!(
            "{} ({})",
            count(entry.copies as usize, if entry.kind == crate::model::Kind::Deck { "card" } else { "copie" })
                .replace("copies", "copies")
                .replace("1 copie", "1 copy"),
            count(entry.faces, "face")
        ),
        count(entry.sheets, "sheet"),
        how.to_owned(),
    ]
}
