//! `pnp check --contract`: what is promised, what was found, and the rule that it comes from.

use crate::common::{MINI, Project};

const RULES: &str = r"# Mini

## Box {#box}

There is a bag. There are four cards in it.

### Rivers {#rivers}

Two of them are rivers.

## Turn {#turn}

Play a card.
";

/// A game with a rulebook and these expectations.
fn promising(expects: &str) -> Project {
    let game = format!("{MINI}[rulebook.rules]\nsource = \"rules.md\"\n{expects}");
    Project::mini().file("data/mini/game.toml", game).file("data/mini/rules.md", RULES)
}

#[test]
fn each_promise_is_shown_with_what_was_found_and_its_rule() {
    let project = promising(
        r#"[[expect]]
that = "four cards"
in = "cards"
from = "rules.md#box"
copies = 4
[[expect]]
that = "rivers"
in = "cards"
where = "card.id == 'river'"
from = "rules.md#box"
copies = 2
at_most = 3
[[expect]]
in = "cards"
unique = "name"
"#,
    );
    let wanted = "\
mini: 3 promises, all kept
  kept  4 copies     four cards
        rules.md#box: “There are four cards in it.”
  kept  2 copies     rivers
        rules.md#box: “Two of them are rivers.”
  kept  3 different  cards: no `name` twice
mini: complete, 4 pieces in 1 component, 3 expectations
";
    assert_eq!(project.run("check --contract").exits(0).stdout, wanted);
    let project = project.edit("data/mini/cards.csv", "river,River,2", "river,River,5");
    let run = project.run("check --contract").exits(1);
    let broken = "\
mini: 3 promises, 2 broken
  BROKEN  7 copies     four cards
          rules.md#box: “There are four cards in it.”
";
    assert!(run.stdout.starts_with(broken), "{}", run.stdout);
    let lines = project.run("check --contract --format json").exits(1).stdout;
    let promises: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &serde_json::Value| line.get("promise").is_some())
        .collect();
    assert_eq!(promises.len(), 3);
    assert_eq!(promises[1]["found"], "5 copies");
    assert_eq!(promises[1]["kept"], false);
    assert_eq!(promises[1]["quote"], "Two of them are rivers.");
    assert_eq!(promises[2]["kept"], true);
}

#[test]
fn every_kind_of_claim_tells_what_was_found() {
    let cards = "id,name,kind,cost,copies\na,A,sea,1,2\nb,B,sea,2,1\nc,C,land,4,3\n";
    for (claim, found) in [
        ("copies = 6", "6 copies"),
        ("cards = 3", "3 cards"),
        ("at_least = 2\nat_most = 9", "6 copies"),
        ("sum = { column = \"cost\", is = 16 }", "sum 16"),
        ("average = { column = \"cost\", at_least = 2 }", "average 2.67"),
        ("covers = { column = \"cost\", from = 1, to = 4 }", "3 of 4 numbers"),
        ("one_of = { column = \"kind\", values = [\"sea\", \"land\"] }", "land, sea"),
        ("equal = \"kind\"", "3 of each"),
        ("equal = \"name\"", "from 1 to 3 of each"),
        ("unique = \"name\"", "3 different"),
        ("same_as = { component = \"cards\" }", "6 copies"),
        ("every = \"kind\"", "2 values"),
        ("where = \"card.cost == '9'\"\ncopies = 0", "0 copies"),
    ] {
        let project = promising(&format!("[[expect]]\nin = \"cards\"\n{claim}\n"))
            .file("data/mini/cards.csv", cards);
        let lines = project.run("check --contract").stdout;
        let line = lines.lines().nth(1).unwrap_or_default();
        let rest = line.trim_start().split_once("  ").map(|(_, rest)| rest).unwrap_or_default();
        assert!(rest.starts_with(&format!("{found}  ")), "{claim}: {lines}");
    }
}

#[test]
fn a_rule_that_does_not_exist_is_an_error() {
    for (from, says) in [
        ("rules.md#bx", "`rules.md` has no section `#bx`"),
        ("rulse.md#box", "`rulse.md` is no rulebook of the game"),
        ("rules.md", "`rules.md` names no section of a rulebook"),
        ("#box", "`#box` names no section of a rulebook"),
    ] {
        let expect = format!("[[expect]]\nin = \"cards\"\ncopies = 4\nfrom = \"{from}\"\n");
        let project = promising(&expect);
        let place = "data/mini/game.toml:14:8";
        project.run("check").exits(1).says(says).says(place);
        project.run("build").exits(1).says(says);
        assert!(project.files("out").is_empty(), "{from}");
    }
    let expect = "[[expect]]\nin = \"cards\"\ncopies = 4\nfrom = \"rules.md#bx\"\n";
    promising(expect).run("check").exits(1).says("did you mean `box`?");
}
