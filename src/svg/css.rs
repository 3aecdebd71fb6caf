//! Style sheets and declarations, as CSS reads them.
//!
//! In: the text of a `<style>` element or a `style` attribute. Out: rules and declarations, nested
//! rules taken apart. What has a meaning that is not known here is a complaint, never skipped.

use super::nesting::{MAX_DEPTH, brackets};
use super::selector::{Complex, parse_selectors};

/// `name: value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) important: bool,
}

/// What holds for elements that a selector matches.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) selectors: Vec<Complex>,
    pub(super) declarations: Vec<Declaration>,
}

/// The rules of all style sheets of a document, in order.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) rules: Vec<Rule>,
    /// A piece of the sheet, and what is wrong with it.
    pub(super) complaints: Vec<(String, String)>,
}

impl Sheet {
    /// Adds the rules of one text.
    pub(super) fn add(&mut self, text: &str) {
        // Marks of comments that hid style sheets from browsers of long ago.
        let text = without_comments(text).replace("<!--", " ").replace("-->", " ");
        if brackets(&text) > MAX_DEPTH {
            self.complain(&text, &format!("its brackets are nested more than {MAX_DEPTH} deep"));
            return;
        }
        self.block(&text, None);
    }

    /// Reads rules, and inside of a rule its declarations.
    fn block(&mut self, text: &str, parents: Option<&[Complex]>) -> Vec<Declaration> {
        let mut declarations = Vec::new();
        let mut rest = text;
        while let Some((head, end, after)) = piece(rest) {
            let head = head.trim();
            if end != '{' {
                if let Some(statement) = head.strip_prefix('@') {
                    self.statement(statement);
                } else if parents.is_some() {
                    declarations.extend(declaration(head));
                } else if !head.is_empty() {
                    self.complain(head, "it is neither a rule nor an at-rule");
                }
                rest = after;
                continue;
            }
            let close = closing_brace(after);
            let inside = &after[..close];
            rest = after.get(close + 1..).unwrap_or_default();
            match head.strip_prefix('@') {
                Some(rule) => {
                    let own = self.at_block(rule, inside, parents);
                    declarations.extend(own);
                }
                None => self.rule(head, inside, parents),
            }
        }
        declarations
    }

    fn rule(&mut self, head: &str, inside: &str, parents: Option<&[Complex]>) {
        match parse_selectors(head, parents) {
            Ok(selectors) => {
                let at = self.rules.len();
                let declarations = self.block(inside, Some(&selectors));
                // Nested rules were added; the rule around them comes first.
                self.rules.insert(at, Rule { selectors, declarations });
            }
            Err(why) => self.complain(head, &why),
        }
    }

    /// `@import`, `@charset` and other rules without a block.
    fn statement(&mut self, statement: &str) {
        let name = statement.split(|c: char| !c.is_alphanumeric() && c != '-').next();
        if !matches!(name, Some("charset" | "namespace" | "layer")) {
            let piece = format!("@{statement}");
            self.complain(&piece, "style sheets of other files are not read");
        }
    }

    fn at_block(
        &mut self,
        rule: &str,
        inside: &str,
        parents: Option<&[Complex]>,
    ) -> Vec<Declaration> {
        let name = rule.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or(rule);
        match name {
            "media" => match media_holds(rule["media".len()..].trim()) {
                Some(true) => return self.block(inside, parents),
                Some(false) => {}
                None => self.complain(&format!("@{rule}"), "its condition is not understood"),
            },
            "layer" => return self.block(inside, parents),
            // Fonts come from the project, and what moves or turns pages is not for a face.
            "font-face"
            | "page"
            | "property"
            | "counter-style"
            | "font-feature-values"
            | "font-palette-values"
            | "keyframes"
            | "-webkit-keyframes"
            | "view-transition"
            | "position-try" => {}
            _ => self.complain(&format!("@{rule}"), "this at-rule is not supported"),
        }
        Vec::new()
    }

    fn complain(&mut self, piece: &str, why: &str) {
        self.complaints.push((piece.to_owned(), why.to_owned()));
    }
}

