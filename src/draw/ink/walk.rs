//! Looks through a layer for what is worth a look.

use usvg::tiny_skia_path::Rect;
use usvg::{Group, ImageKind, Node, Paint, Transform};

use super::shape::{as_line, breadth, corners, of_group, of_image, spot, squeeze, stretch, window};
use super::{Ink, InkKind, InkLimits};
use crate::draw::inspect::ParsedLayer;
use crate::draw::pictures::{Pictures, opaque_part};
use crate::draw::stack::Stacks;
use crate::draw::words::{Run, run_of, run_spots};
use crate::svg::BLEED;
use crate::text::FontBook;
use crate::units::{Convex, Length, Spot};

/// Shorter shapes are dots, in millimetres.
const SHORTEST_LINE: f32 = 1.0;
/// What no eye sees, in px.
const HAIR: f32 = 0.1;

/// What is worth a look on a layer, if anybody asked.
pub(in crate::draw) fn ink(
    stacks: &Stacks,
    layer: ParsedLayer<'_>,
    book: &FontBook,
    pictures: &Pictures<'_>,
) -> Vec<Ink> {
    let Some(limits) = stacks[layer.id].limits else { return Vec::new() };
    let canvas = stacks[layer.id].canvas;
    let size = canvas.size();
    let bleed = canvas.bleed.to_mm() as f32;
    let to_mm = Transform::from_row(
        size.width.to_mm() as f32 / layer.size.width(),
        0.0,
        0.0,
        size.height.to_mm() as f32 / layer.size.height(),
        -bleed,
        -bleed,
    );
    let whole = Rect::from_xywh(0.0, 0.0, layer.size.width(), layer.size.height());
    let Some(inner) = whole.and_then(|whole| whole.inset(HAIR, HAIR)) else { return Vec::new() };
    let mut walker = Walker {
        book,
        pictures,
        runs: layer.runs,
        canvas: corners(inner, to_mm),
        limits,
        found: Vec::new(),
        line: None,
    };
    let around = Around {
        to: to_mm.pre_concat(layer.group.abs_transform()),
        window: None,
        bleeds: false,
        in_picture: false,
        picture: None,
    };
    walker.children(layer.group, &around);
    walker.found
}

/// What is true of all that stands in a group.
#[derive(Clone)]
struct Around {
    /// From its units to millimetres of the face.
    to: Transform,
    /// What shows of it.
    window: Option<Convex>,
    bleeds: bool,
    /// Whether it is a part of a picture.
    in_picture: bool,
    /// The path of that, if it has one.
    picture: Option<String>,
}

struct Walker<'a> {
    book: &'a FontBook,
    pictures: &'a Pictures<'a>,
    runs: &'a [Run],
    /// The corners of the face with its bleed, a hair inside.
    canvas: [Spot; 4],
    limits: InkLimits,
    found: Vec<Ink>,
    /// The line of text that the last words found stand on.
    line: Option<(usize, f32)>,
}

