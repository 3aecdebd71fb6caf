//! The pictures of tiles in `docs/printing.md` are those that the tool draws.
//!
//! `UPDATE=1 cargo test --release --test suite -- board_pictures::` draws them anew.

use crate::common::{Project, is_kept};

const DPI: u32 = 40;
const LARGEST: usize = 40 * 1024;

/// The sheets that are shown: the first tile, the last one, and how they go together.
const SHOWN: [(&str, &str); 3] =
    [("first", "001-front"), ("last", "004-front"), ("assembly", "005-front")];

#[test]
fn the_pictures_of_tiles_are_drawn_by_the_tool() {
    let project = Project::documented("docs/board-examples", "sheets", DPI);
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
