//! What the reference says in words of a key that is left out is what happens: writing it changes
//! nothing, and writing anything else does. (A default that the reference shows as a value needs no
//! test: reader and reference take it from one declaration.)

use std::collections::BTreeSet;

use crate::common::Project;

/// How the words of one key are proven.
struct Case {
    /// The table as the reference calls it, and the key.
    of: (&'static str, &'static str),
    /// A game without its title, with `@` where the key goes; or the file of a printer.
    game: String,
    /// What stands there where the key is left out.
    left_out: &'static str,
    /// The key with the value that the words name.
    stated: &'static str,
    /// The key with another value.
    other: &'static str,
}

/// A case whose key may be left out without putting anything in its place.
fn case(
    of: (&'static str, &'static str),
    game: impl Into<String>,
    stated: &'static str,
    other: &'static str,
) -> Case {
    Case { of, game: game.into(), left_out: "", stated, other }
}

const DECK: &str = r#"[deck.cards]
size = "poker-euro"
face = "card.svg"
back = "back.svg"
cards = "cards.csv"
@
"#;
const SHEET: &str = r#"[sheet.scores]
size = "a6"
face = "back.svg"
@
"#;
const BOARD: &str = r#"[board.map]
size = { width = "90mm", height = "80mm" }
face = "board.svg"
@
"#;
const LARGE_BOARD: &str = r#"[board.map]
size = { width = "300mm", height = "280mm" }
face = "board.svg"
@
"#;
const TOKEN: &str = r#"[token.coin]
size = { width = "20mm", height = "20mm" }
face = "back.svg"
@
"#;
const FOLD: &str = r#"[fold.die]
net = "cube"
size = "20mm"
face = "back.svg"
@
"#;
const TUCK_BOX: &str = r#"[fold.box]
net = "tuck-box"
face = "back.svg"
"#;
const BOOK: &str = r#"[rulebook.rules]
source = "rules.md"
@
"#;

const CARD: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
{{ textbox(text=card.name ~ ' "1234"', x=6, y=8, width=50, height=40) }}
</svg>
"#;
const GEOMETRY: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} \
                        font-family=\"Alegreya\">\n\
                        {% if field %}{% for p in field.points %}\
                        <circle cx=\"{{ p.x }}\" cy=\"{{ p.y }}\" r=\"1\"/>{% endfor %}{% endif %}\
                        {% if radial %}{% for h in radial.houses %}\
                        <circle cx=\"{{ h.label.x }}\" cy=\"{{ h.label.y }}\" r=\"1\"/>\
                        {% endfor %}{% endif %}\n</svg>\n";
const RULES: &str = "# Rules\n\nDraw “cards” and lay them on the incomprehensible table of \
                     extraordinarily internationalised responsibilities.\n\n## Deck\n\nThere are 4 \
                     cards.\n\n## Table\n\nThere are 3 cards.\n\n<!-- page -->\n\n## A\n\n\
                     <!-- page -->\n\n## B\n\n<!-- page -->\n\n## C\n\n<!-- page -->\n\n## D\n";

/// What comes of a game: how the build ends, what it says if it fails, and all files.
type Outcome = (i32, String, Vec<(String, Vec<u8>)>);

fn outcome(case: &Case, key: &str) -> Outcome {
    let text = case.game.replace('@', key);
    let is_printer = case.of.0.starts_with("`printers/");
    // A sheet that is printed in landscape, on both sides.
    let printed = "[print]\norientation = \"landscape\"\n".to_owned() + &DECK.replace('@', "");
    let game = if is_printer { &printed } else { &text };
    let mut project = Project::mini()
        .file("data/mini/game.toml", format!("title = \"Mini\"\n{game}\n"))
        .file("data/mini/cards.csv", "id,name,copies\nriver,Fluß,2\nhill,Hill,1\nmill,Mill,1\n")
        .file("data/mini/points.csv", "id,kind,ring,angle\nfluß,gate,outer,30deg\n")
        .file("data/mini/rules.md", RULES)
        .file("templates/mini/card.svg", CARD)
        .file("templates/mini/board.svg", GEOMETRY);
    let mut command = "build --proof --jobs 1".to_owned();
    if is_printer {
        project = project.file("printers/office.toml", text);
        command += " --printer office --deny-warnings";
    }
    let run = project.run(&command);
    let said = if run.code == 0 { String::new() } else { run.stderr };
    let files = if run.code == 0 { project.snapshot("out") } else { Vec::new() };
    (run.code, said, files)
}

