//! Finds the project and the games that a command is about.

use std::path::{Path, PathBuf};

use super::args::Global;
use super::{Exit, tell};
use crate::diag::UnknownName;
use crate::files::{Project, find_root, games};

/// Where things are read and written.
pub(super) struct Workplace {
    pub(super) files: Project,
    /// Where `out/` goes if nothing else is said.
    pub(super) base: PathBuf,
}

/// Opens the project that the arguments name, the one around the working folder, or the built-in games.
pub(super) fn open(global: &Global) -> Result<Workplace, Exit> {
    if let Some(jobs) = global.jobs {
        // Only fails if the pool is there already, which it is not in a fresh process.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs)).build_global();
    }
    let here = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
    let root = match &global.root {
        Some(root) if !root.join("data").is_dir() => {
            tell(&format!("error: {} is no project: it has no folder `data`\n", root.display()));
            return Err(Exit::CouldNotRun);
        }
        Some(root) => Some(root.clone()),
        None => find_root(&here),
    };
    let base = root.clone().unwrap_or(here);
    Ok(Workplace { files: Project::open(root), base })
}

/// The games asked for, or all.
pub(super) fn chosen(workplace: &Workplace, wanted: &[String]) -> Result<Vec<String>, Exit> {
    let known = games(&workplace.files);
    if known.is_empty() {
        tell(&format!(
            "error: there is no game in {}; a game is a folder under `data` with a file `game.toml`\n",
            workplace.base.join("data").display()
        ));
        return Err(Exit::CouldNotRun);
    }
    let mut chosen: Vec<String> = Vec::new();
    for id in wanted {
        if !known.contains(id) {
            let unknown = UnknownName::new("game", id, known.iter().map(String::as_str));
            let hint = unknown.hint().unwrap_or_default();
            tell(&format!("error[S001]: {}\nhint: {hint}\n", unknown.message()));
            return Err(Exit::CouldNotRun);
        }
        if !chosen.contains(id) {
            chosen.push(id.clone());
        }
    }
    Ok(if chosen.is_empty() { known } else { chosen })
}

/// A path for a message: relative to the working folder where it lies below it.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
