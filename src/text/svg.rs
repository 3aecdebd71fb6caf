//! Lines become SVG.
//!
//! In: chunks with their places. Out: a group that draws them. What is drawn is what was measured,
//! because every chunk has one face, one script and one direction, and stands at a place of its
//! own.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::engine::TextEngine;
use super::fault::TextFault;
use super::laid::{Chunk, ChunkContent, LaidText, ResolvedStyle};
use crate::xml::escape;

/// The attribute that marks what we make in a face. A group that is a box starts anew: no property
/// of text reaches it from around it.
pub(crate) const BOX: &str = "data-pnp";
/// Everything that elements inherit and that changes how words look, as it is where nobody says
/// anything. What a group is as a whole stays its own: where it lies, its clip and its opacity.
const INITIAL: &str = " text-anchor=\"start\" letter-spacing=\"0\" word-spacing=\"0\" \
    font-stretch=\"normal\" font-variant=\"normal\" writing-mode=\"lr-tb\" direction=\"ltr\" \
    dominant-baseline=\"auto\" stroke=\"none\" fill-opacity=\"1\" fill-rule=\"nonzero\" \
    paint-order=\"normal\" text-rendering=\"auto\" shape-rendering=\"auto\"";

/// A number without needless digits.
struct Mm(f32);

impl std::fmt::Display for Mm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.4}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// The properties of a chunk that differ from those of the group.
#[derive(Clone, Copy, PartialEq)]
struct Paint<'a> {
    face: usize,
    weight: u16,
    italic: bool,
    scale: f32,
    colour: &'a str,
}

/// Draws a text with the top left corner of its box at a place, in millimetres.
pub fn to_svg(engine: &TextEngine, laid: &LaidText, x: f64, y: f64) -> String {
    let style = &laid.style;
    let mut turn = String::new();
    if style.rotate != 0 {
        let w = laid.outer.0;
        let h = laid.outer.1;
        let cx = x + w / 2.0;
        let cy = y + h / 2.0;
        let _ = write!(
            turn,
            " transform=\"rotate({} {} {})\"",
            f64::from(style.rotate) / 1000.0,
            Mm(cx as f32),
            Mm(cy as f32)
        );
    }
    // A quarter turn lays the text along the other side of the same rectangle.
    let (x, y) = if laid.turned {
        (x + (laid.outer.0 - laid.outer.1) / 2.0, y + (laid.outer.1 - laid.outer.0) / 2.0)
    } else {
        (x, y)
    };
    group(engine, laid, 0..laid.lines.len(), x as f32, y as f32, &turn)
}

/// Draws some lines of a paragraph; the first of them has its baseline at `y`, in millimetres like
/// `x`.
pub fn lines_svg(
    engine: &TextEngine,
    laid: &LaidText,
    lines: std::ops::Range<usize>,
    x: f32,
    y: f32,
) -> String {
    let offset = laid.lines.get(lines.start).map_or(0.0, |line| line.baseline);
    group(engine, laid, lines, x, y - offset, "")
}

fn group(
    engine: &TextEngine,
    laid: &LaidText,
    lines: std::ops::Range<usize>,
    x: f32,
    y: f32,
    attributes: &str,
) -> String {
    let lines = laid.lines.get(lines).unwrap_or_default();
    let mut out = String::with_capacity(256 + lines.len() * 160);
    let style = &laid.style;
    let size = laid.size.to_mm() as f32;
    let common = Paint {
        face: laid.face,
        weight: style.weight,
        italic: style.italic,
        scale: 1.0,
        colour: &style.colour,
    };
    let _ = write!(out, "<g {BOX}=\"box\"{INITIAL}");
    out.push_str(attributes);
    font(&mut out, engine, common, size, None);
    if !style.lang.is_empty() {
        let _ = write!(out, " xml:lang=\"{}\"", escape(&style.lang));
    }
    out.push_str(" xml:space=\"preserve\">");
    let mut texts = 0;
    for line in lines {
        let baseline = y + line.baseline;
        let words = line.chunks.iter().filter(|c| !matches!(c.what, ChunkContent::Icon(_))).count();
        texts += words;
        if words > 0 {
            let alone = words == 1;
            out.push_str("<text");
            if !alone {
                let _ = write!(out, " y=\"{}\">", Mm(baseline));
            }
            let mut raised = 0.0_f32;
            for chunk in line.chunks.iter().filter(|c| !matches!(c.what, ChunkContent::Icon(_))) {
                if !alone {
                    out.push_str("<tspan");
                }
                let _ = write!(out, " x=\"{}\"", Mm(x + chunk.x));
                let raise =
                    chunk.inline_style.map_or(0.0, |inline| laid.inline_styles[inline].raise)
                        * size;
                if alone || (raise - raised).abs() > f32::EPSILON {
                    let _ = write!(out, " y=\"{}\"", Mm(baseline - raise));
                }
                raised = raise;
                font(&mut out, engine, paint(laid, chunk, common), size, Some(common));
                out.push('>');
                words_of(&mut out, laid, chunk);
                if !alone {
                    out.push_str("</tspan>");
                }
            }
            out.push_str("</text>");
        }
        for (number, chunk) in line.chunks.iter().enumerate() {
            if let ChunkContent::Icon(name) = &chunk.what
                && let Ok(icon) = engine.icons.get(name)
            {
                let scale =
                    chunk.inline_style.map_or(1.0, |inline| laid.inline_styles[inline].scale);
                let height = style.icon_size as f32 / 1000.0 * scale * size;
                let top = baseline - laid.icon_above * scale * size;
                // A prefix from the place: the same text at the same place is the same SVG, and a
                // layer can be shared.
                let mut hasher = DefaultHasher::new();
                (name, number, (x + chunk.x).to_bits(), baseline.to_bits()).hash(&mut hasher);
                let prefix = format!("i{:010x}-", hasher.finish() & 0xff_ffff_ffff);
                icon.write(
                    &mut out,
                    x + chunk.x,
                    top,
                    height,
                    paint(laid, chunk, common).colour,
                    &prefix,
                );
            }
        }
        strikes(&mut out, engine, laid, &line.chunks, (x, baseline), size);
    }
    if texts == 0 && lines.is_empty() {
        return String::new();
    }
    out.push_str("</g>");
    out
}

