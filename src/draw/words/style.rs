//! The properties of text, as CSS hands them down from element to element.

use std::str::FromStr;

use parlance::{FontFeature, FontVariation, Language, Tag};
use roxmltree::Node;
use svgtypes::{FontShorthand, Length, LengthUnit};

use super::unset::Unset;
use crate::svg::{inline, named_features};
use crate::text::BOX;

/// The namespace of `xml:lang` and `xml:space`.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Which end of a line stands at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Anchor {
    #[default]
    Start,
    Middle,
    End,
}

/// A step up or down from the baseline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BaselineShift {
    Sub,
    Super,
    By(f32),
}

/// The properties of an element.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct Style<'a> {
    pub(super) families: &'a str,
    pub(super) size: f32,
    pub(super) weight: u16,
    pub(super) italic: bool,
    /// In percent.
    pub(super) width: f32,
    pub(super) anchor: Anchor,
    pub(super) rtl: bool,
    pub(super) letter_spacing: f32,
    pub(super) word_spacing: f32,
    pub(super) language: Option<Language>,
    pub(super) preserve: bool,
    /// Drawn without smooth edges.
    pub(super) crisp: bool,
    /// Not drawn at all.
    pub(super) hidden: bool,
    kerning: bool,
    variations: &'a str,
    features: &'a str,
    caps: &'a str,
    variants: [&'a str; 5],
    /// Of this element alone.
    pub(super) decoration: &'a str,
    /// Of this element and all around it.
    pub(super) decorated: Vec<&'a str>,
    /// Whether this element says anything about colours or lines.
    pub(super) paints: bool,
    /// From the text down to this element.
    pub(super) shifts: Vec<BaselineShift>,
    dominant: &'a str,
    alignment: &'a str,
    vertical: bool,
}

impl Style<'_> {
    /// What holds where nothing is said.
    pub(super) const fn initial() -> Self {
        Self {
            families: "",
            size: 12.0,
            weight: 400,
            italic: false,
            width: 100.0,
            anchor: Anchor::Start,
            rtl: false,
            letter_spacing: 0.0,
            word_spacing: 0.0,
            language: None,
            preserve: false,
            crisp: false,
            hidden: false,
            kerning: true,
            variations: "",
            features: "",
            caps: "",
            variants: [""; 5],
            decoration: "",
            decorated: Vec::new(),
            paints: false,
            shifts: Vec::new(),
            dominant: "",
            alignment: "",
            vertical: false,
        }
    }
}

impl<'a> Style<'a> {
    /// The properties of a child.
    pub(super) fn of(&self, node: Node<'a, '_>) -> Result<Self, Unset> {
        let mut style = Self {
            decoration: "",
            paints: false,
            hidden: false,
            // Both are handed down by one step alone.
            dominant: "",
            alignment: "",
            // What is around a box does not reach into it.
            ..if node.attribute(BOX) == Some("box") { Self::initial() } else { self.clone() }
        };
        let text = node.tag_name().name() == "text";
        if text {
            style.shifts.clear();
        }
        for attribute in node.attributes() {
            match (attribute.namespace(), attribute.name()) {
                (Some(XML), "space") => style.preserve = attribute.value() == "preserve",
                (Some(XML) | None, "lang") => {
                    style.language = Language::parse(attribute.value()).ok();
                }
                (None, "style" | "font" | "font-kerning" | "font-feature-settings")
                | (Some(_), _) => {}
                (None, name) if name.starts_with("font-variant-") => {}
                (None, name) => style.set(self, name, attribute.value())?,
            }
        }
        for (name, value) in node.attribute("style").into_iter().flat_map(inline) {
            if name == "font" {
                style.shorthand(self, value)?;
            } else {
                style.set(self, name, value)?;
            }
        }
        if style.vertical && text {
            return Err(Unset);
        }
        if style.dominant.is_empty() {
            style.dominant = self.dominant;
        }
        if style.alignment.is_empty() {
            style.alignment = self.alignment;
        }
        Ok(style)
    }

