//! Nets: flat outlines of panels that are cut out, folded and glued. In: a [`Body`]; out: a [`Net`], in which each panel has
//! its place. Lengths only; how nets go on sheets is in `folds.rs`.
//!
//! A net is built from parts that hang on each other by creases. Everything else follows from those: an edge that is no
//! crease is cut; art goes on over an edge that is cut, a little over one that a flap hangs on, and not at all over one
//! that another panel hangs on.
//!
//! All coordinates are those of the printed side, which becomes the outside, from the upper left corner of the net.

use super::cut::Cut;
use super::marks::{Mark, Pen};
use super::net_cuts::{cut_lines, hatch};
use super::net_ink::{Ink, inks};
use crate::game::{Body, Fold, Solid, Stand};
use crate::units::{Length, Outline, Point, Rect, Segment, Size, Turn};

/// A flat outline to be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The box around all that is cut, and around the boxes of all faces.
    pub size: Size,
    /// The panels and flaps.
    pub parts: Vec<NetPart>,
    /// What joins them. Together with the parts they are trees.
    pub creases: Vec<Crease>,
    /// What is cut out of parts.
    pub holes: Vec<Outline>,
    /// More bleed than this would come upon another part.
    pub room: Length,
}

/// A panel or a flap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetPart {
    /// Its edge, clockwise.
    pub outline: Outline,
    /// What it is there for.
    pub role: Role,
}

/// What a part is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Shows a face.
    Panel {
        /// The panel, by its place among the panels of the fold.
        panel: usize,
        /// The box of its face.
        area: Rect,
        /// How the face lies in it.
        turn: Turn,
        /// Whether the art follows its outline instead of the box.
        silhouette: bool,
    },
    /// Stays white and is tucked in.
    Flap,
    /// Takes glue.
    Glue,
}

/// A straight line that two parts share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crease {
    /// Where it begins, going clockwise around the first part.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What it joins: the part that the other was hung on, and that other.
    pub parts: [usize; 2],
    /// How far it is folded away from the printed side in the end; none if until the base is closed.
    pub degrees: Option<u16>,
}

/// An edge of a part as it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Top,
    Right,
    Bottom,
    Left,
}

impl Edge {
    /// Clockwise.
    pub(super) const ALL: [Self; 4] = [Self::Top, Self::Right, Self::Bottom, Self::Left];

    /// The point `along` the edge from its start, going clockwise, and `out` of the rectangle.
    pub(super) fn point(self, of: Rect, along: Length, out: Length) -> Point {
        match self {
            Self::Top => Point::new(of.x + along, of.y - out),
            Self::Right => Point::new(of.right() + out, of.y + along),
            Self::Bottom => Point::new(of.right() - along, of.bottom() + out),
            Self::Left => Point::new(of.x - out, of.bottom() - along),
        }
    }

    pub(super) fn length(self, of: Rect) -> Length {
        match self {
            Self::Top | Self::Bottom => of.size.width,
            Self::Right | Self::Left => of.size.height,
        }
    }

    /// A rectangle as long as the edge and `deep`, lying against it.
    fn beside(self, of: Rect, deep: Length) -> Rect {
        let Size { width, height } = of.size;
        match self {
            Self::Top => Rect::new(of.x, of.y - deep, Size::new(width, deep)),
            Self::Right => Rect::new(of.right(), of.y, Size::new(deep, height)),
            Self::Bottom => Rect::new(of.x, of.bottom(), Size::new(width, deep)),
            Self::Left => Rect::new(of.x - deep, of.y, Size::new(deep, height)),
        }
    }
}

/// The form of a flap that hangs on an edge.
#[derive(Clone, Copy, Debug)]
struct FlapForm {
    depth: Length,
    /// Between the ends of the edge and the flap.
    ease: Length,
    /// How far it draws in at 45° right behind the crease, so that it is out of the way of the bleed next to it.
    taper: Length,
    /// Of its outer corners.
    radius: Length,
}

