//! The files of a game as written.
//!
//! In: the name of a game. Out: a [`GameSource`], in which every value has its place and no default is filled in; lengths
//! and names are still texts. What is refused here is what cannot be read: broken TOML, unknown keys, wrong types, files
//! that are not there. What a value means is not known here.

mod card;
pub(super) mod decode;
mod fields;
mod game;
mod keys;
mod locate;
pub(super) mod parse;
mod table;
mod texts;
mod value;

use std::sync::Arc;

use indexmap::IndexMap;
use tera::Value;

use crate::diag::{Code, Diagnostic, Failed, Sink, Source, Span, Spanned, UnknownName};
use crate::files::{Files, ReadError, games};
use crate::game::Condition;
use crate::game::board::{BoardKeys, GeometryKeys};
use crate::game::expect::ExpectKeys;
use crate::game::print::PrintKeys;
use crate::game::rulebook::RulebookKeys;
use crate::game::text::TextSettings;
use crate::game::variant::VariantKeys;

pub(crate) use card::{Copies, CsvName, Rows, TemplateName};
pub(crate) use game::{named_file, read_table};

pub use keys::{KEYS, KeyDoc, key_names, keys_markdown};
pub(crate) use locate::not_there;
pub use texts::{TextNode, Texts};
pub(crate) use value::{integer as integer_of, kind as kind_of, number as number_of};

/// A game as written.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The name of its folder under `data/`.
    pub id: String,
    /// `game.toml`.
    pub source: Arc<Source>,
    /// `title`.
    pub title: Spanned<String>,
    /// `author`.
    pub author: Option<Spanned<String>>,
    /// `players`, the least and the most.
    pub players: Option<(Spanned<u32>, Spanned<u32>)>,
    /// `languages`; empty where the file does not say.
    pub languages: Vec<Spanned<String>>,
    /// `[print]`.
    pub(crate) print: PrintKeys,
    /// `[deck.…]`, `[sheet.…]`, `[board.…]` and `[token.…]` in the order of the file.
    pub components: Vec<ComponentSource>,
    /// `[[expect]]`.
    pub(crate) expects: Vec<Spanned<ExpectKeys>>,
    /// `[variant.…]`.
    pub(crate) variants: Vec<(Spanned<String>, VariantKeys)>,
    /// `[rulebook.…]` in the order of the file.
    pub(crate) rulebooks: Vec<(Spanned<String>, RulebookKeys)>,
    /// `[text]` and `[style.…]`.
    pub text: TextSettings,
    /// `[data]`.
    pub data: Value,
    /// The text files that are there, in the order of the languages.
    pub texts: Vec<Texts>,
}

/// A size by name or by its two lengths.
#[derive(Clone, Debug)]
pub enum SizeSource {
    /// `"poker-us"`.
    Named(Spanned<String>),
    /// `{ width = "63mm", height = "88mm" }`.
    Own {
        /// `width`.
        width: Spanned<String>,
        /// `height`.
        height: Spanned<String>,
    },
}

impl SizeSource {
    /// Where it is written.
    pub const fn span(&self) -> &Span {
        match self {
            Self::Named(text) | Self::Own { width: text, .. } => &text.span,
        }
    }
}

/// What a component is. It decides the defaults; everything after the model treats all kinds alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Cards of one size.
    Deck,
    /// One printed sheet at its own size, such as a score pad.
    Sheet,
    /// A board, in tiles if it is larger than the paper.
    Board,
    /// Chits, discs, stickers: small things of one form.
    Token,
    /// Something to be cut out, folded and glued.
    Fold,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Deck, Self::Sheet, Self::Board, Self::Token, Self::Fold];

    /// The word in game files, the manifest and messages.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deck => "deck",
            Self::Sheet => "sheet",
            Self::Board => "board",
            Self::Token => "token",
            Self::Fold => "fold",
        }
    }
}

/// What only tokens say.
#[derive(Clone, Debug, Default)]
pub struct TokenSource {
    /// `shape`.
    pub shape: Option<Spanned<String>>,
    /// `radius`.
    pub radius: Option<Spanned<String>>,
    /// `path`.
    pub path: Option<Spanned<String>>,
    /// `outline`.
    pub outline: Option<Spanned<String>>,
}

/// A component as written.
#[derive(Clone, Debug)]
pub struct ComponentSource {
    /// Its kind.
    pub kind: Kind,
    /// Its id, at its place in the header.
    pub id: Spanned<String>,
    /// `size`; only a fold may have none.
    pub size: Option<SizeSource>,
    /// `face`.
    pub face: Spanned<String>,
    /// `back`.
    pub back: Option<Spanned<String>>,
    /// `back_where`.
    pub back_where: Option<Spanned<Condition>>,
    /// `copies` of a sheet or a board, or of tokens that are all alike.
    pub copies: Option<Spanned<i64>>,
    /// `cards` of a deck: the name of its table.
    pub cards_file: Option<Spanned<String>>,
    /// The rows of that table, then the `[[deck.….card]]` entries.
    pub cards: Vec<CardSource>,
    /// The first `[[deck.….card]]` entry.
    pub own_cards: Option<Span>,
    /// `field`, `radial` or `grid`.
    pub(crate) geometry: Option<GeometryKeys>,
    /// The keys of a board.
    pub(crate) board: Option<BoardKeys>,
    /// The keys of tokens.
    pub token: TokenSource,
    /// The keys of folded things.
    pub fold: Option<super::FoldSource>,
    /// `share`.
    pub share: Option<Spanned<String>>,
    /// The keys about paper.
    pub(crate) print: PrintKeys,
}

/// A card as written.
#[derive(Clone, Debug)]
pub struct CardSource {
    /// By column, in the order of the file.
    pub cells: IndexMap<String, Cell>,
    /// Its row or its table.
    pub span: Span,
}

/// One value of a card.
#[derive(Clone, Debug)]
pub struct Cell {
    /// A text exactly as typed, where it comes from a table.
    pub value: Value,
    /// Its place.
    pub span: Span,
}

/// Reads a game with its tables and texts. All faults of all its files go to the sink.
pub fn read(files: &dyn Files, game: &str, sink: &mut Sink) -> Result<GameSource, Failed> {
    let known = games(files);
    let folder = format!("data/{game}");
    let path = format!("{folder}/game.toml");
    let bytes = match files.read(&path) {
        Ok(bytes) if known.iter().any(|name| name == game) => bytes,
        Err(error) if error != ReadError::NotFound && known.iter().any(|name| name == game) => {
            sink.push(Diagnostic::error(Code::S001, format!("`{path}` {error}")));
            return Err(Failed);
        }
        _ => {
            sink.push(no_game(game, &known));
            return Err(Failed);
        }
    };
    let source = decode::text(&path, &bytes).map_err(|fault| {
        sink.push(*fault);
        Failed
    })?;
    // Warnings and errors of other games in the same sink must not fail this one.
    let sink = &mut sink.scope();
    let read = game::read(files, game, &source, sink);
    sink.gate()?;
    read.ok_or(Failed)
}

fn no_game(game: &str, known: &[String]) -> Diagnostic {
    let none = "there is no game here; a game is a folder of data/ with a game.toml";
    UnknownName::new("game", game, known.iter().map(String::as_str))
        .error(Code::S001)
        .maybe_hint(known.is_empty().then_some(none))
}

#[cfg(test)]
mod tests;
