//! Pieces become lines, and lines get their places.
//!
//! In: shaped pieces and a width. Out: lines in the order they are read, and for each the chunks to
//! draw from left to right. Everything is in ems until it is placed.

use std::ops::Range;

use super::engine::TextEngine;
use super::laid::{Chunk, ChunkContent};
use super::shape::{AtomKind, Break, Shaped, ShapedLine, ems};
use crate::game::text::{Align, IconBaseline, TextStyle};

/// A ragged line fuller than this is not filled up with half a word.
const FULL_RAGGED: f32 = 0.72;
/// A justified line, whose gaps show, is filled up sooner.
const FULL_JUSTIFIED: f32 = 0.88;
/// More hyphens than this one below the other look like a ladder.
const LADDER: usize = 2;
/// Widths are sums of floats; a hair is no overflow.
const HAIR: f32 = 1e-4;

/// A line after breaking.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a line")]
pub(super) struct BrokenLine {
    /// The line as typed it comes from.
    pub(super) source: usize,
    /// Its pieces, without the spaces at its end.
    pub(super) atoms: Range<usize>,
    /// Whether a hyphen is drawn at its end.
    pub(super) hyphen: bool,
    /// Whether it is the first of its line as typed, and the last.
    pub(super) first: bool,
    pub(super) last: bool,
    /// Whether its spaces shrink to make it fit.
    pub(super) squeezed: bool,
    /// Its width without indent, in ems.
    pub(super) width: f32,
    /// The place of its baseline below the top of the text, in ems.
    pub(super) baseline: f32,
    /// How far it reaches down from the top of the text, in ems.
    pub(super) bottom: f32,
}

/// A text broken for a width.
#[derive(Clone, Debug, Default)]
pub(super) struct Broken {
    pub(super) lines: Vec<BrokenLine>,
    /// In ems.
    pub(super) height: f32,
    /// The line and pieces of the word that is too wide, and by how many ems.
    pub(super) too_wide: Option<(usize, Range<usize>, f32)>,
}

/// What one line takes above and below its baseline, with its share of the leading and without.
#[derive(Clone, Copy, Debug)]
struct Reach {
    above: f32,
    below: f32,
    ascent: f32,
    descent: f32,
}

/// Breaks a text for a width in ems.
pub(super) fn break_lines(
    engine: &TextEngine,
    shaped: &Shaped,
    style: &TextStyle,
    width: f32,
) -> Broken {
    let mut broken = Broken::default();
    let full = if style.align == Align::Justify { FULL_JUSTIFIED } else { FULL_RAGGED };
    for (source, line) in shaped.lines.iter().enumerate() {
        let room = width - if line.indented { shaped.indent } else { 0.0 };
        break_one(engine, shaped, source, line, room, full, &mut broken);
    }
    place_lines(engine, shaped, style, &mut broken);
    broken
}

fn break_one(
    engine: &TextEngine,
    shaped: &Shaped,
    source: usize,
    line: &ShapedLine,
    room: f32,
    full: f32,
    broken: &mut Broken,
) {
    let hyphen = |at: usize| {
        let before = &line.atoms[at - 1];
        engine.fonts.face(line.runs[before.run].face).hyphen
            * shaped.inline_styles[before.inline_style].scale
    };
    let count = line.atoms.len();
    let mut start = 0;
    let mut first = true;
    let mut ladder = 0;
    loop {
        // The last place where the line may end, with its width there.
        let mut free: Option<(usize, f32)> = None;
        let mut parted: Option<(usize, f32)> = None;
        let mut x = 0.0_f32;
        let mut trimmed = 0.0_f32;
        let mut end = None;
        for (at, atom) in line.atoms.iter().enumerate().skip(start) {
            if at > start {
                match atom.before {
                    Break::Free => free = Some((at, trimmed)),
                    Break::Hyphen => {
                        let wide = trimmed + hyphen(at);
                        if wide <= room + HAIR {
                            parted = Some((at, wide));
                        }
                    }
                    Break::No => {}
                }
            }
            x += atom.width;
            if atom.kind == AtomKind::Space {
                continue;
            }
            trimmed = x - atom.tail;
            if trimmed <= room + HAIR {
                continue;
            }
            let inside = parted.filter(|(at, _)| free.is_none_or(|(f, _)| *at > f));
            end = match (free, inside) {
                (Some((_, wide)), Some(inside)) if wide < full * room && ladder < LADDER => {
                    Some((inside, true))
                }
                (Some(free), _) => Some((free, false)),
                (None, Some(inside)) => Some((inside, true)),
                (None, None) => None,
            };
            if end.is_some() {
                break;
            }
            // Nowhere to part it: the word sticks out up to the next place.
        }
        let (next, wide, parted) = match end {
            Some(((at, wide), parted)) => (at, wide, parted),
            None => (count, trimmed, false),
        };
        if wide > room + HAIR {
            let over = wide - room;
            if broken.too_wide.as_ref().is_none_or(|(_, _, o)| *o < over) {
                broken.too_wide = Some((source, start..next, over));
            }
        }
        let mut stop = next;
        while stop > start && line.atoms[stop - 1].kind == AtomKind::Space {
            stop -= 1;
        }
        ladder = if parted { ladder + 1 } else { 0 };
        broken.lines.push(BrokenLine {
            source,
            atoms: start..stop,
            hyphen: parted,
            first,
            last: next >= count,
            squeezed: false,
            width: wide,
            baseline: 0.0,
            bottom: 0.0,
        });
        first = false;
        start = next;
        if start >= count {
            break;
        }
    }
}

