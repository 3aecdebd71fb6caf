//! `pnp check`

use super::args::{CheckArgs, FormatArg, Global};
use super::build::warned;
use super::languages::{Languages, wanted};
use super::printers::find;
use super::project::{chosen, open};
use super::report::{count, faults};
use super::{Exit, say, tell};
use crate::compose::Ink;
use crate::diag::{Severity, Sink};
use crate::game::Overrides;
use crate::pipeline::{self, Choice, Options, RenderKind};
use crate::units::Dpi;

pub(super) fn run(args: &CheckArgs, global: &Global) -> Exit {
    let workplace = match open(global) {
        Ok(workplace) => workplace,
        Err(exit) => return exit,
    };
    let games = match chosen(&workplace, &args.selection.game) {
        Ok(games) => games,
        Err(exit) => return exit,
    };
    let printer = match find(args.selection.printer.as_deref(), &workplace.files) {
        Ok(printer) => printer,
        Err(sink) => return faults(sink, &args.selection, None, &mut Languages::one()),
    };
    let mut worst = Exit::Clean;
    for game in games {
        let (langs, mut languages) =
            wanted(&workplace.files, &game, args.selection.lang.as_deref());
        for lang in langs {
            let name = languages.name(&game, lang.as_deref());
            let mut sink = Sink::new();
            let Some(dpi) = Dpi::new(300) else { return Exit::CouldNotRun };
            let options = Options {
                overrides: Overrides {
                    lang: lang.clone(),
                    paper: args.selection.paper.clone(),
                    duplex: args.selection.duplex,
                    printer: printer.clone(),
                },
                components: args.selection.component.clone(),
                choice: Choice::default(),
                kind: RenderKind::Vector,
                dpi,
                proof: false,
                ink: Ink::Full,
                pictures: None,
                cuts: Vec::new(),
                deny_warnings: args.selection.deny_warnings,
            };
            let planned = pipeline::check(&workplace.files, &game, &options, &mut sink);
            let (errors, warnings) = (sink.count(Severity::Error), sink.count(Severity::Warning));
            worst = worst.max(faults(sink, &args.selection, lang.as_deref(), &mut languages));
            let told = match planned {
                Ok(planned) => {
                    let copies: u32 =
                        planned.selected.iter().map(|i| planned.game.components[*i].copies()).sum();
                    let complete = format!(
                        "{} in {}",
                        count(copies as usize, "piece"),
                        count(planned.selected.len(), "component")
                    );
                    format!(
                        "{name}: complete, {complete}, {}{}\n",
                        count(planned.game.expects.len(), "expectation"),
                        warned(warnings)
                    )
                }
                Err(_) => format!("{name}: {}{}\n", count(errors, "error"), warned(warnings)),
            };
            if args.selection.format != FormatArg::Human || errors > 0 {
                tell(&told);
            } else if !global.quiet {
                say(&told);
            }
        }
        languages.close(&game, &args.selection, global.quiet);
    }
    worst
}
