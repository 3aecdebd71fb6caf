//! Which keys of which maps are read.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::shape::{Keys, Shape};

/// The keys that texts read, of maps that are noted under a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reads {
    keys: BTreeSet<(Arc<str>, String)>,
    /// Maps of which any key may be read.
    all: BTreeSet<Arc<str>>,
    /// Whether there are texts in which not everything could be followed.
    is_anything: bool,
}

impl Reads {
    /// Whether a key is read, as far as can be known.
    pub(crate) fn has(&self, origin: &str, key: &str) -> bool {
        self.is_anything
            || self.all.contains(origin)
            || self.keys.contains(&(origin.into(), key.to_owned()))
    }

    pub(super) fn key(&mut self, of: &Keys, name: &str) {
        for origin in &of.origins {
            self.keys.insert((Arc::clone(origin), name.to_owned()));
        }
    }

    /// Some key, nobody knows which.
    pub(super) fn any_key(&mut self, of: &Keys) {
        self.all.extend(of.origins.iter().cloned());
    }

    /// Everything in a value.
    pub(super) fn whole(&mut self, shape: &Shape) {
        match shape {
            Shape::Map(keys) => {
                self.any_key(keys);
                for shape in keys.entries.values() {
                    self.whole(shape);
                }
            }
            Shape::List(item) | Shape::Dict(item) => self.whole(item),
            Shape::Any | Shape::Text(_) | Shape::Flag(_) => {}
        }
    }

    pub(super) fn anything(&mut self) {
        self.is_anything = true;
    }
}

/// The names that a text mentions as those of a variable, wherever in it and in whatever quotes:
/// `card.act`, `card?.act`, `card["act"]`.
pub(crate) fn mentioned(text: &str, variable: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(variable) {
        let rest = text.get(at + variable.len()..).unwrap_or_default();
        let rest = rest.strip_prefix('?').unwrap_or(rest);
        let name: Option<String> = if let Some(rest) = rest.strip_prefix('.') {
            Some(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
        } else {
            let quoted = rest.strip_prefix('[').map(|rest| rest.trim_start_matches('\\'));
            quoted.and_then(|rest| {
                let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
                let rest = rest.get(1..)?;
                let end = rest.find(quote)?;
                rest.get(..end).map(|name| name.trim_end_matches('\\').to_owned())
            })
        };
        found.extend(name.filter(|name| !name.is_empty()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_texts_of_any_kind() {
        for (text, names) in [
            ("card.act == 'tiger'", vec!["act"]),
            ("where = \"card['hit points'] | int > 3 and card?.act\"", vec!["hit points", "act"]),
            ("\"card[\\\"kind\\\"]\"", vec!["kind"]),
            ("![](face:artists?where=card.act=='x')", vec!["act"]),
            ("card, cards and card", vec![]),
        ] {
            assert_eq!(mentioned(text, "card"), names, "{text}");
        }
    }
}
