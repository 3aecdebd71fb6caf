//! `pnp check`

use clap::Args;

use super::args::{Global, Selection};
use super::languages::wanted;
use super::output::{Exit, print_stderr, print_stdout};
use super::project::Chosen;
use super::report::{report_all, report_language};
use super::table::{and_warnings, count};
use crate::build::{self, Options, Planned};
use crate::diag::{Format, Severity, Sink};

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
}

pub(super) fn run(args: &CheckArgs, global: &Global) -> Exit {
    let Selection { game, printer, reporting, .. } = &args.selection;
    let chosen = Chosen::find(global, game, printer.as_deref(), *reporting);
    let Chosen { workplace, games, printer } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let mut worst = Exit::Clean;
    for game in games {
        let (langs, mut languages) =
            wanted(&workplace.files, &game, args.selection.lang.as_deref());
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
            let errors = sink.count(Severity::Error);
            let warnings = and_warnings(sink.count(Severity::Warning));
            let exit = report_language(sink, *reporting, lang.as_deref(), &mut languages);
            worst = worst.max(exit);
            let result = match planned {
                Ok(planned) => format!("{name}: complete, {}{warnings}\n", contents(&planned)),
                Err(_) => format!("{name}: {}{warnings}\n", count(errors, "error")),
            };
            if reporting.format != Format::Human || errors > 0 {
                print_stderr(&result);
            } else if !global.quiet {
                print_stdout(&result);
            }
        }
        report_all(languages, &game, *reporting, global.quiet);
    }
    worst
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
