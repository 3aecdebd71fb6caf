//! Sizes of elements, as far as the text of a drawing tells them.

use kurbo::{BezPath, Shape};
use roxmltree::Node;

use super::cascade::Cascade;
use super::transform::{ReferenceBox, length as css_length};

/// The size of what an element stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Viewport {
    width: f64,
    height: f64,
}

impl Viewport {
    /// The nearest `<svg>` or `<symbol>` around an element.
    pub(super) fn of(node: Node<'_, '_>) -> Option<Self> {
        let around = node
            .ancestors()
            .skip(1)
            .find(|n| matches!(n.tag_name().name(), "svg" | "symbol") && n.is_element())?;
        if let Some([_, _, width, height]) = view_box(around) {
            return Some(Self { width, height });
        }
        let side = |name: &str| {
            around.attribute(name).filter(|v| !v.contains('%')).and_then(|v| css_length(v, 0.0))
        };
        Some(Self { width: side("width")?, height: side("height")? })
    }

    /// The corner and the size of what the nearest `<svg>` or `<symbol>` around an element shows.
    pub(super) fn around(node: Node<'_, '_>) -> Option<(f64, f64, f64, f64)> {
        let names = ["svg", "symbol"];
        let around = node.ancestors().skip(1).find(|n| names.contains(&n.tag_name().name()))?;
        match view_box(around) {
            Some([x, y, width, height]) => Some((x, y, width, height)),
            None => Self::of(node).map(|v| (0.0, 0.0, v.width, v.height)),
        }
    }

    pub(super) fn reference(self) -> ReferenceBox {
        ReferenceBox { x: 0.0, y: 0.0, width: self.width, height: self.height }
    }
}

fn view_box(node: Node<'_, '_>) -> Option<[f64; 4]> {
    let numbers: Vec<f64> = numbers(node.attribute("viewBox")?)?;
    <[f64; 4]>::try_from(numbers).ok()
}

fn numbers(text: &str) -> Option<Vec<f64>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|w| !w.is_empty());
    words.map(|w| w.parse().ok().filter(|n: &f64| n.is_finite())).collect()
}

/// One number of a shape, from CSS or an attribute; 0 if it is not stated.
fn side(node: Node<'_, '_>, cascade: &Cascade, name: &str) -> Option<f64> {
    let Some(value) = cascade.own(node, name).or_else(|| node.attribute(name)) else {
        return Some(0.0);
    };
    let whole = Viewport::of(node);
    if value.contains('%') && whole.is_none() {
        return None;
    }
    let whole = whole.map_or(0.0, |v| match name {
        "y" | "height" | "cy" | "ry" | "y1" | "y2" => v.height,
        "r" => f64::midpoint(v.width * v.width, v.height * v.height).sqrt(),
        _ => v.width,
    });
    css_length(value, whole)
}

/// The outline of a shape.
fn outline(node: Node<'_, '_>, cascade: &Cascade) -> Option<BezPath> {
    let side = |name: &str| side(node, cascade, name);
    match node.tag_name().name() {
        "path" => {
            let css = cascade.own(node, "d");
            let data = css.is_none().then(|| node.attribute("d")).flatten()?;
            BezPath::from_svg(data).ok()
        }
        "line" => {
            let line = kurbo::Line::new((side("x1")?, side("y1")?), (side("x2")?, side("y2")?));
            Some(line.to_path(1e-3))
        }
        "rect" if node.attribute("rx").is_none() && node.attribute("ry").is_none() => {
            let x = side("x")?;
            let y = side("y")?;
            let rect = kurbo::Rect::new(x, y, x + side("width")?, y + side("height")?);
            Some(rect.to_path(1e-3))
        }
        "circle" => {
            let circle = kurbo::Circle::new((side("cx")?, side("cy")?), side("r")?);
            Some(circle.to_path(1e-3))
        }
        name @ ("polyline" | "polygon") => {
            let numbers = numbers(node.attribute("points")?)?;
            let mut path = BezPath::new();
            for (index, pair) in numbers.chunks_exact(2).enumerate() {
                let &[x, y] = pair else { continue };
                if index == 0 { path.move_to((x, y)) } else { path.line_to((x, y)) }
            }
            if name == "polygon" && !path.elements().is_empty() {
                path.close_path();
            }
            Some(path)
        }
        _ => None,
    }
}

/// The box around a shape.
pub(super) fn bounds(node: Node<'_, '_>, cascade: &Cascade) -> Option<ReferenceBox> {
    let side = |name: &str| side(node, cascade, name);
    match node.tag_name().name() {
        "rect" | "image" => Some(ReferenceBox {
            x: side("x")?,
            y: side("y")?,
            width: side("width")?,
            height: side("height")?,
        }),
        "circle" => {
            let r = side("r")?;
            let x = side("cx")? - r;
            let y = side("cy")? - r;
            Some(ReferenceBox { x, y, width: 2.0 * r, height: 2.0 * r })
        }
        "ellipse" => {
            let rx = side("rx")?;
            let ry = side("ry")?;
            let x = side("cx")? - rx;
            let y = side("cy")? - ry;
            Some(ReferenceBox { x, y, width: 2.0 * rx, height: 2.0 * ry })
        }
        _ => {
            let path = outline(node, cascade).filter(|path| !path.elements().is_empty())?;
            let found = path.bounding_box();
            let x = found.x0;
            let y = found.y0;
            Some(ReferenceBox { x, y, width: found.width(), height: found.height() })
        }
    }
}

/// How long the outline of a shape is.
pub(super) fn length(node: Node<'_, '_>, cascade: &Cascade) -> Option<f64> {
    let length = outline(node, cascade)?.perimeter(1e-3);
    (length.is_finite() && length > 0.0).then_some(length)
}

/// How many px of 1/96 inch on the page a unit of an element is, where that is the same in all
/// directions and known.
pub(super) fn scale_to_page(node: Node<'_, '_>, cascade: &Cascade) -> Option<f64> {
    let mut scale = 1.0;
    for around in node.ancestors().filter(Node::is_element) {
        let name = around.tag_name().name();
        let moves = ["transform", "translate", "rotate", "scale"];
        if moves.iter().any(|key| cascade.own(around, key).is_some()) {
            return None;
        }
        if let Some(list) = around.attribute("transform") {
            let m: svgtypes::Transform = list.parse().ok()?;
            let uniform = (m.a - m.d).abs() < 1e-6 && (m.b + m.c).abs() < 1e-6;
            if !uniform {
                return None;
            }
            scale *= (m.a * m.a + m.b * m.b).sqrt();
        }
        if name == "svg" {
            if around.parent_element().is_some() {
                return None;
            }
            if let Some([_, _, width, height]) = view_box(around) {
                let side = |name: &str| {
                    let value = around.attribute(name).filter(|v| !v.contains('%'))?;
                    css_length(value, 0.0)
                };
                let (Some(w), Some(h)) = (side("width"), side("height")) else { return None };
                if (w / width - h / height).abs() > 1e-3 * (w / width) {
                    return None;
                }
                scale *= w / width;
            }
        } else if !matches!(
            name,
            "g" | "a"
                | "switch"
                | "path"
                | "rect"
                | "circle"
                | "ellipse"
                | "line"
                | "polyline"
                | "polygon"
        ) {
            return None;
        }
    }
    (scale.is_finite() && scale > 0.0).then_some(scale)
}
