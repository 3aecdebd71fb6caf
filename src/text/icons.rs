//! Pictures that stand in a line of text.
//!
//! In: SVG files, each known by its name. Out: a picture that can be put anywhere, any number of
//! times: its ids are made unique for each use, its style sheet is dissolved into its elements,
//! `currentColor` is the colour of the text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;

use roxmltree::{Document, Node};

use super::fault::TextFault;
use crate::diag::did_you_mean;
use crate::svg::tidied;
use crate::xml::escape;

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// A picture.
#[derive(Clone, Debug)]
pub(super) struct Icon {
    /// The corner and the size of what it shows, in its own units.
    view: [f32; 4],
    parts: Vec<IconPart>,
}

#[derive(Clone, Debug)]
enum IconPart {
    Text(String),
    /// Here a prefix keeps ids apart.
    Prefix,
}

/// All icons of a game, by name.
#[derive(Debug, Default)]
pub(super) struct IconBook {
    all: BTreeMap<String, Result<Icon, String>>,
    /// The names that were asked for.
    used: Mutex<BTreeSet<String>>,
}

impl IconBook {
    /// From names and SVG texts. A file that cannot be used is reported when it is.
    pub(super) fn new(files: impl IntoIterator<Item = (String, String)>) -> Self {
        let all = files.into_iter().map(|(name, svg)| (name, Icon::read(&svg))).collect();
        Self { all, used: Mutex::default() }
    }

    pub(super) fn get(&self, name: &str) -> Result<&Icon, TextFault> {
        if let Ok(mut used) = self.used.lock()
            && !used.contains(name)
        {
            used.insert(name.to_owned());
        }
        match self.all.get(name) {
            Some(Ok(icon)) => Ok(icon),
            Some(Err(why)) => Err(TextFault::BadIcon { name: name.to_owned(), why: why.clone() }),
            None => Err(TextFault::UnknownIcon {
                name: name.to_owned(),
                hint: did_you_mean(name, self.all.keys().map(String::as_str)),
            }),
        }
    }
}

impl IconBook {
    /// The names that texts asked for so far.
    pub(super) fn used(&self) -> BTreeSet<String> {
        self.used.lock().map_or_else(|_| BTreeSet::new(), |used| used.clone())
    }
}

impl Icon {
    fn read(svg: &str) -> Result<Self, String> {
        let svg = tidied(svg)?;
        let document =
            Document::parse(&svg).map_err(|error| format!("it is not well-formed SVG: {error}"))?;
        let root = document.root_element();
        if root.tag_name().name() != "svg" {
            return Err("it is not an SVG".into());
        }
        let number = |name: &str| {
            root.attribute(name).and_then(|v| {
                v.trim().trim_end_matches(|c: char| c.is_alphabetic()).parse::<f32>().ok()
            })
        };
        let view = root.attribute("viewBox").map(|v| {
            v.split([' ', ',', '\n'])
                .filter(|n| !n.is_empty())
                .map(str::parse)
                .collect::<Result<Vec<f32>, _>>()
        });
        let view = match view {
            Some(Ok(view)) if view.len() == 4 => [view[0], view[1], view[2], view[3]],
            Some(_) => return Err("its viewBox is not four numbers".into()),
            None => match (number("width"), number("height")) {
                (Some(w), Some(h)) => [0.0, 0.0, w, h],
                _ => return Err("it has neither a viewBox nor a size".into()),
            },
        };
        if !(view[2] > 0.0 && view[3] > 0.0 && view.iter().all(|n| n.is_finite())) {
            return Err("it has no size".into());
        }
        let mut writer = Writer { parts: Vec::new(), text: String::new() };
        writer.group(root)?;
        writer.flush();
        Ok(Self { view, parts: writer.parts })
    }

    /// How wide it is when it is one high.
    pub(super) fn aspect(&self) -> f32 {
        self.view[2] / self.view[3]
    }

    /// Writes it with its top left corner at a point, in a height; `prefix` must differ from use to
    /// use.
    pub(super) fn write(
        &self,
        out: &mut String,
        x: f32,
        y: f32,
        height: f32,
        colour: &str,
        prefix: &str,
    ) {
        let scale = height / self.view[3];
        let dx = x - self.view[0] * scale;
        let dy = y - self.view[1] * scale;
        let _ = write!(
            out,
            "<g transform=\"translate({dx:.4} {dy:.4}) scale({scale:.6})\" color=\"{}\"",
            escape(colour)
        );
        for part in &self.parts {
            out.push_str(match part {
                IconPart::Text(text) => text,
                IconPart::Prefix => prefix,
            });
        }
        out.push_str("</g>");
    }
}

struct Writer {
    parts: Vec<IconPart>,
    text: String,
}

