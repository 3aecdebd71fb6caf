//! Whole games, resolved from memory.

use super::*;
use crate::diag::{Diagnostic, Span};
use crate::files::MemoryFiles;
use crate::game::{Duplex, Paper};
use crate::units::{Length, Sides, Size};

const DECK: &str = "title = 'x'\n[deck.a]\nsize = 'poker-us'\nface = 'a.svg'\n";
const CARD: &str = "[[deck.a.card]]\nname = 'A'\n";

fn files(game: &str, cards: &str) -> MemoryFiles {
    MemoryFiles::new()
        .with("data/g/game.toml", game)
        .with("data/g/a.csv", cards)
        .with("templates/g/a.svg", "<svg/>")
        .with("templates/g/sub/b.svg", "<svg/>")
        .with("templates/_shared/back.svg", "<svg/>")
}

fn run(game: &str, cards: &str, overrides: &Overrides) -> (Option<Game>, Vec<Diagnostic>) {
    let files = files(game, cards);
    let mut sink = Sink::new();
    (read(&files, "g", overrides, &mut sink).ok(), sink.into_sorted())
}

fn good(game: &str) -> Game {
    let (game, found) = run(game, "", &Overrides::default());
    game.unwrap_or_else(|| panic!("{found:?}"))
}

fn said(found: &[Diagnostic]) -> Vec<String> {
    let place = |d: &Diagnostic| d.span.as_ref().map_or((0, 0), Span::start);
    found
        .iter()
        .map(|d| format!("{}:{} {} {}", place(d).0, place(d).1, d.code.name(), d.message))
        .collect()
}

fn faults(game: &str) -> Vec<String> {
    let (game, found) = run(game, "name\nA\n", &Overrides::default());
    assert!(game.is_none(), "{found:?}");
    said(&found)
}

#[test]
fn defaults_are_layered_from_built_in_to_the_command_line() {
    let game = good(&format!("{DECK}{CARD}"));
    let print = &game.components[0].print;
    assert_eq!(
        (print.paper.name.as_str(), print.paper.size),
        ("a4", Size::new(Length::mm(210), Length::mm(297)))
    );
    assert_eq!(
        (print.margin, print.bleed, print.safe),
        (Sides::all(Length::mm(8)), Length::mm(2), Length::mm(3))
    );
    assert_eq!((print.gutter, print.duplex), (crate::game::Gutter::default(), Duplex::FrontsOnly));

    let text = "title = 'x'\n[print]\npaper = 'letter'\nmargin = '10mm'\nbleed = '1/8in'\n\
                gutter = { x = '4mm' }\n\
                [deck.a]\nsize = 'poker-us'\nface = 'a.svg'\nback = 'back.svg'\n\
                margin = { top = '12mm' }\ngutter = '1mm'\n\
                paper = { width = '450mm', height = '320mm' }\n[[deck.a.card]]\n\
                [sheet.b]\nsize = 'a5'\nface = 'sub/b.svg'\ncopies = 3\n";
    let game = good(text);
    let a = &game.components[0];
    let b = &game.components[1];
    assert_eq!(a.print.margin, Sides { top: Length::mm(12), ..Sides::all(Length::mm(10)) });
    assert_eq!((a.print.gutter.x, a.print.gutter.y), (Length::mm(1), Length::mm(1)));
    assert_eq!((a.print.paper.name.as_str(), a.print.duplex), ("320 × 450 mm", Duplex::LongEdge));
    assert_eq!((b.print.gutter.x, b.print.gutter.y), (Length::mm(4), Length::ZERO));
    assert_eq!(
        (b.print.paper.name.as_str(), b.print.duplex, b.print.bleed),
        ("letter", Duplex::FrontsOnly, Length::inch(1, 8))
    );
    assert_eq!((a.face.value.as_str(), b.face.value.as_str()), ("g/a.svg", "g/sub/b.svg"));
    assert_eq!(a.back().unwrap().value, "_shared/back.svg");
    assert_eq!((b.copies(), b.cards[0].id.as_str(), a.cards[0].id.as_str()), (3, "b", "card-1"));

    let paper = Paper { name: "a3".into(), size: Size::new(Length::mm(297), Length::mm(420)) };
    let overrides = Overrides {
        lang: None,
        paper: Some(paper),
        duplex: Some(Duplex::ShortEdge),
        printer: None,
    };
    let game = run(text, "", &overrides).0.unwrap();
    let of =
        |i: usize| (game.components[i].print.paper.name.as_str(), game.components[i].print.duplex);
    assert_eq!((of(0), of(1)), (("a3", Duplex::ShortEdge), ("a3", Duplex::FrontsOnly)));
}

