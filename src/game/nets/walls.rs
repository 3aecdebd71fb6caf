//! Boxes that lie on their bottom, from which the walls are folded up.

use super::builder::Builder;
use super::flap::{FlapForm, TONGUE};
use super::net::{Edge, Role};
use super::panel::{BACK, FRONT, Panel};
use super::solid::Solid;
use crate::units::{Length, Turn};

/// The panels behind the first four.
const BOTTOM: usize = 4;
const TOP: usize = 5;

/// The panels of a box, whose front and back may be lower than its sides.
pub(super) fn panels(inside: Solid, lid: bool, front: Length, back: Length) -> Vec<Panel> {
    let Solid { width, height, depth } = inside;
    let mut panels = Panel::list(&[
        ("front", width, front),
        ("back", width, back),
        ("left", depth, height),
        ("right", depth, height),
        ("bottom", width, depth),
        ("top", width, depth),
    ]);
    panels.truncate(if lid { TOP + 1 } else { TOP });
    panels
}

/// The walls around a bottom, by their parts:
///
/// ```text
///        front
///   left bottom right
///        back
///        top
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Walls {
    front: usize,
    back: usize,
    /// The side that lies to the left of the bottom.
    pub(super) on_left: usize,
    /// The side that lies to the right of the bottom.
    pub(super) on_right: usize,
}

impl Walls {
    /// The walls, with these panels as its sides. Seen from outside, with the front above, the
    /// bottom has the left of one who looks at the front on its left.
    pub(super) fn on_bottom(net: &mut Builder<'_>, left_panel: usize, right_panel: usize) -> Self {
        let bottom = net.first(BOTTOM, Length::ZERO, Length::ZERO, Turn::None);
        Self {
            front: net.hang(bottom, Edge::Top, FRONT, Turn::None),
            back: net.hang(bottom, Edge::Bottom, BACK, Turn::Half),
            on_left: net.hang(bottom, Edge::Left, left_panel, Turn::Left),
            on_right: net.hang(bottom, Edge::Right, right_panel, Turn::Right),
        }
    }

    /// The flaps by which the front and the back are glued to the sides.
    pub(super) fn glue(&self, net: &mut Builder<'_>, depth: Length, ease: Length) {
        for wall in [self.front, self.back] {
            let height = net.area(wall).size.height;
            let flap = Length::mm(10).min(height / 2).min(depth / 3);
            net.glue(wall, Edge::Left, flap, ease);
            net.glue(wall, Edge::Right, flap, ease);
        }
    }

    /// A lid on the back that is tucked in at the front.
    pub(super) fn lid(&self, net: &mut Builder<'_>, inside: Solid) {
        let top = net.hang(self.back, Edge::Bottom, TOP, Turn::None);
        let depth = TONGUE.min(inside.height * 2 / 3);
        net.flap(top, Edge::Bottom, Role::Flap, FlapForm::tongue(depth, inside.width));
        let dust = FlapForm::dust(inside.depth, inside.width);
        net.flap(self.on_left, Edge::Left, Role::Flap, dust);
        net.flap(self.on_right, Edge::Right, Role::Flap, dust);
    }
}
