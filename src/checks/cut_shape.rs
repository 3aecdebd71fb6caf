//! What a face is cut to, and how far something that shows on it reaches over that.

use crate::compose::{Artwork, CardPart};
use crate::diag::escaped;
use crate::game::Component;
use crate::units::{Convex, Form, Outline, Spot};

/// What no knife can do better, in millimetres.
pub(super) const TOLERANCE: f64 = 0.05;
/// How far apart the places of an edge are that are measured, in millimetres.
const STEP: f64 = 0.5;

/// What a face is cut to, in millimetres from the upper left corner of its trim.
pub(super) struct CutShape {
    /// Its width and height.
    size: (f64, f64),
    /// Its outline, clockwise; none if that is the rectangle of its size.
    outline: Option<Vec<Spot>>,
    /// What is cut out of it.
    holes: Vec<Vec<Spot>>,
    /// How much is drawn around it.
    pub(super) bleed: f64,
    /// How far inside of its edge everything is safe.
    pub(super) safe: f64,
}

/// How far something reaches, and where.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reach {
    /// In millimetres.
    pub(super) by: f64,
    /// Such as `on the right`.
    pub(super) place: &'static str,
}

impl Reach {
    /// `3.2 mm on the right and 0.4 mm at the top`.
    pub(super) fn list(all: &[Self]) -> String {
        let one = |reach: &Self| format!("{:.1} mm {}", reach.by.max(0.1), reach.place);
        let parts: Vec<String> = all.iter().map(one).collect();
        match parts.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// What becomes of a picture at the edge.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AtEdge {
    /// It stays inside, or fills the bleed.
    Fine,
    /// It lies in the bleed or beyond it.
    Outside,
    /// It reaches over the trim and ends inside of the bleed.
    Short(Vec<Reach>),
    /// It reaches over the safe area.
    Unsafe(Vec<Reach>),
}

impl CutShape {
    pub(super) fn of(component: &Component, artwork: &Artwork, part: CardPart) -> Self {
        let trim = artwork.trim;
        let mut holes = Vec::new();
        let outline = match (part, component.fold()) {
            (CardPart::Panel(panel), Some(fold)) => {
                fold.cut_of(panel).and_then(|(outline, cut)| {
                    holes = cut.iter().map(spots).collect();
                    fold.has_odd_panels().then_some(outline)
                })
            }
            _ if matches!(component.form(), Form::Rectangle) => None,
            (CardPart::Back, _) => Some(component.form().cut(trim).mirrored(trim.width)),
            _ => Some(component.form().cut(trim)),
        };
        Self {
            size: (trim.width.to_mm(), trim.height.to_mm()),
            outline: outline.as_ref().map(spots),
            holes,
            bleed: artwork.bleed.to_mm(),
            safe: component.print.safe.to_mm(),
        }
    }

    /// How far words or a picture reach over a line that lies so far inside of the trim.
    pub(super) fn over(&self, hull: &Convex, inset: f64) -> Vec<Reach> {
        let mut reaches = match &self.outline {
            None => self.over_box(hull, inset),
            Some(outline) => Vec::from_iter(over_outline(outline, hull, inset, false)),
        };
        reaches.extend(self.holes.iter().filter_map(|hole| over_outline(hole, hull, inset, true)));
        reaches.retain(|reach| reach.by > TOLERANCE);
        reaches.sort_by(|a, b| b.by.total_cmp(&a.by));
        reaches
    }

    fn over_box(&self, hull: &Convex, inset: f64) -> Vec<Reach> {
        let [left, top, right, bottom] = hull.bounds();
        let (width, height) = self.size;
        [
            (inset - left, "on the left"),
            (inset - top, "at the top"),
            (right - width + inset, "on the right"),
            (bottom - height + inset, "at the bottom"),
        ]
        .map(|(by, place)| Reach { by, place })
        .to_vec()
    }

