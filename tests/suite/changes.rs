//! What was printed is known: only what differs is printed again, and what differs is named.

use std::process::Command;

use crate::common::{Project, text_of};

const CARDS: &str = "data/mini/cards.csv";
const CARD: &str = "templates/mini/card.svg";

/// A game that was built and marked as printed.
fn printed() -> Project {
    let project = Project::mini();
    project.run("build").exits(0);
    let run = project.run("printed").exits(0);
    assert!(run.stdout.contains("mini: 4 copies of 3 cards are marked as printed"));
    project
}

fn manifest(project: &Project, path: &str) -> serde_json::Value {
    serde_json::from_slice(&project.read(path)).expect("JSON")
}

/// `2 river` for each card that a manifest lists under a key.
fn listed(manifest: &serde_json::Value, key: &str) -> Vec<String> {
    let cards = manifest[key].as_array().expect("a list").iter();
    cards
        .map(|card| format!("{} {}", card["copies"], card["id"].as_str().expect("an id")))
        .collect()
}

#[test]
fn only_what_differs_is_printed_again_and_the_rest_is_thrown_away() {
    // Each edit, what is printed, and what is thrown away.
    for (path, from, to, print, throw_away) in [
        (CARDS, "river,River,2", "river,Stream,2", vec!["2 river"], vec!["2 river"]),
        (CARDS, "river,River,2", "river,River,3", vec!["1 river"], vec![]),
        (CARDS, "river,River,2", "river,River,1", vec![], vec!["1 river"]),
        (CARDS, "hill,Hill,1\n", "", vec![], vec!["1 hill"]),
        (CARDS, "hill,Hill,1\n", "hill,Hill,1\nlake,Lake,2\n", vec!["2 lake"], vec![]),
        // Another id, and the same print.
        (CARDS, "hill,Hill,1", "mount,Hill,1", vec![], vec![]),
        // Each card has that back.
        (
            "templates/mini/back.svg",
            "#345",
            "#543",
            vec!["2 river", "1 hill", "1 mill"],
            vec!["2 river", "1 hill", "1 mill"],
        ),
        // Laid out anew, and the same print.
        (CARD, "<rect", "\n\n  <!-- the ground -->\n  <rect", vec![], vec![]),
        ("data/mini/game.toml", "title = \"Mini\"", "title = \"Minimal\"", vec![], vec![]),
    ] {
        let project = printed().edit(path, from, to);
        let run = project.run("build --changed").exits(0);
        let part = manifest(&project, "out/mini/manifest-part.json");
        assert_eq!(listed(&part, "cards"), print, "{to}");
        assert_eq!(listed(&part, "throw_away"), throw_away, "{to}");
        assert_eq!(run.stdout.contains("Nothing to print"), print.is_empty(), "{}", run.stdout);
        assert_eq!(run.stdout.contains("Throw away"), !throw_away.is_empty(), "{}", run.stdout);
        let has_sheets = project.path("out/mini/cards-part.pdf").is_file();
        assert_eq!(has_sheets, !print.is_empty(), "{to}");
        // Once that is printed too, nothing is left to print or to throw away.
        project.run("printed").exits(0);
        let run = project.run("build --changed").exits(0);
        assert!(run.stdout.contains("Nothing to print"), "{to}: {}", run.stdout);
        assert!(!run.stdout.contains("Throw away"), "{to}: {}", run.stdout);
        assert!(!project.path("out/mini/cards-part.pdf").is_file(), "{to}: an old part stays");
    }
}

#[test]
fn the_sheets_say_that_they_hold_what_changed() {
    let project = printed().edit(CARDS, "River,2", "Stream,2");
    project.run("build --changed").exits(0);
    let words = text_of(&project.pdf("out/mini/cards-part.pdf"));
    assert!(words.contains("2 changed of 4 copies"), "{words}");
}

#[test]
fn a_picture_or_a_font_that_a_face_uses_counts_as_its_print() {
    let dot = |colour: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><circle r=\"9\" \
             fill=\"{colour}\"/></svg>"
        )
    };
    let image = "{% if card.id == 'hill' %}<image href=\"dot.svg\" x=\"9\" y=\"30\" width=\"9\" \
                 height=\"9\"/>{% endif %}</svg>";
    let project =
        Project::mini().file("templates/mini/dot.svg", dot("red")).edit(CARD, "</svg>", image);
    project.run("build").exits(0);
    project.run("printed").exits(0);
    let project = project.file("templates/mini/dot.svg", dot("blue"));
    project.run("build --changed").exits(0);
    let part = manifest(&project, "out/mini/manifest-part.json");
    assert_eq!(listed(&part, "cards"), ["1 hill"]);
}

