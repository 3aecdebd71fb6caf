//! From a game as written to a game that can be drawn.
//!
//! In: a [`GameSource`] and what the command line overrides. Out: a [`Game`] with the guarantees of this module. Every
//! fault of the game is told at once.

use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use super::lookup::check_id;
use super::nets::{Context, Pile};
use super::print::Subject;
use super::rulebook::{self, RulebookTexts};
use super::{
    Card, Component, Details, Duplex, Expect, Flat, Game, Paper, Printer, Variant, cards, copies,
    fold, lengths, token, words,
};
use crate::diag::{Code, Diagnostic, Failed, Sink, Span, Spanned, escaped};
use crate::files::{Files, ReadError, normalise};
use crate::game::source::{ComponentSource, GameSource, Kind, not_there};

/// What the command line says in place of the files.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `--lang`.
    pub lang: Option<String>,
    /// `--paper`.
    pub paper: Option<Paper>,
    /// `--duplex`.
    pub duplex: Option<Duplex>,
    /// `--printer`.
    pub printer: Option<Arc<Printer>>,
}

impl Overrides {
    /// The way of turning: that of the printer, where sheets are turned at all and `--duplex` says nothing.
    pub(super) fn flip(&self, said: Duplex) -> Duplex {
        match (&self.printer, self.duplex, said) {
            (Some(printer), None, Duplex::LongEdge | Duplex::ShortEdge) => printer.duplex,
            _ => said,
        }
    }
}

/// Fills in the defaults, types the lengths, names the cards and finds the templates.
pub fn resolve(
    files: &dyn Files,
    source: &GameSource,
    overrides: &Overrides,
    sink: &mut Sink,
) -> Result<Game, Failed> {
    let sink = &mut sink.scope();
    let (languages, lang) = words::language(source, overrides.lang.as_deref(), sink);
    let texts = words::words(&source.texts, &languages[0], &lang, sink);
    check_ids(&source.components, sink);
    let folder = format!("data/{}", source.id);
    let mut components = Vec::new();
    // Boxes for decks are resolved last.
    let mut decks: Vec<Pile<'_>> = Vec::new();
    let is_fold = |written: &&ComponentSource| written.kind == Kind::Fold;
    let flat = source.components.iter().filter(|written| !is_fold(written));
    for written in flat.chain(source.components.iter().filter(is_fold)) {
        let fold = written.fold.as_ref().and_then(|fold| {
            fold::resolve(fold, &Context { id: &written.id, decks: &decks }, sink)
        });
        let size = match &fold {
            Some(fold) => fold.panels.first().map(|panel| panel.size),
            None if written.fold.is_some() => None,
            None => written.size.as_ref().and_then(|size| lengths::size(size, sink)),
        };
        let smallest = fold.as_ref().map_or(size, |fold| {
            fold.panels.iter().map(|panel| panel.size).min_by_key(|s| s.width.min(s.height))
        });
        let kind = written.kind;
        let back = written.back.as_ref().map(|back| &back.span);
        let subject = Subject { id: &written.id, kind, back, smallest };
        let print = written.print.resolve(&source.print, &subject, overrides, sink);
        let face = template(files, &source.id, &written.face, sink);
        let back = written.back.as_ref().map(|back| template(files, &source.id, back, sink));
        let mut cards = match kind {
            Kind::Deck => cards::of_deck(written, sink),
            Kind::Sheet | Kind::Board => vec![sheet(written, sink)],
            Kind::Token | Kind::Fold => {
                token::cards(written, sink).unwrap_or_else(|| vec![sheet(written, sink)])
            }
        };
        if kind == Kind::Deck {
            let copies = cards.iter().map(|card| card.copies).sum();
            decks.push(Pile { id: &written.id, card: size, copies });
        }
        let token = (kind == Kind::Token).then(|| token::token(written, size, sink)).flatten();
        let share = token::share(written.share.as_ref(), sink);
        let (Some(size), Some(face)) = (size, face) else { continue };
        let back = back.flatten();
        let (duplex, is_plain) =
            (print.duplex, matches!(kind, Kind::Deck | Kind::Sheet) && share.is_none());
        if back.is_some() && !is_plain && (duplex.is_folded() || duplex == Duplex::BacksApart) {
            let id = written.id.value.as_str();
            let message =
                format!("the backs of `{id}` cannot be printed in the way `{}`", duplex.word());
            sink.push(
                Diagnostic::error(Code::M016, message)
                    .at(&written.id.span)
                    .component(id)
                    .hint("use long-edge, short-edge or fronts-only"),
            );
        }
        written.print.report_idle(&subject, token.as_ref(), share.is_some(), sink);
        let geometry =
            written.geometry.as_ref().and_then(|keys| keys.resolve(files, &folder, size, sink));
        cards::set_backs(written, back.is_some(), &mut cards, sink);
        let flat = Flat { back, geometry };
        let details = match kind {
            Kind::Deck => Some(Details::Deck(flat)),
            Kind::Sheet => Some(Details::Sheet(flat)),
            Kind::Board => {
                let board = written.board.as_ref().map(|keys| keys.board(sink));
                Some(Details::Board(flat, board.unwrap_or_default()))
            }
            Kind::Token => token.map(|token| Details::Token(flat, token)),
            Kind::Fold => fold.map(Details::Fold),
        };
        let Some(details) = details else { continue };
        components.push(Component {
            id: written.id.value.clone(),
            span: written.id.span.clone(),
            size,
            print,
            face,
            cards,
            share,
            details,
        });
    }
    components.sort_by_key(|component: &Component| component.span.range().start);
    token::check_shares(&components, sink);
    // An index counts only while every component is there; with an error among them the game is not used anyway.
    let expects = source
        .expects
        .iter()
        .filter_map(|expect| Expect::resolve(expect, &source.components, sink))
        .collect();
    let variants = source
        .variants
        .iter()
        .map(|(name, keys)| Variant::resolve(name, keys, &source.components, sink))
        .collect();
    let texts_of_books = RulebookTexts { files, folder: &folder, languages: &languages };
    let rulebooks = rulebook::resolve(&source.rulebooks, &texts_of_books, &source.components, sink);
    sink.gate()?;
    Ok(Game {
        id: source.id.clone(),
        title: source.title.value.clone(),
        author: source.author.as_ref().map_or_else(String::new, |a| a.value.clone()),
        source: source.source.clone(),
        languages,
        lang,
        texts,
        data: source.data.clone(),
        text: source.text.clone(),
        components,
        expects,
        variants,
        paper: overrides.paper.clone().unwrap_or_else(|| source.print.paper()),
        rulebooks,
    })
}

