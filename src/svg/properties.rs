//! Every property of CSS and SVG 2, and what becomes of it in print.
//!
//! A property that changes what browsers show is drawn, or an error; there is no third case, for
//! one that stands in no list is reported, too.

use std::str::FromStr;

use super::printed::Use;

/// What becomes of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The renderer draws it, or it is rewritten to something that it draws.
    Drawn,
    /// It changes nothing on paper, whatever its value.
    Harmless,
    /// It is not drawn. These values change nothing; for the others there may be another way.
    Only(&'static [&'static str], &'static str),
    /// No property of CSS.
    Unknown,
}

use Verdict::{Drawn, Harmless, Only, Unknown};

/// Looks a property up. It is written in lower case.
#[expect(clippy::too_many_lines, reason = "one table")]
pub(super) fn verdict(name: &str) -> Verdict {
    const NONE: &[&str] = &["none"];
    const AUTO: &[&str] = &["auto"];
    const NORMAL: &[&str] = &["normal"];
    const LINES: &str = "break the text into lines, or use `textbox`";
    const STYLE: &str = "choose a font of that style, or type the characters";
    match name {
        "alignment-baseline"
        | "baseline-shift"
        | "clip-path"
        | "clip-rule"
        | "color"
        | "color-interpolation-filters"
        | "cx"
        | "cy"
        | "d"
        | "direction"
        | "display"
        | "dominant-baseline"
        | "fill"
        | "fill-opacity"
        | "fill-rule"
        | "filter"
        | "flood-color"
        | "flood-opacity"
        | "font"
        | "font-family"
        | "font-feature-settings"
        | "font-kerning"
        | "font-optical-sizing"
        | "font-size"
        | "font-stretch"
        | "font-style"
        | "font-variant"
        | "font-variant-caps"
        | "font-variant-east-asian"
        | "font-variant-ligatures"
        | "font-variant-numeric"
        | "font-variant-position"
        | "font-variation-settings"
        | "font-weight"
        | "height"
        | "image-rendering"
        | "isolation"
        | "letter-spacing"
        | "lighting-color"
        | "marker"
        | "marker-end"
        | "marker-mid"
        | "marker-start"
        | "mask"
        | "mask-type"
        | "mix-blend-mode"
        | "opacity"
        | "overflow"
        | "paint-order"
        | "r"
        | "rotate"
        | "rx"
        | "ry"
        | "scale"
        | "shape-rendering"
        | "stop-color"
        | "stop-opacity"
        | "stroke"
        | "stroke-dasharray"
        | "stroke-dashoffset"
        | "stroke-linecap"
        | "stroke-linejoin"
        | "stroke-miterlimit"
        | "stroke-opacity"
        | "stroke-width"
        | "text-anchor"
        | "text-decoration"
        | "text-decoration-line"
        | "text-rendering"
        | "text-transform"
        | "transform"
        | "transform-box"
        | "transform-origin"
        | "translate"
        | "vector-effect"
        | "visibility"
        | "white-space"
        | "width"
        | "word-spacing"
        | "writing-mode"
        | "x"
        | "y"
        | "background"
        | "background-color" => Drawn,

        "inline-size" => Only(&["auto", "0", "0px"], LINES),
        "shape-inside" | "shape-subtract" => Only(&["none", "auto"], LINES),
        "all" => Only(&[], "set the properties one by one"),
        "animation" | "animation-name" | "offset" | "offset-path" => {
            Only(NONE, "remove the animation; a face does not move")
        }
        "background-image" | "border-image" | "border-image-source" => {
            Only(NONE, "draw it with <image>")
        }
        "border" | "outline" => Only(
            &["none", "0", "0px", "medium none", "0 none", "none 0", "0px none"],
            "draw a <rect> with a stroke",
        ),
        "box-shadow" => Only(NONE, "use `filter: drop-shadow(…)`"),
        "content-visibility" => Only(&["visible", "auto"], "use `display`"),
        "glyph-orientation-horizontal" => Only(&["0", "0deg", "auto"], "turn the letters"),
        "glyph-orientation-vertical" => {
            Only(&["auto", "0", "90", "0deg", "90deg"], "turn the letters")
        }
        "font-size-adjust" => Only(NONE, "set the size by hand"),
        "font-language-override"
        | "font-palette"
        | "font-variant-alternates"
        | "font-variant-emoji" => Only(NORMAL, STYLE),
        "image-orientation" => Only(&["from-image", "0", "0deg"], "turn the picture"),
        "initial-letter" => Only(NORMAL, "set the first letter as a text of its own"),
        "mask-border"
        | "mask-border-source"
        | "mask-box-image"
        | "mask-image"
        | "-webkit-mask-image"
        | "-webkit-mask-box-image"
        | "-webkit-mask" => Only(NONE, "use a <mask> element with `mask`"),
        "mask-composite" => Only(&["add"], "use one <mask> element"),
        "mask-mode" => Only(&["match-source"], "use `mask-type` on the <mask>"),
        "text-combine-upright" => Only(NONE, "write it as a text of its own"),
        "text-decoration-color" => Only(&["currentcolor"], "draw a <line>"),
        "text-decoration-style" => Only(&["solid"], "draw a line"),
        "text-decoration-thickness" => Only(&["auto", "from-font"], "draw a <line>"),
        "text-underline-offset" | "text-underline-position" => Only(AUTO, "draw a <line>"),
        "text-emphasis" | "text-emphasis-style" | "-webkit-text-emphasis" => {
            Only(NONE, "write the marks as text")
        }
        "text-orientation" => Only(&["mixed"], "turn the letters"),
        "text-shadow" => Only(NONE, "use `filter: drop-shadow(…)`, or write the text twice"),
        "text-spacing" | "text-spacing-trim" | "text-autospace" => {
            Only(&["normal", "no-autospace", "space-all"], "use `letter-spacing`")
        }
        "text-box" | "text-box-trim" | "white-space-collapse" => {
            Only(&["normal", "none", "collapse"], "use `xml:space=\"preserve\"`")
        }
        "-webkit-text-stroke" | "-webkit-text-stroke-width" => {
            Only(&["0", "0px"], "use `stroke` and `stroke-width`")
        }
        "-webkit-text-fill-color" => Only(&["currentcolor"], "use `fill`"),
        "-webkit-clip-path" | "-webkit-filter" | "-webkit-transform" => {
            Only(NONE, "write the property without `-webkit-`")
        }
        "zoom" => Only(&["1", "100%", "normal"], "use `transform`"),

        _ if HARMLESS.binary_search(&name).is_ok() || name.starts_with('-') => Harmless,
        _ => Unknown,
    }
}

