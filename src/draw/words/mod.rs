//! Words are set here, once, and drawn from our own glyphs.
//!
//! In: the SVG of plain layers. Out: the same with a path in place of the words of each text, which
//! is painted as they are; and the run of glyphs that is to be drawn there. usvg reads paints,
//! transforms and opacities from the path as from any other, and never sees a letter. For pixels
//! the path is the outline of the letters, for a PDF a mark that stands for its run.
//!
//! A text that this does not set stays as it is and goes through usvg: text on a path, turned
//! letters, text of a stated length, text from top to bottom, lengths in percent, glyphs that are
//! pictures, and lines under words of another paint.

mod outline;
mod place;
mod read;
mod style;
mod typecase;
mod unset;

use roxmltree::{Document, Node};

use self::place::{Ink, place};
use self::read::{has_words, read};
use self::style::Style;
use self::typecase::Typecase;
use self::unset::Unset;
use super::fonts::UNSET;
use crate::svg::{inline, is_svg};
use crate::text::FontBook;
use crate::xml::escape;

pub(super) use self::outline::run_spots;
pub(super) use self::place::Run;

/// What pixels and PDFs differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Letters are outlines.
    Pixels,
    /// Letters stay letters.
    Vectors,
}

/// What stands before the number of a run in the id of its path.
const MARK: &str = "pnp-run:";

/// An SVG whose words are set.
pub(super) struct SetWords {
    pub(super) svg: String,
    pub(super) runs: Vec<Run>,
}

/// The run that a path stands for.
pub(super) fn run_of<'a>(path: &usvg::Path, runs: &'a [Run]) -> Option<&'a Run> {
    runs.get(path.id().strip_prefix(MARK)?.parse::<usize>().ok()?)
}

/// Sets the words of an SVG.
pub(super) fn set(svg: String, book: &FontBook, medium: Medium) -> SetWords {
    if !svg.contains("text") {
        return SetWords { svg, runs: Vec::new() };
    }
    let mut setter = Setter {
        source: &svg,
        typecase: Typecase::new(book),
        medium,
        out: String::with_capacity(svg.len()),
        done: 0,
        runs: Vec::new(),
        texts: 0,
    };
    // What is not well-formed is left to usvg to complain about.
    if let Ok(document) = Document::parse(&svg)
        && let Ok(style) = Style::initial().of(document.root_element())
    {
        setter.children(document.root_element(), &style);
    }
    setter.out.push_str(&svg[setter.done..]);
    SetWords { svg: setter.out, runs: setter.runs }
}

/// Reports what usvg will not draw of the texts of an SVG that is left to it.
pub(super) fn report_left(svg: &str) {
    let may_have = ["direction", "font-feature-settings", "font-variant"];
    if may_have.iter().any(|name| svg.contains(name))
        && let Ok(document) = Document::parse(svg)
    {
        texts(document.root()).for_each(report);
    }
}

fn texts<'a, 'i>(around: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    around.descendants().filter(|node| node.tag_name().name() == "text")
}

/// Reports what usvg will not draw of a text.
fn report(text: Node<'_, '_>) {
    let around = text.ancestors().filter(Node::is_element);
    let inside = text.descendants().skip(1).filter(Node::is_element);
    for node in around.chain(inside) {
        let attributes = node.attributes().filter(|a| a.name() == "direction");
        let declared = inline(node.attribute("style").unwrap_or_default());
        for (name, value) in attributes.map(|a| (a.name(), a.value())).chain(declared) {
            let is_drawn = match name {
                "direction" => value != "rtl",
                "font-feature-settings" => matches!(value, "normal" | "inherit"),
                "font-variant" | "font-variant-caps" => {
                    matches!(value, "normal" | "inherit" | "none" | "small-caps")
                }
                _ => !name.starts_with("font-variant-") || matches!(value, "normal" | "inherit"),
            };
            if !is_drawn {
                log::warn!(target: UNSET, "{name}: {value}");
            }
        }
    }
}

struct Setter<'s> {
    source: &'s str,
    typecase: Typecase<'s>,
    medium: Medium,
    out: String,
    /// Up to here the source is in `out`.
    done: usize,
    runs: Vec<Run>,
    /// How many texts were set.
    texts: usize,
}

