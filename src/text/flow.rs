//! Running text: the paragraphs of a book.
//!
//! In: pieces of text with styles, a complete style, and a width in millimetres, narrower for the
//! first lines where something stands beside them. Out: a [`LaidText`] whose lines were chosen for
//! the paragraph as a whole, so that no line is loose only because the one before it was greedy (D.
//! Knuth and M. Plass, *Breaking Paragraphs into Lines*,
//! 1981). Marks of links and notes are handed through as tags.
//!
//! It refuses to know: Markdown, pages, what a tag means.

use std::sync::Arc;

use super::engine::TextEngine;
use super::fault::TextFault;
use super::inline::{Inline, to_rich};
use super::laid::{LaidLine, LaidText};
use super::layout::{BrokenLine, chunks, icon_reach};
use super::rich::ICON;
use super::shape::{AtomKind, Break, Shaped, ShapedLine, ems, shape};
use crate::game::text::{Align, TextStyle};
use crate::units::Length;

/// Lines beside something that stands at their left or right.
#[derive(Clone, Copy, Debug)]
pub struct NarrowLines {
    /// How many, from the first one.
    pub count: usize,
    /// Where they begin, in millimetres.
    pub left: f32,
    /// How wide they are.
    pub width: f32,
}

/// A paragraph to be laid out.
#[derive(Clone, Debug)]
pub struct FlowRequest<'a> {
    /// Its pieces.
    pub inlines: &'a [Inline],
    /// How it looks.
    pub style: &'a Arc<TextStyle>,
    /// The width of its lines, in millimetres.
    pub width: f32,
    /// The first lines, if they are narrower.
    pub narrow: Option<NarrowLines>,
}

/// A space may grow by half of itself before a line counts as loose, and shrink by a fifth at most.
const GROWS: f32 = 0.5;
const SHRINKS: f32 = 0.2;
/// The price of a hyphen, as in the paper; twice as high where lines are ragged and nothing is
/// gained by it.
const HYPHEN: f64 = 50.0;
/// The price of two hyphens one below the other, and of the last but one line ending in one.
const LADDER: f64 = 6000.0;
/// The price of a last line of a few letters.
const STUB: f64 = 4000.0;
/// A line that cannot be avoided and sticks out.
const OUT: f64 = 1e10;

/// Lays a paragraph out. Lines are `leading` apart, the baseline of the first at 0.
pub fn flow(engine: &TextEngine, request: &FlowRequest<'_>) -> Result<LaidText, Vec<TextFault>> {
    let style = request.style;
    let rich = to_rich(request.inlines, style);
    let shaped = shape(engine, &rich, style)?;
    let mm = style.size.to_mm() as f32;
    let leading = leading(style);
    let narrow =
        request.narrow.unwrap_or(NarrowLines { count: 0, left: 0.0, width: request.width });
    let mut lines: Vec<LaidLine> = Vec::new();
    let mut faults = Vec::new();
    for (source, shaped_line) in shaped.lines.iter().enumerate() {
        let before = lines.len();
        let widths = Widths {
            narrow: narrow.count.saturating_sub(before),
            first: narrow.width / mm,
            rest: request.width / mm,
        };
        let broken = break_well(engine, &shaped, source, shaped_line, style, &widths);
        for (number, line) in broken.iter().enumerate() {
            let is_narrow = before + number < narrow.count;
            let (left, room) =
                if is_narrow { (narrow.left, narrow.width) } else { (0.0, request.width) };
            let over = line.width * mm - room;
            // A squeezed line is wider before its spaces shrink.
            if over > 0.02 && !line.squeezed {
                let text = text_of(shaped_line, line);
                faults.push(TextFault::WordTooWide {
                    word: text,
                    mm: f64::from(over),
                    size: style.size,
                });
            }
            let chunks = chunks(engine, &shaped, style, line, left, room, mm);
            let baseline = leading * lines.len() as f32;
            lines.push(LaidLine::new(baseline, left, text_of(shaped_line, line), chunks));
        }
    }
    if !faults.is_empty() {
        faults.dedup();
        return Err(faults);
    }
    let widest = lines.iter().fold(0.0_f32, |w, l| w.max(l.left + l.width));
    let height = leading * lines.len() as f32;
    let (icon_above, _) = icon_reach(engine, &shaped, style, 1.0);
    let Shaped { inline_styles, face, bullet, warnings, .. } = shaped;
    Ok(LaidText {
        size: style.size,
        lines,
        width: widest,
        height,
        warnings,
        style: Arc::clone(style),
        inline_styles,
        face,
        bullet,
        icon_above,
        outer: (f64::from(request.width), f64::from(height)),
        turned: false,
    })
}

