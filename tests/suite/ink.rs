//! What shows near the edge of a face, where it shows: words and pictures that a cut would damage,
//! words too small to read, lines too thin to print.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";

/// Boxes of 0.5 × 0.5 em at the left end of rooms of 1 em, from the baseline up.
const BOX: &str = "font-family=\"Boxes\" font-size=\"4\"";

/// A game whose component is told by its table, with a face of this SVG.
fn game(table: &str, inside: &str) -> Project {
    let fonts = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/fonts");
    let root = "xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}";
    let picture = |drawn: &str| {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><path fill=\"#00f\" \
             d=\"{drawn}\"/></svg>"
        )
    };
    let others = [
        ("plain.svg", format!("<svg {root}/>")),
        ("full.svg", picture("M0 0H9V9H0z")),
        ("whole.svg", picture("M0 0H9V9H0z")),
        ("bar.svg", picture("M0 4H9V5H0z")),
    ];
    let project = Project::empty()
        .copy(&fonts, "fonts")
        .file(
            GAME,
            format!(
                r#"title = "Mini"
[print]
bleed = "2mm"
safe = "3mm"
{table}
"#
            ),
        )
        .file("templates/mini/face.svg", format!("<svg {root} {BOX}>\n{inside}\n</svg>\n"));
    // What nothing uses would be reported, too.
    let used = others.iter().filter(|(name, _)| inside.contains(name) || table.contains(name));
    used.fold(project, |project, (name, svg)| project.file(&format!("templates/mini/{name}"), svg))
}

const CARD: &str = r#"[deck.cards]
size = { width = "63mm", height = "88mm" }
face = "face.svg"
[[deck.cards.card]]
id = "one"
"#;
const BACK: &str = r#"[deck.cards]
size = { width = "63mm", height = "88mm" }
face = "plain.svg"
back = "face.svg"
[[deck.cards.card]]
id = "one"
"#;
const SHEET: &str = r#"[sheet.pad]
size = { width = "63mm", height = "88mm" }
face = "face.svg"
"#;
const BOARD: &str = r#"[board.map]
size = { width = "63mm", height = "88mm" }
face = "face.svg"
"#;

const FOLD: &str = r#"[fold.tuck]
net = "tuck-box"
face = "face.svg"
inside = { width = "63mm", height = "88mm", depth = "20mm" }
"#;

/// Things whose ink begins so far from the left edge of the trim, between 20 and 40 mm from its
/// upper one, and is less than 30 mm wide.
const THINGS: [(&str, &str); 8] = [
    ("a text", "<text x=\"X\" y=\"30\">ab</text>"),
    (
        "a text box",
        "{{ textbox(text=\"ba\", x=X, y=28, width=30, height=8, size=\"4mm\", family=\"Boxes\", \
         leading=1, fit=\"none\") }}",
    ),
    ("a turned text", "<text transform=\"translate(X 30) rotate(90)\">aa</text>"),
    ("a text in a scaled group", "<g transform=\"translate(X 30) scale(2)\"><text>bb</text></g>"),
    (
        "a text on a path",
        "<path id=\"p\" d=\"MX 30h40\" fill=\"none\"/><text>\
         <textPath href=\"#p\">abb</textPath></text>",
    ),
    ("letters that are turned", "<text x=\"X\" y=\"30\" rotate=\"0 90\">bab</text>"),
    ("a picture", "<image href=\"full.svg\" x=\"X\" y=\"20\" width=\"10\" height=\"10\"/>"),
    (
        "a clipped picture",
        "<clipPath id=\"c\"><rect x=\"X\" y=\"20\" width=\"9\" height=\"5\"/></clipPath>\
         <image href=\"whole.svg\" x=\"-60\" y=\"-60\" width=\"160\" height=\"160\" \
         clip-path=\"url(#c)\"/>",
    ),
];

/// Whether a game is clean, or the message of its only fault.
#[track_caller]
fn is_told(project: &Project, expected: &str) {
    let run = project.run("check --format short");
    let lines: Vec<&str> =
        run.stderr.lines().filter(|line| line.contains(": L0") || line.contains("[L0")).collect();
    if expected.is_empty() {
        assert!(lines.is_empty() && run.code == 0, "{}", run.stderr);
    } else {
        assert_eq!(lines.len(), 1, "{expected}\n{}", run.stderr);
        assert!(run.stderr.contains(expected), "{expected}\n{}", run.stderr);
    }
}

/// All of them below each other.
fn things(x: &str) -> String {
    let things = THINGS.iter().enumerate().map(|(row, (what, thing))| {
        let down = -16.0 + 9.5 * row as f64;
        let thing = thing.replace('X', x);
        format!("<g transform=\"translate(0 {down})\"><title>{what}</title>{thing}</g>\n")
    });
    things.collect()
}

