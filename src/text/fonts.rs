//! The fonts of a run, as the shaper wants them: the same bytes that usvg draws from.
//!
//! In: a font database whose faces are in memory. Out: for a family, weight and slant exactly the
//! face that usvg will choose, with its metrics and its coverage. Fonts of the system are never
//! seen.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use fontique::{Blob, Synthesis};
use parlance::{FontVariation, Tag};
use usvg::fontdb::{self, Database};

use super::figures;
use crate::game::text::Figures;

/// A face, by its place in the book.
pub type FontFaceId = usize;

/// One face.
pub struct Face {
    /// The face in the database it comes from.
    pub id: fontdb::ID,
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
    /// Whether glyphs may be pictures, which have no outlines.
    pub has_pictures: bool,
    axes: Vec<Axis>,
    coverage: OnceLock<Coverage>,
    /// The width of each glyph; empty for a variable font, where it is not one number.
    advances: OnceLock<Vec<f32>>,
}

/// What a variable font can be changed by.
#[derive(Clone, Copy, Debug)]
struct Axis {
    tag: Tag,
    range: (f32, f32),
    default: f32,
}

impl Face {
    /// The face as it is drawn in outlines.
    pub fn parsed(&self) -> Option<ttf_parser::Face<'_>> {
        ttf_parser::Face::parse(self.blob.as_ref(), self.index).ok()
    }

    /// Whether the weight is chosen on an axis.
    pub(super) fn varies_in_weight(&self) -> bool {
        self.axis(*b"wght").is_some()
    }

    /// Whether the slant is.
    pub(super) fn varies_in_slant(&self) -> bool {
        self.axis(*b"ital").is_some() || self.axis(*b"slnt").is_some()
    }

    /// How far its letters reach above the baseline, in ems.
    pub const fn ascent(&self) -> f32 {
        self.ascent
    }

    /// How far below.
    pub const fn descent(&self) -> f32 {
        self.descent
    }

    /// The name of its family.
    pub fn family(&self) -> &str {
        &self.family
    }

    /// Whether the font has a feature.
    pub fn has_feature(&self, tag: [u8; 4]) -> bool {
        let tag = ttf_parser::Tag::from_bytes(&tag);
        self.parsed().is_some_and(|face| {
            let gsub = face.tables().gsub;
            let gpos = face.tables().gpos;
            let mut tables = gsub.into_iter().chain(gpos);
            tables.any(|table| table.features.into_iter().any(|feature| feature.tag == tag))
        })
    }

    fn axis(&self, tag: [u8; 4]) -> Option<&Axis> {
        self.axes.iter().find(|axis| axis.tag == Tag::new(&tag))
    }

    /// The places on its axes at which a variable font is drawn; none for any other. What is
    /// `stated` goes before what follows from weight, slant and width in percent.
    pub fn variations(
        &self,
        weight: u16,
        italic: bool,
        width: f32,
        stated: &[FontVariation],
    ) -> Vec<FontVariation> {
        let place = |axis: &Axis| {
            let asked = stated.iter().rev().find(|v| v.tag == axis.tag).map(|v| v.value);
            let implied = match &axis.tag.to_bytes() {
                b"wght" => f32::from(weight),
                b"wdth" => width,
                b"ital" => f32::from(u8::from(italic)),
                // Twelve degrees, as browsers slant.
                b"slnt" if italic => -12.0,
                _ => axis.default,
            };
            let (least, most) = axis.range;
            let value = asked.unwrap_or(implied).max(least).min(most);
            (value.to_bits() != axis.default.to_bits()).then(|| FontVariation::new(axis.tag, value))
        };
        self.axes.iter().filter_map(place).collect()
    }

    /// How much narrower a glyph was set than it is alone, because of what follows it.
    pub(super) fn kerned(&self, glyph: u32, advance: f32, scale: f32) -> f32 {
        let advances = self
            .advances
            .get_or_init(|| self.parsed().map_or_else(Vec::new, |face| advances(&face)));
        advances.get(glyph as usize).map_or(0.0, |own| own * scale - advance)
    }

    /// Whether the face has a glyph for a character.
    pub(super) fn has(&self, c: char) -> bool {
        self.coverage
            .get_or_init(|| self.parsed().map(|face| Coverage::of(&face)).unwrap_or_default())
            .has(c)
    }
}

