//! Lines of text that do not stand where their author thinks.
//!
//! Browsers and the renderer agree on them, so they are drawn as they are, with a warning.

use roxmltree::Node;

use super::fault::Fault;
use super::tidy::Reader;
use crate::diag::Code;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

impl Reader<'_, '_> {
    /// Looks at the lines of one `<text>`.
    pub(super) fn check_lines(&mut self, text: Node<'_, '_>) {
        if text.tag_name().name() != "text" {
            return;
        }
        let lines = text.children().filter(|n| n.is_element() && n.tag_name().name() == "tspan");
        for line in lines {
            let is_empty = !line.descendants().any(|n| is_words(&n));
            let down = line.attribute("dy").is_some_and(|dy| {
                !dy.trim_start_matches(['0', '.', '-', '+'])
                    .trim_matches(char::is_alphabetic)
                    .is_empty()
            });
            if is_empty && down && line.attribute("y").is_none() {
                self.warn(
                    line,
                    "an empty <tspan> moves nothing down: its `dy` is lost, and the empty line \
                     with it",
                    "add its `dy` to that of the next line, or give each line a `y`",
                );
            } else if !is_empty && self.is_shifted(line) {
                self.warn(
                    line,
                    "the white space before this <tspan> is a space at the end of the line above, \
                     which moves that line aside, for it is not set from the left",
                    "write the <tspan> directly after the `</tspan>` before it, and break the line \
                     inside of a tag",
                );
            }
        }
    }

    /// Whether a line begins anew after white space that belongs to the line before it, and that
    /// line is centred or set from the right.
    fn is_shifted(&self, line: Node<'_, '_>) -> bool {
        if line.attribute("x").is_none() && line.attribute("y").is_none() {
            return false;
        }
        let Some(gap) = line.prev_sibling().filter(|n| n.is_text() && !is_words(n)) else {
            return false;
        };
        let kept = line.ancestors().find_map(|n| n.attribute((XML, "space"))) == Some("preserve");
        // The space is kept only after words, and hides behind another one.
        let before = gap.prev_siblings().skip(1).find(|n| n.descendants().any(|d| is_words(&d)));
        let Some(before) = before else { return false };
        let anchored = if before.is_element() { before } else { line };
        let anchor = self.cascade.inherited(anchored, "text-anchor", true);
        !kept && matches!(anchor, Some("middle" | "end"))
    }

    fn warn(&mut self, node: Node<'_, '_>, message: &str, hint: &str) {
        let tag = self.start_tag(node);
        self.faults.push(Fault::warning(Code::F014, message).near(tag).near("<tspan").hint(hint));
    }
}

fn is_words(node: &Node<'_, '_>) -> bool {
    node.is_text() && node.text().is_some_and(|text| !text.trim().is_empty())
}
