//! Every key of `game.toml`. The reader knows no others, and the reference for designers is made of the same table.

use std::fmt::Write;

use crate::game::board::{BoardKeys, FieldKeys, GridKeys, RadialKeys};
use crate::game::expect::ExpectKeys;
use crate::game::fold::FoldKeys;
use crate::game::print::{MarginKeys, PrintKeys};
use crate::game::printer::PrinterKeys;
use crate::game::rulebook::RulebookKeys;
use crate::game::size::SizeKeys;
use crate::game::text::{StyleKeys, TextKeys};
use crate::game::toml::{Table, TableDoc};
use crate::game::variant::VariantKeys;
use crate::units::{CARD_SIZES, NamedSize, PAPER_SIZES};

/// One key.
#[derive(Clone, Copy, Debug)]
pub struct KeyDoc {
    /// The table it stands in, as the heading of the reference names it.
    pub table: &'static str,
    /// The key.
    pub key: &'static str,
    /// What it takes.
    pub takes: &'static str,
    /// What holds where it is left out.
    pub default: &'static str,
    /// What it does.
    pub doc: &'static str,
}

const fn key(
    table: &'static str,
    key: &'static str,
    takes: &'static str,
    default: &'static str,
    doc: &'static str,
) -> KeyDoc {
    KeyDoc { table, key, takes, default, doc }
}

/// The title and introduction of each table, in the order of the reference.
const TABLES: &[(&str, &str, &str)] = &[
    ("game", "Top of the file", "Who and what. These keys stand before the first `[table]`."),
    ("players", "`players`", "A table in one line: `players = { min = 2, max = 5 }`."),
    ("print", "", ""),
    (
        "component",
        "`[deck.ID]`, `[sheet.ID]` and `[token.ID]`",
        "One thing of the kit. ID is made of lower-case letters, digits, `-` and `_`, and names the output file.",
    ),
    (
        "deck",
        "`[deck.ID]`",
        "Cards of one size. A card has the columns of its table, and each column is `card.COLUMN` in the template. Three columns mean something: `copies` (or `qty`, `quantity`, `count`) is how often the card is printed, empty meaning once and 0 not at all; `id` names the card in messages; `name` does so where there is no `id`.",
    ),
    (
        "sheet",
        "`[sheet.ID]`",
        "One printed sheet at its own size, such as a score pad or a player aid.",
    ),
    ("field", "", ""),
    ("radial", "", ""),
    ("grid", "", ""),
    ("board", "", ""),
    (
        "token",
        "`[token.ID]`",
        "Chits, discs, stickers: small things of one shape. `size` is the box around the shape; the face is drawn over the whole box and its bleed, and cut to the shape. Tokens have cards as a deck has, or are all alike and have `copies`. Hexagons and circles lie in offset rows where more of them fit.",
    ),
    ("fold", "", ""),
    ("expect", "", ""),
    ("variant", "", ""),
    ("text", "", ""),
    ("style", "", ""),
    ("rulebook", "", ""),
    (
        "data",
        "`[data]`",
        "Values of your own for the templates, where they are `data.KEY`. Any key, any type, as deep as you like.",
    ),
    ("printer", "", ""),
];

