//! A walk through a text as tera would take it, with shapes in place of values.
//!
//! Every branch is taken, every loop once, and every include and component of tera where it is
//! called. A text that tera can parse is understood in full; of another one nothing is asked.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::finding::{Finding, Findings, Problem};
use super::library::Library;
use super::shape::{Keys, Shape};
use super::tokens::{Placed, Tag, Token};

/// How deep includes and components of tera may call each other before it is left to tera.
const MAX_DEPTH: usize = 32;

impl Library<'_> {
    /// Looks at everything that a text looks up where it sees these variables. `absent` are
    /// variables that exist elsewhere.
    pub(crate) fn look(
        &self,
        name: &str,
        variables: &BTreeMap<String, Shape>,
        absent: &[&str],
        findings: &mut Findings,
    ) {
        Walk::new(self, variables, absent, findings).text(name);
    }
}

/// What an expression gives.
struct Given {
    shape: Shape,
    /// The name in it that does not exist, unless it is asked whether it is defined.
    missing: Option<(Range<usize>, Problem)>,
    /// What meets a condition though it is a word for no, should this be one.
    true_for_no: Option<(Range<usize>, Problem)>,
}

impl Given {
    const fn new(shape: Shape) -> Self {
        Self { shape, missing: None, true_for_no: None }
    }

    const fn any() -> Self {
        Self::new(Shape::Any)
    }
}

/// The tokens of a tag, read from left to right.
struct Cursor<'c, 't> {
    tokens: &'c [Placed<'t>],
    at: usize,
}

impl<'c, 't> Cursor<'c, 't> {
    const fn new(tokens: &'c [Placed<'t>], at: usize) -> Self {
        Self { tokens, at }
    }

    fn token(&self, ahead: usize) -> Option<&'c Token<'t>> {
        self.tokens.get(self.at + ahead).map(|placed| &placed.token)
    }

    fn word(&self, ahead: usize) -> Option<&'t str> {
        match self.token(ahead) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn is_sign(&self, sign: &str) -> bool {
        matches!(self.token(0), Some(Token::Sign(found)) if *found == sign)
    }

    /// The place of the next token.
    fn range(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(0..0, |placed| placed.range.clone())
    }

    fn take_sign(&mut self, sign: &str) -> bool {
        let found = self.is_sign(sign);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.word(0) == Some(word);
        self.at += usize::from(found);
        found
    }

    fn name(&mut self) -> Option<(&'t str, Range<usize>)> {
        let name = self.word(0)?;
        let range = self.range();
        self.at += 1;
        Some((name, range))
    }

    /// The index of the `for` of a list made by a loop, inside brackets that were just opened.
    fn comprehension(&self) -> Option<usize> {
        let mut depth = 0_usize;
        for (index, placed) in self.tokens.iter().enumerate().skip(self.at) {
            match placed.token {
                Token::Sign("(" | "[" | "{" | "?[") => depth += 1,
                Token::Sign(")" | "]" | "}") if depth == 0 => return None,
                Token::Sign(")" | "]" | "}") => depth -= 1,
                Token::Word("for") if depth == 0 => return Some(index),
                _ => {}
            }
        }
        None
    }
}

/// An argument in brackets: its name, its value, and the strings it may be with their place.
struct Argument<'t> {
    name: &'t str,
    shape: Shape,
    range: Range<usize>,
}

/// What a text or a component of tera sees.
struct Frame<'w> {
    /// Whether it sees the variables of the face.
    is_open: bool,
    scopes: Vec<HashMap<String, Shape>>,
    /// The texts that are being walked through in it.
    texts: Vec<&'w str>,
}

struct Walk<'w, 't> {
    library: &'w Library<'t>,
    variables: &'w BTreeMap<String, Shape>,
    absent: &'w [&'w str],
    findings: &'w mut Findings,
    frames: Vec<Frame<'w>>,
    /// Components that were called with these arguments.
    called: HashSet<(String, Vec<usize>)>,
    /// Maps that texts make, so that no two of them ever have the same address.
    made: Vec<Shape>,
}

