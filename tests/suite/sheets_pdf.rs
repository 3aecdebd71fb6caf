//! Sheets in every mode, read again from the PDF: folded, with backs apart, with turned cards, with
//! lines of every style.

use std::path::Path;

use crate::common::{Called, Picture, Project, calls, draw_pdf, is_kept, page_box, text_of};
use lopdf::{Document, Object};

/// A deck whose fronts and backs all differ.
fn numbered(cards: usize, size: &str, print: &str) -> Project {
    let mut rows = String::from("id,front,back\n");
    for n in 1..=cards {
        rows.push_str(&format!("{n:02},F{n:02},B{n:02}\n"));
    }
    let template = |word: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {{{{ canvas }}}} \
             font-family=\"Alegreya\"><text x=\"9\" y=\"20\" font-size=\"9\">{{{{ card.{word} \
             }}}}</text></svg>"
        )
    };
    let game = format!(
        r#"title = "Mini"
[deck.cards]
size = {size}
face = "card.svg"
back = "back.svg"
cards = "cards.csv"
margin = "10mm"
{print}
"#
    );
    Project::empty()
        .file("data/mini/game.toml", game)
        .file("data/mini/cards.csv", rows)
        .file("templates/mini/card.svg", template("front"))
        .file("templates/mini/back.svg", template("back"))
}

/// A face on a page: its number, the upper left corner of its trim in mm, and its clockwise
/// quarters.
type Face = (usize, f64, f64, u8);

/// The faces of a page; whatever has a higher number is what is printed beside them.
fn faces(
    document: &Document,
    page: u32,
    count: usize,
    (width, height): (f64, f64),
    bleed: f64,
) -> Vec<Face> {
    let id = document.get_pages()[&page];
    let paper = page_box(document, id, "MediaBox")[3] * 25.4 / 72.0;
    let face = |called: &Called| -> Option<Face> {
        let number: usize = called.name.strip_prefix('F')?.parse().ok()?;
        let mm = |pt: f64| pt * 25.4 / 72.0;
        let [a, b, c, d, e, f] = called.matrix;
        let near = |x: f64, y: f64| {
            (a - x).abs() < 1e-6
                && (b - y).abs() < 1e-6
                && (c + y).abs() < 1e-6
                && (d - x).abs() < 1e-6
        };
        let quarters = [near(1.0, 0.0), near(0.0, -1.0), near(-1.0, 0.0), near(0.0, 1.0)]
            .iter()
            .position(|is| *is)
            .expect("turned by quarters");
        let w = width + 2.0 * bleed;
        let h = height + 2.0 * bleed;
        let left = mm(e) + (a * w).min(0.0) + (c * h).min(0.0);
        let top = mm(f) + (b * w).max(0.0) + (d * h).max(0.0);
        (number < count).then_some((number, left + bleed, paper - top + bleed, quarters as u8))
    };
    calls(document, id).iter().filter_map(face).collect()
}

#[track_caller]
fn assert_at(found: &[Face], expected: &[Face]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (f, e) in found.iter().zip(expected) {
        assert_eq!((f.0, f.3), (e.0, e.3), "{found:?}");
        assert!((f.1 - e.1).abs() < 0.01 && (f.2 - e.2).abs() < 0.01, "{f:?}, expected {e:?}");
    }
}

fn duplex_of(document: &Document) -> String {
    let preferences = crate::common::viewer_preferences(document);
    String::from_utf8_lossy(preferences.get(b"Duplex").and_then(Object::as_name).expect("a name"))
        .into_owned()
}

fn manifest(project: &Project) -> serde_json::Value {
    serde_json::from_slice(&project.read("out/mini/manifest.json")).expect("JSON")
}

/// The middle of the dark pixels of each row from `x0` to `x1`, in mm; and how many there are.
fn dark_columns(picture: &Picture, (x0, x1): (f64, f64), y: f64) -> Option<(f64, usize)> {
    let px = |mm: f64| (mm / 25.4 * picture.dpi).round() as usize;
    let row = px(y) * picture.width;
    let dark: Vec<usize> =
        (px(x0)..px(x1)).filter(|x| picture.pixels[row + x].iter().any(|c| *c < 200)).collect();
    let first = dark.first()?;
    let last = dark.last()?;
    Some(((first + last + 1) as f64 / 2.0 / picture.dpi * 25.4, dark.len()))
}

const EURO: &str = "\"poker-euro\"";

