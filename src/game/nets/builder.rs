//! Draws a net from parts that hang on each other by creases.
//!
//! Everything else follows from those: an edge that is no crease is cut; art goes on over an edge
//! that is cut, a little over one that a flap hangs on, and not at all over one that another panel
//! hangs on.

use super::flap::FlapForm;
use super::net::{Crease, Edge, Net, NetPart, Role};
use super::panel::{Panel, PanelCut};
use super::pencil::Pencil;
use crate::units::{Length, Outline, Point, Rect, Size, Turn};

/// A net being drawn. Its parts are named by their numbers, in the order in which they are added.
#[derive(Debug)]
pub struct Builder<'a> {
    panels: &'a [Panel],
    parts: Vec<NetPart>,
    creases: Vec<Crease>,
    holes: Vec<Outline>,
    room: Length,
}

/// How far most creases are folded.
const SQUARE: Option<u16> = Some(90);

impl<'a> Builder<'a> {
    /// A net of panels that has no parts yet.
    pub(crate) fn new(panels: &'a [Panel]) -> Self {
        let narrow = panels.iter().map(|panel| panel.size.width.min(panel.size.height)).min();
        let room = narrow.unwrap_or_default() / 2;
        Self { panels, parts: Vec::new(), creases: Vec::new(), holes: Vec::new(), room }
    }

    /// The size of a panel as its face stands.
    pub(super) fn size(&self, panel: usize) -> Size {
        self.panels.get(panel).map_or_else(Size::default, |panel| panel.size)
    }

    /// The box of a part as it lies.
    pub(super) fn area(&self, part: usize) -> Rect {
        match self.parts.get(part) {
            Some(NetPart { role: Role::Panel { area, .. }, .. }) => *area,
            Some(part) => part.outline.bounds(),
            None => Rect::default(),
        }
    }

    /// A panel that hangs on nothing.
    pub(super) fn first(&mut self, panel: usize, x: Length, y: Length, turn: Turn) -> usize {
        let area = Rect::new(x, y, turn.apply(self.size(panel)));
        let role = Role::Panel { panel, area, turn, silhouette: false };
        self.part(Outline::rectangle(area), role)
    }

    /// A panel that hangs on an edge of another, which is as long, and is folded square to it.
    pub(super) fn hang(&mut self, on: usize, edge: Edge, panel: usize, turn: Turn) -> usize {
        self.hang_at(on, edge, panel, turn, SQUARE)
    }

    /// A panel that hangs on an edge of another and is folded by an angle.
    pub(super) fn hang_at(
        &mut self,
        on: usize,
        edge: Edge,
        panel: usize,
        turn: Turn,
        degrees: Option<u16>,
    ) -> usize {
        let lying = turn.apply(self.size(panel));
        let deep = if edge.is_horizontal() { lying.height } else { lying.width };
        let area = edge.beside(self.area(on), deep);
        let part = self.first(panel, area.x, area.y, turn);
        self.crease(on, edge, part, Length::ZERO, degrees);
        part
    }

    /// A flap on an edge of a panel, folded square to it.
    pub(super) fn flap(&mut self, on: usize, edge: Edge, role: Role, form: FlapForm) {
        self.flap_at(on, edge, role, form, SQUARE);
    }

    /// A flap on an edge of a panel, folded by an angle.
    pub(super) fn flap_at(
        &mut self,
        on: usize,
        edge: Edge,
        role: Role,
        form: FlapForm,
        degrees: Option<u16>,
    ) {
        let of = self.area(on);
        let FlapForm { depth, ease, taper, radius } = form;
        let end = edge.length(of) - ease;
        let width = end - ease;
        let taper = taper.min(depth).min(width / 4);
        let across = radius.min(width / 2 - taper);
        let down = radius.min(depth - taper);
        let at = |along, out| edge.point(of, along, out);
        let mut pencil = Pencil::new(at(ease, Length::ZERO));
        pencil.to(at(ease + taper, taper));
        pencil.to(at(ease + taper, depth - down));
        pencil.round(at(ease + taper, depth), at(ease + taper + across, depth));
        pencil.to(at(end - taper - across, depth));
        pencil.round(at(end - taper, depth), at(end - taper, depth - down));
        pencil.to(at(end - taper, taper));
        pencil.to(at(end, Length::ZERO));
        let part = self.part(pencil.outline, role);
        self.crease(on, edge, part, ease, degrees);
    }

    /// A flap for glue.
    pub(super) fn glue(&mut self, on: usize, edge: Edge, depth: Length, ease: Length) {
        self.flap(on, edge, Role::Glue, FlapForm::glue(depth, ease));
    }

    /// A part of any outline.
    pub(super) fn part(&mut self, outline: Outline, role: Role) -> usize {
        self.parts.push(NetPart { outline, role });
        self.parts.len() - 1
    }

    /// Joins a part to an edge of another that it lies against.
    pub(super) fn crease(
        &mut self,
        on: usize,
        edge: Edge,
        part: usize,
        ease: Length,
        degrees: Option<u16>,
    ) {
        let of = self.area(on);
        let from = edge.point(of, ease, Length::ZERO);
        let to = edge.point(of, edge.length(of) - ease, Length::ZERO);
        self.creases.push(Crease { from, to, parts: [on, part], degrees });
    }

    /// Cuts a panel out along another outline, over which its art keeps its whole bleed on all
    /// sides.
    pub(super) fn silhouette(&mut self, part: usize, edge: Outline) {
        if let Some(NetPart { outline, role: Role::Panel { silhouette, .. } }) =
            self.parts.get_mut(part)
        {
            *outline = edge;
            *silhouette = true;
        }
    }

    /// Cuts a part out along another outline in the same box, whose art still follows the box.
    pub(super) fn cut_to(&mut self, part: usize, edge: Outline) {
        if let Some(part) = self.parts.get_mut(part) {
            part.outline = edge;
        }
    }

    /// Cuts a hole.
    pub(super) fn hole(&mut self, hole: Outline) {
        self.holes.push(hole);
    }

    /// No more bleed than this has room.
    pub(super) fn limit_bleed(&mut self, room: Length) {
        self.room = self.room.min(room);
    }

    /// The net, with its upper left corner at 0, 0 and with what is cut out of its panels.
    pub(crate) fn finish(mut self, cuts: &[PanelCut]) -> Net {
        for cut in cuts {
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
            Role::Flap | Role::Glue => None,
        });
        let outlines = self.parts.iter().map(|part| part.outline.clone()).chain(boxes);
        for p in outlines.flat_map(|outline| outline.flattened()) {
            let (from, to) = bounds.get_or_insert((p, p));
            *from = Point::new(from.x.min(p.x), from.y.min(p.y));
            *to = Point::new(to.x.max(p.x), to.y.max(p.y));
        }
        let (from, to) = bounds.unwrap_or_default();
        let shift = |p: Point| Point::new(p.x - from.x, p.y - from.y);
        for part in &mut self.parts {
            part.outline = part.outline.map(shift);
            if let Role::Panel { area, .. } = &mut part.role {
                let Point { x, y } = shift(Point::new(area.x, area.y));
                *area = Rect::new(x, y, area.size);
            }
        }
        for crease in &mut self.creases {
            crease.from = shift(crease.from);
            crease.to = shift(crease.to);
        }
        Net {
            size: Size::new(to.x - from.x, to.y - from.y),
            parts: self.parts,
            creases: self.creases,
            holes: self.holes.iter().map(|hole| hole.map(shift)).collect(),
            room: self.room,
        }
    }
}
