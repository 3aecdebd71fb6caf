//! JSON Schema of the data files, made of the declarations of their keys, for editors.

use serde_json::{Map, Value, json};

use super::game_file::GameKeys;
use super::printer::PrinterKeys;
use super::toml::{Absent, KeyDoc, Table, TableDoc};

/// The draft that editors of TOML understand.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The schema of `game.toml`.
pub fn game_schema() -> Value {
    schema("game.toml of pnp", &GameKeys::doc())
}

/// The schema of the file of a printer.
pub fn printer_schema() -> Value {
    schema("the file of a printer of pnp", &PrinterKeys::doc())
}

fn schema(title: &str, root: &TableDoc) -> Value {
    let mut definitions = Map::new();
    for table in root.all() {
        definitions.insert(TableDoc::definition(table.title), of_table(table));
    }
    let mut schema = of_table(root);
    schema["$schema"] = json!(DRAFT);
    schema["title"] = json!(title);
    schema["definitions"] = Value::Object(definitions);
    schema
}

fn of_table(table: &TableDoc) -> Value {
    let mut properties = Map::new();
    let mut required: Vec<&str> = Vec::new();
    collect(table, &mut properties, &mut required);
    // Keys of tables that only some values ask for may be missing.
    let mut of_some: Vec<&str> = Vec::new();
    for beside in keys_of(table).into_iter().flat_map(|key| &key.beside) {
        collect(beside, &mut properties, &mut of_some);
    }
    let is_open = is_open(table);
    json!({
        "type": "object",
        "description": table.about,
        "properties": properties,
        "required": required,
        "additionalProperties": is_open,
    })
}

/// Whether it takes keys that no declaration names: those of a language, say.
fn is_open(table: &TableDoc) -> bool {
    table.is_open
        || keys_of(table).iter().any(|key| is_placeholder(key))
        || table.includes.iter().any(is_open)
}

/// The keys of a table, and of those whose keys it takes.
fn keys_of(table: &TableDoc) -> Vec<&KeyDoc> {
    let included = table.includes.iter().flat_map(keys_of);
    table.keys.iter().chain(included).collect()
}

/// The reference names what stands for many keys in capitals.
fn is_placeholder(key: &KeyDoc) -> bool {
    key.key.chars().all(|c| c.is_ascii_uppercase())
}

fn collect<'t>(
    table: &'t TableDoc,
    properties: &mut Map<String, Value>,
    required: &mut Vec<&'t str>,
) {
    for key in keys_of(table).into_iter().filter(|key| !is_placeholder(key)) {
        let property = of_key(key);
        match properties.get_mut(key.key) {
            // The same key may take one thing or another, depending on the value of a third.
            Some(known) if *known != property => {
                let either = json!({ "anyOf": [known.take(), property] });
                *known = either;
            }
            Some(_) => {}
            None => {
                properties.insert(key.key.to_owned(), property);
            }
        }
        if key.absent == Absent::Required && !required.contains(&key.key) {
            required.push(key.key);
        }
    }
}

fn of_key(key: &KeyDoc) -> Value {
    // What stands beside a `$ref` does not count.
    let mut schema = if key.schema.get("$ref").is_some() {
        json!({ "allOf": [key.schema] })
    } else {
        key.schema.clone()
    };
    let absent = match &key.absent {
        Absent::Required => " Required.".to_owned(),
        Absent::Value(value) => {
            if let Some(default) = of_toml(value) {
                schema["default"] = default;
            }
            String::new()
        }
        Absent::Words(words) => format!(" When left out: {words}."),
    };
    schema["description"] = json!(format!("{}{absent}", key.doc));
    schema
}

/// A default as JSON.
fn of_toml(value: &str) -> Option<Value> {
    let table: toml::Table = format!("value = {value}").parse().ok()?;
    serde_json::to_value(table.get("value")?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_to_a_definition() {
        for schema in [game_schema(), printer_schema()] {
            let definitions = schema["definitions"].as_object().expect("definitions");
            let text = schema.to_string();
            let references = text.split("\"$ref\":\"#/definitions/").skip(1);
            let names: Vec<&str> = references.filter_map(|rest| rest.split('"').next()).collect();
            assert!(!names.is_empty() || definitions.len() == 1);
            for name in names {
                assert!(definitions.contains_key(name), "no definition of {name}");
            }
        }
    }
}
