//! `manifest.json`: what a build made, for scripts.

use serde_json::{Value, json};

use crate::changes::{CardState, CopyCount, PromiseState, VERSION};
use crate::compose::Ink;
use crate::game::{Duplex, Game, Kind};
use crate::impose::Tiling;
use crate::slug::Purpose;
use crate::units::{Length, Size};

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
    /// Whether its long side lies flat.
    pub is_landscape: bool,
    /// What happens to backs.
    pub duplex: Duplex,
    /// Whether a ruler is on every side, which proves that it was printed at actual size.
    pub has_ruler: bool,
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

/// One picture that was written beside the documents.
#[derive(Clone, Debug)]
pub struct PictureEntry {
    /// Its name.
    pub file: String,
    /// What it is of.
    pub shows: Shows,
    /// The sum of the file.
    pub sha256: String,
}

/// What a picture is of.
#[derive(Clone, Debug)]
pub enum Shows {
    /// A face of one card or several that look alike, bleed included.
    Face {
        /// The component.
        component: String,
        /// `front`, `back`, or the name of a panel.
        side: String,
        /// The ids of the cards, with the copies that are printed of each.
        cards: Vec<(String, u32)>,
    },
    /// A side of a sheet.
    Side {
        /// The document, by the name of its file without the language.
        of: String,
        /// Its number, from 1.
        sheet: usize,
        /// `front` or `back`.
        side: &'static str,
    },
    /// A page of a rulebook.
    Page {
        /// The document, by the name of its file without the language.
        of: String,
        /// Its number, from 1.
        page: usize,
    },
}

/// What was asked for, where that was less than the whole game.
#[derive(Clone, Debug)]
pub struct Part {
    /// The components and rulebooks that were asked for; none is all of them.
    pub components: Vec<String>,
    /// The condition that the cards meet.
    pub only_cards: Option<String>,
    /// The cards that were asked for; none is all of them.
    pub cards: Vec<String>,
    /// What changed, if only that is printed.
    pub changed: Option<Changed>,
}

/// What is printed because it differs from an earlier print.
#[derive(Clone, Debug)]
pub struct Changed {
    /// The earlier print, in words.
    pub since: String,
    /// All cards, as they are once this is printed.
    pub state: Vec<CardState>,
    /// What is printed.
    pub print: Vec<CopyCount>,
    /// What to throw away of the earlier print.
    pub throw_away: Vec<CopyCount>,
}

impl Part {
    /// What follows the names of its files, so that they never stand in for the whole.
    pub const SUFFIX: &str = "-part";
}

/// Everything that a manifest lists.
#[derive(Clone, Debug)]
pub struct Manifest<'a> {
    /// The game.
    pub game: &'a Game,
    /// What was asked for, if not everything.
    pub part: Option<&'a Part>,
    /// The components.
    pub components: &'a [Entry],
    /// The files they are in.
    pub files: &'a [FileEntry],
    /// How much ink everything takes.
    pub ink: Ink,
    /// The cards, with the copies that are printed.
    pub cards: &'a [CardState],
    /// What is promised of the game.
    pub promises: &'a [PromiseState],
    /// The pictures.
    pub pictures: &'a [PictureEntry],
    /// The rulebooks.
    pub rulebooks: &'a [RulebookEntry],
}

/// One file of a rulebook.
#[derive(Clone, Debug)]
pub struct BookFile {
    /// What it is: `pdf`, `quick`, `booklet`, `text` or `html`.
    pub kind: &'static str,
    /// Its name.
    pub file: String,
    /// The sum of the file.
    pub sha256: String,
    /// How it is printed, if it goes on sheets that are folded.
    pub sheets: Option<FoldedSheets>,
}

/// The sheets of a booklet.
#[derive(Clone, Debug)]
pub struct FoldedSheets {
    /// Pieces of paper.
    pub sheets: usize,
    /// Printed sides of them.
    pub sides: usize,
    /// The paper.
    pub paper: String,
    /// Whether its long side lies flat.
    pub is_landscape: bool,
    /// How they are turned over.
    pub duplex: Duplex,
    /// Whether they are cut apart before they are folded.
    pub is_cut: bool,
}

