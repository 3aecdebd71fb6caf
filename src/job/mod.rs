//! What goes on which sheets, and the one path that prints it.

mod board;
mod component;
mod context;
mod cut;
mod error;
mod layers;
mod loose;
pub mod manifest;
mod options;
mod plan;
mod print_job;
mod rulebook;

pub use context::GameContext;
pub use error::JobError;
pub use layers::BuildRun;
pub(crate) use layers::Drawing;
pub(crate) use loose::{LooseSheets, print as print_loose};
pub use options::{CutKind, PictureKind, PrintOptions, Progress, RenderKind, Silent};
pub use plan::plan;
pub use print_job::{FaceKey, JobComponent, Output, PrintJob};
