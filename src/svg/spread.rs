//! Radial gradients that repeat beyond their circle, which PDF does not know.
//!
//! They are written as one larger gradient, in which the colours stand as often as they show. A
//! gradient that takes something from such a one is written out as well.

use roxmltree::Node;

use super::geometry::Viewport;
use super::references::{href, references};
use super::tidy::Reader;
use super::transform::length;
use crate::xml::escape;

/// More circles in each other than this are finer than print.
const MAX_CIRCLES: usize = 100;

/// A colour of a gradient: where it stands, and its attributes as they are written.
struct Stop {
    offset: f64,
    attributes: String,
}

/// The circles of a gradient: centre and radius, and the point that it runs out from.
struct Circles {
    centre: (f64, f64),
    radius: f64,
    focus: (f64, f64),
}

impl Reader<'_, '_> {
    /// Writes a gradient out, if it repeats or takes something from one that does. An error says
    /// why it cannot be drawn.
    pub(super) fn expand_spread(&mut self, node: Node<'_, '_>) -> Result<(), &'static str> {
        let chain = self.chain(node);
        if !chain.iter().any(|one| self.repeats(*one)) {
            return Ok(());
        }
        let stops = self.stops(&chain);
        if stops.is_empty() {
            return Ok(());
        }
        let name = self.qualified_name(node);
        let mut written = String::new();
        let mut explicit = vec!["gradientUnits", "gradientTransform"];
        let all = if self.repeats(node) {
            let circles = circles(node, &chain).ok_or("its sizes are not numbers")?;
            if stated(&chain, "fr").is_some_and(|fr| length(fr, 1.0) != Some(0.0)) {
                return Err("it begins at a circle, not at a point");
            }
            let count = self.count(node, &chain, &circles);
            if count > MAX_CIRCLES {
                return Err("it repeats more than 100 times");
            }
            let k = count as f64;
            let Circles { centre, radius, focus } = circles;
            let grown = |centre: f64, focus: f64| focus + (centre - focus) * k;
            let cx = grown(centre.0, focus.0);
            let cy = grown(centre.1, focus.1);
            written.push_str(&format!(
                " cx=\"{cx}\" cy=\"{cy}\" r=\"{}\" fx=\"{}\" fy=\"{}\"",
                radius * k,
                focus.0,
                focus.1
            ));
            repeated(&stops, count, stated(&chain, "spreadMethod") == Some("reflect"))
        } else {
            explicit.extend(["cx", "cy", "r", "fx", "fy", "fr", "x1", "y1", "x2", "y2"]);
            explicit.push("spreadMethod");
            stops.iter().map(|stop| stop.at(stop.offset)).collect()
        };
        for key in explicit {
            if let Some(value) = stated(&chain, key) {
                written.push_str(&format!(" {key}=\"{}\"", escape(value)));
            }
        }
        for key in ["id", "style", "class"] {
            if let Some(value) = node.attribute(key) {
                written.push_str(&format!(" {key}=\"{}\"", escape(value)));
            }
        }
        let prefix = name.strip_suffix(node.tag_name().name()).unwrap_or_default();
        let stops: String = all.iter().map(|stop| format!("<{prefix}stop{stop}/>")).collect();
        self.edits.replace(&node.range(), &format!("<{name}{written}>{stops}</{name}>"));
        Ok(())
    }

    /// Whether a gradient repeats.
    fn repeats(&self, node: Node<'_, '_>) -> bool {
        node.tag_name().name() == "radialGradient"
            && matches!(stated(&self.chain(node), "spreadMethod"), Some("reflect" | "repeat"))
    }

    /// A gradient and those that it takes what it does not state from.
    fn chain<'n>(&'n self, node: Node<'n, 'n>) -> Vec<Node<'n, 'n>> {
        let mut chain = vec![node];
        // Longer chains are circles.
        while let Some(next) = chain.last().copied().and_then(href).and_then(|id| self.ids.get(id))
            && next.tag_name().name().ends_with("Gradient")
            && chain.len() < 32
        {
            chain.push(*next);
        }
        chain
    }

    fn qualified_name(&self, node: Node<'_, '_>) -> String {
        let tag = &self.start_tag(node)[1..];
        tag.chars().take_while(|c| !c.is_whitespace() && !matches!(c, '>' | '/')).collect()
    }

    fn stops(&self, chain: &[Node<'_, '_>]) -> Vec<Stop> {
        let is_stop = |n: &Node<'_, '_>| n.is_element() && n.tag_name().name() == "stop";
        let Some(with) = chain.iter().find(|one| one.children().any(|n| is_stop(&n))) else {
            return Vec::new();
        };
        let mut least = 0.0_f64;
        let mut stops = Vec::new();
        for stop in with.children().filter(is_stop) {
            let offset = stop.attribute("offset").and_then(|offset| length(offset.trim(), 1.0));
            least = offset.unwrap_or(0.0).clamp(least, 1.0);
            let mut attributes = String::new();
            for attribute in stop.attributes().filter(|a| a.namespace().is_none()) {
                if !matches!(attribute.name(), "id" | "offset" | "style" | "class") {
                    let value = escape(attribute.value());
                    attributes.push_str(&format!(" {}=\"{value}\"", attribute.name()));
                }
            }
            let declared = self.cascade.declared(stop).iter();
            let style: String = declared
                .map(|d| format!("{}:{};", d.name, self.resolved(stop, &d.value)))
                .collect();
            if !style.is_empty() {
                attributes.push_str(&format!(" style=\"{}\"", escape(&style)));
            }
            stops.push(Stop { offset: least, attributes });
        }
        stops
    }

    /// How many circles cover what is painted.
    fn count(&self, node: Node<'_, '_>, chain: &[Node<'_, '_>], circles: &Circles) -> usize {
        let on_user_space = stated(chain, "gradientUnits") == Some("userSpaceOnUse");
        let corners = if on_user_space {
            let view = Viewport::around(node);
            let id = node.attribute("id").unwrap_or_default();
            let scale = self.smallest_scale(node, id);
            view.map(|(x, y, w, h)| {
                [x - w / scale, y - h / scale, x + 2.0 * w / scale, y + 2.0 * h / scale]
            })
        } else {
            // Strokes stand out of the box.
            Some([-0.25, -0.25, 1.25, 1.25])
        };
        let Some([left, top, right, bottom]) = corners else { return MAX_CIRCLES + 1 };
        let list = stated(chain, "gradientTransform").unwrap_or_default();
        let m: svgtypes::Transform = list.parse().unwrap_or_default();
        let det = m.a * m.d - m.b * m.c;
        let Circles { centre, radius, focus } = circles;
        let apart = distance(*centre, *focus);
        let mut far = 0.0_f64;
        for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
            let x = x - m.e;
            let y = y - m.f;
            let point = ((m.d * x - m.c * y) / det, (m.a * y - m.b * x) / det);
            far = far.max(distance(point, *focus));
        }
        let count = (far / (radius - apart).max(radius * 0.01)).ceil();
        if count.is_finite() { (count as usize).max(1) } else { MAX_CIRCLES + 1 }
    }

    /// The smallest scale of any element that is painted with a gradient.
    fn smallest_scale(&self, gradient: Node<'_, '_>, id: &str) -> f64 {
        let mut least = 1.0_f64;
        let root = gradient.ancestors().last().unwrap_or(gradient);
        for user in root.descendants().filter(Node::is_element) {
            let declared = self.cascade.declared(user).iter().map(|d| d.value.as_str());
            let mut values = user.attributes().map(|a| a.value()).chain(declared);
            if !values.any(|value| references(value).any(|other| other == id)) {
                continue;
            }
            let scales = user.ancestors().filter_map(|n| n.attribute("transform")?.parse().ok());
            let scale = scales.fold(1.0, |scale, m: svgtypes::Transform| {
                scale * (m.a * m.d - m.b * m.c).abs().sqrt()
            });
            least = least.min(scale);
        }
        least.max(1e-3)
    }
}

