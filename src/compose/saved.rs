//! Templates that a drawing program has saved.
//!
//! In: the text of a template. Out: the same with its tags as they were written: a program that
//! saves XML writes `&gt;` for a `>` inside of `{{ … }}`, and `%7B%7B` for `{{` in an address. What
//! becomes shorter is filled up with spaces before the end of the tag, so that lines and columns
//! stay where they are.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// The tags of a template as they were meant.
pub(super) fn as_meant(text: &str) -> Cow<'_, str> {
    let text = addresses(text);
    match tags(&text) {
        Some(new) => Cow::Owned(new),
        None => text,
    }
}

/// Decodes the tags in the values of `href` attributes.
fn addresses(text: &str) -> Cow<'_, str> {
    let coded = |text: &str| text.contains("%7B%7B") || text.contains("%7b%7b");
    if !coded(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("href=") {
        let (head, tail) = rest.split_at(at + "href=".len());
        out.push_str(head);
        rest = tail;
        let Some(quote) = rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else { continue };
        let Some(end) = rest[1..].find(quote) else { continue };
        let value = &rest[1..=end];
        out.push(quote);
        if coded(value) && !value.starts_with("data:") {
            out.push_str(&address(value));
        } else {
            out.push_str(value);
        }
        rest = &rest[end + 1..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// One address. The program took the tag for a file beside the drawing and wrote the way to it.
fn address(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    let lower = value.to_ascii_lowercase();
    while let Some(start) = lower[value.len() - rest.len()..].find("%7b%7b") {
        let tail = &rest[start..];
        let Some(length) = lower[value.len() - tail.len()..].find("%7d%7d") else { break };
        let coded = &tail[..length + "%7d%7d".len()];
        let before = &rest[..start];
        let way = before.replace("../", "");
        let before = if way.is_empty() && out.is_empty() { "" } else { before };
        out.push_str(before);
        let tag = percent_decode_str(coded).decode_utf8_lossy();
        let inside = tag.trim_end_matches("}}");
        let missing = (start - before.len()) + coded.len() - tag.chars().count();
        out.push_str(inside);
        out.push_str(&" ".repeat(missing));
        out.push_str("}}");
        rest = &tail[coded.len()..];
    }
    out.push_str(rest);
    out
}

/// The characters that XML writes by name.
const NAMED: [(&str, char); 9] = [
    ("&gt;", '>'),
    ("&lt;", '<'),
    ("&quot;", '"'),
    ("&apos;", '\''),
    ("&amp;", '&'),
    ("&#34;", '"'),
    ("&#39;", '\''),
    ("&#60;", '<'),
    ("&#62;", '>'),
];

/// Decodes what stands in tags, if anything there was coded.
fn tags(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut changed = false;
    let mut rest = text;
    while let Some(at) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
        let (head, tail) = rest.split_at(at + 2);
        out.push_str(head);
        let close = if head.ends_with("{{") { "}}" } else { "%}" };
        let length = length_of_tag(tail, close);
        let (inside, after) = tail.split_at(length);
        rest = after;
        let decoded = decode(inside);
        if decoded == inside {
            out.push_str(inside);
            continue;
        }
        changed = true;
        let missing = inside.chars().count() - decoded.chars().count();
        let trims = decoded.ends_with('-');
        out.push_str(decoded.strip_suffix('-').unwrap_or(&decoded));
        out.push_str(&" ".repeat(missing));
        if trims {
            out.push('-');
        }
    }
    out.push_str(rest);
    changed.then_some(out)
}

/// How far a tag reaches; its end may stand in a string.
fn length_of_tag(text: &str, close: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if open == c => quote = None,
            None if text[at..].starts_with(close) => return at,
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            Some(_) | None => {}
        }
    }
    text.find(close).unwrap_or(text.len())
}

/// Decodes everything outside of strings; a string whose quotes are coded is decoded, too.
fn decode(tag: &str) -> String {
    let mut out = String::with_capacity(tag.len());
    let mut quote = None;
    let mut rest = tag;
    while let Some(c) = rest.chars().next() {
        let coded = NAMED.iter().find(|(name, _)| rest.starts_with(name));
        // In a string that was written with quotes, `&gt;` is what the author typed.
        if let (None, Some((name, plain))) = (quote, coded) {
            out.push(*plain);
            rest = &rest[name.len()..];
            continue;
        }
        match quote {
            Some(open) if open == c => quote = None,
            None if matches!(c, '"' | '\'' | '`') => quote = Some(c),
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_as_they_were_before_they_were_saved() {
        for (saved, meant) in [
            ("{% if card.a &gt;= 2 -%}x", "{% if card.a >= 2 -%}x"),
            ("{{ t(&quot;a &amp; b&quot;) }}", "{{ t(\"a & b\") }}"),
            ("&gt; {{ \"&gt;\" }} &amp;", "&gt; {{ \"&gt;\" }} &amp;"),
            ("{{ '}}' ~ 1 &lt; 2 }}", "{{ '}}' ~ 1 < 2 }}"),
            ("href=\"../../%7B%7B%20card.art%20%7D%7D\"", "href=\"{{ card.art }}\""),
            ("href='a/%7b%7bx%7d%7d.png'", "href='a/{{x }}.png'"),
            ("plain {{ card.name }}", "plain {{ card.name }}"),
        ] {
            let found = as_meant(saved);
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(words(&found), meant);
            assert_eq!(found.chars().count(), saved.chars().count(), "{saved}");
        }
    }
}
