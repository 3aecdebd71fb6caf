//! Rulebooks: what is written stands on the pages, once, in order, and inside of the text area.

use std::sync::LazyLock;

use crate::common::{Project, draw_pdf};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use pnp::compose::{Ink, Templates, compose};
use pnp::diag::{Diagnostic, Sink};
use pnp::draw::{FontSet, Pictures};
use pnp::files::{MemoryFiles, Overlay, SharedShipped};
use pnp::game::{ComponentId, Overrides, read};
use pnp::rulebook::{FigureSources, TypesetRulebook, typeset};
use proptest::prelude::*;

const GAME: &str = "title = 'G'\n[deck.a]\nsize = { width = '63mm', height = '88mm' }\n\
                    face = 'a.svg'\ncards = 'a.csv'\n\
                    [rulebook.rules]\nsource = 'rules.md'\n";
const CARDS: &str = "id,act,copies\none,clown,3\ntwo,clown,2\nthree,monkey,4\n";
const FACE: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><rect x=\"-2\" y=\"-2\" \
                    width=\"67\" height=\"92\" fill=\"#fa8\"/></svg>";
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><circle \
                    cx=\"5\" cy=\"5\" r=\"5\" fill=\"currentColor\"/></svg>";

/// The text area of a page of A5 with the usual margins, in millimetres: left and right of pages
/// with odd and even numbers, top and bottom.
const AREA: ([(f32, f32); 2], f32, f32) = ([(17.0, 133.5), (14.5, 131.0)], 18.5, 191.5);

static FONTS: LazyLock<FontSet> = LazyLock::new(|| FontSet::load(&SharedShipped));

fn bind(extra: &str, markdown: &str) -> (Option<TypesetRulebook>, Vec<Diagnostic>) {
    let files = MemoryFiles::new()
        .with("data/g/game.toml", format!("{GAME}{extra}"))
        .with("data/g/a.csv", CARDS)
        .with("data/g/rules.md", markdown)
        .with("templates/g/a.svg", FACE)
        .with("templates/g/icons/coin.svg", ICON);
    let files = Overlay { first: files, second: SharedShipped };
    let mut sink = Sink::new();
    let mut run = || {
        let game = read(&files, "g", &Overrides::default(), &mut sink)?;
        let templates = Templates::load(&files, &game, FONTS.db(), &mut sink)?;
        let artworks = compose(&templates, &game, &[ComponentId::new(0)], Ink::Full, &mut sink);
        sink.gate()?;
        let pictures = Pictures::new(&files, "g");
        let sources = FigureSources {
            game: &game,
            templates: &templates,
            pictures: &pictures,
            artworks: &artworks,
            ink: Ink::Full,
        };
        typeset(&game.rulebooks[0], &sources, &mut sink)
    };
    let bound = run().ok();
    (bound, sink.into_sorted())
}

#[track_caller]
fn bound(markdown: &str) -> TypesetRulebook {
    let (bound, faults) = bind("", markdown);
    let told: Vec<String> =
        faults.iter().map(|d| format!("{} {}", d.code.name(), d.message)).collect();
    assert!(told.is_empty(), "{told:?}");
    bound.expect("a rulebook")
}

/// The words of a page in the order of the SVG.
fn words(svg: &str) -> String {
    let document = roxmltree::Document::parse(svg).expect("SVG");
    let mut text = String::new();
    for node in document.descendants().filter(|n| n.tag_name().name() == "text") {
        let line: String =
            node.descendants().filter_map(|n| if n.is_text() { n.text() } else { None }).collect();
        // A hyphen at the end of a line is none of the word.
        if let Some(part) = line.strip_suffix('-') {
            text.push_str(part);
        } else {
            text.push_str(&line);
            text.push(' ');
        }
    }
    text
}

fn all_words(bound: &TypesetRulebook) -> String {
    bound.pages.iter().map(|page| words(&page.svg)).collect()
}

/// A block of a random rulebook.
#[derive(Clone, Debug)]
enum Part {
    Paragraph(usize),
    Heading(u8),
    List(bool, Vec<usize>),
    Table(usize),
    Callout(Vec<usize>),
    Questions(usize),
    Figure(bool),
    Columns(u8),
    Page,
    Note,
}

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        6 => (1..90_usize).prop_map(Part::Paragraph),
        3 => (2..5_u8).prop_map(Part::Heading),
        2 => (any::<bool>(), prop::collection::vec(1..30_usize, 1..6))
            .prop_map(|(numbered, items)| Part::List(numbered, items)),
        2 => (1..30_usize).prop_map(Part::Table),
        2 => prop::collection::vec(1..60_usize, 1..4).prop_map(Part::Callout),
        1 => (1..5_usize).prop_map(Part::Questions),
        2 => any::<bool>().prop_map(Part::Figure),
        1 => (1..3_u8).prop_map(Part::Columns),
        1 => Just(Part::Page),
        1 => Just(Part::Note),
    ]
}

const FILLER: [&str; 8] =
    ["the", "artist", "climbs", "without", "any", "responsibility", "over", "applause"];

