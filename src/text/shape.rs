//! Characters become widths.
//!
//! In: lines with styles. Out: the pieces of each line that cannot be divided, with their widths in
//! ems of the text, where a line may end, and the face of each. Shaping happens once: at another
//! size the same pieces are as much wider.

use std::cell::RefCell;
use std::iter::Peekable;
use std::slice::Iter;

use parlance::{FontFeature, FontVariation, Tag};
use parley_engine::itemize::{Item, Segment};
use parley_engine::shape::CharCluster;
use parley_engine::{
    Analysis, AnalysisDataSources, AnalysisOptions, Analyzer, BaseDirection, FontInstanceRef,
    FontSelector, ShapeOptions, ShapedText, Shaper,
};

use super::address::{addresses, breaks};
use super::engine::TextEngine;
use super::family::family_hint;
use super::fault::TextFault;
use super::fonts::{FontBook, FontFaceId, PLAIN};
use super::hyphenate;
use super::laid::ResolvedStyle;
use super::rich::{Hint, InlineStyle, Rich, RichLine};
use crate::game::text::{Extent, Figures, TextStyle, check_colour};

/// Whether a line may end before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    No,
    Free,
    Hyphen,
}

impl Hint {
    const fn as_break(self) -> Break {
        match self {
            Self::Hyphen => Break::Hyphen,
            Self::Break => Break::Free,
            Self::Keep => Break::No,
        }
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AtomKind {
    Glyphs,
    /// A space that vanishes at the end of a line and grows in justified ones.
    Space,
    /// By its place in the icons of the line.
    Icon(usize),
}

/// The smallest piece of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Atom {
    pub(super) start: usize,
    pub(super) end: usize,
    /// In ems of the text, with its letter spacing.
    pub(super) width: f32,
    /// What its width is less at the end of a line: its letter spacing, and the kerning with what
    /// follows.
    pub(super) tail: f32,
    pub(super) run: usize,
    pub(super) inline_style: usize,
    pub(super) kind: AtomKind,
    pub(super) before: Break,
}

/// Neighbours of one face, script and direction: what may be drawn together.
#[derive(Clone, Copy, Debug)]
pub(super) struct GlyphRun {
    pub(super) face: FontFaceId,
    pub(super) level: u8,
}

/// A line as typed, ready to be broken.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapedLine {
    pub(super) blank: usize,
    pub(super) bullet: bool,
    pub(super) indented: bool,
    pub(super) rtl: bool,
    pub(super) text: String,
    pub(super) atoms: Vec<Atom>,
    pub(super) runs: Vec<GlyphRun>,
    pub(super) icons: Vec<String>,
}

/// A text, ready to be broken at any size.
#[derive(Clone, Debug)]
pub(super) struct Shaped {
    pub(super) lines: Vec<ShapedLine>,
    pub(super) inline_styles: Vec<ResolvedStyle>,
    /// The face of the text itself.
    pub(super) face: FontFaceId,
    /// The width of the bullet with its gap, in ems.
    pub(super) indent: f32,
    /// What is drawn as bullet.
    pub(super) bullet: &'static str,
    pub(super) warnings: Vec<TextFault>,
}

/// What shaping needs again and again, once per thread.
pub(super) struct Bench {
    pub(super) analyzer: Analyzer,
    pub(super) analysis: Analysis,
    pub(super) shaper: Shaper,
    pub(super) shaped: ShapedText,
    sources: AnalysisDataSources,
    pub(super) char_styles: Vec<u16>,
    pub(super) splits: Vec<u32>,
}

impl Bench {
    fn new() -> Self {
        Self {
            analyzer: Analyzer::default(),
            analysis: Analysis::default(),
            shaper: Shaper::default(),
            shaped: ShapedText::default(),
            sources: AnalysisDataSources::new(),
            char_styles: Vec::new(),
            splits: Vec::new(),
        }
    }
}

thread_local! {
    pub(super) static BENCH: RefCell<Bench> = RefCell::new(Bench::new());
}

/// Optional ligatures have no place between spaced letters. The list is that of CSS Text 3, 7.2, as
/// browsers read it.
pub(super) const NO_LIGATURES: [FontFeature; 4] = [
    FontFeature::new(Tag::new(b"liga"), 0),
    FontFeature::new(Tag::new(b"clig"), 0),
    FontFeature::new(Tag::new(b"dlig"), 0),
    FontFeature::new(Tag::new(b"hlig"), 0),
];

/// What a note's mark is scaled by, and how far it stands above the line, in ems of the text.
const RAISED_SCALE: f32 = 660.0 / 1000.0;
const RAISE: f32 = 330.0 / 1000.0;

