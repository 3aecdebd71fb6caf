//! What the standard library leaves to the platform, computed alike everywhere: the last bit of a
//! sine must not depend on the machine, for the same input is to give the same bytes.

pub use libm::{atan2, cbrt as cube_root, cos, hypot, pow as power, sin, sincos};

/// Sine and cosine of an angle in degrees.
pub fn sincos_degrees(degrees: f64) -> (f64, f64) {
    sincos(degrees.to_radians())
}
