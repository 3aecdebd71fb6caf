//! Bytes of a table to its text: UTF-8, UTF-16, or an older encoding that is named or guessed.
//!
//! A guess is a warning that shows a sample, and what is no table of text at all is named for what
//! it is. Nothing is guessed without saying so.

use serde_json::{Value, json};
use std::sync::Arc;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName};
use crate::game::toml::decode::{lines, unreadable};
use crate::game::toml::{Item, Kind};

/// The name of a character encoding.
pub(crate) struct EncodingName;

impl Kind for EncodingName {
    type Value = &'static Encoding;

    fn takes() -> String {
        "the name of a character encoding".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<&'static Encoding> {
        let name = item.string("a string", sink)?;
        let label = name.value.trim().to_ascii_lowercase().replace('_', "-");
        // UTF-16 without a direction is read by its mark.
        let found = Encoding::for_label_no_replacement(label.as_bytes());
        if found.is_none() {
            let unknown = UnknownName::new("character encoding", &name.value, COMMON);
            sink.push(unknown.error(Code::M002).at(&name.span));
        }
        found
    }
}

/// What spreadsheets save; others are taken too.
const COMMON: [&str; 12] = [
    "utf-8",
    "utf-16le",
    "utf-16be",
    "windows-1250",
    "windows-1251",
    "windows-1252",
    "windows-1253",
    "windows-1254",
    "windows-1257",
    "iso-8859-2",
    "shift_jis",
    "gbk",
];

/// The text of a table. `None` after an error.
pub(crate) fn read(
    path: &str,
    bytes: &[u8],
    named: Option<&Spanned<&'static Encoding>>,
    sink: &mut Sink,
) -> Option<Arc<Source>> {
    if let Some((what, remedy)) = other_format(bytes) {
        let message = format!("`{path}` is {what}, not a table");
        sink.push(Diagnostic::error(Code::S012, message).at(&nowhere(path)).hint(remedy));
        return None;
    }
    let text = match named {
        Some(named) => as_named(path, bytes, named),
        None => as_found(path, bytes, sink),
    };
    match text {
        Ok(text) => {
            let source = Source::new(path, text);
            report_damage(&source, sink);
            Some(source)
        }
        Err(fault) => {
            sink.push(*fault);
            None
        }
    }
}

fn nowhere(path: &str) -> Span {
    Span::file(&Source::new(path, ""))
}

/// What the file is instead of a table, and what to do about it.
fn other_format(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const SAVE: &str = "open it in its program and save or download it as CSV";
    let begins = |with: &[u8]| bytes.starts_with(with);
    let holds = |piece: &[u8]| {
        bytes[..bytes.len().min(1 << 16)].windows(piece.len()).any(|window| window == piece)
    };
    if begins(b"PK\x03\x04") {
        let what = if holds(b"xl/workbook.bin") {
            "a binary Excel workbook (.xlsb)"
        } else if holds(b"Index/") && holds(b".iwa") {
            "a Numbers spreadsheet"
        } else if holds(b"word/") || holds(b"opendocument.text") {
            "a document of a word processor"
        } else {
            "a ZIP archive or a workbook"
        };
        return Some((what, SAVE));
    }
    let signatures: [(&[u8], &str); 7] = [
        (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)"),
        (b"%PDF", "a PDF file"),
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"{\\rtf", "a document of a word processor (.rtf)"),
    ];
    if let Some((_, what)) = signatures.into_iter().find(|(signature, _)| begins(signature)) {
        return Some((what, SAVE));
    }
    let head: String =
        decoded_head(bytes).trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).into();
    let lower = head.to_ascii_lowercase();
    if ["<!doctype html", "<html", "<table", "<head", "<body", "<meta"]
        .iter()
        .any(|tag| lower.starts_with(tag))
    {
        return Some((
            "an HTML page",
            "download the table itself as CSV: in Google Sheets with File, Download, \
             Comma-separated values",
        ));
    }
    if lower.starts_with("<?xml") || lower.starts_with("<svg") || lower.starts_with("<workbook") {
        return Some(if lower.contains("<html") {
            ("an HTML page", SAVE)
        } else {
            ("an XML file", SAVE)
        });
    }
    None
}

/// The beginning of the text, as far as it matters for what kind of file it is.
fn decoded_head(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(4096) & !1];
    match wide(bytes) {
        Some(encoding) => encoding.decode(head).0.into_owned(),
        None => String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]).into_owned(),
    }
}

