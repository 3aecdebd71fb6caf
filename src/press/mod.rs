//! Sheets and layers become files.
//!
//! The only place that names the types of printpdf and lopdf. In: plans, stacks, and the drawn
//! layers. Out: bytes.

mod compress;
mod cut;
mod finish;
mod graph;
mod layers;
mod outline;
mod pages;
mod pdf;
mod png;
mod proofread;
mod reading;
mod traps;
mod windows;

pub use cut::{CutSheet, cut_dxf, cut_svg};
pub use layers::ContentLayer;
pub use pages::{Corrections, PaperFlip, PrintFile, PrintedSide};
pub use pdf::{Raster, Render, Vector, WriteError, write};
pub use png::Canvases;
pub use proofread::proofread;
pub use reading::{Goal, Reading, ReadingLink, ReadingMark};
pub use windows::Windows;
