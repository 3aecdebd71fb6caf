//! The multiples of a number lie on the ring that a radial board names, and no others do.

use super::board::MappedBoard;
use super::check::{Check, Run};
use crate::diag::{Code, Diagnostic, codes};
use crate::game::board::Multiples;

codes! {
    /// numbers on the wrong ring
    ///
    /// Houses of a radial board are multiples of the number in `multiples` and do not lie on its
    /// ring, or lie there and are not multiples.
    ///
    /// The rules find houses by that ring.
    ///
    /// ```fails game.toml
    /// [board.wheel]
    /// size = { width = "100mm", height = "100mm" }
    /// face = "coin.svg"
    ///
    /// [board.wheel.radial]
    /// spokes = 6
    /// radii = ["40mm", "30mm", "20mm"]
    /// multiples = { of = 2, ring = 1 }    # they are on the innermost ring, 2
    /// ```
    /// ```passes game.toml
    /// [board.wheel]
    /// size = { width = "100mm", height = "100mm" }
    /// face = "coin.svg"
    ///
    /// [board.wheel.radial]
    /// spokes = 6
    /// radii = ["40mm", "30mm", "20mm"]
    /// multiples = { of = 2, ring = 2 }
    /// ```
    B009;
}

pub(super) const CHECK: Check = Check { codes: CODES, run: Run::Board(run) };

fn run(board: &MappedBoard<'_>) -> Vec<Diagnostic> {
    let Some((radial, map)) = board.radial() else { return Vec::new() };
    let Some(Multiples { of, ring }) = &radial.multiples else { return Vec::new() };
    let wrong = map
        .spaces
        .iter()
        .find(|space| (space.ring == ring.value) != space.number.is_multiple_of(of.value));
    let fault = wrong.map(|space| {
        let is = if space.number.is_multiple_of(of.value) { "is" } else { "is not" };
        let message = format!(
            "house {} on ring {} {is} a multiple of {}",
            space.number, space.ring, of.value
        );
        Diagnostic::error(Code::B009, message)
            .at(&of.span)
            .also(&ring.span, "the ring they belong on")
            .hint("change `number`, or how many rings there are")
    });
    fault.into_iter().collect()
}
