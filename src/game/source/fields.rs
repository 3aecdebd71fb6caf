//! One TOML table, key by key: each value with its place, or a fault that names what was expected.

use toml::de::DeValue;

use super::{SizeSource, keys, value};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, escaped};
pub(crate) use crate::game::toml::Fields;

impl<'t, 's> Fields<'t, 's> {
    /// Reports the keys that are not in the [`keys::KEYS`] of these tables.
    pub(crate) fn only_listed(&self, tables: &[&str], sink: &mut Sink) {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            let known = keys::keys_of(tables);
            if known.contains(&name) {
                continue;
            }
            sink.push(
                Diagnostic::error(
                    Code::S003,
                    format!("{} has an unknown key `{}`", self.name, escaped(name)),
                )
                .at(&Span::new(self.source, key.span()))
                .maybe_hint(UnknownName::new("key here", name, known).hint()),
            );
        }
    }

    /// The value of a key, if it is there.
    pub(crate) fn get(&self, key: &str) -> Option<Spanned<&'t DeValue<'s>>> {
        self.table
            .get(key)
            .map(|item| Spanned::new(item.get_ref(), Span::new(self.source, item.span())))
    }

    /// Reports a key that must be there.
    pub(crate) fn missing(&self, key: &str, sink: &mut Sink) {
        let takes = keys::KEYS.iter().find(|k| k.key == key).map(|k| {
            format!("`{key}` is {}", k.takes.replace(" (listed below)", "").replace('`', ""))
        });
        sink.push(
            Diagnostic::error(Code::S005, format!("{} has no `{key}`", self.name))
                .at(&self.span)
                .maybe_hint(takes),
        );
    }

    /// Reports a value of another type.
    pub(crate) fn wrong(key: &str, expected: &str, found: &Spanned<&DeValue<'_>>, sink: &mut Sink) {
        let quotes = matches!(found.value, DeValue::Integer(_) | DeValue::Float(_))
            && expected.contains("length");
        sink.push(
            Diagnostic::error(
                Code::S004,
                format!("`{key}`: expected {expected}, found {}", value::kind(found.value)),
            )
            .at(&found.span)
            .maybe_hint(quotes.then_some("write a length in quotes with its unit, as in \"2mm\"")),
        );
    }

    /// A text.
    pub(crate) fn text(&self, key: &str, sink: &mut Sink) -> Option<Spanned<String>> {
        self.text_as(key, "a text", sink)
    }

    /// A length, still as a text.
    pub(crate) fn length(&self, key: &str, sink: &mut Sink) -> Option<Spanned<String>> {
        self.text_as(key, "a length such as \"8mm\"", sink)
    }

    fn text_as(&self, key: &str, expected: &str, sink: &mut Sink) -> Option<Spanned<String>> {
        let found = self.get(key)?;
        if let DeValue::String(text) = found.value {
            return Some(Spanned::new(text.to_string(), found.span));
        }
        Self::wrong(key, expected, &found, sink);
        None
    }

    /// A text that must be there.
    pub(crate) fn required_text(&self, key: &str, sink: &mut Sink) -> Option<Spanned<String>> {
        if self.get(key).is_none() {
            self.missing(key, sink);
        }
        self.text(key, sink)
    }

    /// An integer.
    pub(crate) fn integer(&self, key: &str, sink: &mut Sink) -> Option<Spanned<i64>> {
        let found = self.get(key)?;
        if let Some(number) = value::integer(found.value) {
            return Some(Spanned::new(number, found.span));
        }
        let expected = if matches!(found.value, DeValue::Integer(_)) {
            "a smaller number"
        } else {
            "a whole number"
        };
        Self::wrong(key, expected, &found, sink);
        None
    }

    /// An integer from 0 up.
    pub(crate) fn count(&self, key: &str, sink: &mut Sink) -> Option<Spanned<u32>> {
        let number = self.integer(key, sink)?;
        if let Ok(count) = u32::try_from(number.value) {
            return Some(Spanned::new(count, number.span));
        }
        sink.push(
            Diagnostic::error(
                Code::S004,
                format!("`{key}`: expected a whole number from 0, found {}", number.value),
            )
            .at(&number.span),
        );
        None
    }

    /// The table under a key.
    pub(crate) fn sub(&self, key: &str, name: String, sink: &mut Sink) -> Option<Fields<'t, 's>> {
        let found = self.get(key)?;
        if let DeValue::Table(table) = found.value {
            return Some(Fields { source: self.source, name, table, span: found.span });
        }
        Self::wrong(key, "a table", &found, sink);
        None
    }

    /// A name or `{ width, height }`.
    pub(crate) fn size(&self, key: &str, sink: &mut Sink) -> Option<SizeSource> {
        let found = self.get(key)?;
        match found.value {
            DeValue::String(name) => {
                Some(SizeSource::Named(Spanned::new(name.to_string(), found.span)))
            }
            DeValue::Table(_) => {
                let own = self.sub(key, format!("`{key}` of {}", self.name), sink)?;
                own.only_listed(&["size"], sink);
                for side in ["width", "height"].into_iter().filter(|side| own.get(side).is_none()) {
                    own.missing(side, sink);
                }
                let (width, height) = (own.length("width", sink), own.length("height", sink));
                Some(SizeSource::Own { width: width?, height: height? })
            }
            _ => {
                Self::wrong(key, "a name or { width, height }", &found, sink);
                None
            }
        }
    }
}
