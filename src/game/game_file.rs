//! `game.toml`: its keys, and a game as written.
//!
//! In: the name of a game. Out: a [`GameFile`], whose values are typed and in their ranges, with
//! the rows of its tables and the words of its languages. What is refused here is what cannot be
//! read: broken TOML, unknown keys, wrong values, files that do not exist. How values belong
//! together is not known here.

use serde_json::json;
use std::sync::Arc;

use tera::Value;
use toml::de::DeValue;

use super::board::BoardKeys;
use super::component_table::{self, ComponentKeys, ComponentTable};
use super::deck::DeckKeys;
use super::expect::ExpectKeys;
use super::file_name::check_folder;
use super::fold::FoldTable;
use super::language::{Languages, USUAL};
use super::pictures::PictureKeys;
use super::preflight::PreflightKeys;
use super::print::PrintKeys;
use super::rulebook::RulebookKeys;
use super::shaping::Around;
use super::sheet::SheetKeys;
use super::text::{StyleKeys, TextKeys};
use super::texts::{self, Texts};
use super::token::TokenKeys;
use super::toml::{
    Count, Entries, Fields, Inline, Item, Kind, Named, Section, Table, Text, decode, parse, table,
    value,
};
use super::variant::VariantKeys;
use crate::diag::{Code, Diagnostic, Failed, Sink, Source, Span, Spanned, UnknownName};
use crate::files::{Files, ReadError, games};

table! {
    /// The keys of `game.toml`.
    pub(crate) struct GameKeys:
        "Top of the file", "Who and what. These keys go before the first `[table]`.";
    {
        title: Text [required]
            "The title of the game, as on its box; also the title of the PDF files.";
        author: Text [optional "none"]
            "Who made the game; also the author in the PDF files.";
        players: Inline<PlayersKeys> [optional "none"] "How many can play.";
        languages: Languages [optional "`[\"en\"]`"]
            "The languages of the game, the default first. The words of each are in \
             `text.LANGUAGE.toml` next to this file.";
        print: Section<PrintKeys> [optional "its defaults"] "How everything is placed on paper.";
        deck: Named<DeckKeys> [optional "none"] "The decks.";
        sheet: Named<SheetKeys> [optional "none"] "The sheets.";
        board: Named<BoardKeys> [optional "none"] "The boards.";
        token: Named<TokenKeys> [optional "none"] "The tokens.";
        fold: Named<FoldTable> [optional "none"] "What is folded and glued.";
        expect: Entries<ExpectKeys> [optional "none"] "What must be true of the kit.";
        variant: Named<VariantKeys> [optional "none"] "Other ways to play.";
        text: Section<TextKeys> [optional "its defaults"] "How text looks.";
        style: Named<StyleKeys> [optional "none"] "Named styles of text.";
        rulebook: Named<RulebookKeys> [optional "none"] "The rulebooks.";
        pictures: Section<PictureKeys> [optional "its defaults"] "How fine pictures must be.";
        preflight: Section<PreflightKeys> [optional "its defaults"]
            "How strict the checks of looks are.";
        data: FreeTable [optional "empty"]
            "Values of your own for the templates, where they are `data.KEY`. Any key, any type, \
             as deep as you like.";
    }
}

table! {
    /// How many can play.
    pub(crate) struct PlayersKeys:
        "`players`", "A table in one line: `players = { min = 2, max = 5 }`.";
    {
        min: Count<1, 1000> [required] "The fewest players.";
        max: Count<1, 1000> [required] "The most players, at least `min`.";
    }
}

impl PlayersKeys {
    /// Reports a game for fewer than the fewest.
    pub(super) fn check(&self, sink: &mut Sink) {
        let Self { min, max } = self;
        if max.value < min.value {
            let message = format!("`max` is {}, less than the `min` of {}", max.value, min.value);
            sink.push(
                Diagnostic::error(Code::S004, message).at(&max.span).also(&min.span, "the fewest"),
            );
        }
    }
}

impl GameKeys {
    /// The tables of all components, in the order of the file.
    pub(super) fn components(&self) -> Vec<(Spanned<String>, ComponentKeys)> {
        let mut all = Vec::new();
        let mut add = |id: &Spanned<String>, keys| all.push((id.clone(), keys));
        let Self { deck, sheet, board, token, fold, .. } = self;
        for (id, keys) in deck.iter().flat_map(|decks| &decks.value) {
            add(id, ComponentKeys::Deck(keys.clone()));
        }
        for (id, keys) in sheet.iter().flat_map(|sheets| &sheets.value) {
            add(id, ComponentKeys::Sheet(keys.clone()));
        }
        for (id, keys) in board.iter().flat_map(|boards| &boards.value) {
            add(id, ComponentKeys::Board(keys.clone()));
        }
        for (id, keys) in token.iter().flat_map(|tokens| &tokens.value) {
            add(id, ComponentKeys::Token(keys.clone()));
        }
        for (id, keys) in fold.iter().flat_map(|folds| &folds.value) {
            add(id, ComponentKeys::Fold(keys.clone()));
        }
        all.sort_by_key(|(id, _)| id.span.range().start);
        all
    }
}

