//! Text to a TOML tree, with hints for the slips that designers make.

use std::sync::Arc;

use toml::Spanned;
use toml::de::DeTable;

use crate::diag::{Code, Diagnostic, Sink, Source, Span};

/// The tree of a file without faults. Otherwise all its faults go to the sink, the first of each
/// line: the others of a line follow from it.
pub(crate) fn parse<'s>(source: &'s Arc<Source>, sink: &mut Sink) -> Option<Spanned<DeTable<'s>>> {
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    let mut lines: Vec<usize> = Vec::new();
    for error in &errors {
        let span = Span::new(source, error.span().unwrap_or(0..0));
        let line = span.start().0;
        if lines.contains(&line) {
            continue;
        }
        lines.push(line);
        let text = source.text.lines().nth(line - 1).unwrap_or("");
        sink.push(
            Diagnostic::error(Code::S002, error.message())
                .at(&span)
                .maybe_hint(slip(error.message(), text)),
        );
    }
    errors.is_empty().then_some(table)
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