/// All keys.
pub const KEYS: &[KeyDoc] = &[
    key(
        "game",
        "title",
        "a text",
        "must be there",
        "The title of the game, as on its box; also the title of the PDF files.",
    ),
    key("game", "author", "a text", "none", "Who made the game; also the author in the PDF files."),
    key("game", "players", "a table with `min` and `max`", "none", "How many can play."),
    key(
        "game",
        "languages",
        "a list of texts such as `[\"en\", \"it\"]`",
        "`[\"en\"]`",
        "The languages of the game, the default first. The words of each stand in `text.LANGUAGE.toml` beside this file.",
    ),
    key("game", "print", "a table", "see there", "How everything goes on paper."),
    key("game", "deck", "tables, one for each deck", "none", "The decks."),
    key("game", "sheet", "tables, one for each sheet", "none", "The sheets."),
    key("game", "board", "tables, one for each board", "none", "The boards."),
    key("game", "token", "tables, one for each kind of token", "none", "The tokens."),
    key("game", "fold", "tables, one for each folded thing", "none", "What is folded and glued."),
    key("game", "expect", "tables", "none", "What must be true of the kit."),
    key("game", "text", "a table", "see there", "How texts look."),
    key("game", "style", "tables, one for each text style", "none", "Named styles of texts."),
    key("game", "rulebook", "tables, one for each rulebook", "none", "The rulebooks."),
    key("game", "data", "a table", "empty", "Values of your own."),
    key("players", "min", "a whole number from 1", "must be there", "The fewest players."),
    key("players", "max", "a whole number, at least `min`", "must be there", "The most players."),
    key(
        "component",
        "size",
        "a name (listed below) or `{ width, height }`",
        "must be there",
        "The finished size, after cutting.",
    ),
    key(
        "component",
        "face",
        "the name of a template",
        "must be there",
        "The front: an SVG template in `templates/GAME/`, or else in `templates/_shared/`.",
    ),
    key(
        "component",
        "back",
        "the name of a template",
        "no back",
        "The other side, looked up like `face`.",
    ),
    key("component", "field", "a table", "none", "A board of points and lines."),
    key("component", "radial", "a table", "none", "A board of spokes and rings."),
    key("component", "grid", "a table", "none", "A board of cells in columns and rows."),
    key(
        "component",
        "back_where",
        "a condition such as `\"card.kind != 'title'\"`",
        "all cards",
        "Which cards have the back. Behind the others the sheet stays white, and all others keep their places.",
    ),
    key(
        "deck",
        "cards",
        "the name of a CSV file",
        "none",
        "The table of the cards, as seen from this file's folder. Commas, semicolons or tabs, as the header line has them; lines that begin with `#` are notes. Cells are printed exactly as typed.",
    ),
    key(
        "deck",
        "card",
        "`[[deck.ID.card]]` tables",
        "none",
        "Cards written here instead of in a table, with keys of your own in place of columns. Not together with `cards`.",
    ),
    key(
        "deck",
        "share",
        "a letter from `\"a\"` to `\"z\"`",
        "sheets of its own",
        "Components with the same letter share sheets, in a file `shared-a.pdf`. They are placed in the order of this file, each with its whole bleed, and what is added at the end moves nothing that was there before. Paper and margins must be the same.",
    ),
    key(
        "sheet",
        "copies",
        "a whole number from 1 to 10,000",
        "1",
        "How often the sheet is printed.",
    ),
    key(
        "board",
        "copies",
        "a whole number from 1 to 10,000",
        "1",
        "How often the board is printed.",
    ),
    key("sheet", "share", "a letter from `\"a\"` to `\"z\"`", "sheets of its own", "As in a deck."),
    key(
        "token",
        "cards",
        "the name of a CSV file",
        "none",
        "The table of the tokens, as in a deck.",
    ),
    key(
        "token",
        "card",
        "`[[token.ID.card]]` tables",
        "none",
        "Tokens written here instead of in a table, as in a deck.",
    ),
    key(
        "token",
        "copies",
        "a whole number from 1 to 10,000",
        "1",
        "How many there are, if all are alike. Not together with `cards` or `card`.",
    ),
    key(
        "token",
        "shape",
        "`\"square\"`, `\"rectangle\"`, `\"rounded\"`, `\"circle\"`, `\"hex\"`, `\"hex-flat\"` or `\"path\"`",
        "`\"rectangle\"`",
        "What is cut out of the box. A `hex` has a corner up and is regular where `height` is 1.1547 times `width`; a `hex-flat` has a side up and is regular where it is the other way round.",
    ),
    key(
        "token",
        "radius",
        "a length above 0, at most half of the shorter side",
        "must be there",
        "Of the corners. Only with `shape = \"rounded\"`.",
    ),
    key(
        "token",
        "path",
        "an SVG path such as `\"M0 0H20V20Z\"`",
        "must be there",
        "One closed outline that does not cross itself, in millimetres from the upper left corner of the box. Only with `shape = \"path\"`.",
    ),
    key(
        "token",
        "outline",
        "`\"hairline\"`, `\"kiss\"` or `\"none\"`",
        "`\"hairline\"`",
        "The line to cut along, on the front: thin, dashed for stickers that are cut through their upper layer only, or not drawn. Neighbours that touch share one line.",
    ),
    key("token", "share", "a letter from `\"a\"` to `\"z\"`", "sheets of its own", "As in a deck."),
    key("game", "variant", "tables, one for each variant", "none", "Other ways to play."),
];

