//! Texts that may include each other, and the components of tera they define.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::tokens::{Guard, Placed, Tag, Token, guards, tags};
use crate::depth;

/// Texts by their names, read once.
pub(crate) struct Library<'t> {
    pub(super) texts: BTreeMap<&'t str, Text<'t>>,
    pub(super) components: HashMap<String, Component<'t>>,
    /// Names that some text sets: whether before or after they are used is not looked into.
    pub(super) set: HashSet<&'t str>,
}

/// One of them.
pub(super) struct Text<'t> {
    pub(super) tags: Vec<Tag<'t>>,
    /// Paths of which it asks whether they are defined.
    pub(super) guards: Vec<Guard>,
}

/// `{% component name(…) %}`
pub(super) struct Component<'t> {
    /// The text it stands in.
    pub(super) text: &'t str,
    /// The tags between its own.
    pub(super) body: Range<usize>,
    /// The names of its arguments, and whether they are taken from the caller by themselves.
    pub(super) arguments: Vec<(&'t str, bool)>,
}

/// The name of a component that is not closed yet, the tag that opens it, and its arguments, each
/// with whether it has a default.
type OpenComponent<'t> = (String, usize, Vec<(&'t str, bool)>);

impl<'t> Library<'t> {
    /// Reads texts by their names.
    pub(crate) fn new(sources: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let mut library =
            Self { texts: BTreeMap::new(), components: HashMap::new(), set: HashSet::new() };
        for (name, source) in sources {
            let tags = tags(source);
            library.define(name, &tags);
            let guards = tags.iter().flat_map(|tag| guards(&tag.tokens)).collect();
            library.texts.insert(name, Text { tags, guards });
        }
        library
    }

    fn define(&mut self, name: &'t str, tags: &[Tag<'t>]) {
        let mut open: Option<OpenComponent<'t>> = None;
        for (index, tag) in tags.iter().enumerate() {
            match (tag.word(), tag.tokens.get(1).map(|placed| &placed.token)) {
                (Some("set" | "set_global"), Some(Token::Word(variable))) => {
                    self.set.insert(variable);
                }
                (Some("component"), _) => {
                    let (component, arguments) = signature(&tag.tokens);
                    open = Some((component, index, arguments));
                }
                (Some("endcomponent"), _) => {
                    if let Some((component, start, arguments)) = open.take() {
                        let body = start + 1..index;
                        self.components
                            .insert(component, Component { text: name, body, arguments });
                    }
                }
                _ => {}
            }
        }
    }
}

impl<'t> Library<'t> {
    /// The names of the components of tera.
    pub(crate) fn component_names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.components.keys().map(String::as_str).collect();
        names.sort_unstable();
        names.into_iter()
    }

    /// A text and all that it includes, extends and calls, itself first.
    pub(crate) fn reach(&self, name: &str) -> Vec<&'t str> {
        let mut found: Vec<&'t str> = Vec::new();
        let mut next = vec![name.to_owned()];
        while let Some(name) = next.pop() {
            let Some((name, text)) = self.texts.get_key_value(name.as_str()) else { continue };
            if found.contains(name) {
                continue;
            }
            found.push(name);
            for tag in &text.tags {
                next.extend(self.named(tag));
            }
        }
        found
    }

    /// The first text that more than `max` others lead to, one through the other, and one that
    /// leads to it at once.
    pub(crate) fn too_deep(&self, max: usize) -> Option<(&'t str, &'t str)> {
        let known = |name: String| self.texts.get_key_value(name.as_str()).map(|(name, _)| *name);
        let named = |text: &Text<'t>| -> Vec<&'t str> {
            text.tags.iter().flat_map(|tag| self.named(tag)).filter_map(known).collect()
        };
        // Whatever text is drawn, it stands in nothing.
        let inside = |name: Option<&'t str>| -> Vec<Option<&'t str>> {
            let inner = match name {
                None => self.texts.keys().copied().collect(),
                Some(name) => self.texts.get(name).map(named).unwrap_or_default(),
            };
            inner.into_iter().map(Some).collect()
        };
        let deep = depth::too_deep(None, max + 1, inside)??;
        let (around, _) = self.texts.iter().find(|(_, text)| named(text).contains(&deep))?;
        Some((around, deep))
    }

    /// The texts that a tag leads to.
    fn named(&self, tag: &Tag<'t>) -> Vec<String> {
        if matches!(tag.word(), Some("include" | "extends")) {
            return match tag.tokens.get(1).map(|placed| &placed.token) {
                Some(Token::Text(name)) => vec![name.clone()],
                _ => Vec::new(),
            };
        }
        let starts = tag.tokens.iter().enumerate().filter(|(_, p)| p.token == Token::Sign("<"));
        let called = starts.filter_map(|(start, _)| {
            let mut name = String::new();
            for placed in tag.tokens.get(start + 1..).unwrap_or_default() {
                match placed.token {
                    Token::Word(part) if name.is_empty() || name.ends_with('.') => {
                        name.push_str(part);
                    }
                    Token::Sign(".") if !name.is_empty() => name.push('.'),
                    _ => break,
                }
            }
            self.components.get(&name).map(|component| component.text.to_owned())
        });
        called.collect()
    }
}

/// The name and the arguments of `component name(a: String, @b, c=1, ...rest)`.
fn signature<'t>(tokens: &[Placed<'t>]) -> (String, Vec<(&'t str, bool)>) {
    let mut name = String::new();
    let mut arguments = Vec::new();
    let mut depth = 0_usize;
    // Whether an argument may begin, and whether it is implicit.
    let mut begins = false;
    let mut implicit = false;
    for placed in tokens.iter().skip(1) {
        match &placed.token {
            Token::Sign("(" | "[" | "{") => {
                depth += 1;
                begins = depth == 1;
            }
            Token::Sign(")" | "]" | "}") => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            Token::Sign(",") if depth == 1 => begins = true,
            Token::Sign("@") if begins => implicit = true,
            Token::Sign("...") if begins => {}
            Token::Word(argument) if begins => {
                arguments.push((*argument, implicit));
                (begins, implicit) = (false, false);
            }
            Token::Word(part) if depth == 0 => name.push_str(part),
            Token::Sign(".") if depth == 0 => name.push('.'),
            Token::Word(_) | Token::Text(_) | Token::Number | Token::Sign(_) => {}
        }
    }
    (name, arguments)
}
