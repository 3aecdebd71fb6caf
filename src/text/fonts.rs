//! The fonts of a run, as the shaper wants them: the same bytes that usvg draws from.
//!
//! In: a font database whose faces are in memory. Out: for a family, weight and slant exactly the
//! face that usvg will choose, with its metrics and its coverage. Fonts of the system are never
//! seen.

use std::collections::HashMap;
use std::sync::Arc;

use fontique::{Blob, Synthesis};
use usvg::fontdb::{self, Database};

use super::figures;
use crate::game::text::Figures;

/// A face, by its place in the book.
pub(super) type FontFaceId = usize;

/// One face.
pub(super) struct Face {
    pub(super) blob: Blob<u8>,
    pub(super) index: u32,
    /// How SVG has to ask so that exactly this face is drawn.
    pub(super) family: String,
    pub(super) weight: u16,
    pub(super) italic: bool,
    /// All per em, from the baseline.
    pub(super) ascent: f32,
    pub(super) descent: f32,
    pub(super) cap_height: f32,
    pub(super) strike_at: f32,
    pub(super) strike_size: f32,
    /// The width of `-`.
    pub(super) hyphen: f32,
    coverage: Coverage,
    /// The width of each glyph; empty for a variable font, where it is not one number.
    advances: Vec<f32>,
}

impl Face {
    /// How much narrower a glyph was set than it is alone, because of what follows it.
    pub(super) fn kerned(&self, glyph: u32, advance: f32, scale: f32) -> f32 {
        self.advances.get(glyph as usize).map_or(0.0, |own| own * scale - advance)
    }

    /// Whether the face has a glyph for a character.
    pub(super) fn has(&self, c: char) -> bool {
        self.coverage.has(c)
    }
}

/// All faces.
pub(super) struct FontBook {
    db: Arc<Database>,
    faces: Vec<Face>,
    by_db_id: HashMap<fontdb::ID, FontFaceId>,
    by_blob: HashMap<(u64, u32), FontFaceId>,
}

/// A face found, and whether it is what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) face: FontFaceId,
    pub(super) lacks_bold: bool,
    pub(super) lacks_italic: bool,
}

/// No artificial slant or weight: what is not in the font is not drawn.
pub(super) static PLAIN: std::sync::LazyLock<Synthesis> =
    std::sync::LazyLock::new(Synthesis::default);

impl FontBook {
    pub(super) fn new(db: &Arc<Database>) -> Self {
        let mut book = Self {
            db: Arc::clone(db),
            faces: Vec::new(),
            by_db_id: HashMap::new(),
            by_blob: HashMap::new(),
        };
        // Faces of one collection file share its bytes.
        let mut blobs: Vec<(*const u8, Blob<u8>)> = Vec::new();
        for info in db.faces() {
            let (fontdb::Source::Binary(bytes) | fontdb::Source::SharedFile(_, bytes)) =
                &info.source
            else {
                continue;
            };
            let start = bytes.as_ref().as_ref().as_ptr();
            let known = blobs.iter().find(|(at, _)| *at == start).map(|(_, blob)| blob.clone());
            let blob = known.unwrap_or_else(|| {
                let blob = Blob::new(Arc::new(Shared(Arc::clone(bytes))));
                blobs.push((start, blob.clone()));
                blob
            });
            let Some(face) = read(info, &blob) else { continue };
            let id = book.faces.len();
            book.by_db_id.insert(info.id, id);
            book.by_blob.insert((blob.id(), info.index), id);
            book.faces.push(face);
        }
        book
    }

    pub(super) fn face(&self, id: FontFaceId) -> &Face {
        &self.faces[id]
    }

    pub(super) fn by_blob(&self, blob: &Blob<u8>, index: u32) -> Option<FontFaceId> {
        self.by_blob.get(&(blob.id(), index)).copied()
    }

