//! Reads a face before usvg does: its parts, and what usvg would drop or misread without a word.

use std::ops::Range;
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use roxmltree::{Attribute, Document, Node};

use super::elements::{check_element, properties, references};
use super::face::{Canvas, FaceSource, Fault};
use super::pictures::{FOUND, Pictures};
use crate::diag::Code;
use crate::units::Size;
use crate::xml::escape;

/// What a survey finds.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// The start tag of the `<svg>`, as written.
    pub(super) open: String,
    /// Its end tag.
    pub(super) close: String,
    /// What stands before the names of SVG elements: nothing, or a prefix and its colon.
    pub(super) prefix: String,
    /// Whether the SVG has the trimmed size and knows of no bleed.
    pub(super) trimmed: bool,
    /// The elements at the top, in order.
    pub(super) parts: Vec<TopElement>,
    /// Whether the face must not be taken apart.
    pub(super) whole: bool,
    pub(super) faults: Vec<Fault>,
}

/// An element at the top of a face.
#[derive(Debug, Clone)]
pub(super) struct TopElement {
    /// Its text, with pictures named by their place in the project.
    pub(super) text: String,
    /// The ids it defines.
    pub(super) ids: Vec<String>,
    /// The ids it refers to.
    pub(super) refs: Vec<String>,
    /// Whether it shows anything by itself; definitions do not.
    pub(super) drawn: bool,
    /// No ids, references, pictures or filters: only shapes and text.
    pub(super) plain: bool,
}

/// Surveys one face.
pub(super) fn survey(face: FaceSource<'_>, pictures: &Pictures<'_>) -> Survey {
    let mut survey = Survey::default();
    let document = match Document::parse(face.svg) {
        Ok(document) => document,
        Err(error) => {
            let line = face
                .svg
                .lines()
                .nth(error.pos().row.saturating_sub(1) as usize)
                .unwrap_or("")
                .trim();
            let fault = Fault::error(
                Code::F001,
                format!("the filled template is not well-formed SVG: {error}"),
            );
            survey.faults.push(if line.is_empty() {
                fault
            } else {
                fault.hint(format!("the filled line is `{}`", shorten(line))).near(line)
            });
            return survey;
        }
    };
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        survey.faults.push(Fault::error(
            Code::F001,
            format!("the outermost element is <{}>, not <svg>", root.tag_name().name()),
        ));
        return survey;
    }
    let text = &face.svg[root.range()];
    let tag_end = start_tag_end(text);
    survey.open = text[..tag_end].trim_end_matches("/>").trim_end_matches('>').to_owned() + ">";
    let name: String =
        text[1..].chars().take_while(|c| !c.is_whitespace() && !matches!(c, '>' | '/')).collect();
    survey.close = format!("</{name}>");
    name.strip_suffix("svg").unwrap_or_default().clone_into(&mut survey.prefix);
    survey.trimmed = check_size(root, face, &mut survey.faults);
    survey.whole = root.attributes().any(|a| {
        matches!(a.name(), "opacity" | "filter" | "mask" | "clip-path" | "transform" | "style")
    }) || root.descendants().any(|n| n.tag_name().name() == "style")
        || face.svg.contains("mix-blend-mode")
        || face.svg.contains("enable-background");
    let known_ids: Vec<&str> = root.descendants().filter_map(|n| n.attribute("id")).collect();
    check_element(root, &known_ids, &mut survey.faults);
    for child in root.children().filter(Node::is_element) {
        let part = part(child, face, pictures, &known_ids, &mut survey.faults);
        survey.parts.push(part);
    }
    check_ambiguous(&survey.parts, &mut survey.faults);
    survey
}

