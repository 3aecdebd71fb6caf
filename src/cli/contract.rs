//! The contract of a game: each promise with what was found, and the rule that it comes from.

use serde_json::json;

use super::table::{count, lines};
use crate::diag::{Promise, escaped};

/// Longer sentences are cut at the end; the rules have them whole.
const MAX_QUOTE: usize = 160;

/// The contract as lines for people. The rule stands below its promise.
pub(super) fn table(name: &str, promises: &[Promise]) -> String {
    let broken = promises.iter().filter(|promise| !promise.is_kept()).count();
    let verdict = match broken {
        0 => "all kept".to_owned(),
        broken => format!("{broken} broken"),
    };
    let mut text = format!("{name}: {}, {verdict}\n", count(promises.len(), "promise"));
    let rows: Vec<[String; 3]> = promises
        .iter()
        .map(|promise| {
            let mark = if promise.is_kept() { "kept" } else { "BROKEN" };
            let variant = promise.variant.as_ref().map(|name| format!("{name}: "));
            let that = variant.unwrap_or_default() + &promise.that;
            [mark.to_owned(), escaped(&promise.found), escaped(&that)]
        })
        .collect();
    let table = lines(&rows, &[false, false, false]);
    let indent = 4 + rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    for (line, promise) in table.lines().zip(promises) {
        text.push_str(&format!("{line}\n"));
        if let Some(rule) = &promise.from {
            let quote = rule.quote.as_deref().map(|quote| format!(": “{}”", shortened(quote)));
            let quote = quote.unwrap_or_default();
            text.push_str(&format!("{:indent$}{}{quote}\n", "", escaped(&rule.address)));
        }
    }
    text
}

/// The contract as a JSON object for each promise, in a line.
pub(super) fn json_lines(name: &str, promises: &[Promise]) -> String {
    let line = |promise: &Promise| {
        let (line, column) = promise.span.start();
        let rule = promise.from.as_ref();
        let promise = json!({
            "game": name, "promise": promise.that, "kept": promise.is_kept(),
            "found": promise.found, "component": promise.component, "variant": promise.variant,
            "file": promise.span.path(), "line": line, "column": column,
            "from": rule.map(|rule| &rule.address),
            "quote": rule.and_then(|rule| rule.quote.as_ref()),
        });
        format!("{promise}\n")
    };
    promises.iter().map(line).collect()
}

fn shortened(quote: &str) -> String {
    let quote = escaped(quote);
    if quote.chars().count() <= MAX_QUOTE {
        return quote;
    }
    let kept: String = quote.chars().take(MAX_QUOTE - 1).collect();
    format!("{}…", kept.trim_end())
}
