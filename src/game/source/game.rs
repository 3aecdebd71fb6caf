//! `game.toml` and what it names.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::fields::Fields;
use super::{
    CardSource, ComponentSource, GameSource, Kind, Texts, TokenSource, card, decode, not_there,
    parse, table, texts, value,
};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, escaped};
use crate::files::{Files, ReadError, normalise};
use crate::game::board::{BoardKeys, GeometryKeys};
use crate::game::condition::CardCondition;
use crate::game::expect::ExpectKeys;
use crate::game::fold;
use crate::game::print::PrintKeys;
use crate::game::rulebook::RulebookKeys;
use crate::game::text::{StyleKeys, TextKeys, TextSettings};
use crate::game::toml::{Entries, Inline, Named, Table};
use crate::game::variant::VariantKeys;

/// The game of a file, if all that must be there is there.
pub(crate) fn read(
    files: &dyn Files,
    game: &str,
    source: &Arc<Source>,
    sink: &mut Sink,
) -> Option<GameSource> {
    let tree = parse::parse(source, sink)?;
    let top = Fields {
        source,
        name: "the game".to_owned(),
        table: tree.get_ref(),
        span: Span::file(source),
    };
    top.only_listed(&["game"], sink);
    let title = top.required_text("title", sink);
    let author = top.text("author", sink);
    let players = players(&top, sink);
    let languages = languages(&top, sink);
    let print = top
        .sub("print", "[print]".to_owned(), sink)
        .and_then(|fields| PrintKeys::read(&fields, sink))
        .unwrap_or_default();
    let folder = format!("data/{game}");
    let components = components(files, &folder, &top, sink);
    let expects = top.optional::<Entries<ExpectKeys>>("expect", sink);
    let variants = top.optional::<Named<VariantKeys>>("variant", sink);
    let rulebooks = top.optional::<Named<RulebookKeys>>("rulebook", sink);
    let data = top
        .sub("data", "[data]".to_owned(), sink)
        .map_or_else(value::empty, |fields| value::table(fields.table));
    let text = top.optional::<Inline<TextKeys>>("text", sink);
    let styles = top.optional::<Named<StyleKeys>>("style", sink);
    let text = TextSettings::resolve(
        text.as_ref().map(|text| &text.value),
        styles.as_ref().map_or(&[], |styles| styles.value.as_slice()),
        sink,
    );
    let texts = read_texts(files, &folder, &languages, sink);
    Some(GameSource {
        id: game.to_owned(),
        source: Arc::clone(source),
        title: title?,
        author,
        players,
        languages,
        print,
        components,
        expects: expects.map_or_else(Vec::new, |expects| expects.value),
        variants: variants.map_or_else(Vec::new, |variants| variants.value),
        rulebooks: rulebooks.map_or_else(Vec::new, |rulebooks| rulebooks.value),
        text,
        data,
        texts,
    })
}

fn players(top: &Fields<'_, '_>, sink: &mut Sink) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let fields = top.sub("players", "`players`".to_owned(), sink)?;
    fields.only_listed(&["players"], sink);
    for key in ["min", "max"].into_iter().filter(|key| fields.get(key).is_none()) {
        fields.missing(key, sink);
    }
    let (min, max) = (fields.count("min", sink), fields.count("max", sink));
    let (min, max) = (min?, max?);
    if min.value == 0 || max.value < min.value {
        let (number, wanted) = if min.value == 0 { (&min, 1) } else { (&max, min.value) };
        sink.push(
            Diagnostic::error(
                Code::S004,
                format!("`players`: expected a number from {wanted}, found {}", number.value),
            )
            .at(&number.span),
        );
    }
    Some((min, max))
}

