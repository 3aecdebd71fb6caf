//! Printers: profiles, corrected sheets as their operators say, calibration, and what a viewer can
//! hide.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Called, Picture, Project, calls, form, page_box, text_of};
use lopdf::{Dictionary, Document, Object, ObjectId};

const GAME: &str = "data/mini/game.toml";
const OFFICE: &str =
    "back = { x = \"1.3mm\", y = \"-0.6mm\", angle = 0.4 }\nscale = { x = 0.995, y = 1.002 }\n";

/// A run that sees these printers as the user's own, with nobody to ask.
fn run(project: &Project, config: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pnp"))
        .args(arguments)
        .current_dir(project.root())
        .env("NO_COLOR", "1")
        .env("XDG_CONFIG_HOME", config)
        .stdin(Stdio::null())
        .output()
        .expect("the binary");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn page(document: &Document, number: u32) -> ObjectId {
    document.get_pages()[&number]
}

/// Where the upper left and lower right corner of a called form come to lie, in mm from the middle
/// of the paper, y downwards.
fn corners(document: &Document, page: ObjectId, called: &Called) -> [(f64, f64); 2] {
    let (_, stream) = form(document, &called.name);
    let size: Vec<f64> = match stream.dict.get(b"BBox").expect("a box") {
        Object::Array(values) => {
            values.iter().map(|value| f64::from(value.as_float().expect("a number"))).collect()
        }
        _ => panic!("no box"),
    };
    let media = page_box(document, page, "MediaBox");
    let [a, b, c, d, e, f] = called.matrix;
    [(0.0, size[3]), (size[2], 0.0)].map(|(x, y)| {
        let (x, y) = (a * x + c * y + e, b * x + d * y + f);
        ((x - media[2] / 2.0) * 25.4 / 72.0, (media[3] / 2.0 - y) * 25.4 / 72.0)
    })
}

/// What a printer does with a point: first it scales, then it turns a back, then it shifts it.
fn printed(
    (x, y): (f64, f64),
    scale: (f64, f64),
    (dx, dy, degrees): (f64, f64, f64),
) -> (f64, f64) {
    let x = x * scale.0;
    let y = y * scale.1;
    let angle = degrees.to_radians();
    (x * angle.cos() - y * angle.sin() + dx, x * angle.sin() + y * angle.cos() + dy)
}

/// Prints both documents, the first on a printer with faults and the second on one without; every
/// form must land in the same place.
#[track_caller]
fn assert_lands(corrected: &Document, plain: &Document, scale: (f64, f64), back: (f64, f64, f64)) {
    let mut seen = 0;
    for (number, id) in corrected.get_pages() {
        let fault = if number % 2 == 0 { back } else { (0.0, 0.0, 0.0) };
        let sent = calls(corrected, id);
        let wanted = calls(plain, page(plain, number));
        assert_eq!(sent.len(), wanted.len());
        for (sent, wanted) in sent.iter().zip(&wanted) {
            let wanted = corners(plain, page(plain, number), wanted);
            for (sent, wanted) in corners(corrected, id, sent).into_iter().zip(wanted) {
                let lands = printed(sent, scale, fault);
                assert!(
                    (lands.0 - wanted.0).hypot(lands.1 - wanted.1) < 0.01,
                    "page {number}: {lands:?}, expected {wanted:?}"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 8);
}

#[test]
fn corrected_sheets_land_where_they_belong() {
    for (size, turned) in [
        ("\"poker-euro\"", false),
        ("{ width = \"190mm\", height = \"140mm\" }", false),
        ("{ width = \"140mm\", height = \"190mm\" }", true),
        ("{ width = \"250mm\", height = \"150mm\" }", true),
    ] {
        let project =
            Project::mini().edit(GAME, "\"poker-euro\"", size).file("printers/office.toml", OFFICE);
        project.run("build").exits(0);
        let plain = project.pdf("out/mini/cards.pdf");
        let media = page_box(&plain, page(&plain, 1), "MediaBox");
        assert_eq!(media[2] > media[3], turned, "{size}");
        let run = project.run("build --printer office").exits(0);
        assert!(run.stdout.contains("corrected for the printer `office`"), "{}", run.stdout);
        let corrected = project.pdf("out/mini/cards.pdf");
        // On its side, the upper edge of the paper lies to the left.
        let (scale, back) = if turned {
            ((1.002, 0.995), (-0.6, -1.3, 0.4))
        } else {
            ((0.995, 1.002), (1.3, -0.6, 0.4))
        };
        assert_lands(&corrected, &plain, scale, back);
        // Where there is room for a label at all.
        let text = text_of(&corrected);
        assert!(text.contains("printer office") || !text.contains("sheet"), "{text}");
    }
}

#[test]
fn backs_apart_are_corrected_like_backs_behind_their_fronts() {
    let project = Project::mini().file("printers/office.toml", OFFICE);
    project.run("build").exits(0);
    let plain = project.pdf("out/mini/cards.pdf");
    project.run("build --printer office --duplex backs-apart").exits(0);
    let backs = project.pdf("out/mini/cards-backs.pdf");
    let sent = calls(&backs, page(&backs, 1));
    let wanted = calls(&plain, page(&plain, 2));
    assert!(sent.len() == wanted.len() && sent.len() > 1);
    for (sent, wanted) in sent.iter().zip(&wanted) {
        let wanted = corners(&plain, page(&plain, 2), wanted);
        for (sent, wanted) in corners(&backs, page(&backs, 1), sent).into_iter().zip(wanted) {
            let lands = printed(sent, (0.995, 1.002), (1.3, -0.6, 0.4));
            assert!((lands.0 - wanted.0).hypot(lands.1 - wanted.1) < 0.01, "{lands:?} {wanted:?}");
        }
    }
}

#[test]
fn landscape_sheets_are_corrected_for_the_way_they_are_rotated() {
    let project = |landscape: &str| {
        Project::mini()
            .edit(GAME, "\"poker-euro\"", "{ width = \"250mm\", height = \"150mm\" }")
            .file("printers/office.toml", format!("{OFFICE}{landscape}"))
    };
    let plain = project("");
    plain.run("build").exits(0);
    let plain = plain.pdf("out/mini/cards.pdf");
    for (landscape, back, is_said) in [
        ("", (-0.6, -1.3, 0.4), true),
        ("landscape = \"left\"\n", (-0.6, -1.3, 0.4), false),
        ("landscape = \"right\"\n", (0.6, 1.3, 0.4), false),
    ] {
        let project = project(landscape);
        let said = project.run("build --printer office").exits(0).stdout;
        assert_eq!(said.contains("is assumed at the left"), is_said, "{said}");
        assert_lands(&project.pdf("out/mini/cards.pdf"), &plain, (1.002, 0.995), back);
    }
    let portrait = Project::mini().file("printers/office.toml", OFFICE);
    let said = portrait.run("build --printer office").exits(0).stdout;
    assert!(!said.contains("is assumed"), "{said}");
}

#[test]
fn a_printer_turns_sheets_its_own_way_unless_told() {
    let project =
        Project::mini().file("printers/office.toml", format!("{OFFICE}duplex = \"short-edge\"\n"));
    let flip = |document: &Document| {
        let preferences = crate::common::viewer_preferences(document);
        String::from_utf8_lossy(
            preferences.get(b"Duplex").and_then(Object::as_name).expect("a name"),
        )
        .into_owned()
    };
    project.run("build --duplex short-edge").exits(0);
    let plain = project.pdf("out/mini/cards.pdf");
    project.run("build --printer office").exits(0);
    let corrected = project.pdf("out/mini/cards.pdf");
    assert_eq!(flip(&corrected), "DuplexFlipShortEdge");
    assert_lands(&corrected, &plain, (0.995, 1.002), (1.3, -0.6, 0.4));
    // The other way round, the printer turns the picture by half, and its fault with it.
    project.run("build").exits(0);
    let plain = project.pdf("out/mini/cards.pdf");
    project.run("build --printer office --duplex long-edge").exits(0);
    let corrected = project.pdf("out/mini/cards.pdf");
    assert_eq!(flip(&corrected), "DuplexFlipLongEdge");
    assert_lands(&corrected, &plain, (0.995, 1.002), (-1.3, 0.6, 0.4));
    let single = project.edit(GAME, "back = \"back.svg\"\n", "");
    single.run("build --printer office").exits(0);
    assert_eq!(single.pdf("out/mini/cards.pdf").get_pages().len(), 1);
}

#[test]
fn sheets_as_pictures_are_corrected_like_the_pdf() {
    let project =
        Project::mini().file("printers/office.toml", "back = { x = \"5mm\", y = \"-3mm\" }\n");
    project.run("build --png sheets --dpi 100 --printer office").exits(0);
    let show = |name: &str| {
        Picture::from_png(&project.read(&format!("out/mini/cards-sheets/001-{name}.png")), 100.0)
    };
    // The first card begins at 10.5 mm, its back ends 10.5 mm before the right edge.
    show("front").shows((9.2, 60.0), [0xdd, 0xe8, 0xc9], 4);
    show("front").shows((7.9, 60.0), [255; 3], 4);
    let back = show("back");
    back.shows((210.0 - 9.2 - 5.0, 60.0), [0x33, 0x44, 0x55], 4);
    back.shows((210.0 - 7.9 - 5.0, 60.0), [255; 3], 4);
    back.shows((150.0, 14.5 + 0.7 + 3.0), [0x33, 0x44, 0x55], 4);
    back.shows((150.0, 14.5 - 0.7 + 3.0), [255; 3], 4);
}

#[test]
fn a_printer_that_is_not_there_names_those_that_are() {
    let config = tempfile::tempdir().expect("a folder");
    let project =
        Project::mini().file("printers/office.toml", OFFICE).file("printers/home.toml", "");
    for command in ["build", "check", "list"] {
        let (code, _, stderr) = run(&project, config.path(), &[command, "--printer", "ofice"]);
        assert_eq!(code, 2, "{command}: {stderr}");
        for part in
            ["error[M002]: there is no printer `ofice`", "did you mean `office`?", "pnp calibrate"]
        {
            assert!(stderr.contains(part), "{command}: no {part:?} in {stderr}");
        }
        let (_, _, stderr) = run(&project, config.path(), &[command, "--printer", "xyzzy"]);
        assert!(stderr.contains("the printers are `home`, `office`"), "{command}: {stderr}");
    }
    let (code, _, stderr) =
        run(&project, config.path(), &["check", "--printer", "../data/mini/game"]);
    assert!(code == 2 && stderr.contains("there is no printer"), "{stderr}");
    let (code, stdout, _) = run(&project, config.path(), &["list", "--printer", "office"]);
    assert!(code == 0 && stdout.starts_with("mini"), "{stdout}");
}

#[test]
fn a_profile_is_read_as_strictly_as_a_game() {
    let project = Project::mini().file(
        "printers/office.toml",
        r#"edges = "4"
bak = 1
scale = 0.5
"#,
    );
    let run = project.run("check --printer office").exits(1);
    for part in [
        "error[M001]",
        "error[S003]",
        "error[M003]",
        "printers/office.toml:1:9",
        "printers/office.toml:2:1",
        "did you mean `back`?",
        "actual size",
    ] {
        assert!(run.stderr.contains(part), "no {part:?} in {}", run.stderr);
    }
    assert_eq!(
        project.codes("check --printer office"),
        ["M001", "S003", "M003"].map(str::to_owned)
    );
}

#[test]
fn what_falls_into_the_white_edge_is_told_in_millimetres() {
    let office =
        |edges: &str| Project::mini().file("printers/office.toml", format!("edges = {edges}\n"));
    let said = |edges: &str| office(edges).run("check --printer office").exits(0).stderr;
    assert_eq!(said("\"4.2mm\""), "");
    // The cards begin 10.5 mm from the left edge, 16.5 mm from the upper one; marks stay 4.5 mm
    // inside.
    let marks = said("{ left = \"6mm\" }");
    assert!(
        marks.contains(
            "warning[I006]: `cards`: the marks and words beside it reach 1.5 mm into the left edge"
        ),
        "{marks}"
    );
    assert!(!marks.contains("bleed"), "{marks}");
    let bleed = said("{ left = \"9.7mm\" }");
    assert!(
        bleed.contains(
            "the bleed of `cards` reaches 1.2 mm into the left edge that printer \
             `office` leaves white"
        ),
        "{bleed}"
    );
    let faces = said("{ left = \"12mm\", top = \"17mm\" }");
    assert!(
        faces.contains(
            "the faces of `cards` reach 0.5 mm into the upper and 1.5 mm into the left edge"
        ),
        "{faces}"
    );
    assert!(!faces.contains("the bleed of"), "{faces}");
    // What counts is where the printer gets it: a back that it prints too far right is sent further
    // left.
    let shifted = Project::mini()
        .file("printers/office.toml", "edges = { left = \"8mm\" }\nback = { x = \"3mm\" }\n");
    let said = shifted.run("check --printer office").exits(0).stderr;
    assert!(said.contains("the faces of `cards` reach 0.5 mm into the left edge"), "{said}");
}

#[test]
fn calibration_is_stored_and_used() {
    let config = tempfile::tempdir().expect("a folder");
    let project = Project::mini().file("printers/office.toml", "edges = \"9mm\"\n");
    let calibrate = |flags: &str| {
        let arguments: Vec<&str> = ["calibrate", "--printer", "office"]
            .into_iter()
            .chain(flags.split_whitespace())
            .collect();
        run(&project, config.path(), &arguments)
    };
    let (code, stdout, stderr) = calibrate(
        "--offset-x 1.3mm --offset-y -0.6mm --angle 0.4 --scale-x 0.995 --scale-y 1.002 --edges \
         2mm,2mm,6.7mm,2mm",
    );
    assert_eq!(code, 0, "{stderr}");
    assert!(
        stdout.contains("pnp/printers/office.toml")
            && stdout.contains("1.3 mm to the right and -0.6 mm down, turned 0.40°"),
        "{stdout}"
    );
    let stored =
        std::fs::read_to_string(config.path().join("pnp/printers/office.toml")).expect("a profile");
    assert!(stored.contains("bottom = \"6.7mm\""), "{stored}");
    project.run("build").exits(0);
    let plain = project.pdf("out/mini/cards.pdf");
    // The user's own comes before the project's, whose edges would be warned of.
    let (code, _, stderr) =
        run(&project, config.path(), &["build", "--printer", "office", "--deny-warnings"]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_lands(&project.pdf("out/mini/cards.pdf"), &plain, (0.995, 1.002), (1.3, -0.6, 0.4));
    // One number more changes that number alone.
    assert_eq!(calibrate("--measured-x 149.4mm").0, 0);
    let later =
        std::fs::read_to_string(config.path().join("pnp/printers/office.toml")).expect("a profile");
    assert_eq!(later, stored.replace("x = 0.995", "x = 0.996"));
    let (code, stdout, stderr) = calibrate("--readings 0.3/1.3,0.2/1.2,0.1/-0.3,0/-0.4");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("1 mm to the right"), "{stdout}");
}

#[test]
fn calibration_says_what_it_needs() {
    let config = tempfile::tempdir().expect("a folder");
    let project = Project::mini();
    for (arguments, said) in [
        ("--printer office", "--readings, --measured-x"),
        ("--offset-x 1mm", "--printer NAME"),
        ("--printer Office --offset-x 1mm", "lower-case letters"),
        ("--printer office --offset-x 11mm", "more than 10 mm"),
        ("--printer office --angle 9", "from -5 to 5"),
        ("--printer office --scale-x 0.5", "actual size"),
        ("--printer office --edges 1mm,2mm", "TOP,RIGHT,BOTTOM,LEFT"),
        ("--printer office --readings 1/2,3/4", "four pairs"),
        ("--printer office --readings 0/-1,0/1,0/0.6,0/-0.6", "contradict"),
        ("--printer office --readings 9/9,9/9,9/9,9/9", "from -4 to 4"),
        ("--duplex fronts-only", "long-edge or short-edge"),
        ("--paper a6", "too small"),
    ] {
        let arguments: Vec<&str> =
            ["calibrate"].into_iter().chain(arguments.split_whitespace()).collect();
        let (code, _, stderr) = run(&project, config.path(), &arguments);
        assert!(code == 2 && stderr.contains(said), "{arguments:?}: {code} {stderr}");
    }
    assert!(!config.path().join("pnp").exists(), "nothing was stored");
}

#[test]
fn the_page_to_measure_with_is_as_large_as_the_paper_and_has_both_sides() {
    let config = tempfile::tempdir().expect("a folder");
    for (paper, width, height) in
        [("a4", 210.0, 297.0), ("letter", 215.9, 279.4), ("a5", 148.0, 210.0)]
    {
        let project = Project::empty();
        let (code, stdout, stderr) = run(
            &project,
            config.path(),
            &["calibrate", "--paper", paper, "--out", "deep/page.pdf"],
        );
        assert!(code == 0 && stdout.contains("flip on the long edge"), "{stderr}");
        let document = project.pdf("deep/page.pdf");
        assert_eq!(document.get_pages().len(), 2);
        let media = page_box(&document, page(&document, 1), "MediaBox");
        assert!(
            (media[2] - width * 72.0 / 25.4).abs() < 0.01
                && (media[3] - height * 72.0 / 25.4).abs() < 0.01,
            "{paper}: {media:?}"
        );
        let text = text_of(&document);
        for words in ["Cut along both", "Taglia lungo", "Разрежьте", "−0.5", "front", "back"]
        {
            assert!(text.contains(words), "no {words:?} in {text}");
        }
        let preferences = crate::common::viewer_preferences(&document);
        assert_eq!(
            preferences.get(b"PrintScaling").and_then(Object::as_name).expect("a name"),
            b"None"
        );
    }
}

/// The names of the layers of a document, in the order of the viewer.
fn layers(document: &Document) -> Vec<String> {
    let properties = document
        .catalog()
        .and_then(|c| c.get(b"OCProperties"))
        .and_then(Object::as_dict)
        .expect("layers");
    let default = properties.get(b"D").and_then(Object::as_dict).expect("a default");
    assert_eq!(
        default.get(b"ON").expect("those on"),
        properties.get(b"OCGs").expect("all"),
        "all are shown"
    );
    let order = default.get(b"Order").and_then(Object::as_array).expect("an order");
    order.iter().map(|id| group_name(document, id)).collect()
}

fn group_name(document: &Document, id: &Object) -> String {
    let group = document.dereference(id).expect("a group").1.as_dict().expect("a group");
    assert_eq!(group.get(b"Type").and_then(Object::as_name).expect("a type"), b"OCG");
    lopdf::decode_text_string(group.get(b"Name").expect("a name")).expect("a name")
}

/// For each call of a form, the layer it is in.
fn parts(document: &Document, name: &str) -> Vec<(String, String)> {
    let (_, stream) = form(document, name);
    let resources = stream.dict.get(b"Resources").and_then(Object::as_dict).expect("resources");
    let none = Dictionary::new();
    let properties = resources.get(b"Properties").and_then(Object::as_dict).unwrap_or(&none);
    let content = stream.decompressed_content().unwrap_or_else(|_| stream.content.clone());
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    for operation in lopdf::content::Content::decode(&content).expect("operators").operations {
        let word = |at: usize| operation.operands[at].as_name().expect("a name");
        match operation.operator.as_str() {
            "BDC" => {
                assert_eq!(word(0), b"OC");
                open.push(group_name(document, properties.get(word(1)).expect("a property")));
            }
            "EMC" => drop(open.pop().expect("balanced")),
            "Do" => found.push((open.concat(), String::from_utf8_lossy(word(0)).into_owned())),
            _ => {}
        }
    }
    assert!(open.is_empty(), "balanced");
    found
}

#[test]
fn art_marks_and_guides_can_be_hidden_one_by_one() {
    for arguments in [
        "build",
        "build --render raster --dpi 30",
        "build --proof",
        "build --proof --render raster --dpi 30",
    ] {
        let project = Project::mini();
        project.run(arguments).exits(0);
        let document = project.pdf("out/mini/cards.pdf");
        let proof = arguments.contains("--proof");
        assert_eq!(
            layers(&document),
            if proof { vec!["art", "marks", "guides"] } else { vec!["art", "marks"] },
            "{arguments}"
        );
        for (_, id) in document.get_pages() {
            let called = calls(&document, id);
            let (slug, faces) = called.split_last().expect("forms");
            assert!(
                parts(&document, &slug.name).iter().all(|(part, _)| part == "marks"),
                "{arguments}"
            );
            for face in faces {
                let parts: Vec<String> =
                    parts(&document, &face.name).into_iter().map(|(part, _)| part).collect();
                let guides = parts.iter().filter(|part| *part == "guides").count();
                assert!(parts.first().is_some_and(|part| part == "art"), "{arguments}: {parts:?}");
                assert_eq!(
                    (guides > 0, parts.len() - guides > 0),
                    (proof, true),
                    "{arguments}: {parts:?}"
                );
            }
        }
    }
}