/// A cross of six squares. Glue flaps this deep hold.
const CUBE_FLAP: Length = Length::mm(8);

/// Depth of the glue flap of a tuck box (a tested home-made net: 8 mm; see `docs/printing.md`). It lies inside the side
/// wall, where it does not catch cards.
const TUCK_GLUE: Length = Length::mm(8);
/// Depth of the tongue that is tucked in, from the same net.
const TUCK_TONGUE: Length = Length::mm(15);
/// How far dust flaps draw in.
const TUCK_TAPER: Length = Length::mm(3);
/// What is tucked in is narrower by this on either side.
const EASE: Length = Length::centi_mm(50);
/// The notch for a thumb: width and depth.
const NOTCH: Size = Size::new(Length::mm(20), Length::mm(8));
/// A slot takes two layers of card of 0.3 mm with some play.
const SLOT: Length = Length::centi_mm(80);
/// From a tent to its foot.
const APART: Length = Length::mm(12);

impl Net {
    /// The net of a folded thing.
    pub fn of(fold: &Fold) -> Self {
        let mut net = Builder::new(fold);
        match &fold.body {
            Body::Cube { .. } => net.cube(),
            Body::TuckBox { inside, notch } => net.tuck_box(*inside, *notch),
            Body::Tent { size, stand } => net.tent(*size, *stand),
            Body::Box { inside, lid } => net.open_box(*inside, *lid, Sides::OfTheReader, None),
            Body::Car { inside, lid, profile } => {
                net.open_box(
                    *inside,
                    *lid,
                    Sides::OfTheDriver,
                    profile.as_ref().map(|profile| &profile.outline),
                );
            }
        }
        net.finish()
    }

    /// What may be inked of each panel.
    pub fn inks(&self, bleed: Length) -> Vec<Ink> {
        inks(self, self.bleed(bleed))
    }

    /// The bleed as far as there is room for it.
    pub fn bleed(&self, wanted: Length) -> Length {
        wanted.clamp(Length::ZERO, self.room.max(Length::ZERO))
    }

    /// Where to cut: the outline, then the holes.
    pub fn cuts(&self) -> Vec<Cut> {
        cut_lines(self)
    }

    /// Where to fold, and the hatching of what takes glue.
    pub fn marks(&self) -> Vec<Mark> {
        let folds = self.creases.iter().map(|crease| Mark {
            from: crease.from,
            to: crease.to,
            pen: Pen::Fold,
        });
        folds.chain(hatch(self)).collect()
    }
}

/// Whose left and right name the sides of a box.
#[derive(Clone, Copy, Debug)]
enum Sides {
    /// Of one who looks at the front.
    OfTheReader,
    /// Of one who sits in it and looks forward.
    OfTheDriver,
}

/// The first panels of a box, in its order.
const FRONT: usize = 0;
const BACK: usize = 1;
const LEFT: usize = 2;
const RIGHT: usize = 3;

struct Builder<'a> {
    fold: &'a Fold,
    parts: Vec<NetPart>,
    creases: Vec<Crease>,
    holes: Vec<Outline>,
    room: Length,
}

impl<'a> Builder<'a> {
    fn new(fold: &'a Fold) -> Self {
        let shortest = fold
            .panels
            .iter()
            .map(|panel| panel.size.width.min(panel.size.height))
            .min()
            .unwrap_or_default();
        Self { fold, parts: Vec::new(), creases: Vec::new(), holes: Vec::new(), room: shortest / 2 }
    }

    fn size(&self, panel: usize) -> Size {
        self.fold.panels.get(panel).map_or_else(Size::default, |panel| panel.size)
    }

    /// A panel that hangs on nothing.
    fn first(&mut self, panel: usize, x: Length, y: Length, turn: Turn) -> usize {
        let area = Rect::new(x, y, turn.apply(self.size(panel)));
        self.parts.push(NetPart {
            outline: Outline::rectangle(area),
            role: Role::Panel { panel, area, turn, silhouette: false },
        });
        self.parts.len() - 1
    }

