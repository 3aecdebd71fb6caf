//! Arrows and labels drawn over a figure.

use std::fmt::Write;

use crate::xml::escape;

/// Something drawn over a figure, in millimetres of the real thing.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rulebook) enum FigureMark {
    /// From, to.
    Arrow((f32, f32), (f32, f32)),
    /// A label in a disc.
    Label((f32, f32), String),
}

/// How marks look.
#[derive(Clone, Copy, Debug)]
pub(in crate::rulebook) struct MarkStyle<'a> {
    /// Their colour.
    pub accent: &'a str,
    /// The family of labels.
    pub family: &'a str,
}

impl FigureMark {
    /// Draws it; `place` turns millimetres of the thing into those of the page.
    pub(super) fn draw(
        &self,
        out: &mut String,
        place: impl Fn((f32, f32)) -> (f32, f32),
        style: MarkStyle<'_>,
    ) {
        match self {
            Self::Arrow(from, to) => arrow(out, place(*from), place(*to), style.accent),
            Self::Label(at, label) => disc(out, place(*at), label, style),
        }
    }
}

fn arrow(out: &mut String, (x1, y1): (f32, f32), (x2, y2): (f32, f32), accent: &str) {
    let dx = x2 - x1;
    let dy = y2 - y1;
    let length = (dx * dx + dy * dy).sqrt().max(0.01);
    let ux = dx / length;
    let uy = dy / length;
    let head = 2.6_f32.min(length / 2.0);
    let bx = x2 - ux * head;
    let by = y2 - uy * head;
    let wing = head * 0.5;
    for (colour, halo) in [("#fff", 0.5), (accent, 0.0)] {
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "<path d=\"M{x1:.3} {y1:.3}L{bx:.3} {by:.3}\" stroke=\"{colour}\" \
             stroke-width=\"{:.2}\" stroke-linecap=\"round\" fill=\"none\"/>\
             <path d=\"M{x2:.3} {y2:.3}L{:.3} {:.3}L{:.3} {:.3}z\" fill=\"{colour}\" \
             stroke=\"{colour}\" stroke-width=\"{halo}\" stroke-linejoin=\"round\"/>",
            0.9 + halo,
            bx - uy * wing,
            by + ux * wing,
            bx + uy * wing,
            by - ux * wing
        );
    }
}

fn disc(out: &mut String, (x, y): (f32, f32), label: &str, style: MarkStyle<'_>) {
    let MarkStyle { accent, family } = style;
    let label = escape(label);
    let _ = write!(
        out,
        "<circle cx=\"{x:.3}\" cy=\"{y:.3}\" r=\"2.3\" fill=\"{accent}\" stroke=\"#fff\" \
         stroke-width=\".4\"/><text x=\"{x:.3}\" y=\"{:.3}\" \
         font-family=\"&quot;{family}&quot;\" font-weight=\"700\" font-size=\"3.1\" \
         text-anchor=\"middle\" fill=\"#fff\">{label}</text>",
        y + 1.05
    );
}
