//! The component contract: what the rules say is in the box, against what the data has.

use crate::common::Project;

const LAND: &str =
    "name,qty,layout\nRiver,4,land\nHill,3,land\nFerry,2,boat\nReference,1,help\nSpare,0,land\n";

fn expect(condition: &str, copies: u32) -> String {
    let condition = if condition.is_empty() {
        String::new()
    } else {
        format!("where = \"card.layout == '{condition}'\"\n")
    };
    format!("[[expect]]\nin = \"cards\"\n{condition}copies = {copies}\n")
}

#[test]
fn copies_are_counted_and_parts_are_held_against_their_total() {
    let game = crate::common::MINI.to_owned()
        + &expect("land", 7)
        + &expect("boat", 3)
        + &expect("help", 1)
        + &expect("", 10);
    let project =
        Project::mini().file("data/mini/cards.csv", LAND).file("data/mini/game.toml", game);
    let run = project
        .run("check")
        .exits(1)
        .says("expected 3 copies where card.layout == 'boat', found 2");
    let run = run
        .says("the expected parts add up to 11, the expected total is 10")
        .says("data/mini/cards.csv:4");
    run.never_says("card.layout == 'land'\n");
    assert_eq!(project.codes("check"), ["C001", "C005"], "the other parts are right");
    project.run("build").exits(1);
    assert_eq!(project.files("out"), [""; 0]);
    let project = project.edit("data/mini/game.toml", "copies = 3", "copies = 2");
    project.run("check --deny-warnings").exits(0);
    project.run("build").exits(0);
}

/// The real game in a project of its own.
fn circus() -> Project {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut project = Project::empty();
    for folder in ["data/circus", "templates/circus"] {
        project = project.copy(&root.join(folder), folder);
    }
    // Said here once more, so that the test does not hang on how the game words it.
    let game = String::from_utf8(project.read("data/circus/game.toml")).expect("UTF-8");
    project.file("data/circus/game.toml", game + CONTRACT)
}

const CONTRACT: &str = r#"
[[expect]]
that = "28 monkeys"
in = "artists"
where = "card.act == 'monkey'"
copies = 28
[[expect]]
that = "all other artists"
in = "artists"
where = "card.act in ['ringmaster', 'super', 'tiger', 'elephant', 'trapeze', 'clown', 'juggler']"
copies = 82
[[expect]]
in = "artists"
every = "act"
"#;

#[test]
fn the_circus_is_complete() {
    let run = circus().run("check --deny-warnings").exits(0);
    assert!(run.stdout.starts_with("circus: complete, "), "{}", run.stdout);
}

#[test]
fn one_monkey_too_few_is_found_and_nothing_is_printed() {
    let project = circus();
    let table = String::from_utf8(project.read("data/circus/artists.csv")).expect("UTF-8");
    // The first row of monkeys loses a copy.
    let mut done = false;
    let fewer: String = table
        .lines()
        .map(|line| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            if !done && !line.starts_with('#') && cells.get(2).is_some_and(|act| act == "monkey") {
                let copies: u32 = cells[3].parse().expect("copies");
                cells[3] = (copies - 1).to_string();
                done = true;
            }
            cells.join(",") + "\n"
        })
        .collect();
    let project = project.file("data/circus/artists.csv", fewer);
    let run = project
        .run("check")
        .exits(1)
        .says("expected 28 copies where card.act == 'monkey', found 27");
    run.says("data/circus/game.toml:").says("data/circus/artists.csv:");
    project.run("build").exits(1).says("expected 28 copies where card.act == 'monkey', found 27");
    assert_eq!(project.files("out"), [""; 0]);
    let json = project.run("check --format json").exits(1).stdout;
    let lines: Vec<serde_json::Value> =
        json.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    let fault = lines.iter().find(|l| l["code"] == "C001").expect("the fault");
    assert_eq!(
        (&fault["file"], &fault["component"]),
        (&"data/circus/game.toml".into(), &"artists".into())
    );
}

#[test]
fn an_act_without_an_expectation_is_found() {
    let project = circus();
    let table = String::from_utf8(project.read("data/circus/artists.csv")).expect("UTF-8");
    let monkey = table.lines().find(|l| l.contains(",monkey,")).expect("a monkey");
    let bear = monkey.replace("monkey", "bear");
    let project =
        project.file("data/circus/artists.csv", format!("{}\n{bear}\n", table.trim_end()));
    let run = project.run("check").exits(1).says("error[C003]");
    assert!(run.stderr.contains("card.act == 'bear'"), "{}", run.stderr);
}

#[test]
fn the_circus_is_built_from_an_empty_folder() {
    let project = Project::empty();
    let run = project.run("build --game circus").exits(0);
    assert!(
        run.stdout.contains("out/circus/artists.pdf") && run.stdout.contains("Print "),
        "{}",
        run.stdout
    );
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/circus/manifest.json")).expect("JSON");
    assert_eq!(manifest["components"][0]["copies"], 110);
    for component in manifest["components"].as_array().expect("components") {
        let file = component["file"].as_str().expect("a name");
        let pages = project.pdf(&format!("out/circus/{file}")).get_pages().len();
        assert_eq!(serde_json::json!(pages), component["sides"]);
    }
}
