//! A face to be drawn.

use super::ink::InkLimits;
use crate::units::{Dpi, Length, Size};

/// A face to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct FaceSource<'a> {
    /// The filled template.
    pub svg: &'a str,
    /// The path of the template under `templates/`, for pictures beside it.
    pub template: &'a str,
    /// The area it covers: the trimmed size grown by the bleed.
    pub canvas: Canvas,
    /// What of it is worth a look, if somebody asks.
    pub limits: Option<InkLimits>,
}

/// The area of a face on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canvas {
    /// The trimmed size.
    pub trim: Size,
    /// What is drawn beyond it on each side.
    pub bleed: Length,
}

impl Canvas {
    /// The whole area, bleed included.
    pub fn size(self) -> Size {
        self.trim.grown(self.bleed)
    }

    /// The whole area in pixels: whole ones, so that what covers it covers the last of them, too.
    pub fn pixels(self, dpi: Dpi) -> (u32, u32) {
        let size = self.size();
        (dpi.pixels(size.width), dpi.pixels(size.height))
    }

    /// How many pixels there are to a millimetre, across and down: a little more or less than the
    /// resolution says, for their number is whole.
    pub fn per_mm(self, dpi: Dpi) -> (f64, f64) {
        let size = self.size();
        let (width, height) = self.pixels(dpi);
        let per_mm = |pixels: u32, length: Length| {
            if length > Length::ZERO { f64::from(pixels) / length.to_mm() } else { dpi.per_mm() }
        };
        (per_mm(width, size.width), per_mm(height, size.height))
    }
}
