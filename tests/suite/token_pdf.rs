//! Tokens and shared sheets, read again from the PDF: where every face lies and to what it is
//! clipped.

use crate::common::{Matrix, Picture, Project, draw_pdf, page_box, times};
use lopdf::Document;

const MM: f64 = 25.4 / 72.0;

/// A face as a page calls it: its name, its matrix and all paths that clip it, in mm from the upper
/// left of the paper.
struct Clipped {
    name: String,
    matrix: Matrix,
    clips: Vec<Vec<(f64, f64)>>,
    curves: usize,
}

impl Clipped {
    /// The middle of the face, which is where a turn leaves it.
    fn centre(&self, paper: f64, (width, height): (f64, f64)) -> (f64, f64) {
        let w = width / MM / 2.0;
        let h = height / MM / 2.0;
        let [a, b, c, d, e, f] = self.matrix;
        ((a * w + c * h + e) * MM, paper - (b * w + d * h + f) * MM)
    }

    fn bounds(&self, clip: usize) -> [f64; 4] {
        let points = &self.clips[clip];
        let fold = |of: fn(&(f64, f64)) -> f64, with: fn(f64, f64) -> f64, from: f64| {
            points.iter().map(of).fold(from, with)
        };
        let inf = f64::INFINITY;
        [
            fold(|p| p.0, f64::min, inf),
            fold(|p| p.1, f64::min, inf),
            fold(|p| p.0, f64::max, -inf),
            fold(|p| p.1, f64::max, -inf),
        ]
    }
}

fn paper(document: &Document, page: u32) -> (f64, f64) {
    let media = page_box(document, document.get_pages()[&page], "MediaBox");
    (media[2] * MM, media[3] * MM)
}

/// The faces of a page but for what is printed beside them, which comes last.
fn faces(document: &Document, page: u32) -> Vec<Clipped> {
    let (_, height) = paper(document, page);
    let content = document.get_page_content(document.get_pages()[&page]);
    let content = lopdf::content::Content::decode(&content).expect("operators");
    let mut stack = vec![];
    let mut matrix: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut clips = vec![];
    let mut path = vec![];
    let mut curves = 0;
    let mut found = vec![];
    for operation in content.operations {
        let n: Vec<f64> =
            operation.operands.iter().filter_map(|o| o.as_float().ok()).map(f64::from).collect();
        let at = |x: f64, y: f64| (x * MM, height - y * MM);
        match operation.operator.as_str() {
            "q" => stack.push((matrix, clips.clone(), curves)),
            "Q" => (matrix, clips, curves) = stack.pop().expect("balanced"),
            "cm" => matrix = times([n[0], n[1], n[2], n[3], n[4], n[5]], matrix),
            "re" => {
                path = vec![
                    at(n[0], n[1]),
                    at(n[0] + n[2], n[1]),
                    at(n[0] + n[2], n[1] + n[3]),
                    at(n[0], n[1] + n[3]),
                ];
            }
            "m" => path = vec![at(n[0], n[1])],
            "l" => path.push(at(n[0], n[1])),
            "c" => {
                curves += 1;
                path.extend([at(n[0], n[1]), at(n[2], n[3]), at(n[4], n[5])]);
            }
            "W" => clips.push(std::mem::take(&mut path)),
            "Do" => {
                let name =
                    String::from_utf8_lossy(operation.operands[0].as_name().expect("a name"))
                        .into_owned();
                found.push(Clipped { name, matrix, clips: clips.clone(), curves });
            }
            _ => {}
        }
    }
    found.retain(|face| !face.clips.is_empty());
    found
}

const FACE: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}>
<rect x="{{ 0 - bleed }}" y="{{ 0 - bleed }}" width="{{ width + 2 * bleed }}"
  height="{{ height + 2 * bleed }}" fill="#c02020"/>
</svg>
"##;

fn kit(components: &str) -> Project {
    Project::empty()
        .file("data/kit/game.toml", format!("title = \"Kit\"\n{components}"))
        .file("templates/kit/face.svg", FACE)
        .file("templates/kit/back.svg", FACE.replace("#c02020", "#2020c0"))
}

#[track_caller]
fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 0.01, "{what}: {found}, expected {expected}");
}

