//! A line of characters becomes glyphs with their places.
//!
//! In: the characters of one line, and for each stretch of them the face, size and features. Out:
//! clusters of glyphs from left to right, as they are drawn. Nothing is broken or fitted here.

use std::ops::Range;

use parlance::{FontFeature, FontVariation, Language};
use parley_engine::itemize::{Item, Segment};
use parley_engine::shape::CharCluster;
use parley_engine::{
    AnalysisOptions, BaseDirection, FontInstanceRef, FontSelector, ShapeOptions, ShapedText,
};

use super::fonts::{FontBook, FontFaceId, PLAIN};
use super::layout::reorder;
use super::shape::{BENCH, Bench, NO_LIGATURES, is_joined};

/// How characters are set.
#[derive(Clone, Debug, PartialEq)]
pub struct Lettering {
    /// The face.
    pub face: FontFaceId,
    /// The size of an em.
    pub size: f32,
    /// Where a variable font stands on its axes.
    pub variations: Vec<FontVariation>,
    /// Features of the font beyond its usual ones; later ones win.
    pub features: Vec<FontFeature>,
    /// The language, for letters that have another shape in some.
    pub language: Option<Language>,
    /// Room added after every letter.
    pub letter_spacing: f32,
    /// Room added after every space.
    pub word_spacing: f32,
}

/// A stretch of a line.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// The byte after its last.
    pub end: usize,
    /// How it is set.
    pub lettering: &'a Lettering,
}

/// A place in a line from which everything is moved; several come in the order of their places.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// The byte of the character.
    pub at: usize,
    /// To the right and down.
    pub by: (f32, f32),
}

/// Glyphs that stand for some characters together.
#[derive(Clone, Debug)]
pub struct GlyphCluster {
    /// The stretch of its first character.
    pub stretch: usize,
    /// Its characters.
    pub text: Range<usize>,
    /// Where it begins, from the beginning of the line.
    pub at: (f32, f32),
    /// How far the next one is, with what is added to it.
    pub advance: f32,
    /// Its glyphs in [`GlyphLine::glyphs`].
    pub glyphs: Range<usize>,
}

/// A glyph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedGlyph {
    /// Its number in the face.
    pub id: u32,
    /// Its place from the beginning of the line; down is more.
    pub at: (f32, f32),
}

/// A line in glyphs.
#[derive(Clone, Debug, Default)]
pub struct GlyphLine {
    /// From left to right.
    pub clusters: Vec<GlyphCluster>,
    /// The glyphs of all clusters.
    pub glyphs: Vec<PlacedGlyph>,
    /// Its width without shifts.
    pub width: f32,
    /// Where the next character would stand.
    pub end: (f32, f32),
    /// Characters that the faces do not have.
    pub missing: Vec<char>,
}

