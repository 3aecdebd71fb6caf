//! Every code has a page with an example that fails with this code alone, and one that passes.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{Project, workbook};
use pnp::checks::codes;
use pnp::diag::{Code, Snippet};
use rayon::prelude::*;

/// The game that examples change, and what it has besides if they are about rulebooks.
const BASE: &str = "tests/fixtures/checks/base";
const RULEBOOK: &str = "tests/fixtures/checks/rulebook";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The project of an example, and the arguments that `pnp` is run with.
fn example(snippets: &[Snippet]) -> (Project, String) {
    let mut project = Project::empty().copy(&root().join(BASE), "");
    let is_about_rules =
        |s: &Snippet| s.place.starts_with("rules.") || s.text.contains("[rulebook.");
    if snippets.iter().any(is_about_rules) {
        let game = |project: &Project| {
            String::from_utf8(project.read("data/show/game.toml")).expect("UTF-8")
        };
        let base = game(&project);
        project = project.copy(&root().join(RULEBOOK), "");
        let rulebook = game(&project);
        project = project.file("data/show/game.toml", merged(&base, &rulebook));
    }
    let mut arguments = "check".to_owned();
    for Snippet { place, note, text } in snippets {
        if let Some(command) = text.strip_prefix("$ pnp ") {
            command.split(" #").next().expect("a command").trim().clone_into(&mut arguments);
            continue;
        }
        let path = match place.rsplit_once('.') {
            _ if place.starts_with("printers/")
                || place.starts_with("out/")
                || place.starts_with("fonts/") =>
            {
                place.clone()
            }
            None => place.clone(),
            Some((_, "svg")) => format!("templates/show/{place}"),
            Some(_) => format!("data/show/{place}"),
        };
        let is_whole = text.starts_with("<svg") || text.starts_with("# ");
        let before = project
            .path(&path)
            .is_file()
            .then(|| String::from_utf8(project.read(&path)).expect("UTF-8"))
            .filter(|_| !is_whole);
        let text = match (&before, place.rsplit_once('.').map(|(_, end)| end)) {
            (Some(before), Some("toml")) if place == "game.toml" => merged(before, text),
            (Some(before), Some("svg")) => before.replace("</svg>", &format!("{text}</svg>")),
            (Some(before), Some("md")) => format!("{before}\n{text}"),
            _ => text.clone(),
        };
        let latin = || text.chars().map(|c| u8::try_from(u32::from(c)).expect("a letter"));
        let bytes = if note.contains("Windows-1252") {
            latin().collect()
        } else if place.rsplit_once('.').is_some_and(|(_, end)| end == "ods") {
            workbook::ods(&text)
        } else {
            text.clone().into_bytes()
        };
        project = project.file(&path, bytes);
    }
    (project, arguments)
}

/// A TOML file with the lines of another: those of a table that it has replace the lines of the
/// same key or are added to it, and what else there is follows at the end. It works on lines, so
/// that the other need not be valid.
fn merged(base: &str, other: &str) -> String {
    let tables = |text: &str| {
        let mut tables = vec![vec![String::new()]];
        for line in text.lines() {
            if line.starts_with('[') {
                tables.push(Vec::new());
            }
            tables.last_mut().expect("a table").push(line.to_owned());
        }
        tables
    };
    let key = |line: &str| line.split_once('=').map(|(key, _)| key.trim().to_owned());
    let mut all = tables(base);
    for table in tables(other) {
        let is_list = table[0].starts_with("[[");
        match all.iter_mut().find(|known| known[0] == table[0] && !is_list) {
            None => all.push(table),
            Some(known) => {
                for line in &table[1..] {
                    match known.iter_mut().find(|old| key(old).is_some() && key(old) == key(line)) {
                        Some(old) => old.clone_from(line),
                        None => known.insert(1, line.clone()),
                    }
                }
            }
        }
    }
    all.concat().join("\n") + "\n"
}

#[test]
fn the_game_that_examples_change_is_without_a_fault() {
    let (project, _) = example(&[]);
    project.run("check --lang all --deny-warnings").exits(0);
    let rules = Snippet {
        place: "rules.en.md".to_owned(),
        note: String::new(),
        text: "Have fun.\n".to_owned(),
    };
    let (project, _) = example(&[rules]);
    project.run("check --lang all --deny-warnings").exits(0);
}

