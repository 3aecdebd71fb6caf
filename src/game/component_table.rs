//! From the tables of components to [`Component`]s.
//!
//! In: the keys of each component, and the rows of the tables of cards they name. Out: components
//! whose templates exist, with their cards, print settings and what only their kind has. What a
//! geometry, a token or a net is stands in files of their own.

use std::collections::HashMap;

use super::board::BoardKeys;
use super::cards::{self, CardsKeys};
use super::component::{Component, Details, Flat};
use super::deck::DeckKeys;
use super::file_name::check_id;
use super::flat::FlatKeys;
use super::fold::{self, FoldTable};
use super::kind::Kind;
use super::locate::template;
use super::nets::{Context, Pile};
use super::print::{PrintKeys, Subject};
use super::shaping::{Around, shape, table_of};
use super::shared_sheets::check_shares;
use super::sheet::SheetKeys;
use super::table::{Row, Saved};
use super::token::TokenKeys;
use super::toml::{Fields, Table};
use super::{Card, Duplex, Overrides};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::files::Files;

/// The keys of a component.
#[derive(Clone, Debug)]
pub(crate) enum ComponentKeys {
    /// `[deck.ID]`
    Deck(DeckKeys),
    /// `[sheet.ID]`
    Sheet(SheetKeys),
    /// `[board.ID]`
    Board(BoardKeys),
    /// `[token.ID]`
    Token(TokenKeys),
    /// `[fold.ID]`
    Fold(FoldTable),
}

impl ComponentKeys {
    const fn kind(&self) -> Kind {
        match self {
            Self::Deck(_) => Kind::Deck,
            Self::Sheet(_) => Kind::Sheet,
            Self::Board(_) => Kind::Board,
            Self::Token(_) => Kind::Token,
            Self::Fold(_) => Kind::Fold,
        }
    }

    const fn flat(&self) -> Option<&FlatKeys> {
        match self {
            Self::Deck(keys) => Some(&keys.flat),
            Self::Sheet(keys) => Some(&keys.flat),
            Self::Board(keys) => Some(&keys.flat),
            Self::Token(keys) => Some(&keys.flat),
            Self::Fold(_) => None,
        }
    }

    const fn cards(&self) -> Option<&CardsKeys> {
        match self {
            Self::Deck(keys) => Some(&keys.cards),
            Self::Token(keys) => Some(&keys.cards),
            Self::Fold(keys) => Some(&keys.common.cards),
            Self::Sheet(_) | Self::Board(_) => None,
        }
    }

    pub(crate) const fn copies(&self) -> Option<&Spanned<i64>> {
        match self {
            Self::Sheet(keys) => keys.copies.as_ref(),
            Self::Board(keys) => keys.copies.as_ref(),
            Self::Token(keys) => keys.copies.as_ref(),
            Self::Fold(keys) => keys.common.copies.as_ref(),
            Self::Deck(_) => None,
        }
    }

    fn share(&self) -> Option<char> {
        let share = match self {
            Self::Deck(keys) => keys.share.as_ref(),
            Self::Sheet(keys) => keys.share.as_ref(),
            Self::Token(keys) => keys.share.as_ref(),
            Self::Board(_) | Self::Fold(_) => None,
        };
        share.map(|share| share.value)
    }

    const fn print(&self) -> &PrintKeys {
        match self {
            Self::Deck(keys) => &keys.flat.print,
            Self::Sheet(keys) => &keys.flat.print,
            Self::Board(keys) => &keys.flat.print,
            Self::Token(keys) => &keys.flat.print,
            Self::Fold(keys) => &keys.common.print,
        }
    }

    const fn face(&self) -> &Spanned<String> {
        match self {
            Self::Deck(keys) => &keys.flat.face,
            Self::Sheet(keys) => &keys.flat.face,
            Self::Board(keys) => &keys.flat.face,
            Self::Token(keys) => &keys.flat.face,
            Self::Fold(keys) => &keys.common.face,
        }
    }
}

/// A component as written.
#[derive(Clone, Debug)]
pub(crate) struct ComponentTable {
    /// Its id, at its place in the header.
    pub(crate) id: Spanned<String>,
    pub(crate) keys: ComponentKeys,
    /// The rows of its table, then those written in the file.
    pub(crate) rows: Vec<Row>,
}

