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
    ("be", quotes("«", "»", "„", "“")),
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
    ("fa", quotes("«", "»", "‹", "›")),
    ("fi", quotes("”", "”", "’", "’")),
    ("fr", quotes("«\u{202f}", "\u{202f}»", "“", "”")),
    ("fr-ch", quotes("«", "»", "‹", "›")),
    ("he", quotes("”", "”", "’", "’")),
    ("hr", quotes("„", "“", "‚", "‘")),
    ("hu", quotes("„", "”", "»", "«")),
    ("is", quotes("„", "“", "‚", "‘")),
    ("it", quotes("«", "»", "“", "”")),
    ("it-ch", quotes("«", "»", "‹", "›")),
    ("ja", quotes("「", "」", "『", "』")),
    ("ka", quotes("„", "“", "«", "»")),
    ("lt", quotes("„", "“", "„", "“")),
    ("lv", quotes("“", "”", "‘", "’")),
    ("mk", quotes("„", "“", "‚", "‘")),
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
    ("zh-hant", quotes("「", "」", "『", "』")),
    ("zh-tw", quotes("「", "」", "『", "』")),
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

/// Words that begin with an apostrophe, by language: what it stands for is left out.
const ELISIONS: &[(&str, &[&str])] = &[
    ("af", &["n", "k"]),
    ("de", &["n", "ne", "nem", "nen", "ner", "s", "rein", "raus", "rauf", "rüber", "runter"]),
    (
        "en",
        &[
            "tis", "twas", "twere", "twill", "twould", "twixt", "em", "n", "til", "till", "cause",
            "cuz", "cos", "bout", "round", "neath", "gainst", "tween", "nuff", "kay", "fraid",
        ],
    ),
    ("it", &["sto", "sta", "sti", "ste", "na", "ndrangheta"]),
    ("nl", &["s", "t", "n", "k", "m", "r", "d", "ie"]),
];

/// How far the end of a quotation is looked for, in characters.
const LONGEST: usize = 1_000;

/// A quotation that has begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Open {
    /// The mark that was typed for it.
    typed: char,
    /// Whether it has the marks of a quotation that stands in no other.
    outer: bool,
}

/// Sets one text. What it remembers ends with each paragraph.
pub(super) struct Typesetter {
    quotes: Option<Quotes>,
    /// The language without its region.
    lang: String,
    /// From the outermost to the innermost.
    open: Vec<Open>,
    previous: Option<char>,
}

impl Typesetter {
    /// For a language; without `on` everything stays as typed.
    pub(super) fn new(on: bool, lang: &str) -> Self {
        let primary = lang.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        Self {
            quotes: on.then(|| Quotes::of(lang)),
            lang: primary,
            open: Vec::new(),
            previous: None,
        }
    }

    /// A new paragraph begins.
    pub(super) fn paragraph(&mut self) {
        self.open.clear();
        self.previous = None;
    }

    /// Something that is no character stands here: an icon.
    pub(super) fn thing(&mut self, out: &str) {
        self.previous = out.chars().next_back().or(Some('x'));
    }

    /// Prints what is typed at the start of `rest` and says how many characters that was. `rest`
    /// ends with the line.
    pub(super) fn set(&mut self, rest: &str, out: &mut String) -> usize {
        let Some(c) = rest.chars().next() else { return 0 };
        let start = out.len();
        let taken = if let Some(quotes) = self.quotes {
            self.set_typed(quotes, c, rest, out)
        } else {
            out.push(c);
            1
        };
        self.previous = out[start..].chars().next_back().or(self.previous);
        taken
    }

    fn set_typed(&mut self, quotes: Quotes, c: char, rest: &str, out: &mut String) -> usize {
        let after = &rest[c.len_utf8()..];
        match c {
            '-' if rest.starts_with("---") && !rest.starts_with("----") => {
                out.push('—');
                3
            }
            '-' if rest.starts_with("--") && !rest.starts_with("---") => {
                out.push('–');
                2
            }
            // A row of more than three is a line somebody drew.
            '-' => {
                let taken = rest.chars().take_while(|c| *c == '-').count();
                out.extend(std::iter::repeat_n('-', taken));
                taken
            }
            '"' => self.double(quotes, after, out),
            '\'' => {
                out.push_str(self.single(quotes, after));
                1
            }
            // French sets a space inside its guillemets, and before these; no line may end there.
            ' ' if self.is_french() => {
                let spaces = 1 + count_spaces(after);
                let next: String = rest.chars().skip(spaces).take(2).collect();
                if self.is_open('"') && ends_quotation(&next) {
                    // The closing mark brings its space along.
                    return spaces;
                }
                let is_kept = next.starts_with([';', ':', '!', '?', '»']);
                out.push(if is_kept && spaces == 1 { NARROW } else { ' ' });
                1
            }
            '«' if self.is_french() && count_spaces(after) > 0 => {
                out.push(c);
                out.push(NARROW);
                1 + count_spaces(after)
            }
            _ => {
                out.push(c);
                1
            }
        }
    }

