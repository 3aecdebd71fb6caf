//! Registration crosses, by which the front and the back of a sheet are compared.

use super::clear::{FROM_INK, FROM_SPOT};
use super::mark::{Mark, Pen};
use super::stroke::Stroke;
use crate::impose::UNPRINTABLE;
use crate::units::{Length, Point, Rect, Sides, Size};

/// From the middle of a registration cross to its ends.
const ARM: Length = Length::mm(2);
/// Half of the weight of its arms, and some air.
const ARM_HALF: Length = Length::um(100);

/// A cross at each edge of a room, as near to its middle as nothing is taken.
pub(in crate::impose) fn crosses(room: Rect, mut taken: Vec<Rect>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let half = ARM + ARM_HALF;
    let inner = room.centre();
    for vertical in [false, true] {
        for far in [false, true] {
            let length = if vertical { room.size.height } else { room.size.width };
            let spot = |along: Length| {
                let centre = match (vertical, far) {
                    (false, false) => Point::new(inner.x + along, room.y + half),
                    (false, true) => Point::new(inner.x + along, room.bottom() - half),
                    (true, false) => Point::new(room.x + half, inner.y + along),
                    (true, true) => Point::new(room.right() - half, inner.y + along),
                };
                let area = Rect::new(centre.x, centre.y, Size::default()).grown(half);
                (room.contains(area) && !taken.iter().any(|t| t.overlaps(area)))
                    .then_some((centre, area))
            };
            let steps = length / Length::mm(2);
            let found =
                (0..=steps).flat_map(|step| [Length::mm(step), Length::mm(-step)]).find_map(spot);
            if let Some((centre, area)) = found {
                taken.push(area);
                let arm = |vertical, at: Length, middle: Length| {
                    Stroke { vertical, at, from: middle - ARM, to: middle + ARM }.mark(Pen::Join)
                };
                marks.extend([arm(true, centre.x, centre.y), arm(false, centre.y, centre.x)]);
            }
        }
    }
    marks
}

/// Crosses for sheets of pieces: beside what may be inked on any of them, slug line and ruler of
/// both sides as they lie on the front.
pub(in crate::impose) fn crosses_beside(
    paper: Size,
    inked: impl Iterator<Item = Rect>,
    spots: &[Rect],
) -> Vec<Mark> {
    let room = Rect::at_origin(paper).inset(Sides::all(UNPRINTABLE));
    let spots = spots.iter().map(|spot| spot.grown(FROM_SPOT));
    crosses(room, inked.map(|clip| clip.grown(FROM_INK)).chain(spots).collect())
}
