//! Texts that may include each other, and the components of tera they define.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::tokens::{Guard, Placed, Tag, Token, guards, tags};

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
        let mut open: Option<(String, usize, Vec<(&'t str, bool)>)> = None;
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

/// The name and the arguments of `component name(a: String, @b, c=1, ...rest)`.
fn signature<'t>(tokens: &[Placed<'t>]) -> (String, Vec<(&'t str, bool)>) {
    let mut name = String::new();
    let mut arguments = Vec::new();
    let mut depth = 0_usize;
    // Whether an argument may begin, and whether it is implicit.
    let (mut begins, mut implicit) = (false, false);
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
