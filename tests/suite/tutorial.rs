//! The tutorial is done as it is written, step by step, with the real program.

use std::path::Path;

use crate::common::{Project, Run};

const PAGE: &str = "docs/tutorial.md";

/// A step of the page.
#[derive(Debug)]
enum Step {
    /// Commands, a line each.
    Run(String),
    /// A file, written anew or at the end of what it holds.
    Write { path: String, text: String, at_end: bool },
    /// A piece of a file that becomes another.
    Edit { path: String, from: String, to: String },
    /// A command that fails and says this.
    Fails { command: String, says: String },
    /// What the last command wrote.
    Shows(String),
}

/// The steps of a page: a mark in a comment and the block after it.
fn steps(page: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = page.lines();
    let mut mark: Option<(String, String)> = None;
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("<!-- ").and_then(|m| m.strip_suffix(" -->")) {
            let (name, rest) = comment.split_once(": ").unwrap_or((comment, ""));
            if name == "edit" {
                let [path, from, to] = rest.splitn(3, " | ").collect::<Vec<_>>()[..] else {
                    panic!("{comment}");
                };
                let [path, from, to] = [path, from, to].map(str::to_owned);
                steps.push(Step::Edit { path, from, to });
                mark = None;
            } else {
                mark = Some((name.to_owned(), rest.to_owned()));
            }
        } else if let Some(language) = line.strip_prefix("```") {
            let block = lines.by_ref().take_while(|line| *line != "```");
            let text: String = block.flat_map(|line| [line, "\n"]).collect();
            let (name, rest) = mark.take().unwrap_or_default();
            match name.as_str() {
                "run" => steps.push(Step::Run(text)),
                "file" | "append" => {
                    steps.push(Step::Write { path: rest, text, at_end: name == "append" });
                }
                "fails" => steps.push(Step::Fails { command: rest, says: text }),
                "" if language == "text" => steps.push(Step::Shows(text)),
                // The words of an edit, for the reader.
                "" if language == "svg" => {}
                _ => panic!("{name}: {text}"),
            }
        }
    }
    steps
}

fn run(project: &Project, folder: &str, command: &str) -> Run {
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    project.run_in(folder, &arguments)
}

#[test]
fn the_tutorial_works_as_it_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join(PAGE)).expect("the page");
    let steps = steps(&page);
    assert!(steps.len() > 12, "{steps:?}");
    let mut project = Project::empty();
    let mut folder = String::new();
    let mut last = String::new();
    for step in steps {
        let inside = |path: &str| format!("{folder}/{path}");
        match step {
            Step::Run(commands) => {
                for command in commands.lines() {
                    if let Some(into) = command.strip_prefix("cd ") {
                        into.clone_into(&mut folder);
                    } else {
                        last = run(&project, &folder, command).exits(0).stdout;
                    }
                }
            }
            Step::Write { path, text, at_end } => {
                let before = if at_end { project.read(&inside(&path)) } else { Vec::new() };
                let whole = [before, text.into_bytes()].concat();
                project = project.file(&inside(&path), whole);
            }
            Step::Edit { path, from, to } => project = project.edit(&inside(&path), &from, &to),
            Step::Fails { command, says } => {
                let first = says.lines().next().expect("a message");
                drop(run(&project, &folder, &command).exits(1).says(first));
            }
            Step::Shows(text) => assert_eq!(last, text),
        }
    }
    run(&project, &folder, "pnp check --deny-warnings").exits(0);
}
