//! The command line: results on standard output, everything else on standard error, and the exit
//! code tells which it was.
#![allow(clippy::case_sensitive_file_extension_comparisons, reason = "plain in a test")]

use std::process::{Command, Stdio};

use crate::common::{MINI, Project};

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";

#[test]
fn a_build_tells_its_files_and_how_to_print_them() {
    let project = Project::mini();
    let run = project.run("build").exits(0);
    assert_eq!(
        run.stdout,
        "Mini\n  out/mini/cards.pdf  4 cards (4 faces)  1 sheet  both sides, flip on the long \
         edge\n\
         Print 1 sheet of a4 paper, 2 sides, at actual size (100 %). The ruler on each sheet \
         proves it.\n"
    );
    assert_eq!(run.stderr, "");
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json"]);
    let project = project.file("templates/mini/never.txt", "");
    project
        .run("build --duplex short-edge")
        .exits(0)
        .stdout
        .find("flip on the short edge")
        .expect("the way to flip");
    project.run("build --duplex fronts-only").exits(0).stdout.find("one side").expect("one side");
}

#[test]
fn quiet_says_only_what_is_wrong() {
    let project = Project::mini();
    for command in ["build --quiet", "check -q"] {
        let run = project.run(command).exits(0);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "{command}");
    }
    Project::mini().edit(GAME, "bleed =", "bled =").run("check -q").exits(1).says("error[S003]");
}

#[test]
fn a_fault_is_shown_as_a_compiler_shows_it() {
    let project = Project::mini().edit(GAME, "\"card.svg\"", "\"crad.svg\"");
    let run = project.run("check").exits(1);
    assert_eq!(
        run.stderr,
        r#"error[M014]: `crad.svg` does not exist
 --> data/mini/game.toml:6:8
  |
6 | face = "crad.svg"
  |        ^^^^^^^^^^ not under templates/mini or templates/_shared
  |
  = hint: did you mean `card.svg`?

mini: 1 error
"#
    );
    assert_eq!(run.stdout, "");
}

#[test]
fn the_short_form_is_a_line_for_each_fault() {
    let project = Project::mini().edit(CARDS, "hill,Hill,1", "hill,Hill,x").edit(
        CARDS,
        "mill,Mill,1",
        "mill,Mill,-1",
    );
    let run = project.run("check --format short").exits(1);
    assert_eq!(
        run.stderr,
        "data/mini/cards.csv:3:11: error: M004 row 2 has `x` in column `copies`, which is not a \
         number of copies\n\
         data/mini/cards.csv:4:11: error: M004 row 3 has `-1` in column `copies`, which is not a \
         number of copies\n\
         mini: 2 errors\n"
    );
    assert_eq!(run.stdout, "");
}

#[test]
fn the_json_form_is_an_object_for_each_fault_and_nothing_else() {
    let project = Project::mini().edit(CARDS, "hill,Hill,1", "hill,Hill,x");
    let run = project.run("check --format json").exits(1);
    assert_eq!(
        run.stdout,
        r#"{"code":"M004","severity":"error","#.to_owned()
            + r#""message":"row 2 has `x` in column `copies`, which is not a number of copies","#
            + r#""file":"data/mini/cards.csv","line":3,"column":11,"end_line":3,"end_column":12,"#
            + r#""hints":["write a whole number from 0 without separators; "#
            + r#"an empty cell means 1"],"component":"cards"}"#
            + "\n"
    );
    let run = Project::mini().run("build --format json").exits(0);
    assert_eq!(run.stdout, "", "a summary is no JSON");
    assert!(run.stderr.contains("out/mini/cards.pdf"), "{}", run.stderr);
}

#[test]
fn a_check_that_passes_says_what_is_there() {
    let run = Project::mini().run("check").exits(0);
    assert_eq!(run.stdout, "mini: complete, 4 pieces in 1 component, 0 expectations\n");
    let project = Project::mini();
    project.run("check").exits(0);
    assert_eq!(
        project.files("").iter().filter(|f| f.starts_with("out")).count(),
        0,
        "a check writes nothing"
    );
}

