//! What the page asks to print, and the command that would print the same.

use serde_json::Value;

use crate::build::{self, Choice};
use crate::compose::Ink;
use crate::game::Overrides;
use crate::job::PrintOptions;
use crate::session::Snapshot;

/// What is to be printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PrintRequest {
    /// None means all.
    components: Vec<String>,
    /// Only components that have changed.
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

    /// The components to print, in the order of the game; none means all.
    fn components(&self, snapshot: &Snapshot) -> Vec<String> {
        if !self.only_changed {
            return self.components.clone();
        }
        let all = snapshot.game.iter().flat_map(|game| &game.components);
        let is_wanted = |id: &String| {
            (self.components.is_empty() || self.components.contains(id))
                && snapshot.faces.iter().any(|f| f.component == *id && f.change.is_some())
        };
        all.map(|component| component.id.clone()).filter(is_wanted).collect()
    }

    /// How to build it; nothing if nothing has changed.
    pub(super) fn options(
        &self,
        snapshot: &Snapshot,
        overrides: &Overrides,
    ) -> Option<build::Options> {
        let components = self.components(snapshot);
        if self.only_changed && components.is_empty() {
            return None;
        }
        let ink = if self.low_ink { Ink::Low } else { Ink::Full };
        let lang = self.language.clone().or_else(|| overrides.lang.clone());
        Some(build::Options {
            overrides: Overrides { lang, ..overrides.clone() },
            components,
            choice: Choice::default(),
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