/// Whether a media query is true of a printed card.
pub(super) fn media_holds(query: &str) -> Option<bool> {
    let mut any = false;
    for one in query.split(',').map(|q| q.trim().to_ascii_lowercase()) {
        let one: String = one.split_whitespace().collect();
        any |= match one.as_str() {
            ""
            | "all"
            | "print"
            | "onlyprint"
            | "onlyall"
            | "notscreen"
            | "(prefers-color-scheme:light)"
            | "(prefers-reduced-motion:reduce)"
            | "(prefers-reduced-motion)" => true,
            "screen"
            | "onlyscreen"
            | "notprint"
            | "notall"
            | "speech"
            | "tty"
            | "tv"
            | "projection"
            | "handheld"
            | "braille"
            | "aural"
            | "(prefers-color-scheme:dark)"
            | "(prefers-reduced-motion:no-preference)"
            | "(prefers-contrast:more)"
            | "(forced-colors:active)"
            | "(hover:hover)" => false,
            _ => return None,
        };
    }
    Some(any)
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(style: &str) -> Vec<Declaration> {
    let text = without_comments(style);
    let mut found = Vec::new();
    let mut rest = text.as_str();
    while let Some((head, _, after)) = piece(rest) {
        found.extend(declaration(head.trim()));
        rest = after;
    }
    found
}

/// The names and values of a `style` attribute that holds neither comments nor capitals any more.
pub(crate) fn inline(style: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = style;
    std::iter::from_fn(move || {
        let (head, _, after) = piece(rest)?;
        rest = after;
        Some(head.split_once(':'))
    })
    .flatten()
    .map(|(name, value)| {
        let value = value.trim();
        (name.trim(), value.strip_suffix("!important").map_or(value, str::trim_end))
    })
}

fn declaration(text: &str) -> Option<Declaration> {
    let (name, value) = text.split_once(':')?;
    let name = name.trim();
    let custom = name.starts_with("--");
    let name = if custom { name.to_owned() } else { name.to_ascii_lowercase() };
    let value = value.trim();
    let cut =
        value.rfind('!').filter(|at| value[at + 1..].trim().eq_ignore_ascii_case("important"));
    let value = cut.map_or(value, |at| value[..at].trim_end());
    let is_name =
        !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
    (is_name && (custom || !value.is_empty())).then(|| Declaration {
        name,
        value: value.to_owned(),
        important: cut.is_some(),
    })
}

/// The text up to the first `;` or `{` that stands outside of quotes and brackets, which of them it
/// is, and what follows it. The end of the text counts as a `;`.
fn piece(text: &str) -> Option<(&str, char, &str)> {
    if text.trim().is_empty() {
        return None;
    }
    let mut depth = 0_usize;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' | '\'' => skip_string(&mut chars, c),
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            '\\' => drop(chars.next()),
            ';' | '{' if depth == 0 => return Some((&text[..at], c, &text[at + 1..])),
            '}' if depth == 0 => return Some((&text[..at], ';', &text[at + 1..])),
            _ => {}
        }
    }
    Some((text, ';', ""))
}

/// Where the block that is open at the beginning ends.
fn closing_brace(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' | '\'' => skip_string(&mut chars, c),
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

fn skip_string(chars: &mut std::str::CharIndices<'_>, quote: char) {
    while let Some((_, c)) = chars.next() {
        if c == quote {
            return;
        }
        if c == '\\' {
            chars.next();
        }
    }
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("/*") {
        out.push_str(&rest[..at]);
        out.push(' ');
        rest = rest[at + 2..].split_once("*/").map_or("", |(_, rest)| rest);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(style: &str) -> Vec<(String, String)> {
        declarations(style).into_iter().map(|d| (d.name, d.value)).collect()
    }

    #[test]
    fn declarations_end_outside_of_quotes_and_brackets() {
        let found = pairs("FILL: red ! important; mask:url(data:a;b) ;font-family:'a;b:c';;x;");
        let expected = [("fill", "red"), ("mask", "url(data:a;b)"), ("font-family", "'a;b:c'")];
        assert_eq!(found, expected.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert!(declarations("fill:red!important")[0].important);
    }

    #[test]
    fn rules_are_taken_out_of_each_other_and_strange_ones_named() {
        let mut sheet = Sheet::default();
        sheet.add(
            "<!-- --> @charset 'x'; .a { fill: red; & .b { x: 1px } @media print { r: 2px } }
             @media (prefers-color-scheme: dark) { .c { fill: blue } } @import 'a.css';
             @supports (a: b) { d { fill: red } } e:has(f) { fill: red }",
        );
        let counts: Vec<usize> = sheet.rules.iter().map(|r| r.declarations.len()).collect();
        assert_eq!(counts, [2, 1]);
        let named: Vec<&str> = sheet.complaints.iter().map(|(piece, _)| piece.as_str()).collect();
        assert_eq!(named, ["@import 'a.css'", "@supports (a: b)", "e:has(f)"]);
    }
}
