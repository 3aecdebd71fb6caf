//! What the cards of a sheet may ink: all of their bleed, but for what is nearer to another card.
//!
//! In: the trims of the cards that are there, and how far each may go at most; out: clips and,
//! where a card has another across a corner, the contour that keeps off it. Two neighbours share
//! the gutter between them, and each corner that both reach, half and half.

use std::collections::BTreeMap;

use crate::impose::TRAP;
use crate::impose::plan::Contour;
use crate::units::{Form, Length, Outline, Point, Rect, Size, Turn, polygon};

/// A card of a sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    /// Its finished edge.
    pub(super) trim: Rect,
    /// Where it may ink at most: the paper, or the part of it that is its own.
    pub(super) bounds: Rect,
}

/// How far the ink of a card goes out of each corner of its trim, clockwise from the upper left,
/// along both edges together; as far as its clip where nothing is said.
type Corners = [Option<Length>; 4];

/// What one card may ink.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ink {
    /// The box of it.
    pub(super) clip: Rect,
    corners: Corners,
}

/// What each of the cards may ink.
pub(super) fn inks(cards: &[Card], bleed: Length) -> Vec<Ink> {
    let whole = |card: &Card| card.trim.grown(bleed).within(card.bounds);
    let mut inks: Vec<Ink> =
        cards.iter().map(|card| Ink { clip: whole(card), corners: Corners::default() }).collect();
    if bleed <= Length::ZERO {
        return inks;
    }
    let mut downwards: Vec<usize> = (0..cards.len()).collect();
    downwards.sort_by_key(|card| cards[*card].trim.y);
    for (at, &first) in downwards.iter().enumerate() {
        let reached = whole(&cards[first]);
        let near = downwards[at + 1..]
            .iter()
            .take_while(|next| cards[**next].trim.y - bleed < reached.bottom())
            .filter(|next| whole(&cards[**next]).overlaps(reached));
        for &second in near {
            inks[first].keep_off(cards[first].trim, cards[second].trim);
            inks[second].keep_off(cards[second].trim, cards[first].trim);
        }
    }
    for (ink, card) in inks.iter_mut().zip(cards) {
        ink.drop_idle_corners(card.trim);
    }
    inks
}

impl Ink {
    /// Keeps off another card and its half of what lies between.
    fn keep_off(&mut self, own: Rect, other: Rect) {
        let across = (other.x - own.right()).max(own.x - other.right());
        let down = (other.y - own.bottom()).max(own.y - other.bottom());
        let Rect { x, y, .. } = self.clip;
        let right = self.clip.right();
        let bottom = self.clip.bottom();
        let is_right = other.x >= own.right();
        let is_below = other.y >= own.bottom();
        if down < Length::ZERO {
            self.clip = if is_right {
                Rect::between(x, y, right.min(own.right() + across / 2), bottom)
            } else {
                Rect::between(x.max(own.x - across / 2), y, right, bottom)
            };
        } else if across < Length::ZERO {
            self.clip = if is_below {
                Rect::between(x, y, right, bottom.min(own.bottom() + down / 2))
            } else {
                Rect::between(x, y.max(own.y - down / 2), right, bottom)
            };
        } else {
            let corner = match (is_right, is_below) {
                (false, false) => 0,
                (true, false) => 1,
                (true, true) => 2,
                (false, true) => 3,
            };
            let most = (across + down) / 2;
            self.corners[corner] = self.corners[corner].map(|known| known.min(most)).or(Some(most));
        }
    }

    /// Forgets the corners that the clip does not reach.
    fn drop_idle_corners(&mut self, trim: Rect) {
        let left = trim.x - self.clip.x;
        let top = trim.y - self.clip.y;
        let right = self.clip.right() - trim.right();
        let bottom = self.clip.bottom() - trim.bottom();
        let reached = [left + top, right + top, right + bottom, left + bottom];
        for (corner, reached) in self.corners.iter_mut().zip(reached) {
            *corner = corner.filter(|most| *most < reached);
        }
    }

    /// The corners as those of the card when it stands upright.
    fn upright(&self, turn: Turn) -> Corners {
        let mut corners = self.corners;
        corners.rotate_left(usize::from(turn.quarters()));
        corners
    }
}

/// The contours of a plan, each with its mirror behind it.
pub(super) struct Contours<'a> {
    form: &'a Form,
    trim: Size,
    bleed: Length,
    found: Vec<Contour>,
    known: BTreeMap<Corners, usize>,
}

impl<'a> Contours<'a> {
    pub(super) fn new(form: &'a Form, trim: Size, bleed: Length) -> Self {
        Self { form, trim, bleed, found: Vec::new(), known: BTreeMap::new() }
    }

    /// The number of the contour of a card that lies this way; none of a plain rectangle.
    pub(super) fn of(&mut self, ink: &Ink, turn: Turn) -> Option<usize> {
        let corners = ink.upright(turn);
        if self.form.is_rectangle() && corners == Corners::default() {
            return None;
        }
        if let Some(known) = self.known.get(&corners) {
            return Some(*known);
        }
        let number = self.found.len();
        let front = Contour {
            cut: self.form.cut(self.trim),
            ink: self.inked(&corners, self.bleed),
            trapped: self.inked(&corners, self.bleed + TRAP),
        };
        let back = front.mirrored(self.trim.width);
        self.found.extend([front, back]);
        self.known.insert(corners, number);
        Some(number)
    }

    /// The number of what lies behind a contour.
    pub(super) const fn behind(contour: usize) -> usize {
        contour + 1
    }