/// Shapes a text.
pub(super) fn shape(
    engine: &TextEngine,
    rich: &Rich,
    style: &TextStyle,
) -> Result<Shaped, Vec<TextFault>> {
    let mut faults = Vec::new();
    let plain = resolve_style(engine, style, &InlineStyle::default(), &mut faults);
    let styles: Vec<ResolvedStyle> = rich
        .styles
        .iter()
        .map(|inline| resolve_style(engine, style, inline, &mut faults))
        .collect();
    let (warnings, mut faults): (Vec<_>, Vec<_>) =
        dedup(faults).into_iter().partition(|f| f.severity() == crate::diag::Severity::Warning);
    if !faults.is_empty() {
        return Err(faults);
    }
    let Some(&face) = plain.chain.first() else { return Err(faults) };
    let lines = BENCH.with_borrow_mut(|bench| {
        rich.lines
            .iter()
            .map(|line| shape_line(engine, bench, line, &styles, style, &mut faults))
            .collect()
    });
    if !faults.is_empty() {
        return Err(dedup(faults));
    }
    let bullet = if engine.fonts.face(face).has('•') { "•" } else { "-" };
    Ok(Shaped { lines, inline_styles: styles, face, indent: 0.8, bullet, warnings })
}

fn dedup(faults: Vec<TextFault>) -> Vec<TextFault> {
    let mut once: Vec<TextFault> = Vec::new();
    for fault in faults {
        if !once.contains(&fault) {
            once.push(fault);
        }
    }
    once
}

/// Finds the faces and the colour of an inline style.
fn resolve_style(
    engine: &TextEngine,
    base: &TextStyle,
    inline: &InlineStyle,
    faults: &mut Vec<TextFault>,
) -> ResolvedStyle {
    let mut style = base.clone();
    if let Some(name) = &inline.style {
        match engine.chain(name) {
            Ok(chain) => chain.iter().for_each(|options| options.apply(&mut style)),
            Err(fault) => faults.push(fault),
        }
    }
    if let Some(family) = &inline.family {
        style.family.clone_from(family);
    }
    if let Some(colour) = &inline.colour {
        match check_colour(colour) {
            Ok(()) => style.colour.clone_from(colour),
            Err(fault) => faults.push(fault.into()),
        }
    }
    let weight = if inline.bold { style.weight.max(700) } else { style.weight };
    let italic = inline.italic || style.italic;
    let mut chain = Vec::new();
    let mut families = Vec::new();
    for family in std::iter::once(&style.family).chain(&style.fallback) {
        let Some(mut found) = engine.fonts.find(family, weight, italic) else {
            faults.push(unknown_family(&engine.fonts, family));
            continue;
        };
        if chain.is_empty()
            && let Some(wanted) = found.lacks()
        {
            let wanted = wanted.to_owned();
            faults.push(TextFault::NoSuchFace { family: family.clone(), wanted });
        }
        if style.figures != Figures::default() {
            match engine.fonts.with_figures(found.face, style.figures) {
                Ok(face) => found.face = face,
                Err(()) if chain.is_empty() => faults.push(TextFault::NoSuchFace {
                    family: family.clone(),
                    wanted: "such figures".to_owned(),
                }),
                Err(()) => {}
            }
        }
        chain.push(found.face);
        families.push(family.clone());
    }
    let mut variations: Vec<FontVariation> = Vec::new();
    for face in &chain {
        for place in engine.fonts.face(*face).variations(weight, italic, 100.0, &[]) {
            if variations.iter().all(|known| known.tag != place.tag) {
                variations.push(place);
            }
        }
    }
    let mut scale = (style.size.to_mm() / base.size.to_mm()) as f32;
    if inline.raised {
        scale *= RAISED_SCALE;
    }
    ResolvedStyle {
        chain,
        families,
        colour: style.colour.clone(),
        strike: inline.strike,
        scale,
        spacing: ems(style.letter_spacing, &style, 1.0) * scale,
        raise: if inline.raised { RAISE } else { 0.0 },
        tag: inline.tag,
        weight,
        italic,
        variations,
    }
}

/// An extent in ems of its style; a share is of `whole`.
pub(super) fn ems(extent: Extent, style: &TextStyle, whole: f32) -> f32 {
    match extent {
        Extent::Fixed(length) => (length.to_mm() / style.size.to_mm()) as f32,
        Extent::Share(share) => share as f32 / 1000.0 * whole,
    }
}

fn unknown_family(fonts: &FontBook, family: &str) -> TextFault {
    let hint = family_hint(family, &fonts.families()).unwrap_or_default();
    TextFault::UnknownFamily { family: family.to_owned(), hint }
}

/// Languages written from right to left.
fn is_rtl(lang: &str) -> bool {
    matches!(
        lang.split(['-', '_']).next().unwrap_or_default(),
        "ar" | "fa" | "he" | "iw" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" | "ckb"
    )
}

