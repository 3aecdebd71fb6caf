//! A face to be drawn.

use crate::units::{Length, Size};

/// A face to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct FaceSource<'a> {
    /// The filled template.
    pub svg: &'a str,
    /// The path of the template under `templates/`, for pictures beside it.
    pub template: &'a str,
    /// The area it covers: the trimmed size grown by the bleed.
    pub canvas: Canvas,
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
}