/// Properties of layout, sound, pointers and time, which a still drawing does not have; those that
/// no browser applies to SVG; and those of programs.
const HARMLESS: &[&str] = &[
    "accent-color",
    "align-content",
    "align-items",
    "align-self",
    "animation-composition",
    "animation-delay",
    "animation-direction",
    "animation-duration",
    "animation-fill-mode",
    "animation-iteration-count",
    "animation-play-state",
    "animation-range",
    "animation-timeline",
    "animation-timing-function",
    "appearance",
    "aspect-ratio",
    "azimuth",
    "backdrop-filter",
    "backface-visibility",
    "background-attachment",
    "background-blend-mode",
    "background-clip",
    "background-origin",
    "background-position",
    "background-repeat",
    "background-size",
    "baseline-source",
    "block-progression",
    "block-size",
    "border-collapse",
    "border-color",
    "border-radius",
    "border-spacing",
    "border-style",
    "border-width",
    "bottom",
    "box-sizing",
    "break-after",
    "break-before",
    "break-inside",
    "buffered-rendering",
    "caption-side",
    "caret-color",
    "clear",
    "clip",
    "color-adjust",
    "color-interpolation",
    "color-profile",
    "color-rendering",
    "color-scheme",
    "column-count",
    "column-fill",
    "column-gap",
    "column-rule",
    "column-span",
    "column-width",
    "columns",
    "contain",
    "container",
    "container-name",
    "container-type",
    "content",
    "counter-increment",
    "counter-reset",
    "counter-set",
    "cue",
    "cue-after",
    "cue-before",
    "cursor",
    "elevation",
    "empty-cells",
    "enable-background",
    "flex",
    "flex-basis",
    "flex-direction",
    "flex-flow",
    "flex-grow",
    "flex-shrink",
    "flex-wrap",
    "float",
    "font-display",
    "font-synthesis",
    "font-synthesis-small-caps",
    "font-synthesis-style",
    "font-synthesis-weight",
    "font-variant-east_asian",
    "forced-color-adjust",
    "gap",
    "grid",
    "grid-area",
    "grid-auto-columns",
    "grid-auto-flow",
    "grid-auto-rows",
    "grid-column",
    "grid-row",
    "grid-template",
    "grid-template-areas",
    "grid-template-columns",
    "grid-template-rows",
    "hanging-punctuation",
    "hyphens",
    "interpolate-size",
    "justify-content",
    "justify-items",
    "justify-self",
    "kerning",
    "left",
    "line-break",
    "line-height",
    "line-increment",
    "list-style",
    "list-style-image",
    "list-style-position",
    "list-style-type",
    "margin",
    "margin-bottom",
    "margin-left",
    "margin-right",
    "margin-top",
    "mask-clip",
    "mask-origin",
    "mask-position",
    "mask-repeat",
    "mask-size",
    "max-height",
    "max-width",
    "min-height",
    "min-width",
    "nav-index",
    "object-fit",
    "object-position",
    "offset-anchor",
    "offset-distance",
    "offset-position",
    "offset-rotate",
    "order",
    "orphans",
    "outline-color",
    "outline-offset",
    "outline-style",
    "outline-width",
    "overflow-anchor",
    "overflow-wrap",
    "overflow-x",
    "overflow-y",
    "padding",
    "padding-bottom",
    "padding-left",
    "padding-right",
    "padding-top",
    "page",
    "page-break-after",
    "page-break-before",
    "page-break-inside",
    "pause",
    "pause-after",
    "pause-before",
    "perspective",
    "perspective-origin",
    "pitch",
    "pitch-range",
    "play-during",
    "pointer-events",
    "position",
    "print-color-adjust",
    "quotes",
    "resize",
    "richness",
    "right",
    "row-gap",
    "scroll-behavior",
    "scrollbar-color",
    "scrollbar-width",
    "shape-image-threshold",
    "shape-margin",
    "shape-outside",
    "shape-padding",
    "solid-color",
    "solid-opacity",
    "speak",
    "speak-header",
    "speak-numeral",
    "speak-punctuation",
    "speech-rate",
    "stress",
    "stroke-dashadjust",
    "tab-size",
    "table-layout",
    "text-align",
    "text-align-all",
    "text-align-last",
    "text-decoration-fill",
    "text-decoration-skip",
    "text-decoration-skip-ink",
    "text-decoration-stroke",
    "text-indent",
    "text-justify",
    "text-overflow",
    "text-size-adjust",
    "text-wrap",
    "text-wrap-mode",
    "text-wrap-style",
    "top",
    "touch-action",
    "transform-style",
    "transition",
    "transition-behavior",
    "transition-delay",
    "transition-duration",
    "transition-property",
    "transition-timing-function",
    "unicode-bidi",
    "user-select",
    "vertical-align",
    "view-transition-name",
    "voice-family",
    "volume",
    "widows",
    "will-change",
    "word-break",
    "word-wrap",
    "z-index",
];

