//! Whole games, read from memory.

use super::*;
use crate::files::MemoryFiles;

const START: &str = "title = 'x'\n[deck.a]\nsize = 'poker-us'\nface = 'a.svg'\n";

fn files(game: &str) -> MemoryFiles {
    MemoryFiles::new()
        .with("data/mine/game.toml", game)
        .with("data/mine/a.csv", "name,qty\nAlpha,2\n")
        .with("data/mine/artists.csv", "name\n")
}

fn faults(game: &str) -> Vec<String> {
    let mut sink = Sink::new();
    let result = GameFile::read(&files(game), "mine", None, &mut sink);
    let found: Vec<String> = sink
        .into_sorted()
        .iter()
        .map(|d| {
            let (line, column) = d.span.as_ref().map_or((0, 0), Span::start);
            let hints = d.hints.iter().fold(String::new(), |all, hint| all + " (" + hint + ")");
            format!("{line}:{column} {} {}{hints}", d.code.name(), d.message)
        })
        .collect();
    assert_eq!(result.is_ok(), found.is_empty(), "{found:?}");
    found
}

fn good(game: &str) -> GameFile {
    let mut sink = Sink::new();
    let Ok(read) = GameFile::read(&files(game), "mine", None, &mut sink) else {
        panic!("{:?}", sink.into_sorted())
    };
    read
}

#[test]
fn a_missing_game_is_named_with_those_there() {
    let files = MemoryFiles::new()
        .with("data/circus/game.toml", "")
        .with("data/zoo/game.toml", "")
        .with("data/notes/x", "");
    for (name, hints) in [
        ("circuss", vec!["did you mean `circus`?"]),
        ("notes", vec!["the games are `circus`, `zoo`"]),
        ("../data/zoo", vec!["the games are `circus`, `zoo`"]),
    ] {
        let mut sink = Sink::new();
        assert!(GameFile::read(&files, name, None, &mut sink).is_err());
        let found = sink.into_sorted();
        assert_eq!(
            (found[0].code, found[0].message.as_str()),
            (Code::S001, format!("there is no game `{name}`").as_str())
        );
        assert_eq!(found[0].hints, hints);
    }
}

