//! Faces as stacks of layers: what splitting makes, and what everything after it draws.

use std::ops::Index;

use super::face::Canvas;
use super::ink::InkLimits;
use crate::units::{Length, Rect};

/// A face of [`Stacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(usize);

impl FaceId {
    /// By its place among the faces.
    pub const fn new(index: usize) -> Self {
        Self(index)
    }

    /// Its place among the faces.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A layer of [`Stacks`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LayerId(usize);

impl LayerId {
    /// Its place among the layers.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// The layers of one face, from the lowest to the uppermost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stack {
    /// None for a blank face.
    pub layers: Vec<LayerId>,
    /// The area of the face.
    pub canvas: Canvas,
}

/// A picture to be parsed and drawn once.
#[derive(Clone, Debug)]
pub struct Layer {
    /// The start tag of its `<svg>`, by its place in [`Stacks::frames`].
    pub(super) frame: usize,
    /// What stands in it.
    pub(super) content: String,
    /// Only shapes and text, so that many such layers can share one document, and with it the
    /// caches of the parser.
    pub(super) plain: bool,
    /// Everything of a face: nothing may be put around it, or a style sheet would see that.
    pub(super) whole: bool,
    /// The area it covers.
    pub canvas: Canvas,
    /// What of it is worth a look on any of the faces that call it.
    pub(super) limits: Option<InkLimits>,
    /// How many faces call it.
    pub used: u32,
    /// The first face that calls it.
    pub face: FaceId,
}

/// The start and end tag that layers are wrapped in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Frame {
    pub(super) open: String,
    pub(super) close: String,
    /// What stands before the names of elements, as in `svg:g`.
    pub(super) prefix: String,
    /// Whether the SVG of the face has the trimmed size.
    pub(super) trimmed: bool,
}

/// All faces as stacks of layers.
#[derive(Debug, Default)]
pub struct Stacks {
    faces: Vec<Stack>,
    layers: Vec<Layer>,
    pub(super) frames: Vec<Frame>,
}

impl Index<FaceId> for Stacks {
    type Output = Stack;

    fn index(&self, face: FaceId) -> &Stack {
        &self.faces[face.0]
    }
}

impl Index<LayerId> for Stacks {
    type Output = Layer;

    fn index(&self, layer: LayerId) -> &Layer {
        &self.layers[layer.0]
    }
}

impl Stacks {
    /// The faces in order.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &Stack> {
        self.faces.iter()
    }

    /// Each different layer once, in the order of first use.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = (LayerId, &Layer)> {
        self.layers.iter().enumerate().map(|(index, layer)| (LayerId(index), layer))
    }

    /// A face, if there is one of that number.
    pub fn get(&self, face: FaceId) -> Option<&Stack> {
        self.faces.get(face.0)
    }

    pub(super) fn add_face(&mut self, stack: Stack) -> FaceId {
        for layer in &stack.layers {
            self.layers[layer.0].used += 1;
        }
        self.faces.push(stack);
        FaceId(self.faces.len() - 1)
    }

    pub(super) fn add_layer(&mut self, layer: Layer) -> LayerId {
        self.layers.push(layer);
        LayerId(self.layers.len() - 1)
    }

    /// Looks for more on a layer.
    pub(super) fn look_for(&mut self, layer: LayerId, limits: Option<InkLimits>) {
        let known = &mut self.layers[layer.0].limits;
        *known = match (*known, limits) {
            (Some(known), Some(limits)) => Some(known.and(limits)),
            (known, limits) => known.or(limits),
        };
    }

    /// Removes the last faces and returns them.
    pub fn take_last(&mut self, count: usize) -> Vec<Stack> {
        self.faces.split_off(self.faces.len().saturating_sub(count))
    }

    /// Lays a stack over each of the faces.
    pub fn overlay(&mut self, faces: impl IntoIterator<Item = FaceId>, over: &Stack) {
        for face in faces {
            self.faces[face.0].layers.extend(&over.layers);
        }
    }

    /// Adds a face that lays others of the same area over each other.
    pub fn pile(&mut self, canvas: Canvas, faces: impl IntoIterator<Item = FaceId>) -> FaceId {
        let layers = faces.into_iter().flat_map(|face| self[face].layers.clone()).collect();
        self.faces.push(Stack { layers, canvas });
        FaceId(self.faces.len() - 1)
    }

    /// Where the SVG of a layer lies on its canvas: everywhere.
    pub(super) fn target(&self, layer: LayerId) -> Rect {
        Rect::new(Length::ZERO, Length::ZERO, self[layer].canvas.size())
    }
}
