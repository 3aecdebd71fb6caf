//! Hatching and the room of short words, for tiles and the drawing of how they go together.

use crate::impose::marks::{Mark, Pen};
use crate::units::{Length, Point, Rect};

/// The room that short words take, as `Caption`s are cut to it: half an em a letter, and one
/// letter more.
pub(super) fn text_width(text: &str, height: Length) -> Length {
    height * (text.chars().count() as i64 + 1) / 2
}

/// Lines at 45°, 3 mm apart, from the lower left to the upper right, around a gap for words.
pub(super) fn hatch(area: Rect, gap: Option<Rect>, marks: &mut Vec<Mark>) {
    const APART: Length = Length::mm(3);
    const AROUND: Length = Length::um(600);
    let w = area.size.width;
    let h = area.size.height;
    let gap = gap.map(|gap| gap.grown(AROUND));
    let glue = |from: Point, to: Point| Mark { from, to, pen: Pen::Glue };
    let mut at = APART;
    while at < w + h {
        // The points whose distances from the upper left corner, across and down, add up to `at`.
        let place = |x: Length| Point::new(area.x + x, area.y + at - x);
        let low = (at - h).max(Length::ZERO);
        let high = at.min(w);
        match gap {
            Some(gap) => {
                // The same for the gap; a line that misses it has nothing to leave out.
                let left = gap.x - area.x;
                let top = gap.y - area.y;
                let enter = left.max(at - top - gap.size.height);
                let leave = (left + gap.size.width).min(at - top);
                if enter < leave {
                    marks.extend((low < enter).then(|| glue(place(low), place(enter.min(high)))));
                    marks.extend((leave < high).then(|| glue(place(leave.max(low)), place(high))));
                } else {
                    marks.push(glue(place(low), place(high)));
                }
            }
            None => marks.push(glue(place(low), place(high))),
        }
        at += APART;
    }
    for (from, to) in [
        (Point::new(area.right(), area.y), Point::new(area.right(), area.bottom())),
        (Point::new(area.x, area.bottom()), Point::new(area.right(), area.bottom())),
    ] {
        marks.push(glue(from, to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Size;

    #[test]
    fn the_hatching_stays_in_its_tab_and_off_its_words() {
        let mm = Length::mm;
        let area = Rect::new(mm(100), mm(50), Size::new(mm(10), mm(90)));
        let gap = Rect::new(mm(103), mm(80), Size::new(mm(4), mm(8)));
        let mut marks = Vec::new();
        hatch(area, Some(gap), &mut marks);
        assert!(marks.iter().all(|mark| area.contains(mark.bounds()) && mark.pen == Pen::Glue));
        // Looked at point by point.
        for mark in &marks {
            for step in 0..=100 {
                let between = |from: Length, to: Length| from + (to - from) * step / 100;
                let at = Rect::new(
                    between(mark.from.x, mark.to.x),
                    between(mark.from.y, mark.to.y),
                    Size::default(),
                );
                assert!(!gap.contains(at), "{mark:?}");
            }
        }
        assert!(marks.len() > 30);
    }
}