#[test]
fn the_order_of_the_file_is_kept_across_kinds() {
    let game = good(
        "title = 'x'\n[deck.zebra]\nsize='a6'\nface='z'\n[sheet.mango]\nsize='a6'\nface='z'\n\
         copies = 2\n[deck.apple]\nsize='a6'\nface='z'\n[[deck.apple.card]]\nzeta = 3.0\n\
         alpha = 'x'\n[data]\nzeta = 1\nalpha = 2",
    );
    assert_eq!(
        game.components.iter().map(|c| c.id.value.as_str()).collect::<Vec<_>>(),
        ["zebra", "mango", "apple"]
    );
    assert_eq!(game.components[0].id.span.start(), (2, 7));
    let card = &game.components[2].rows[0];
    assert_eq!(card.cells.keys().collect::<Vec<_>>(), ["zeta", "alpha"]);
    assert_eq!(card.cells["zeta"].value.to_string(), "3");
    assert_eq!(card.cells["alpha"].span.start(), (14, 9));
    assert_eq!(game.keys.data.as_ref().unwrap().value.to_string(), r#"{"zeta": 1, "alpha": 2}"#);
    assert_eq!(game.components[1].keys.copies().map(|c| c.value), Some(2));
}

#[test]
fn cards_come_from_the_table_named() {
    let game = good(&format!("{START}cards = 'a.csv'"));
    let card = &game.components[0].rows[0];
    assert_eq!((card.span.path(), card.span.start()), ("data/mine/a.csv", (2, 1)));
    assert_eq!(card.cells["name"].value.as_str(), Some("Alpha"));
}

#[test]
fn all_faults_of_a_file_are_reported_at_once() {
    assert_eq!(
        faults(
            "titel = 'x'\n[print]\nbled = '3mm'\nmargin = 8\npaper = { width = '3mm' }\n[deck.a]\n\
             face = 7\nsafe = true\n[[expect]]\ncopies = -1\n[sheet]\nb = 3"
        ),
        [
            "1:1 S003 the game has an unknown key `titel` (did you mean `title`?)",
            "1:1 S005 the game has no `title` (`title` is a string)",
            "3:1 S003 [print] has an unknown key `bled` (did you mean `bleed`?)",
            "4:10 S004 `margin`: expected a length such as \"8mm\", found an integer (write a \
             length in quotes with its unit, as in \"2mm\")",
            "5:9 S005 `paper` of [print] has no `height` (`height` is a length above 0, up to \
             10000mm)",
            "6:7 S005 deck `a` has no `size` (`size` is a name such as \"poker-us\", or { width, \
             height })",
            "7:8 S004 `face`: expected a string, found an integer",
            "8:8 S004 `safe`: expected a length such as \"8mm\", found true or false",
            "9:1 S005 [[expect]] has no `in` (`in` is the ID of a component)",
            "10:10 S004 `copies`: expected a whole number from 0 to 1,000,000, found -1",
            "12:5 S004 `sheet.b`: expected a table, found an integer",
        ]
    );
}

#[test]
fn broken_toml_is_reported_line_by_line_with_a_hint() {
    for (game, said) in [
        (
            "title = “x”\nwidth = 63mm\nbleed = 1,5\n",
            vec![
                (1, "write straight quotes"),
                (2, "write a length in quotes, as in \"63mm\""),
                (
                    3,
                    "write decimals with a point, and a length in quotes with its unit, as in \
                     \"1.5mm\"",
                ),
            ],
        ),
        (
            "art = \"C:\\Users\\me\\art.png\"\n",
            vec![(1, "a backslash begins an escape in double quotes")],
        ),
        ("title = 'x'\ntitle = 'y'\n", vec![(2, "a table can have each key only once")]),
    ] {
        let mut sink = Sink::new();
        assert!(GameFile::read(&files(game), "mine", None, &mut sink).is_err());
        let found = sink.into_sorted();
        assert_eq!(found.len(), said.len(), "{found:?}");
        for (fault, (line, hint)) in found.iter().zip(said) {
            assert_eq!((fault.code, fault.span.as_ref().unwrap().start().0), (Code::S002, line));
            assert!(fault.hints[0].starts_with(hint), "{fault:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_and_carriage_returns_leave_no_trace() {
    let game =
        good("\u{feff}title = \"x\"\r\n[data]\r\nrules = \"\"\"\r\nLine 1\r\nLine 2\"\"\"\r\n");
    assert_eq!(
        game.keys.data.as_ref().unwrap().value.get_from_path("rules").unwrap().as_str(),
        Some("Line 1\nLine 2")
    );
    assert_eq!(game.keys.title.span.start(), (1, 9));
}

#[test]
fn files_that_are_not_there_are_named_with_the_nearest() {
    for (value, said) in [
        ("'artist.csv'", "5:9 S001 `artist.csv` does not exist (did you mean `artists.csv`?)"),
        (
            "\"img\\new\\temp.csv\"",
            "5:9 S001 `img\\new\\temp.csv` does not exist (in double quotes \\n and \\t are a line \
             end and a tab; write the path in single quotes, or with /)",
        ),
        (
            "'img\\new.csv'",
            "5:9 S001 `img\\new.csv` does not exist (write paths with /, which works on every \
             system)",
        ),
        (
            "'../../../x.csv'",
            "5:9 M009 `../../../x.csv` lies outside the project (paths start at data/mine)",
        ),
        (
            "'/etc/passwd'",
            "5:9 M009 `/etc/passwd` lies outside the project (paths start at data/mine)",
        ),
        ("'..'", "5:9 S001 `..` is a folder"),
    ] {
        assert_eq!(faults(&format!("{START}cards = {value}")), [said]);
    }
}

#[test]
fn languages_are_names_with_their_words_beside_the_game() {
    assert_eq!(
        faults("title = 'x'\nlanguages = ['en', 'EN', '../x', 3]\n"),
        [
            "2:20 M008 language `EN` is listed twice",
            "2:26 M009 `../x` is not the name of a language (use a short name of letters, digits \
             and `-`, such as `en` or `pt-BR`)",
            "2:34 S004 `languages`: expected a string, found an integer",
        ]
    );
    let missing = faults("title = 'x'\nlanguages = ['en', 'it']\n");
    assert_eq!(
        missing[1],
        "2:20 S001 the words of language `it`: `data/mine/text.it.toml` does not exist"
    );
    assert!(good("title = 'x'\nlanguages = ['de']\n").texts.is_empty());
    assert_eq!(faults("title = 'x'\nlanguages = []\n").len(), 1);
    assert_eq!(
        faults("title = 'x'\nplayers = { min = 3, max = 2 }\n"),
        ["2:28 S004 `max` is 2, less than the `min` of 3"]
    );
}
