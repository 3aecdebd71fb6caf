//! The documentation of tables and keys, as the reference and the schema show it.

use serde_json::{Value, json};

/// What holds where a key is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Nothing can: it is required.
    Required,
    /// A value, as a data file writes it; the accessor of the key takes it from the same place.
    Value(String),
    /// What the code does, told in words: `tests/suite/defaults.rs` proves them.
    Words(String),
}

/// One key.
#[derive(Clone, Debug)]
pub struct KeyDoc {
    /// The key.
    pub key: &'static str,
    /// What it takes: "a length from 0".
    pub takes: String,
    /// What it takes, as JSON Schema.
    pub schema: Value,
    /// What holds where it is left out.
    pub absent: Absent,
    /// What it does.
    pub doc: &'static str,
    /// The tables that may stand under it.
    pub tables: Vec<TableDoc>,
    /// The tables one of which has its keys beside it, depending on its value.
    pub beside: Vec<TableDoc>,
}

/// One table.
#[derive(Clone, Debug)]
pub struct TableDoc {
    /// Its heading in the reference.
    pub title: &'static str,
    /// What it is for, in Markdown.
    pub about: &'static str,
    /// Its own keys, in the order of the declaration.
    pub keys: Vec<KeyDoc>,
    /// The tables whose keys it takes, too.
    pub includes: Vec<TableDoc>,
    /// Whether keys that are not declared may stand in it.
    pub is_open: bool,
}

impl TableDoc {
    /// The documentation of a table. Keys that it takes from a table without a title stand among
    /// its own.
    pub fn new(
        title: &'static str,
        about: &'static str,
        mut keys: Vec<KeyDoc>,
        mut includes: Vec<Self>,
    ) -> Self {
        for untitled in includes.extract_if(.., |table| table.title.is_empty()) {
            keys.extend(untitled.keys);
        }
        Self { title, about, keys, includes, is_open: false }
    }

    /// The name of its definition in a JSON Schema.
    pub fn definition(title: &str) -> String {
        let mut name = String::new();
        for c in title.chars().filter(|c| !matches!(c, '`' | '[' | ']')) {
            match c {
                c if c.is_alphanumeric() => name.extend(c.to_lowercase()),
                _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
                _ => {}
            }
        }
        name.trim_end_matches('-').to_owned()
    }

    /// A schema that refers to its definition.
    pub fn reference(&self) -> Value {
        json!({ "$ref": format!("#/definitions/{}", Self::definition(self.title)) })
    }

    /// This table and all below it, each once, in the order of the declarations.
    pub fn all(&self) -> Vec<&Self> {
        let mut found: Vec<&Self> = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect<'t>(&'t self, found: &mut Vec<&'t Self>) {
        if found.iter().any(|table| table.title == self.title) {
            return;
        }
        found.push(self);
        for table in self.keys.iter().flat_map(|key| &key.tables).chain(&self.includes) {
            table.collect(found);
        }
    }
}
