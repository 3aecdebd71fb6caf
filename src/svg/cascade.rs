//! What CSS declares of each element of a document: style sheets and `style` attributes together,
//! the strongest declaration of each property alone.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::css::{Declaration, Sheet, declarations, media_holds};
use super::selector::{Complex, Specificity};

/// The declarations of all elements.
#[derive(Debug, Default)]
pub(super) struct Cascade {
    declared: HashMap<NodeId, Vec<Declaration>>,
    names: HashSet<String>,
    /// Whether there is a style sheet.
    pub(super) has_sheet: bool,
    /// A piece of a style sheet, and what is wrong with it.
    pub(super) complaints: Vec<(String, String)>,
}

impl Cascade {
    /// Reads the style sheets of a document and its `style` attributes.
    pub(super) fn of(document: &Document<'_>) -> Self {
        let mut sheet = Sheet::default();
        let mut has_sheet = false;
        for style in document.descendants().filter(|n| n.tag_name().name() == "style") {
            has_sheet = true;
            let is_css =
                style.attribute("type").is_none_or(|t| t.trim().is_empty() || t == "text/css");
            if !is_css || style.attribute("media").is_some_and(|m| media_holds(m) == Some(false)) {
                continue;
            }
            let text: String = style.children().filter_map(|n| n.text()).collect();
            sheet.add(&text);
        }
        let mut declared = HashMap::new();
        let mut names = HashSet::new();
        for node in document.descendants().filter(Node::is_element) {
            let own = strongest(node, &sheet);
            names.extend(own.iter().map(|d| d.name.clone()));
            if !own.is_empty() {
                declared.insert(node.id(), own);
            }
        }
        Self { declared, names, has_sheet, complaints: sheet.complaints }
    }

    /// The declarations of an element, the weaker ones first.
    pub(super) fn declared(&self, node: Node<'_, '_>) -> &[Declaration] {
        self.declared.get(&node.id()).map_or(&[], Vec::as_slice)
    }

    /// What is declared of one property of an element itself.
    pub(super) fn own(&self, node: Node<'_, '_>, name: &str) -> Option<&str> {
        let declared = self.declared(node).iter().find(|d| d.name == name);
        declared.map(|d| d.value.as_str())
    }

    /// Whether any element has a declaration of a property.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The value of a property that elements inherit, where declarations are stronger than
    /// attributes; `attributes` says whether there is an attribute of that name at all.
    pub(super) fn inherited<'a>(
        &'a self,
        node: Node<'a, '_>,
        name: &str,
        attributes: bool,
    ) -> Option<&'a str> {
        node.ancestors().filter(Node::is_element).find_map(|n| {
            let own = self.own(n, name);
            let own = own.or_else(|| attributes.then(|| n.attribute(name)).flatten());
            own.filter(|value| *value != "inherit")
        })
    }
}

fn strongest(node: Node<'_, '_>, sheet: &Sheet) -> Vec<Declaration> {
    let mut found: Vec<((bool, bool, Specificity), Declaration)> = Vec::new();
    // No style sheet of a template reaches into a box of words, which is set before.
    let in_box = || node.ancestors().any(|around| around.attribute("data-pnp") == Some("box"));
    let rules = if sheet.rules.is_empty() || in_box() { &[][..] } else { &sheet.rules };
    for rule in rules {
        let matching = rule.selectors.iter().filter(|selector| selector.matches(node));
        let Some(specificity) = matching.map(Complex::specificity).max() else {
            continue;
        };
        let of_rule = rule.declarations.iter().cloned();
        found.extend(of_rule.map(|d| ((d.important, false, specificity), d)));
    }
    let inline = node.attribute("style").map(declarations).unwrap_or_default();
    found.extend(inline.into_iter().map(|d| ((d.important, true, (0, 0, 0)), d)));
    // Stable, so that of equally strong ones the later wins.
    found.sort_by_key(|(strength, _)| *strength);
    let mut winners: Vec<Declaration> = Vec::with_capacity(found.len());
    for (_, declaration) in found {
        winners.retain(|other| other.name != declaration.name);
        winners.push(declaration);
    }
    winners
}