/// Words of which the first is a number that no other block has: `q7q`.
fn sentence(next: &mut usize, length: usize) -> String {
    *next += 1;
    let rest = (0..length).map(|n| FILLER[(n * 5 + *next) % FILLER.len()]);
    std::iter::once(format!("q{next}q"))
        .chain(rest.map(str::to_owned))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Markdown, how many numbers it has, and its tables: the number of the header and of the first and
/// last row.
fn written(parts: &[Part]) -> (String, usize, Vec<(usize, usize, usize)>) {
    let mut text = String::from("# Title\n\n");
    let mut next = 0;
    let mut tables = Vec::new();
    let mut level = 1;
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Paragraph(length) => text.push_str(&sentence(&mut next, *length)),
            Part::Heading(wanted) => {
                level = (*wanted).min(level + 1).max(2);
                text.push_str(&format!("{} {}", "#".repeat(level.into()), sentence(&mut next, 2)));
            }
            Part::List(numbered, items) => {
                for item in items {
                    text.push_str(&format!(
                        "{} {}\n",
                        if *numbered { "1." } else { "-" },
                        sentence(&mut next, *item)
                    ));
                }
                // Two lists in a row would be one.
                text.push_str("\n<!-- this ends the list -->");
            }
            Part::Table(rows) => {
                text.push_str(&format!("| {} | b |\n|---|---|\n", sentence(&mut next, 1)));
                let head = next;
                for row in 0..*rows {
                    text.push_str(&format!("| {} | {row} |\n", sentence(&mut next, row % 14)));
                }
                tables.push((head, head + 1, next));
            }
            Part::Callout(paragraphs) => {
                text.push_str("> [!EXAMPLE]\n");
                for length in paragraphs {
                    text.push_str(&format!("> {}\n>\n", sentence(&mut next, *length)));
                }
            }
            Part::Questions(count) => {
                for _ in 0..*count {
                    text.push_str(&format!(
                        "{}\n: {}\n\n",
                        sentence(&mut next, 4),
                        sentence(&mut next, 12)
                    ));
                }
            }
            Part::Figure(pyramid) => {
                let address = if *pyramid { "face:a?layout=pyramid" } else { "face:a?id=one" };
                text.push_str(&format!("![{}]({address})", sentence(&mut next, 6)));
            }
            Part::Columns(columns) => text.push_str(&format!("<!-- columns: {columns} -->")),
            // Who begins a page right after a heading means it; a change of columns between them
            // prints nothing.
            Part::Page
                if matches!(
                    parts[..at]
                        .iter()
                        .rev()
                        .find(|part| !matches!(part, Part::Columns(_) | Part::Page)),
                    Some(Part::Heading(_))
                ) => {}
            Part::Page => text.push_str("<!-- page -->"),
            // Notes stand at the foot and so out of the order of the rest.
            Part::Note => text.push_str(&format!(
                "{}[^n{at}]\n\n[^n{at}]: A note at the foot.",
                sentence(&mut next, 20)
            )),
        }
        text.push_str("\n\n");
    }
    (text, next, tables)
}

/// The numbers of the blocks in the order of the pages.
fn numbers(bound: &TypesetRulebook) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (page, art) in bound.pages.iter().enumerate() {
        for word in words(&art.svg).split_whitespace() {
            let number = word
                .strip_prefix('q')
                .and_then(|w| w.strip_suffix('q'))
                .and_then(|n| n.parse().ok());
            found.extend(number.map(|n: usize| (page, n)));
        }
    }
    found
}

proptest! {
    #![proptest_config(crate::common::cases(24))]

    #[test]
    fn every_block_stands_on_the_pages_once_and_in_order(
        parts in prop::collection::vec(part(), 1..24),
    ) {
        let (markdown, count, tables) = written(&parts);
        let bound = bound(&markdown);
        let found = numbers(&bound);
        let heads: Vec<usize> = tables.iter().map(|(head, ..)| *head).collect();
        // Running heads repeat the words of headings; they come first on their page.
        let mut seen: Vec<usize> = Vec::new();
        for (page, art) in bound.pages.iter().enumerate() {
            let mut here: Vec<usize> =
                found.iter().filter(|(p, _)| *p == page).map(|(_, n)| *n).collect();
            if page > 0
                && bound.marks.iter().any(|m| m.level == 2 && m.page <= page + 1)
                && !here.is_empty()
            {
                here.remove(0);
            }
            for number in here {
                if !(heads.contains(&number) && seen.contains(&number)) {
                    seen.push(number);
                }
            }
            prop_assert!(!art.svg.is_empty());
        }
        prop_assert_eq!(seen, (1..=count).collect::<Vec<_>>(), "{}", markdown);
    }

    #[test]
    fn a_floating_figure_is_overtaken_by_text_only_and_the_text_keeps_its_order(
        parts in prop::collection::vec(part(), 1..24),
    ) {
        let (markdown, count, tables) = written(&parts);
        prop_assume!(tables.is_empty());
        let floating = markdown
            .replace("layout=pyramid)", "layout=pyramid&place=float)")
            .replace("id=one)", "id=one&place=float)");
        let first = bound(&markdown);
        let second = bound(&floating);
        prop_assert!(second.pages.len() <= first.pages.len() + 1);
        let line_of = |number: usize| {
            floating.lines().find(|line| line.contains(&format!("q{number}q"))).unwrap_or_default()
        };
        let is_figure = |number: &usize| line_of(*number).starts_with("![");
        let is_heading = |number: &usize| line_of(*number).starts_with('#');
        let mut seen: Vec<usize> = Vec::new();
        for (page, art) in second.pages.iter().enumerate() {
            let mut here: Vec<usize> =
                numbers(&second).iter().filter(|(p, _)| *p == page).map(|(_, n)| *n).collect();
            if page > 0
                && second.marks.iter().any(|m| m.level == 2 && m.page <= page + 1)
                && !here.is_empty()
            {
                here.remove(0);
            }
            seen.extend(here);
            prop_assert!(art.placed.iter().all(|placed| placed.bottom < AREA.2 + 0.05));
        }
        let text: Vec<usize> = seen.iter().copied().filter(|number| !is_figure(number)).collect();
        prop_assert_eq!(text, (1..=count).filter(|number| !is_figure(number)).collect::<Vec<_>>());
        let figures: Vec<usize> = seen.iter().copied().filter(is_figure).collect();
        prop_assert_eq!(figures, (1..=count).filter(is_figure).collect::<Vec<_>>());
        for (at, number) in seen.iter().enumerate().filter(|(_, number)| is_figure(number)) {
            // What comes before it in the text comes before it on the pages; what overtakes it is
            // no heading.
            prop_assert!(seen[at..].iter().all(|later| later >= number));
            prop_assert!(
                seen[..at]
                    .iter()
                    .filter(|earlier| *earlier > number)
                    .all(|earlier| !is_heading(earlier))
            );
        }
    }

    #[test]
    fn nothing_leaves_the_text_area_and_no_heading_is_last(
        parts in prop::collection::vec(part(), 1..24),
    ) {
        let (markdown, ..) = written(&parts);
        let bound = bound(&markdown);
        let (sides, top, bottom) = AREA;
        for (number, page) in bound.pages.iter().enumerate() {
            let (left, right) = sides[number % 2];
            for (at, placed) in page.placed.iter().enumerate() {
                prop_assert!(
                    placed.left > left - 0.05 && placed.right < right + 0.05,
                    "{placed:?} on {} of\n{markdown}",
                    number + 1
                );
                prop_assert!(
                    placed.top > top - 0.05 && placed.bottom < bottom + 0.05,
                    "{placed:?} on {} of\n{markdown}",
                    number + 1
                );
                let ends = page.placed.get(at + 1).is_none_or(|next| next.top < placed.top);
                let last = number + 1 == bound.pages.len() && at + 1 == page.placed.len();
                prop_assert!(
                    last || !(ends && placed.keep && !placed.again),
                    "{placed:?} ends a \
                     column on {} of\n\
                     {markdown}",
                    number + 1
                );
            }
        }
    }

    #[test]
    fn the_header_of_a_table_stands_over_each_of_its_parts(
        rows in 1..120_usize,
        before in 0..200_usize,
    ) {
        let (markdown, _, tables) = written(&[Part::Paragraph(before), Part::Table(rows)]);
        let bound = bound(&markdown);
        let (head, first, last) = tables[0];
        let found = numbers(&bound);
        for page in 0..bound.pages.len() {
            let here: Vec<usize> =
                found.iter().filter(|(p, _)| *p == page).map(|(_, n)| *n).collect();
            let has_rows = here.iter().any(|n| (first..=last).contains(n));
            prop_assert_eq!(here.iter().filter(|n| **n == head).count(), usize::from(has_rows));
            if has_rows {
                prop_assert_eq!(
                    here.iter().position(|n| *n == head).map(|at| at + 1),
                    here.iter().position(|n| (first..=last).contains(n))
                );
            }
        }
    }
}

