//! What a typist leaves to the typesetter: quotes, dashes, and spaces that must not break.
//!
//! In: characters as typed, one paragraph at a time. Out: characters to print. Escaped characters
//! pass as they are.

/// The quotation marks of a language: outer pair, inner pair, and the space inside the outer pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quotes {
    outer: (&'static str, &'static str),
    inner: (&'static str, &'static str),
}

/// From the delimiters of the Unicode CLDR 46 (common/main/*.xml, `quotationStart` and the like);
/// French has the narrow no-break space inside its guillemets that its typographers ask for
/// (Imprimerie nationale, 2002).
const QUOTES: &[(&str, Quotes)] = &[
    ("ar", quotes("”", "“", "’", "‘")),
    ("bg", quotes("„", "“", "„", "“")),
    ("ca", quotes("«", "»", "“", "”")),
    ("cs", quotes("„", "“", "‚", "‘")),
    ("da", quotes("“", "”", "‘", "’")),
    ("de", quotes("„", "“", "‚", "‘")),
    ("de-ch", quotes("«", "»", "‹", "›")),
    ("el", quotes("«", "»", "“", "”")),
    ("en", quotes("“", "”", "‘", "’")),
    ("es", quotes("«", "»", "“", "”")),
    ("et", quotes("„", "“", "‚", "‘")),
    ("fi", quotes("”", "”", "’", "’")),
    ("fr", quotes("«\u{202f}", "\u{202f}»", "“", "”")),
    ("fr-ch", quotes("«", "»", "‹", "›")),
    ("he", quotes("”", "”", "’", "’")),
    ("hr", quotes("„", "“", "‚", "‘")),
    ("hu", quotes("„", "”", "»", "«")),
    ("is", quotes("„", "“", "‚", "‘")),
    ("it", quotes("«", "»", "“", "”")),
    ("ja", quotes("「", "」", "『", "』")),
    ("lt", quotes("„", "“", "„", "“")),
    ("lv", quotes("“", "”", "‘", "’")),
    ("nb", quotes("«", "»", "‘", "’")),
    ("nl", quotes("‘", "’", "“", "”")),
    ("nn", quotes("«", "»", "‘", "’")),
    ("no", quotes("«", "»", "‘", "’")),
    ("pl", quotes("„", "”", "«", "»")),
    ("pt", quotes("“", "”", "‘", "’")),
    ("pt-pt", quotes("«", "»", "“", "”")),
    ("ro", quotes("„", "”", "«", "»")),
    ("ru", quotes("«", "»", "„", "“")),
    ("sk", quotes("„", "“", "‚", "‘")),
    ("sl", quotes("„", "“", "‚", "‘")),
    ("sr", quotes("„", "“", "‘", "‘")),
    ("sv", quotes("”", "”", "’", "’")),
    ("tr", quotes("“", "”", "‘", "’")),
    ("uk", quotes("«", "»", "„", "“")),
    ("zh", quotes("“", "”", "‘", "’")),
];

const fn quotes(a: &'static str, b: &'static str, c: &'static str, d: &'static str) -> Quotes {
    Quotes { outer: (a, b), inner: (c, d) }
}

impl Quotes {
    /// Of a language tag such as `de`, `de-CH` or `de_CH`; English where the language is not in the
    /// table.
    pub(super) fn of(lang: &str) -> Self {
        let tag = lang.to_ascii_lowercase().replace('_', "-");
        let find = |tag: &str| QUOTES.iter().find(|(name, _)| *name == tag).map(|(_, q)| *q);
        find(&tag)
            .or_else(|| find(tag.split('-').next().unwrap_or_default()))
            .or_else(|| find("en"))
            .unwrap_or(quotes("“", "”", "‘", "’"))
    }
}

/// Sets one text. What it remembers ends with each paragraph.
pub(super) struct Typesetter {
    quotes: Option<Quotes>,
    french: bool,
    double_open: bool,
    single_open: bool,
    previous: Option<char>,
}

impl Typesetter {
    /// For a language; without `on` everything stays as typed.
    pub(super) fn new(on: bool, lang: &str) -> Self {
        let french = on && lang.to_ascii_lowercase().starts_with("fr");
        Self {
            quotes: on.then(|| Quotes::of(lang)),
            french,
            double_open: false,
            single_open: false,
            previous: None,
        }
    }

    /// A new paragraph begins.
    pub(super) fn paragraph(&mut self) {
        (self.double_open, self.single_open, self.previous) = (false, false, None);
    }

    /// Something that is no character stands here: an icon.
    pub(super) fn thing(&mut self, out: &str) {
        self.previous = out.chars().next_back().or(Some('x'));
    }

    /// Prints what is typed at the start of `rest` and says how many characters that was. `rest`
    /// ends with the line.
    pub(super) fn set(&mut self, rest: &str, out: &mut String) -> usize {
        let mut chars = rest.chars();
        let Some(c) = chars.next() else { return 0 };
        let next = chars.next();
        let start = out.len();
        let mut taken = 1;
        match (self.quotes, c) {
            (Some(_), '-') if rest.starts_with("---") && !rest.starts_with("----") => {
                out.push('—');
                taken = 3;
            }
            (Some(_), '-') if rest.starts_with("--") && !rest.starts_with("---") => {
                out.push('–');
                taken = 2;
            }
            // A row of more than three is a line somebody drew.
            (Some(_), '-') => {
                taken = rest.chars().take_while(|c| *c == '-').count();
                out.extend(std::iter::repeat_n('-', taken));
            }
            (Some(quotes), '"') => {
                let (mark, spaces) = self.double(quotes, rest);
                out.push_str(mark);
                taken += spaces;
            }
            // Whoever types a space inside of the quotes of French finds one in them.
            (Some(_), ' ') if self.french && self.double_open && closes_after_space(rest) => {}
            (Some(quotes), '\'') => out.push_str(self.single(quotes, rest)),
            // French sets a space here; it must not let the line end.
            (_, ' ')
                if self.french
                    && (self.previous == Some('«')
                        || next.is_some_and(|n| matches!(n, ';' | ':' | '!' | '?' | '»'))) =>
            {
                out.push('\u{202f}');
            }
            _ => out.push(c),
        }
        self.previous = out[start..].chars().next_back();
        taken
    }

