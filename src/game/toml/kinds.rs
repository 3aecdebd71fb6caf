//! The kinds of values that keys take.

use std::marker::PhantomData;
use std::str::FromStr;

use serde_json::{Value, json};
use toml::de::DeValue;

use super::doc::TableDoc;
use super::fields::{Fields, Item};
use super::kind::{Kind, Shown};
use super::tables::Table;
use super::value::{integer, number};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, did_you_mean, escaped};
use crate::units::{COLOUR_NAMES, Length};

/// Any string.
pub(crate) struct Text;

impl Kind for Text {
    type Value = String;

    fn takes() -> String {
        "a string".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<String> {
        item.string("a string", sink).map(|text| text.value)
    }
}

impl Shown for Text {
    fn show(value: &String) -> String {
        format!("\"{value}\"")
    }
}

/// Declares a string that the reference describes in words of its own. What may stand in it is
/// checked elsewhere.
macro_rules! text_kind {
    ($(#[$meta:meta])* $vis:vis struct $name:ident : $takes:expr;) => {
        $(#[$meta])*
        $vis struct $name;

        impl $crate::game::toml::Kind for $name {
            type Value = String;

            fn takes() -> String {
                $takes.to_owned()
            }

            fn schema() -> serde_json::Value {
                <$crate::game::toml::Text as $crate::game::toml::Kind>::schema()
            }

            fn read(
                item: &$crate::game::toml::Item<'_, '_, '_>,
                sink: &mut $crate::diag::Sink,
            ) -> Option<String> {
                <$crate::game::toml::Text as $crate::game::toml::Kind>::read(item, sink)
            }
        }
    };
}

pub(crate) use text_kind;

text_kind! {
    /// A path as in SVG.
    pub(crate) struct SvgPath: "an SVG path";
}

/// A switch.
pub(crate) struct Truth;

impl Kind for Truth {
    type Value = bool;

    fn takes() -> String {
        "`true` or `false`".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "boolean" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<bool> {
        if let DeValue::Boolean(on) = item.value {
            return Some(*on);
        }
        item.wrong("true or false", sink);
        None
    }
}

impl Shown for Truth {
    fn show(value: &bool) -> String {
        value.to_string()
    }
}

/// A whole number from `MIN` to `MAX`.
pub(crate) struct Count<const MIN: u32, const MAX: u32>;

impl<const MIN: u32, const MAX: u32> Kind for Count<MIN, MAX> {
    type Value = u32;

    fn takes() -> String {
        if MAX == MIN + 1 {
            format!("{MIN} or {MAX}")
        } else {
            format!("a whole number from {MIN} to {}", grouped(MAX))
        }
    }

    fn schema() -> Value {
        json!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<u32> {
        let DeValue::Integer(written) = item.value else {
            item.wrong("a whole number", sink);
            return None;
        };
        let number = integer(item.value);
        let found = number.and_then(|number| u32::try_from(number).ok());
        let fault = match found {
            Some(found) if (MIN..=MAX).contains(&found) => return Some(found),
            Some(found) => {
                let key = item.key;
                let max = grouped(MAX);
                let message = format!("`{key}` must be from {MIN} to {max}, but is {found}");
                Diagnostic::error(Code::M003, message)
            }
            None => {
                let written = number.map_or_else(|| written.as_str().to_owned(), |n| n.to_string());
                let message =
                    format!("`{}`: expected {}, found {written}", item.key, Self::takes());
                Diagnostic::error(Code::S004, message)
            }
        };
        sink.push(fault.at(&item.span));
        None
    }
}

impl<const MIN: u32, const MAX: u32> Shown for Count<MIN, MAX> {
    fn show(value: &u32) -> String {
        value.to_string()
    }
}

/// `10,000`.
fn grouped(number: u32) -> String {
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", grouped(number / 1_000), number % 1_000)
    }
}

/// A number, whole or not.
pub(crate) struct Number;

impl Kind for Number {
    type Value = f64;

    fn takes() -> String {
        "a number".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "number" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<f64> {
        let number = number(item.value);
        if number.is_none() {
            item.wrong("a number such as 0.998", sink);
        }
        number
    }
}

/// A whole number, also one below zero.
pub(crate) struct WholeNumber;

impl Kind for WholeNumber {
    type Value = i64;

    fn takes() -> String {
        "a whole number".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "integer" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<i64> {
        let number = super::value::integer(item.value);
        if number.is_none() {
            item.wrong("a whole number", sink);
        }
        number
    }
}

impl Shown for Number {
    fn show(value: &f64) -> String {
        value.to_string()
    }
}

/// The range of a number.
pub(crate) trait Bounds {
    /// What it counts: "degrees".
    const WHAT: &'static str;
    /// The smallest.
    const MIN: f64;
    /// The largest.
    const MAX: f64;
    /// What to do about one out of the range.
    const HINT: Option<&'static str>;
}

/// A number in a range.
pub(crate) struct NumberWithin<B>(PhantomData<B>);

impl<B: Bounds> Kind for NumberWithin<B> {
    type Value = f64;

    fn takes() -> String {
        format!("{} from {} to {}", B::WHAT, B::MIN, B::MAX)
    }

    fn schema() -> Value {
        json!({ "type": "number", "minimum": B::MIN, "maximum": B::MAX })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<f64> {
        let number = Number::read(item, sink)?;
        if (B::MIN..=B::MAX).contains(&number) {
            return Some(number);
        }
        let message =
            format!("`{}` must be from {} to {}, but is {number}", item.key, B::MIN, B::MAX);
        sink.push(Diagnostic::error(Code::M003, message).at(&item.span).maybe_hint(B::HINT));
        None
    }
}

impl<B: Bounds> Shown for NumberWithin<B> {
    fn show(value: &f64) -> String {
        Number::show(value)
    }
}

/// How lengths are written: a number or a fraction, and a unit.
const LENGTH: &str = r"^\s*\+?([0-9]+(\.[0-9]+)?|\.[0-9]+|[0-9]+/[0-9]+)\s*(mm|cm|in|pt)\s*$";
/// The same of any sign.
const ANY_LENGTH: &str =
    r"^\s*[-+−]?([0-9]+(\.[0-9]+)?|\.[0-9]+|[0-9]+/[0-9]+)\s*(mm|cm|in|pt)\s*$";

/// A length of any sign.
pub(crate) struct LengthKind;

impl Kind for LengthKind {
    type Value = Length;

    fn takes() -> String {
        "a length".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": ANY_LENGTH })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Length> {
        parse_length(&item.string("a length such as \"8mm\"", sink)?, sink)
    }
}

/// The length that a string states.
pub(crate) fn parse_length(text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    match Length::parse(&text.value) {
        Ok(length) => Some(length),
        Err(why) => {
            let message = format!("`{}` is not a length", escaped(&text.value));
            sink.push(Diagnostic::error(Code::M001, message).at(&text.span).hint(why.to_string()));
            None
        }
    }
}

impl Shown for LengthKind {
    fn show(value: &Length) -> String {
        let mm = format!("{:.4}", value.to_mm());
        format!("\"{}mm\"", mm.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Reads a length that passes a test, whose fault begins with `problem`.
fn length_that(
    item: &Item<'_, '_, '_>,
    sink: &mut Sink,
    fault: impl Fn(Length) -> Option<String>,
) -> Option<Length> {
    let length = LengthKind::read(item, sink)?;
    let Some(message) = fault(length) else { return Some(length) };
    sink.push(Diagnostic::error(Code::M003, message).at(&item.span));
    None
}

/// A length from 0 to `MM` millimetres.
pub(crate) struct LengthUpTo<const MM: i64>;

impl<const MM: i64> Kind for LengthUpTo<MM> {
    type Value = Length;

    fn takes() -> String {
        format!("a length from 0 to {MM}mm")
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": LENGTH })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Length> {
        length_that(item, sink, |length| {
            let key = item.key;
            if length < Length::ZERO {
                Some(format!("`{key}` is negative: {length}"))
            } else {
                (length > Length::mm(MM))
                    .then(|| format!("a `{key}` of {length} is more than {}", Length::mm(MM)))
            }
        })
    }
}

impl<const MM: i64> Shown for LengthUpTo<MM> {
    fn show(value: &Length) -> String {
        LengthKind::show(value)
    }
}

/// A length above 0, up to `MM` millimetres.
pub(crate) struct AboveZeroUpTo<const MM: i64>;

impl<const MM: i64> Kind for AboveZeroUpTo<MM> {
    type Value = Length;

    fn takes() -> String {
        format!("a length above 0, up to {MM}mm")
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": LENGTH })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Length> {
        length_that(item, sink, |length| {
            let key = item.key;
            if length <= Length::ZERO {
                Some(format!("`{key}` must be more than 0, but is {length}"))
            } else {
                (length > Length::mm(MM))
                    .then(|| format!("a `{key}` of {length} is more than {}", Length::mm(MM)))
            }
        })
    }
}

impl<const MM: i64> Shown for AboveZeroUpTo<MM> {
    fn show(value: &Length) -> String {
        LengthKind::show(value)
    }
}

/// Values that have names in data files.
pub(crate) trait Names: Copy + PartialEq + std::fmt::Debug + 'static {
    /// What is named, for "there is no `WHAT` …".
    const WHAT: &'static str;
    /// Each value with its name; the first where it has two.
    const NAMES: &'static [(&'static str, Self)];

    /// The value of a name.
    fn named(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The name of a value. Every value has one; a test of each type proves it.
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }
}

/// One of a few names.
pub(crate) struct Name<T>(PhantomData<T>);

impl<T: Names> Kind for Name<T> {
    type Value = T;

    fn takes() -> String {
        let names: Vec<String> = T::NAMES.iter().map(|(name, _)| format!("`\"{name}\"`")).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} or {last}", first.join(", ")),
        }
    }

    fn schema() -> Value {
        let names: Vec<&str> = T::NAMES.iter().map(|(name, _)| *name).collect();
        json!({ "enum": names })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<T> {
        let name = item.string("a string", sink)?;
        let found = T::named(&name.value);
        if found.is_none() {
            let known = T::NAMES.iter().map(|(known, _)| *known);
            let unknown = UnknownName::new(T::WHAT, &name.value, known);
            sink.push(unknown.error(Code::M002).at(&name.span));
        }
        found
    }
}

impl<T: Names> Shown for Name<T> {
    fn show(value: &T) -> String {
        format!("\"{}\"", value.name())
    }
}

/// A colour as in SVG.
pub(crate) struct Colour;

impl Kind for Colour {
    type Value = String;

    fn takes() -> String {
        "an SVG colour".to_owned()
    }

    fn schema() -> Value {
        Text::schema()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<String> {
        let text = item.string("a colour such as \"#888\"", sink)?;
        if svgtypes::Color::from_str(&text.value).is_ok() {
            return Some(text.value);
        }
        sink.push(
            Diagnostic::error(Code::M002, format!("there is no colour `{}`", escaped(&text.value)))
                .at(&text.span)
                .hint(near_colour(&text.value).unwrap_or_else(|| {
                    "write it as in SVG: \"#888\", \"#1a7f37\", \"grey\"".to_owned()
                })),
        );
        None
    }
}

/// The colour that was probably meant.
pub(crate) fn near_colour(typed: &str) -> Option<String> {
    did_you_mean(typed, COLOUR_NAMES.iter().copied())
}

impl Shown for Colour {
    fn show(value: &String) -> String {
        Text::show(value)
    }
}

/// A table under a key.
pub(crate) struct Inline<T>(PhantomData<T>);

impl<T: Table + Clone + std::fmt::Debug> Kind for Inline<T> {
    type Value = T;

    fn takes() -> String {
        let keys = T::keys();
        format!("`{{ {} }}`", keys.join(", "))
    }

    fn schema() -> Value {
        T::doc().reference()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<T> {
        let Some(fields) = item.table() else {
            item.wrong(&format!("{{ {} }}", T::keys().join(", ")), sink);
            return None;
        };
        T::read(&fields, sink)
    }

    fn tables() -> Vec<TableDoc> {
        vec![T::doc()]
    }
}

/// A table with a heading of its own: `[print]`.
pub(crate) struct Section<T>(PhantomData<T>);

impl<T: Table + Clone + std::fmt::Debug> Kind for Section<T> {
    type Value = T;

    fn takes() -> String {
        "a table".to_owned()
    }

    fn schema() -> Value {
        T::doc().reference()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<T> {
        let Some(mut fields) = item.table() else {
            item.wrong("a table", sink);
            return None;
        };
        fields.name = format!("[{}]", item.key);
        T::read(&fields, sink)
    }

    fn tables() -> Vec<TableDoc> {
        vec![T::doc()]
    }
}

/// One value for everything, or a table with a key for each part.
pub(crate) struct OneOr<K, T>(PhantomData<(K, T)>);

impl<K: Kind, T> Kind for OneOr<K, T>
where
    T: Table + From<Spanned<K::Value>> + Clone + std::fmt::Debug,
{
    type Value = T;

    fn takes() -> String {
        format!("{}, or {}", K::takes(), Inline::<T>::takes())
    }

    fn schema() -> Value {
        json!({ "anyOf": [K::schema(), Inline::<T>::schema()] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<T> {
        if item.value.is_table() {
            return Inline::<T>::read(item, sink);
        }
        K::read(item, sink).map(|value| T::from(Spanned::new(value, item.span.clone())))
    }

    fn tables() -> Vec<TableDoc> {
        Inline::<T>::tables()
    }
}

/// A list of values of one kind.
pub(crate) struct ListOf<K>(PhantomData<K>);

impl<K: Kind> Kind for ListOf<K> {
    type Value = Vec<Spanned<K::Value>>;

    fn takes() -> String {
        format!("a list, each item {}", K::takes())
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": K::schema() })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        let DeValue::Array(items) = item.value else {
            item.wrong("a list", sink);
            return None;
        };
        let one = |entry: &'_ toml::Spanned<DeValue<'_>>, sink: &mut Sink| {
            let span = Span::new(item.fields.source, entry.span());
            let entry = Item { key: item.key, fields: item.fields, value: entry.get_ref(), span };
            K::read(&entry, sink).map(|value| Spanned::new(value, entry.span))
        };
        Some(items.iter().filter_map(|entry| one(entry, sink)).collect())
    }
}

/// Tables in double brackets under a key: `[[expect]]`.
pub(crate) struct Entries<T>(PhantomData<T>);

impl<T: Table + Clone + std::fmt::Debug> Kind for Entries<T> {
    type Value = Vec<Spanned<T>>;

    fn takes() -> String {
        "tables in double brackets".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "array", "items": T::doc().reference() })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        let entries = item.entries(sink)?;
        let mut one = |fields: &Fields<'_, '_>| {
            T::read(fields, sink).map(|table| Spanned::new(table, fields.span.clone()))
        };
        Some(entries.iter().filter_map(&mut one).collect())
    }

    fn tables() -> Vec<TableDoc> {
        vec![T::doc()]
    }
}

/// A table with keys of one's own, each with a value of one kind, in the order of the file.
pub(crate) struct Free<K>(PhantomData<K>);

impl<K: Kind> Kind for Free<K> {
    type Value = Vec<(Spanned<String>, Spanned<K::Value>)>;

    fn takes() -> String {
        format!("a table with keys of your own, each with {}", K::takes())
    }

    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": K::schema() })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        let Some(fields) = item.table() else {
            item.wrong("a table", sink);
            return None;
        };
        let mut entries: Vec<_> = fields.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let mut read = Vec::new();
        for (key, entry) in entries {
            let place = |range| Span::new(fields.source, range);
            let name = Spanned::new(key.get_ref().to_string(), place(key.span()));
            let span = place(entry.span());
            let entry = Item { key: &name.value, fields: &fields, value: entry.get_ref(), span };
            if let Some(value) = K::read(&entry, sink) {
                let value = Spanned::new(value, entry.span.clone());
                read.push((name, value));
            }
        }
        Some(read)
    }
}

/// A string, a number, or true or false.
pub(crate) struct Scalar;

impl Kind for Scalar {
    type Value = tera::Value;

    fn takes() -> String {
        "a string, a number, or true or false".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": ["string", "number", "boolean"] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<tera::Value> {
        match item.value {
            DeValue::Array(_) | DeValue::Table(_) => {
                item.wrong("a string, a number, or true or false", sink);
                None
            }
            scalar => Some(super::value::value(scalar)),
        }
    }
}

/// Tables with names under a key: `[deck.artists]`, in the order of the file.
pub(crate) struct Named<T>(PhantomData<T>);

impl<T: Table + Clone + std::fmt::Debug> Kind for Named<T> {
    type Value = Vec<(Spanned<String>, T)>;

    fn takes() -> String {
        "tables, each with a name".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "object", "additionalProperties": T::doc().reference() })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        let Some(group) = item.table() else {
            item.wrong("a table", sink);
            return None;
        };
        let mut names: Vec<_> = group.table.iter().collect();
        names.sort_by_key(|(name, _)| name.span().start);
        let mut tables = Vec::new();
        for (name, entry) in names {
            let span = Span::new(group.source, entry.span());
            let key = format!("{}.{}", item.key, name.get_ref());
            let entry = Item { key: &key, fields: &group, value: entry.get_ref(), span };
            let Some(mut fields) = entry.table() else {
                entry.wrong("a table", sink);
                continue;
            };
            fields.name = format!("{} `{}`", item.key, escaped(name.get_ref()));
            fields.span = Span::new(group.source, name.span());
            let name = Spanned::new(name.get_ref().to_string(), fields.span.clone());
            tables.extend(T::read(&fields, sink).map(|table| (name, table)));
        }
        Some(tables)
    }

    fn tables() -> Vec<TableDoc> {
        vec![T::doc()]
    }
}