#[test]
fn copies_are_read_as_spreadsheets_write_them() {
    let table = "name,qty\nblank means one,\nspace means one, \none,1\nquoted one,\"1\"\n\
                 padded one,\"  1 \"\ntwo as float,2.0\nthree,3\nzero means none,0\n";
    let game = format!("{DECK}cards = 'a.csv'");
    let (resolved, found) = run(&game, table, &Overrides::default());
    assert!(found.is_empty(), "{found:?}");
    let deck = &resolved.unwrap().components[0];
    assert_eq!((deck.copies(), deck.cards.len()), (10, 8));
    assert_eq!(deck.cards[5].copies_span.as_ref().unwrap().start(), (7, 14));
    assert!(deck.cards[0].copies_span.is_none());

    let (resolved, found) = run(
        &game,
        &format!("{table}minus one,-1\nnot a number,1a\ndecimal comma,\"1,5\"\nbig,1001\n"),
        &Overrides::default(),
    );
    assert!(resolved.is_none());
    assert_eq!(
        said(&found),
        [
            "10:11 M004 row 9 has `-1` in column `qty`, which is not a number of copies",
            "11:14 M004 row 10 has `1a` in column `qty`, which is not a number of copies",
            "12:15 M004 row 11 has `1,5` in column `qty`, which is not a number of copies",
            "13:5 M006 row 12 has 1001 copies in column `qty`",
        ]
    );
    let (_, found) = run(
        &game,
        "name,qty,price\nGranary,2,\"1,250\"\nMill,\"1,000\",980\n",
        &Overrides::default(),
    );
    assert_eq!(
        said(&found),
        ["3:6 M004 row 2 has `1,000` in column `qty`, which is not a number of copies"]
    );
}

#[test]
fn the_sum_of_a_component_is_checked() {
    for (cards, message) in [
        ("name,copies\nA,0\n", "2:7 M007 deck `a` has nothing to print"),
        ("name,copies\n", "2:7 M007 deck `a` has nothing to print"),
        ("name\nA\n", ""),
        (
            "name,copies\nA,1000\nB,1000\nC,1000\nD,1000\nE,1000\nF,1000\nG,1000\nH,1000\nI,1000\n\
             J,1000\nK,1000\n",
            "2:7 M005 deck `a` has 11000 copies, more than 10000",
        ),
    ] {
        let (_, found) = run(&format!("{DECK}cards = 'a.csv'"), cards, &Overrides::default());
        assert_eq!(said(&found).first().map_or("", String::as_str), message);
    }
    let sheet = |copies: &str| {
        faults(&format!("title='x'\n[sheet.s]\nsize='a5'\nface='a.svg'\ncopies = {copies}\n"))
    };
    assert_eq!(sheet("0"), ["2:8 M007 sheet `s` has nothing to print"]);
    assert_eq!(sheet("-2"), ["5:10 M004 sheet `s` has -2 copies, which is not a number of copies"]);
    assert_eq!(sheet("20000")[0], "2:8 M005 sheet `s` has 20000 copies, more than 10000");
}