    /// A character that is to be printed as it is.
    pub(super) fn literal(&mut self, c: char, out: &mut String) {
        out.push(c);
        self.previous = Some(c);
    }

    fn opens(&self) -> bool {
        self.previous.is_none_or(|p| {
            p.is_whitespace()
                || matches!(
                    p,
                    '(' | '['
                        | '{'
                        | '—'
                        | '–'
                        | '-'
                        | '/'
                        | '“'
                        | '‘'
                        | '„'
                        | '‚'
                        | '«'
                        | '‹'
                        | '¿'
                        | '¡'
                )
        })
    }

    /// The mark, and how many spaces after what was typed it takes in.
    fn double(&mut self, quotes: Quotes, rest: &str) -> (&'static str, usize) {
        let after = rest.strip_prefix('"').unwrap_or_default();
        let spaces = after.chars().take_while(|c| *c == ' ').count();
        let is_spaced = spaces > 0 && self.french;
        let is_followed = !after.chars().next().is_none_or(char::is_whitespace)
            || (is_spaced && after.contains('"'));
        if self.opens() && is_followed && !self.double_open {
            self.double_open = true;
            (quotes.outer.0, if is_spaced { spaces } else { 0 })
        } else if self.double_open {
            self.double_open = false;
            (quotes.outer.1, 0)
        } else if self.previous.is_some_and(|p| p.is_ascii_digit()) {
            // 5" of rope
            ("\"", 0)
        } else {
            (quotes.outer.1, 0)
        }
    }

    fn single(&mut self, quotes: Quotes, rest: &str) -> &'static str {
        let next = rest.chars().nth(1);
        if self.single_open && !next.is_some_and(char::is_alphanumeric) {
            self.single_open = false;
            return quotes.inner.1;
        }
        // An opening mark needs a closing one further on; 'tis has none.
        let closes = || {
            let mut before = ' ';
            let mut inside = rest[1..].chars().peekable();
            while let Some(c) = inside.next() {
                if c == '\''
                    && !before.is_whitespace()
                    && !inside.peek().is_some_and(|c| c.is_alphanumeric())
                {
                    return true;
                }
                before = c;
            }
            false
        };
        if self.opens() && next.is_some_and(|n| !n.is_whitespace()) && closes() {
            self.single_open = true;
            return quotes.inner.0;
        }
        if self.previous.is_some_and(|p| p.is_ascii_digit())
            && !next.is_some_and(char::is_alphanumeric)
        {
            "'"
        } else {
            "’"
        }
    }
}

/// Whether a space stands before a closing mark.
fn closes_after_space(rest: &str) -> bool {
    let mut after = rest.trim_start_matches(' ').chars();
    after.next() == Some('"') && !after.next().is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(lang: &str, text: &str) -> String {
        let mut typesetter = Typesetter::new(true, lang);
        let mut out = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let taken = typesetter.set(rest, &mut out);
            rest = &rest[rest.char_indices().nth(taken).map_or(rest.len(), |(at, _)| at)..];
        }
        out
    }

    #[test]
    fn quotes_follow_the_language() {
        let typed = "\"He said 'no' twice\"";
        assert_eq!(set("en", typed), "“He said ‘no’ twice”");
        assert_eq!(set("it", typed), "«He said “no” twice»");
        assert_eq!(set("de", typed), "„He said ‚no‘ twice“");
        assert_eq!(set("ru", typed), "«He said „no“ twice»");
        assert_eq!(set("pl", typed), "„He said «no» twice”");
        assert_eq!(set("cs", typed), "„He said ‚no‘ twice“");
        assert_eq!(set("fr", typed), "«\u{202f}He said “no” twice\u{202f}»");
        assert_eq!(set("de_CH", "\"a\""), "«a»");
    }

    #[test]
    fn spaces_inside_of_french_quotes_are_those_of_the_language() {
        for (typed, printed) in [
            ("\" Objet \" et \"mot\"", "«\u{202f}Objet\u{202f}» et «\u{202f}mot\u{202f}»"),
            (
                "dit : \" Oui \", puis \" Non. \"",
                "dit\u{202f}: «\u{202f}Oui\u{202f}», puis «\u{202f}Non.\u{202f}»",
            ),
            ("« déjà »", "«\u{202f}déjà\u{202f}»"),
            ("un \" seul", "un \u{202f}» seul"),
        ] {
            assert_eq!(set("fr", typed), printed);
        }
    }

    #[test]
    fn apostrophes_and_inches_are_no_quotes() {
        assert_eq!(set("en", "don't, 'tis the clown's turn"), "don’t, ’tis the clown’s turn");
        assert_eq!(set("en", "Pay 5\" of rope"), "Pay 5\" of rope");
        assert_eq!(set("it", "l'elefante dell'acrobata"), "l’elefante dell’acrobata");
    }

    #[test]
    fn dashes_are_typed_with_two_or_three_hyphens() {
        assert_eq!(set("en", "3--5 --- no ---- a-b"), "3–5 — no ---- a-b");
    }

    #[test]
    fn french_marks_keep_their_space_and_never_begin_a_line() {
        assert_eq!(set("fr", "Quoi ? Non !"), "Quoi\u{202f}? Non\u{202f}!");
    }
}
