//! Room for the slug line, which says what a sheet is, and for the printed ruler, which shows
//! whether it came out at actual size.
//!
//! Only the spots are found here; what does not fit is left out, the ruler before the slug line.

use crate::impose::UNPRINTABLE;
use crate::impose::duplex::Flip;
use crate::units::{Length, Rect, Sides, Size, Turn};

/// Where the slug line and the ruler of a side lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlugSpots {
    /// Room for one line of text, if there is any.
    pub line: Option<SlugLineSpot>,
    /// Room for the ruler, if there is any.
    pub ruler: Option<RulerSpot>,
}

impl SlugSpots {
    /// Finds room on a side, outside of `taken`: all clips and marks of a full sheet, so that every
    /// sheet has its slug line in the same place.
    pub(in crate::impose) fn find(paper: Size, margin: Sides, taken: Rect) -> Self {
        // A margin narrower than usual says that the printer can do better than most.
        let keep = Sides {
            top: margin.top.min(UNPRINTABLE),
            right: margin.right.min(UNPRINTABLE),
            bottom: margin.bottom.min(UNPRINTABLE),
            left: margin.left.min(UNPRINTABLE),
        };
        let strips = [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right].map(|edge| Strip {
            edge,
            paper,
            keep,
            taken,
        });
        if let Some(spots) = strips.iter().find_map(Strip::both) {
            return spots;
        }
        let line = strips.iter().find_map(Strip::line);
        let free = |ruler: &RulerSpot| line.is_none_or(|line| !line.area.overlaps(ruler.area));
        Self { line, ruler: strips.iter().flat_map(Strip::rulers).find(free) }
    }

    /// The rooms that are taken.
    pub fn areas(&self) -> Vec<Rect> {
        self.line
            .map(|line| line.area)
            .into_iter()
            .chain(self.ruler.map(|ruler| ruler.area))
            .collect()
    }
}

/// The spots of both sides. Those of the back are found anew instead of mirrored, for they are read
/// there, too.
pub(in crate::impose) struct SheetSpots {
    pub(in crate::impose) front: SlugSpots,
    pub(in crate::impose) back: SlugSpots,
}

impl SheetSpots {
    /// Finds room on both sides of a sheet; the margins and what is taken are those of the front.
    pub(in crate::impose) fn find(
        paper: Size,
        margin: Sides,
        taken: Rect,
        flip: Option<Flip>,
    ) -> Self {
        let back = flip.map(|flip| SlugSpots::find(paper, flip.sides(margin), flip.rect(taken)));
        let front = SlugSpots::find(paper, margin, taken);
        Self { front, back: back.unwrap_or_default() }
    }

    /// The rooms of both sides as they lie on the front.
    pub(in crate::impose) fn areas(&self, flip: Option<Flip>) -> Vec<Rect> {
        let back = self.back.areas().into_iter().filter_map(|area| Some(flip?.rect(area)));
        self.front.areas().into_iter().chain(back).collect()
    }
}

/// Room for one line of text, 2.1 mm high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlugLineSpot {
    /// The room on the paper; turned text reads along its longer side.
    pub area: Rect,
    /// How the text lies.
    pub turn: Turn,
}

/// Room for a ruler, 101.6 mm by 3 mm: 100 mm on its upper edge, 4 in on its lower edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulerSpot {
    /// The room on the paper, just as large as the ruler when turned.
    pub area: Rect,
    /// How the ruler lies.
    pub turn: Turn,
}

/// The height of the line of text.
const LINE: Length = Length::um(2100);
/// Less than about forty characters would not say what the sheet is.
pub(in crate::impose) const SHORTEST_LINE: Length = Length::mm(40);
/// Four inches, a little more than the 100 mm.
const RULER: Size = Size::new(Length::inch(4, 1), Length::mm(3));
/// Between the cards or their marks and the spots.
const CLEAR: Length = Length::um(400);
/// Between the slug line and the ruler on one line.
pub(in crate::impose) const APART: Length = Length::mm(4);

#[derive(Clone, Copy)]
enum Edge {
    Bottom,
    Top,
    Left,
    Right,
}

/// The white between the block and one edge of the paper, as long as the paper.
struct Strip {
    edge: Edge,
    paper: Size,
    keep: Sides,
    taken: Rect,
}

impl Strip {
    fn both(&self) -> Option<SlugSpots> {
        let length = self.length() - RULER.width - APART;
        if length < SHORTEST_LINE || self.depth() < CLEAR + RULER.height {
            return None;
        }
        // The text stands at half the height of the ruler.
        let line =
            self.spot(Length::ZERO, CLEAR + (RULER.height - LINE) / 2, Size::new(length, LINE));
        let ruler = self.spot(length + APART, CLEAR, RULER);
        let turn = self.turn();
        Some(SlugSpots {
            line: Some(SlugLineSpot { area: line, turn }),
            ruler: Some(RulerSpot { area: ruler, turn }),
        })
    }

    fn line(&self) -> Option<SlugLineSpot> {
        let length = self.length();
        let fits = length >= SHORTEST_LINE && self.depth() >= CLEAR + LINE;
        fits.then(|| SlugLineSpot {
            area: self.spot(Length::ZERO, CLEAR, Size::new(length, LINE)),
            turn: self.turn(),
        })
    }