impl Walker<'_> {
    fn children(&mut self, group: &Group, around: &Around) {
        if group.opacity().get() == 0.0 {
            return;
        }
        let mut inside = around.clone();
        inside.bleeds |= group.id() == BLEED;
        if let Some(window) = window(group, around.to) {
            let known = inside.window.take();
            inside.window = Some(known.map_or(window.clone(), |known| known.within(&window)));
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => {
                    let to = inside.to.pre_concat(inner.transform());
                    self.children(inner, &Around { to, ..inside.clone() });
                }
                Node::Path(path) => match run_of(path, self.runs) {
                    Some(run) => self.run(path, run, &inside),
                    None => self.line(path, &inside),
                },
                Node::Text(text) => self.text(text, &inside),
                Node::Image(image) => self.image(image, &inside),
            }
        }
    }

    /// Words that we have set.
    fn run(&mut self, path: &usvg::Path, run: &Run, around: &Around) {
        if !path.is_visible() || !is_painted(path) {
            return;
        }
        let size = printed_size(run.size, around.to);
        let half = path.stroke().map_or(0.0, |stroke| stroke.width().get() / 2.0);
        let [x, y, width, height] = run.room(self.book);
        // Few letters reach out of their line, and none by half of its size.
        let more = run.size / 2.0 + half;
        let room = Rect::from_ltrb(x - more, y - more, x + width + more, y + height + more);
        let Some(room) = room else { return };
        let at_edge = self.is_at_edge(&corners(room, around.to), around);
        if !at_edge && size >= self.limits.text {
            return;
        }
        let hull = if at_edge {
            let mut spots = Vec::new();
            run_spots(self.book, run, |x, y| {
                if half > 0.0 {
                    let around_it = Rect::from_ltrb(x - half, y - half, x + half, y + half);
                    spots.extend(around_it.into_iter().flat_map(|r| corners(r, around.to)));
                } else {
                    spots.push(spot(around.to, x, y));
                }
            });
            let Some(hull) = shown(spots, around) else { return };
            hull
        } else {
            Convex::default()
        };
        let line = Some((run.of_text, run.at.1));
        let text = run.text.as_str();
        match self.found.last_mut() {
            Some(Ink { kind: InkKind::Words(words, least), hull: known, bleeds })
                if line == self.line && *bleeds == around.bleeds =>
            {
                words.push_str(text);
                *least = size.min(*least);
                *known = known.with(&hull);
            }
            _ => self.words(text.to_owned(), size, hull, around.bleeds),
        }
        self.line = line;
    }

    /// Words that usvg has set.
    fn text(&mut self, text: &usvg::Text, around: &Around) {
        let spans = || text.layouted().iter().filter(|span| span.visible);
        let sizes = spans().map(|span| printed_size(span.font_size.get(), around.to));
        let Some(size) = sizes.min() else { return };
        let em = spans().map(|span| span.font_size.get()).fold(0.0, f32::max);
        let room = text.stroke_bounding_box();
        let room = Rect::from_ltrb(
            room.left() - em,
            room.top() - em,
            room.right() + em,
            room.bottom() + em,
        );
        let at_edge = room.is_none_or(|room| self.is_at_edge(&corners(room, around.to), around));
        if !at_edge && size >= self.limits.text {
            return;
        }
        let flat = text.flattened();
        let spots = of_group(flat, around.to.pre_concat(flat.transform()));
        let Some(hull) = shown(spots, around) else { return };
        let words: Vec<&str> = text.chunks().iter().map(|chunk| chunk.text().trim()).collect();
        self.line = None;
        self.words(
            words.join(" "),
            size,
            if at_edge { hull } else { Convex::default() },
            around.bleeds,
        );
    }

    fn words(&mut self, words: String, size: Length, hull: Convex, bleeds: bool) {
        // Spaces show nothing.
        if !words.trim().is_empty() {
            self.found.push(Ink { kind: InkKind::Words(words, size), hull, bleeds });
        }
    }

    fn image(&mut self, image: &usvg::Image, around: &Around) {
        if !image.is_visible() {
            return;
        }
        let path = self.pictures.path_of(image.kind());
        if !around.in_picture {
            let spots = of_image(image, around.to);
            if self.is_at_edge(&spots, around)
                && let Some(hull) = shown(spots, around)
                && let Some(hull) = self.opaque(image, hull, around)
            {
                let kind = InkKind::Picture(path.clone());
                self.found.push(Ink { kind, hull, bleeds: around.bleeds });
            }
        }
        if let ImageKind::SVG(tree) = image.kind() {
            let to = around.to.pre_concat(tree.root().transform());
            let picture = around.picture.clone().or(path);
            let inside = Around { to, picture, in_picture: true, ..around.clone() };
            self.children(tree.root(), &inside);
        }
    }

    /// Where a picture of pixels shows, that is not transparent at its edges. One that covers the
    /// whole face is the ground of it, and is not looked into.
    fn opaque(&self, image: &usvg::Image, hull: Convex, around: &Around) -> Option<Convex> {
        if self.canvas.iter().all(|corner| hull.holds(*corner)) {
            return Some(hull);
        }
        let Some(part) = opaque_part(image.kind()) else { return Some(hull) };
        let [left, top, right, bottom] = part.map(|pixels| pixels as f32);
        let part = Rect::from_ltrb(left, top, right, bottom)?;
        shown(corners(part, around.to).to_vec(), around)
    }

    /// A stroke, or a shape that looks like one.
    fn line(&mut self, path: &usvg::Path, around: &Around) {
        if !path.is_visible() {
            return;
        }
        let squeeze = squeeze(around.to);
        let limit = self.limits.line.to_mm() as f32;
        let thick = match (path.stroke(), path.fill()) {
            (Some(stroke), fill) if stroke.opacity().get() > 0.0 => {
                // Around a shape of its own colour it is the edge of that.
                let same = fill.is_some_and(|fill| is_same(fill.paint(), stroke.paint()));
                let inside = if same { breadth(path.data()) } else { 0.0 };
                (inside + stroke.width().get()) * squeeze
            }
            (_, Some(fill)) if fill.opacity().get() > 0.0 => {
                let Some((thick, long)) = as_line(path.data(), fill.rule()) else { return };
                if long * stretch(around.to) < SHORTEST_LINE {
                    return;
                }
                thick * squeeze
            }
            _ => return,
        };
        // What is drawn in thousandths of a millimetre is there for other programs.
        if thick < limit - 0.0005 && thick > 0.0005 {
            let picture = around.picture.clone();
            let kind = InkKind::Line(Length::round_mm(f64::from(thick)), picture);
            let line = Ink { kind, hull: Convex::default(), bleeds: around.bleeds };
            if !self.found.contains(&line) {
                self.found.push(line);
            }
            self.line = None;
        }
    }

    /// Whether something may leave the area that no cut comes near to.
    fn is_at_edge(&self, spots: &[Spot], around: &Around) -> bool {
        // What stands in a picture is cut with it.
        if around.in_picture {
            return false;
        }
        let quiet = self.limits.quiet;
        let (left, top) = (quiet.x.to_mm(), quiet.y.to_mm());
        let (right, bottom) = (quiet.right().to_mm(), quiet.bottom().to_mm());
        spots.iter().any(|(x, y)| *x < left || *y < top || *x > right || *y > bottom)
    }
}

/// What shows of something, if anything does.
fn shown(spots: Vec<Spot>, around: &Around) -> Option<Convex> {
    let hull = Convex::hull(spots);
    let hull = match &around.window {
        Some(window) => hull.within(window),
        None => hull,
    };
    (!hull.is_empty()).then_some(hull)
}

fn is_painted(path: &usvg::Path) -> bool {
    path.fill().is_some_and(|fill| fill.opacity().get() > 0.0)
        || path.stroke().is_some_and(|stroke| stroke.opacity().get() > 0.0)
}

fn is_same(one: &Paint, other: &Paint) -> bool {
    matches!((one, other), (Paint::Color(one), Paint::Color(other)) if one == other)
}

/// The size of letters on paper: how high an em is.
fn printed_size(em: f32, to: Transform) -> Length {
    let high = (to.kx * to.kx + to.sy * to.sy).sqrt();
    Length::round_mm(f64::from(em * high))
}