#[test]
fn lengths_and_names_are_checked_where_they_are_written() {
    for (line, message) in [
        ("bleed = '2'", "5:9 M001 `2` is not a length"),
        ("bleed = '-1mm'", "5:9 M003 `bleed` is negative: -1 mm"),
        ("bleed = '26mm'", "5:9 M003 a `bleed` of 26 mm is more than 25 mm"),
        (
            "safe = '40mm'",
            "5:8 M003 a safe distance of 40 mm leaves no room on a component of 63.5 × 88.9 mm",
        ),
        ("margin = { top = 'x' }", "5:18 M001 `x` is not a length"),
        ("paper = 'a44'", "5:9 M002 there is no paper size `a44`"),
        ("duplex = 'longedge'", "5:10 M002 there is no duplex mode `longedge`"),
        ("duplex = 'long-edge'", "5:10 M015 `a` is to be printed with backs but has no back"),
        ("back = 'bakc.svg'", "5:8 M014 `bakc.svg` does not exist"),
        ("back = '../../data/x.svg'", "5:8 M009 `../../data/x.svg` lies outside templates"),
        (
            "cards = 'a.csv'",
            "5:9 M010 deck `a` has its cards both in `a.csv` and in [[deck.a.card]]",
        ),
    ] {
        assert_eq!(faults(&format!("{DECK}{line}\n{CARD}")), [message]);
    }
    let sizes = "title='x'\n[sheet.s]\nface='a.svg'\nsize = { width = '0mm', height = '-3mm' }\n\
                 [sheet.t]\nface='a.svg'\nsize='poker'";
    assert_eq!(
        faults(sizes),
        [
            "4:18 M003 `width` must be more than 0, but is 0 mm",
            "4:34 M003 `height` must be more than 0, but is -3 mm",
            "7:6 M002 there is no card size `poker`",
        ]
    );
    let narrow = "title='x'\n[sheet.u]\nface='a.svg'\nsize={width='5mm',height='90mm'}";
    assert_eq!(
        faults(narrow),
        ["2:8 M003 a safe distance of 3 mm leaves no room on a component of 5 × 90 mm"]
    );
}

#[test]
fn a_fault_of_the_shared_table_is_reported_once() {
    assert_eq!(
        faults(
            "title='x'\n[print]\nbleed='2'\n[sheet.s]\nsize='a5'\nface='a.svg'\n[sheet.t]\n\
             size='a5'\nface='a.svg'"
        ),
        ["3:7 M001 `2` is not a length"]
    );
}

#[test]
fn sheets_are_laid_out_as_the_component_says_then_as_the_game_says() {
    use crate::game::{Alternate, MarkStyle, Marks, Orientation};
    let text = "title = 'x'\n[print]\nmarks = { style = 'guides', colour = '#888', register = true \
                }\ncolumns = 2\nfold = '4mm'\nalternate = 'auto'\n\
                [deck.a]\nsize = 'poker-us'\nface = 'a.svg'\nback = 'back.svg'\n\
                back_where = \"card.name != 'B'\"\nduplex = 'fold'\norientation = 'landscape'\n\
                alternate = true\n\
                marks = { weight = '1pt', offset = '0mm', length = '5mm' }\n[[deck.a.card]]\n\
                name = 'A'\n[[deck.a.card]]\nname = 'B'\n\
                [sheet.b]\nsize = 'a5'\nface = 'a.svg'\nmarks = 'dotted'\nduplex = 'none'\n\
                rows = 1\n";
    let game = good(text);
    let a = &game.components[0];
    let b = &game.components[1];
    let print = &a.print;
    assert_eq!(
        (print.columns, print.rows, print.fold, print.alternate),
        (Some(2), None, Some(Length::mm(4)), Alternate::WhereMoreFit)
    );
    assert_eq!((print.duplex, print.orientation), (Duplex::Fold, Orientation::Landscape));
    let guides = Marks {
        style: MarkStyle::Guides,
        length: Length::mm(5),
        offset: Some(Length::ZERO),
        weight: Some(Length::pt(1)),
        colour: "#888".to_owned(),
        register: true,
    };
    assert_eq!(print.marks, guides);
    assert_eq!(
        (a.cards[0].has_back, a.cards[1].has_back, b.cards[0].has_back),
        (true, false, false)
    );
    let dotted = Marks {
        style: MarkStyle::Dotted,
        colour: "#888".to_owned(),
        register: true,
        ..Marks::default()
    };
    assert_eq!(
        (&b.print.marks, b.print.alternate, b.print.rows),
        (&dotted, Alternate::WhereItSavesSheets, Some(1))
    );
    assert_eq!((b.print.marks.weight(), b.print.duplex), (Marks::DOT, Duplex::FrontsOnly));
}

