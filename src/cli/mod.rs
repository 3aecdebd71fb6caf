//! Arguments in, exit code out. Results go to standard output, everything else to standard error.

mod args;
mod build;
mod calibrate;
mod check;
mod explain;
mod languages;
mod list;
mod printers;
mod progress;
mod project;
mod report;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};

use clap::{CommandFactory, Parser};

use args::{Cli, Command};

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was done.
    Clean = 0,
    /// A game has errors.
    Game = 1,
    /// It could not be tried: bad arguments, an unreadable project, an output folder that cannot be written.
    CouldNotRun = 2,
}

/// Runs `pnp` with these arguments, the name of the program first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results, everything else is a mistake; clap knows which stream is which.
            let exit = if error.use_stderr() { Exit::CouldNotRun } else { Exit::Clean };
            return match error.print() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Exit::CouldNotRun,
                _ => exit,
            };
        }
    };
    match cli.command {
        Command::Build(args) => build::run(&args, &cli.global),
        Command::Check(args) => check::run(&args, &cli.global),
        Command::List(args) => list::run(&args, &cli.global),
        Command::Calibrate(args) => calibrate::run(&args, &cli.global),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => {
            let mut text = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "pnp", &mut text);
            say(&String::from_utf8_lossy(&text))
        }
    }
}

/// Writes a result. A reader that has gone away (`pnp list | head -1`) is no fault.
fn say(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Exit::CouldNotRun,
        _ => Exit::Clean,
    }
}

/// Writes anything else.
fn tell(text: &str) {
    // There is nobody left to tell if standard error is closed.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// The definition of the command line, for the reference pages.
pub fn command() -> clap::Command {
    Cli::command()
}

/// The long help of each command, in Markdown.
pub fn help_markdown() -> String {
    // A fixed width, so that the page does not depend on the terminal it is made in.
    let mut command = Cli::command().term_width(100);
    command.build();
    let mut out = String::from(
        "# Commands\n\nWhat `pnp help COMMAND` shows. Results go to standard output, everything else to standard error.\n\n| exit code | means |\n|---|---|\n| 0 | everything was done |\n| 1 | a game has errors, or warnings with `--deny-warnings`; nothing was written |\n| 2 | it could not be tried: bad arguments, an unknown game, component or language, no project, an output folder that cannot be written |\n",
    );
    for sub in command.get_subcommands_mut().filter(|c| c.get_name() != "help") {
        let name = sub.get_name().to_owned();
        let help = sub.render_long_help().to_string();
        let help: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
        // Writing to a String cannot fail.
        let _ = write!(out, "\n## `pnp {name}`\n\n```text\n{}\n```\n", help.join("\n"));
    }
    out
}
