//! CSS selectors, and which elements they match.

use roxmltree::Node;

/// Compound selectors from the left to the right, each with what connects it to the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Complex {
    steps: Vec<(Combinator, Vec<Simple>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Simple {
    Universal,
    Type(String),
    Class(String),
    Id(String),
    Attribute {
        name: String,
        operator: String,
        value: String,
    },
    Root,
    Empty,
    /// The a-th of every b siblings, or of those of its own type, from the front or from the end.
    Nth {
        step: i64,
        first: i64,
        of_type: bool,
        from_end: bool,
    },
    Only {
        of_type: bool,
    },
    Not(Vec<Complex>),
    Is {
        of: Vec<Complex>,
        counts: bool,
    },
    Lang(String),
    /// What no printed element ever is: hovered, visited, a pseudo-element.
    Never,
}

/// How strong a selector is: ids, classes, types.
pub(super) type Specificity = (usize, usize, usize);

/// Reads a list of selectors; inside of another rule `&` stands for the selectors of that.
pub(super) fn parse_selectors(
    text: &str,
    parents: Option<&[Complex]>,
) -> Result<Vec<Complex>, String> {
    split_list(text).map(|one| parse_one(one.trim(), parents)).collect()
}

fn parse_one(text: &str, parents: Option<&[Complex]>) -> Result<Complex, String> {
    let mut reader = Reader { rest: text, parents };
    let mut complex = Complex::default();
    if let Some(parents) = parents {
        let nested = !text.contains('&');
        if nested {
            let around = Simple::Is { of: parents.to_vec(), counts: true };
            complex.steps.push((Combinator::Descendant, vec![around]));
        }
    }
    reader.complex(&mut complex)?;
    Ok(complex)
}

/// The parts of a list between commas outside of brackets and quotes.
fn split_list(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let mut quote = None;
    text.split(move |c: char| {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0 && quote.is_none()
    })
}

struct Reader<'a> {
    rest: &'a str,
    parents: Option<&'a [Complex]>,
}

impl<'a> Reader<'a> {
    fn complex(&mut self, complex: &mut Complex) -> Result<(), String> {
        loop {
            let spaced = self.rest.starts_with(char::is_whitespace);
            self.rest = self.rest.trim_start();
            let combinator = match self.rest.chars().next() {
                None if complex.steps.is_empty() => return Err("it is empty".to_owned()),
                None => return Ok(()),
                Some('>') => Combinator::Child,
                Some('+') => Combinator::Next,
                Some('~') => Combinator::Later,
                Some(_) if complex.steps.is_empty() || spaced => Combinator::Descendant,
                // The selectors of the rule around this one stand before it.
                Some(_) if self.parents.is_some() && complex.steps.len() == 1 => {
                    Combinator::Descendant
                }
                Some(c) => return Err(format!("`{c}` is not understood")),
            };
            if combinator != Combinator::Descendant {
                self.rest = self.rest[1..].trim_start();
            }
            let compound = self.compound()?;
            if compound.is_empty() {
                return Err(match self.rest.chars().next() {
                    Some(c) => format!("`{c}` is not understood"),
                    None => "it ends too early".to_owned(),
                });
            }
            complex.steps.push((combinator, compound));
        }
    }

    fn compound(&mut self) -> Result<Vec<Simple>, String> {
        let mut found = Vec::new();
        while let Some(c) = self.rest.chars().next() {
            let simple = match c {
                '*' => {
                    self.rest = &self.rest[1..];
                    if let Some(rest) = self.rest.strip_prefix('|') {
                        self.rest = rest;
                        continue;
                    }
                    Simple::Universal
                }
                '&' => {
                    self.rest = &self.rest[1..];
                    match self.parents {
                        Some(parents) => Simple::Is { of: parents.to_vec(), counts: true },
                        None => Simple::Root,
                    }
                }
                '.' => Simple::Class(self.after_sign()?),
                '#' => Simple::Id(self.after_sign()?),
                '[' => self.attribute()?,
                ':' => self.pseudo()?,
                _ => {
                    let name = self.name();
                    if name.is_empty() {
                        return Ok(found);
                    }
                    if let Some(rest) = self.rest.strip_prefix('|') {
                        self.rest = rest;
                        continue;
                    }
                    Simple::Type(name)
                }
            };
            found.push(simple);
        }
        Ok(found)
    }

