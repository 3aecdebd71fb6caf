//! Cards in grids.

pub(super) mod arrange;
