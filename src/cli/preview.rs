//! `pnp preview`

use std::time::Duration;

use clap::Args;

use super::args::{Format, Global, Reporting};
use super::output::{Exit, print_stderr, print_stdout};
use super::project::{Chosen, Workplace};
use super::table::count;
use crate::diag::{Form, Severity, render};
use crate::files::{Project, at_interrupt};
use crate::game::Overrides;
use crate::preview::{BindError, Desk, Options, Report, open_page};
use crate::session::Snapshot;

#[derive(Debug, Args)]
pub(super) struct PreviewArgs {
    /// The game to begin with; the first one if left out
    #[arg(long, value_name = "ID")]
    pub(super) game: Option<String>,
    /// The language of the printed words
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// The paper in the printer, such as a4 or letter
    #[arg(long, value_name = "NAME", value_parser = super::args::paper)]
    pub(super) paper: Option<crate::game::Paper>,
    /// The port of the page; 7410 if left out, or one of the ten after it that is free
    #[arg(long, value_name = "N")]
    pub(super) port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    pub(super) no_open: bool,
    /// Look at the files ten times a second, where the system does not say when they are saved: on
    /// network drives, in WSL and in containers
    #[arg(long)]
    pub(super) poll: bool,
    /// Let other machines in your network see the page, too; they need the address with its token
    #[arg(long)]
    pub(super) host: bool,
}

pub(super) fn run(args: &PreviewArgs, global: &Global) -> Exit {
    let reporting = Reporting { format: Format::Short, deny_warnings: false };
    let wanted: Vec<String> = args.game.iter().cloned().collect();
    let chosen = Chosen::find(global, &wanted, None, reporting);
    let Chosen { workplace: Workplace { files, base }, games, .. } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let Some(game) = games.into_iter().next() else { return Exit::CouldNotRun };
    let is_on_disk = matches!(files, Project::Disk(_));
    let overrides =
        Overrides { lang: args.lang.clone(), paper: args.paper.clone(), ..Overrides::default() };
    let desk = Desk::open(Options {
        files,
        base,
        is_on_disk,
        game: game.clone(),
        overrides,
        port: args.port,
        is_open: args.host,
        only_looks: args.poll,
    });
    let desk = match desk {
        Ok(desk) => desk,
        Err(error) => return refuse(&error),
    };
    let farewell = desk.farewell();
    at_interrupt(move || {
        farewell();
        Exit::Clean as i32
    });
    let address = desk.address();
    if let Some(port) = desk.other_port() {
        print_stderr(&format!("note: another program has the usual port; this is {port}\n"));
    }
    print_stdout(&format!("{game}: {address}\n"));
    if let Some(address) = desk.address_for_others() {
        print_stdout(&format!("for others in your network: {address}\n"));
    }
    if !global.quiet {
        print_stderr("Ctrl-C ends it.\n");
    }
    if !is_on_disk {
        print_stderr("note: these games are built in, so that nothing in them changes\n");
    }
    if !args.no_open
        && let Err(why) = open_page(&address)
    {
        print_stderr(&format!("note: no browser was opened: {why}\n"));
    }
    desk.run(&mut |report| tell(&report, global.quiet));
    Exit::Clean
}

fn refuse(error: &BindError) -> Exit {
    print_stderr(&format!("error: {error}\n"));
    Exit::CouldNotRun
}

fn tell(report: &Report<'_>, quiet: bool) {
    match report {
        Report::Notice(notice) => print_stderr(&format!("note: {notice}\n")),
        Report::Looked { files, changed, took, snapshot, says } => {
            let messages = snapshot.messages.iter();
            print_stderr(&messages.map(|fault| render(fault, Form::Short)).collect::<String>());
            if !quiet {
                print_stdout(&line(files, *changed, *took, snapshot, says.as_deref()));
            }
        }
        Report::Printed(files) => {
            print_stdout(
                &files.iter().map(|file| format!("written: {file}\n")).collect::<String>(),
            );
        }
    }
}

/// What a save did, in a line.
fn line(
    files: &[String],
    changed: usize,
    took: Duration,
    snapshot: &Snapshot,
    says: Option<&str>,
) -> String {
    let what = match files {
        [] => "looked at everything".to_owned(),
        [file] => file.clone(),
        [file, more @ ..] => format!("{file} and {}", count(more.len(), "more file")),
    };
    let faces = match files {
        [] => count(snapshot.faces.len(), "face"),
        _ => format!("{} changed", count(changed, "face")),
    };
    let errors = snapshot.count(Severity::Error);
    let verdict = match says {
        Some(says) => format!("{}: {says}", count(errors, "error")),
        None => "complete".to_owned(),
    };
    format!("{what}: {faces}, {} ms; {verdict}\n", took.as_millis())
}
