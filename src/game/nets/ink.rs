//! What may be inked of a panel: itself, its bleed over edges that are cut, a little of what hangs
//! on it, and nothing of another panel.

use super::net::{Crease, Edge, Net, NetPart, Role};
use crate::units::{Length, Outline, Point, Rect, Size, Turn, polygon};

/// How far art goes on under a flap that takes glue; more would weaken it.
const UNDER_GLUE: Length = Length::mm(1);

/// Where a panel lies in its net, and what of it may be inked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The panel, by its place among the panels of the fold.
    pub panel: usize,
    /// The box of its face.
    pub area: Rect,
    /// How the face lies in it.
    pub turn: Turn,
    /// What may be inked at most. At a fold to another panel this is the fold.
    pub clip: Rect,
    /// What of that may be inked, if not all. It goes beyond the clip at folds to other panels.
    pub ink: Option<Outline>,
    /// The panel without its bleed, or of a silhouette a strip of it: a rectangle whose edges at
    /// folds are as long as those of the neighbours, so that the press can close the gap that
    /// viewers show between two that touch.
    pub core: Rect,
}

/// What lies beyond an edge of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    /// It is cut.
    Nothing,
    /// Another panel, by its part.
    Panel(usize),
    /// A flap that takes that much ink, and the ends of the edge that it leaves free.
    Flap { ink: Length, before: Length, after: Length },
}

impl Net {
    /// What may be inked of each panel, at most with this bleed.
    pub fn inks(&self, bleed: Length) -> Vec<Ink> {
        let bleed = self.bleed(bleed);
        self.parts
            .iter()
            .enumerate()
            .filter_map(|(number, part)| ink(self, number, part, bleed))
            .collect()
    }

    /// The bleed as far as there is room for it.
    pub fn bleed(&self, wanted: Length) -> Length {
        wanted.clamp(Length::ZERO, self.room.max(Length::ZERO))
    }
}

/// What may be inked of a part, if it is a panel.
fn ink(net: &Net, number: usize, part: &NetPart, bleed: Length) -> Option<Ink> {
    let Role::Panel { panel, area, turn, silhouette } = part.role else { return None };
    let sides = Edge::ALL.map(|edge| beyond(net, number, area, edge, bleed));
    let [top, right, bottom, left] = sides.map(|side| match side {
        Beyond::Nothing => bleed,
        Beyond::Panel(_) => Length::ZERO,
        Beyond::Flap { ink, .. } => ink,
    });
    let size = Size::new(area.size.width + left + right, area.size.height + top + bottom);
    let clip = Rect::new(area.x - left, area.y - top, size);
    let ink = if silhouette {
        polygon::grown(&part.outline.flattened(), bleed)
    } else {
        mitred(net, area, sides, bleed)
    };
    let core = if silhouette { along_base(area, sides) } else { area };
    Some(Ink { panel, area, turn, clip, ink, core })
}

/// A strip of a silhouette along the panel it hangs on. Whatever its outline is, more would be
/// bleed at most.
fn along_base(area: Rect, sides: [Beyond; 4]) -> Rect {
    let deep = Length::mm(1);
    let vertical = |x: Length| Rect::new(x, area.y, Size::new(deep, area.size.height));
    let horizontal = |y: Length| Rect::new(area.x, y, Size::new(area.size.width, deep));
    let hung = Edge::ALL.into_iter().zip(sides).find(|(_, side)| matches!(side, Beyond::Panel(_)));
    match hung.map_or(Edge::Left, |(edge, _)| edge) {
        Edge::Top => horizontal(area.y),
        Edge::Right => vertical(area.right() - deep),
        Edge::Bottom => horizontal(area.bottom() - deep),
        Edge::Left => vertical(area.x),
    }
}

/// How much ink a flap takes from the panel it hangs on.
pub(super) fn under_glue(net: &Net, flap: &NetPart, bleed: Length) -> Length {
    let bounds = flap.outline.bounds().size;
    let depth = bounds.width.min(bounds.height);
    match flap.role {
        Role::Glue => net.bleed(bleed).min(UNDER_GLUE).min(depth / 3),
        Role::Flap | Role::Panel { .. } => net.bleed(bleed).min(depth / 2),
    }
}

fn beyond(net: &Net, number: usize, area: Rect, edge: Edge, bleed: Length) -> Beyond {
    let length = edge.length(area);
    let start = edge.point(area, Length::ZERO, Length::ZERO);
    let end = edge.point(area, length, Length::ZERO);
    let Some((crease, other)) = net.creases.iter().find_map(|crease| {
        let other = other(crease, number)?;
        (is_on(crease.from, start, end) && is_on(crease.to, start, end)).then_some((crease, other))
    }) else {
        return Beyond::Nothing;
    };
    match net.parts.get(other) {
        Some(NetPart { role: Role::Panel { .. }, .. }) => Beyond::Panel(other),
        Some(flap) => {
            let between = |a: Point, b: Point| (a.x - b.x).abs() + (a.y - b.y).abs();
            Beyond::Flap {
                ink: under_glue(net, flap, bleed),
                before: between(start, crease.from),
                after: between(crease.to, end),
            }
        }
        None => Beyond::Nothing,
    }
}

