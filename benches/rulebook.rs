//! What setting a rulebook adds to drawing it: a book of about 45 pages with 30 figures of the
//! shipped cards, set from Markdown to pages, then the same finished pages drawn, in one run.
//!
//! `cargo bench --bench rulebook` prints both times and their ratio.

#![allow(clippy::print_stdout, reason = "the figures are the result")]

use std::fmt::Write;
use std::time::Instant;

use pnp::compose::{Ink, Templates, compose};
use pnp::diag::Sink;
use pnp::draw::{Canvas, Drawer, FaceSource, FontSet, Medium, Pictures, VectorPages, split};
use pnp::files::{Files, MemoryFiles, Overlay, Shipped};
use pnp::game::{Overrides, read};
use pnp::rulebook::{FigureSources, typeset};
use pnp::units::Length;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const WORDS: &str = "the artist climbs upon a pedestal while everybody else applauds and counts the cards of the deck before anything extraordinary happens in the ring";
const ACTS: [&str; 6] = ["monkey", "juggler", "clown", "trapeze", "elephant", "tiger"];

/// Sections of text, lists, tables and a figure each.
fn markdown() -> String {
    let mut text = String::from("# A long rulebook\n\n<!-- contents -->\n\n");
    let words: Vec<&str> = WORDS.split(' ').collect();
    let sentence = |from: usize, count: usize| {
        (0..count).map(|n| words[(from * 7 + n * 3) % words.len()]).collect::<Vec<_>>().join(" ")
    };
    for section in 0..30 {
        let _ = write!(text, "## Section {section}\n\n");
        for paragraph in 0..2 {
            let _ = write!(text, "{}.\n\n", sentence(section + paragraph, 70));
        }
        let act = ACTS[section % ACTS.len()];
        let _ = write!(
            text,
            "![A figure](face:artists?where=card.act=='{act}'&layout=row&limit=3)\n\n"
        );
        for item in 0..4 {
            let _ = writeln!(text, "1. {}", sentence(section + item, 14));
        }
        text.push_str("\n| Cards | Points |\n|---|--:|\n");
        for row in 0..5 {
            let _ = writeln!(text, "| {} | {row} |", sentence(row, 4));
        }
        let _ = write!(text, "\n> [!EXAMPLE] One\n> {}.\n\n", sentence(section, 40));
    }
    text
}

fn main() {
    let shipped = Shipped;
    let game = shipped.read("data/circus/game.toml").expect("the shipped game");
    let mut game = String::from_utf8(game).expect("text");
    game.push_str("\n[rulebook.bench]\nsource = \"bench.md\"\n");
    let files = MemoryFiles::new()
        .with("data/circus/game.toml", game)
        .with("data/circus/bench.md", markdown());
    let files = Overlay { first: files, second: shipped };
    let mut sink = Sink::new();
    let game = read(&files, "circus", &Overrides::default(), &mut sink).expect("a game");
    let fonts = FontSet::load(&files);
    let templates = Templates::load(&files, &game, fonts.db(), &mut sink).expect("templates");
    let all: Vec<_> = game.components_with_ids().map(|(id, _)| id).collect();
    let artworks = compose(&templates, &game, &all, Ink::Full, &mut sink);
    let pictures = Pictures::new(&files, &game.id);
    let sources = FigureSources {
        game: &game,
        templates: &templates,
        pictures: &pictures,
        artworks: &artworks,
        ink: Ink::Full,
    };
    let book = game.rulebooks.iter().find(|book| book.id == "bench").expect("the rulebook");

    let start = Instant::now();
    let bound = typeset(book, &sources, &mut sink).expect("pages");
    let setting = start.elapsed();

    let start = Instant::now();
    let canvas = Canvas { trim: book.size, bleed: Length::ZERO };
    let sources: Vec<FaceSource<'_>> = bound
        .pages
        .iter()
        .flat_map(|page| {
            let frame =
                FaceSource { svg: &page.svg, template: &page.template, canvas, limits: None };
            std::iter::once(frame).chain(page.pictures.iter().map(|(svg, template)| FaceSource {
                svg,
                template,
                canvas,
                limits: None,
            }))
        })
        .collect();
    let pictures = Pictures::new(&files, &game.id);
    let (stacks, faults) = split(&sources, &pictures);
    assert!(faults.is_empty(), "{faults:?}");
    let drawer = Drawer::new(&fonts, &pictures, Medium::Vectors);
    let batches = Drawer::batches(&stacks);
    let mut pages = VectorPages::new();
    drawer.each(
        &stacks,
        &batches,
        |drawn| drawn,
        |drawn| {
            for batch in &drawn {
                pages.add(&stacks, batch);
            }
        },
    );
    let bytes = pages.finish().expect("a PDF").len();
    let drawing = start.elapsed();
    let figures: usize = bound.pages.iter().map(|page| page.pictures.len()).sum();
    println!("{} pages, {figures} pictures, {} KB", bound.pages.len(), bytes / 1024);
    println!("set   {:6.0} ms", setting.as_secs_f64() * 1e3);
    println!("drawn {:6.0} ms", drawing.as_secs_f64() * 1e3);
    println!(
        "both take {:.2} times as long as drawing alone",
        1.0 + setting.as_secs_f64() / drawing.as_secs_f64()
    );
}
