//! Places in millimetres.

/// A place in millimetres.
pub type Xy = (f64, f64);

/// To a thousandth of a millimetre, and never `-0`: templates print what they get.
pub(super) fn round(mm: f64) -> f64 {
    (mm * 1e3).round() / 1e3 + 0.0
}

pub(super) fn round_xy((x, y): Xy) -> Xy {
    (round(x), round(y))
}
