//! Files for cutting machines, read again and compared with the sheets.

use std::path::Path;

use crate::common::{Picture, Project, text_of};
use serde_json::Value;

const GAME: &str = "data/mini/game.toml";

/// Both ends of a line in mm from the upper left corner of the paper, the lesser one first.
type Line = [(f64, f64); 2];

fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    if from <= to { [from, to] } else { [to, from] }
}

/// The layers and lines of a DXF, with every polyline taken apart.
fn dxf(text: &str, height: f64) -> Vec<(String, Line)> {
    let mut lines = text.lines().map(str::trim);
    let mut pairs = Vec::new();
    while let (Some(code), Some(value)) = (lines.next(), lines.next()) {
        pairs.push((code.parse::<u32>().expect("a group code"), value.to_owned()));
    }
    assert!(
        pairs.windows(2).any(|p| p[0].1 == "$INSUNITS" && p[1] == (70, "4".to_owned())),
        "millimetres"
    );
    for table in ["LTYPE", "LAYER"] {
        assert!(
            pairs
                .windows(2)
                .any(|p| p[0] == (0, "TABLE".to_owned()) && p[1] == (2, table.to_owned())),
            "{table}"
        );
    }
    assert_eq!(pairs.last(), Some(&(0, "EOF".to_owned())));
    let start = pairs.iter().position(|pair| pair.1 == "ENTITIES").expect("entities");
    let mut entities: Vec<(String, Vec<(u32, String)>)> = Vec::new();
    for (code, value) in pairs.drain(start + 1..) {
        match (code, entities.last_mut()) {
            (0, _) => entities.push((value, Vec::new())),
            (_, Some((_, fields))) => fields.push((code, value)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    let mut open: Option<(bool, Vec<(f64, f64)>)> = None;
    for (kind, fields) in entities {
        let text = |code: u32| {
            fields
                .iter()
                .find(|(c, _)| *c == code)
                .map(|(_, value)| value.clone())
                .unwrap_or_default()
        };
        let number = |code: u32| text(code).parse::<f64>().expect("a number");
        match kind.as_str() {
            "LINE" => found.push((
                text(8),
                line((number(10), height - number(20)), (number(11), height - number(21))),
            )),
            "POLYLINE" => open = Some((text(70) == "1", Vec::new())),
            "VERTEX" => {
                open.as_mut().expect("a polyline").1.push((number(10), height - number(20)));
            }
            "SEQEND" => {
                let (closed, mut points) = open.take().expect("a polyline");
                if closed {
                    points.push(points[0]);
                }
                found.extend(points.windows(2).map(|pair| (text(8), line(pair[0], pair[1]))));
            }
            _ => {}
        }
    }
    found
}

/// The same of an SVG of straight lines.
fn svg(text: &str) -> Vec<(String, Line)> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let root = document.root_element();
    assert!(root.attribute("width").is_some_and(|width| width.ends_with("mm")));
    let mut found = Vec::new();
    for path in root.descendants().filter(|node| node.has_tag_name("path")) {
        let layer = path
            .parent_element()
            .and_then(|group| group.attribute("id"))
            .expect("a group")
            .to_uppercase();
        let d = path.attribute("d").expect("a path");
        let closed = d.ends_with('Z');
        let numbers = |piece: &str| {
            let (x, y) = piece.trim_end_matches('Z').split_once(' ').expect("two numbers");
            (x.parse::<f64>().expect("a number"), y.parse::<f64>().expect("a number"))
        };
        let mut points: Vec<(f64, f64)> =
            d.split(['M', 'L']).filter(|piece| !piece.is_empty()).map(numbers).collect();
        if closed {
            points.push(points[0]);
        }
        found.extend(points.windows(2).map(|pair| (layer.clone(), line(pair[0], pair[1]))));
    }
    found
}

#[track_caller]
fn assert_lines(found: &[(String, Line)], expected: &[Line]) {
    assert_eq!(found.len(), expected.len(), "{found:?}");
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 0.01;
    for wanted in expected {
        let same = found
            .iter()
            .filter(|(layer, line)| {
                layer == "CUT" && near(line[0], wanted[0]) && near(line[1], wanted[1])
            })
            .count();
        assert_eq!(same, 1, "{wanted:?} in {found:?}");
    }
}

/// Four cards of 63 × 88 mm on A4: three in the first row, one below.
fn four_cards() -> Vec<Line> {
    let x = [10.5, 73.5, 136.5, 199.5];
    let y = [16.5, 104.5, 192.5];
    vec![
        line((x[0], y[0]), (x[0], y[2])),
        line((x[1], y[0]), (x[1], y[2])),
        line((x[2], y[0]), (x[2], y[1])),
        line((x[3], y[0]), (x[3], y[1])),
        line((x[0], y[0]), (x[3], y[0])),
        line((x[0], y[1]), (x[3], y[1])),
        line((x[0], y[2]), (x[1], y[2])),
    ]
}

#[test]
fn cut_files_say_what_the_plan_says_and_each_line_once() {
    let project = Project::mini();
    let run = project.run("build --cut svg --cut dxf --cut pdf --cut svg").exits(0);
    assert!(
        run.stdout.contains("cards-cut-1.svg") && run.stdout.contains("cutting lines"),
        "{}",
        run.stdout
    );
    assert_eq!(
        project.files("out/mini"),
        ["cards-cut-1.dxf", "cards-cut-1.svg", "cards-cut.pdf", "cards.pdf", "manifest.json"]
    );
    let text =
        |name: &str| String::from_utf8(project.read(&format!("out/mini/{name}"))).expect("text");
    assert_lines(&dxf(&text("cards-cut-1.dxf"), 297.0), &four_cards());
    assert_lines(&svg(&text("cards-cut-1.svg")), &four_cards());
    let manifest: Value = serde_json::from_str(&text("manifest.json")).expect("JSON");
    let purposes: Vec<&str> = manifest["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|f| f["purpose"].as_str().expect("a word"))
        .collect();
    assert_eq!(purposes, ["sheets", "cut", "cut", "cut"]);
    assert_eq!(manifest["totals"]["sheets"], 1, "cut files take no paper");
}

#[test]
fn the_name_of_the_layout_is_on_the_sheets_and_in_the_cut_files() {
    let project = Project::mini();
    project.run("build --cut svg --cut dxf --cut pdf").exits(0);
    let sheets = text_of(&project.pdf("out/mini/cards.pdf"));
    let at = sheets.find("layout ").expect("a name of the layout");
    let name: String = sheets[at + 7..].chars().take_while(char::is_ascii_alphanumeric).collect();
    assert_eq!(name.len(), 6, "{sheets}");
    assert_eq!(sheets.matches(&format!("layout {name}")).count(), 2, "front and back");
    assert!(text_of(&project.pdf("out/mini/cards-cut.pdf")).contains(&name));
    for file in ["cards-cut-1.svg", "cards-cut-1.dxf"] {
        assert!(
            String::from_utf8(project.read(&format!("out/mini/{file}")))
                .expect("text")
                .contains(&name),
            "{file}"
        );
    }
    // Another layout has another name, the same cards with other words do not.
    let project = project.edit("templates/mini/card.svg", "#dde8c9", "#ffffff");
    project.run("build").exits(0);
    assert!(text_of(&project.pdf("out/mini/cards.pdf")).contains(&name));
    let project = project.edit(GAME, "\"2mm\"", "\"2mm\"\nmargin = \"10mm\"\ngutter = \"5mm\"");
    project.run("build").exits(0);
    assert!(!text_of(&project.pdf("out/mini/cards.pdf")).contains(&name));
}

#[test]
fn the_cut_pdf_has_the_lines_and_no_art() {
    let project = Project::mini();
    project.run("build --cut pdf").exits(0);
    let document = project.pdf("out/mini/cards-cut.pdf");
    assert_eq!(document.get_pages().len(), 1);
    let words = text_of(&document);
    assert!(!words.contains("River") && words.contains("cards-cut"), "{words}");
    let picture = crate::common::draw_pdf(&project.read("out/mini/cards-cut.pdf"), 300.0).remove(0);
    let red = |x: f64, y: f64| picture.at(x, y)[0] > picture.at(x, y)[1].saturating_add(60);
    for (x, y) in [(10.5, 60.0), (73.5, 150.0), (136.5, 60.0), (40.0, 104.5), (150.0, 16.5)] {
        assert!(
            (-2..=2).any(
                |dx| (-2..=2).any(|dy| red(x + f64::from(dx) * 0.05, y + f64::from(dy) * 0.05))
            ),
            "a cut at {x} {y}"
        );
    }
    assert!(!picture.has_ink(20.0..60.0, 20.0..100.0));
    let groups = document
        .catalog()
        .and_then(|c| c.get(b"OCProperties"))
        .and_then(lopdf::Object::as_dict)
        .expect("layers");
    assert_eq!(
        groups.get(b"OCGs").and_then(lopdf::Object::as_array).expect("all").len(),
        2,
        "marks and cuts"
    );
}

#[test]
fn cards_with_gutters_are_cut_one_by_one_and_every_sheet_has_its_files() {
    let project =
        Project::mini().edit(GAME, "\"2mm\"", "\"2mm\"\ngutter = \"6mm\"\npaper = \"a6\"");
    project.run("build --cut dxf").exits(0);
    let sheets = project.pdf("out/mini/cards.pdf").get_pages().len() / 2;
    assert!(sheets > 1);
    let files: Vec<String> = project
        .files("out/mini")
        .into_iter()
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "dxf"))
        .collect();
    assert_eq!(files.len(), sheets);
    let text = String::from_utf8(project.read("out/mini/cards-cut-1.dxf")).expect("text");
    assert_eq!(text.matches("POLYLINE").count(), dxf(&text, 148.0).len() / 4);
    assert!(!text.contains("\nLINE"));
}

/// Whether something near a point in mm is drawn in a colour that has more red than green.
fn is_red(picture: &Picture, (x, y): (f64, f64)) -> bool {
    let mut around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
    around.any(|(dx, dy)| {
        let [r, g, _] = picture.at(x + f64::from(dx) * 0.05, y + f64::from(dy) * 0.05);
        r > g.saturating_add(60)
    })
}

/// How far the middle of a quarter of a circle of 4 mm lies from the sides it joins.
const IN: f64 = 4.0 * (1.0 - std::f64::consts::FRAC_1_SQRT_2);

#[test]
fn round_corners_are_cut_round_from_sheets_that_are_inked_straight() {
    for marks in ["corners", "guides", "grid"] {
        let keys = format!("[deck.cards]\nradius = \"4mm\"\nmarks = \"{marks}\"");
        let project = Project::mini().edit(GAME, "[deck.cards]", &keys);
        project.run("build --cut svg --cut dxf --cut pdf --png sheets --dpi 100").exits(0);
        let text = |name: &str| {
            String::from_utf8(project.read(&format!("out/mini/{name}"))).expect("text")
        };
        let lines = dxf(&text("cards-cut-1.dxf"), 297.0);
        assert!(lines.iter().all(|(layer, _)| layer == "CUT"));
        let pdf = crate::common::draw_pdf(&project.read("out/mini/cards-cut.pdf"), 300.0).remove(0);
        for (x, y) in [(10.5, 16.5), (73.5, 16.5), (136.5, 16.5), (10.5, 104.5)] {
            for (right, down) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let corner = (x + 63.0 * right, y + 88.0 * down);
                let ends = lines.iter().flat_map(|(_, line)| line);
                let near = ends
                    .map(|p| (p.0 - corner.0).hypot(p.1 - corner.1))
                    .fold(f64::INFINITY, f64::min);
                // The middle of a quarter of a circle, or a corner of its polygon close to it.
                assert!((1.65..1.8).contains(&near), "{marks}: {near} mm from {corner:?}");
                let middle =
                    (corner.0 + IN * (1.0 - 2.0 * right), corner.1 + IN * (1.0 - 2.0 * down));
                assert!(is_red(&pdf, middle) && !is_red(&pdf, corner), "{marks}: {corner:?}");
            }
        }
        // What two cards share is cut once.
        for shared in [
            line((73.5, 20.5), (73.5, 100.5)),
            line((136.5, 20.5), (136.5, 100.5)),
            line((14.5, 104.5), (69.5, 104.5)),
        ] {
            let same = lines.iter().filter(|(_, found)| {
                let apart = |i: usize| (found[i].0 - shared[i].0).hypot(found[i].1 - shared[i].1);
                apart(0) < 0.01 && apart(1) < 0.01
            });
            assert_eq!(same.count(), 1, "{marks}: {shared:?}");
        }
        assert!(text("cards-cut-1.svg").contains('C'), "curves stay curves");
        let sheet = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 300.0).remove(0);
        sheet.shows((73.5 - 0.5, 16.5 + 0.5), [0xdd, 0xe8, 0xc9], 8);
        sheet.shows((10.5 - 1.5, 16.5 - 1.5), [0xdd, 0xe8, 0xc9], 8);
    }
}

