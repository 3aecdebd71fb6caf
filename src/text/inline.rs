//! Running text that a caller has put together, run by run.

use super::rich::{Hint, ICON, InlineStyle, Rich, RichLine};
use super::typography::Typesetter;
use crate::game::text::TextStyle;

/// A piece of running text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Inline {
    /// Characters; quotes and dashes become printed ones.
    Text(String, InlineStyle),
    /// Characters that are printed as they are.
    Literal(String, InlineStyle),
    /// An icon by its name.
    Icon(String, InlineStyle),
    /// The line ends here.
    Break,
}

/// What ends a line in a text of any program. Where a source is only broken to be read, its reader
/// has made spaces of that.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Pieces as lines of characters with styles.
pub(super) fn to_rich(inlines: &[Inline], paragraph: &TextStyle) -> Rich {
    let mut typesetter = Typesetter::new(paragraph.quotes, &paragraph.lang);
    let mut rich = Rich::default();
    let mut line = RichLine::default();
    for (at, inline) in inlines.iter().enumerate() {
        match inline {
            Inline::Break => rich.lines.push(std::mem::take(&mut line)),
            Inline::Text(text, style) => {
                // What follows in the next pieces decides about quotes, so the typesetter sees it
                // too.
                let mut ahead = text.clone();
                for next in &inlines[at + 1..] {
                    match next {
                        Inline::Text(text, _) | Inline::Literal(text, _) => ahead.push_str(text),
                        Inline::Icon(..) => ahead.push('x'),
                        Inline::Break => break,
                    }
                    if ahead.len() > text.len() + 200 {
                        break;
                    }
                }
                let number = rich.style_number(style.clone());
                let mut from = 0;
                while from < text.len() {
                    let Some(c) = text[from..].chars().next() else { break };
                    let start = line.text.len();
                    match (c, Hint::of(c)) {
                        (_, Some(hint)) => line.hints.push((start, hint)),
                        ('\u{2011}', None) => {
                            line.hints.push((start, Hint::Keep));
                            typesetter.literal('-', &mut line.text);
                            line.hints.push((line.text.len(), Hint::Keep));
                        }
                        (c, None) if is_line_end(c) => {
                            rich.lines.push(std::mem::take(&mut line));
                        }
                        _ => {
                            let taken = typesetter.set(&ahead[from..], &mut line.text);
                            let bytes: usize =
                                text[from..].chars().take(taken).map(char::len_utf8).sum();
                            from += bytes.saturating_sub(c.len_utf8());
                        }
                    }
                    from += c.len_utf8();
                    line.set_style(start, number);
                }
            }
            Inline::Literal(text, style) => {
                let number = rich.style_number(style.clone());
                let start = line.text.len();
                for c in text.chars() {
                    typesetter.literal(if is_line_end(c) { ' ' } else { c }, &mut line.text);
                }
                line.set_style(start, number);
            }
            Inline::Icon(name, style) => {
                let number = rich.style_number(style.clone());
                let start = line.text.len();
                line.icons.push((start, name.clone()));
                line.text.push(ICON);
                typesetter.thing(&line.text);
                line.set_style(start, number);
            }
        }
    }
    rich.lines.push(line);
    rich
}
