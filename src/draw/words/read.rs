//! A `<text>` is read: its characters with their styles and places.

use std::rc::Rc;

use roxmltree::Node;

use super::style::Style;
use super::unset::Unset;
use crate::svg::is_svg;

/// A line of a text that goes along with its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decoration {
    Over,
    Under,
    Through,
}

impl Decoration {
    pub(super) const ALL: [Self; 3] = [Self::Over, Self::Under, Self::Through];

    const fn word(self) -> &'static str {
        match self {
            Self::Over => "overline",
            Self::Under => "underline",
            Self::Through => "line-through",
        }
    }
}

/// Characters of one element, up to the next tag.
#[derive(Debug)]
pub(super) struct Leaf<'a> {
    pub(super) style: Rc<Style<'a>>,
    /// With spaces as they are drawn.
    pub(super) text: String,
    pub(super) decorations: Vec<Decoration>,
    /// Whether any element around it, down from the text, is hidden.
    pub(super) hidden: bool,
}

/// Where a character is put.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub(super) x: Option<f32>,
    pub(super) y: Option<f32>,
    pub(super) dx: f32,
    pub(super) dy: f32,
}

/// A text as read.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    /// In the order of the document, one for each piece of character data.
    pub(super) leaves: Vec<Leaf<'a>>,
    /// One for each character of all leaves.
    pub(super) spots: Vec<Spot>,
}

/// An element with places, and its leaves.
struct Placed<'a, 'input> {
    node: Node<'a, 'input>,
    style: Rc<Style<'a>>,
    leaves: std::ops::Range<usize>,
}

/// Whether an element of a text has words to be drawn.
pub(super) fn has_words(node: Node<'_, '_>) -> bool {
    is_svg(node) && matches!(node.tag_name().name(), "tspan" | "a")
}

/// Reads a text with its properties.
pub(super) fn read<'a>(node: Node<'a, '_>, style: Style<'a>) -> Result<Reading<'a>, Unset> {
    let mut reading = Reading::default();
    // An element comes after those around it, so that its places go before theirs.
    let mut placed = Vec::new();
    collect(node, &mut vec![Rc::new(style)], &mut reading, &mut placed)?;
    collapse(&mut reading.leaves);
    // The first character of each leaf, and the one after all.
    let mut starts = vec![0];
    for leaf in &reading.leaves {
        starts.extend(starts.last().map(|start| start + leaf.text.chars().count()));
    }
    reading.spots = vec![Spot::default(); starts.last().copied().unwrap_or_default()];
    for element in &placed {
        let spots = &mut reading.spots[starts[element.leaves.start]..starts[element.leaves.end]];
        let list = |name: &str| match element.node.attribute(name) {
            Some(value) => element.style.lengths(value),
            None => Ok(Vec::new()),
        };
        spots.iter_mut().zip(list("x")?).for_each(|(spot, x)| spot.x = Some(x));
        spots.iter_mut().zip(list("y")?).for_each(|(spot, y)| spot.y = Some(y));
        spots.iter_mut().zip(list("dx")?).for_each(|(spot, dx)| spot.dx = dx);
        spots.iter_mut().zip(list("dy")?).for_each(|(spot, dy)| spot.dy = dy);
    }
    Ok(reading)
}

fn collect<'a, 'input>(
    node: Node<'a, 'input>,
    chain: &mut Vec<Rc<Style<'a>>>,
    reading: &mut Reading<'a>,
    placed: &mut Vec<Placed<'a, 'input>>,
) -> Result<(), Unset> {
    let Some(style) = chain.last().cloned() else { return Ok(()) };
    let first = reading.leaves.len();
    let number = placed.len();
    placed.push(Placed { node, style: Rc::clone(&style), leaves: first..first });
    for child in node.children() {
        if child.is_text() {
            let text = child.text().unwrap_or_default().to_owned();
            reading.leaves.push(Leaf {
                style: Rc::clone(&style),
                text,
                decorations: decorations(chain)?,
                hidden: chain.iter().any(|style| style.hidden),
            });
        } else if has_words(child) {
            let conditional = ["systemLanguage", "requiredFeatures", "requiredExtensions"];
            if conditional.iter().any(|name| child.has_attribute(*name)) {
                return Err(Unset);
            }
            chain.push(Rc::new(style.of(child)?));
            collect(child, chain, reading, placed)?;
            chain.pop();
        } else if matches!(child.tag_name().name(), "tref" | "textPath") {
            return Err(Unset);
        }
    }
    placed[number].leaves.end = reading.leaves.len();
    Ok(())
}

/// The lines along the words of the innermost element. A line is painted as the element that asks
/// for it is; if an element inside of that has a paint of its own, nothing here can say so.
fn decorations(chain: &[Rc<Style<'_>>]) -> Result<Vec<Decoration>, Unset> {
    let Some(style) = chain.last() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for decoration in Decoration::ALL {
        let asks = |value: &str| value.split(' ').any(|word| word == decoration.word());
        if !style.decorated.iter().any(|value| asks(value)) {
            continue;
        }
        let by = chain.iter().rposition(|style| asks(style.decoration)).unwrap_or(0);
        if chain.iter().skip(by + 1).any(|style| style.paints) {
            return Err(Unset);
        }
        found.push(decoration);
    }
    Ok(found)
}

/// Spaces as CSS collapses them: tabs and line ends are spaces, one of several stays, and none at
/// either end of the text.
fn collapse(leaves: &mut [Leaf<'_>]) {
    let mut after_space = true;
    for leaf in &mut *leaves {
        let preserve = leaf.style.preserve;
        let mut text = String::with_capacity(leaf.text.len());
        for c in leaf.text.chars() {
            let c = if matches!(c, '\r' | '\n' | '\t') { ' ' } else { c };
            if c == ' ' && after_space && !preserve {
                continue;
            }
            after_space = c == ' ';
            text.push(c);
        }
        leaf.text = text;
    }
    if let Some(last) = leaves.iter_mut().rev().find(|leaf| !leaf.text.is_empty())
        && !last.style.preserve
        && last.text.ends_with(' ')
    {
        last.text.pop();
    }
}
