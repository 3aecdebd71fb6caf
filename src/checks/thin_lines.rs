//! Lines are thick enough to be printed.

use super::check::{Check, InkedCard, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::draw::InkKind;

codes! {
    /// line too thin to be printed
    ///
    /// A stroke that is thinner on paper than `min_line` of `[preflight]`, 0.1 mm if it says
    /// nothing, after all transforms; or a filled shape longer than 1 mm that is as thin. The
    /// outlines of letters do not count, nor does a stroke around a shape of its own colour.
    ///
    /// Printers break such a line into dots or leave it out.
    ///
    /// ```fails artist.svg
    /// <path d="M9 60H54" stroke="#333" stroke-width="0.05"/>
    /// ```
    /// ```passes artist.svg
    /// <path d="M9 60H54" stroke="#333" stroke-width="0.2"/>
    /// ```
    L003;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Ink(run) };

fn run(face: &InkedCard<'_>) -> Vec<Diagnostic> {
    let limit = face.game.preflight.min_line;
    // Of one drawing the thinnest line is told, and how many there are.
    let mut thinnest: Vec<(Option<&String>, f64)> = Vec::new();
    for ink in face.ink {
        let InkKind::Line(thick, picture) = &ink.kind else { continue };
        let thick = thick.to_mm();
        match thinnest.iter_mut().find(|(known, _)| *known == picture.as_ref()) {
            Some((_, least)) => *least = least.min(thick),
            None => thinnest.push((picture.as_ref(), thick)),
        }
    }
    let faults = thinnest.into_iter().map(|(picture, thick)| {
        let line = picture.map_or_else(
            || "a line".to_owned(),
            |picture| format!("a line of the picture `{picture}`"),
        );
        let message = format!("{line} is printed {thick:.2} mm thick, thinner than {limit}");
        let place = match picture.and_then(|picture| picture.rsplit('/').next()) {
            Some(name) => face.place(name),
            None => face.template(),
        };
        face.fault(Code::L003, false, &message)
            .at(&place)
            .hint("make it thicker, or print the drawing larger")
    });
    faults.collect()
}
