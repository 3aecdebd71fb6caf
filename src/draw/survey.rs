//! Reads a face before usvg does: its parts, and what usvg would drop or misread without a word.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use roxmltree::{Attribute, Node};

use super::face::{Canvas, FaceSource};
use super::pictures::{FOUND, Pictures};
use crate::diag::Code;
use crate::svg::{self, Fault, Tidy, references, start_tag_end};
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
    /// Whether the SVG has the trimmed size, and the bleed lies outside of it.
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
    let text = match svg::expand(face.svg) {
        Ok(text) => text,
        Err(why) => {
            let fault = Fault::error(Code::F001, format!("the filled template is refused: {why}"));
            survey.faults.push(fault.near("<!ENTITY").hint("write the text itself"));
            return survey;
        }
    };
    let document = match svg::read(&text) {
        Ok(document) => document,
        Err(fault) => {
            survey.faults.push(fault);
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
    let mut tidy = svg::tidy(&text, &document, svg::Use::Face);
    survey.faults.append(&mut tidy.faults);
    let start = root.range().start;
    let name: String = text[start + 1..]
        .chars()
        .take_while(|c| !c.is_whitespace() && !matches!(c, '>' | '/'))
        .collect();
    survey.close = format!("</{name}>");
    name.strip_suffix("svg").unwrap_or_default().clone_into(&mut survey.prefix);
    survey.trimmed = is_trimmed(root, face, &mut survey.faults);
    if survey.trimmed {
        let Canvas { trim, .. } = face.canvas;
        tidy.put_inside(&text, root, (trim.width.to_mm(), trim.height.to_mm()));
    }
    let tag_end = start + start_tag_end(&text[root.range()]);
    let open = tidy.edits.apply(&text, start..tag_end);
    survey.open = open.trim_end_matches("/>").trim_end_matches('>').to_owned() + ">";
    if survey.trimmed {
        survey.open.insert_str(0, &around(&survey.prefix, root, face.canvas));
        survey.close = survey.close.repeat(2);
    }
    survey.whole = root.attributes().any(|a| {
        matches!(a.name(), "opacity" | "filter" | "mask" | "clip-path" | "transform" | "style")
    }) || tidy.has_sheet
        || text.contains("mix-blend-mode")
        || text.contains("enable-background");
    let mut reader = PartReader { text: &text, template: face.template, pictures, tidy };
    for child in root.children().filter(Node::is_element) {
        let part = reader.part(child, &mut survey.faults);
        survey.parts.push(part);
    }
    check_ambiguous(&survey.parts, &mut survey.faults);
    survey
}

/// An element may use its own definition of an id that others define too, but not one of several in
/// other elements.
fn check_ambiguous(parts: &[TopElement], faults: &mut Vec<Fault>) {
    let mut defined: HashMap<&str, usize> = HashMap::new();
    for id in parts.iter().flat_map(|part| &part.ids) {
        *defined.entry(id).or_default() += 1;
    }
    let mut reported: HashSet<&str> = HashSet::new();
    for part in parts {
        for id in &part.refs {
            if defined.get(id.as_str()).is_some_and(|count| *count > 1)
                && !part.ids.contains(id)
                && reported.insert(id)
            {
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

/// What gives a face its size.
const USE_CANVAS: &str =
    "start the template with `<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }}>`";

/// Compares the stated size with the component's. True if it is the trimmed size and there is a
/// bleed around that.
fn is_trimmed(root: Node<'_, '_>, face: FaceSource<'_>, faults: &mut Vec<Fault>) -> bool {
    let stated = |name: &str| root.attribute(name).and_then(absolute_mm);
    let (Some(width), Some(height)) = (stated("width"), stated("height")) else { return false };
    let is = |size: Size| {
        (width - size.width.to_mm()).abs() < 0.05 && (height - size.height.to_mm()).abs() < 0.05
    };
    if is(face.canvas.size()) {
        return false;
    }
    let stated = format!(r#"width="{}""#, root.attribute("width").unwrap_or_default());
    if is(face.canvas.trim) {
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

/// The start tag of an `<svg>` of the whole canvas, around one that has the trimmed size.
fn around(prefix: &str, root: Node<'_, '_>, canvas: Canvas) -> String {
    let bleed = canvas.bleed.to_mm();
    let width = canvas.size().width.to_mm();
    let height = canvas.size().height.to_mm();
    let namespace = match (root.tag_name().namespace(), prefix.trim_end_matches(':')) {
        (None, _) => String::new(),
        (Some(uri), "") => format!(" xmlns=\"{}\"", escape(uri)),
        (Some(uri), prefix) => format!(" xmlns:{prefix}=\"{}\"", escape(uri)),
    };
    format!(
        "<{prefix}svg{namespace} width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"-{bleed} -{bleed} {width} {height}\">"
    )
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

/// Reads the elements at the top of a face.
struct PartReader<'a, 'p> {
    text: &'a str,
    template: &'a str,
    pictures: &'a Pictures<'p>,
    tidy: Tidy,
}

impl PartReader<'_, '_> {
    fn part(&mut self, top: Node<'_, '_>, faults: &mut Vec<Fault>) -> TopElement {
        let mut part = TopElement {
            text: String::new(),
            ids: Vec::new(),
            refs: Vec::new(),
            drawn: !is_definition(top),
            plain: true,
        };
        let mut seen: HashSet<&str> = HashSet::new();
        for node in top.descendants().filter(Node::is_element) {
            for attribute in node.attributes() {
                let value = attribute.value();
                match attribute.name() {
                    "id" => {
                        if !seen.insert(value) {
                            faults.push(twice(value));
                        }
                        part.ids.push(value.to_owned());
                    }
                    "href" if shows_picture(node, value) => {
                        part.plain = false;
                        self.picture(node, attribute, faults);
                    }
                    "href" => match value.strip_prefix('#') {
                        Some(id) => part.refs.push(id.to_owned()),
                        None => part.plain = false,
                    },
                    "filter" => part.plain = false,
                    _ => {}
                }
                part.refs.extend(references(value).map(str::to_owned));
                if attribute.name() == "style"
                    && (value.contains("filter") || value.contains("mask"))
                {
                    part.plain = false;
                }
            }
        }
        part.plain &= part.ids.is_empty() && part.refs.is_empty();
        part.text = self.tidy.edits.apply(self.text, top.range());
        part
    }

    /// Puts the place of a picture in the project where its name stands, and reports what is wrong
    /// with it.
    fn picture(
        &mut self,
        node: Node<'_, '_>,
        attribute: Attribute<'_, '_>,
        faults: &mut Vec<Fault>,
    ) {
        /// What must not stand in an attribute or be taken for the mark of the colour.
        const ESCAPED: &AsciiSet =
            &CONTROLS.add(b'"').add(b'\'').add(b'<').add(b'>').add(b'&').add(b'#').add(b'%');
        if self.tidy.is_left_out(node) {
            return;
        }
        let href = attribute.value();
        let embedded = href.trim_start().starts_with("data:");
        let found = if embedded {
            self.pictures.embedded(href)
        } else {
            self.pictures.find(self.template, href)
        };
        // Embedded pictures are long; their beginning tells them apart from most others.
        let written: String = self.text[attribute.range_value()].chars().take(400).collect();
        let tag = &self.text[node.range()];
        let tag: String = tag[..start_tag_end(tag)].chars().take(2000).collect();
        let placed = |fault: Fault| {
            fault.inside(tag.clone(), written.clone()).near(written.clone()).near(shorten(href))
        };
        let path = match found {
            Ok(path) => path,
            Err(fault) => {
                faults.push(placed(fault));
                return;
            }
        };
        let colour = current_colour(node)
            .filter(|_| !embedded)
            .map(|c| format!("#{}", utf8_percent_encode(c, ESCAPED)))
            .unwrap_or_default();
        let end = if path.contains('#') && colour.is_empty() { "#" } else { &colour };
        let name = &self.text[attribute.range_qname()];
        let new = format!("{name}=\"{FOUND}{}{end}\"", escape(&path));
        self.tidy.edits.replace(&attribute.range(), &new);
        faults.extend(self.pictures.complaints(&path).into_iter().map(placed));
    }
}

fn twice(id: &str) -> Fault {
    Fault::error(Code::F009, format!("the id `{id}` is defined twice in one element"))
        .near(format!(r#"id="{id}""#))
        .hint(
            "give the two different ids, or put them into elements of their own at the top of the \
             face",
        )
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

/// The value of `color` at an element.
fn current_colour<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    node.ancestors().find_map(|n| style_property(n, "color").or_else(|| n.attribute("color")))
}

fn style_property<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let declarations = node.attribute("style")?.split(';').filter_map(|d| d.split_once(':'));
    let named = declarations.filter(|(key, _)| key.trim() == name);
    named.map(|(_, value)| value.trim().trim_end_matches("!important").trim_end()).next_back()
}

/// A line for a message: at most 80 characters.
fn shorten(line: &str) -> String {
    if line.chars().count() <= 80 {
        line.to_owned()
    } else {
        line.chars().take(79).chain(['…']).collect()
    }
}