impl Writer {
    /// The root: its presentation goes to the group that is already open, then its children.
    fn group(&mut self, root: Node<'_, '_>) -> Result<(), String> {
        // What the root says about its place is replaced by the group's transform.
        self.attributes(
            root,
            &[
                "width",
                "height",
                "viewBox",
                "x",
                "y",
                "version",
                "baseProfile",
                "id",
                "preserveAspectRatio",
                "color",
            ],
        );
        self.text.push('>');
        for child in root.children() {
            self.node(child)?;
        }
        Ok(())
    }

    fn node(&mut self, node: Node<'_, '_>) -> Result<(), String> {
        if node.is_text() {
            self.text.push_str(&escape(node.text().unwrap_or_default()));
            return Ok(());
        }
        let name = node.tag_name();
        // What drawing programs store for themselves is not drawn.
        if !node.is_element()
            || name.namespace().is_some_and(|ns| ns != SVG)
            || matches!(name.name(), "style" | "title" | "desc" | "metadata")
        {
            return Ok(());
        }
        if name.name() == "script" || name.name() == "foreignObject" {
            return Err(format!("it contains a `{}`", name.name()));
        }
        self.text.push('<');
        self.text.push_str(name.name());
        self.attributes(node, &[]);
        self.text.push('>');
        for child in node.children() {
            self.node(child)?;
        }
        let _ = write!(self.text, "</{}>", name.name());
        Ok(())
    }

    fn attributes(&mut self, node: Node<'_, '_>, skip: &[&str]) {
        for attribute in node.attributes() {
            let name = attribute.name();
            let shown = match attribute.namespace() {
                None if name == "class" || skip.contains(&name) => continue,
                None => name,
                Some(XLINK) if name == "href" => "href",
                Some(XML) if name == "space" => "xml:space",
                Some(_) => continue,
            };
            self.attribute(shown, attribute.value());
        }
    }

    /// An attribute, its ids and references kept apart by a prefix.
    fn attribute(&mut self, name: &str, value: &str) {
        let _ = write!(self.text, " {name}=\"");
        if name == "id" {
            self.prefix();
            self.text.push_str(&escape(value));
        } else if name == "href" && value.starts_with('#') {
            self.text.push('#');
            self.prefix();
            self.text.push_str(&escape(&value[1..]));
        } else {
            let mut rest = value;
            while let Some(at) = rest.find("url(") {
                let open = &rest[at + 4..];
                let target = open.trim_start_matches(['"', '\'', ' ']);
                let gap = at + 4 + (open.len() - target.len());
                if let Some(id) = target.strip_prefix('#') {
                    self.text.push_str(&escape(&rest[..at]));
                    self.text.push_str("url(#");
                    self.prefix();
                    let end = id.find(')').unwrap_or(id.len());
                    self.text.push_str(&escape(id[..end].trim_end_matches(['"', '\'', ' '])));
                    rest = &id[end..];
                } else {
                    self.text.push_str(&escape(&rest[..gap]));
                    rest = target;
                }
            }
            self.text.push_str(&escape(rest));
        }
        self.text.push('"');
    }

    fn prefix(&mut self) {
        self.flush();
        self.parts.push(IconPart::Prefix);
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(IconPart::Text(std::mem::take(&mut self.text)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(svg: &str) -> String {
        let mut out = String::new();
        Icon::read(svg).unwrap().write(&mut out, 1.0, 2.0, 4.0, "#c00", "a-");
        out
    }

    #[test]
    fn ids_are_prefixed_wherever_they_are_used() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg"
            xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" fill="currentColor">
            <linearGradient id="g"/><rect fill="url(#g)" style="stroke:url('#g')"/>
            <use xlink:href="#g"/></svg>"##;
        let out = drawn(svg);
        assert!(out.contains(r#"id="a-g""#), "{out}");
        assert_eq!(out.matches("#a-g").count(), 3, "{out}");
        let group = r#"<g transform="translate(1.0000 2.0000) scale(0.500000)" "#;
        let colour = r##"color="#c00" fill="currentColor">"##;
        assert!(out.starts_with(&format!("{group}{colour}")), "{out}");
        assert!(usvg::roxmltree::Document::parse(&out).is_ok());
    }

    #[test]
    fn classes_become_styles_and_do_not_leak_into_the_face() {
        let out = drawn(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">
                <style>.a,.b{fill:red}</style><path class="a" d="M0 0"/></svg>"#,
        );
        assert!(out.contains(r#"style="fill:red""#) && !out.contains("<style"), "{out}");
        let fault = Icon::read(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">
                <style>g:has(path){fill:red}</style></svg>"#,
        );
        assert!(fault.unwrap_err().contains("`g:has(path)`"));
    }

    #[test]
    fn an_icon_without_a_size_is_refused() {
        assert!(Icon::read("<svg/>").is_err());
        assert!(Icon::read(r#"<svg viewBox="0 0 0 8"/>"#).is_err());
        assert!(Icon::read("<svg").is_err());
        assert!((Icon::read(r#"<svg viewBox="0 0 16 8"/>"#).unwrap().aspect() - 2.0).abs() < 1e-6);
    }
}
