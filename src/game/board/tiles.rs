//! How a board that is larger than the paper is put together.

use crate::diag::{Code, Diagnostic, Sink};
use crate::game::copies::CopiesKey;
use crate::game::flat::FlatKeys;
use crate::game::toml::{AboveZeroUpTo, Inline, Name, Names, Truth, table};
use crate::units::Length;

/// How wide the strip is that two neighbours have a part in.
const OVERLAP: Length = Length::mm(10);

table! {
    /// What only a board says.
    pub(crate) struct BoardKeys:
        "`[board.ID]`",
        "A board. One that fits the paper is printed like a sheet. A larger one is split into \
         tiles, one to a page, in the orientation that takes the fewest pages; the last page of \
         the file shows how to put them together.";
    {
        copies: CopiesKey [optional "1"] "How often the board is printed.";
        tiles: Inline<TilesKeys> [optional "they overlap"]
            "How the tiles of a board that is larger than the paper are joined.";
        poster: Truth [default false]
            "Whether there is also a file `ID-poster.pdf`: the board in one piece at full size, \
             with bleed and crop marks, for a print shop.";
        ..flat: FlatKeys;
    }
}

table! {
    /// How tiles are joined, key by key.
    pub(crate) struct TilesKeys:
        "`tiles` of a board",
        "`tiles = { join = \"tabs\", overlap = \"12mm\" }`. Of n tiles side by side, each is the \
         board plus n - 1 overlaps, divided by n.";
    {
        join: Name<Join> [default Join::Overlap]
            "`overlap`: both tiles show the strip where they overlap. `tabs`: there the lower one \
             has a hatched tab for the glue. `butt`: they meet edge to edge on a backing.";
        overlap: AboveZeroUpTo<1000> [default OVERLAP]
            "The width of the strip or the tab. Not together with `join = \"butt\"`.";
    }
}

/// What only a board has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// How its tiles are joined, if it needs any.
    pub tiles: Tiles,
    /// Whether it is also printed in one piece.
    pub poster: bool,
}

/// How tiles are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles {
    /// What two neighbours do with each other.
    pub join: Join,
    /// How wide the strip is that both have a part in: zero for butt edges, else more.
    pub overlap: Length,
}

impl Default for Tiles {
    fn default() -> Self {
        Self { join: Join::Overlap, overlap: OVERLAP }
    }
}

/// What two neighbouring tiles do with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Join {
    /// Both show the strip in which one lies on the other.
    Overlap,
    /// The lower one has a tab for the glue under the upper one.
    Tabs,
    /// They lie edge to edge.
    Butt,
}

impl Names for Join {
    const WHAT: &'static str = "join of tiles";
    const NAMES: &'static [(&'static str, Self)] =
        &[("overlap", Self::Overlap), ("tabs", Self::Tabs), ("butt", Self::Butt)];
}

impl Join {
    /// The word in game files and in the manifest.
    pub fn word(self) -> &'static str {
        self.name()
    }
}

impl BoardKeys {
    /// The board, with the defaults in the gaps.
    pub(crate) fn board(&self, sink: &mut Sink) -> Board {
        let tiles = self.tiles.as_ref().map(|tiles| tiles.value.tiles(sink));
        Board { tiles: tiles.unwrap_or_default(), poster: self.poster() }
    }
}

impl TilesKeys {
    fn tiles(&self, sink: &mut Sink) -> Tiles {
        let join = self.join();
        if join != Join::Butt {
            return Tiles { join, overlap: self.overlap() };
        }
        if let Some(overlap) = &self.overlap {
            sink.push(
                Diagnostic::error(Code::M003, "tiles with butt edges have no `overlap`")
                    .at(&overlap.span)
                    .hint("leave it out, or write join = \"overlap\" or join = \"tabs\""),
            );
        }
        Tiles { join, overlap: Length::ZERO }
    }
}
