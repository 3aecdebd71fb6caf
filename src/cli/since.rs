//! Finds what a build or a comparison begins from: an earlier print, a manifest, a revision.

use std::path::{Path, PathBuf};

use super::output::shown;
use super::project::Workplace;
use crate::build::{Options, Since, state};
use crate::changes::State;
use crate::diag::{Severity, Sink};
use crate::files::{DiskFiles, Files, Overlay, Project, SharedShipped, at_revision};
use crate::game;

/// What files of a language are called after: nothing for the default one.
pub(super) fn suffix(files: &dyn Files, id: &str, lang: Option<&str>) -> String {
    let languages = game::languages(files, id);
    match lang {
        Some(lang) if languages.first().is_some_and(|default| default != lang) => {
            format!("-{lang}")
        }
        _ => String::new(),
    }
}

/// The file that says what was printed of a game.
pub(super) fn print_mark(folder: &Path, suffix: &str) -> PathBuf {
    folder.join(format!("printed{suffix}.json"))
}

/// The print that was marked last.
pub(super) fn last_print(folder: &Path, suffix: &str, id: &str) -> Result<Since, String> {
    let path = print_mark(folder, suffix);
    if !path.is_file() {
        return Err(format!(
            "error: no print of `{id}` is marked: {} does not exist\n\
             hint: build the game, print it, and mark it with `pnp printed --game {id}`; or name \
             what to begin from with --since\n",
            shown(&path)
        ));
    }
    Ok(Since { name: "the last print".to_owned(), state: manifest(&path, id)? })
}

/// What a manifest tells.
pub(super) fn manifest(path: &Path, id: &str) -> Result<State, String> {
    let refused = |why: String| format!("error: {} {why}\n", shown(path));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let bytes = DiskFiles::new(folder.unwrap_or(Path::new(".")).to_path_buf())
        .read(&name)
        .map_err(|error| refused(error.to_string()))?;
    let state = State::read(&bytes).map_err(|why| refused(why.to_string()))?;
    if state.game != id {
        return Err(refused(format!("is of the game `{}`, not of `{id}`", state.game)));
    }
    Ok(state)
}

/// The game as a manifest tells it, or as it was at a revision of git.
pub(super) fn earlier(
    workplace: &Workplace,
    what: &str,
    id: &str,
    options: &Options,
) -> Result<Since, String> {
    let name = what.to_owned();
    let path = Path::new(what);
    if path.is_file() {
        return Ok(Since { name, state: manifest(path, id)? });
    }
    let Project::Disk(_) = &workplace.files else {
        return Err(format!("error: there is no manifest `{what}`\n"));
    };
    let files = at_revision(&workplace.base, what).map_err(|why| {
        format!("error: `{what}` is neither a manifest nor a revision of git: {why}\n")
    })?;
    let files = Overlay { first: files, second: SharedShipped };
    let options = Options { since: None, ..options.clone() };
    Ok(Since { name, state: state_at(&files, id, what, &options)? })
}

/// The state of a game in some files, which are called `what`.
pub(super) fn state_at(
    files: &dyn Files,
    id: &str,
    what: &str,
    options: &Options,
) -> Result<State, String> {
    let mut sink = Sink::new();
    state(files, id, options, &mut sink).map_err(|_| {
        let errors = sink.into_sorted();
        let first = errors.iter().find(|fault| fault.severity == Severity::Error);
        let why = first.map_or_else(String::new, |fault| format!(": {}", fault.message));
        format!("error: `{id}` has errors at `{what}`{why}\n")
    })
}