#[test]
fn numbers_are_counted_and_spelled_by_the_data() {
    let text = all_words(&bound(
        "# T\n\n{% set n = count(deck=\"a\", where=\"card.act == 'clown'\") %}There are {{ n | \
         words }} {{ n | noun(one=\"clown\", other=\"clowns\") }}, \
         {{ cards(deck=\"a\") }} different cards and {{ total() }} in all.\n",
    ));
    assert!(text.contains("There are five clowns, 3 different cards and 9 in all."), "{text}");
}

#[test]
fn a_list_goes_on_counting_and_its_numbers_are_aligned() {
    let text = all_words(&bound("# T\n\n8. eight\n9. nine\n10. ten\n\nBetween.\n\n11. eleven\n"));
    for label in ["8. eight", "9. nine", "10. ten", "11. eleven"] {
        assert!(text.contains(label), "{label} in {text}");
    }
}

#[test]
fn links_and_contents_lead_to_their_headings() {
    let bound = bound(
        "# T\n\n<!-- contents -->\n\n## One {#one}\n\nSee [](#two) on {page:#two}.\n\n\
         <!-- page -->\n\n## Two {#two}\n\nBack to [the start](#one).\n",
    );
    assert_eq!(bound.pages.len(), 2);
    let marks: Vec<(&str, usize)> =
        bound.marks.iter().map(|m| (m.title.as_str(), m.page)).collect();
    assert_eq!(marks, [("One", 1), ("Two", 2)]);
    let first = words(&bound.pages[0].svg);
    assert!(first.contains("See Two on 2."), "{first}");
    assert!(first.contains("One 1 Two 2"), "{first}");
    // Two lines of the contents, the title and the number; and the way back.
    assert_eq!((bound.pages[0].links.len(), bound.pages[1].links.len()), (4, 1));
}

#[test]
fn a_footnote_stands_at_the_foot_of_the_page_that_calls_it() {
    let bound = bound(
        "# T\n\nA word.[^a]\n\n<!-- page -->\n\nAnother.[^b]\n\n[^b]: Second.\n[^a]: First.\n",
    );
    let pages: Vec<String> = bound.pages.iter().map(|p| words(&p.svg)).collect();
    assert!(pages[0].contains("First.") && !pages[0].contains("Second."), "{pages:?}");
    assert!(pages[1].contains("2\u{2009}Second."), "{pages:?}");
}

#[test]
fn the_plain_forms_hold_the_same_rules() {
    let bound = bound(
        "# T & Co\n\n## Turn {#turn}\n\nTake **one** {coin}.[^n]\n\n1. first\n2. second\n\n\
         | a | b |\n|---|--:|\n| 1 | 2 |\n\n> [!TIP] Look\n> Twice.\n\n![A clown](face:a?id=one)\n\
         \nWhy?\n: Because.\n\n[^n]: A note.\n",
    );
    let wanted = "T & Co\n======\n\n\nTurn\n----\n\nTake one (coin).[1]\n\n1. first\n2. second\n\n\
                  a  b\n-  -\n1  2\n\nTip: Look\n\n    Twice.\n\n[Fig. 1: A clown]\n\n\
                  Why?\n    Because.\n\n[1] A note.\n";
    assert_eq!(bound.text, wanted);
    for piece in [
        "<h1>T &amp; Co</h1>",
        "<h2 id=\"turn\">Turn</h2>",
        "<strong>one</strong>",
        "<li>\n<p>first</p>",
        "<th scope=\"col\">a</th>",
        "<figcaption>Fig. 1: A clown</figcaption>",
        "<dt>Why?</dt>",
    ] {
        assert!(bound.html.contains(piece), "{piece} in {}", bound.html);
    }
}

