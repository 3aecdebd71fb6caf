//! A box with the sides of a car.

use super::body::{Body, Declared};
use super::builder::Builder;
use super::context::Context;
use super::panel::{BACK, FRONT, LEFT, Panel, RIGHT};
use super::profile::Profile;
use super::solid::{Solid, SolidKeys};
use super::walls::{Walls, panels};
use crate::diag::{Code, Sink, Spanned};
use crate::game::outline;
use crate::game::toml::{Inline, SvgPath, Truth, table};
use crate::units::{Length, Size, Turn};

/// A box whose front is the nose. Its left and right are those of the driver, who looks forward.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Car {
    /// Its inside; the front is where its nose is.
    pub inside: Solid,
    /// Whether it has a lid.
    pub lid: bool,
    /// What its sides are cut to.
    pub profile: Option<Profile>,
}

table! {
    /// The keys of a car.
    pub(crate) struct CarKeys:
        "`[fold.ID]` with `net = \"car\"`",
        "A box whose front is the nose, with the panels of a `box`: `left` and `right` are as the \
         driver sees them.";
    {
        inside: Inline<SolidKeys> [required]
            "The inside. The height goes up from the bottom and the depth from the front to the \
             back.";
        lid: Truth [default false]
            "Whether it has a top, which is hinged at the back and tucked in at the front. Not \
             together with `profile`.";
        profile: SvgPath [optional "a plain box"]
            "The outline that the left side is cut to, such as `\"M0 34V16L24 14L34 2H72L90 \
             14V34Z\"`: nose to the left, in millimetres from the upper left corner of that side, \
             which is as wide as the inside is deep; the right side is its mirror image. It \
             includes the whole lower edge, and at both ends rises by at least 5 mm: this is the \
             height of the front and the back.";
    }
}

impl Declared for Car {
    const NAME: &'static str = "car";
    type Keys = CarKeys;

    fn resolve(keys: &CarKeys, context: &Context<'_>, sink: &mut Sink) -> Option<Self> {
        let inside = keys.inside.value.solid();
        let profile = match &keys.profile {
            None => None,
            Some(path) => Some(profile(path, inside, context, sink)?),
        };
        if let (Some(lid), Some(path)) = (&keys.lid, &keys.profile)
            && lid.value
        {
            let message = "the car has both a lid and a profile, which a lid would not close";
            sink.push(context.error(Code::M060, message, &lid.span).also(
                &path.span,
                "the \
            profile",
            ));
        }
        Some(Self { inside, lid: keys.lid(), profile })
    }
}

fn profile(
    text: &Spanned<String>,
    inside: Solid,
    context: &Context<'_>,
    sink: &mut Sink,
) -> Option<Profile> {
    let id = &context.id.value;
    let side = Size::new(inside.depth, inside.height);
    let outline = outline::path(text, side, id, sink)?;
    match Profile::of(outline, side) {
        Ok(profile) => Some(profile),
        Err(why) => {
            sink.push(
                context.error(Code::M061, format!("the profile of `{id}` {why}"), &text.span).hint(
                    format!(
                        "a profile runs along the whole lower edge of its side of {side} and rises \
                         at both ends, such as \"M0 {h}V{u}L10 0H{w}V{h}Z\"",
                        h = side.height.to_mm(),
                        u = side.height.to_mm() / 2.0,
                        w = side.width.to_mm(),
                    ),
                ),
            );
            None
        }
    }
}

impl Body for Car {
    fn panels(&self) -> Vec<Panel> {
        let wall =
            |of: fn(&Profile) -> Length| self.profile.as_ref().map_or(self.inside.height, of);
        panels(self.inside, self.lid, wall(|p| p.front), wall(|p| p.back))
    }

    fn draw(&self, net: &mut Builder<'_>) {
        let walls = Walls::on_bottom(net, RIGHT, LEFT);
        let mut ease = Length::ZERO;
        if let Some(Profile { outline, .. }) = &self.profile {
            let side = Size::new(self.inside.depth, self.inside.height);
            // The bleed of an outline is not mitred at the corners of the bottom, so the glue flaps
            // there keep away.
            let lowest = net.size(FRONT).height.min(net.size(BACK).height);
            ease = Length::mm(3).min(lowest / 6);
            net.limit_bleed(ease);
            let right = outline.placed(side, net.area(walls.on_right), Turn::Right);
            net.silhouette(walls.on_right, right);
            let mirrored = outline.mirrored(side.width);
            let left = mirrored.placed(side, net.area(walls.on_left), Turn::Left);
            net.silhouette(walls.on_left, left);
        }
        walls.glue(net, self.inside.depth, ease);
        if self.lid {
            walls.lid(net, self.inside);
        }
    }
}
