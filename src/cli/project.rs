//! Finds the project and the games that a command is about.

use std::path::PathBuf;
use std::sync::Arc;

use super::args::{Global, Reporting};
use super::output::{Exit, print_stderr};
use super::printers::find;
use super::report::Reporter;
use crate::diag::UnknownName;
use crate::files::{Project, find_root, games, place_in_repository};
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
    pub(super) reporter: Reporter,
}

impl Chosen {
    /// Finds the project, its games and the printer that the arguments name.
    pub(super) fn find(
        global: &Global,
        games: &[String],
        printer: Option<&str>,
        reporting: Reporting,
    ) -> Result<Self, Exit> {
        let reporter = |folder| Reporter::new(reporting, folder);
        let workplace = open(global).map_err(|why| refuse(reporter(String::new()), &why))?;
        let folder = match &workplace.files {
            Project::Disk(_) => place_in_repository(&workplace.base),
            Project::Shipped(_) => String::new(),
        };
        let reporter = reporter(folder);
        let games = match chosen(&workplace, games) {
            Ok(games) => games,
            Err(why) => return Err(refuse(reporter, &why)),
        };
        match find(printer, &workplace.files) {
            Ok(printer) => Ok(Self { workplace, games, printer, reporter }),
            Err(sink) => Err(reporter.refuse(*sink)),
        }
    }
}

/// The stack of a thread that draws. The renderer reads elements by recursion, and pictures inside
/// of pictures; only what is used of it takes memory.
const STACK: usize = 16 << 20;

/// Says why nothing could be tried.
fn refuse(reporter: Reporter, why: &str) -> Exit {
    print_stderr(why);
    reporter.refuse_with(why)
}

/// Opens the project that the arguments name, the one around the working folder, or the built-in
/// games; or says why it cannot.
pub(super) fn open(global: &Global) -> Result<Workplace, String> {
    // Zero threads means one for each core. It only fails if the pool is there already, which it is
    // not in a fresh process.
    let _ = rayon::ThreadPoolBuilder::new()
        .num_threads(global.jobs.map_or(0, usize::from))
        .stack_size(STACK)
        .build_global();
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let root = match &global.root {
        Some(root) if !root.join("data").is_dir() => {
            return Err(format!(
                "error: {} is not a project: it has no folder `data`\n",
                root.display()
            ));
        }
        Some(root) => Some(root.clone()),
        None => find_root(&here),
    };
    let base = root.clone().unwrap_or(here);
    Ok(Workplace { files: Project::open(root), base })
}

/// The games asked for, or all; or why there are none.
fn chosen(workplace: &Workplace, wanted: &[String]) -> Result<Vec<String>, String> {
    let known = games(&workplace.files);
    if known.is_empty() {
        return Err(format!(
            "error: there is no game in {}; a game is a folder under `data` with a file \
             `game.toml`\n",
            workplace.base.join("data").display()
        ));
    }
    let mut chosen: Vec<String> = Vec::new();
    for id in wanted {
        if !known.contains(id) {
            let unknown = UnknownName::new("game", id, known.iter().map(String::as_str));
            let hint = unknown.hint().unwrap_or_default();
            return Err(format!("error[S001]: {}\nhint: {hint}\n", unknown.message()));
        }
        if !chosen.contains(id) {
            chosen.push(id.clone());
        }
    }
    Ok(if chosen.is_empty() { known } else { chosen })
}
