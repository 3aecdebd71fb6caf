//! The printed words: `text.LANGUAGE.toml`, with those of the default language in the gaps.

use std::sync::Arc;

use indexmap::IndexMap;
use tera::value::Key;
use tera::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::language::USUAL;
use super::toml::value::value;
use super::toml::{decode, parse};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned};
use crate::files::{Files, ReadError};

type Words = IndexMap<String, (Span, TextNode)>;

/// The words of one language.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    /// The language.
    pub(crate) lang: String,
    /// The words, nested as in the file.
    words: Words,
}

/// A word, or words under a common name.
#[derive(Clone, Debug)]
pub(crate) enum TextNode {
    /// Something to print.
    Leaf(Value),
    /// More words, each with the place of its key.
    Branch(Words),
}

impl TextNode {
    /// As templates see it.
    fn value(&self) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::Branch(words) => branch_value(words),
        }
    }
}

/// Words as templates see them.
fn branch_value(words: &Words) -> Value {
    Value::from(
        words
            .iter()
            .map(|(name, (_, node))| (Key::from(name.clone()), node.value()))
            .collect::<Map>(),
    )
}

impl Texts {
    /// As templates see them.
    fn value(&self) -> Value {
        branch_value(&self.words)
    }
}

/// A key of a text file.
#[derive(Clone, Debug)]
pub struct WordKey {
    /// The keys that lead to it, itself last.
    pub path: Vec<String>,
    /// Where it is written.
    pub span: Span,
    /// Whether there is a word under it, and not more keys.
    pub is_word: bool,
}

/// The keys of all text files, those of a group after the group itself.
pub(super) fn keys(texts: &[Texts]) -> Vec<WordKey> {
    let mut found = Vec::new();
    for text in texts {
        collect_keys(&text.words, &[], &mut found);
    }
    found
}

fn collect_keys(words: &Words, path: &[String], found: &mut Vec<WordKey>) {
    for (name, (span, node)) in words {
        let path: Vec<String> = path.iter().chain([name]).cloned().collect();
        let is_word = matches!(node, TextNode::Leaf(_));
        found.push(WordKey { path: path.clone(), span: span.clone(), is_word });
        if let TextNode::Branch(words) = node {
            collect_keys(words, &path, found);
        }
    }
}

/// Reads the words of a language.
fn parsed(lang: &str, source: &Arc<Source>, sink: &mut Sink) -> Option<Texts> {
    let table = parse::parse(source, sink)?;
    Some(Texts { lang: lang.to_owned(), words: branch(source, table.get_ref()) })
}

fn branch(source: &Arc<Source>, table: &DeTable<'_>) -> Words {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let node = |item: &DeValue<'_>| match item {
        DeValue::Table(table) => TextNode::Branch(branch(source, table)),
        leaf => TextNode::Leaf(value(leaf)),
    };
    entries
        .into_iter()
        .map(|(key, item)| {
            (key.get_ref().to_string(), (Span::new(source, key.span()), node(item.get_ref())))
        })
        .collect()
}

/// The words of all languages. A game in one language may have none, its words
/// standing in its templates.
pub(super) fn read(
    files: &dyn Files,
    folder: &str,
    languages: &[Spanned<String>],
    sink: &mut Sink,
) -> Vec<Texts> {
    if languages.is_empty() {
        let path = format!("{folder}/text.{USUAL}.toml");
        let words = match files.read(&path) {
            Ok(bytes) => texts_of(&path, USUAL, &bytes, sink),
            Err(ReadError::NotFound) => None,
            Err(error) => {
                sink.push(
                    Diagnostic::error(Code::S001, format!("`{path}` {error}"))
                        .at(&Span::file(&Source::new(path, ""))),
                );
                None
            }
        };
        return words.into_iter().collect();
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
        Ok(source) => parsed(lang, &source, sink),
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}

/// The words of a language.
pub(super) fn words(texts: &[Texts], default: &str, lang: &str, sink: &mut Sink) -> Value {
    let of = |lang: &str| texts.iter().find(|t| t.lang == lang);
    let Some(base) = of(default) else {
        return of(lang).map_or_else(|| TextNode::Branch(IndexMap::new()).value(), Texts::value);
    };
    let Some(translated) = of(lang).filter(|t| t.lang != default) else { return base.value() };
    TextNode::Branch(merged(&base.words, &translated.words, "", lang, sink)).value()
}

fn merged(base: &Words, translated: &Words, path: &str, lang: &str, sink: &mut Sink) -> Words {
    let mut words = Words::new();
    // Languages have other forms for numbers; only `other` is one of all.
    let has_forms = base.contains_key("other") && translated.contains_key("other");
    let is_form = |name: &str| has_forms && matches!(name, "zero" | "one" | "two" | "few" | "many");
    for (name, (span, node)) in base {
        if is_form(name) && !translated.contains_key(name) {
            continue;
        }
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let node = match (node, translated.get(name)) {
            (TextNode::Branch(base), Some((_, TextNode::Branch(other)))) => {
                TextNode::Branch(merged(base, other, &path, lang, sink))
            }
            (TextNode::Leaf(_), Some((_, leaf @ TextNode::Leaf(_)))) => leaf.clone(),
            // A word where a group of words should be, or the reverse, would break the template: as
            // good as missing.
            (TextNode::Branch(base), _) => {
                TextNode::Branch(merged(base, &Words::new(), &path, lang, sink))
            }
            (leaf @ TextNode::Leaf(_), _) => {
                let fault = Diagnostic::warning(
                    Code::M012,
                    format!("`{path}` has no translation into `{lang}`"),
                );
                sink.push(fault.at(span).language(lang));
                leaf.clone()
            }
        };
        words.insert(name.clone(), (span.clone(), node));
    }
    for (name, entry) in translated {
        if !base.contains_key(name) {
            words.insert(name.clone(), entry.clone());
        }
    }
    words
}