fn shape_line(
    engine: &TextEngine,
    bench: &mut Bench,
    line: &RichLine,
    styles: &[ResolvedStyle],
    style: &TextStyle,
    faults: &mut Vec<TextFault>,
) -> ShapedLine {
    let icons = line.icons.iter().map(|(_, name)| name.clone()).collect();
    let mut shaped = ShapedLine {
        blank: line.blank,
        bullet: line.bullet,
        indented: line.indented,
        text: line.text.clone(),
        icons,
        ..ShapedLine::default()
    };
    if line.text.is_empty() {
        return shaped;
    }
    let base_direction = if is_rtl(&style.lang) { BaseDirection::Rtl } else { BaseDirection::Auto };
    let Bench { analyzer, analysis, shaper, shaped: result, sources, char_styles, splits } = bench;
    analyzer.analyze(
        &line.text,
        &AnalysisOptions { base_direction, ..AnalysisOptions::default() },
        analysis,
    );
    shaped.rtl = analysis.paragraph_level().is_rtl();

    itemize(line, char_styles, splits);
    let language = parlance::Language::parse(&style.lang).ok();
    let options = |inline: u16| {
        let resolved = &styles[usize::from(inline)];
        ShapeOptions {
            font_size: resolved.scale,
            language,
            features: if resolved.spacing == 0.0 { &[] } else { &NO_LIGATURES },
            variations: &resolved.variations,
        }
    };
    let items = splits
        .iter()
        .map(|&char_end| Item { char_end, options: options(char_styles[char_end as usize - 1]) });
    let chooser = Chooser { fonts: &engine.fonts, styles, sources, last: None };
    shaper.shape_text(&line.text, analysis, char_styles, items, chooser, result);

    let lang = if style.hyphenate { hyphenate::patterns(&style.lang) } else { None };
    let breaks = opportunities(line, lang);
    let mut breaks = breaks.iter().peekable();
    let mut icon = 0;
    for (number, run) in result.runs().iter().enumerate() {
        let font = &result.fonts()[run.font_index].font;
        let face = engine.fonts.by_blob(&font.data, font.index).unwrap_or_default();
        shaped.runs.push(GlyphRun { face, level: run.bidi_level.to_u8() });
        let slice = result.run_slice(number as u32);
        for atom in slice.atoms_start() {
            let range = slice.text_byte_range(atom.char_range());
            let inline = usize::from(char_styles[atom.char_range().start as usize]);
            let resolved = &styles[inline];
            let text = &line.text[range.clone()];
            let usual =
                if atom.is_soft_wrap_opportunity_before() { Break::Free } else { Break::No };
            let before = break_at(&mut breaks, range.start).unwrap_or(usual);
            let mut piece = Atom {
                start: range.start,
                end: range.end,
                width: atom.advance(),
                tail: 0.0,
                run: number,
                inline_style: inline,
                kind: AtomKind::Glyphs,
                before,
            };
            if line.icons.get(icon).is_some_and(|(at, _)| *at == range.start) {
                piece.kind = AtomKind::Icon(icon);
                let em = style.icon_size as f32 / 1000.0;
                match engine.icons.get(&line.icons[icon].1) {
                    Ok(picture) => piece.width = picture.aspect() * em * resolved.scale,
                    Err(fault) => faults.push(fault),
                }
                icon += 1;
            } else {
                let mut clusters = atom.shaped_clusters_range();
                let last = clusters.clone().next_back();
                if clusters.any(|c| slice.shaped_cluster_glyphs(c).any(|glyph| glyph.id == 0)) {
                    faults.push(TextFault::MissingGlyph {
                        cluster: text.to_owned(),
                        families: resolved.families.clone(),
                    });
                }
                if text == " " {
                    piece.kind = AtomKind::Space;
                }
                if run.bidi_level.is_ltr()
                    && let Some(last) = last.and_then(|c| slice.shaped_cluster_glyphs(c).last())
                {
                    piece.tail =
                        -engine.fonts.face(face).kerned(last.id, last.advance, resolved.scale);
                }
            }
            if resolved.spacing != 0.0 && !text.chars().any(is_joined) {
                piece.tail += resolved.spacing;
                piece.width += resolved.spacing * atom.graphemes_start().count().max(1) as f32;
            }
            shaped.atoms.push(piece);
        }
    }
    // Runs come in the order of the text; should that ever change, breaking lines would not notice.
    shaped.atoms.sort_by_key(|a| a.start);
    shaped
}

