//! Finds the project and the games that a command is about.

use std::path::PathBuf;
use std::sync::Arc;

use super::args::{Global, Reporting};
use super::output::{Exit, print_stderr};
use super::printers::find;
use super::report::report;
use crate::diag::UnknownName;
use crate::files::{Project, find_root, games};
use crate::game::Printer;

/// Where things are read and written.
pub(super) struct Workplace {
    pub(super) files: Project,
    /// Where `out/` goes if nothing else is said.
    pub(super) base: PathBuf,
}

/// What a command works on.
pub(super) struct Chosen {
    pub(super) workplace: Workplace,
    pub(super) games: Vec<String>,
    pub(super) printer: Option<Arc<Printer>>,
}

impl Chosen {
    /// Finds the project, its games and the printer that the arguments name.
    pub(super) fn find(
        global: &Global,
        games: &[String],
        printer: Option<&str>,
        reporting: Reporting,
    ) -> Result<Self, Exit> {
        let workplace = open(global)?;
        let games = chosen(&workplace, games)?;
        let printer = find(printer, &workplace.files).map_err(|sink| report(sink, reporting))?;
        Ok(Self { workplace, games, printer })
    }
}

/// The stack of a thread that draws. The renderer reads elements by recursion, and pictures inside
/// of pictures; only what is used of it takes memory.
const STACK: usize = 16 << 20;

/// Opens the project that the arguments name, the one around the working folder, or the built-in
/// games.
pub(super) fn open(global: &Global) -> Result<Workplace, Exit> {
    // Zero threads means one for each core. It only fails if the pool is there already, which it is
    // not in a fresh process.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(global.jobs.map_or(0, usize::from))
        .stack_size(STACK)
        .build_global();
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let root = match &global.root {
        Some(root) if !root.join("data").is_dir() => {
            print_stderr(&format!(
                "error: {} is not a project: it has no folder `data`\n",
                root.display()
            ));
            return Err(Exit::CouldNotRun);
        }
        Some(root) => Some(root.clone()),
        None => find_root(&here),
    };
    let base = root.clone().unwrap_or(here);
    Ok(Workplace { files: Project::open(root), base })
}

/// The games asked for, or all.
fn chosen(workplace: &Workplace, wanted: &[String]) -> Result<Vec<String>, Exit> {
    let known = games(&workplace.files);
    if known.is_empty() {
        print_stderr(&format!(
            "error: there is no game in {}; a game is a folder under `data` with a file \
             `game.toml`\n",
            workplace.base.join("data").display()
        ));
        return Err(Exit::CouldNotRun);
    }
    let mut chosen: Vec<String> = Vec::new();
    for id in wanted {
        if !known.contains(id) {
            let unknown = UnknownName::new("game", id, known.iter().map(String::as_str));
            let hint = unknown.hint().unwrap_or_default();
            print_stderr(&format!("error[S001]: {}\nhint: {hint}\n", unknown.message()));
            return Err(Exit::CouldNotRun);
        }
        if !chosen.contains(id) {
            chosen.push(id.clone());
        }
    }
    Ok(if chosen.is_empty() { known } else { chosen })
}
