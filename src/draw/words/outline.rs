//! The outlines of a run, for pixels.

use ttf_parser::{Face, GlyphId, OutlineBuilder, Tag};

use super::place::Run;
use crate::text::FontBook;

/// Writes the outlines of a run as path data, in units of the text.
pub(super) fn outline(book: &FontBook, run: &Run, out: &mut String) {
    let Some(face) = face_of(book, run) else { return };
    let scale = run.size / f32::from(face.units_per_em());
    // An em has a million steps and more, whatever its size: strokes follow every kink.
    let mut digits = 0;
    let mut steps = run.size;
    while steps < 1_000_000.0 && digits < 8 {
        steps *= 10.0;
        digits += 1;
    }
    let mut pen = Pen { out, at: (0.0, 0.0), scale, digits };
    for glyph in &run.glyphs {
        pen.at = (run.at.0 + glyph.at.0, run.at.1 + glyph.at.1);
        draw(&face, glyph.id, &mut pen);
    }
}

/// Hands over the places that the outlines of a run go through, in units of the text. Those between
/// them may lie a hair beyond their hull, where a curve has no corner at its outermost place.
pub(in crate::draw) fn run_spots(book: &FontBook, run: &Run, each: impl FnMut(f32, f32)) {
    let Some(face) = face_of(book, run) else { return };
    let scale = run.size / f32::from(face.units_per_em());
    let mut walk = Walk { each, at: (0.0, 0.0), scale, last: (0.0, 0.0) };
    for glyph in &run.glyphs {
        walk.at = (run.at.0 + glyph.at.0, run.at.1 + glyph.at.1);
        draw(&face, glyph.id, &mut walk);
    }
}

/// The face of a run, with its axes set.
fn face_of<'b>(book: &'b FontBook, run: &Run) -> Option<Face<'b>> {
    let mut face = book.face(run.face).parsed()?;
    for place in &run.variations {
        face.set_variation(Tag::from_bytes(&place.tag.to_bytes()), place.value);
    }
    Some(face)
}

fn draw(face: &Face<'_>, glyph: u32, pen: &mut dyn OutlineBuilder) {
    if let Ok(id) = u16::try_from(glyph) {
        face.outline_glyph(GlyphId(id), pen);
    }
}

/// Writes numbers with so many digits after the point.
struct Pen<'a> {
    out: &'a mut String,
    at: (f32, f32),
    scale: f32,
    digits: usize,
}

impl Pen<'_> {
    fn points(&mut self, command: char, points: &[(f32, f32)]) {
        self.out.push(command);
        for (x, y) in points {
            // Y grows upwards in a font.
            self.number(self.at.0 + x * self.scale);
            self.number(self.at.1 - y * self.scale);
        }
    }

    /// A number with a space or a minus before it. Formatting floats would take most of the time.
    fn number(&mut self, value: f32) {
        let factor = 10_u64.pow(self.digits as u32);
        let steps = (f64::from(value) * factor as f64).round();
        let magnitude = steps.abs() as u64;
        self.out.push(if steps < 0.0 { '-' } else { ' ' });
        let mut buffer = [b'0'; 24];
        let mut at = buffer.len();
        let mut rest = magnitude / factor;
        let mut fraction = magnitude % factor;
        if fraction != 0 {
            for _ in 0..self.digits {
                at -= 1;
                buffer[at] = b'0' + (fraction % 10) as u8;
                fraction /= 10;
            }
            at -= 1;
            buffer[at] = b'.';
        }
        loop {
            at -= 1;
            buffer[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 || at == 0 {
                break;
            }
        }
        self.out.push_str(std::str::from_utf8(&buffer[at..]).unwrap_or("0"));
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.points('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.points('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.points('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.points('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.out.push('Z');
    }
}

/// Hands over the places that it goes through.
struct Walk<F> {
    each: F,
    at: (f32, f32),
    scale: f32,
    last: (f32, f32),
}

impl<F: FnMut(f32, f32)> Walk<F> {
    fn place(&mut self, x: f32, y: f32) {
        // Y grows upwards in a font.
        (self.each)(self.at.0 + x * self.scale, self.at.1 - y * self.scale);
    }
}

impl<F: FnMut(f32, f32)> OutlineBuilder for Walk<F> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.line_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.place(x, y);
        self.last = (x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (x0, y0) = self.last;
        for share in [0.25, 0.5, 0.75] {
            let rest = 1.0 - share;
            let at = |p: f32, a: f32, q: f32| {
                rest * rest * p + 2.0 * rest * share * a + share * share * q
            };
            self.place(at(x0, x1, x), at(y0, y1, y));
        }
        self.line_to(x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (x0, y0) = self.last;
        for share in [0.25, 0.5, 0.75] {
            let rest: f32 = 1.0 - share;
            let at = |p: f32, a: f32, b: f32, q: f32| {
                rest * rest * rest * p
                    + 3.0 * rest * share * (rest * a + share * b)
                    + share * share * share * q
            };
            self.place(at(x0, x1, x2, x), at(y0, y1, y2, y));
        }
        self.line_to(x, y);
    }

    fn close(&mut self) {}
}