    /// A panel that hangs on an edge of another, which is as long.
    fn hang(
        &mut self,
        on: usize,
        edge: Edge,
        panel: usize,
        turn: Turn,
        degrees: Option<u16>,
    ) -> usize {
        let of = self.area(on);
        let lying = turn.apply(self.size(panel));
        let deep =
            if matches!(edge, Edge::Top | Edge::Bottom) { lying.height } else { lying.width };
        let area = edge.beside(of, deep);
        let part = self.first(panel, area.x, area.y, turn);
        self.crease(on, edge, part, Length::ZERO, degrees);
        part
    }

    fn crease(&mut self, on: usize, edge: Edge, part: usize, ease: Length, degrees: Option<u16>) {
        let of = self.area(on);
        let (from, to) = (
            edge.point(of, ease, Length::ZERO),
            edge.point(of, edge.length(of) - ease, Length::ZERO),
        );
        self.creases.push(Crease { from, to, parts: [on, part], degrees });
    }

    fn area(&self, part: usize) -> Rect {
        match self.parts.get(part) {
            Some(NetPart { role: Role::Panel { area, .. }, .. }) => *area,
            Some(part) => part.outline.bounds(),
            None => Rect::default(),
        }
    }

    /// A flap on an edge of a panel.
    fn flap(&mut self, on: usize, edge: Edge, role: Role, form: FlapForm, degrees: Option<u16>) {
        let of = self.area(on);
        let FlapForm { depth, ease, taper, radius } = form;
        let end = edge.length(of) - ease;
        let width = end - ease;
        let taper = taper.min(depth).min(width / 4);
        let (across, down) = (radius.min(width / 2 - taper), radius.min(depth - taper));
        let at = |along, out| edge.point(of, along, out);
        let mut line = Line::new(at(ease, Length::ZERO));
        line.to(at(ease + taper, taper));
        line.to(at(ease + taper, depth - down));
        line.round(at(ease + taper, depth), at(ease + taper + across, depth));
        line.to(at(end - taper - across, depth));
        line.round(at(end - taper, depth), at(end - taper, depth - down));
        line.to(at(end - taper, taper));
        line.to(at(end, Length::ZERO));
        self.parts.push(NetPart { outline: line.outline, role });
        self.crease(on, edge, self.parts.len() - 1, ease, degrees);
    }

    /// A flap for glue, slanted at 45° as far as its width allows.
    fn glue(&mut self, on: usize, edge: Edge, depth: Length, ease: Length) {
        let form = FlapForm { depth, ease, taper: depth, radius: Length::ZERO };
        self.flap(on, edge, Role::Glue, form, Some(90));
    }

    /// A die. Opposite numbers sum to seven, and 1, 2, 3 go counter-clockwise around their corner, as on dice in the West.
    ///
    /// ```text
    ///     1
    ///   2 3 5 4
    ///     6
    /// ```
    fn cube(&mut self) {
        let edge = self.size(0).width;
        let depth = (edge / 3).min(CUBE_FLAP);
        let number = |number: usize| number - 1;
        let three = self.first(number(3), edge, edge, Turn::None);
        let two = self.hang(three, Edge::Left, number(2), Turn::None, Some(90));
        let five = self.hang(three, Edge::Right, number(5), Turn::None, Some(90));
        let four = self.hang(five, Edge::Right, number(4), Turn::None, Some(90));
        self.hang(three, Edge::Top, number(1), Turn::None, Some(90));
        self.hang(three, Edge::Bottom, number(6), Turn::None, Some(90));
        for side in [two, five, four] {
            self.glue(side, Edge::Top, depth, Length::ZERO);
            self.glue(side, Edge::Bottom, depth, Length::ZERO);
        }
        self.glue(four, Edge::Right, depth, Length::ZERO);
    }

