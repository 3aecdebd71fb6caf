//! Pictures whose numbers are meant as millimetres and are not.

use roxmltree::{Document, Node};

use super::fault::Fault;
use crate::diag::Code;

/// Units that say how large something is on paper.
const ABSOLUTE: [&str; 4] = ["mm", "cm", "in", "pt"];

/// What holds lengths of a drawing.
const LENGTHS: [&str; 13] =
    ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2"];

/// A drawing that ends before that share of its picture is meant to be larger.
const TOO_SMALL: f32 = 0.5;
/// One that reaches so far beyond its picture is meant to be smaller.
const TOO_LARGE: f32 = 1.5;

/// The warning of a picture that draws on a corner of itself, or far outside: it has a size in
/// millimetres and no `viewBox`, so that a number is a px; or it has a `viewBox`, in which `63mm`
/// are 238 units.
pub(crate) fn odd_size(document: &Document<'_>, text: &str) -> Option<Fault> {
    let root = document.root_element();
    let has_view_box = root.attribute("viewBox").is_some();
    let has_paper_size =
        ["width", "height"].iter().all(|side| root.attribute(*side).is_some_and(is_absolute));
    let inner = document.descendants().filter(|node| *node != root).find_map(absolute_length);
    if has_view_box && inner.is_none() || !has_view_box && !has_paper_size {
        return None;
    }
    let tree = usvg::Tree::from_str(text, &usvg::Options::default()).ok()?;
    let size = tree.size();
    let ink = tree.root().abs_layer_bounding_box();
    let across = ink.right() / size.width();
    let down = ink.bottom() / size.height();
    let reach =
        format!("{:.0} % of its width and {:.0} % of its height", across * 100.0, down * 100.0);
    if let Some(length) = inner.filter(|_| has_view_box) {
        return (across > TOO_LARGE || down > TOO_LARGE).then(|| {
            let message = format!(
                "what it draws reaches to {reach}: inside a `viewBox`, `{length}` is so many px, \
                 each a unit of the `viewBox`"
            );
            Fault::warning(Code::F018, message)
                .hint("write the lengths inside as numbers of the `viewBox`, without a unit")
        });
    }
    let width = number(root.attribute("width")?);
    let height = number(root.attribute("height")?);
    (across < TOO_SMALL && down < TOO_SMALL).then(|| {
        let message = format!(
            "what it draws ends at {reach}: without a `viewBox` a number is a px, which is 0.26 mm"
        );
        Fault::warning(Code::F018, message).hint(format!(
            "add viewBox=\"0 0 {width} {height}\" if its numbers are of the unit of its width"
        ))
    })
}

/// A length with a unit of paper in a drawing.
fn absolute_length<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    LENGTHS.iter().find_map(|name| node.attribute(*name).filter(|value| is_absolute(value)))
}

fn is_absolute(value: &str) -> bool {
    let unit = value.trim();
    ABSOLUTE.iter().any(|known| {
        unit.strip_suffix(known).is_some_and(|number| number.trim().parse::<f64>().is_ok())
    })
}

/// The number of a length.
fn number(length: &str) -> &str {
    length.trim().trim_end_matches(|c: char| c.is_ascii_alphabetic()).trim()
}
