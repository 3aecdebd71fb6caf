//! `pnp check`

use std::collections::BTreeSet;

use clap::Args;

use super::args::{Format, Global, Selection};
use super::contract;
use super::languages::wanted;
use super::output::{Exit, print_stderr, print_stdout, shown};
use super::project::{Chosen, Workplace};
use super::table::{and_warnings, count};
use crate::build::{self, Options, Planned};
use crate::diag::{Policy, Promise, Severity, Sink};
use crate::files::OutputFolder;
use crate::game::BASELINE;

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Write the warnings of each game, and its faults of look, into `baseline.txt` beside its
    /// game.toml; they are not reported again
    #[arg(long)]
    pub(super) write_baseline: bool,
    /// Show the whole contract: each promise with what was found, and the rule that it comes from
    #[arg(long)]
    pub(super) contract: bool,
}

pub(super) fn run(args: &CheckArgs, global: &Global) -> Exit {
    let Selection { game, printer, reporting, .. } = &args.selection;
    let chosen = Chosen::find(global, game, printer.as_deref(), *reporting);
    let Chosen { workplace, games, printer, mut reporter } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let mut worst = Exit::Clean;
    for game in games {
        let (langs, mut languages) =
            wanted(&workplace.files, &game, args.selection.lang.as_deref());
        let mut known = BTreeSet::new();
        for lang in langs {
            let name = languages.name(&game, lang.as_deref());
            let options = Options {
                overrides: args.selection.overrides(lang.clone(), printer.clone()),
                components: args.selection.component.clone(),
                deny_warnings: reporting.deny_warnings,
                ..Options::default()
            };
            let mut sink = Sink::new();
            let planned = build::check(&workplace.files, &game, &options, &mut sink);
            if args.write_baseline {
                known.extend(sink.policy().known_again().cloned());
                known.extend(sink.found().iter().filter(|d| d.can_be_known()).map(Policy::line));
            }
            let of_old = match sink.policy().found() {
                0 => String::new(),
                faults => format!(", {} of the baseline not shown", count(faults, "fault")),
            };
            let errors = sink.count(Severity::Error);
            let warnings = and_warnings(sink.count(Severity::Warning));
            let promises = args.contract.then(|| sink.promises().to_vec());
            let exit = reporter.language(sink, &game, lang.as_deref(), &mut languages);
            worst = worst.max(exit);
            if let Some(promises) = promises {
                worst = worst.max(show_contract(&name, &promises, reporting.format));
            }
            let result = match planned {
                Ok(planned) => {
                    format!("{name}: complete, {}{warnings}{of_old}\n", contents(&planned))
                }
                Err(_) => format!("{name}: {}{warnings}\n", count(errors, "error")),
            };
            if reporting.format != Format::Human || errors > 0 {
                print_stderr(&result);
            } else if !global.quiet {
                print_stdout(&result);
            }
        }
        reporter.all_languages(languages, &game, global.quiet);
        if args.write_baseline {
            let exit = write_baseline(&workplace, &game, &known);
            worst = worst.max(match exit {
                Ok(_) if global.quiet => Exit::Clean,
                Ok(written) if reporting.format.is_for_programs() => {
                    print_stderr(&written);
                    Exit::Clean
                }
                Ok(written) => print_stdout(&written),
                Err(why) => {
                    print_stderr(&why);
                    Exit::CouldNotRun
                }
            });
        }
    }
    worst.max(reporter.finish())
}

/// Shows what was promised of a game. A report for programs that is one document holds the promises
/// itself.
fn show_contract(name: &str, promises: &[Promise], format: Format) -> Exit {
    match format {
        Format::Human | Format::Short => print_stdout(&contract::table(name, promises)),
        Format::Json => print_stdout(&contract::json_lines(name, promises)),
        Format::Sarif | Format::Junit | Format::Github => Exit::Clean,
    }
}

/// Writes the faults of a game that are not to be reported again, and says where; or why not.
fn write_baseline(
    workplace: &Workplace,
    game: &str,
    known: &BTreeSet<String>,
) -> Result<String, String> {
    let folder = workplace.base.join("data").join(game);
    if !folder.is_dir() {
        return Err(format!(
            "error: the game `{game}` is built in and has no folder for a baseline\n"
        ));
    }
    let mut text =
        "# Faults that `pnp check` does not report again. Delete a line to see its fault.\n"
            .to_owned();
    for line in known {
        text.push_str(line);
        text.push('\n');
    }
    let written = OutputFolder::open(&folder).and_then(|mut out| {
        out.write(BASELINE, text.as_bytes())?;
        out.commit()
    });
    match written {
        Ok(_) => {
            let path = shown(&folder.join(BASELINE));
            Ok(format!("{path}: {}\n", count(known.len(), "known fault")))
        }
        Err(error) => Err(format!("error: {error}\n")),
    }
}

/// What was found to be complete.
fn contents(planned: &Planned) -> String {
    let copies: u32 =
        planned.selected.iter().map(|index| planned.game.components[*index].copies()).sum();
    format!(
        "{} in {}, {}",
        count(copies as usize, "piece"),
        count(planned.selected.len(), "component"),
        count(planned.game.expects.len(), "expectation")
    )
}
