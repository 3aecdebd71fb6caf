//! Every element of SVG, and what becomes of it in print.

use roxmltree::Node;

/// The namespace of SVG.
pub(super) const SVG: &str = "http://www.w3.org/2000/svg";

/// What becomes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The renderer draws it, or what refers to it.
    Drawn,
    /// Nobody draws it.
    Notes,
    /// Drawing programs or browsers show it, but it is not drawn. What to do instead.
    Lost(&'static str),
    /// The same, of the words in it; without any, nothing is lost.
    LostWords(&'static str),
    /// No element of SVG.
    Unknown,
}

/// Looks an element up by its name without prefix.
pub(super) fn kind(name: &str) -> Kind {
    match name {
        "a" | "circle" | "clipPath" | "defs" | "ellipse" | "filter" | "g" | "image" | "line"
        | "linearGradient" | "marker" | "mask" | "path" | "pattern" | "polygon" | "polyline"
        | "radialGradient" | "rect" | "stop" | "style" | "svg" | "switch" | "symbol" | "text"
        | "textPath" | "tref" | "tspan" | "use" => Kind::Drawn,
        _ if FILTERS.contains(&name) => Kind::Drawn,
        // A mesh, a hatch or a solid colour is a fault where something is painted with it.
        "title" | "desc" | "metadata" | "view" | "cursor" | "font" | "font-face"
        | "font-face-src" | "font-face-uri" | "font-face-name" | "font-face-format" | "glyph"
        | "missing-glyph" | "hkern" | "vkern" | "glyphRef" | "altGlyphDef" | "altGlyphItem"
        | "color-profile" | "definition-src" | "meshgradient" | "meshGradient" | "meshrow"
        | "meshpatch" | "hatch" | "hatchpath" | "hatchPath" | "solidcolor" | "solidColor"
        | "mpath" | "discard" | "unknown" | "template" | "flowRegion" | "flowRegionExclude"
        | "link" | "listener" | "handler" | "prefetch" => Kind::Notes,
        "foreignObject" | "flowRoot" | "flowPara" | "flowSpan" | "flowDiv" => {
            Kind::LostWords("use <text>, one element for each line")
        }
        "altGlyph" => Kind::LostWords("use <tspan>"),
        "script" => Kind::Lost("remove the script; a face does not move"),
        "animate" | "animateTransform" | "animateMotion" | "animateColor" | "set" => {
            Kind::Lost("remove the animation; a face does not move")
        }
        "video" | "audio" | "iframe" | "canvas" | "embed" | "object" | "img" => {
            Kind::Lost("use <image>")
        }
        "mesh" => Kind::Lost("convert it to paths or a picture"),
        "tbreak" | "textArea" => Kind::Lost("use <text>, one element for each line"),
        _ => Kind::Unknown,
    }
}

const FILTERS: &[&str] = &[
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
];

/// The names that a misspelt element may have meant.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    const OFTEN: &[&str] = &[
        "a",
        "circle",
        "clipPath",
        "defs",
        "ellipse",
        "filter",
        "g",
        "image",
        "line",
        "linearGradient",
        "marker",
        "mask",
        "path",
        "pattern",
        "polygon",
        "polyline",
        "radialGradient",
        "rect",
        "stop",
        "style",
        "svg",
        "switch",
        "symbol",
        "text",
        "textPath",
        "tspan",
        "use",
    ];
    OFTEN.iter().chain(FILTERS).copied()
}

/// Whether an element is SVG. The notes that drawing programs keep in elements of their own are
/// drawn by nobody.
pub(crate) fn is_svg(node: Node<'_, '_>) -> bool {
    node.is_element() && node.tag_name().namespace().is_none_or(|namespace| namespace == SVG)
}

/// Whether an element or anything in it has words or a picture.
pub(super) fn has_content(node: Node<'_, '_>) -> bool {
    node.descendants().any(|n| {
        n.text().is_some_and(|text| n.is_text() && !text.trim().is_empty())
            || matches!(
                n.tag_name().name(),
                "img" | "image" | "video" | "canvas" | "svg" | "iframe"
            )
    })
}