#[track_caller]
fn proves(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let (table, key) = case.of;
        let without = outcome(case, case.left_out);
        let stated = outcome(case, case.stated);
        let said = format!("{}{}", without.1, stated.1);
        if without != stated {
            let game = &case.game;
            wrong.push(format!("`{key}` of {table} is not `{}` in\n{game}\n{said}", case.stated));
        }
        if outcome(case, case.other) == without {
            wrong.push(format!("`{}` of {table} changes nothing in\n{}", case.other, case.game));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const PRINT: &str = "`[print]`";
const MARKS: &str = "`marks`, as a table";

fn of_print() -> Vec<Case> {
    let deck = |before: &str| DECK.replace('@', &format!("{before}\n@"));
    let printed = |print: &str| format!("[print]\n{print}\n{}", DECK.replace('@', ""));
    let large_gutters = "gutter = \"12mm\"\n";
    vec![
        case((PRINT, "safe"), DECK, "safe = \"3mm\"", "safe = \"4mm\""),
        case((PRINT, "safe"), SHEET, "safe = \"3mm\"", "safe = \"4mm\""),
        case((PRINT, "safe"), BOARD, "safe = \"3mm\"", "safe = \"4mm\""),
        case((PRINT, "safe"), TOKEN, "safe = \"1mm\"", "safe = \"2mm\""),
        case((PRINT, "safe"), FOLD, "safe = \"1mm\"", "safe = \"2mm\""),
        case((PRINT, "margin"), printed("@"), "margin = \"8mm\"", "margin = \"25mm\""),
        case((PRINT, "gutter"), printed("@"), "gutter = \"0mm\"", "gutter = \"1mm\""),
        case((PRINT, "duplex"), DECK, "duplex = \"long-edge\"", "duplex = \"short-edge\""),
        case((PRINT, "duplex"), SHEET, "duplex = \"fronts-only\"", "duplex = \"long-edge\""),
        case((PRINT, "fold"), deck("duplex = \"fold\""), "fold = \"3mm\"", "fold = \"4mm\""),
        case(
            (PRINT, "fold"),
            deck("duplex = \"fold\"\nbleed = \"1mm\""),
            "fold = \"2mm\"",
            "fold = \"3mm\"",
        ),
        case((PRINT, "columns"), DECK, "columns = 3", "columns = 2"),
        case((PRINT, "rows"), DECK, "rows = 3", "rows = 1"),
        case((PRINT, "marks"), printed("@"), "marks = \"corners\"", "marks = \"guides\""),
        case(
            (MARKS, "offset"),
            DECK,
            "marks = { offset = \"0.5mm\" }",
            "marks = { offset = \"1mm\" }",
        ),
        case(
            (MARKS, "offset"),
            deck("bleed = \"0mm\""),
            "marks = { offset = \"2mm\" }",
            "marks = { offset = \"0.5mm\" }",
        ),
        case(
            (MARKS, "offset"),
            deck("bleed = \"1mm\""),
            "marks = { offset = \"1mm\" }",
            "marks = { offset = \"0.5mm\" }",
        ),
        Case {
            of: (MARKS, "offset"),
            game: deck("bleed = \"0mm\""),
            left_out: "marks = \"guides\"",
            stated: "marks = { style = \"guides\", offset = \"2mm\" }",
            other: "marks = { style = \"guides\", offset = \"0.5mm\" }",
        },
        Case {
            of: (MARKS, "offset"),
            game: deck(large_gutters),
            left_out: "marks = \"grid\"",
            stated: "marks = { style = \"grid\", offset = \"0.5mm\" }",
            other: "marks = { style = \"grid\", offset = \"0mm\" }",
        },
        Case {
            of: (MARKS, "offset"),
            game: deck(large_gutters),
            left_out: "marks = \"dotted\"",
            stated: "marks = { style = \"dotted\", offset = \"0.5mm\" }",
            other: "marks = { style = \"dotted\", offset = \"0mm\" }",
        },
        case(
            (MARKS, "weight"),
            DECK,
            "marks = { weight = \"0.25pt\" }",
            "marks = { weight = \"0.2mm\" }",
        ),
        Case {
            of: (MARKS, "weight"),
            game: deck("bleed = \"0mm\""),
            left_out: "marks = \"dotted\"",
            stated: "marks = { style = \"dotted\", weight = \"0.2mm\" }",
            other: "marks = { style = \"dotted\", weight = \"0.3mm\" }",
        },
        Case {
            of: ("A custom `cutter`", "arm"),
            game: DECK.to_owned(),
            left_out: "cutter = { kind = \"silhouette-3\" }",
            stated: "cutter = { kind = \"silhouette-3\", arm = \"8.4mm\" }",
            other: "cutter = { kind = \"silhouette-3\", arm = \"6mm\" }",
        },
    ]
}

#[test]
fn a_print_key_that_is_left_out_is_as_its_reference_says() {
    proves(&of_print());
}

/// `margin` and `gutter` in a component leave what `[print]` says of the other sides.
fn of_sides() -> Vec<Case> {
    let game = |print: &str| format!("[print]\n{print}\n{DECK}");
    let margin = |key, stated, other| Case {
        of: ("`margin`, by side", key),
        game: game("margin = \"10mm\""),
        left_out: if key == "left" {
            "margin = { top = \"12mm\" }"
        } else {
            "margin = { left = \"12mm\" }"
        },
        stated,
        other,
    };
    let gutter = |key, left_out, stated, other| Case {
        of: ("`gutter`, by direction", key),
        game: game("gutter = \"2mm\""),
        left_out,
        stated,
        other,
    };
    vec![
        margin(
            "top",
            "margin = { left = \"12mm\", top = \"10mm\" }",
            "margin = { left = \"12mm\", top = \"16mm\" }",
        ),
        margin(
            "right",
            "margin = { left = \"12mm\", right = \"10mm\" }",
            "margin = { left = \"12mm\", right = \"40mm\" }",
        ),
        margin(
            "bottom",
            "margin = { left = \"12mm\", bottom = \"10mm\" }",
            "margin = { left = \"12mm\", bottom = \"16mm\" }",
        ),
        margin(
            "left",
            "margin = { top = \"12mm\", left = \"10mm\" }",
            "margin = { top = \"12mm\", left = \"40mm\" }",
        ),
        gutter(
            "x",
            "gutter = { y = \"1mm\" }",
            "gutter = { y = \"1mm\", x = \"2mm\" }",
            "gutter = { y = \"1mm\", x = \"1mm\" }",
        ),
        gutter(
            "y",
            "gutter = { x = \"1mm\" }",
            "gutter = { x = \"1mm\", y = \"2mm\" }",
            "gutter = { x = \"1mm\", y = \"1mm\" }",
        ),
    ]
}

#[test]
fn a_side_that_is_left_out_is_as_before() {
    proves(&of_sides());
}

fn of_components() -> Vec<Case> {
    let deck_and = |table: &str| format!("{}{table}", DECK.replace('@', ""));
    let sleeved = format!(
        r#"{TUCK_BOX}deck = "cards"
sleeve = "0.2mm"
@
"#
    );
    let in_sleeves = "sleeves = { width = \"67mm\", height = \"92mm\" }";
    let in_sleeves = format!(
        r#"{TUCK_BOX}deck = "cards"
{in_sleeves}
@
"#
    );
    let around_deck = |key| Case {
        of: ("The size of what is made for a deck", key),
        game: deck_and(&format!("{TUCK_BOX}@\n")),
        left_out: "deck = \"cards\"\nthickness = \"0.5mm\"",
        stated: "inside = { width = \"65mm\", height = \"90mm\", depth = \"4mm\" }",
        other: "inside = { width = \"65mm\", height = \"90mm\", depth = \"5mm\" }",
    };
    let cards = "`cards` and `card`";
    let joined = DECK.replace(
        '@',
        "join = [{ table = \"cards.csv\", on = \"id\", rename = { word = \"name\", n = \
         \"copies\" } @ }]",
    );
    vec![
        case(
            ("The table of a component", "where"),
            DECK,
            "where = \"card.name != ''\"",
            "where = \"card.name == 'Mill'\"",
        ),
        case(("`[[deck.ID.join]]`", "key"), joined, ", key = \"id\"", ", key = \"word\""),
        case(("`[sheet.ID]`", "copies"), SHEET, "copies = 1", "copies = 2"),
        case(("`[token.ID]`", "copies"), TOKEN, "copies = 1", "copies = 2"),
        case(("`[fold.ID]`", "copies"), FOLD, "copies = 1", "copies = 2"),
        case(("`[deck.ID]`", "radius"), DECK, "radius = \"0mm\"", "radius = \"3mm\""),
        case((cards, "encoding"), DECK, "encoding = \"utf-8\"", "encoding = \"windows-1252\""),
        case(
            ("Decks, sheets, boards and tokens", "back_where"),
            DECK,
            "back_where = \"card.name != ''\"",
            "back_where = \"card.name == 'Mill'\"",
        ),
        around_deck("deck"),
        around_deck("inside"),
        case(
            ("The size of what is made for a deck", "sleeves"),
            deck_and(&sleeved),
            "sleeves = { width = \"66mm\", height = \"91mm\" }",
            "sleeves = { width = \"67mm\", height = \"92mm\" }",
        ),
        case(
            ("The size of what is made for a deck", "sleeve"),
            deck_and(&in_sleeves),
            "sleeve = \"0.12mm\"",
            "sleeve = \"1mm\"",
        ),
    ]
}

fn of_boards() -> Vec<Case> {
    let ring = r#"[board.map.field]
points = "points.csv"
@
[board.map.field.kind.gate]
shape = "square"
size = "4mm"
[board.map.field.ring.outer]
radius = "20mm"
"#;
    let ring_alone = ring.replace("@\n", "") + "@\n";
    let board_and = |geometry: &str| BOARD.replace("@\n", geometry);
    let radial = r#"[board.map.radial]
spokes = 6
radii = ["36mm", "20mm"]
@
"#;
    vec![
        case(("`[board.ID]`", "copies"), BOARD, "copies = 1", "copies = 2"),
        case(
            ("`[board.ID]`", "tiles"),
            LARGE_BOARD,
            "tiles = { join = \"overlap\" }",
            "tiles = { join = \"tabs\" }",
        ),
        case(
            ("`[board.ID.field]`", "encoding"),
            board_and(ring),
            "encoding = \"utf-8\"",
            "encoding = \"utf-16le\"",
        ),
        case(
            ("`[board.ID.field.ring.NAME]`", "centre"),
            board_and(&ring_alone),
            "centre = { x = \"45mm\", y = \"40mm\" }",
            "centre = { x = \"44mm\", y = \"40mm\" }",
        ),
        case(
            ("`[board.ID.radial]`", "centre"),
            board_and(radial),
            "centre = { x = \"45mm\", y = \"40mm\" }",
            "centre = { x = \"44mm\", y = \"40mm\" }",
        ),
        case(
            ("`[board.ID.radial]`", "label"),
            board_and(radial),
            "label = { depth = \"50%\", across = \"50%\" }",
            "label = { depth = \"20%\", across = \"50%\" }",
        ),
    ]
}

#[test]
fn a_key_of_a_component_that_is_left_out_is_as_its_reference_says() {
    proves(&of_components());
    proves(&of_boards());
}

fn of_counts() -> Vec<Case> {
    let deck_and = |table: &str| format!("{}{table}\n@\n", DECK.replace('@', ""));
    let take = r#"[variant.short]
title = "Short"
[[variant.short.expect]]
in = "cards"
copies = 0
[[variant.short.take_out]]
in = "cards""#;
    let term = r#"[rulebook.rules]
source = "rules.md"
[[rulebook.rules.term]]
in = "cards"
en = ["cards"]"#;
    let as_coins = |copies: u32| {
        format!(
            r#"{}{}copies = {copies}
[[expect]]
in = "cards"
same_as = {{ component = "coin" @ }}
"#,
            DECK.replace('@', ""),
            TOKEN.replace('@', "")
        )
    };
    vec![
        case(("`same_as`", "times"), as_coins(4), ", times = 1", ", times = 2"),
        case(("`same_as`", "plus"), as_coins(4), ", plus = 0", ", plus = 2"),
        case(
            ("`[[expect]]`", "where"),
            deck_and("[[expect]]\nthat = \"four\"\nin = \"cards\"\ncopies = 4"),
            "where = \"card.name != ''\"",
            "where = \"card.name == 'Mill'\"",
        ),
        case(
            ("`[[variant.NAME.take_out]]`", "where"),
            deck_and(take),
            "where = \"card.name != ''\"",
            "where = \"card.name == 'Mill'\"",
        ),
        case(("`[[variant.NAME.take_out]]`", "copies"), deck_and(take), "copies = 4", "copies = 1"),
        case(
            ("`[[rulebook.ID.term]]`", "where"),
            deck_and(term),
            "where = \"card.name != ''\"",
            "where = \"card.name == 'Mill'\"",
        ),
        case(
            ("`[[rulebook.ID.term]]`", "section"),
            deck_and(term),
            "section = \"table\"",
            "section = \"deck\"",
        ),
    ]
}

#[test]
fn a_key_of_a_count_that_is_left_out_is_as_its_reference_says() {
    proves(&of_counts());
}

fn of_texts() -> Vec<Case> {
    let options = "Options of text";
    let deck = DECK.replace('@', "");
    let book = "`[rulebook.ID]`";
    let at_top = |rest: &str| format!("@\n{rest}");
    let booklet = BOOK.replace('@', "booklet = { @ }");
    let stated = r#"[text]
family = "Alegreya Sans"
align = "end"
hyphenate = false
size = "12pt"
"#;
    vec![
        case(
            ("Top of the file", "languages"),
            at_top(&deck),
            "languages = [\"en\"]",
            "languages = [\"de\"]",
        ),
        case((options, "lang"), format!("[text]\n@\n{deck}"), "lang = \"en\"", "lang = \"de\""),
        case(
            (options, "figures"),
            format!("[text]\n@\n{deck}"),
            "figures = \"oldstyle\"",
            "figures = \"lining\"",
        ),
        case((book, "size"), BOOK, "size = \"a5\"", "size = \"a6\""),
        case(
            (book, "margin"),
            BOOK,
            "margin = { top = \"18.5mm\", right = \"14.5mm\", bottom = \"18.5mm\", \
             left = \"17mm\" }",
            "margin = { top = \"18.5mm\", right = \"14.5mm\", bottom = \"18.5mm\", \
             left = \"17.5mm\" }",
        ),
        case((book, "booklet"), BOOK, "booklet = false", "booklet = true"),
        case(
            (book, "text"),
            BOOK,
            "text = { size = \"10pt\", leading = 1.3, align = \"justify\" }",
            "text = { size = \"10pt\", leading = 1.2, align = \"justify\" }",
        ),
        case(
            (book, "text"),
            format!("{stated}{BOOK}"),
            "text = { family = \"Alegreya Sans\", align = \"end\", hyphenate = false, \
             size = \"12pt\" }",
            "text = { align = \"justify\" }",
        ),
        case(
            (book, "heading"),
            BOOK,
            "heading = { size = \"16pt\", weight = 700, colour = \"#7a1f1f\", align = \"start\", \
             hyphenate = false }",
            "heading = { align = \"centre\" }",
        ),
        case(("`booklet` of a rulebook", "sheets"), booklet, "sheets = 2", "sheets = 1"),
    ]
}

#[test]
fn a_key_of_texts_that_is_left_out_is_as_its_reference_says() {
    proves(&of_texts());
}

fn of_printers() -> Vec<Case> {
    let printer = |key, rest: &str, stated, other| {
        case(("`printers/NAME.toml`", key), format!("{rest}\n@\n"), stated, other)
    };
    vec![
        printer("edges", "scale = 1.01", "edges = \"0mm\"", "edges = \"20mm\""),
        printer("back", "scale = 1.01", "back = { x = \"0mm\" }", "back = { x = \"1mm\" }"),
        printer("scale", "back = { x = \"1mm\" }", "scale = 1.0", "scale = 1.01"),
        printer(
            "landscape",
            "back = { x = \"1mm\" }",
            "landscape = \"left\"",
            "landscape = \"right\"",
        ),
    ]
}

#[test]
fn a_key_of_a_printer_that_is_left_out_is_as_its_reference_says() {
    proves(&of_printers());
    let landscape = &of_printers()[3];
    let game = r#"title = "Mini"
[print]
orientation = "landscape"
"#
    .to_owned()
        + DECK;
    let assumed = |key: &str| {
        let project = Project::mini()
            .file("data/mini/game.toml", game.replace('@', ""))
            .file("printers/office.toml", landscape.game.replace('@', key));
        let run = project.run("build --printer office").exits(0);
        format!("{}{}", run.stdout, run.stderr).contains("assumed")
    };
    assert!(assumed("") && !assumed(landscape.stated));
}

/// With these shapes of a token the key may not be left out.
#[test]
fn a_key_that_a_shape_requires_is_missed() {
    for (shape, key) in [("rounded", "radius"), ("path", "path")] {
        let token = TOKEN.replace('@', &format!("shape = \"{shape}\""));
        let game = format!("title = \"Mini\"\n{token}");
        let run = Project::mini().file("data/mini/game.toml", game).run("check").exits(1);
        run.says("S005").says(&format!("`{key}`"));
    }
}

#[test]
fn what_is_not_shared_has_sheets_of_its_own() {
    let tables = [DECK, SHEET, TOKEN].concat().replace('@', "");
    let project =
        Project::mini().file("data/mini/game.toml", format!("title = \"Mini\"\n{tables}"));
    project.run("build").exits(0);
    let files = project.files("out/mini");
    for id in ["cards", "scores", "coin"] {
        assert!(files.contains(&format!("{id}.pdf")), "{files:?}");
    }
}

/// Words for what is simply not there, which no value could state.
const ABSENT: [&str; 6] = ["none", "nothing", "empty", "its defaults", "no back", "not checked"];

/// Keys whose words have a test of their own, above or beside what they are about.
const ALONE: [(&str, &str); 9] = [
    ("`[[expect]]`", "lang"),
    ("`cards` and `card`", "sheet"),
    ("`[[variant.NAME.take_out]]`", "that"),
    ("`[fold.ID]` with `net = \"car\"`", "profile"),
    ("`[token.ID]`", "radius"),
    ("`[token.ID]`", "path"),
    ("`[deck.ID]`", "share"),
    ("`[sheet.ID]`", "share"),
    ("`[token.ID]`", "share"),
];

#[test]
fn every_default_in_words_is_proven() {
    let cases = [
        of_print(),
        of_sides(),
        of_components(),
        of_boards(),
        of_counts(),
        of_texts(),
        of_printers(),
    ];
    let tried = cases.iter().flatten().map(|case| case.of);
    let proven: BTreeSet<(&str, &str)> = tried.chain(ALONE).collect();
    let declared = pnp::game::defaults_in_words();
    for default in &declared {
        assert!(
            ABSENT.contains(&default.words.as_str())
                || proven.contains(&(default.table, default.key)),
            "nothing proves that `{}` of {} is by default {}",
            default.key,
            default.table,
            default.words
        );
    }
    for (table, key) in proven {
        let is_declared =
            |default: &pnp::game::DefaultInWords| default.table == table && default.key == key;
        assert!(declared.iter().any(is_declared), "`{key}` of {table} has no default in words");
    }
}
