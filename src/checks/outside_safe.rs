//! Words and pictures keep clear of the cut.

use super::check::{Check, InkedCard, Run};
use super::cut_shape::{AtEdge, Reach, named, quoted};
use crate::diag::{Code, Diagnostic, codes};
use crate::draw::InkKind;

codes! {
    /// words or picture outside of the safe area
    ///
    /// Words and pictures that lie within the trim and nearer to it than `safe` of their component.
    /// They are measured as by L007, which reports those outside of the trim. A picture that fills
    /// the bleed on some side is free, and so is one that covers all of the safe area, for both
    /// are a ground.
    ///
    /// A cut that is a little off takes something of it away; and what stands nearer to one edge
    /// than to the other shows it.
    ///
    /// ```fails artist.svg
    /// <text x="1" y="60" font-size="9">Sold</text>
    /// ```
    /// ```passes artist.svg
    /// <text x="4" y="60" font-size="9">Sold</text>
    /// ```
    L008;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Ink(run) };

fn run(face: &InkedCard<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for ink in face.ink.iter().filter(|ink| !ink.bleeds && !ink.hull.is_empty()) {
        let (subject, over, piece) = match &ink.kind {
            InkKind::Words(words, _) => {
                // Outside of the trim is another fault.
                if !face.shape.over(&ink.hull, 0.0).is_empty() {
                    continue;
                }
                let words = quoted(words);
                let over = face.shape.over(&ink.hull, face.shape.safe);
                let piece = words.trim_matches(['`', '…']).to_owned();
                (format!("the words {words} reach"), over, piece)
            }
            InkKind::Picture(path) => match face.shape.at_edge(&ink.hull) {
                AtEdge::Unsafe(over) => {
                    let name = path.as_deref().and_then(|path| path.rsplit('/').next());
                    let piece = name.unwrap_or("<image").to_owned();
                    (format!("{} reaches", named(path.as_ref())), over, piece)
                }
                AtEdge::Fine | AtEdge::Outside | AtEdge::Short(_) => continue,
            },
            InkKind::Line(..) => continue,
        };
        if over.is_empty() {
            continue;
        }
        let message = format!("{subject} over the safe area by {}", Reach::list(&over));
        faults.push(face.fault(Code::L008, false, &message).at(&face.place(&piece)).hint(format!(
            "leave {:.1} mm to the cut (`safe`); what is meant to be cut is marked with \
             `data-pnp=\"bleed\"`",
            face.shape.safe
        )));
    }
    faults
}
