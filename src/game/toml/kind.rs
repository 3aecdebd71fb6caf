//! What a key takes, and how a table reads one.

use serde_json::Value;

use super::doc::TableDoc;
use super::fields::{Fields, Item};
use crate::diag::{Code, Diagnostic, Sink, Spanned};

/// What a key takes.
pub(crate) trait Kind {
    /// What is made of it.
    type Value: Clone + std::fmt::Debug;
    /// What the reference says it takes: "a length from 0".
    fn takes() -> String;
    /// What the JSON Schema says it takes. What only a reading finds out, such as whether a file
    /// exists, is not said there.
    fn schema() -> Value;
    /// Reads it. What is wrong with it is reported.
    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value>;
    /// The tables that may stand under the key.
    fn tables() -> Vec<TableDoc> {
        Vec::new()
    }
    /// The tables one of which has its keys beside this one, depending on its value.
    fn beside() -> Vec<TableDoc> {
        Vec::new()
    }
}

/// A kind whose values can be written down, as defaults are in the reference.
pub(crate) trait Shown: Kind {
    /// The value as it stands in a data file.
    fn show(value: &Self::Value) -> String;
}

impl Fields<'_, '_> {
    /// The value of a key that may be left out. A value that is not of its kind is reported, and as
    /// good as left out.
    pub(crate) fn optional<K: Kind>(
        &self,
        key: &str,
        sink: &mut Sink,
    ) -> Option<Spanned<K::Value>> {
        let item = self.item(key)?;
        K::read(&item, sink).map(|value| Spanned::new(value, item.span))
    }

    /// The value of a key that may not be left out.
    pub(crate) fn required<K: Kind>(
        &self,
        key: &str,
        sink: &mut Sink,
    ) -> Option<Spanned<K::Value>> {
        if self.table.get(key).is_none() {
            sink.push(
                Diagnostic::error(Code::S005, format!("{} has no `{key}`", self.name))
                    .at(&self.span)
                    .hint(format!("`{key}` is {}", K::takes().replace('`', ""))),
            );
        }
        self.optional::<K>(key, sink)
    }
}