impl FoldedSheets {
    /// What to choose in the print dialog, and what to do then.
    pub fn how(&self) -> String {
        let flip = if self.duplex == Duplex::LongEdge { "long" } else { "short" };
        let cut = if self.is_cut { "cut the stack, " } else { "" };
        format!("both sides, flip on the {flip} edge, then {cut}fold and staple")
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
    /// The files beside the manifest, the one to read first.
    pub files: Vec<BookFile>,
}

/// Millimetres to a tenth of a micrometre.
fn round(length: Length) -> f64 {
    (length.to_mm() * 1e4).round() / 1e4
}

/// The text of the file.
pub fn render(manifest: &Manifest<'_>) -> String {
    let Manifest {
        game,
        part,
        components: entries,
        files,
        ink,
        cards,
        promises,
        pictures,
        rulebooks,
    } = *manifest;
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
            .map(|file| {
                let mut entry =
                    json!({ "kind": file.kind, "file": file.file, "sha256": file.sha256 });
                if let Some(sheets) = &file.sheets {
                    entry["sheets"] = json!(sheets.sheets);
                    entry["sides"] = json!(sheets.sides);
                    entry["paper"] = json!(sheets.paper);
                    entry["duplex"] = json!(sheets.duplex.word());
                    entry["print"] = json!(sheets.how());
                }
                entry
            })
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
    let mut manifest = json!({
        "game": game.id, "version": VERSION, "lang": game.lang, "ink": ink.word(),
        "components": entries.iter().map(component).collect::<Vec<_>>(),
        "files": files.iter().map(file).collect::<Vec<_>>(),
        "rulebooks": rulebooks.iter().map(rulebook).collect::<Vec<_>>(),
        "cards": cards.iter().map(CardState::to_json).collect::<Vec<_>>(),
        "promises": promises.iter().map(PromiseState::to_json).collect::<Vec<_>>(),
        "pictures": pictures.iter().map(picture).collect::<Vec<_>>(),
        "totals": totals,
    });
    if let Some(part) = part {
        manifest["part"] = json!({
            "components": part.components,
            "only_cards": part.only_cards,
            "cards": part.cards,
        });
        if let Some(changed) = &part.changed {
            manifest["part"]["since"] = json!(changed.since);
            let state = changed.state.iter().map(CardState::to_json);
            manifest["state"] = state.collect();
            let throw_away = changed.throw_away.iter().map(|CopyCount { component, id, copies }| {
                json!({ "component": component, "id": id, "copies": copies })
            });
            manifest["throw_away"] = throw_away.collect();
        }
    }
    let mut text = serde_json::to_string_pretty(&manifest).unwrap_or_default();
    text.push('\n');
    text
}

fn picture(picture: &PictureEntry) -> Value {
    let PictureEntry { file, shows, sha256 } = picture;
    match shows {
        Shows::Face { component, side, cards } => json!({
            "file": file, "shows": "face", "component": component, "side": side,
            "cards": cards.iter().map(|(id, _)| id).collect::<Vec<_>>(),
            "copies": cards.iter().map(|(_, copies)| copies).sum::<u32>(), "sha256": sha256,
        }),
        Shows::Side { of, sheet, side } => json!({
            "file": file, "shows": "side", "of": of, "sheet": sheet, "side": side,
            "sha256": sha256,
        }),
        Shows::Page { of, page } => json!({
            "file": file, "shows": "page", "of": of, "page": page, "sha256": sha256,
        }),
    }
}

/// What is to be printed on one kind of paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperNeeded {
    /// The paper.
    pub paper: String,
    /// Pieces of it.
    pub sheets: usize,
    /// Printed sides of them.
    pub sides: usize,
    /// The files that have a ruler on every side, and those that have not.
    pub with_ruler: Vec<String>,
    /// The other files.
    pub without_ruler: Vec<String>,
}

/// How many sheets of which paper, for the closing summary.
pub fn paper_needed(files: &[FileEntry]) -> Vec<PaperNeeded> {
    let mut papers: Vec<PaperNeeded> = Vec::new();
    for file in files.iter().filter(|file| file.purpose.is_for_home()) {
        let new = if file.purpose.takes_paper() { file.sheets } else { 0 };
        let known = papers.iter().position(|needed| needed.paper == file.paper);
        let at = known.unwrap_or_else(|| {
            papers.push(PaperNeeded {
                paper: file.paper.clone(),
                sheets: 0,
                sides: 0,
                with_ruler: Vec::new(),
                without_ruler: Vec::new(),
            });
            papers.len() - 1
        });
        let needed = &mut papers[at];
        needed.sheets += new;
        needed.sides += file.sides;
        let of = if file.has_ruler { &mut needed.with_ruler } else { &mut needed.without_ruler };
        of.push(file.file.clone());
    }
    papers
}
