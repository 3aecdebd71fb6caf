//! Where links lead, and the anchors that they lead to.

use std::ops::Range;

use pulldown_cmark::LinkType;

use super::super::doc::LinkTarget;
use super::reader::MarkdownReader;
use crate::diag::Code;

/// What the addresses of links begin with.
const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

impl MarkdownReader<'_> {
    /// Where a link leads. What a reader could click and get something other than a page or a
    /// letter, such as a script, is a fault.
    pub(super) fn link_target(
        &mut self,
        kind: LinkType,
        address: &str,
        range: &Range<usize>,
    ) -> LinkTarget {
        if let Some(anchor) = address.strip_prefix('#') {
            return LinkTarget::Anchor(decoded(anchor));
        }
        if kind == LinkType::Email {
            return LinkTarget::Url(format!("mailto:{address}"));
        }
        let scheme = address.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
        let is_known = scheme.as_deref().is_some_and(|scheme| SCHEMES.contains(&scheme));
        if !is_known || address.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let message = match scheme {
                Some(scheme) if !is_known => format!("a rulebook has no links to `{scheme}:`"),
                _ => format!("the link to `{address}` leads nowhere"),
            };
            let hint = if address.contains(char::is_whitespace) {
                "write %20 for a space in an address".to_owned()
            } else if address.starts_with("www.") {
                format!("write https://{address}")
            } else {
                "links begin with https://, http:// or mailto:, or with # and lead to a heading of \
                 the rulebook"
                    .to_owned()
            };
            self.fault(Code::R003, message, range.clone()).hints.push(hint);
        }
        LinkTarget::Url(address.to_owned())
    }

    /// The anchor of a heading: the one it states, or one made of its words that no other has.
    pub(super) fn anchor(
        &mut self,
        stated: Option<String>,
        words: &str,
        range: &Range<usize>,
    ) -> String {
        let Some(id) = stated else {
            let made = self.made_anchor(words);
            self.anchors.insert(made.clone());
            return made;
        };
        if !self.anchors.insert(id.clone()) {
            let message = format!("the anchor `{id}` is given to two headings");
            self.fault(Code::R005, message, range.clone());
        }
        id
    }

    /// An anchor that the text states, be it farther down, goes before one made of words.
    fn made_anchor(&self, words: &str) -> String {
        let is_free = |anchor: &str| {
            !self.anchors.contains(anchor) && !self.filled.text.contains(&format!("{{#{anchor}}}"))
        };
        let slug = slug(words);
        let numbered = (2..).map(|number| format!("{slug}-{number}"));
        std::iter::once(slug.clone())
            .chain(numbered)
            .find(|anchor| is_free(anchor))
            .unwrap_or_default()
    }
}

/// The anchor of a heading that has none, as GitHub makes it.
fn slug(words: &str) -> String {
    let kept = words.trim().to_lowercase();
    kept.chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}