fn axes(face: &ttf_parser::Face<'_>) -> Vec<Axis> {
    let axis = |axis: ttf_parser::VariationAxis| Axis {
        tag: Tag::new(&axis.tag.to_bytes()),
        range: (axis.min_value, axis.max_value),
        default: axis.def_value,
    };
    face.variation_axes().into_iter().map(axis).collect()
}

fn advances(face: &ttf_parser::Face<'_>) -> Vec<f32> {
    if face.is_variable() {
        return Vec::new();
    }
    let em = f32::from(face.units_per_em());
    (0..face.number_of_glyphs())
        .map(|g| face.glyph_hor_advance(ttf_parser::GlyphId(g)).map_or(0.0, |w| f32::from(w) / em))
        .collect()
}

/// All faces.
pub struct FontBook {
    db: Arc<Database>,
    faces: Vec<Face>,
    by_db_id: HashMap<fontdb::ID, FontFaceId>,
    by_blob: HashMap<(u64, u32), FontFaceId>,
}

/// A face found, and whether it is what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The face.
    pub face: FontFaceId,
    pub(super) lacks_bold: bool,
    pub(super) lacks_italic: bool,
}

impl Found {
    fn new(
        face: FontFaceId,
        info: &fontdb::FaceInfo,
        axes: &[Axis],
        weight: u16,
        italic: bool,
    ) -> Self {
        let varies = |tags: &[&[u8; 4]], to: f32| {
            axes.iter().any(|axis| {
                tags.contains(&&axis.tag.to_bytes()) && (axis.range.1 >= to || axis.range.0 < 0.0)
            })
        };
        Self {
            face,
            lacks_bold: weight >= 600 && info.weight.0 < 550 && !varies(&[b"wght"], 550.0),
            lacks_italic: italic
                && info.style == fontdb::Style::Normal
                && !varies(&[b"ital", b"slnt"], 1.0),
        }
    }

    /// What was asked for and is not there.
    pub const fn lacks(self) -> Option<&'static str> {
        match (self.lacks_bold, self.lacks_italic) {
            (true, true) => Some("bold italic"),
            (true, false) => Some("bold"),
            (false, true) => Some("italic"),
            (false, false) => None,
        }
    }
}

/// What a face of a database lacks of a weight and a slant.
pub fn lacks(db: &Database, id: fontdb::ID, weight: u16, italic: bool) -> Option<&'static str> {
    let axes = db.with_face_data(id, |data, index| {
        ttf_parser::Face::parse(data, index).map_or_else(|_| Vec::new(), |face| axes(&face))
    });
    Found::new(0, db.face(id)?, &axes.unwrap_or_default(), weight, italic).lacks()
}

/// No artificial slant or weight: what is not in the font is not drawn.
pub(super) static PLAIN: std::sync::LazyLock<Synthesis> =
    std::sync::LazyLock::new(Synthesis::default);

impl FontBook {
    /// The faces of a database.
    pub fn new(db: &Arc<Database>) -> Self {
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

    /// A face of this book.
    pub fn face(&self, id: FontFaceId) -> &Face {
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
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<Found> {
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
        Some(Found::new(face, info, &self.faces[face].axes, weight, italic))
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
    let tables = face.tables();
    let has_pictures = tables.colr.is_some()
        || tables.svg.is_some()
        || tables.sbix.is_some()
        || tables.cbdt.is_some();
    Some(Face {
        id: info.id,
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
        has_pictures,
        axes: axes(&face),
        coverage: OnceLock::new(),
        advances: OnceLock::new(),
    })
}

/// The characters a face has glyphs for, 256 to a page.
#[derive(Default)]
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