/// From baseline to baseline, in millimetres.
pub fn leading(style: &TextStyle) -> f32 {
    ems(style.leading, style, 1.0) * style.size.to_mm() as f32
}

/// How high the capitals of a style are, in millimetres; of the shipped face if its family is
/// missing.
pub fn cap_height(engine: &TextEngine, style: &TextStyle) -> f32 {
    let mm = style.size.to_mm() as f32;
    engine
        .fonts
        .find(&style.family, style.weight, style.italic)
        .map_or(0.65, |found| engine.fonts.face(found.face).cap_height)
        * mm
}

fn text_of(source: &ShapedLine, line: &BrokenLine) -> String {
    let atoms = &source.atoms[line.atoms.clone()];
    let text = atoms.first().zip(atoms.last()).map_or("", |(a, b)| &source.text[a.start..b.end]);
    let mut text = text.replace(ICON, "");
    if line.hyphen {
        text.push('\u{ad}');
    }
    text
}

/// The widths of the lines, in ems.
struct Widths {
    narrow: usize,
    first: f32,
    rest: f32,
}

impl Widths {
    fn of(&self, line: usize) -> f32 {
        if line < self.narrow { self.first } else { self.rest }
    }
}

/// A place where a line may end.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The piece that would begin the next line.
    at: usize,
    hyphen: bool,
}

/// The cheapest way to a place.
#[derive(Clone, Copy, Debug)]
struct Way {
    cost: f64,
    from: (usize, usize),
    wide: f32,
    squeezed: bool,
}

/// A line as it would be between two places.
struct Candidate {
    wide: f32,
    gaps: f32,
}

/// Breaks one line of characters so that the sum of what is ugly is least.
fn break_well(
    engine: &TextEngine,
    shaped: &Shaped,
    source: usize,
    line: &ShapedLine,
    style: &TextStyle,
    widths: &Widths,
) -> Vec<BrokenLine> {
    let count = line.atoms.len();
    if count == 0 {
        return vec![BrokenLine {
            source,
            atoms: 0..0,
            hyphen: false,
            first: true,
            last: true,
            squeezed: false,
            width: 0.0,
            baseline: 0.0,
            bottom: 0.0,
        }];
    }
    let places = places(line);
    let end = places.len() - 1;
    // Lines after the narrow ones are all alike, so their number need not be told apart.
    let classes = widths.narrow + 1;
    let mut ways: Vec<Option<Way>> = vec![None; places.len() * classes];
    let index = |place: usize, class: usize| place * classes + class;
    ways[index(0, 0)] = Some(Way { cost: 0.0, from: (0, 0), wide: 0.0, squeezed: false });
    let justified = style.align == Align::Justify;
    for from in 0..end {
        for class in 0..classes {
            let Some(way) = ways[index(from, class)] else { continue };
            let room = widths.of(class);
            let next_class = (class + 1).min(classes - 1);
            for (to, place) in places.iter().enumerate().skip(from + 1) {
                let candidate = measure(engine, shaped, line, &places[from], place);
                let last = to == end;
                let (price, squeezed, out) = price(&candidate, room, last, justified);
                // The next places are only further away; one that sticks out is needed if there is
                // no other.
                if out && to > from + 1 {
                    break;
                }
                let mut cost = price;
                if place.hyphen {
                    cost += if justified { HYPHEN } else { HYPHEN * 4.0 };
                }
                let mut cost = (1.0 + cost) * (1.0 + cost);
                if place.hyphen && places[from].hyphen {
                    cost += LADDER;
                }
                if last && places[from].hyphen {
                    cost += LADDER / 2.0;
                }
                if last && from > 0 && candidate.wide < 0.12 * room {
                    cost += STUB;
                }
                if out {
                    cost += OUT;
                }
                let cost = way.cost + cost;
                let slot = &mut ways[index(to, next_class)];
                if slot.is_none_or(|known| cost < known.cost) {
                    *slot = Some(Way { cost, from: (from, class), wide: candidate.wide, squeezed });
                }
                if out {
                    break;
                }
            }
        }
    }
    let best = (0..classes).filter(|c| ways[index(end, *c)].is_some()).min_by(|a, b| {
        let cost = |class: &usize| ways[index(end, *class)].map_or(f64::INFINITY, |way| way.cost);
        cost(a).total_cmp(&cost(b))
    });
    let mut lines = Vec::new();
    let mut state = (end, best.unwrap_or(0));
    while state.0 > 0 {
        let Some(way) = ways[index(state.0, state.1)] else { break };
        let start = skip_spaces(line, places[way.from.0].at);
        let stop = before_spaces(line, places[state.0].at);
        lines.push(BrokenLine {
            source,
            atoms: start..stop.max(start),
            hyphen: places[state.0].hyphen,
            first: way.from.0 == 0,
            last: state.0 == end,
            squeezed: way.squeezed,
            width: way.wide,
            baseline: 0.0,
            bottom: 0.0,
        });
        state = way.from;
    }
    lines.reverse();
    lines
}