/// A game as written: its file, and the tables and texts that it names.
#[derive(Clone, Debug)]
pub(crate) struct GameFile {
    /// The name of its folder under `data/`.
    pub(super) id: String,
    /// `game.toml`.
    pub(super) source: Arc<Source>,
    /// Its keys.
    pub(super) keys: GameKeys,
    /// The components, in the order of the file.
    pub(super) components: Vec<ComponentTable>,
    /// The text files that exist, in the order of the languages.
    pub(super) texts: Vec<Texts>,
}

impl GameFile {
    /// Reads a game without a fault.
    pub(super) fn read(
        files: &dyn Files,
        id: &str,
        lang: Option<&str>,
        sink: &mut Sink,
    ) -> Result<Self, Failed> {
        let sink = &mut sink.scope();
        let read = Self::read_what_can_be(files, id, lang, sink)?;
        sink.gate()?;
        Ok(read)
    }

    /// Reads a game, with the tables of a language, which is its default unless stated. All faults
    /// of all its files go to the sink.
    pub(super) fn read_what_can_be(
        files: &dyn Files,
        id: &str,
        lang: Option<&str>,
        sink: &mut Sink,
    ) -> Result<Self, Failed> {
        let source = find(files, id).map_err(|fault| {
            sink.push(*fault);
            Failed
        })?;
        // Warnings and errors of other games in the same sink must not fail this one.
        let sink = &mut sink.scope();
        check_folder(id, &source, sink);
        sink.gate()?;
        Self::of(files, id, &source, lang, sink).ok_or(Failed)
    }

    fn of(
        files: &dyn Files,
        id: &str,
        source: &Arc<Source>,
        lang: Option<&str>,
        sink: &mut Sink,
    ) -> Option<Self> {
        let tree = parse::parse(source, sink)?;
        let top = Fields {
            source,
            name: "the game".to_owned(),
            table: tree.get_ref(),
            span: Span::file(source),
        };
        let keys = GameKeys::read(&top, sink);
        let languages = keys.as_ref().and_then(|keys| keys.languages.as_ref());
        let languages = languages.map_or(&[][..], |languages| &languages.value);
        let folder = format!("data/{id}");
        let texts = texts::read(files, &folder, languages, sink);
        let spoken = languages_of(languages);
        let lang = lang.filter(|lang| spoken.iter().any(|known| known == lang));
        let around =
            Around { files, folder: &folder, lang: lang.unwrap_or(&spoken[0]), languages: &spoken };
        let tables = keys.as_ref().map_or_else(Vec::new, GameKeys::components).into_iter();
        let components: Vec<ComponentTable> =
            tables.map(|(id, keys)| ComponentTable::load(id, keys, &around, sink)).collect();
        component_table::check_rest(&top, &components, &around, sink);
        let keys = keys?;
        if let Some(players) = &keys.players {
            players.value.check(sink);
        }
        Some(Self { id: id.to_owned(), source: Arc::clone(source), keys, components, texts })
    }

    /// The languages, the default first. There is at least one.
    pub(super) fn languages(&self) -> Vec<String> {
        let languages = self.keys.languages.as_ref();
        languages_of(languages.map_or(&[][..], |languages| &languages.value))
    }
}

/// The languages that are written, or the usual one.
fn languages_of(written: &[Spanned<String>]) -> Vec<String> {
    if written.is_empty() {
        return vec![USUAL.to_owned()];
    }
    written.iter().map(|lang| lang.value.clone()).collect()
}

/// The `game.toml` of a game.
fn find(files: &dyn Files, id: &str) -> Result<Arc<Source>, Box<Diagnostic>> {
    let known = games(files);
    let path = format!("data/{id}/game.toml");
    if !known.iter().any(|name| name == id) {
        return Err(Box::new(no_game(id, &known)));
    }
    match files.read(&path) {
        Ok(bytes) => decode::text(&path, &bytes),
        Err(ReadError::NotFound) => Err(Box::new(no_game(id, &known))),
        Err(error) => Err(Box::new(Diagnostic::error(Code::S001, format!("`{path}` {error}")))),
    }
}

fn no_game(game: &str, known: &[String]) -> Diagnostic {
    let none = "there is no game here; a game is a folder of data/ with a game.toml";
    UnknownName::new("game", game, known.iter().map(String::as_str))
        .error(Code::S001)
        .maybe_hint(known.is_empty().then_some(none))
}

/// A table with any keys.
pub(crate) struct FreeTable;

impl Kind for FreeTable {
    type Value = Value;

    fn takes() -> String {
        "a table".to_owned()
    }

    fn schema() -> serde_json::Value {
        json!({ "type": "object" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Value> {
        if let DeValue::Table(table) = item.value {
            return Some(value::table(table));
        }
        item.wrong("a table", sink);
        None
    }
}

#[cfg(test)]
mod tests;
