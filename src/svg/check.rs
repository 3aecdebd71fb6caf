//! What the renderer would drop or misread without a word, element by element.

use std::str::FromStr;

use roxmltree::Node;

use super::elements::{self, Kind, has_content};
use super::fault::Fault;
use super::font_variants;
use super::properties::{self, Verdict, is_ignored, verdict};
use super::references::{href, references};
use super::tidy::Reader;
use crate::diag::{Code, did_you_mean};
use crate::units::COLOUR_NAMES;

/// A property of an element, and where it is written.
struct Written<'a> {
    element: &'a str,
    name: &'a str,
    value: &'a str,
    /// The start tag of the element, and the piece of it.
    around: &'a str,
    piece: String,
}

/// No card has room for more, and a page of a book has 3,000.
const MAX_CHARACTERS: usize = 20_000;

impl Reader<'_, '_> {
    /// What is wrong with one element.
    pub(super) fn check(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name();
        self.check_element(node, name);
        let tag = self.start_tag(node);
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            if !properties::is_attribute(attribute.name()) {
                continue;
            }
            let value = self.resolved(node, attribute.value());
            self.check_property(
                node,
                &Written {
                    element: name,
                    name: attribute.name(),
                    value: &value,
                    around: tag,
                    piece: self.text[attribute.range()].to_owned(),
                },
            );
        }
        for declaration in self.cascade.declared(node).to_vec() {
            if declaration.name.starts_with("--") {
                continue;
            }
            let value = self.resolved(node, &declaration.value);
            self.check_property(
                node,
                &Written {
                    element: name,
                    name: &declaration.name,
                    value: &value,
                    around: tag,
                    piece: declaration.name.clone(),
                },
            );
        }
        self.check_references(node, name, tag);
        self.limit_filter(node, name);
        if name == "text" {
            self.check_length(node, tag);
        }
    }

    /// The time that the renderer takes for a text grows with the square of its length.
    fn check_length(&mut self, node: Node<'_, '_>, tag: &str) {
        let texts = node.descendants().filter(Node::is_text).filter_map(|n| n.text());
        let count: usize = texts.map(|text| text.chars().count()).sum();
        if count > MAX_CHARACTERS {
            let message = format!(
                "a <text> of {count} characters is not drawn: it may have {MAX_CHARACTERS}"
            );
            self.faults.push(Fault::error(Code::F007, message).near(tag).near("<text"));
        }
    }

    fn check_element(&mut self, node: Node<'_, '_>, name: &str) {
        let tag = format!("<{name}");
        let lost = |instead: &str| {
            Fault::error(Code::F007, format!("<{name}> is not drawn"))
                .inside(self.start_tag(node), tag.clone())
                .near(tag.clone())
                .hint(instead)
        };
        let fault = match elements::kind(name) {
            Kind::Lost(instead) => lost(instead),
            Kind::LostWords(instead) if has_content(node) => lost(instead),
            Kind::Drawn | Kind::Notes | Kind::LostWords(_) => return,
            Kind::Unknown => {
                let fault = Fault::error(
                    Code::F007,
                    format!("<{name}> is not drawn: SVG has no such element"),
                );
                let fault = fault.inside(self.start_tag(node), tag.clone()).near(tag);
                match did_you_mean(name, elements::known()) {
                    Some(hint) => fault.hint(hint),
                    None => fault,
                }
            }
        };
        self.faults.push(fault);
    }

    fn check_property(&mut self, node: Node<'_, '_>, written: &Written<'_>) {
        let Written { element, name, value, .. } = *written;
        let lower = value.trim().to_ascii_lowercase();
        let not_drawn = || {
            written.place(Fault::error(
                Code::F007,
                format!("`{name}: {value}` on <{element}> is not drawn"),
            ))
        };
        if lower.contains("var(") {
            let fault = Fault::error(
                Code::F007,
                format!("`{value}` of `{name}` on <{element}> has no value"),
            );
            self.faults.push(written.place(fault).hint("define the custom property in the SVG"));
            return;
        }
        if is_ignored(name, value, self.printed) {
            let code = if matches!(name, "clip-path" | "mask") { Code::F007 } else { Code::F008 };
            let fault = Fault::warning(
                code,
                format!("`{value}` is no value of `{name}` on <{element}>, so it is ignored"),
            );
            self.faults.push(written.place(fault));
            return;
        }
        match verdict(name) {
            Verdict::Harmless => {}
            Verdict::Drawn => self.check_drawn(node, written, &lower),
            Verdict::Only(values, instead) => {
                let is_default = values.iter().any(|v| *v == lower)
                    || matches!(
                        lower.as_str(),
                        "inherit" | "initial" | "unset" | "revert" | "revert-layer"
                    );
                let concerns_root = matches!(name, "border" | "outline" | "box-shadow")
                    || name.starts_with("background-image");
                let concerns_lines =
                    name.starts_with("text-decoration-") || name.starts_with("text-underline-");
                let concerns_words =
                    matches!(name, "inline-size" | "shape-inside" | "shape-subtract");
                let concerned = (!concerns_words || has_content(node))
                    && (!concerns_root || self.is_root(node))
                    && (!concerns_lines || self.has_lines(node));
                if !is_default && concerned {
                    self.faults.push(not_drawn().hint(instead));
                }
            }
            Verdict::Unknown => {
                let fault = Fault::warning(
                    Code::F007,
                    format!("`{name}` on <{element}> is no property of SVG or CSS"),
                );
                let fault = written.place(fault);
                self.faults.push(match did_you_mean(name, properties::known()) {
                    Some(hint) => fault.hint(hint),
                    None => fault,
                });
            }
        }
    }

    /// Whether lines are drawn at a text, above, below or through it.
    fn has_lines(&self, node: Node<'_, '_>) -> bool {
        ["text-decoration", "text-decoration-line"].iter().any(|name| {
            self.cascade.inherited(node, name, true).is_some_and(|v| !v.starts_with("none"))
        })
    }

    /// Values of drawn properties that the renderer does not draw.
    fn check_drawn(&mut self, node: Node<'_, '_>, written: &Written<'_>, lower: &str) {
        const COMPUTED: [&str; 5] = ["calc(", "min(", "max(", "clamp(", "env("];
        let Written { element, name, value, .. } = *written;
        let not_drawn = |instead: &str| {
            written
                .place(Fault::error(
                    Code::F007,
                    format!("`{name}: {value}` on <{element}> is not drawn"),
                ))
                .hint(instead)
        };
        if COMPUTED.iter().any(|function| lower.contains(function)) {
            self.faults.push(not_drawn("write the number"));
            return;
        }
        if matches!(lower, "initial" | "unset" | "revert" | "revert-layer") {
            self.faults.push(not_drawn("write the value itself"));
            return;
        }
        let local = lower == "none" || lower == "inherit" || is_one_reference(lower);
        let is_word = |words: &[&str]| words.contains(&lower) || lower == "inherit";
        match name {
            "fill" | "stroke"
                if svgtypes::Paint::from_str(value).is_err() && value != "inherit" =>
            {
                self.faults.push(bad_colour(written));
            }
            "color" | "stop-color" | "flood-color" | "lighting-color"
                if svgtypes::Color::from_str(value).is_err()
                    && !matches!(value, "inherit" | "currentColor") =>
            {
                self.faults.push(bad_colour(written));
            }
            "font" if svgtypes::FontShorthand::from_str(value).is_err() => self.faults.push(
                written
                    .place(Fault::error(
                        Code::F002,
                        format!(
                            "the font shorthand `{value}` cannot be read, so its text would vanish"
                        ),
                    ))
                    .hint("write font-family, font-size and font-weight one by one"),
            ),
            "clip-path" if !local => {
                self.faults.push(not_drawn("use a <clipPath> element, as in `url(#id)`"));
            }
            "mask" if !local => {
                self.faults.push(not_drawn("use a <mask> element, as in `url(#id)`"));
            }
            "text-transform" if !is_word(&["none", "uppercase", "lowercase", "capitalize"]) => {
                self.faults.push(not_drawn("type the characters"));
            }
            "white-space" if !is_word(&["normal", "nowrap", "pre", "pre-wrap", "break-spaces"]) => {
                self.faults.push(not_drawn("use one <text> or <tspan> for each line"));
            }
            _ if name.starts_with("font-variant") && !font_variants::are_drawn(lower) => {
                self.faults.push(not_drawn("choose a font of that style, or type the characters"));
            }
            "font-feature-settings" if !font_variants::are_settings(value) => {
                self.faults.push(not_drawn("write it like `\"smcp\" 1, \"onum\"`"));
            }
            "writing-mode" if lower.starts_with("sideways") => {
                self.faults.push(not_drawn("turn the text with `transform`"));
            }
            "text-decoration" | "text-decoration-line" => {
                let drawn = |word: &str| {
                    matches!(
                        word,
                        "none"
                            | "underline"
                            | "overline"
                            | "line-through"
                            | "blink"
                            | "solid"
                            | "auto"
                            | "inherit"
                            | "currentcolor"
                    )
                };
                if !lower.split_whitespace().all(drawn) {
                    self.faults.push(not_drawn("draw a <line>"));
                }
            }
            "paint-order" if lower.contains("markers") && !lower.ends_with("markers") => {
                let marked = ["marker", "marker-start", "marker-mid", "marker-end"];
                let has_marker = |name: &&str| {
                    self.cascade.inherited(node, name, true).is_some_and(|v| v != "none")
                };
                if marked.iter().any(has_marker) {
                    self.faults.push(not_drawn("draw the line after the shape with the markers"));
                }
            }
            _ => {}
        }
    }

    fn check_references(&mut self, node: Node<'_, '_>, name: &str, tag: &str) {
        let mut unknown = Vec::new();
        for attribute in node.attributes().filter(|a| a.name() != "style") {
            self.check_values(attribute.name(), attribute.value(), tag, &mut unknown);
        }
        for declaration in self.cascade.declared(node).to_vec() {
            self.check_values(&declaration.name, &declaration.value, tag, &mut unknown);
        }
        if let Some(id) = href(node)
            && !self.ids.contains_key(id)
            && !matches!(name, "a" | "image")
            && !self.needs_no_href(node, name)
        {
            unknown.push(id.to_owned());
        }
        for id in unknown {
            let fault = Fault::error(Code::F011, format!("`#{id}` is referred to but not defined"))
                .inside(tag, format!("#{id}"))
                .near(format!("#{id}"));
            self.faults.push(match did_you_mean(&id, self.ids.keys().copied()) {
                Some(hint) => fault.hint(hint),
                None => fault,
            });
        }
        if name == "use"
            && let Some(other) = node.attributes().find(|a| a.name() == "href")
            && !other.value().trim().starts_with('#')
        {
            let value = other.value();
            self.faults.push(
                Fault::error(Code::F007, format!("<use> of another file, `{value}`, is not drawn"))
                    .inside(tag, value)
                    .near(value)
                    .hint(
                        "include the other file with `{% include \"…\" %}`, or show it with \
                         <image>",
                    ),
            );
        }
    }

    /// The ids in `url(#…)` of one value that nothing has, and paints that are not drawn.
    fn check_values(&mut self, name: &str, value: &str, tag: &str, unknown: &mut Vec<String>) {
        let paints = matches!(name, "fill" | "stroke");
        // A paint may say what is taken if there is no such paint.
        let has_fallback =
            paints && value.split_once(')').is_some_and(|(_, rest)| !rest.trim().is_empty());
        for id in references(value) {
            match self.ids.get(id) {
                None if has_fallback || is_loose(name) => {}
                None => unknown.push(id.to_owned()),
                Some(target) if paints && !has_fallback => {
                    let target = target.tag_name().name();
                    if !matches!(target, "linearGradient" | "radialGradient" | "pattern") {
                        self.faults.push(
                            Fault::error(
                                Code::F007,
                                format!("`#{id}`, a <{target}>, cannot be painted with"),
                            )
                            .inside(tag, format!("#{id}"))
                            .near(format!("#{id}"))
                            .hint("use a gradient or a pattern, or a picture"),
                        );
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// A gradient that is not used, or that has stops of its own, loses nothing if the one that it
    /// takes others from is gone. So does a pattern.
    fn needs_no_href(&self, node: Node<'_, '_>, name: &str) -> bool {
        let paints = matches!(name, "linearGradient" | "radialGradient" | "pattern");
        let is_used = node.attribute("id").is_some_and(|id| self.is_referred_to(id));
        paints && (!is_used || node.has_children() && node.children().any(|n| n.is_element()))
    }
}

/// What draws the same whether or not its target exists.
fn is_loose(name: &str) -> bool {
    matches!(name, "marker" | "marker-start" | "marker-mid" | "marker-end" | "shape-inside")
}

/// Whether a value is `url(…)` and nothing else.
fn is_one_reference(value: &str) -> bool {
    value.starts_with("url(") && value.ends_with(')') && value.matches('(').count() == 1
}

fn bad_colour(written: &Written<'_>) -> Fault {
    let Written { name, value, .. } = *written;
    let hint = did_you_mean(value, COLOUR_NAMES.iter().copied()).unwrap_or_else(|| {
        "write it as #rrggbb, with fill-opacity or stroke-opacity for what shows through".to_owned()
    });
    written
        .place(Fault::error(
            Code::F008,
            format!("the colour `{value}` of `{name}` is not understood"),
        ))
        .hint(hint)
}

impl Written<'_> {
    /// Adds where it is written: in the tag, in a style sheet, or as a value alone.
    fn place(&self, fault: Fault) -> Fault {
        let Self { name, value, around, .. } = *self;
        fault
            .inside(around, self.piece.clone())
            .near(format!("{name}:{value}"))
            .near(format!("{name}: {value}"))
            .near(value)
            .near(name)
    }
}
