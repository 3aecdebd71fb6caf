//! One picture of a figure, and its SVG on a page.
//!
//! In: a filled template. Out: an SVG as large as a page that shows it at its place, cut to its
//! edge. Each tile is an SVG of its own, so that the ids of two faces never meet. It is taken apart
//! once and shown as often as needed.

use std::fmt::Write;
use std::sync::Arc;

use roxmltree::Document;

use crate::draw::start_tag_end;
use crate::units::{Length, Size, math};

/// One picture of a figure. Lengths are millimetres of the real thing.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct FigureTile {
    /// The path of its template under `templates/`.
    pub template: Arc<str>,
    /// None if it cannot be read, which drawing its component reports.
    pub(super) art: Option<Arc<TileArt>>,
    pub(super) trim: (f32, f32),
    pub(super) bleed: f32,
    /// Its upper left corner in the figure.
    pub(super) at: (f32, f32),
    /// In degrees, clockwise, around the middle of its lower edge.
    pub(super) turn: f32,
    /// Left, top, width and height of the part that is shown.
    pub(super) crop: Option<[f32; 4]>,
    pub(super) edge: TileEdge,
}

/// What a tile is cut to.
#[derive(Clone, Debug)]
pub(super) enum TileEdge {
    /// Its rectangle, without a line around it.
    Bare,
    /// A rectangle with corners of a radius.
    Rounded(f32),
    /// The `d` of a path in millimetres from the corner of the trim.
    Path(Arc<str>),
}

/// An SVG taken apart.
#[derive(Debug)]
pub(super) struct TileArt {
    /// The start tag without its end, and without what states size and view.
    open: String,
    /// The qualified name of its root.
    name: String,
    inside: String,
    /// The left and upper edge and the width of the view box.
    view: (f32, f32, f32),
    /// The size in millimetres that it states.
    stated: (Option<f32>, Option<f32>),
}

impl TileArt {
    pub(super) fn parse(svg: &str) -> Option<Self> {
        let document = Document::parse(svg).ok()?;
        let root = document.root_element();
        let text = &svg[root.range()];
        let [x, y, width, _] = numbers(root.attribute("viewBox")?)[..] else { return None };
        let stated = |name: &str| {
            let length = Length::parse(root.attribute(name)?.trim()).ok()?;
            Some(length.to_mm() as f32)
        };
        let tag_end = start_tag_end(text);
        let mut open = String::new();
        let mut from = 0;
        for attribute in root.attributes().filter(|a| a.namespace().is_none()) {
            if matches!(
                attribute.name(),
                "width" | "height" | "viewBox" | "preserveAspectRatio" | "x" | "y"
            ) {
                let range = attribute.range();
                open.push_str(&text[from..range.start - root.range().start]);
                from = range.end - root.range().start;
            }
        }
        open.push_str(text[from..tag_end].trim_end_matches('>').trim_end_matches('/'));
        let is_name = |c: &char| !c.is_whitespace() && !matches!(c, '>' | '/');
        let end = text.rfind("</").filter(|end| *end >= tag_end).unwrap_or(text.len());
        Some(Self {
            open,
            name: text[1..].chars().take_while(is_name).collect(),
            inside: text.get(tag_end..end).unwrap_or_default().to_owned(),
            view: (x, y, width),
            stated: (stated("width"), stated("height")),
        })
    }
}

/// Numbers separated by spaces or commas.
fn numbers(text: &str) -> Vec<f32> {
    text.split([' ', ',', '\n', '\t']).filter_map(|n| n.parse().ok()).collect()
}

impl FigureTile {
    /// An SVG that states its own size.
    pub(in crate::rulebook) fn whole(svg: &str, template: &str) -> Option<Self> {
        let art = TileArt::parse(svg)?;
        let (Some(width), Some(height)) = art.stated else { return None };
        (width > 0.0 && height > 0.0).then(|| Self {
            template: template.into(),
            art: Some(Arc::new(art)),
            trim: (width, height),
            bleed: 0.0,
            at: (0.0, 0.0),
            turn: 0.0,
            crop: None,
            edge: TileEdge::Bare,
        })
    }

