//! PDF files, read again: pages, boxes, what a printer is told, and where every face lies.
#![allow(clippy::format_collect, clippy::type_complexity, reason = "plain in a test")]

use crate::common::{Called, Project, calls, form, page_box, shown_by, trim_of};
use lopdf::{Document, Object};
use std::collections::BTreeSet;

/// A deck whose fronts and backs all differ, `F` and `B` with the number of the card.
fn numbered(cards: usize, print: &str) -> Project {
    let rows: String = (1..=cards).map(|n| format!("{n:02},F{n:02},B{n:02}\n")).collect();
    let template = |word: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {{{{ canvas }}}} \
             font-family=\"Alegreya\"><text x=\"9\" y=\"20\" font-size=\"9\">{{{{ card.{word} \
             }}}}</text></svg>"
        )
    };
    Project::empty()
        .file(
            "data/mini/game.toml",
            format!(
                r#"title = "Mini"
[deck.cards]
size = "poker-euro"
face = "card.svg"
back = "back.svg"
cards = "cards.csv"
{print}
"#
            ),
        )
        .file("data/mini/cards.csv", format!("id,front,back\n{rows}"))
        .file("templates/mini/card.svg", template("front"))
        .file("templates/mini/back.svg", template("back"))
}

const UNEQUAL: &str = "bleed = \"0mm\"\nmargin = { top = \"16mm\", right = \"11mm\", bottom = \
                       \"17mm\", left = \"10mm\" }";

#[track_caller]
fn built(project: &Project) -> Document {
    project.run("build").exits(0);
    project.pdf("out/mini/cards.pdf")
}

/// A face on a page: what can be read on it, the upper left corner of the trim in mm, and whether
/// it is upside down.
type Face = (String, f64, f64, bool);

/// The forms that a page calls for its faces: those that are clipped. The slug line is not.
fn called_faces(document: &Document, page: u32) -> Vec<Called> {
    let called = calls(document, document.get_pages()[&page]);
    called.into_iter().filter(|called| called.clip_mm.is_some()).collect()
}

/// The faces on a page.
fn faces(document: &Document, page: u32, size: (f64, f64), bleed: f64) -> Vec<Face> {
    let paper = page_box(document, document.get_pages()[&page], "MediaBox")[3] * 25.4 / 72.0;
    let face = |called: &Called| {
        let (x, y, is_turned) = trim_of(called, paper, size, bleed);
        let text = shown_by(document, &form(document, &called.name).1);
        (text.trim().to_owned(), x, y, is_turned)
    };
    called_faces(document, page).iter().map(face).collect()
}

#[track_caller]
fn assert_at(found: &[Face], expected: &[(impl AsRef<str>, f64, f64)], turned: bool) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (found, (text, x, y)) in found.iter().zip(expected) {
        assert_eq!((found.0.as_str(), found.3), (text.as_ref(), turned), "{found:?}");
        assert!(
            (found.1 - x).abs() < 0.01 && (found.2 - y).abs() < 0.01,
            "{found:?}, expected {text:?} at {x}, {y}",
            text = text.as_ref()
        );
    }
}

#[track_caller]
fn assert_box(document: &Document, page: u32, name: &str, expected: [f64; 4]) {
    let found = page_box(document, document.get_pages()[&page], name);
    assert!(
        found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 0.01),
        "{name}: {found:?}, expected {expected:?}"
    );
}

#[test]
fn a_deck_takes_as_many_pages_as_its_sheets_need() {
    for (cards, sheets) in [(1, 1), (9, 1), (10, 2), (18, 2), (27, 3), (28, 4)] {
        let project = numbered(cards, UNEQUAL);
        assert_eq!(built(&project).get_pages().len(), 2 * sheets, "{cards} cards on both sides");
        project.run("build --duplex fronts-only").exits(0);
        assert_eq!(project.pdf("out/mini/cards.pdf").get_pages().len(), sheets, "{cards} cards");
    }
    let project = numbered(0, UNEQUAL);
    project.run("build").exits(1).says("error[M007]");
    assert_eq!(project.files("out"), [""; 0]);
}

