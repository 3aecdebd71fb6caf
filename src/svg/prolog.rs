//! What XML allows at the beginning of a file only: its declaration and its DOCTYPE.
//!
//! In: a filled template, in which included files may have brought theirs along. Out: the text
//! without them, with every entity that they define written out.

use std::borrow::Cow;
use std::collections::HashMap;

/// How much text entities may add. Illustrator's, which stand for names of XML, add a few hundred
/// bytes; a bomb of a kilobyte adds gigabytes.
const MAX_GROWTH: usize = 1 << 20;

/// How deep entities may stand in each other.
const MAX_DEPTH: usize = 8;

/// Writes out the entities and leaves out declarations.
pub(crate) fn expand(text: &str) -> Result<Cow<'_, str>, String> {
    if !text.contains("<!DOCTYPE") && !text.contains("<?xml ") {
        return Ok(Cow::Borrowed(text));
    }
    let mut prolog = Prolog { entities: HashMap::new(), out: String::with_capacity(text.len()) };
    let limit = text.len() + MAX_GROWTH;
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        prolog.out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = if rest.starts_with("<?xml ") {
            rest = after(rest, "?>");
            continue;
        } else if rest.starts_with("<!DOCTYPE") {
            rest = prolog.doctype(rest);
            continue;
        } else if rest.starts_with("<!--") {
            rest.len() - after(rest, "-->").len()
        } else if rest.starts_with("<![CDATA[") {
            rest.len() - after(rest, "]]>").len()
        } else if let Some(name) = reference(rest) {
            prolog.write(name, 0, limit)?;
            name.len() + 2
        } else {
            1
        };
        if reference(rest).is_none() {
            prolog.out.push_str(&rest[..taken]);
        }
        rest = &rest[taken..];
    }
    prolog.out.push_str(rest);
    Ok(Cow::Owned(prolog.out))
}

struct Prolog<'a> {
    entities: HashMap<&'a str, &'a str>,
    out: String,
}

impl<'a> Prolog<'a> {
    /// Reads a DOCTYPE and returns what follows it.
    fn doctype(&mut self, text: &'a str) -> &'a str {
        let mut rest = &text["<!DOCTYPE".len()..];
        let mut depth = 0_usize;
        while let Some(at) = rest.find(['"', '\'', '[', ']', '>', '<']) {
            let found = &rest[at..];
            let quote = &found[..1];
            rest = match quote {
                "\"" | "'" => after(&found[1..], quote),
                "[" => {
                    depth += 1;
                    &found[1..]
                }
                "]" => {
                    depth = depth.saturating_sub(1);
                    &found[1..]
                }
                ">" if depth == 0 => return &found[1..],
                "<" if found.starts_with("<!--") => after(found, "-->"),
                "<" if found.starts_with("<?") => after(found, "?>"),
                "<" if found.starts_with("<!ENTITY") => self.entity(found),
                _ => &found[1..],
            };
        }
        ""
    }

    /// Reads `<!ENTITY name "value">`. One whose value is in another file stays unknown.
    fn entity(&mut self, text: &'a str) -> &'a str {
        let rest = text["<!ENTITY".len()..].trim_start();
        let Some((name, value)) = rest.split_once(char::is_whitespace) else { return "" };
        let value = value.trim_start();
        let quote = value.get(..1).filter(|quote| matches!(*quote, "\"" | "'"));
        let Some(quote) = quote else { return rest };
        let value = &value[1..];
        let end = value.find(quote).unwrap_or(value.len());
        // The first definition counts, as XML says.
        self.entities.entry(name).or_insert(&value[..end]);
        after(value, quote)
    }

    /// Writes an entity out, or its name if it is none of these.
    fn write(&mut self, name: &str, depth: usize, limit: usize) -> Result<(), String> {
        let Some(value) = self.entities.get(name).copied() else {
            self.out.push('&');
            self.out.push_str(name);
            self.out.push(';');
            return Ok(());
        };
        let mut rest = value;
        while let Some(at) = rest.find('&') {
            self.out.push_str(&rest[..at]);
            rest = &rest[at..];
            if self.out.len() > limit || depth > MAX_DEPTH {
                return Err(format!("the entity `{name}` of the DOCTYPE grows without end"));
            }
            if let Some(inner) = reference(rest) {
                self.write(inner, depth + 1, limit)?;
                rest = &rest[inner.len() + 2..];
            } else {
                self.out.push('&');
                rest = &rest[1..];
            }
        }
        self.out.push_str(rest);
        if self.out.len() > limit {
            return Err(format!("the entity `{name}` of the DOCTYPE grows without end"));
        }
        Ok(())
    }
}

/// The name in a `&name;` at the beginning of a text; `&#65;` and its kin are no names.
fn reference(text: &str) -> Option<&str> {
    let (name, _) = text.strip_prefix('&')?.split_once(';')?;
    let is_name = !name.is_empty()
        && name.len() < 100
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'));
    is_name.then_some(name)
}

/// What follows the first `end`.
fn after<'a>(text: &'a str, end: &str) -> &'a str {
    text.split_once(end).map_or("", |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_left_out_wherever_they_stand() {
        let text = "<svg>\n<?xml version=\"1.0\"?>\n\
                    <!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \
                    \"http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd\">\n<g/></svg>";
        assert_eq!(expand(text).unwrap(), "<svg>\n\n\n<g/></svg>");
        assert_eq!(expand("<svg>&lt;</svg>").unwrap(), "<svg>&lt;</svg>");
    }

    #[test]
    fn entities_are_written_out_also_inside_of_each_other() {
        let text = "<!DOCTYPE svg [\n<!-- > ] -->\n\
                    <!ENTITY a 'one'> <!ENTITY b \"&a; [two] &amp;\">\n\
                    <!ENTITY % c 'x'> <!ENTITY d SYSTEM \"file\">]><svg \
                    x='&b;'>&a;<!--&a;--><![CDATA[&a;]]>&d;&</svg>";
        assert_eq!(
            expand(text).unwrap(),
            "<svg x='one [two] &amp;'>one<!--&a;--><![CDATA[&a;]]>&d;&</svg>"
        );
    }

    #[test]
    fn a_bomb_is_refused() {
        let mut text = "<!DOCTYPE svg [<!ENTITY a0 'ha'>".to_owned();
        for i in 1..8 {
            let inner = format!("&a{};", i - 1).repeat(20);
            text.push_str(&format!("<!ENTITY a{i} '{inner}'>"));
        }
        assert!(expand(&(text + "]><svg>&a7;</svg>")).is_err());
        assert!(expand("<!DOCTYPE svg [<!ENTITY a '&a;'>]><svg>&a;</svg>").is_err());
    }
}
