//! What is known of a value before there is one.

use std::sync::Arc;

use indexmap::IndexMap;
use tera::Value;

/// What is known of a value.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// Nothing.
    Any,
    /// It has these keys and no others.
    Map(Arc<Keys>),
    /// It has keys that are not known, and values of this shape.
    Dict(Arc<Shape>),
    /// It lists such items.
    List(Arc<Shape>),
    /// It is one of these strings.
    Text(Arc<Vec<String>>),
    /// It is a string such as `TRUE` or `FALSE`; this is the one that means no.
    Flag(Arc<str>),
}

/// The keys of a map.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    /// What a key is called: `column` or `key`.
    pub(super) thing: &'static str,
    pub(super) entries: IndexMap<String, Shape>,
    /// Under which names it is noted that a key is read; none if nobody asks.
    pub(super) origins: Vec<Arc<str>>,
}

/// The words of spreadsheets and of people for yes and no.
const NO: &[&str] = &[
    "false",
    "falsch",
    "falso",
    "faux",
    "fals",
    "falsk",
    "falskt",
    "falska",
    "onwaar",
    "fałsz",
    "nepravda",
    "hamis",
    "epätosi",
    "yanlış",
    "ложь",
    "хибність",
    "λάθος",
    "ψευδής",
    "no",
    "nein",
    "non",
    "não",
    "nee",
    "nie",
    "nej",
    "ne",
    "нет",
    "ні",
    "off",
    "n",
    "0",
];
const YES: &[&str] = &[
    "true",
    "wahr",
    "vero",
    "vrai",
    "verdadero",
    "verdadeiro",
    "adevărat",
    "sand",
    "sant",
    "sann",
    "waar",
    "prawda",
    "pravda",
    "igaz",
    "tosi",
    "doğru",
    "истина",
    "істина",
    "αληθής",
    "yes",
    "ja",
    "sì",
    "si",
    "sí",
    "oui",
    "sim",
    "tak",
    "ano",
    "да",
    "так",
    "on",
    "x",
    "y",
    "j",
    "1",
];

impl Shape {
    /// A map whose keys are called `thing`.
    pub(crate) fn map(
        thing: &'static str,
        entries: impl IntoIterator<Item = (String, Self)>,
    ) -> Self {
        let entries = entries.into_iter().collect();
        Self::Map(Arc::new(Keys { thing, entries, origins: Vec::new() }))
    }

    /// The same map, of whose keys it is noted under a name that they are read.
    #[must_use]
    pub(crate) fn noted(self, origin: &str) -> Self {
        match self {
            Self::Map(keys) => {
                let keys = Keys { origins: vec![origin.into()], ..keys.as_ref().clone() };
                Self::Map(Arc::new(keys))
            }
            other => other,
        }
    }

    /// Of a value that is there, with all maps in it noted under their paths: `t`, `t.act`.
    pub(crate) fn noted_tree(value: &Value, path: &str) -> Self {
        let Some(map) = value.as_map() else { return Self::of(value) };
        let entries = map.iter().map(|(key, value)| {
            let key = key.to_string();
            let shape = Self::noted_tree(value, &format!("{path}.{key}"));
            (key, shape)
        });
        Self::map("key", entries).noted(path)
    }

    /// A list of such items.
    pub(crate) fn list(item: Self) -> Self {
        Self::List(Arc::new(item))
    }

    /// Of a value that is there.
    pub(crate) fn of(value: &Value) -> Self {
        if let Some(map) = value.as_map() {
            let entries = map.iter().map(|(key, value)| (key.to_string(), Self::of(value)));
            return Self::map("key", entries);
        }
        match value.as_array() {
            Some(list) => Self::list(Self::either(list.iter().map(Self::of))),
            None => Self::Any,
        }
    }

    /// Of the cells of a column.
    pub(crate) fn of_cells<'v>(cells: impl Iterator<Item = &'v Value> + Clone) -> Self {
        match no_of(cells.clone()) {
            Some(no) => Self::Flag(no),
            None => Self::either(cells.map(Self::of)),
        }
    }

    /// What is one of these: a map has the keys of all of them.
    pub(super) fn either(shapes: impl IntoIterator<Item = Self>) -> Self {
        shapes.into_iter().reduce(Self::or).unwrap_or(Self::Any)
    }

    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Map(one), Self::Map(other)) if Arc::ptr_eq(&one, &other) => Self::Map(one),
            (Self::Map(one), Self::Map(other)) => {
                let mut entries = one.entries.clone();
                for (key, shape) in &other.entries {
                    let merged = match entries.get(key) {
                        Some(known) => known.clone().or(shape.clone()),
                        None => shape.clone(),
                    };
                    entries.insert(key.clone(), merged);
                }
                let mut origins = one.origins.clone();
                for origin in &other.origins {
                    if !origins.contains(origin) {
                        origins.push(Arc::clone(origin));
                    }
                }
                Self::Map(Arc::new(Keys { thing: one.thing, entries, origins }))
            }
            (Self::List(one), Self::List(other)) => {
                Self::list(one.as_ref().clone().or(other.as_ref().clone()))
            }
            (Self::Dict(one), Self::Dict(other)) => {
                Self::Dict(Arc::new(one.as_ref().clone().or(other.as_ref().clone())))
            }
            (Self::Text(one), Self::Text(other)) => {
                Self::Text(Arc::new(one.iter().chain(other.iter()).cloned().collect()))
            }
            _ => Self::Any,
        }
    }

    /// What it holds, whatever the key.
    pub(super) fn item(&self) -> Self {
        match self {
            Self::List(item) | Self::Dict(item) => item.as_ref().clone(),
            Self::Map(keys) => Self::either(keys.entries.values().cloned()),
            Self::Any | Self::Text(_) | Self::Flag(_) => Self::Any,
        }
    }
}

/// The word for no in a column that holds nothing but yes and no. `0` and `1` are also numbers,
/// which an empty cell among them shows.
fn no_of<'v>(cells: impl Iterator<Item = &'v Value>) -> Option<Arc<str>> {
    let mut no: Option<Arc<str>> = None;
    let mut has_empty = false;
    for cell in cells {
        let written = cell.as_str()?.trim();
        let word = written.to_lowercase();
        if NO.contains(&word.as_str()) {
            no.get_or_insert_with(|| written.into());
        } else if word.is_empty() {
            has_empty = true;
        } else if !YES.contains(&word.as_str()) {
            return None;
        }
    }
    no.filter(|no| !(has_empty && no.as_ref() == "0"))
}
