//! The fonts of a project, in memory, loaded once.

use std::sync::{Arc, OnceLock};

use rayon::prelude::*;
use usvg::FontResolver;
use usvg::fontdb::{self, Database, Source};

use super::font_file;
use crate::diag::Diagnostic;
use crate::files::{Files, tree};
use crate::text::{FontBook, lacks};

/// The log target of a family that no font has.
pub(super) const NO_FONT: &str = "pnp::font";

/// The log target of a weight or slant that a family does not have.
pub(super) const NO_FACE: &str = "pnp::face";

/// The log target of a property that usvg does not draw, on a text that is left to it.
pub(super) const UNSET: &str = "pnp::unset";

/// Every font under `fonts/`, and nothing else.
#[derive(Clone)]
pub struct FontSet {
    db: Arc<Database>,
    book: Arc<OnceLock<FontBook>>,
    /// What is wrong with the files.
    faults: Arc<Vec<Diagnostic>>,
}

impl FontSet {
    /// Loads all TrueType and OpenType files under `fonts/`. They are handed over as bytes: a font
    /// named by its file is mapped into memory anew for every line of text.
    pub fn load(files: &dyn Files) -> Self {
        let mut db = Database::new();
        let mut faults = Vec::new();
        collect(files, &mut db, &mut faults);
        Self {
            db: Arc::new(crate::text::with_figures(db)),
            book: Arc::default(),
            faults: Arc::new(faults),
        }
    }

    /// What is wrong with the files.
    pub fn faults(&self) -> &[Diagnostic] {
        &self.faults
    }

    /// The names a template may ask for.
    pub fn families(&self) -> Vec<String> {
        let mut names: Vec<String> = self
            .db
            .faces()
            .flat_map(|face| face.families.iter().map(|(name, _)| name.clone()))
            .filter(|name| !crate::text::is_copy(name))
            .collect();
        names.sort();
        names.dedup();
        names
    }

    /// Whether a family has a glyph for every character of a text.
    pub fn covers(&self, family: &str, text: &str) -> bool {
        let Some(id) = self.db.query(&fontdb::Query {
            families: &[fontdb::Family::Name(family)],
            ..fontdb::Query::default()
        }) else {
            return false;
        };
        let has = |data: &[u8], index| {
            let face = ttf_parser::Face::parse(data, index).ok()?;
            Some(text.chars().all(|c| face.glyph_index(c).is_some()))
        };
        self.db.with_face_data(id, has).flatten().unwrap_or(false)
    }

    /// The faces, for layout to measure what is drawn.
    pub fn db(&self) -> &Arc<Database> {
        &self.db
    }

    /// The faces as text is set in them.
    pub(super) fn book(&self) -> &FontBook {
        self.book.get_or_init(|| FontBook::new(&self.db))
    }
}

fn collect(files: &dyn Files, db: &mut Database, faults: &mut Vec<Diagnostic>) {
    let found = tree(files, "fonts");
    faults.extend(found.faults.iter().map(|(folder, why)| font_file::unreadable(folder, why)));
    // Each is tried for damage by embedding it, which takes longer than all else.
    let read: Vec<FontFile> = found.files.par_iter().map(|name| read(files, name)).collect();
    for file in read {
        match file {
            FontFile::Sound(bytes) => drop(db.load_font_source(Source::Binary(Arc::new(bytes)))),
            FontFile::Faulty(fault) => faults.push(*fault),
            FontFile::Other => {}
        }
    }
}

/// A file under `fonts/`.
enum FontFile {
    Sound(Vec<u8>),
    Faulty(Box<Diagnostic>),
    /// A licence, say.
    Other,
}

fn read(files: &dyn Files, name: &str) -> FontFile {
    let path = format!("fonts/{name}");
    let fault = if font_file::is_font(name) {
        match files.read(&path) {
            Ok(bytes) => match font_file::inspect(&path, &bytes) {
                Some(fault) => Some(fault),
                None => return FontFile::Sound(bytes),
            },
            Err(error) => Some(font_file::unreadable(&path, &error)),
        }
    } else {
        font_file::other_form(&path)
    };
    fault.map_or(FontFile::Other, |fault| FontFile::Faulty(Box::new(fault)))
}

pub(super) fn font_resolver<'a>() -> FontResolver<'a> {
    FontResolver {
        select_font: Box::new(|font, db| select(font, db)),
        // Another family must not step in unseen: a missing glyph is reported.
        select_fallback: Box::new(|_, _, _| None),
    }
}

/// Chooses exactly the family asked for, in the order of the list. A family that does not exist is
/// reported through the log, because usvg drops the text.
fn select(font: &usvg::Font, db: &Arc<Database>) -> Option<fontdb::ID> {
    let style = match font.style() {
        usvg::FontStyle::Normal => fontdb::Style::Normal,
        usvg::FontStyle::Italic => fontdb::Style::Italic,
        usvg::FontStyle::Oblique => fontdb::Style::Oblique,
    };
    let found = font.families().iter().find_map(|family| {
        let usvg::FontFamily::Named(name) = family else { return None };
        let families = &[fontdb::Family::Name(name)];
        db.query(&fontdb::Query {
            families,
            weight: fontdb::Weight(font.weight()),
            stretch: fontdb::Stretch::Normal,
            style,
        })
    });
    if found.is_none() {
        let asked: Vec<&str> = font.families().iter().map(family_name).collect();
        log::warn!(target: NO_FONT, "{}", asked.join(", "));
    }
    if let Some(id) = found
        && let Some(wanted) = lacks(db, id, font.weight(), font.style() != usvg::FontStyle::Normal)
        && let Some(info) = db.face(id)
        && let Some((family, _)) = info.families.first()
    {
        log::warn!(target: NO_FACE, "{wanted}\n{family}");
    }
    found
}

fn family_name(family: &usvg::FontFamily) -> &str {
    match family {
        usvg::FontFamily::Serif => "serif",
        usvg::FontFamily::SansSerif => "sans-serif",
        usvg::FontFamily::Cursive => "cursive",
        usvg::FontFamily::Fantasy => "fantasy",
        usvg::FontFamily::Monospace => "monospace",
        usvg::FontFamily::Named(name) => name,
    }
}
