//! `pnp watch`

use clap::Args;

use super::args::Global;
use super::build::{BuildArgs, build_games};
use super::output::{Exit, print_stderr};
use super::project::{Workplace, open};
use crate::files::{Project, Watcher, at_interrupt, games};

#[derive(Debug, Args)]
pub(super) struct WatchArgs {
    #[command(flatten)]
    build: BuildArgs,
    /// Look at the files ten times a second, where the system does not say when they are saved: on
    /// network drives, in WSL and in containers
    #[arg(long)]
    poll: bool,
}

pub(super) fn run(args: &WatchArgs, global: &Global) -> Exit {
    let Workplace { files, base } = match open(global) {
        Ok(workplace) => workplace,
        Err(why) => {
            print_stderr(&why);
            return Exit::CouldNotRun;
        }
    };
    if matches!(files, Project::Shipped(_)) {
        print_stderr("error: the built-in games never change; name a project with `--root`\n");
        return Exit::CouldNotRun;
    }
    let (mut watcher, why) = Watcher::new(&base, args.poll);
    if let Some(why) = why {
        print_stderr(&format!("note: the system does not say when files are saved: {why}\n"));
    }
    let wanted = &args.build.selection.game;
    if build_games(&args.build, wanted, global) == Exit::CouldNotRun {
        return Exit::CouldNotRun;
    }
    at_interrupt(|| Exit::Clean as i32);
    loop {
        let Some(saved) = watcher.next_save() else { continue };
        let all = if wanted.is_empty() { games(&files) } else { wanted.clone() };
        let concerned: Vec<String> =
            all.into_iter().filter(|game| saved.files.iter().any(|f| concerns(f, game))).collect();
        if concerned.is_empty() {
            continue;
        }
        if !global.quiet {
            print_stderr(&format!("saved: {}\n", saved.files.join(", ")));
        }
        build_games(&args.build, &concerned, global);
    }
}

/// Whether a game may look other because of a file.
fn concerns(file: &str, game: &str) -> bool {
    let mut folders = file.split('/');
    match (folders.next(), folders.next()) {
        (Some("data"), Some(other)) => other == game,
        (Some("templates"), Some(other)) => other == game || other == "_shared",
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_concerns_its_own_game_or_all() {
        for (file, is_concerned) in [
            ("data/circus/artists.csv", true),
            ("data/circus2/artists.csv", false),
            ("templates/circus/a.svg", true),
            ("templates/ballo/a.svg", false),
            ("templates/_shared/a.svg", true),
            ("fonts/a.ttf", true),
        ] {
            assert_eq!(concerns(file, "circus"), is_concerned, "{file}");
        }
    }
}
