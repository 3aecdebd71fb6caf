//! Where layers hide what lies under them: along which edges of their canvas they are opaque.
//!
//! A face that is drawn earlier may go on a little way under such an edge of a later one; under any
//! other it would be seen.

use std::collections::BTreeMap;

use super::parse::DrawnBatch;
use super::raster::{Extent, extent, is_large, rasterise};
use super::stack::{FaceId, LayerId, Stacks};
use crate::units::{Dpi, Length};

/// As fine as it takes to see where a ground ends: less than a millimetre.
const DPI: Option<Dpi> = Dpi::new(36);

/// The opaque edges of layers: above, right, below, left.
#[derive(Clone, Debug, Default)]
pub struct OpaqueEdges {
    layers: BTreeMap<LayerId, [bool; 4]>,
}

impl OpaqueEdges {
    /// Finds them, from the edge of the canvas to `depth` inside of the trim.
    pub fn of(stacks: &Stacks, drawn: &[DrawnBatch], depth: Length) -> Self {
        let layers = drawn
            .iter()
            .flat_map(|batch| batch.layers.iter().map(move |(layer, _)| (batch, *layer)))
            .filter_map(|(batch, layer)| Some((layer, edges(stacks, batch, layer, depth)?)));
        Self { layers: layers.collect() }
    }

    /// Takes over those of other layers.
    pub fn extend(&mut self, other: Self) {
        self.layers.extend(other.layers);
    }

    /// Those of a face, by the layer that is opaque there.
    pub fn of_face(&self, stacks: &Stacks, face: FaceId) -> [bool; 4] {
        let layers = stacks.get(face).into_iter().flat_map(|stack| &stack.layers);
        let known = layers.filter_map(|layer| self.layers.get(layer));
        known.fold([false; 4], |all, one| std::array::from_fn(|side| all[side] || one[side]))
    }
}

fn edges(stacks: &Stacks, batch: &DrawnBatch, layer: LayerId, depth: Length) -> Option<[bool; 4]> {
    let dpi = DPI?;
    let canvas = stacks[layer].canvas;
    let (width, height) = canvas.pixels(dpi);
    let inked = extent(stacks, batch, layer, dpi)?;
    if is_large(canvas, dpi) || (inked.width() < width && inked.height() < height) {
        return None;
    }
    let bitmap = rasterise(stacks, batch, layer, dpi)?;
    let (across, down) = canvas.per_mm(dpi);
    let deep = (canvas.bleed + depth).to_mm();
    let x = ((deep * across).ceil() as u32).clamp(1, width);
    let y = ((deep * down).ceil() as u32).clamp(1, height);
    let is_opaque = |part: Extent| {
        (part.top..part.bottom).all(|row| {
            (part.left..part.right).all(|column| {
                let column = column.checked_sub(bitmap.x);
                let at = column.zip(row.checked_sub(bitmap.y));
                let pixel = at.and_then(|(column, row)| bitmap.pixels.pixel(column, row));
                pixel.is_some_and(|pixel| pixel.alpha() == 255)
            })
        })
    };
    let whole = Extent { left: 0, top: 0, right: width, bottom: height };
    Some([
        is_opaque(Extent { bottom: y, ..whole }),
        is_opaque(Extent { left: width - x, ..whole }),
        is_opaque(Extent { top: height - y, ..whole }),
        is_opaque(Extent { right: x, ..whole }),
    ])
}
