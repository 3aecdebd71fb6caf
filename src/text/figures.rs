//! Other digits as fonts of their own.
//!
//! In: the fonts of a project. Out: the same, and for every kind of digits that a font has by an
//! OpenType feature (`lnum`, `onum`, `tnum`, `pnum`) a copy whose digits are those. usvg knows no
//! font features, and drawn outlines would be no text in a PDF; a copy with another `cmap` is
//! drawn, measured and embedded like any font.

use std::sync::Arc;

use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::{Face, GlyphId, Tag};
use usvg::fontdb::{Database, Source};

use crate::game::text::Figures;

/// All kinds of digits there are.
const KINDS: [Figures; 8] = [
    kind(Some(true), None),
    kind(Some(false), None),
    kind(None, Some(true)),
    kind(None, Some(false)),
    kind(Some(true), Some(true)),
    kind(Some(true), Some(false)),
    kind(Some(false), Some(true)),
    kind(Some(false), Some(false)),
];

const fn kind(lining: Option<bool>, tabular: Option<bool>) -> Figures {
    Figures { lining, tabular }
}

/// What separates the name of a family from the digits of its copy; no family of a project can have
/// it in its name, because it ends a declaration in CSS.
const MARK: &str = "; ";

/// The family of the copy.
pub(super) fn family(family: &str, figures: Figures) -> String {
    let mut name = format!("{family}{MARK}");
    name.push_str(match figures.lining {
        Some(true) => "lnum",
        Some(false) => "onum",
        None => "",
    });
    name.push_str(match figures.tabular {
        Some(true) => "tnum",
        Some(false) => "pnum",
        None => "",
    });
    name
}

/// Whether a family is such a copy.
pub(crate) fn is_copy(family: &str) -> bool {
    family.contains(MARK)
}

/// Whether a font has the digits asked for, be it as its usual ones.
pub(super) fn has(face: &Face<'_>, figures: Figures) -> bool {
    let usual: Vec<GlyphId> = ('0'..='9').filter_map(|c| face.glyph_index(c)).collect();
    let width = |g: &GlyphId| face.glyph_hor_advance(*g);
    let even = usual.windows(2).all(|w| width(&w[0]) == width(&w[1]));
    tags(figures)
        .iter()
        .all(|tag| feature(face, *tag).is_some() || (*tag == Tag::from_bytes(b"tnum") && even))
}

/// Adds the copies to a database.
pub fn with_figures(mut db: Database) -> Database {
    let faces: Vec<_> = db.faces().cloned().collect();
    for info in faces {
        let (Source::Binary(bytes) | Source::SharedFile(_, bytes)) = &info.source else { continue };
        let bytes = bytes.as_ref().as_ref();
        let Some((name, _)) = info.families.first() else { continue };
        if info.index != 0 || is_copy(name) {
            continue;
        }
        let Ok(face) = Face::parse(bytes, 0) else { continue };
        for figures in KINDS {
            if let Some(copy) = copy(&face, bytes, &family(name, figures), figures) {
                db.load_font_source(Source::Binary(Arc::new(copy)));
            }
        }
    }
    db
}

fn tags(figures: Figures) -> Vec<Tag> {
    let lining = figures.lining.map(|l| Tag::from_bytes(if l { b"lnum" } else { b"onum" }));
    let tabular = figures.tabular.map(|t| Tag::from_bytes(if t { b"tnum" } else { b"pnum" }));
    lining.into_iter().chain(tabular).collect()
}

/// The lookups of a feature.
fn feature(face: &Face<'_>, tag: Tag) -> Option<Vec<u16>> {
    let features = face.tables().gsub?.features;
    let found = features.into_iter().find(|f| f.tag == tag)?;
    Some(found.lookup_indices.into_iter().collect())
}

/// The digits of a kind, if they differ from the usual ones.
fn digits(face: &Face<'_>, figures: Figures) -> Option<Vec<(char, GlyphId)>> {
    let gsub = face.tables().gsub?;
    let mut lookups = Vec::new();
    for tag in tags(figures) {
        lookups.extend(feature(face, tag).unwrap_or_default());
    }
    // Lookups act in the order of the font, not in that of the features.
    lookups.sort_unstable();
    lookups.dedup();
    let usual: Vec<(char, GlyphId)> =
        ('0'..='9').filter_map(|c| Some((c, face.glyph_index(c)?))).collect();
    let mut changed = usual.clone();
    for lookup in lookups.iter().filter_map(|index| gsub.lookups.get(*index)) {
        for (_, glyph) in &mut changed {
            let mut subtables = lookup.subtables.into_iter::<SubstitutionSubtable<'_>>();
            if let Some(other) = subtables.find_map(|s| substitute(&s, *glyph)) {
                *glyph = other;
            }
        }
    }
    (changed != usual).then_some(changed)
}

