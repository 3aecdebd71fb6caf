//! `pnp watch`: what is saved is built.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

use crate::common::Project;

/// A running `pnp watch`, ended with the test.
struct Watching {
    child: Child,
    results: BufReader<ChildStdout>,
    said: BufReader<ChildStderr>,
}

impl Watching {
    fn new(project: &Project, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pnp"))
            .arg("watch")
            .args(arguments)
            .current_dir(project.root())
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        let results = BufReader::new(child.stdout.take().expect("standard output"));
        let said = BufReader::new(child.stderr.take().expect("standard error"));
        Self { child, results, said }
    }

    /// Waits until a game was built.
    fn built(&mut self) {
        until(&mut self.results, "actual size");
    }

    /// Waits for a word.
    fn says(&mut self, what: &str) {
        until(&mut self.said, what);
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn until(lines: &mut impl BufRead, what: &str) {
    let mut all = String::new();
    while !all.contains(what) {
        let read = lines.read_line(&mut all).expect("a line");
        assert!(read > 0, "it ended without {what:?}:\n{all}");
    }
}

#[test]
fn what_is_saved_is_built_and_what_is_broken_is_not() {
    let project = Project::mini();
    for arguments in [&["--component", "cards"][..], &["--component", "cards", "--poll"]] {
        let mut watching = Watching::new(&project, arguments);
        watching.built();
        let first = project.read("out/mini/cards.pdf");
        let csv = "data/mini/cards.csv";
        let table = String::from_utf8(project.read(csv)).expect("text");
        let write = |text: &str| std::fs::write(project.path(csv), text).expect("written");
        write(&table.replace("Hill", "Valley"));
        watching.says("saved: data/mini/cards.csv");
        watching.built();
        let second = project.read("out/mini/cards.pdf");
        assert_ne!(second, first);
        write(&table.replace("copies", "copies\n,,x"));
        watching.says("not built, 1 error");
        assert_eq!(project.read("out/mini/cards.pdf"), second);
        write(&table);
        watching.built();
        assert_eq!(project.read("out/mini/cards.pdf"), first);
    }
}

#[test]
fn there_is_nothing_to_watch_in_the_games_that_are_built_in() {
    let run = Project::empty().run("watch").exits(2);
    run.says("the built-in games never change");
}
