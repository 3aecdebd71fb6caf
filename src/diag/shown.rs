//! What of a text is shown in a message: no character that a terminal would obey, and of a long
//! text its beginning and its end.

/// So many characters are shown whatever they are.
const SHORT: usize = 300;
/// A longer message keeps so many of what it quotes.
const QUOTED: usize = 80;
/// A message never has more.
const LONG: usize = 1_000;

/// A message as it is shown.
pub(super) fn shown(text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| if is_obeyed(c) { c.escape_default().to_string() } else { c.to_string() })
        .collect();
    if text.chars().count() <= SHORT {
        return text;
    }
    let pieces: Vec<String> = text
        .split('`')
        .enumerate()
        .map(|(number, piece)| if number % 2 == 1 { cut(piece, QUOTED) } else { piece.to_owned() })
        .collect();
    cut(&pieces.join("`"), LONG)
}

/// Whether it changes what a terminal shows around it: control characters, and those that turn the
/// direction of writing.
fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n') || turns
}

/// At most so many characters, two thirds of them from the beginning.
fn cut(text: &str, max: usize) -> String {
    let count = text.chars().count();
    if count <= max {
        return text.to_owned();
    }
    let first = max * 2 / 3;
    let last = max - first - 1;
    text.chars().take(first).chain(['…']).chain(text.chars().skip(count - last)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_terminals_obey_is_written_out() {
        assert_eq!(shown("no column `\u{1b}[31m`"), "no column `\\u{1b}[31m`");
        assert_eq!(shown("a\u{9b}b\u{202e}c\td\ne"), "a\\u{9b}b\\u{202e}c\\td\ne");
    }

    #[test]
    fn long_texts_keep_their_ends() {
        let word = format!("{}end", "x".repeat(1_000_000));
        let text = shown(&format!("`{word}` is too wide for its box"));
        assert_eq!(text.chars().count(), QUOTED + " is too wide for its box".len() + 2);
        assert!(text.starts_with("`xxx") && text.ends_with("xend` is too wide for its box"));
        assert_eq!(shown(&word).chars().count(), LONG);
        let short = format!("`{}` is short", "x".repeat(200));
        assert_eq!(shown(&short), short);
    }
}