#[test]
fn faults_of_sheets_are_reported_with_their_places() {
    for (line, message) in [
        ("columns = 0", "5:11 M003 `columns` must be from 1 to 1,000, but is 0"),
        ("rows = -1", "5:8 S004 `rows`: expected a whole number from 1 to 1,000, found -1"),
        ("orientation = 'upright'", "5:15 M002 there is no orientation `upright`"),
        ("alternate = 'yes'", "5:13 M002 there is no value of `alternate` `yes`"),
        (
            "alternate = 1",
            "5:13 S004 `alternate`: expected true, false or \"auto\", found an integer",
        ),
        ("fold = '-1mm'", "5:8 M003 `fold` is negative: -1 mm"),
        ("marks = 'corner'", "5:9 M002 there is no style of marks `corner`"),
        ("marks = { weight = '3mm' }", "5:20 M003 a `weight` of 3 mm is more than 2 mm"),
        ("marks = { length = '0mm' }", "5:20 M003 `length` must be more than 0, but is 0 mm"),
        ("marks = { colour = 'blak' }", "5:20 M002 there is no colour `blak`"),
        ("marks = { colour = '\"/><script' }", "5:20 M002 there is no colour `\"/><script`"),
        (
            "marks = { register = 1 }",
            "5:22 S004 `register`: expected true or false, found an integer",
        ),
        ("marks = { wieght = '1mm' }", "5:11 S003 `marks` of deck `a` has an unknown key `wieght`"),
        (
            "back_where = 'card.x == 1'",
            "5:14 M015 `a` says which of its cards have a back, but has no back",
        ),
        ("back_where = 'card.x == 1'\nback = 'back.svg'", "5:15 C002 no card has a column `x`"),
        (
            "back_where = 'x'\nback = 'back.svg'",
            "5:14 C002 the condition `x` cannot be read: `x` is unknown here",
        ),
    ] {
        assert_eq!(faults(&format!("{DECK}{line}\n{CARD}")), [message]);
    }
}

#[test]
fn a_missing_key_is_described_as_in_its_own_table() {
    let text = "title='x'\n[fold.b]\nnet='box'\nface='a.svg'\ninside={width='9mm',height='9mm'}";
    let (_, found) = run(text, "", &Overrides::default());
    assert_eq!(said(&found), ["5:8 S005 `inside` of fold `b` has no `depth`"]);
    // A `depth` of a label is a share.
    assert_eq!(found[0].hints, ["`depth` is a length above 0, up to 2000mm"]);
}

#[test]
fn hints_name_what_was_meant() {
    for (line, hint) in [
        ("back = 'bakc.svg'", "did you mean `back.svg`?"),
        ("paper = 'leter'", "did you mean `letter`?"),
        ("duplex = 'longedge'", "did you mean `long-edge`?"),
        ("bleed = '2'", "`2` has no unit; write `2mm`, `2cm`, `2in` or `2pt`"),
    ] {
        let (_, found) = run(&format!("{DECK}{line}\n{CARD}"), "", &Overrides::default());
        assert_eq!(found[0].hints[0], hint);
    }
    let sheet = |face: &str, size: &str| {
        let text = format!("title='x'\n[sheet.t]\nface='{face}'\nsize='{size}'");
        run(&text, "", &Overrides::default()).1
    };
    let found = sheet("x.svg", "poker-us");
    assert_eq!(found[0].label.as_deref(), Some("not under templates/g or templates/_shared"));
    let found = sheet("a.svg", "poker");
    assert_eq!(found[0].hints[0], "did you mean `poker-us` or `poker-euro`?");
}