/// What components are resolved with.
pub(super) struct Surroundings<'a> {
    pub(super) files: &'a dyn Files,
    /// The id of the game.
    pub(super) game: &'a str,
    /// `[print]`.
    pub(super) print: &'a PrintKeys,
    pub(super) overrides: &'a Overrides,
}

impl ComponentTable {
    /// A component with the rows of the table it names.
    pub(super) fn load(
        id: Spanned<String>,
        keys: ComponentKeys,
        around: &Around<'_>,
        sink: &mut Sink,
    ) -> Self {
        let mut rows = Vec::new();
        if let Some(CardsKeys { cards, sheet, encoding, card, shaping }) = keys.cards() {
            let said = [
                encoding.as_ref().map(|encoding| ("encoding", &encoding.span)),
                sheet.as_ref().map(|sheet| ("sheet", &sheet.span)),
            ];
            for (key, span) in said.into_iter().flatten().filter(|_| cards.is_none()) {
                let message = format!("`{}` states `{key}`, but no table", id.value);
                sink.push(
                    Diagnostic::error(Code::S005, message)
                        .at(span)
                        .component(id.value.as_str())
                        .hint(format!("name the table in `cards`, or delete `{key}`")),
                );
            }
            let saved = Saved { encoding: encoding.as_ref(), sheet: sheet.as_ref() };
            let table = cards.as_ref().map(|name| table_of(name, saved, around, sink));
            rows.extend(table.into_iter().flatten());
            rows.extend(card.iter().flat_map(|own| own.value.iter().cloned()));
            rows = shape(shaping, rows, around, sink);
        }
        Self { id, keys, rows }
    }

    /// Whether it is a board that is computed.
    pub(crate) fn has_geometry(&self) -> bool {
        self.keys.flat().is_some_and(|flat| !flat.geometry.is_empty())
    }

    /// Its cards; those of a component without a table of them are all alike.
    fn cards(&self, sink: &mut Sink) -> Vec<Card> {
        let kind = self.keys.kind();
        let tables = self.keys.cards().filter(|keys| kind == Kind::Deck || keys.place().is_some());
        let Some(tables) = tables else {
            return vec![cards::alone(kind, &self.id, self.keys.copies(), sink)];
        };
        if let (Some(copies), Some(place)) = (self.keys.copies(), tables.place()) {
            let id = self.id.value.as_str();
            let message = format!("{} `{id}` has both cards and `copies`", kind.word());
            sink.push(
                Diagnostic::error(Code::M043, message)
                    .at(&copies.span)
                    .also(place, "the cards")
                    .component(id)
                    .hint("give each card its number of copies in a column `copies`"),
            );
        }
        cards::of_table(kind, &self.id, tables, &self.rows, sink)
    }