#[test]
fn a_proof_shows_round_corners_and_pictures_of_faces_do_not() {
    let face = |radius: &str, arguments: &str| {
        let project = Project::mini().edit(GAME, "[deck.cards]", &format!("[deck.cards]{radius}"));
        project.run(&format!("build --png faces --dpi 300 {arguments}")).exits(0);
        let name = project.files("out/mini/cards").remove(0);
        project.read(&format!("out/mini/cards/{name}"))
    };
    let round = "\nradius = \"4mm\"";
    assert!(face(round, "") == face("", ""), "the same bytes");
    assert!(face("\nradius = \"0mm\"", "--proof") == face("", "--proof"), "0 is square");
    let proof = Picture::from_png(&face(round, "--proof"), 300.0);
    // The bleed is 2 mm wide.
    for (x, y) in [(0.0, 0.0), (63.0, 0.0), (63.0, 88.0), (0.0, 88.0)] {
        let inwards = |from: f64| if from > 0.0 { from - IN } else { IN };
        assert!(is_red(&proof, (2.0 + inwards(x), 2.0 + inwards(y))), "{x}, {y}: round");
        assert!(!is_red(&proof, (2.0 + x, 2.0 + y)), "{x}, {y}: no corner");
    }
    assert!(is_red(&proof, (2.0, 45.0)) && is_red(&proof, (33.0, 2.0)), "straight sides");
}