const HEXES: &str = r#"[token.hexes]
shape = "hex"
size = { width = "30mm", height = "34.64mm" }
face = "face.svg"
back = "back.svg"
copies = 61
"#;

#[test]
fn hexagons_lie_between_each_other_and_share_their_sides() {
    let project = kit(HEXES);
    let said = project.run("build").exits(0).stdout;
    assert!(said.contains("61 tokens (2 faces)  2 sheets  both sides"), "{said}");
    let document = project.pdf("out/kit/hexes.pdf");
    let (width, height) = paper(&document, 1);
    near(width, 297.0, "landscape, where seven rows of nine and eight fit");
    let fronts = faces(&document, 1);
    assert_eq!(fronts.len(), 60);
    // The box of all seven rows stands in the middle of the paper.
    let left = (297.0 - 270.0) / 2.0;
    let top = (210.0 - 34.64 - 6.0 * 25.98) / 2.0;
    let expected = |slot: usize| {
        let pair = slot / 17;
        let rest = slot % 17;
        let (row, x) = if rest < 9 {
            (pair * 2, rest as f64 * 30.0)
        } else {
            (pair * 2 + 1, (rest - 9) as f64 * 30.0 + 15.0)
        };
        (left + x + 15.0, top + row as f64 * 25.98 + 17.32)
    };
    let canvas = (34.0, 38.64);
    for (slot, face) in fronts.iter().enumerate() {
        let (x, y) = face.centre(height, canvas);
        let (ex, ey) = expected(slot);
        near(x, ex, "x");
        near(y, ey, "y");
    }
    // The eleventh stands among six others: its ink ends where that of the three before it begins,
    // and goes on a little way under the three after it, which cover that.
    let (cx, cy) = expected(10);
    let ink = &fronts[10].clips[1];
    for (x, y) in [(0.0, -17.32), (-15.0, -8.66)] {
        assert!(
            ink.iter().any(|p| (p.0 - cx - x).abs() < 0.01 && (p.1 - cy - y).abs() < 0.01),
            "{x} {y} in {ink:?}"
        );
    }
    let [left_end, _, right_end, _] = fronts[10].bounds(1);
    near(left_end, cx - 15.0, "up to the piece before it");
    near(right_end, cx + 15.4, "under the piece after it");
    let half = 15.0;
    let side = 17.32;
    for (x, y) in ink.iter().map(|p| ((p.0 - cx), (p.1 - cy))) {
        let out = [
            x.abs() - half,
            (x.abs() * side / 2.0 + y.abs() * half) / f64::hypot(half, side / 2.0) - half,
        ];
        assert!(out.iter().all(|out| *out < 0.41), "{x} {y}");
    }
    // The first has none to its left, and keeps its bleed there.
    near(fronts[0].bounds(1)[0], left - 2.0, "the bleed");
    // Behind every front lies its back, not turned: the long edge of this sheet is flat, so it
    // stands on its head.
    let backs = faces(&document, 2);
    assert_eq!(backs.len(), 60);
    for (slot, face) in backs.iter().enumerate() {
        let (x, y) = face.centre(height, canvas);
        let (ex, ey) = expected(slot);
        near(x, ex, "x behind");
        near(y, height - ey, "y behind");
        assert!(face.matrix[0] < 0.0, "turned by half");
    }
    assert_eq!((faces(&document, 3).len(), faces(&document, 4).len()), (1, 1));
}

