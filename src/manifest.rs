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
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To be printed at home and cut.
    Sheets,
    /// Backs in a file of their own.
    Backs,
    /// In one piece, for a print shop.
    Poster,
    /// The cutting lines alone.
    Cut,
}

impl Purpose {
    /// The word in the manifest.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sheets => "sheets",
            Self::Backs => "backs",
            Self::Poster => "poster",
            Self::Cut => "cut",
        }
    }

    /// What follows the id in the name of the file.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Sheets => "",
            Self::Backs => "-backs",
            Self::Poster => "-poster",
            Self::Cut => "-cut",
        }
    }

    /// Whether its paper goes into the printer at home.
    pub const fn is_for_home(self) -> bool {
        matches!(self, Self::Sheets | Self::Backs)
    }
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

/// Millimetres to a tenth of a micrometre.
fn round(length: Length) -> f64 {
    (length.to_mm() * 1e4).round() / 1e4
}

/// The text of the file.
pub fn render(game: &Game, entries: &[Entry], files: &[FileEntry]) -> String {
    let component = |e: &Entry| {
        let file = files.iter().find(|file| file.file == e.file);
        let mut component = json!({
            "id": e.id, "kind": e.kind.word(), "copies": e.copies, "faces": e.faces,
            "sheets": file.map(|f| f.sheets), "sides": file.map(|f| f.sides),
            "file": e.file, "sha256": file.map(|f| f.sha256.as_str()),
            "trim_mm": [e.trim.width.to_mm(), e.trim.height.to_mm()],
            "bleed_mm": e.bleed.to_mm(), "paper": file.map(|f| f.paper.as_str()), "render": e.render,
        });
        if let (Some(net), Some(component)) = (e.net, component.as_object_mut()) {
            component.insert("net_mm".to_owned(), json!([round(net.width), round(net.height)]));
        }
        component
    };
    let file = |f: &FileEntry| {
        json!({
            "file": f.file, "purpose": f.purpose.word(), "components": f.components, "sheets": f.sheets, "sides": f.sides,
            "paper": f.paper, "sha256": f.sha256,
        })
    };
    let home = || files.iter().filter(|file| file.purpose.is_for_home());
    let totals = json!({ "sheets": home().map(|f| f.sheets).sum::<usize>(), "sides": home().map(|f| f.sides).sum::<usize>() });
    let manifest = json!({
        "game": game.id, "version": VERSION, "lang": game.lang,
        "components": entries.iter().map(component).collect::<Vec<_>>(),
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "totals": totals,
    });
    let mut text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
    text.push('\n');
    text
}