    fn after_sign(&mut self) -> Result<String, String> {
        let sign = self.rest.chars().next().unwrap_or_default();
        self.rest = &self.rest[1..];
        let name = self.name();
        if name.is_empty() { Err(format!("a name is missing after `{sign}`")) } else { Ok(name) }
    }

    /// An identifier, its escapes resolved.
    fn name(&mut self) -> String {
        let mut name = String::new();
        let mut chars = self.rest.chars();
        loop {
            let before = chars.as_str();
            match chars.next() {
                Some('\\') => {
                    let hex: String =
                        chars.clone().take(6).take_while(char::is_ascii_hexdigit).collect();
                    if hex.is_empty() {
                        name.extend(chars.next());
                        continue;
                    }
                    chars = chars.as_str()[hex.len()..].chars();
                    let after = chars.as_str();
                    chars = after.strip_prefix(' ').unwrap_or(after).chars();
                    let code = u32::from_str_radix(&hex, 16).ok();
                    name.push(code.and_then(char::from_u32).unwrap_or('\u{fffd}'));
                }
                Some(c) if c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii() => {
                    name.push(c);
                }
                _ => {
                    self.rest = before;
                    return name;
                }
            }
        }
    }

    /// What stands in the brackets that begin here.
    fn brackets(&mut self, close: char) -> Result<&'a str, String> {
        let mut depth = 0_usize;
        let mut quote = None;
        for (at, c) in self.rest.char_indices() {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (None, '"' | '\'') => quote = Some(c),
                (None, '(' | '[') => depth += 1,
                (None, ')' | ']') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && c == close {
                        let inside = &self.rest[1..at];
                        self.rest = &self.rest[at + 1..];
                        return Ok(inside.trim());
                    }
                }
                _ => {}
            }
        }
        Err("a bracket is not closed".to_owned())
    }

    fn attribute(&mut self) -> Result<Simple, String> {
        let inside = self.brackets(']')?;
        let end = inside.find(['=', '~', '|', '^', '$', '*']).unwrap_or(inside.len());
        let (name, rest) = inside.split_at(end);
        let name = name.trim().to_owned();
        let Some((operator, value)) = rest.split_once('=') else {
            return Ok(Simple::Attribute { name, operator: String::new(), value: String::new() });
        };
        let value = value.trim();
        if value.ends_with(" i") || value.ends_with(" s") {
            return Err(format!("`[{inside}]` is not understood"));
        }
        let value = value.trim_matches(['"', '\'']).to_owned();
        Ok(Simple::Attribute { name, operator: format!("{operator}="), value })
    }

    fn pseudo(&mut self) -> Result<Simple, String> {
        if let Some(rest) = self.rest.strip_prefix("::") {
            self.rest = rest;
            self.name();
            if self.rest.starts_with('(') {
                self.brackets(')')?;
            }
            return Ok(Simple::Never);
        }
        self.rest = &self.rest[1..];
        let name = self.name().to_ascii_lowercase();
        let inside = if self.rest.starts_with('(') { self.brackets(')')? } else { "" };
        let list = || parse_selectors(inside, None);
        let first = |of_type, from_end| Simple::Nth { step: 0, first: 1, of_type, from_end };
        let nth = |of_type, from_end| {
            let (step, first) =
                nth(inside).ok_or_else(|| format!("`:{name}({inside})` is not understood"))?;
            Ok(Simple::Nth { step, first, of_type, from_end })
        };
        match name.as_str() {
            "root" => Ok(Simple::Root),
            "empty" => Ok(Simple::Empty),
            "first-child" => Ok(first(false, false)),
            "last-child" => Ok(first(false, true)),
            "first-of-type" => Ok(first(true, false)),
            "last-of-type" => Ok(first(true, true)),
            "only-child" => Ok(Simple::Only { of_type: false }),
            "only-of-type" => Ok(Simple::Only { of_type: true }),
            "nth-child" => nth(false, false),
            "nth-last-child" => nth(false, true),
            "nth-of-type" => nth(true, false),
            "nth-last-of-type" => nth(true, true),
            "not" => Ok(Simple::Not(list()?)),
            "is" | "matches" | "-webkit-any" | "-moz-any" => {
                Ok(Simple::Is { of: list()?, counts: true })
            }
            "where" => Ok(Simple::Is { of: list()?, counts: false }),
            "lang" => Ok(Simple::Lang(inside.trim_matches(['"', '\'']).to_ascii_lowercase())),
            "hover" | "active" | "focus" | "focus-visible" | "focus-within" | "visited"
            | "link" | "any-link" | "target" | "checked" | "disabled" | "enabled" | "before"
            | "after" | "first-line" | "first-letter" | "fullscreen" | "playing" | "paused" => {
                Ok(Simple::Never)
            }
            _ => Err(format!("`:{name}` is not understood")),
        }
    }
}

