//! What usvg drops or misreads without a word, element by element.
//!
//! In: an SVG that roxmltree has read. Out: [`Fault`]s. It knows nothing of layers: a picture that
//! a face shows is checked by the same rules as the face.

use std::str::FromStr;

use roxmltree::{Document, Node};

use super::face::Fault;
use crate::diag::{Code, did_you_mean};

/// The namespace of SVG.
const SVG: &str = "http://www.w3.org/2000/svg";

/// What an SVG picture has that would be dropped or misread. Broken SVG is left to the renderer to
/// complain about.
pub(super) fn complaints(svg: &[u8]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let options =
        roxmltree::ParsingOptions { allow_dtd: true, ..roxmltree::ParsingOptions::default() };
    if let Ok(text) = std::str::from_utf8(svg)
        && let Ok(document) =
            Document::parse_with_options(text.trim_start_matches('\u{feff}'), options)
    {
        let known_ids: Vec<&str> =
            document.descendants().filter_map(|n| n.attribute("id")).collect();
        for node in document.descendants().filter(Node::is_element) {
            check_element(node, &known_ids, &mut faults);
        }
    }
    faults
}

/// What usvg drops or misreads at one element.
pub(super) fn check_element(node: Node<'_, '_>, known_ids: &[&str], faults: &mut Vec<Fault>) {
    // The notes that drawing programs keep in elements and attributes of their own are not drawn by
    // anyone.
    if node.tag_name().namespace().is_some_and(|namespace| namespace != SVG) {
        return;
    }
    let name = node.tag_name().name();
    if let Some(instead) = dropped_element(name) {
        faults.push(
            Fault::error(Code::F007, format!("<{name}> is not drawn"))
                .near(format!("<{name}"))
                .hint(instead),
        );
    }
    for attribute in node.attributes() {
        let value = attribute.value();
        if attribute.name() == "style" {
            for (key, value) in properties(value) {
                check_property(name, key, value, faults);
            }
        } else if attribute.namespace().is_none() {
            check_property(name, attribute.name(), value, faults);
        }
        let local = (attribute.name() == "href" && name != "image")
            .then(|| value.strip_prefix('#'))
            .flatten();
        for id in references(value).chain(local) {
            if !known_ids.contains(&id) {
                let fault =
                    Fault::error(Code::F011, format!("`#{id}` is referred to but not defined"))
                        .near(format!("#{id}"));
                faults.push(match did_you_mean(id, known_ids.iter().copied()) {
                    Some(hint) => fault.hint(hint),
                    None => fault,
                });
            }
        }
        if name == "use" && attribute.name() == "href" && !value.starts_with('#') {
            faults.push(
                Fault::error(Code::F007, format!("<use> of another file, `{value}`, is not drawn"))
                    .near(value)
                    .hint(
                        "include the other file with `{% include \"…\" %}`, or show it with \
                         <image>",
                    ),
            );
        }
    }
}

fn dropped_element(name: &str) -> Option<&'static str> {
    match name {
        "foreignObject" | "flowRoot" => Some("use <text>, one element for each line"),
        "script" => Some("remove the script; a face does not move"),
        "animate" | "animateTransform" | "animateMotion" | "animateColor" | "set" => {
            Some("remove the animation; a face does not move")
        }
        "video" | "audio" | "iframe" | "canvas" => Some("use <image>"),
        _ => None,
    }
}

fn check_property(element: &str, key: &str, value: &str, faults: &mut Vec<Fault>) {
    match key {
        "inline-size" | "shape-inside" | "shape-subtract" => faults.push(
            Fault::error(
                Code::F007,
                format!("`{key}` on <{element}> is not supported: the text is not wrapped"),
            )
            .near(format!("{key}:{value}"))
            .near(key)
            .hint("break the text into lines"),
        ),
        "fill" | "stroke" if svgtypes::Paint::from_str(value).is_err() && value != "inherit" => {
            faults.push(bad_colour(key, value));
        }
        "color" | "stop-color" | "flood-color" | "lighting-color"
            if svgtypes::Color::from_str(value).is_err()
                && !matches!(value, "inherit" | "currentColor") =>
        {
            faults.push(bad_colour(key, value));
        }
        "font" if svgtypes::FontShorthand::from_str(value).is_err() => faults.push(
            Fault::error(
                Code::F002,
                format!("the font shorthand `{value}` cannot be read, so its text would vanish"),
            )
            .near(value)
            .hint("write font-family, font-size and font-weight one by one"),
        ),
        _ => {}
    }
}

fn bad_colour(key: &str, value: &str) -> Fault {
    Fault::error(Code::F008, format!("the colour `{value}` of `{key}` is not understood"))
        .near(value)
        .hint("write it as #rrggbb, with fill-opacity or stroke-opacity for what shows through")
}

/// The ids inside `url(#…)`.
pub(super) fn references(value: &str) -> impl Iterator<Item = &str> {
    value.split("url(").skip(1).filter_map(|rest| {
        let inside = rest.split(')').next()?.trim().trim_matches(['"', '\'']);
        inside.strip_prefix('#')
    })
}

/// The declarations of a `style` attribute.
pub(super) fn properties(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style
        .split(';')
        .filter_map(|p| p.split_once(':'))
        .map(|(key, value)| (key.trim(), value.trim().trim_end_matches("!important").trim_end()))
}
