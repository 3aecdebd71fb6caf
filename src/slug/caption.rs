//! Words beside the faces, such as the name of a tile.

use super::svg::{LETTER_EM, shortened, transform};
use crate::impose::Caption;

/// A line of words in the middle of its room.
pub(super) fn caption(caption: &Caption) -> String {
    let room = caption.turn.apply(caption.area.size);
    let width = room.width.to_mm();
    let height = room.height.to_mm();
    let text = shortened(&caption.text, (width / (LETTER_EM * height)) as usize);
    let open = format!(
        r#"<g transform="{}" font-size="{height}">"#,
        transform(caption.area, caption.turn)
    );
    let x = width / 2.0;
    let y = height * 0.8;
    format!(r#"{open}<text x="{x}" y="{y}" text-anchor="middle">{text}</text></g>"#)
}