/// What a gradient states, or else the first in its chain that does.
fn stated<'a>(chain: &[Node<'a, '_>], key: &str) -> Option<&'a str> {
    chain.iter().find_map(|one| one.attribute(key))
}

fn circles(node: Node<'_, '_>, chain: &[Node<'_, '_>]) -> Option<Circles> {
    let whole = if stated(chain, "gradientUnits") == Some("userSpaceOnUse") {
        Viewport::of(node)?.reference()
    } else {
        super::transform::ReferenceBox { width: 1.0, height: 1.0, ..Default::default() }
    };
    let w = whole.width;
    let h = whole.height;
    let diagonal = f64::midpoint(w * w, h * h).sqrt();
    let value = |key: &str, size: f64, otherwise: f64| match stated(chain, key) {
        Some(text) => length(text.trim(), size),
        None => Some(otherwise),
    };
    let centre = (value("cx", w, w / 2.0)?, value("cy", h, h / 2.0)?);
    let focus = (value("fx", w, centre.0)?, value("fy", h, centre.1)?);
    let radius = value("r", diagonal, diagonal / 2.0).filter(|r| *r > 0.0)?;
    Some(Circles { centre, radius, focus })
}

fn distance(one: (f64, f64), other: (f64, f64)) -> f64 {
    let x = one.0 - other.0;
    let y = one.1 - other.1;
    (x * x + y * y).sqrt()
}

/// The stops of so many circles in each other.
fn repeated(stops: &[Stop], count: usize, reflects: bool) -> Vec<String> {
    let mut out = Vec::new();
    for circle in 0..count {
        let backwards = reflects && circle % 2 == 1;
        let mut here: Vec<(f64, &Stop)> = stops.iter().map(|stop| (stop.offset, stop)).collect();
        // Between the circles nothing runs from one into the next.
        if let (Some(first), Some(last)) = (stops.first(), stops.last()) {
            if first.offset > 0.0 {
                here.insert(0, (0.0, first));
            }
            if last.offset < 1.0 {
                here.push((1.0, last));
            }
        }
        if backwards {
            here.reverse();
        }
        for (offset, stop) in here {
            let offset = if backwards { 1.0 - offset } else { offset };
            let stop = stop.at((circle as f64 + offset) / count as f64);
            // A circle that is turned begins with the colour that the one before ends with.
            if out.last() != Some(&stop) {
                out.push(stop);
            }
        }
    }
    out
}

impl Stop {
    fn at(&self, offset: f64) -> String {
        format!(" offset=\"{offset}\"{}", self.attributes)
    }
}