#[test]
fn mistakes_in_the_arguments_end_with_2_and_a_hint() {
    let project = Project::mini();
    for (arguments, hint) in [
        ("bulid", "build"),
        ("build --gmae mini", "--game"),
        ("build --game mnii", "did you mean `mini`?"),
        ("build --component crads", "did you mean `cards`?"),
        ("build --lang it", "the only language is `en`"),
        ("build --paper a44", "did you mean"),
        ("build --duplex sideways", "long-edge"),
        ("build --dpi 9", "10 to 2400"),
        ("build --dpi x", "10 to 2400"),
        ("build -j 0", "1..=256"),
        ("build --root nowhere", "no folder `data`"),
        ("explain M999", "there is no code"),
        ("explain M01", "did you mean"),
        ("", "Usage"),
    ] {
        project.run(arguments).exits(2).says(hint);
    }
    assert_eq!(project.files("").iter().filter(|f| f.starts_with("out")).count(), 0);
}

#[test]
fn an_expectation_about_an_unknown_component_is_a_fault_of_the_game() {
    let project = Project::mini().file(
        GAME,
        format!(
            r#"{MINI}[[expect]]
in = "crads"
copies = 4
"#
        ),
    );
    project.run("check").exits(1).says("error[M013]").says("did you mean `cards`?");
}

#[test]
fn warnings_fail_only_when_asked_to() {
    let project = Project::mini().edit(GAME, "\"2mm\"", "\"2mm\"\nmargin = \"4mm\"");
    project.run("check").exits(0).says("warning[I002]");
    project.run("check --deny-warnings").exits(1).says("warning[I002]");
    project.run("build --deny-warnings").exits(1).says("not built");
    assert_eq!(project.files("out"), [""; 0]);
    project.run("build").exits(0);
}

#[test]
fn a_list_shows_games_and_what_they_take() {
    let project = Project::mini();
    assert_eq!(
        project.run("list").exits(0).stdout,
        "mini  Mini (en)\n  cards  deck  4 copies  63 × 88 mm  1 sheet of a4\n"
    );
    let json: serde_json::Value =
        serde_json::from_str(&project.run("list --format json").exits(0).stdout).expect("JSON");
    assert_eq!(
        json,
        serde_json::json!({ "games": [{
            "id": "mini", "title": "Mini", "languages": ["en"],
            "components": [{
                "id": "cards", "kind": "deck", "copies": 4, "cards": 3, "trim_mm": [63.0, 88.0],
                "bleed_mm": 2.0, "paper": "a4", "sheets": 1, "sides": 2,
            }],
            "rulebooks": [],
        }] })
    );
    let broken = project.file("data/other/game.toml", "title = ");
    let run = broken.run("list").exits(1).says("error[S002]");
    assert!(run.stdout.starts_with("mini  Mini"), "the other games are listed: {}", run.stdout);
}

#[test]
fn help_version_and_completions_are_results() {
    let project = Project::empty();
    for (arguments, piece) in [
        ("--help", "Usage: pnp"),
        ("--version", "pnp 0."),
        ("build --help", "--duplex"),
        ("completions bash", "complete -F"),
    ] {
        let run = project.run(arguments).exits(0);
        assert!(run.stdout.contains(piece) && run.stderr.is_empty(), "{arguments}: {}", run.stdout);
    }
}

#[test]
fn the_project_is_the_named_folder_or_the_nearest_parent_with_data() {
    let project = Project::mini();
    project.run_in("templates/mini", &["build"]).exits(0);
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json"]);
    let elsewhere = Project::empty();
    let root = project.root().display().to_string();
    let run = elsewhere.run_in("", &["list", "--root", &root]).exits(0);
    assert!(run.stdout.starts_with("mini  Mini"), "{}", run.stdout);
    elsewhere.run_in("", &["build", "--root", &root, "--out", "here"]).exits(0);
    assert_eq!(elsewhere.files(""), ["here/mini/cards.pdf", "here/mini/manifest.json"]);
}

#[test]
fn an_empty_folder_has_the_built_in_games() {
    let run = Project::empty().run("list").exits(0);
    for game in ["ballo  ", "barabas  ", "circus  ", "funambolika  "] {
        assert!(run.stdout.lines().any(|line| line.starts_with(game)), "{game}: {}", run.stdout);
    }
}

