//! How far faces are drawn under those that are drawn later and touch them.
//!
//! A viewer smooths the edges of what it draws, so that of two faces that touch in the middle of a
//! pixel each leaves a part of the paper to be seen: a bright line between two dark cards. The
//! earlier face therefore goes on a little way under the later one, which covers it exactly to its
//! own edge, if it is opaque there.

use crate::draw::{FaceId, OpaqueEdges, Stacks};
use crate::impose::{Contour, Placement, Plan, TRAP};
use crate::units::{Length, Rect, Sides};

/// The sides of a placement as it lies: above, right, below, left.
const SIDES: [usize; 4] = [0, 1, 2, 3];

/// What must be known to draw faces under each other.
pub(super) struct Traps<'a> {
    stacks: &'a Stacks,
    opaque: &'a OpaqueEdges,
    /// For each contour of the plan, whether the whole box is inked.
    boxes: Vec<bool>,
}

/// A strip of a face without bleed that is drawn under its neighbour: the face, moved out a little,
/// where it is seen.
pub(super) struct Strip {
    pub(super) clip: Rect,
    /// The trim of the moved face.
    pub(super) trim: Rect,
}

impl<'a> Traps<'a> {
    pub(super) fn new(plan: &Plan<FaceId>, stacks: &'a Stacks, opaque: &'a OpaqueEdges) -> Self {
        let boxes = plan.contours.iter().map(Contour::inks_its_box).collect();
        Self { stacks, opaque, boxes }
    }

    /// The clip of a placement, with what is drawn under later ones.
    pub(super) fn clip(&self, placement: &Placement<FaceId>, later: &[Placement<FaceId>]) -> Rect {
        let by = self.bleed(placement).min(TRAP);
        if by <= Length::ZERO {
            return placement.clip;
        }
        let [top, right, bottom, left] =
            self.hidden(placement, later).map(|hidden| if hidden { -by } else { Length::ZERO });
        placement.clip.inset(Sides { top, right, bottom, left })
    }

    /// The strips of a placement whose face has no bleed to go on with.
    pub(super) fn strips(
        &self,
        placement: &Placement<FaceId>,
        later: &[Placement<FaceId>],
    ) -> Vec<Strip> {
        if self.bleed(placement) > Length::ZERO || !self.is_box(placement) {
            return Vec::new();
        }
        let hidden = self.hidden(placement, later);
        let sides =
            SIDES.into_iter().filter(|side| hidden[*side] && self.is_opaque(placement, *side));
        sides.map(|side| strip(placement, side)).collect()
    }

    /// On which sides later faces hide what is drawn under them.
    fn hidden(&self, placement: &Placement<FaceId>, later: &[Placement<FaceId>]) -> [bool; 4] {
        let clip = placement.clip;
        let beside = |other: Rect| other.y <= clip.y && other.bottom() >= clip.bottom();
        let above = |other: Rect| other.x <= clip.x && other.right() >= clip.right();
        SIDES.map(|side| {
            later.iter().any(|next| {
                let other = next.clip;
                let touches = match side {
                    0 => other.bottom() == clip.y && above(other),
                    1 => other.x == clip.right() && beside(other),
                    2 => other.y == clip.bottom() && above(other),
                    _ => other.right() == clip.x && beside(other),
                };
                touches && self.hides(placement, next, (side + 2) % 4)
            })
        })
    }

    /// Whether a later placement covers what an earlier one draws under one of its sides. Contours
    /// have traps of their own.
    fn hides(&self, first: &Placement<FaceId>, next: &Placement<FaceId>, side: usize) -> bool {
        match (self.is_box(first), self.is_box(next)) {
            (true, true) => self.is_opaque(next, side),
            (false, false) => true,
            _ => false,
        }
    }

    fn is_box(&self, placement: &Placement<FaceId>) -> bool {
        placement.contour.is_none_or(|contour| self.boxes.get(contour) == Some(&true))
    }

    fn is_opaque(&self, placement: &Placement<FaceId>, side: usize) -> bool {
        let upright = (side + 4 - usize::from(placement.turn.quarters())) % 4;
        self.opaque.of_face(self.stacks, placement.face)[upright]
    }

    fn bleed(&self, placement: &Placement<FaceId>) -> Length {
        self.stacks.get(placement.face).map_or(Length::ZERO, |stack| stack.canvas.bleed)
    }
}

fn strip(placement: &Placement<FaceId>, side: usize) -> Strip {
    let Rect { x, y, size } = placement.trim;
    let clip = placement.clip;
    let zero = Length::ZERO;
    let (across, down) = [(zero, -TRAP), (TRAP, zero), (zero, TRAP), (-TRAP, zero)][side];
    let clip = match side {
        0 => Rect::between(clip.x, clip.y - TRAP, clip.right(), clip.y + TRAP),
        1 => Rect::between(clip.right() - TRAP, clip.y, clip.right() + TRAP, clip.bottom()),
        2 => Rect::between(clip.x, clip.bottom() - TRAP, clip.right(), clip.bottom() + TRAP),
        _ => Rect::between(clip.x - TRAP, clip.y, clip.x + TRAP, clip.bottom()),
    };
    Strip { clip, trim: Rect::new(x + across, y + down, size) }
}