/// `odd`, `even`, `3`, `2n + 1`.
fn nth(text: &str) -> Option<(i64, i64)> {
    let text: String = text.to_ascii_lowercase().split_whitespace().collect();
    match text.as_str() {
        "odd" => return Some((2, 1)),
        "even" => return Some((2, 0)),
        _ => {}
    }
    let Some((step, first)) = text.split_once('n') else { return Some((0, text.parse().ok()?)) };
    let step = match step {
        "" | "+" => 1,
        "-" => -1,
        step => step.parse().ok()?,
    };
    let first = if first.is_empty() { 0 } else { first.parse().ok()? };
    Some((step, first))
}

impl Complex {
    /// Whether it matches an element.
    pub(super) fn matches(&self, node: Node<'_, '_>) -> bool {
        self.matches_to(self.steps.len(), node)
    }

    fn matches_to(&self, count: usize, node: Node<'_, '_>) -> bool {
        let Some((combinator, compound)) = count.checked_sub(1).and_then(|at| self.steps.get(at))
        else {
            return true;
        };
        if !compound.iter().all(|simple| simple.matches(node)) {
            return false;
        }
        if count == 1 {
            return true;
        }
        let rest = |other: Node<'_, '_>| self.matches_to(count - 1, other);
        match combinator {
            Combinator::Child => node.parent_element().is_some_and(rest),
            Combinator::Descendant => node.ancestors().skip(1).filter(Node::is_element).any(rest),
            Combinator::Next => node.prev_sibling_element().is_some_and(rest),
            Combinator::Later => node.prev_siblings().skip(1).filter(Node::is_element).any(rest),
        }
    }

    pub(super) fn specificity(&self) -> Specificity {
        self.steps.iter().flat_map(|(_, compound)| compound).fold((0, 0, 0), |sum, simple| {
            let one = simple.specificity();
            (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2)
        })
    }
}

impl Simple {
    fn matches(&self, node: Node<'_, '_>) -> bool {
        match self {
            Self::Universal => true,
            Self::Type(name) => node.tag_name().name() == name,
            Self::Class(class) => node
                .attribute("class")
                .is_some_and(|all| all.split_whitespace().any(|c| c == class)),
            Self::Id(id) => node.attribute("id") == Some(id),
            Self::Attribute { name, operator, value } => {
                let Some(has) = node.attribute(name.as_str()) else { return false };
                match operator.as_str() {
                    "" => true,
                    "~=" => has.split_whitespace().any(|word| word == value),
                    "|=" => {
                        has == value
                            || has.strip_prefix(value.as_str()).is_some_and(|r| r.starts_with('-'))
                    }
                    "^=" => !value.is_empty() && has.starts_with(value.as_str()),
                    "$=" => !value.is_empty() && has.ends_with(value.as_str()),
                    "*=" => !value.is_empty() && has.contains(value.as_str()),
                    _ => has == value,
                }
            }
            Self::Root => node.parent_element().is_none(),
            Self::Empty => !node.children().any(|n| n.is_element() || n.is_text()),
            Self::Nth { step, first, of_type, from_end } => {
                let at = position(node, *of_type, *from_end);
                let from_first = at - first;
                match step {
                    0 => from_first == 0,
                    step => from_first % step == 0 && from_first / step >= 0,
                }
            }
            Self::Only { of_type } => {
                position(node, *of_type, false) == 1 && position(node, *of_type, true) == 1
            }
            Self::Not(of) => !of.iter().any(|complex| complex.matches(node)),
            Self::Is { of, .. } => of.iter().any(|complex| complex.matches(node)),
            Self::Lang(wanted) => node
                .ancestors()
                .find_map(|n| {
                    let namespaced = n.attribute(("http://www.w3.org/XML/1998/namespace", "lang"));
                    namespaced.or_else(|| n.attribute("lang"))
                })
                .is_some_and(|lang| {
                    let lang = lang.to_ascii_lowercase();
                    lang == *wanted
                        || lang.strip_prefix(wanted.as_str()).is_some_and(|r| r.starts_with('-'))
                }),
            Self::Never => false,
        }
    }

