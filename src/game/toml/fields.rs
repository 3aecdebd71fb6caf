//! One TOML table, key by key.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::value;
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName, escaped};

/// A table being read.
pub(crate) struct Fields<'t, 's> {
    /// The file.
    pub(crate) source: &'t Arc<Source>,
    /// How messages name the table: "deck `artists`".
    pub(crate) name: String,
    /// The table.
    pub(crate) table: &'t DeTable<'s>,
    /// Where it begins, for keys that are missing.
    pub(crate) span: Span,
}

/// The value of one key, being read.
pub(crate) struct Item<'i, 't, 's> {
    /// The key.
    pub(crate) key: &'i str,
    /// The table it stands in.
    pub(crate) fields: &'i Fields<'t, 's>,
    /// The value.
    pub(crate) value: &'t DeValue<'s>,
    /// Its place.
    pub(crate) span: Span,
}

impl<'t, 's> Fields<'t, 's> {
    /// Reports the keys that are none of those known.
    pub(crate) fn only(&self, known: &[&str], sink: &mut Sink) {
        for (key, span) in self.unknown(known) {
            self.report_unknown(key, &span, known, sink);
        }
    }

    /// The keys that are none of those known.
    pub(crate) fn unknown(&self, known: &[&str]) -> Vec<(&'t str, Span)> {
        let keys = self.table.keys().map(|key| (&**key.get_ref(), key.span()));
        keys.filter(|(key, _)| !known.contains(key))
            .map(|(key, span)| (key, Span::new(self.source, span)))
            .collect()
    }

    /// Reports a key that is none of those known.
    pub(crate) fn report_unknown(&self, key: &str, at: &Span, known: &[&str], sink: &mut Sink) {
        let message = format!("{} has an unknown key `{}`", self.name, escaped(key));
        let hint = UnknownName::new("key here", key, known.iter().copied()).hint();
        sink.push(Diagnostic::error(Code::S003, message).at(at).maybe_hint(hint));
    }

    /// The value of a key, if it is there.
    pub(crate) fn item<'i>(&'i self, key: &'i str) -> Option<Item<'i, 't, 's>> {
        let found = self.table.get(key)?;
        let span = Span::new(self.source, found.span());
        Some(Item { key, fields: self, value: found.get_ref(), span })
    }
}

impl<'t, 's> Item<'_, 't, 's> {
    /// Reports a value of another type.
    pub(crate) fn wrong(&self, expected: &str, sink: &mut Sink) {
        let quotes = matches!(self.value, DeValue::Integer(_) | DeValue::Float(_))
            && expected.contains("length");
        sink.push(
            Diagnostic::error(
                Code::S004,
                format!("`{}`: expected {expected}, found {}", self.key, value::kind(self.value)),
            )
            .at(&self.span)
            .maybe_hint(quotes.then_some("write a length in quotes with its unit, as in \"2mm\"")),
        );
    }

    /// The string, or a fault that says what was expected.
    pub(crate) fn string(&self, expected: &str, sink: &mut Sink) -> Option<Spanned<String>> {
        if let DeValue::String(text) = self.value {
            return Some(Spanned::new(text.to_string(), self.span.clone()));
        }
        self.wrong(expected, sink);
        None
    }

    /// The table under this key, if the value is one.
    pub(crate) fn table(&self) -> Option<Fields<'t, 's>> {
        let DeValue::Table(table) = self.value else { return None };
        Some(Fields {
            source: self.fields.source,
            name: format!("`{}` of {}", self.key, self.fields.name),
            table,
            span: self.span.clone(),
        })
    }

    /// The tables in double brackets under this key.
    pub(crate) fn entries(&self, sink: &mut Sink) -> Option<Vec<Fields<'t, 's>>> {
        let DeValue::Array(items) = self.value else {
            self.wrong("[[double]] brackets, one table for each", sink);
            return None;
        };
        let mut entries = Vec::new();
        for item in items {
            let span = Span::new(self.fields.source, item.span());
            if let DeValue::Table(table) = item.get_ref() {
                let name = format!("[[{}]]", self.key);
                entries.push(Fields { source: self.fields.source, name, table, span });
            } else {
                let item = Item { key: self.key, fields: self.fields, value: item.get_ref(), span };
                item.wrong("a table", sink);
            }
        }
        Some(entries)
    }
}
