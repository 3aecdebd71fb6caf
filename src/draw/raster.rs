//! Layers as pixels, cut down to the part that shows something.

use resvg::tiny_skia::{Pixmap, Transform};
use usvg::{Group, Node};

use super::face::Canvas;
use super::parse::DrawnBatch;
use super::stack::{LayerId, Stacks};
use crate::units::{Dpi, Length, Rect};

/// The pixels of a layer.
pub struct Bitmap {
    /// The layer.
    pub layer: LayerId,
    /// The first column that may show something, in pixels from the left edge of the canvas.
    pub x: u32,
    /// The first row.
    pub y: u32,
    /// Premultiplied, transparent where nothing is drawn.
    pub pixels: Pixmap,
}

/// A rectangle of the pixels of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// The first column.
    pub left: u32,
    /// The first row.
    pub top: u32,
    /// After the last column.
    pub right: u32,
    /// After the last row.
    pub bottom: u32,
}

impl Extent {
    /// How many columns.
    pub const fn width(self) -> u32 {
        self.right - self.left
    }

    /// How many rows.
    pub const fn height(self) -> u32 {
        self.bottom - self.top
    }

    /// How many pixels.
    pub const fn count(self) -> u64 {
        self.width() as u64 * self.height() as u64
    }

    /// What lies in both, if anything does.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Self> {
        let left = self.left.max(other.left);
        let top = self.top.max(other.top);
        let right = self.right.min(other.right);
        let bottom = self.bottom.min(other.bottom);
        (left < right && top < bottom).then_some(Self { left, top, right, bottom })
    }

    /// The pixels that a rectangle of a canvas touches; what lies left of or above the canvas is
    /// left out.
    pub fn of(rect: Rect, dpi: Dpi) -> Self {
        let px = |length: Length| length.to_mm() * dpi.per_mm();
        // A rectangle that ends on the edge of a pixel must not touch the next one for the sake of
        // a last digit.
        let low = |at: f64| (at + 1e-6).floor().max(0.0) as u32;
        let high = |at: f64| (at - 1e-6).ceil().max(0.0) as u32;
        Self {
            left: low(px(rect.x)),
            top: low(px(rect.y)),
            right: high(px(rect.right())),
            bottom: high(px(rect.bottom())),
        }
    }
}

/// A canvas of no more pixels is drawn at once. A card, even a large one, has fewer; a board of a
/// square metre has
/// 140 million at 300 dpi, which are 560 MB.
pub const BAND: u64 = 1 << 22;

/// Whether a canvas is so large that it must be drawn piece by piece.
pub fn is_large(canvas: Canvas, dpi: Dpi) -> bool {
    Extent::of(Rect::new(Length::ZERO, Length::ZERO, canvas.size()), dpi).count() > BAND
}

/// A part of a layer, cut into bands of whole rows to be drawn one after the other.
///
/// What is isolated is drawn by resvg on up to five times the width and height of what is asked
/// for, so that such bands are smaller; and they have some height, for blur reaches across their
/// edges. A picture is decoded for each band, so that bands with pictures are larger.
pub fn bands(
    stacks: &Stacks,
    batch: &DrawnBatch,
    id: LayerId,
    dpi: Dpi,
    part: Extent,
) -> Vec<Extent> {
    const LOWEST: u32 = 256;
    let position =
        batch.layers.iter().find(|(layer, _)| *layer == id).and_then(|(_, position)| *position);
    let Some(group) = position.and_then(|position| batch.group(position)) else {
        return Vec::new();
    };
    let Extent { top, bottom, .. } = part;
    if !is_large(stacks[id].canvas, dpi) {
        return vec![part];
    }
    let found = Found::in_group(group);
    let (max_pixels, lowest) = match found {
        Found { isolated: true, .. } => (BAND / 4, LOWEST),
        Found { picture: true, .. } => (BAND * 3, 1),
        _ => (BAND, 1),
    };
    let rows = (max_pixels / u64::from(part.width().max(1)))
        .clamp(u64::from(lowest), u64::from(part.height().max(lowest))) as u32;
    (top..bottom)
        .step_by(rows as usize)
        .map(|top| Extent { top, bottom: (top + rows).min(bottom), ..part })
        .collect()
}

