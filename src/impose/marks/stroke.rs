//! A vertical or horizontal line that goes around what it must not cross.

use super::mark::{Mark, Pen};
use crate::units::{Length, Point, Rect, Size};

/// A vertical or horizontal line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    pub(super) vertical: bool,
    /// Its x if it is vertical, else its y.
    pub(super) at: Length,
    pub(super) from: Length,
    pub(super) to: Length,
}

impl Stroke {
    pub(super) fn of(mark: &Mark) -> Self {
        let vertical = mark.from.x == mark.to.x;
        let (at, a, b) = if vertical {
            (mark.from.x, mark.from.y, mark.to.y)
        } else {
            (mark.from.y, mark.from.x, mark.to.x)
        };
        Self { vertical, at, from: a.min(b), to: a.max(b) }
    }

    /// What it covers, so much to either side.
    pub(super) fn band(self, half: Length) -> Rect {
        let across = half * 2;
        let along = self.to - self.from;
        if self.vertical {
            Rect::new(self.at - half, self.from, Size::new(across, along))
        } else {
            Rect::new(self.from, self.at - half, Size::new(along, across))
        }
    }

    pub(super) fn mark(self, pen: Pen) -> Mark {
        let point = |along| {
            if self.vertical { Point::new(self.at, along) } else { Point::new(along, self.at) }
        };
        Mark { from: point(self.from), to: point(self.to), pen }
    }

    /// The pieces of it that lie outside of the obstacles, with some room before and behind each,
    /// and are long enough.
    pub(super) fn outside(
        self,
        half: Length,
        obstacles: &[(&[Rect], Length)],
        shortest: Length,
    ) -> impl Iterator<Item = Self> + use<> {
        let band = self.band(half);
        let mut gaps: Vec<(Length, Length)> = Vec::new();
        for (rects, clear) in obstacles {
            for rect in rects.iter().filter(|rect| {
                if self.vertical {
                    rect.x < band.right() && band.x < rect.right()
                } else {
                    rect.y < band.bottom() && band.y < rect.bottom()
                }
            }) {
                let (from, to) =
                    if self.vertical { (rect.y, rect.bottom()) } else { (rect.x, rect.right()) };
                gaps.push((from - *clear, to + *clear));
            }
        }
        gaps.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = self.from;
        for (start, end) in gaps {
            pieces.push(Self { from, to: start.min(self.to), ..self });
            from = from.max(end);
        }
        pieces.push(Self { from, ..self });
        pieces.into_iter().filter(move |piece| piece.to - piece.from >= shortest)
    }
}
