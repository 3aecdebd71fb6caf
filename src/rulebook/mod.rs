//! Rulebooks: Markdown becomes pages.
//!
//! In: a [`Rulebook`] with its Markdown, the game, its templates and the faces of its components.
//! Out: a [`TypesetRulebook`]: each page as SVG with the pictures on it, bookmarks, links, and the
//! same rules as plain text and as HTML.
//!
//! What [`TypesetRulebook`] guarantees: every block stands on a page once and in order, but that
//! text may overtake a floating figure; nothing leaves the text area; no heading stands at the foot
//! of a page; every link leads to a heading that exists; the numbers beside the names of cards are
//! those of the data.
//!
//! It refuses to know: PDF, paper, and how pages are folded.

mod codes;
mod consistency;
mod doc;
mod draw;
mod edition;
mod export;
mod figure;
mod fill;
mod lang;
mod output;
mod pages;
mod read;
mod sections;
mod set;
mod title;
mod words;

use crate::diag::{Code, Diagnostic, Failed, Sink};
use crate::game::Rulebook;

pub(crate) use codes::CODES;
pub use doc::LinkTarget;
pub use figure::FigureSources;
pub use output::{Bookmark, PageArt, PageLink, TypesetRulebook};
pub use pages::PlacedItem;
pub use sections::{RuleSection, sections};
pub use words::{Gender, LARGEST, SPELLED, category, spelled};

use doc::{Doc, InlineContent};
use edition::{Edition, WholeText};
use figure::Figures;
use fill::FilledText;
use lang::Phrases;

/// Sets a rulebook in the language of the game. Every fault goes to the sink.
pub fn typeset(
    book: &Rulebook,
    sources: &FigureSources<'_>,
    sink: &mut Sink,
) -> Result<TypesetRulebook, Failed> {
    let sink = &mut sink.scope();
    let game = sources.game;
    let own = book.files.iter().find(|(lang, _)| *lang == game.lang);
    let (lang, source) = own.or_else(|| book.files.first()).ok_or(Failed)?;
    if own.is_none() && !book.one_for_all {
        sink.push(
            Diagnostic::warning(
                Code::R006,
                format!("the rulebook `{}` is not translated into `{}`", book.id, game.lang),
            )
            .at(&book.span)
            .language(game.lang.as_str())
            .hint(format!("it is printed in `{lang}`")),
        );
    }
    let filled = fill::fill(game, lang, source, sources.ink, sink)?;
    let doc = read::read(&filled, sink);
    consistency::check(book, game, lang, &filled, &doc, sink);
    if own.is_some()
        && let Some((default, default_source)) =
            book.files.first().filter(|(default, _)| default != lang)
    {
        // Its own faults are reported when it is built itself.
        let mut quiet = Sink::new();
        if let Ok(theirs) = fill::fill(game, default, default_source, sources.ink, &mut quiet) {
            let other = read::read(&theirs, &mut quiet);
            consistency::compare(&doc, &filled, &other, lang, default, sink);
        }
    }
    check_links(&doc, &filled, sink);
    let figures = Figures::find(&doc, &filled, sources, sink);
    let phrases = Phrases::new(lang, &game.texts);
    report_english(&phrases, book, lang, sink);
    let title = doc.title_words().unwrap_or_else(|| game.title.clone());
    let edition = Edition {
        book,
        sources,
        figures: &figures,
        phrases: &phrases,
        filled: &filled,
        doc: &doc,
        lang,
        title: &title,
    };
    let WholeText { pages, marks, figures } = edition.whole(sink)?;
    let quick = if book.quick { edition.quick(sink) } else { None };
    sink.gate()?;
    Ok(TypesetRulebook {
        text: export::text(&doc, game, &phrases),
        html: export::html(&doc, game, &phrases, lang, &title),
        title,
        lang: lang.clone(),
        size: book.size,
        pages,
        marks,
        quick,
        figures,
    })
}

/// Words that no table has in the language are printed in English, which nobody asked for.
fn report_english(phrases: &Phrases, book: &Rulebook, lang: &str, sink: &mut Sink) {
    let keys = phrases.english();
    if keys.is_empty() {
        return;
    }
    let message = format!(
        "{} words that the rulebook `{}` prints by itself have no translation into `{lang}`",
        keys.len(),
        book.id
    );
    sink.push(Diagnostic::warning(Code::M012, message).at(&book.span).language(lang).hint(
        format!(
            "they are printed in English; write them under [rulebook] of text.{lang}.toml: {}",
            keys.join(", ")
        ),
    ));
}

/// Every link and every page number must lead to a heading of the rulebook.
fn check_links(doc: &Doc, filled: &FilledText, sink: &mut Sink) {
    for link in &doc.links {
        if let Some(fault) = link.target.anchor().and_then(|anchor| doc.unknown_anchor(anchor)) {
            sink.push(fault.at(&filled.span(link.range.clone())));
        }
    }
    doc.runs(&mut |runs, _| {
        for run in runs {
            if let InlineContent::Page(anchor) = &run.content
                && let Some(fault) = doc.unknown_anchor(anchor)
            {
                sink.push(fault.at(&filled.span(run.range.clone())));
            }
        }
    });
}
