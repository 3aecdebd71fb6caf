//! How a board that is larger than the paper is put together.

use crate::diag::{Code, Diagnostic, Sink};
use crate::game::lengths;
use crate::game::names::named;
use crate::game::source::BoardSource;
use crate::units::Length;

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
        Self { join: Join::default(), overlap: Length::mm(10) }
    }
}

/// What two neighbouring tiles do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Join {
    /// Both show the strip in which one lies on the other.
    #[default]
    Overlap,
    /// The lower one has a tab for the glue under the upper one.
    Tabs,
    /// They lie edge to edge.
    Butt,
}

impl Join {
    /// The names in game files and in the manifest.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("overlap", Self::Overlap), ("tabs", Self::Tabs), ("butt", Self::Butt)];

    /// Its name.
    pub fn word(self) -> &'static str {
        Self::NAMES.iter().find(|(_, join)| *join == self).map_or("", |(name, _)| name)
    }
}

/// The typed keys of a board.
pub(crate) fn board(source: &BoardSource, sink: &mut Sink) -> Board {
    let mut tiles = Tiles::default();
    if let Some(written) = &source.tiles {
        if let Some(name) = &written.join
            && let Some(join) = named("join", name, Join::NAMES, sink)
        {
            tiles.join = join;
        }
        if let Some(text) = &written.overlap {
            if let Some(overlap) = lengths::side("overlap", text, sink) {
                tiles.overlap = overlap;
            }
            if tiles.join == Join::Butt {
                sink.push(
                    Diagnostic::error(Code::M003, "tiles with butt edges have no `overlap`")
                        .at(&text.span)
                        .hint("leave it out, or write join = \"overlap\" or join = \"tabs\""),
                );
            }
        }
    }
    if tiles.join == Join::Butt {
        tiles.overlap = Length::ZERO;
    }
    Board { tiles, poster: source.poster.unwrap_or(false) }
}
