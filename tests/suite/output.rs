//! The output folder: nothing of an earlier build is left to be uploaded by mistake, a part never
//! stands in for the whole, and the manifest and the summary say what there is.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::{Project, calls, text_of};

fn manifest(project: &Project, name: &str) -> Value {
    serde_json::from_slice(&project.read(&format!("out/mini/{name}"))).expect("JSON")
}

/// The files that manifests list, each with its sum.
fn listed(manifest: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut rest = vec![manifest];
    while let Some(value) = rest.pop() {
        match value {
            Value::Array(values) => rest.extend(values),
            Value::Object(entries) => {
                if let (Some(file), Some(_)) = (entries.get("file"), entries.get("sha256")) {
                    found.insert(file.as_str().expect("a name").to_owned());
                }
                rest.extend(entries.values());
            }
            _ => {}
        }
    }
    found
}

/// A game with a deck, a sheet, a rulebook with a booklet, in two languages.
fn kit() -> Project {
    let toml = String::from_utf8(Project::mini().read("data/mini/game.toml")).expect("text");
    Project::mini()
        .file(
            "data/mini/game.toml",
            toml.replace("title = \"Mini\"", "title = \"Mini\"\nlanguages = [\"en\", \"it\"]")
                + r#"[sheet.scores]
size = "a6"
face = "card.svg"
safe = "0mm"
[rulebook.rules]
source = "rules.{lang}.md"
size = "a6"
booklet = true
"#,
        )
        .edit("templates/mini/card.svg", "{{ card.name }}", "{{ card.name or \"Scores\" }}")
        .file("data/mini/rules.en.md", "# Rules\n\nDraw a card.\n")
        .file("data/mini/rules.it.md", "# Regole\n\nPesca una carta.\n")
        .file("data/mini/text.en.toml", "")
        .file("data/mini/text.it.toml", "")
}

#[test]
fn what_an_earlier_build_wrote_and_this_one_did_not_is_removed() {
    let project = Project::mini();
    project.run("build --png faces --dpi 30 --cut svg").exits(0);
    let faces = ["cards/001-river.png", "cards/002-river-back.png", "cards/003-hill.png"];
    let before = project.files("out/mini");
    for face in faces {
        assert!(before.contains(&face.to_owned()), "{before:?}");
    }
    // A card deleted, the deck renamed.
    let project = project.file("data/mini/cards.csv", "id,name,copies\nhill,Hill,1\n").edit(
        "data/mini/game.toml",
        "[deck.cards]",
        "[deck.land]",
    );
    let run = project.run("build --png faces --dpi 30").exits(0);
    assert!(
        run.stdout.contains(
            "Removed 6 files of an earlier build: `cards-cut-1.svg`, \
             `cards.pdf`, `cards/001-river.png` and 3 more.\n"
        ),
        "{}",
        run.stdout
    );
    assert_eq!(
        project.files("out/mini"),
        ["land.pdf", "land/001-hill.png", "land/002-hill-back.png", "manifest.json"]
    );
    assert!(!project.path("out/mini/cards").exists(), "its folder goes with it");
    // The back dropped, no pictures.
    let project = project.edit("data/mini/game.toml", "back = \"back.svg\"\n", "");
    project.run("build").exits(0);
    assert_eq!(project.files("out/mini"), ["land.pdf", "manifest.json"]);
}

#[test]
fn a_build_that_fails_removes_nothing() {
    let project = Project::mini();
    project.run("build --png faces --dpi 30").exits(0);
    let before = project.snapshot("out");
    let project = project.edit("data/mini/cards.csv", "Hill,1", "Hill,one");
    project.run("build").exits(1);
    assert_eq!(project.snapshot("out"), before);
}

