//! Affine maps of a page.

/// An affine map of a page, in millimetres from the middle of the paper, y downwards: a point (x,
/// y) goes to (xx·x + xy·y + x₀, yx·x + yy·y + y₀).
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
        let xx = self.yy / determinant;
        let xy = -self.xy / determinant;
        let yx = -self.yx / determinant;
        let yy = self.xx / determinant;
        Self { xx, xy, yx, yy, x: -(xx * self.x + xy * self.y), y: -(yx * self.x + yy * self.y) }
    }
}
