//! The words of a text become runs of glyphs, each at its place.

use std::ops::Range;

use parlance::FontVariation;
use usvg::fontdb;

use super::read::{Decoration, Leaf, Reading};
use super::style::{Anchor, BaselineShift, Style};
use super::typecase::Typecase;
use super::unset::Unset;
use crate::text::{Face, FontBook, GlyphCluster, GlyphLine, Shift, Stretch, glyph_line};

/// Glyphs of one face that stand on one baseline.
#[derive(Clone, Debug)]
pub(in crate::draw) struct Run {
    /// The face in the database.
    pub(in crate::draw) font: fontdb::ID,
    /// Where it stands on its axes, if it is variable.
    pub(in crate::draw) variations: Vec<FontVariation>,
    /// The size of an em, in units of the text.
    pub(in crate::draw) size: f32,
    /// Where the first glyph stands.
    pub(in crate::draw) at: (f32, f32),
    /// From left to right.
    pub(in crate::draw) glyphs: Vec<RunGlyph>,
    /// What they stand for, in the same order.
    pub(in crate::draw) text: String,
    /// The number of the text that it is a part of.
    pub(in crate::draw) of_text: usize,
    /// How far it goes.
    width: f32,
    /// The face in the book of faces.
    pub(super) face: usize,
}

impl Run {
    /// From its first glyph to its end, as high as its face: left, top, width and height.
    pub(in crate::draw) fn room(&self, book: &FontBook) -> [f32; 4] {
        let face = book.face(self.face);
        let ascent = face.ascent() * self.size;
        let descent = face.descent() * self.size;
        let height = (ascent + descent).max(self.size / 100.0);
        [self.at.0, self.at.1 - ascent, self.width.max(self.size / 100.0), height]
    }
}

/// A glyph of a run.
#[derive(Clone, Debug)]
pub(in crate::draw) struct RunGlyph {
    /// Its number in the face.
    pub(in crate::draw) id: u32,
    /// Its place from that of the run; down is more.
    pub(in crate::draw) at: (f32, f32),
    /// Its characters in the text of the run.
    pub(in crate::draw) text: Range<usize>,
}

/// A thing to be drawn.
#[derive(Clone, Debug)]
pub(super) enum Ink {
    Run(Run),
    /// A line along words: left, top, width and height.
    Bar([f32; 4]),
}

/// Characters that are put somewhere together.
#[derive(Default)]
struct Chunk {
    x: Option<f32>,
    y: Option<f32>,
    text: String,
    /// The leaf and the byte after its last character here.
    stretches: Vec<(usize, usize)>,
    shifts: Vec<Shift>,
}

/// What is drawn for each leaf, in order.
pub(super) fn place(
    reading: &Reading<'_>,
    typecase: &mut Typecase<'_>,
) -> Result<Vec<Vec<Ink>>, Unset> {
    let letterings = reading
        .leaves
        .iter()
        .map(
            |leaf| {
                if leaf.is_drawn() { typecase.lettering(&leaf.style).map(Some) } else { Ok(None) }
            },
        )
        .collect::<Result<Vec<_>, Unset>>()?;
    let mut ink: Vec<Vec<Ink>> = reading.leaves.iter().map(|_| Vec::new()).collect();
    let mut pen = (0.0, 0.0);
    for chunk in chunks(reading) {
        // The shaper counts styles in sixteen bits.
        if u16::try_from(chunk.stretches.len()).is_err() {
            return Err(Unset);
        }
        let mut stretches = Vec::with_capacity(chunk.stretches.len());
        for (leaf, end) in &chunk.stretches {
            let Some(lettering) = letterings[*leaf].as_ref() else { return Err(Unset) };
            stretches.push(Stretch { end: *end, lettering });
        }
        let Some(&(first, _)) = chunk.stretches.first() else { continue };
        let style = &reading.leaves[first].style;
        let line = glyph_line(typecase.book, &chunk.text, &stretches, &chunk.shifts, style.rtl);
        for c in &line.missing {
            // In the words of usvg, so that the report is the same.
            log::warn!("No fonts with a {c}/U+{:X} character were found.", u32::from(*c));
        }
        let share = match (style.anchor, style.rtl) {
            (Anchor::Start, false) | (Anchor::End, true) => 0.0,
            (Anchor::Middle, _) => 0.5,
            (Anchor::End, false) | (Anchor::Start, true) => 1.0,
        };
        let place = (chunk.x.unwrap_or(pen.0), chunk.y.unwrap_or(pen.1));
        let origin = (place.0 - line.width * share, place.1);
        let runs = runs(&line, &chunk.text, &stretches, origin, typecase);
        for ((leaf, _), mut runs) in chunk.stretches.iter().zip(runs) {
            ink[*leaf].extend(drawn(&reading.leaves[*leaf], &mut runs, typecase)?);
        }
        // A line from right to left goes on at its left end.
        let end = if style.rtl { 0.0 } else { line.end.0 };
        pen = (origin.0 + end, origin.1 + line.end.1);
    }
    Ok(ink)
}