#[test]
fn what_is_not_ours_stays_and_is_named() {
    let project = Project::mini();
    project.run("build --png faces --dpi 30").exits(0);
    let project = project
        .file("out/mini/cards/004-hill-back.png", "painted over")
        .file("out/mini/cards/mine.png", "mine")
        .file("out/mini/notes.txt", "a note")
        .file("data/mini/cards.csv", "id,name,copies\nriver,River,2\n");
    project
        .run("build --png faces --dpi 30 --deny-warnings")
        .exits(1)
        .says("P003")
        .says("`cards/mine.png`")
        .never_says("notes.txt");
    let run = project.run("build --png faces --dpi 30").exits(0).says("P003");
    assert!(project.files("out/mini").contains(&"cards/mine.png".to_owned()), "{}", run.stderr);
    assert!(!project.files("out/mini").contains(&"cards/003-hill.png".to_owned()));
}

#[test]
fn a_file_that_was_changed_since_stays_and_is_named() {
    let project = Project::mini();
    project.run("build --png faces --dpi 30").exits(0);
    let project = project.file("out/mini/cards/003-hill.png", "painted over");
    project.run("build").exits(0).says("`cards/003-hill.png`").says("changed since");
    assert_eq!(project.files("out/mini"), ["cards.pdf", "cards/003-hill.png", "manifest.json"]);
}

#[test]
fn a_list_that_points_out_of_the_folder_removes_nothing() {
    let project = Project::mini();
    project.run("build").exits(0);
    let project = project.file("precious.pdf", "x").edit(
        "out/mini/manifest.json",
        "\"file\": \"cards.pdf\"",
        "\"file\": \"../../precious.pdf\"",
    );
    project.run("build").exits(0);
    assert!(project.path("precious.pdf").exists());
}

#[test]
fn the_other_language_stays_until_the_game_drops_it() {
    let project = kit();
    project.run("build --lang all").exits(0);
    let all = project.files("out/mini");
    assert!(all.contains(&"manifest-it.json".to_owned()), "{all:?}");
    project.run("build --lang en").exits(0);
    assert_eq!(project.files("out/mini"), all);
    let project = project.edit("data/mini/game.toml", "[\"en\", \"it\"]", "[\"en\"]");
    project.run("build").exits(0);
    let left = project.files("out/mini");
    assert!(left.iter().all(|name| !name.contains("-it")), "{left:?}");
    assert!(left.contains(&"rules-booklet.pdf".to_owned()));
}

#[test]
fn a_part_has_names_of_its_own_and_leaves_the_whole_alone() {
    let project = kit();
    project.run("build").exits(0);
    let whole = project.snapshot("out/mini");
    project
        .run_in(
            "",
            &["build", "--only-cards", "card.name == 'River'", "--png", "faces", "--dpi", "30"],
        )
        .exits(0);
    for (name, bytes) in &whole {
        assert_eq!(project.read(&format!("out/mini/{name}")), *bytes, "{name}");
    }
    let part = manifest(&project, "manifest-part.json");
    assert_eq!(part["part"]["only_cards"], "card.name == 'River'");
    assert_eq!(part["components"][0]["file"], "cards-part.pdf");
    assert_eq!(part["components"][0]["copies"], 2);
    assert_eq!(part["cards"].as_array().expect("cards").len(), 1);
    assert_eq!(part["rulebooks"].as_array().expect("books").len(), 0, "only cards were asked for");
    assert_eq!(manifest(&project, "manifest.json").get("part"), None);
    let text = text_of(&project.pdf("out/mini/cards-part.pdf"));
    assert!(text.contains("cards-part") && text.contains("2 of 4 copies"), "{text}");

    // Another part takes the place of the first, and the whole that of both.
    project.run("build --component scores").exits(0);
    let now = project.files("out/mini");
    assert!(now.contains(&"scores-part.pdf".to_owned()), "{now:?}");
    assert!(!now.iter().any(|name| name.starts_with("cards-part")), "{now:?}");
    project.run("build").exits(0);
    assert_eq!(project.snapshot("out/mini"), whole);
}

#[test]
fn cards_are_chosen_by_their_component_and_id() {
    let project = Project::mini();
    project.run("build --card cards/river --card cards/mill").exits(0);
    let part = manifest(&project, "manifest-part.json");
    let ids: Vec<&str> =
        part["cards"].as_array().expect("cards").iter().filter_map(|c| c["id"].as_str()).collect();
    assert_eq!(ids, ["river", "mill"]);
    project
        .run("build --card cards/rivers")
        .exits(1)
        .says("there is no card `cards/rivers`")
        .says("did you mean `cards/river`?");
    // Both must hold.
    project
        .run_in("", &["build", "--card", "cards/hill", "--only-cards", "card.name == 'River'"])
        .exits(1)
        .says("no card to print meets");
}

