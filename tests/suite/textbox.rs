//! `textbox` in templates: faults name card, column and place, and decks share a size.

use std::sync::LazyLock;

use crate::common::Project;
use pnp::compose::{Artworks, Ink, Templates, compose};
use pnp::diag::{Diagnostic, Failed, Sink};
use pnp::draw::FontSet;
use pnp::files::{Files, MemoryFiles, Overlay, SharedShipped};
use pnp::game::text::text_option_names;
use pnp::game::{ComponentId, Overrides, read};

const GAME: &str = "title = 'T'\n[text]\nsize = '3mm'\nmin_size = '2mm'\n[style.rules]\n\
                    align = 'centre'\nsame_size = true\n\
                    [deck.a]\nsize = { width = '63mm', height = '88mm' }\nface = 'a.svg'\n\
                    cards = 'a.csv'\n";
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><circle \
                    r=\"5\" fill=\"currentColor\"/></svg>";
const LONG: &str = "Gain one coin. Then each other player loses one coin. Then you may move one \
                    worker to any free space next to a river.";

/// The fonts of the shipped games.
static FONTS: LazyLock<FontSet> = LazyLock::new(|| FontSet::load(&SharedShipped));

/// Fills a template with a table of cards.
fn fill(game: &str, cards: &str, template: &str) -> (Result<Vec<String>, Failed>, Vec<Diagnostic>) {
    let files = MemoryFiles::new()
        .with("data/g/game.toml", game)
        .with("data/g/a.csv", cards)
        .with("templates/g/a.svg", template)
        .with("templates/g/icons/coin.svg", ICON);
    let files = Overlay { first: files, second: SharedShipped };
    let mut sink = Sink::new();
    let svgs = run(&files, &mut sink)
        .map(|artworks| artworks.iter().map(|(_, artwork)| artwork.svg.to_string()).collect());
    (svgs, sink.into_sorted())
}

fn run(files: &dyn Files, sink: &mut Sink) -> Result<Artworks, Failed> {
    let game = read(files, "g", &Overrides::default(), sink)?;
    let templates = Templates::load(files, &game, FONTS.db(), sink)?;
    let artworks = compose(&templates, &game, &[ComponentId::new(0)], Ink::Full, sink);
    sink.gate()?;
    Ok(artworks)
}

/// `line:column code message (card)`.
fn told(found: &[Diagnostic]) -> Vec<String> {
    let place = |d: &Diagnostic| {
        d.span.as_ref().map(|s| format!("{} {:?}", s.path(), s.start())).unwrap_or_default()
    };
    found
        .iter()
        .map(|d| {
            format!(
                "{} {} {} ({})",
                place(d),
                d.code.name(),
                d.message,
                d.card.as_deref().unwrap_or("-")
            )
        })
        .collect()
}

#[test]
fn a_text_is_set_in_its_box_and_escaped_once() {
    let (svgs, found) = fill(
        GAME,
        "name,text\nA,Salt & {coin} <b>x</b>\n",
        "<svg>{{ textbox(text=card.text, x=5, y=48, width=53, height=30) }}</svg>",
    );
    assert!(found.is_empty(), "{found:?}");
    let svg = &svgs.unwrap()[0];
    assert!(
        svg.starts_with("<svg><g data-pnp=\"box\"")
            && svg.contains(">Salt &amp; </")
            && svg.contains("<circle"),
        "{svg}"
    );
    let captured = "<svg>{% set t %}{{ card.text }}!{% endset %}{{ textbox(text=t, x=5, y=48, \
                    width=53, height=30) }}</svg>";
    let (svgs, _) = fill(GAME, "name,text\nA,Salt & {coin} <b>x</b>\n", captured);
    assert!(svgs.unwrap()[0].contains(">Salt &amp; </"));
}