/// A viewer smooths the edges of clips: where two touch in the middle of a pixel, paper would shine
/// through.
#[test]
fn no_paper_shines_between_pieces_that_touch() {
    const ALL: &[f64] = &[72.0, 150.0, 300.0];
    for (shape, size, dpis) in [
        ("hex", "30mm, 34.64mm", ALL),
        ("hex-flat", "34.64mm, 30mm", &[72.0]),
        ("circle", "30mm, 30mm", &[150.0]),
        ("rounded", "30mm, 20mm", &[72.0, 150.0]),
    ] {
        let (width, height) = size.split_once(", ").expect("two");
        let radius = if shape == "rounded" { "radius = \"2mm\"\n" } else { "" };
        let project = kit(&format!(
            r#"[token.chits]
shape = "{shape}"
{radius}size = {{ width = "{width}", height = "{height}" }}
outline = "none"
bleed = "3mm"
paper = "a5"
face = "face.svg"
back = "back.svg"
copies = 45
"#
        ));
        for render in ["", " --render raster --dpi 200"] {
            project.run(&format!("build{render}")).exits(0);
            // What a picture shows at one resolution it shows at all.
            for &dpi in if render.is_empty() { dpis } else { &dpis[..1] } {
                // The first sheet is full; a part of its middle is seen from either side.
                for (page, (side, channel)) in draw_pdf(&project.read("out/kit/chits.pdf"), dpi)
                    .iter()
                    .zip([("front", 1), ("back", 0)])
                {
                    let inner = |length: usize| length / 4..length * 3 / 4;
                    for (row, column) in inner(page.height)
                        .flat_map(|row| inner(page.width).map(move |column| (row, column)))
                    {
                        let found = page.pixels[row * page.width + column];
                        let slack = if render.is_empty() { 3 } else { 8 };
                        assert!(
                            found[channel] <= 0x20 + slack,
                            "{shape}{render}, {side} at {dpi} dpi: {found:?} at {column}, {row}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_is_inked_outside_of_the_grown_outline() {
    let project = kit(r#"[token.disc]
shape = "circle"
size = { width = "60mm", height = "60mm" }
face = "face.svg"
copies = 1
outline = "none"
gutter = "4mm"
"#);
    project.run("build --png sheets --dpi 100").exits(0);
    let document = project.pdf("out/kit/disc.pdf");
    let face = &faces(&document, 1)[0];
    assert_eq!(face.curves, 4);
    let (_, height) = paper(&document, 1);
    let (x, y) = face.centre(height, (64.0, 64.0));
    let bounds = face.bounds(1);
    for (found, expected) in bounds.iter().zip([x - 32.0, y - 32.0, x + 32.0, y + 32.0]) {
        near(*found, expected, "the circle and its bleed");
    }
    let drawn = draw_pdf(&project.read("out/kit/disc.pdf"), 100.0).remove(0);
    let png = Picture::from_png(&project.read("out/kit/disc-sheets/001-front.png"), 100.0);
    for picture in [drawn, png] {
        for (dx, dy) in [(0.0_f64, 1.0_f64), (0.6, 0.8), (-0.8, 0.6), (-1.0, 0.0)] {
            picture.shows((x + dx * 31.6, y + dy * 31.6), [0xc0, 0x20, 0x20], 40);
            picture.shows((x + dx * 32.4, y + dy * 32.4), [0xff, 0xff, 0xff], 40);
        }
    }
}

#[test]
fn a_path_is_mirrored_behind() {
    let arrow = r#"[token.arrow]
shape = "path"
path = "M0 0H20L30 12L20 24H0Z"
size = { width = "30mm", height = "24mm" }
face = "face.svg"
back = "back.svg"
bleed = "0mm"
outline = "none"
"#;
    for (duplex, paper_size) in [("long-edge", "a4"), ("short-edge", "a4")] {
        let project = kit(&format!("{arrow}duplex = \"{duplex}\"\npaper = \"{paper_size}\"\n"));
        project.run("build").exits(0);
        let document = project.pdf("out/kit/arrow.pdf");
        let (width, height) = paper(&document, 1);
        let front = &faces(&document, 1)[0];
        let back = &faces(&document, 2)[0];
        let upright = (duplex == "long-edge") == (width <= height);
        for (x, y) in &front.clips[1] {
            let behind = if upright { (width - x, *y) } else { (*x, height - y) };
            let there = back.clips[1]
                .iter()
                .any(|p| (p.0 - behind.0).abs() < 0.01 && (p.1 - behind.1).abs() < 0.01);
            assert!(there, "{duplex}: {behind:?} in {:?}", back.clips[1]);
        }
        assert_ne!(front.name, back.name);
    }
}

#[test]
fn the_outline_is_drawn_as_asked() {
    let square = |outline: &str| {
        let project = kit(&format!(
            r#"[token.chit]
shape = "square"
size = {{ width = "40mm", height = "40mm" }}
face = "face.svg"
bleed = "0mm"
outline = "{outline}"
"#
        ));
        let project = project.file("templates/kit/face.svg", FACE.replace("#c02020", "#ffffff"));
        project.run("build").exits(0);
        let document = project.pdf("out/kit/chit.pdf");
        let (_, height) = paper(&document, 1);
        let (x, y) = faces(&document, 1)[0].centre(height, (40.0, 40.0));
        let picture = draw_pdf(&project.read("out/kit/chit.pdf"), 300.0).remove(0);
        // How much of the upper side is dark.
        let dark = |at: f64| {
            (-1..=1).any(|px| picture.at(at, y - 20.0 + f64::from(px) * 25.4 / 300.0)[0] < 200)
        };
        (0..380).filter(|step| dark(x - 19.0 + f64::from(*step) / 10.0)).count()
    };
    assert_eq!(square("hairline"), 380);
    assert!((150..320).contains(&square("kiss")), "dashed");
    assert_eq!(square("none"), 0);
}

const SHARED: &str = r#"[deck.cards]
size = "poker-euro"
face = "face.svg"
back = "back.svg"
share = "a"
[[deck.cards.card]]
copies = 5
[token.coins]
shape = "circle"
size = { width = "25mm", height = "25mm" }
face = "face.svg"
copies = 13
share = "a"
"#;

#[test]
fn components_share_sheets_and_keep_their_places() {
    let project = kit(SHARED);
    let said = project.run("build").exits(0).stdout;
    assert!(
        said.contains("shared-a.pdf") && said.contains("5 cards, 13 tokens (3 faces)"),
        "{said}"
    );
    assert_eq!(project.files("out"), ["kit/manifest.json", "kit/shared-a.pdf"]);
    let document = project.pdf("out/kit/shared-a.pdf");
    let (_, height) = paper(&document, 1);
    let before: Vec<_> = faces(&document, 1).iter().map(|f| (f.name.clone(), f.matrix)).collect();
    assert_eq!(before.len(), 18);
    assert_eq!(faces(&document, 2).len(), 5, "only the cards have backs");
    let (x, y) = faces(&document, 1)[0].centre(height, (67.0, 92.0));
    near(x, 8.0 + 31.5, "the first card");
    near(y, 8.0 + 44.0, "the first card");
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/kit/manifest.json")).expect("JSON");
    assert_eq!(manifest["components"][1]["kind"], "token");
    assert_eq!(manifest["components"][1]["file"], "shared-a.pdf");
    assert_eq!(manifest["files"][0]["components"], serde_json::json!(["cards", "coins"]));
    let listed = project.run("list").exits(0).stdout;
    assert!(listed.contains("shared under `a`"), "{listed}");
    // One component more, and more copies of the last.
    let more = r#"[token.squares]
shape = "square"
size = { width = "12mm", height = "12mm" }
face = "face.svg"
copies = 100
share = "a"
"#;
    let project = kit(&format!("{}{more}", SHARED.replace("copies = 13", "copies = 15")));
    project.run("build").exits(0);
    let after: Vec<_> = faces(&project.pdf("out/kit/shared-a.pdf"), 1)
        .iter()
        .map(|f| (f.name.clone(), f.matrix))
        .collect();
    assert_eq!(before, after[..18]);
}

#[test]
fn slots_are_left_empty_as_asked() {
    let places = |project: &Project, file: &str| {
        let document = project.pdf(file);
        let all: Vec<(u32, String)> = document
            .get_pages()
            .keys()
            .flat_map(|page| {
                faces(&document, *page).into_iter().map(move |f| (*page, format!("{:?}", f.matrix)))
            })
            .collect();
        all
    };
    let project = Project::mini();
    project.run("build").exits(0);
    let full = places(&project, "out/mini/cards.pdf");
    project.run("build --skip B1 --skip A2").exits(0);
    let skipped = places(&project, "out/mini/cards.pdf");
    assert_eq!(skipped.len(), full.len());
    // Three cards to a row: of the slots A1 B1 C1 A2 the fronts keep A1 and C1.
    assert_eq!((&skipped[0], &skipped[1]), (&full[0], &full[2]));
    assert!(!skipped.contains(&full[1]) && !skipped.contains(&full[3]));
    project
        .run("build --skip 2:A1")
        .exits(1)
        .says("error[I005]: on the sheets of `cards` there is no slot 2:A1: the last sheet is 1");
    project.run("build --skip D9").exits(1).says("slots go from A1 to C3");
    project.run("build --skip 3A").exits(2).says("such as A3");
    let project = kit(HEXES);
    project.run("build --skip A1 --skip H2 --skip I2").exits(1).says("no slot I2");
    project.run("build --skip A1 --skip H2").exits(0);
    let document = project.pdf("out/kit/hexes.pdf");
    assert_eq!((faces(&document, 1).len(), faces(&document, 3).len()), (58, 3));
}

#[test]
fn only_some_cards_are_printed() {
    let project = Project::mini();
    project
        .run_in(
            "",
            &["build", "--only-cards", "card.name == 'River'", "--png", "faces", "--dpi", "20"],
        )
        .exits(0);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/mini/manifest-part.json")).expect("JSON");
    assert_eq!(manifest["components"][0]["copies"], 2);
    assert_eq!(project.files("out/mini/cards-part"), ["001-river.png", "002-river-back.png"]);
    assert_eq!(faces(&project.pdf("out/mini/cards-part.pdf"), 1).len(), 2);
    project
        .run_in("", &["build", "--only-cards", "card.name == 'Nile'"])
        .exits(1)
        .says("error[M044]: no card to print meets");
    project
        .run_in("", &["build", "--only-cards", "card.nme == 'River'"])
        .exits(1)
        .says("did you mean `name`?");
    project.run_in("", &["build", "--only-cards", "name == 'River'"]).exits(1).says("card.name");
    // The contract is about the whole kit.
    let expect = r#"[[expect]]
in = "cards"
copies = 4
"#;
    let project = project.edit(
        "data/mini/game.toml",
        "cards = \"cards.csv\"\n",
        &format!("cards = \"cards.csv\"\n{expect}"),
    );
    project.run_in("", &["build", "--only-cards", "card.name == 'River'"]).exits(0);
}

#[test]
fn mistakes_of_tokens_are_told_with_their_places() {
    for (keys, message) in [
        ("shape = \"hexagon\"", "error[M002]: there is no shape `hexagon`"),
        ("outline = \"dashed\"", "error[M002]: there is no outline `dashed`"),
        ("shape = \"rounded\"", "error[S005]: token `t` has no `radius`"),
        ("shape = \"path\"", "error[S005]: token `t` has no `path`"),
        ("radius = \"2mm\"", "error[M041]: `radius` does nothing for the shape `rectangle`"),
        (
            "shape = \"circle\"",
            "error[M041]: a circle is as high as it is wide, but the box of `t` is 20 × 25 mm",
        ),
        (
            "shape = \"path\"\npath = \"M0 0L20 25V0L0 25Z\"",
            "error[M040]: the path of `t` crosses or touches itself",
        ),
        (
            "shape = \"path\"\npath = \"M0 0H20V26Z\"",
            "error[M040]: the path of `t` leaves its box of 20 × 25 mm at 20.00, 26.00",
        ),
        ("share = \"tokens\"", "error[M009]: `tokens` cannot name shared sheets"),
        ("copies = -1", "error[M004]: token `t` has -1 copies"),
        (
            "margin = \"100mm\"",
            "error[I001]: token of 20 × 25 mm does not fit paper of 210 × 297 mm (a4): portrait 20 \
             mm + margins 2 × 100 mm = 220 mm > 210 mm",
        ),
    ] {
        let project = kit(&format!(
            r#"[token.t]
size = {{ width = "20mm", height = "25mm" }}
face = "face.svg"
{keys}
"#
        ));
        project.run("check").exits(1).says(message).says("data/kit/game.toml:");
    }
}

#[test]
fn a_proof_shows_the_outline_of_a_token() {
    let project = kit(r#"[token.disc]
shape = "circle"
size = { width = "60mm", height = "60mm" }
face = "face.svg"
safe = "5mm"
"#);
    let project = project.file("templates/kit/face.svg", FACE.replace("#c02020", "#ffffff"));
    project.run("build --proof --png faces --dpi 100").exits(0);
    let picture = Picture::from_png(&project.read("out/kit/disc/001-disc.png"), 100.0);
    let is_drawn =
        |x: f64, y: f64| (-2..=2).any(|px| picture.at(x + f64::from(px) * 0.254, y)[1] < 200);
    assert!(is_drawn(2.0, 32.0) && is_drawn(62.0, 32.0), "the trim, at the sides of the circle");
    assert!(!is_drawn(2.0, 2.5) && !is_drawn(2.0, 61.0), "and not in the corners of the box");
}