fn other(crease: &Crease, number: usize) -> Option<usize> {
    match crease.parts {
        [a, b] if a == number => Some(b),
        [a, b] if b == number => Some(a),
        _ => None,
    }
}

/// Whether a point lies on a vertical or horizontal line.
fn is_on(p: Point, a: Point, b: Point) -> bool {
    let within = |p: Length, a: Length, b: Length| p >= a.min(b) && p <= a.max(b);
    within(p.x, a.x, b.x) && within(p.y, a.y, b.y)
}

/// The outline of what may be inked around a rectangle, or none if that is its clip.
///
/// Over a flap the ink draws in at 45°, as the flap does. Where bleed would come upon that of
/// another panel in an inner corner of the net, the two are separated at 45°.
fn mitred(net: &Net, area: Rect, sides: [Beyond; 4], bleed: Length) -> Option<Outline> {
    let mut points: Vec<Point> = Vec::with_capacity(16);
    let mut plain = true;
    for (index, edge) in Edge::ALL.into_iter().enumerate() {
        let this = sides[index];
        let following = sides[(index + 1) % 4];
        let edge_after = Edge::ALL[(index + 1) % 4];
        let length = edge.length(area);
        // A point near the corner at the end of this edge: on its line, and on that of the
        // following edge.
        let at = |along: Length, out: Length| edge.point(area, length + along, out);
        let after = |along: Length, out: Length| edge_after.point(area, along, out);
        let zero = Length::ZERO;
        let corner = at(zero, zero);
        let far = bleed + Length::mm(1);
        let is_separated = |of: Edge, panel: usize| is_blocked(net, area, of, panel);
        match (this, following) {
            (Beyond::Nothing, Beyond::Nothing) => points.push(at(bleed, bleed)),
            (Beyond::Nothing, Beyond::Panel(panel)) if is_separated(edge, panel) => {
                points.extend([at(-bleed, bleed), corner, after(zero, far)]);
            }
            (Beyond::Panel(panel), Beyond::Nothing) if is_separated(edge_after, panel) => {
                points.extend([at(zero, far), corner, after(bleed, bleed)]);
            }
            (Beyond::Nothing, Beyond::Panel(_)) => points.push(at(far, bleed)),
            (Beyond::Panel(_), Beyond::Nothing) => points.push(at(bleed, far)),
            (Beyond::Panel(_), Beyond::Panel(_)) => points.push(at(far, far)),
            (Beyond::Flap { .. }, _) | (_, Beyond::Flap { .. }) => {}
        }
        if let Beyond::Flap { ink, after: free, .. } = this {
            points.extend([at(-ink - free, ink), at(-free, zero), corner]);
            match following {
                Beyond::Nothing => points.extend([at(zero, ink), at(bleed, ink)]),
                Beyond::Panel(_) => points.push(after(zero, far)),
                Beyond::Flap { .. } => {}
            }
        }
        if let Beyond::Flap { ink, before: free, .. } = following {
            match this {
                Beyond::Nothing => points.extend([at(ink, bleed), at(ink, zero)]),
                Beyond::Panel(_) => points.push(at(zero, far)),
                Beyond::Flap { .. } => {}
            }
            points.extend([corner, after(free, zero), after(free + ink, ink)]);
        }
        plain &= match (this, following) {
            (Beyond::Flap { .. }, _) | (_, Beyond::Flap { .. }) => false,
            (Beyond::Nothing, Beyond::Panel(panel)) => !is_separated(edge, panel),
            (Beyond::Panel(panel), Beyond::Nothing) => !is_separated(edge_after, panel),
            (Beyond::Nothing, Beyond::Nothing) | (Beyond::Panel(_), Beyond::Panel(_)) => true,
        };
    }
    points.dedup();
    if plain { None } else { Outline::polygon(&points) }
}

/// Whether the bleed over an edge that is cut comes upon something beyond a neighbouring panel:
/// that panel itself, if it goes further, or one that hangs on its edge in the same line.
fn is_blocked(net: &Net, area: Rect, edge: Edge, panel: usize) -> bool {
    let Some(NetPart { role: Role::Panel { area: neighbour, .. }, .. }) = net.parts.get(panel)
    else {
        return false;
    };
    let line = |of: Rect| match edge {
        Edge::Top => -of.y,
        Edge::Right => of.right(),
        Edge::Bottom => of.bottom(),
        Edge::Left => -of.x,
    };
    let own = line(area);
    let other = line(*neighbour);
    other > own
        || other == own
            && matches!(beyond(net, panel, *neighbour, edge, Length::ZERO), Beyond::Panel(_))
}