#[test]
fn a_back_that_is_never_printed_is_a_warning() {
    let text = format!("{DECK}back = 'back.svg'\nduplex = 'fronts-only'\n{CARD}");
    let (game, found) = run(&text, "", &Overrides::default());
    assert!(game.is_some());
    assert_eq!(said(&found), ["5:8 M015 the back of `a` is never printed"]);
    let asked = Overrides { duplex: Some(Duplex::LongEdge), ..Overrides::default() };
    assert!(run(&text, "", &asked).1.is_empty());
}

#[test]
fn ids_are_unique_and_safe_as_file_names() {
    assert_eq!(
        faults(&format!(
            "{DECK}{CARD}[sheet.a]\nsize='a5'\nface='a.svg'\n[sheet.'Große Karten']\nsize='a5'\n\
             face='a.svg'\n[sheet.nul]\nsize='a5'\nface='a.svg'"
        )),
        [
            "7:8 M008 two components have the id `a`",
            "10:8 M009 `Große Karten` cannot be an id",
            "13:8 M009 `nul` cannot be an id"
        ]
    );
    let (game, found) = run(
        &format!("{DECK}cards='a.csv'"),
        "id,name\n007,Scout\n,Tiger A\n,Tiger A\n,\n,Scout\n,card 4\n",
        &Overrides::default(),
    );
    assert!(found.is_empty(), "{found:?}");
    let ids: Vec<String> = game.unwrap().components[0].cards.iter().map(|c| c.id.clone()).collect();
    assert_eq!(ids, ["007", "tiger-a", "tiger-a-2", "scout", "card-4"]);
    let (_, found) =
        run(&format!("{DECK}cards='a.csv'"), "id,name\nA1,x\na1,y\nb/c,z\n", &Overrides::default());
    assert_eq!(
        said(&found),
        [
            "3:1 M008 two cards of deck `a` have the id `a1`",
            "4:1 M009 `b/c` cannot be the id of a card"
        ]
    );
}

#[test]
fn the_default_language_fills_the_gaps_of_a_translation() {
    let files = files(&format!("languages = ['en', 'it']\n{DECK}{CARD}"), "")
        .with("data/g/text.en.toml", "title = 'Show'\n[act]\ntiger = 'Tiger'\nmonkey = 'Monkey'\n")
        .with("data/g/text.it.toml", "title = 'Spettacolo'\n[act]\ntiger = 'Tigre'\n");
    for (lang, texts, warnings) in [
        (None, r#"{"title": "Show", "act": {"tiger": "Tiger", "monkey": "Monkey"}}"#, vec![]),
        (
            Some("it"),
            r#"{"title": "Spettacolo", "act": {"tiger": "Tigre", "monkey": "Monkey"}}"#,
            vec!["4:1 M012 `act.monkey` has no translation into `it`"],
        ),
    ] {
        let mut sink = Sink::new();
        let overrides = Overrides { lang: lang.map(str::to_owned), ..Overrides::default() };
        let game = read(&files, "g", &overrides, &mut sink).unwrap();
        assert_eq!(
            (game.lang.as_str(), game.texts.to_string().as_str()),
            (lang.unwrap_or("en"), texts)
        );
        assert_eq!(said(&sink.into_sorted()), warnings);
    }
    let asked = Overrides { lang: Some("fr".into()), ..Overrides::default() };
    let (_, found) = run(&format!("{DECK}{CARD}"), "", &asked);
    assert_eq!(said(&found), ["0:0 M011 `g` has no language `fr`"]);
    assert_eq!(found[0].hints, ["the only language is `en`"]);
}

#[test]
fn an_expectation_of_a_component_that_is_not_there_is_named() {
    assert_eq!(
        faults(&format!("{DECK}{CARD}[[expect]]\nin = 'artists'\ncopies = 1")),
        ["8:6 M013 there is no component `artists`"]
    );
}