#[test]
fn backs_lie_behind_their_fronts_when_the_long_edge_is_turned() {
    let document = built(&numbered(11, UNEQUAL));
    assert_eq!(document.get_pages().len(), 4);
    let size = (63.0, 88.0);
    let slots = [10.0, 73.0, 136.0];
    let fronts: Vec<_> = (0..9)
        .map(|i| (format!("F{:02}", i + 1), slots[i % 3], 16.0 + 88.0 * (i / 3) as f64))
        .collect();
    assert_at(&faces(&document, 1, size, 0.0), &fronts, false);
    let backs: Vec<_> = (0..9)
        .map(|i| {
            (format!("B{:02}", i + 1), [137.0, 74.0, 11.0][i % 3], 16.0 + 88.0 * (i / 3) as f64)
        })
        .collect();
    assert_at(&faces(&document, 2, size, 0.0), &backs, false);
    assert_at(&faces(&document, 3, size, 0.0), &[("F10", 10.0, 16.0), ("F11", 73.0, 16.0)], false);
    assert_at(&faces(&document, 4, size, 0.0), &[("B10", 137.0, 16.0), ("B11", 74.0, 16.0)], false);
}

#[test]
fn backs_lie_behind_their_fronts_on_their_heads_when_the_short_edge_is_turned() {
    let document = built(&numbered(4, &format!("{UNEQUAL}\nduplex = \"short-edge\"")));
    let backs =
        [("B01", 10.0, 193.0), ("B02", 73.0, 193.0), ("B03", 136.0, 193.0), ("B04", 10.0, 105.0)];
    assert_at(&faces(&document, 2, (63.0, 88.0), 0.0), &backs, true);
    let preferences = crate::common::viewer_preferences(&document);
    assert_eq!(
        preferences.get(b"Duplex").and_then(Object::as_name).expect("a name"),
        b"DuplexFlipShortEdge"
    );
}

#[test]
fn a_sheet_of_empty_backs_keeps_the_pairs_of_sides() {
    // Three cards of which the last has no copy: nothing of it is printed, and nothing shifts.
    let project = numbered(3, UNEQUAL).file(
        "data/mini/cards.csv",
        "id,front,back,copies\n01,F01,B01,1\n02,F02,B02,0\n03,F03,B03,2\n",
    );
    let document = built(&project);
    assert_at(
        &faces(&document, 1, (63.0, 88.0), 0.0),
        &[("F01", 10.0, 16.0), ("F03", 73.0, 16.0), ("F03", 136.0, 16.0)],
        false,
    );
    assert_at(
        &faces(&document, 2, (63.0, 88.0), 0.0),
        &[("B01", 137.0, 16.0), ("B03", 74.0, 16.0), ("B03", 11.0, 16.0)],
        false,
    );
}

#[test]
fn the_pitch_of_cards_is_exact_over_the_whole_sheet() {
    let print =
        "bleed = \"0mm\"\nmargin = \"10mm\"\npaper = { width = \"400mm\", height = \"200mm\" }";
    for (arguments, is_text) in [("build", true), ("build --render raster --dpi 72", false)] {
        let project = numbered(12, print);
        project.run(arguments).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        // Pixels cannot be read, but each face must be one of its own.
        let called = called_faces(&document, 1);
        let different: BTreeSet<_> =
            called.iter().map(|called| form(&document, &called.name).0).collect();
        assert_eq!(different.len(), 12);
        let found = faces(&document, 1, (63.0, 88.0), 0.0);
        let x = found[0].1;
        let y = found[0].2;
        let name = |i: usize| if is_text { format!("F{:02}", i + 1) } else { String::new() };
        let expected: Vec<_> = (0..12)
            .map(|i| (name(i), x + 63.0 * (i % 6) as f64, y + 88.0 * (i / 6) as f64))
            .collect();
        assert_at(&found, &expected, false);
        assert!(
            (x - 11.0).abs() < 0.01 && (y - 12.0).abs() < 0.01,
            "centred on the paper: {x} {y}"
        );
        assert!((found[5].1 + 63.0 - x - 378.0).abs() < 0.01, "the last trim edge");
    }
}

