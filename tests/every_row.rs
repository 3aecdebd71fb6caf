//! No row of a shipped game can be lost or doubled without its contract noticing.

use pnp::diag::Sink;
use pnp::files::{Files, MemoryFiles, Overlay, Shipped, games};
use pnp::model::Overrides;
use pnp::pipeline::plan_game;

/// Whether a game with a changed file still passes.
fn passes(game: &str, path: &str, text: &str) -> bool {
    let files = Overlay { first: MemoryFiles::new().with(path, text), second: Shipped };
    let mut sink = Sink::new();
    plan_game(&files, game, &Overrides::default(), &[], &mut sink).is_ok()
}

/// The pieces of a file, whose first holds no row; each other is a row with its line end.
fn rows(path: &str, text: &str) -> Vec<String> {
    let is_row = |line: &str| match path.ends_with(".csv") {
        true => !line.starts_with('#') && !line.trim().is_empty(),
        // `[[deck.ID.card]]`, `[[board.ID.field.point]]` and their kin
        false => line.starts_with("[[") && [".card]]", ".point]]", ".line]]"].iter().any(|end| line.trim_end().ends_with(end)),
    };
    let mut header = path.ends_with(".csv");
    let mut in_row = false;
    let mut pieces = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let begins = is_row(line) && !std::mem::take(&mut header);
        if begins || (in_row && line.starts_with('[')) || (in_row && path.ends_with(".csv")) {
            pieces.push(String::new());
        }
        in_row = begins || in_row && !line.starts_with('[') && !path.ends_with(".csv");
        if let Some(last) = pieces.last_mut() {
            last.push_str(line);
        }
    }
    pieces
}

#[test]
fn each_row_of_each_game_is_held_by_its_contract() {
    let games = games(&Shipped);
    assert_eq!(games, ["ballo", "barabas", "circus", "funambolika"]);
    let mut tried = 0;
    let mut unnoticed = Vec::new();
    for game in games {
        let folder = format!("data/{game}");
        for name in Shipped.list(&folder).into_iter().filter(|name| name.ends_with(".csv") || name == "game.toml") {
            let path = format!("{folder}/{name}");
            let text = String::from_utf8(Shipped.read(&path).expect("a file")).expect("text");
            assert!(passes(&game, &path, &text), "{path}");
            let pieces = rows(&path, &text);
            assert_eq!(pieces.concat(), text);
            for at in 1..pieces.len() {
                let is_row = name.ends_with(".csv") && !pieces[at].trim().is_empty() && !pieces[at].starts_with('#')
                    || pieces[at].starts_with("[[")
                        && [".card]]", ".point]]", ".line]]"]
                            .iter()
                            .any(|end| pieces[at].lines().next().is_some_and(|l| l.trim_end().ends_with(end)));
                if !is_row {
                    continue;
                }
                tried += 1;
                let mut gone = pieces.clone();
                gone.remove(at);
                if passes(&game, &path, &gone.concat()) {
                    unnoticed.push(format!("{path} without: {}", pieces[at].trim()));
                }
                let mut doubled = pieces.clone();
                doubled.insert(at, format!("{}\n", pieces[at].trim_end()));
                if passes(&game, &path, &doubled.concat()) {
                    unnoticed.push(format!("{path} with twice: {}", pieces[at].trim()));
                }
            }
        }
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
    assert!(tried > 200, "only {tried} rows were tried");
}
