//! A table in JSON: a list of objects, one for each row.
//!
//! Values keep their types, as those of `[[deck.ID.card]]` do. Notes, trailing commas and other
//! liberties are no JSON and are refused.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use jsonc_parser::ast::{Array, Object, ObjectProp, Value as Json};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use tera::{Map, Value};

use super::records::plain;
use super::rows::{Cell, Row};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, escaped};
use crate::game::toml::value;

/// The rows, each with every column; what an object leaves out is empty.
pub(super) fn rows(source: &Arc<Source>, sink: &mut Sink) -> Vec<Row> {
    let parsed = match parse_to_ast(&source.text, &CollectOptions::default(), &STRICT) {
        Ok(parsed) => parsed,
        Err(error) => {
            let range = error.range();
            let message = format!("broken JSON: {}", error.kind());
            let at = Span::new(source, range.start..range.end);
            sink.push(Diagnostic::error(Code::S018, message).at(&at));
            return Vec::new();
        }
    };
    let Some(Json::Array(list)) = parsed.value else {
        let fault = Diagnostic::error(Code::S018, "the table is not a list of objects");
        sink.push(fault.at(&Span::new(source, 0..1)).hint(FORM));
        return Vec::new();
    };
    let objects = objects(source, &list, sink);
    let columns: IndexSet<String> =
        objects.iter().flat_map(|object| &object.properties).map(name).collect();
    objects.into_iter().map(|object| row(source, &columns, object, sink)).collect()
}

const STRICT: ParseOptions = ParseOptions {
    allow_comments: false,
    allow_loose_object_property_names: false,
    allow_trailing_commas: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

const FORM: &str = "write one object for each row: [{ \"name\": \"Mira\", \"copies\": 2 }, …]";

fn objects<'a, 'j>(
    source: &Arc<Source>,
    list: &'a Array<'j>,
    sink: &mut Sink,
) -> Vec<&'a Object<'j>> {
    let mut found = Vec::new();
    for item in &list.elements {
        match item {
            Json::Object(object) => found.push(object),
            other => sink.push(
                Diagnostic::error(Code::S018, "a row is not an object")
                    .at(&span(source, other))
                    .hint(FORM),
            ),
        }
    }
    found
}

fn span(source: &Arc<Source>, node: &impl Ranged) -> Span {
    let range = node.range();
    Span::new(source, range.start..range.end)
}

fn name(property: &ObjectProp<'_>) -> String {
    plain(property.name.as_str())
}

fn row(
    source: &Arc<Source>,
    columns: &IndexSet<String>,
    object: &Object<'_>,
    sink: &mut Sink,
) -> Row {
    let here = span(source, object);
    let mut written: IndexMap<String, Cell> = IndexMap::new();
    for property in &object.properties {
        let key = span(source, &property.name);
        let cell = Cell { value: value_of(&property.value), span: span(source, &property.value) };
        if let Some(first) = written.insert(name(property), cell) {
            let message = format!("`{}` is there twice", escaped(property.name.as_str()));
            let fault = Diagnostic::error(Code::S008, message).at(&key);
            sink.push(fault.also(&first.span, "first given here"));
        }
    }
    let cells = columns.iter().map(|column| {
        let empty = || Cell {
            value: Value::from(""),
            span: Span::new(source, here.range().end.saturating_sub(1)..here.range().end),
        };
        (column.clone(), written.swap_remove(column).unwrap_or_else(empty))
    });
    Row { cells: cells.collect(), span: here }
}

/// How deep lists and objects may be nested is limited by the parser.
fn value_of(json: &Json<'_>) -> Value {
    match json {
        Json::StringLit(text) => Value::from(text.value.trim()),
        Json::NumberLit(number) => value::number_of(number.value),
        Json::BooleanLit(truth) => Value::from(truth.value),
        Json::NullKeyword(_) => Value::from(""),
        Json::Array(list) => Value::from(list.elements.iter().map(value_of).collect::<Vec<_>>()),
        Json::Object(object) => {
            let mut map = Map::new();
            for property in &object.properties {
                map.insert(property.name.as_str().to_owned().into(), value_of(&property.value));
            }
            Value::from(map)
        }
    }
}
