//! Sizes by name or by their two lengths.

use super::toml::{AboveZeroUpTo, Inline, Item, Kind, Table, TableDoc, table};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName, did_you_mean};
use crate::units::{CARD_SIZES, NamedSize, PAPER_SIZES, Size, card_size};
use serde_json::{Value, json};

table! {
    /// A size by its two lengths.
    pub(crate) struct SizeKeys:
        "A custom `size` or `paper`", "`size = { width = \"63.5mm\", height = \"88.9mm\" }`.";
    {
        width: AboveZeroUpTo<10000> [required] "From left to right.";
        height: AboveZeroUpTo<10000> [required] "From top to bottom.";
    }
}

impl SizeKeys {
    /// The size.
    pub(crate) fn size(&self) -> Size {
        Size::new(self.width.value, self.height.value)
    }
}

/// The finished size of a component or of a page.
pub(crate) struct CardSize;

/// Names of these tables, or a size of one's own.
pub(crate) fn size_schema(tables: &[&[NamedSize]]) -> Value {
    let names: Vec<&str> = tables.iter().flat_map(|sizes| *sizes).map(|size| size.name).collect();
    json!({ "anyOf": [{ "enum": names }, SizeKeys::doc().reference()] })
}

impl Kind for CardSize {
    type Value = Size;

    fn takes() -> String {
        format!("a name such as `\"poker-us\"`, or {}", Inline::<SizeKeys>::takes())
    }

    fn schema() -> Value {
        size_schema(&[CARD_SIZES, PAPER_SIZES])
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Size> {
        match named_or_custom(item, sink)? {
            Written::Custom(size) => Some(size),
            Written::Named(name) => {
                known("card", &name, card_size(&name.value), &[CARD_SIZES, PAPER_SIZES], sink)
            }
        }
    }

    fn tables() -> Vec<TableDoc> {
        vec![SizeKeys::doc()]
    }
}

/// A size as it was written.
pub(super) enum Written {
    /// A name.
    Named(Spanned<String>),
    /// Two lengths.
    Custom(Size),
}

/// A name, or two lengths.
pub(super) fn named_or_custom(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Written> {
    if item.value.is_table() {
        return Inline::<SizeKeys>::read(item, sink).map(|keys| Written::Custom(keys.size()));
    }
    item.string("a name or { width, height }", sink).map(Written::Named)
}

/// The size of a name, or the fault of a name without one.
pub(super) fn known(
    what: &str,
    name: &Spanned<String>,
    size: Option<Size>,
    tables: &[&'static [NamedSize]],
    sink: &mut Sink,
) -> Option<Size> {
    if size.is_some() {
        return size;
    }
    let names = || tables.iter().flat_map(|table| table.iter()).map(|named| named.name);
    let near = did_you_mean(&name.value, names()).or_else(|| {
        // "poker" is too far from "poker-us" to be a slip, but it is what was meant.
        let family: Vec<String> = names()
            .filter(|k| k.strip_prefix(&name.value).is_some_and(|rest| rest.starts_with('-')))
            .map(|k| format!("`{k}`"))
            .collect();
        (!family.is_empty()).then(|| format!("did you mean {}?", family.join(" or ")))
    });
    let what = format!("{what} size");
    let list = format!(
        "the names are {}; or write {{ width = \"63mm\", height = \"88mm\" }}",
        names().collect::<Vec<_>>().join(", ")
    );
    sink.push(
        Diagnostic::error(Code::M002, UnknownName::new(&what, &name.value, []).message())
            .at(&name.span)
            .maybe_hint(near)
            .hint(list),
    );
    None
}