#[test]
fn only_what_is_typed_as_code_is_printed_as_code() {
    let bound = bound("# T\n\nType `a *b*` and **`c`**.\n");
    let wanted = "<p>Type <code>a *b*</code> and <code><strong>c</strong></code>.</p>";
    assert!(bound.html.contains(wanted), "{}", bound.html);
}

#[test]
fn what_a_footnote_cannot_hold_is_named() {
    let (_, faults) = bind("", "# T\n\nA[^n].\n\n[^n]: B.\n\n    - c\n");
    let told: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    assert_eq!(told, ["the footnote contains a list"]);
}

/// Code, line and column of each fault.
fn told(extra: &str, markdown: &str) -> Vec<(&'static str, usize, usize)> {
    let (_, faults) = bind(extra, markdown);
    let place = |d: &Diagnostic| d.span.as_ref().map_or((0, 0), pnp::diag::Span::start);
    faults.iter().map(|d| (d.code.name(), place(d).0, place(d).1)).collect()
}

#[test]
fn faults_stand_at_their_place_in_the_markdown() {
    for (markdown, wanted) in [
        ("# T\n\nA {{ nope }}.\n", vec![("R001", 3, 6)]),
        ("# T {#t}\n\n{% set x = 1 %}\nA [link](#now).\n", vec![("R003", 4, 3)]),
        ("# T\n\nPage {page:#now}.\n", vec![("R003", 3, 6)]),
        ("# T\n\nA word[^n].\n", vec![("R003", 3, 7)]),
        ("# T\n\n{{ total() }} words ![x](face:b)\n", vec![("R004", 3, 21)]),
        ("# T\n\n![x](face:b)\n", vec![("R004", 3, 1)]),
        ("# T\n\n![x](face:a?where=card.act=='tiger')\n", vec![("R004", 3, 1)]),
        ("# T\n\n![x](face:a?lmit=3)\n", vec![("R004", 3, 1)]),
        ("# T\n\n<!-- pagebreak -->\n", vec![("R005", 3, 1)]),
        ("# T\n\n<div>\n\nx\n", vec![("R005", 3, 1)]),
        ("# T\n\n> [!NOET] x\n> y\n", vec![("R005", 3, 3)]),
        ("# T\n\nA {cion}.\n", vec![("X005", 3, 3)]),
        ("Text.\n", vec![("R005", 1, 1)]),
        ("# T\n\n# U\n", vec![("R005", 3, 1)]),
        (
            "# T\n\nA [b](#c) and ![d](face:e), {f:g}.\n",
            vec![("R004", 3, 15), ("R005", 3, 29), ("R003", 3, 3)],
        ),
    ] {
        let mut found = told("", markdown);
        found.sort_unstable();
        let mut wanted = wanted;
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{markdown}");
    }
}

const TERM: &str = r#"[[rulebook.rules.term]]
in = 'a'
where = "card.act == 'clown'"
en = ['clown', 'clowns']
"#;

#[test]
fn numbers_that_the_data_contradict_are_told() {
    for (sentence, wrong) in [
        ("There are 5 clowns.", None),
        ("There are five **clowns**.", None),
        ("There are 6 clowns.", Some(11)),
        ("There are six clowns.", Some(11)),
        ("There are twenty-six clowns.", Some(11)),
        ("There are *4* clowns.", Some(12)),
        ("One clown bows.", None),
        ("Play <!-- any -->3 clowns.", None),
        ("Of {{ count(deck=\"a\") }} clowns.", None),
        ("In 1.4 clowns, 2-3 clowns, 7/8 clowns.", None),
    ] {
        let wanted: Vec<_> = wrong.map(|column| ("R002", 3, column)).into_iter().collect();
        assert_eq!(told(TERM, &format!("# T\n\n{sentence}\n")), wanted, "{sentence}");
    }
    assert!(told(TERM, "# T\n\n> [!EXAMPLE]\n> Anna has 2 clowns.\n").is_empty());
    let within = format!("{TERM}section = 'box'\n");
    let both = "# T\n\n## Box {#box}\n\nIn the box: 6 clowns.\n\n## Turn\n\nPlay 2 clowns.\n";
    assert_eq!(told(&within, both), [("R002", 5, 13)]);
}

