//! The pages in `docs/rulebooks.md`, on which everything is that is hard to set, are those that the
//! tool draws.
//!
//! `UPDATE=1 cargo test --release --test suite -- rulebook_pictures::` draws them anew.

use std::path::Path;

use crate::common::{Project, is_kept};

const DPI: u32 = 60;
const LARGEST: usize = 60 * 1024;

#[test]
fn the_hard_pages_are_set_as_they_are_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::documented("docs/rulebook-examples", "sheets", DPI);
    let page = std::fs::read_to_string(root.join("docs/rulebooks.md")).expect("the page");
    let pages =
        project.files("out/book").into_iter().filter(|file| file.starts_with("rules-pages/"));
    let pages: Vec<String> = pages.collect();
    assert_eq!(
        page.matches("](pictures/rulebook-").count(),
        pages.len(),
        "docs/rulebooks.md does not show {pages:?}"
    );
    for (file, number) in pages.iter().zip(1..) {
        let png = project.read(&format!("out/book/{file}"));
        is_kept(
            &format!("rulebook-{number}.png"),
            &png,
            DPI,
            LARGEST,
            "docs/rulebooks.md",
            "rulebook_pictures",
        );
    }
}
