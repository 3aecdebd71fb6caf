//! A flat outline to be folded: panels and flaps that hang on each other by creases.
//!
//! All coordinates are those of the printed side, which becomes the outside, from the upper left
//! corner of the net.

use crate::units::{Length, Outline, Point, Rect, Size, Turn};

/// A flat outline to be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The box around all that is cut, and around the boxes of all faces.
    pub size: Size,
    /// The panels and flaps.
    pub parts: Vec<NetPart>,
    /// What joins them. Together with the parts they are trees.
    pub creases: Vec<Crease>,
    /// What is cut out of parts.
    pub holes: Vec<Outline>,
    /// More bleed than this would come upon another part.
    pub room: Length,
}

/// A panel or a flap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetPart {
    /// Its edge, clockwise.
    pub outline: Outline,
    /// What it is there for.
    pub role: Role,
}

/// What a part is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Shows a face.
    Panel {
        /// The panel, by its place among the panels of the fold.
        panel: usize,
        /// The box of its face.
        area: Rect,
        /// How the face lies in it.
        turn: Turn,
        /// Whether the art follows its outline instead of the box.
        silhouette: bool,
    },
    /// Stays white and is tucked in.
    Flap,
    /// Takes glue.
    Glue,
}

/// A straight line that two parts share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crease {
    /// Where it begins, going clockwise around the first part.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What it joins: the part that the other was hung on, and that other.
    pub parts: [usize; 2],
    /// How far it is folded away from the printed side in the end; none if until the base is
    /// closed.
    pub degrees: Option<u16>,
}

/// An edge of a part as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Top,
    Right,
    Bottom,
    Left,
}

impl Edge {
    /// Clockwise.
    pub(super) const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// The point `along` the edge from its start, going clockwise, and `out` of the rectangle.
    pub(super) fn point(self, of: Rect, along: Length, out: Length) -> Point {
        match self {
            Self::Top => Point::new(of.x + along, of.y - out),
            Self::Right => Point::new(of.right() + out, of.y + along),
            Self::Bottom => Point::new(of.right() - along, of.bottom() + out),
            Self::Left => Point::new(of.x - out, of.bottom() - along),
        }
    }

    /// Whether it runs from left to right or from right to left.
    pub(super) const fn is_horizontal(self) -> bool {
        matches!(self, Self::Top | Self::Bottom)
    }

    /// How long it is.
    pub(super) fn length(self, of: Rect) -> Length {
        match self {
            Self::Top | Self::Bottom => of.size.width,
            Self::Right | Self::Left => of.size.height,
        }
    }

    /// A rectangle as long as the edge and `deep`, lying against it.
    pub(super) fn beside(self, of: Rect, deep: Length) -> Rect {
        let Size { width, height } = of.size;
        match self {
            Self::Top => Rect::new(of.x, of.y - deep, Size::new(width, deep)),
            Self::Right => Rect::new(of.right(), of.y, Size::new(deep, height)),
            Self::Bottom => Rect::new(of.x, of.bottom(), Size::new(width, deep)),
            Self::Left => Rect::new(of.x - deep, of.y, Size::new(deep, height)),
        }
    }
}
