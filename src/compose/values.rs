//! Values as templates see them.

use tera::Value;
use tera::value::Map;

use crate::units::{Length, Size};

pub(super) fn map<const N: usize>(entries: [(&'static str, Value); N]) -> Value {
    entries.into_iter().map(|(name, value)| (name.into(), value)).collect::<Map>().into()
}

/// A length in millimetres: whole ones without `.0`, others rounded to a tenth of a micrometre.
pub(super) fn number(mm: f64) -> Value {
    let rounded = (mm * 1e4).round() / 1e4;
    if rounded.fract() == 0.0 { Value::from(rounded as i64) } else { Value::from(rounded) }
}

/// The attributes of an `<svg>` of that size and bleed.
pub(super) fn canvas(size: Size, bleed: Length) -> Value {
    let bleed = bleed.to_mm();
    let width = number(size.width.to_mm() + 2.0 * bleed);
    let height = number(size.height.to_mm() + 2.0 * bleed);
    let corner = number(-bleed);
    Value::safe_string(&format!(
        r#"width="{width}mm" height="{height}mm" viewBox="{corner} {corner} {width} {height}""#
    ))
}
