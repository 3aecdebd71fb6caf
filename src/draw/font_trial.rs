//! Whether a font can be embedded into a PDF: one with damage inside is found only when its glyphs
//! are written.

use std::sync::Arc;

use krilla::geom::Point;
use krilla::page::PageSettings;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};

/// Writes all glyphs of a face into a document that nobody sees.
pub(super) fn can_be_embedded(bytes: &[u8], index: u32) -> bool {
    let data: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(bytes.to_vec());
    let Some(font) = Font::new(data.into(), index) else { return false };
    let Ok(face) = ttf_parser::Face::parse(bytes, index) else { return false };
    let text = "x";
    let glyph = |id: u16| {
        let id = GlyphId::new(u32::from(id));
        KrillaGlyph::new(id, 1.0, 0.0, 0.0, 0.0, 0..text.len(), None)
    };
    let glyphs: Vec<KrillaGlyph> = (0..face.number_of_glyphs()).map(glyph).collect();
    let mut document = Document::new_with(SerializeSettings::default());
    let Some(settings) = PageSettings::from_wh(10.0, 10.0) else { return false };
    let mut page = document.start_page_with(settings);
    let mut surface = page.surface();
    surface.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, text, 1.0, false);
    surface.finish();
    page.finish();
    document.finish().is_ok()
}