#[test]
fn grids_that_fit_exactly_are_used_to_the_last_column() {
    for (size, paper, margin, gutter, columns, rows) in [
        ("\"poker-us\"", "\"letter\"", "12.7mm", "0mm", 4, 2),
        ("{ width = \"65.4mm\", height = \"88mm\" }", "\"a4\"", "6.9mm", "0mm", 3, 3),
        (
            "{ width = \"63mm\", height = \"88mm\" }",
            "{ width = \"63mm\", height = \"88mm\" }",
            "0mm",
            "0mm",
            1,
            1,
        ),
    ] {
        let print = format!(
            r#"paper = {paper}
margin = "{margin}"
gutter = "{gutter}"
bleed = "0mm""#
        );
        let project = numbered(9, &print).edit("data/mini/game.toml", "\"poker-euro\"", size);
        let document = built(&project);
        let first = faces(&document, 1, (63.0, 88.0), 0.0);
        assert_eq!(first.len(), columns * rows, "{size} on {paper}");
        let distinct = |of: &dyn Fn(&Face) -> f64| {
            let mut all: Vec<i64> = first.iter().map(|f| (of(f) * 100.0).round() as i64).collect();
            all.sort_unstable();
            all.dedup();
            all.len()
        };
        assert_eq!((distinct(&|f| f.1), distinct(&|f| f.2)), (columns, rows), "{size} on {paper}");
    }
}

#[test]
fn the_printer_is_told_not_to_scale() {
    for (paper, media) in
        [("a4", [0.0, 0.0, 595.276, 841.890]), ("letter", [0.0, 0.0, 612.0, 792.0])]
    {
        // So large that the paper cannot lie on its side.
        let project = Project::mini().edit(
            "data/mini/game.toml",
            "\"poker-euro\"",
            "{ width = \"180mm\", height = \"250mm\" }",
        );
        project.run(&format!("build --paper {paper}")).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        let catalog = document.catalog().expect("a catalog");
        let preferences =
            catalog.get(b"ViewerPreferences").and_then(Object::as_dict).expect("preferences");
        assert_eq!(
            preferences.get(b"PrintScaling").and_then(Object::as_name).expect("a name"),
            b"None"
        );
        assert_eq!(
            preferences.get(b"Duplex").and_then(Object::as_name).expect("a name"),
            b"DuplexFlipLongEdge"
        );
        for page in [1, 2] {
            assert_box(&document, page, "MediaBox", media);
        }
    }
}

#[test]
fn every_sheet_has_a_ruler_of_its_own_size_and_says_what_it_is() {
    let project = Project::mini();
    let document = built(&project);
    let text = crate::common::text_of(&document);
    for line in
        ["sheet", "of 1 · front · Mini · cards", "of 1 · back · Mini · cards", "100 mm", "4 in"]
    {
        assert!(text.contains(line), "no {line:?} in {text}");
    }
    // What is printed beside the faces comes after them: the last form called. Its ruler is 4 in =
    // 288 pt long, and 100 mm on it 283.465 pt.
    let page = document.get_pages()[&1];
    let slug = calls(&document, page).pop().expect("a form");
    let (_, form) = form(&document, &slug.name);
    let mut content = String::new();
    collect(&document, &form, &mut content);
    let content = lopdf::content::Content::decode(content.as_bytes()).expect("operators");
    let mut xs: Vec<f64> = Vec::new();
    let mut scale = vec![1.0];
    for operation in content.operations {
        let number = |at: usize| f64::from(operation.operands[at].as_float().expect("a number"));
        match operation.operator.as_str() {
            "q" => scale.push(*scale.last().expect("a scale")),
            "Q" => drop(scale.pop()),
            "cm" => *scale.last_mut().expect("a scale") *= number(0),
            "m" | "l" => xs.push(number(0) * scale.last().expect("a scale").abs()),
            _ => {}
        }
    }
    for length in [283.465, 288.0] {
        let found = xs.iter().any(|a| xs.iter().any(|b| (b - a - length).abs() < 0.03));
        assert!(found, "two ends {length} pt apart");
    }
}