/// Sets a line, each stretch in the face of its own.
pub fn glyph_line(
    book: &FontBook,
    text: &str,
    stretches: &[Stretch<'_>],
    shifts: &[Shift],
    rtl: bool,
) -> GlyphLine {
    if text.is_empty() || stretches.is_empty() {
        return GlyphLine::default();
    }
    BENCH.with_borrow_mut(|bench| {
        shape(bench, book, text, stretches, rtl);
        place(&bench.shaped, text, stretches, shifts)
    })
}

fn shape(bench: &mut Bench, book: &FontBook, text: &str, stretches: &[Stretch<'_>], rtl: bool) {
    let base_direction = if rtl { BaseDirection::Rtl } else { BaseDirection::Ltr };
    let Bench { analyzer, analysis, shaper, shaped, char_styles, splits, .. } = bench;
    let options = AnalysisOptions { base_direction, ..AnalysisOptions::default() };
    analyzer.analyze(text, &options, analysis);
    char_styles.clear();
    splits.clear();
    let mut stretch = 0;
    for (count, (at, _)) in text.char_indices().enumerate() {
        let before = stretch;
        while stretch + 1 < stretches.len() && stretches[stretch].end <= at {
            stretch += 1;
        }
        // A colour alone does not part what hangs together.
        if count > 0
            && stretch != before
            && stretches[stretch].lettering != stretches[before].lettering
        {
            splits.push(count as u32);
        }
        char_styles.push(stretch as u16);
    }
    splits.push(char_styles.len() as u32);
    let features: Vec<Vec<FontFeature>> = stretches
        .iter()
        .map(|stretch| {
            let spaced = stretch.lettering.letter_spacing != 0.0;
            let without: &[FontFeature] = if spaced { &NO_LIGATURES } else { &[] };
            without.iter().chain(&stretch.lettering.features).copied().collect()
        })
        .collect();
    let items = splits.iter().map(|&char_end| {
        let number = usize::from(char_styles[char_end as usize - 1]);
        let lettering = stretches[number].lettering;
        let options = ShapeOptions {
            font_size: lettering.size,
            language: lettering.language,
            features: &features[number],
            variations: &lettering.variations,
        };
        Item { char_end, options }
    });
    let fonts = StretchFonts { book, stretches };
    shaper.shape_text(text, analysis, char_styles, items, fonts, shaped);
}

fn place(
    shaped: &ShapedText,
    text: &str,
    stretches: &[Stretch<'_>],
    shifts: &[Shift],
) -> GlyphLine {
    let mut runs: Vec<(u8, usize)> =
        shaped.runs().iter().enumerate().map(|(at, run)| (run.bidi_level.to_u8(), at)).collect();
    reorder(&mut runs);
    let mut line = GlyphLine::default();
    let mut x = 0.0_f32;
    let mut y = 0.0_f32;
    // The room after the last letter belongs to nobody.
    let mut trailing = 0.0;
    let mut leading = None;
    for (level, number) in runs {
        let slice = shaped.run_slice(number as u32);
        let is_rtl = level % 2 == 1;
        let range = slice.shaped_clusters_range();
        let order: Box<dyn Iterator<Item = u32>> =
            if is_rtl { Box::new(range.clone().rev()) } else { Box::new(range.clone()) };
        for number in order {
            let clusters = slice.shaped_clusters();
            let Some(cluster) = clusters.get((number - range.start) as usize) else { continue };
            let bytes = slice.text_byte_range(cluster.chars_range());
            let mut chars = text[bytes.clone()].chars();
            let stretch = usize::from(cluster.style_index);
            let lettering = stretches[stretch.min(stretches.len() - 1)].lettering;
            let ends_letter = clusters
                .get((number - range.start) as usize + 1)
                .is_none_or(|next| next.is_grapheme_start());
            let spaced = lettering.letter_spacing != 0.0
                && ends_letter
                && !text[bytes.clone()].chars().any(is_joined);
            let between = if spaced { lettering.letter_spacing } else { 0.0 };
            let from = shifts.partition_point(|shift| shift.at < bytes.start);
            for shift in shifts[from..].iter().take_while(|shift| shift.at < bytes.end) {
                x += shift.by.0;
                y += shift.by.1;
            }
            let start = x;
            // Room is left after a letter in the direction of reading.
            if is_rtl {
                x += between;
                leading.get_or_insert(between);
            } else {
                leading.get_or_insert(0.0);
            }
            let at = (x, y);
            let from = line.glyphs.len();
            let mut within = 0.0;
            for glyph in slice.shaped_cluster_glyphs(number) {
                if glyph.id == 0
                    && let Some(c) = chars.next()
                {
                    line.missing.push(c);
                }
                let at = (at.0 + within + glyph.x, at.1 + glyph.y);
                line.glyphs.push(PlacedGlyph { id: glyph.id, at });
                within += glyph.advance;
            }
            x += cluster.advance;
            if !is_rtl {
                x += between;
            }
            trailing = if is_rtl { 0.0 } else { between };
            if text[bytes.clone()].chars().next().is_some_and(is_word_separator) {
                x += lettering.word_spacing;
            }
            line.width += x - start;
            line.clusters.push(GlyphCluster {
                stretch,
                text: bytes,
                at,
                advance: x - at.0,
                glyphs: from..line.glyphs.len(),
            });
        }
    }
    let leading = leading.unwrap_or(0.0);
    if leading != 0.0 {
        for cluster in &mut line.clusters {
            cluster.at.0 -= leading;
        }
        for glyph in &mut line.glyphs {
            glyph.at.0 -= leading;
        }
    }
    if let Some(last) = line.clusters.last_mut() {
        last.advance -= trailing;
    }
    line.width -= trailing + leading;
    line.end = (x - trailing - leading, y);
    line
}

/// CSS Text 3, 7.1.
fn is_word_separator(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}' | '\u{1361}' | '\u{10100}' | '\u{10101}' | '\u{1039f}' | '\u{1091f}')
}

/// The face that each stretch names, and no other.
struct StretchFonts<'a> {
    book: &'a FontBook,
    stretches: &'a [Stretch<'a>],
}

impl FontSelector for StretchFonts<'_> {
    fn select_font(
        &mut self,
        _: &Segment,
        _: &ShapeOptions<'_>,
        cluster: &mut CharCluster,
    ) -> Option<FontInstanceRef<'_>> {
        let stretch = self.stretches.get(usize::from(cluster.style_index()))?;
        let face = self.book.face(stretch.lettering.face);
        Some(FontInstanceRef { data: &face.blob, index: face.index, synthesis: &PLAIN })
    }
}