    /// Whether nothing of it shows within the trim.
    pub(super) fn is_outside(&self, hull: &Convex) -> bool {
        let (width, height) = self.size;
        let whole = || Convex::hull(vec![(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]);
        match &self.outline {
            None => hull.within(&whole()).is_empty(),
            Some(outline) => {
                !hull.rim(STEP).into_iter().any(|spot| depth(outline, spot).0 > 0.0)
                    && !outline.iter().any(|spot| hull.holds(*spot))
            }
        }
    }

    /// What becomes of a picture at the edge.
    pub(super) fn at_edge(&self, hull: &Convex) -> AtEdge {
        if self.is_outside(hull) {
            return AtEdge::Outside;
        }
        let over = self.over(hull, 0.0);
        let bleeds = match &self.outline {
            None => {
                let full = self.bleed - 2.0 * TOLERANCE;
                let short: Vec<Reach> =
                    over.iter().filter(|reach| reach.by < full).cloned().collect();
                if !short.is_empty() {
                    return AtEdge::Short(short);
                }
                !over.is_empty()
            }
            Some(outline) => match self.fills(outline, hull) {
                Some(true) => true,
                Some(false) => return AtEdge::Short(over),
                None => false,
            },
        };
        // A picture that is meant to be cut is cut wherever it ends; one that goes all around
        // what is safe is the ground of that.
        let unsafe_by = self.over(hull, self.safe);
        if bleeds || unsafe_by.is_empty() || self.surrounds_safe(hull) {
            return AtEdge::Fine;
        }
        AtEdge::Unsafe(unsafe_by)
    }

    /// Whether a picture that lies over an outline fills the bleed along most of what it covers of
    /// that; nothing if it covers none.
    fn fills(&self, outline: &[Spot], hull: &Convex) -> Option<bool> {
        let out = (self.bleed - 2.0 * TOLERANCE).max(0.0);
        let (mut covered, mut short) = (0_u32, 0_u32);
        for (from, to) in edges(outline) {
            let (x, y) = (to.0 - from.0, to.1 - from.1);
            let length = (x * x + y * y).sqrt();
            if length == 0.0 {
                continue;
            }
            let steps = (length / STEP).ceil().max(1.0);
            let mut done = 0.5;
            while done < steps {
                let share = done / steps;
                let spot = (from.0 + x * share, from.1 + y * share);
                done += 1.0;
                if hull.holds(spot) {
                    covered += 1;
                    // Outside is on the left of who goes clockwise.
                    let beyond = (spot.0 + y / length * out, spot.1 - x / length * out);
                    short += u32::from(!hull.holds(beyond));
                }
            }
        }
        (covered > 0).then_some(short * 4 <= covered)
    }

    fn surrounds_safe(&self, hull: &Convex) -> bool {
        let (width, height) = self.size;
        let (left, top, right, bottom) =
            (self.safe, self.safe, width - self.safe, height - self.safe);
        match &self.outline {
            None => [(left, top), (right, top), (right, bottom), (left, bottom)]
                .iter()
                .all(|corner| hull.holds(*corner)),
            Some(outline) => {
                !hull.rim(STEP).into_iter().any(|spot| depth(outline, spot).0 > self.safe)
            }
        }
    }
}

/// The farthest that something reaches over a line so far inside of an outline; or of a hole, so
/// far outside of it.
fn over_outline(outline: &[Spot], hull: &Convex, inset: f64, is_hole: bool) -> Option<Reach> {
    let mut spots = hull.rim(STEP);
    spots.extend(outline.iter().filter(|spot| hull.holds(**spot)));
    let reaches = spots.into_iter().map(|spot| {
        let (inside, nearest) = depth(outline, spot);
        let inside = if is_hole { -inside } else { inside };
        // From a hole it reaches towards the middle, from the rest outwards.
        let towards = (spot.0 - nearest.0, spot.1 - nearest.1);
        let towards = if inside < 0.0 { towards } else { (-towards.0, -towards.1) };
        (inset - inside, towards)
    });
    let (by, towards) = reaches.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let place = if is_hole { "over what is cut out" } else { place(towards) };
    Some(Reach { by, place })
}

/// A direction in words.
fn place((x, y): Spot) -> &'static str {
    let (across, down) = (x.abs() * 2.0 > y.abs(), y.abs() * 2.0 > x.abs());
    match (across, down, x > 0.0, y > 0.0) {
        (true, true, false, false) => "at the upper left",
        (true, true, true, false) => "at the upper right",
        (true, true, false, true) => "at the lower left",
        (true, true, true, true) => "at the lower right",
        (true, false, false, _) => "on the left",
        (true, false, true, _) => "on the right",
        (false, _, _, false) => "at the top",
        (false, _, _, true) => "at the bottom",
    }
}

/// How far inside of an outline a place lies, below zero if it lies outside; and the nearest place
/// of the outline.
fn depth(outline: &[Spot], spot: Spot) -> (f64, Spot) {
    let mut nearest = (f64::INFINITY, spot);
    let mut is_inside = false;
    for (from, to) in edges(outline) {
        let (x, y) = (to.0 - from.0, to.1 - from.1);
        let square = x * x + y * y;
        let along = if square > 0.0 {
            (((spot.0 - from.0) * x + (spot.1 - from.1) * y) / square).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let near = (from.0 + x * along, from.1 + y * along);
        let (dx, dy) = (spot.0 - near.0, spot.1 - near.1);
        let distance = (dx * dx + dy * dy).sqrt();
        if distance < nearest.0 {
            nearest = (distance, near);
        }
        if (from.1 > spot.1) != (to.1 > spot.1)
            && spot.0 < from.0 + (spot.1 - from.1) / (to.1 - from.1) * x
        {
            is_inside = !is_inside;
        }
    }
    (if is_inside { nearest.0 } else { -nearest.0 }, nearest.1)
}

fn edges(outline: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> {
    outline.iter().copied().zip(outline.iter().skip(1).chain(outline.first()).copied())
}

fn spots(outline: &Outline) -> Vec<Spot> {
    outline.flattened().iter().map(|p| (p.x.to_mm(), p.y.to_mm())).collect()
}

/// Words as messages quote them, in one line that is not too long.
pub(super) fn quoted(words: &str) -> String {
    const MOST: usize = 40;
    let words: Vec<&str> = words.split_whitespace().collect();
    let words = words.join(" ");
    if words.chars().count() <= MOST {
        return format!("`{}`", escaped(&words));
    }
    let begin: String = words.chars().take(MOST - 1).collect();
    format!("`{}…`", escaped(begin.trim_end()))
}

/// A picture as messages name it.
pub(super) fn named(path: Option<&String>) -> String {
    path.map_or_else(|| "an embedded picture".to_owned(), |path| format!("the picture `{path}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(outline: Option<Vec<Spot>>) -> CutShape {
        CutShape { size: (20.0, 20.0), outline, holes: Vec::new(), bleed: 2.0, safe: 3.0 }
    }

    fn rect(left: f64, top: f64, right: f64, bottom: f64) -> Convex {
        Convex::hull(vec![(left, top), (right, top), (right, bottom), (left, bottom)])
    }

    #[test]
    fn words_reach_over_a_line_as_far_as_their_hull() {
        let square = vec![(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)];
        let diamond = vec![(10.0, 0.0), (20.0, 10.0), (10.0, 20.0), (0.0, 10.0)];
        // A square with a notch of 4 × 10 from the top.
        let mut notch = square.clone();
        notch.splice(1..1, [(8.0, 0.0), (8.0, 10.0), (12.0, 10.0), (12.0, 0.0)]);
        for (outline, hull, inset, expected) in [
            (None, rect(4.0, 4.0, 16.0, 16.0), 3.0, ""),
            (None, rect(2.0, 4.0, 16.0, 16.0), 3.0, "1.0 mm on the left"),
            (None, rect(2.0, 4.0, 16.0, 21.5), 0.0, "1.5 mm at the bottom"),
            (None, rect(-1.0, 4.0, 24.0, 9.0), 0.0, "4.0 mm on the right and 1.0 mm on the left"),
            (Some(square.clone()), rect(2.0, 4.0, 16.0, 16.0), 3.0, "1.0 mm on the left"),
            (Some(square), rect(9.0, 4.0, 21.5, 16.0), 0.0, "1.5 mm on the right"),
            (Some(diamond.clone()), rect(8.0, 8.0, 12.0, 12.0), 3.0, ""),
            (Some(diamond), rect(9.0, 8.0, 17.0, 10.0), 3.0, "2.3 mm at the upper right"),
            (Some(notch.clone()), rect(4.0, 12.0, 16.0, 13.0), 0.0, ""),
            (Some(notch.clone()), rect(4.0, 8.0, 16.0, 9.0), 0.0, "2.0 mm on the right"),
            (Some(notch), rect(4.0, 12.0, 16.0, 13.0), 3.0, "1.0 mm at the top"),
        ] {
            let reaches = shape(outline).over(&hull, inset);
            assert_eq!(Reach::list(&reaches), expected, "{hull:?}");
        }
    }

    #[test]
    fn words_over_an_opening_are_cut_out() {
        let mut shape = shape(None);
        shape.holes = vec![vec![(8.0, 8.0), (12.0, 8.0), (12.0, 12.0), (8.0, 12.0)]];
        for (hull, inset, expected) in [
            (rect(3.0, 3.0, 17.0, 5.0), 3.0, ""),
            (rect(3.0, 3.0, 17.0, 6.0), 3.0, "1.0 mm over what is cut out"),
            (rect(3.0, 3.0, 17.0, 9.0), 0.0, "1.0 mm over what is cut out"),
        ] {
            assert_eq!(Reach::list(&shape.over(&hull, inset)), expected, "{hull:?}");
        }
    }

    #[test]
    fn a_picture_is_free_where_it_fills_the_bleed() {
        let reach = |by: f64, place| vec![Reach { by, place }];
        let circle: Vec<Spot> = Outline::ellipse(crate::units::Rect::at_origin(
            crate::units::Size::new(crate::units::Length::mm(20), crate::units::Length::mm(20)),
        ))
        .flattened()
        .iter()
        .map(|p| (p.x.to_mm(), p.y.to_mm()))
        .collect();
        for (outline, hull, expected) in [
            (None, rect(-2.0, -2.0, 22.0, 22.0), AtEdge::Fine),
            (None, rect(-9.0, -9.0, 22.0, 12.0), AtEdge::Fine),
            (None, rect(2.0, 2.0, 18.0, 18.0), AtEdge::Fine),
            (None, rect(4.0, 4.0, 9.0, 9.0), AtEdge::Fine),
            (None, rect(2.0, 4.0, 9.0, 9.0), AtEdge::Unsafe(reach(1.0, "on the left"))),
            (None, rect(-1.0, 4.0, 9.0, 9.0), AtEdge::Short(reach(1.0, "on the left"))),
            (None, rect(23.0, 4.0, 29.0, 9.0), AtEdge::Outside),
            (Some(circle.clone()), rect(-2.0, -2.0, 22.0, 22.0), AtEdge::Fine),
            (Some(circle.clone()), rect(-2.0, 8.0, 22.0, 12.0), AtEdge::Fine),
            (Some(circle.clone()), rect(18.0, 0.0, 22.0, 2.0), AtEdge::Outside),
        ] {
            assert_eq!(shape(outline).at_edge(&hull), expected, "{hull:?}");
        }
        let short = shape(Some(circle)).at_edge(&rect(-1.0, -1.0, 21.0, 21.0));
        assert!(matches!(short, AtEdge::Short(_)), "{short:?}");
    }
}
