//! A figure that stands.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::flap::FlapForm;
use super::net::{Edge, Role};
use super::panel::{BACK, FRONT, Panel};
use super::pencil::Pencil;
use crate::diag::Sink;
use crate::game::size::CardSize;
use crate::game::toml::{Name, Names, table};
use crate::units::{Length, Outline, Rect, Size, Turn};

/// A figure that stands: front and back with a fold over their heads, so that the back lies upside
/// down on the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tent {
    /// The panel that is seen.
    pub size: Size,
    /// What it stands on.
    pub stand: Stand,
}

/// What a figure stands on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// Two flaps that are glued on each other, so that it stands like a tent.
    #[default]
    Flaps,
    /// A slot, and a foot with a slot.
    Slot,
}

impl Names for Stand {
    const WHAT: &'static str = "stand";
    const NAMES: &'static [(&'static str, Self)] = &[("flaps", Self::Flaps), ("slot", Self::Slot)];
}

/// A slot takes two layers of card of 0.3 mm with some play.
const SLOT: Length = Length::um(800);
/// From a tent to its foot.
const APART: Length = Length::mm(12);

table! {
    /// The keys of a figure that stands.
    pub(crate) struct TentKeys:
        "`[fold.ID]` with `net = \"tent\"`",
        "A standee. Its panels are `front` and `back`.";
    {
        size: CardSize [required] "The size of each panel.";
        stand: Name<Stand> [default Stand::default()]
            "What it stands on: two flaps that are glued together, so that it stands like a tent; \
             or a separate foot, with a slot in both, for a figure that is glued flat.";
    }
}

impl Declared for Tent {
    const NAME: &'static str = "tent";
    type Keys = TentKeys;

    fn resolve(keys: &TentKeys, _: &Context<'_>, _: &mut Sink) -> Option<Self> {
        Some(Self { size: keys.size.value, stand: keys.stand() })
    }
}

impl Body for Tent {
    fn panels(&self) -> Vec<Panel> {
        Panel::list(&["front", "back"].map(|name| (name, self.size.width, self.size.height)))
    }

    /// With flaps it stands like a tent, the flap of the front glued on that of the back. With a
    /// slot it is glued flat and stands in a foot that is folded and slotted, too.
    fn draw(&self, net: &mut Builder<'_>) {
        match self.stand {
            Stand::Flaps => self.on_flaps(net),
            Stand::Slot => self.in_a_foot(net),
        }
    }
}

/// Glued flat.
const FLAT: Option<u16> = Some(180);

impl Tent {
    fn sides(net: &mut Builder<'_>, degrees: Option<u16>) -> (usize, usize) {
        let back = net.first(BACK, Length::ZERO, Length::ZERO, Turn::Half);
        (net.hang_at(back, Edge::Bottom, FRONT, Turn::None, degrees), back)
    }

    fn on_flaps(&self, net: &mut Builder<'_>) {
        let Size { width, height } = self.size;
        let (front, back) = Self::sides(net, None);
        // Far enough for a figure not to fall at a nudge.
        let depth = (height * 2 / 5).clamp(Length::mm(10), Length::mm(40)).min(height);
        let taper = Length::mm(2).min(width / 8);
        let form = FlapForm { depth, ease: Length::ZERO, taper, radius: Length::ZERO };
        net.flap_at(front, Edge::Bottom, Role::Glue, form, None);
        net.flap_at(back, Edge::Top, Role::Flap, form, None);
    }

    fn in_a_foot(&self, net: &mut Builder<'_>) {
        let Size { width, height } = self.size;
        let (front, back) = Self::sides(net, FLAT);
        let high = (height / 4).clamp(Length::mm(6), Length::mm(14)).min(height / 2);
        slot(net, front, Edge::Bottom, high / 2);
        slot(net, back, Edge::Top, high / 2);
        let long = (height / 2).clamp(Length::mm(16), Length::mm(40));
        let top = net.area(front).bottom() + APART;
        let half = |y| Rect::new((width - long) / 2, y, Size::new(long, high));
        let [upper, lower] = [top, top + high].map(half);
        let [first, second] =
            [upper, lower].map(|half| net.part(Outline::rectangle(half), Role::Flap));
        net.crease(first, Edge::Bottom, second, Length::ZERO, FLAT);
        let slot = Size::new(SLOT, high / 2 * 2);
        net.hole(Outline::rectangle(Rect::new(
            width / 2 - SLOT / 2,
            upper.bottom() - high / 2,
            slot,
        )));
        net.limit_bleed(APART / 2);
    }
}

/// Takes a slot out of the middle of an edge of a panel.
fn slot(net: &mut Builder<'_>, part: usize, edge: Edge, deep: Length) {
    let area = net.area(part);
    let length = edge.length(area);
    let across = if edge.is_horizontal() { area.size.height } else { area.size.width };
    let first = (length - SLOT) / 2;
    let zero = Length::ZERO;
    let mut pencil = Pencil::new(edge.point(area, zero, zero));
    for (along, out) in [
        (first, zero),
        (first, -deep),
        (first + SLOT, -deep),
        (first + SLOT, zero),
        (length, zero),
        (length, -across),
        (zero, -across),
    ] {
        pencil.to(edge.point(area, along, out));
    }
    net.cut_to(part, pencil.outline);
}
