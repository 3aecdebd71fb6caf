//! Where nodes of a tree show, as places; and how thick a shape is.

use usvg::tiny_skia_path::{Path, PathSegment, Point, Rect};
use usvg::{FillRule, Group, ImageKind, Node, Transform};

use crate::units::{Convex, Spot};

/// A curve is as long as it is between so many places of it, to a hundredth of a letter.
const PIECES: u8 = 6;

/// A place, brought elsewhere by a transform.
pub(super) fn spot(to: Transform, x: f32, y: f32) -> Spot {
    let mut place = Point::from_xy(x, y);
    to.map_point(&mut place);
    (f64::from(place.x), f64::from(place.y))
}

/// The corners of a rectangle, brought elsewhere.
pub(super) fn corners(rect: Rect, to: Transform) -> [Spot; 4] {
    [
        spot(to, rect.left(), rect.top()),
        spot(to, rect.right(), rect.top()),
        spot(to, rect.right(), rect.bottom()),
        spot(to, rect.left(), rect.bottom()),
    ]
}

/// How far a length reaches at most after a transform.
pub(super) fn stretch(to: Transform) -> f32 {
    let across = (to.sx * to.sx + to.ky * to.ky).sqrt();
    let down = (to.kx * to.kx + to.sy * to.sy).sqrt();
    across.max(down)
}

/// How thick a stroke of one is after a transform where it is thinnest.
pub(super) fn squeeze(to: Transform) -> f32 {
    let across = (to.sx * to.sx + to.ky * to.ky).sqrt();
    let down = (to.kx * to.kx + to.sy * to.sy).sqrt();
    let area = (to.sx * to.sy - to.kx * to.ky).abs();
    let most = across.max(down);
    if most > 0.0 { area / most } else { 0.0 }
}

/// Where a group shows, what its clip paths and masks leave of it.
pub(super) fn of_group(group: &Group, to: Transform) -> Vec<Spot> {
    if group.opacity().get() == 0.0 {
        return Vec::new();
    }
    let mut spots = Vec::new();
    for node in group.children() {
        match node {
            Node::Group(inner) => {
                spots.extend(of_group(inner, to.pre_concat(inner.transform())));
            }
            Node::Path(path) => {
                if path.is_visible() {
                    let half = path.stroke().map_or(0.0, |stroke| stroke.width().get() / 2.0);
                    spots.extend(of_path(path.data(), half, to));
                }
            }
            Node::Image(image) => {
                if image.is_visible() {
                    spots.extend(of_image(image, to));
                }
            }
            Node::Text(text) => {
                let flat = text.flattened();
                spots.extend(of_group(flat, to.pre_concat(flat.transform())));
            }
        }
    }
    match window(group, to) {
        Some(window) => Convex::hull(spots).within(&window).corners().to_vec(),
        None => spots,
    }
}

/// Where a picture shows: one of pixels in its rectangle.
pub(super) fn of_image(image: &usvg::Image, to: Transform) -> Vec<Spot> {
    match image.kind() {
        ImageKind::SVG(tree) => of_group(tree.root(), to.pre_concat(tree.root().transform())),
        ImageKind::PNG(_) | ImageKind::JPEG(_) | ImageKind::GIF(_) | ImageKind::WEBP(_) => {
            let size = image.size();
            Rect::from_xywh(0.0, 0.0, size.width(), size.height())
                .map_or_else(Vec::new, |rect| corners(rect, to).to_vec())
        }
    }
}

/// What a clip path or a mask leaves free, if a group has any.
pub(super) fn window(group: &Group, to: Transform) -> Option<Convex> {
    let clip = group.clip_path().map(|clip| {
        let mut spots = Vec::new();
        of_clip(clip.root(), to.pre_concat(clip.transform()), &mut spots);
        Convex::hull(spots)
    });
    let mask = group.mask().map(|mask| {
        let rect = Convex::hull(corners(mask.rect().to_rect(), to).to_vec());
        Convex::hull(of_group(mask.root(), to)).within(&rect)
    });
    match (clip, mask) {
        (Some(clip), Some(mask)) => Some(clip.within(&mask)),
        (clip, mask) => clip.or(mask),
    }
}

/// What a clip path is made of; paints mean nothing there.
fn of_clip(group: &Group, to: Transform, spots: &mut Vec<Spot>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => of_clip(inner, to.pre_concat(inner.transform()), spots),
            Node::Path(path) => spots.extend(of_path(path.data(), 0.0, to)),
            Node::Text(text) => {
                let flat = text.flattened();
                of_clip(flat, to.pre_concat(flat.transform()), spots);
            }
            Node::Image(_) => {}
        }
    }
}