#[test]
fn the_pdf_can_be_read() {
    let project = Project::mini()
        .edit(
            "data/mini/game.toml",
            "[deck.cards]",
            r#"[rulebook.rules]
source = "rules.{lang}.md"
quick = true

[deck.cards]"#,
        )
        .file(
            "data/mini/rules.en.md",
            "# Mini rules\n\n<!-- contents -->\n\n## Start {#start}\n\n<!-- quick -->\n\n\
             Shuffle the extraordinarily incomprehensible cards of the neighbourhood and deal.\n\n\
             <!-- /quick -->\n\n### Deal\n\n![A river](face:cards?id=river)\n\n## End {#end}\n\n\
             Go [back](#start) or to [a page](https://example.org/).\n",
        );
    project.run("build").exits(0).never_says("warning");
    let files = project.files("out");
    assert_eq!(
        files,
        [
            "mini/cards.pdf",
            "mini/manifest.json",
            "mini/rules-quick.pdf",
            "mini/rules.html",
            "mini/rules.pdf",
            "mini/rules.txt"
        ]
    );
    let html = String::from_utf8(project.read("out/mini/rules.html")).expect("text");
    let picture = html
        .split("src=\"data:image/png;base64,")
        .nth(1)
        .and_then(|rest| rest.split_once('"'))
        .expect("a picture");
    let png = BASE64_STANDARD.decode(picture.0).expect("base64");
    let picture_of = crate::common::Picture::from_png(&png, 192.0);
    // A card of 63 × 88 mm is set 42 mm high, with a hair around it.
    assert_eq!((picture_of.width, picture_of.height), (230, 321));
    assert!(picture.1.starts_with(" width=\"115\" alt=\"\"><figcaption>"), "{}", &picture.1[..60]);
    assert!(!html.contains("src=\"figure:"), "every picture is there");
    let pdf = project.pdf("out/mini/rules.pdf");
    let text = crate::common::text_of(&pdf).split_whitespace().collect::<Vec<_>>().join(" ");
    let wanted = "Mini rules Contents Start 1 Deal 1 End 1 Start Shuffle the extraordinarily \
                  incomprehensible cards of the neighbourhood and deal. Deal Fig. 1 A river End Go \
                  back or to a page";
    assert!(text.contains(wanted), "{text}");
    let catalog = pdf.catalog().expect("a catalog");
    assert_eq!(catalog.get(b"Lang").and_then(lopdf::Object::as_str).expect("a language"), b"en");
    // Start with Deal inside of it, then End.
    let outlines = pdf
        .get_dictionary(
            catalog.get(b"Outlines").and_then(lopdf::Object::as_reference).expect("bookmarks"),
        )
        .expect("bookmarks");
    assert_eq!(outlines.get(b"Count").and_then(lopdf::Object::as_i64).expect("a number"), 2);
    let first = pdf
        .get_dictionary(outlines.get(b"First").and_then(lopdf::Object::as_reference).expect("one"))
        .expect("one");
    assert_eq!(first.get(b"Count").and_then(lopdf::Object::as_i64).expect("a number"), -1);
    let page = pdf.get_pages()[&1];
    let links = pdf
        .get_dictionary(page)
        .and_then(|p| p.get(b"Annots"))
        .and_then(lopdf::Object::as_array)
        .expect("links");
    assert_eq!(links.len(), 5, "three lines of the contents, one inside, one outside");
    let size = crate::common::page_box(&pdf, page, "MediaBox");
    assert!(
        (size[2] - 148.0 * 72.0 / 25.4).abs() < 0.01
            && (size[3] - 210.0 * 72.0 / 25.4).abs() < 0.01,
        "{size:?}"
    );
    assert_eq!(project.pdf("out/mini/rules-quick.pdf").get_pages().len(), 1);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest.json")).expect("JSON");
    let book = &manifest["rulebooks"][0];
    assert_eq!(
        (&book["id"], &book["pages"], &book["title"]),
        (&"rules".into(), &1.into(), &"Mini rules".into())
    );
    assert_eq!(book["files"].as_array().expect("files").len(), 4);
}

/// A rulebook of pages with a heading and a word each, the title on the first.
fn booklet_of(pages: usize, booklet: &str) -> Project {
    let sections: Vec<String> =
        (1..=pages).map(|n| format!("## Section {n}\n\nWords of it.\n")).collect();
    Project::mini()
        .edit(
            "data/mini/game.toml",
            "[deck.cards]",
            &format!(
                r#"[rulebook.rules]
source = "rules.{{lang}}.md"
booklet = {booklet}

[deck.cards]"#
            ),
        )
        .file(
            "data/mini/rules.en.md",
            format!(
                "# Mini rules\n\n{}",
                sections.join(
                    "\n<!-- page \
                     -->\n\n"
                )
            ),
        )
}

/// The pages on each side of a booklet from the upper left to the lower right, numbered from 1 in
/// the order of reading: the number, and the distance in mm of the page's outer edge from the
/// middle of the paper.
fn bound_pages(document: &lopdf::Document, size: (f64, f64)) -> Vec<Vec<(usize, f64)>> {
    let mm = |pt: f64| pt * 25.4 / 72.0;
    let sides: Vec<(f64, Vec<crate::common::Called>)> = document
        .get_pages()
        .values()
        .map(|page| {
            let paper = crate::common::page_box(document, *page, "MediaBox");
            let mut pages = crate::common::calls(document, *page);
            // What is printed beside them comes last.
            pages.pop();
            (mm(paper[2]), pages)
        })
        .collect();
    let number =
        |called: &crate::common::Called| called.name[1..].parse::<usize>().expect("a number");
    let mut order: Vec<usize> =
        sides.iter().flat_map(|(_, pages)| pages.iter().map(number)).collect();
    order.sort_unstable();
    sides
        .iter()
        .map(|(width, pages)| {
            let mut found: Vec<(f64, f64, usize)> = pages
                .iter()
                .map(|called| {
                    let (x, y, _) = crate::common::trim_of(called, 0.0, size, 0.0);
                    (
                        y,
                        x,
                        order.iter().position(|known| *known == number(called)).expect("known") + 1,
                    )
                })
                .collect();
            found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            found
                .into_iter()
                .map(|(_, x, page)| (page, (width / 2.0 - x).max(x + size.0 - width / 2.0)))
                .collect()
        })
        .collect()
}

fn only_pages(sides: &[Vec<(usize, f64)>]) -> Vec<Vec<usize>> {
    sides.iter().map(|side| side.iter().map(|(page, _)| *page).collect()).collect()
}

#[test]
fn a_booklet_lies_on_its_sheets_as_it_is_folded() {
    let project = booklet_of(16, "true");
    project.run("build").exits(0).never_says("warning");
    let sides = bound_pages(&project.pdf("out/mini/rules-booklet.pdf"), (148.0, 210.0));
    let wanted = [[16, 1], [2, 15], [14, 3], [4, 13], [12, 5], [6, 11], [10, 7], [8, 9]];
    assert_eq!(only_pages(&sides), wanted);
    // Each sheet is 0.1 mm nearer to the fold than the one around it.
    for (side, pages) in sides.iter().enumerate() {
        let creep = (side / 2) as f64 * 0.1;
        assert!(
            pages.iter().all(|(_, out)| (out - 148.0 + creep).abs() < 0.01),
            "{side}: {pages:?}"
        );
    }
}

