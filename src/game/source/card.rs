//! `[[deck.ID.card]]` entries: cards with free keys.

use std::sync::Arc;

use indexmap::IndexMap;
use toml::Spanned;
use toml::de::DeTable;

use super::{CardSource, Cell, value};
use crate::diag::{Source, Span};

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