    fn specificity(&self) -> Specificity {
        match self {
            Self::Id(_) => (1, 0, 0),
            Self::Type(_) => (0, 0, 1),
            Self::Universal | Self::Is { counts: false, .. } => (0, 0, 0),
            Self::Not(of) | Self::Is { of, counts: true } => {
                of.iter().map(Complex::specificity).max().unwrap_or_default()
            }
            _ => (0, 1, 0),
        }
    }
}

/// The place of an element among its siblings, counted from 1.
fn position(node: Node<'_, '_>, of_type: bool, from_end: bool) -> i64 {
    let name = node.tag_name();
    let counts = |n: &Node<'_, '_>| n.is_element() && (!of_type || n.tag_name() == name);
    let before = if from_end {
        node.next_siblings().skip(1).filter(counts).count()
    } else {
        node.prev_siblings().skip(1).filter(counts).count()
    };
    before as i64 + 1
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    const TREE: &str = r#"<svg><g id="a" class="x y"><rect/><rect lang="it-CH"/><circle/></g>
        <g><g data-n="one two"><path/></g></g><text/></svg>"#;

    /// The elements that a selector matches, by name and order.
    fn matched(selector: &str) -> String {
        let document = Document::parse(TREE).unwrap();
        let selectors = parse_selectors(selector, None).unwrap();
        let all = document.descendants().filter(Node::is_element);
        let hits = all.enumerate().filter(|(_, n)| selectors.iter().any(|s| s.matches(*n)));
        hits.map(|(i, n)| format!("{i}{} ", n.tag_name().name())).collect::<String>().trim().into()
    }

    #[test]
    fn selectors_match_as_in_browsers() {
        for (selector, expected) in [
            ("g", "1g 5g 6g"),
            ("#a > rect:nth-child(2)", "3rect"),
            (".x.y rect + circle", "4circle"),
            ("rect ~ *", "3rect 4circle"),
            ("g g path, text", "7path 8text"),
            ("[data-n~=two]", "6g"),
            ("[data-n^='one']", "6g"),
            ("svg > :not(g)", "8text"),
            ("rect:nth-of-type(odd)", "2rect"),
            (":nth-last-child(-n+2 )", "0svg 3rect 4circle 5g 6g 7path 8text"),
            (":root", "0svg"),
            ("g:is(#a, .z) :last-child", "4circle"),
            (":lang(it)", "3rect"),
            ("rect:hover, rect::before", ""),
            ("g:empty, rect:empty", "2rect 3rect"),
            ("svg|g.x", "1g"),
        ] {
            assert_eq!(matched(selector), expected, "{selector}");
        }
    }

    #[test]
    fn stronger_selectors_are_known() {
        let of = |text: &str| parse_selectors(text, None).unwrap()[0].specificity();
        assert_eq!(of("g#a .b[c]:first-child"), (1, 3, 1));
        assert_eq!(of(":where(#a) :is(#a, b)"), (1, 0, 0));
    }

    #[test]
    fn a_nested_selector_stands_for_the_rule_around_it() {
        let document = Document::parse(TREE).unwrap();
        let parents = parse_selectors("#a", None).unwrap();
        for (nested, count) in
            [("rect", 2), ("& > rect", 2), ("> rect", 2), ("&.x", 1), (".q &", 0), ("+ g", 1)]
        {
            let nested = parse_selectors(nested, Some(&parents)).unwrap();
            let hits = document.descendants().filter(|n| n.is_element() && nested[0].matches(*n));
            assert_eq!(hits.count(), count, "{nested:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for text in ["", "g:has(a)", "g >", "g $ h", "[a", "g:nth-child(x)"] {
            assert!(parse_selectors(text, None).is_err(), "{text}");
        }
    }
}
