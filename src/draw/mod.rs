//! Artwork becomes layers, and layers become pictures.
//!
//! A face is a stack of layers. The elements at the top of its SVG that occur word for word in
//! several faces are layers of their own, shared by all of them; the rest is the face's own. A
//! layer is parsed once, drawn once, and stored once in each output, so cost grows with different
//! layers and not with faces.
//!
//! What [`Stacks`] guarantees: laying the layers of a face over each other gives the picture of its
//! SVG; every picture it names lies in the project; nothing that the renderer would drop in silence
//! is left unreported.

mod codes;
mod face;
mod fingerprint;
mod font_file;
mod font_trial;
mod fonts;
mod ink;
mod inspect;
mod log_capture;
mod opaque;
mod parse;
mod path_words;
mod pictures;
mod plain;
mod raster;
mod split;
mod stack;
mod survey;
mod vector;
mod words;

pub(crate) use codes::CODES;
pub use face::{Canvas, FaceSource};
pub use fingerprint::{Fingerprint, Fingerprints};
pub use fonts::FontSet;
pub use ink::{Ink, InkKind, InkLimits};
pub use opaque::OpaqueEdges;
pub use parse::{Batch, Drawer, DrawnBatch, Findings};
pub use pictures::Pictures;
pub use raster::{BAND, Bitmap, Extent, bands, extent, is_large, rasterise, rasterise_part};
pub use split::split;
pub use stack::{FaceId, Layer, LayerId, Stack, Stacks};
pub use vector::VectorPages;
pub use words::Medium;

pub(crate) use crate::svg::start_tag_end;
pub use crate::svg::{Fault, Needle};