#[test]
fn folded_about_an_upright_line_each_back_lies_behind_its_front() {
    let project = numbered(5, EURO, "duplex = \"fold\"\nfold = \"4mm\"");
    let said = project.run("build").exits(0).stdout;
    assert!(said.contains("2 sheets  one side, fold along the vertical line"), "{said}");
    let document = project.pdf("out/mini/cards.pdf");
    assert_eq!((document.get_pages().len(), duplex_of(&document).as_str()), (2, "Simplex"));
    // The paper lies on its side: two columns before the fold in its middle, at 148.5 mm.
    let x = [18.5, 81.5];
    let y = [17.0, 105.0];
    let fronts = (0..4).map(|i| (2 * i, x[i % 2], y[i / 2], 0));
    let backs = (0..4).map(|i| (2 * i + 1, 297.0 - x[i % 2] - 63.0, y[i / 2], 0));
    assert_at(
        &faces(&document, 1, 10, (63.0, 88.0), 2.0),
        &fronts.chain(backs).collect::<Vec<_>>(),
    );
    assert_at(
        &faces(&document, 2, 10, (63.0, 88.0), 2.0),
        &[(8, 18.5, 17.0, 0), (9, 215.5, 17.0, 0)],
    );
    assert!(text_of(&document).contains("of 2 · fold · Mini · cards"));
    let file = &manifest(&project)["files"][0];
    assert_eq!(
        (&file["duplex"], &file["print"]),
        (&"fold-vertical".into(), &"one side, fold along the vertical line".into())
    );
    assert_eq!((&file["sheets"], &file["sides"]), (&2.into(), &2.into()));
    // The fold line, measured from pixels.
    let page = &draw_pdf(&project.read("out/mini/cards.pdf"), 254.0)[0];
    let lines: Vec<(f64, usize)> =
        (20..190).filter_map(|y| dark_columns(page, (146.0, 151.0), f64::from(y) + 0.45)).collect();
    assert!(lines.len() > 70, "dashes over the whole height: {}", lines.len());
    assert!(lines.iter().all(|(x, width)| (x - 148.5).abs() <= 0.1 && *width <= 4), "{lines:?}");
}

#[test]
fn folded_about_a_flat_line_backs_stand_on_their_heads() {
    let project = numbered(4, EURO, "fold = \"4mm\"");
    let said = project.run("build --duplex fold-horizontal").exits(0).stdout;
    assert!(said.contains("1 sheet  one side, fold along the horizontal line"), "{said}");
    let document = project.pdf("out/mini/cards.pdf");
    let x = [22.5, 85.5, 148.5, 211.5];
    let fronts = (0..4).map(|i| (2 * i, x[i], 13.0, 0));
    let backs = (0..4).map(|i| (2 * i + 1, x[i], 109.0, 2));
    assert_at(&faces(&document, 1, 8, (63.0, 88.0), 2.0), &fronts.chain(backs).collect::<Vec<_>>());
}

#[test]
fn backs_apart_lie_where_they_would_behind_their_fronts() {
    let project = numbered(11, EURO, "bleed = \"0mm\"");
    project.run("build").exits(0);
    let both = project.pdf("out/mini/cards.pdf");
    let side = |document: &Document, page| faces(document, page, 22, (63.0, 88.0), 0.0);
    let fronts = [side(&both, 1), side(&both, 3)];
    let backs = [side(&both, 2), side(&both, 4)];
    let said = project.run("build --duplex backs-apart").exits(0).stdout;
    assert!(
        said.contains("one side, the fronts")
            && said.contains("the backs, on the same paper turned over its long edge"),
        "{said}"
    );
    assert!(said.contains("Print 2 sheets of a4 paper, 4 sides"), "{said}");
    assert_eq!(
        project.files("out"),
        ["mini/cards-backs.pdf", "mini/cards.pdf", "mini/manifest.json"]
    );
    for (name, expected, word) in [("cards", fronts, "front"), ("cards-backs", backs, "back")] {
        let document = project.pdf(&format!("out/mini/{name}.pdf"));
        assert_eq!((document.get_pages().len(), duplex_of(&document).as_str()), (2, "Simplex"));
        for (page, expected) in (1..).zip(expected) {
            assert_at(&side(&document, page), &expected);
        }
        assert!(text_of(&document).contains(&format!("of 2 · {word} · Mini · cards")), "{name}");
    }
    let manifest = manifest(&project);
    assert_eq!(
        (&manifest["totals"]["sheets"], &manifest["totals"]["sides"]),
        (&2.into(), &4.into())
    );
    assert_eq!(
        (&manifest["files"][1]["purpose"], &manifest["files"][1]["duplex"]),
        (&"backs".into(), &"backs-apart".into())
    );
}

