//! Words stand out from what is behind them.

use std::fmt::Write;

use super::check::{Check, DrawnFaces, Run};
use super::colour;
use crate::diag::{Code, Diagnostic, codes};
use crate::job::{DrawnFace, LOOK, Pixels};

codes! {
    /// words hard to read on their ground
    ///
    /// Words with less contrast to what is really behind them than `contrast` of `[preflight]`, 3
    /// if it says nothing: the ratio of luminances as WCAG 2 defines it (relative luminance, and
    /// contrast ratio), measured on the pixels of the face at 96 dpi. What counts is the best
    /// contrast within two millimetres of each place, so that a letter with an outline is measured
    /// against its outline.
    ///
    /// Ink on paper is darker than a screen, a lamp is dimmer than the sun, and players are not
    /// always young.
    ///
    /// ```fails artist.svg
    /// <text x="31" y="60" text-anchor="middle" font-size="6" fill="#c2cdae">Faint</text>
    /// ```
    /// ```passes artist.svg
    /// <text x="31" y="60" text-anchor="middle" font-size="6" fill="#46502f">Clear</text>
    /// ```
    L005;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Pixels(run) };

/// The edge of a cell in pixels: 2 mm, about a word of small print.
const CELL: usize = 8;
/// How far what is behind a letter is looked for, in pixels: half a millimetre.
const AROUND: usize = 2;
/// How far around a cell words and their ground are looked for, in pixels: 2 mm, so that the shadow
/// of a letter is measured with the letter.
const WINDOW: usize = 8;
/// Fewer pixels of words in a cell are the edge of a letter.
const FEWEST: usize = 5;

fn run(drawn: &DrawnFaces<'_>) -> Vec<Diagnostic> {
    let mut reported: Vec<String> = Vec::new();
    let mut faults = Vec::new();
    for face in drawn.faces {
        let Some(worst) = worst(face, drawn.game.preflight.contrast) else { continue };
        let DrawnFace { artwork, .. } = face;
        let mm = |pixels: usize| {
            (pixels as f64 * 25.4 / f64::from(LOOK.get()) - artwork.bleed.to_mm()).max(0.0).round()
        };
        let mut place = String::new();
        let _ = write!(place, "{} mm from the left, {} mm from the top", mm(worst.x), mm(worst.y));
        let message = format!(
            "words {place} of the trim have a contrast of {:.1} to 1, less than {}",
            worst.ratio, drawn.game.preflight.contrast
        );
        // The same words in the same place of a hundred cards are one mistake.
        let kind = format!("{} {} {}", artwork.template, worst.x / CELL / 4, worst.y / CELL / 4);
        if !reported.contains(&kind) {
            reported.push(kind);
            faults.push(
                Diagnostic::warning(Code::L005, message)
                    .at(&artwork.card)
                    .card(artwork.name.as_str())
                    .hint("make the words darker or lighter, outline them, or calm the ground"),
            );
        }
    }
    faults
}

/// Where words are hardest to read.
struct Worst {
    x: usize,
    y: usize,
    ratio: f64,
}

/// The cell of a face where words stand out least, if that is less than asked for.
fn worst(face: &DrawnFace<'_>, asked: f64) -> Option<Worst> {
    let whole = &face.whole;
    let bare = face.wordless.as_ref().filter(|bare| bare.rows.len() == whole.rows.len())?;
    let words: Vec<bool> = whole.rows.iter().zip(&bare.rows).map(|(a, b)| differ(*a, *b)).collect();
    let near = widened(&words, whole.width);
    let mut worst: Option<Worst> = None;
    for y in (0..whole.height()).step_by(CELL) {
        for x in (0..whole.width).step_by(CELL) {
            let Some(ratio) = contrast(whole, &words, &near, (x, y)) else { continue };
            if ratio < asked && worst.as_ref().is_none_or(|worst| ratio < worst.ratio) {
                worst = Some(Worst { x: x + CELL / 2, y: y + CELL / 2, ratio });
            }
        }
    }
    worst
}

/// Whether two pixels are more different than by the rounding of another order of layers.
fn differ(a: [u8; 3], b: [u8; 3]) -> bool {
    const ROUNDING: u8 = 4;
    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > ROUNDING)
}

/// Where words are, and what lies around them: along rows, then along columns.
fn widened(words: &[bool], width: usize) -> Vec<bool> {
    let mut rows = vec![false; words.len()];
    for (at, _) in words.iter().enumerate().filter(|(_, is_word)| **is_word) {
        let row = at - at % width;
        let x = at % width;
        rows[row + x.saturating_sub(AROUND)..=row + (x + AROUND).min(width - 1)].fill(true);
    }
    let mut all = vec![false; words.len()];
    for (at, _) in rows.iter().enumerate().filter(|(_, is_near)| **is_near) {
        let first = at.saturating_sub(AROUND * width);
        let first = first + (at - first) % width;
        for near in (first..=at + AROUND * width).step_by(width) {
            if let Some(near) = all.get_mut(near) {
                *near = true;
            }
        }
    }
    all
}

/// The contrast of the words in a cell, if there are enough of them.
///
/// The lightest and the darkest colour that words have there and just around count, one of them
/// being what is behind; smoothed edges lie between the two and change nothing.
fn contrast(
    whole: &Pixels,
    words: &[bool],
    near: &[bool],
    (left, top): (usize, usize),
) -> Option<f64> {
    let width = whole.width;
    let pixels = |by: usize| {
        let rows = top.saturating_sub(by)..(top + CELL + by).min(whole.height());
        let columns = left.saturating_sub(by)..(left + CELL + by).min(width);
        rows.flat_map(move |y| columns.clone().map(move |x| y * width + x))
    };
    if pixels(0).filter(|at| words[*at]).count() < FEWEST {
        return None;
    }
    let mut darkest = f64::INFINITY;
    let mut lightest = f64::NEG_INFINITY;
    let mut has_ground = false;
    for at in pixels(WINDOW).filter(|at| near[*at]) {
        has_ground |= !words[at];
        let luminance = colour::luminance(colour::light(whole.rows[at]));
        darkest = darkest.min(luminance);
        lightest = lightest.max(luminance);
    }
    // Nothing is behind the inside of a large letter.
    (has_ground && darkest <= lightest).then(|| (lightest + 0.05) / (darkest + 0.05))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_words_lies_within_half_a_millimetre() {
        let width = 20;
        let mut words = vec![false; width * 20];
        words[10 * width + 9] = true;
        words[0] = true;
        let near = widened(&words, width);
        for (at, is_near) in near.iter().enumerate() {
            let x = at % width;
            let y = at / width;
            let within =
                |wx: usize, wy: usize| x.abs_diff(wx) <= AROUND && y.abs_diff(wy) <= AROUND;
            assert_eq!(*is_near, within(9, 10) || within(0, 0), "{x} {y}");
        }
    }
}
