//! Text to a TOML tree, with hints for the slips that designers make.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::DeTable;

use crate::diag::{Code, Diagnostic, Sink, Source, Span};

/// The tree of a file without faults. Otherwise all its faults go to the sink, the first of each
/// line: the others of a line follow from it.
pub(crate) fn parse<'s>(source: &'s Arc<Source>, sink: &mut Sink) -> Option<Spanned<DeTable<'s>>> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut lines: HashSet<usize> = HashSet::new();
    for error in &errors {
        let is_deep = error.message().contains("recursion") || error.message().contains("recurse");
        // The parser does not say where a key has too many parts.
        let written = error.span().filter(|range| !is_deep || !range.is_empty());
        let range = written.unwrap_or_else(|| longest_line(&source.text));
        let span = Span::new(source, range);
        let line = span.start().0;
        if !lines.insert(line) {
            continue;
        }
        let fault = if is_deep {
            Diagnostic::error(Code::S002, "tables and lists are nested too deep")
                .hint("no key of a game stands more than a few levels deep")
        } else {
            let start = source.text[..span.range().start].rfind('\n').map_or(0, |end| end + 1);
            let text = source.text[start..].lines().next().unwrap_or("");
            Diagnostic::error(Code::S002, error.message()).maybe_hint(slip(error.message(), text))
        };
        sink.push(fault.at(&span));
    }
    errors.is_empty().then_some(table)
}

/// The line with the most points: a key of too many parts, if there is one.
fn longest_line(text: &str) -> Range<usize> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        start += line.len();
        (start - line.len(), line)
    });
    let points = |line: &str| line.bytes().filter(|byte| *byte == b'.').count();
    let longest = lines.max_by_key(|(_, line)| points(line));
    longest.map_or(0..0, |(start, line)| start..start + line.trim_end().len())
}

fn slip(message: &str, line: &str) -> Option<String> {
    let value = line
        .split_once('=')
        .map_or(line, |(_, value)| value)
        .split('#')
        .next()
        .unwrap_or("")
        .trim();
    if value.contains(['“', '”', '„', '‘', '’']) {
        return Some(
            "write straight quotes, as in \"text\"; word processors make them curly".to_owned(),
        );
    }
    if message.contains("escape")
        || message.contains("unicode")
        || value.starts_with('"') && value.contains('\\')
    {
        return Some(
            "a backslash begins an escape in double quotes; write the string in single quotes, or \
             a path with /"
                .to_owned(),
        );
    }
    let number = value
        .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '/' | '-'));
    if number.len() < value.len() {
        let unit = number.trim();
        if value.contains(',') {
            return Some(format!(
                "write decimals with a point, and a length in quotes with its unit, as in \"{}mm\"",
                value[..value.len() - number.len()].replace(',', ".")
            ));
        }
        if ["mm", "cm", "in", "pt", ""].contains(&unit) {
            return Some(format!(
                "write a length in quotes, as in \"{}{}\"",
                &value[..value.len() - number.len()],
                if unit.is_empty() { "mm" } else { unit }
            ));
        }
    }
    (message.contains("duplicate key")).then(|| "a table can have each key only once".to_owned())
}
