//! Affine maps of a page, and the sine and cosine of the small angles in them.

/// An affine map of a page, in millimetres from the middle of the paper, y downwards: a point (x, y) goes to
/// (xx·x + xy·y + x₀, yx·x + yy·y + y₀).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// From x to x.
    pub xx: f64,
    /// From y to x.
    pub xy: f64,
    /// From x to y.
    pub yx: f64,
    /// From y to y.
    pub yy: f64,
    /// Added to x.
    pub x: f64,
    /// Added to y.
    pub y: f64,
}

impl Affine {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { xx: 1.0, xy: 0.0, yx: 0.0, yy: 1.0, x: 0.0, y: 0.0 };

    /// Where a point goes.
    pub fn at(self, x: f64, y: f64) -> (f64, f64) {
        (self.xx * x + self.xy * y + self.x, self.yx * x + self.yy * y + self.y)
    }

    /// The map back; itself where there is none.
    #[must_use]
    pub fn inverse(self) -> Self {
        let determinant = self.xx * self.yy - self.xy * self.yx;
        if determinant == 0.0 {
            return self;
        }
        let (xx, xy, yx, yy) = (
            self.yy / determinant,
            -self.xy / determinant,
            -self.yx / determinant,
            self.xx / determinant,
        );
        Self { xx, xy, yx, yy, x: -(xx * self.x + xy * self.y), y: -(yx * self.x + yy * self.y) }
    }
}

/// Sine and cosine of a small angle in degrees, by their series, for the system's may differ in the last digit from one
/// machine to the other. Up to [`MAX_ANGLE`](super::MAX_ANGLE) the rest is below 1e-16.
pub fn sine_cosine(degrees: f64) -> (f64, f64) {
    let x = degrees * std::f64::consts::PI / 180.0;
    let q = x * x;
    let sine = x * (1.0 - q / 6.0 * (1.0 - q / 20.0 * (1.0 - q / 42.0 * (1.0 - q / 72.0))));
    let cosine =
        1.0 - q / 2.0 * (1.0 - q / 12.0 * (1.0 - q / 30.0 * (1.0 - q / 56.0 * (1.0 - q / 90.0))));
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_are_as_good_as_the_systems_functions() {
        for tenth in -50..=50 {
            let degrees = f64::from(tenth) / 10.0;
            let (sine, cosine) = sine_cosine(degrees);
            assert!(
                (sine - degrees.to_radians().sin()).abs() < 1e-15
                    && (cosine - degrees.to_radians().cos()).abs() < 1e-15
            );
        }
    }
}
