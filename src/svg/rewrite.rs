//! What the renderer does not know is written in words that it does.

use roxmltree::Node;

use super::css::Declaration;
use super::fault::Fault;
use super::geometry::{self, Viewport};
use super::printed::Use;
use super::properties::is_ignored;
use super::references::{href, references};
use super::tidy::Reader;
use super::transform::{self, ReferenceBox};
use crate::diag::Code;
use crate::xml::escape;

const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// The properties that move an element, in the order in which CSS applies them; the last is a list.
const MOVES: [&str; 4] = ["translate", "rotate", "scale", "transform"];

impl Reader<'_, '_> {
    /// Rewrites one element.
    pub(super) fn rewrite(&mut self, node: Node<'_, '_>) {
        let name = node.tag_name().name();
        if name == "style" {
            self.edits.replace(&node.range(), "");
            return;
        }
        let mut style = Style::of(self, node);
        self.rewrite_attributes(node);
        self.rewrite_geometry(node, name, &mut style);
        self.rewrite_transform(node, name, &mut style);
        self.rewrite_stroke(node, name, &mut style);
        self.rewrite_text(node, &mut style);
        if self.is_root(node) {
            style.background();
            self.edits.unset(node, "background-color");
        }
        if matches!(name, "linearGradient" | "radialGradient") {
            self.inherit_transform(node, "gradientTransform");
            if let Err(why) = self.expand_spread(node) {
                let method = format!("`spreadMethod` of <{name}> is not drawn: {why}");
                let tag = self.start_tag(node);
                let fault = Fault::error(Code::F007, method).inside(tag, "spreadMethod").near(tag);
                self.faults.push(fault.hint("write the circles as stops of a larger gradient"));
            }
        } else if name == "pattern" {
            self.inherit_transform(node, "patternTransform");
        }
        if style.changed {
            let text = style.to_string();
            if text.is_empty() {
                self.edits.unset(node, "style");
            } else {
                self.edits.set(self.text, node, "style", &text);
            }
        }
    }

    /// A value with its custom properties written out, as far as they are known.
    pub(super) fn resolved(&self, node: Node<'_, '_>, value: &str) -> String {
        let mut out = value.to_owned();
        // A custom property may name others; more than a few is a circle.
        for _ in 0..8 {
            let Some(start) = out.find("var(") else { break };
            let inside = &out[start + 4..];
            let Some(length) = closing(inside) else { break };
            let (name, fallback) = match inside[..length].split_once(',') {
                Some((name, fallback)) => (name.trim(), Some(fallback.trim())),
                None => (inside[..length].trim(), None),
            };
            let own = self.cascade.inherited(node, name, false);
            let Some(new) = own.or(fallback) else { break };
            let new = new.to_owned();
            out.replace_range(start..=start + 4 + length, &new);
        }
        out
    }

    fn rewrite_attributes(&mut self, node: Node<'_, '_>) {
        for attribute in node.attributes().filter(|a| a.namespace().is_none()) {
            let name = attribute.name();
            let value = attribute.value();
            if self.is_gone(name, value) {
                self.edits.unset(node, name);
            } else if let Some(number) = as_number(name, value) {
                self.edits.set(self.text, node, name, number);
            } else if name != "style" && value.contains("var(") {
                let new = self.resolved(node, value);
                self.edits.set(self.text, node, name, &new);
            }
        }
        // Browsers take it for true.
        self.edits.unset(node, "requiredFeatures");
    }

    /// Whether a property is as if it were not written: a marker that does not exist is none.
    fn is_gone(&self, name: &str, value: &str) -> bool {
        let no_marker = name.starts_with("marker")
            && references(value).next().is_some_and(|id| !self.ids.contains_key(id));
        no_marker || is_ignored(name, value, self.printed)
    }

    /// Places and sizes in CSS become attributes.
    fn rewrite_geometry(&mut self, node: Node<'_, '_>, name: &str, style: &mut Style) {
        for Declaration { name: key, value, .. } in style.all.clone() {
            let applies = match key.as_str() {
                "cx" | "cy" => matches!(name, "circle" | "ellipse"),
                "r" => name == "circle",
                "rx" | "ry" => matches!(name, "rect" | "ellipse"),
                "x" | "y" | "width" | "height" => {
                    matches!(name, "rect" | "image" | "svg" | "use" | "foreignObject")
                }
                "d" => name == "path",
                _ => false,
            };
            if !applies || value == "auto" || (value == "none" && key == "d") {
                continue;
            }
            let new = if key == "d" { path_data(&value) } else { css_length(&value) };
            match new {
                Some(new) => self.edits.set(self.text, node, &key, &new),
                None => self.not_drawn(node, name, &key, &value, "write it as an attribute"),
            }
        }
    }