    fn resolve(
        &self,
        mut cards: Vec<Card>,
        decks: &[Pile<'_>],
        around: &Surroundings<'_>,
        sink: &mut Sink,
    ) -> Option<Component> {
        let Self { id, keys, .. } = self;
        let kind = keys.kind();
        let flat = keys.flat();
        let folder = format!("data/{}", around.game);
        let fold = match keys {
            ComponentKeys::Fold(keys) => fold::resolve(keys, &Context { id, decks }, sink),
            ComponentKeys::Deck(_)
            | ComponentKeys::Sheet(_)
            | ComponentKeys::Board(_)
            | ComponentKeys::Token(_) => None,
        };
        let panels = fold.iter().flat_map(|fold| &fold.panels).map(|panel| panel.size);
        let sizes: Vec<_> = flat.map(|flat| flat.size.value).into_iter().chain(panels).collect();
        let smallest = sizes.iter().copied().min_by_key(|size| size.width.min(size.height));
        let back = flat.and_then(|flat| flat.back.as_ref());
        let subject = Subject { id, kind, back: back.map(|back| &back.span), smallest };
        let print = keys.print().resolve(around.print, &subject, around.overrides, sink);
        let face = template(around.files, around.game, keys.face(), sink);
        let back = back.and_then(|back| template(around.files, around.game, back, sink));
        let share = keys.share();
        let can_fold = match kind {
            Kind::Deck | Kind::Sheet => share.is_none(),
            Kind::Board | Kind::Token | Kind::Fold => false,
        };
        if back.is_some()
            && !can_fold
            && (print.duplex.is_folded() || print.duplex == Duplex::BacksApart)
        {
            let word = print.duplex.word();
            let message = format!("the backs of `{}` cannot be printed with `{word}`", id.value);
            sink.push(
                Diagnostic::error(Code::M016, message)
                    .at(&id.span)
                    .component(id.value.as_str())
                    .hint("use long-edge, short-edge or fronts-only"),
            );
        }
        for card in &mut cards {
            card.has_back = back.is_some();
        }
        if let Some(condition) = flat.and_then(|flat| flat.back_where.as_ref()) {
            cards::restrict_backs(&id.value, condition, subject.back.is_some(), &mut cards, sink);
        }
        let size = *sizes.first()?;
        let geometry = flat
            .and_then(|flat| flat.geometry.resolve(&id.value, around.files, &folder, size, sink));
        let flat = Flat { back, geometry };
        let details = match keys {
            ComponentKeys::Deck(keys) => keys.form(id, sink).map(|form| Details::Deck(flat, form)),
            ComponentKeys::Sheet(_) => Some(Details::Sheet(flat)),
            ComponentKeys::Board(keys) => Some(Details::Board(flat, keys.board(sink))),
            ComponentKeys::Token(keys) => {
                keys.token(id, sink).map(|token| Details::Token(flat, token))
            }
            ComponentKeys::Fold(_) => fold.map(Details::Fold),
        }?;
        let component = Component {
            id: id.value.clone(),
            span: id.span.clone(),
            size,
            print,
            face: face?,
            cards,
            share,
            details,
        };
        keys.print().report_idle(&component, sink);
        Some(component)
    }
}

/// Reports what is wrong with the tables of cards of components that could not be read themselves.
pub(super) fn check_rest(
    top: &Fields<'_, '_>,
    read: &[ComponentTable],
    around: &Around<'_>,
    sink: &mut Sink,
) {
    for kind in Kind::ALL {
        let Some(group) = top.item(kind.word()).and_then(|item| item.table()) else { continue };
        for id in group.table.keys() {
            let is_read = |one: &ComponentTable| one.id.span.range() == id.span();
            let fields = group.item(id.get_ref()).and_then(|item| item.table());
            let Some(fields) = fields.filter(|_| !read.iter().any(is_read)) else { continue };
            let keys = CardsKeys::read_keys(&fields, &mut Sink::new());
            if let Some(CardsKeys { cards: Some(name), encoding, sheet, .. }) = keys {
                let saved = Saved { encoding: encoding.as_ref(), sheet: sheet.as_ref() };
                table_of(&name, saved, around, sink);
            }
        }
    }
}

/// The components of a game, in the order of the file. One with faults may be left out.
pub(super) fn resolve(
    written: &[ComponentTable],
    around: &Surroundings<'_>,
    sink: &mut Sink,
) -> Vec<Component> {
    check_ids(written, sink);
    let cards: Vec<Vec<Card>> = written.iter().map(|one| one.cards(sink)).collect();
    // Boxes are as large as their decks.
    let decks: Vec<Pile<'_>> = written
        .iter()
        .zip(&cards)
        .filter(|(one, _)| one.keys.kind() == Kind::Deck)
        .map(|(one, cards)| Pile {
            id: &one.id,
            card: one.keys.flat().map(|flat| flat.size.value),
            copies: cards.iter().map(|card| card.copies).sum(),
        })
        .collect();
    let components: Vec<Component> = written
        .iter()
        .zip(cards)
        .filter_map(|(one, cards)| one.resolve(cards, &decks, around, sink))
        .collect();
    check_shares(&components, sink);
    if components.len() == written.len() {
        around.print.report_all_idle(&components, sink);
    }
    components
}

/// Ids are names of files, on every system.
fn check_ids(written: &[ComponentTable], sink: &mut Sink) {
    let mut seen: HashMap<&str, &Span> = HashMap::new();
    for ComponentTable { id, .. } in written {
        check_id(id, sink);
        let Spanned { value: id, span } = id;
        match seen.get(id.as_str()) {
            Some(first) => sink.push(
                Diagnostic::error(Code::M008, format!("two components have the id `{id}`"))
                    .at(span)
                    .also(first, "first used here")
                    .component(id.as_str()),
            ),
            None => {
                seen.insert(id, span);
            }
        }
    }
}
