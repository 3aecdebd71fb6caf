//! Reads XML, and says of what is broken where it was broken.

use roxmltree::{Document, Error};

use super::fault::Fault;
use super::nesting;
use super::tag::start_tag_end;
use crate::diag::Code;

/// Reads a text whose prolog was taken away. What it returns is not too deep to be read by
/// recursion.
pub(crate) fn read(text: &str) -> Result<Document<'_>, Fault> {
    let document = Document::parse(text).map_err(|error| explain(text, &error))?;
    match nesting::too_deep(text, &document) {
        Some(fault) => Err(fault),
        None => Ok(document),
    }
}

fn explain(text: &str, error: &Error) -> Fault {
    let position = error.pos();
    let line = text.lines().nth(position.row.saturating_sub(1) as usize).unwrap_or_default();
    let column = position.col.saturating_sub(1) as usize;
    let tail: String = line.chars().skip(column).collect();
    let broken = |what: String| Fault::error(Code::F001, what);
    let shown = |fault: Fault| {
        let line = line.trim();
        if line.is_empty() {
            return fault;
        }
        fault.hint(format!("the filled line is `{}`", shorten(line)))
    };
    match error {
        Error::UnexpectedCloseTag(open, close, _) => {
            let tag = unclosed(text, text_offset(text, error));
            let fault = broken(format!(
                "the filled template is not well-formed SVG: <{open}> is never closed; \
                 </{close}> comes first"
            ));
            fault.near(tag).near(tail).hint(format!("end it with </{open}>, or as <{open} … />"))
        }
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            let tag = unclosed(text, text.len());
            let name = name_of(&tag).to_owned();
            let fault = if name.is_empty() {
                broken("the filled template is not well-formed SVG: it ends too early".to_owned())
            } else {
                broken(format!(
                    "the filled template is not well-formed SVG: <{name}> is never closed"
                ))
            };
            fault.near(tag).hint(if name.is_empty() {
                "a template is one <svg> element".to_owned()
            } else {
                format!("end it with </{name}>, or as <{name} … />")
            })
        }
        Error::MalformedEntityReference(_) | Error::UnknownEntityReference(_, _) => {
            let raw = tail.find('&').map_or(tail.as_str(), |at| &tail[at..]);
            let piece = raw.split([' ', '<', '"', '\'']).next().unwrap_or("&");
            let fault = match error {
                Error::UnknownEntityReference(name, _) => broken(format!(
                    "the filled template is not well-formed SVG: there is no entity `&{name};`"
                )),
                _ => broken(
                    "the filled template is not well-formed SVG: `&` begins an entity".to_owned(),
                ),
            };
            let fault = fault.inside(line, piece).near(piece.to_owned()).near(line.trim());
            shown(fault.hint(
                "write `&amp;` for the character `&`, and other characters as they are or by \
                 their number, as in `&#160;`",
            ))
        }
        Error::InvalidChar2(expected, _, _) if expected.contains("quote") => {
            // The value begins where the quote is missing; the name stands before it.
            let head: String = line.chars().take(column).collect();
            let name = head.rsplit(char::is_whitespace).next().unwrap_or_default();
            let value = tail.split([' ', '\t', '>', '/']).next().unwrap_or_default();
            let piece = format!("{name}{value}");
            shown(
                broken(format!(
                    "the filled template is not well-formed SVG: the value of \
                     `{}` has no quotes",
                    name.trim_end_matches('=')
                ))
                .inside(line, piece.clone())
                .near(piece)
                .near(line.trim())
                .hint(format!("write {name}\"{value}\"")),
            )
        }
        Error::NonXmlChar(c, _) => {
            let message = format!(
                "the filled template has the control character U+{:04X}, which no SVG can hold",
                u32::from(*c)
            );
            let fault = broken(message).inside(line, c.to_string()).near(line.trim());
            shown(fault.hint("delete it where the text comes from, such as the cell of a table"))
        }
        _ => {
            let mut message = error.to_string();
            let at = format!(" at {}:{}", position.row, position.col);
            if let Some(short) = message.strip_suffix(&at) {
                message.truncate(short.len());
            }
            let piece: String = tail.split(char::is_whitespace).next().unwrap_or("").to_owned();
            shown(
                broken(format!("the filled template is not well-formed SVG: {message}"))
                    .inside(line, piece)
                    .near(line.trim()),
            )
        }
    }
}

/// The byte that an error points at.
fn text_offset(text: &str, error: &Error) -> usize {
    let position = error.pos();
    let mut start = 0;
    for _ in 1..position.row {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let column = position.col.saturating_sub(1) as usize;
    text[start..].char_indices().nth(column).map_or(text.len(), |(at, _)| start + at)
}

/// The start tag that is still open at a byte, as written; empty if there is none.
fn unclosed(text: &str, end: usize) -> String {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = &text[..end];
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let skipped = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
        if let Some((_, close)) = skipped.iter().find(|(start, _)| rest.starts_with(start)) {
            rest = rest.split_once(close).map_or("", |(_, rest)| rest);
            continue;
        }
        let tag = &rest[..start_tag_end(rest)];
        if tag.starts_with("</") {
            open.pop();
        } else if !tag.ends_with("/>") {
            open.push(tag);
        }
        rest = &rest[tag.len()..];
    }
    open.last().map(|tag| tag.lines().next().unwrap_or(tag).to_owned()).unwrap_or_default()
}

/// The name in a start tag.
fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches('<');
    name.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default()
}

/// A line for a message: at most 80 characters.
fn shorten(line: &str) -> String {
    if line.chars().count() <= 80 {
        line.to_owned()
    } else {
        line.chars().take(79).chain(['…']).collect()
    }
}
