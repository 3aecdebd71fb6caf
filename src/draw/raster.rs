//! Layers as pixels, cut down to the part that shows something.

use resvg::tiny_skia::{Pixmap, Transform};

use super::parse::DrawnBatch;
use super::split::{LayerId, Stacks};
use crate::units::{Dpi, Length};

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

/// Draws one layer of a batch. A layer that shows nothing has no bitmap.
pub fn rasterise(stacks: &Stacks, batch: &DrawnBatch, id: LayerId, dpi: Dpi) -> Option<Bitmap> {
    let position = batch.layers.iter().find(|(layer, _)| *layer == id)?.1?;
    let layer = &stacks.layers[id];
    let (size, target) = (layer.canvas.size(), layer.target(stacks));
    // Rounded up: a canvas that ends inside a pixel would lose the ink of that pixel.
    let pixels = |length: Length| (length.to_mm() * dpi.per_mm()).ceil();
    let (width, height) = (pixels(size.width), pixels(size.height));
    let tree_size = batch.tree().size();
    let per_mm = dpi.per_mm() as f32;
    let scale = |target_mm: f64, px: f32| target_mm as f32 * per_mm / px;
    let to_pixels = Transform::from_row(
        scale(target.size.width.to_mm(), tree_size.width()),
        0.0,
        0.0,
        scale(target.size.height.to_mm(), tree_size.height()),
        target.x.to_mm() as f32 * per_mm,
        target.y.to_mm() as f32 * per_mm,
    );
    let group = batch.group(position)?;
    let area = group.abs_layer_bounding_box();
    let ink = area.transform(to_pixels)?;
    // One pixel more on each side for smooth edges.
    let left = (ink.left().floor() - 1.0).clamp(0.0, width as f32) as u32;
    let top = (ink.top().floor() - 1.0).clamp(0.0, height as f32) as u32;
    let right = (ink.right().ceil() + 1.0).clamp(0.0, width as f32) as u32;
    let bottom = (ink.bottom().ceil() + 1.0).clamp(0.0, height as f32) as u32;
    let mut pixels = Pixmap::new(right.checked_sub(left)?, bottom.checked_sub(top)?)?;
    let place = Transform::from_translate(-(left as f32), -(top as f32)).pre_concat(to_pixels);
    if batch.is_alone() {
        resvg::render(batch.tree(), place, &mut pixels.as_mut());
    } else {
        // render_node moves the node's box to the origin; this moves it back. The group of a layer has no transform
        // of its own, so its absolute transform is that of what lies around it.
        let around = place.pre_concat(group.abs_transform()).pre_translate(area.x(), area.y());
        resvg::render_node(batch.node(position)?, around, &mut pixels.as_mut());
    }
    Some(Bitmap { layer: id, x: left, y: top, pixels })
}
