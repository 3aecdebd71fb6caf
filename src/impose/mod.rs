//! Which face goes where on which sheet.
//!
//! In: a size, how many copies of which face, and how the paper is to be used. Out: a [`Plan`], the
//! one value every exporter reads. Sees sizes and ids, never pixels, files or the game; all of it
//! is sums of whole EMU.
//!
//! What a [`Plan`] guarantees: every copy is placed exactly once, in the order of the runs, row by
//! row; every trim lies in the printable area; clips of one side never overlap and hold their
//! trims; each back lies behind its front once the sheet is turned over or folded; marks, slug line
//! and ruler touch no clip. Of pieces with a contour, such as hexagons between each other, the
//! boxes may overlap, but neither what is cut nor what may be inked. The panels of a net lie as it
//! does: all that is cut of it is in the printable area, and its folds and hatching lie within it.
//! A panel with bleed is placed with it, and once more without it over the first.
//!
//! Two kinds of plan bend this, each in its own file: a tile of a board has the whole board as its
//! trim, and its clip says which part is on the sheet; a page of a booklet may lie outside of the
//! margins, having its own, and is cut at the fold.
//!
//! All coordinates are those of one side of the paper as it lies: from its upper left corner, y
//! downwards.

mod booklet;
mod cards;
mod codes;
mod cutters;
mod duplex;
mod fit;
mod grid;
mod id;
mod letters;
mod marks;
mod misfit;
mod nets;
mod paper;
mod plan;
mod skip;
mod tiles;
mod tokens;

pub use booklet::{BookletJob, booklet};
pub use cards::{Job, plan, plan_skipping};
pub(crate) use codes::CODES;
pub use cutters::{Cut, CutLines, beside_marks, cut_lines, keep_outs};
pub use grid::Grid;
pub use marks::{Mark, MissingMarks, Pen, RulerSpot, SlugLineSpot, SlugSpots, missing_marks};
pub use misfit::DoesNotFit;
pub use nets::{NetJob, NetRun, plan_nets};
pub use paper::FoldLine;
pub use plan::{Caption, Contour, Placement, Plan, Run, Sheet, Side, split_backs};
pub use skip::{NoSlot, PlanError, Skip};
pub use tiles::{BoardJob, Span, Tiling, TilingError, tile};
pub use tokens::{SharedComponent, SharedJob, TokenJob, plan_shared, plan_tokens};

use crate::units::Length;

/// How far a face that is drawn earlier goes on under a later one that touches it, where it has
/// bleed: a little more than a pixel of a screen with 72 dpi. A viewer smooths the edge of a clip,
/// so that of two that touch in the middle of a pixel each leaves a part of the paper to be seen: a
/// bright line between two dark cards.
pub const TRAP: Length = Length::um(400);

/// Marks, slug line and ruler stay this far from the edge of the paper: home printers leave 4.2 to
/// 4.3 mm of it white.
const UNPRINTABLE: Length = Length::um(4500);
