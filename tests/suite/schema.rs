//! The JSON Schema finds in an editor what `pnp` finds.

use std::path::Path;

use crate::common::{Project, judge};

/// The lines that are added to a sound game, and whether they are right.
const SLIPS: &[(&str, bool)] = &[
    ("", true),
    ("[deck.more]\nsize = \"tarot\"\nface = \"card.svg\"\ncards = \"cards.csv\"", true),
    ("[sheet.aid]\nsize = { width = \"2in\", height = \"5/2in\" }\nface = \"back.svg\"", true),
    ("[board.map]\nsize = \"a4\"\nface = \"back.svg\"\ntiles = { join = \"tabs\" }", true),
    ("[fold.die]\nnet = \"cube\"\nsize = \"20mm\"\nface = \"back.svg\"", true),
    ("[data]\nanything = { goes = [1, 2] }", true),
    // A misspelt key, in a table, in double brackets and in an inline table.
    ("[deck.more]\nsize = \"tarot\"\nfcae = \"card.svg\"", false),
    ("[[expect]]\nin = \"cards\"\ncopeis = 4", false),
    ("[sheet.aid]\nsize = { widht = \"2in\", height = \"1in\" }\nface = \"back.svg\"", false),
    // A value of another type.
    ("[[expect]]\nin = \"cards\"\ncopies = \"4\"", false),
    ("[sheet.aid]\nsize = \"a6\"\nface = 3", false),
    // A number that is out of range.
    ("[sheet.aid]\nsize = \"a6\"\nface = \"back.svg\"\ncopies = -1", false),
    // A length without its unit.
    ("[sheet.aid]\nsize = \"a6\"\nface = \"back.svg\"\nbleed = \"2\"", false),
    ("[sheet.aid]\nsize = \"a6\"\nface = \"back.svg\"\nbleed = 2", false),
    // A word that is none of those known.
    ("[sheet.aid]\nsize = \"a66\"\nface = \"back.svg\"", false),
    ("[sheet.aid]\nsize = \"a6\"\nface = \"back.svg\"\nduplex = \"longedge\"", false),
    ("[fold.die]\nnet = \"cubus\"\nsize = \"20mm\"\nface = \"back.svg\"", false),
    // What is required is not there.
    ("[deck.more]\nsize = \"tarot\"", false),
    ("[[expect]]\ncopies = 4", false),
];

#[test]
fn what_pnp_refuses_an_editor_marks() {
    let mut project = Project::mini();
    let schema = project.run("schema").exits(0).stdout;
    for (number, (lines, is_right)) in SLIPS.iter().enumerate() {
        let text = format!("{}{lines}\n", crate::common::MINI);
        let game = project.file("data/mini/game.toml", &text);
        assert_eq!(game.run("check").code == 0, *is_right, "{lines}");
        let kind = if *is_right { "right" } else { "wrong" };
        project = game.file(&format!("slips/{kind}-{number:02}.toml"), text);
    }
    let project = project.file("game.schema.json", schema);
    let address = format!("file://{}", project.path("game.schema.json").display());
    let arguments = ["check", "--schema", &address, "slips/*.toml"];
    let Some(output) = judge("taplo", &arguments, project.root()) else { return };
    let says = String::from_utf8_lossy(&output.stderr).into_owned();
    for file in project.files("slips") {
        let is_marked = says.contains(&format!("slips/{file}\""));
        let text = String::from_utf8(project.read(&format!("slips/{file}"))).expect("text");
        assert_eq!(is_marked, file.starts_with("wrong"), "{text}\n{says}");
    }
}

#[test]
fn the_shipped_games_and_new_ones_are_valid_where_they_lie() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::empty();
    project.run("new bay --kind full").exits(0);
    project.run("new show --from circus").exits(0);
    for (folder, games) in [
        (root.to_path_buf(), &["circus", "ballo", "barabas", "funambolika"][..]),
        (project.path("bay"), &["bay"]),
        (project.path("show"), &["circus"]),
    ] {
        for game in games {
            let file = format!("data/{game}/game.toml");
            let first = std::fs::read_to_string(folder.join(&file)).expect("a game");
            let schema = first.lines().next().and_then(|line| line.strip_prefix("#:schema ../../"));
            let schema = folder.join(schema.unwrap_or_else(|| panic!("{file} names no schema")));
            assert!(schema.is_file(), "{} does not exist", schema.display());
        }
        let Some(output) = judge("taplo", &["check", "data/*/game.toml"], &folder) else { return };
        assert!(output.status.success(), "{games:?}: {output:?}");
    }
}

#[test]
fn a_printer_has_a_schema_too() {
    let project = Project::empty();
    let schema = project.run("schema printer").exits(0).stdout;
    let schema: serde_json::Value = serde_json::from_str(&schema).expect("JSON");
    assert!(schema["properties"]["back"].is_object(), "{schema}");
    project.run("schema gmae").exits(2).says("game");
}