/// Whether a text begins as an object or a list of JSON does, and no header line would.
pub(super) fn is_json(bytes: &[u8]) -> bool {
    let head = decoded_head(bytes);
    let head = head.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
    let inside = |open: char| head.strip_prefix(open).map(str::trim_start);
    if let Some(object) = inside('{') {
        let key = object.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        return object.starts_with('}')
            || key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'));
    }
    inside('[').is_some_and(|list| {
        list.starts_with(['{', '[', '"']) && !list.starts_with("[[") || list.trim_end() == "]"
    })
}

/// The text in the encoding that the game names.
fn as_named(
    path: &str,
    bytes: &[u8],
    named: &Spanned<&'static Encoding>,
) -> Result<String, Box<Diagnostic>> {
    let encoding = named.value;
    let name = encoding.name();
    let found = wide(bytes).or_else(|| bytes.starts_with(b"\xef\xbb\xbf").then_some(UTF_8));
    // Three letters that are UTF-8 by chance are not to be had in a text of another encoding.
    let is_utf8 = std::str::from_utf8(bytes)
        .is_ok_and(|text| text.chars().filter(|c| !c.is_ascii()).count() >= 3);
    let is_wide = |encoding: &Encoding| encoding == UTF_16LE || encoding == UTF_16BE;
    let found = found.or_else(|| (is_utf8 && !is_wide(encoding)).then_some(UTF_8));
    if let Some(found) = found.filter(|found| *found != encoding) {
        let message = format!("`encoding` says {name}, but `{path}` is saved as {}", found.name());
        return Err(Box::new(
            Diagnostic::error(Code::S006, message).at(&named.span).hint("delete `encoding`"),
        ));
    }
    let (text, broken) = encoding.decode_with_bom_removal(bytes);
    if broken {
        return Err(Box::new(misread(path, &text, &format!("is not text in {name}"))));
    }
    Ok(lines(&text))
}

/// The text in UTF-8 or UTF-16, else in the encoding that its letters make likely.
fn as_found(path: &str, bytes: &[u8], sink: &mut Sink) -> Result<String, Box<Diagnostic>> {
    if bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff") {
        return Err(Box::new(unreadable(path, b"", "is saved as UTF-32")));
    }
    if let Some(encoding) = wide(bytes) {
        let (text, _, broken) = encoding.decode(bytes);
        if broken {
            let what = format!("is damaged {} text", encoding.name());
            return Err(Box::new(misread(path, &text, &what)));
        }
        return Ok(lines(&text));
    }
    if bytes.contains(&0) {
        return Err(Box::new(unreadable(path, bytes, "is not a text file")));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(lines(text));
    }
    // Letters that are UTF-8 in one line and something else in another: either reading would print
    // wrong letters.
    if is_mixed(bytes) {
        return Err(Box::new(unreadable(path, bytes, "mixes UTF-8 and another encoding")));
    }
    let mut detector = EncodingDetector::new();
    detector.feed(bytes, true);
    let encoding = detector.guess(None, false);
    let (text, broken) = encoding.decode_without_bom_handling(bytes);
    if broken {
        return Err(Box::new(unreadable(path, bytes, "is not text in UTF-8")));
    }
    let text = lines(&text);
    sink.push(guessed(path, &text, encoding));
    Ok(text)
}

/// UTF-16, by its mark, or by the zero bytes that separators, digits and line ends have in it.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    match Encoding::for_bom(bytes) {
        Some((encoding, _)) if encoding != UTF_8 => return Some(encoding),
        Some(_) => return None,
        None => {}
    }
    if !bytes.len().is_multiple_of(2) || !bytes.contains(&0) {
        return None;
    }
    let plain = |encoding: &'static Encoding| {
        let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        let is_text = !text.contains('\0') && text.contains(char::is_alphanumeric);
        let plain = text.chars().filter(char::is_ascii).count();
        is_text.then_some((plain, encoding))
    };
    let likely = [plain(UTF_16LE), plain(UTF_16BE)].into_iter().flatten();
    likely.filter(|(plain, _)| *plain > 0).max_by_key(|(plain, _)| *plain).map(|(_, found)| found)
}

/// Whether some lines are in UTF-8 and others are not. In a text of another encoding a line may
/// be UTF-8 by chance, but few are.
fn is_mixed(bytes: &[u8]) -> bool {
    let mut good = 0_usize;
    let mut bad = 0_usize;
    for line in bytes.split(|byte| matches!(byte, b'\n' | b'\r')) {
        match std::str::from_utf8(line) {
            Ok(line) if line.is_ascii() => {}
            Ok(_) => good += 1,
            Err(_) => bad += 1,
        }
    }
    good > 0 && good * 10 >= bad
}

