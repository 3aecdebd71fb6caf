//! The pictures of `docs/text.md` are those that the tool draws.
//!
//! `UPDATE=1 cargo test --release --test suite -- text_pictures::` draws them anew.

use std::path::Path;

use crate::common::{Project, is_kept};

const DPI: u32 = 150;
const LARGEST: usize = 40 * 1024;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Each picture of the example game by the name of its card.
fn drawn() -> Vec<(String, Vec<u8>)> {
    let project = Project::documented("docs/text-examples", "faces", DPI);
    let files = project
        .files("out/text")
        .into_iter()
        .filter(|file| Path::new(file).extension().is_some_and(|end| end == "png"));
    files
        .map(|file| {
            let name = file
                .rsplit_once('/')
                .and_then(|(_, name)| name.strip_suffix(".png")?.split_once('-'))
                .expect("a card")
                .1;
            (name.to_owned(), project.read(&format!("out/text/{file}")))
        })
        .collect()
}

#[test]
fn the_pictures_of_the_page_are_drawn_by_the_tool() {
    let page = read("docs/text.md");
    let all = drawn();
    assert_eq!(page.matches("](pictures/text-").count(), all.len());
    for (name, png) in all {
        is_kept(&format!("text-{name}.png"), &png, DPI, LARGEST, "docs/text.md", "text_pictures");
    }
}

#[test]
fn every_option_is_shown_and_explained() {
    let page = read("docs/text.md");
    let example: String =
        ["templates/text/picture.svg", "templates/text/same.svg", "data/text/game.toml"]
            .map(|file| read(&format!("docs/text-examples/{file}")))
            .concat();
    for name in pnp::game::text::text_option_names() {
        assert!(
            page.contains(&format!("\n| `{name}` | ")),
            "the table of docs/text.md lacks `{name}`"
        );
        assert!(example.contains(&format!(", {name}=")), "no picture shows `{name}`");
    }
    let rows = page
        .lines()
        .skip_while(|line| !line.starts_with("| option |"))
        .skip(2)
        .take_while(|line| line.starts_with("| `"))
        .count();
    assert_eq!(
        rows,
        pnp::game::text::text_option_names().len(),
        "the table of docs/text.md has another number of options"
    );
}
