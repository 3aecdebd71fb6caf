//! What goes on which sheets, and the one path that prints it.

mod board;
mod cards;
mod codes;
mod component;
mod context;
mod cut;
mod error;
mod ink;
mod layers;
mod leftovers;
mod loose;
pub mod manifest;
mod missing_marks;
mod options;
mod pixels;
mod plan;
mod print_job;
mod rulebook;
mod view;

pub(crate) use codes::CODES;
pub use context::{GameContext, Wanted};
pub use error::JobError;
pub use ink::InkedFace;
pub use layers::BuildRun;
pub(crate) use layers::Drawing;
pub use leftovers::{Leftovers, Superseded, some_of};
pub(crate) use loose::{LooseSheets, print as print_loose};
pub use options::{CutKind, PictureKind, PrintOptions, Progress, RenderKind, Silent};
pub use pixels::{DrawnFace, LOOK, Pixels};
pub use plan::plan;
pub use print_job::{FaceKey, JobComponent, Output, PrintJob};
pub use view::{Painter, Pile, PilePart, SheetsView, SideView};