#[test]
fn a_booklet_of_four_pages_to_a_side_is_cut_folded_and_laid_together_in_signatures() {
    let project = booklet_of(15, "{ up = 4, thickness = \"0.3mm\", sheets = 2 }");
    project.run("build").exits(0).never_says("warning");
    // A quarter of A4: pages of A6, on which the book is set anew.
    let sides = bound_pages(&project.pdf("out/mini/rules-booklet.pdf"), (105.0, 148.5));
    let upright: Vec<Vec<usize>> = only_pages(&sides).into_iter().step_by(2).collect();
    // The last page is the outside of the back cover; the blank one stands before it.
    assert_eq!(upright, [vec![8, 1, 15, 9], vec![6, 3, 14, 11]]);
    let mut behind: Vec<Vec<usize>> = only_pages(&sides).into_iter().skip(1).step_by(2).collect();
    for side in &mut behind {
        side.sort_unstable();
    }
    assert_eq!(behind, [vec![2, 7, 10], vec![4, 5, 12, 13]]);
    for (side, pages) in sides.iter().enumerate() {
        let creep = (side / 2) as f64 * 0.3;
        assert!(
            pages.iter().all(|(_, out)| (out - 105.0 + creep).abs() < 0.01),
            "{side}: {pages:?}"
        );
    }
}

#[test]
fn a_booklet_that_is_set_anew_is_checked_anew() {
    // A table that a page of A5 holds and one of A6 does not.
    let wide = "| Alphabetically | Extraordinarily | Incomprehensibly |\n|---|---|---|\n\
                | one | two | three |\n";
    let with = |booklet| {
        booklet_of(4, booklet)
            .file("data/mini/rules.en.md", format!("# Mini rules\n\n## Start\n\n{wide}"))
    };
    with("true").run("check").exits(0).never_says("error");
    let small = with("{ up = 4 }");
    for command in ["check", "build"] {
        let run = small.run(command).exits(1);
        run.says("error[R007]: the table is")
            .says("data/mini/rules.en.md:5:1")
            .says("on the booklet's pages, of 105 × 148.5 mm");
    }
    assert!(small.files("out").is_empty());
    // On pages without any room that is all there is to say.
    let told = booklet_of(4, "{ up = 4 }").run("check --paper a6").exits(1).stderr;
    assert!(
        told.contains(
            "a booklet of `rules` on paper of a6 has pages of 52.5 × 74 mm, too \
             small for its margins"
        ),
        "{told}"
    );
    assert_eq!(told.matches("error[").count(), 1, "{told}");
}

#[test]
fn what_no_booklet_can_be_is_told() {
    for (booklet, says) in [
        ("{ up = 3 }", "`up` must be 2 or 4, but is 3"),
        ("{ sheets = 0 }", "`sheets` must be from 1 to 1,000, but is 0"),
        ("{ thickness = \"2mm\" }", "a `thickness` of 2 mm is more than 1 mm"),
        ("{ thickness = \"thin\" }", "thickness"),
        ("{ creep = \"1mm\" }", "unknown key `creep`"),
        ("\"yes\"", "true, false or { up, thickness, flip, sheets }"),
    ] {
        booklet_of(4, booklet).run("check").exits(1).says(says).says("data/mini/game.toml:");
    }
}

#[test]
fn a_floating_figure_fills_the_hole_that_it_would_leave() {
    let text =
        "All the artist does is climb, without any responsibility, over the applause of the \
         crowd. "
            .repeat(9);
    let around = |place: &str| {
        format!(
            "# T\n\n## One\n\n{text}\n\n{text}\n\n\
             ![A tower](face:a?layout=pyramid&width=110mm{place})\n\n{text}\n\n{text}\n"
        )
    };
    let lowest = |bound: &TypesetRulebook| {
        bound.pages[0].placed.iter().map(|placed| placed.bottom).fold(0.0_f32, f32::max)
    };
    let fixed = bound(&around(""));
    let floating = bound(&around("&place=float"));
    assert!(lowest(&fixed) < 165.0, "{}", lowest(&fixed));
    assert!(lowest(&floating) > 180.0, "{}", lowest(&floating));
    // It stands at the head of the second page.
    assert_eq!(floating.pages[0].pictures.len(), 0);
    assert!(!floating.pages[1].pictures.is_empty());
}

#[test]
fn no_short_point_of_a_list_stands_alone() {
    for before in 1..40 {
        let lines: Vec<String> = (0..before).map(|n| format!("Line {n}.")).collect();
        let points: Vec<String> = (1..=5).map(|n| format!("- point q{n}q")).collect();
        let markdown = format!("# T\n\n{}\n\n{}\n", lines.join("\\\n"), points.join("\n"));
        let bound = bound(&markdown);
        let found = numbers(&bound);
        for page in 0..bound.pages.len() {
            let here = found.iter().filter(|(p, _)| *p == page).count();
            assert!(here != 1, "{before}: one point alone on page {}", page + 1);
        }
    }
}

#[test]
fn anchors_that_are_given_go_before_those_made_of_words() {
    let bound = bound(
        "# Harbour\n\n## Ships\n\nText.\n\n## Ships\n\nText.\n\n## The harbour {#harbour}\n\n\
         [Here](#harbour), [there](#ships-2).\n\n## Wharf {#ships}\n\nText.\n",
    );
    let anchors: Vec<&str> = bound.marks.iter().map(|mark| mark.anchor.as_str()).collect();
    assert_eq!(anchors, ["ships-2", "ships-3", "harbour", "ships"]);
    assert_eq!(told("", "# T\n\n## A {#x}\n\nText.\n\n## B {#x}\n\nText.\n"), [("R005", 7, 1)]);
}

