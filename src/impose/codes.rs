//! The faults of placing faces on paper, with their pages. Imposition returns them as typed errors;
//! whoever knows the component words them.

use crate::diag::codes;

codes! {
    /// does not fit the paper
    ///
    /// A component is larger than the paper with its margins, in portrait and in landscape; or
    /// `columns` and `rows` do not fit, or fold-over cards are larger than half of the paper. The
    /// message shows the sum that is too large.
    ///
    /// It cannot be printed in one piece.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// size = { width = "300mm", height = "88mm" }
    /// paper = "a4"
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// size = { width = "300mm", height = "88mm" }
    /// paper = "a3"
    /// ```
    I001;

    /// board cannot be printed
    ///
    /// A board cannot be cut into tiles: the overlap is as large as the printable area, the margins
    /// leave no room, or it takes more than 1,000 tiles, or more than 10,000 sheets with all its
    /// copies. Also a poster longer than a page of a PDF can be, 5,080 mm.
    ///
    /// Tiles that show nothing new would never cover the board.
    ///
    /// ```fails game.toml
    /// [board.map]
    /// size = { width = "400mm", height = "400mm" }
    /// tiles = { overlap = "194mm" }
    /// ```
    /// ```passes game.toml
    /// [board.map]
    /// size = { width = "400mm", height = "400mm" }
    /// tiles = { overlap = "10mm" }
    /// ```
    I004;

    /// slot does not exist
    ///
    /// A slot of `--skip` that the sheets of a component do not have.
    ///
    /// The slot that should stay empty would be printed on.
    ///
    /// ```fails
    /// $ pnp build --component artists --skip D1    # three cards side by side
    /// ```
    /// ```passes
    /// $ pnp build --component artists --skip C1
    /// ```
    I005;

    /// no room for marks
    ///
    /// A line to cut has marks at no two places, since the edge that printers leave white, the
    /// marks of a cutting machine or other cards are too near; a sheet to be folded has no fold
    /// line; or there are fewer than two of the registration crosses that are asked for.
    ///
    /// A ruler is laid to two marks, and two sides are compared at two crosses: with one alone
    /// nothing says how the cut or the side is turned. `marks = "none"` says that none are wanted.
    ///
    /// ```fails game.toml
    /// [deck.artists]
    /// margin = "5mm"
    /// bleed = "3mm"
    /// orientation = "portrait"
    /// columns = 3
    /// gutter = "0mm"
    /// paper = { width = "202mm", height = "297mm" }
    /// ```
    /// ```passes game.toml
    /// [deck.artists]
    /// margin = "9mm"
    /// bleed = "3mm"
    /// ```
    I007;
}
