//! The tags of a text and the tokens in them, as tera reads them.

use std::ops::Range;

/// A piece of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// A name or a word such as `if`.
    Word(&'t str),
    /// A string, without its quotes.
    Text(String),
    /// A number.
    Number,
    /// Anything else.
    Sign(&'static str),
}

/// A token and its place in the text.
#[derive(Clone, Debug)]
pub(super) struct Placed<'t> {
    pub(super) token: Token<'t>,
    pub(super) range: Range<usize>,
}

/// `{{ … }}` or `{% … %}`.
#[derive(Clone, Debug)]
pub(super) struct Tag<'t> {
    pub(super) prints: bool,
    pub(super) tokens: Vec<Placed<'t>>,
}

impl<'t> Tag<'t> {
    /// The word it begins with.
    pub(super) fn word(&self) -> Option<&'t str> {
        match self.tokens.first().map(|first| &first.token) {
            Some(Token::Word(word)) if !self.prints => Some(word),
            _ => None,
        }
    }
}

/// Longer ones first.
const SIGNS: &[&str] = &[
    "...", "?.", "?[", "</", "//", "**", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<", ">",
    "~", "|", "=", ".", ",", ":", "!", "[", "]", "(", ")", "{", "}", "@", "?",
];

/// The tags of a text, without comments and what is raw.
pub(super) fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('{')) {
        let open = at + found;
        at = open + 1;
        match text.as_bytes().get(open + 1) {
            Some(b'#') => {
                at = text[open..].find("#}").map_or(text.len(), |end| open + end + 2);
            }
            Some(sign @ (b'{' | b'%')) => {
                let prints = *sign == b'{';
                let mut tokens = Vec::new();
                // A dash takes the space before the tag away, and is no minus.
                let dash = usize::from(text.as_bytes().get(open + 2) == Some(&b'-'));
                at = read(text, open + 2 + dash, if prints { "}}" } else { "%}" }, &mut tokens);
                let tag = Tag { prints, tokens };
                if tag.word() == Some("raw") {
                    at = end_of_raw(text, at);
                } else {
                    tags.push(tag);
                }
            }
            _ => {}
        }
    }
    tags
}

/// The tokens of an expression that stands alone.
pub(super) fn expression(text: &str) -> Vec<Placed<'_>> {
    let mut tokens = Vec::new();
    read(text, 0, "%}", &mut tokens);
    tokens
}

/// Behind the `{% endraw %}` that follows.
fn end_of_raw(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(open) = text[at..].find("{%") {
        let mut tokens = Vec::new();
        let start = at + open + 2;
        let dash = usize::from(text.as_bytes().get(start) == Some(&b'-'));
        let end = read(text, start + dash, "%}", &mut tokens);
        if matches!(tokens.first(), Some(Placed { token: Token::Word("endraw"), .. })) {
            return end;
        }
        at = start;
    }
    text.len()
}

/// Reads tokens up to the end of the tag; where the text goes on.
fn read<'t>(text: &'t str, from: usize, end: &str, tokens: &mut Vec<Placed<'t>>) -> usize {
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(first) = rest.chars().next() else { return text.len() };
        if let Some(dashed) = rest.strip_prefix('-')
            && dashed.starts_with(end)
        {
            return at + 1 + end.len();
        }
        if rest.starts_with(end) {
            return at + end.len();
        }
        let start = at;
        let token = if matches!(first, '"' | '\'' | '`') {
            let (content, length) = string(rest, first);
            at += length;
            Some(Token::Text(content))
        } else if first.is_ascii_digit() {
            at += number(rest);
            Some(Token::Number)
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            let word = &rest[..length.unwrap_or(rest.len())];
            at += word.len();
            Some(Token::Word(word))
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            at += sign.len();
            Some(Token::Sign(sign))
        } else {
            at += first.len_utf8();
            None
        };
        tokens.extend(token.map(|token| Placed { token, range: start..at }));
    }
}

/// What stands in the quotes, and how far the string reaches.
fn string(rest: &str, quote: char) -> (String, usize) {
    let mut content = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => content.extend(chars.next().map(|(_, escaped)| escaped)),
            c if c == quote => return (content, at + 1),
            c => content.push(c),
        }
    }
    (content, rest.len())
}

fn number(rest: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    match rest[whole..].strip_prefix('.') {
        Some(fraction) if digits(fraction) > 0 => whole + 1 + digits(fraction),
        _ => whole,
    }
}

/// The names that an expression looks up in `subject`, each once: what follows `card.` or stands
/// in `card["…"]`. Not those that it asks whether they are defined.
pub(crate) fn columns(text: &str, subject: &str) -> Vec<String> {
    let tokens = expression(text);
    let guarded = guards(&tokens);
    let mut found: Vec<String> = Vec::new();
    for (path, _) in paths(&tokens) {
        let mut parts = path.split('.');
        let is_ours =
            parts.next() == Some(subject) && !guarded.iter().any(|guard| guard.covers(&path));
        let Some(column) = parts.next().filter(|_| is_ours) else { continue };
        let column = column.split('[').next().unwrap_or(column).replace('\u{1}', ".");
        if !column.is_empty() && !found.contains(&column) {
            found.push(column);
        }
    }
    found
}

