//! `manifest.json`: what a build made, for scripts.

use serde_json::json;

use crate::game::{Duplex, Game, Kind};
use crate::impose::Tiling;
use crate::slug::Purpose;
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
    /// The file that holds its sheets.
    pub file: String,
    /// The trimmed size.
    pub trim: Size,
    /// The net of a fold, with all that is cut.
    pub net: Option<Size>,
    /// What is drawn around it.
    pub bleed: Length,
    /// `vector` or `raster`.
    pub render: &'static str,
    /// How it is cut into tiles, if it is larger than its paper.
    pub tiling: Option<Tiling>,
}

/// One file that was written, beside the manifest.
#[derive(Clone, Debug)]
pub struct FileEntry {
    /// Its name.
    pub file: String,
    /// What it is for.
    pub purpose: Purpose,
    /// The components in it.
    pub components: Vec<String>,
    /// Pieces of paper.
    pub sheets: usize,
    /// Printed sides of them.
    pub sides: usize,
    /// The paper.
    pub paper: String,
    /// What happens to backs.
    pub duplex: Duplex,
    /// The sum of the file.
    pub sha256: String,
}

impl FileEntry {
    /// What to choose in the print dialog, and what to do then.
    pub const fn how(&self) -> &'static str {
        match (self.purpose, self.sides > self.sheets, self.duplex) {
            (Purpose::Poster, ..) => "for a print shop",
            (Purpose::Backs, ..) => "the backs, on the same paper turned over its long edge",
            (Purpose::Cut, ..) => "cutting lines",
            (Purpose::Sheets, false, Duplex::BacksApart) => "one side, the fronts",
            (Purpose::Sheets, false, Duplex::FoldVertical) => {
                "one side, fold along the vertical line"
            }
            (Purpose::Sheets, false, Duplex::FoldHorizontal) => {
                "one side, fold along the horizontal line"
            }
            (Purpose::Sheets, false, _) => "one side",
            (Purpose::Sheets, true, Duplex::ShortEdge) => "both sides, flip on the short edge",
            (Purpose::Sheets, true, _) => "both sides, flip on the long edge",
        }
    }
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

/// Millimetres to a tenth of a micrometre.
fn round(length: Length) -> f64 {
    (length.to_mm() * 1e4).round() / 1e4
}

/// The text of the file.
pub fn render(
    game: &Game,
    entries: &[Entry],
    files: &[FileEntry],
    rulebooks: &[RulebookEntry],
) -> String {
    let component = |e: &Entry| {
        let file = files.iter().find(|file| file.file == e.file);
        let mut entry = json!({
            "id": e.id, "kind": e.kind.word(), "copies": e.copies, "faces": e.faces,
            "sheets": file.map(|f| f.sheets), "sides": file.map(|f| f.sides),
            "file": e.file, "sha256": file.map(|f| f.sha256.as_str()),
            "trim_mm": [e.trim.width.to_mm(), e.trim.height.to_mm()],
            "bleed_mm": e.bleed.to_mm(),
            "paper": file.map(|f| f.paper.as_str()), "render": e.render,
        });
        if let Some(tiling) = &e.tiling {
            entry["tiles"] = json!({
                "columns": tiling.columns.len(), "rows": tiling.rows.len(),
                "join": tiling.tiles.join.word(), "overlap_mm": tiling.tiles.overlap.to_mm(),
            });
        }
        if let Some(net) = e.net {
            entry["net_mm"] = json!([round(net.width), round(net.height)]);
        }
        entry
    };
    let file = |f: &FileEntry| {
        json!({
            "file": f.file, "purpose": f.purpose.word(), "components": f.components,
            "sheets": f.sheets, "sides": f.sides,
            "paper": f.paper, "duplex": f.duplex.word(), "print": f.how(), "sha256": f.sha256,
        })
    };
    let rulebook = |book: &RulebookEntry| {
        let files: Vec<_> = book
            .files
            .iter()
            .map(|(kind, file, sum)| json!({ "kind": kind, "file": file, "sha256": sum }))
            .collect();
        json!({
            "id": book.id, "title": book.title, "lang": book.lang, "pages": book.pages,
            "size_mm": [book.size.width.to_mm(), book.size.height.to_mm()], "files": files,
        })
    };
    let home = || files.iter().filter(|file| file.purpose.is_for_home());
    let paper = home().filter(|f| f.purpose.takes_paper());
    let sheets: usize = paper.map(|file| file.sheets).sum();
    let sides: usize = home().map(|file| file.sides).sum();
    let totals = json!({ "sheets": sheets, "sides": sides });
    let manifest = json!({
        "game": game.id, "version": VERSION, "lang": game.lang,
        "components": entries.iter().map(component).collect::<Vec<_>>(),
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "rulebooks": rulebooks.iter().map(rulebook).collect::<Vec<_>>(),
        "totals": totals,
    });
    let mut text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
    text.push('\n');
    text
}

/// How many sheets of which paper, for the closing summary.
pub fn paper_needed(files: &[FileEntry]) -> Vec<(String, usize, usize)> {
    let mut papers: Vec<(String, usize, usize)> = Vec::new();
    for file in files.iter().filter(|file| file.purpose.is_for_home()) {
        let new = if file.purpose.takes_paper() { file.sheets } else { 0 };
        match papers.iter_mut().find(|(paper, ..)| *paper == file.paper) {
            Some((_, sheets, sides)) => {
                *sheets += new;
                *sides += file.sides;
            }
            None => papers.push((file.paper.clone(), new, file.sides)),
        }
    }
    papers
}
