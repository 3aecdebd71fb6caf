//! What a declared table is.

use super::doc::{Absent, KeyDoc, TableDoc};
use super::fields::Fields;
use super::kind::Kind;
use crate::diag::Sink;

/// A table that `table!` declares.
pub(crate) trait Table: Sized {
    /// Its documentation, and that of the tables below it.
    fn doc() -> TableDoc;
    /// Its keys.
    fn keys() -> Vec<&'static str>;
    /// Reads the keys of this table, whatever else may stand there. None if one of them that is
    /// required is missing.
    fn read_keys(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self>;
    /// Reads the table, in which nothing else may stand.
    fn read(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        fields.only(&Self::keys(), sink);
        Self::read_keys(fields, sink)
    }
}

/// A table in which other keys may stand, which it reads itself.
#[derive(Clone, Debug)]
pub(crate) struct Open<T>(pub(crate) T);

impl<T: Table> Table for Open<T> {
    fn doc() -> TableDoc {
        TableDoc { is_open: true, ..T::doc() }
    }

    fn keys() -> Vec<&'static str> {
        T::keys()
    }

    fn read_keys(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        T::read_keys(fields, sink).map(Self)
    }

    fn read(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        Self::read_keys(fields, sink)
    }
}

/// A table that may be stated in several places, the nearest of which holds, key by key.
pub(crate) trait Layered {
    /// This table where it says something, and the one below it where it does not.
    #[must_use]
    fn over(self, below: &Self) -> Self;
}

/// A key as the file spells it: Rust's own words are declared as raw identifiers.
pub(crate) const fn key_name(identifier: &'static str) -> &'static str {
    match identifier.as_bytes() {
        [b'r', b'#', ..] => identifier.split_at(2).1,
        _ => identifier,
    }
}

/// What the reference says of one key.
pub(crate) fn key_doc<K: Kind>(key: &'static str, absent: Absent, doc: &'static str) -> KeyDoc {
    KeyDoc {
        key,
        takes: K::takes(),
        schema: K::schema(),
        absent,
        doc,
        tables: K::tables(),
        beside: K::beside(),
    }
}
