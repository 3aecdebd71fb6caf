//! The pages of the project say what is true.
//!
//! `UPDATE=1 cargo test --release --test suite -- docs::` rewrites the generated pages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::Project;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// README, CHANGELOG and everything under `docs/`.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned(), "CHANGELOG.md".to_owned()];
    for entry in std::fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if Path::new(&name).extension().is_some_and(|end| end == "md") {
            pages.push(format!("docs/{name}"));
        }
    }
    pages.sort();
    pages
}

/// A fenced block: its language, the marker on the line above it, and its text.
struct Block {
    language: String,
    marker: String,
    text: String,
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut lines = markdown.lines();
    let mut before = "";
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let text: String = lines
                .by_ref()
                .take_while(|line| *line != "```")
                .flat_map(|line| [line, "\n"])
                .collect();
            let marker = before
                .strip_prefix("<!-- ")
                .and_then(|m| m.strip_suffix(" -->"))
                .unwrap_or_default();
            found.push(Block { language: language.to_owned(), marker: marker.to_owned(), text });
        }
        before = line;
    }
    found
}

/// The text outside of fenced blocks.
fn prose(markdown: &str) -> String {
    let mut inside = false;
    let mut text = String::new();
    for line in markdown.lines() {
        if line.starts_with("```") {
            inside = !inside;
        } else if !inside {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// The game whose files a page shows.
fn game_of(page: &str) -> Project {
    let mut project = Project::empty();
    for block in blocks(&read(page)) {
        if let Some(path) = block.marker.strip_prefix("game: ") {
            project = project.file(path, block.text);
        }
    }
    project
}

#[track_caller]
fn generated(path: &str, wanted: &str) {
    let full = root().join(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&full, wanted).unwrap();
    }
    let found = std::fs::read_to_string(&full).unwrap_or_default();
    assert!(
        found == wanted,
        "{path} is not what the code says; run `UPDATE=1 cargo test --release --test suite -- \
         docs::`"
    );
}

#[test]
fn the_reference_of_keys_is_generated() {
    generated("docs/keys.md", &pnp::game::keys_markdown());
}

#[test]
fn the_schemas_are_generated() {
    for (name, schema) in
        [("game", pnp::game::game_schema()), ("printer", pnp::game::printer_schema())]
    {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        generated(&format!("docs/schema/{name}.json"), &text);
    }
}

#[test]
fn the_reference_of_templates_is_generated() {
    generated("docs/templates.md", &pnp::compose::templates_markdown());
}

#[test]
fn the_reference_of_checks_is_generated() {
    generated("docs/checks.md", &pnp::checks::codes_markdown());
}

#[test]
fn the_reference_of_commands_is_generated() {
    generated("docs/cli.md", &pnp::cli::help_markdown());
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut seen = 0;
    for page in pages() {
        let text = prose(&read(&page));
        let folder = Path::new(&page).parent().unwrap().to_owned();
        for (at, _) in text.match_indices("](") {
            let target: String = text[at + 2..].chars().take_while(|c| *c != ')').collect();
            if target.starts_with("https://") {
                continue;
            }
            seen += 1;
            let (path, fragment) = target.split_once('#').unwrap_or((&target, ""));
            let path: PathBuf =
                if path.is_empty() { PathBuf::from(&page) } else { folder.join(path) };
            assert!(root().join(&path).is_file(), "{page} links to {target}");
            if !fragment.is_empty() {
                let other = prose(&read(path.to_str().unwrap()));
                let mut anchors = other
                    .lines()
                    .filter(|l| l.starts_with('#'))
                    .map(|l| anchor(l.trim_start_matches('#')));
                assert!(
                    anchors.any(|a| a == fragment),
                    "{page} links to {target}, which has no such heading"
                );
            }
        }
    }
    assert!(seen > 20, "only {seen} links were found");
}

#[test]
fn every_picture_is_shown_and_small() {
    let shown: String = pages().iter().map(|page| read(page)).collect();
    for entry in std::fs::read_dir(root().join("docs/pictures")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        assert!(shown.contains(&format!("pictures/{name}")), "{name} is shown nowhere");
        assert!(entry.metadata().unwrap().len() <= 400 * 1024, "{name} has more than 400 KB");
    }
}

#[test]
fn the_game_of_the_readme_builds() {
    let project = game_of("README.md");
    project.run("build").exits(0).never_says("warning");
    assert_eq!(project.files("out"), ["orchard/fruit.pdf", "orchard/manifest.json"]);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/orchard/manifest.json")).unwrap();
    let fruit = &manifest["components"][0];
    assert_eq!(
        (&fruit["copies"], &fruit["faces"], &fruit["sheets"], &fruit["sides"]),
        (&9.into(), &3.into(), &1.into(), &1.into())
    );
    assert_eq!(project.pdf("out/orchard/fruit.pdf").get_pages().len(), 1);
}

#[test]
fn the_readme_quotes_the_message_of_a_wrong_count() {
    let project = game_of("README.md").edit(
        "data/orchard/fruit.csv",
        "Apple,#b3362b,1,4",
        "Apple,#b3362b,1,5",
    );
    let blocks = blocks(&read("README.md"));
    let quoted = blocks.iter().find(|block| block.marker == "says").unwrap();
    project.run("build").exits(1).says(&quoted.text);
    assert!(project.files("out").is_empty());
}

#[test]
fn the_game_of_the_guide_builds_in_both_languages() {
    let project = game_of("docs/guide.md");
    project.run("build --lang all --deny-warnings").exits(0).never_says("warning");
    assert_eq!(
        project.files("out"),
        [
            "harbour/aid-it.pdf",
            "harbour/aid.pdf",
            "harbour/manifest-it.json",
            "harbour/manifest.json",
            "harbour/ships-it.pdf",
            "harbour/ships.pdf"
        ]
    );
    project.run("build --ink low --proof --png faces --dpi 30").exits(0);
    assert!(project.files("out").contains(&"harbour/ships/001-sparrow.png".to_owned()));
    let project =
        project.edit("data/harbour/ships.csv", "Sails in any wind,2", "Sails in any wind,3");
    project
        .run("check")
        .exits(1)
        .says("error[C001]: expected 6 copies where card.good == 'wool', found 7");
}

#[test]
fn the_readme_shows_what_the_build_of_circus_says() {
    let project = Project::empty();
    let said = project.run("build --game circus").exits(0).stdout;
    assert!(
        read("README.md").contains(&format!("```text\n{said}```\n")),
        "the README has not\n{said}"
    );
}

/// The words of a page in backticks or in blocks that begin with two dashes.
fn flags(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in text.match_indices("--") {
        let before = text[..at].chars().next_back();
        let word: String =
            text[at + 2..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        if matches!(before, Some(' ' | '`')) && word.starts_with(|c: char| c.is_ascii_lowercase()) {
            found.insert(word);
        }
    }
    found
}

#[test]
fn the_readme_lists_every_command_and_every_option_of_build_and_check() {
    let command = pnp::cli::command();
    let readme = read("README.md");
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        assert!(readme.contains(&format!("`pnp {}", sub.get_name())), "{}", sub.get_name());
    }
    let all = command.get_subcommands().filter(|sub| matches!(sub.get_name(), "build" | "check"));
    let options = all.flat_map(clap::Command::get_arguments).chain(command.get_arguments());
    for option in options.filter_map(clap::Arg::get_long) {
        let is_listed = readme.contains(&format!("`--{option}`"));
        assert!(is_listed || matches!(option, "help" | "version"), "--{option}");
    }
}

#[test]
fn every_flag_of_the_pages_exists() {
    let command = pnp::cli::command();
    let mut known: BTreeSet<String> =
        command.get_arguments().filter_map(|a| a.get_long().map(str::to_owned)).collect();
    for sub in command.get_subcommands() {
        known.extend(sub.get_arguments().filter_map(|a| a.get_long().map(str::to_owned)));
    }
    // Those of cargo.
    known.extend(["release", "path", "test"].map(str::to_owned));
    for page in pages().iter().filter(|page| *page != "docs/cli.md") {
        for flag in flags(&read(page)) {
            assert!(
                known.contains(&flag) || flag == "help" || flag == "version",
                "{page} names --{flag}, which pnp does not know"
            );
        }
    }
}

#[test]
fn every_key_in_a_block_of_toml_exists() {
    let known: BTreeSet<&str> = pnp::game::key_names().into_iter().collect();
    let mut seen = 0;
    for page in ["README.md", "docs/guide.md"] {
        for block in blocks(&read(page))
            .iter()
            .filter(|b| b.language == "toml" && !b.marker.contains("text."))
        {
            let mut table = "";
            for line in block.text.lines() {
                if line.starts_with('[') {
                    table = line.trim_matches(['[', ']']);
                }
                let free = table.starts_with("data") || table.split('.').nth(2) == Some("card");
                if let Some((key, _)) = line.split_once(" = ")
                    && !free
                {
                    seen += 1;
                    assert!(
                        known.contains(key),
                        "{page} shows the key `{key}`, which pnp does not know"
                    );
                }
            }
        }
    }
    assert!(seen > 20, "only {seen} keys were found");
}

#[test]
fn every_code_of_the_pages_exists() {
    for page in pages() {
        let text = read(&page);
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
            let code = word.len() == 4
                && word.starts_with(|c: char| "SMCTXFIPR".contains(c))
                && word[1..].bytes().all(|b| b.is_ascii_digit());
            assert!(
                !code || pnp::checks::find(word).is_some(),
                "{page} names {word}, which is no code"
            );
        }
    }
}

#[test]
fn every_name_in_the_reference_of_templates_is_there() {
    // The geometry of boards is only there where a board has one; tests of boards read it.
    let board =
        |name: &str| ["field", "radial", "grid"].iter().any(|geometry| name.starts_with(geometry));
    // A table has no printed form; that it is there is asked below.
    let tables = ["card", "deck", "game", "t", "data", "deck.cards"];
    // Panels are there in folds only; the template of tests/folds.rs uses all of their names.
    let names = pnp::compose::VARIABLES.iter().map(|v| v.name.to_owned());
    let names = names.filter(|name| {
        !tables.contains(&name.as_str()) && !name.starts_with("panel") && !board(name)
    });
    let calls = pnp::compose::FUNCTIONS.iter().map(|f| {
        f.call
            .replace("artists", "cards")
            .replace("card.act", "card.name")
            .replace("card.text", "card.name")
    });
    let body: Vec<String> =
        names.chain(calls).map(|name| format!("<!-- {{{{ {name} }}}} -->")).collect();
    let all = tables.map(|name| format!("{name} is defined")).join(" and ");
    let end = format!(
        "{}\n{{% if not ({all}) %}}{{{{ throw(message=\"a table is missing\") }}}}{{% endif %}}\n\
         </svg>",
        body.join("\n")
    );
    let svg = crate::common::CARD.replace("</svg>", &end);
    let styled = format!("{}[style.rules]\nfamily = \"Alegreya\"\n", crate::common::MINI);
    let project =
        Project::mini().file("templates/mini/card.svg", svg).file("data/mini/game.toml", styled);
    project.run("build").exits(0);
}

#[test]
fn the_pages_name_nothing_of_the_workshop() {
    for page in pages() {
        let text = read(&page);
        for word in ["/home/", "/tmp/"] {
            assert!(!text.contains(word), "{page} names {word}");
        }
    }
}

#[test]
fn every_length_and_number_has_a_range() {
    let keys = read("docs/keys.md");
    let rows: Vec<(&str, &str)> = keys
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split_once("` | "))
        .filter_map(|(key, rest)| Some((key, rest.split_once(" | ")?.0)))
        .collect();
    let amounts =
        ["a length", "a number", "a whole number", "a share", "a multiple", "an angle", "degrees"];
    let amounts_of = |takes: &str| amounts.iter().any(|amount| takes.contains(amount));
    let found: Vec<_> = rows.iter().filter(|(_, takes)| amounts_of(takes)).collect();
    assert!(found.len() > 80, "{} keys", found.len());
    // Numbers that are compared with numbers of the designer's own, whatever those are.
    let free = ["default", "plus", "is", "at_least", "at_most", "from", "to"];
    for (key, takes) in found.into_iter().filter(|(key, _)| !free.contains(key)) {
        let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let ends = takes.split(" to ").skip(1).any(|end| digit(end.trim_start_matches(['`', '"'])));
        assert!(ends, "`{key}` takes {takes}, and no end is stated");
    }
}
