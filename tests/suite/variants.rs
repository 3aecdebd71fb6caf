//! Other ways to play: what to take out, and that what stays is right.

use crate::common::Project;

const VARIANT: &str = r#"
[variant.duel]
title = "a duel"
[[variant.duel.take_out]]
that = "all hills"
in = "cards"
where = "card.name == 'Hill'"
[[variant.duel.take_out]]
in = "cards"
where = "card.name != 'Mill'"
copies = 1
[[variant.duel.expect]]
in = "cards"
copies = 2
"#;

fn duel() -> Project {
    let project = Project::mini();
    let game = String::from_utf8(project.read("data/mini/game.toml")).unwrap();
    project.file("data/mini/game.toml", game + VARIANT)
}

#[test]
fn the_list_says_what_to_take_out_card_by_card() {
    let run = duel().run("list --variant duel").exits(0);
    assert_eq!(
        run.stdout,
        "mini  duel: a duel\n  take out of cards, 2 of 4:\n    all hills\n        1  hill\n    \
         card.name != 'Mill'\n        1  river\n  2 stay\n"
    );
    let run = duel().run("list --variant duel --format json").exits(0);
    let list: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        list["games"][0]["take_out"][1]["cards"][0],
        serde_json::json!({ "id": "river", "copies": 1 })
    );
}

#[test]
fn a_variant_that_is_not_there_is_told_with_those_that_are() {
    duel()
        .run("list --variant deul")
        .exits(2)
        .says("game `mini` has no variant `deul`")
        .says("did you mean `duel`?");
    duel().run("list --variant xyzzy").exits(2).says("the only variant is `duel`");
    Project::mini().run("list --variant duel").exits(2).says("the game has no variants");
}

#[test]
fn what_stays_is_counted_by_every_check() {
    duel().run("check").exits(0);
    let wrong = duel().edit(
        "data/mini/game.toml",
        "in = \"cards\"\ncopies = 2",
        "in = \"cards\"\ncopies = 3",
    );
    wrong.run("check").exits(1).says("expected 3 copies in `cards`, found 2");
    let fewer = duel().edit("data/mini/cards.csv", "hill,Hill,1", "hill,Hill,0");
    fewer.run("check").exits(1).says("variant `duel` takes nothing out of `cards`");
}