#[test]
fn what_shows_is_measured_against_safe_area_and_trim_of_every_kind_of_face() {
    for (kind, table) in
        [("card", CARD), ("back", BACK), ("sheet", SHEET), ("board", BOARD), ("panel", FOLD)]
    {
        for (x, code, told) in [
            ("10", "", ""),
            ("3", "", ""),
            ("2", "L008", "over the safe area by 1.0 mm on the left"),
            ("-1.5", "L007", "over the trim by 1.5 mm on the left"),
            ("-40", "L007", "outside of the trim"),
        ] {
            let inside = match kind {
                "panel" => format!("{{% if panel.name == \"front\" %}}{}{{% endif %}}", things(x)),
                _ => things(x),
            };
            let run = game(table, &inside).run("check --format short");
            let context = format!("{kind} at {x}:\n{}", run.stderr);
            let lines = run.stderr.lines().filter(|line| line.contains(" L0"));
            let lines: Vec<&str> = lines.collect();
            assert_eq!(lines.len(), if code.is_empty() { 0 } else { THINGS.len() }, "{context}");
            assert!(lines.iter().all(|l| l.contains(code) && l.contains(told)), "{context}");
            assert_eq!(run.code, i32::from(code == "L007"), "{context}");
        }
    }
}

#[test]
fn each_edge_is_named_with_what_is_over_it() {
    for (inside, told) in [
        (
            "<text x=\"58\" y=\"30\">ab</text>",
            "the words `ab` reach over the trim by 1.0 mm on the right",
        ),
        ("<text x=\"20\" y=\"1.8\">ab</text>", "reach over the trim by 1.0 mm at the top"),
        ("<text x=\"20\" y=\"88.5\">ab</text>", "reach over the trim by 0.5 mm at the bottom"),
        (
            "<text x=\"-1\" y=\"89\">ab</text>",
            "reach over the trim by 1.0 mm on the left and 1.0 mm at the bottom",
        ),
        // A line of several pieces is one line.
        (
            "<text x=\"56\" y=\"30\">ab<tspan fill=\"#600\">ab</tspan></text>",
            "the words `abab` reach over the trim by 7.0 mm on the right",
        ),
        (
            "<image href=\"full.svg\" x=\"60\" y=\"20\" width=\"4\" height=\"4\"/>",
            "`templates/mini/full.svg` reaches over the trim by 1.0 mm on the right and does not",
        ),
        // By its ink, which is a ninth of its box.
        (
            "<image href=\"bar.svg\" x=\"20\" y=\"-2\" width=\"9\" height=\"9\"/>",
            "`templates/mini/bar.svg` reaches over the safe area by 1.0 mm at the top",
        ),
        // Outlines count.
        (
            "<text x=\"2.5\" y=\"30\" stroke=\"#000\" stroke-width=\"1\">ab</text>",
            "reach over the safe area by 1.0 mm on the left",
        ),
    ] {
        is_told(&game(CARD, inside), told);
    }
}

#[test]
fn what_is_meant_to_be_cut_or_does_not_show_is_free() {
    let picture = |attributes: &str| format!("<image href=\"full.svg\" {attributes}/>");
    for inside in [
        picture("x=\"-2\" y=\"-2\" width=\"67\" height=\"92\""),
        picture("x=\"-9\" y=\"-9\" width=\"90\" height=\"30\" preserveAspectRatio=\"none\""),
        picture("x=\"2\" y=\"2\" width=\"59\" height=\"84\" preserveAspectRatio=\"none\""),
        picture("x=\"60\" y=\"9\" width=\"4\" height=\"4\" data-pnp=\"bleed\""),
        format!(
            "<g data-pnp=\"bleed\"><g>{}</g></g>",
            picture("x=\"99\" width=\"4\" height=\"4\"")
        ),
        "<text x=\"-1\" y=\"30\" data-pnp=\"bleed\" id=\"a\">ab</text>".to_owned(),
        "<g data-pnp=\"bleed\">{{ textbox(text=\"ab\", x=-1, y=20, width=20, height=9) }}</g>"
            .to_owned(),
        "<circle cx=\"63\" cy=\"20\" r=\"5\"/><rect x=\"-1\" y=\"40\" width=\"9\" height=\"9\"/>"
            .to_owned(),
        "<text x=\"-1\" y=\"30\" opacity=\"0\">ab</text>".to_owned(),
        "<text x=\"-1\" y=\"30\" visibility=\"hidden\">ab</text>".to_owned(),
        "<text x=\"-1\" y=\"30\" display=\"none\">ab</text>".to_owned(),
        "<text x=\"-1\" y=\"30\" fill=\"none\">ab</text>".to_owned(),
        "<clipPath id=\"c\"><rect x=\"9\" y=\"20\" width=\"9\" height=\"20\"/></clipPath>\
         <g clip-path=\"url(#c)\"><text x=\"-1\" y=\"30\">abab</text></g>"
            .to_owned(),
    ] {
        is_told(&game(CARD, &inside), "");
    }
}

