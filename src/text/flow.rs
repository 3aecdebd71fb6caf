//! Running text: the paragraphs of a book.
//!
//! In: pieces of text with looks, a complete style, and a width in millimetres, narrower for the
//! first lines where something stands beside them. Out: a [`LaidText`] whose lines were chosen for
//! the paragraph as a whole, so that no line is loose only because the one before it was greedy (D.
//! Knuth and M. Plass, *Breaking Paragraphs into Lines*,
//! 1981). Marks of links and notes are handed through as tags.
//!
//! It refuses to know: Markdown, pages, what a tag means.

use std::sync::Arc;

use super::fault::TextFault;
use super::layout::{Chunk, Line, chunks, icon_reach};
use super::rich::{ICON, Look, Rich, RichLine};
use super::shape::{Break, Kind, Shaped, ShapedLine, ems, shape};
use super::typography::Typesetter;
use super::{LaidLine, LaidText, TextEngine, svg};
use crate::game::text::{Align, TextStyle};
use crate::units::Length;

/// How characters look, beside the style of their paragraph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own that a writer sets")]
pub struct InlineLook {
    /// Strong.
    pub bold: bool,
    /// Emphasis.
    pub italic: bool,
    /// Struck through.
    pub strike: bool,
    /// A note's mark: smaller, above the line.
    pub raised: bool,
    /// Another family.
    pub family: Option<String>,
    /// Another colour.
    pub colour: Option<String>,
    /// What the caller knows it by; 0 for nothing.
    pub tag: u32,
}

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Inline {
    /// Characters; quotes and dashes become printed ones.
    Text(String, InlineLook),
    /// Characters that are printed as they are.
    Literal(String, InlineLook),
    /// An icon by its name.
    Icon(String, InlineLook),
    /// The line ends here.
    Break,
}

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

/// What a note's mark is scaled by, and how far it stands above the line, in thousandths of the
/// size.
const RAISED: (u16, u16) = (660, 330);
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
    let rich = rich(request.inlines, style);
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
            let (from, to) = chunks
                .first()
                .zip(chunks.last())
                .map_or((left, left), |(a, b)| (a.x, b.x + b.width));
            let baseline = leading * lines.len() as f32;
            lines.push(LaidLine {
                baseline,
                left: from,
                width: to - from,
                text: text_of(shaped_line, line),
                chunks,
            });
        }
    }
    if !faults.is_empty() {
        faults.dedup();
        return Err(faults);
    }
    let widest = lines.iter().fold(0.0_f32, |w, l| w.max(l.left + l.width));
    let height = leading * lines.len() as f32;
    let (icon_above, _) = icon_reach(engine, &shaped, style, 1.0);
    let Shaped { dresses, face, bullet, warnings, .. } = shaped;
    Ok(LaidText {
        size: style.size,
        lines,
        width: widest,
        height,
        warnings,
        style: Arc::clone(style),
        dresses,
        face,
        bullet,
        icon_above,
        outer: (f64::from(request.width), f64::from(height)),
        turned: false,
    })
}

impl TextEngine {
    /// Whether the face of a style has such digits.
    pub fn has_figures(&self, style: &TextStyle, figures: super::Figures) -> bool {
        let found = self.fonts.find(&style.family, style.weight, style.italic);
        found.is_some_and(|found| self.fonts.with_figures(found.face, figures).is_ok())
    }

    /// Whether the project has a family.
    pub fn has_family(&self, family: &str) -> bool {
        self.fonts.find(family, 400, false).is_some()
    }
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
    svg::write_lines(engine, laid, lines, x, y - offset)
}

/// Draws an icon with its top left corner at a place, in a height, in millimetres; returns it with
/// its width.
pub fn icon_svg(
    engine: &TextEngine,
    name: &str,
    at: (f32, f32),
    height: f32,
    colour: &str,
) -> Result<(String, f32), TextFault> {
    svg::icon(engine, name, at, height, colour)
}

impl LaidText {
    /// The stretches of a line that carry a tag: the tag, and from where to where in millimetres
    /// from the left.
    pub fn tags(&self, line: usize) -> Vec<(u32, f32, f32)> {
        let mut found: Vec<(u32, f32, f32)> = Vec::new();
        for chunk in self.lines.get(line).iter().flat_map(|line| &line.chunks) {
            let tag = chunk.look.map_or(0, |look| self.dresses[look].tag);
            if tag == 0 {
                continue;
            }
            let (from, to) = (chunk.x, chunk.x + chunk.width);
            match found.last_mut() {
                Some((last, _, end)) if *last == tag => *end = to,
                _ => found.push((tag, from, to)),
            }
        }
        found
    }

    /// The style it was laid out in.
    pub fn style(&self) -> &TextStyle {
        &self.style
    }
}

fn text_of(source: &ShapedLine, line: &Line) -> String {
    let atoms = &source.atoms[line.atoms.clone()];
    let text = atoms.first().zip(atoms.last()).map_or("", |(a, b)| &source.text[a.start..b.end]);
    let mut text = text.replace(ICON, "");
    if line.hyphen {
        text.push('\u{ad}');
    }
    text
}