#[test]
fn a_radius_that_has_no_room_is_an_error_at_its_place() {
    let with = |radius: &str| format!("size = \"poker-euro\"\nradius = \"{radius}\"");
    // The corners, and the name in one of them, are cut off.
    let project = Project::mini().edit(GAME, "size = \"poker-euro\"", &with("31.5mm")).edit(
        GAME,
        "[print]",
        "[preflight]\nlevels = { L007 = \"off\" }\n[print]",
    );
    project.run("check").exits(0);
    let project = Project::mini().edit(GAME, "size = \"poker-euro\"", &with("31.6mm"));
    project
        .run("check")
        .exits(1)
        .says("error[M041]: a radius of 31.6 mm is more than half of a side of 63 × 88 mm")
        .says("data/mini/game.toml:6:10");
    let project = Project::mini().edit(GAME, "size = \"poker-euro\"", &with("-1mm"));
    project.run("check").exits(1).says("`radius` is negative");
}

#[test]
fn registration_marks_are_printed_and_not_cut() {
    let project = Project::mini().edit(GAME, "\"2mm\"", "\"2mm\"\ncutter = \"silhouette-3\"");
    project.run("build --cut dxf --cut svg").exits(0);
    let pictures = crate::common::draw_pdf(&project.read("out/mini/cards.pdf"), 150.0);
    let front = &pictures[0];
    let back = &pictures[1];
    let width = front.width as f64 / 150.0 * 25.4;
    let height = front.height as f64 / 150.0 * 25.4;
    front.shows((12.5, 12.5), [0; 3], 8);
    // The square is 5 mm wide and stands 10 mm from the edges, where the arms begin, too.
    front.shows((10.3, 14.7), [0; 3], 8);
    front.shows((9.7, 12.5), [255; 3], 8);
    front.shows((15.3, 12.5), [255; 3], 8);
    front.shows((width - 10.5, 14.0), [0; 3], 8);
    front.shows((width - 14.0, 10.5), [0; 3], 8);
    front.shows((10.5, height - 14.0), [0; 3], 8);
    front.shows((width - 10.0, height - 10.0), [255; 3], 8);
    assert!(!back.has_ink(9.0..17.0, 9.0..17.0), "no marks on backs");
    let text = String::from_utf8(project.read("out/mini/cards-cut-1.dxf")).expect("text");
    let near_corner = |(x, y): (f64, f64)| x < 19.0 && y < 19.0;
    assert!(dxf(&text, height).iter().all(|(_, line)| !line.iter().any(|end| near_corner(*end))));
    let said = project
        .edit(GAME, "\"poker-euro\"", "{ width = \"190mm\", height = \"277mm\" }")
        .run("build")
        .exits(1)
        .stderr;
    assert!(
        said.contains("error[I001]")
            && said.contains("margins 2 × 19 mm")
            && said.contains("the margins include the cutter's marks"),
        "{said}"
    );
}

#[test]
fn a_cutter_with_lengths_of_its_own_is_read_strictly() {
    let with = |cutter: &str| {
        Project::mini().edit(GAME, "\"2mm\"", &format!("\"2mm\"\ncutter = {cutter}"))
    };
    with("{ kind = \"silhouette-4\", inset = \"15.9mm\", arm = \"20mm\", line = \"0.5mm\" }")
        .run("check")
        .exits(0);
    for (cutter, code) in [
        ("\"silhouete-3\"", "M002"),
        ("{ arm = \"5mm\" }", "S005"),
        ("{ kind = \"silhouette-3\", legs = \"5mm\" }", "S003"),
        ("{ kind = \"silhouette-3\", arm = \"0mm\" }", "M003"),
        ("{ kind = \"silhouette-3\", inset = \"-1mm\" }", "M003"),
        ("3", "S004"),
    ] {
        assert_eq!(with(cutter).codes("check"), [code.to_owned()], "{cutter}");
    }
}