/// The places of a path, and those half of its stroke away from them.
fn of_path(path: &Path, half: f32, to: Transform) -> Vec<Spot> {
    let mut spots = Vec::new();
    trace(path, |place, _| {
        if half > 0.0 {
            let around =
                Rect::from_ltrb(place.x - half, place.y - half, place.x + half, place.y + half);
            spots.extend(around.into_iter().flat_map(|around| corners(around, to)));
        } else {
            spots.push(spot(to, place.x, place.y));
        }
    });
    spots
}

/// Hands over each place of a path in turn, and the one that it is joined to.
pub(super) fn trace(path: &Path, mut each: impl FnMut(Point, Option<Point>)) {
    let mut start = Point::zero();
    let mut last = Point::zero();
    for segment in path.segments() {
        match segment {
            PathSegment::MoveTo(place) => {
                start = place;
                each(place, None);
                last = place;
            }
            PathSegment::LineTo(place) => {
                each(place, Some(last));
                last = place;
            }
            PathSegment::QuadTo(a, end) => {
                for t in shares() {
                    let place = quad([last, a, end], t);
                    each(place.0, Some(place.1));
                }
                last = end;
            }
            PathSegment::CubicTo(a, b, end) => {
                for t in shares() {
                    let place = cubic([last, a, b, end], t);
                    each(place.0, Some(place.1));
                }
                last = end;
            }
            PathSegment::Close => {
                each(start, Some(last));
                last = start;
            }
        }
    }
}

/// Where the pieces of a curve begin and end.
fn shares() -> impl Iterator<Item = (f32, f32)> {
    let share = |piece: u8| f32::from(piece) / f32::from(PIECES);
    (0..PIECES).map(move |piece| (share(piece), share(piece + 1)))
}

/// The end of a piece of a curve, and its beginning.
fn quad([p, a, q]: [Point; 3], (from, to): (f32, f32)) -> (Point, Point) {
    let at = |t: f32| mix(mix(p, a, t), mix(a, q, t), t);
    (at(to), at(from))
}

fn cubic([p, a, b, q]: [Point; 4], (from, to): (f32, f32)) -> (Point, Point) {
    let at = |t: f32| {
        let (one, two, three) = (mix(p, a, t), mix(a, b, t), mix(b, q, t));
        mix(mix(one, two, t), mix(two, three, t), t)
    };
    (at(to), at(from))
}

fn mix(a: Point, b: Point, share: f32) -> Point {
    Point::from_xy(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
}

/// How thick and how long a filled shape is where it is thinnest: a bar however it lies, or a ring,
/// such as a frame that was drawn as a shape. Of what is bent or pointed nothing is known, for a
/// leaf is no line.
pub(super) fn as_line(path: &Path, rule: FillRule) -> Option<(f32, f32)> {
    let mut loops: Vec<Vec<Spot>> = Vec::new();
    trace(path, |place, from| {
        let spot = (f64::from(place.x), f64::from(place.y));
        match (from, loops.last_mut()) {
            (Some(_), Some(last)) => last.push(spot),
            _ => loops.push(vec![spot]),
        }
    });
    // What is drawn with pen and ink is no frame.
    if loops.len() > 2 {
        return None;
    }
    let hulls: Vec<Convex> = loops.into_iter().map(Convex::hull).collect();
    let (thick, long) = match hulls.as_slice() {
        [bar] => {
            let (thick, long) = bar.girth();
            // What is pointed, as a splinter of shadow is, fills half of that.
            if bar.area() < 0.75 * thick * long {
                return None;
            }
            (thick, long)
        }
        [outer, inner] if rule == FillRule::EvenOdd => ring(outer, inner)?,
        _ => return None,
    };
    Some((thick as f32, long as f32))
}

/// How broad a path is where it is narrowest.
pub(super) fn breadth(path: &Path) -> f32 {
    let mut spots = Vec::new();
    trace(path, |place, _| spots.push((f64::from(place.x), f64::from(place.y))));
    Convex::hull(spots).girth().0 as f32
}

/// How thick a ring is at most, and how far it reaches.
fn ring(one: &Convex, other: &Convex) -> Option<(f64, f64)> {
    let gaps = |outer: [f64; 4], inner: [f64; 4]| {
        [inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]]
    };
    let (a, b) = (one.bounds(), other.bounds());
    let is_around = |gaps: &[f64; 4]| gaps.iter().all(|gap| *gap > 0.0);
    let gaps = [gaps(a, b), gaps(b, a)].into_iter().find(is_around)?;
    let thick = gaps.into_iter().fold(0.0, f64::max);
    Some((thick, one.girth().1.max(other.girth().1)))
}