fn languages(top: &Fields<'_, '_>, sink: &mut Sink) -> Vec<Spanned<String>> {
    let Some(found) = top.get("languages") else { return Vec::new() };
    let DeValue::Array(items) = found.value else {
        Fields::wrong("languages", "a list of texts", &found, sink);
        return Vec::new();
    };
    if items.is_empty() {
        sink.push(
            Diagnostic::error(
                Code::S004,
                "`languages`: expected at least one language, found an empty list",
            )
            .at(&found.span),
        );
    }
    let mut languages: Vec<Spanned<String>> = Vec::new();
    for item in items {
        let item = Spanned::new(item.get_ref(), Span::new(top.source, item.span()));
        let DeValue::String(name) = item.value else {
            Fields::wrong("languages", "a list of texts", &item, sink);
            continue;
        };
        let name = Spanned::new(name.to_string(), item.span);
        // The name becomes part of the names of files.
        if name.value.is_empty()
            || !name.value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        {
            sink.push(
                Diagnostic::error(
                    Code::M009,
                    format!("`{}` is not the name of a language", escaped(&name.value)),
                )
                .at(&name.span)
                .hint("use a short name of letters, digits and `-`, such as `en` or `pt-BR`"),
            );
        } else if let Some(first) =
            languages.iter().find(|l| l.value.eq_ignore_ascii_case(&name.value))
        {
            sink.push(
                Diagnostic::error(Code::M008, format!("language `{}` is listed twice", name.value))
                    .at(&name.span)
                    .also(&first.span, "first listed here"),
            );
        } else {
            languages.push(name);
        }
    }
    languages
}

fn components(
    files: &dyn Files,
    folder: &str,
    top: &Fields<'_, '_>,
    sink: &mut Sink,
) -> Vec<ComponentSource> {
    let mut found = Vec::new();
    for kind in Kind::ALL {
        let key = kind.word();
        let Some(group) = top.sub(key, format!("[{key}]"), sink) else { continue };
        for (id, item) in group.table {
            found.push((
                key,
                kind,
                Spanned::new(id.get_ref().to_string(), Span::new(top.source, id.span())),
                item,
            ));
        }
    }
    // The tree has decks before sheets and boards; the kit should come out in the order of the file.
    found.sort_by_key(|(_, _, id, _)| id.span.range().start);
    let mut components = Vec::new();
    for (key, kind, id, item) in found {
        let DeValue::Table(table) = item.get_ref() else {
            Fields::wrong(
                &format!("{key}.{}", id.value),
                "a table",
                &Spanned::new(item.get_ref(), Span::new(top.source, item.span())),
                sink,
            );
            continue;
        };
        let fields = Fields {
            source: top.source,
            name: format!("{key} `{}`", escaped(&id.value)),
            table,
            span: id.span.clone(),
        };
        components.extend(component(files, folder, kind, id, &fields, sink));
    }
    components
}

fn component(
    files: &dyn Files,
    folder: &str,
    kind: Kind,
    id: Spanned<String>,
    fields: &Fields<'_, '_>,
    sink: &mut Sink,
) -> Option<ComponentSource> {
    if kind == Kind::Fold {
        return folded(files, folder, id, fields, sink);
    }
    fields.only_listed(&["component", kind.word(), "print"], sink);
    if fields.get("size").is_none() {
        fields.missing("size", sink);
    }
    let size = fields.size("size", sink);
    let face = fields.required_text("face", sink);
    let back = fields.text("back", sink);
    let back_where = fields.optional::<CardCondition>("back_where", sink);
    // None of its keys is required.
    let print = PrintKeys::read_keys(fields, sink).unwrap_or_default();
    let share = fields.text("share", sink);
    let mut token = TokenSource::default();
    if kind == Kind::Token {
        let mut text = |key| fields.text(key, sink);
        token = TokenSource {
            shape: text("shape"),
            radius: text("radius"),
            path: text("path"),
            outline: text("outline"),
        };
    }
    let (mut copies, mut cards_file, mut cards, mut own_cards) = (None, None, Vec::new(), None);
    let mut board = None;
    match kind {
        Kind::Sheet => copies = fields.integer("copies", sink),
        Kind::Board => {
            copies = fields.integer("copies", sink);
            board = BoardKeys::read_keys(fields, sink);
        }
        Kind::Deck | Kind::Token | Kind::Fold => {
            if kind != Kind::Deck {
                copies = fields.integer("copies", sink);
            }
            cards_file = fields.text("cards", sink);
            if let Some(name) = &cards_file {
                cards.extend(read_table(files, folder, name, sink));
            }
            let entries = entries(fields, "card", sink);
            own_cards = entries.first().map(|(_, span)| span.clone());
            cards.extend(entries.iter().map(|(table, span)| {
                card::read(fields.source, &toml::Spanned::new(span.range(), *table))
            }));
        }
    }
    let geometry = GeometryKeys::read(fields, sink);
    Some(ComponentSource {
        kind,
        id,
        size: Some(size?),
        face: face?,
        back,
        back_where,
        copies,
        cards_file,
        cards,
        own_cards,
        geometry,
        board,
        token,
        fold: None,
        share,
        print,
    })
}

