//! `pnp` turns data files into things people print, cut and play with.
//!
//! The modules are the pipeline, in order; each takes values and returns values, and imports only from those above it:
//!
//! 1. [`units`]: lengths in whole EMU, sizes with names
//! 2. [`diag`]: what can be wrong, as data
//! 3. [`files`]: where bytes come from and go to; the only module that touches the disk
//! 4. [`source`]: TOML and CSV as written, with a place for every value
//! 5. [`model`]: the game with its defaults filled in, ids resolved and lengths typed
//! 6. [`impose`]: which face goes where on which sheet; sees sizes and ids, never pixels

pub mod diag;
pub mod text;
pub mod units;
