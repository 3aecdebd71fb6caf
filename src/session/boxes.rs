//! Where two pictures differ.

use crate::job::Pixels;
use crate::units::{Length, Rect, Size};

/// How much a colour must differ; less is the smoothing of edges.
const TOLERANCE: u8 = 24;
/// Differences are looked for in squares of so many pixels.
const CELL: usize = 4;
/// Differences that are no more cells apart are one.
const REACH: usize = 2;
/// More boxes than these say no more than one around them all.
const MAX_BOXES: usize = 12;

/// The boxes around what differs, on a picture of that size.
pub(super) fn boxes(before: &Pixels, now: &Pixels, size: Size) -> Vec<Rect> {
    let whole = Rect::new(Length::ZERO, Length::ZERO, size);
    if before.width != now.width || before.height() != now.height() {
        return vec![whole];
    }
    let columns = now.width.div_ceil(CELL);
    let rows = now.height().div_ceil(CELL);
    let mut open: Vec<bool> = vec![false; columns * rows];
    for y in 0..now.height() {
        for x in 0..now.width {
            let one = before.at(x, y);
            let other = now.at(x, y);
            let differs = one.iter().zip(other).any(|(a, b)| a.abs_diff(b) > TOLERANCE);
            if differs && let Some(cell) = open.get_mut(y / CELL * columns + x / CELL) {
                *cell = true;
            }
        }
    }
    let mut found: Vec<Cells> = Vec::new();
    for at in 0..open.len() {
        if open.get(at) == Some(&true) {
            found.push(Cells::around(at, &mut open, columns, rows));
        }
    }
    if found.len() > MAX_BOXES {
        found = found.into_iter().reduce(Cells::and).into_iter().collect();
    }
    let mm = |pixels: usize, of: usize, length: Length| {
        Length::round_mm(length.to_mm() * (pixels.min(of) as f64) / of.max(1) as f64)
    };
    let rect = |cells: &Cells| {
        let left = mm(cells.left * CELL, now.width, size.width);
        let top = mm(cells.top * CELL, now.height(), size.height);
        let right = mm((cells.right + 1) * CELL, now.width, size.width);
        let bottom = mm((cells.bottom + 1) * CELL, now.height(), size.height);
        Rect::new(left, top, Size::new(right - left, bottom - top))
    };
    found.iter().map(rect).collect()
}

/// A rectangle of cells, both ends included.
#[derive(Clone, Copy, Debug)]
struct Cells {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Cells {
    /// The cells that belong to one, which are taken out of those that are open.
    fn around(at: usize, open: &mut [bool], columns: usize, rows: usize) -> Self {
        let cell = |at: usize| Self {
            left: at % columns,
            right: at % columns,
            top: at / columns,
            bottom: at / columns,
        };
        let mut all = cell(at);
        let mut next = vec![at];
        while let Some(at) = next.pop() {
            let Some(is_open) = open.get_mut(at).filter(|is_open| **is_open) else { continue };
            *is_open = false;
            let here = cell(at);
            all = all.and(here);
            for y in here.top.saturating_sub(REACH)..=(here.top + REACH).min(rows - 1) {
                let from = here.left.saturating_sub(REACH);
                let to = (here.left + REACH).min(columns - 1);
                next.extend((from..=to).map(|x| y * columns + x));
            }
        }
        all
    }

    fn and(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(dots: &[(usize, usize)]) -> Pixels {
        let mut rows = vec![[255; 3]; 100 * 100];
        for (x, y) in dots {
            rows[y * 100 + x] = [0; 3];
        }
        Pixels { width: 100, rows }
    }

    fn between(dots: &[(usize, usize)]) -> Vec<[f64; 4]> {
        let size = Size::new(Length::mm(50), Length::mm(50));
        let found = boxes(&picture(&[]), &picture(dots), size);
        let mm = |r: &Rect| [r.x, r.y, r.size.width, r.size.height].map(Length::to_mm);
        found.iter().map(mm).collect()
    }

    #[test]
    fn what_differs_has_a_box_and_what_is_near_shares_it() {
        assert!(between(&[]).is_empty());
        assert_eq!(between(&[(0, 0)]), [[0.0, 0.0, 2.0, 2.0]]);
        assert_eq!(between(&[(99, 99)]), [[48.0, 48.0, 2.0, 2.0]]);
        assert_eq!(between(&[(8, 8), (16, 8)]), [[4.0, 4.0, 6.0, 2.0]]);
        assert_eq!(between(&[(8, 8), (80, 8)]), [[4.0, 4.0, 2.0, 2.0], [40.0, 4.0, 2.0, 2.0]]);
        let many: Vec<(usize, usize)> =
            (0..5).flat_map(|x| (0..5).map(move |y| (x * 20, y * 20))).collect();
        assert_eq!(between(&many), [[0.0, 0.0, 42.0, 42.0]]);
    }

    #[test]
    fn pictures_of_different_sizes_differ_everywhere() {
        let size = Size::new(Length::mm(50), Length::mm(50));
        let other = Pixels { width: 50, rows: vec![[0; 3]; 50 * 100] };
        assert_eq!(
            boxes(&other, &picture(&[]), size),
            [Rect::new(Length::ZERO, Length::ZERO, size)]
        );
    }
}