#[test]
fn every_code_appears_alone_on_the_example_that_fails_and_not_on_the_one_that_passes() {
    let faults_of = |code: Code| {
        let page = code.page();
        let codes_of = |snippets: &[Snippet]| {
            let (project, arguments) = example(snippets);
            project.codes(&arguments).into_iter().collect::<BTreeSet<_>>()
        };
        let name = code.name();
        let mut wrong = Vec::new();
        let mut expected = BTreeSet::from([name.to_owned()]);
        if code == Code::C005 {
            // The parts and the total cannot all be true, so one differs from the data, too.
            expected.insert("C001".to_owned());
        }
        let found = codes_of(&page.fails);
        if found != expected {
            wrong.push(format!("{name}: the example that fails gives {found:?}"));
        }
        let found = codes_of(&page.passes);
        if !found.is_empty() {
            wrong.push(format!("{name}: the example that passes gives {found:?}"));
        }
        wrong
    };
    // P002 is a broken promise of ours: no input may cause it.
    let wrong: Vec<String> = codes()
        .into_par_iter()
        .filter(|code| *code != Code::P002)
        .flat_map_iter(faults_of)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_page_that_explain_prints() {
    let project = Project::empty();
    let list = project.run("explain").exits(0).stdout;
    for code in codes() {
        let page = code.page();
        for part in [&page.title, &page.finds, &page.why] {
            assert!(!part.trim().is_empty(), "{} has an empty part", code.name());
        }
        let is_internal = code == Code::P002;
        for examples in [&page.fails, &page.passes] {
            assert_eq!(examples.is_empty(), is_internal, "{} has no example", code.name());
        }
        let printed =
            project.run(&format!("explain {}", code.name().to_lowercase())).exits(0).stdout;
        assert!(printed.starts_with(&format!("{}: {}\n", code.name(), page.title)), "{printed}");
        for heading in ["What it finds", "Why it matters in print", "Example", "Instead"] {
            let is_wanted = !is_internal || heading.starts_with('W');
            assert_eq!(printed.contains(heading), is_wanted, "{printed}");
        }
        assert!(list.contains(&format!("{}  {}\n", code.name(), page.title)), "{list}");
    }
}

#[test]
fn every_shipped_game_is_complete_in_all_its_languages() {
    let games: Vec<_> = std::fs::read_dir(root().join("data")).expect("games").flatten().collect();
    assert!(games.len() >= 4);
    games.into_par_iter().for_each(|game| {
        let id = game.file_name().into_string().expect("an id");
        let run = Project::empty().run(&format!("check --game {id} --lang all --deny-warnings"));
        let complete = run.exits(0).stdout;
        assert!(complete.contains(&format!("{id} (en): complete, ")), "{complete}");
    });
}

/// The code of all files of `src/` without comments and unit tests.
fn sources() -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("tests.rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                let code = text.split("#[cfg(test)]\nmod tests {").next().expect("some text");
                let is_code = |line: &&str| !line.trim_start().starts_with("//");
                let code = code.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
                found.push(code);
            }
        }
    }
    found
}

#[test]
fn every_declared_code_is_registered_and_raised_and_no_two_are_the_same() {
    let sources = sources();
    let is_name = |name: &str| {
        name.len() == 4
            && name.starts_with(|c: char| c.is_ascii_uppercase())
            && name[1..].bytes().all(|b| b.is_ascii_digit())
    };
    let declared: Vec<&str> = sources
        .iter()
        .flat_map(|text| text.split("\ncodes! {\n").skip(1))
        .flat_map(|block| block.split("\n}\n").next().expect("a block").lines())
        .filter_map(|line| line.trim().strip_suffix(';').filter(|name| is_name(name)))
        .collect();
    let registered: BTreeSet<&str> = codes().into_iter().map(Code::name).collect();
    assert_eq!(registered, declared.iter().copied().collect(), "checks/codes.rs lists them all");
    assert_eq!(registered.len(), declared.len(), "a name is declared twice");
    let raised: BTreeSet<&str> = sources
        .iter()
        .flat_map(|text| text.split("Code::").skip(1))
        .filter_map(|after| after.get(..4).filter(|name| is_name(name)))
        .collect();
    assert_eq!(registered, raised, "what is declared is raised");
}