/// The warning of a guess: what it was, and how words read by it.
fn guessed(path: &str, text: &str, encoding: &'static Encoding) -> Diagnostic {
    let name = encoding.name();
    let mut words: Vec<&str> = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if !word.is_ascii() && !words.contains(&word) {
            words.push(word);
        }
    }
    // The most telling ones: those with the most letters beyond ASCII.
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().filter(|c| !c.is_ascii()).count()));
    let shown = words[..words.len().min(3)].join("`, `");
    let sample = if shown.is_empty() { String::new() } else { format!(", which gives `{shown}`") };
    let at = text.find(|c: char| !c.is_ascii()).unwrap_or(0);
    let source = Source::new(path, text);
    let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::warning(
        Code::S013,
        format!("`{path}` is not saved as UTF-8; it is read as {name}, a guess{sample}"),
    )
    .at(&Span::new(&source, at..end))
    .hint(format!(
        "save the table as UTF-8; or, if the words are right, say so beside its name: \
         encoding = \"{}\"",
        name.to_ascii_lowercase()
    ))
}

/// Warns of letters that an earlier program lost or misread: they are in the file as it is.
fn report_damage(source: &Arc<Source>, sink: &mut Sink) {
    let text = source.text.as_str();
    if let Some(at) = text.find('\u{fffd}') {
        let message = format!(
            "`{}` has the mark \u{fffd}, which stands for a letter that was lost when it was saved",
            source.path
        );
        sink.push(
            Diagnostic::warning(Code::S013, message)
                .at(&Span::new(source, at..at + '\u{fffd}'.len_utf8()))
                .hint("save the table again from its program, as UTF-8"),
        );
    }
    for word in text.split(char::is_whitespace).filter(|word| !word.is_ascii()) {
        let Some(meant) = unmangled(word) else { continue };
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let message = format!("`{word}` seems to be `{meant}`, misread by an earlier program");
        sink.push(
            Diagnostic::warning(Code::S013, message)
                .at(&Span::new(source, at..at + word.len()))
                .hint("save the table again from its program, as UTF-8"),
        );
        return;
    }
}

/// What a word was before its UTF-8 was read as Windows-1252: `Café` of `CafÃ©`.
fn unmangled(word: &str) -> Option<String> {
    let (bytes, _, lossy) = encoding_rs::WINDOWS_1252.encode(word);
    let meant = std::str::from_utf8(&bytes).ok()?;
    let is_letter = |c| matches!(c, '\u{a0}'..='\u{17f}' | '\u{400}'..='\u{45f}');
    let is_sign = |c| matches!(c, '\u{2010}'..='\u{203a}' | '€');
    let plausible = |c: char| c.is_ascii() || is_letter(c) || is_sign(c);
    (!lossy && meant != word && meant.chars().all(plausible)).then(|| meant.to_owned())
}

/// A text that does not hold together in its encoding, at the first place where that shows.
fn misread(path: &str, text: &str, what: &str) -> Diagnostic {
    unreadable(path, text.as_bytes(), what)
}

