//! Tables of cards as spreadsheets, editors and other programs save them.

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";
const CARDS: &str = "data/mini/cards.csv";

/// How many copies and different cards the game has with this table.
#[track_caller]
fn counted(project: &Project) -> (u64, u64) {
    let run = project.run("list --format json").exits(0);
    let listed: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let deck = &listed["games"][0]["components"][0];
    (deck["copies"].as_u64().expect("copies"), deck["cards"].as_u64().expect("cards"))
}

#[test]
fn colours_in_the_first_column_are_cards_and_notes_are_not() {
    let project = Project::mini().file(
        CARDS,
        r##"# a note
colour,name,copies
#b3362b,Red,2
"# Red, then green",,
#93a032,Green,3
white,White,1
"##,
    );
    assert_eq!(counted(&project), (6, 3));
    project.run("check").exits(0).never_says("[S0");
    let project = project.file(CARDS, "#,name,copies\n1,Red,2\n2,Green,3\n");
    assert_eq!(counted(&project), (5, 2));
    project.run("check").exits(0).never_says("[S0");
}

#[test]
fn an_encoding_is_stated_or_guessed_but_never_taken_in_silence() {
    let (bytes, ..) =
        encoding_rs::WINDOWS_1250.encode("id,name,copies\nkun,Žluťoučký kůň ďábelské ódy,2\n");
    // The name is too long for its card, which is not asked here.
    let project = Project::mini().file(CARDS, bytes).edit(
        GAME,
        "[print]",
        "[preflight]\nlevels = { L007 = \"off\" }\n[print]",
    );
    project
        .run("check")
        .exits(0)
        .says("warning[S013]")
        .says("windows-1250")
        .says("Žluťoučký")
        .says("encoding = \"windows-1250\"");
    let project = project.edit(GAME, "cards = ", "encoding = \"windows-1250\"\ncards = ");
    project.run("check").exits(0).never_says("S013");
    project
        .edit(GAME, "windows-1250", "windows-1520")
        .run("check")
        .exits(1)
        .says("there is no character encoding `windows-1520`")
        .says("did you mean `windows-1250`?");
}

#[test]
fn an_encoding_without_a_table_is_an_error() {
    let project = Project::face("<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}/>").edit(
        GAME,
        "bleed =",
        "encoding = \"gbk\"\nbleed =",
    );
    project.run("check").exits(1).says("states `encoding`, but no table");
}

#[test]
fn an_old_workbook_in_place_of_a_table_is_named_with_the_remedy() {
    let project = Project::mini()
        .file("data/mini/cards.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0")
        .edit(GAME, "cards.csv", "cards.xls");
    project.run("check").exits(1).says("is an old Excel workbook (.xls)").says("as CSV");
}

#[test]
fn a_short_row_is_a_warning_that_names_its_empty_cells() {
    let project = Project::mini().file(CARDS, "id,name,text,copies\nriver,River,2\n");
    project.run("check --format short").exits(0).says(
        "data/mini/cards.csv:2:1: warning: S011 the row has 3 cells for 4 columns; `copies` is \
         empty",
    );
}
