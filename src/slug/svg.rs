//! What all artwork beside the faces is drawn with.

use crate::units::{Rect, Size, Turn};
use crate::xml::escape;

/// The family of the slug line, always there because it is shipped.
pub const SLUG_FAMILY: &str = "Alegreya";
/// Alegreya runs to about so many em a letter.
pub(super) const LETTER_EM: f64 = 0.47;

/// The start tag of an SVG in millimetres, open for more attributes. Its upper left corner lies at
/// (`corner`, `corner`).
pub fn open_svg(width: f64, height: f64, corner: f64) -> String {
    let name = r#"<svg xmlns="http://www.w3.org/2000/svg""#;
    let view = format!(r#"viewBox="{corner} {corner} {width} {height}""#);
    format!(r#"{name} width="{width}mm" height="{height}mm" {view}"#)
}

/// An SVG as large as the paper.
pub(super) fn whole_side(paper: Size, content: &str) -> String {
    let open = open_svg(paper.width.to_mm(), paper.height.to_mm(), 0.0);
    format!(r##"{open} font-family="{SLUG_FAMILY}" fill="#333">{content}</svg>"##)
}

/// A transform that puts something drawn from its own upper left corner into a spot.
pub(super) fn transform(area: Rect, turn: Turn) -> String {
    let (x, y) = match turn {
        Turn::None => (area.x, area.y),
        Turn::Right => (area.right(), area.y),
        Turn::Half => (area.right(), area.bottom()),
        Turn::Left => (area.x, area.bottom()),
    };
    format!("translate({} {}) rotate({})", x.to_mm(), y.to_mm(), u16::from(turn.quarters()) * 90)
}

/// At most so many letters, so that a long title never reaches the ruler.
pub(super) fn shortened(text: &str, max_letters: usize) -> String {
    let short: String = if text.chars().count() > max_letters {
        text.chars().take(max_letters.saturating_sub(1)).chain(['…']).collect()
    } else {
        text.to_owned()
    };
    escape(&short).into_owned()
}
