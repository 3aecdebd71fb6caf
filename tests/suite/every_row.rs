//! No row of a shipped game can be lost or doubled without its contract noticing.

use std::ops::Range;
use std::path::Path;

use pnp::build::plan_game;
use pnp::diag::Sink;
use pnp::files::{Files, MemoryFiles, Overlay, Shipped, games};
use pnp::game::Overrides;

/// Whether a game with a changed file still passes.
fn passes(game: &str, path: &str, text: &str) -> bool {
    let files = Overlay { first: MemoryFiles::new().with(path, text), second: Shipped };
    let mut sink = Sink::new();
    plan_game(&files, game, &Overrides::default(), &[], &mut sink).is_ok()
}

/// Where each line of a file is.
fn lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let line = |line: &str| {
        at += line.len();
        at - line.len()..at
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The rows of a table: all lines that hold something, but the first and notes.
fn rows_of_table(text: &str) -> Vec<Range<usize>> {
    let filled = |line: &Range<usize>| {
        let line = &text[line.clone()];
        !line.trim().is_empty() && !line.starts_with('#') && !line.starts_with("\"# ")
    };
    lines(text).into_iter().filter(filled).skip(1).collect()
}

/// The `[[deck.ID.card]]` of a game file, `[[board.ID.field.point]]` and their kin, each up to the
/// next table.
fn rows_of_game(text: &str) -> Vec<Range<usize>> {
    let heads: Vec<Range<usize>> =
        lines(text).into_iter().filter(|line| text[line.clone()].starts_with('[')).collect();
    let end = |at: usize| heads.get(at + 1).map_or(text.len(), |next| next.start);
    let is_row = |head: &str| {
        head.starts_with("[[")
            && [".card]]", ".point]]", ".line]]"].iter().any(|kind| head.trim_end().ends_with(kind))
    };
    heads
        .iter()
        .enumerate()
        .filter(|(_, head)| is_row(&text[(*head).clone()]))
        .map(|(at, head)| head.start..end(at))
        .collect()
}

#[test]
fn each_row_of_each_game_is_held_by_its_contract() {
    let games = games(&Shipped);
    assert_eq!(games, ["ballo", "barabas", "circus", "funambolika"]);
    let mut tried = 0;
    let mut unnoticed = Vec::new();
    for game in games {
        let folder = format!("data/{game}");
        for name in Shipped.list(&folder) {
            let path = format!("{folder}/{name}");
            let is_table = Path::new(&name).extension().is_some_and(|end| end == "csv");
            if !is_table && name != "game.toml" {
                continue;
            }
            let text = String::from_utf8(Shipped.read(&path).expect("a file")).expect("text");
            assert!(passes(&game, &path, &text), "{path}");
            for row in if is_table { rows_of_table(&text) } else { rows_of_game(&text) } {
                tried += 1;
                let gone = format!("{}{}", &text[..row.start], &text[row.end..]);
                let doubled = format!(
                    "{}{}\n{}",
                    &text[..row.start],
                    text[row.clone()].trim_end(),
                    &text[row.start..]
                );
                for (changed, how) in [(gone, "gone"), (doubled, "twice")] {
                    if passes(&game, &path, &changed) {
                        unnoticed.push(format!("{path}, {how}: {}", text[row.clone()].trim()));
                    }
                }
            }
        }
    }
    assert!(unnoticed.is_empty(), "{}", unnoticed.join("\n"));
    assert!(tried > 300, "only {tried} rows were tried");
}