fn chunks(reading: &Reading<'_>) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut spots = reading.spots.iter();
    for (number, leaf) in reading.leaves.iter().enumerate() {
        for c in leaf.text.chars() {
            let spot = spots.next().copied().unwrap_or_default();
            if leaf.hidden {
                continue;
            }
            if spot.x.is_some() || spot.y.is_some() || chunks.is_empty() {
                chunks.push(Chunk { x: spot.x, y: spot.y, ..Chunk::default() });
            }
            let Some(chunk) = chunks.last_mut() else { continue };
            if spot.dx != 0.0 || spot.dy != 0.0 {
                chunk.shifts.push(Shift { at: chunk.text.len(), by: (spot.dx, spot.dy) });
            }
            chunk.text.push(c);
            let end = chunk.text.len();
            match chunk.stretches.last_mut() {
                Some((leaf, last)) if *leaf == number => *last = end,
                _ => chunk.stretches.push((number, end)),
            }
        }
    }
    chunks
}

impl Leaf<'_> {
    fn is_drawn(&self) -> bool {
        !self.hidden && !self.text.is_empty()
    }
}

/// The runs of a line, for each of its stretches.
fn runs(
    line: &GlyphLine,
    text: &str,
    stretches: &[Stretch<'_>],
    origin: (f32, f32),
    typecase: &Typecase<'_>,
) -> Vec<Vec<Run>> {
    let mut runs: Vec<Vec<Run>> = stretches.iter().map(|_| Vec::new()).collect();
    let mut before: Option<&GlyphCluster> = None;
    let mut start = (0.0, 0.0);
    for cluster in &line.clusters {
        let Some(lettering) = stretches.get(cluster.stretch).map(|s| s.lettering) else { continue };
        let of_stretch = &mut runs[cluster.stretch];
        let goes_on = before.is_some_and(|before| {
            before.stretch == cluster.stretch && (before.at.1 - cluster.at.1).abs() < 1e-6
        });
        before = Some(cluster);
        if !goes_on {
            start = cluster.at;
            of_stretch.push(Run {
                font: typecase.book.face(lettering.face).id,
                variations: lettering.variations.clone(),
                size: lettering.size,
                at: (origin.0 + start.0, origin.1 + start.1),
                glyphs: Vec::new(),
                text: String::new(),
                of_text: 0,
                width: 0.0,
                face: lettering.face,
            });
        }
        let Some(run) = of_stretch.last_mut() else { continue };
        let from = run.text.len();
        run.text.push_str(&text[cluster.text.clone()]);
        let range = from..run.text.len();
        run.glyphs.extend(line.glyphs[cluster.glyphs.clone()].iter().map(|glyph| {
            let at = (glyph.at.0 - start.0, glyph.at.1 - start.1);
            RunGlyph { id: glyph.id, at, text: range.clone() }
        }));
        run.width = cluster.at.0 + cluster.advance - start.0;
    }
    runs
}

/// What is drawn of the runs of a leaf, on its baseline and with the lines that go along.
fn drawn(leaf: &Leaf<'_>, runs: &mut Vec<Run>, typecase: &Typecase<'_>) -> Result<Vec<Ink>, Unset> {
    let Some((face, size)) = runs.first().map(|run| (run.face, run.size)) else {
        return Ok(Vec::new());
    };
    let face = typecase.book.face(face);
    let rise = rise(&leaf.style, face, size)?;
    for run in &mut *runs {
        run.at.1 += rise;
    }
    let mut below = Vec::new();
    let mut above = Vec::new();
    for decoration in &leaf.decorations {
        let (offset, thick) = bar(*decoration, face, size)?;
        let list = if *decoration == Decoration::Through { &mut above } else { &mut below };
        list.extend(
            runs.iter()
                .map(|run| Ink::Bar([run.at.0, run.at.1 + offset - thick / 2.0, run.width, thick])),
        );
    }
    Ok(below.into_iter().chain(runs.drain(..).map(Ink::Run)).chain(above).collect())
}

/// How far below the baseline of the text a style stands.
fn rise(style: &Style<'_>, face: &Face, size: f32) -> Result<f32, Unset> {
    if style.shifts.is_empty() && style.baseline().is_empty() {
        return Ok(0.0);
    }
    let parsed = face.parsed().ok_or(Unset)?;
    let em = f32::from(parsed.units_per_em());
    let units = |value: i16| f32::from(value) / em * size;
    let up: f32 = style
        .shifts
        .iter()
        .map(|shift| match shift {
            BaselineShift::Sub => {
                -parsed.subscript_metrics().map_or(0.2 * size, |m| units(m.y_offset))
            }
            BaselineShift::Super => {
                parsed.superscript_metrics().map_or(0.4 * size, |m| units(m.y_offset))
            }
            BaselineShift::By(by) => *by,
        })
        .sum();
    let ascent = units(parsed.ascender());
    let descent = units(parsed.descender());
    // As browsers and usvg do it, without the tables of baselines that few fonts have.
    let down = match style.baseline() {
        "before-edge" | "text-before-edge" | "text-top" => ascent,
        "middle" => match parsed.x_height().filter(|x| *x > 0) {
            Some(x) => units(x) / 2.0,
            None => (ascent - descent) * 0.45 / 2.0,
        },
        "central" => ascent - (ascent - descent) / 2.0,
        "after-edge" | "text-after-edge" | "ideographic" | "text-bottom" => descent,
        "hanging" => ascent * 0.8,
        "mathematical" => ascent * 0.5,
        _ => 0.0,
    };
    Ok(down - up)
}

/// Where the middle of a line along words lies below their baseline, and how thick it is.
fn bar(decoration: Decoration, face: &Face, size: f32) -> Result<(f32, f32), Unset> {
    let parsed = face.parsed().ok_or(Unset)?;
    let em = f32::from(parsed.units_per_em());
    let units = |value: i16| f32::from(value) / em * size;
    let under = parsed.underline_metrics();
    let thick = under.filter(|m| m.thickness > 0).map_or(size / 12.0, |m| units(m.thickness));
    let at = match decoration {
        Decoration::Over => -units(parsed.ascender()),
        Decoration::Under => under.map_or(size / 9.0, |m| -units(m.position)),
        Decoration::Through => match (parsed.strikeout_metrics(), parsed.x_height()) {
            (Some(m), _) => -units(m.position),
            (None, Some(x)) => -units(x) / 2.0,
            (None, None) => -units(parsed.ascender() - parsed.descender()) * 0.225,
        },
    };
    Ok((at, thick))
}