/// Ids are names of files, on every system.
fn check_ids(components: &[ComponentSource], sink: &mut Sink) {
    let mut seen: HashMap<&str, &Span> = HashMap::new();
    for id in components.iter().map(|c| &c.id) {
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

/// The one card of a component without a table.
fn sheet(written: &ComponentSource, sink: &mut Sink) -> Card {
    let (kind, id) = (written.kind.word(), &written.id);
    let count = copies::of_sheet(written.copies.as_ref(), kind, &id.value, sink);
    if count.is_some() {
        copies::total(kind, id, count.into_iter(), sink);
    }
    Card {
        id: id.value.clone(),
        values: IndexMap::new(),
        copies: count.unwrap_or(0),
        span: id.span.clone(),
        copies_span: written.copies.as_ref().map(|c| c.span.clone()),
        has_back: false,
        left_out: false,
    }
}

/// The path under `templates/` of a template that exists.
fn template(
    files: &dyn Files,
    game: &str,
    name: &Spanned<String>,
    sink: &mut Sink,
) -> Option<Spanned<String>> {
    let folders = [format!("templates/{game}"), "templates/_shared".to_owned()];
    let mut worst = ReadError::NotFound;
    for folder in &folders {
        let path = match normalise(folder, &name.value) {
            Some(path) if path.starts_with("templates/") => path,
            _ if name.value.contains(|c: char| c == '\\' || c.is_control()) => continue,
            _ => {
                let fault = Diagnostic::error(
                    Code::M009,
                    format!("`{}` lies outside templates", escaped(&name.value)),
                )
                .at(&name.span);
                sink.push(fault.hint(format!("paths start at {folder}")));
                return None;
            }
        };
        match files.read(&path) {
            Ok(_) => {
                return Some(Spanned::new(
                    path.trim_start_matches("templates/").to_owned(),
                    name.span.clone(),
                ));
            }
            Err(ReadError::NotFound) => {}
            Err(error) => worst = error,
        }
    }
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    sink.push(not_there(Code::M014, name, &folders, files, &worst));
    None
}

#[cfg(test)]
mod tests;
