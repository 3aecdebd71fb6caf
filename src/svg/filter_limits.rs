//! Filters that would take the renderer minutes or more memory than there is.

use roxmltree::Node;

use super::Fault;
use super::tidy::Reader;
use crate::diag::Code;

/// Each octave of noise has half the strength of the one before: later ones show nowhere.
const MAX_OCTAVES: f64 = 20.0;
/// The side of a matrix.
const MAX_ORDER: f64 = 15.0;
/// The steps of one filter.
const MAX_STEPS: usize = 100;
/// The radius of a morphology, as a share of the larger side of the drawing: about 3 mm of a card.
const MAX_RADIUS_SHARE: f64 = 1.0 / 30.0;

impl Reader<'_, '_> {
    /// Reports what a filter asks for and is too much.
    pub(super) fn limit_filter(&mut self, node: Node<'_, '_>, name: &str) {
        let numbers = |attribute: &str| -> Vec<f64> {
            let value = node.attribute(attribute).unwrap_or_default();
            let parts = value.split([' ', ',', '\n', '\t']).filter(|part| !part.is_empty());
            parts.filter_map(|part| part.parse().ok()).collect()
        };
        let most = |attribute: &str| numbers(attribute).into_iter().fold(0.0, f64::max);
        let fault = match name {
            "feTurbulence" if most("numOctaves") > MAX_OCTAVES => {
                Some(("numOctaves", format!("noise of more than {MAX_OCTAVES} octaves")))
            }
            "feConvolveMatrix" if most("order") > MAX_ORDER => {
                Some(("order", format!("a matrix of an order of more than {MAX_ORDER}")))
            }
            "feMorphology" => {
                let side = view_side(node);
                (most("radius") > side * MAX_RADIUS_SHARE).then(|| {
                    let limit = side * MAX_RADIUS_SHARE;
                    ("radius", format!("a radius of more than {limit:.1}, a 30th of the drawing"))
                })
            }
            "filter" if node.children().filter(Node::is_element).count() > MAX_STEPS => {
                Some(("<filter", format!("a filter of more than {MAX_STEPS} steps")))
            }
            _ => None,
        };
        let Some((piece, what)) = fault else { return };
        let tag = self.start_tag(node);
        let fault = Fault::error(Code::F007, format!("<{name}> is not drawn: {what}"));
        self.faults.push(fault.inside(tag, piece).near(tag));
    }
}

/// The larger side of the drawing that an element belongs to, in its own units.
fn view_side(node: Node<'_, '_>) -> f64 {
    let root = node.document().root_element();
    let numbers = |attribute: &str| -> Vec<f64> {
        let value = root.attribute(attribute).unwrap_or_default();
        let parts = value.split([' ', ',']).filter(|part| !part.is_empty());
        parts
            .filter_map(|part| part.trim_end_matches(|c: char| c.is_alphabetic()).parse().ok())
            .collect()
    };
    let view = numbers("viewBox");
    let sides = match view.as_slice() {
        [_, _, width, height] => vec![*width, *height],
        _ => [numbers("width"), numbers("height")].concat(),
    };
    sides.into_iter().fold(0.0, f64::max)
}
