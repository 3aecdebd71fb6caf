//! What layout adds to parsing: 1,100 boxes of 35 words with shrink on, laid out and written as
//! SVG, then the same finished SVGs parsed by usvg, on one thread in one run.
//!
//! `cargo bench --bench text` prints both times and their ratio.

#![allow(clippy::print_stdout, reason = "the figures are the result")]
#![allow(clippy::disallowed_methods, reason = "a benchmark reads its own files")]

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use pnp::game::text::{OptionValue, TextOptions, from_mm};
use pnp::text::{TextEngine, TextRequest, lay_out, to_svg};
use usvg::fontdb::{Database, Source};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WORDS: &str = "gain lose one two coin card then each other player may move worker any free space next river draw keep pass left repeat until every has passed finally turn this over put market before after discard acrobat elephant ringmaster applause performance";

fn main() {
    let mut db = Database::new();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("fonts/alegreya"))
        .expect("fonts")
    {
        let path = file.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "ttf") {
            db.load_font_source(Source::Binary(Arc::new(std::fs::read(path).expect("a font"))));
        }
    }
    let fonts = Arc::new(db);
    let icon = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><circle cx=\"5\" cy=\"5\" r=\"5\"/></svg>";
    let engine =
        TextEngine::new(&fonts, [("coin".to_owned(), icon.to_owned())], TextOptions::default(), []);
    let mut call = TextOptions::default();
    for (name, value) in [("size", "10pt"), ("min_size", "6pt")] {
        call.set(name, &OptionValue::Text(value.to_owned())).expect("an option");
    }
    let style = engine.style("en", None, &call).expect("a style");
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut seed = 7_usize;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        words[(seed >> 33) % words.len()]
    };
    let requests: Vec<TextRequest> = (0..1100)
        .map(|number| {
            let mut text: Vec<String> = (0..35).map(|_| next().to_owned()).collect();
            text[7] = format!("**{}**", text[7]);
            "{coin}".clone_into(&mut text[20]);
            // Two thirds of the texts have to shrink.
            let height = if number % 3 == 0 { 40.0 } else { 20.0 };
            TextRequest {
                text: text.join(" "),
                style: Arc::clone(&style),
                width: from_mm(53.0).expect("a width"),
                height: from_mm(height),
                size: None,
            }
        })
        .collect();
    let start = Instant::now();
    let drawn: Vec<String> = requests
        .iter()
        .map(|r| to_svg(&engine, &lay_out(&engine, r).expect("it fits"), 5.0, 48.0))
        .collect();
    let layout = start.elapsed().as_secs_f64();
    let start = Instant::now();
    for request in &requests {
        std::hint::black_box(lay_out(&engine, request).is_ok());
    }
    let again = start.elapsed().as_secs_f64();
    let options = usvg::Options { fontdb: fonts, ..usvg::Options::default() };
    let svgs: Vec<String> = drawn
        .iter()
        .map(|inner| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">{inner}</svg>")
        })
        .collect();
    let start = Instant::now();
    for svg in &svgs {
        std::hint::black_box(usvg::Tree::from_str(svg, &options).expect("an SVG"));
    }
    let alone = start.elapsed().as_secs_f64();
    // As `pnp` parses them: many in one document, which share what the parser keeps of its fonts.
    let start = Instant::now();
    for batch in drawn.chunks(64) {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"63mm\" height=\"88mm\" viewBox=\"0 0 63 88\">{}</svg>",
            batch.concat()
        );
        std::hint::black_box(usvg::Tree::from_str(&svg, &options).expect("an SVG"));
    }
    let batched = start.elapsed().as_secs_f64();
    println!(
        "layout {layout:.3} s, again {again:.4} s; parse {alone:.3} s alone ({:.0} %), {batched:.3} s in batches ({:.0} %)",
        100.0 * layout / alone,
        100.0 * layout / batched
    );
}