#[test]
fn words_on_round_things_are_measured_against_their_outline() {
    let token = |shape: &str| {
        format!(
            r#"[token.coin]
size = {{ width = "20mm", height = "20mm" }}
{shape}
safe = "1mm"
face = "face.svg"
"#
        )
    };
    let circle = "shape = \"circle\"";
    // A triangle with its corner at the top.
    let path = "shape = \"path\"\npath = \"M10 0L20 20H0Z\"";
    for (form, x, told) in [
        (circle, "15", ""),
        (circle, "17.5", "over the safe area by 0.6 mm on the right"),
        (circle, "19", "over the trim by 1.1 mm on the right"),
        (circle, "29", "outside of the trim"),
        (path, "9", ""),
        (path, "14", "over the trim by"),
    ] {
        is_told(&game(&token(form), &format!("<text x=\"{x}\" y=\"11.4\">a</text>")), told);
    }
}

#[test]
fn a_line_of_the_wrong_thickness_and_small_words_are_reported_as_they_are_printed() {
    let set = |keys: &str| format!("[preflight]\n{keys}\n{CARD}");
    let text = |size: &str, scale: &str| {
        format!(
            "<g transform=\"translate(9 9) scale({scale})\"><text font-size=\"{size}\">ab</text>\
             </g>"
        )
    };
    for (table, inside, told) in [
        (CARD.to_owned(), text("6pt", "1"), ""),
        (CARD.to_owned(), text("2.12", "1"), ""),
        (
            CARD.to_owned(),
            text("2", "1"),
            "warning: L006 words are printed in 5.7 pt, smaller than 6.0",
        ),
        (
            CARD.to_owned(),
            text("4", ".4"),
            "error: L006 words are printed in 4.5 pt, smaller than 5.0",
        ),
        (set("min_text = \"4pt\"\ngood_text = \"4.2pt\""), text("4", ".4"), ""),
        (set("levels = { L006 = \"off\" }"), text("4", ".4"), ""),
        (
            CARD.to_owned(),
            "<path d=\"M9 9H30\" stroke=\"#000\" stroke-width=\".1\"/>".to_owned(),
            "",
        ),
        (
            CARD.to_owned(),
            "<path d=\"M9 9H30\" stroke=\"#000\" stroke-width=\".1\" transform=\"scale(.5)\"/>"
                .to_owned(),
            "a line is printed 0.05 mm thick",
        ),
        (
            CARD.to_owned(),
            "<rect x=\"9\" y=\"9\" width=\"20\" height=\".06\" transform=\"rotate(30 9 9)\"/>"
                .to_owned(),
            "a line is printed 0.06 mm thick",
        ),
        (CARD.to_owned(), "<rect x=\"9\" y=\"9\" width=\".5\" height=\".06\"/>".to_owned(), ""),
        (
            set("min_line = \"0.02mm\""),
            "<rect x=\"9\" y=\"9\" width=\"20\" height=\".06\"/>".to_owned(),
            "",
        ),
        (
            CARD.to_owned(),
            "<image href=\"bar.svg\" x=\"9\" y=\"9\" width=\"0.8\" height=\"0.8\"/>".to_owned(),
            "",
        ),
        (
            CARD.to_owned(),
            "<image href=\"bar.svg\" x=\"9\" y=\"9\" width=\"20\" height=\".5\" \
             preserveAspectRatio=\"none\"/>"
                .to_owned(),
            "a line of the picture `templates/mini/bar.svg` is printed 0.06 mm thick",
        ),
    ] {
        is_told(&game(&table, &inside), told);
    }
}

#[test]
fn words_that_are_cut_off_stop_a_build_as_well_and_can_be_let_off() {
    let cut = "<text x=\"-1\" y=\"30\">ab</text>";
    for build in ["build", "build --render raster --dpi 72"] {
        let project = game(CARD, cut);
        project.run(build).exits(1).says("error[L007]").says("card `one`");
        assert!(project.files("out").is_empty());
        let meant = format!("{CARD}preflight = \"L007: it runs off\"\n");
        game(&meant, cut).run(build).exits(0).never_says("L007");
        let level = format!("[preflight]\nlevels = {{ L007 = \"warning\" }}\n{CARD}");
        game(&level, cut).run(build).exits(0).says("warning[L007]");
    }
}