impl Setter<'_> {
    fn children<'a>(&mut self, node: Node<'a, '_>, style: &Style<'a>) {
        for child in node.children().filter(|child| is_svg(*child)) {
            match child.tag_name().name() {
                "g" | "svg" | "a" | "switch" => {
                    // What cannot be understood is left as it is, with all that is in it.
                    match style.of(child) {
                        Ok(style) => self.children(child, &style),
                        Err(Unset) => texts(child).for_each(report),
                    }
                }
                "text" => {
                    let Ok(ink) = self.ink(child, style) else {
                        report(child);
                        continue;
                    };
                    let range = child.range();
                    self.out.push_str(&self.source[self.done..range.start]);
                    self.done = range.end;
                    self.text(child, ink);
                }
                _ => {}
            }
        }
    }

    /// What each leaf of a text draws, if it can be set, and whether without smooth edges.
    fn ink<'a>(
        &mut self,
        node: Node<'a, '_>,
        around: &Style<'a>,
    ) -> Result<(Vec<Vec<Ink>>, bool), Unset> {
        let mut inside = node.descendants().skip(1).filter(Node::is_element);
        if inside.any(|node| inline(node.attribute("style").unwrap_or_default()).any(is_of_groups))
        {
            return Err(Unset);
        }
        let style = around.of(node)?;
        let crisp = style.crisp;
        let reading = read(node, style)?;
        Ok((place(&reading, &mut self.typecase)?, crisp))
    }

    fn text(&mut self, node: Node<'_, '_>, (ink, crisp): (Vec<Vec<Ink>>, bool)) {
        self.texts += 1;
        let name = &self.source[node.range()][1..];
        let prefix = name.split_once("text").map_or("", |(prefix, _)| prefix);
        let mut leaves = ink.into_iter();
        self.element(node, prefix, &mut leaves, crisp);
    }

    fn element(
        &mut self,
        node: Node<'_, '_>,
        prefix: &str,
        leaves: &mut std::vec::IntoIter<Vec<Ink>>,
        crisp: bool,
    ) {
        self.out.push('<');
        self.out.push_str(prefix);
        self.out.push('g');
        let element = node.tag_name().name();
        for attribute in node.attributes() {
            if attribute.namespace().is_some() || is_of_words(attribute.name(), element) {
                continue;
            }
            self.out.push(' ');
            if attribute.name() != "style" {
                self.out.push_str(&self.source[attribute.range()]);
                continue;
            }
            self.out.push_str("style=\"");
            for (name, value) in inline(attribute.value()).filter(|d| !is_of_words(d.0, element)) {
                self.out.push_str(&format!("{name}:{};", escape(value)));
            }
            self.out.push('"');
        }
        self.out.push('>');
        for child in node.children() {
            if child.is_text() {
                for ink in leaves.next().unwrap_or_default() {
                    self.path(prefix, ink, crisp);
                }
            } else if has_words(child) {
                self.element(child, prefix, leaves, crisp);
            }
        }
        self.out.push_str("</");
        self.out.push_str(prefix);
        self.out.push_str("g>");
    }

    fn path(&mut self, prefix: &str, ink: Ink, crisp: bool) {
        let edges = if crisp { "crispEdges" } else { "geometricPrecision" };
        let start = format!("<{prefix}path fill-rule=\"nonzero\" shape-rendering=\"{edges}\"");
        match (ink, self.medium) {
            (Ink::Bar([x, y, width, height]), _) => {
                self.out.push_str(&format!(
                    "{start} paint-order=\"normal\" d=\"M{x} {y}h{width}v{height}h-{width}z\"/>"
                ));
            }
            (Ink::Run(mut run), Medium::Vectors) => {
                // The run is drawn in its place; its room is what is known of its ink.
                let number = self.runs.len();
                let [x, y, width, height] = run.room(self.typecase.book);
                self.out.push_str(&format!(
                    "<{prefix}path id=\"{MARK}{number}\" d=\"M{x} \
                     {y}h{width}v{height}h-{width}z\"/>"
                ));
                run.of_text = self.texts;
                self.runs.push(run);
            }
            (Ink::Run(mut run), Medium::Pixels) => {
                let number = self.runs.len();
                self.out.push_str(&format!("{start} id=\"{MARK}{number}\" d=\""));
                outline::outline(self.typecase.book, &run, &mut self.out);
                self.out.push_str("\"/>");
                run.of_text = self.texts;
                self.runs.push(run);
            }
        }
    }
}

/// What means nothing inside of a text, but would on the group that takes the place of a `<tspan>`.
fn is_of_groups((property, _): (&str, &str)) -> bool {
    matches!(
        property,
        "opacity" | "transform" | "filter" | "mask" | "clip-path" | "mix-blend-mode" | "isolation"
    )
}

/// What means nothing once words are set. The size stays: the width of a stroke may be given in
/// ems.
fn is_of_words(property: &str, element: &str) -> bool {
    match property {
        "id" | "x" | "y" | "dx" | "dy" | "href" | "text-anchor" | "text-decoration"
        | "letter-spacing" | "word-spacing" | "direction" | "font" | "dominant-baseline"
        | "alignment-baseline" | "baseline-shift" => true,
        "font-size" => false,
        "transform" | "opacity" | "clip-path" | "mask" | "filter" => element != "text",
        _ => property.starts_with("font-"),
    }
}