/// A tag that is opened and never closed.
pub(crate) struct Unclosed {
    /// The word it begins with.
    pub(crate) word: String,
    /// The word and what stands around it.
    pub(crate) range: Range<usize>,
    /// The tag that closes it.
    pub(crate) end: String,
}

/// The innermost tag that a text opens and never closes.
pub(crate) fn unclosed(text: &str) -> Option<Unclosed> {
    let mut open: Vec<Unclosed> = Vec::new();
    for tag in tags(text).iter().filter(|tag| !tag.prints) {
        let Some(first) = tag.tokens.first() else { continue };
        let is = |at, sign| is_sign(&tag.tokens, at, &[sign]);
        match (&first.token, tag.tokens.get(1).map(|placed| &placed.token)) {
            (Token::Word("set" | "set_global"), _) if is(2, "=") => {}
            (Token::Word(word @ ("if" | "for" | "block" | "filter" | "component")), _) => {
                let (word, end) = ((*word).to_owned(), format!("{{% end{word} %}}"));
                open.push(Unclosed { word, range: first.range.clone(), end });
            }
            (Token::Word(word @ ("set" | "set_global")), _) => {
                let word = (*word).to_owned();
                let end = "{% endset %}".to_owned();
                open.push(Unclosed { word, range: first.range.clone(), end });
            }
            (Token::Sign("<"), Some(Token::Word(name))) => {
                let word = format!("<{name}>");
                let end = format!("{{% </{name}> %}}");
                open.push(Unclosed { word, range: first.range.clone(), end });
            }
            (Token::Word(word), _) if word.starts_with("end") => drop(open.pop()),
            (Token::Sign("</"), _) => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}

/// A call of a function.
pub(crate) struct Call {
    /// The name of the function.
    pub(crate) name: Range<usize>,
    /// What stands in its brackets.
    pub(crate) inside: Range<usize>,
    /// The columns of the card that its argument `text` is made of.
    pub(crate) columns: Vec<String>,
}

/// The calls of some functions in a text, in its order.
pub(crate) fn calls(text: &str, functions: &[&str]) -> Vec<Call> {
    let mut found = Vec::new();
    for tag in tags(text) {
        for (index, pair) in tag.tokens.windows(2).enumerate() {
            let [name, open] = pair else { continue };
            let is_call = matches!(name.token, Token::Word(word) if functions.contains(&word))
                && open.token == Token::Sign("(");
            let before = index.checked_sub(1).and_then(|index| tag.tokens.get(index));
            let is_attribute =
                before.is_some_and(|placed| matches!(placed.token, Token::Sign("." | "?.")));
            if !is_call || is_attribute {
                continue;
            }
            let inside = tag.tokens.get(index + 2..).unwrap_or_default();
            let length = bracket(inside);
            let end = inside.get(length).map_or(open.range.end, |close| close.range.start);
            let columns = text_columns(&inside[..length]);
            found.push(Call { name: name.range.clone(), inside: open.range.end..end, columns });
        }
    }
    found
}

/// How many tokens stand before the bracket that closes.
fn bracket(tokens: &[Placed<'_>]) -> usize {
    let mut depth = 0_usize;
    for (index, placed) in tokens.iter().enumerate() {
        match placed.token {
            Token::Sign("(" | "[" | "?[" | "{") => depth += 1,
            Token::Sign(")" | "]" | "}") if depth == 0 => return index,
            Token::Sign(")" | "]" | "}") => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// The columns of the card in the argument `text`.
fn text_columns(arguments: &[Placed<'_>]) -> Vec<String> {
    let start = arguments.windows(2).position(|pair| {
        matches!(pair, [name, equals] if name.token == Token::Word("text")
            && equals.token == Token::Sign("="))
    });
    let Some(start) = start else { return Vec::new() };
    let rest = &arguments[start + 2..];
    let mut end = 0;
    while rest.get(end).is_some_and(|placed| placed.token != Token::Sign(",")) {
        let opens = matches!(rest[end].token, Token::Sign("(" | "[" | "?[" | "{"));
        end += 1;
        if opens {
            end += bracket(rest.get(end..).unwrap_or_default()) + 1;
        }
    }
    let mut columns: Vec<String> = Vec::new();
    for (path, _) in paths(&rest[..end.min(rest.len())]) {
        let column = path.strip_prefix("card.").and_then(|rest| rest.split(['.', '[']).next());
        let column = column.map(|column| column.replace('\u{1}', "."));
        columns.extend(column.filter(|column| !columns.contains(column)));
    }
    columns
}

/// Whether there is a token at `at`, and it is one of these signs.
fn is_sign(tokens: &[Placed<'_>], at: usize, signs: &[&str]) -> bool {
    let token = tokens.get(at).map(|placed| &placed.token);
    matches!(token, Some(Token::Sign(sign)) if signs.contains(sign))
}

/// The paths in a row of tokens, each as `card.name` in whatever way it is written, and the index
/// of the token behind it. A point in a quoted name is written as U+0001.
fn paths(tokens: &[Placed<'_>]) -> Vec<(String, usize)> {
    let is = |at: usize, signs: &[&str]| is_sign(tokens, at, signs);
    let mut found = Vec::new();
    for (start, placed) in tokens.iter().enumerate() {
        let Token::Word(root) = &placed.token else { continue };
        if start > 0 && is(start - 1, &[".", "?."]) {
            continue;
        }
        let mut path = (*root).to_owned();
        let mut at = start + 1;
        loop {
            let next = tokens.get(at + 1).map(|placed| &placed.token);
            match next {
                Some(Token::Word(name)) if is(at, &[".", "?."]) => {
                    path.push('.');
                    path.push_str(name);
                    at += 2;
                }
                Some(Token::Text(name)) if is(at, &["[", "?["]) && is(at + 2, &["]"]) => {
                    path.push('.');
                    path.push_str(&name.replace('.', "\u{1}"));
                    at += 3;
                }
                Some(Token::Word(name)) if is(at, &["[", "?["]) && is(at + 2, &["]"]) => {
                    path.push_str(&format!("[{name}]"));
                    at += 3;
                }
                _ => break,
            }
        }
        found.push((path, at));
    }
    found
}

/// A path of which a tag asks whether it exists.
pub(super) enum Guard {
    /// `card.x is defined`, where `card` too may be missing.
    Path(String),
    /// `"x" in card`
    Exact(String),
}

impl Guard {
    /// Whether a path may be missing because of it.
    pub(super) fn covers(&self, path: &str) -> bool {
        match self {
            Self::Exact(guarded) => guarded == path,
            Self::Path(guarded) => guarded
                .strip_prefix(path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '['])),
        }
    }
}

/// What a tag asks for.
pub(super) fn guards(tokens: &[Placed<'_>]) -> Vec<Guard> {
    let word = |at: usize| match tokens.get(at).map(|placed| &placed.token) {
        Some(Token::Word(word)) => Some(*word),
        _ => None,
    };
    let mut found = Vec::new();
    for (path, after) in paths(tokens) {
        if word(after) == Some("is") {
            let test = if word(after + 1) == Some("not") { after + 2 } else { after + 1 };
            if matches!(word(test), Some("defined" | "undefined")) {
                found.push(Guard::Path(path));
            }
        }
    }
    for (at, placed) in tokens.iter().enumerate() {
        let Token::Text(key) = &placed.token else { continue };
        let container = match (word(at + 1), word(at + 2)) {
            (Some("in"), _) => at + 2,
            (Some("not"), Some("in")) => at + 3,
            _ => continue,
        };
        let rest = tokens.get(container..).unwrap_or_default();
        if let Some((path, _)) = paths(rest).into_iter().next()
            && word(container).is_some_and(|root| path.starts_with(root))
        {
            found.push(Guard::Exact(format!("{path}.{}", key.replace('.', "\u{1}"))));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_those_that_tera_sees() {
        let text =
            "a {# {{ no }} #} {{- card.name -}} { {% if x %}{% raw %}{{ y }}{% endraw -%} {{ z}}";
        let words: Vec<String> =
            tags(text).iter().map(|tag| format!("{:?}", tag.tokens[0].token)).collect();
        assert_eq!(words, ["Word(\"card\")", "Word(\"if\")", "Word(\"z\")"]);
        let tokens = expression("a.b[\"c\\\"d\"] ?. e // 1.5 | f(x=-2)");
        assert_eq!(tokens[4].token, Token::Text("c\"d".to_owned()));
        assert_eq!(tokens[6].token, Token::Sign("?."));
        assert_eq!(tokens[9].token, Token::Number);
    }

    #[test]
    fn the_innermost_open_tag_is_the_one_that_is_not_closed() {
        let word = |text: &str| unclosed(text).map(|open| (open.word, open.range.start));
        assert_eq!(word("{% if a %}{% for b in c %}{% endfor %}"), Some(("if".to_owned(), 3)));
        assert_eq!(word("{% if a %}{% set x = 1 %}{% set y %}{% endset %}{% endif %}"), None);
        assert_eq!(word("{% if a %}{% else %}{% endif %}{% <x> %}"), Some(("<x>".to_owned(), 34)));
    }

    #[test]
    fn columns_are_found_in_any_form() {
        assert_eq!(
            columns("card.a.b == card['c d'] and 'card.e' != card?.f or x.card.y", "card"),
            ["a", "c d", "f"]
        );
        assert_eq!(
            columns("card.a is defined and card.a == '1' and card.b is not defined", "card"),
            Vec::<String>::new()
        );
        assert_eq!(columns("'a' in card and card.a == 'x' and card.b", "card"), ["b"]);
    }
}
