//! The picture of nets in `docs/printing.md` is made of sheets that the tool draws.
//!
//! `UPDATE=1 cargo test --release --test suite -- fold_pictures::` draws it anew.

use crate::common::{Picture, Project, is_kept};

const DPI: u32 = 60;
const LARGEST: usize = 60 * 1024;
/// Pixels between two sheets.
const GAP: usize = 6;

/// The sheets of the example side by side on grey.
fn drawn() -> Picture {
    let project = Project::documented("docs/fold-examples", "sheets", DPI);
    let manifest: serde_json::Value =
        serde_json::from_slice(&project.read("out/fold/manifest.json")).unwrap();
    let sheets: Vec<Picture> = manifest["components"]
        .as_array()
        .expect("components")
        .iter()
        .map(|component| {
            let id = component["id"].as_str().expect("an id");
            let path = format!("out/fold/{id}-sheets/001-front.png");
            Picture::from_png(&project.read(&path), DPI.into())
        })
        .collect();
    let width = sheets.iter().map(|sheet| sheet.width + GAP).sum::<usize>() + GAP;
    let height = sheets.iter().map(|sheet| sheet.height).max().unwrap_or(0) + 2 * GAP;
    let mut pixels = vec![[0x99; 3]; width * height];
    let mut left = GAP;
    for sheet in sheets {
        for row in 0..sheet.height {
            let start = (row + GAP) * width + left;
            pixels[start..start + sheet.width]
                .copy_from_slice(&sheet.pixels[row * sheet.width..(row + 1) * sheet.width]);
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
    is_kept("folds.png", &encoded(&drawn()), DPI, LARGEST, "docs/printing.md", "fold_pictures");
}