#[test]
fn a_project_without_a_game_says_what_a_game_is() {
    Project::empty().file("data/readme.md", "").run("build").exits(2).says("game.toml");
}

#[test]
fn only_the_components_asked_for_are_built() {
    let second = r#"[deck.more]
size = "poker-euro"
face = "card.svg"
cards = "cards.csv"
back = "back.svg"
"#;
    let project = Project::mini().file(GAME, format!("{MINI}{second}"));
    project.run("build --component more").exits(0);
    assert_eq!(project.files("out"), ["mini/manifest-part.json", "mini/more-part.pdf"]);
    let project = Project::mini().file(GAME, format!("{MINI}{second}"));
    let run = project.run("build").exits(0);
    assert!(run.stdout.contains("Print 2 sheets of a4 paper, 4 sides"), "{}", run.stdout);
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json", "mini/more.pdf"]);
}

#[test]
fn languages_are_built_one_by_one_or_together() {
    let project = Project::mini()
        .edit(
            GAME,
            "title = \"Mini\"\n",
            "title = \"Mini\"\nlanguages = [\"en\", \"it\", \"ru\"]\n",
        )
        .edit("templates/mini/card.svg", "{{ card.name }}", "{{ t.greeting }} {{ lang }}")
        .file("data/mini/text.en.toml", "greeting = \"Hello\"\n")
        .file("data/mini/text.it.toml", "greeting = \"Così è\"\n")
        .file("data/mini/text.ru.toml", "greeting = \"Привет\"\n");
    project.run("build").exits(0);
    assert_eq!(project.files("out"), ["mini/cards.pdf", "mini/manifest.json"]);
    project.run("build --lang all").exits(0);
    assert_eq!(
        project.files("out"),
        [
            "mini/cards-it.pdf",
            "mini/cards-ru.pdf",
            "mini/cards.pdf",
            "mini/manifest-it.json",
            "mini/manifest-ru.json",
            "mini/manifest.json"
        ]
    );
    for (file, words) in
        [("cards", "Hello en"), ("cards-it", "Così è it"), ("cards-ru", "Привет ru")]
    {
        let text = crate::common::text_of(&project.pdf(&format!("out/mini/{file}.pdf")));
        assert!(text.contains(words), "{file}: {text}");
    }
    let gap = project.file("data/mini/text.it.toml", "");
    gap.run("check --lang it")
        .exits(0)
        .says("warning[M012]")
        .says("`greeting` has no translation into `it`");
}

#[test]
fn words_in_any_script_may_be_titles_names_and_ids() {
    let long = "ш".repeat(200);
    let project = Project::mini()
        .edit(GAME, "\"Mini\"", "\"Цирк «Виола»\"")
        .file(CARDS, format!("id,name,copies\nслон,Слон,1\n{long},Слон,1\n"));
    project.run("build --png faces --dpi 20").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    assert!(text.contains("· front · Цирк «Виола» · cards"), "{text}");
    let project = Project::mini().edit(GAME, "\"Mini\"", "\"サーカス\"");
    project.run("build").exits(0);
    let text = crate::common::text_of(&project.pdf("out/mini/cards.pdf"));
    assert!(
        text.contains("· front · mini · cards"),
        "a title without glyphs gives way to the id: {text}"
    );
    let project =
        Project::mini().edit(GAME, "\"Mini\"", "\"A\\u0007 <b> & \\\"c\\\" ]]> é́ \\n x\"");
    project.run("build").exits(0);
}

#[test]
fn pictures_are_written_beside_the_pdf_when_asked_for() {
    let project = Project::mini();
    let run = project.run("build --png faces --dpi 30").exits(0);
    assert!(run.stdout.contains("4 PNG pictures"), "{}", run.stdout);
    project.run("build --png sheets --png faces --dpi 30").exits(0);
    assert_eq!(
        project.files("out"),
        [
            "mini/cards-sheets/001-back.png",
            "mini/cards-sheets/001-front.png",
            "mini/cards.pdf",
            "mini/cards/001-river.png",
            "mini/cards/002-river-back.png",
            "mini/cards/003-hill.png",
            "mini/cards/004-mill.png",
            "mini/manifest.json"
        ]
    );
}

