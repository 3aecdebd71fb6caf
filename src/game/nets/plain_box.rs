//! A box that lies on its bottom.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::panel::{LEFT, Panel, RIGHT};
use super::solid::{Solid, SolidKeys};
use super::walls::{Walls, panels};
use crate::diag::Sink;
use crate::game::toml::{Inline, Truth, table};
use crate::units::Length;

/// A box that lies on its bottom. Its left and right are those of one who looks at the front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainBox {
    /// Its inside: from left to right, from the bottom up, from the front to the back.
    pub inside: Solid,
    /// Whether it has a lid.
    pub lid: bool,
}

table! {
    /// The keys of a box.
    pub(crate) struct PlainBoxKeys:
        "`[fold.ID]` with `net = \"box\"`",
        "An open or lidded box. Its panels are `front`, `back`, `left`, `right`, `bottom` and, \
         with a lid, `top`.";
    {
        inside: Inline<SolidKeys> [required]
            "The inside. The height goes up from the bottom and the depth from the front to the \
             back.";
        lid: Truth [default false]
            "Whether it has a top, which is hinged at the back and tucked in at the front.";
    }
}

impl Declared for PlainBox {
    const NAME: &'static str = "box";
    type Keys = PlainBoxKeys;

    fn resolve(keys: &PlainBoxKeys, _: &Context<'_>, _: &mut Sink) -> Option<Self> {
        Some(Self { inside: keys.inside.value.solid(), lid: keys.lid() })
    }
}

impl Body for PlainBox {
    fn panels(&self) -> Vec<Panel> {
        panels(self.inside, self.lid, self.inside.height, self.inside.height)
    }

    fn draw(&self, net: &mut Builder<'_>) {
        let walls = Walls::on_bottom(net, LEFT, RIGHT);
        walls.glue(net, self.inside.depth, Length::ZERO);
        if self.lid {
            walls.lid(net, self.inside);
        }
    }
}