impl<'w, 't: 'w> Walk<'w, 't> {
    fn new(
        library: &'w Library<'t>,
        variables: &'w BTreeMap<String, Shape>,
        absent: &'w [&'w str],
        findings: &'w mut Findings,
    ) -> Self {
        let frame = Frame { is_open: true, scopes: vec![HashMap::new()], texts: Vec::new() };
        Self {
            library,
            variables,
            absent,
            findings,
            frames: vec![frame],
            called: HashSet::new(),
            made: Vec::new(),
        }
    }

    /// A text with what it includes.
    fn text(&mut self, name: &str) {
        let library = self.library;
        let Some((name, text)) = library.texts.get_key_value(name) else { return };
        let depth: usize = self.frames.iter().map(|frame| frame.texts.len()).sum();
        let Some(frame) = self.frames.last_mut() else { return };
        if frame.texts.contains(name) {
            return;
        }
        if depth > MAX_DEPTH {
            self.findings.reads().anything();
            return;
        }
        frame.texts.push(name);
        self.tags(&text.tags, 0..text.tags.len());
        if let Some(frame) = self.frames.last_mut() {
            frame.texts.pop();
        }
    }

    /// The name of the text that is being walked through.
    fn here(&self) -> &'w str {
        self.frames.last().and_then(|frame| frame.texts.last()).copied().unwrap_or_default()
    }

    fn tags(&mut self, tags: &'w [Tag<'t>], range: Range<usize>) {
        let mut in_component = false;
        for tag in tags.get(range).unwrap_or_default() {
            match tag.word() {
                Some("component") => in_component = true,
                Some("endcomponent") => in_component = false,
                _ if in_component => {}
                _ => self.tag(tag),
            }
        }
    }

    fn tag(&mut self, tag: &'w Tag<'t>) {
        let mut cursor = Cursor::new(&tag.tokens, 0);
        let cursor = &mut cursor;
        if tag.prints {
            self.spent(cursor, 0);
            return;
        }
        if cursor.take_sign("<") {
            self.call(cursor);
            return;
        }
        let Some((word, _)) = cursor.name() else { return };
        match word {
            "if" | "elif" => self.condition(cursor, 0),
            "for" => {
                if let Some((key, value)) = loop_names(cursor) {
                    let target = self.used(cursor, 0);
                    self.open_loop(key, value, &target);
                }
            }
            "endfor" => {
                if let Some(frame) = self.frames.last_mut()
                    && frame.scopes.len() > 1
                {
                    frame.scopes.pop();
                }
            }
            "set" | "set_global" => {
                let Some((name, _)) = cursor.name() else { return };
                let shape = if cursor.take_sign("=") {
                    self.used(cursor, 0)
                } else {
                    self.filters(cursor);
                    Shape::Any
                };
                self.set(name, shape, word == "set_global");
            }
            "include" | "extends" => {
                if let Some(Token::Text(name)) = cursor.token(0) {
                    self.text(name);
                }
            }
            "filter" => {
                self.filtered(cursor, &Shape::Any);
                self.filters(cursor);
            }
            _ => {}
        }
    }

    /// `| upper | replace(from="a", to="b")` behind nothing that matters.
    fn filters(&mut self, cursor: &mut Cursor<'_, 't>) {
        while cursor.take_sign("|") {
            self.filtered(cursor, &Shape::Any);
        }
    }

    fn open_loop(&mut self, key: Option<&str>, value: &str, target: &Shape) {
        let item = self.item_of(target);
        let mut scope = HashMap::from([(value.to_owned(), item)]);
        scope.extend(key.map(|key| (key.to_owned(), Shape::Any)));
        if let Some(frame) = self.frames.last_mut() {
            frame.scopes.push(scope);
        }
    }

    /// A name may be set in two branches: it is then either.
    fn set(&mut self, name: &str, shape: Shape, is_global: bool) {
        let Some(frame) = self.frames.last_mut() else { return };
        let scope = if is_global { frame.scopes.first_mut() } else { frame.scopes.last_mut() };
        if let Some(scope) = scope {
            let shape = match scope.remove(name) {
                Some(before) => either(self.findings, &[before, shape]),
                None => shape,
            };
            self.made.push(shape.clone());
            scope.insert(name.to_owned(), shape);
        }
    }

    /// An expression that decides something.
    fn condition(&mut self, cursor: &mut Cursor<'_, 't>, power: u8) {
        let given = self.expression(cursor, power);
        self.decides(&given);
        self.must_exist(given);
    }

    fn decides(&mut self, given: &Given) {
        if let Some((range, problem)) = &given.true_for_no {
            let template = self.here().to_owned();
            let range = range.clone();
            let problem = problem.clone();
            self.findings.true_for_no(Finding { template, range, problem });
        }
    }

    /// What an item of it is; which one nobody knows.
    fn item_of(&mut self, shape: &Shape) -> Shape {
        let item = shape.item();
        if let Shape::Map(keys) = shape {
            self.findings.reads().any_key(keys);
            if !matches!(item, Shape::Map(_)) {
                self.findings.reads().whole(shape);
            }
        }
        item
    }

    /// An expression whose value goes where it is not followed.
    fn spent(&mut self, cursor: &mut Cursor<'_, 't>, power: u8) {
        let shape = self.used(cursor, power);
        self.findings.reads().whole(&shape);
    }

    /// An expression whose value is taken.
    fn used(&mut self, cursor: &mut Cursor<'_, 't>, power: u8) -> Shape {
        let given = self.expression(cursor, power);
        self.must_exist(given)
    }

    fn must_exist(&mut self, given: Given) -> Shape {
        if let Some((range, problem)) = given.missing {
            self.findings.missing(self.here(), range, problem);
        }
        given.shape
    }

    fn expression(&mut self, cursor: &mut Cursor<'_, 't>, power: u8) -> Given {
        let mut left = self.first(cursor);
        while let Some(token) = cursor.token(0) {
            let (binds, right) = match token {
                Token::Word("if") => (0, 0),
                Token::Word("or") => (1, 2),
                Token::Word("and") => (3, 4),
                Token::Word("in" | "is") => (5, 6),
                Token::Word("not") if cursor.word(1) == Some("in") => (5, 6),
                Token::Sign("==" | "!=" | "<" | "<=" | ">" | ">=") => (7, 8),
                Token::Sign("+" | "-") => (11, 12),
                Token::Sign("*" | "/" | "%" | "//" | "~") => (13, 14),
                Token::Sign("**") => (16, 15),
                Token::Sign("|") => (17, 18),
                Token::Sign("[" | "?[") => (20, 0),
                _ => break,
            };
            if binds < power {
                break;
            }
            cursor.at += 1;
            left = match token {
                Token::Word("if") => {
                    let chosen = self.must_exist(left);
                    self.condition(cursor, 0);
                    cursor.take_word("else");
                    let other = self.used(cursor, 0);
                    return Given::new(either(self.findings, &[chosen, other]));
                }
                Token::Word("and" | "or") => {
                    self.decides(&left);
                    let first = self.must_exist(left);
                    let second = self.expression(cursor, right);
                    let true_for_no = second.true_for_no.clone();
                    let second = self.must_exist(second);
                    self.findings.reads().whole(&first);
                    self.findings.reads().whole(&second);
                    Given { true_for_no, ..Given::any() }
                }
                Token::Word("is") => {
                    self.test(cursor, left);
                    Given::any()
                }
                Token::Sign("|") => {
                    let shape = self.must_exist(left);
                    Given::new(self.filtered(cursor, &shape))
                }
                Token::Sign("[" | "?[") => {
                    let shape = self.must_exist(left);
                    self.spent(cursor, 0);
                    cursor.take_sign("]");
                    Given::new(self.item_of(&shape))
                }
                operator => {
                    if *operator == Token::Word("not") {
                        cursor.at += 1;
                    }
                    let shape = self.must_exist(left);
                    self.findings.reads().whole(&shape);
                    self.spent(cursor, right);
                    Given::any()
                }
            };
        }
        left
    }

    /// `is defined`, `is not starting_with(pat="x")`
    fn test(&mut self, cursor: &mut Cursor<'_, 't>, tested: Given) {
        cursor.take_word("not");
        let name = cursor.name().map(|(name, _)| name);
        if !matches!(name, Some("defined" | "undefined")) {
            self.must_exist(tested);
        }
        if cursor.is_sign("(") {
            self.arguments(cursor);
        }
    }

    /// An expression without the operators behind it.
    fn first(&mut self, cursor: &mut Cursor<'_, 't>) -> Given {
        let range = cursor.range();
        let Some(token) = cursor.token(0) else { return Given::any() };
        cursor.at += 1;
        match token {
            Token::Text(text) => Given::new(Shape::Text(Arc::new(vec![text.clone()]))),
            Token::Sign("-") => {
                self.used(cursor, 20);
                Given::any()
            }
            Token::Word("not") => {
                self.condition(cursor, 5);
                Given::any()
            }
            Token::Word("true" | "True" | "false" | "False" | "none" | "None" | "null") => {
                Given::any()
            }
            Token::Sign("(") => {
                let inside = self.expression(cursor, 0);
                cursor.take_sign(")");
                inside
            }
            Token::Sign("[") => Given::new(self.array(cursor)),
            Token::Sign("{") => Given::new(self.map(cursor)),
            Token::Sign("<") => {
                self.call(cursor);
                Given::any()
            }
            Token::Word(_) if cursor.is_sign("(") => {
                for argument in self.arguments(cursor) {
                    self.findings.reads().whole(&argument.shape);
                }
                Given::any()
            }
            Token::Word(root) => self.path(cursor, root, range),
            Token::Number | Token::Sign(_) => Given::any(),
        }
    }

    fn array(&mut self, cursor: &mut Cursor<'_, 't>) -> Shape {
        if let Some(word) = cursor.comprehension() {
            let start = cursor.at;
            cursor.at = word + 1;
            let Some((key, value)) = loop_names(cursor) else { return Shape::Any };
            let target = self.used(cursor, 1);
            self.open_loop(key, value, &target);
            let mut inside = Cursor::new(cursor.tokens.get(..word).unwrap_or_default(), start);
            let item = self.used(&mut inside, 0);
            if cursor.take_word("if") {
                self.condition(cursor, 1);
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.scopes.pop();
            }
            cursor.take_sign("]");
            return Shape::list(item);
        }
        let mut items = Vec::new();
        while cursor.token(0).is_some() && !cursor.take_sign("]") {
            let start = cursor.at;
            if cursor.take_sign("...") {
                let list = self.used(cursor, 0);
                items.push(self.item_of(&list));
            } else {
                items.push(self.used(cursor, 0));
            }
            cursor.take_sign(",");
            // What cannot be read is left out.
            cursor.at = cursor.at.max(start + 1);
        }
        Shape::list(either(self.findings, &items))
    }

    fn map(&mut self, cursor: &mut Cursor<'_, 't>) -> Shape {
        let mut entries = Vec::new();
        let mut is_known = true;
        while cursor.token(0).is_some() && !cursor.take_sign("}") {
            let start = cursor.at;
            if cursor.take_sign("...") {
                is_known = false;
                self.spent(cursor, 0);
            } else {
                let key = match cursor.token(0) {
                    Some(Token::Text(key)) => Some(key.clone()),
                    _ => None,
                };
                cursor.at += 1;
                cursor.take_sign(":");
                let value = self.used(cursor, 0);
                match key {
                    Some(key) => entries.push((key, value)),
                    None => is_known = false,
                }
            }
            cursor.take_sign(",");
            cursor.at = cursor.at.max(start + 1);
        }
        if is_known {
            return Shape::map("key", entries);
        }
        for (_, shape) in &entries {
            self.findings.reads().whole(shape);
        }
        Shape::Any
    }

    /// `(name=value, …)`
    fn arguments(&mut self, cursor: &mut Cursor<'_, 't>) -> Vec<Argument<'t>> {
        let mut found = Vec::new();
        cursor.take_sign("(");
        while cursor.token(0).is_some() && !cursor.take_sign(")") {
            let start = cursor.at;
            if let Some((name, _)) = cursor.name()
                && cursor.take_sign("=")
            {
                let range = cursor.range();
                let shape = self.used(cursor, 0);
                found.push(Argument { name, shape, range });
            }
            cursor.take_sign(",");
            cursor.at = cursor.at.max(start + 1);
        }
        found
    }

    /// What a filter makes of a value.
    fn filtered(&mut self, cursor: &mut Cursor<'_, 't>, left: &Shape) -> Shape {
        let Some((name, _)) = cursor.name() else { return Shape::Any };
        let arguments = if cursor.is_sign("(") { self.arguments(cursor) } else { Vec::new() };
        let argument = |wanted: &str| arguments.iter().find(|argument| argument.name == wanted);
        let part = |walk: &mut Self, wanted: &str, of: &Shape| -> Option<Shape> {
            let argument = argument(wanted)?;
            let Shape::Text(paths) = &argument.shape else { return None };
            let [path] = paths.as_slice() else { return None };
            let mut given = Given::new(of.clone());
            for key in path.split('.') {
                given = walk.step(given, &[key.to_owned()], argument.range.clone(), None);
            }
            Some(walk.must_exist(given))
        };
        match name {
            "sort" | "unique" => {
                part(self, "attribute", &left.item());
                left.clone()
            }
            "group_by" => {
                part(self, "attribute", &left.item());
                Shape::Dict(Arc::new(left.clone()))
            }
            "get" => part(self, "key", left).unwrap_or_else(|| self.item_of(left)),
            "reverse" | "default" | "safe" => left.clone(),
            "first" | "last" | "nth" => self.item_of(left),
            "values" => Shape::list(self.item_of(left)),
            "length" => Shape::Any,
            _ => {
                self.findings.reads().whole(left);
                Shape::Any
            }
        }
    }

    /// `card.name`, `card["name"]`, `cards[0]?.name`
    fn path(&mut self, cursor: &mut Cursor<'_, 't>, root: &str, range: Range<usize>) -> Given {
        let mut given = self.variable(root, range);
        let mut path = root.to_owned();
        loop {
            if cursor.take_sign(".") || cursor.take_sign("?.") {
                let Some((name, range)) = cursor.name() else { return given };
                given = self.step(given, &[name.to_owned()], range, Some(&path));
                path.push('.');
                path.push_str(name);
            } else if cursor.take_sign("[") || cursor.take_sign("?[") {
                let range = cursor.range();
                let lone = match (cursor.token(0), cursor.token(1)) {
                    (Some(Token::Word(word)), Some(Token::Sign("]"))) => Some((*word).to_owned()),
                    _ => None,
                };
                let index = if cursor.is_sign(":") { Shape::Any } else { self.used(cursor, 0) };
                if cursor.is_sign(":") {
                    while cursor.take_sign(":") {
                        if !cursor.is_sign("]") && !cursor.is_sign(":") {
                            self.used(cursor, 0);
                        }
                    }
                } else if let Shape::Text(names) = index {
                    // A path with a name that is one of several stands for itself.
                    let guard = lone.as_ref().map(|word| format!("{path}[{word}]"));
                    if guard.is_some_and(|guard| self.is_guarded(&guard)) {
                        self.item_of(&given.shape);
                        given = Given::any();
                    } else {
                        given = self.step(given, &names, range, Some(&path));
                    }
                    path.push('.');
                    path.push_str(&names.join("|").replace('.', "\u{1}"));
                } else {
                    let shape = self.item_of(&given.shape);
                    given = Given { shape, true_for_no: None, ..given };
                    path.push_str(&format!("[{}]", lone.unwrap_or_default()));
                }
                cursor.take_sign("]");
            } else {
                return given;
            }
        }
    }

    /// A variable by its name.
    fn variable(&mut self, name: &str, range: Range<usize>) -> Given {
        let library = self.library;
        let here = self.here();
        let Some(frame) = self.frames.last() else { return Given::any() };
        let scoped = frame.scopes.iter().rev().find_map(|scope| scope.get(name));
        let found = scoped.or_else(|| self.variables.get(name).filter(|_| frame.is_open));
        if let Some(shape) = found {
            let shape = shape.clone();
            self.findings.exists(here, range.start, false);
            return Given::new(shape);
        }
        let is_elsewhere = library.set.contains(name)
            || (frame.is_open && self.absent.contains(&name))
            || name.starts_with("__tera")
            || matches!(name, "loop" | "self" | "body");
        if name.starts_with("__tera") {
            self.findings.reads().anything();
        }
        if is_elsewhere || self.is_guarded(name) {
            self.findings.exists(here, range.start, false);
            return Given::any();
        }
        let scoped = frame.scopes.iter().rev().flat_map(|scope| scope.keys());
        let global = self.variables.keys().filter(|_| frame.is_open);
        let mut known: Vec<String> = scoped.chain(global).cloned().collect();
        known.sort_unstable();
        known.dedup();
        let problem =
            Problem::Unknown { within: None, thing: "variable", name: name.to_owned(), known };
        Given { missing: Some((range, problem)), ..Given::any() }
    }

    /// What stands under one of these names; `path` is how it was reached.
    fn step(
        &mut self,
        from: Given,
        names: &[String],
        range: Range<usize>,
        path: Option<&str>,
    ) -> Given {
        if from.missing.is_some() {
            return Given { shape: Shape::Any, true_for_no: None, ..from };
        }
        let here = self.here();
        let keys: &Keys = match &from.shape {
            Shape::Map(keys) => keys,
            Shape::Dict(item) => return Given::new(item.as_ref().clone()),
            Shape::Any | Shape::List(_) | Shape::Text(_) | Shape::Flag(_) => {
                self.findings.exists(here, range.start, true);
                return Given::any();
            }
        };
        let unknown = names.iter().find(|name| !keys.entries.contains_key(*name));
        if let Some(name) = unknown {
            let full = |path: &str| format!("{path}.{}", name.replace('.', "\u{1}"));
            if path.is_some_and(|path| self.is_guarded(&full(path))) {
                self.findings.exists(here, range.start, true);
                return Given::any();
            }
            let within = Some(path.map_or_else(
                || "what is filtered".to_owned(),
                |path| format!("`{}`", path.replace('\u{1}', ".")),
            ));
            let problem = Problem::Unknown {
                within,
                thing: keys.thing,
                name: name.clone(),
                known: keys.entries.keys().cloned().collect(),
            };
            return Given { missing: Some((range, problem)), ..Given::any() };
        }
        self.findings.exists(here, range.start, true);
        for name in names {
            self.findings.reads().key(keys, name);
        }
        let found = names.iter().filter_map(|name| keys.entries.get(name)).cloned();
        let shape = Shape::either(found);
        let true_for_no = match (&shape, path, names) {
            (Shape::Flag(no), Some(path), [name]) => {
                let path = format!("{path}.{name}");
                Some((range, Problem::TrueForNo { path, no: no.to_string() }))
            }
            _ => None,
        };
        Given { shape, missing: None, true_for_no }
    }

    /// Whether a text on the way here asks whether a path, or something below it, is defined.
    fn is_guarded(&self, path: &str) -> bool {
        let texts = self.frames.iter().flat_map(|frame| &frame.texts);
        let mut guards =
            texts.filter_map(|name| self.library.texts.get(*name)).flat_map(|text| &text.guards);
        guards.any(|guard| guard.covers(path))
    }

    /// A component of tera, behind the `<` of its call.
    fn call(&mut self, cursor: &mut Cursor<'_, 't>) {
        let mut name = String::new();
        while let Some((part, _)) = cursor.name() {
            name.push_str(part);
            if !cursor.take_sign(".") {
                break;
            }
            name.push('.');
        }
        let mut given: HashMap<String, Shape> = HashMap::new();
        while cursor.token(0).is_some() && !cursor.is_sign(">") && !cursor.is_sign("/") {
            if cursor.take_sign("{") {
                cursor.take_sign("...");
                self.spent(cursor, 0);
                cursor.take_sign("}");
            } else if let Some((argument, range)) = cursor.name() {
                let shape = if !cursor.take_sign("=") {
                    let given = self.variable(argument, range);
                    self.must_exist(given)
                } else if cursor.take_sign("{") {
                    let shape = self.used(cursor, 0);
                    cursor.take_sign("}");
                    shape
                } else {
                    self.first(cursor).shape
                };
                given.insert(argument.to_owned(), shape);
            } else {
                cursor.at += 1;
            }
        }
        cursor.at += usize::from(cursor.is_sign("/"));
        cursor.take_sign(">");
        self.component(name, given);
    }

    fn component(&mut self, name: String, mut given: HashMap<String, Shape>) {
        let library = self.library;
        let Some(component) = library.components.get(&name) else { return };
        let Some(text) = library.texts.get(component.text) else { return };
        let mut addresses = Vec::new();
        for (argument, is_implicit) in &component.arguments {
            let shape = given.remove(*argument).or_else(|| {
                let frame = self.frames.last().filter(|_| *is_implicit)?;
                let scoped = frame.scopes.iter().rev().find_map(|scope| scope.get(*argument));
                let open = self.variables.get(*argument).filter(|_| frame.is_open);
                scoped.or(open).cloned()
            });
            let shape = shape.unwrap_or(Shape::Any);
            addresses.push(address(&shape));
            self.made.push(shape.clone());
            given.insert((*argument).to_owned(), shape);
        }
        given.retain(|argument, shape| {
            let is_known = component.arguments.iter().any(|(name, _)| name == argument);
            if !is_known {
                self.findings.reads().whole(shape);
            }
            is_known
        });
        let depth = self.frames.len();
        if depth > MAX_DEPTH {
            self.findings.reads().anything();
        }
        if depth > MAX_DEPTH || !self.called.insert((name, addresses)) {
            return;
        }
        self.frames.push(Frame {
            is_open: false,
            scopes: vec![given],
            texts: vec![component.text],
        });
        self.tags(&text.tags, component.body.clone());
        self.frames.pop();
    }
}

