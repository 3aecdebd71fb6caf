//! Numbers that drift away from the data, and sections that one language has and another has not.

use std::collections::HashMap;
use std::ops::Range;

use super::doc::{Block, BlockKind, Callout, Doc, InlineContent, InlineRun, plain};
use super::fill::FilledText;
use super::words::{Gender, declined, spelled};
use crate::diag::{Code, Diagnostic, Sink};
use crate::game::{Game, Rulebook, Term};

/// No kit has more cards of one kind than numbers are looked for.
const MAX_NUMBER: u32 = 1999;
/// Words of the longest number looked for: one thousand nine hundred and ninety nine.
const MAX_WORDS: usize = 7;
/// A section this short may be the same in two languages.
const FEW_WORDS: usize = 6;

/// Compares numbers beside the names of cards with the data.
pub(super) fn check(
    book: &Rulebook,
    game: &Game,
    lang: &str,
    filled: &FilledText,
    doc: &Doc,
    sink: &mut Sink,
) {
    let terms: Vec<CountedTerm<'_>> = book
        .terms
        .iter()
        .filter_map(|term| CountedTerm::new(term, game, lang, doc, sink))
        .collect();
    if terms.is_empty() {
        return;
    }
    let numbers = numbers(lang);
    let mut found = Vec::new();
    doc.runs(&mut |runs, around| {
        if !around.iter().any(|block| is_example(block)) {
            check_runs(runs, &terms, &numbers, filled, &mut found);
        }
    });
    sink.extend(found);
}

fn is_example(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Callout { kind: Callout::Example, .. })
}

/// A term with the number it must stand for.
struct CountedTerm<'a> {
    term: &'a Term,
    component: &'a str,
    /// Lower case, each as its words.
    words: Vec<Vec<String>>,
    count: u32,
    /// Where numbers are checked, in the filled text.
    within: Option<Range<usize>>,
}

impl<'a> CountedTerm<'a> {
    fn new(term: &'a Term, game: &'a Game, lang: &str, doc: &Doc, sink: &mut Sink) -> Option<Self> {
        let (_, words) = term.words.iter().find(|(l, _)| l == lang)?;
        let component = &game.components[term.component];
        let count = match &term.condition {
            None => component.copies(),
            Some(condition) => match condition.select(&component.cards) {
                Ok(cards) => cards.iter().map(|&card| component.cards[card].copies).sum(),
                Err(faults) => {
                    sink.extend(faults);
                    return None;
                }
            },
        };
        let within = match &term.section {
            Some(anchor) => {
                let Some(range) = section(doc, &anchor.value) else {
                    sink.extend(doc.unknown_anchor(&anchor.value).map(|f| f.at(&anchor.span)));
                    return None;
                };
                Some(range)
            }
            None => None,
        };
        let words = words
            .iter()
            .map(|word| tokens(&word.value).into_iter().map(|t| t.word).collect())
            .collect();
        Some(Self { term, component: &component.id, words, count, within })
    }
}

/// From a heading to the next one as high.
fn section(doc: &Doc, anchor: &str) -> Option<Range<usize>> {
    let mut headings = doc.headings().skip_while(|h| h.anchor != anchor);
    let first = headings.next()?;
    let end = headings.find(|h| h.level <= first.level).map_or(usize::MAX, |h| h.range.start);
    Some(first.range.start..end)
}

/// A word, in lower case, and its bytes.
struct WordToken {
    word: String,
    range: Range<usize>,
}

fn tokens(text: &str) -> Vec<WordToken> {
    let mut all: Vec<WordToken> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                all.push(WordToken { word: text[from..at].to_lowercase(), range: from..at });
                start = None;
            }
            _ => {}
        }
    }
    all
}

/// All numbers from two as words; one is an article in many languages.
fn numbers(lang: &str) -> HashMap<String, u32> {
    let mut all = HashMap::new();
    for number in 2..=MAX_NUMBER {
        for gender in Gender::ALL {
            let Some(words) = spelled(number, lang, gender) else { return all };
            let key = |words: &str| {
                tokens(words).into_iter().map(|t| t.word).collect::<Vec<_>>().join(" ")
            };
            // English also leaves the «and» out.
            all.insert(key(&words.replace(" and ", " ")), number);
            all.insert(key(&words), number);
        }
        all.extend(declined(number, lang).into_iter().map(|words| (words, number)));
    }
    all
}

/// What stands for a mark that the next number is free, and for anything that is no text.
const FREE: char = '\u{1}';
const THING: char = '\u{2}';

