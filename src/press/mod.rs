//! Sheets and layers become files.
//!
//! The only place that names the types of printpdf and lopdf. In: plans, stacks, and the drawn layers. Out: bytes.

mod compress;
mod finish;
mod furniture;
mod graph;
mod pages;
mod pdf;
mod png;

pub use furniture::{LABEL_FAMILY, Label, proof, proof_form, sheet_number, sheet_side};
pub use pages::{Book, Print, SideKind};
pub use pdf::{Raster, Render, Vector, WriteError, write};
pub use png::{Canvases, encode};
