//! Arguments in, exit code out. Results go to standard output, everything else to standard error.

mod args;
mod build;
mod calibrate;
mod check;
mod contract;
mod data;
mod diff;
mod explain;
mod languages;
mod list;
mod new;
mod output;
mod preview;
mod printed;
mod printers;
mod progress;
mod project;
mod report;
mod schema;
mod since;
mod table;
mod watch;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io;

use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::files::clean_up_when_interrupted;
use args::Global;
pub use output::Exit;
use output::print_stdout;

/// Turns data files into cards, boards and rulebooks to print, cut and play with
#[derive(Debug, Parser)]
#[command(name = "pnp", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Begin a game: a small project that builds, with comments that teach
    New(new::NewArgs),
    /// Check a game and write its sheets as PDF
    Build(build::BuildArgs),
    /// Check a game without writing anything
    Check(check::CheckArgs),
    /// Show a game in a browser while you make it, anew with every save
    ///
    /// The page shows all faces, sheets and pages, what the last save changed, and which promises
    /// are kept. Only this machine can see it.
    Preview(preview::PreviewArgs),
    /// Build a game, and build it again whenever something is saved
    ///
    /// It takes the options of `build`. A save that breaks the game leaves what was built before.
    Watch(watch::WatchArgs),
    /// Note that what was built last is printed, for `pnp build --changed`
    Printed(printed::PrintedArgs),
    /// Show what differs between two states of a game
    ///
    /// Cards that are new, gone, or differ in their cells, copies or prints, and promises with
    /// another verdict. The exit code is 1 if anything differs.
    Diff(diff::DiffArgs),
    /// Show games and their components
    List(list::ListArgs),
    /// Show the cards of a component as its template sees them
    Data(data::DataArgs),
    /// Write a page to measure a printer with, or store what was measured
    ///
    /// Without `--printer` the page is written, to be printed on both sides; the steps are on it.
    /// With `--printer NAME` its numbers are asked for, or taken from these flags, and stored under
    /// that name in your configuration folder. What is left out stays as it was.
    Calibrate(calibrate::CalibrateArgs),
    /// Explain the code of a message
    Explain(explain::ExplainArgs),
    /// Print the JSON Schema of a data file, by which editors complete keys and find mistakes
    Schema(schema::SchemaArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
}

#[derive(Debug, Args)]
struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

/// Runs `pnp` with these arguments, the name of the program first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are results, everything else is a mistake; clap knows which stream
            // is which.
            let exit = if error.use_stderr() { Exit::CouldNotRun } else { Exit::Clean };
            return match error.print() {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Exit::CouldNotRun,
                _ => exit,
            };
        }
    };
    clean_up_when_interrupted();
    match cli.command {
        Command::New(args) => new::run(&args, &cli.global),
        Command::Build(args) => build::run(&args, &cli.global),
        Command::Check(args) => check::run(&args, &cli.global),
        Command::Preview(args) => preview::run(&args, &cli.global),
        Command::Watch(args) => watch::run(&args, &cli.global),
        Command::Diff(args) => diff::run(&args, &cli.global),
        Command::Printed(args) => printed::run(&args, &cli.global),
        Command::List(args) => list::run(&args, &cli.global),
        Command::Data(args) => data::run(&args, &cli.global),
        Command::Calibrate(args) => calibrate::run(&args, &cli.global),
        Command::Explain(args) => explain::run(&args),
        Command::Schema(args) => schema::run(&args),
        Command::Completions(args) => {
            let mut text = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "pnp", &mut text);
            print_stdout(&String::from_utf8_lossy(&text))
        }
    }
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
        "# Commands\n\nWhat `pnp help COMMAND` shows. Results go to standard output, everything \
         else \
         to standard error.\n\n| exit code | means |\n|---|---|\n| 0 | everything was done |\n\
         | 1 | a game has errors, or warnings with `--deny-warnings`; nothing was written |\n\
         | 2 | it could not be tried: bad arguments, an unknown game, component or language, \
         no project, an output folder that cannot be written |\n",
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
