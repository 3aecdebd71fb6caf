//! From a TOML table to typed values, by one declaration.
//!
//! In: a parsed table with the places of its keys. Out: a struct with a field for each key, typed,
//! in its range, each with its place; and the documentation of the same keys. What is refused here
//! is what is wrong with one value alone, and all faults of a table are reported at once. How
//! values belong together is not known here.
//!
//! `table!` declares a table: what it does not list is an unknown key, what it lists is read, and
//! the reference shows no other. A key that is declared and never used is a field that is never
//! read, which the compiler reports. A default stands in the declaration, from where both the
//! reference and the accessor take it.

mod declare;
pub(crate) mod decode;
mod doc;
mod fields;
mod kind;
mod kinds;
pub(crate) mod parse;
mod tables;
pub(crate) mod value;

pub(crate) use declare::{presence, table};
pub use doc::{Absent, KeyDoc, TableDoc};
pub(crate) use fields::{Fields, Item};
pub(crate) use kind::{Kind, Shown};
pub(crate) use kinds::{
    AboveZeroUpTo, Bounds, Colour, Count, Entries, Free, Inline, LengthKind, LengthUpTo, ListOf,
    Name, Named, Names, Number, NumberWithin, OneOr, Scalar, Section, SvgPath, Text, Truth,
    WholeNumber, near_colour, parse_length, text_kind,
};
pub(crate) use tables::{Layered, Open, Table, key_doc, key_name};