#[test]
fn a_blank_face_is_a_face() {
    let blank = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}/>";
    let project = Project::mini().file("templates/mini/back.svg", blank);
    for render in ["vector", "raster"] {
        let both = "--png faces --png sheets";
        project.run(&format!("build {both} --dpi 30 --render {render}")).exits(0);
    }
    assert_eq!(project.files("out").iter().filter(|name| name.ends_with(".png")).count(), 4 + 2);
    let project = project.file("templates/mini/card.svg", blank);
    project.run("build").exits(0);
    assert_eq!(project.pdf("out/mini/cards.pdf").get_pages().len(), 2);
}

#[test]
fn a_reader_that_has_gone_away_is_no_fault() {
    let project = Project::mini();
    for arguments in [&["list"][..], &["--help"], &["explain"], &["build"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pnp"))
            .args(arguments)
            .current_dir(project.root())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!(
            (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn closed_streams_are_no_crash() {
    let project = Project::mini();
    for script in ["list >&-", "build >&- 2>&-", "check >&- 2>&-", "explain M014 >&-"] {
        let script = format!("exec {} {script}", env!("CARGO_BIN_EXE_pnp"));
        let status = Command::new("sh")
            .args(["-c", &script])
            .current_dir(project.root())
            .status()
            .expect("a shell");
        assert_eq!(status.code(), Some(0), "{script}");
    }
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    let project = Project::mini().edit(GAME, "bleed =", "bled =");
    let output = Command::new(env!("CARGO_BIN_EXE_pnp"))
        .arg("check")
        .current_dir(project.root())
        .env_remove("NO_COLOR")
        .output()
        .expect("the binary");
    assert!(!output.stderr.contains(&0x1b));
}

#[test]
fn one_sheet_of_its_own_size_is_a_component_too() {
    let game = r#"title = "Mini"
[sheet.table]
size = "a5"
face = "card.svg"
copies = 3
"#;
    let project = Project::mini().file(GAME, game).edit(
        "templates/mini/card.svg",
        "{{ card.name }}",
        "Points {{ bleed }}",
    );
    let run = project.run("build").exits(0);
    assert!(run.stdout.contains("out/mini/table.pdf  3 copies (1 face)"), "{}", run.stdout);
    let project = project.edit(GAME, "copies = 3", "copies = 1");
    let run = project.run("build").exits(0);
    assert!(run.stdout.contains("1 copy (1 face)"), "{}", run.stdout);
}

#[test]
fn an_unknown_code_gets_no_silly_suggestion() {
    let project = Project::empty();
    let unknown = |code: &str| project.run(&format!("explain {code}")).exits(2);
    unknown("R099").says("go from R001 to R").never_says("did you mean");
    unknown("Z001").says("`pnp explain` lists all codes").never_says("did you mean");
    unknown("s9").says("did you mean `S009`?");
    unknown("SO09").says("did you mean `S009`?");
}

#[test]
fn what_is_wrong_in_many_places_is_said_once_to_people_and_each_time_to_programs() {
    let rows: String =
        (0..1_000).map(|n| format!("c{n},Card {n},\"Tap {{{{G}}}} now\"\n")).collect();
    let project =
        Project::mini().file("data/mini/cards.csv", format!("id,name,text\n{rows}")).edit(
            "templates/mini/card.svg",
            "{{ card.name }}",
            "</text>{{ textbox(text=card.text, x=5, y=20, width=50, height=20) }}<text>",
        );
    let run =
        project.run("check").exits(1).says("more times, among others at data/mini/cards.csv:3:");
    assert!(run.stderr.lines().count() < 60, "{}", run.stderr);
    let all = project.codes("check");
    assert!(all.len() >= 1_000, "{}", all.len());
}

#[test]
fn slips_in_names_of_arguments_and_colours_get_the_right_word() {
    let drawn = |svg: &str| Project::drawing(svg).run("check").exits(1);
    drawn("{{ textbox(text=\"a\", x=5, y=20, widht=50, height=20) }}")
        .says("did you mean `width`?");
    drawn("{{ textbox(text=\"a\", x=5, y=20, width=50, height=20, colour=\"greeen\") }}")
        .says("did you mean `green`?");
    drawn("<rect width=\"5\" height=\"5\" fill=\"greeen\"/>").says("did you mean `green`?");
}
