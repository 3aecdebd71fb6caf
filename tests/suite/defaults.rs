//! What the reference says of a key that is left out is what happens: writing it changes no byte.

use crate::common::Project;

const DECK: &str = "[deck.cards]\nsize = \"poker-euro\"\nface = \"card.svg\"\nback = \"back.svg\"\n\
                    cards = \"cards.csv\"\n";
const SHEET: &str = "[sheet.scores]\nsize = \"a6\"\nface = \"back.svg\"\n";
const BOARD: &str =
    "[board.map]\nsize = { width = \"90mm\", height = \"80mm\" }\nface = \"back.svg\"\n";
const TOKEN: &str =
    "[token.coin]\nsize = { width = \"20mm\", height = \"20mm\" }\nface = \"back.svg\"\n";
const FOLD: &str = "[fold.die]\nnet = \"cube\"\nsize = \"20mm\"\nface = \"back.svg\"\n";
const BOOK: &str = "[rulebook.rules]\nsource = \"rules.md\"\nbooklet = true\n";

fn built(top: &str, table: &str, key: &str, options: &str) -> Vec<(String, Vec<u8>)> {
    let project = Project::mini()
        .file("data/mini/game.toml", format!("title = \"Mini\"\n{top}\n{table}{key}\n"))
        .file("data/mini/rules.md", "# Rules\n\nDraw a card.\n");
    project.run(&format!("build {options}")).exits(0);
    project.snapshot("out")
}

#[test]
fn a_key_that_is_left_out_is_as_its_reference_says() {
    let folded = "duplex = \"fold\"\n";
    let dotted = "marks = { style = \"corners\" }\n";
    for (table, before, key) in [
        (SHEET, "", "copies = 1"),
        (BOARD, "", "copies = 1"),
        (TOKEN, "", "copies = 1"),
        (FOLD, "", "copies = 1"),
        (DECK, "", "duplex = \"long-edge\""),
        (SHEET, "", "duplex = \"fronts-only\""),
        (DECK, "", "safe = \"3mm\""),
        (TOKEN, "", "safe = \"1mm\""),
        (FOLD, "", "safe = \"1mm\""),
        (DECK, "", "margin = \"8mm\""),
        (DECK, "", "gutter = \"0mm\""),
        (DECK, "", "orientation = \"auto\""),
        (DECK, "", "alternate = false"),
        (DECK, "", "radius = \"0mm\""),
        (DECK, folded, "fold = \"3mm\""),
        (DECK, dotted, "bleed = \"2mm\""),
        (DECK, "", "marks = \"corners\""),
        (DECK, "", "back_where = \"card.name != ''\""),
    ] {
        let table = format!("{table}{before}");
        let without = built("", &table, "", "--proof");
        assert_eq!(built("", &table, key, "--proof"), without, "{key} in {table}");
    }
    for (top, table) in [
        ("languages = [\"en\"]", DECK),
        ("[print]\npaper = \"a4\"", DECK),
        ("[text]\nfamily = \"Alegreya\"", DECK),
        ("[preflight]\ncontrast = 3", DECK),
    ] {
        assert_eq!(built(top, table, "", ""), built("", table, "", ""), "{top}");
    }
    for (written, left) in [
        ("booklet = true", "booklet = { up = 2 }"),
        ("booklet = true", "booklet = { thickness = \"0.1mm\" }"),
        ("booklet = true", "booklet = { flip = \"short-edge\" }"),
        ("booklet = true\n", "booklet = true\nsize = \"a5\"\n"),
        ("booklet = true\n", "booklet = true\ncolumns = 1\nquick = false\n"),
    ] {
        let book = BOOK.replace(written, left);
        assert_eq!(built("", &book, "", ""), built("", BOOK, "", ""), "{left}");
    }
    // What the comparison would miss if nothing was compared.
    assert_ne!(built("", SHEET, "copies = 2", ""), built("", SHEET, "", ""));
}
