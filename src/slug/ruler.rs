//! The ruler on a sheet, which shows whether it came out at actual size.

use std::fmt::Write;

use super::svg::transform;
use crate::impose::RulerSpot;

/// 100 mm above, 4 in below, on one line.
pub(super) fn ruler(spot: &RulerSpot) -> String {
    let mut path = String::from("M0 1.5H101.6");
    for mm in 0..=100 {
        let length = match mm % 10 {
            0 => 1.5,
            5 => 1.1,
            _ => 0.7,
        };
        let _ = write!(path, "M{mm} 1.5V{}", 1.5 - length);
    }
    for eighth in 0..=32 {
        let length = match eighth % 8 {
            0 => 1.5,
            4 => 1.1,
            _ => 0.7,
        };
        let _ = write!(path, "M{} 1.5V{}", f64::from(eighth) * 3.175, 1.5 + length);
    }
    let text = |x: f64, y: f64, text: &str| {
        let white = r##" stroke="#fff" stroke-width="0.5" stroke-linejoin="round""##;
        let drawn =
            |halo: &str| format!(r#"<text x="{x}" y="{y}" text-anchor="end"{halo}>{text}</text>"#);
        drawn(white) + &drawn("")
    };
    format!(
        r#"<g transform="{}" font-size="1.5">{}{}{}</g>"#,
        transform(spot.area, spot.turn),
        format_args!(r##"<path d="{path}" fill="none" stroke="#333" stroke-width="0.1"/>"##),
        text(99.5, 0.95, "100 mm"),
        text(101.1, 2.95, "4 in"),
    )
}
