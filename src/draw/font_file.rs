//! Files under `fonts/` that are not what they seem.

use std::ops::Range;

use super::font_trial::can_be_embedded;
use crate::diag::{Code, Diagnostic, Source, Span};
use crate::files::{Files, Shipped};

/// Other forms of fonts, by the ends of their names.
const OTHER_FORMS: &[&str] = &[".woff", ".woff2", ".eot", ".pfb", ".pfa", ".dfont"];

/// Whether a file is one of the fonts that are loaded.
pub(super) fn is_font(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".ttf", ".otf", ".ttc", ".otc"].iter().any(|end| name.ends_with(end))
}

/// The warning of a font in a form that is not read, by its name.
pub(super) fn other_form(path: &str) -> Option<Diagnostic> {
    let name = path.to_ascii_lowercase();
    let end = OTHER_FORMS.iter().find(|end| name.ends_with(**end))?;
    let message = format!("the font `{path}` is not used: it is a {end} file");
    Some(
        Diagnostic::warning(Code::F016, message)
            .at(&place(path))
            .hint("put the .ttf or .otf file of the font into fonts/ in its place"),
    )
}

/// A font, or a folder of them, that cannot be read from the disk.
pub(super) fn unreadable(path: &str, why: &crate::files::ReadError) -> Diagnostic {
    Diagnostic::error(Code::F016, format!("`{path}` {why}")).at(&place(path))
}

/// What is wrong with the bytes of a font.
pub(super) fn inspect(path: &str, bytes: &[u8]) -> Option<Diagnostic> {
    let is_ours = || Shipped.read(path).is_ok_and(|shipped| shipped == bytes);
    let what = fault(bytes).or_else(|| if is_ours() { None } else { inner_fault(bytes) })?;
    Some(
        Diagnostic::error(Code::F016, format!("the font `{path}` cannot be used: {what}"))
            .at(&place(path))
            .hint("download it again as a .ttf or .otf file, or take it out of fonts/"),
    )
}

/// What is wrong inside of a font whose tables are all there.
fn inner_fault(bytes: &[u8]) -> Option<&'static str> {
    let faces = ttf_parser::fonts_in_collection(bytes).unwrap_or(1);
    let is_whole = (0..faces).all(|index| can_be_embedded(bytes, index));
    (!is_whole).then_some("it is damaged, and cannot be embedded into a PDF")
}

fn place(path: &str) -> Span {
    Span::file(&Source::new(path, ""))
}

fn fault(bytes: &[u8]) -> Option<&'static str> {
    let head: &[u8] = bytes.get(..64).unwrap_or(bytes);
    let text = String::from_utf8_lossy(head).trim_start().to_ascii_lowercase();
    match bytes.get(..4) {
        _ if bytes.is_empty() => return Some("it is empty"),
        Some(b"wOFF" | b"wOF2") => return Some("it is a web font (WOFF) under another name"),
        Some(b"PK\x03\x04") => return Some("it is a ZIP archive"),
        _ if text.starts_with("<!doctype") || text.starts_with("<html") => {
            return Some("it is a web page");
        }
        _ if text.starts_with("version https://git-lfs") => {
            return Some("it is a pointer of Git LFS and not the file itself");
        }
        _ => {}
    }
    let count = ttf_parser::fonts_in_collection(bytes).unwrap_or(1);
    for index in 0..count {
        let Ok(raw) = ttf_parser::RawFace::parse(bytes, index) else {
            return Some("it is not a font");
        };
        let is_whole = |range: Range<u32>| range.end as usize <= bytes.len();
        let mut records = raw.table_records.into_iter();
        if !records
            .all(|t| t.offset.checked_add(t.length).is_some_and(|end| is_whole(t.offset..end)))
        {
            return Some("it is cut off");
        }
        let Ok(face) = ttf_parser::Face::parse(bytes, index) else {
            return Some("it is damaged");
        };
        let tables = face.tables();
        let has_shapes = tables.glyf.is_some()
            || tables.cff.is_some()
            || tables.cff2.is_some()
            || tables.svg.is_some()
            || tables.sbix.is_some()
            || tables.cbdt.is_some();
        if tables.cmap.is_none() || !has_shapes {
            return Some("it has no letters");
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_font_is_named_for_what_it_is() {
        let name = Shipped.list("fonts/rye").into_iter().find(|name| is_font(name)).unwrap();
        let font = Shipped.read(&format!("fonts/rye/{name}")).unwrap();
        assert_eq!(fault(&font), None);
        assert_eq!(fault(&font[..font.len() / 2]), Some("it is cut off"));
        assert_eq!(fault(b""), Some("it is empty"));
        assert_eq!(fault(b"wOF2 and more"), Some("it is a web font (WOFF) under another name"));
        assert_eq!(fault(b"\n<!DOCTYPE html>"), Some("it is a web page"));
        assert_eq!(fault(b"just some text"), Some("it is not a font"));
        assert!(other_form("fonts/A.woff2").is_some() && other_form("fonts/OFL.txt").is_none());
    }
}
