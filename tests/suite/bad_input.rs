//! Bad input has its code and its place, ends with the right exit code, and leaves earlier output
//! as it was.

use crate::common::Project;

/// Builds the good game, breaks it, builds again: refused with that code at that place, and nothing
/// has changed on the disk. Returns what was reported.
#[track_caller]
fn refused(breaks: impl FnOnce(Project) -> Project, place: &str, code: &str) -> String {
    let project = Project::mini();
    project.run("build").exits(0);
    let project = breaks(project);
    let before = (project.files(""), project.snapshot("out"));
    let run = project.run("build --format short").exits(1);
    let is_reported = run
        .stderr
        .lines()
        .any(|line| line.starts_with(place) && line.contains(&format!(": error: {code} ")));
    assert!(is_reported, "no {code} at {place} in\n{}", run.stderr);
    let after = (project.files(""), project.snapshot("out"));
    assert!(before == after, "earlier output was touched");
    run.never_says("P002").stderr
}

fn edit(
    path: &'static str,
    from: &'static str,
    to: &'static str,
) -> impl FnOnce(Project) -> Project {
    move |project| project.edit(path, from, to)
}

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";
const CARD: &str = "templates/mini/card.svg";

#[track_caller]
fn contains(text: &str, piece: &str) {
    assert!(text.contains(piece), "no {piece:?} in\n{text}");
}

#[test]
fn a_table_that_does_not_exist_is_named_with_the_nearest_one() {
    let said =
        refused(edit(GAME, "\"cards.csv\"", "\"crads.csv\""), "data/mini/game.toml:8:9", "S001");
    contains(&said, "crads.csv");
}