#[test]
fn without_a_print_to_begin_from_nothing_is_built() {
    let project = Project::mini();
    project
        .run("build --changed")
        .exits(2)
        .says("no print of `mini` is marked")
        .says("`pnp printed --game mini`");
    project.run("printed").exits(2).says("nothing of `mini` was built").says("pnp build --game");
    project.run("build --since gone.json").exits(2).says("`gone.json` is neither a manifest");
    assert!(project.files("out").is_empty());
    let project = project
        .file("a.json", "{}")
        .file("b.json", "{\"game\": \"other\", \"version\": 1, \"ink\": \"full\", \"cards\": []}")
        .file("c.json", "{\"game\": \"mini\", \"version\": 1, \"cards\": []}")
        .file("d.json", "{\"game\": \"mini\", \"version\": 99}");
    for (name, why) in [
        ("a.json", "is not a manifest of pnp"),
        ("b.json", "is of the game `other`, not of `mini`"),
        ("c.json", "was written by an earlier pnp"),
        ("d.json", "was written by a later pnp"),
    ] {
        project.run(&format!("build --since {name}")).exits(2).says(name).says(why);
        project.run(&format!("diff {name}")).exits(2).says(name).says(why);
    }
    project.run("build --changed --only-cards x").exits(2).says("cannot be used with");
    assert!(project.files("out").is_empty());
}

#[test]
fn a_part_that_is_printed_is_marked_beside_what_was_printed_before() {
    let project = printed().edit(CARDS, "river,River,2", "river,Stream,2").edit(
        CARDS,
        "hill,Hill,1",
        "hill,Peak,1",
    );
    project.run_in("", &["build", "--only-cards", "card.id == 'hill'"]).exits(0);
    project.run("printed").exits(0);
    project.run("build --changed").exits(0);
    let part = manifest(&project, "out/mini/manifest-part.json");
    assert_eq!(listed(&part, "cards"), ["2 river"]);
}

#[test]
fn a_print_with_another_amount_of_ink_is_named() {
    let run = printed().run("build --changed --ink low").exits(0);
    assert!(run.stderr.contains("the last print was made with `--ink full`"), "{}", run.stderr);
}

fn git(project: &Project, arguments: &str) {
    let ended = Command::new("git")
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org", "-C"])
        .arg(project.root())
        .args(arguments.split_whitespace())
        .output()
        .expect("git");
    assert!(ended.status.success(), "git {arguments}: {ended:?}");
}

#[test]
fn a_revision_of_git_is_a_state_too() {
    let project = Project::mini();
    git(&project, "init -q .");
    git(&project, "add -A");
    git(&project, "commit -q -m first");
    let project = project.edit(CARDS, "river,River,2", "river,Stream,3");
    project.run("build --since HEAD").exits(0);
    let part = manifest(&project, "out/mini/manifest-part.json");
    assert_eq!(listed(&part, "cards"), ["3 river"]);
    assert_eq!(part["part"]["since"], "HEAD");
    project.run("build --since HEAD~9").exits(2).says("neither a manifest nor a revision");
    project.run("build --since=--all").exits(2).says("neither a manifest nor a revision");
    let run = project.run("diff HEAD").exits(1);
    assert_eq!(
        run.stdout,
        "mini: 1 card changed (1 printed otherwise)\n  ~  cards  river  2 → 3 copies; prints: \
         front; name: River → Stream\n"
    );
    project.run("diff HEAD HEAD").exits(0);
    let page = project.run("diff HEAD --format html").exits(1).stdout;
    assert_eq!(page.matches("<img ").count(), 2, "the front before and after");
    let comment = project.run("diff HEAD --format markdown").exits(1).stdout;
    assert!(comment.contains("| cards/river | 2 → 3 | front | name: ` River ` → ` Stream ` |"));
    let found = project.run("diff HEAD --format json").exits(1).stdout;
    let found: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!(found["games"][0]["changed"][0]["copies"]["now"], 3);
}

#[test]
fn a_promise_that_breaks_is_a_difference_and_no_obstacle() {
    let expect = "[[expect]]\nin = \"cards\"\ncopies = 4\n";
    let game = format!("{}{expect}", crate::common::MINI);
    let project = Project::mini().file("data/mini/game.toml", game);
    project.run("build").exits(0);
    let project = project.edit(CARDS, "hill,Hill,1", "hill,Hill,2");
    let run = project.run("diff out/mini").exits(1);
    assert!(run.stdout.contains("1 promise with another verdict"), "{}", run.stdout);
    assert!(run.stdout.contains("kept → broken"), "{}", run.stdout);
    // What cannot be read at all has no state.
    let project = project.edit("data/mini/game.toml", "title", "tilte");
    project.run("diff out/mini").exits(2).says("`mini` has errors at `.`");
}
