//! `pnp printed`

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Global, Reporting};
use super::languages::wanted;
use super::output::{Exit, print_stderr, print_stdout, shown};
use super::project::Chosen;
use super::since::{manifest, print_mark, suffix};
use super::table::count;
use crate::files::OutputFolder;
use crate::job::manifest::Part;

#[derive(Debug, Args)]
pub(super) struct PrintedArgs {
    /// The game; repeat it for several. All games if left out
    #[arg(long, value_name = "ID")]
    pub(super) game: Vec<String>,
    /// The language that was printed, or `all`
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// The folder that the game was built into; `out` in the project if left out
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

pub(super) fn run(args: &PrintedArgs, global: &Global) -> Exit {
    let chosen = Chosen::find(global, &args.game, None, Reporting::default());
    let Chosen { workplace, games, .. } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let out = args.out.clone().unwrap_or_else(|| workplace.base.join("out"));
    let mut worst = Exit::Clean;
    for id in games {
        let folder = out.join(&id);
        let (langs, _) = wanted(&workplace.files, &id, args.lang.as_deref());
        for lang in langs {
            let suffix = suffix(&workplace.files, &id, lang.as_deref());
            match mark(&folder, &suffix, &id) {
                Ok(_) if global.quiet => {}
                Ok(marked) => worst = worst.max(print_stdout(&marked)),
                Err(why) => {
                    print_stderr(&why);
                    worst = Exit::CouldNotRun;
                }
            }
        }
    }
    worst
}

/// Marks what the last build made as printed; returns what is said of it.
fn mark(folder: &Path, suffix: &str, id: &str) -> Result<String, String> {
    let named = |part: &str| folder.join(format!("manifest{part}{suffix}.json"));
    // A build of the whole game takes its parts away, so a part is always the later one.
    let built = [named(Part::SUFFIX), named("")].into_iter().find(|path| path.is_file());
    let built = built.ok_or_else(|| {
        format!(
            "error: nothing of `{id}` was built in {}\nhint: run `pnp build --game {id}` first\n",
            shown(folder)
        )
    })?;
    let printed = manifest(&built, id)?;
    let mark = print_mark(folder, suffix);
    let state = if !printed.is_whole && mark.is_file() {
        manifest(&mark, id)?.with_printed(&printed.cards)
    } else {
        printed
    };
    let copies: usize = state.cards.iter().map(|card| card.copies as usize).sum();
    let text = serde_json::to_string_pretty(&state.to_json()).unwrap_or_default() + "\n";
    let name = mark.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    OutputFolder::open(folder)
        .and_then(|mut out| {
            out.write(&name, text.as_bytes())?;
            out.commit()
        })
        .map_err(|error| format!("error: {error}\n"))?;
    Ok(format!(
        "{id}: {} of {} are marked as printed; `pnp build --changed --game {id}` prints what \
         differs from them.\n",
        count(copies, "copy"),
        count(state.cards.len(), "card"),
    ))
}