#[test]
fn faults_name_card_column_and_place() {
    let template =
        "<svg>{{ textbox(text=card.text, x=5, y=48, width=53, height=5, style='rules') }}</svg>";
    let cards = format!(
        "name,text\nOpen,Gain *one coin\nNext,Upright\nTall,{LONG}\nIcon,Gain {{cion}}\nHan,守\n"
    );
    let (svgs, found) = fill(GAME, &cards, template);
    assert!(svgs.is_err());
    assert_eq!(
        told(&found),
        [
            "data/g/a.csv (2, 6) X003 column `text`: `*` is opened and never closed (open)",
            "data/g/a.csv (4, 6) X001 column `text`: the text overflows its box by 1 line (0.1 mm) \
             even at the smallest size, 5.67 pt (tall)",
            "data/g/a.csv (5, 6) X005 column `text`: there is no icon `cion` (icon)",
            "data/g/a.csv (6, 5) X007 column `text`: no glyph for U+5B88 `守` in Alegreya (han)",
        ]
    );
    let (_, found) = fill(
        GAME,
        "name,text\nA,x\n",
        "<svg>\n{{ textbox(text=card.text, width=53, height=5, style='rule', x=1, y=1) }}</svg>",
    );
    assert_eq!(
        told(&found),
        ["templates/g/a.svg (2, 6) X008 column `text`: there is no text style `rule` (a)"]
    );
    let (_, found) =
        fill(&GAME.replace("align = 'centre'", "algin = 'centre'"), "name,text\nA,x\n", "<svg/>");
    assert_eq!(
        told(&found),
        ["data/g/game.toml (6, 1) S003 style `rules` has an unknown key `algin` (-)"]
    );
}

