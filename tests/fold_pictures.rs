//! The picture of nets in `docs/printing.md` is made of sheets that the tool draws.
//!
//! `UPDATE=1 cargo test --test fold_pictures` draws it anew.

mod common;

use std::path::Path;

use common::{Picture, Project};

const DPI: u32 = 60;
const LARGEST: u64 = 60 * 1024;
/// Pixels between two sheets.
const GAP: usize = 6;
const PATH: &str = "docs/pictures/folds.png";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sheets of the example side by side on grey.
fn drawn() -> Picture {
    let project = Project::empty();
    let (game, out) = (root().join("docs/fold-examples"), project.path("out"));
    let (game, out) = (game.to_string_lossy(), out.to_string_lossy());
    let dpi = DPI.to_string();
    let run = project.run_in("", &["build", "--root", &game, "--out", &out, "--png", "sheets", "--dpi", &dpi, "--deny-warnings"]);
    run.exits(0);
    let sheets: Vec<Picture> = ["die", "pack", "chest", "figure"]
        .iter()
        .map(|id| Picture::from_png(&project.read(&format!("out/fold/{id}-sheets/001-front.png")), DPI.into()))
        .collect();
    let width = sheets.iter().map(|sheet| sheet.width + GAP).sum::<usize>() + GAP;
    let height = sheets.iter().map(|sheet| sheet.height).max().unwrap_or(0) + 2 * GAP;
    let mut pixels = vec![[0x99; 3]; width * height];
    let mut left = GAP;
    for sheet in sheets {
        for row in 0..sheet.height {
            let start = (row + GAP) * width + left;
            pixels[start..start + sheet.width].copy_from_slice(&sheet.pixels[row * sheet.width..(row + 1) * sheet.width]);
        }
        left += sheet.width + GAP;
    }
    Picture { width, height, dpi: DPI.into(), pixels }
}

fn encoded(picture: &Picture) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width as u32, picture.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(picture.pixels.as_flattened()).expect("pixels");
    writer.finish().expect("a picture");
    bytes
}

#[test]
fn the_picture_of_nets_is_drawn_by_the_tool() {
    let now = drawn();
    let path = root().join(PATH);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, encoded(&now)).expect("a picture");
    }
    let kept = std::fs::read(&path).unwrap_or_else(|_| panic!("{PATH} is missing; run `UPDATE=1 cargo test --test fold_pictures`"));
    assert!(kept.len() as u64 <= LARGEST, "{} bytes", kept.len());
    let page = std::fs::read_to_string(root().join("docs/printing.md")).expect("the page");
    assert!(page.contains("](pictures/folds.png)"));
    let kept = Picture::from_png(&kept, DPI.into());
    assert!(
        (kept.width, kept.height) == (now.width, now.height) && kept.differing(&now, 16) == 0,
        "{PATH} is not what the tool draws; run `UPDATE=1 cargo test --test fold_pictures`"
    );
}