fn substitute(subtable: &SubstitutionSubtable<'_>, glyph: GlyphId) -> Option<GlyphId> {
    let SubstitutionSubtable::Single(single) = subtable else { return None };
    let at = single.coverage().get(glyph)?;
    match single {
        SingleSubstitution::Format1 { delta, .. } => {
            Some(GlyphId(glyph.0.wrapping_add_signed(*delta)))
        }
        SingleSubstitution::Format2 { substitutes, .. } => substitutes.get(at),
    }
}

/// A font file with other digits under another name.
fn copy(face: &Face<'_>, bytes: &[u8], name: &str, figures: Figures) -> Option<Vec<u8>> {
    let digits = digits(face, figures)?;
    let raw = face.raw_face();
    let mut tables: Vec<(Tag, Vec<u8>)> = Vec::new();
    for record in raw.table_records {
        let table = match &record.tag.to_bytes() {
            b"cmap" => cmap(face, &digits)?,
            b"name" => names(name),
            // A signature of the whole file would no longer be true.
            b"DSIG" => continue,
            _ => raw.table(record.tag)?.to_vec(),
        };
        tables.push((record.tag, table));
    }
    let version = bytes.get(..4)?;
    let count = u16::try_from(tables.len()).ok()?;
    let log = count.checked_ilog2()?;
    let range = 16_u16 << log;
    let mut out = version.to_vec();
    for field in [count, range, log as u16, (count * 16).wrapping_sub(range)] {
        out.extend(field.to_be_bytes());
    }
    let mut at = 12 + 16 * tables.len();
    for (tag, table) in &tables {
        out.extend(tag.to_bytes());
        out.extend(checksum(table).to_be_bytes());
        out.extend(u32::try_from(at).ok()?.to_be_bytes());
        out.extend(u32::try_from(table.len()).ok()?.to_be_bytes());
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in &tables {
        out.extend(table);
        out.resize(out.len().next_multiple_of(4), 0);
    }
    Some(out)
}

fn checksum(table: &[u8]) -> u32 {
    table.chunks(4).fold(0_u32, |sum, word| {
        let mut four = [0; 4];
        four[..word.len()].copy_from_slice(word);
        sum.wrapping_add(u32::from_be_bytes(four))
    })
}

/// A character map of format 12 (OpenType 1.9, cmap) with the digits exchanged.
fn cmap(face: &Face<'_>, digits: &[(char, GlyphId)]) -> Option<Vec<u8>> {
    let mut map = std::collections::BTreeMap::new();
    for table in
        face.tables().cmap?.subtables.into_iter().filter(ttf_parser::cmap::Subtable::is_unicode)
    {
        table.codepoints(|c| {
            if let Some(glyph) = table.glyph_index(c) {
                map.entry(c).or_insert(glyph.0);
            }
        });
    }
    map.extend(digits.iter().map(|(c, glyph)| (u32::from(*c), glyph.0)));
    let mut groups: Vec<(u32, u32, u32)> = Vec::new();
    for (c, glyph) in map {
        match groups.last_mut() {
            Some((start, end, first))
                if *end + 1 == c && *first + (c - *start) == u32::from(glyph) =>
            {
                *end = c;
            }
            _ => groups.push((c, c, u32::from(glyph))),
        }
    }
    let mut out = Vec::new();
    // Version 0, one table: Windows, full Unicode, at byte 12.
    for field in [0_u16, 1, 3, 10] {
        out.extend(field.to_be_bytes());
    }
    out.extend(12_u32.to_be_bytes());
    out.extend([0, 12, 0, 0]);
    let count = u32::try_from(groups.len()).ok()?;
    for field in [16 + 12 * count, 0, count] {
        out.extend(field.to_be_bytes());
    }
    for field in groups.into_iter().flat_map(|(start, end, glyph)| [start, end, glyph]) {
        out.extend(field.to_be_bytes());
    }
    Some(out)
}

/// A name table with what a font database asks for: family, style, full and PostScript name.
fn names(family: &str) -> Vec<u8> {
    let postscript: String = family.chars().filter(char::is_ascii_alphanumeric).collect();
    let entries = [(1_u16, family), (2, "Regular"), (4, family), (6, postscript.as_str())];
    let mut out = Vec::new();
    for field in [0_u16, entries.len() as u16, 6 + 12 * entries.len() as u16] {
        out.extend(field.to_be_bytes());
    }
    let mut strings: Vec<u8> = Vec::new();
    for (id, text) in entries {
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for field in [3_u16, 1, 0x409, id, utf16.len() as u16, strings.len() as u16] {
            out.extend(field.to_be_bytes());
        }
        strings.extend(utf16);
    }
    out.extend(strings);
    out
}
