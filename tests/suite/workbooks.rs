//! Tables in workbooks and in JSON. The workbooks under `tests/fixtures/tables` were written by
//! openpyxl, a library for Python, and saved again by `LibreOffice` Calc.

use std::path::Path;

use crate::common::Project;

const GAME: &str = "data/mini/game.toml";
const FACE: &str = "templates/mini/card.svg";
/// A face that prints all that the fixtures hold.
const ALL_CELLS: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>\
     {{ textbox(text=card.id ~ '|' ~ card.name ~ '|' ~ card.cost ~ '|' ~ card.rate ~ '|' \
     ~ card.flag ~ '|' ~ card.text, x=3, y=3, width=50, height=60, size=4) }}</svg>";
const CSV: &str = r#"id,Name,Copies,Cost,Rate,Flag,Text
river,Žofie,2,007,25%,TRUE,"one
two"
hill,Hill,1,010,150%,FALSE,"Pay 1, 2; or 3"
sea,007,3,-004,50%,,
"#;
const JSON: &str = r#"[
  {"id": "river", "name": "Žofie", "copies": 2, "cost": "007", "rate": "25%", "flag": "TRUE",
   "text": "one\ntwo"},
  {"id": "hill", "name": "Hill", "copies": 1, "cost": "010", "rate": "150%", "flag": "FALSE",
   "text": "Pay 1, 2; or 3"},
  {"id": "sea", "name": "007", "copies": 3, "cost": "-004", "rate": "50%", "text": null}
]"#;

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tables");
    std::fs::read(folder.join(name)).expect(name)
}

/// The little game with this table in place of its own.
fn with_table(file: &str, content: impl AsRef<[u8]>, named: &str) -> Project {
    Project::mini().file(&format!("data/mini/{file}"), content).edit(GAME, "cards.csv", named)
}

#[test]
fn a_table_prints_the_same_from_every_kind_of_file() {
    let built = |file: &str, content: &[u8]| {
        let project = with_table(file, content, file).file(FACE, ALL_CELLS);
        project.run("build --deny-warnings").exits(0).never_says("warning");
        project.read("out/mini/cards.pdf")
    };
    let expected = built("table.csv", CSV.as_bytes());
    assert_ne!(expected, built("table.csv", CSV.replace("007,25", "7,25").as_bytes()));
    for (file, fixture) in [
        ("table.xlsx", fixture("openpyxl-plain.xlsx")),
        ("table.xlsx", fixture("calc-plain.xlsx")),
        ("table.ods", fixture("calc-plain.ods")),
        // The content counts, not the name.
        ("table.csv", fixture("calc-plain.ods")),
        ("table.json", JSON.as_bytes().to_vec()),
        ("table.txt", format!("\u{feff}{JSON}").into_bytes()),
    ] {
        assert!(built(file, &fixture) == expected, "{file}");
    }
}

#[test]
fn cells_that_are_not_what_they_seem_are_named() {
    let common = [
        "cards!D1: warning: S017 a hidden column is read like any other",
        "cards!C2: warning: S017 the cell holds a date; it is read as year-month-day",
        "cards!C4: warning: S017 the cell holds a date; it is read as year-month-day",
        "cards!E2: warning: S007 the cell `lost` has no column",
        "cards!D3: warning: S017 the cell covers 2 × 1 cells; all but the first are read as empty",
        "cards!A5: warning: S017 a hidden row is read like any other",
    ];
    // Calc stores what formulas give and the text of each number, openpyxl neither of the two.
    let error = "cards!F3: error: S016 the cell holds the error `#DIV/0!`";
    let format = "cards!C3: warning: S017 numbers in the format `# ?/?` are read without it";
    let missing = |cell| {
        format!("cards!{cell}: error: S016 the result of the formula is not stored in the file")
    };
    let missing = [missing("F2"), missing("F3")];
    for (name, own) in [
        ("openpyxl-odd.xlsx", &[&missing[0], &missing[1], format][..]),
        ("calc-odd.xlsx", &[error, format]),
        ("calc-odd.ods", &[error]),
    ] {
        let mut run =
            with_table("t", fixture(name), "t#cards").run("check --format short").exits(1);
        for line in common.iter().chain(own) {
            run = run.says(&format!("data/mini/t:{line}"));
        }
        let told = run.stderr.lines().filter(|line| line.contains("cards!")).count();
        assert_eq!(told, common.len() + own.len(), "{name}: {}", run.stderr);
    }
    let project = with_table("t", fixture("calc-odd.ods"), "t#cards");
    project.run("check").exits(1).says("--> data/mini/t:cards!F3");
    let told = project.run("check --format json").exits(1);
    assert!(told.stdout.contains("\"line\":3,\"column\":6"), "{}", told.stdout);
    assert!(told.stdout.contains("\"cell\":\"cards!F3\""), "{}", told.stdout);
}

