//! Where words may be hyphenated.
//!
//! In: a line of characters and a language. Out: byte places where a hyphen may be set. Patterns
//! are those of TeX.

use hypher::Lang;

/// Letters a word must have to be hyphenated: shorter ones gain nothing and read badly.
const SHORTEST: usize = 6;

/// The patterns of a language tag such as `de` or `pt-BR`, if there are any.
pub(super) fn patterns(tag: &str) -> Option<Lang> {
    let code = tag.get(..2)?.to_ascii_lowercase();
    let rest = tag.get(2..)?;
    if !(rest.is_empty() || rest.starts_with(['-', '_'])) {
        return None;
    }
    // Norwegian has one set of patterns, filed under its two written forms.
    let code = if code == "no" { "nb" } else { code.as_str() };
    Lang::from_iso(code.as_bytes().try_into().ok()?)
}

/// Calls `point` with each byte place of `text` where a word may be hyphenated. Words that are
/// `fixed` are left alone: those with soft hyphens of the typist, and what is no word.
pub(super) fn points(
    text: &str,
    lang: Lang,
    fixed: impl Fn(std::ops::Range<usize>) -> bool,
    mut point: impl FnMut(usize),
) {
    let mut start = None;
    let ends = text.char_indices().chain(std::iter::once((text.len(), ' ')));
    for (at, c) in ends {
        match (start, c.is_alphabetic() || is_mark(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                start = None;
                let word = &text[from..at];
                // An apostrophe divides a word for the patterns (l'ele-fante).
                if word.chars().count() >= SHORTEST && word.len() <= 120 && !fixed(from..at) {
                    let mut place = from;
                    for syllable in hypher::hyphenate(word, lang) {
                        place += syllable.len();
                        if place < at {
                            point(place);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// Combining accents belong to the letter before.
fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(lang: &str, text: &str) -> String {
        let mut out = String::new();
        let mut from = 0;
        points(
            text,
            patterns(lang).unwrap(),
            |_| false,
            |at| {
                out.push_str(&text[from..at]);
                out.push('-');
                from = at;
            },
        );
        out + &text[from..]
    }

    #[test]
    fn words_are_parted_by_their_language() {
        assert_eq!(parts("en", "an extensive one"), "an ex-ten-sive one");
        assert_eq!(parts("de-AT", "Donaudampfschifffahrt"), "Do-nau-dampf-schiff-fahrt");
        assert_eq!(parts("it", "l'elefante"), "l'ele-fan-te");
        assert_eq!(parts("ru", "представление"), "пред-став-ле-ние");
    }

    #[test]
    fn languages_without_patterns_part_nothing() {
        assert!(patterns("ja").is_none());
        assert!(patterns("").is_none());
        assert!(patterns("english").is_none());
    }
}
