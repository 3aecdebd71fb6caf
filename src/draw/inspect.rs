//! What can be said of faces only once their layers are parsed: how fine pictures are, and whether
//! something is drawn in the bleed.

use std::collections::BTreeMap;

use usvg::{Group, ImageKind, ImageRendering, Node, Paint, Transform};

use super::pictures::Pictures;
use super::stack::{LayerId, Stacks};
use super::words::Run;
use crate::diag::Code;
use crate::svg::Fault;
use crate::units::Length;

/// A parsed layer: its place among the layers, what it draws, what paths of it stand for, and the
/// size of the tree it is in.
#[derive(Clone, Copy)]
pub(super) struct ParsedLayer<'a> {
    pub(super) id: LayerId,
    pub(super) group: &'a Group,
    pub(super) runs: &'a [Run],
    pub(super) size: usvg::Size,
}

/// Pictures of a layer that are too coarse where they are printed.
pub(super) fn coarse_pictures(
    stacks: &Stacks,
    layer: ParsedLayer<'_>,
    pictures: &Pictures<'_>,
) -> Vec<(LayerId, Fault)> {
    let size = stacks[layer.id].canvas.size();
    let per_px = (
        size.width.to_mm() / f64::from(layer.size.width()),
        size.height.to_mm() / f64::from(layer.size.height()),
    );
    let mut printed = Printed { pictures, per_px, dpi: BTreeMap::new() };
    printed.children(layer.group, layer.group.abs_transform());
    let faults = printed.dpi.iter().filter_map(|(name, dpi)| pictures.coarse(name, *dpi));
    faults.map(|fault| (layer.id, fault)).collect()
}

/// The pictures of a layer, each with the fewest dots per inch that it is printed with.
struct Printed<'a, 'p> {
    pictures: &'a Pictures<'p>,
    /// Millimetres to a px of the tree, across and down.
    per_px: (f64, f64),
    dpi: BTreeMap<String, f64>,
}

impl Printed<'_, '_> {
    /// Looks through a group whose units are brought to those of the tree by a transform.
    fn children(&mut self, group: &Group, to_tree: Transform) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.children(inner, to_tree.pre_concat(inner.transform())),
                Node::Image(image) => self.image(image, to_tree),
                Node::Path(path) => {
                    let fill = path.fill().map(usvg::Fill::paint);
                    let stroke = path.stroke().map(usvg::Stroke::paint);
                    for paint in fill.into_iter().chain(stroke) {
                        let Paint::Pattern(pattern) = paint else { continue };
                        self.children(pattern.root(), to_tree.pre_concat(pattern.transform()));
                    }
                }
                Node::Text(_) => {}
            }
        }
    }

    fn image(&mut self, image: &usvg::Image, to_tree: Transform) {
        let bytes = match image.kind() {
            ImageKind::PNG(bytes)
            | ImageKind::JPEG(bytes)
            | ImageKind::GIF(bytes)
            | ImageKind::WEBP(bytes) => bytes,
            // The pictures in it are nodes of their own.
            ImageKind::SVG(tree) => {
                self.children(tree.root(), to_tree);
                return;
            }
        };
        let shows_pixels = matches!(
            image.rendering_mode(),
            ImageRendering::CrispEdges | ImageRendering::Pixelated
        );
        if !image.is_visible() || shows_pixels {
            return;
        }
        let Some(name) = self.pictures.name_of(bytes) else { return };
        let mm = |x: f32, y: f32| {
            let x = f64::from(x) * self.per_px.0;
            let y = f64::from(y) * self.per_px.1;
            (x * x + y * y).sqrt()
        };
        let largest = mm(to_tree.sx, to_tree.ky).max(mm(to_tree.kx, to_tree.sy));
        if largest > 0.0 {
            let dpi = 25.4 / largest;
            self.dpi.entry(name).and_modify(|least| *least = least.min(dpi)).or_insert(dpi);
        }
    }
}

/// Which edges of the canvas a layer reaches: left, top, right, bottom.
pub(super) type Reach = [bool; 4];

/// The edges that a layer reaches, where its face has the trimmed size.
pub(super) fn reach(stacks: &Stacks, layer: ParsedLayer<'_>) -> Option<(LayerId, Reach)> {
    let ParsedLayer { id, group, size, .. } = layer;
    if !stacks.frames[stacks[id].frame].trimmed {
        return None;
    }
    let ink = group.abs_layer_bounding_box();
    // A tenth of a millimetre, less than any cutter keeps.
    let near = size.width() * (0.1 / stacks[id].canvas.size().width.to_mm()) as f32;
    let reach = [
        ink.left() < near,
        ink.top() < near,
        ink.right() > size.width() - near,
        ink.bottom() > size.height() - near,
    ];
    Some((id, reach))
}

/// Faces of the trimmed size that leave the bleed white somewhere, each with one of its layers.
pub(super) fn white_bleeds(
    stacks: &Stacks,
    reach: &BTreeMap<LayerId, Reach>,
) -> Vec<(LayerId, Fault)> {
    const SIDES: [&str; 4] = ["left", "top", "right", "bottom"];
    let mut found: BTreeMap<LayerId, Fault> = BTreeMap::new();
    for face in stacks.faces().filter(|face| face.canvas.bleed > Length::ZERO) {
        let layers = face.layers.iter().filter_map(|layer| Some((*layer, reach.get(layer)?)));
        let all = layers.fold(None, |all: Option<(LayerId, Reach)>, (layer, one)| {
            let (first, known) = all.unwrap_or((layer, [false; 4]));
            Some((first, std::array::from_fn(|side| known[side] || one[side])))
        });
        let Some((layer, all)) = all else { continue };
        let white: Vec<&str> =
            SIDES.iter().zip(all).filter(|(_, reached)| !reached).map(|(side, _)| *side).collect();
        if white.is_empty() {
            continue;
        }
        let fault = Fault::warning(
            Code::F010,
            format!(
                "the face has the trimmed size of {}, and what it draws does not fill the bleed of \
                 {} ({})",
                face.canvas.trim,
                face.canvas.bleed,
                white.join(", ")
            ),
        );
        found.entry(layer).or_insert_with(|| {
            fault.near("<svg").hint(
                "draw the ground beyond the page on all sides, use `{{ canvas }}`, or set \
                 `bleed = \"0mm\"`",
            )
        });
    }
    found.into_iter().collect()
}
