//! `pnp new`

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::Global;
use super::output::{Exit, print_stderr, print_stdout, shown};
use crate::diag::UnknownName;
use crate::files::{Shipped, create_folder, games};
use crate::starter::{GameName, StarterFile, StarterKind, from_shipped, new_game};

#[derive(Debug, Args)]
pub(super) struct NewArgs {
    /// The folder to make; the game is called after it. `.` is the working folder
    #[arg(value_name = "NAME")]
    name: PathBuf,
    /// What the game begins with
    #[arg(long, value_enum, default_value_t = StarterKind::Deck)]
    kind: StarterKind,
    /// Begin with a copy of one of the built-in games
    #[arg(long, value_name = "GAME", conflicts_with = "kind")]
    from: Option<String>,
}

pub(super) fn run(args: &NewArgs, global: &Global) -> Exit {
    if global.root.is_some() {
        print_stderr("error: `pnp new` makes a project of its own; leave out `--root`\n");
        return Exit::CouldNotRun;
    }
    let begun = files(args).and_then(|(id, files)| {
        create_folder(&args.name, &files).map_err(|error| format!("error: {error}\n"))?;
        Ok((id, files))
    });
    match begun {
        Ok(_) if global.quiet => Exit::Clean,
        Ok((id, files)) => print_stdout(&summary(&args.name, &id, &files)),
        Err(why) => {
            print_stderr(&why);
            Exit::CouldNotRun
        }
    }
}

/// The id of the game and its files, or why there are none.
fn files(args: &NewArgs) -> Result<(String, Vec<StarterFile>), String> {
    if let Some(id) = &args.from {
        let files = from_shipped(id).ok_or_else(|| {
            let known = games(&Shipped);
            let unknown = UnknownName::new("built-in game", id, known.iter().map(String::as_str));
            let hint = unknown.hint().unwrap_or_default();
            format!("error: {}\nhint: {hint}\n", unknown.message())
        })?;
        return Ok((id.clone(), files));
    }
    let folder = folder_name(&args.name);
    let name = GameName::of_folder(&folder).ok_or_else(|| {
        format!(
            "error: no game can be called after the folder `{folder}`\n\
             hint: use letters a to z and digits; the title in game.toml may be anything\n"
        )
    })?;
    let files = new_game(args.kind, &name);
    Ok((name.id, files))
}

/// The name of a folder, also of the working folder.
fn folder_name(path: &Path) -> String {
    let named = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let working = || Some(path.canonicalize().ok()?.file_name()?.to_string_lossy().into_owned());
    named.or_else(working).unwrap_or_default()
}

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '/' | '\\' | '.' | '-' | '_' | ':');
    if path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', "'\\''"))
    }
}

fn summary(folder: &Path, id: &str, files: &[StarterFile]) -> String {
    let mut text = format!("{} is a project with the game `{id}`:\n", shown(folder));
    let of_game = files.iter().filter(|(path, _)| path.starts_with(&format!("data/{id}/")));
    for (path, _) in of_game.filter(|(path, _)| path.ends_with("game.toml")) {
        text.push_str(&format!("  {path}  says what is in the box\n"));
    }
    text.push_str(&format!("  templates/{id}/  is how it looks\n"));
    let is_here = folder == Path::new(".");
    let step = if is_here { String::new() } else { format!("cd {} && ", quoted(&shown(folder))) };
    text.push_str(&format!("Go on with `{step}pnp preview`, and `pnp build` for the sheets.\n"));
    text
}
