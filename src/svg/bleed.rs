//! What is meant to be cut says so with `data-pnp="bleed"`, and the renderer, which drops every
//! attribute that it does not know, keeps it as the id of a group.

use roxmltree::Node;

use super::elements::is_svg;
use super::tidy::Reader;

/// The id of the group around what is meant to be cut.
pub(crate) const BLEED: &str = "pnp-bleed";

impl Reader<'_, '_> {
    /// Puts what is marked into such a group.
    pub(super) fn mark_bleed(&mut self, node: Node<'_, '_>) {
        if node.attribute("data-pnp") != Some("bleed") {
            return;
        }
        if self.is_root(node) {
            node.children().filter(|child| is_svg(*child)).for_each(|child| self.wrap(child));
        } else {
            self.wrap(node);
        }
    }

    /// Puts an element into a group. The brackets of its tags are replaced and nothing is inserted
    /// beside them, so that the group is a part of the element wherever that is cut out.
    fn wrap(&mut self, node: Node<'_, '_>) {
        let range = node.range();
        let text = &self.text[range.clone()];
        let name = text.get(1..).unwrap_or_default();
        let name = name.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next();
        let prefix = name.and_then(|name| name.split_once(':')).map_or("", |(prefix, _)| prefix);
        let colon = if prefix.is_empty() { "" } else { ":" };
        let open = format!("<{prefix}{colon}g id=\"{BLEED}\"><");
        self.edits.replace(&(range.start..range.start + 1), &open);
        self.edits.replace(&(range.end - 1..range.end), &format!("></{prefix}{colon}g>"));
    }
}
