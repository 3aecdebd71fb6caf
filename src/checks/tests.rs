//! The contract as a whole: what is reported, where and in which words.

use super::of_game;
use crate::diag::{Code, Diagnostic, Severity, Sink};
use crate::files::MemoryFiles;
use crate::game::{Overrides, read};

const CARDS: &str =
    "name,qty,layout\nRiver,4,land\nHill,3,land\nFerry,2,boat\nReference,1,help\nSpare,0,land\n";

fn found(expects: &str) -> Vec<Diagnostic> {
    let game = format!(
        "title = 'x'\n[deck.a]\nsize = 'poker-us'\nface = 'a.svg'\ncards = 'a.csv'\n{expects}"
    );
    let files = MemoryFiles::new()
        .with("data/g/game.toml", game)
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
    let expects = "\
        [[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\n\
        [[expect]]\nthat='three boats'\nin='a'\nwhere=\"card.layout == 'boat'\"\ncopies = 3\n\
        [[expect]]\nin='a'\nwhere=\"card.layout == 'help'\"\ncopies = 1\n\
        [[expect]]\nin='a'\ncopies = 10\n";
    let found = found(expects);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].code, found[0].message.as_str()),
        (Code::C001, "expected 3 copies where card.layout == 'boat', found 2")
    );
    assert_eq!(found[0].span.as_ref().unwrap().start(), (14, 10));
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
    assert_eq!(found[1].span.as_ref().unwrap().start(), (21, 10));
}

#[test]
fn a_contract_that_is_kept_says_nothing() {
    for expects in [
        "[[expect]]\nin='a'\ncopies = 10\ncards = 4\nunique = 'name'\n",
        "[[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\ncards = 2\n",
        "[[expect]]\nin='a'\nwhere=\"card.layout == 'bear'\"\ncopies = 0\n",
        // Parts that share cards have no sum.
        "[[expect]]\nin='a'\nwhere=\"card.layout != ''\"\ncopies = 10\n\
         [[expect]]\nin='a'\nwhere=\"card.name == 'River'\"\ncopies = 4\n[[expect]]\nin='a'\ncopies = 10\n",
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
            "where = \"card.layout == 'land'\"\ncards = 1",
            "C001 expected 1 card where card.layout == 'land', found 2",
        ),
        ("where = \"card.layout == 'land'\"", "C006 an expectation of `a` counts nothing"),
        ("unique = 'layout'", "C004 `layout` has `land` twice: on card `river` and on card `hill`"),
        ("unique = 'nme'", "C002 no card has a column `nme`"),
        ("where = \"card.layuot == 'land'\"\ncopies = 7", "C002 no card has a column `layuot`"),
        (
            "where = \"card.name | int > 2\"\ncopies = 7",
            "C002 the condition `card.name | int > 2` fails on a card: ",
        ),
    ] {
        let said = said(&format!("[[expect]]\nin='a'\n{expects}\n"));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with(message), "{said:?}");
    }
}

#[test]
fn a_kind_of_card_without_an_expectation_is_named() {
    let expects = "[[expect]]\nin='a'\nevery = 'layout'\n\
        [[expect]]\nin='a'\nwhere=\"card.layout == 'land'\"\ncopies = 7\n\
        [[expect]]\nin='a'\nwhere=\"card.layout == 'help'\"\ncards = 1\n";
    let found = found(expects);
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
    assert_eq!(found("[[expect]]\nin='a'\nunique = 'nme'\n")[0].hints, ["did you mean `name`?"]);
}