    /// A box that stands upright, with a lid and a bottom that are tucked in.
    ///
    /// ```text
    ///      top
    /// glue back left front right
    ///      bottom
    /// ```
    fn tuck_box(&mut self, inside: Solid, notch: bool) {
        let Solid { width, height, depth } = inside;
        let zero = Length::ZERO;
        let back = self.first(BACK, zero, zero, Turn::None);
        let left = self.hang(back, Edge::Right, LEFT, Turn::None, Some(90));
        let front = self.hang(left, Edge::Right, FRONT, Turn::None, Some(90));
        let right = self.hang(front, Edge::Right, RIGHT, Turn::None, Some(90));
        self.glue(back, Edge::Left, TUCK_GLUE.min(depth * 7 / 8), zero);
        let top = self.hang(back, Edge::Top, 4, Turn::Half, Some(90));
        let bottom = self.hang(back, Edge::Bottom, 5, Turn::Half, Some(90));
        let tongue = tongue(TUCK_TONGUE.min(height / 3), width);
        self.flap(top, Edge::Top, Role::Flap, tongue, Some(90));
        self.flap(bottom, Edge::Bottom, Role::Flap, tongue, Some(90));
        let dust = dust(depth, width);
        for side in [left, right] {
            self.flap(side, Edge::Top, Role::Flap, dust, Some(90));
            self.flap(side, Edge::Bottom, Role::Flap, dust, Some(90));
        }
        // The lid and the bottom lie beside dust flaps.
        self.room = self.room.min(dust.taper);
        if notch {
            self.notch(front);
        }
    }

    /// Takes a half of an ellipse out of the upper edge of a part.
    fn notch(&mut self, part: usize) {
        let area = self.area(part);
        let (half, deep) =
            (NOTCH.width.min(area.size.width / 3) / 2, NOTCH.height.min(area.size.height / 8));
        let middle = area.x + area.size.width / 2;
        let floor = area.y + deep;
        let mut line = Line::new(Point::new(area.x, area.y));
        line.to(Point::new(middle - half, area.y));
        line.round(Point::new(middle - half, floor), Point::new(middle, floor));
        line.round(Point::new(middle + half, floor), Point::new(middle + half, area.y));
        line.to(Point::new(area.right(), area.y));
        line.to(Point::new(area.right(), area.bottom()));
        line.to(Point::new(area.x, area.bottom()));
        self.parts[part].outline = line.outline;
    }

    /// A box that lies on its bottom, from which the walls are folded up.
    ///
    /// ```text
    ///        front
    ///   left bottom right
    ///        back
    ///        top
    /// ```
    ///
    /// Seen from outside, with the front above, the bottom has the left of one who looks at the front on its left. In a car,
    /// left and right are those of the driver, who looks the other way. A car may have a profile: the outline of its left
    /// side, nose to the left.
    fn open_box(&mut self, inside: Solid, lid: bool, sides: Sides, profile: Option<&Outline>) {
        let zero = Length::ZERO;
        let bottom = self.first(4, zero, zero, Turn::None);
        let front = self.hang(bottom, Edge::Top, FRONT, Turn::None, Some(90));
        let back = self.hang(bottom, Edge::Bottom, BACK, Turn::Half, Some(90));
        let (on_left, on_right) = match sides {
            Sides::OfTheReader => (LEFT, RIGHT),
            Sides::OfTheDriver => (RIGHT, LEFT),
        };
        let left = self.hang(bottom, Edge::Left, on_left, Turn::Left, Some(90));
        let right = self.hang(bottom, Edge::Right, on_right, Turn::Right, Some(90));
        let mut ease = zero;
        if let Some(profile) = profile {
            let side = Size::new(inside.depth, inside.height);
            // The bleed of an outline is not mitred at the corners of the bottom, so the glue flaps there keep away.
            let lowest = self.size(FRONT).height.min(self.size(BACK).height);
            ease = Length::mm(3).min(lowest / 6);
            self.room = self.room.min(ease);
            self.silhouette(right, profile.placed(side, self.area(right), Turn::Right));
            self.silhouette(
                left,
                profile.mirrored(side.width).placed(side, self.area(left), Turn::Left),
            );
        }
        for wall in [front, back] {
            let height = self.area(wall).size.height;
            let depth = Length::mm(10).min(height / 2).min(inside.depth / 3);
            self.glue(wall, Edge::Left, depth, ease);
            self.glue(wall, Edge::Right, depth, ease);
        }
        if lid {
            let top = self.hang(back, Edge::Bottom, 5, Turn::None, Some(90));
            self.flap(
                top,
                Edge::Bottom,
                Role::Flap,
                tongue(TUCK_TONGUE.min(inside.height * 2 / 3), inside.width),
                Some(90),
            );
            let dust = dust(inside.depth, inside.width);
            self.flap(left, Edge::Left, Role::Flap, dust, Some(90));
            self.flap(right, Edge::Right, Role::Flap, dust, Some(90));
        }
    }

