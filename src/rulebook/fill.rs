//! tera over the whole text, and the way back from what it made to what was written.
//!
//! In: a Markdown file and a game. Out: [`FilledText`], whose every byte knows the place in the
//! file it comes from, because tera is run a second time over a text in which places are marked.

use std::ops::Range;
use std::sync::Arc;

use tera::{Kwargs, State, Tera, TeraResult, Value};

use super::words::{Gender, SPELLED, category, primary, spelled};
use crate::compose::{Ink, check_text, diagnose_in, is_in_line_of, of_game, only, register_counts};
use crate::diag::{Code, Failed, Sink, Source, Span};
use crate::game::Game;

/// Around the number of a place. Private characters never stand in a rulebook: no font has them.
const MARK: (char, char) = ('\u{e000}', '\u{e001}');
/// `{#` of an anchor would open a comment of tera.
const HASH: char = '\u{e002}';

/// A filled text.
#[derive(Clone, Debug)]
pub(super) struct FilledText {
    /// The Markdown file.
    pub source: Arc<Source>,
    /// What tera made of it.
    pub text: String,
    /// Places in the text, and in the file: in order, each good up to the next.
    places: Vec<(usize, usize)>,
}

impl FilledText {
    /// Where a stretch of the text is written.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let start = self.place(range.start);
        let end = self.place(range.end.max(range.start));
        // What tera filled in has no length of its own in the file.
        let line_end =
            self.source.text[start..].find('\n').map_or(self.source.text.len(), |at| start + at);
        let end = if end < start || end > line_end {
            line_end.min(start + range.len().max(1))
        } else {
            end
        };
        Span::new(&self.source, start..end.max(start))
    }

    fn place(&self, at: usize) -> usize {
        let next = self.places.partition_point(|(filled, _)| *filled <= at);
        let Some((filled, source)) = next.checked_sub(1).map(|i| self.places[i]) else {
            return floor(&self.source.text, at);
        };
        let limit = self.places.get(next).map_or(self.source.text.len(), |(_, source)| *source);
        let wanted = source + (at - filled);
        floor(&self.source.text, if limit >= source { wanted.min(limit) } else { wanted })
    }
}

fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

/// Fills a Markdown file. Unknown names are errors with their places.
pub(super) fn fill(
    game: &Game,
    lang: &str,
    source: &Arc<Source>,
    ink: Ink,
    sink: &mut Sink,
) -> Result<FilledText, Failed> {
    let mut context = of_game(game, ink);
    context.insert("lang", lang);
    let protected = protect(&source.text);
    // The stand-in for `#` is longer than `#` itself.
    let shift = |text: &str, at: usize| {
        at - text[..floor(text, at)].matches(HASH).count() * (HASH.len_utf8() - 1)
    };
    let names = check_text(game, source, &protected, Code::R001, |place| shift(&protected, place));
    let render = |text: &str| {
        let mut tera = Tera::default();
        register_counts(&mut tera, game);
        register(&mut tera, lang);
        tera.add_raw_template(&source.path, text)?;
        tera.render(&source.path, &context)
    };
    let plain = match render(&protected) {
        Ok(text) => text,
        Err(error) => {
            let mut faults = diagnose_in(&error, Code::R001, source);
            faults.retain(|fault| !is_in_line_of(fault, &names));
            sink.extend(names.into_iter().chain(faults));
            return Err(Failed);
        }
    };
    let scope = &mut sink.scope();
    scope.extend(names);
    scope.gate()?;
    let marked = render(&mark(&protected)).unwrap_or_default();
    let (stripped, mut places) = unmark(&marked);
    // Should a mark have changed what tera does, places are those of equal lines.
    if stripped != plain {
        places = equal_lines(&plain, &protected);
    }
    let places = places
        .into_iter()
        .map(|(filled, written)| (shift(&plain, filled), shift(&protected, written)))
        .collect();
    Ok(FilledText { source: Arc::clone(source), text: plain.replace(HASH, "#"), places })
}

