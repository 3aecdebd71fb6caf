//! What lies behind what once the sheet is turned over or folded.

use super::paper::FoldLine;
use crate::game::Duplex;
use crate::units::{Point, Rect, Sides, Size, Turn};

/// How a place on the front becomes the place behind it.
///
/// The sheet is turned about an axis parallel to one of its edges, so one coordinate is counted
/// from the other end and the other one stays. Art is never mirrored: it is printed on the back as
/// seen from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flip {
    paper: Size,
    axis: Axis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    /// Turned like a page of a book: x is mirrored.
    Upright,
    /// Turned like a page of a wall calendar: y is mirrored, and what stood upright stands on its
    /// head.
    Flat,
}

impl Flip {
    /// The flip of a paper as it lies, or none if its other side stays white.
    ///
    /// The printer knows the long edge, not how we look at the sheet: on landscape paper that edge
    /// is the flat one. Square paper counts as portrait.
    pub(super) fn new(duplex: Duplex, paper: Size) -> Option<Self> {
        let axis = match (duplex, paper.is_landscape()) {
            (
                Duplex::FrontsOnly | Duplex::Fold | Duplex::FoldVertical | Duplex::FoldHorizontal,
                _,
            ) => return None,
            (Duplex::LongEdge | Duplex::BacksApart, false) | (Duplex::ShortEdge, true) => {
                Axis::Upright
            }
            (Duplex::LongEdge | Duplex::BacksApart, true) | (Duplex::ShortEdge, false) => {
                Axis::Flat
            }
        };
        Some(Self { paper, axis })
    }

    /// The mirror of a sheet that is folded in the middle, so that its white sides meet. What lies
    /// behind a front then is what would lie behind it on the other side of a sheet turned about
    /// the same line; here it is on the same side.
    pub(super) fn folded(fold: FoldLine, paper: Size) -> Self {
        let axis = match fold {
            FoldLine::Vertical => Axis::Upright,
            FoldLine::Horizontal => Axis::Flat,
        };
        Self { paper, axis }
    }

    pub(super) fn rect(self, front: Rect) -> Rect {
        match self.axis {
            Axis::Upright => Rect { x: self.paper.width - front.right(), ..front },
            Axis::Flat => Rect { y: self.paper.height - front.bottom(), ..front },
        }
    }

    pub(super) fn point(self, front: Point) -> Point {
        match self.axis {
            Axis::Upright => Point { x: self.paper.width - front.x, ..front },
            Axis::Flat => Point { y: self.paper.height - front.y, ..front },
        }
    }

    pub(super) fn sides(self, front: Sides) -> Sides {
        match self.axis {
            Axis::Upright => Sides { left: front.right, right: front.left, ..front },
            Axis::Flat => Sides { top: front.bottom, bottom: front.top, ..front },
        }
    }

    /// A quarter turn seen from behind goes the other way round.
    pub(super) fn turn(self, front: Turn) -> Turn {
        let behind = match front {
            Turn::Right => Turn::Left,
            Turn::Left => Turn::Right,
            Turn::None | Turn::Half => front,
        };
        match self.axis {
            Axis::Upright => behind,
            Axis::Flat => behind.then(Turn::Half),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Length;

    const A4: Size = Size::new(Length::mm(210), Length::mm(297));

    fn at(x: i64, y: i64) -> Rect {
        Rect::new(Length::mm(x), Length::mm(y), Size::new(Length::mm(63), Length::mm(88)))
    }

    #[test]
    fn the_edge_and_the_lie_of_the_paper_decide_the_axis() {
        for (duplex, paper, front, back, turn) in [
            (Duplex::LongEdge, A4, at(10, 16), at(137, 16), Turn::None),
            (Duplex::LongEdge, A4, at(136, 192), at(11, 192), Turn::None),
            (Duplex::ShortEdge, A4, at(10, 16), at(10, 193), Turn::Half),
            (Duplex::ShortEdge, A4, at(10, 104), at(10, 105), Turn::Half),
            (Duplex::LongEdge, A4.turned(), at(10, 16), at(10, 106), Turn::Half),
            (Duplex::ShortEdge, A4.turned(), at(10, 16), at(224, 16), Turn::None),
        ] {
            let flip = Flip::new(duplex, paper).unwrap();
            assert_eq!(flip.rect(front), back, "{duplex:?} on {paper}");
            assert_eq!(flip.rect(back), front, "{duplex:?} on {paper}, turned twice");
            assert_eq!(flip.turn(Turn::None), turn, "{duplex:?} on {paper}");
        }
        assert!(Flip::new(Duplex::FrontsOnly, A4).is_none());
    }

    #[test]
    fn quarter_turns_go_the_other_way_round_behind() {
        let book = Flip::new(Duplex::LongEdge, A4).unwrap();
        let calendar = Flip::new(Duplex::ShortEdge, A4).unwrap();
        assert_eq!((book.turn(Turn::Right), book.turn(Turn::Half)), (Turn::Left, Turn::Half));
        assert_eq!(
            (calendar.turn(Turn::Right), calendar.turn(Turn::Half)),
            (Turn::Right, Turn::None)
        );
    }

    #[test]
    fn points_and_margins_go_with_the_rectangles() {
        for duplex in [Duplex::LongEdge, Duplex::ShortEdge] {
            let flip = Flip::new(duplex, A4).unwrap();
            let margin = Sides {
                top: Length::mm(1),
                right: Length::mm(2),
                bottom: Length::mm(3),
                left: Length::mm(4),
            };
            let all = Rect::at_origin(A4);
            assert_eq!(flip.rect(all.inset(margin)), all.inset(flip.sides(margin)));
            assert_eq!(flip.point(at(10, 16).centre()), flip.rect(at(10, 16)).centre());
        }
    }
}