/// What is one of these. What cannot be followed further counts as read.
fn either(findings: &mut Findings, shapes: &[Shape]) -> Shape {
    let either = Shape::either(shapes.iter().cloned());
    if matches!(either, Shape::Any) {
        for shape in shapes {
            findings.reads().whole(shape);
        }
    }
    either
}

/// Two shapes with one address are the same.
fn address(shape: &Shape) -> usize {
    match shape {
        Shape::Any => 0,
        Shape::Map(keys) => Arc::as_ptr(keys).addr(),
        Shape::Dict(item) | Shape::List(item) => Arc::as_ptr(item).addr(),
        Shape::Text(_) | Shape::Flag(_) => 1,
    }
}

/// `name in`, `key, value in`
fn loop_names<'t>(cursor: &mut Cursor<'_, 't>) -> Option<(Option<&'t str>, &'t str)> {
    let (first, _) = cursor.name()?;
    let second = if cursor.take_sign(",") { Some(cursor.name()?.0) } else { None };
    cursor.take_word("in").then_some(match second {
        Some(value) => (Some(first), value),
        None => (None, first),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card() -> Shape {
        let any = |name: &str| (name.to_owned(), Shape::Any);
        let unique = ("unique".to_owned(), Shape::Flag("FALSE".into()));
        Shape::map("column", [any("name"), any("points"), any("act"), any("hit points"), unique])
    }

    /// What is wrong in a text, given others that it includes.
    fn wrong(text: &str, others: &[(&str, &str)]) -> Vec<String> {
        let act = Shape::map("key", [("tiger".to_owned(), Shape::Any)]);
        let deck = [("cards".to_owned(), Shape::list(card())), ("id".to_owned(), Shape::Any)];
        let variables = BTreeMap::from([
            ("card".to_owned(), card()),
            ("deck".to_owned(), Shape::map("key", deck)),
            ("t".to_owned(), Shape::map("key", [("act".to_owned(), act)])),
            ("width".to_owned(), Shape::Any),
            ("ink".to_owned(), Shape::Any),
        ]);
        let sources = [("a", text)].into_iter().chain(others.iter().copied());
        let mut findings = Findings::default();
        Library::new(sources).look("a", &variables, &["panel"], &mut findings);
        let words = findings.into_all().into_iter().map(|finding| match finding.problem {
            Problem::Unknown { within: Some(within), name, .. } => format!("{within} {name}"),
            Problem::Unknown { within: None, name, .. } => name,
            Problem::TrueForNo { path, no } => format!("{path} is {no}"),
        });
        words.collect()
    }

    #[test]
    fn a_misspelt_name_is_found_in_every_form() {
        for text in [
            "{{ card.nmae }}",
            "{{ card[\"nmae\"] }}",
            "{{ card['nmae'] | upper }}",
            "{{ card?.nmae }}",
            "{{ card?[`nmae`] }}",
            "{% if card.nmae %}{% endif %}",
            "{% if not card.nmae %}{% endif %}",
            "{% if card.name %}{% elif not (card.nmae) %}{% endif %}",
            "{% if card.name and card.nmae == 'x' %}{% endif %}",
            "{% if 'x' in card.nmae %}{% endif %}",
            "{% if card.name not in card.nmae %}{% endif %}",
            "{% if card.nmae is starting_with(pat='x') %}{% endif %}",
            "{% if card.name is containing(pat=card.nmae) %}{% endif %}",
            "{{ card.nmae | int }}",
            "{{ card.nmae | default(value='-') }}",
            "{{ card.nmae or '-' }}",
            "{{ -card.nmae }}",
            "{{ 1 + card.nmae * 2 }}",
            "{{ card.name ~ card.nmae }}",
            "{{ card.name | replace(from='x', to=card.nmae) }}",
            "{{ 'a' if card.nmae else 'b' }}",
            "{{ card.nmae if card.name else 'b' }}",
            "{{ 'a' if card.name else card.nmae }}",
            "{{ textbox(text=card.nmae, x=1) }}",
            "{{ textbox(text=card.name ~ ' ' ~ (card.nmae | trim), x=1) }}",
            "{{ [card.name, card.nmae] | join }}",
            "{{ {'a': card.nmae} }}",
            "{{ t.act[card.nmae] }}",
            "{% set x = card.nmae %}",
            "{% set x %}{{ card.nmae }}{% endset %}",
            "{% set x = card %}{% if x.nmae %}{% endif %}",
            "{% set key = 'nmae' %}{% if card[key] %}{% endif %}",
            "{% for key in ['name', 'nmae'] %}{% if card[key] %}{% endif %}{% endfor %}",
            "{% for x in card.nmae %}{% endfor %}",
            "{% for c in deck.cards %}{% if c.nmae %}{% endif %}{% endfor %}",
            "{% for i, c in deck.cards %}{{ c['nmae'] }}{% endfor %}",
            "{% for c in deck.cards | sort(attribute='name') | reverse %}{{ c.nmae }}{% endfor %}",
            "{% for c in deck.cards | sort(attribute='nmae') %}{% endfor %}",
            "{% for k, g in deck.cards | group_by(attribute='act') %}{{ g[0].nmae }}{% endfor %}",
            "{{ [c.nmae for c in deck.cards if c.name] }}",
            "{{ [c.name for c in deck.cards if c.nmae] }}",
            "{{ deck.cards[0].nmae }}",
            "{{ (deck.cards | first)[\"name\"] }}{{ card | get(key='nmae', default='x') }}",
            "{% filter replace(from='a', to=card.nmae) %}{% endfilter %}",
            "{%- if card.nmae -%}{% endif %}",
        ] {
            let found = wrong(text, &[]);
            assert!(
                matches!(found.as_slice(), [one] if one.ends_with(" nmae")),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn what_is_right_or_asked_for_is_not_found() {
        for text in [
            "{{ card.name }}{{ card['hit points'] }}{{ width * 2 }}",
            "{% if card.flavor is defined %}{{ card.flavor }}{% endif %}",
            "{% if card.flavor is not defined or card.flavor == '' %}{% endif %}",
            "{{ card.flavor if card.flavor is defined else '' }}",
            "{% if 'flavor' in card %}{{ card.flavor }}{% endif %}",
            "{% if panel is defined %}{{ panel.name }}{% endif %}{% if panel %}{% endif %}",
            "{# {{ card.nmae }} #}{% raw %}{{ card.nmae }}{% endraw %}",
            "{{ t.act[card.act] }}{{ card[t.act.tiger] }}",
            "{% for x in card.name %}{{ x.y }}{{ loop.index }}{% endfor %}",
            "{% for a in [1, 2] %}{% if before %}{% endif %}{% set_global before = a %}{% endfor \
             %}",
            "{% set m = {'a': 1} %}{{ m.a }}",
            "{% for col in ['name', 'flavor'] %}{% if card[col] is defined %}{{ card[col] }}\
             {% endif %}{% endfor %}",
            "{{ range(end=4) | length }}{{ 'card.nmae' }}",
            "{{ deck.cards[1:2] }}{{ deck.cards | length }}",
        ] {
            assert_eq!(wrong(text, &[]), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn variables_and_keys_of_texts_are_looked_up_too() {
        assert_eq!(wrong("{% if inc == 'low' %}{% endif %}", &[]), ["inc"]);
        assert_eq!(wrong("{% if crad.name %}{% endif %}", &[]), ["crad"]);
        assert_eq!(wrong("{% if t.act.tigre %}{% endif %}", &[]), ["`t.act` tigre"]);
        assert_eq!(wrong("{% for a in [1] %}{% endfor %}{% if a %}{% endif %}", &[]), ["a"]);
    }

    #[test]
    fn includes_and_components_see_what_they_are_given() {
        let frame = ("frame", "{% if card.nmae %}{% endif %}{% if look %}{% endif %}");
        assert_eq!(wrong("{% include 'frame' %}", &[frame]), ["`card` nmae", "look"]);
        let found = wrong("{% set look = 1 %}{% include 'frame' %}", &[frame]);
        assert_eq!(found, ["`card` nmae"]);
        let plate = (
            "lib",
            "{% component plate(of, big=false, ...rest) %}{% if of.nmae %}{% endif %}\
             {% if big %}{{ rest }}{% endif %}{% if width %}{% endif %}{% endcomponent plate %}",
        );
        let found =
            wrong("{{ <plate of={card} /> }}{% <plate of={card}> %}x{% </plate> %}", &[plate]);
        assert_eq!(found, ["`of` nmae", "width"]);
        assert_eq!(wrong("{{ <plate of={card.nmae} /> }}", &[plate]), ["`card` nmae", "width"]);
        assert_eq!(wrong("{{ card.name }}", &[plate]), Vec::<String>::new());
        let looped = ("loop", "{% include 'loop' %}{% include 'a' %}");
        assert_eq!(wrong("{% include 'loop' %}", &[looped]), Vec::<String>::new());
    }

    #[test]
    fn a_name_that_some_face_has_is_right() {
        let sources = [("a", "{% if card.flavor %}{% endif %}{% if card.nmae %}{% endif %}")];
        let library = Library::new(sources);
        let mut findings = Findings::default();
        let flavor = Shape::map("column", [("flavor".to_owned(), Shape::Any)]);
        for shape in [card(), flavor] {
            let variables = BTreeMap::from([("card".to_owned(), shape)]);
            library.look("a", &variables, &[], &mut findings);
        }
        assert_eq!(findings.into_all().len(), 1);
    }

    #[test]
    fn a_word_for_no_in_a_condition_is_found() {
        for text in [
            "{% if card.unique %}{% endif %}",
            "{% if not card.unique %}{% endif %}",
            "{% if card.name and card.unique %}{% endif %}",
            "{% if (card.unique) or card.name %}{% endif %}",
            "{{ 'a' if card['unique'] else 'b' }}",
            "{{ [c.name for c in deck.cards if c.unique] }}",
        ] {
            let found = wrong(text, &[]);
            assert!(
                matches!(found.as_slice(), [one] if one.ends_with("FALSE")),
                "{text}: {found:?}"
            );
        }
        for text in [
            "{{ card.unique }}",
            "{% if card.unique == 'TRUE' %}{% endif %}",
            "{% if card.unique | lower == 'true' %}{% endif %}",
            "{% if card.name %}{{ card.unique }}{% endif %}",
        ] {
            assert_eq!(wrong(text, &[]), Vec::<String>::new(), "{text}");
        }
    }
}