    /// A character that is to be printed as it is.
    pub(super) fn literal(&mut self, c: char, out: &mut String) {
        out.push(c);
        self.previous = Some(c);
    }

    fn is_french(&self) -> bool {
        self.lang == "fr"
    }

    fn is_open(&self, typed: char) -> bool {
        self.open.iter().any(|open| open.typed == typed)
    }

    /// Whether a word may begin here.
    fn begins(&self) -> bool {
        const OPENING: &str = "([{—–-/“‘„‚«‹¿¡「『";
        self.previous.is_none_or(|p| p.is_whitespace() || OPENING.contains(p))
    }

    /// Begins a quotation and gives its mark.
    fn begin(&mut self, quotes: Quotes, typed: char, outer: bool) -> &'static str {
        self.open.push(Open { typed, outer });
        if outer { quotes.outer.0 } else { quotes.inner.0 }
    }

    /// Ends the innermost quotation that began with this mark, and those inside of it.
    fn end(&mut self, quotes: Quotes, typed: char) -> Option<&'static str> {
        let at = self.open.iter().rposition(|open| open.typed == typed)?;
        let outer = self.open[at].outer;
        self.open.truncate(at);
        Some(if outer { quotes.outer.1 } else { quotes.inner.1 })
    }

    /// Whether a quotation that begins here has the marks of the outermost.
    fn is_next_outer(&self) -> bool {
        self.open.last().is_none_or(|around| !around.outer)
    }

    fn double(&mut self, quotes: Quotes, after: &str, out: &mut String) -> usize {
        let next = after.chars().next();
        let follows = next.is_some_and(|n| !n.is_whitespace());
        let is_open = self.is_open('"');
        let after_letter = self.previous.is_some_and(char::is_alphanumeric);
        if after_letter && next.is_some_and(char::is_alphabetic) && self.lang == "he" {
            // The sign of an abbreviation, which stands before its last letter.
            out.push_str(quotes.outer.1);
            return 1;
        }
        let opens = if self.begins() && follows {
            let in_brackets = self.previous.is_none_or(|p| p.is_whitespace() || "([{".contains(p));
            !is_open || in_brackets && next.is_some_and(|n| n.is_alphanumeric() || n == '\'')
        } else if self.begins() {
            // Spaces on both sides, as people type French.
            !is_open && is_ahead(after, '"')
        } else {
            let is_word = after_letter && !self.previous.is_some_and(is_cjk);
            !is_open && !is_word && next.is_some_and(char::is_alphanumeric) && is_ahead(after, '"')
        };
        if opens {
            let outer = self.is_next_outer();
            out.push_str(self.begin(quotes, '"', outer));
            return 1 + if self.is_french() { count_spaces(after) } else { 0 };
        }
        let is_inch = self.previous.is_some_and(|p| p.is_ascii_digit());
        let mark = match self.end(quotes, '"') {
            Some(mark) => mark,
            // 5" of rope
            None if is_inch => "\"",
            None => quotes.outer.1,
        };
        out.push_str(mark);
        1
    }

    fn single(&mut self, quotes: Quotes, after: &str) -> &'static str {
        let next = after.chars().next();
        let in_word = next.is_some_and(char::is_alphanumeric);
        if !in_word && let Some(mark) = self.end(quotes, '\'') {
            return mark;
        }
        let begins = self.begins() && next.is_some_and(|n| !n.is_whitespace());
        // An opening mark needs a closing one further on.
        if begins && !self.is_elision(after) && is_single_closed(after) {
            // One that stands in no other has the inner marks, too: that is what is typed for them.
            let outer = !self.open.is_empty() && self.is_next_outer();
            return self.begin(quotes, '\'', outer);
        }
        if self.previous.is_some_and(|p| p.is_ascii_digit()) && !in_word { "'" } else { "’" }
    }

    /// Whether what follows an apostrophe begins with one: 'tis, '90s.
    fn is_elision(&self, after: &str) -> bool {
        let length = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
        let word = after[..length].to_lowercase();
        let is_decade = word.strip_suffix('s').is_some_and(|digits| {
            digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_digit())
        });
        let of_lang = ELISIONS.iter().find(|(lang, _)| *lang == self.lang);
        is_decade || of_lang.is_some_and(|(_, words)| words.contains(&word.as_str()))
    }
}