/// The properties that SVG 2 lets stand as attributes; others as attributes mean nothing.
pub(super) fn is_attribute(name: &str) -> bool {
    matches!(
        name,
        "alignment-baseline"
            | "baseline-shift"
            | "clip-path"
            | "clip-rule"
            | "color"
            | "color-interpolation-filters"
            | "direction"
            | "display"
            | "dominant-baseline"
            | "fill"
            | "fill-opacity"
            | "fill-rule"
            | "filter"
            | "flood-color"
            | "flood-opacity"
            | "font"
            | "font-family"
            | "font-size"
            | "font-size-adjust"
            | "font-stretch"
            | "font-style"
            | "font-variant"
            | "font-weight"
            | "glyph-orientation-horizontal"
            | "glyph-orientation-vertical"
            | "image-rendering"
            | "inline-size"
            | "letter-spacing"
            | "lighting-color"
            | "marker-end"
            | "marker-mid"
            | "marker-start"
            | "mask"
            | "mask-type"
            | "opacity"
            | "overflow"
            | "paint-order"
            | "shape-inside"
            | "shape-rendering"
            | "shape-subtract"
            | "stop-color"
            | "stop-opacity"
            | "stroke"
            | "stroke-dasharray"
            | "stroke-dashoffset"
            | "stroke-linecap"
            | "stroke-linejoin"
            | "stroke-miterlimit"
            | "stroke-opacity"
            | "stroke-width"
            | "text-anchor"
            | "text-decoration"
            | "text-rendering"
            | "transform-origin"
            | "vector-effect"
            | "visibility"
            | "white-space"
            | "word-spacing"
            | "writing-mode"
    )
}