#[test]
fn a_card_without_a_back_leaves_its_slot_empty_and_all_others_where_they_are() {
    // Faces are numbered without the missing back: fronts 0, 2, 3, backs 1, 4.
    let project = numbered(3, EURO, "back_where = \"card.id != '02'\"\nbleed = \"0mm\"");
    project.run("build").exits(0);
    let side = |document: &Document, page| faces(document, page, 5, (63.0, 88.0), 0.0);
    let document = project.pdf("out/mini/cards.pdf");
    let y = 16.5;
    assert_at(&side(&document, 1), &[(0, 10.5, y, 0), (2, 73.5, y, 0), (3, 136.5, y, 0)]);
    assert_at(&side(&document, 2), &[(1, 136.5, y, 0), (4, 10.5, y, 0)]);
    project.run("build --duplex backs-apart").exits(0);
    assert_at(
        &side(&project.pdf("out/mini/cards-backs.pdf"), 1),
        &[(1, 136.5, y, 0), (4, 10.5, y, 0)],
    );
    project.run("build --duplex fold-vertical").exits(0);
    // Two columns beside the fold, 1 mm from it; the second slot has nothing behind it.
    let found = side(&project.pdf("out/mini/cards.pdf"), 1);
    assert_at(
        &found,
        &[
            (0, 21.5, 17.0, 0),
            (2, 84.5, 17.0, 0),
            (3, 21.5, 105.0, 0),
            (1, 212.5, 17.0, 0),
            (4, 212.5, 105.0, 0),
        ],
    );
    project.run("build --duplex none").exits(0);
    assert_eq!(project.pdf("out/mini/cards.pdf").get_pages().len(), 1);
}

#[test]
fn turned_cards_have_their_backs_turned_right_under_both_flips() {
    let project = numbered(11, "{ width = \"50mm\", height = \"90mm\" }", "alternate = true");
    // Two columns of three upright cards, then five turned ones from the same line down.
    let upright = |i: usize| ([10.0, 60.0][i % 2], 13.5 + 90.0 * (i / 2) as f64);
    let turned = |i: usize| (110.0, 13.5 + 50.0 * i as f64);
    let size = (50.0, 90.0);
    project.run("build --duplex long-edge").exits(0);
    let document = project.pdf("out/mini/cards.pdf");
    assert_eq!(document.get_pages().len(), 2);
    let fronts: Vec<Face> = (0..11)
        .map(|i| {
            if i < 6 {
                (2 * i, upright(i).0, upright(i).1, 0)
            } else {
                (2 * i, turned(i - 6).0, turned(i - 6).1, 1)
            }
        })
        .collect();
    assert_at(&faces(&document, 1, 22, size, 2.0), &fronts);
    // Over the long edge x is mirrored, and what pointed right points left.
    let across = |f: &Face| {
        if f.3 == 0 {
            (f.0 + 1, 210.0 - f.1 - 50.0, f.2, 0)
        } else {
            (f.0 + 1, 210.0 - f.1 - 90.0, f.2, 3)
        }
    };
    assert_at(&faces(&document, 2, 22, size, 2.0), &fronts.iter().map(across).collect::<Vec<_>>());
    // Over the short edge y is mirrored, and what pointed right still does.
    project.run("build --duplex short-edge").exits(0);
    let document = project.pdf("out/mini/cards.pdf");
    let down = |f: &Face| {
        if f.3 == 0 {
            (f.0 + 1, f.1, 297.0 - f.2 - 90.0, 2)
        } else {
            (f.0 + 1, f.1, 297.0 - f.2 - 50.0, 1)
        }
    };
    assert_at(&faces(&document, 2, 22, size, 2.0), &fronts.iter().map(down).collect::<Vec<_>>());
}