/// What the last hint at a place says; hints before it are passed over.
fn break_at(hints: &mut Peekable<Iter<'_, (usize, Hint)>>, place: usize) -> Option<Break> {
    while hints.next_if(|(at, _)| *at < place).is_some() {}
    let mut found = None;
    while let Some((_, hint)) = hints.next_if(|(at, _)| *at == place) {
        found = Some(hint.as_break());
    }
    found
}

/// The style of each character, and the characters before which shaping begins anew: each style and
/// each icon is shaped for itself, because it is drawn for itself.
fn itemize(line: &RichLine, char_styles: &mut Vec<u16>, splits: &mut Vec<u32>) {
    char_styles.clear();
    splits.clear();
    let mut spans = line.styles.iter();
    let mut span = spans.next();
    let mut icon = line.icons.iter().map(|(at, _)| *at).peekable();
    let mut after_icon = false;
    for (count, (at, _)) in line.text.char_indices().enumerate() {
        while span.is_some_and(|(range, _)| range.end <= at) {
            span = spans.next();
        }
        let inline = span.map_or(0, |(_, inline)| *inline as u16);
        let is_icon = icon.next_if_eq(&at).is_some();
        if count > 0 && (is_icon || after_icon || char_styles.last() != Some(&inline)) {
            splits.push(count as u32);
        }
        after_icon = is_icon;
        char_styles.push(inline);
    }
    splits.push(char_styles.len() as u32);
}

/// Letters that hang together, which spacing must not separate (CSS Text 3, appendix D).
pub(super) fn is_joined(c: char) -> bool {
    matches!(
        c,
        '\u{600}'..='\u{77f}'
            | '\u{7c0}'..='\u{7ff}'
            | '\u{840}'..='\u{85f}'
            | '\u{8a0}'..='\u{8ff}'
            | '\u{1800}'..='\u{18af}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{fefe}'
    )
}

/// What the typist and the patterns say about line ends, in order.
fn opportunities(line: &RichLine, lang: Option<hypher::Lang>) -> Vec<(usize, Hint)> {
    let addresses = addresses(&line.text);
    let ends = addresses.iter().flat_map(|address| breaks(&line.text, address.clone()));
    let mut all: Vec<(usize, Hint)> = ends.map(|at| (at, Hint::Break)).collect();
    if let Some(lang) = lang {
        let fixed = |range: std::ops::Range<usize>| {
            let is_inside = |address: &std::ops::Range<usize>| address.contains(&range.start);
            addresses.iter().any(is_inside)
                || line.hints.iter().any(|(at, hint)| *hint == Hint::Hyphen && range.contains(at))
        };
        hyphenate::points(&line.text, lang, fixed, |at| all.push((at, Hint::Hyphen)));
    }
    // What the typist says comes last, and so decides.
    all.extend(&line.hints);
    all.sort_by_key(|(at, _)| *at);
    all
}

/// Chooses the first face of the chain that has all of a cluster.
struct Chooser<'a> {
    fonts: &'a FontBook,
    styles: &'a [ResolvedStyle],
    sources: &'a AnalysisDataSources,
    last: Option<(u16, FontFaceId)>,
}

impl FontSelector for Chooser<'_> {
    fn select_font(
        &mut self,
        _: &Segment,
        _: &ShapeOptions<'_>,
        cluster: &mut CharCluster,
    ) -> Option<FontInstanceRef<'_>> {
        let inline = cluster.style_index();
        let chain = &self.styles[usize::from(inline)].chain;
        let first = *chain.first()?;
        let mut chosen = first;
        let simple = if let [only] = cluster.chars() { Some(only.ch) } else { None };
        if let Some((last, face)) = self.last
            && last == inline
            && simple.is_some_and(char::is_whitespace)
            && self.fonts.face(face).has(' ')
        {
            // A space between two words of another script is theirs.
            chosen = face;
        } else if chain.len() > 1 && simple != Some(super::rich::ICON) {
            chosen = match simple {
                Some(c) => chain
                    .iter()
                    .copied()
                    .find(|face| self.fonts.face(*face).has(c))
                    .unwrap_or(first),
                None => self.best(chain, cluster),
            };
        }
        self.last = Some((inline, chosen));
        let face = self.fonts.face(chosen);
        Some(FontInstanceRef { data: &face.blob, index: face.index, synthesis: &PLAIN })
    }
}

impl Chooser<'_> {
    fn best(&self, chain: &[FontFaceId], cluster: &mut CharCluster) -> FontFaceId {
        let mut best = (chain[0], parley_engine::shape::Coverage::NONE);
        for &face in chain {
            let coverage =
                cluster.calculate_coverage(|c| self.fonts.face(face).has(c), self.sources);
            if coverage > best.1 {
                best = (face, coverage);
            }
            if coverage.is_complete() {
                break;
            }
        }
        best.0
    }
}
