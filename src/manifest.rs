//! `manifest.json`: what a build made, for scripts.

use serde_json::json;

use crate::model::{Duplex, Game, Kind};
use crate::units::{Length, Size};

/// The form of the file; raised when a field changes its meaning.
const VERSION: u32 = 1;

/// One component that was built.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// All copies.
    pub copies: u32,
    /// Different pictures, backs included.
    pub faces: usize,
    /// Pieces of paper.
    pub sheets: usize,
    /// Printed sides of them.
    pub sides: usize,
    /// The paper.
    pub paper: String,
    /// What happens to backs.
    pub duplex: Duplex,
    /// The file, beside the manifest.
    pub file: String,
    /// The sum of the file.
    pub sha256: String,
    /// The trimmed size.
    pub trim: Size,
    /// What is drawn around it.
    pub bleed: Length,
    /// `vector` or `raster`.
    pub render: &'static str,
}

/// One rulebook that was built.
#[derive(Clone, Debug)]
pub struct RulebookEntry {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The language of its text.
    pub lang: String,
    /// Its pages.
    pub pages: usize,
    /// The size of a page.
    pub size: Size,
    /// The files beside the manifest: what each is, its name, its sum.
    pub files: Vec<(&'static str, String, String)>,
}

/// The text of the file.
pub fn render(game: &Game, entries: &[Entry], rulebooks: &[RulebookEntry]) -> String {
    let components: Vec<_> = entries
        .iter()
        .map(|e| {
            json!({
                "id": e.id, "kind": e.kind.word(), "copies": e.copies, "faces": e.faces, "sheets": e.sheets, "sides": e.sides,
                "file": e.file, "sha256": e.sha256, "trim_mm": [e.trim.width.to_mm(), e.trim.height.to_mm()],
                "bleed_mm": e.bleed.to_mm(), "paper": e.paper, "render": e.render,
            })
        })
        .collect();
    let totals = json!({
        "sheets": entries.iter().map(|e| e.sheets).sum::<usize>(),
        "sides": entries.iter().map(|e| e.sides).sum::<usize>(),
    });
    let rulebooks: Vec<_> = rulebooks
        .iter()
        .map(|book| {
            let files = book.files.iter().map(|(kind, file, sum)| json!({ "kind": kind, "file": file, "sha256": sum })).collect::<Vec<_>>();
            json!({
                "id": book.id, "title": book.title, "lang": book.lang, "pages": book.pages,
                "size_mm": [book.size.width.to_mm(), book.size.height.to_mm()], "files": files,
            })
        })
        .collect();
    let manifest = json!({ "game": game.id, "version": VERSION, "lang": game.lang, "components": components, "rulebooks": rulebooks, "totals": totals });
    let mut text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
    text.push('\n');
    text
}