/// An element may use its own definition of an id that others define too, but not one of several in
/// other elements.
fn check_ambiguous(parts: &[TopElement], faults: &mut Vec<Fault>) {
    let mut reported: Vec<&str> = Vec::new();
    for part in parts {
        for id in part.refs.iter().filter(|id| !part.ids.contains(id)) {
            if !reported.contains(&id.as_str())
                && parts.iter().filter(|other| other.ids.contains(id)).count() > 1
            {
                reported.push(id);
                faults.push(
                    Fault::error(
                        Code::F009,
                        format!("the id `{id}` is defined in several elements and used in another"),
                    )
                    .near(format!(r#"id="{id}""#))
                    .hint("give the definitions different ids"),
                );
            }
        }
    }
}

/// The byte after the `>` of the first tag; a `>` inside quotes does not end it.
pub(crate) fn start_tag_end(text: &str) -> usize {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// What gives a face its size.
const USE_CANVAS: &str =
    "start the template with `<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>`";

/// Compares the stated size with the component's. True if it is the trimmed size and there is a
/// bleed to be missed.
fn check_size(root: Node<'_, '_>, face: FaceSource<'_>, faults: &mut Vec<Fault>) -> bool {
    let stated = |name: &str| root.attribute(name).and_then(absolute_mm);
    let (Some(width), Some(height)) = (stated("width"), stated("height")) else { return false };
    let is = |size: Size| {
        (width - size.width.to_mm()).abs() < 0.05 && (height - size.height.to_mm()).abs() < 0.05
    };
    let Canvas { trim, bleed } = face.canvas;
    if is(face.canvas.size()) {
        return false;
    }
    let stated = format!(r#"width="{}""#, root.attribute("width").unwrap_or_default());
    if is(trim) {
        faults.push(
            Fault::warning(
                Code::F010,
                format!(
                    "the face has the trimmed size of {trim}, so nothing is drawn in the bleed of \
                     {bleed}"
                ),
            )
            .near(stated)
            .hint(format!("{USE_CANVAS}, or set `bleed = \"0mm\"`")),
        );
        return true;
    }
    faults.push(
        Fault::warning(
            Code::F010,
            format!(
                "the face states a size of {width:.2} × {height:.2} mm, the component with its \
                 bleed has {}; it is stretched to fit",
                face.canvas.size()
            ),
        )
        .near(stated)
        .hint(USE_CANVAS),
    );
    false
}

/// A width or height attribute in millimetres; px are 1/96 inch, as CSS says.
fn absolute_mm(value: &str) -> Option<f64> {
    let length = svgtypes::Length::from_str(value).ok()?;
    let per_mm = match length.unit {
        svgtypes::LengthUnit::None | svgtypes::LengthUnit::Px => 25.4 / 96.0,
        svgtypes::LengthUnit::Mm => 1.0,
        svgtypes::LengthUnit::Cm => 10.0,
        svgtypes::LengthUnit::In => 25.4,
        svgtypes::LengthUnit::Pt => 25.4 / 72.0,
        svgtypes::LengthUnit::Pc => 25.4 / 6.0,
        _ => return None,
    };
    Some(length.number * per_mm)
}

fn part(
    top: Node<'_, '_>,
    face: FaceSource<'_>,
    pictures: &Pictures<'_>,
    known_ids: &[&str],
    faults: &mut Vec<Fault>,
) -> TopElement {
    let mut part = TopElement {
        text: String::new(),
        ids: Vec::new(),
        refs: Vec::new(),
        drawn: !is_definition(top),
        plain: true,
    };
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for node in top.descendants().filter(Node::is_element) {
        check_element(node, known_ids, faults);
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "id" => {
                    if part.ids.iter().any(|id| id == value) {
                        faults.push(
                            Fault::error(
                                Code::F009,
                                format!("the id `{value}` is defined twice in one element"),
                            )
                            .near(format!(r#"id="{value}""#))
                            .hint(
                                "give the two different ids, or put them into elements of their \
                                 own at the top of the face",
                            ),
                        );
                    }
                    part.ids.push(value.to_owned());
                }
                "href" if shows_picture(node, value) => {
                    part.plain = false;
                    if !value.starts_with("data:")
                        && let Some(edit) = picture(node, attribute, value, face, pictures, faults)
                    {
                        edits.push((attribute.range(), edit));
                    }
                }
                "href" => match value.strip_prefix('#') {
                    Some(id) => part.refs.push(id.to_owned()),
                    None => part.plain = false,
                },
                "filter" => part.plain = false,
                _ => {}
            }
            part.refs.extend(references(value).map(str::to_owned));
            if attribute.name() == "style" && (value.contains("filter") || value.contains("mask")) {
                part.plain = false;
            }
        }
    }
    part.plain &= part.ids.is_empty() && part.refs.is_empty();
    let range = top.range();
    let mut at = range.start;
    for (value, new) in edits {
        part.text.push_str(&face.svg[at..value.start]);
        part.text.push_str(&new);
        at = value.end;
    }
    part.text.push_str(&face.svg[at..range.end]);
    part
}

/// A `feImage` may also show an element of the face.
fn shows_picture(node: Node<'_, '_>, href: &str) -> bool {
    match node.tag_name().name() {
        "image" => true,
        "feImage" => !href.starts_with('#'),
        _ => false,
    }
}

fn is_definition(node: Node<'_, '_>) -> bool {
    matches!(
        node.tag_name().name(),
        "defs"
            | "title"
            | "desc"
            | "metadata"
            | "symbol"
            | "linearGradient"
            | "radialGradient"
            | "pattern"
            | "clipPath"
            | "mask"
            | "filter"
            | "marker"
    )
}

/// The new `href` of an image.
fn picture(
    node: Node<'_, '_>,
    attribute: Attribute<'_, '_>,
    href: &str,
    face: FaceSource<'_>,
    pictures: &Pictures<'_>,
    faults: &mut Vec<Fault>,
) -> Option<String> {
    /// What must not stand in an attribute or be taken for the mark of the colour.
    const ESCAPED: &AsciiSet =
        &CONTROLS.add(b'"').add(b'\'').add(b'<').add(b'>').add(b'&').add(b'#').add(b'%');
    match pictures.find(face.template, href) {
        Ok(path) => {
            let colour = current_colour(node)
                .map(|c| format!("#{}", utf8_percent_encode(c, ESCAPED)))
                .unwrap_or_default();
            let end = if path.contains('#') && colour.is_empty() { "#" } else { &colour };
            let name = &face.svg[attribute.range_qname()];
            Some(format!("{name}=\"{FOUND}{}{end}\"", escape(&path)))
        }
        Err(fault) => {
            let written = &face.svg[attribute.range_value()];
            faults.push(fault.near(written).near(href));
            None
        }
    }
}

/// The value of `color` at an element.
fn current_colour<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.ancestors().find_map(|n| style_property(n, "color").or_else(|| n.attribute("color")))
}

fn style_property<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    properties(node.attribute("style")?)
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value)
        .last()
}

/// A line for a message: at most 80 characters.
fn shorten(line: &str) -> String {
    if line.chars().count() <= 80 {
        line.to_owned()
    } else {
        line.chars().take(79).chain(['…']).collect()
    }
}
