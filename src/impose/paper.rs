//! The paper as it lies, with its margins, and what is measured on it.

use crate::game::{Orientation, Print};
use crate::units::{Length, Rect, Sides, Size};

/// The paper in portrait or in landscape.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrientedPaper {
    pub(super) size: Size,
    /// The margins of the paper as it lies; never negative.
    pub(super) margin: Sides,
    pub(super) word: &'static str,
}

impl OrientedPaper {
    /// The orientations that a game allows, portrait first.
    pub(super) fn candidates(print: &Print) -> Vec<Self> {
        let [portrait, landscape] = Self::both(print);
        match print.orientation {
            Orientation::Auto => vec![portrait, landscape],
            Orientation::Portrait => vec![portrait],
            Orientation::Landscape => vec![landscape],
        }
    }

    /// The paper in portrait, and turned by 90° counter-clockwise, its margins with it.
    pub(super) fn both(print: &Print) -> [Self; 2] {
        let Sides { top, right, bottom, left } = print.margin;
        let [top, right, bottom, left] =
            [top, right, bottom, left].map(|side| side.max(Length::ZERO));
        let portrait = Self {
            size: print.paper.size,
            margin: Sides { top, right, bottom, left },
            word: "portrait",
        };
        let landscape = Self {
            size: print.paper.size.turned(),
            margin: turned_left(portrait.margin),
            word: "landscape",
        };
        [portrait, landscape]
    }

    pub(super) fn whole(&self) -> Rect {
        Rect::at_origin(self.size)
    }

    pub(super) fn printable(&self) -> Rect {
        self.whole().inset(self.margin)
    }
}

/// The line along which a sheet is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoldLine {
    /// Upright, in the middle of the paper: fronts on the left, backs on the right.
    Vertical,
    /// Flat, in the middle of the paper: fronts above, backs below.
    Horizontal,
}

/// Between columns, and between rows; never negative.
pub(super) fn gutter_of(print: &Print) -> Size {
    Size::new(print.gutter.x.max(Length::ZERO), print.gutter.y.max(Length::ZERO))
}

/// The margins once the sheet has been turned by 90° counter-clockwise: its upper edge now lies on
/// the left.
fn turned_left(portrait: Sides) -> Sides {
    Sides { left: portrait.top, bottom: portrait.left, right: portrait.bottom, top: portrait.right }
}
