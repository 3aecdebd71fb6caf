//! What is not set here.

/// A text that is left to usvg.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unset;
