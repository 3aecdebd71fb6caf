//! The pictures of tiles in `docs/printing.md` are those that the tool draws.
//!
//! `UPDATE=1 cargo test --release --test suite -- board_pictures::` draws them anew.

use std::path::Path;

use crate::common::{Project, is_kept};

const DPI: u32 = 40;
const LARGEST: usize = 40 * 1024;

/// The sheets that are shown: the first tile, the last one, and how they go together.
const SHOWN: [(&str, &str); 3] =
    [("first", "001-front"), ("last", "004-front"), ("assembly", "005-front")];

#[test]
fn the_pictures_of_tiles_are_drawn_by_the_tool() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::empty();
    let game = root.join("docs/board-examples");
    let out = project.path("out");
    let game = game.to_string_lossy();
    let out = out.to_string_lossy();
    let dpi = DPI.to_string();
    project
        .run_in(
            "",
            &[
                "build",
                "--root",
                &game,
                "--out",
                &out,
                "--png",
                "sheets",
                "--dpi",
                &dpi,
                "--deny-warnings",
            ],
        )
        .exits(0);
    for (name, sheet) in SHOWN {
        let png = project.read(&format!("out/board/tabs-sheets/{sheet}.png"));
        is_kept(
            &format!("tiles-{name}.png"),
            &png,
            DPI,
            LARGEST,
            "docs/printing.md",
            "board_pictures",
        );
    }
}
