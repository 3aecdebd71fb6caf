//! Every key of `game.toml`. The reader knows no others, and the reference for designers is made of the same table.

use std::fmt::Write;

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

const fn key(table: &'static str, key: &'static str, takes: &'static str, default: &'static str, doc: &'static str) -> KeyDoc {
    KeyDoc { table, key, takes, default, doc }
}

/// The title and introduction of each table, in the order of the reference.
const TABLES: &[(&str, &str, &str)] = &[
    ("game", "Top of the file", "Who and what. These keys stand before the first `[table]`."),
    ("players", "`players`", "A table in one line: `players = { min = 2, max = 5 }`."),
    (
        "print",
        "`[print]`",
        "How everything goes on paper. Each of these keys may also stand in a `[deck.…]`, `[sheet.…]`, `[token.…]` or `[fold.…]`, where it holds for that component alone.",
    ),
    (
        "margin",
        "`margin`, side by side",
        "`margin = { top = \"10mm\", left = \"12mm\" }`. Sides that are left out keep the margin they had.",
    ),
    ("gutter", "`gutter`, by direction", "`gutter = { x = \"4mm\", y = \"0mm\" }`. A direction that is left out keeps the gutter it had."),
    ("size", "An own `size` or `paper`", "`size = { width = \"63.5mm\", height = \"88.9mm\" }`."),
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
    ("sheet", "`[sheet.ID]`", "One printed sheet at its own size, such as a score pad or a player aid."),
    (
        "token",
        "`[token.ID]`",
        "Chits, discs, stickers: small things of one shape. `size` is the box around the shape; the face is drawn over the whole box and its bleed, and cut to the shape. Tokens have cards as a deck has, or are all alike and have `copies`. Hexagons and circles lie in offset rows where more of them fit.",
    ),
    (
        "fold",
        "`[fold.ID]`",
        "Something to be cut out, folded and glued: a net of panels, each drawn by the template `face`, which sees `panel` and, as `width`, `height` and `canvas`, the size of that panel. ID is as that of a deck. Folds have cards as a deck has, each of which makes a net of its own, or are all alike and have `copies`. Folds are dashed, cuts are solid, and what takes glue is hatched.",
    ),
    ("inside", "`inside` of a fold", "`inside = { width = \"65.5mm\", height = \"90.9mm\", depth = \"20mm\" }`."),
    ("fold-cut", "`[[fold.ID.cut]]`", "Something cut out of a panel of every copy, such as a slot or a hole for a thumb."),
    (
        "expect",
        "`[[expect]]`",
        "A line of the list of contents, checked before each build: what must be true of a component. Each needs at least one of `copies`, `cards`, `unique` and `every`.",
    ),
    (
        "text",
        "`[text]` and `[style.NAME]`",
        "How `textbox` sets texts. `[text]` holds for the whole game, a style for the texts that name it, and what a template states goes before both. All of them take the same options.",
    ),
    ("data", "`[data]`", "Values of your own for the templates, where they are `data.KEY`. Any key, any type, as deep as you like."),
];

