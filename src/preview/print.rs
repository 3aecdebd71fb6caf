//! What the page asks to print, and the command that would print the same.

use serde_json::Value;

use crate::build::{self, Choice};
use crate::compose::Ink;
use crate::game::Overrides;
use crate::job::PrintOptions;
use crate::session::{Face, Snapshot};

/// What is to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PrintRequest {
    /// None means all.
    components: Vec<String>,
    /// Only cards that have changed.
    only_changed: bool,
    low_ink: bool,
    language: Option<String>,
}

impl PrintRequest {
    /// Reads a request; nothing if it is none.
    pub(super) fn parse(body: &Value) -> Option<Self> {
        let flag = |name: &str| match body.get(name) {
            None | Some(Value::Null) => Some(false),
            Some(value) => value.as_bool(),
        };
        let components = match body.get("components") {
            None | Some(Value::Null) => Vec::new(),
            Some(list) => {
                let names = list.as_array()?.iter().map(|name| name.as_str().map(str::to_owned));
                names.collect::<Option<_>>()?
            }
        };
        let language = match body.get("language") {
            None | Some(Value::Null) => None,
            Some(value) => Some(value.as_str()?.to_owned()),
        };
        let only_changed = flag("changed")?;
        Some(Self { components, only_changed, low_ink: flag("lowInk")?, language })
    }

    /// The cards that have changed, each once, in the order of the game.
    fn changed(&self, snapshot: &Snapshot) -> Vec<String> {
        let is_wanted = |face: &&Face| {
            face.change.is_some()
                && (self.components.is_empty() || self.components.contains(&face.component))
        };
        let mut cards: Vec<String> =
            snapshot.faces.iter().filter(is_wanted).map(|face| face.of.clone()).collect();
        // Panels of one card follow each other.
        cards.dedup();
        cards
    }

    /// How to build it; nothing if nothing has changed.
    pub(super) fn options(
        &self,
        snapshot: &Snapshot,
        overrides: &Overrides,
    ) -> Option<build::Options> {
        let cards = if self.only_changed { self.changed(snapshot) } else { Vec::new() };
        if self.only_changed && cards.is_empty() {
            return None;
        }
        // Cards name their components; a component of which nothing has changed prints nothing.
        let components = if cards.is_empty() { self.components.clone() } else { Vec::new() };
        let ink = if self.low_ink { Ink::Low } else { Ink::Full };
        let lang = self.language.clone().or_else(|| overrides.lang.clone());
        Some(build::Options {
            overrides: Overrides { lang, ..overrides.clone() },
            components,
            choice: Choice { cards, ..Choice::default() },
            print: PrintOptions { ink, ..PrintOptions::default() },
            since: None,
            deny_warnings: false,
        })
    }
}

/// The command that builds the same.
pub(super) fn command(game: &str, options: &build::Options) -> String {
    let mut command = format!("pnp build --game {game}");
    for component in &options.components {
        command.push_str(&format!(" --component {component}"));
    }
    for card in &options.choice.cards {
        command.push_str(&format!(" --card {card}"));
    }
    if let Some(lang) = &options.overrides.lang {
        command.push_str(&format!(" --lang {lang}"));
    }
    if let Some(paper) = &options.overrides.paper {
        command.push_str(&format!(" --paper {}", paper.name));
    }
    if options.print.ink == Ink::Low {
        command.push_str(" --ink low");
    }
    command
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn requests_of_any_other_form_are_none() {
        let request = PrintRequest::parse(&json!({
            "components": ["a"], "changed": true, "lowInk": false, "language": "it", "more": 1
        }));
        let wanted = PrintRequest {
            components: vec!["a".to_owned()],
            only_changed: true,
            low_ink: false,
            language: Some("it".to_owned()),
        };
        assert_eq!(request, Some(wanted));
        assert_eq!(PrintRequest::parse(&json!({})), Some(PrintRequest::default()));
        for other in [
            json!({"components": "a"}),
            json!({"components": [1]}),
            json!({"changed": "yes"}),
            json!({"language": 1}),
        ] {
            assert_eq!(PrintRequest::parse(&other), None, "{other}");
        }
    }
}
