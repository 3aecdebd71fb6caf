//! Words are large enough to be read.

use super::check::{Check, InkedCard, Run};
use super::cut_shape::quoted;
use crate::diag::{Code, Diagnostic, codes};
use crate::draw::InkKind;
use crate::units::Length;

codes! {
    /// words too small to be read
    ///
    /// Words that are printed smaller than `min_text` of `[preflight]`, 5 pt if it says nothing,
    /// are an error; those smaller than `good_text`, 6 pt, a warning. What counts is the size of
    /// their letters on paper, after all transforms.
    ///
    /// Letters that small fill with ink, and tired eyes give up on them sooner.
    ///
    /// ```fails artist.svg
    /// <text x="9" y="60" font-size="1.5">All rights reserved</text>
    /// ```
    /// ```passes artist.svg
    /// <text x="9" y="60" font-size="2.2">All rights reserved</text>
    /// ```
    L006;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Ink(run) };

/// What is stated in points and drawn in pixels is not exact.
const ROUNDED: Length = Length::um(5);

fn run(face: &InkedCard<'_>) -> Vec<Diagnostic> {
    let preflight = &face.game.preflight;
    let mut faults: Vec<Diagnostic> = Vec::new();
    for ink in face.ink {
        let InkKind::Words(words, size) = &ink.kind else { continue };
        let (is_error, limit) = if *size + ROUNDED < preflight.min_text {
            (true, preflight.min_text)
        } else if *size + ROUNDED < preflight.good_text {
            (false, preflight.good_text)
        } else {
            continue;
        };
        // Other words of this size in the same template are the same mistake.
        let message = format!(
            "words are printed in {:.1} pt, smaller than {:.1} pt",
            size.to_pt(),
            limit.to_pt()
        );
        let fault = face
            .fault(Code::L006, is_error, &message)
            .at(&face.template())
            .hint(format!("{} are such words; print them larger, or say fewer", quoted(words)));
        if !faults.iter().any(|known| known.message == fault.message) {
            faults.push(fault);
        }
    }
    faults
}
