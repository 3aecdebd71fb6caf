//! What an element refers to.

use roxmltree::Node;

const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The ids inside `url(#…)`.
pub(crate) fn references(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
        inside.strip_prefix('#')
    })
}

/// The id in the `href` of an element, whatever namespace it is written with.
pub(crate) fn href<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let plain = node.attribute("href").or_else(|| node.attribute((XLINK, "href")));
    plain?.trim().strip_prefix('#').filter(|id| !id.is_empty())
}
