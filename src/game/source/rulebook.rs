//! `[rulebook.ID]` and the Markdown files it names.

use std::sync::Arc;

use toml::de::DeValue;

use super::fields::Fields;
use super::game::{entries, named_file};
use super::{MarginSource, SizeSource, decode, keys};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName, escaped};
use crate::files::{Files, normalise};
use crate::game::Condition;
use crate::game::condition::CardCondition;
use crate::game::text::{OptionsTable, TextOptions};
use crate::game::toml::Inline;

/// A rulebook as written.
#[derive(Clone, Debug)]
pub struct RulebookSource {
    /// Its id, at its place in the header.
    pub id: Spanned<String>,
    /// `source`: the name of its Markdown file, with `{lang}` for the language.
    pub source: Spanned<String>,
    /// The files that are there, by language; all languages have the same one where the name says no language.
    pub files: Vec<(String, Arc<Source>)>,
    /// `size`.
    pub size: Option<SizeSource>,
    /// `margin`.
    pub margin: Option<MarginSource>,
    /// `columns`.
    pub columns: Option<Spanned<u32>>,
    /// `booklet`.
    pub booklet: Option<BookletSource>,
    /// `quick`.
    pub quick: Option<Spanned<bool>>,
    /// `accent`.
    pub accent: Option<Spanned<String>>,
    /// `[rulebook.ID.text]`.
    pub text: TextOptions,
    /// `[rulebook.ID.heading]`.
    pub heading: TextOptions,
    /// `[[rulebook.ID.term]]`.
    pub terms: Vec<TermSource>,
}

/// `booklet`.
#[derive(Clone, Debug)]
pub enum BookletSource {
    /// `true` or `false`.
    Switch(bool),
    /// `{ up, thickness, sheets }`.
    Each {
        /// `up`.
        up: Option<Spanned<u32>>,
        /// `thickness`.
        thickness: Option<Spanned<String>>,
        /// `sheets`.
        sheets: Option<Spanned<u32>>,
    },
}

/// A `[[rulebook.ID.term]]` as written: words whose numbers are checked.
#[derive(Clone, Debug)]
pub struct TermSource {
    /// Its table.
    pub span: Span,
    /// `in`.
    pub component: Spanned<String>,
    /// `where`.
    pub condition: Option<Condition>,
    /// `section`.
    pub section: Option<Spanned<String>>,
    /// The words by language.
    pub words: Vec<(String, Vec<Spanned<String>>)>,
}

/// All rulebooks in the order of the file.
pub(super) fn read(
    files: &dyn Files,
    folder: &str,
    top: &Fields<'_, '_>,
    languages: &[Spanned<String>],
    sink: &mut Sink,
) -> Vec<RulebookSource> {
    let Some(group) = top.sub("rulebook", "[rulebook]".to_owned(), sink) else { return Vec::new() };
    let mut languages: Vec<String> = languages.iter().map(|l| l.value.clone()).collect();
    if languages.is_empty() {
        languages.push("en".to_owned());
    }
    let mut found = Vec::new();
    for (id, item) in group.table {
        let id = Spanned::new(id.get_ref().to_string(), Span::new(top.source, id.span()));
        let DeValue::Table(table) = item.get_ref() else {
            let place = Spanned::new(item.get_ref(), Span::new(top.source, item.span()));
            Fields::wrong(&format!("rulebook.{}", id.value), "a table", &place, sink);
            continue;
        };
        let name = format!("rulebook `{}`", escaped(&id.value));
        let fields = Fields { source: top.source, name, table, span: id.span.clone() };
        found.extend(one(files, folder, id, &fields, &languages, sink));
    }
    found.sort_by_key(|book| book.id.span.range().start);
    found
}