    fn shorthand(&mut self, parent: &Self, value: &'a str) -> Result<(), Unset> {
        let font = FontShorthand::from_str(value).map_err(|_| Unset)?;
        self.caps = "";
        self.variants = [""; 5];
        self.kerning = true;
        self.set(parent, "font-style", font.font_style.unwrap_or("normal"))?;
        self.set(parent, "font-weight", font.font_weight.unwrap_or("normal"))?;
        self.set(parent, "font-stretch", font.font_stretch.unwrap_or("normal"))?;
        self.set(parent, "font-variant", font.font_variant.unwrap_or("normal"))?;
        self.set(parent, "font-size", font.font_size)?;
        self.set(parent, "font-family", font.font_family)
    }

    fn set(&mut self, parent: &Self, name: &str, value: &'a str) -> Result<(), Unset> {
        if value == "inherit" {
            // Everything that is read here is inherited anyway, but for these.
            return match name {
                "text-decoration" | "baseline-shift" | "display" => Err(Unset),
                _ => Ok(()),
            };
        }
        match name {
            "font-family" => self.families = value,
            "font-size" => self.size = font_size(value, parent.size)?,
            "font-weight" => self.weight = font_weight(value, parent.weight),
            "font-style" => self.italic = value != "normal",
            "font-stretch" | "font-width" => self.width = font_width(value)?,
            "font-variation-settings" => self.variations = value,
            "font-feature-settings" => self.features = value,
            "font-kerning" => self.kerning = value != "none",
            "kerning" => self.kerning = self.length(value) != Ok(0.0),
            "font-variant" => {
                self.caps = value;
                self.variants[0] = value;
            }
            "font-variant-caps" => self.caps = value,
            "font-variant-ligatures" => self.variants[1] = value,
            "font-variant-numeric" => self.variants[2] = value,
            "font-variant-position" => self.variants[3] = value,
            "font-variant-east-asian" => self.variants[4] = value,
            "letter-spacing" => self.letter_spacing = self.spacing(value)?,
            "word-spacing" => self.word_spacing = self.spacing(value)?,
            "text-anchor" => {
                self.anchor = match value {
                    "start" => Anchor::Start,
                    "middle" => Anchor::Middle,
                    "end" => Anchor::End,
                    _ => return Err(Unset),
                }
            }
            "direction" => self.rtl = value == "rtl",
            "text-rendering" => self.crisp = value == "optimizeSpeed",
            "writing-mode" => self.vertical = value.starts_with("tb") || value.starts_with("vert"),
            "display" => self.hidden = value == "none",
            "text-decoration" => {
                self.decoration = value;
                self.decorated.push(value);
            }
            "dominant-baseline" if value != "no-change" => self.dominant = value,
            "alignment-baseline" => self.alignment = value,
            "baseline-shift" => {
                let shift = match value {
                    "baseline" => return Ok(()),
                    "sub" => BaselineShift::Sub,
                    "super" => BaselineShift::Super,
                    _ => match Length::from_str(value).map_err(|_| Unset)? {
                        Length { number, unit: LengthUnit::Percent } => {
                            BaselineShift::By(number as f32 / 100.0 * self.size)
                        }
                        length => BaselineShift::By(user_units(length, self.size)?),
                    },
                };
                self.shifts.push(shift);
            }
            "textLength" | "rotate" => return Err(Unset),
            "text-orientation" if value != "mixed" => return Err(Unset),
            "color" => self.paints = true,
            _ if name.starts_with("fill") || name.starts_with("stroke") => self.paints = true,
            _ => {}
        }
        Ok(())
    }

    /// A length in the units of the element.
    pub(super) fn length(&self, value: &str) -> Result<f32, Unset> {
        user_units(Length::from_str(value).map_err(|_| Unset)?, self.size)
    }

    /// A list of lengths.
    pub(super) fn lengths(&self, value: &str) -> Result<Vec<f32>, Unset> {
        svgtypes::LengthListParser::from(value)
            .map(|length| user_units(length.map_err(|_| Unset)?, self.size))
            .collect()
    }

    fn spacing(&self, value: &str) -> Result<f32, Unset> {
        if value == "normal" { Ok(0.0) } else { self.length(value) }
    }