fn check_runs(
    runs: &[InlineRun],
    terms: &[CountedTerm<'_>],
    numbers: &HashMap<String, u32>,
    filled: &FilledText,
    found: &mut Vec<Diagnostic>,
) {
    let mut text = String::new();
    let mut places: Vec<(usize, usize)> = Vec::new();
    for run in runs {
        places.push((text.len(), run.range.start));
        match &run.content {
            InlineContent::Text(words) | InlineContent::Code(words) => text.push_str(words),
            InlineContent::Break => text.push(' '),
            InlineContent::Any => text.push(FREE),
            InlineContent::Icon(_)
            | InlineContent::Note(_)
            | InlineContent::Page(_)
            | InlineContent::Title(_) => text.push(THING),
        }
    }
    let place = |at: usize| {
        let next = places.partition_point(|(start, _)| *start <= at);
        next.checked_sub(1).map_or(0, |i| places[i].1 + (at - places[i].0))
    };
    let all = tokens(&text);
    let between = |a: usize, b: usize| &text[all[a].range.end..all[b].range.start];
    let spaces = |a: usize, b: usize| between(a, b).chars().all(char::is_whitespace);
    for term in terms {
        for (at, _) in all.iter().enumerate().skip(1) {
            let named = term.words.iter().find(|words| {
                !words.is_empty()
                    && at + words.len() <= all.len()
                    && words.iter().zip(&all[at..]).all(|(word, token)| *word == token.word)
                    && (1..words.len()).all(|n| {
                        !between(at + n - 1, at + n).contains(['.', ',', ';', FREE, THING])
                    })
            });
            let Some(words) = named else { continue };
            if !spaces(at - 1, at) {
                continue;
            }
            let Some((first, number)) = number_before(&all, &text, at, numbers) else { continue };
            let lead = first
                .checked_sub(1)
                .map_or(&text[..all[first].range.start], |before| between(before, first));
            // Ends of ranges, fractions and parts of longer numbers are no counts; nor is what the
            // writer set free.
            let joined =
                !lead.ends_with(", ") && lead.ends_with(['–', '-', '/', '.', ',', ':', '×', '+']);
            if number == term.count || joined || lead.contains(FREE) {
                continue;
            }
            let range = place(all[first].range.start)..place(all[at + words.len() - 1].range.end);
            if term.within.as_ref().is_some_and(|within| !within.contains(&range.start)) {
                continue;
            }
            let span = filled.span(range);
            // What tera counted is right by itself, with whatever condition it was counted.
            if filled.source.text[span.range().start..].starts_with("{{") {
                continue;
            }
            let phrase = &text[all[first].range.start..all[at + words.len() - 1].range.end];
            let message =
                format!("the rules say {phrase}, but `{}` has {}", term.component, term.count);
            found.push(
                Diagnostic::error(Code::R002, message)
                    .at(&span)
                    .also(&term.term.span, "what is counted")
                    .hint(
                        "let the data say it with {{ count(…) }}, or write <!-- any --> before a \
                         number that is not meant to be all of them",
                    ),
            );
        }
    }
}

/// The number that ends before a token: its first token, and the number.
fn number_before(
    all: &[WordToken],
    text: &str,
    at: usize,
    numbers: &HashMap<String, u32>,
) -> Option<(usize, u32)> {
    let last = at - 1;
    if all[last].word.bytes().all(|b| b.is_ascii_digit()) {
        return Some((last, all[last].word.parse().ok()?));
    }
    let mut best = None;
    let mut words = String::new();
    for first in (at.saturating_sub(MAX_WORDS)..at).rev() {
        let between =
            &text[all[first].range.end..all.get(first + 1).map_or(text.len(), |t| t.range.start)];
        if first < last
            && !between.chars().all(|c| c.is_whitespace() || c == '-' || c == '\u{2011}')
        {
            break;
        }
        words = if words.is_empty() {
            all[first].word.clone()
        } else {
            format!("{} {words}", all[first].word)
        };
        if let Some(number) = numbers.get(&words) {
            best = Some((first, *number));
        }
    }
    best
}

/// Sections that the default language has and this one has not, or has in the same words.
pub(super) fn compare(
    doc: &Doc,
    filled: &FilledText,
    other: &Doc,
    lang: &str,
    default: &str,
    sink: &mut Sink,
) {
    for theirs in other.headings().filter(|h| h.explicit) {
        let title = plain(&theirs.runs);
        let Some(ours) = doc.headings().find(|h| h.anchor == theirs.anchor) else {
            let place = doc.title.as_ref().map_or(0..1, |t| t.range.clone());
            sink.push(
                Diagnostic::warning(
                    Code::R006,
                    format!(
                        "the section `{}` ({title}) is not translated into `{lang}`",
                        theirs.anchor
                    ),
                )
                .at(&filled.span(place))
                .language(lang)
                .hint(format!("give its translation the anchor {{#{}}}", theirs.anchor)),
            );
            continue;
        };
        let mine = words_of(doc, &ours.anchor);
        let yours = words_of(other, &theirs.anchor);
        if mine == yours && mine.split_whitespace().count() > FEW_WORDS {
            sink.push(
                Diagnostic::warning(
                    Code::R006,
                    format!("the section `{}` is still in `{default}`", ours.anchor),
                )
                .at(&filled.span(ours.range.clone()))
                .language(lang),
            );
        }
    }
}

fn words_of(doc: &Doc, anchor: &str) -> String {
    let Some(range) = section(doc, anchor) else { return String::new() };
    let mut words = String::new();
    doc.runs(&mut |runs, _| {
        if runs.first().is_some_and(|p| range.contains(&p.range.start)) {
            words.push_str(&plain(runs));
            words.push('\n');
        }
    });
    words
}
