//! What a knife or a cutting machine follows.

pub(super) mod cut;
mod cuts;
mod register;

pub use cut::Cut;
pub use cuts::{Cuts, Path, cuts};
pub use register::{beside_marks, keep_outs};