#[test]
fn broken_toml_is_found_where_it_stands() {
    refused(edit(GAME, "\"2mm\"", "2mm"), "data/mini/game.toml:3:9", "S002");
    refused(edit(GAME, "\"Mini\"", "“Mini”"), "data/mini/game.toml:1:9", "S002");
    refused(edit(GAME, "[deck.cards]", "[deck.cards"), "data/mini/game.toml:4:", "S002");
    refused(
        edit(GAME, "\"cards.csv\"", r#""C:\Users\me\cards.csv""#),
        "data/mini/game.toml:8:",
        "S002",
    );
}

#[test]
fn an_unknown_key_gets_the_nearest_known_one() {
    let project = Project::mini().edit(GAME, "bleed =", "bled =");
    project
        .run("build")
        .exits(1)
        .says("error[S003]: [print] has an unknown key `bled`")
        .says("did you mean `bleed`?");
    refused(edit(GAME, "bleed =", "bled ="), "data/mini/game.toml:3:1", "S003");
}

#[test]
fn a_value_of_the_wrong_type_says_what_was_expected() {
    let said =
        refused(edit(GAME, "face = \"card.svg\"", "face = 3"), "data/mini/game.toml:6:8", "S004");
    contains(&said, "`face`: expected a string, found");
    refused(edit(GAME, "bleed = \"2mm\"", "bleed = 2"), "data/mini/game.toml:3:9", "S004");
}

#[test]
fn a_length_without_its_unit_is_not_guessed() {
    refused(edit(GAME, "\"2mm\"", "\"2\""), "data/mini/game.toml:3:9", "M001");
    refused(edit(GAME, "\"2mm\"", "\"2 parsec\""), "data/mini/game.toml:3:9", "M001");
    refused(edit(GAME, "\"2mm\"", "\"-2mm\""), "data/mini/game.toml:3:9", "M003");
    refused(
        edit(GAME, "\"2mm\"", "\"99999999999999999999999mm\""),
        "data/mini/game.toml:3:9",
        "M001",
    );
}

#[test]
fn copies_are_whole_numbers_and_not_too_many() {
    let said = refused(edit(CARDS, "River,2", "River,-2"), "data/mini/cards.csv:2:13", "M004");
    contains(&said, "row 1 has `-2` in column `copies`");
    let said = refused(edit(CARDS, "River,2", "River,9999"), "data/mini/game.toml:4:7", "M005");
    contains(&said, "10001 copies, more than 10000");
    refused(
        edit(CARDS, "River,2", "River,99999999999999999999"),
        "data/mini/cards.csv:2:13",
        "M004",
    );
    refused(edit(CARDS, "River,2", "River,4294967295"), "data/mini/game.toml:4:7", "M005");
}

#[test]
fn a_deck_without_cards_has_nothing_to_print() {
    refused(|p| p.file(CARDS, "id,name,copies\n"), "data/mini/game.toml:4:7", "M007");
    refused(
        |p| p.file(CARDS, "id,name,copies\nriver,River,0\n"),
        "data/mini/game.toml:4:7",
        "M007",
    );
}

#[test]
fn a_template_that_does_not_exist_is_named_with_the_nearest_one() {
    let project = Project::mini().edit(GAME, "\"card.svg\"", "\"crad.svg\"");
    project.run("build").exits(1).says("error[M014]").says("did you mean `card.svg`?");
    refused(edit(GAME, "\"card.svg\"", "\"crad.svg\""), "data/mini/game.toml:6:8", "M014");
}

#[test]
fn a_broken_template_is_found_before_any_card_is_filled() {
    refused(edit(CARD, "{{ card.name }}", "{{ card.name"), "templates/mini/card.svg:", "T001");
    refused(
        |p| p.file("templates/mini/never-used.svg", "{% if %}"),
        "templates/mini/never-used.svg:1:",
        "T001",
    );
    refused(
        edit(CARD, "{{ card.name }}", "{{ card.name | shout }}"),
        "templates/mini/card.svg:3:",
        "T001",
    );
}

#[test]
fn a_template_that_fails_names_the_card() {
    let said = refused(
        edit(CARD, "{{ card.name }}", "{{ card.name | int }}"),
        "templates/mini/card.svg:3:",
        "T002",
    );
    contains(&said, "(card river)");
}

#[test]
fn a_font_that_does_not_exist_is_an_error_and_not_a_missing_line() {
    let said = refused(
        edit(CARD, "\"Alegreya\"", "\"Comic Sans MS\""),
        "templates/mini/card.svg:1:",
        "F002",
    );
    contains(&said, "there is no font family `Comic Sans MS`");
}

#[test]
fn a_face_that_is_not_an_svg_is_found_in_its_template() {
    refused(edit(CARD, "</text>", ""), "templates/mini/card.svg:", "F001");
    refused(|p| p.file(CARD, "<html><body/></html>"), "templates/mini/card.svg:", "F001");
    refused(|p| p.file(CARD, ""), "templates/mini/card.svg:", "F001");
}

#[test]
fn a_picture_that_does_not_exist_names_the_card() {
    let said = refused(
        edit(
            CARD,
            "</svg>",
            "<image href=\"{{ card.id }}.png\" width=\"9\" height=\"9\"/>\n</svg>",
        ),
        "templates/mini/card.svg",
        "F004",
    );
    contains(&said, "there is no picture `river.png` (card river)");
    contains(&said, "there is no picture `mill.png` (card mill)");
}

#[test]
fn pictures_from_elsewhere_are_refused_by_name() {
    for href in [
        "https://example.org/x.png",
        "file:///etc/passwd",
        "/etc/hostname",
        "../../../../../../../etc/hostname",
        "//example.org/x.png",
    ] {
        let image = format!("<image href=\"{href}\" width=\"9\" height=\"9\"/>\n</svg>");
        let said =
            refused(|p| p.edit(CARD, "</svg>", &image), "templates/mini/card.svg:4:", "F005");
        contains(&said, href);
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_project_is_no_way_around() {
    let outside = Project::empty().picture("secret.png", "blue.png");
    let image = "<image href=\"secret.png\" width=\"9\" height=\"9\"/>\n</svg>";
    refused(
        |p| {
            std::os::unix::fs::symlink(
                outside.path("secret.png"),
                p.path("templates/mini/secret.png"),
            )
            .expect("a link");
            p.edit(CARD, "</svg>", image)
        },
        "templates/mini/card.svg:4:",
        "F004",
    );
}

#[test]
fn a_card_larger_than_the_paper_is_refused_with_the_numbers() {
    let large = |p: Project| {
        p.edit(
            GAME,
            "\"poker-euro\"",
            "{ width = \"300mm\", height = \"88mm\" }\nmargin = \"10mm\"",
        )
    };
    let said = refused(large, "data/mini/game.toml:4:7", "I001");
    for number in ["300", "88", "10", "210", "297", "a4"] {
        contains(&said, number);
    }
}

#[test]
fn every_mistake_is_reported_in_the_order_of_the_files() {
    let project = Project::mini()
        .edit(GAME, "bleed = \"2mm\"", "bled = \"2mm\"")
        .edit(GAME, "face = \"card.svg\"", "face = 3")
        .edit(CARDS, "River,2", "\"River,2");
    let run = project.run("check --format short").exits(1);
    let codes: Vec<&str> =
        ["S009", "S003", "S004"].into_iter().filter(|code| run.stderr.contains(code)).collect();
    assert_eq!(codes.len(), 3, "{}", run.stderr);
    assert!(run.stderr.find("S003") < run.stderr.find("S004"), "{}", run.stderr);
}

#[test]
fn a_file_in_the_place_of_the_output_folder_is_named() {
    let project = Project::mini().file("taken", "a file");
    project
        .run("build --out taken")
        .exits(2)
        .says("error[P001]")
        .says("a file is where a folder should be");
    project.run("build --out taken/deeper").exits(2).says("error[P001]");
    assert_eq!(project.read("taken"), b"a file");
    let project = Project::mini().file("out/mini/cards.pdf/keep", "a folder stands here");
    project.run("build").exits(2).says("error[P001]").says("a folder has that name");
    assert_eq!(project.files("out"), ["mini/cards.pdf/keep"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_folder_that_cannot_be_written_is_named() {
    Project::mini().run("build --out /proc").exits(2).says("error[P001]").says("/proc");
    Project::mini().run("build --out /dev/full").exits(2).says("error[P001]");
}

/// A disk without room, as a limit on the size of files.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_earlier_output() {
    let project = Project::mini();
    project.run("build").exits(0);
    let project = project.edit(CARD, "#dde8c9", "#112233");
    let before = (project.files(""), project.snapshot("out"));
    for limit in ["0", "1", "4"] {
        let script =
            format!("trap '' XFSZ; ulimit -f {limit}; exec {} build", env!("CARGO_BIN_EXE_pnp"));
        let output = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(project.root())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "limit {limit}: {said}");
        assert!(
            said.contains("error[P001]") && said.contains("no space left"),
            "limit {limit}: {said}"
        );
        assert!(
            before == (project.files(""), project.snapshot("out")),
            "earlier output was touched"
        );
    }
}

#[test]
fn backslashes_in_a_path_are_shown_as_they_were_read() {
    // "\n" and "\t" are a line end and a tab in double quotes.
    let project = Project::mini().edit(GAME, "\"cards.csv\"", r#""img\new\temp.csv""#);
    project.run("build").exits(1).says(r"img\new\temp.csv").says("single quotes");
}

#[test]
fn a_template_that_cannot_be_read_is_told_at_the_mistake_and_with_what_was_meant() {
    let said = |tag: &str| {
        let project = Project::mini().edit(CARD, "{{ card.name }}", tag);
        project.run("check --format human").exits(1)
    };
    said("{% if card.name %}x")
        .says("`{% if %}` is never closed")
        .says("card.svg:3:37")
        .says("write `{% endif %}`");
    said("{{ card.name").says("`{{` is never closed").says("card.svg:3:34");
    said("{{ card.name | uper }}").says("did you mean `upper`?");
    said("{{ cuont() }}").says("did you mean `count`?");
    said("{% include \"crad.svg\" %}").says("did you mean `card.svg`?");
    said("{% if card.name is defind %}x{% endif %}").says("did you mean `defined`?");
    said("x{% endif %}").says("belongs to no tag that is open");
    said("{% elseif card.name %}").says("did you mean `elif`?");
    said("{% if card.name = \"x\" %}x{% endif %}").says("write `==` to compare");
    said("{% if card.name && card.id %}x{% endif %}").says("write `and`");
    said("{{ card.hit points }}").says("card[\"hit points\"]");
    said("{% include \"card.svg\" %}").says("includes itself").says("card.svg:3:");
}

#[test]
fn files_that_are_no_fonts_are_named_and_faces_are_told_by_their_family() {
    let project = Project::mini()
        .file("fonts/Cut.ttf", b"\0\x01\0\0\0\x01\0\0\0\0\0\0cmap\0\0\0\0\0\0\xff\xff\0\0\xff\xff")
        .file("fonts/Page.otf", "<!DOCTYPE html><title>Not found</title>")
        .file("fonts/Web.woff2", "wOF2")
        .file("fonts/OFL.txt", "A licence.");
    project
        .run("check")
        .exits(1)
        .says("the font `fonts/Cut.ttf` cannot be used: it is cut off")
        .says("the font `fonts/Page.otf` cannot be used: it is a web page")
        .says("the font `fonts/Web.woff2` is not used")
        .never_says("OFL");
    let hint = "did you mean the family `Alegreya` with weight 700?";
    let face = Project::mini().edit(CARD, "\"Alegreya\"", "\"Alegreya-Bold\"");
    face.run("check").exits(1).says(hint);
    let boxed = Project::mini().edit(
        CARD,
        "{{ card.name }}",
        "</text>{{ textbox(text=card.name, x=5, y=5, width=50, height=9, family=\"Alegreya-Bold\") \
         }}<text>",
    );
    boxed.run("check").exits(1).says(hint);
}

#[test]
fn a_damaged_font_is_named_by_check_and_by_build_alike() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/rye");
    let fonts = std::fs::read_dir(root).expect("a folder").flatten();
    let path = fonts
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "ttf" || end == "otf"));
    let whole = std::fs::read(path.expect("a font")).expect("a file");
    let mut named = 0;
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    for damaged in [1, 5, 20, 100, 400, 2000, 8000, 30_000] {
        let mut font = whole.clone();
        for _ in 0..damaged {
            // The head of the file is looked at by other tests.
            let at = 512 + random() % (font.len() - 512);
            font[at] = (random() % 256) as u8;
        }
        let project =
            Project::mini().edit(CARD, "Alegreya", "Rye").file("fonts/own/damaged.ttf", font);
        let check = project.run("check --format short");
        let build = project.run("build --format short").never_says("P002").never_says("panicked");
        assert_eq!(check.code, build.code, "{damaged} bytes:\n{}\n{}", check.stderr, build.stderr);
        let told = "F016 the font `fonts/own/damaged.ttf` cannot be used";
        named += usize::from(check.stderr.contains(told));
    }
    assert!(named > 3, "only {named} of 8 fonts were found to be damaged");
}

#[test]
fn filters_that_would_never_end_are_refused_at_their_place() {
    for (step, piece) in [
        ("<feMorphology operator=\"dilate\" radius=\"1000\"/>", "radius"),
        ("<feTurbulence baseFrequency=\"0.1\" numOctaves=\"1000000\"/>", "octaves"),
        ("<feConvolveMatrix order=\"500\" kernelMatrix=\"1\"/>", "order"),
        (&"<feOffset dx=\"1\"/>".repeat(3000), "steps"),
    ] {
        let filter =
            format!("<filter id=\"f\">{step}</filter><g filter=\"url(#f)\"><path/></g></svg>");
        let said =
            refused(|p| p.edit(CARD, "</svg>", &filter), "templates/mini/card.svg:4:", "F007");
        contains(&said, piece);
    }
    let fine = "<filter id=\"f\"><feMorphology operator=\"dilate\" radius=\"1\"/></filter>\
                <rect width=\"9\" height=\"9\" filter=\"url(#f)\"/></svg>";
    Project::mini().edit(CARD, "</svg>", fine).run("check").exits(0);
}
