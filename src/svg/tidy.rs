//! SVG as people and their programs write it becomes SVG that the renderer draws as browsers do.
//!
//! In: a document that was read. Out: changes to its text, and what cannot be drawn.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::cascade::Cascade;
use super::edits::Edits;
use super::elements::is_svg;
use super::fault::Fault;
use super::nesting;
use super::printed::Use;
use super::references::{href, references};
use super::tag::start_tag_end;
use super::visible::left_out;
use crate::diag::Code;

/// What was found out about a document.
pub(crate) struct Tidy {
    pub(crate) edits: Edits,
    pub(crate) faults: Vec<Fault>,
    /// Whether it has a style sheet.
    pub(crate) has_sheet: bool,
    left_out: HashSet<NodeId>,
}

impl Tidy {
    /// Whether an element takes no part in the drawing.
    pub(crate) fn is_left_out(&self, node: Node<'_, '_>) -> bool {
        self.left_out.contains(&node.id())
    }

    /// Makes the root a part of another `<svg>` around it, in which it lies at 0 0 and has this
    /// width and height. What it draws outside of itself shows.
    pub(crate) fn put_inside(&mut self, text: &str, root: Node<'_, '_>, size: (f64, f64)) {
        if root.attribute("viewBox").is_none() {
            let px = |mm: f64| mm * 96.0 / 25.4;
            let view = format!("0 0 {} {}", px(size.0), px(size.1));
            self.edits.set(text, root, "viewBox", &view);
        }
        self.edits.set(text, root, "width", &size.0.to_string());
        self.edits.set(text, root, "height", &size.1.to_string());
        self.edits.set(text, root, "overflow", "visible");
        self.edits.unset(root, "x");
        self.edits.unset(root, "y");
    }
}

/// Reads a document, which was made from the text.
pub(super) struct Reader<'a, 'input> {
    pub(super) text: &'a str,
    pub(super) cascade: Cascade,
    pub(super) ids: HashMap<&'a str, Node<'a, 'input>>,
    referred: HashSet<String>,
    root: NodeId,
    pub(super) printed: Use,
    pub(super) edits: Edits,
    pub(super) faults: Vec<Fault>,
}

/// Finds out what must change in a document and what cannot be drawn.
pub(crate) fn tidy(text: &str, document: &Document<'_>, printed: Use) -> Tidy {
    let cascade = Cascade::of(document);
    let left_out = left_out(document, &cascade);
    let mut ids = HashMap::new();
    for node in document.descendants() {
        if let Some(id) = node.attribute("id") {
            ids.entry(id).or_insert(node);
        }
    }
    let mut reader = Reader {
        text,
        ids,
        referred: HashSet::new(),
        root: document.root_element().id(),
        printed,
        edits: Edits::default(),
        faults: Vec::new(),
        cascade,
    };
    let visible = || document.descendants().filter(|n| is_svg(*n) && !left_out.contains(&n.id()));
    for node in visible() {
        reader.refer(node);
    }
    for (piece, why) in std::mem::take(&mut reader.cascade.complaints) {
        let first = piece.lines().next().unwrap_or_default().trim().to_owned();
        reader.faults.push(
            Fault::error(Code::F007, format!("`{first}` of a style sheet is not drawn: {why}"))
                .near(piece)
                .near(first)
                .hint("write the style as attributes of the elements"),
        );
    }
    for instruction in document.root().children().filter_map(|n| n.pi()) {
        if instruction.target == "xml-stylesheet" {
            reader.faults.push(
                Fault::error(Code::F007, "a style sheet of another file is not read")
                    .near("<?xml-stylesheet")
                    .hint("put it into a <style> element"),
            );
        }
    }
    for node in visible() {
        reader.check(node);
        reader.check_lines(node);
        reader.rewrite(node);
        reader.mark_bleed(node);
    }
    // Branches that are not taken are taken away, so that the renderer takes the same ones.
    for node in document.descendants().filter(|n| left_out.contains(&n.id())) {
        let parent = node.parent_element();
        let in_switch = parent.is_some_and(|p| p.tag_name().name() == "switch");
        if in_switch && node.is_element() {
            reader.edits.replace(&node.range(), "");
        }
    }
    let has_sheet = reader.cascade.has_sheet;
    if has_sheet {
        // Elements may refer to others by what a style sheet says.
        let dissolved = reader.edits.apply(text, 0..text.len());
        let document = Document::parse(&dissolved);
        reader.faults.extend(document.ok().and_then(|it| nesting::too_deep(&dissolved, &it)));
    }
    Tidy { edits: reader.edits, faults: reader.faults, has_sheet, left_out }
}

impl<'a> Reader<'a, '_> {
    fn refer(&mut self, node: Node<'_, '_>) {
        let mut all: Vec<String> = href(node).map(str::to_owned).into_iter().collect();
        for attribute in node.attributes() {
            all.extend(references(attribute.value()).map(str::to_owned));
        }
        for declaration in self.cascade.declared(node) {
            all.extend(references(&declaration.value).map(str::to_owned));
        }
        self.referred.extend(all);
    }

    pub(super) fn is_referred_to(&self, id: &str) -> bool {
        self.referred.contains(id)
    }

    pub(super) fn is_root(&self, node: Node<'_, '_>) -> bool {
        node.id() == self.root
    }

    /// The start tag of an element, as written.
    pub(super) fn start_tag(&self, node: Node<'_, '_>) -> &'a str {
        let text = &self.text[node.range()];
        &text[..start_tag_end(text)]
    }
}