/// Draws an icon with its top left corner at a place, in a height, in millimetres; returns it with
/// its width.
pub fn icon_svg(
    engine: &TextEngine,
    name: &str,
    (x, y): (f32, f32),
    height: f32,
    colour: &str,
) -> Result<(String, f32), TextFault> {
    let icon = engine.icons.get(name)?;
    let mut out = String::new();
    let mut hasher = DefaultHasher::new();
    (name, x.to_bits(), y.to_bits()).hash(&mut hasher);
    icon.write(
        &mut out,
        x,
        y,
        height,
        colour,
        &format!("f{:010x}-", hasher.finish() & 0xff_ffff_ffff),
    );
    Ok((out, icon.aspect() * height))
}

fn paint<'a>(laid: &'a LaidText, chunk: &Chunk, common: Paint<'a>) -> Paint<'a> {
    match chunk.inline_style {
        Some(inline) => {
            let ResolvedStyle { weight, italic, scale, colour, .. } = &laid.inline_styles[inline];
            Paint { face: chunk.face, weight: *weight, italic: *italic, scale: *scale, colour }
        }
        None => Paint { face: chunk.face, ..common },
    }
}

/// The attributes that choose a face, a size and a colour, where they differ from those of the
/// group.
fn font(
    out: &mut String,
    engine: &TextEngine,
    paint: Paint<'_>,
    size: f32,
    common: Option<Paint<'_>>,
) {
    let face = engine.fonts.face(paint.face);
    let was = common.map(|c| engine.fonts.face(c.face));
    if was.is_none_or(|w| w.family != face.family) {
        // In quotes, because a family may begin with a digit.
        let _ = write!(out, " font-family=\"&quot;{}&quot;\"", escape(&face.family));
    }
    if common.is_none_or(|c| (c.scale - paint.scale).abs() > f32::EPSILON) {
        let _ = write!(out, " font-size=\"{:.5}\"", size * paint.scale);
    }
    // A variable font has the weight and the slant that were asked for, any other one its own.
    let weight = |paint: Paint<'_>| {
        let face = engine.fonts.face(paint.face);
        if face.varies_in_weight() { paint.weight } else { face.weight }
    };
    if common.is_none_or(|c| weight(c) != weight(paint)) {
        let _ = write!(out, " font-weight=\"{}\"", weight(paint));
    }
    let italic = |paint: Paint<'_>| {
        let face = engine.fonts.face(paint.face);
        if face.varies_in_slant() { paint.italic } else { face.italic }
    };
    if common.is_none_or(|c| italic(c) != italic(paint)) {
        let style = if italic(paint) { "italic" } else { "normal" };
        let _ = write!(out, " font-style=\"{style}\"");
    }
    if common.is_none_or(|c| c.colour != paint.colour) {
        let _ = write!(out, " fill=\"{}\"", escape(paint.colour));
    }
}

fn words_of(out: &mut String, laid: &LaidText, chunk: &Chunk) {
    match &chunk.what {
        ChunkContent::Text(text) => {
            // usvg takes every chunk for left to right. Marks at the edge of a chunk from the other
            // side have no letter to hold on to there, so an invisible one is given to them.
            let strong = |c: Option<char>| c.is_some_and(is_rtl_letter);
            let before = chunk.rtl && !strong(text.chars().next());
            let after = chunk.rtl && !strong(text.chars().next_back());
            if before {
                out.push('\u{200f}');
            }
            out.push_str(&escape(text));
            if after {
                out.push('\u{200f}');
            }
        }
        ChunkContent::Hyphen => out.push('-'),
        ChunkContent::Bullet => out.push_str(laid.bullet),
        ChunkContent::Icon(_) => {}
    }
}

fn is_rtl_letter(c: char) -> bool {
    c.is_alphabetic()
        && matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
}

/// Lines through words, one for all neighbours of one style.
fn strikes(
    out: &mut String,
    engine: &TextEngine,
    laid: &LaidText,
    chunks: &[Chunk],
    (x, baseline): (f32, f32),
    size: f32,
) {
    let mut at = 0;
    while at < chunks.len() {
        let Some(inline) =
            chunks[at].inline_style.filter(|inline| laid.inline_styles[*inline].strike)
        else {
            at += 1;
            continue;
        };
        let from = at;
        while at < chunks.len() && chunks[at].inline_style == Some(inline) {
            at += 1;
        }
        let first = &chunks[from];
        let last = &chunks[at - 1];
        let face = engine.fonts.face(first.face);
        let resolved = &laid.inline_styles[inline];
        let em = size * resolved.scale;
        let left = x + first.x;
        let right = x + last.x + last.width;
        let top = baseline - face.strike_at * em;
        let thick = face.strike_size * em;
        let _ = write!(
            out,
            "<path d=\"M{} {}H{}V{}H{}z\"",
            Mm(left),
            Mm(top),
            Mm(right),
            Mm(top + thick),
            Mm(left)
        );
        if resolved.colour != laid.style.colour {
            let _ = write!(out, " fill=\"{}\"", escape(&resolved.colour));
        }
        out.push_str("/>");
    }
}