/// What makes drawing in pieces dear.
#[derive(Clone, Copy, Default)]
struct Found {
    isolated: bool,
    picture: bool,
}

impl Found {
    fn in_group(group: &Group) -> Self {
        let of = |node: &Node| match node {
            Node::Group(group) => Self::in_group(group),
            Node::Image(_) => Self { picture: true, ..Self::default() },
            Node::Path(_) | Node::Text(_) => Self::default(),
        };
        let own = Self { isolated: group.should_isolate(), picture: false };
        group.children().iter().map(of).fold(own, |all, one| Self {
            isolated: all.isolated || one.isolated,
            picture: all.picture || one.picture,
        })
    }
}

/// The pixels of a layer that may show something. A layer that shows nothing has none.
pub fn extent(stacks: &Stacks, batch: &DrawnBatch, id: LayerId, dpi: Dpi) -> Option<Extent> {
    let position = batch.layers.iter().find(|(layer, _)| *layer == id)?.1?;
    let (width, height) = stacks[id].canvas.pixels(dpi);
    let width = f64::from(width);
    let height = f64::from(height);
    let ink = batch
        .group(position)?
        .abs_layer_bounding_box()
        .transform(to_pixels(stacks, batch, id, dpi))?;
    // One pixel more on each side for smooth edges.
    let left = (ink.left().floor() - 1.0).clamp(0.0, width as f32) as u32;
    let top = (ink.top().floor() - 1.0).clamp(0.0, height as f32) as u32;
    let right = (ink.right().ceil() + 1.0).clamp(0.0, width as f32) as u32;
    let bottom = (ink.bottom().ceil() + 1.0).clamp(0.0, height as f32) as u32;
    (left < right && top < bottom).then_some(Extent { left, top, right, bottom })
}

/// Draws one layer of a batch.
pub fn rasterise(stacks: &Stacks, batch: &DrawnBatch, id: LayerId, dpi: Dpi) -> Option<Bitmap> {
    rasterise_part(stacks, batch, id, dpi, extent(stacks, batch, id, dpi)?)
}

/// Draws a part of one layer of a batch: the same pixels as that part of the whole.
pub fn rasterise_part(
    stacks: &Stacks,
    batch: &DrawnBatch,
    id: LayerId,
    dpi: Dpi,
    part: Extent,
) -> Option<Bitmap> {
    let position = batch.layers.iter().find(|(layer, _)| *layer == id)?.1?;
    let group = batch.group(position)?;
    let area = group.abs_layer_bounding_box();
    let mut pixels = Pixmap::new(part.width(), part.height())?;
    let place = Transform::from_translate(-(part.left as f32), -(part.top as f32))
        .pre_concat(to_pixels(stacks, batch, id, dpi));
    if batch.is_alone() {
        resvg::render(batch.tree(), place, &mut pixels.as_mut());
    } else {
        // render_node moves the node's box to the origin; this moves it back. The group of a layer
        // has no transform of its own, so its absolute transform is that of what lies around it.
        let around = place.pre_concat(group.abs_transform()).pre_translate(area.x(), area.y());
        resvg::render_node(batch.node(position)?, around, &mut pixels.as_mut());
    }
    Some(Bitmap { layer: id, x: part.left, y: part.top, pixels })
}

/// From the units of a batch's tree to the pixels of a layer's canvas.
fn to_pixels(stacks: &Stacks, batch: &DrawnBatch, id: LayerId, dpi: Dpi) -> Transform {
    let target = stacks.target(id);
    let tree_size = batch.tree().size();
    let (across, down) = stacks[id].canvas.per_mm(dpi);
    Transform::from_row(
        (target.size.width.to_mm() * across) as f32 / tree_size.width(),
        0.0,
        0.0,
        (target.size.height.to_mm() * down) as f32 / tree_size.height(),
        (target.x.to_mm() * across) as f32,
        (target.y.to_mm() * down) as f32,
    )
}
