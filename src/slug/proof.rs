//! The guides of a proof, drawn over the faces: the bleed in blue, the trim in magenta, the safe
//! area in green and dashed.

use super::svg::open_svg;
use crate::units::{Form, Length, Outline, Size};

const BLEED: &str = r##"stroke="#0077ff" stroke-width="0.4""##;
const TRIM: &str = r##"stroke="#ff00aa""##;
const SAFE: &str = r##"stroke="#00994d" stroke-dasharray="1 0.6""##;

/// The guides over a rectangular face.
pub fn proof_of_rectangle(trim: Size, bleed: Length, safe: Length) -> String {
    let rect = |from: f64, width: f64, height: f64, stroke: &str| {
        let place = if from == 0.0 { String::new() } else { format!(r#"x="{from}" y="{from}" "#) };
        format!(r#"<rect {place}width="{width}" height="{height}" {stroke}/>"#)
    };
    let width = trim.width.to_mm();
    let height = trim.height.to_mm();
    let bleed = bleed.to_mm();
    let safe = safe.to_mm();
    let full_width = width + 2.0 * bleed;
    let full_height = height + 2.0 * bleed;
    proof(
        full_width,
        full_height,
        -bleed,
        &[
            rect(-bleed, full_width, full_height, BLEED),
            rect(0.0, width, height, TRIM),
            rect(safe, width - 2.0 * safe, height - 2.0 * safe, SAFE),
        ],
    )
}

/// The guides over a face that is cut to a form.
pub fn proof_of_form(
    form: &Form,
    trim: Size,
    bleed: Length,
    safe: Length,
    is_back: bool,
) -> String {
    let mut guides = vec![(form.cut(trim), TRIM)];
    // The grown line of a path crosses itself, and none shrinks along it; where the ink ends shows
    // the bleed.
    if !matches!(form, Form::Path(_)) {
        guides.push((form.grown(trim, bleed), BLEED));
        guides.push((form.grown(trim, -safe), SAFE));
    }
    let path = |(outline, stroke): (Outline, &str)| {
        let outline = if is_back { outline.mirrored(trim.width) } else { outline };
        format!(r#"<path d="{}" {stroke}/>"#, outline.to_svg())
    };
    let guides: Vec<String> = guides.into_iter().map(path).collect();
    let full = trim.grown(bleed);
    proof(full.width.to_mm(), full.height.to_mm(), -bleed.to_mm(), &guides)
}

fn proof(width: f64, height: f64, corner: f64, guides: &[String]) -> String {
    let open = open_svg(width, height, corner);
    format!(r#"{open}><g fill="none" stroke-width="0.2">{}</g></svg>"#, guides.concat())
}
