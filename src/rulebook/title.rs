//! The title block of the first page.
//!
//! In: the filled template of the title. Out: its height, and its SVG as part of a page. It is
//! drawn into the page where it can be, so that the title is the first text of the PDF.

use std::fmt::Write;

use roxmltree::Document;

use super::figure::FigureTile;
use crate::draw::start_tag_end;

/// A title block.
#[derive(Clone, Debug)]
pub(super) struct TitleBlock {
    /// The block as a picture of its own.
    pub tile: FigureTile,
    /// Its drawing, unless it shows pictures, which are found from its own template only.
    inline: Option<InlineSvg>,
}

/// What stands between the tags of an SVG, and how it is placed.
#[derive(Clone, Debug)]
struct InlineSvg {
    attributes: String,
    inside: String,
    /// The left and upper edge of its view box.
    origin: (f32, f32),
    /// Millimetres to a user unit.
    scale: f32,
}

impl TitleBlock {
    /// A template that states its own size, filled.
    pub(super) fn new(svg: &str, template: &str) -> Option<Self> {
        let tile = FigureTile::whole(svg, template)?;
        let inline = InlineSvg::parse(svg, tile.size().0);
        Some(Self { tile, inline })
    }

    /// The block inside another SVG, its corner at a place in millimetres.
    pub(super) fn inline(&self, (x, y): (f32, f32)) -> Option<String> {
        let InlineSvg { attributes, inside, origin, scale } = self.inline.as_ref()?;
        let x = x - origin.0 * scale;
        let y = y - origin.1 * scale;
        Some(format!(
            "<g{attributes} transform=\"translate({x:.4} {y:.4}) scale({scale:.6})\">{inside}</g>"
        ))
    }
}

impl InlineSvg {
    fn parse(svg: &str, width: f32) -> Option<Self> {
        let document = Document::parse(svg).ok()?;
        let root = document.root_element();
        let needs_file = |name: &str| matches!(name, "image" | "style");
        if document.descendants().any(|node| needs_file(node.tag_name().name()))
            || root.tag_name().name() != "svg"
        {
            return None;
        }
        let view: Vec<f32> =
            root.attribute("viewBox")?.split([' ', ',']).filter_map(|n| n.parse().ok()).collect();
        let [left, top, view_width, _] = view[..] else { return None };
        let mut attributes = String::new();
        for attribute in root.attributes().filter(|a| a.namespace().is_none()) {
            if !matches!(
                attribute.name(),
                "width" | "height" | "viewBox" | "preserveAspectRatio" | "x" | "y" | "id"
            ) {
                // Writing to a String cannot fail.
                let _ = write!(attributes, " {}", &svg[attribute.range()]);
            }
        }
        let text = &svg[root.range()];
        let start = start_tag_end(text);
        let end = text.rfind("</").filter(|end| *end >= start)?;
        Some(Self {
            attributes,
            inside: text[start..end].to_owned(),
            origin: (left, top),
            scale: width / view_width,
        })
    }
}
