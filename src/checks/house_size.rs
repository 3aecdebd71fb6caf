//! The pieces of a board fit into its houses or cells.

use std::collections::BTreeMap;

use super::board::{MappedBoard, ROUNDED};
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, Spanned, codes};
use crate::game::board::{GridMap, RadialMap};
use crate::units::Length;

codes! {
    /// house too small
    ///
    /// A disc of the size of `piece` does not fit into the houses or cells.
    ///
    /// Pieces would lie across two houses, and nobody could tell in which.
    ///
    /// ```fails game.toml
    /// [board.wheel]
    /// size = { width = "100mm", height = "100mm" }
    /// face = "coin.svg"
    ///
    /// [board.wheel.radial]
    /// spokes = 6
    /// radii = ["40mm", "20mm"]
    /// piece = "21mm"
    /// ```
    /// ```passes game.toml
    /// [board.wheel]
    /// size = { width = "100mm", height = "100mm" }
    /// face = "coin.svg"
    ///
    /// [board.wheel.radial]
    /// spokes = 6
    /// radii = ["40mm", "20mm"]
    /// piece = "19mm"
    /// ```
    B008;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    if let Some((radial, map)) = board.radial()
        && let Some(piece) = &radial.piece
    {
        // The houses of a ring are all alike.
        let rings: BTreeMap<u32, f64> = map
            .spaces
            .iter()
            .map(|space| (space.ring, RadialMap::largest_disc(space, radial.spokes)))
            .collect();
        faults.extend(rings.into_iter().filter_map(|(ring, disc)| {
            too_small(&format!("the houses of ring {ring}"), disc, piece)
        }));
    }
    if let Some((grid, _)) = board.grid()
        && let Some(piece) = &grid.piece
    {
        faults.extend(too_small("the cells", GridMap::largest_disc(grid), piece));
    }
    faults
}

fn too_small(what: &str, disc: f64, piece: &Spanned<Length>) -> Option<Diagnostic> {
    let message = format!("{what} hold a disc of {disc:.1} mm, and the piece has {}", piece.value);
    (disc + ROUNDED < piece.value.to_mm())
        .then(|| Diagnostic::error(Code::B008, message).at(&piece.span))
}