    fn rewrite_transform(&mut self, node: Node<'_, '_>, name: &str, style: &mut Style) {
        let moves = MOVES.iter().any(|key| style.get(key).is_some());
        let reference = style.get("transform-box").map(str::to_owned);
        let of_view = reference.as_deref().is_none_or(|b| matches!(b, "view-box" | "border-box"));
        let origin = style
            .get("transform-origin")
            .or_else(|| node.attribute("transform-origin"))
            .map(str::to_owned);
        if !moves && (of_view || origin.is_none() || node.attribute("transform").is_none()) {
            return;
        }
        let target = match name {
            "linearGradient" | "radialGradient" => "gradientTransform",
            "pattern" => "patternTransform",
            _ => "transform",
        };
        match self.moved(node, style, of_view, origin.as_deref()) {
            Ok(list) => self.edits.set(self.text, node, target, &list),
            Err(why) => {
                let shown = MOVES.iter().find_map(|key| Some((*key, style.get(key)?.to_owned())));
                let (key, value) =
                    shown.unwrap_or(("transform-box", reference.unwrap_or_default()));
                let tag = self.start_tag(node);
                self.faults.push(
                    Fault::error(
                        Code::F007,
                        format!("`{key}: {value}` on <{name}> is not drawn: {why}"),
                    )
                    .inside(tag, key)
                    .near(value)
                    .hint("write a `transform` attribute with numbers"),
                );
            }
        }
        for key in MOVES.into_iter().chain(["transform-origin", "transform-box"]) {
            style.remove(key);
        }
        self.edits.unset(node, "transform-origin");
    }

    /// The list of transforms of an element.
    fn moved(
        &self,
        node: Node<'_, '_>,
        style: &Style,
        of_view: bool,
        origin: Option<&str>,
    ) -> Result<String, String> {
        if self.is_root(node) {
            return Err("the <svg> itself cannot be moved".to_owned());
        }
        let viewport = Viewport::of(node);
        let reference = if of_view {
            let values = MOVES.iter().filter_map(|key| style.get(key)).chain(origin);
            let relative = |v: &str| v.contains('%') || ["center", "right", "bottom"].contains(&v);
            if viewport.is_none() && values.into_iter().any(relative) {
                return Err("the size of what it stands in is not known".to_owned());
            }
            viewport.map_or_else(ReferenceBox::default, Viewport::reference)
        } else {
            geometry::bounds(node, &self.cascade)
                .ok_or("the box of this element is not known before it is drawn")?
        };
        let mut list = Vec::new();
        for key in &MOVES[..3] {
            if let Some(value) = style.get(key) {
                list.extend(transform::single(key, value, reference)?);
            }
        }
        match style.get("transform") {
            Some(value) => list.push(transform::list(value, reference)?),
            None => list.extend(node.attribute("transform").map(str::to_owned)),
        }
        let (x, y) = match origin {
            Some(origin) => transform::origin(origin, reference)?,
            None => (reference.x, reference.y),
        };
        if (x, y) != (0.0, 0.0) {
            list.insert(0, format!("translate({x} {y})"));
            list.push(format!("translate({} {})", -x, -y));
        }
        list.retain(|one| !one.is_empty());
        Ok(list.join(" "))
    }