    pub(super) fn found(self) -> Vec<Contour> {
        self.found
    }

    /// The bleed with its corners cut off. Corners that no other card needs are whole, so that a
    /// card with round corners may also be cut straight.
    fn inked(&self, corners: &Corners, bleed: Length) -> Outline {
        let trim = Rect::at_origin(self.trim);
        let whole = trim.grown(bleed);
        let mut points = vec![
            Point::new(whole.x, whole.y),
            Point::new(whole.right(), whole.y),
            Point::new(whole.right(), whole.bottom()),
            Point::new(whole.x, whole.bottom()),
        ];
        let towards = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        for (most, (x, y)) in corners.iter().zip(towards) {
            let Some(most) = most else { continue };
            let out = |far: bool, side: Length| if far { side.to_emu() as f64 } else { 0.0 };
            let corner = out(x > 0.0, self.trim.width) + out(y > 0.0, self.trim.height);
            let root = std::f64::consts::SQRT_2;
            let most = (corner + most.to_emu() as f64) / root;
            points = polygon::cut_off(&points, (x / root, y / root), most);
        }
        Outline::polygon(&points).unwrap_or_else(|| Outline::rectangle(trim))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(Length::mm(20), Length::mm(30));
    const PAPER: Rect =
        Rect::new(Length::ZERO, Length::ZERO, Size::new(Length::mm(200), Length::mm(300)));

    /// Cards in columns and rows, with a gutter.
    fn cards(slots: &[(i64, i64)], gutter: i64) -> Vec<Card> {
        let at = |(column, row): &(i64, i64)| Card {
            trim: Rect::new(
                Length::mm(10 + column * (20 + gutter)),
                Length::mm(10 + row * (30 + gutter)),
                SIZE,
            ),
            bounds: PAPER,
        };
        slots.iter().map(at).collect()
    }

    /// How far a clip goes beyond the trim, in tenths of a mm: above, right, below, left.
    fn beyond(card: &Card, ink: &Ink) -> [i64; 4] {
        [
            card.trim.y - ink.clip.y,
            ink.clip.right() - card.trim.right(),
            ink.clip.bottom() - card.trim.bottom(),
            card.trim.x - ink.clip.x,
        ]
        .map(|length| length / Length::um(100))
    }

    #[test]
    fn bleed_ends_where_another_card_lies_and_nowhere_else() {
        let half = Some(Length::mm(1));
        let none = Some(Length::ZERO);
        for (slots, gutter, clip, corners) in [
            (&[(0, 0)][..], 0, [20, 20, 20, 20], [None; 4]),
            (&[(0, 0), (1, 0)], 0, [20, 0, 20, 20], [None; 4]),
            (&[(0, 0), (1, 0)], 1, [20, 5, 20, 20], [None; 4]),
            (&[(0, 0), (1, 0)], 4, [20, 20, 20, 20], [None; 4]),
            (&[(0, 0), (0, 1)], 0, [20, 20, 0, 20], [None; 4]),
            (&[(0, 0), (1, 0), (0, 1), (1, 1)], 0, [20, 0, 0, 20], [None; 4]),
            (&[(0, 0), (1, 0), (0, 1), (1, 1)], 1, [20, 5, 5, 20], [None; 4]),
            (&[(0, 0), (1, 1)], 0, [20, 20, 20, 20], [None, None, none, None]),
            (&[(0, 0), (1, 1)], 1, [20, 20, 20, 20], [None, None, half, None]),
            (&[(0, 0), (1, 1)], 4, [20, 20, 20, 20], [None; 4]),
            (&[(1, 0), (0, 1)], 0, [20, 20, 20, 20], [None, None, None, none]),
            (&[(0, 0), (1, 0), (1, 1)], 0, [20, 0, 20, 20], [None, None, none, None]),
        ] {
            let cards = cards(slots, gutter);
            let ink = inks(&cards, Length::mm(2))[0];
            assert_eq!(beyond(&cards[0], &ink), clip, "{slots:?} with a gutter of {gutter}");
            assert_eq!(ink.corners, corners, "{slots:?} with a gutter of {gutter}");
        }
    }

    #[test]
    fn bleed_ends_at_the_edge_of_the_paper() {
        let bounds =
            Rect::new(Length::mm(9), Length::mm(9), Size::new(Length::mm(22), Length::mm(31)));
        let card = Card { trim: Rect::new(Length::mm(10), Length::mm(10), SIZE), bounds };
        let ink = inks(&[card], Length::mm(2))[0];
        assert_eq!(beyond(&card, &ink), [10, 10, 0, 10]);
    }

    #[test]
    fn contours_are_kept_once_and_turn_with_their_cards() {
        let cards = cards(&[(0, 0), (1, 1)], 0);
        let [first, second] = inks(&cards, Length::mm(2))[..] else { panic!("two inks") };
        let mut contours = Contours::new(&Form::Rectangle, SIZE, Length::mm(2));
        assert_eq!(contours.of(&first, Turn::None), Some(0));
        assert_eq!(contours.of(&second, Turn::None), Some(2));
        assert_eq!(contours.of(&second, Turn::Half), Some(0));
        let found = contours.found();
        assert_eq!(found.len(), 4);
        // The lower right corner goes no farther than the corner of the trim.
        let inked = &found[0].ink;
        let sum = |p: Point| (p.x + p.y).to_mm();
        let farthest = inked.points().map(sum).fold(0.0, f64::max);
        assert!((farthest - 50.0).abs() < 0.001, "{farthest}");
        assert_eq!(inked.points().map(|p| p.x).max(), Some(Length::mm(22)));
    }
}