/// The reference of all keys, in Markdown.
pub fn keys_markdown() -> String {
    let mut out = String::from(
        "# Keys of `game.toml`\n\nA length is a text with a number and a unit: `\"63mm\"`, `\"6.3cm\"`, `\"2.5in\"`, `\"1/8in\"`, `\"18pt\"`. Decimals have a point, and the longest length is ten metres. A key that is not listed here is an error.\n",
    );
    let mut printed: Vec<&str> = Vec::new();
    for (name, title, about) in TABLES {
        if let Some((_, declared)) = DECLARED.iter().find(|(known, _)| known == name) {
            for (at, table) in declared().all().into_iter().enumerate() {
                if !printed.contains(&table.title) {
                    printed.push(table.title);
                    declared_markdown(table, &mut out);
                    listed_markdown(KEYS.iter().filter(|k| at == 0 && k.table == *name), &mut out);
                }
            }
            continue;
        }
        let _ = write!(out, "\n## {title}\n\n{about}\n");
        let mut keys = KEYS.iter().filter(|k| k.table == *name).peekable();
        if keys.peek().is_some() {
            out.push_str("\n| key | takes | when left out | what it does |\n|---|---|---|---|\n");
        }
        listed_markdown(keys, &mut out);
    }
    sizes(&mut out, "Names for `size`", CARD_SIZES, "The names of papers work too.");
    sizes(&mut out, "Names for `paper`", PAPER_SIZES, "In portrait.");
    out
}

/// Tables that are declared where their concept lives.
const DECLARED: &[(&str, fn() -> TableDoc)] = &[
    ("print", PrintKeys::doc),
    ("field", FieldKeys::doc),
    ("radial", RadialKeys::doc),
    ("grid", GridKeys::doc),
    ("board", BoardKeys::doc),
    ("fold", FoldKeys::doc),
    ("margin", MarginKeys::doc),
    ("size", SizeKeys::doc),
    ("expect", ExpectKeys::doc),
    ("variant", VariantKeys::doc),
    ("text", TextKeys::doc),
    ("style", StyleKeys::doc),
    ("rulebook", RulebookKeys::doc),
    ("printer", PrinterKeys::doc),
];

/// The keys of some tables.
pub(crate) fn keys_of(tables: &[&str]) -> Vec<&'static str> {
    let listed = KEYS.iter().filter(|key| tables.contains(&key.table)).map(|key| key.key);
    let declared = DECLARED.iter().filter(|(table, _)| tables.contains(table));
    let declared = declared.flat_map(|(_, doc)| doc().keys).map(|key| key.key);
    listed.chain(declared).collect()
}

/// The names of all keys, whatever table they stand in.
pub fn key_names() -> Vec<&'static str> {
    let declared: Vec<TableDoc> = DECLARED.iter().map(|(_, declared)| declared()).collect();
    let declared = declared.iter().flat_map(TableDoc::all).flat_map(|table| &table.keys);
    KEYS.iter().map(|key| key.key).chain(declared.map(|key| key.key)).collect()
}

fn listed_markdown<'k>(keys: impl Iterator<Item = &'k KeyDoc>, out: &mut String) {
    for k in keys {
        let (takes, default, doc) = (cell(k.takes), cell(k.default), cell(k.doc));
        let _ = writeln!(out, "| `{}` | {takes} | {default} | {doc} |", k.key);
    }
}

fn declared_markdown(table: &TableDoc, out: &mut String) {
    let _ = write!(out, "\n## {}\n\n{}\n", table.title, table.about);
    out.push_str("\n| key | takes | when left out | what it does |\n|---|---|---|---|\n");
    for k in &table.keys {
        let absent = k.absent.as_deref().unwrap_or("required");
        let (takes, absent) = (cell(&k.takes), cell(absent));
        let _ = writeln!(out, "| `{}` | {takes} | {absent} | {} |", k.key, cell(k.doc));
    }
}

/// A bar would end the cell of a Markdown table, also inside code.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn sizes(out: &mut String, title: &str, sizes: &[NamedSize], about: &str) {
    let _ = write!(out, "\n## {title}\n\n{about}\n\n| name | size |\n|---|---|\n");
    for named in sizes {
        let _ = writeln!(out, "| `{}` | {} |", named.name, named.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_stands_in_a_described_table_and_once() {
        for (index, k) in KEYS.iter().enumerate() {
            assert!(TABLES.iter().any(|(table, ..)| *table == k.table), "{}", k.table);
            assert!(
                !KEYS[..index].iter().any(|other| (other.table, other.key) == (k.table, k.key)),
                "{} {}",
                k.table,
                k.key
            );
        }
    }

    #[test]
    fn the_reference_lists_every_key_and_size() {
        let markdown = keys_markdown();
        for k in KEYS {
            assert!(markdown.contains(&format!("| `{}` |", k.key)), "{}", k.key);
        }
        assert!(markdown.contains("| `poker-us` | 63.5 × 88.9 mm |"));
        assert!(markdown.contains("`card.cost \\| int > 3`"));
        assert!(markdown.ends_with("|\n"));
    }
}