/// Where icons stand: how far above and below the baseline, in ems.
pub(super) fn icon_reach(
    engine: &TextEngine,
    shaped: &Shaped,
    style: &TextStyle,
    scale: f32,
) -> (f32, f32) {
    let face = engine.fonts.face(shaped.face);
    let height = style.icon_size as f32 / 1000.0 * scale;
    let below = match style.icon_baseline {
        IconBaseline::Middle => (height - face.cap_height * scale) / 2.0,
        IconBaseline::Baseline => 0.0,
        IconBaseline::Bottom => face.descent * scale,
    };
    (height - below, below)
}

/// Gives every line its baseline.
fn place_lines(engine: &TextEngine, shaped: &Shaped, style: &TextStyle, broken: &mut Broken) {
    let leading = ems(style.leading, style, 1.0);
    let paragraph = ems(style.paragraph_spacing, style, leading);
    let mut y = 0.0_f32;
    let mut bottom = 0.0_f32;
    for (number, line) in broken.lines.iter_mut().enumerate() {
        let source = &shaped.lines[line.source];
        let reach = reach(engine, shaped, style, source, &line.atoms, leading);
        if line.first && number > 0 {
            y += source.blank as f32 * paragraph;
        }
        // Letters of the first line reach above their share of a tight leading, and must not reach
        // out of the box.
        line.baseline = if number == 0 { reach.above.max(reach.ascent) } else { y + reach.above };
        y = line.baseline + reach.below;
        bottom = bottom.max(line.baseline + reach.below.max(reach.descent));
        line.bottom = line.baseline + reach.descent;
    }
    broken.height = bottom;
}

fn reach(
    engine: &TextEngine,
    shaped: &Shaped,
    style: &TextStyle,
    source: &ShapedLine,
    atoms: &Range<usize>,
    leading: f32,
) -> Reach {
    let text = |ascent: f32, descent: f32, scale: f32| {
        let gap = (leading - ascent - descent) / 2.0;
        Reach {
            above: (ascent + gap) * scale,
            below: (descent + gap) * scale,
            ascent: ascent * scale,
            descent: descent * scale,
        }
    };
    let face = engine.fonts.face(shaped.face);
    let mut all = text(face.ascent, face.descent, 1.0);
    let mut seen = (usize::MAX, usize::MAX);
    for atom in &source.atoms[atoms.clone()] {
        let scale = shaped.inline_styles[atom.inline_style].scale;
        match atom.kind {
            AtomKind::Icon(_) => {
                let (above, below) = icon_reach(engine, shaped, style, scale);
                all = Reach {
                    above: all.above.max(above),
                    below: all.below.max(below),
                    ascent: all.ascent.max(above),
                    descent: all.descent.max(below),
                };
            }
            _ if seen == (atom.run, atom.inline_style) => {}
            _ => {
                seen = (atom.run, atom.inline_style);
                let face = engine.fonts.face(source.runs[atom.run].face);
                let one = text(face.ascent, face.descent, scale);
                // Another face changes what must stay inside the box, but only a bigger size parts
                // the lines.
                if (scale - 1.0).abs() > f32::EPSILON {
                    (all.above, all.below) = (all.above.max(one.above), all.below.max(one.below));
                }
                (all.ascent, all.descent) =
                    (all.ascent.max(one.ascent), all.descent.max(one.descent));
            }
        }
    }
    all
}

