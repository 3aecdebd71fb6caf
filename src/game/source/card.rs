//! `[[deck.ID.card]]` entries: cards with free keys. Also the kinds of keys that cards come by.

use std::sync::Arc;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::DeTable;

use super::{CardSource, Cell, value};
use crate::diag::{Sink, Source, Span};
use crate::game::MAX_COPIES;
use crate::game::toml::{Count, Fields, Item, Kind, text_kind};

text_kind! {
    /// The name of a template.
    pub(crate) struct TemplateName: "the name of a template";
}

text_kind! {
    /// The name of a table of rows.
    pub(crate) struct CsvName: "the name of a CSV file";
}

/// How many there are. What is no number of copies is reported with the sum of all.
pub(crate) struct Copies;

impl Kind for Copies {
    type Value = i64;

    fn takes() -> String {
        Count::<1, MAX_COPIES>::takes()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<i64> {
        item.fields.integer(item.key, sink).map(|number| number.value)
    }
}

/// The card of a table.
pub(crate) fn read(source: &Arc<Source>, table: &Spanned<&DeTable<'_>>) -> CardSource {
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let cells: IndexMap<String, Cell> = entries
        .into_iter()
        .map(|(key, item)| {
            (
                key.get_ref().to_string(),
                Cell { value: value::value(item.get_ref()), span: Span::new(source, item.span()) },
            )
        })
        .collect();
    CardSource { cells, span: Span::new(source, table.span()) }
}

/// Tables in double brackets with free keys.
pub(crate) struct Rows;

impl Kind for Rows {
    type Value = Vec<CardSource>;

    fn takes() -> String {
        "tables in double brackets".to_owned()
    }

    fn read(entries: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Vec<CardSource>> {
        let row = |fields: &Fields<'_, '_>| {
            read(fields.source, &Spanned::new(fields.span.range(), fields.table))
        };
        Some(entries.entries(sink)?.iter().map(row).collect())
    }
}