    /// The ruler at either end of the strip, if it fits: a slug line in another strip may be in the
    /// way of one of them.
    fn rulers(&self) -> impl Iterator<Item = RulerSpot> {
        let slack = self.length() - RULER.width;
        let fits = slack >= Length::ZERO && self.depth() >= CLEAR + RULER.height;
        let at = |along| RulerSpot { area: self.spot(along, CLEAR, RULER), turn: self.turn() };
        fits.then(|| [at(slack), at(Length::ZERO)]).into_iter().flatten()
    }

    /// Along the edge of the paper.
    fn length(&self) -> Length {
        match self.edge {
            Edge::Bottom | Edge::Top => self.paper.width - self.keep.left - self.keep.right,
            Edge::Left | Edge::Right => self.paper.height - self.keep.top - self.keep.bottom,
        }
    }

    /// From the block to the edge of the paper; below zero where the bleed leaves the paper.
    fn depth(&self) -> Length {
        match self.edge {
            Edge::Bottom => self.paper.height - self.keep.bottom - self.taken.bottom(),
            Edge::Top => self.taken.y - self.keep.top,
            Edge::Left => self.taken.x - self.keep.left,
            Edge::Right => self.paper.width - self.keep.right - self.taken.right(),
        }
    }

    /// Both strips at the sides are read from below, so that the sheet is turned once for either.
    fn turn(&self) -> Turn {
        match self.edge {
            Edge::Bottom | Edge::Top => Turn::None,
            Edge::Left | Edge::Right => Turn::Left,
        }
    }

    /// A spot `along` the strip in reading direction and `out` from the block. As near to the block
    /// as it goes, since printers differ in how much of the edge they lose.
    fn spot(&self, along: Length, out: Length, upright: Size) -> Rect {
        let size = self.turn().apply(upright);
        let from_left = self.keep.left + along;
        let from_below = self.paper.height - self.keep.bottom - along - size.height;
        match self.edge {
            Edge::Bottom => Rect::new(from_left, self.taken.bottom() + out, size),
            Edge::Top => Rect::new(from_left, self.taken.y - out - size.height, size),
            Edge::Left => Rect::new(self.taken.x - out - size.width, from_below, size),
            Edge::Right => Rect::new(self.taken.right() + out, from_below, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(Length::mm(210), Length::mm(297));

    fn rect(x: i64, y: i64, width: i64, height: i64) -> Rect {
        let mm = |hundredths: i64| Length::um(hundredths * 10);
        Rect::new(mm(x), mm(y), Size::new(mm(width), mm(height)))
    }

    type Spot = Option<(Rect, Turn)>;

    /// The line and the ruler.
    fn found(paper: Size, margin: i64, taken: Rect) -> (Spot, Spot) {
        let spots = SlugSpots::find(paper, Sides::all(Length::mm(margin)), taken);
        (spots.line.map(|l| (l.area, l.turn)), spots.ruler.map(|r| (r.area, r.turn)))
    }

    #[test]
    fn line_and_ruler_share_a_line_below_the_cards() {
        let line = rect(450, 28735 + 85, 20100 - 10160 - 400, 210);
        let ruler = rect(21000 - 450 - 10160, 28735 + 40, 10160, 300);
        assert_eq!(
            found(A4, 8, rect(450, 965, 20100, 27770)),
            (Some((line, Turn::None)), Some((ruler, Turn::None)))
        );
    }

    #[test]
    fn they_move_to_the_top_where_the_bottom_is_full() {
        let line = rect(450, 2000 - 40 - 300 + 45, 9540, 210);
        let ruler = rect(10390, 2000 - 340, 10160, 300);
        assert_eq!(
            found(A4, 8, rect(450, 2000, 20100, 27000)),
            (Some((line, Turn::None)), Some((ruler, Turn::None)))
        );
    }

    #[test]
    fn at_the_sides_they_are_turned() {
        let line = rect(1500 - 40 - 255, 29700 - 450 - (28800 - 10560), 210, 28800 - 10560);
        let ruler = rect(1500 - 340, 450, 300, 10160);
        assert_eq!(
            found(A4, 8, rect(1500, 450, 19000, 28800)),
            (Some((line, Turn::Left)), Some((ruler, Turn::Left)))
        );
        let (line, ruler) = found(A4, 8, rect(450, 450, 19000, 28800));
        assert_eq!(line.map(|l| l.0.x), Some(Length::um(195_350)));
        assert_eq!(ruler.map(|r| r.0.x), Some(Length::um(194_900)));
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        // Nothing at all.
        assert_eq!(found(A4, 8, rect(450, 450, 20100, 28800)), (None, None));
        // High enough for the text only.
        let (line, ruler) = found(A4, 8, rect(450, 450, 20100, 28500));
        assert_eq!((line, ruler), (Some((rect(450, 28990, 20100, 210), Turn::None)), None));
        // A paper that is too small for both on one line has the ruler elsewhere.
        let a6 = Size::new(Length::mm(105), Length::mm(148));
        let (line, ruler) = found(a6, 5, rect(1500, 2000, 7500, 10200));
        assert_eq!(line, Some((rect(450, 12240, 9600, 210), Turn::None)));
        assert_eq!(ruler, Some((rect(1160, 450, 300, 10160), Turn::Left)));
    }
}