    /// The families, sorted.
    pub(super) fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> =
            self.faces.iter().map(|f| f.family.as_str()).filter(|f| !figures::is_copy(f)).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The same face with other digits, or nothing if its usual ones are those. `Err` if the font
    /// does not have them.
    pub(super) fn with_figures(
        &self,
        face: FontFaceId,
        figures: Figures,
    ) -> Result<FontFaceId, ()> {
        let usual = &self.faces[face];
        if let Some(found) =
            self.find(&figures::family(&usual.family, figures), usual.weight, usual.italic)
        {
            return Ok(found.face);
        }
        let parsed = ttf_parser::Face::parse(usual.blob.as_ref(), usual.index).map_err(|_| ())?;
        if figures::has(&parsed, figures) { Ok(face) } else { Err(()) }
    }

    /// The face that usvg would choose, if the family is there.
    pub(super) fn find(&self, family: &str, weight: u16, italic: bool) -> Option<Found> {
        let style = if italic { fontdb::Style::Italic } else { fontdb::Style::Normal };
        let query = fontdb::Query {
            families: &[fontdb::Family::Name(family)],
            weight: fontdb::Weight(weight),
            stretch: fontdb::Stretch::Normal,
            style,
        };
        let id = self.db.query(&query)?;
        let face = *self.by_db_id.get(&id)?;
        let info = self.db.face(id)?;
        Some(Found {
            face,
            lacks_bold: weight >= 600 && info.weight.0 < 550,
            lacks_italic: italic && info.style == fontdb::Style::Normal,
        })
    }
}

/// The bytes of a font database, handed on without a copy.
struct Shared(Arc<dyn AsRef<[u8]> + Send + Sync>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        self.0.as_ref().as_ref()
    }
}

fn read(info: &fontdb::FaceInfo, blob: &Blob<u8>) -> Option<Face> {
    let face = ttf_parser::Face::parse(blob.as_ref(), info.index).ok()?;
    let em = f32::from(face.units_per_em());
    let per_em = |units: i16| f32::from(units) / em;
    let strike = face.strikeout_metrics();
    let hyphen = face
        .glyph_index('-')
        .and_then(|g| face.glyph_hor_advance(g))
        .map_or(0.3, |w| f32::from(w) / em);
    Some(Face {
        blob: blob.clone(),
        index: info.index,
        family: info.families.first()?.0.clone(),
        weight: info.weight.0,
        italic: info.style != fontdb::Style::Normal,
        ascent: per_em(face.ascender()),
        descent: -per_em(face.descender()),
        cap_height: face.capital_height().map_or(0.68, per_em),
        strike_at: strike.map_or(0.28, |m| per_em(m.position)),
        strike_size: strike.map_or(0.05, |m| per_em(m.thickness)),
        hyphen,
        coverage: Coverage::of(&face),
        advances: if face.is_variable() {
            Vec::new()
        } else {
            (0..face.number_of_glyphs())
                .map(|g| {
                    face.glyph_hor_advance(ttf_parser::GlyphId(g))
                        .map_or(0.0, |w| f32::from(w) / em)
                })
                .collect()
        },
    })
}

/// The characters a face has glyphs for, 256 to a page.
struct Coverage(Vec<Option<Box<[u64; 4]>>>);

impl Coverage {
    fn of(face: &ttf_parser::Face<'_>) -> Self {
        let mut pages: Vec<Option<Box<[u64; 4]>>> = Vec::new();
        let Some(cmap) = face.tables().cmap else { return Self(pages) };
        for table in cmap.subtables.into_iter().filter(ttf_parser::cmap::Subtable::is_unicode) {
            table.codepoints(|c| {
                if table.glyph_index(c).is_none_or(|g| g.0 == 0) {
                    return;
                }
                let page = (c >> 8) as usize;
                if pages.len() <= page {
                    pages.resize(page + 1, None);
                }
                pages[page].get_or_insert_default()[(c as usize >> 6) & 3] |= 1 << (c & 63);
            });
        }
        Self(pages)
    }

    fn has(&self, c: char) -> bool {
        let c = u32::from(c);
        self.0
            .get((c >> 8) as usize)
            .and_then(Option::as_ref)
            .is_some_and(|page| page[(c as usize >> 6) & 3] >> (c & 63) & 1 == 1)
    }
}