fn one(
    files: &dyn Files,
    folder: &str,
    id: Spanned<String>,
    fields: &Fields<'_, '_>,
    languages: &[String],
    sink: &mut Sink,
) -> Option<RulebookSource> {
    fields.only_listed(&["rulebook"], sink);
    let source = fields.required_text("source", sink);
    let size = fields.size("size", sink);
    let margin = fields.margin(sink);
    let columns = fields.count("columns", sink);
    let (booklet, quick) = (booklet(fields, sink), fields.truth("quick", sink));
    let accent = fields.text("accent", sink);
    let mut options = |key: &str| {
        let table = fields.optional::<Inline<OptionsTable>>(key, sink);
        table.map_or_else(TextOptions::default, |table| table.value.options())
    };
    let (text, heading) = (options("text"), options("heading"));
    let terms = entries(fields, "term", sink)
        .into_iter()
        .filter_map(|(table, span)| {
            term(
                &Fields {
                    source: fields.source,
                    name: format!("a term of {}", fields.name),
                    table,
                    span,
                },
                languages,
                sink,
            )
        })
        .collect();
    let source = source?;
    let files = read_files(files, folder, &source, languages, sink);
    Some(RulebookSource {
        id,
        source,
        files,
        size,
        margin,
        columns,
        booklet,
        quick,
        accent,
        text,
        heading,
        terms,
    })
}

fn booklet(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<BookletSource> {
    let found = fields.get("booklet")?;
    match found.value {
        DeValue::Boolean(on) => Some(BookletSource::Switch(*on)),
        DeValue::Table(_) => {
            let each = fields.sub("booklet", format!("`booklet` of {}", fields.name), sink)?;
            each.only_listed(&["booklet"], sink);
            let (up, sheets) = (each.count("up", sink), each.count("sheets", sink));
            Some(BookletSource::Each { up, thickness: each.length("thickness", sink), sheets })
        }
        _ => {
            Fields::wrong("booklet", "true, false or { up, thickness, sheets }", &found, sink);
            None
        }
    }
}

/// The file of the default language must be there; which others are missing is told when they are built.
fn read_files(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
    languages: &[String],
    sink: &mut Sink,
) -> Vec<(String, Arc<Source>)> {
    let mut found = Vec::new();
    for (number, lang) in languages.iter().enumerate() {
        let own = Spanned::new(name.value.replace("{lang}", lang), name.span.clone());
        if number > 0 {
            let there = normalise(folder, &own.value).is_some_and(|path| files.read(&path).is_ok());
            if !there || own.value == name.value {
                continue;
            }
        }
        let Some((path, bytes)) = named_file(files, folder, &own, sink) else { continue };
        match decode::text(&path, &bytes) {
            Ok(source) => found.push((lang.clone(), source)),
            Err(fault) => sink.push(*fault),
        }
    }
    found
}

fn term(fields: &Fields<'_, '_>, languages: &[String], sink: &mut Sink) -> Option<TermSource> {
    let component = fields.required_text("in", sink);
    let condition = fields.optional::<CardCondition>("where", sink).map(|found| found.value);
    let section = fields.text("section", sink);
    let mut words = Vec::new();
    for key in fields.table.keys() {
        let name: &str = key.get_ref();
        let known = || {
            keys::KEYS
                .iter()
                .filter(|k| k.table == "term")
                .map(|k| k.key)
                .filter(|k| *k != "LANGUAGE")
        };
        if known().any(|k| k == name) {
            continue;
        }
        if !languages.iter().any(|lang| lang == name) {
            let all: Vec<&str> = known().chain(languages.iter().map(String::as_str)).collect();
            sink.push(
                Diagnostic::error(
                    Code::S003,
                    format!("{} has an unknown key `{}`", fields.name, escaped(name)),
                )
                .at(&Span::new(fields.source, key.span()))
                .maybe_hint(UnknownName::new("key here", name, all).hint()),
            );
            continue;
        }
        let Some(found) = fields.get(name) else { continue };
        let DeValue::Array(items) = found.value else {
            Fields::wrong(name, "a list of words", &found, sink);
            continue;
        };
        let mut list = Vec::new();
        for item in items {
            let span = Span::new(fields.source, item.span());
            match item.get_ref() {
                DeValue::String(word) if !word.trim().is_empty() => {
                    list.push(Spanned::new(word.to_string(), span))
                }
                other => Fields::wrong(name, "a list of words", &Spanned::new(other, span), sink),
            }
        }
        words.push((name.to_owned(), list));
    }
    Some(TermSource { span: fields.span.clone(), component: component?, condition, section, words })
}