    fn silhouette(&mut self, part: usize, outline: Outline) {
        let part = &mut self.parts[part];
        part.outline = outline;
        if let Role::Panel { silhouette, .. } = &mut part.role {
            *silhouette = true;
        }
    }

    /// A figure that stands: front and back with a fold over their heads, so that the back lies upside down on the sheet.
    ///
    /// With flaps it stands like a tent, the flap of the front glued on that of the back. With a slot it is glued flat and
    /// stands in a foot that is folded and slotted, too.
    fn tent(&mut self, size: Size, stand: Stand) {
        let zero = Length::ZERO;
        let upright = stand == Stand::Slot;
        let degrees = upright.then_some(180);
        let back = self.first(BACK, zero, zero, Turn::Half);
        let front = self.hang(back, Edge::Bottom, FRONT, Turn::None, degrees);
        match stand {
            Stand::Flaps => {
                let depth = tent_base(size);
                let form = FlapForm {
                    depth,
                    ease: zero,
                    taper: Length::mm(2).min(size.width / 8),
                    radius: zero,
                };
                self.flap(front, Edge::Bottom, Role::Glue, form, None);
                self.flap(back, Edge::Top, Role::Flap, form, None);
            }
            Stand::Slot => {
                let high =
                    (size.height / 4).clamp(Length::mm(6), Length::mm(14)).min(size.height / 2);
                self.slot(front, Edge::Bottom, high / 2);
                self.slot(back, Edge::Top, high / 2);
                let long = (size.height / 2).clamp(Length::mm(16), Length::mm(40));
                let top = self.area(front).bottom() + APART;
                let half = |y| Rect::new((size.width - long) / 2, y, Size::new(long, high));
                let (upper, lower) = (half(top), half(top + high));
                self.parts.extend(
                    [upper, lower].map(|half| NetPart {
                        outline: Outline::rectangle(half),
                        role: Role::Flap,
                    }),
                );
                let lower_part = self.parts.len() - 1;
                self.crease(lower_part - 1, Edge::Bottom, lower_part, zero, degrees);
                let slot = Rect::new(
                    size.width / 2 - SLOT / 2,
                    upper.bottom() - high / 2,
                    Size::new(SLOT, high / 2 * 2),
                );
                self.holes.push(Outline::rectangle(slot));
                self.room = self.room.min(APART / 2);
            }
        }
    }

    /// Takes a slot out of the middle of an edge of a panel.
    fn slot(&mut self, part: usize, edge: Edge, deep: Length) {
        let area = self.area(part);
        let length = edge.length(area);
        let first = (length - SLOT) / 2;
        let (across, zero) = (
            if matches!(edge, Edge::Top | Edge::Bottom) {
                area.size.height
            } else {
                area.size.width
            },
            Length::ZERO,
        );
        let mut line = Line::new(edge.point(area, zero, zero));
        for (along, out) in [
            (first, zero),
            (first, -deep),
            (first + SLOT, -deep),
            (first + SLOT, zero),
            (length, zero),
            (length, -across),
            (zero, -across),
        ] {
            line.to(edge.point(area, along, out));
        }
        self.parts[part].outline = line.outline;
    }