#[test]
fn a_part_that_is_everything_is_the_whole() {
    let project = Project::mini();
    project.run_in("", &["build", "--only-cards", "card.name != 'Sea'"]).exits(0);
    project.run("build --component cards").exits(0);
    assert_eq!(project.files("out/mini"), ["cards.pdf", "manifest.json"]);
}

#[test]
fn the_manifests_list_every_file_with_what_it_shows() {
    let project = kit();
    let options = "--png faces --png sheets --cut svg --cut dxf --cut pdf";
    project.run(&format!("build --lang all --dpi 30 {options}")).exits(0);
    let mut files: BTreeSet<String> = project.files("out/mini").into_iter().collect();
    let mut known = BTreeSet::new();
    for name in ["manifest.json", "manifest-it.json"] {
        assert!(files.remove(name));
        known.extend(listed(&manifest(&project, name)));
    }
    assert_eq!(known, files);
    let project = Project::mini();
    project.run("build --dpi 30 --png faces").exits(0);
    let manifest = manifest(&project, "manifest.json");
    let face = |file: &str| {
        let pictures = manifest["pictures"].as_array().expect("pictures");
        let found = pictures.iter().find(|picture| picture["file"] == file).expect("a picture");
        (found["side"].clone(), found["cards"].clone(), found["copies"].clone())
    };
    assert_eq!(face("cards/003-hill.png"), ("front".into(), vec!["hill"].into(), 1.into()));
    assert_eq!(
        face("cards/002-river-back.png"),
        ("back".into(), vec!["river", "hill", "mill"].into(), 4.into())
    );
}

#[test]
fn two_languages_do_not_write_one_file() {
    let project = kit();
    let deck = r#"[deck.cards-it]
size = "poker-euro"
face = "card.svg"
cards = "cards.csv"
"#;
    let toml = String::from_utf8(project.read("data/mini/game.toml")).expect("text");
    let project = project.file("data/mini/game.toml", toml + deck);
    project.run("build --lang all").exits(1).says("P004").says("cards-it.pdf");
}

/// Which way up the pages of the second side lie: the signs of the matrix that places them.
fn second_side(project: &Project) -> f64 {
    let pdf = project.pdf("out/mini/rules-booklet.pdf");
    let page = *pdf.get_pages().get(&2).expect("a second side");
    let placed = calls(&pdf, page);
    let page = placed.iter().map(|call| call.matrix[0]).find(|scale| scale.abs() > 0.0);
    page.expect("a page on it").signum()
}

#[test]
fn a_booklet_says_over_which_edge_it_is_turned_and_obeys() {
    let long = "a page of text that fills more than a side of the paper\n\n".repeat(400);
    let project = kit().file("data/mini/rules.en.md", format!("# Rules\n\n{long}"));
    for (arguments, edge, sign) in [
        ("build --lang en", "short", 1.0),
        ("build --lang en --duplex long-edge", "long", -1.0),
        ("build --lang en --duplex short-edge", "short", 1.0),
    ] {
        let run = project.run(arguments).exits(0);
        let says = format!("both sides, flip on the {edge} edge, then fold and staple");
        assert!(run.stdout.contains(&says), "{}", run.stdout);
        let manifest = manifest(&project, "manifest.json");
        let files = manifest["rulebooks"][0]["files"].as_array().expect("files");
        let booklet = files.iter().find(|file| file["kind"] == "booklet").expect("a booklet");
        assert_eq!(booklet["duplex"], format!("{edge}-edge"));
        assert_eq!(booklet["print"], says);
        assert!(
            text_of(&project.pdf("out/mini/rules-booklet.pdf"))
                .contains(&format!("flip on the {edge} edge"))
        );
        assert!((second_side(&project) - sign).abs() < f64::EPSILON, "{arguments}");
    }
    let project =
        project.edit("data/mini/game.toml", "booklet = true", "booklet = { flip = \"long-edge\" }");
    let run = project.run("build --lang en").exits(0);
    assert!(run.stdout.contains("flip on the long edge, then"), "{}", run.stdout);
}