/// All keys.
pub const KEYS: &[KeyDoc] = &[
    key("game", "title", "a text", "must be there", "The title of the game, as on its box; also the title of the PDF files."),
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
    key("game", "token", "tables, one for each kind of token", "none", "The tokens."),
    key("game", "fold", "tables, one for each folded thing", "none", "What is folded and glued."),
    key("game", "expect", "tables", "none", "What must be true of the kit."),
    key("game", "text", "a table", "see there", "How texts look."),
    key("game", "style", "tables, one for each text style", "none", "Named styles of texts."),
    key("game", "data", "a table", "empty", "Values of your own."),
    key("players", "min", "a whole number from 1", "must be there", "The fewest players."),
    key("players", "max", "a whole number, at least `min`", "must be there", "The most players."),
    key(
        "print",
        "paper",
        "a name (listed below) or `{ width, height }`",
        "`\"a4\"`",
        "The paper in your printer. Whether it lies upright or flat is decided for each component, by what fits more.",
    ),
    key(
        "print",
        "margin",
        "a length from 0, or `{ top, right, bottom, left }`",
        "`\"8mm\"`",
        "The edge of the paper that stays empty. Most home printers cannot reach the outer 4 to 6 mm.",
    ),
    key(
        "print",
        "bleed",
        "a length from 0mm to 25mm",
        "`\"2mm\"`",
        "How far the picture goes on beyond the cutting line, so that a cut that is a little off shows no white.",
    ),
    key(
        "print",
        "safe",
        "a length from 0, less than half of the component",
        "`\"3mm\"`, `\"1mm\"` for tokens and folds",
        "How far inside the cutting line words and symbols stay, so that a cut that is a little off takes nothing away.",
    ),
    key(
        "print",
        "gutter",
        "a length from 0, or `{ x, y }`",
        "`\"0mm\"`",
        "The distance between two cards or tokens on the sheet. With 0 two neighbours share one cut; with twice the bleed each keeps all of its bleed.",
    ),
    key(
        "print",
        "duplex",
        "`\"long-edge\"`, `\"short-edge\"` or `\"fronts-only\"`",
        "`\"long-edge\"` with a back, else `\"fronts-only\"`",
        "How the sheet is turned over to print the backs: over its long edge like a page of a book, over its short edge like a wall calendar, or not at all. Must be as in the printer's settings.",
    ),
    key("margin", "top", "a length from 0", "as before", "The upper edge of the paper, upright."),
    key("margin", "right", "a length from 0", "as before", "The right edge."),
    key("margin", "bottom", "a length from 0", "as before", "The lower edge."),
    key("margin", "left", "a length from 0", "as before", "The left edge."),
    key("gutter", "x", "a length from 0", "as before", "Between two columns of cards."),
    key("gutter", "y", "a length from 0", "as before", "Between two rows of cards."),
    key("size", "width", "a length above 0", "must be there", "From left to right."),
    key("size", "height", "a length above 0", "must be there", "From top to bottom."),
    key("component", "size", "a name (listed below) or `{ width, height }`", "must be there", "The finished size, after cutting."),
    key(
        "component",
        "face",
        "the name of a template",
        "must be there",
        "The front: an SVG template in `templates/GAME/`, or else in `templates/_shared/`.",
    ),
    key("component", "back", "the name of a template", "no back", "The other side, looked up like `face`."),
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
    key("sheet", "copies", "a whole number from 1 to 10,000", "1", "How often the sheet is printed."),
    key("sheet", "share", "a letter from `\"a\"` to `\"z\"`", "sheets of its own", "As in a deck."),
    key("token", "cards", "the name of a CSV file", "none", "The table of the tokens, as in a deck."),
    key("token", "card", "`[[token.ID.card]]` tables", "none", "Tokens written here instead of in a table, as in a deck."),
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
    key(
        "fold",
        "net",
        "`\"cube\"`, `\"tuck-box\"`, `\"tent\"`, `\"box\"` or `\"car\"`",
        "must be there",
        "What it becomes. A `cube` is a die with the panels `1` to `6`, of which opposite ones sum to seven. A `tuck-box` is a box for a deck with the panels `front`, `back`, `left`, `right`, `top` and `bottom`. A `tent` is a figure that stands, with the panels `front` and `back`. A `box` lies on its bottom and has the panels `front`, `back`, `left`, `right`, `bottom` and, with a lid, `top`. A `car` is a box whose front is the nose: its `left` and `right` are those of the driver.",
    ),
    key("fold", "face", "the name of a template", "must be there", "Draws each panel; looked up as that of a deck."),
    key(
        "fold",
        "size",
        "of a cube a length; of a tent a name (listed below) or `{ width, height }`",
        "must be there for these",
        "The edge of a cube, or the panel of a tent that is seen.",
    ),
    key(
        "fold",
        "deck",
        "the ID of a deck",
        "must be there, or `inside`",
        "The deck that a tuck box is for: its size, and how many cards are printed.",
    ),
    key("fold", "thickness", "a length from 0", "`\"0.3302mm\"`", "Of one card of the deck."),
    key(
        "fold",
        "sleeves",
        "a name (listed below) or `{ width, height }`",
        "no sleeves",
        "The outer size of the sleeves that the deck is in. With `sleeve` alone it is 3 mm more than the card each way.",
    ),
    key(
        "fold",
        "sleeve",
        "a length from 0",
        "`\"0.12mm\"` with `sleeves`, else none",
        "How much thicker a sleeve makes a card: both of its layers together.",
    ),
    key(
        "fold",
        "clearance",
        "a length from 0",
        "`\"2mm\"`",
        "Room around the pack of cards, added to the width, the height and the depth of a tuck box.",
    ),
    key(
        "fold",
        "inside",
        "`{ width, height, depth }`",
        "must be there for a box or a car",
        "The inside. The height goes up from the bottom and the depth from the front to the back.",
    ),
    key("fold", "notch", "`true` or `false`", "`true`", "Whether the front of a tuck box has a notch for a thumb in its upper edge."),
    key(
        "fold",
        "stand",
        "`\"flaps\"` or `\"slot\"`",
        "`\"flaps\"`",
        "What a tent stands on: two flaps that are glued on each other, so that it stands like a tent; or a foot of its own, with a slot in both, for a figure that is glued flat.",
    ),
    key(
        "fold",
        "lid",
        "`true` or `false`",
        "`false`",
        "Whether a box or a car has a top, which hangs on its back and is tucked in at the front. Not together with `profile`.",
    ),
    key(
        "fold",
        "profile",
        "an SVG path such as `\"M0 34V16L24 14L34 2H72L90 14V34Z\"`",
        "a plain box",
        "The outline that the left side of a car is cut to, nose to the left, in millimetres from the upper left corner of that side, which is as wide as the inside is deep; the right side is its mirror image. It keeps the whole lower edge, and at both ends goes up by at least 5 mm: the front and the back are as high as that.",
    ),
    key("fold", "cards", "the name of a CSV file", "none", "The table of the cards, as in a deck: a net for each."),
    key("fold", "card", "`[[fold.ID.card]]` tables", "none", "Cards written here instead of in a table, as in a deck."),
    key(
        "fold",
        "copies",
        "a whole number from 1 to 10,000",
        "1",
        "How many there are, if all are alike. Not together with `cards` or `card`.",
    ),
    key("fold", "cut", "`[[fold.ID.cut]]` tables", "none", "What is cut out of panels."),
    key("inside", "width", "a length above 0", "must be there", "From left to right."),
    key("inside", "height", "a length above 0", "must be there", "From the bottom up."),
    key("inside", "depth", "a length above 0", "must be there", "From the front to the back."),
    key("fold-cut", "panel", "the name of a panel", "must be there", "The panel it is cut out of."),
    key(
        "fold-cut",
        "path",
        "an SVG path such as `\"M21.75 0V10A11 11 0 0 0 43.75 10V0Z\"`",
        "must be there",
        "One closed outline that does not cross itself, in millimetres from the upper left corner of the panel as its face stands. It may touch the edges of the panel.",
    ),
    key("expect", "that", "a text", "none", "What the line says, in your words; shown when it is not true."),
    key("expect", "in", "the ID of a component", "must be there", "The component it is about."),
    key(
        "expect",
        "where",
        "a condition such as `\"card.act == 'monkey'\"`",
        "all cards",
        "Which cards count. Cells of a CSV table are texts, so write `card.cost == '3'`, or `card.cost | int > 3`.",
    ),
    key("expect", "copies", "a whole number from 0", "not checked", "How many printed cards there must be, copies included."),
    key("expect", "cards", "a whole number from 0", "not checked", "How many different cards there must be: rows with at least one copy."),
    key(
        "expect",
        "unique",
        "the name of a column",
        "not checked",
        "No two cards may share a value of this column. Empty cells do not count.",
    ),
    key(
        "expect",
        "every",
        "the name of a column",
        "not checked",
        "Each value of this column must be counted by another `[[expect]]` of the same component with `where` and `copies`, so that no new kind of card slips in uncounted.",
    ),
    key("text", "extends", "the name of another style", "none", "The style this one is built on. Not in `[text]`."),
    key(
        "text",
        "icons",
        "the name of a folder",
        "`\"icons\"`",
        "Where the icons are, under `templates/GAME/` or `templates/_shared/`. Only in `[text]`.",
    ),
    key("text", "family", "the name of a font family", "`\"Alegreya\"`", "The font."),
    key("text", "fallback", "a list of families", "none", "Fonts for characters that the first does not have, in order."),
    key("text", "size", "a length", "`\"9pt\"`", "The wanted size."),
    key("text", "min_size", "a length", "`\"6pt\"`", "The size below which nothing shrinks."),
    key("text", "leading", "a multiple of the size, or a length", "1.2", "From baseline to baseline."),
    key("text", "colour", "an SVG colour", "`\"#000\"`", "The colour of letters and of icons that use `currentColor`."),
    key("text", "weight", "a number or `\"bold\"`", "400", "How heavy."),
    key("text", "italic", "`true` or `false`", "`false`", "Whether it slants."),
    key(
        "text",
        "align",
        "`\"start\"`, `\"centre\"`, `\"end\"`, `\"left\"`, `\"right\"` or `\"justify\"`",
        "`\"start\"`",
        "Where lines stand between left and right.",
    ),
    key("text", "valign", "`\"top\"`, `\"middle\"` or `\"bottom\"`", "`\"top\"`", "Where lines stand between top and bottom."),
    key("text", "paragraph_spacing", "a share of the leading, or a length", "`\"100%\"`", "What a blank line adds."),
    key("text", "padding", "one, two or four lengths", "`\"0mm\"`", "Between the box and its text."),
    key("text", "rotate", "degrees", "0", "Clockwise, around the middle of the box."),
    key("text", "lang", "a language or `\"none\"`", "that of the build", "For hyphens and quotes."),
    key("text", "hyphenate", "`true` or `false`", "`true`", "Whether words may be parted."),
    key("text", "letter_spacing", "a length, or a share of the size", "`\"0mm\"`", "Between letters."),
    key("text", "fit", "`\"shrink\"` or `\"none\"`", "`\"shrink\"`", "What happens to a text that is too long."),
    key("text", "quotes", "`true` or `false`", "`true`", "Whether typed quotes and dashes become printed ones."),
    key("text", "figures", "`\"lining\"` or `\"oldstyle\"`, `\"tabular\"` or `\"proportional\"`", "those of the font", "Which digits."),
    key("text", "icon_baseline", "`\"middle\"`, `\"baseline\"` or `\"bottom\"`", "`\"middle\"`", "Where icons stand."),
    key("text", "icon_size", "a share of the size", "`\"100%\"`", "How high icons are."),
    key("text", "same_size", "`true` or `false`", "`false`", "Whether all cards of a deck use the one size that fits all."),
];

/// The reference of all keys, in Markdown.
pub fn keys_markdown() -> String {
    let mut out = String::from(
        "# Keys of `game.toml`\n\nA length is a text with a number and a unit: `\"63mm\"`, `\"6.3cm\"`, `\"2.5in\"`, `\"1/8in\"`, `\"18pt\"`. Decimals have a point, and the longest length is ten metres. A key that is not listed here is an error.\n",
    );
    for (table, title, about) in TABLES {
        let _ = write!(out, "\n## {title}\n\n{about}\n");
        let mut keys = KEYS.iter().filter(|k| k.table == *table).peekable();
        if keys.peek().is_some() {
            out.push_str("\n| key | takes | when left out | what it does |\n|---|---|---|---|\n");
        }
        for k in keys {
            let _ = writeln!(out, "| `{}` | {} | {} | {} |", k.key, cell(k.takes), cell(k.default), cell(k.doc));
        }
    }
    sizes(&mut out, "Names for `size`", CARD_SIZES, "The names of papers work too.");
    sizes(&mut out, "Names for `paper`", PAPER_SIZES, "Upright.");
    out
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
            assert!(!KEYS[..index].iter().any(|other| (other.table, other.key) == (k.table, k.key)), "{} {}", k.table, k.key);
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
