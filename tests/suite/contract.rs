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
    format!(
        r#"[[expect]]
in = "cards"
{condition}copies = {copies}
"#
    )
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

/// A deck of these rows with one more key in its only expectation.
fn told(keys: &str) -> crate::common::Run {
    let cards = "name,suit,number,cost,qty\nA,sun,1,2,2\nB,moon,2,0.1,1\nC,moon,3,0.2,1\n\
                 D,,5,,0\n";
    let game = format!(
        r#"{}[token.coins]
size = {{ width = "20mm", height = "20mm" }}
face = "back.svg"
copies = 3
[[expect]]
in = "cards"
{keys}
"#,
        crate::common::MINI
    );
    let project =
        Project::mini().file("data/mini/cards.csv", cards).file("data/mini/game.toml", game);
    project.run("check --format short")
}

#[test]
fn what_is_true_of_a_deck_passes() {
    for keys in [
        "at_least = 4\nat_most = 4",
        "same_as = { component = \"coins\", plus = 1 }",
        "same_as = { component = \"coins\", times = 2, plus = -2 }",
        "where = \"card.suit == 'moon'\"\nsum = { column = \"cost\", is = 0.3 }",
        "sum = { column = \"cost\", at_least = 4 }",
        "average = { column = \"cost\", is = 1.075 }",
        "covers = { column = \"number\", from = 2, to = 3 }\nwhere = \"card.suit == 'moon'\"",
        "one_of = { column = \"suit\", values = [\"sun\", \"moon\"] }",
        "equal = \"suit\"",
    ] {
        told(keys).exits(0);
    }
}

#[test]
fn an_expectation_is_about_every_language_or_the_one_it_names() {
    let check = |key: &str, lang: &str| {
        let game = format!(
            r#"{}[[expect]]
in = "cards"
copies = 9
{key}"#,
            crate::common::MINI
        );
        let game = format!("languages = [\"en\", \"it\"]\n{game}");
        let project = Project::mini()
            .file("data/mini/game.toml", game)
            .file("data/mini/text.en.toml", "")
            .file("data/mini/text.it.toml", "");
        project.run(&format!("check --lang {lang}")).code
    };
    for (key, english, italian) in
        [("", 1, 1), ("lang = \"en\"\n", 1, 0), ("lang = \"it\"\n", 0, 1)]
    {
        assert_eq!((check(key, "en"), check(key, "it")), (english, italian), "{key}");
    }
}

#[test]
fn what_is_not_true_of_a_deck_is_named_with_what_was_found() {
    for (keys, said) in [
        ("at_least = 5", "C008 expected at least 5 copies in `cards`, found 4"),
        ("at_most = 3", "C008 expected at most 3 copies in `cards`, found 4"),
        (
            "same_as = { component = \"coins\" }",
            "C008 expected 3, for 3 in `coins`, copies in `cards`, found 4",
        ),
        ("same_as = { component = \"tents\" }", "M013 there is no component `tents`"),
        (
            "sum = { column = \"cost\", is = 4 }",
            "C011 expected 4 as sum of `cost` in `cards`, found 4.3",
        ),
        (
            "average = { column = \"cost\", at_least = 1.2, at_most = 2 }",
            "C011 expected 1.2 to 2 as average of `cost` in `cards`, found 1.075",
        ),
        ("sum = { column = \"suit\", is = 4 }", "C011 `sun` in column `suit` is no number to add"),
        ("sum = { column = \"cots\", is = 4 }", "C002 no card has a column `cots`"),
        (
            "covers = { column = \"number\", from = 0, to = 9 }",
            "C010 there is no card with the `number` 0, 4–9",
        ),
        (
            "covers = { column = \"number\", from = 1, to = 3 }",
            "C010 there is more than one card with the `number` 1",
        ),
        (
            "covers = { column = \"number\", from = 1, to = 2 }",
            "C010 `number` of a card is `3`, not a number from 1 to 2",
        ),
        (
            "one_of = { column = \"suit\", values = [\"sun\", \"mon\"] }",
            "C009 `moon` is none of the values of `suit`",
        ),
        (
            "equal = \"name\"",
            "C012 expected as many copies of each `name`, found 1 of `B` and 2 of `A`",
        ),
        ("at_least = 0", "S004 `at_least = 0` can never fail"),
        ("at_least = 5\nat_most = 4", "S004 `at_least` is more than `at_most`"),
        ("covers = { column = \"number\", from = 3, to = 1 }", "S004 `from` is more than `to`"),
        ("sum = { column = \"cost\" }", "S004 state `is`, or `at_least` and `at_most`"),
        ("one_of = { column = \"suit\", values = [] }", "S004 `values` lists nothing"),
        ("copies = 4\nlang = \"xx\"", "M011 there is no language `xx`"),
        ("lang = \"en\"", "C006 an expectation of `cards` counts nothing"),
    ] {
        told(keys).exits(1).says(said);
    }
}

#[test]
fn a_range_of_any_size_is_covered_without_counting_through_it() {
    let most = i64::MAX;
    told(&format!("covers = {{ column = \"number\", from = {}, to = {most} }}", -most))
        .exits(1)
        .says(&format!("there is no card with the `number` -{most}–0, 4–{most}"));
}
