//! `languages`, and the language of a build.

use serde_json::{Value, json};
use toml::de::DeValue;

use super::toml::{Item, Kind, ListOf, Text};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName, escaped};

/// The language of a game that states none.
pub(super) const USUAL: &str = "en";

/// The languages of a game, the default first. There is at least one, and each stands there once.
pub(crate) struct Languages;

impl Kind for Languages {
    type Value = Vec<Spanned<String>>;

    fn takes() -> String {
        "a list of strings such as `[\"en\", \"it\"]`".to_owned()
    }

    fn schema() -> Value {
        json!({
            "type": "array", "minItems": 1,
            "items": { "type": "string", "pattern": "^[A-Za-z0-9-]+$" },
        })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        let DeValue::Array(_) = item.value else {
            item.wrong("a list of strings", sink);
            return None;
        };
        let written = ListOf::<Text>::read(item, sink)?;
        if written.is_empty() {
            let message = "`languages`: expected at least one language, found an empty list";
            sink.push(Diagnostic::error(Code::S004, message).at(&item.span));
        }
        let mut languages: Vec<Spanned<String>> = Vec::new();
        for name in written {
            let Spanned { value, span } = &name;
            // The name becomes part of the names of files.
            if value.is_empty() || !value.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
                let message = format!("`{}` is not the name of a language", escaped(value));
                sink.push(
                    Diagnostic::error(Code::M009, message).at(span).hint(
                        "use a short name of letters, digits and `-`, such as `en` or `pt-BR`",
                    ),
                );
            } else if let Some(first) =
                languages.iter().find(|known| known.value.eq_ignore_ascii_case(value))
            {
                let message = format!("language `{value}` is listed twice");
                sink.push(
                    Diagnostic::error(Code::M008, message)
                        .at(span)
                        .also(&first.span, "first listed here"),
                );
            } else {
                languages.push(name);
            }
        }
        Some(languages)
    }
}

/// The language of a build: the one asked for, else the default.
pub(super) fn chosen(
    game: &str,
    languages: &[String],
    asked: Option<&str>,
    sink: &mut Sink,
) -> String {
    let default = languages[0].clone();
    let Some(asked) = asked else { return default };
    if let Some(found) = languages.iter().find(|lang| lang.eq_ignore_ascii_case(asked)) {
        return found.clone();
    }
    let known = languages.iter().map(String::as_str);
    sink.push(
        Diagnostic::error(Code::M011, format!("`{game}` has no language `{asked}`"))
            .maybe_hint(UnknownName::new("language", asked, known).hint()),
    );
    default
}