/// The content of a form and of those it calls.
fn collect(document: &Document, form: &lopdf::Stream, content: &mut String) {
    content.push_str(&String::from_utf8_lossy(
        &form.decompressed_content().unwrap_or_else(|_| form.content.clone()),
    ));
    content.push('\n');
    let resources =
        form.dict.get(b"Resources").and_then(|r| document.dereference(r)).map(|(_, r)| r.clone());
    let Ok(forms) = resources
        .as_ref()
        .map_err(|_| ())
        .and_then(|r| r.as_dict().and_then(|r| r.get(b"XObject")).map_err(|_| ()))
    else {
        return;
    };
    let forms =
        document.dereference(forms).expect("forms").1.as_dict().expect("a dictionary").clone();
    for (_, form) in &forms {
        if let Ok(form) = document.dereference(form).and_then(|(_, f)| f.as_stream()) {
            collect(document, form, content);
        }
    }
}

#[test]
fn one_card_on_its_own_paper_has_the_boxes_of_a_print_shop() {
    let print =
        "paper = { width = \"69mm\", height = \"94mm\" }\nmargin = \"3mm\"\nbleed = \"3mm\"";
    let document = built(&numbered(1, print));
    for page in [1, 2] {
        assert_box(&document, page, "MediaBox", [0.0, 0.0, 195.591, 266.457]);
        assert_box(&document, page, "TrimBox", [8.504, 8.504, 187.087, 257.953]);
        assert_box(&document, page, "BleedBox", [0.0, 0.0, 195.591, 266.457]);
    }
    assert_at(&faces(&document, 1, (63.0, 88.0), 3.0), &[("F01", 3.0, 3.0)], false);
    assert_at(&faces(&document, 2, (63.0, 88.0), 3.0), &[("B01", 3.0, 3.0)], false);
}

#[test]
fn a_document_says_what_it_is() {
    let project = Project::mini().edit(
        "data/mini/game.toml",
        "\"Mini\"",
        "\"Цирк & <Co>\"\nauthor = \"Renée\"\nlanguages = [\"it\"]",
    );
    let document = built(&project);
    assert_eq!(document.version, "1.7");
    let info = document
        .trailer
        .get(b"Info")
        .and_then(|i| document.dereference(i))
        .expect("an info")
        .1
        .as_dict()
        .expect("a dictionary");
    let words =
        |key: &[u8]| lopdf::decode_text_string(info.get(key).expect("a text")).expect("a text");
    assert_eq!(words(b"Title"), "Цирк & <Co>: cards");
    assert_eq!(words(b"Author"), "Renée");
    let catalog = document.catalog().expect("a catalog");
    assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).expect("a language"), b"it");
    let metadata = document
        .dereference(catalog.get(b"Metadata").expect("metadata"))
        .expect("metadata")
        .1
        .as_stream()
        .expect("a stream");
    let metadata = metadata.decompressed_content().unwrap_or_else(|_| metadata.content.clone());
    let metadata = String::from_utf8(metadata).expect("UTF-8");
    assert!(metadata.contains("Цирк &amp; &lt;Co&gt;: cards"), "{metadata}");
    roxmltree::Document::parse(metadata.trim_start_matches(|c| c != '<'))
        .expect("well-formed metadata");
}

#[test]
fn bookmarks_name_the_component_and_each_side() {
    let document = built(&numbered(11, UNEQUAL));
    let toc = document.get_toc().expect("bookmarks");
    let lines: Vec<(usize, &str, usize)> =
        toc.toc.iter().map(|t| (t.level, t.title.as_str(), t.page)).collect();
    assert_eq!(
        lines,
        [
            (1, "cards", 1),
            (2, "Sheet 1 of 2, front", 1),
            (2, "Sheet 1 of 2, back", 2),
            (2, "Sheet 2 of 2, front", 3),
            (2, "Sheet 2 of 2, back", 4)
        ]
    );
}

