//! A box that stands upright and is opened at the top, for cards.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::flap::{FlapForm, TONGUE};
use super::net::{Edge, Role};
use super::pack::PackKeys;
use super::panel::{BACK, FRONT, LEFT, Panel, RIGHT};
use super::pencil::Pencil;
use super::solid::Solid;
use crate::diag::Sink;
use crate::game::toml::{Truth, table};
use crate::units::{Length, Point, Size, Turn};

/// A box that stands upright and is opened at the top, for cards. Its lid and its bottom are tucked
/// in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TuckBox {
    /// Its inside.
    pub inside: Solid,
    /// Whether the front has a notch for a thumb.
    pub notch: bool,
}

/// The panels behind the first four.
const TOP: usize = 4;
const BOTTOM: usize = 5;

/// Depth of the glue flap (a tested home-made net: 8 mm; see `docs/printing.md`). It lies inside
/// the side wall, where it does not catch cards.
const GLUE: Length = Length::mm(8);
/// The notch for a thumb: width and depth.
const NOTCH: Size = Size::new(Length::mm(20), Length::mm(8));

table! {
    /// The keys of a tuck box.
    pub(crate) struct TuckBoxKeys:
        "`[fold.ID]` with `net = \"tuck-box\"`",
        "A box for a deck, standing upright and opening at the top. Its panels are `front`, \
         `back`, `left`, `right`, `top` and `bottom`. Either `deck` or `inside` gives its size.";
    {
        notch: Truth [default true] "Whether the front has a notch for a thumb in its upper edge.";
        ..pack: PackKeys;
    }
}

impl Declared for TuckBox {
    const NAME: &'static str = "tuck-box";
    type Keys = TuckBoxKeys;

    fn resolve(keys: &TuckBoxKeys, context: &Context<'_>, sink: &mut Sink) -> Option<Self> {
        Some(Self { inside: keys.pack.inside(context, sink)?, notch: keys.notch() })
    }
}

impl Body for TuckBox {
    fn panels(&self) -> Vec<Panel> {
        let Solid { width, height, depth } = self.inside;
        Panel::list(&[
            ("front", width, height),
            ("back", width, height),
            ("left", depth, height),
            ("right", depth, height),
            ("top", width, depth),
            ("bottom", width, depth),
        ])
    }

    /// ```text
    ///      top
    /// glue back left front right
    ///      bottom
    /// ```
    fn draw(&self, net: &mut Builder<'_>) {
        let Solid { width, height, depth } = self.inside;
        let back = net.first(BACK, Length::ZERO, Length::ZERO, Turn::None);
        let left = net.hang(back, Edge::Right, LEFT, Turn::None);
        let front = net.hang(left, Edge::Right, FRONT, Turn::None);
        let right = net.hang(front, Edge::Right, RIGHT, Turn::None);
        net.glue(back, Edge::Left, GLUE.min(depth * 7 / 8), Length::ZERO);
        let top = net.hang(back, Edge::Top, TOP, Turn::Half);
        let bottom = net.hang(back, Edge::Bottom, BOTTOM, Turn::Half);
        let tongue = FlapForm::tongue(TONGUE.min(height / 3), width);
        net.flap(top, Edge::Top, Role::Flap, tongue);
        net.flap(bottom, Edge::Bottom, Role::Flap, tongue);
        let dust = FlapForm::dust(depth, width);
        for side in [left, right] {
            net.flap(side, Edge::Top, Role::Flap, dust);
            net.flap(side, Edge::Bottom, Role::Flap, dust);
        }
        // The lid and the bottom lie beside dust flaps.
        net.limit_bleed(dust.taper);
        if self.notch {
            notch(net, front);
        }
    }
}

/// Takes a half of an ellipse out of the upper edge of a part.
fn notch(net: &mut Builder<'_>, part: usize) {
    let area = net.area(part);
    let half = NOTCH.width.min(area.size.width / 3) / 2;
    let middle = area.x + area.size.width / 2;
    let floor = area.y + NOTCH.height.min(area.size.height / 8);
    let mut pencil = Pencil::new(Point::new(area.x, area.y));
    pencil.to(Point::new(middle - half, area.y));
    pencil.round(Point::new(middle - half, floor), Point::new(middle, floor));
    pencil.round(Point::new(middle + half, floor), Point::new(middle + half, area.y));
    pencil.to(Point::new(area.right(), area.y));
    pencil.to(Point::new(area.right(), area.bottom()));
    pencil.to(Point::new(area.x, area.bottom()));
    net.cut_to(part, pencil.outline);
}