    /// Its width and height in millimetres.
    pub(in crate::rulebook) fn size(&self) -> (f32, f32) {
        self.trim
    }

    /// Its corners in the figure, turned.
    pub(super) fn corners(&self) -> [(f32, f32); 4] {
        let (x, y) = self.at;
        let (w, h) = self.trim;
        let px = x + w / 2.0;
        let py = y + h;
        let (sine, cosine) = math::sincos(self.turn.to_radians().into());
        let sin = sine as f32;
        let cos = cosine as f32;
        [(x, y), (x + w, y), (x, y + h), (x + w, y + h)].map(|(x, y)| {
            let dx = x - px;
            let dy = y - py;
            (px + dx * cos - dy * sin, py + dx * sin + dy * cos)
        })
    }

    /// The tile as an SVG as large as a page: the figure's corner stands at `at`, everything
    /// scaled.
    pub(in crate::rulebook) fn svg(&self, page: Size, at: (f32, f32), scale: f32) -> String {
        let Some(TileArt { open, name, inside, view: (vx, vy, vw), stated }) = self.art.as_deref()
        else {
            return String::new();
        };
        let page_w = page.width.to_mm() as f32;
        let page_h = page.height.to_mm() as f32;
        let (w, h) = self.trim;
        let is_trimmed = stated.0.is_some_and(|stated| (stated - w).abs() < 0.05);
        let bleed = if is_trimmed { 0.0 } else { self.bleed };
        // User units to a millimetre of the thing.
        let units = vw / (w + 2.0 * bleed);
        let left = vx + bleed * units;
        let top = vy + bleed * units;
        // Page millimetres to a user unit.
        let k = scale / units;
        let x = at.0 + self.at.0 * scale;
        let y = at.1 + self.at.1 * scale;
        let box_x = left - x / k;
        let box_y = top - y / k;
        let [cx, cy, cw, ch] = self.crop.unwrap_or([0.0, 0.0, w, h]);
        let rectangle = |radius: f32| {
            format!(
                "rect x=\"{:.4}\" y=\"{:.4}\" width=\"{:.4}\" height=\"{:.4}\" rx=\"{:.4}\"",
                left + cx * units,
                top + cy * units,
                cw * units,
                ch * units,
                radius * units
            )
        };
        // A hair of grey shows where a white card ends on white paper.
        let hair = 0.12 / k;
        let (edge, hair) = match &self.edge {
            TileEdge::Bare => (rectangle(0.0), None),
            TileEdge::Rounded(radius) => (rectangle(*radius), Some(hair)),
            TileEdge::Path(d) => {
                let transform = format!("translate({left:.4} {top:.4}) scale({units:.6})");
                (format!("path d=\"{d}\" transform=\"{transform}\""), Some(hair / units))
            }
        };
        let prefix = name.strip_suffix("svg").unwrap_or_default();
        let outline = hair.map_or_else(String::new, |hair| {
            format!("<{prefix}{edge} fill=\"none\" stroke=\"#6b6560\" stroke-width=\"{hair:.4}\"/>")
        });
        let mut turn = String::new();
        if self.turn != 0.0 {
            let px = left + w * units / 2.0;
            let py = top + h * units;
            // Writing to a String cannot fail.
            let _ = write!(turn, " transform=\"rotate({:.3} {px:.4} {py:.4})\"", self.turn);
        }
        format!(
            "{open} width=\"{page_w}mm\" height=\"{page_h}mm\" \
             viewBox=\"{box_x:.4} {box_y:.4} {:.4} {:.4}\" preserveAspectRatio=\"none\">\
             <{prefix}defs><{prefix}clipPath id=\"pnp-trim\"><{prefix}{edge}/></{prefix}clipPath>\
             </{prefix}defs><{prefix}g{turn}><{prefix}g clip-path=\"url(#pnp-trim)\">{inside}\
             </{prefix}g>{outline}</{prefix}g></{name}>",
            page_w / k,
            page_h / k
        )
    }
}