/// The names of embedded fonts and the sizes of their files.
fn fonts(document: &Document) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = document
        .objects
        .values()
        .filter_map(|o| o.as_dict().ok())
        .filter_map(|d| {
            let file = [&b"FontFile"[..], b"FontFile2", b"FontFile3"]
                .into_iter()
                .find_map(|key| d.get(key).ok())?;
            let name = String::from_utf8_lossy(d.get(b"FontName").and_then(Object::as_name).ok()?)
                .into_owned();
            Some((name, document.dereference(file).ok()?.1.as_stream().ok()?.content.len()))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_hundred_cards_share_one_back_and_each_font_is_embedded_once() {
    let rows: String = (1..=100).map(|n| format!("Card {n:03}\n")).collect();
    let card = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} font-family=\"Alegreya\">\n\
                <defs><linearGradient id=\"g\"><stop stop-color=\"#f00\"/><stop offset=\"1\" \
                stop-color=\"#00f\"/></linearGradient></defs>\n\
                <text x=\"5\" y=\"10\" font-size=\"6\">{{ card.name }}</text>\n\
                <text x=\"5\" y=\"20\" font-size=\"6\" fill=\"url(#g)\">Colours of {{ card.name \
                }}</text>\n\
                <g opacity=\"0.5\"><text x=\"5\" y=\"30\" font-size=\"6\" \
                transform=\"rotate(9)\">Turned {{ card.name }}</text></g></svg>";
    let back = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><image href=\"half.png\" \
                width=\"63\" height=\"88\"/></svg>";
    let project = Project::mini()
        .file("data/mini/cards.csv", format!("name\n{rows}"))
        .file("templates/mini/card.svg", card)
        .file("templates/mini/back.svg", back)
        .picture("templates/mini/half.png", "half-transparent.png");
    let document = built(&project);
    let images = document
        .objects
        .values()
        .filter_map(|o| o.as_stream().ok())
        .filter(|s| s.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|n| n == b"Image"))
        .count();
    assert_eq!(images, 2, "the picture and its transparency");
    let names: Vec<String> = (1..=100).map(|n| format!("Card {n:03}")).collect();
    let text = crate::common::text_of(&document);
    assert!(names.iter().all(|name| text.contains(name)), "text stays text");
    let fonts = fonts(&document);
    assert_eq!(fonts.len(), 1, "{fonts:?}");
    assert!(fonts[0].0.as_bytes()[6] == b'+' && fonts[0].1 < 40_000, "a subset: {fonts:?}");
    let backs: BTreeSet<_> = document
        .get_pages()
        .iter()
        .filter(|(number, _)| *number % 2 == 0)
        .flat_map(|(_, page)| calls(&document, *page))
        .filter(|called| called.clip_mm.is_some())
        .map(|called| form(&document, &called.name).0)
        .collect();
    // What is printed beside the faces is called after the last clip was left.
    assert!(!backs.is_empty());
    assert!(project.read("out/mini/cards.pdf").len() < 400_000);
}

#[test]
fn three_hundred_cards_of_text_make_a_small_file() {
    let rows: String = (1..=300).map(|n| format!("Card {n:03}\n")).collect();
    let project = Project::mini().file("data/mini/cards.csv", format!("name\n{rows}"));
    project.run("build").exits(0);
    let length = project.read("out/mini/cards.pdf").len();
    assert!(length < 600_000, "{length} bytes");
}

#[test]
fn copies_cost_next_to_nothing() {
    let project = Project::mini();
    project.run("build").exits(0);
    let few = project.read("out/mini/cards.pdf").len();
    let project = project.edit("data/mini/cards.csv", "River,2", "River,902");
    project.run("build").exits(0);
    let many = project.read("out/mini/cards.pdf").len();
    let document = project.pdf("out/mini/cards.pdf");
    let added_pages = document.get_pages().len() - 2;
    assert!(many - few < added_pages * 3_000, "{} bytes for {added_pages} pages", many - few);
}

/// Nine cards that are black on both sides, from end to end.
fn black(bleed: &str) -> Project {
    let face = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}><rect x=\"-5\" y=\"-5\" \
                width=\"73\" height=\"98\"/></svg>";
    numbered(9, &format!("bleed = \"{bleed}\""))
        .file("templates/mini/card.svg", face)
        .file("templates/mini/back.svg", face)
}