/// Whether a value means nothing to any browser, so that the property is as if it were not written.
/// What people type into a face is more often a slip, so there a colour is never ignored.
pub(super) fn is_ignored(name: &str, value: &str, printed: Use) -> bool {
    const BOXES: [&str; 7] = [
        "border-box",
        "padding-box",
        "content-box",
        "margin-box",
        "fill-box",
        "stroke-box",
        "view-box",
    ];
    const WORDS: [&str; 6] = ["none", "inherit", "initial", "unset", "revert", "revert-layer"];
    let lower = value.trim().to_ascii_lowercase();
    if lower.contains('(') || WORDS.contains(&lower.as_str()) {
        return false;
    }
    let is_system = || lower.ends_with("text") || lower.starts_with("canvas");
    match name {
        "clip-path" | "mask" => !BOXES.contains(&lower.as_str()),
        "fill" | "stroke" if printed == Use::Picture => {
            svgtypes::Paint::from_str(value).is_err() && !is_system()
        }
        "color" | "stop-color" | "flood-color" | "lighting-color" if printed == Use::Picture => {
            lower != "currentcolor" && svgtypes::Color::from_str(value).is_err() && !is_system()
        }
        _ => false,
    }
}

/// The names that a misspelt one may have meant.
pub(super) fn known() -> impl Iterator<Item = &'static str> {
    const OFTEN: &[&str] = &[
        "fill",
        "fill-opacity",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "font-family",
        "font-size",
        "font-weight",
        "font-style",
        "text-anchor",
        "letter-spacing",
        "opacity",
        "display",
        "visibility",
        "filter",
        "mask",
        "clip-path",
        "mix-blend-mode",
        "paint-order",
        "stop-color",
        "stop-opacity",
        "color",
        "transform",
    ];
    OFTEN.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_harmless_properties_can_be_searched() {
        assert!(HARMLESS.is_sorted());
        let listed = HARMLESS.iter().filter(|name| verdict(name) == Harmless).count();
        assert_eq!(listed, HARMLESS.len(), "none has two verdicts");
    }

    #[test]
    fn every_property_that_may_be_an_attribute_has_a_verdict() {
        for name in known().filter(|name| *name != "mix-blend-mode" && *name != "transform") {
            assert!(is_attribute(name) && verdict(name) == Drawn, "{name}");
        }
    }
}
