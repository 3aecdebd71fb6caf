//! A line on a sheet, and what it means. How it looks is decided where it is drawn.

use crate::impose::duplex::Flip;
use crate::units::{Length, Point, Rect, Size};

/// A straight line to print, hair thin; which of its ends comes first means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
    /// What it says.
    pub pen: Pen,
}

impl Mark {
    /// The box around its ends; a line alone has no extent across.
    pub fn bounds(&self) -> Rect {
        let corner = Point::new(self.from.x.min(self.to.x), self.from.y.min(self.to.y));
        let size = Size::new((self.to.x - self.from.x).abs(), (self.to.y - self.from.y).abs());
        Rect::new(corner.x, corner.y, size)
    }

    /// A crop mark up and down.
    pub(in crate::impose) fn vertical(x: Length, from: Length, to: Length) -> Self {
        Self { from: Point::new(x, from), to: Point::new(x, to), pen: Pen::Crop }
    }

    /// A crop mark from left to right.
    pub(in crate::impose) fn horizontal(y: Length, from: Length, to: Length) -> Self {
        Self { from: Point::new(from, y), to: Point::new(to, y), pen: Pen::Crop }
    }

    /// The same line on the other side, or beyond the fold.
    pub(in crate::impose) fn mirrored(&self, flip: Flip) -> Self {
        Self { from: flip.point(self.from), to: flip.point(self.to), pen: self.pen }
    }
}

/// What a line on a sheet means; how it looks is decided where it is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pen {
    /// Where a cut begins or ends: a crop mark.
    #[default]
    Crop,
    /// A cut along its whole length.
    Cut,
    /// A cut through the upper layer of a sticker only, dashed.
    Kiss,
    /// A line to fold along, dashed.
    Fold,
    /// A line of dots, to cut along with care.
    Dotted,
    /// The hatching of an area that takes glue.
    Glue,
    /// Where two parts or two sides must meet: joining marks of tiles, registration crosses.
    Join,
    /// A black bar by which a cutting machine finds the sheet: no line, but the whole rectangle
    /// that has both ends for corners.
    Register,
}
