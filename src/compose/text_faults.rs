//! Faults of texts as diagnostics: with the column of the card, and the place in its row or in the
//! template.

use super::templates::Templates;
use super::textbox::TextFinding;
use crate::diag::{Diagnostic, Overflow, Span};
use crate::game::{Card, Game};
use crate::svg::Needle;
use crate::text::TextFault;

/// A fault of a text on a card.
pub(super) fn on_card(
    finding: &TextFinding,
    templates: &Templates,
    game: &Game,
    template: &str,
    card: &Card,
) -> Diagnostic {
    let TextFinding { fault, text, call } = finding;
    let call = call.and_then(|number| templates.calls.get(number));
    let holds_text = |value: &tera::Value| match value.as_str() {
        Some(words) => words == text,
        None => value.to_string() == *text,
    };
    // What is set of another column may hold the same words.
    let named = call.map_or(&[][..], |call| call.columns.as_slice());
    let whole = |column: &&str| card.values.get(*column).is_some_and(holds_text);
    let columns = named.iter().chain(card.values.keys()).map(String::as_str);
    let holding = columns.filter(|_| !text.is_empty()).find(whole);
    let column = holding.or(match named {
        [only] => Some(only.as_str()),
        _ => None,
    });
    let lang = (game.languages.len() > 1).then(|| format!("in language `{}`", game.lang));
    let about: Vec<String> =
        column.map(|c| format!("column `{c}`")).into_iter().chain(lang).collect();
    let message =
        if about.is_empty() { fault.to_string() } else { format!("{}: {fault}", about.join(" ")) };
    let overflow = match fault {
        TextFault::Overflow { lines, mm, .. } => Some((Some(*lines), *mm)),
        TextFault::WordTooWide { mm, .. } => Some((None, *mm)),
        _ => None,
    };
    let overflow =
        overflow.map(|(lines, mm)| Overflow { column: column.map(str::to_owned), lines, mm });
    let diagnostic = Diagnostic::new(fault.code(), fault.severity(), message)
        .maybe_hint(fault.hint())
        .language(game.lang.as_str())
        .overflow(overflow);
    let span = if holding.is_some() && !fault.is_about_options() {
        card.span.find(text)
    } else if let Some(call) = call {
        Some(call.span(text))
    } else {
        text_or_call(text, |piece| templates.find(template, &Needle::plain(piece)))
            .or_else(|| templates.whole(template))
    };
    diagnostic.at(span.as_ref().unwrap_or(&card.span))
}

/// A fault of a text in a template that draws no card.
pub(super) fn in_template(finding: &TextFinding, templates: &Templates, name: &str) -> Diagnostic {
    let TextFinding { fault, text, call } = finding;
    let source = templates.sources.get(name);
    let find = |piece: &str| {
        source.and_then(|s| s.text.find(piece).map(|at| Span::new(s, at..at + piece.len())))
    };
    let mut diagnostic = Diagnostic::new(fault.code(), fault.severity(), fault.to_string());
    diagnostic.span = match call.and_then(|number| templates.calls.get(number)) {
        Some(call) => Some(call.span(text)),
        None => text_or_call(text, find).or_else(|| source.map(Span::file)),
    };
    diagnostic.maybe_hint(fault.hint())
}

/// The text itself where it is found, else the first call that may hold it.
fn text_or_call(text: &str, find: impl Fn(&str) -> Option<Span>) -> Option<Span> {
    (!text.is_empty()).then(|| find(text)).flatten().or_else(|| find("textbox("))
}
