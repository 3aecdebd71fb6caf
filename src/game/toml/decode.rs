//! Bytes to text, which is UTF-8 in all files but tables.
//!
//! The text that comes out has no byte order mark and `\n` for every line end, so that lines and
//! columns are those an editor shows and no carriage return is ever printed.

use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};

use crate::diag::{Code, Diagnostic, Source, Span};

/// The text of a file that must be UTF-8.
pub(crate) fn text(path: &str, bytes: &[u8]) -> Result<Arc<Source>, Box<Diagnostic>> {
    match Encoding::for_bom(bytes).map(|(encoding, _)| encoding).filter(|e| *e != UTF_8) {
        Some(encoding) => {
            Err(Box::new(unreadable(path, bytes, &format!("is saved as {}", encoding.name()))))
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(path, lines(text))),
            Err(_) => Err(Box::new(unreadable(path, bytes, "is not text in UTF-8"))),
        },
    }
}

/// The text without a byte order mark, its lines ending in `\n`.
pub(crate) fn lines(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

/// A file that is not what it should be, at its first byte that shows it.
pub(crate) fn unreadable(path: &str, bytes: &[u8], what: &str) -> Diagnostic {
    // The place is the first broken byte, shown in the file as far as it can be read.
    let shown = Source::new(path, lines(&String::from_utf8_lossy(bytes)));
    let at = shown.text.find(['\u{fffd}', '\0']).unwrap_or(0);
    Diagnostic::error(Code::S006, format!("`{path}` {what}"))
        .at(&Span::new(&shown, at..at + 3))
        .hint("save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    }

    #[test]
    fn other_files_are_utf8_only() {
        let error = text("game.toml", b"title = 'x'\nauthor = 'Ren\xe9'\n").unwrap_err();
        assert_eq!(error.message, "`game.toml` is not text in UTF-8");
        assert_eq!(error.span.unwrap().start(), (2, 14));
        assert_eq!(
            text("game.toml", &utf16("title = 'x'")).unwrap_err().message,
            "`game.toml` is saved as UTF-16LE"
        );
        assert_eq!(text("game.toml", b"\xef\xbb\xbftitle = 1\r\n").unwrap().text, "title = 1\n");
    }
}