/// The space of French typography, where no line may end.
const NARROW: char = '\u{202f}';

fn count_spaces(text: &str) -> usize {
    text.chars().take_while(|c| matches!(c, ' ' | '\u{a0}' | '\u{202f}')).count()
}

/// Whether a `"` and the character after it end a quotation rather than begin one.
fn ends_quotation(text: &str) -> bool {
    text.strip_prefix('"')
        .is_some_and(|after| after.chars().next().is_none_or(|c| !c.is_alphanumeric()))
}

fn is_ahead(text: &str, mark: char) -> bool {
    text.chars().take(LONGEST).any(|c| c == mark)
}

/// Whether a `'` that ends a word follows.
fn is_single_closed(after: &str) -> bool {
    let mut before = ' ';
    let mut inside = after.chars().take(LONGEST).peekable();
    while let Some(c) = inside.next() {
        let in_word = inside.peek().is_some_and(|c| c.is_alphanumeric());
        if c == '\'' && !before.is_whitespace() && !in_word {
            return true;
        }
        before = c;
    }
    false
}

/// Chinese and Japanese have no spaces around quotations.
fn is_cjk(c: char) -> bool {
    ('\u{3040}'..='\u{30ff}').contains(&c) || ('\u{3400}'..='\u{9fff}').contains(&c)
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

    /// A quotation in a quotation, in every language that has marks of its own.
    const NESTED: &[(&str, &str)] = &[
        ("ar", "”a ’b‘ c“"),
        ("be", "«a „b“ c»"),
        ("bg", "„a „b“ c“"),
        ("ca", "«a “b” c»"),
        ("cs", "„a ‚b‘ c“"),
        ("da", "“a ‘b’ c”"),
        ("de", "„a ‚b‘ c“"),
        ("de-AT", "„a ‚b‘ c“"),
        ("de_CH", "«a ‹b› c»"),
        ("el", "«a “b” c»"),
        ("en", "“a ‘b’ c”"),
        ("es", "«a “b” c»"),
        ("et", "„a ‚b‘ c“"),
        ("fa", "«a ‹b› c»"),
        ("fi", "”a ’b’ c”"),
        ("fr", "«\u{202f}a “b” c\u{202f}»"),
        ("fr-CA", "«\u{202f}a “b” c\u{202f}»"),
        ("fr-CH", "«a ‹b› c»"),
        ("he", "”a ’b’ c”"),
        ("hr", "„a ‚b‘ c“"),
        ("hu", "„a »b« c”"),
        ("is", "„a ‚b‘ c“"),
        ("it", "«a “b” c»"),
        ("it-CH", "«a ‹b› c»"),
        ("ja", "「a 『b』 c」"),
        ("ka", "„a «b» c“"),
        ("lt", "„a „b“ c“"),
        ("lv", "“a ‘b’ c”"),
        ("mk", "„a ‚b‘ c“"),
        ("nb", "«a ‘b’ c»"),
        ("nl", "‘a “b” c’"),
        ("nn", "«a ‘b’ c»"),
        ("no", "«a ‘b’ c»"),
        ("pl", "„a «b» c”"),
        ("pt", "“a ‘b’ c”"),
        ("pt-PT", "«a “b” c»"),
        ("ro", "„a «b» c”"),
        ("ru", "«a „b“ c»"),
        ("sk", "„a ‚b‘ c“"),
        ("sl", "„a ‚b‘ c“"),
        ("sr", "„a ‘b‘ c“"),
        ("sv", "”a ’b’ c”"),
        ("tr", "“a ‘b’ c”"),
        ("uk", "«a „b“ c»"),
        ("xx", "“a ‘b’ c”"),
        ("zh", "“a ‘b’ c”"),
        ("zh-Hant", "「a 『b』 c」"),
        ("zh-TW", "「a 『b』 c」"),
    ];

    #[test]
    fn quotes_follow_the_language() {
        for (lang, printed) in NESTED {
            for typed in ["\"a 'b' c\"", "\"a \"b\" c\""] {
                assert_eq!(set(lang, typed), *printed, "{lang} {typed}");
            }
        }
        for (lang, _) in QUOTES {
            let is_shown = |tag: &str| tag.to_ascii_lowercase().replace('_', "-") == **lang;
            assert!(NESTED.iter().any(|(tag, _)| is_shown(tag)), "{lang} has no example");
        }
    }

    #[test]
    fn quotations_begin_and_end_around_spaces_brackets_dashes_and_punctuation() {
        for (typed, printed) in [
            ("\"a\" \"b\"", "“a” “b”"),
            ("(\"a\") [\"b\"] {\"c\"}", "(“a”) [“b”] {“c”}"),
            ("x---\"a\"---y", "x—“a”—y"),
            ("x -- \"a\" -- y", "x – “a” – y"),
            ("\"a\"/\"b\"", "“a”/“b”"),
            ("\"a,\" he said; \"b?\"", "“a,” he said; “b?”"),
            ("say:\"a\",\"b\".", "say:“a”,“b”."),
            ("\"...and then\"", "“...and then”"),
            ("\"Wait---\" she said", "“Wait—” she said"),
            ("\"Draw 5\"", "“Draw 5”"),
            ("\"\" and \"", "“” and ”"),
            ("\" a \" b", "“ a ” b"),
            ("'He said \"no\" twice'", "‘He said “no” twice’"),
            ("(see \"a (or \"b\")\")", "(see “a (or ‘b’)”)"),
        ] {
            assert_eq!(set("en", typed), printed);
        }
        assert_eq!(set("it", "l'\"oggetto\" dell'arte"), "l’«oggetto» dell’arte");
        assert_eq!(set("ja", "彼は\"はい\"と"), "彼は「はい」と");
        assert_eq!(set("es", "¿\"Qué\"? ¡\"Sí\"!"), "¿«Qué»? ¡«Sí»!");
        assert_eq!(set("he", "\"צה\"ל\""), "”צה”ל”");
    }

    #[test]
    fn french_guillemets_keep_narrow_spaces() {
        let objet = "«\u{202f}Objet\u{202f}» et";
        for typed in [
            "\"Objet\" et",
            "\" Objet \" et",
            "\"\u{a0}Objet \" et",
            "« Objet » et",
            "«\u{202f}Objet\u{202f}» et",
        ] {
            assert_eq!(set("fr", typed), objet, "{typed}");
        }
        assert_eq!(set("fr", "« a » ? Non !"), "«\u{202f}a\u{202f}»\u{202f}? Non\u{202f}!");
        assert_eq!(
            set("fr", "(\" a \"), \" b \"; l'\"eau\"."),
            "(«\u{202f}a\u{202f}»), «\u{202f}b\u{202f}»; l’«\u{202f}eau\u{202f}»."
        );
        assert_eq!(
            set("fr", "\" Il dit \"non\" et part \""),
            "«\u{202f}Il dit “non” et part\u{202f}»"
        );
        // A language whose tag only begins alike has no such spaces.
        assert_eq!(set("frr", "Wat ?"), "Wat ?");
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
        for (lang, typed, printed) in [
            ("en", "don't, 'tis the clown's turn", "don’t, ’tis the clown’s turn"),
            ("en", "'tis the clowns' turn", "’tis the clowns’ turn"),
            ("en", "rock 'n' roll of the '90s", "rock ’n’ roll of the ’90s"),
            ("en", "the clowns' 'big' top", "the clowns’ ‘big’ top"),
            ("en", "Pay 5\" of rope, 3' high", "Pay 5\" of rope, 3' high"),
            ("nl", "'s Avonds zegt zij 'ja'", "’s Avonds zegt zij “ja”"),
            ("de", "Nimm 'ne Karte", "Nimm ’ne Karte"),
            ("it", "l'elefante dell'acrobata", "l’elefante dell’acrobata"),
            ("fr", "aujourd'hui l'œuf", "aujourd’hui l’œuf"),
        ] {
            assert_eq!(set(lang, typed), printed);
        }
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