/// Pieces as lines of characters with looks.
fn rich(inlines: &[Inline], style: &TextStyle) -> Rich {
    let mut typesetter = Typesetter::new(style.quotes, &style.lang);
    let mut rich = Rich::default();
    let mut line = RichLine::default();
    for (at, inline) in inlines.iter().enumerate() {
        match inline {
            Inline::Break => rich.lines.push(std::mem::take(&mut line)),
            Inline::Text(text, look) => {
                // What follows in the next pieces decides about quotes, so the typesetter sees it
                // too.
                let mut ahead = text.clone();
                for next in &inlines[at + 1..] {
                    match next {
                        Inline::Text(text, _) | Inline::Literal(text, _) => ahead.push_str(text),
                        Inline::Icon(..) => ahead.push('x'),
                        Inline::Break => break,
                    }
                    if ahead.len() > text.len() + 200 {
                        break;
                    }
                }
                let number = look_number(&mut rich, look);
                let mut from = 0;
                while from < text.len() {
                    let Some(c) = text[from..].chars().next() else { break };
                    let start = line.text.len();
                    match c {
                        '\u{ad}' => line.hints.push((start, super::rich::Hint::Hyphen)),
                        '\u{200b}' => line.hints.push((start, super::rich::Hint::Break)),
                        '\u{2060}' | '\u{feff}' => {
                            line.hints.push((start, super::rich::Hint::Keep))
                        }
                        '\u{2011}' => {
                            line.hints.push((start, super::rich::Hint::Keep));
                            typesetter.literal('-', &mut line.text);
                            line.hints.push((line.text.len(), super::rich::Hint::Keep));
                        }
                        c if c.is_control() => {}
                        _ => {
                            let taken = typesetter.set(&ahead[from..], &mut line.text);
                            let bytes: usize =
                                text[from..].chars().take(taken).map(char::len_utf8).sum();
                            from += bytes.saturating_sub(c.len_utf8());
                        }
                    }
                    from += c.len_utf8();
                    looked(&mut line, start, number);
                }
            }
            Inline::Literal(text, look) => {
                let number = look_number(&mut rich, look);
                let start = line.text.len();
                for c in text.chars().filter(|c| !c.is_control()) {
                    typesetter.literal(c, &mut line.text);
                }
                looked(&mut line, start, number);
            }
            Inline::Icon(name, look) => {
                let number = look_number(&mut rich, look);
                let start = line.text.len();
                line.icons.push((start, name.clone()));
                line.text.push(ICON);
                typesetter.thing(&line.text);
                looked(&mut line, start, number);
            }
        }
    }
    rich.lines.push(line);
    rich
}

fn looked(line: &mut RichLine, start: usize, look: usize) {
    let end = line.text.len();
    if start == end {
        return;
    }
    match line.looks.last_mut() {
        Some((range, last)) if *last == look && range.end == start => range.end = end,
        _ => line.looks.push((start..end, look)),
    }
}

fn look_number(rich: &mut Rich, inline: &InlineLook) -> usize {
    let look = Look {
        bold: inline.bold,
        italic: inline.italic,
        strike: inline.strike,
        colour: inline.colour.clone(),
        family: inline.family.clone(),
        scale: if inline.raised { RAISED.0 } else { 0 },
        raise: if inline.raised { RAISED.1 } else { 0 },
        tag: inline.tag,
        ..Look::default()
    };
    let known = rich.looks.iter().position(|l| *l == look);
    known.unwrap_or_else(|| {
        rich.looks.push(look);
        rich.looks.len() - 1
    })
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
) -> Vec<Line> {
    let count = line.atoms.len();
    if count == 0 {
        return vec![Line {
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
        let (start, stop) =
            (skip_spaces(line, places[way.from.0].at), before_spaces(line, places[state.0].at));
        lines.push(Line {
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
    while at > 0 && line.atoms.get(at).is_some_and(|a| a.kind == Kind::Space) {
        at += 1;
    }
    at
}

fn before_spaces(line: &ShapedLine, mut at: usize) -> usize {
    while at > 0 && line.atoms[at - 1].kind == Kind::Space {
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
    let (start, stop) = (skip_spaces(line, from.at), before_spaces(line, to.at));
    let mut candidate = Candidate { wide: 0.0, gaps: 0.0 };
    for atom in line.atoms.get(start..stop).unwrap_or_default() {
        candidate.wide += atom.width;
        if atom.kind == Kind::Space {
            candidate.gaps += atom.width;
        }
    }
    if let Some(last) = stop.checked_sub(1).and_then(|at| line.atoms.get(at)) {
        candidate.wide -= last.tail;
        if to.hyphen {
            candidate.wide += engine.fonts.face(line.runs[last.run].face).hyphen
                * shaped.dresses[last.look].scale;
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

/// Where a chunk stands, for links.
impl Chunk {
    /// Its right edge in millimetres from the left of the box.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }
}

/// A size in points as a length.
pub fn points(size: f64) -> Length {
    Length::round_emu(size * 12_700.0)
}