#[cfg(test)]
mod tests {
    use encoding_rs::{SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

    use super::*;

    fn utf16(text: &str, mark: bool, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let mark = mark.then_some('\u{feff}');
        let text: String = mark.into_iter().chain(text.chars()).collect();
        text.encode_utf16().flat_map(to_bytes).collect()
    }

    /// The text, if there is one, and what was said with its place.
    fn found(bytes: &[u8], named: Option<&'static Encoding>) -> (Option<String>, Vec<String>) {
        let mut sink = Sink::new();
        let key = Source::new("game.toml", "encoding");
        let named = named.map(|named| Spanned::new(named, Span::file(&key)));
        let text = read("a.csv", bytes, named.as_ref(), &mut sink).map(|text| text.text.clone());
        let said = sink.into_sorted().into_iter().map(|fault| {
            let (line, column) = fault.span.as_ref().map_or((0, 0), Span::start);
            format!("{line}:{column} {} {}", fault.code.name(), fault.message)
        });
        (text, said.collect())
    }

    const CZECH: &str = "name,text\nŽluťoučký kůň,Příliš žluťoučký kůň úpěl ďábelské ódy\n";
    const RUSSIAN: &str = "имя,текст\nКонь,Съешь ещё этих мягких французских булок\n";

    #[test]
    fn unicode_is_read_as_it_is() {
        for text in ["name,qty\nCafé,2\n", CZECH, RUSSIAN, "a,b\n字,語\n"] {
            for bytes in [
                text.as_bytes().to_vec(),
                format!("\u{feff}{}", text.replace('\n', "\r\n")).into_bytes(),
                utf16(text, true, u16::to_le_bytes),
                utf16(text, true, u16::to_be_bytes),
                utf16(text, false, u16::to_le_bytes),
                utf16(text, false, u16::to_be_bytes),
            ] {
                assert_eq!(found(&bytes, None), (Some(text.to_owned()), Vec::new()));
            }
        }
        assert_eq!(found(b"name,qty\rAlpha,2\r", None).0.unwrap(), "name,qty\nAlpha,2\n");
        assert_eq!(found(b"", None).0.unwrap(), "");
    }

    #[test]
    fn another_encoding_is_named_or_guessed_with_a_warning() {
        for (text, encoding, sample) in [
            ("name,qty\nCafé,2\nRené,1\n", WINDOWS_1252, "Café"),
            (CZECH, WINDOWS_1250, "Žluťoučký"),
            (RUSSIAN, WINDOWS_1251, "французских"),
            ("名前,数\nうさぎ,2\nかめのこ,1\n", SHIFT_JIS, "うさぎ"),
        ] {
            let (bytes, _, lossy) = encoding.encode(text);
            assert!(!lossy);
            let (read, said) = found(&bytes, None);
            assert_eq!(read.as_deref(), Some(text), "{said:?}");
            let said = said.join(" ");
            assert!(said.contains(encoding.name()) && said.contains("S013"), "{said}");
            assert!(said.contains(sample), "{said}");
            assert_eq!(found(&bytes, Some(encoding)), (Some(text.to_owned()), Vec::new()));
        }
    }

    #[test]
    fn a_name_that_is_not_true_is_an_error() {
        let (text, said) = found(CZECH.as_bytes(), Some(WINDOWS_1250));
        assert_eq!(text, None);
        assert_eq!(said, ["1:1 S006 `encoding` says windows-1250, but `a.csv` is saved as UTF-8"]);
        let (text, said) = found(b"name\nCaf\xe9\n", Some(UTF_8));
        assert_eq!((text, said), (None, vec!["2:4 S006 `a.csv` is not text in UTF-8".to_owned()]));
        let wide = utf16("name\nCaf\u{e9}", true, u16::to_le_bytes);
        assert_eq!(found(&wide[..wide.len() - 1], None).0, None);
    }

    #[test]
    fn a_mixed_encoding_is_an_error_with_its_place() {
        let (text, said) = found(b"name\nM\xc3\xbchle\nCaf\xe9\n", None);
        assert_eq!(text, None);
        assert_eq!(said, ["3:4 S006 `a.csv` mixes UTF-8 and another encoding"]);
    }

    #[test]
    fn letters_that_an_earlier_program_misread_or_lost_are_reported() {
        let (_, said) = found("name\nMÃ¼hle\n".as_bytes(), None);
        assert_eq!(said, ["2:1 S013 `MÃ¼hle` seems to be `Mühle`, misread by an earlier program"]);
        assert!(found("name\nM\u{fffd}hle\n".as_bytes(), None).1[0].contains("2:2 S013"));
        for word in ["Mühle", "ÅNGSTRÖM", "«CAFÉ»", "Ã", "naïve", "Żółw", "“CAFÉ”"]
        {
            assert_eq!(found(word.as_bytes(), None).1, Vec::<String>::new(), "{word}");
        }
    }

    #[test]
    fn what_is_no_table_is_named_for_what_it_is() {
        for (bytes, what) in [
            (&b"PK\x03\x04\x14\0\x06\0[Content_Types].xml xl/workbook.bin"[..], ".xlsb"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", ".xls"),
            (b"\n<!DOCTYPE html><html>", "HTML"),
            (b"\xef\xbb\xbf<HTML><body>", "HTML"),
            (b"<?xml version=\"1.0\"?><Workbook/>", "XML"),
            (b"%PDF-1.7", "PDF"),
            (b"\x89PNG\r\n", "picture"),
        ] {
            let (text, said) = found(bytes, None);
            assert_eq!(text, None, "{what}");
            let said = said.join(" ");
            assert!(said.contains("S012") && said.contains(what), "{said}");
        }
        for text in ["{\"cards\": [1]}", "[{\"name\": \"A\"}]", "[\n  [\"name\"]\n]"] {
            assert!(is_json(text.as_bytes()), "{text}");
        }
        for text in ["[name],qty\n", "{name}\n", "<b>name</b>,text\n", "PK,name\n"] {
            assert!(!is_json(text.as_bytes()), "{text}");
            assert_eq!(found(text.as_bytes(), None).0.as_deref(), Some(text));
        }
    }
}
