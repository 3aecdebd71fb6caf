//! Points, sizes, rectangles and quarter turns. Y grows downwards, as on a page read from the top.

use std::fmt;

use super::Length;

/// A place on a side, measured from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// To the right.
    pub x: Length,
    /// Downwards.
    pub y: Length,
}

impl Point {
    /// A point.
    pub const fn new(x: Length, y: Length) -> Self {
        Self { x, y }
    }
}

/// A width and a height.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    /// From left to right.
    pub width: Length,
    /// From top to bottom.
    pub height: Length,
}

impl Size {
    /// A size.
    pub const fn new(width: Length, height: Length) -> Self {
        Self { width, height }
    }

    /// The same size lying on its side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self { width: self.height, height: self.width }
    }

    /// Larger by an amount on each of the four sides.
    #[must_use]
    pub fn grown(self, by: Length) -> Self {
        Self { width: self.width + by * 2, height: self.height + by * 2 }
    }

    /// Whether it goes into the other without being turned.
    pub fn fits_in(self, other: Self) -> bool {
        self.width <= other.width && self.height <= other.height
    }

    /// Whether the long side lies flat.
    pub fn is_landscape(self) -> bool {
        self.width > self.height
    }
}

/// `63.5 × 88.9 mm`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width.to_string();
        write!(f, "{} × {}", width.trim_end_matches(" mm"), self.height)
    }
}

/// One length for each side of a rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides {
    /// The upper side.
    pub top: Length,
    /// The right side.
    pub right: Length,
    /// The lower side.
    pub bottom: Length,
    /// The left side.
    pub left: Length,
}

impl Sides {
    /// The same length on all four.
    pub const fn all(length: Length) -> Self {
        Self { top: length, right: length, bottom: length, left: length }
    }
}

/// A rectangle on a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The left edge.
    pub x: Length,
    /// The upper edge.
    pub y: Length,
    /// The extent.
    pub size: Size,
}

impl Rect {
    /// The rectangle with a corner at `x`, `y`.
    pub const fn new(x: Length, y: Length, size: Size) -> Self {
        Self { x, y, size }
    }

    /// The rectangle of that size in the upper left corner.
    pub const fn at_origin(size: Size) -> Self {
        Self::new(Length::ZERO, Length::ZERO, size)
    }

    /// The rectangle between four edges.
    pub fn between(left: Length, top: Length, right: Length, bottom: Length) -> Self {
        Self::new(left, top, Size::new(right - left, bottom - top))
    }

    /// The rectangle of that size in the middle of this one, rounded down to whole EMU.
    #[must_use]
    pub fn centred(self, size: Size) -> Self {
        let room = self.size;
        let x = self.x + (room.width - size.width) / 2;
        let y = self.y + (room.height - size.height) / 2;
        Self::new(x, y, size)
    }

    /// The right edge.
    pub fn right(self) -> Length {
        self.x + self.size.width
    }

    /// The lower edge.
    pub fn bottom(self) -> Length {
        self.y + self.size.height
    }

    /// The middle, rounded down to whole EMU.
    pub fn centre(self) -> Point {
        Point::new(self.x + self.size.width / 2, self.y + self.size.height / 2)
    }

    /// Moved outwards on all four sides.
    #[must_use]
    pub fn grown(self, by: Length) -> Self {
        Self::new(self.x - by, self.y - by, self.size.grown(by))
    }

    /// What the four sides leave inside.
    #[must_use]
    pub fn inset(self, by: Sides) -> Self {
        let size =
            Size::new(self.size.width - by.left - by.right, self.size.height - by.top - by.bottom);
        Self::new(self.x + by.left, self.y + by.top, size)
    }

    /// Whether the two share some area; touching edges share none.
    pub fn overlaps(self, other: Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// The smallest that holds both.
    #[must_use]
    pub fn around(self, other: Self) -> Self {
        let left = self.x.min(other.x);
        let top = self.y.min(other.y);
        let right = self.right().max(other.right());
        let bottom = self.bottom().max(other.bottom());
        Self::between(left, top, right, bottom)
    }

    /// The part of it inside the other, which it must touch.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let left = self.x.max(other.x);
        let top = self.y.max(other.y);
        let right = self.right().min(other.right());
        let bottom = self.bottom().min(other.bottom());
        Self::between(left, top, right, bottom)
    }

    /// Whether the other lies inside, edges included.
    pub fn contains(self, other: Self) -> bool {
        self.x <= other.x
            && self.y <= other.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }
}

/// A clockwise turn by quarters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Upright.
    #[default]
    None,
    /// 90° clockwise.
    Right,
    /// 180°.
    Half,
    /// 90° counter-clockwise.
    Left,
}

impl Turn {
    /// The size of something after the turn.
    pub fn apply(self, size: Size) -> Size {
        match self {
            Self::None | Self::Half => size,
            Self::Right | Self::Left => size.turned(),
        }
    }

    /// This turn, followed by another.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        match (self.quarters() + next.quarters()) % 4 {
            0 => Self::None,
            1 => Self::Right,
            2 => Self::Half,
            _ => Self::Left,
        }
    }

    /// What undoes it.
    #[must_use]
    pub const fn back(self) -> Self {
        match self {
            Self::None => Self::None,
            Self::Right => Self::Left,
            Self::Half => Self::Half,
            Self::Left => Self::Right,
        }
    }

    /// Clockwise quarters, 0 to 3.
    pub const fn quarters(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Right => 1,
            Self::Half => 2,
            Self::Left => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn touching_rectangles_do_not_overlap() {
        let a = Rect::new(Length::ZERO, Length::ZERO, Size::new(Length::mm(63), Length::mm(88)));
        let b = Rect::new(Length::mm(63), Length::ZERO, a.size);
        assert!(!a.overlaps(b));
        assert!(a.grown(Length::emu(1)).overlaps(b));
        assert!(a.grown(Length::mm(1)).contains(a));
    }

    #[test]
    fn four_quarter_turns_are_none() {
        let turn = (0..4).fold(Turn::None, |turn, _| turn.then(Turn::Right));
        assert_eq!(turn, Turn::None);
        assert_eq!(Turn::Right.then(Turn::Half), Turn::Left);
    }

    #[test]
    fn sizes_are_shown_with_one_unit() {
        let poker = Size::new(Length::um(63_500), Length::um(88_900));
        assert_eq!(poker.to_string(), "63.5 × 88.9 mm");
    }
}