#[test]
fn a_deck_of_one_size_takes_the_size_of_its_fullest_card() {
    let template =
        "<svg>{{ textbox(text=card.text, x=5, y=48, width=53, height=9, style='rules') }}</svg>";
    let size = |svg: &String| {
        svg.split("font-size=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let (svgs, found) = fill(GAME, &format!("name,text\nShort,Gain one.\nTall,{LONG}\n"), template);
    assert!(found.is_empty(), "{found:?}");
    let sizes: Vec<String> = svgs.unwrap().iter().map(size).collect();
    assert!(sizes[0] == sizes[1] && sizes[0] != "3.00000", "{sizes:?}");
    let (svgs, _) = fill(
        &GAME.replace("same_size = true", ""),
        &format!("name,text\nShort,Gain one.\nTall,{LONG}\n"),
        template,
    );
    assert_eq!(size(&svgs.unwrap()[0]), "3.00000");
}

#[test]
fn measure_tells_the_size_of_a_text() {
    let (svgs, found) = fill(
        GAME,
        "name,text\nA,x\n",
        "<svg>{% set m = measure(text='Gain one coin', size='3mm') %}{{ m.lines }} {{ m.width }} \
         {{ m.size }}</svg>",
    );
    assert!(found.is_empty(), "{found:?}");
    let svg = &svgs.unwrap()[0];
    assert!(
        svg.starts_with("<svg>1 1") && svg.ends_with(" 3.0</svg>") || svg.ends_with(" 3</svg>"),
        "{svg}"
    );
}

/// What may stand around a box, and leave it as it is.
const AROUND: [&str; 24] = [
    "text-anchor=\"middle\"",
    "text-anchor=\"end\"",
    "letter-spacing=\"2\"",
    "word-spacing=\"3\"",
    "font-variant=\"small-caps\"",
    "font-stretch=\"condensed\"",
    "writing-mode=\"tb\"",
    "direction=\"rtl\"",
    "stroke=\"#c00\" stroke-width=\"1\"",
    "fill=\"#c00\"",
    "fill-opacity=\"0.3\"",
    "stroke-opacity=\"0.3\"",
    "text-decoration=\"underline\"",
    "font-style=\"italic\"",
    "font-weight=\"bold\"",
    "font-size=\"20\"",
    "font-family=\"Rye\"",
    "dominant-baseline=\"hanging\"",
    "xml:space=\"default\"",
    "paint-order=\"stroke\"",
    "text-rendering=\"optimizeSpeed\"",
    "style=\"letter-spacing:2px;text-anchor:end\"",
    "style=\"text-decoration:line-through;word-spacing:1px\"",
    "xml:lang=\"tr\"",
];
const SHEETS: [&str; 4] = [
    "text { letter-spacing: 2px; text-anchor: end }",
    "* { font-style: italic; word-spacing: 2px; stroke: #c00 }",
    "g { fill-opacity: 0.2; font-size: 20px }",
    "tspan { font-weight: bold } g text { fill: #c00 }",
];

#[test]
fn a_box_looks_the_same_wherever_it_stands() {
    let boxed = "{{ textbox(text=\"Comes **home** _last_ and {star} richest of all fifi\", x=6, \
                 y=40, width=51, height=20, size=\"12pt\") }}";
    let mut names = vec![String::new()];
    names.extend(AROUND.map(|attributes| format!("<g {attributes}>")));
    // Pairs of them, each around the next.
    names.extend(AROUND.iter().zip(&AROUND[7..]).map(|(a, b)| format!("<g {a}><g {b}>")));
    names.extend(SHEETS.map(|sheet| format!("<style>{sheet}</style><g>")));
    let mut template = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} font-family=\"Alegreya\">\n",
    );
    let mut rows = String::from("id,copies\n");
    for (at, around) in names.iter().enumerate() {
        let close = "</g>".repeat(around.matches("<g").count());
        template +=
            &format!("{{% if card.id == \"c{at}\" %}}{around}{boxed}{close}{{% endif %}}\n");
        rows += &format!("c{at},1\n");
    }
    let star = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\"><path d=\"M4 0L8 \
                8H0Z\" fill=\"#060\"/></svg>";
    let project = Project::mini()
        .file("data/mini/cards.csv", rows)
        .file("templates/mini/icons/star.svg", star)
        .file("templates/mini/card.svg", template + "</svg>\n");
    project.run("build --png faces --dpi 96").exits(0);
    let pictures = project.files("out/mini/cards");
    let face = |at: usize| {
        let end = format!("-c{at}.png");
        let name = pictures.iter().find(|name| name.ends_with(&end));
        name.map(|name| project.read(&format!("out/mini/cards/{name}")))
    };
    let first = face(0).expect("the box alone");
    for (at, around) in names.iter().enumerate().skip(1) {
        // What is the same to the last byte is one face of both cards.
        assert!(face(at).is_none_or(|face| face == first), "{around}");
    }
}

/// Every option with a value that is not its default, as TOML and as a template write it.
const OPTIONS: [(&str, &str); 22] = [
    ("family", "\"PT Serif\""),
    ("fallback", "[\"PT Serif\"]"),
    ("size", "\"4mm\""),
    ("min_size", "\"3mm\""),
    ("leading", "1.1"),
    ("colour", "\"#c00\""),
    ("weight", "700"),
    ("italic", "true"),
    ("align", "\"centre\""),
    ("valign", "\"bottom\""),
    ("paragraph_spacing", "\"20%\""),
    ("padding", "\"1mm\""),
    ("rotate", "10"),
    ("lang", "\"de\""),
    ("hyphenate", "false"),
    ("letter_spacing", "\"0.2mm\""),
    ("fit", "\"none\""),
    ("quotes", "false"),
    ("figures", "\"lining\""),
    ("icon_baseline", "\"bottom\""),
    ("icon_size", "1.4"),
    ("same_size", "true"),
];