#[test]
fn the_ruler_is_promised_only_where_there_is_one() {
    let says = |project: &Project| project.run("build").exits(0).stdout;
    assert!(says(&Project::mini()).contains("The ruler on each sheet proves it."));
    let small = "[print]\nmargin = \"0mm\"\npaper = { width = \"63mm\", height = \"88mm\" }";
    let project = Project::mini().edit("data/mini/game.toml", "[print]", small).edit(
        "data/mini/game.toml",
        "bleed = \"2mm\"",
        "bleed = \"0mm\"",
    );
    let said = says(&project);
    assert!(said.contains("No sheet has room for a ruler; measure what you cut."), "{said}");
    assert!(!said.contains("proves it"), "{said}");
}

#[test]
fn a_game_without_anything_to_print_is_an_error() {
    let project = Project::empty().file("data/mini/game.toml", "title = \"Mini\"\n");
    for command in ["build", "check"] {
        let run = project.run(command).exits(1).says("M007").says("nothing to print");
        run.says("data/mini/game.toml:1:");
    }
    assert!(!project.path("out").exists());
}

#[test]
fn a_folder_whose_name_is_no_id_is_no_game() {
    for name in ["CON", "con", "nul", "a b", "a\nb", "--help", "\u{dc}ber", "x.", "manifest"] {
        let project = Project::empty()
            .file(&format!("data/{name}/game.toml"), crate::common::MINI)
            .file(&format!("templates/{name}/card.svg"), crate::common::CARD);
        let run = project.run("build").exits(1).says("error[M009]").says("the folder `");
        assert!(!run.stderr.contains("a\nb"), "{}", run.stderr);
        assert!(!project.path("out").exists(), "{name:?}");
    }
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::common::Project;

    /// The folders in which runs make their output.
    fn stages(project: &Project) -> Vec<String> {
        let folders = ["", "out", "out/mini"];
        let entries =
            folders.iter().filter_map(|folder| std::fs::read_dir(project.path(folder)).ok());
        let names = entries.flatten().flatten().map(|entry| entry.file_name());
        names
            .filter_map(|name| name.into_string().ok())
            .filter(|name| name.starts_with(".pnp-"))
            .collect()
    }

    #[test]
    fn a_link_that_leads_out_of_the_project_is_not_written_through() {
        let elsewhere = tempfile::tempdir().expect("a folder");
        let is_empty = || std::fs::read_dir(elsewhere.path()).expect("a folder").count() == 0;
        for link in ["out", "out/mini", "out/mini/cards"] {
            let project = Project::mini();
            let place = project.path(link);
            std::fs::create_dir_all(place.parent().expect("a parent")).expect("a folder");
            symlink(elsewhere.path(), &place).expect("a link");
            project.run("build --png faces").exits(2).says("error[P001]").says("--out");
            assert!(is_empty(), "{link}");
        }
        // Inside of the project, or where somebody says so, a link is a folder.
        let project = Project::mini().file("other/keep.txt", "");
        symlink("other", project.path("out")).expect("a link");
        project.run("build").exits(0);
        assert!(project.path("other/mini/cards.pdf").is_file());
        let project = Project::mini();
        symlink(elsewhere.path(), project.path("out")).expect("a link");
        project.run("build --out out").exits(0);
        assert!(elsewhere.path().join("mini/cards.pdf").is_file());
    }

    /// Many pictures, which take a while.
    fn long() -> Project {
        let rows: String = (0..300).map(|n| format!("c{n},Card {n},1\n")).collect();
        Project::mini().file("data/mini/cards.csv", format!("id,name,copies\n{rows}"))
    }

    #[test]
    fn a_run_that_is_stopped_leaves_nothing_behind() {
        for signal in ["INT", "TERM", "HUP", "KILL"] {
            let project = long();
            let mut run = Command::new(env!("CARGO_BIN_EXE_pnp"))
                .args(["build", "-q", "--render", "raster", "--png", "faces"])
                .current_dir(project.root())
                .stderr(Stdio::null())
                .spawn()
                .expect("the binary");
            while stages(&project).is_empty() && run.try_wait().expect("a state").is_none() {
                std::thread::sleep(Duration::from_millis(2));
            }
            let mut kill = Command::new("kill");
            kill.args([format!("-{signal}"), run.id().to_string()]);
            assert!(kill.status().expect("kill").success(), "over before SIG{signal}");
            let status = run.wait().expect("an end");
            assert!(!status.success(), "SIG{signal}");
            assert!(!project.path("out").exists(), "SIG{signal}");
            if signal == "KILL" {
                // Nobody can clean up then but the next run.
                assert_eq!(stages(&project).len(), 1);
                let project = project.file("data/mini/cards.csv", "id,name\na,A\n");
                project.run("build").exits(0).never_says("cut off");
                assert_eq!(stages(&project), Vec::<String>::new());
            } else {
                assert_eq!(status.code(), Some(130), "SIG{signal}");
                assert_eq!(stages(&project), Vec::<String>::new(), "SIG{signal}");
            }
        }
    }

    #[test]
    fn a_build_that_was_cut_off_half_way_is_taken_back_and_told() {
        let project = Project::mini();
        project.run("build").exits(0);
        let earlier = project.read("out/mini/cards.pdf");
        // As a run leaves it that lost its power between the first file and the last.
        let project = project
            .file(".pnp-aB3dEf/.earlier/cards.pdf", &earlier)
            .file(".pnp-aB3dEf/manifest.json", "later")
            .file(".pnp-aB3dEf/.lock", "")
            .file("out/mini/cards.pdf", "later")
            .file(
                ".pnp-aB3dEf/.journal",
                r#"{"folder":"out/mini","placed":["cards.pdf","manifest.json"],"removed":[]}"#,
            )
            .edit("data/mini/game.toml", "face = \"card.svg\"", "face = \"gone.svg\"");
        let run = project.run("build").exits(1);
        run.says("note: an earlier build was cut off").says("out/mini");
        assert_eq!(project.read("out/mini/cards.pdf"), earlier);
        assert_eq!(stages(&project), Vec::<String>::new());
        project.run("build").exits(1).never_says("cut off");
    }

    #[test]
    fn links_in_circles_are_followed_once() {
        for folder in ["fonts", "data/mini", "templates/mini", "templates/mini/icons"] {
            let project = Project::mini().file(&format!("{folder}/keep.txt"), "");
            for link in ["l0", "l1"] {
                symlink(".", project.path(&format!("{folder}/{link}"))).expect("a link");
            }
            project.run("check --deny-warnings").exits(0);
            // The nearest name is looked for in all of them.
            let project = project.edit(
                "templates/mini/card.svg",
                "</svg>",
                "<image href=\"keap.txt\" width=\"9\" height=\"9\"/></svg>",
            );
            project.run("check").exits(1).says("error[F004]");
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (link, code) in [
            ("fonts/elsewhere", "F016"),
            ("fonts/a.ttf", "F016"),
            ("templates/mini/elsewhere", "S001"),
            ("templates/mini/icons/a.svg", "S001"),
            ("data/mini/text.en.toml", "S001"),
            ("data/mini/baseline.txt", "S001"),
        ] {
            let elsewhere = tempfile::tempdir().expect("a folder");
            std::fs::write(elsewhere.path().join("file"), "").expect("a file");
            let is_file = link.contains('.');
            let target =
                if is_file { elsewhere.path().join("file") } else { elsewhere.path().into() };
            let project = Project::mini();
            let place = project.path(link);
            std::fs::create_dir_all(place.parent().expect("a parent")).expect("a folder");
            symlink(target, place).expect("a link");
            let run = project.run("check").exits(1).says(&format!("error[{code}]"));
            run.says(&format!("`{link}` lies outside the project"));
        }
    }
}
