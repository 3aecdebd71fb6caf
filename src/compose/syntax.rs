//! What tera says of a template that it cannot read, in words that lead to the mistake: the tag
//! that was opened in place of the end of the file, and the name that was meant.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::functions::FUNCTIONS;
use crate::diag::{Diagnostic, Source, Span, did_you_mean};
use crate::lookups::{Library, unclosed};

/// The filters of tera, and ours.
const FILTERS: &[&str] = &[
    "abs",
    "capitalize",
    "default",
    "escape",
    "escape_html",
    "escape_xml",
    "first",
    "float",
    "get",
    "group_by",
    "indent",
    "int",
    "join",
    "keys",
    "last",
    "length",
    "lower",
    "newlines_to_br",
    "noun",
    "nth",
    "pairs",
    "pluralize",
    "replace",
    "reverse",
    "round",
    "safe",
    "sort",
    "split",
    "str",
    "title",
    "trim",
    "trim_end",
    "trim_start",
    "truncate",
    "unique",
    "upper",
    "values",
    "wordcount",
    "words",
];
/// The tests of tera.
const TESTS: &[&str] = &[
    "array",
    "bool",
    "containing",
    "defined",
    "divisible_by",
    "ending_with",
    "even",
    "float",
    "integer",
    "iterable",
    "map",
    "none",
    "null",
    "number",
    "odd",
    "starting_with",
    "string",
    "undefined",
];
/// The words that tags begin with.
const TAGS: &[&str] = &[
    "block",
    "break",
    "component",
    "continue",
    "elif",
    "else",
    "endblock",
    "endcomponent",
    "endfilter",
    "endfor",
    "endif",
    "endset",
    "extends",
    "filter",
    "for",
    "if",
    "include",
    "raw",
    "set",
    "set_global",
];

/// The fault with the place and the hint that help.
pub(super) fn explained(
    mut fault: Diagnostic,
    sources: &BTreeMap<String, Arc<Source>>,
) -> Diagnostic {
    if fault.message.starts_with("circular include") {
        return circular(fault, sources);
    }
    let Some(span) = fault.span.clone() else { return fault };
    let source = span.source();
    let (before, after) = source.text.split_at(span.range().start);
    if fault.message == "unexpected end of input"
        && let Some(open) = unclosed(&source.text)
    {
        fault.message = format!("`{{% {} %}}` is never closed", open.word);
        fault.span = Some(Span::new(source, open.range));
        return fault.hint(format!("write `{}` where it ends", open.end));
    }
    if let Some((what, name)) = unknown(&fault.message) {
        let texts = || sources.iter().map(|(name, source)| (name.as_str(), source.text.as_str()));
        let near = match what {
            "filter" => did_you_mean(name, FILTERS.iter().copied()),
            "test" => did_you_mean(name, TESTS.iter().copied()),
            "function" => {
                let own = FUNCTIONS.iter().map(|function| function.name);
                did_you_mean(name, own.chain(["range", "throw"]))
            }
            "template" => did_you_mean(name, sources.keys().map(String::as_str)),
            "component" => {
                let library = Library::new(texts());
                did_you_mean(name, library.component_names())
            }
            _ => None,
        };
        return fault.maybe_hint(near);
    }
    if fault.message == "unknown tag" {
        let length = after.find(|c: char| !c.is_alphanumeric() && c != '_');
        let word = &after[..length.unwrap_or(after.len())];
        if word.starts_with("end") && TAGS.contains(&word) || matches!(word, "else" | "elif") {
            fault.message = format!("`{{% {word} %}}` belongs to no tag that is open");
            return fault.hint("delete it, or look for a tag before it that was closed too early");
        }
        let near = match word {
            "elseif" | "elsif" => Some("did you mean `elif`?".to_owned()),
            _ => did_you_mean(word, TAGS.iter().copied()),
        };
        fault.message = format!("there is no tag `{word}`");
        return fault.maybe_hint(near);
    }
    // What follows a tag that was not closed is found in the next line.
    if fault.message.starts_with("found") {
        let open = before.rfind("{{").max(before.rfind("{%"));
        if let Some(open) = open
            && (before[open..].contains('\n') || after.starts_with("</"))
            && !fault.message.starts_with("found `,`")
        {
            let sign = &before[open..open + 2];
            let close = if sign == "{{" { "}}" } else { "%}" };
            fault.message = format!("`{sign}` is never closed");
            fault.span = Some(Span::new(source, open..open + 2));
            return fault.hint(format!("write `{close}` where the tag ends"));
        }
    }
    let hint = if after.starts_with("&&") {
        Some("write `and`")
    } else if after.starts_with("||") {
        Some("write `or`")
    } else if after.starts_with('!') {
        Some("write `not`")
    } else if after.starts_with('?') {
        Some("write `a if condition else b`")
    } else if fault.message.starts_with("found `=`") {
        Some("write `==` to compare")
    } else if fault.message.starts_with("found `}`") {
        Some("close the tag with `}}`")
    } else if fault.message.starts_with("found identifier but expected")
        || fault.message.starts_with("found integer but expected identifier")
    {
        Some(
            "a column whose name holds a space or begins with a digit stands in brackets: \
             card[\"hit points\"]",
        )
    } else {
        None
    };
    fault.maybe_hint(hint)
}

/// ``unknown filter `uper` ``
fn unknown(message: &str) -> Option<(&str, &str)> {
    let (what, rest) = message.strip_prefix("unknown ")?.split_once(" `")?;
    Some((what, rest.split('`').next()?))
}

/// Templates that include each other, reported where the first of them includes the next.
fn circular(mut fault: Diagnostic, sources: &BTreeMap<String, Arc<Source>>) -> Diagnostic {
    let names: Vec<&str> = fault.message.split('"').skip(1).step_by(2).collect();
    let place = names.windows(2).find_map(|pair| {
        let [from, to] = pair else { return None };
        let source = sources.get(*from)?;
        Span::file(source)
            .source()
            .text
            .find(&format!("\"{to}\""))
            .map(|at| Span::new(source, at..at + to.len() + 2))
    });
    let chain = names.join("`, which includes `");
    if !names.is_empty() {
        fault.message = format!("a template includes itself: `{chain}`");
    }
    fault.span = place;
    fault.hint("take one of the includes out, or draw what repeats with a loop")
}