    /// Moves everything so that the box around it begins at 0, 0.
    fn finish(mut self) -> Net {
        for cut in &self.fold.cuts {
            for part in &self.parts {
                if let Role::Panel { panel, area, turn, .. } = part.role
                    && panel == cut.panel
                {
                    self.holes.push(cut.outline.placed(self.size(panel), area, turn));
                }
            }
        }
        let mut bounds: Option<(Point, Point)> = None;
        // The box of a face may be larger than the silhouette in it.
        let boxes = self.parts.iter().filter_map(|part| match part.role {
            Role::Panel { area, .. } => Some(Outline::rectangle(area)),
            _ => None,
        });
        let outlines = self.parts.iter().map(|part| part.outline.clone()).chain(boxes);
        for p in outlines.flat_map(|outline| outline.flattened()) {
            let (from, to) = bounds.get_or_insert((p, p));
            (from.x, from.y, to.x, to.y) =
                (from.x.min(p.x), from.y.min(p.y), to.x.max(p.x), to.y.max(p.y));
        }
        let (from, to) = bounds.unwrap_or_default();
        let shift = |p: Point| Point::new(p.x - from.x, p.y - from.y);
        for part in &mut self.parts {
            part.outline = part.outline.map(shift);
            if let Role::Panel { area, .. } = &mut part.role {
                (area.x, area.y) = (area.x - from.x, area.y - from.y);
            }
        }
        for crease in &mut self.creases {
            (crease.from, crease.to) = (shift(crease.from), shift(crease.to));
        }
        let holes = self.holes.iter().map(|hole| hole.map(shift)).collect();
        Net {
            size: Size::new(to.x - from.x, to.y - from.y),
            parts: self.parts,
            creases: self.creases,
            holes,
            room: self.room,
        }
    }
}

/// What is tucked in at a lid.
fn tongue(depth: Length, width: Length) -> FlapForm {
    FlapForm { depth, ease: EASE.min(width / 16), taper: Length::ZERO, radius: depth * 2 / 3 }
}

/// What keeps dust and cards in at the sides of a lid; two of them do not meet.
fn dust(edge: Length, width: Length) -> FlapForm {
    let depth = (width * 2 / 5).min(TUCK_TONGUE);
    let taper = TUCK_TAPER.min(edge / 4).min(depth / 2);
    FlapForm { depth, ease: Length::ZERO, taper, radius: (depth - taper).min(edge / 4) }
}

/// How deep the base of a tent is: far enough for a figure not to fall at a nudge.
fn tent_base(size: Size) -> Length {
    (size.height * 2 / 5).clamp(Length::mm(10), Length::mm(40)).min(size.height)
}

/// An outline being drawn. Points that repeat the last are left out.
struct Line {
    outline: Outline,
    end: Point,
}

/// How far a control point lies from the end of a quarter of an ellipse towards its corner, in millionths: 4/3 (√2 − 1).
const KAPPA: i64 = 552_285;

impl Line {
    fn new(start: Point) -> Self {
        Self { outline: Outline { start, segments: Vec::new() }, end: start }
    }

    fn to(&mut self, end: Point) {
        if end != self.end {
            self.outline.segments.push(Segment::Line(end));
            self.end = end;
        }
    }

    /// A quarter of an ellipse in the corner `at`.
    fn round(&mut self, at: Point, end: Point) {
        if self.end == end || self.end == at || at == end {
            self.to(at);
            self.to(end);
            return;
        }
        let towards = |p: Point| {
            Point::new(
                p.x + (at.x - p.x) * KAPPA / 1_000_000,
                p.y + (at.y - p.y) * KAPPA / 1_000_000,
            )
        };
        self.outline.segments.push(Segment::Curve(towards(self.end), towards(end), end));
        self.end = end;
    }
}
