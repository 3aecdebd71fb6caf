//! What a side shows of a face that is much larger than the side: as pixels, each tile of a board
//! is a picture of its own, so that nobody must unpack a square metre to print a page, and no
//! picture has a seam inside a page.

use std::collections::BTreeMap;

use crate::draw::{FaceId, LayerId, Stacks};
use crate::impose::{Placement, Plan, TRAP};
use crate::units::{Length, Point, Rect, Size, Turn};

/// The windows of a plan, numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct Windows {
    /// The face of each, and the part of its canvas, from the upper left corner of the canvas as it
    /// stands upright.
    all: Vec<(FaceId, Rect)>,
    /// For each layer, the windows through which it is seen, and none where it is seen whole.
    layers: BTreeMap<LayerId, Vec<Option<usize>>>,
}

/// The name under which a page calls a face.
pub(super) fn face_name(face: FaceId) -> String {
    format!("F{}", face.index())
}

/// The name under which a page calls what a window shows.
pub(super) fn window_name(face: FaceId, window: usize) -> String {
    format!("{}w{window}", face_name(face))
}

impl Windows {
    /// The windows of a plan.
    pub fn of(plan: &Plan<FaceId>, stacks: &Stacks) -> Self {
        let mut windows = Self::default();
        let sides =
            plan.sheets.iter().flat_map(|sheet| std::iter::once(&sheet.front).chain(&sheet.back));
        for placement in sides.flat_map(|side| &side.placements) {
            let face = placement.face;
            let Some(stack) = stacks.get(face) else { continue };
            let seen = match window(placement, stack.canvas.bleed) {
                Some(rect) => Some(
                    windows.all.iter().position(|known| *known == (face, rect)).unwrap_or_else(
                        || {
                            windows.all.push((face, rect));
                            windows.all.len() - 1
                        },
                    ),
                ),
                None => None,
            };
            for layer in &stack.layers {
                let through = windows.layers.entry(*layer).or_default();
                if !through.contains(&seen) {
                    through.push(seen);
                }
            }
        }
        windows
    }

    /// The face and the part of its canvas of each window.
    pub(super) fn all(&self) -> impl Iterator<Item = (FaceId, Rect)> + '_ {
        self.all.iter().copied()
    }

    /// The part of its canvas that a window shows.
    pub(super) fn rect(&self, window: usize) -> Rect {
        self.all[window].1
    }

    /// How a layer is to be drawn: whole, or through these windows. What no plan places is
    /// printed beside the faces, and whole.
    pub(super) fn of_layer(&self, layer: LayerId) -> Vec<Option<usize>> {
        self.layers.get(&layer).cloned().unwrap_or_else(|| vec![None])
    }

    /// The window of a placement, if it is seen through one.
    pub(super) fn find(&self, placement: &Placement<FaceId>, bleed: Length) -> Option<usize> {
        if self.all.is_empty() {
            return None;
        }
        let wanted = (placement.face, window(placement, bleed)?);
        self.all.iter().position(|known| *known == wanted)
    }
}

/// The part of its canvas that a placement shows, if it leaves a quarter of it or more out.
fn window(placement: &Placement<FaceId>, bleed: Length) -> Option<Rect> {
    let canvas = placement.trim.grown(bleed);
    let turn = placement.turn;
    // With all that may go on under another face.
    let clip = placement.clip.grown(TRAP);
    let left = clip.x.max(canvas.x) - canvas.x;
    let top = clip.y.max(canvas.y) - canvas.y;
    let right = clip.right().min(canvas.right()) - canvas.x;
    let bottom = clip.bottom().min(canvas.bottom()) - canvas.y;
    let area = |size: Size| i128::from(size.width.to_emu()) * i128::from(size.height.to_emu());
    let seen = Size::new(right - left, bottom - top);
    if right <= left || bottom <= top || area(seen) * 4 > area(canvas.size) * 3 {
        return None;
    }
    // Turned back: what is the upper left corner of the window as the face stands upright?
    let Size { width, height } = canvas.size;
    let corner = match turn {
        Turn::None => Point::new(left, top),
        Turn::Right => Point::new(top, width - right),
        Turn::Half => Point::new(width - right, height - bottom),
        Turn::Left => Point::new(height - bottom, left),
    };
    Some(Rect::new(corner.x, corner.y, turn.apply(seen)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_counted_on_the_upright_face() {
        let mm = Length::mm;
        // A board of 300 × 400 mm with a bleed of 2 mm, of which a window at 50, 30 of 60 × 100
        // mm is seen.
        let face = Size::new(mm(300), mm(400));
        let wanted = Rect::new(mm(50), mm(30), Size::new(mm(60), mm(100)));
        for turn in [Turn::None, Turn::Right, Turn::Half, Turn::Left] {
            let size = turn.apply(face.grown(mm(2)));
            let canvas = Rect::new(mm(-20), mm(-10), size);
            // Where the window lies in the turned canvas, by following its corner and the opposite
            // one.
            let follow = |p: Point| match turn {
                Turn::None => Point::new(p.x, p.y),
                Turn::Right => Point::new(size.width - p.y, p.x),
                Turn::Half => Point::new(size.width - p.x, size.height - p.y),
                Turn::Left => Point::new(p.y, size.height - p.x),
            };
            let a = follow(Point::new(wanted.x, wanted.y));
            let b = follow(Point::new(wanted.right(), wanted.bottom()));
            let left = canvas.x + a.x.min(b.x);
            let top = canvas.y + a.y.min(b.y);
            let clip = Rect::new(left, top, Size::new((a.x - b.x).abs(), (a.y - b.y).abs()));
            let trim = canvas.grown(mm(-2));
            let placement = Placement {
                slot: 0,
                copy: 0,
                face: FaceId::new(0),
                trim,
                clip,
                turn,
                contour: None,
            };
            assert_eq!(window(&placement, mm(2)), Some(wanted.grown(TRAP)), "{turn:?}");
            assert_eq!(window(&Placement { clip: canvas, ..placement }, mm(2)), None, "{turn:?}");
        }
    }
}