    /// The baseline that is asked for, of the element or of all of the text.
    pub(super) const fn baseline(&self) -> &'a str {
        match self.alignment.as_bytes() {
            b"" | b"auto" | b"baseline" => self.dominant,
            _ => self.alignment,
        }
    }

    /// Where it wants a variable font to stand on its axes.
    pub(super) fn stated_variations(&self) -> Result<Vec<FontVariation>, Unset> {
        if matches!(self.variations, "" | "normal") {
            return Ok(Vec::new());
        }
        FontVariation::parse_css_list(self.variations).map(|v| v.map_err(|_| Unset)).collect()
    }

    /// The features it asks for; what is set one by one goes before what has a name.
    pub(super) fn font_features(&self) -> Result<Vec<FontFeature>, Unset> {
        let mut features = Vec::new();
        if !self.kerning {
            features.push(FontFeature::new(Tag::new(b"kern"), 0));
        }
        let words = std::iter::once(self.caps).chain(self.variants).flat_map(str::split_whitespace);
        for word in words {
            let Some((tags, value)) = named_features(word) else { continue };
            features.extend(tags.iter().map(|tag| FontFeature::new(Tag::new(tag), value)));
        }
        if !matches!(self.features, "" | "normal") {
            for feature in FontFeature::parse_css_list(self.features) {
                features.push(feature.map_err(|_| Unset)?);
            }
        }
        Ok(features)
    }
}

/// A length in user units; px are 1/96 inch. What is a share of the view is left to usvg.
fn user_units(length: Length, em: f32) -> Result<f32, Unset> {
    let n = length.number as f32;
    Ok(match length.unit {
        LengthUnit::None | LengthUnit::Px => n,
        LengthUnit::Em => n * em,
        LengthUnit::Ex => n * em / 2.0,
        LengthUnit::In => n * 96.0,
        LengthUnit::Cm => n * 96.0 / 2.54,
        LengthUnit::Mm => n * 96.0 / 25.4,
        LengthUnit::Pt => n * 96.0 / 72.0,
        LengthUnit::Pc => n * 96.0 / 6.0,
        LengthUnit::Percent => return Err(Unset),
    })
}

fn font_size(value: &str, parent: f32) -> Result<f32, Unset> {
    // Each step is a fifth, as usvg has it.
    let step = |power: i32| {
        Ok(parent * (0..power.abs()).fold(1.0, |f, _| if power > 0 { f * 1.2 } else { f / 1.2 }))
    };
    match value {
        "xx-small" => step(-3),
        "x-small" => step(-2),
        "small" | "smaller" => step(-1),
        "medium" => step(0),
        "large" | "larger" => step(1),
        "x-large" => step(2),
        "xx-large" => step(3),
        _ => {
            let length = Length::from_str(value).map_err(|_| Unset)?;
            let size = if length.unit == LengthUnit::Percent {
                length.number as f32 * parent / 100.0
            } else {
                user_units(length, parent)?
            };
            if size > 0.0 && size.is_finite() { Ok(size) } else { Err(Unset) }
        }
    }
}

fn font_weight(value: &str, parent: u16) -> u16 {
    match value {
        "normal" => 400,
        "bold" => 700,
        "bolder" => (parent + if parent == 400 { 300 } else { 100 }).clamp(100, 900),
        "lighter" => parent.saturating_sub(if parent == 400 { 200 } else { 100 }).clamp(100, 900),
        _ => value.parse::<f32>().map_or(parent, |w| w.clamp(1.0, 1000.0) as u16),
    }
}

fn font_width(value: &str) -> Result<f32, Unset> {
    Ok(match value {
        "ultra-condensed" => 50.0,
        "extra-condensed" => 62.5,
        "condensed" | "narrower" => 75.0,
        "semi-condensed" => 87.5,
        "semi-expanded" => 112.5,
        "expanded" | "wider" => 125.0,
        "extra-expanded" => 150.0,
        "ultra-expanded" => 200.0,
        "normal" => 100.0,
        _ => match Length::from_str(value) {
            Ok(Length { number, unit: LengthUnit::Percent }) => number as f32,
            _ => return Err(Unset),
        },
    })
}
