//! Text inside XML: SVG, HTML and XMP alike.

use std::borrow::Cow;

/// A text as it may stand in an element or between the double quotes of an attribute.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    const SPECIAL: [char; 4] = ['&', '<', '>', '"'];
    if !text.contains(SPECIAL) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The opposite, for what tera escaped too.
pub(crate) fn unescape(text: &str) -> String {
    const NAMES: [(&str, &str); 7] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#x27;", "'"),
        ("&#x2F;", "/"),
        // Last, or `&amp;lt;` would become `<`.
        ("&amp;", "&"),
    ];
    NAMES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_comes_back() {
        for text in ["plain", "a < b & \"c\" > d", "&lt;", "&amp;lt;", "l'elefante"] {
            assert_eq!(unescape(&escape(text)), text);
            let xml = format!("<a b=\"{0}\">{0}</a>", escape(text));
            let parsed = usvg::roxmltree::Document::parse(&xml).unwrap();
            assert_eq!(parsed.root_element().text(), Some(text));
            assert_eq!(parsed.root_element().attribute("b"), Some(text));
        }
    }
}
