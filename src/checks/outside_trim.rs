//! Words and pictures lie within what is cut.

use super::check::{Check, InkedCard, Run};
use super::cut_shape::{AtEdge, Reach, named, quoted};
use crate::diag::{Code, Diagnostic, codes};
use crate::draw::InkKind;

codes! {
    /// words or picture outside of the trim
    ///
    /// Words of which some ink lies outside of the line along which the face is cut, or over an
    /// opening; and pictures that lie outside of it, or reach over it without filling the bleed.
    /// What counts is what shows: words by the ink of their letters, pictures by what clip paths
    /// and transparency leave of them, both where transforms put them. Shapes are free, and so is a
    /// picture that reaches the edge of the bleed, and whatever stands in or is an element with
    /// `data-pnp="bleed"`.
    ///
    /// What lies outside is cut off: the card says `Grand Circ`.
    ///
    /// ```fails artist.svg
    /// <text x="31" y="60" font-size="9">Grand Circus</text>
    /// ```
    /// ```passes artist.svg
    /// <text x="31" y="60" font-size="9" text-anchor="middle">Grand Circus</text>
    /// ```
    L007;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Ink(run) };

fn run(face: &InkedCard<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for ink in face.ink.iter().filter(|ink| !ink.bleeds && !ink.hull.is_empty()) {
        match &ink.kind {
            InkKind::Words(words, _) => {
                let over = face.shape.over(&ink.hull, 0.0);
                if over.is_empty() {
                    continue;
                }
                let lie = if face.shape.is_outside(&ink.hull) { "lie" } else { "reach" };
                let words = quoted(words);
                let reach = Reach::list(&over);
                let message = if lie == "lie" {
                    format!("the words {words} lie outside of the trim, as far as {reach}")
                } else {
                    format!("the words {words} reach over the trim by {reach}")
                };
                let place = face.place(words.trim_matches(['`', '…']));
                faults.push(face.fault(Code::L007, true, &message).at(&place).hint(
                    "make them shorter or smaller, or put them into a `textbox`; what is meant \
                     to be cut is marked with `data-pnp=\"bleed\"`",
                ));
            }
            InkKind::Picture(path) => {
                let picture = named(path.as_ref());
                let message = match face.shape.at_edge(&ink.hull) {
                    AtEdge::Fine | AtEdge::Unsafe(_) => continue,
                    AtEdge::Outside => format!("{picture} lies outside of the trim"),
                    AtEdge::Short(over) => format!(
                        "{picture} reaches over the trim by {} and does not fill the bleed of \
                         {:.1} mm",
                        Reach::list(&over),
                        face.shape.bleed
                    ),
                };
                let name = path.as_deref().and_then(|path| path.rsplit('/').next());
                let place = face.place(name.unwrap_or("<image"));
                faults.push(face.fault(Code::L007, true, &message).at(&place).hint(
                    "move it inside, or let it fill the bleed; what is meant to be cut is marked \
                     with `data-pnp=\"bleed\"`",
                ));
            }
            InkKind::Line(..) => {}
        }
    }
    faults
}