#[test]
fn no_paper_shows_between_cards_on_pictures_of_sheets() {
    for bleed in ["0mm", "1mm"] {
        let project = black(bleed);
        for dpi in [300, 150, 96, 72, 101] {
            project.run(&format!("build --png sheets --dpi {dpi}")).exits(0);
            for side in ["front", "back"] {
                let bytes = project.read(&format!("out/mini/cards-sheets/001-{side}.png"));
                let sheet = crate::common::Picture::from_png(&bytes, f64::from(dpi));
                // Nine cards lie from 10.5 to 199.5 mm and from 16.5 to 280.5 mm.
                let px = |mm: f64| (mm / 25.4 * f64::from(dpi)) as usize;
                let light = (px(17.0)..px(280.0))
                    .flat_map(|y| (px(11.0)..px(199.0)).map(move |x| (x, y)))
                    .find(|(x, y)| sheet.pixels[y * sheet.width + x].iter().any(|c| *c > 8));
                assert_eq!(light, None, "{side} at {dpi} dpi, bleed {bleed}");
            }
        }
    }
}

#[test]
fn faces_are_opaque_to_their_last_pixel() {
    for bleed in ["0mm", "2mm"] {
        let project = black(bleed);
        for dpi in [300, 150, 96, 72, 101] {
            project.run(&format!("build --png faces --render raster --dpi {dpi}")).exits(0);
            for name in project.files("out/mini/cards") {
                let face =
                    image::load_from_memory(&project.read(&format!("out/mini/cards/{name}")));
                let face = face.expect("a PNG").to_rgba8();
                let clear = face.enumerate_pixels().find(|(.., pixel)| pixel.0[3] < 255);
                assert_eq!(clear, None, "{name} at {dpi} dpi, bleed {bleed}");
            }
            let document = project.pdf("out/mini/cards.pdf");
            let masks = document.objects.values().filter_map(|o| o.as_stream().ok());
            let masked = masks
                .filter(|stream| stream.dict.has(b"SMask"))
                .filter(|stream| {
                    // Marks and words beside the cards are transparent around their lines.
                    let number = |key: &[u8]| stream.dict.get(key).and_then(Object::as_i64);
                    number(b"Width").is_ok_and(|width| width < i64::from(dpi) * 4)
                        && number(b"Height").is_ok_and(|height| height < i64::from(dpi) * 4)
                        && number(b"Height").is_ok_and(|height| height > i64::from(dpi) * 3)
                })
                .count();
            assert_eq!(masked, 0, "at {dpi} dpi, bleed {bleed}");
        }
    }
}

#[test]
fn crop_marks_lie_outside_the_bleed_and_none_stand_at_empty_slots() {
    let project =
        Project::mini().edit("data/mini/game.toml", "\"2mm\"", "\"2mm\"\ngutter = \"12mm\"");
    project.run("build --png sheets --dpi 120").exits(0);
    for name in project.files("out/mini/cards-sheets") {
        let sheet = crate::common::Picture::from_png(
            &project.read(&format!("out/mini/cards-sheets/{name}")),
            120.0,
        );
        // Four of the slots are filled; the lower rows are white from edge to edge.
        assert!(!sheet.has_ink(0.0..210.0, 215.0..270.0), "{name}");
    }
}

#[test]
fn own_paper_and_the_other_formats_are_used_as_asked_for() {
    for (paper, width, height) in [
        ("a3", 297.0, 420.0),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("letter", 215.9, 279.4),
    ] {
        let project = Project::mini();
        project.run(&format!("build --paper {paper}")).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        let media = page_box(&document, document.get_pages()[&1], "MediaBox");
        let mm: Vec<f64> = media.iter().map(|pt| pt * 25.4 / 72.0).collect();
        let short = mm[2].min(mm[3]);
        let long = mm[2].max(mm[3]);
        assert!((short - width).abs() < 0.01 && (long - height).abs() < 0.01, "{paper}: {mm:?}");
    }
}
