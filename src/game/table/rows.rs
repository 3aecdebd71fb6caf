//! Rows with free keys, such as `[[deck.ID.card]]`.

use serde_json::json;
use std::sync::Arc;

use indexmap::IndexMap;
use tera::Value;
use toml::Spanned;
use toml::de::DeTable;

use crate::diag::{Sink, Source, Span};
use crate::game::toml::value::value;
use crate::game::toml::{Fields, Item, Kind};

/// A row as written, of a table or in double brackets.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// By column, in the order of the file.
    pub(crate) cells: IndexMap<String, Cell>,
    /// Its row or its table.
    pub(crate) span: Span,
}

/// One value of a card.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// A string exactly as typed, where it comes from a table.
    pub(crate) value: Value,
    /// Its place.
    pub(crate) span: Span,
}

/// The row of a table.
fn read(source: &Arc<Source>, table: &Spanned<&DeTable<'_>>) -> Row {
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let cells: IndexMap<String, Cell> = entries
        .into_iter()
        .map(|(key, item)| {
            (
                key.get_ref().to_string(),
                Cell { value: value(item.get_ref()), span: Span::new(source, item.span()) },
            )
        })
        .collect();
    Row { cells, span: Span::new(source, table.span()) }
}

/// Tables in double brackets with free keys.
pub(crate) struct Rows;

impl Kind for Rows {
    type Value = Vec<Row>;

    fn takes() -> String {
        "tables in double brackets".to_owned()
    }

    fn schema() -> serde_json::Value {
        json!({ "type": "array", "items": { "type": "object" } })
    }

    fn read(entries: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Vec<Row>> {
        let row = |fields: &Fields<'_, '_>| {
            read(fields.source, &Spanned::new(fields.span.range(), fields.table))
        };
        Some(entries.entries(sink)?.iter().map(row).collect())
    }
}
