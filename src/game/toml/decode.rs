//! Bytes to text: UTF-8 always, and for tables also what spreadsheets save.
//!
//! The text that comes out has no byte order mark and `\n` for every line end, so that lines and
//! columns are those an editor shows and no carriage return is ever printed.

use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::diag::{Code, Diagnostic, Source, Span};

/// The text of a file that must be UTF-8.
pub(crate) fn text(path: &str, bytes: &[u8]) -> Result<Arc<Source>, Box<Diagnostic>> {
    match wide(bytes) {
        Some(encoding) => {
            Err(Box::new(unreadable(path, bytes, &format!("is saved as {}", encoding.name()))))
        }
        None => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(path, lines(text))),
            Err(_) => Err(Box::new(unreadable(path, bytes, "is not text in UTF-8"))),
        },
    }
}

/// The text of a table: UTF-8, UTF-16 or Windows-1252.
pub(crate) fn table(path: &str, bytes: &[u8]) -> Result<Arc<Source>, Box<Diagnostic>> {
    if let Some(encoding) = wide(bytes) {
        let (text, _, broken) = encoding.decode(bytes);
        if broken {
            return Err(Box::new(unreadable(
                path,
                bytes,
                &format!("is damaged {} text", encoding.name()),
            )));
        }
        return Ok(Source::new(path, lines(&text)));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(path, lines(text))),
        // Accents that are UTF-8 in one line and Windows-1252 in another: either reading would
        // print wrong letters.
        Err(_) if has_utf8_letters(bytes) => {
            Err(Box::new(unreadable(path, bytes, "mixes UTF-8 and another encoding")))
        }
        Err(_) => {
            let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
            Ok(Source::new(path, lines(&text)))
        }
    }
}

/// UTF-16, by its mark or by the zero bytes that plain letters have in it.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding != UTF_8 => return Some(encoding),
        Some(_) => return None,
        None => {}
    }
    let head = &bytes[..bytes.len().min(512) & !1];
    let zeros = |start: usize| head.iter().skip(start).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, pairs) = (zeros(0), zeros(1), head.len() / 2);
    match () {
        () if pairs > 1 && odd * 2 > pairs && even == 0 => Some(UTF_16LE),
        () if pairs > 1 && even * 2 > pairs && odd == 0 => Some(UTF_16BE),
        () => None,
    }
}

fn has_utf8_letters(bytes: &[u8]) -> bool {
    bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
}

fn lines(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}

fn unreadable(path: &str, bytes: &[u8], what: &str) -> Diagnostic {
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

    fn utf16(text: &str, mark: bool) -> Vec<u8> {
        let mark = if mark { &[0xff, 0xfe][..] } else { &[] };
        mark.iter().copied().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    }

    #[test]
    fn tables_are_read_as_spreadsheets_save_them() {
        for (bytes, text) in [
            (b"name,qty\nCaf\xe9,2\n".to_vec(), "name,qty\nCafé,2\n"),
            (utf16("name,qty\r\nCafé,2\r\n", true), "name,qty\nCafé,2\n"),
            (utf16("name,qty\r\nCafé,2\r\n", false), "name,qty\nCafé,2\n"),
            ("name,qty\nCafé,2\n".as_bytes().to_vec(), "name,qty\nCafé,2\n"),
            ("\u{feff}name\r\nMühle".as_bytes().to_vec(), "name\nMühle"),
            (b"name,qty\rAlpha,2\rBeta,1\r".to_vec(), "name,qty\nAlpha,2\nBeta,1\n"),
            (Vec::new(), ""),
        ] {
            assert_eq!(table("a.csv", &bytes).unwrap().text, text);
        }
    }

    #[test]
    fn a_mixed_encoding_is_an_error_with_its_place() {
        let error = table("a.csv", b"name\nM\xc3\xbchle\nCaf\xe9\n").unwrap_err();
        assert_eq!(error.message, "`a.csv` mixes UTF-8 and another encoding");
        assert_eq!(error.span.unwrap().start(), (3, 4));
    }

    #[test]
    fn other_files_are_utf8_only() {
        let error = text("game.toml", b"title = 'x'\nauthor = 'Ren\xe9'\n").unwrap_err();
        assert_eq!(error.message, "`game.toml` is not text in UTF-8");
        assert_eq!(error.span.unwrap().start(), (2, 14));
        assert_eq!(
            text("game.toml", &utf16("title = 'x'", true)).unwrap_err().message,
            "`game.toml` is saved as UTF-16LE"
        );
        assert_eq!(text("game.toml", b"\xef\xbb\xbftitle = 1\r\n").unwrap().text, "title = 1\n");
    }
}
