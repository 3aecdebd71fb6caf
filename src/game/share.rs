//! The letter of sheets that several components share.

use super::toml::{Item, Kind};
use crate::diag::{Code, Diagnostic, Sink, escaped};
use serde_json::{Value, json};

/// A letter under which components share sheets.
pub(crate) struct ShareKey;

impl Kind for ShareKey {
    type Value = char;

    fn takes() -> String {
        "a letter from `\"a\"` to `\"z\"`".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string", "pattern": "^[a-z]$" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<char> {
        let text = item.string("a letter", sink)?;
        let mut letters = text.value.chars();
        if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
            return Some(letter);
        }
        let message = format!("`{}` cannot name shared sheets", escaped(&text.value));
        sink.push(
            Diagnostic::error(Code::M009, message)
                .at(&text.span)
                .hint("use one letter from a to z"),
        );
        None
    }
}