/// Keeps tera from taking `{#anchor}` for a comment. Comments have a space or nothing after their
/// sign.
fn protect(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("{#") {
        let after = &rest[at + 2..];
        let end = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')));
        let is_anchor = end.is_some_and(|end| {
            end > 0
                && (after[end..].starts_with('}')
                    || after[end..].starts_with([' ', '.'])
                        && !after[..after.find('\n').unwrap_or(after.len())].contains("#}"))
        });
        out.push_str(&rest[..at]);
        out.push('{');
        out.push(if is_anchor { HASH } else { '#' });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Marks the first word of every line, and what follows each tag.
fn mark(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut at = 0;
    let mut pending = true;
    while at < text.len() {
        let rest = &text[at..];
        let close = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")]
            .into_iter()
            .find(|(open, _)| rest.starts_with(open))
            .map(|(_, close)| close);
        if let Some(close) = close {
            // A tag that trims what is before it would not trim over a mark.
            if close == "}}" && !rest[2..].starts_with('-') {
                put(&mut out, at);
            }
            let end = rest.find(close).map_or(rest.len(), |end| end + close.len());
            out.push_str(&rest[..end]);
            at += end;
            pending = true;
            continue;
        }
        let Some(c) = rest.chars().next() else { break };
        if c == '\n' {
            pending = true;
        } else if pending && !c.is_whitespace() {
            put(&mut out, at);
            pending = false;
        }
        out.push(c);
        at += c.len_utf8();
    }
    out
}

fn put(out: &mut String, at: usize) {
    out.push(MARK.0);
    out.push_str(&at.to_string());
    out.push(MARK.1);
}

fn unmark(text: &str) -> (String, Vec<(usize, usize)>) {
    let mut out = String::with_capacity(text.len());
    let mut places = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(MARK.0) {
        out.push_str(&rest[..at]);
        rest = &rest[at + MARK.0.len_utf8()..];
        let Some(end) = rest.find(MARK.1) else { break };
        if let Ok(place) = rest[..end].parse() {
            places.push((out.len(), place));
        }
        rest = &rest[end + MARK.1.len_utf8()..];
    }
    out.push_str(rest);
    (out, places)
}

/// Lines that occur in both, in order.
fn equal_lines(filled: &str, written: &str) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut at = 0;
    let mut from = 0;
    for line in filled.split_inclusive('\n') {
        if !line.trim().is_empty()
            && let Some(found) = written[from..].find(line.trim_end())
        {
            places.push((at, from + found));
            from += found + line.trim_end().len();
        }
        at += line.len();
    }
    places
}

fn register(tera: &mut Tera, lang: &str) {
    let own = lang.to_owned();
    tera.register_filter(
        "words",
        move |value: Value, kwargs: Kwargs, _: &State| -> TeraResult<String> {
            only("words", &kwargs, &["gender"])?;
            let number = whole("words", &value)?;
            let gender = kwargs.get::<String>("gender")?;
            let gender = match gender.as_deref() {
                None => Gender::default(),
                Some(name) => Gender::named(name).ok_or_else(|| {
                    tera::Error::message(format!("words: a gender is m, f or n, not `{name}`"))
                })?,
            };
            spelled(number, &own, gender).ok_or_else(|| {
                tera::Error::message(if SPELLED.contains(&primary(&own)) {
                    format!("words: {number} is too large to be spelled out")
                } else {
                    format!(
                        "words: numbers cannot be spelled out in `{own}`, only in {}",
                        SPELLED.join(", ")
                    )
                })
            })
        },
    );
    let own = lang.to_owned();
    tera.register_filter(
        "noun",
        move |value: Value, kwargs: Kwargs, _: &State| -> TeraResult<String> {
            only("noun", &kwargs, &["zero", "one", "two", "few", "many", "other"])?;
            let number = whole("noun", &value)?;
            let category = category(number, &own);
            let form = match kwargs.get::<String>(category)? {
                Some(form) => Some(form),
                None => kwargs.get::<String>("other")?,
            };
            form.ok_or_else(|| {
                tera::Error::message(format!(
                    "noun: {number} takes the form `{category}` in `{own}`, which is not given"
                ))
            })
        },
    );
}

fn whole(filter: &str, value: &Value) -> TeraResult<u32> {
    let number =
        value.as_i64().or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()));
    number.and_then(|n| u32::try_from(n).ok()).ok_or_else(|| {
        tera::Error::message(format!("{filter}: `{value}` is not a whole number from 0"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_no_comments() {
        assert_eq!(protect("## A {#a-b}\n"), format!("## A {{{HASH}a-b}}\n"));
        assert_eq!(
            protect("{# a comment #} {#also one#} {#a .b}"),
            format!("{{# a comment #}} {{#also one#}} {{{HASH}a .b}}")
        );
    }

    #[test]
    fn marks_come_out_as_places() {
        let (text, places) = unmark(&mark("ab\n  cd {{ x }} e"));
        assert_eq!(text, "ab\n  cd {{ x }} e");
        assert_eq!(places, [(0, 0), (5, 5), (8, 8), (16, 16)]);
    }
}