    /// Strokes whose width or dashes are counted in other units than the shape.
    fn rewrite_stroke(&mut self, node: Node<'_, '_>, name: &str, style: &mut Style) {
        const SHAPES: [&str; 7] =
            ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
        let counts_otherwise = node.attribute("pathLength").is_some()
            || node.attribute("vector-effect").is_some()
            || style.get("vector-effect").is_some();
        if !SHAPES.contains(&name) || !counts_otherwise {
            return;
        }
        let inherited = |reader: &Self, key: &str| {
            let found = reader.cascade.inherited(node, key, true);
            found.map(|value| reader.resolved(node, value))
        };
        if inherited(self, "stroke").is_none_or(|stroke| stroke == "none") {
            return;
        }
        let effect = style.get("vector-effect").or_else(|| node.attribute("vector-effect"));
        let scale = if effect == Some("non-scaling-stroke") {
            let on_page = self.printed == Use::Face;
            let scale = on_page.then(|| geometry::scale_to_page(node, &self.cascade)).flatten();
            let Some(scale) = scale else {
                let hint = "remove it, and set `stroke-width` in the units of the shape";
                self.not_drawn(node, name, "vector-effect", "non-scaling-stroke", hint);
                return;
            };
            1.0 / scale
        } else {
            1.0
        };
        let dashes = inherited(self, "stroke-dasharray").filter(|dashes| dashes != "none");
        let path_length = node.attribute("pathLength").filter(|_| dashes.is_some());
        let per_dash = match path_length {
            None => scale,
            Some(stated) => {
                let real = geometry::length(node, &self.cascade);
                let stated = stated.trim().parse::<f64>().ok().filter(|n| *n > 0.0);
                let (Some(real), Some(stated)) = (real, stated) else {
                    let hint = "remove it, and write the dashes in the units of the shape";
                    self.not_drawn(node, name, "pathLength", path_length.unwrap_or(""), hint);
                    return;
                };
                real / stated
            }
        };
        let mut scaled = |key: &str, value: Option<String>, factor: f64| {
            let Some(value) = value.filter(|_| (factor - 1.0).abs() > 1e-6) else { return };
            let numbers: Option<Vec<String>> = value
                .split([',', ' '])
                .filter(|n| !n.is_empty())
                .map(|n| Some(format!("{:.4}", transform::length(n, 0.0)? * factor)))
                .collect();
            if let Some(numbers) = numbers.filter(|_| !value.contains('%')) {
                style.set(key, &numbers.join(" "));
            }
        };
        let width = inherited(self, "stroke-width").unwrap_or_else(|| "1".to_owned());
        scaled("stroke-width", Some(width), scale);
        scaled("stroke-dasharray", dashes, per_dash);
        scaled("stroke-dashoffset", inherited(self, "stroke-dashoffset"), per_dash);
    }

    fn rewrite_text(&mut self, node: Node<'_, '_>, style: &mut Style) {
        if let Some(space) = style.get("white-space").or_else(|| node.attribute("white-space")) {
            let kept = matches!(space, "pre" | "pre-wrap" | "break-spaces");
            let now = node.ancestors().find_map(|n| n.attribute((XML, "space")));
            let wanted = if kept { "preserve" } else { "default" };
            let is_default = now.is_none_or(|space| space != "preserve");
            if is_default == kept {
                let own =
                    node.attributes().find(|a| a.namespace() == Some(XML) && a.name() == "space");
                if let Some(own) = own {
                    self.edits.replace(&own.range(), "");
                }
                self.edits.set(self.text, node, "xml:space", wanted);
            }
        }
        if style.get("font-variant-caps") == Some("small-caps") {
            style.set("font-variant", "small-caps");
        }
        if let Some(line) = style.get("text-decoration-line").map(str::to_owned)
            && (line != "none" || style.get("text-decoration").is_some())
        {
            style.set("text-decoration", &line);
        }
        self.rewrite_words(node);
    }

    /// The words of an element, as `text-transform` changes them, and with spaces for ends of lines
    /// that the renderer does not know.
    fn rewrite_words(&mut self, node: Node<'_, '_>) {
        let changes = self.cascade.mentions("text-transform");
        let change =
            self.cascade.inherited(node, "text-transform", false).filter(|_| changes).unwrap_or("");
        for child in node.children().filter(Node::is_text) {
            let text = child.text().unwrap_or_default();
            let new = match change {
                "uppercase" => text.to_uppercase(),
                "lowercase" => text.to_lowercase(),
                "capitalize" => capitalised(text),
                _ => text.to_owned(),
            };
            let new = new.replace(['\u{85}', '\u{2028}', '\u{2029}'], " ");
            if new != text && node.ancestors().any(|n| n.tag_name().name() == "text") {
                self.edits.replace(&child.range(), &escape(&new));
            }
        }
    }