#[test]
fn a_misspelt_argument_is_no_number() {
    for (call, says) in [
        (
            "count(deck=\"a\", were=\"card.act == 'clown'\")",
            "count: there is no argument `were`; did you mean `where`?",
        ),
        ("cards(dekc=\"a\")", "cards: there is no argument `dekc`; did you mean `deck`?"),
        ("total(deck=\"a\")", "total: there is no argument `deck`; it takes none"),
        ("2 | words(sex=\"f\")", "words: there is no argument `sex`; it takes `gender`"),
        (
            "2 | noun(one=\"a\", others=\"b\")",
            "noun: there is no argument `others`; did you mean `other`?",
        ),
        ("count(deck=\"b\")", "count: there is no component `b`"),
    ] {
        let (none, faults) = bind("", &format!("# T\n\n## A\n\nThere are {{{{ {call} }}}}.\n"));
        assert!(none.is_none(), "{call}");
        let told: Vec<String> = faults
            .iter()
            .map(|d| format!("{} {} {}", d.code.name(), d.message, d.hints.join(" ")))
            .collect();
        assert!(
            told.iter().any(|told| told.starts_with("R001") && told.contains(says)),
            "{call}: {told:?}"
        );
    }
}

#[test]
fn russian_numbers_drift_in_every_case() {
    let cards = crate::common::MINI.replace(
        "cards = \"cards.csv\"\n",
        r#"cards = "cards.csv"
[rulebook.rules]
source = "rules.md"
[rulebook.rules.text]
family = "PT Serif"
[[rulebook.rules.term]]
in = "cards"
ru = ["карт", "картам", "картами", "картах"]
"#,
    );
    for (text, wrong) in [
        ("Начните с двадцатью восемью картами.", true),
        ("Начните с четырьмя картами.", false),
        ("Не меньше пяти карт.", true),
        ("Не меньше четырёх карт.", false),
        ("Не меньше четырех карт.", false),
        ("К трём картам добавьте ещё.", true),
    ] {
        let filled = Project::mini()
            .file("data/mini/game.toml", format!("languages = [\"ru\"]\n{cards}"))
            .file("data/mini/rules.md", format!("# Правила\n\n## Начало\n\n{text}\n"));
        let run = filled.run("check");
        assert_eq!(run.stderr.contains("error[R002]"), wrong, "{text}: {}", run.stderr);
        assert_eq!(run.code, i32::from(wrong), "{text}: {}", run.stderr);
    }
}

#[test]
fn pictures_of_files_stand_in_the_text() {
    let book = |address: &str| {
        Project::mini()
            .edit(
                "data/mini/game.toml",
                "[deck.cards]",
                r#"[pictures]
min_dpi = 50
good_dpi = 100
[rulebook.rules]
source = "rules.md"

[deck.cards]"#,
            )
            .file(
                "data/mini/rules.md",
                format!(
                    "# Mini\n\n## Start\n\nText before.\n\n\
                     ![A camera]({address})\n\nText after.\n"
                ),
            )
            .file(
                "data/mini/map.svg",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60mm\" \
                 height=\"30mm\" viewBox=\"0 0 2 1\"><rect width=\"2\" \
                 height=\"1\" fill=\"#00ff00\"/></svg>",
            )
            .picture("data/mini/half.png", "blue.png")
    };
    for (address, width) in
        [("map.svg", 60.0), ("image:map.svg?width=40mm", 40.0), ("half.png?width=50%", 58.25)]
    {
        let project = book(address);
        project.run("build --deny-warnings").exits(0);
        let page = draw_pdf(&project.read("out/mini/rules.pdf"), 100.0).remove(0);
        let ink: Vec<usize> = (0..page.width)
            .filter(|x| {
                (0..page.height).any(|y| {
                    let [r, g, b] = page.pixels[y * page.width + x];
                    g > 200 && r < 90 && b < 90 || r > 200 && g < 90 && b < 90
                })
            })
            .collect();
        if address.contains("map") {
            let found = (ink.last().expect("a picture") - ink[0]) as f64 * 0.254;
            assert!((found - width).abs() < 0.6, "{address}: {found} mm");
        }
        let html = String::from_utf8(project.read("out/mini/rules.html")).expect("text");
        assert!(html.contains("src=\"data:image/png;base64,"), "{address}");
    }
    for (address, says) in [
        ("mapp.svg", "there is no picture `mapp.svg`"),
        ("https://example.org/a.png", "`https`"),
        ("../../../etc/passwd", "lies outside the project"),
        ("rules.md", "the picture cannot be used"),
    ] {
        book(address)
            .run("build")
            .exits(1)
            .says("error[R004]")
            .says(says)
            .says("data/mini/rules.md:7:1");
    }
}

#[test]
fn the_pieces_of_a_component_have_the_names_that_the_game_gives_them() {
    let markdown = "# T\n\n## Box\n\n<!-- components -->\n";
    let text_of = |texts: &str| {
        let project = Project::mini()
            .edit(
                "data/mini/game.toml",
                "[deck.cards]",
                r#"[rulebook.rules]
source = "rules.md"

[deck.cards]"#,
            )
            .file("data/mini/rules.md", markdown)
            .file("data/mini/text.en.toml", texts);
        project.run("build --deny-warnings").exits(0);
        String::from_utf8(project.read("out/mini/rules.txt")).expect("text")
    };
    assert!(text_of("").contains("4 cards: Cards"));
    assert!(text_of("[components]\ncards = \"Places\"\n").contains("4 cards: Places"));
    assert!(
        text_of("[components]\ncards = { name = \"Places\", one = \"tile\", other = \"tiles\" }\n")
            .contains("4 tiles: Places")
    );
}

#[test]
fn plural_forms_that_a_language_has_not_need_no_translation() {
    let with = |en: &str| {
        Project::mini()
            .file(
                "data/mini/game.toml",
                format!("languages = [\"ru\", \"en\"]\n{}", crate::common::MINI),
            )
            .file(
                "data/mini/text.ru.toml",
                r#"[n]
one = "карта"
few = "карты"
many = "карт"
other = "карты"
"#,
            )
            .file("data/mini/text.en.toml", en)
    };
    with(
        r#"[n]
one = "card"
other = "cards"
"#,
    )
    .run("check --lang en")
    .exits(0)
    .never_says("M012");
    with("[n]\none = \"card\"\n")
        .run("check --lang en")
        .exits(0)
        .says("`n.few` has no translation into `en`");
}

