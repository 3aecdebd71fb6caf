//! `pnp` turns data files into things people print, cut and play with.
//!
//! The modules are the pipeline, in order; each takes values and returns values, and imports only
//! from those above it:
//!
//! 1. [`units`]: lengths in whole EMU, sizes with names
//!    `depth`: how deep things stand in each other
//! 2. [`diag`]: what can be wrong, as data
//! 3. [`files`]: where bytes come from and go to; the only module that touches the disk
//!    `xml`: strings inside of XML
//!    `svg`: SVG as programs write it, made into SVG as the renderer reads it
//!    `lookups`: the names that templates look up
//! 4. [`game`]: `game.toml`, tables and texts become a game with its defaults filled in
//! 5. [`text`]: styled text becomes lines that fit their box
//! 6. [`compose`]: templates filled with cards: SVG text for each face
//! 7. [`draw`]: faces taken apart into shared layers, each parsed and drawn once
//! 8. [`impose`]: which face goes where on which sheet; sees sizes and ids, never pixels
//! 9. [`slug`]: crop marks, slug line, ruler and proof guides as drawings
//! 10. [`rulebook`]: Markdown becomes pages
//! 11. [`press`]: sheets and layers become PDF and PNG files
//! 12. [`job`]: what goes on which sheets, and the one path that prints it
//! 13. [`checks`]: what must be true of a game and its sheets
//! 14. [`report`]: what was found, for other programs
//! 15. [`calibrate`]: the page that measures a printer, and what its readings mean
//! 16. [`build`]: the stages in order
//! 17. [`session`]: a game that is looked at while it is made
//! 18. [`preview`]: the page that shows it, and who may ask for it
//! 19. [`cli`]: arguments in, exit code out

pub mod build;
pub mod calibrate;
pub mod changes;
pub mod checks;
pub mod cli;
pub mod compose;
mod depth;
pub mod diag;
pub mod draw;
pub mod files;
pub mod game;
pub mod impose;
pub mod job;
mod lookups;
pub mod press;
pub mod preview;
pub mod report;
pub mod rulebook;
pub mod session;
pub mod slug;
pub mod starter;
mod svg;
pub mod text;
pub mod units;
mod xml;
