//! How deep an SVG may be. The renderer, and we ourselves, read it by recursion, on threads whose
//! stack is small.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::fault::Fault;
use super::references::{href, references};
use super::tag::start_tag_end;
use crate::depth;
use crate::diag::Code;

/// How many elements may stand around another, be it that they contain it or that they refer to it.
/// Drawings of Inkscape and Illustrator have a few dozen.
pub(super) const MAX_DEPTH: usize = 128;

/// A fault if an element stands too deep, in others or at the end of a chain of references.
pub(super) fn too_deep<'a, 'i>(text: &str, document: &'a Document<'i>) -> Option<Fault> {
    let mut ids = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    let inside = |node: Node<'a, 'i>| -> Vec<Node<'a, 'i>> {
        let named = node.attributes().flat_map(|attribute| references(attribute.value()));
        let referred = named.chain(href(node)).filter_map(|id| ids.get(id)).copied();
        node.children().filter(Node::is_element).chain(referred).collect()
    };
    let found = depth::too_deep(document.root_element(), MAX_DEPTH, inside)?;
    let tag = &text[found.range()];
    let tag = &tag[..start_tag_end(tag)];
    let message = format!(
        "<{}> stands more than {MAX_DEPTH} deep in other elements and what refers to them",
        found.tag_name().name()
    );
    let fault = Fault::error(Code::F001, message);
    Some(
        fault.near(tag).hint("take groups out that do nothing, or shorten the chain of references"),
    )
}

/// How many brackets stand in each other at most.
pub(super) fn brackets(text: &str) -> usize {
    let mut open = 0_usize;
    let mut most = 0;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}
