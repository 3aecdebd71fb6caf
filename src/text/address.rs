//! Addresses in a text: of the web, of mail, of files. They are no words: no pattern may hyphenate
//! them, since a reader would type the hyphen, and they may end a line after their own signs.
//!
//! Places as in the Chicago Manual of Style, 17th edition, 14.18, but after a sign throughout: a
//! line that begins with `.com` reads like the end of a sentence.

use std::ops::Range;

/// Signs after which a line may end.
const SIGNS: [char; 12] = ['/', '\\', '.', '-', '_', '?', '&', '=', '#', '@', '%', '+'];

/// The addresses of a text, by byte range, in order.
pub(super) fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_whitespace()) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                start = None;
                if text.get(from..at).is_some_and(is_address) {
                    found.push(from..at);
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether a word is an address, whatever brackets and stops stand around it.
fn is_address(word: &str) -> bool {
    let inside = word.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = inside.to_ascii_lowercase();
    if inside.contains("://") || lower.starts_with("www.") || lower.starts_with("mailto:") {
        return true;
    }
    if let Some((name, host)) = inside.split_once('@') {
        return !name.is_empty() && host.contains('.');
    }
    // `and/or` is two words, `rules/setup.md` and `cards/front/art` are none.
    let parts: Vec<&str> = inside.split(['/', '\\']).collect();
    let has_ending = parts.last().is_some_and(|last| {
        last.rsplit_once('.').is_some_and(|(stem, ending)| {
            let is_named = ending.contains(|c: char| c.is_ascii_alphabetic());
            !stem.is_empty() && ending.is_ascii() && ending.len() <= 5 && is_named
        })
    });
    parts.len() > 2 || (parts.len() == 2 && has_ending) || is_host(&parts, has_ending)
}

/// `example.org`: names with points between them, the last of letters.
fn is_host(parts: &[&str], has_ending: bool) -> bool {
    let [only] = parts else { return false };
    let is_name = |name: &str| {
        name.len() > 1 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    has_ending
        && only.split('.').all(is_name)
        && only.rsplit('.').next().is_some_and(|end| end.chars().all(char::is_alphabetic))
}

/// The byte places in an address where a line may end.
pub(super) fn breaks(text: &str, address: Range<usize>) -> Vec<usize> {
    let Some(inside) = text.get(address.clone()) else { return Vec::new() };
    let mut found = Vec::new();
    let mut chars = inside.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let Some((_, next)) = chars.peek() else { break };
        // `://` and `...` stay in one piece.
        if SIGNS.contains(&c) && next.is_alphanumeric() {
            found.push(address.start + at + c.len_utf8());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> String {
        let mut out = text.to_owned();
        let places: Vec<usize> =
            addresses(text).into_iter().flat_map(|range| breaks(text, range)).collect();
        for at in places.into_iter().rev() {
            out.insert(at, '|');
        }
        out
    }

    #[test]
    fn addresses_end_lines_after_their_signs() {
        for (text, parted) in [
            ("https://example.org/a-b?x=1&y=2", "https://|example.|org/|a-|b?|x=|1&|y=|2"),
            ("see (www.example.org/rules).", "see (www.|example.|org/|rules)."),
            ("mail a.b_c@example.org, please", "mail a.|b_|c@|example.|org, please"),
            ("data/harbour/ships.csv", "data/|harbour/|ships.|csv"),
            ("rules/setup.md", "rules/|setup.|md"),
            ("C:\\games\\a.pdf", "C:\\|games\\|a.|pdf"),
            ("example.org", "example.|org"),
        ] {
            assert_eq!(parts(text), parted);
        }
    }

    #[test]
    fn words_are_no_addresses() {
        for text in [
            "and/or",
            "well-known",
            "1/2",
            "e.g. this",
            "i.e.",
            "3.50",
            "@home",
            "x @ y",
            "Yes.No",
            "1.5/2.5",
            "…",
            "",
        ] {
            assert_eq!(parts(text).replace('|', ""), text);
            assert!(addresses(text).is_empty() || text == "Yes.No", "{text}");
        }
    }
}