fn places(line: &ShapedLine) -> Vec<Place> {
    let mut places = vec![Place { at: 0, hyphen: false }];
    for (at, atom) in line.atoms.iter().enumerate().skip(1) {
        match atom.before {
            Break::Free => places.push(Place { at, hyphen: false }),
            Break::Hyphen => places.push(Place { at, hyphen: true }),
            Break::No => {}
        }
    }
    places.push(Place { at: line.atoms.len(), hyphen: false });
    places
}

fn skip_spaces(line: &ShapedLine, mut at: usize) -> usize {
    while at > 0 && line.atoms.get(at).is_some_and(|a| a.kind == AtomKind::Space) {
        at += 1;
    }
    at
}

fn before_spaces(line: &ShapedLine, mut at: usize) -> usize {
    while at > 0 && line.atoms[at - 1].kind == AtomKind::Space {
        at -= 1;
    }
    at
}

fn measure(
    engine: &TextEngine,
    shaped: &Shaped,
    line: &ShapedLine,
    from: &Place,
    to: &Place,
) -> Candidate {
    let start = skip_spaces(line, from.at);
    let stop = before_spaces(line, to.at);
    let mut candidate = Candidate { wide: 0.0, gaps: 0.0 };
    for atom in line.atoms.get(start..stop).unwrap_or_default() {
        candidate.wide += atom.width;
        if atom.kind == AtomKind::Space {
            candidate.gaps += atom.width;
        }
    }
    if let Some(last) = stop.checked_sub(1).and_then(|at| line.atoms.get(at)) {
        candidate.wide -= last.tail;
        if to.hyphen {
            candidate.wide += engine.fonts.face(line.runs[last.run].face).hyphen
                * shaped.inline_styles[last.inline_style].scale;
        }
    }
    candidate
}

/// How bad a line is from 0 up, whether its spaces shrink, and whether it sticks out.
fn price(candidate: &Candidate, room: f32, last: bool, justified: bool) -> (f64, bool, bool) {
    const HAIR: f32 = 1e-4;
    let free = room - candidate.wide;
    if free < -HAIR {
        let shrink = candidate.gaps * SHRINKS;
        if !justified || -free > shrink {
            return (0.0, false, true);
        }
        return (100.0 * cube(-free / shrink), true, false);
    }
    if last {
        return (0.0, false, false);
    }
    let ratio =
        if justified { free / (candidate.gaps * GROWS).max(0.05) } else { free / (0.18 * room) };
    ((100.0 * cube(ratio)).min(1e5), false, false)
}

fn cube(ratio: f32) -> f64 {
    let ratio = f64::from(ratio);
    ratio * ratio * ratio
}

/// A size in points as a length.
pub fn points(size: f64) -> Length {
    Length::round_emu(size * 12_700.0)
}
