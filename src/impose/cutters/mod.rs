//! What a knife or a cutting machine follows.

mod chain;
pub(super) mod cut;
mod register;
mod sheet;
mod snap;
mod stretches;

pub use cut::Cut;
pub use register::{beside_marks, keep_outs};
pub use sheet::{CutLines, cut_lines};
