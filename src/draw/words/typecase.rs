//! The faces of texts: what a style asks for, found in the fonts of the project.

use std::collections::HashMap;

use svgtypes::FontFamily;

use super::style::Style;
use super::unset::Unset;
use crate::draw::fonts::NO_FACE;
use crate::text::{FontBook, FontFaceId, Lettering};

/// The faces that were asked for so far.
pub(super) struct Typecase<'a> {
    pub(super) book: &'a FontBook,
    found: HashMap<(String, u16, bool), Option<FontFaceId>>,
}

impl<'a> Typecase<'a> {
    pub(super) fn new(book: &'a FontBook) -> Self {
        Self { book, found: HashMap::new() }
    }

    /// How the characters of a style are set. A family that is not there is left to usvg to report.
    pub(super) fn lettering(&mut self, style: &Style<'_>) -> Result<Lettering, Unset> {
        let face = self.face(style).ok_or(Unset)?;
        let read = self.book.face(face);
        let stated = style.stated_variations()?;
        let features = style.font_features()?;
        for feature in features.iter().filter(|feature| feature.value > 0) {
            let tag = feature.tag.to_bytes();
            if !read.has_feature(tag) {
                let tag = String::from_utf8_lossy(&tag);
                let family = read.family();
                log::warn!(target: NO_FACE, "feature `{tag}`\n{family}");
            }
        }
        Ok(Lettering {
            face,
            size: style.size,
            variations: read.variations(style.weight, style.italic, style.width, &stated),
            features,
            language: style.language,
            letter_spacing: style.letter_spacing,
            word_spacing: style.word_spacing,
        })
    }

    fn face(&mut self, style: &Style<'_>) -> Option<FontFaceId> {
        let key = (style.families.to_owned(), style.weight, style.italic);
        if let Some(found) = self.found.get(&key) {
            return *found;
        }
        let families = svgtypes::parse_font_families(style.families).unwrap_or_default();
        let found = families.iter().find_map(|family| match family {
            FontFamily::Named(name) => {
                Some((name, self.book.find(name, style.weight, style.italic)?))
            }
            _ => None,
        });
        let face = found.map(|(_, found)| found.face);
        // A picture has no outline that we could draw.
        let face = face.filter(|face| !self.book.face(*face).has_pictures);
        if let Some((name, found)) = found
            && let Some(wanted) = found.lacks()
        {
            log::warn!(target: NO_FACE, "{wanted}\n{name}");
        }
        self.found.insert(key, face);
        face
    }
}
