//! The contract as a whole: what is reported, where and in which words.

use super::of_game;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::MemoryFiles;
use crate::game::{Overrides, read};

const GAME: &str = r#"title = "x"

[deck.a]
size = "poker-us"
face = "a.svg"
cards = "a.csv"
"#;

const CARDS: &str = "\
name,qty,layout
River,4,land
Hill,3,land
Ferry,2,boat
Reference,1,help
Spare,0,land
";

/// An expectation of all of them, to be continued.
const OF_A: &str = r#"
[[expect]]
in = "a"
"#;

fn found(expects: &str) -> Vec<Diagnostic> {
    let files = MemoryFiles::new()
        .with("data/g/game.toml", format!("{GAME}{expects}"))
        .with("data/g/a.csv", CARDS)
        .with("templates/g/a.svg", "<svg/>");
    let mut sink = Sink::new();
    let game = read(&files, "g", &Overrides::default(), &mut sink);
    let Ok(game) = game else { panic!("{:?}", sink.into_sorted()) };
    of_game(&game, &[], &mut sink);
    sink.into_sorted()
}

fn said(expects: &str) -> Vec<String> {
    found(expects).iter().map(|d| format!("{} {}", d.code.name(), d.message)).collect()
}

#[test]
fn copies_are_counted_and_not_rows_and_parts_are_added() {
    let found = found(
        r#"
[[expect]]
in = "a"
where = "card.layout == 'land'"
copies = 7

[[expect]]
that = "three boats"
in = "a"
where = "card.layout == 'boat'"
copies = 3

[[expect]]
in = "a"
where = "card.layout == 'help'"
copies = 1

[[expect]]
in = "a"
copies = 10
"#,
    );
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].code, found[0].message.as_str()),
        (Code::C001, "expected 3 copies where card.layout == 'boat', found 2")
    );
    assert_eq!(found[0].span.as_ref().unwrap().start(), (17, 10));
    assert_eq!(
        found[0]
            .also
            .iter()
            .map(|(span, label)| (span.path(), span.start(), label.as_str()))
            .collect::<Vec<_>>(),
        [("data/g/a.csv", (4, 7), "2 copies")]
    );
    assert_eq!(
        (found[0].component.as_deref(), found[0].hints.as_slice()),
        (Some("a"), ["three boats".to_owned()].as_slice())
    );
    assert_eq!((found[1].code, found[1].severity), (Code::C005, Severity::Warning));
    assert_eq!(found[1].message, "the expected parts add up to 11, the expected total is 10");
    assert_eq!(found[1].span.as_ref().unwrap().start(), (26, 10));
}

#[test]
fn a_contract_that_is_kept_says_nothing() {
    for expects in [
        r#"
[[expect]]
in = "a"
copies = 10
cards = 4
unique = "name"
"#,
        r#"
[[expect]]
in = "a"
where = "card.layout == 'land'"
copies = 7
cards = 2
"#,
        r#"
[[expect]]
in = "a"
where = "card.layout == 'bear'"
copies = 0
"#,
        // Parts that share cards have no sum.
        r#"
[[expect]]
in = "a"
where = "card.layout != ''"
copies = 10

[[expect]]
in = "a"
where = "card.name == 'River'"
copies = 4

[[expect]]
in = "a"
copies = 10
"#,
    ] {
        assert_eq!(said(expects), Vec::<String>::new(), "{expects}");
    }
}

#[test]
fn each_broken_promise_has_its_words() {
    for (expects, message) in [
        ("copies = 110", "C001 expected 110 copies in `a`, found 10"),
        ("copies = 1", "C001 expected 1 copy in `a`, found 10"),
        ("cards = 5", "C001 expected 5 cards in `a`, found 4"),
        (
            r#"where = "card.layout == 'land'"
cards = 1"#,
            "C001 expected 1 card where card.layout == 'land', found 2",
        ),
        (r#"where = "card.layout == 'land'""#, "C006 an expectation of `a` counts nothing"),
        (
            r#"unique = "layout""#,
            "C004 `layout` has `land` twice: on card `river` and on card `hill`",
        ),
        (r#"unique = "nme""#, "C002 no card has a column `nme`"),
        (
            r#"where = "card.layuot == 'land'"
copies = 7"#,
            "C002 no card has a column `layuot`",
        ),
        (
            r#"where = "card.name | int > 2"
copies = 7"#,
            "C002 the condition `card.name | int > 2` fails on a card: ",
        ),
    ] {
        let said = said(&format!("{OF_A}{expects}\n"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with(message), "{said:?}");
    }
}

#[test]
fn a_kind_of_card_without_an_expectation_is_named() {
    let found = found(
        r#"
[[expect]]
in = "a"
every = "layout"

[[expect]]
in = "a"
where = "card.layout == 'land'"
copies = 7

[[expect]]
in = "a"
where = "card.layout == 'help'"
cards = 1
"#,
    );
    assert_eq!(
        found.iter().map(|d| d.message.as_str()).collect::<Vec<_>>(),
        [
            "no expectation counts the 1 card where card.layout == 'boat'",
            "no expectation counts the 1 card where card.layout == 'help'"
        ]
    );
    assert!(found.iter().all(|d| d.code == Code::C003));
    assert_eq!(
        found[0].hints,
        ["add an [[expect]] with where = \"card.layout == 'boat'\" and copies = 2"]
    );
    assert_eq!(found[0].also[0].0.start(), (4, 1));
}

#[test]
fn a_column_name_with_a_near_one_gets_a_hint() {
    let found = found(&format!("{OF_A}unique = \"nme\"\n"));
    assert_eq!(found[0].hints, ["did you mean `name`?"]);
}
