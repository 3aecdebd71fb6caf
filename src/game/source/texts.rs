//! The printed words: `text.<lang>.toml`.

use std::sync::Arc;

use indexmap::IndexMap;
use tera::value::Key;
use tera::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::{parse, value};
use crate::diag::{Sink, Source, Span};

/// The words of one language.
#[derive(Clone, Debug)]
pub struct Texts {
    /// The language.
    pub lang: String,
    /// The file.
    pub source: Arc<Source>,
    /// The words, nested as in the file.
    pub words: IndexMap<String, (Span, TextNode)>,
}

/// A word, or words under a common name.
#[derive(Clone, Debug)]
pub enum TextNode {
    /// Something to print.
    Leaf(Value),
    /// More words, each with the place of its key.
    Branch(IndexMap<String, (Span, TextNode)>),
}

impl TextNode {
    /// As templates see it.
    pub fn value(&self) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::Branch(words) => branch_value(words),
        }
    }
}

/// Words as templates see them.
pub(crate) fn branch_value(words: &IndexMap<String, (Span, TextNode)>) -> Value {
    Value::from(
        words
            .iter()
            .map(|(name, (_, node))| (Key::from(name.clone()), node.value()))
            .collect::<Map>(),
    )
}

impl Texts {
    /// As templates see them.
    pub fn value(&self) -> Value {
        branch_value(&self.words)
    }
}

/// Reads the words of a language.
pub(crate) fn read(lang: &str, source: &Arc<Source>, sink: &mut Sink) -> Option<Texts> {
    let table = parse::parse(source, sink)?;
    Some(Texts {
        lang: lang.to_owned(),
        source: Arc::clone(source),
        words: branch(source, table.get_ref()),
    })
}

fn branch(source: &Arc<Source>, table: &DeTable<'_>) -> IndexMap<String, (Span, TextNode)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let node = |item: &DeValue<'_>| match item {
        DeValue::Table(table) => TextNode::Branch(branch(source, table)),
        leaf => TextNode::Leaf(value::value(leaf)),
    };
    entries
        .into_iter()
        .map(|(key, item)| {
            (key.get_ref().to_string(), (Span::new(source, key.span()), node(item.get_ref())))
        })
        .collect()
}