/// A fold, which has a face for each panel and no back.
fn folded(
    files: &dyn Files,
    folder: &str,
    id: Spanned<String>,
    fields: &Fields<'_, '_>,
    sink: &mut Sink,
) -> Option<ComponentSource> {
    let read = fold::read(fields, sink);
    let print = PrintKeys::read_keys(fields, sink).unwrap_or_default();
    let (keys, fold) = read?;
    let mut cards = Vec::new();
    if let Some(name) = &keys.cards {
        cards.extend(read_table(files, folder, name, sink));
    }
    let own_cards = keys.card.filter(|own| !own.value.is_empty());
    cards.extend(own_cards.iter().flat_map(|own| own.value.iter().cloned()));
    Some(ComponentSource {
        kind: Kind::Fold,
        id,
        size: None,
        face: keys.face,
        back: None,
        back_where: None,
        copies: keys.copies,
        cards_file: keys.cards,
        own_cards: own_cards.and_then(|own| own.value.first().map(|card| card.span.clone())),
        cards,
        geometry: None,
        board: None,
        token: TokenSource::default(),
        fold: Some(fold),
        share: None,
        print,
    })
}

/// The tables of an array of tables.
pub(super) fn entries<'t, 's>(
    fields: &Fields<'t, 's>,
    key: &str,
    sink: &mut Sink,
) -> Vec<(&'t DeTable<'s>, Span)> {
    let Some(found) = fields.get(key) else { return Vec::new() };
    let DeValue::Array(items) = found.value else {
        Fields::wrong(key, "[[double]] brackets, one table for each", &found, sink);
        return Vec::new();
    };
    let mut tables = Vec::new();
    for item in items {
        let span = Span::new(fields.source, item.span());
        match item.get_ref() {
            DeValue::Table(table) => tables.push((table, span)),
            other => Fields::wrong(key, "a table", &Spanned::new(other, span), sink),
        }
    }
    tables
}

pub(crate) fn read_table(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
    sink: &mut Sink,
) -> Vec<CardSource> {
    let Some(bytes) = named_file(files, folder, name, sink) else { return Vec::new() };
    match decode::table(&bytes.0, &bytes.1) {
        Ok(source) => table::read(&source, sink),
        Err(fault) => {
            sink.push(*fault);
            Vec::new()
        }
    }
}

/// The path and bytes of a file that the game names.
pub(crate) fn named_file(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
    sink: &mut Sink,
) -> Option<(String, Vec<u8>)> {
    // A backslash is not outside the project but a name written the way of one system: "not there", with its hint.
    let odd = name.value.contains(|c: char| c == '\\' || c.is_control());
    let Some(path) = normalise(folder, &name.value) else {
        sink.push(if odd {
            not_there(Code::S001, name, &[folder], files, &ReadError::NotFound)
        } else {
            Diagnostic::error(Code::M009, format!("`{}` lies outside the project", name.value))
                .at(&name.span)
                .hint(format!("paths start at {folder}"))
        });
        return None;
    };
    match files.read(&path) {
        Ok(bytes) => Some((path, bytes)),
        Err(error) => {
            sink.push(not_there(Code::S001, name, &[folder], files, &error));
            None
        }
    }
}

/// The words of all languages. A game in one language may have none, its words standing in its templates.
fn read_texts(
    files: &dyn Files,
    folder: &str,
    languages: &[Spanned<String>],
    sink: &mut Sink,
) -> Vec<Texts> {
    if languages.is_empty() {
        let path = format!("{folder}/text.en.toml");
        return files
            .read(&path)
            .ok()
            .and_then(|bytes| texts_of(&path, "en", &bytes, sink))
            .into_iter()
            .collect();
    }
    let mut all = Vec::new();
    for language in languages {
        let name = format!("text.{}.toml", language.value);
        let path = format!("{folder}/{name}");
        match files.read(&path) {
            Ok(bytes) => all.extend(texts_of(&path, &language.value, &bytes, sink)),
            Err(ReadError::NotFound) if languages.len() == 1 => {}
            Err(error) => sink.push(
                Diagnostic::error(
                    Code::S001,
                    format!("the words of language `{}`: `{path}` {error}", language.value),
                )
                .at(&language.span)
                .label(format!("no {name} under {folder}")),
            ),
        }
    }
    all
}

fn texts_of(path: &str, lang: &str, bytes: &[u8], sink: &mut Sink) -> Option<Texts> {
    match decode::text(path, bytes) {
        Ok(source) => texts::read(lang, &source, sink),
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}