#[test]
fn the_sheet_is_the_named_one_or_the_only_one_with_something_in_it() {
    for name in ["openpyxl-odd.xlsx", "calc-odd.ods"] {
        let run = |table: &str| with_table("t", fixture(name), table).run("check --format short");
        run("t").exits(1).says("S015 `data/mini/t` has several sheets: `cards`, `notes`");
        run("t\"\nsheet = \"old").exits(0).says("1 piece").never_says("warning");
        run("t#cadrs").exits(1).says("game.toml").says("S015 there is no sheet `cadrs`");
        run("t#cards\"\nsheet = \"cards").exits(1).says("M010 the sheet is named twice");
    }
    let project = with_table("t", fixture("calc-plain.ods"), "t\"\nencoding = \"gbk");
    project.run("check").exits(1).says("`encoding` does nothing: `data/mini/t` is a workbook");
    let project = Project::mini().edit(GAME, "cards.csv\"", "cards.csv\"\nsheet = \"cards\"");
    project.run("check").exits(1).says("`sheet` does nothing: `data/mini/cards.csv` is a CSV");
    let project = with_table("a#b.csv", "name\nMira\n", "a#b.csv");
    project.run("list").exits(0);
}

#[test]
fn a_damaged_workbook_is_an_error_whatever_is_damaged() {
    for name in ["openpyxl-plain.xlsx", "calc-plain.ods"] {
        let whole = fixture(name);
        // Every byte of the first kilobyte would take long; these meet headers, names and data.
        for at in (0..whole.len()).step_by(whole.len() / 40) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            let run = with_table("t", bytes, "t").run("check --format short");
            assert!(matches!(run.code, 0 | 1), "{name} at {at}: {}", run.stderr);
            assert!(!run.stderr.contains("P002"), "{name} at {at}: {}", run.stderr);
        }
        let half = &whole[..whole.len() / 2];
        with_table("t", half, "t").run("check").exits(1).says("error[S01");
    }
}

#[test]
fn faults_of_json_have_their_place() {
    for (json, said) in [
        ("[{\"name\": \"A\",}]", "1:"),
        ("[{\"name\": \"A\"} {\"name\": \"B\"}]", "1:"),
        ("[{\"name\": \"A\"},\n 7]", "2:2: error: S018 a row is not an object"),
        ("{\"name\": \"A\"}", "1:1: error: S018 the table is not a list of objects"),
        ("[{\"name\": \"A\", \"Name\": \"B\"}]", "1:16: error: S008 `Name` is there twice"),
        ("[{\"name\": \"A\",\n \"copies\": -1}]", "2:12: error: M004"),
    ] {
        let project = with_table("t.json", json, "t.json");
        project.run("check --format short").exits(1).says(&format!("data/mini/t.json:{said}"));
    }
    let deep = format!("[{{\"name\": {}1{}}}]", "[".repeat(100_000), "]".repeat(100_000));
    with_table("t.json", deep, "t.json").run("check").exits(1).says("S018");
}
