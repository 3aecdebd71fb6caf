//! `pnp new`: a project that builds, and nothing of anybody's that is lost.

use crate::common::Project;

#[test]
fn every_kind_is_complete_and_builds_without_a_warning() {
    for kind in ["deck", "hexes", "board", "rulebook", "full"] {
        let project = Project::empty();
        project.run(&format!("new moon-bay --kind {kind}")).exits(0);
        let arguments = |command| [command, "--root", "moon-bay", "--deny-warnings"];
        project.run_in("", &arguments("check")).exits(0).never_says("warning");
        project.run_in("", &arguments("build")).exits(0);
        let made = project.files("moon-bay");
        for file in [
            "game.schema.json",
            ".gitignore",
            ".github/workflows/pnp.yml",
            "data/moon-bay/game.toml",
        ] {
            assert!(made.iter().any(|name| name == file), "{kind}: no {file} in {made:?}");
        }
        for name in made.iter().filter(|name| !name.starts_with("out/")) {
            let text = String::from_utf8(project.read(&format!("moon-bay/{name}"))).expect("text");
            assert!(!text.contains("@GAME@") && !text.contains("@TITLE@"), "{kind}: {name}");
            assert!(!name.contains("GAME"), "{kind}: {name}");
        }
    }
}

#[test]
fn a_game_is_called_after_its_folder() {
    for (folder, id, title) in [
        ("moon-bay", "moon-bay", "Moon Bay"),
        ("Moon \"Bay\"", "moon-bay", "Moon \\\"Bay\\\""),
        ("games/moon", "moon", "Moon"),
    ] {
        let project = Project::empty();
        project.run_in("", &["new", folder]).exits(0);
        let game = project.read(&format!("{folder}/data/{id}/game.toml"));
        let game = String::from_utf8(game).expect("text");
        assert!(game.contains(&format!("title = \"{title}\"")), "{game}");
        project.run_in(folder, &["check", "--deny-warnings"]).exits(0);
    }
    let project = Project::empty();
    project.run_in("", &["new", "цирк"]).exits(2).says("no game can be called after the folder");
    project.run_in("", &["new", "--kind", "deck", "--", "--"]).exits(2);
    assert!(project.files("").is_empty());
}

#[test]
fn a_built_in_game_can_be_begun_from() {
    let project = Project::empty();
    project.run("new show --from circus").exits(0);
    project.run_in("show", &["check", "--deny-warnings"]).exits(0);
    let run = project.run_in("show", &["list"]).exits(0);
    assert!(run.stdout.contains("circus") && !run.stdout.contains("ballo"), "{}", run.stdout);
    project.run("new other --from circs").exits(2).says("did you mean `circus`?");
    project.run("new other --from circus --kind deck").exits(2).says("cannot be used with");
    assert!(!project.path("other").exists());
}

#[test]
fn what_is_there_stays_as_it_is() {
    let project = Project::empty().file("mine/notes.txt", "mine").file("taken", "a file");
    project.run("new mine").exits(2).says("`mine` is not empty; nothing in it was changed");
    project.run("new taken").exits(2).says("taken");
    assert_eq!(project.files(""), ["mine/notes.txt", "taken"]);
    // A folder that only git knows is as good as empty.
    let project = Project::empty().file("bay/.git/HEAD", "ref");
    project.run_in("bay", &["new", "."]).exits(0);
    project.run_in("bay", &["check", "--deny-warnings"]).exits(0);
    project.run_in("bay", &["new", "."]).exits(2).says("is not empty");
    let files = project.files("bay");
    assert!(files.iter().all(|name| !name.contains(".pnp-new")), "{files:?}");
}