#[test]
fn rulebooks_are_listed() {
    let project = booklet_of(4, "true");
    let list = project.run("list").exits(0).stdout;
    assert!(
        list.ends_with(
            "  rules  rulebook        en  148 × 210 mm  to read, also as booklet, text, html\n"
        ),
        "{list}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&project.run("list --format json").exits(0).stdout).expect("JSON");
    let book = &json["games"][0]["rulebooks"][0];
    assert_eq!(
        (&book["id"], &book["booklet"], &book["quick"], &book["languages"][0]),
        (&"rules".into(), &true.into(), &false.into(), &"en".into())
    );
}

#[test]
fn the_words_of_a_book_are_in_its_language_or_said_to_be_english() {
    let book = |lang: &str, texts: &str| {
        let game = format!(
            r#"title = "T"
languages = ["{lang}"]
[rulebook.rules]
source = "rules.md"
"#
        );
        let project = Project::empty()
            .file("data/mini/game.toml", game)
            .file(&format!("data/mini/text.{lang}.toml"), texts)
            .file(
                "data/mini/rules.md",
                "# T\n\n<!-- contents -->\n\n## Eins\n\n> [!NOTE]\n> Ja.\n",
            );
        let run = project.run("build").exits(0);
        (String::from_utf8(project.read("out/mini/rules.txt")).expect("UTF-8"), run)
    };
    for (lang, word) in [
        ("de", "Hinweis"),
        ("fr", "Remarque"),
        ("es", "Nota"),
        ("pt-BR", "Nota"),
        ("pl", "Uwaga"),
        ("it", "Nota"),
        ("ru", "Примечание"),
    ] {
        let (text, run) = book(lang, "");
        assert!(text.contains(word), "{lang}: {text}");
        run.never_says("M012");
    }
    let (text, run) = book("fi", "[rulebook]\ncontents = \"Sisällys\"\n");
    assert!(text.contains("Note"), "{text}");
    run.says("8 words that the rulebook `rules` prints by itself have no translation into `fi`")
        .says("under [rulebook] of text.fi.toml: components, figure, note");
}

#[test]
fn links_lead_to_pages_letters_and_headings_only() {
    let book = bound(
        "# T\n\n## A {#a}\n\n[b](https://example.org/x), [c](HTTP://example.org), \
         [d](mailto:a@example.org), [e](#a), <https://example.com>, <b@example.org>\n",
    );
    for address in [
        "\"https://example.org/x\"",
        "\"HTTP://example.org\"",
        "\"mailto:a@example.org\"",
        "\"#a\"",
        "\"https://example.com\"",
        "\"mailto:b@example.org\"",
    ] {
        assert!(book.html.contains(&format!("<a href={address}>")), "{address}");
    }
    for (link, hint) in [
        ("javascript:alert(1)", "links begin with"),
        ("JavaScript:alert(1)", "links begin with"),
        ("data:text/html,x", "links begin with"),
        ("vbscript:x", "links begin with"),
        ("file:///etc/passwd", "links begin with"),
        ("rules.pdf", "links begin with"),
        ("//example.org", "links begin with"),
        ("www.example.org", "write https://www.example.org"),
        ("<https://example.org/a b>", "write %20"),
        ("", "links begin with"),
    ] {
        let (book, faults) = bind("", &format!("# T\n\nA [word]({link}) of it.\n"));
        assert!(book.is_none(), "{link}");
        let [fault] = &faults[..] else { panic!("{link}: {faults:?}") };
        let place = fault.span.as_ref().map(pnp::diag::Span::start);
        assert_eq!((fault.code.name(), place), ("R003", Some((3, 3))), "{link}");
        assert!(fault.hints.iter().any(|h| h.starts_with(hint)), "{link}: {:?}", fault.hints);
    }
}

#[test]
fn the_mark_of_an_item_stands_at_its_left_whatever_begins_it() {
    let items = [
        "plain words",
        "> quoted",
        "| a | b |\n   |---|---|\n   | c | d |",
        "```\n   code\n   ```",
        "- inner",
        "![Caption](face:a?id=one)",
        "> [!NOTE]\n   > boxed",
    ];
    let list: String = (1..).zip(items).map(|(n, item)| format!("{n}. {item}\n\n")).collect();
    let book = bound(&format!("# T\n\n{list}\n8.\n9. last\n"));
    // In the plain form each number begins a line, with what it belongs to behind it.
    for start in [
        "1. plain words",
        "2.     quoted",
        "3. a  b",
        "4.     code",
        "5. * inner",
        "6. [Fig. 1: Caption]",
        "7. Note:",
        "8.\n",
        "9. last",
    ] {
        assert!(book.text.contains(&format!("\n{start}")), "{start:?} in\n{}", book.text);
    }
    // On the page all numbers end at one edge, left of all that is in the items.
    let mut ends = Vec::new();
    for page in &book.pages {
        let document = roxmltree::Document::parse(&page.svg).expect("SVG");
        for node in document.descendants().filter(|n| n.tag_name().name() == "text") {
            let words = node.descendants().filter(roxmltree::Node::is_text);
            let words: String = words.filter_map(|n| n.text()).collect();
            if words.trim().strip_suffix('.').is_some_and(|n| n.parse::<u8>().is_ok()) {
                let x = node.descendants().find_map(|n| n.attribute("x")).expect("a place");
                ends.push((words, x.parse::<f32>().expect("a number")));
            }
        }
    }
    assert_eq!(ends.len(), 9, "{ends:?}");
    let left = ends[0].1;
    assert!(ends.iter().all(|(_, x)| (x - left).abs() < 0.8), "{ends:?}");
}
