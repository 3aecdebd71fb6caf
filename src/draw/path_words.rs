//! Words that stand on a path and are longer than it.
//!
//! The renderer leaves out every letter that finds no place on its path, as SVG asks it to.

use kurbo::ParamCurveArclen;
use usvg::tiny_skia_path::{self, PathSegment};
use usvg::{Group, Node, TextFlow, Transform};

use super::inspect::ParsedLayer;
use super::stack::{LayerId, Stacks};
use crate::diag::Code;
use crate::svg::Fault;

/// How exactly the length of a path is measured, in its own units.
const ACCURACY: f64 = 1e-3;

/// The texts of a layer that are longer than the paths they stand on.
pub(super) fn cut_by_paths(stacks: &Stacks, layer: ParsedLayer<'_>) -> Vec<(LayerId, Fault)> {
    let width = stacks[layer.id].canvas.size().width.to_mm();
    let per_px = width / f64::from(layer.size.width());
    let mut faults = Vec::new();
    in_group(layer.group, layer.group.abs_transform(), per_px, &mut faults);
    faults.into_iter().map(|fault| (layer.id, fault)).collect()
}

fn in_group(group: &Group, to_tree: Transform, per_px: f64, faults: &mut Vec<Fault>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => {
                in_group(inner, to_tree.pre_concat(inner.transform()), per_px, faults);
            }
            Node::Text(text) => {
                let across = f64::from(to_tree.sx);
                let down = f64::from(to_tree.ky);
                let scale = (across * across + down * down).sqrt();
                faults.extend(fault_of(text, scale * per_px));
            }
            Node::Image(_) | Node::Path(_) => {}
        }
    }
}

/// `mm` are the millimetres to a unit of the text.
fn fault_of(text: &usvg::Text, mm: f64) -> Option<Fault> {
    let paths = text.chunks().iter().filter_map(|chunk| match chunk.text_flow() {
        TextFlow::Path(path) => Some((chunk.text(), path)),
        TextFlow::Linear => None,
    });
    let (words, path): (Vec<&str>, Vec<_>) = paths.unzip();
    let path = path.first()?;
    let words = words.concat();
    let words = words.trim();
    let wanted = letters(words);
    let glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
    let shown: usize = glyphs.map(|glyph| letters(&glyph.text)).sum();
    if shown >= wanted {
        return None;
    }
    let length = length_of(path.path()) * mm;
    let (missing, noun) = match wanted - shown {
        1 => (1, "letter is"),
        missing => (missing, "letters are"),
    };
    let message = format!(
        "`{words}` is longer than the path of {length:.1} mm that it stands on: {missing} of its \
         {wanted} {noun} not printed"
    );
    let more = length * missing as f64 / (shown.max(1) as f64);
    Some(
        Fault::error(Code::F017, message)
            .near(path.id())
            .near(words)
            .hint(format!("make the path about {more:.0} mm longer, or the letters smaller")),
    )
}

/// White space at the end of a path is missed by nobody.
fn letters(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

fn length_of(path: &tiny_skia_path::Path) -> f64 {
    let point = |p: tiny_skia_path::Point| kurbo::Point::new(f64::from(p.x), f64::from(p.y));
    let mut last = kurbo::Point::ZERO;
    let mut start = kurbo::Point::ZERO;
    let mut length = 0.0;
    for segment in path.segments() {
        let end = match segment {
            PathSegment::MoveTo(to) => {
                start = point(to);
                last = start;
                continue;
            }
            PathSegment::LineTo(to) => {
                let to = point(to);
                length += last.distance(to);
                to
            }
            PathSegment::QuadTo(control, to) => {
                let curve = kurbo::QuadBez::new(last, point(control), point(to));
                length += curve.arclen(ACCURACY);
                point(to)
            }
            PathSegment::CubicTo(first, second, to) => {
                let curve = kurbo::CubicBez::new(last, point(first), point(second), point(to));
                length += curve.arclen(ACCURACY);
                point(to)
            }
            PathSegment::Close => {
                length += last.distance(start);
                start
            }
        };
        last = end;
    }
    length
}
