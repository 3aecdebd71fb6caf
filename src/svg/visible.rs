//! Which elements take part in the drawing at all.

use std::collections::HashSet;

use roxmltree::{Document, Node, NodeId};

use super::cascade::Cascade;
use super::elements::is_svg;
use super::references::{href, references};

/// Elements that nobody draws, with everything in them: hidden ones, the branches of a `switch`
/// that are not taken, and what is for another program. One that is referred to from elsewhere is
/// not among them.
pub(super) fn left_out(document: &Document<'_>, cascade: &Cascade) -> HashSet<NodeId> {
    let mut used: HashSet<&str> = HashSet::new();
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            used.extend(references(attribute.value()));
        }
        used.extend(href(node));
        for declaration in cascade.declared(node) {
            used.extend(references(&declaration.value));
        }
    }
    let is_used = |node: Node<'_, '_>| {
        node.descendants().any(|n| n.attribute("id").is_some_and(|id| used.contains(id)))
    };
    let mut found = HashSet::new();
    let mut open = vec![document.root_element()];
    while let Some(node) = open.pop() {
        let taken = (node.tag_name().name() == "switch").then(|| branch(node)).flatten();
        for child in node.children().filter(Node::is_element) {
            let in_switch = node.tag_name().name() == "switch" && is_svg(node);
            let gone = !is_svg(child)
                || is_hidden(child, cascade)
                || (in_switch && taken != Some(child.id()))
                || !holds(child);
            if gone && !is_used(child) {
                found.extend(child.descendants().map(|n| n.id()));
            } else {
                open.push(child);
            }
        }
    }
    found
}

fn is_hidden(node: Node<'_, '_>, cascade: &Cascade) -> bool {
    cascade.own(node, "display").or_else(|| node.attribute("display")) == Some("none")
}

/// The branch of a `switch` that is drawn.
pub(super) fn branch(switch: Node<'_, '_>) -> Option<NodeId> {
    switch.children().find(|child| is_svg(*child) && holds(*child)).map(|child| child.id())
}

/// Whether the conditions of an element hold. Browsers take any `requiredFeatures` for true; on a
/// `foreignObject` it says that there is another branch for those who cannot draw it.
fn holds(node: Node<'_, '_>) -> bool {
    if node.attribute("requiredExtensions").is_some() {
        return false;
    }
    if node.tag_name().name() == "foreignObject" && node.attribute("requiredFeatures").is_some() {
        return false;
    }
    node.attribute("systemLanguage").is_none_or(|languages| {
        languages.split(',').map(str::trim).any(|l| l == "en" || l.starts_with("en-"))
    })
}
