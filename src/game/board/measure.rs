//! Angles and shares, in tables of the game and in cells.

use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};
use crate::game::toml::{Item, Kind, Shown};
use serde_json::{Value, json};

/// Degrees, from the right and counter-clockwise.
pub(crate) struct Angle;

impl Kind for Angle {
    type Value = f64;

    fn takes() -> String {
        "an angle such as `\"30deg\"`, from -3600deg to 3600deg".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": r"^\s*[-+−]?[0-9]+(\.[0-9]+)?\s*(deg|°)\s*$" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<f64> {
        angle(&item.string("an angle such as \"30deg\"", sink)?, sink)
    }
}

impl Shown for Angle {
    fn show(value: &f64) -> String {
        format!("\"{value}deg\"")
    }
}

/// Degrees, written with `deg` or `°`.
pub(super) fn angle(text: &Spanned<String>, sink: &mut Sink) -> Option<f64> {
    let written = text.value.trim();
    let number = written.strip_suffix("deg").or_else(|| written.strip_suffix('°')).map(str::trim);
    let degrees =
        number.and_then(|n| n.parse::<f64>().ok()).filter(|n| n.is_finite() && n.abs() <= 3600.0);
    if degrees.is_none() {
        let message = format!("`{}` is not an angle", escaped(&text.value));
        let fault = Diagnostic::error(Code::M001, message).at(&text.span);
        sink.push(fault.hint("write degrees, such as 30deg or -7.5deg"));
    }
    degrees
}

/// A share from 0 to 1.
pub(crate) struct Share;

impl Kind for Share {
    type Value = f64;

    fn takes() -> String {
        "a share from 0% to 100%".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": r"^\s*[0-9]+(\.[0-9]+)?\s*%\s*$" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<f64> {
        share(&item.string("a share such as \"50%\"", sink)?, sink)
    }
}

impl Shown for Share {
    fn show(value: &f64) -> String {
        format!("\"{}%\"", value * 100.0)
    }
}

/// A share from 0 to 1, written as a percentage.
pub(super) fn share(text: &Spanned<String>, sink: &mut Sink) -> Option<f64> {
    let number = text.value.trim().strip_suffix('%').map(str::trim);
    let percent = number.and_then(|n| n.parse::<f64>().ok()).filter(|n| (0.0..=100.0).contains(n));
    if percent.is_none() {
        let message = format!("`{}` is not a share", escaped(&text.value));
        let fault = Diagnostic::error(Code::M001, message).at(&text.span);
        sink.push(fault.hint("write a percentage from 0% to 100%"));
    }
    percent.map(|percent| percent / 100.0)
}
