//! The pictures of tiles in `docs/printing.md` are those that the tool draws.
//!
//! `UPDATE=1 cargo test --test board_pictures` draws them anew.

mod common;

use std::path::Path;

use common::{Picture, Project};

const DPI: u32 = 40;
const LARGEST: u64 = 40 * 1024;

/// The sheets that are shown: the first tile, the last one, and how they go together.
const SHOWN: [(&str, &str); 3] = [("first", "001-front"), ("last", "004-front"), ("assembly", "005-front")];

#[test]
fn the_pictures_of_tiles_are_drawn_by_the_tool() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = Project::empty();
    let (game, out) = (root.join("docs/board-examples"), project.path("out"));
    let (game, out) = (game.to_string_lossy(), out.to_string_lossy());
    let dpi = DPI.to_string();
    project.run_in("", &["build", "--root", &game, "--out", &out, "--png", "sheets", "--dpi", &dpi, "--deny-warnings"]).exits(0);
    let page = std::fs::read_to_string(root.join("docs/printing.md")).expect("the page");
    for (name, sheet) in SHOWN {
        let png = project.read(&format!("out/board/tabs-sheets/{sheet}.png"));
        let path = root.join(format!("docs/pictures/tiles-{name}.png"));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &png).expect("a picture");
        }
        let kept = std::fs::read(&path).unwrap_or_else(|_| panic!("{name} is missing; run `UPDATE=1 cargo test --test board_pictures`"));
        assert!(kept.len() as u64 <= LARGEST, "tiles-{name}.png has {} bytes", kept.len());
        assert!(page.contains(&format!("](pictures/tiles-{name}.png)")), "docs/printing.md does not show {name}");
        let (kept, now) = (Picture::from_png(&kept, DPI.into()), Picture::from_png(&png, DPI.into()));
        assert!(
            (kept.width, kept.height) == (now.width, now.height) && kept.differing(&now, 16) == 0,
            "{name} is not what the tool draws; run `UPDATE=1 cargo test --test board_pictures`"
        );
    }
}
