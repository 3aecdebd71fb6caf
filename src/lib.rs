//! `pnp` turns data files into things people print, cut and play with.
//!
//! The modules are the pipeline, in order; each takes values and returns values, and imports only from those above it:
//!
//! 1. [`units`]: lengths in whole EMU, sizes with names
//! 2. [`diag`]: what can be wrong, as data
//! 3. [`files`]: where bytes come from and go to; the only module that touches the disk
//! 4. [`source`]: TOML and CSV as written, with a place for every value
//! 5. [`model`]: the game with its defaults filled in, ids resolved and lengths typed
//! 6. [`board`]: where the points, lines and houses of boards lie
//! 7. [`text`]: styled text becomes lines that fit their box
//! 8. [`compose`]: templates filled with cards: SVG text for each face
//! 9. [`draw`]: faces taken apart into shared layers, each parsed and drawn once
//! 10. [`rulebook`]: Markdown becomes pages
//! 11. [`impose`]: which face goes where on which sheet; sees sizes and ids, never pixels
//! 12. [`press`]: sheets and layers become PDF and PNG files
//! 13. [`check`]: what must be true of a game
//! 14. [`pipeline`]: the stages in order
//! 15. [`cli`]: arguments in, exit code out

pub mod board;
pub mod check;
pub mod cli;
pub mod compose;
pub mod diag;
pub mod draw;
pub mod files;
pub mod impose;
pub mod manifest;
pub mod model;
pub mod pipeline;
pub mod press;
pub mod rulebook;
pub mod source;
pub mod text;
pub mod units;