/// The chunks of a line from left to right. `left` and `room` are in millimetres, `size` is
/// millimetres to the em.
pub(super) fn chunks(
    engine: &TextEngine,
    shaped: &Shaped,
    style: &TextStyle,
    line: &BrokenLine,
    left: f32,
    room: f32,
    size: f32,
) -> Vec<Chunk> {
    let source = &shaped.lines[line.source];
    let indent = if source.indented { shaped.indent * size } else { 0.0 };
    let room = room - indent;
    let wide = line.width * size;
    let gaps =
        source.atoms[line.atoms.clone()].iter().filter(|a| a.kind == AtomKind::Space).count();
    let spread =
        style.align == Align::Justify && gaps > 0 && (line.squeezed || !line.last && wide < room);
    let stretch = if spread { (room - wide) / gaps as f32 } else { 0.0 };
    let free = if spread { 0.0 } else { room - wide };
    let share = match (style.align, source.rtl) {
        (Align::Centre, _) => 0.5,
        (Align::Right, _) | (Align::Start | Align::Justify, true) | (Align::End, false) => 1.0,
        (Align::Left, _) | (Align::Start | Align::Justify, false) | (Align::End, true) => 0.0,
    };
    // The indent is at the side where reading begins.
    let mut x = left + free * share + if source.rtl { 0.0 } else { indent };

    let mut pieces = pieces(engine, shaped, line, stretch, size);
    reorder(&mut pieces);
    let mut chunks: Vec<Chunk> = Vec::with_capacity(pieces.len() + 1);
    for (_, mut chunk) in pieces {
        chunk.x = x;
        x += chunk.width;
        chunks.push(chunk);
    }
    if line.first && source.bullet {
        // The bullet stands at the outer edge of the indent.
        let x = if source.rtl {
            left + free * share + wide + indent * 0.6
        } else {
            left + free * share
        };
        let bullet = Chunk {
            x,
            width: 0.0,
            what: ChunkContent::Bullet,
            inline_style: None,
            face: shaped.face,
            rtl: false,
        };
        chunks.insert(0, bullet);
    }
    chunks
}

/// What is drawn of a line, in the order it is read, each with its level of direction and not yet
/// placed. Each space grows by `stretch`.
fn pieces(
    engine: &TextEngine,
    shaped: &Shaped,
    line: &BrokenLine,
    stretch: f32,
    size: f32,
) -> Vec<(u8, Chunk)> {
    let source = &shaped.lines[line.source];
    let mut pieces: Vec<(u8, Chunk)> = Vec::new();
    let mut previous: Option<usize> = None;
    for at in line.atoms.clone() {
        let atom = &source.atoms[at];
        let run = source.runs[atom.run];
        let spacing = shaped.inline_styles[atom.inline_style].spacing;
        let text = &source.text[atom.start..atom.end];
        let mut width = atom.width * size;
        if atom.kind == AtomKind::Space {
            width += stretch;
        }
        if at + 1 == line.atoms.end {
            width -= atom.tail * size;
        }
        let joins = previous.is_some_and(|p| {
            let before = &source.atoms[p];
            before.run == atom.run
                && before.inline_style == atom.inline_style
                && before.end == atom.start
                && spacing == 0.0
                && !matches!(before.kind, AtomKind::Icon(_))
                && !(stretch != 0.0
                    && before.kind == AtomKind::Space
                    && atom.kind != AtomKind::Space)
        });
        previous = Some(at);
        if let Some((_, Chunk { width: whole, what: ChunkContent::Text(words), .. })) =
            pieces.last_mut()
            && joins
            && !matches!(atom.kind, AtomKind::Icon(_))
        {
            *whole += width;
            words.push_str(text);
            continue;
        }
        let what = match atom.kind {
            AtomKind::Icon(number) => {
                ChunkContent::Icon(source.icons.get(number).cloned().unwrap_or_default())
            }
            AtomKind::Glyphs | AtomKind::Space => ChunkContent::Text(text.to_owned()),
        };
        let chunk = Chunk {
            x: 0.0,
            width,
            what,
            inline_style: Some(atom.inline_style),
            face: run.face,
            rtl: run.level % 2 == 1,
        };
        pieces.push((run.level, chunk));
    }
    if line.hyphen
        && let Some((level, last)) = pieces.last()
    {
        let resolved = last.inline_style.map_or(1.0, |inline| shaped.inline_styles[inline].scale);
        let width = engine.fonts.face(last.face).hyphen * resolved * size;
        let hyphen = Chunk {
            x: 0.0,
            width,
            what: ChunkContent::Hyphen,
            inline_style: last.inline_style,
            face: last.face,
            rtl: last.rtl,
        };
        let level = *level;
        pieces.push((level, hyphen));
    }
    pieces
}

/// Rule L2 of the Unicode bidirectional algorithm: from the highest level down to the lowest odd
/// one, turn every row of that level or higher.
pub(super) fn reorder<T>(pieces: &mut [(u8, T)]) {
    let highest = pieces.iter().map(|(level, _)| *level).max().unwrap_or(0);
    let Some(lowest) = pieces.iter().map(|(level, _)| *level).filter(|l| l % 2 == 1).min() else {
        return;
    };
    for level in (lowest..=highest).rev() {
        let mut at = 0;
        while at < pieces.len() {
            let row = pieces[at..].iter().take_while(|(l, _)| *l >= level).count();
            pieces[at..at + row].reverse();
            at += row.max(1);
        }
    }
}
