//! The floor that raster builds are measured against: whole card SVGs, parsed with one font set in
//! memory, drawn by plain resvg at 300 dpi and compressed, on all threads. No layers, no layout, no
//! PDF.
//!
//! `cargo bench --bench floor -- FOLDER` reads the job that `job.py` wrote and prints the seconds
//! it took.

#![allow(clippy::print_stdout, reason = "the figures are the result")]
#![allow(clippy::disallowed_methods, reason = "a benchmark reads its own files")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::fontdb::{Database, Source};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let Some(folder) = std::env::args().skip(1).find(|a| !a.starts_with("--")).map(PathBuf::from)
    else {
        println!("floor: no job given, see docs/performance.md");
        return;
    };
    let start = Instant::now();
    let mut fonts = Database::new();
    for entry in std::fs::read_dir(folder.join("fonts")).expect("the job has fonts") {
        let path = entry.expect("a folder entry").path();
        fonts.load_font_source(Source::Binary(Arc::new(std::fs::read(path).expect("a font"))));
    }
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    let mut cards: Vec<PathBuf> = std::fs::read_dir(folder.join("whole"))
        .expect("the job has cards")
        .map(|e| e.expect("a folder entry").path())
        .collect();
    cards.sort();
    let bytes: usize = cards
        .par_iter()
        .map(|path| {
            let tree = usvg::Tree::from_data(&std::fs::read(path).expect("a card"), &options)
                .expect("an SVG");
            let scale = 300.0 / 96.0;
            let (width, height) = (
                (tree.size().width() * scale).round() as u32,
                (tree.size().height() * scale).round() as u32,
            );
            let mut pixels = Pixmap::new(width, height).expect("a size");
            resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
            let colours: Vec<u8> =
                pixels.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
            let mut encoder =
                flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::new(1));
            std::io::Write::write_all(&mut encoder, &colours).expect("memory");
            encoder.finish().expect("memory").len()
        })
        .sum();
    println!("{:.3} {} {bytes}", start.elapsed().as_secs_f64(), cards.len());
}
