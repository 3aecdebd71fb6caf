//! Lines to cut and to fold along, crosses, hatching, and the bars of cutting machines.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::game::Marks;
use crate::impose::{Cut, Mark, Pen};

/// How the lines of a pen look.
fn stroke(pen: Pen, style: &Marks) -> String {
    let colour = &style.colour;
    match pen {
        Pen::Crop | Pen::Cut => format!(
            r#"stroke="{colour}" stroke-width="{}""#,
            style.weight.unwrap_or(Marks::HAIRLINE).to_mm()
        ),
        Pen::Kiss => {
            let weight = style.weight.unwrap_or(Marks::HAIRLINE).to_mm();
            format!(r#"stroke="{colour}" stroke-width="{weight}" stroke-dasharray="1.2 0.8""#)
        }
        // Half-way between black and white, to be seen on either.
        Pen::Fold => {
            r##"stroke="#808080" stroke-width="0.15" stroke-dasharray="1.6 1""##.to_owned()
        }
        Pen::Dotted => {
            let weight = style.weight.unwrap_or(Marks::DOT).to_mm();
            let dots = format!(r#"stroke-linecap="round" stroke-dasharray="0 {}""#, weight * 4.0);
            format!(r#"stroke="{colour}" stroke-width="{weight}" {dots}"#)
        }
        Pen::Glue => r##"stroke="#999" stroke-width="0.12""##.to_owned(),
        Pen::Join => r##"stroke="#000" stroke-width="0.12""##.to_owned(),
        Pen::Register => r##"fill="#000""##.to_owned(),
    }
}

/// The lines, one path for each pen.
pub(super) fn marks(marks: &[Mark], style: &Marks) -> String {
    let mut drawn = String::new();
    let pens: BTreeSet<Pen> = marks.iter().map(|mark| mark.pen).collect();
    for pen in pens {
        let is_bar = pen == Pen::Register;
        let mut path = String::new();
        for mark in marks.iter().filter(|mark| mark.pen == pen) {
            let from = mark.from;
            let to = mark.to;
            let x1 = from.x.to_mm();
            let y1 = from.y.to_mm();
            let x2 = to.x.to_mm();
            let y2 = to.y.to_mm();
            path += &if is_bar {
                format!("M{x1} {y1}H{x2}V{y2}H{x1}Z")
            } else {
                format!("M{x1} {y1}L{x2} {y2}")
            };
        }
        let fill = if is_bar { "" } else { r#"fill="none" "# };
        // Writing to a String cannot fail.
        let _ = write!(drawn, r#"<path d="{path}" {fill}{}/>"#, stroke(pen, style));
    }
    drawn
}

/// The outlines to cut along, one path for each pen.
pub(super) fn cuts(cuts: &[Cut], style: &Marks) -> String {
    let mut drawn = String::new();
    let pens: BTreeSet<Pen> = cuts.iter().filter(|cut| cut.is_drawn).map(|cut| cut.pen).collect();
    for pen in pens {
        let mut path = String::new();
        for cut in cuts.iter().filter(|cut| cut.is_drawn && cut.pen == pen) {
            path.push_str(&cut.path.to_svg());
        }
        let _ = write!(
            drawn,
            r#"<path d="{path}" fill="none" stroke-linejoin="round" {}/>"#,
            stroke(pen, style)
        );
    }
    drawn
}