/// Faces with a text that has something for every option, one that shrinks, and letters that only
/// another font has; or the faults of these texts.
fn set_with(table: &str, style: &str, call: &str) -> (Vec<String>, Vec<String>) {
    let game = format!(
        "title = 'T'\n[text]\n{table}\n[style.rules]\n{style}\n\
         [deck.a]\nsize = {{ width = '63mm', height = '88mm' }}\nface = 'a.svg'\ncards = 'a.csv'\n"
    );
    let words = "\"\"Gain\"\" 12 {coin} or 345 {coin}, extraordinarily incomprehensible \
                 internationalisation of responsibilities.\n\nThen draw.";
    let cards = [
        format!("name,text\nAll,\"{words}\"\n"),
        format!("name,text\nShort,Gain one.\nTall,{LONG}\n"),
        "name,text\nFar,\u{48a}\n".to_owned(),
    ];
    let mut faces = Vec::new();
    let mut faults = Vec::new();
    for (cards, height) in cards.iter().zip([30, 9, 9]) {
        let template = format!(
            "<svg>{{{{ textbox(text=card.text, x=5, y=48, width=40, height={height}, \
             style='rules'{call}) }}}}</svg>"
        );
        let (svgs, found) = fill(&game, cards, &template);
        faces.extend(svgs.into_iter().flatten());
        faults.extend(told(&found));
    }
    (faces, faults)
}

#[test]
fn every_option_changes_a_text_wherever_it_is_stated() {
    let plain = set_with("", "", "");
    assert!(plain.0.len() == 3 && plain.1.len() == 1, "{plain:?}");
    for name in text_option_names() {
        let (_, value) = OPTIONS
            .into_iter()
            .find(|(option, _)| *option == name)
            .unwrap_or_else(|| panic!("`{name}` is not tried"));
        let line = format!("{name} = {value}");
        let in_text = set_with(&line, "", "");
        assert!(in_text != plain, "`{line}` in [text] changes nothing");
        let is_refused = in_text.1.iter().any(|fault| fault.contains(" X009 "));
        assert!(!is_refused, "`{line}` is not taken: {:?}", in_text.1);
        assert!(set_with("", &line, "") == in_text, "`{line}` in a style");
        assert!(set_with("", "", &format!(", {name}={value}")) == in_text, "`{line}` in a call");
    }
    assert_eq!(OPTIONS.len(), text_option_names().len());
}

/// The lines of a text in a box of that width, as they are drawn.
fn lines_in(width: u32, text: &str) -> Vec<String> {
    let template =
        format!("<svg>{{{{ textbox(text=card.text, x=5, y=5, width={width}, height=80) }}}}</svg>");
    let (svgs, found) = fill(GAME, &format!("name,text\nA,\"{text}\"\n"), &template);
    let svg = &svgs.unwrap_or_else(|_| panic!("{found:?}"))[0];
    let shown = svg.split("</text>").filter_map(|line| line.rsplit_once('>'));
    shown.map(|(_, words)| words.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

#[test]
fn every_sign_for_the_end_of_a_line_ends_one() {
    for sign in ["\n", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let lines = lines_in(53, &format!("Wood{sign}stone"));
        assert_eq!(lines, ["Wood", "stone"], "{}", sign.escape_unicode());
    }
    let template = "<svg>{{ textbox(text=card.text, x=5, y=5, width=53, height=80) }}</svg>";
    let (_, found) = fill(GAME, "name,text\nA,Wood\u{1}stone\n", template);
    assert!(found[0].message.contains("no glyph for U+0001"), "{found:?}");
    assert!(found[0].hints[0].contains("delete it"), "{found:?}");
}

#[test]
fn addresses_end_their_lines_without_a_hyphen() {
    let address = "https://example.org/some/extraordinary/representation-of/rules.html";
    let lines = lines_in(20, address);
    assert!(lines.len() > 2, "{lines:?}");
    assert_eq!(lines.concat(), address);
    // The same letters as words are hyphenated.
    let words = lines_in(15, "extraordinary representation of extraordinary rules");
    assert!(!words.contains(&"extraordinary".to_owned()), "{words:?}");
}