#[test]
fn the_weight_and_colour_of_marks_reach_the_paper() {
    let marks = "marks = { style = \"guides\", weight = \"0.5mm\", colour = \"#c00000\" }\n\
                 orientation = \"portrait\"";
    let project = numbered(9, EURO, &format!("{marks}\nduplex = \"fronts-only\""));
    project.run("build").exits(0);
    let page = &draw_pdf(&project.read("out/mini/cards.pdf"), 254.0)[0];
    // The guides above the cards, from 4.5 mm down to half a millimetre above the bleed at 14.5 mm.
    for x in [10.5, 73.5, 136.5, 199.5] {
        let (middle, width) = dark_columns(page, (x - 2.0, x + 2.0), 8.0).expect("a line");
        assert!(
            (middle - x).abs() <= 0.1 && (4..=6).contains(&width),
            "{x}: {middle}, {width} pixels"
        );
        page.shows((x, 8.0), [192, 0, 0], 30);
        page.shows((x, 4.0), [255; 3], 0);
        page.shows((x, 14.4), [255; 3], 0);
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_sum() {
    let project =
        numbered(1, EURO, "columns = 4\norientation = \"portrait\"\ngutter = { x = \"4mm\" }");
    project.run("check").exits(1).says(
        "card of 63 × 88 mm does not fit paper of 210 × 297 mm (a4): portrait 4 × 63 mm + gutters \
         3 × 4 mm + margins 2 × 10 mm = 284 mm > 210 mm",
    );
    let project = numbered(
        1,
        "{ width = \"140mm\", height = \"100mm\" }",
        "orientation = \"portrait\"\nduplex = \"fold-vertical\"",
    );
    project.run("check").exits(1).says(
        "portrait with a vertical fold 140 mm + 3 mm along the fold + margin 10 mm = 153 mm \
         > 105 mm, half of the paper",
    );
}

const DPI: u32 = 60;

/// The pictures of `docs/printing.md` are those that the tool draws: `UPDATE=1 cargo test --release
/// --test suite -- sheets_pdf::` draws them anew.
#[test]
fn the_pictures_of_the_page_on_printing_are_drawn_by_the_tool() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/printing.md")).expect("a page");
    let project = Project::documented("docs/print-examples", "sheets", DPI);
    let first = |name: &&String| {
        name.contains("/001-")
            && std::path::Path::new(name).extension().is_some_and(|end| end == "png")
    };
    let files = project.files("out/print");
    let pictures: Vec<&String> = files.iter().filter(first).collect();
    assert_eq!(page.matches("](pictures/sheets-").count(), pictures.len());
    for file in pictures {
        let name = format!("sheets-{}.png", file.split("-sheets/").next().expect("a component"));
        let png = project.read(&format!("out/print/{file}"));
        is_kept(&name, &png, DPI, 40 * 1024, "docs/printing.md", "sheets_pdf");
    }
}

#[test]
fn marks_that_have_no_room_are_reported() {
    let sides = "left of and right of the cards of `cards`: they need 9 mm from the cards to the \
                 edge of the paper, and there are 4 mm";
    let tight = r#"bleed = "3mm"
margin = "3mm"
gutter = "6.5mm"
columns = 3
orientation = "portrait""#;
    // A mark on the right alone is enough for no cut; two in gutters are.
    let one_side = r#"bleed = "3mm"
margin = { left = "3mm", right = "9mm", top = "9mm", bottom = "9mm" }
columns = 1
orientation = "portrait"
paper = { width = "75mm", height = "297mm" }"#;
    let gutters = r#"bleed = "3mm"
margin = "3mm"
gutter = "9.5mm"
columns = 3
rows = 2
orientation = "portrait"
paper = { width = "214mm", height = "297mm" }"#;
    let none = format!("{tight}\nmarks = \"none\"");
    let crosses = r#"bleed = "2mm"
margin = "4mm"
marks = { style = "none", register = true }
paper = { width = "71mm", height = "96mm" }"#;
    for (keys, said) in [
        (tight, Some(sides)),
        (one_side, Some("left of the cards of `cards`")),
        (gutters, None),
        (&none, None),
        (crosses, Some("no room for registration crosses on the sheets of `cards`: at least two")),
        ("bleed = \"2mm\"", None),
    ] {
        let three = "id,name\nriver,River\nhill,Hill\nmill,Mill\n";
        let project = Project::mini().file("data/mini/cards.csv", three);
        let project = project.edit("data/mini/game.toml", "bleed = \"2mm\"", keys);
        let run = project.run("check").exits(0);
        assert_eq!(run.stderr.contains("I007"), said.is_some(), "{keys}: {}", run.stderr);
        assert!(run.stderr.contains(said.unwrap_or_default()), "{keys}: {}", run.stderr);
    }
}