    /// Gradients and patterns take the transform of the one they refer to, which usvg 0.47 does not
    /// know.
    fn inherit_transform(&mut self, node: Node<'_, '_>, name: &str) {
        let mut at = node;
        // Longer chains are circles.
        for _ in 0..32 {
            if let Some(found) = at.attribute(name) {
                if at != node {
                    self.edits.set(self.text, node, name, found);
                }
                return;
            }
            let Some(next) = href(at).and_then(|id| self.ids.get(id)) else { return };
            at = *next;
        }
    }

    fn not_drawn(&mut self, node: Node<'_, '_>, name: &str, key: &str, value: &str, hint: &str) {
        let tag = self.start_tag(node);
        let message = format!("`{key}: {value}` on <{name}> is not drawn");
        let fault = Fault::error(Code::F007, message);
        self.faults.push(fault.inside(tag, key).near(value).near(key).hint(hint));
    }
}

/// The declarations of an element on their way into its `style` attribute.
struct Style {
    all: Vec<Declaration>,
    changed: bool,
}

impl Style {
    fn of(reader: &Reader<'_, '_>, node: Node<'_, '_>) -> Self {
        let declared = reader.cascade.declared(node);
        let mut changed = reader.cascade.has_sheet && !declared.is_empty();
        let written = node.attribute("style").unwrap_or_default();
        // The renderer reads neither comments nor names in capitals.
        changed |= written.contains("/*");
        changed |= written.split(';').filter_map(|d| d.split_once(':')).any(|(name, _)| {
            !name.trim_start().starts_with("--") && name.contains(|c: char| c.is_ascii_uppercase())
        });
        let mut all = Vec::with_capacity(declared.len());
        for declaration in declared {
            if reader.is_gone(&declaration.name, &declaration.value) {
                changed = true;
                continue;
            }
            let value = reader.resolved(node, &declaration.value);
            let value = as_number(&declaration.name, &value).map_or(value, str::to_owned);
            changed |= value != declaration.value;
            all.push(Declaration { value, ..declaration.clone() });
        }
        Self { all, changed }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.all.iter().find(|d| d.name == name).map(|d| d.value.as_str())
    }

    fn set(&mut self, name: &str, value: &str) {
        self.all.retain(|d| d.name != name);
        let declaration =
            Declaration { name: name.to_owned(), value: value.to_owned(), important: false };
        self.all.push(declaration);
        self.changed = true;
    }

    fn remove(&mut self, name: &str) {
        let before = self.all.len();
        self.all.retain(|d| d.name != name);
        self.changed |= self.all.len() != before;
    }

    /// A colour behind the whole drawing.
    fn background(&mut self) {
        let Some(value) = self.get("background").map(str::to_owned) else { return };
        if value != "none" {
            self.set("background-color", &value);
        }
        self.remove("background");
    }
}

impl std::fmt::Display for Style {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let drawn = self.all.iter().filter(|d| !d.name.starts_with("--"));
        for (index, declaration) in drawn.enumerate() {
            let separator = if index == 0 { "" } else { ";" };
            write!(f, "{separator}{}:{}", declaration.name, declaration.value)?;
        }
        Ok(())
    }
}

/// The number that a keyword stands for, where the renderer knows numbers only.
fn as_number(name: &str, value: &str) -> Option<&'static str> {
    (matches!(name, "letter-spacing" | "word-spacing") && value == "normal").then_some("0")
}

/// Where the bracket that is open at the beginning ends.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What stands in `path("…")`.
fn path_data(value: &str) -> Option<String> {
    let inside = value.strip_prefix("path(")?.strip_suffix(')')?.trim();
    let data = inside.trim_start_matches("nonzero,").trim_matches(['"', '\'', ' ']);
    Some(data.to_owned())
}

/// A length as an attribute takes it.
fn css_length(value: &str) -> Option<String> {
    if let Some(percent) = value.strip_suffix('%') {
        return percent.trim().parse::<f64>().is_ok().then(|| value.to_owned());
    }
    Some(transform::length(value, 0.0)?.to_string())
}

/// The first letter of each word as a capital.
fn capitalised(text: &str) -> String {
    let mut inside = false;
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !inside && c.is_alphabetic() {
            out.extend(c.to_uppercase());
        } else {
            out.push(c);
        }
        inside = c.is_alphanumeric() || (inside && matches!(c, '\'' | '’'));
    }
    out
}
