//! The options of `textbox`, of `[text]` and of the named styles, all the same.
//!
//! In: names and plain values. Out: what they put onto a [`TextStyle`]. A bare number is millimetres, as everywhere in a
//! template.

use indexmap::IndexMap;

use super::fault::TextFault;
use super::style::{Align, Extent, Figures, Fit, IconBaseline, TextStyle, VerticalAlign};
use crate::diag::did_you_mean;
use crate::units::Length;

/// A value as TOML or a template gives it.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// `"9pt"`.
    Text(String),
    /// `3`.
    Number(f64),
    /// `true`.
    Bool(bool),
    /// `["Noto Sans Hebrew"]`.
    List(Vec<String>),
}

/// An option, for messages and the reference page.
#[derive(Clone, Copy, Debug)]
pub struct OptionDoc {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: &'static str,
}

/// Every option.
pub const OPTIONS: &[OptionDoc] = &[
    OptionDoc { name: "family", takes: "the name of a font family of the project" },
    OptionDoc {
        name: "fallback",
        takes: "a list of families for characters that the first does not have",
    },
    OptionDoc { name: "size", takes: "a length such as \"9pt\", or millimetres" },
    OptionDoc { name: "min_size", takes: "a length; nothing shrinks below it" },
    OptionDoc {
        name: "leading",
        takes: "from baseline to baseline: a length such as \"11pt\", or a multiple of the size such as 1.2",
    },
    OptionDoc { name: "colour", takes: "an SVG colour such as \"#c00\"" },
    OptionDoc { name: "weight", takes: "400 for regular, 700 for bold, or \"regular\", \"bold\"" },
    OptionDoc { name: "italic", takes: "true or false" },
    OptionDoc {
        name: "align",
        takes: "\"start\", \"centre\", \"end\", \"left\", \"right\" or \"justify\"",
    },
    OptionDoc { name: "valign", takes: "\"top\", \"middle\" or \"bottom\"" },
    OptionDoc {
        name: "paragraph_spacing",
        takes: "what a blank line adds: a length, or a share of the leading such as \"50%\"",
    },
    OptionDoc {
        name: "padding",
        takes: "a length for all sides, or two or four separated by spaces: top, right, bottom, left",
    },
    OptionDoc { name: "rotate", takes: "degrees, clockwise" },
    OptionDoc { name: "lang", takes: "a language such as \"it\", or \"none\"" },
    OptionDoc { name: "hyphenate", takes: "true or false" },
    OptionDoc { name: "letter_spacing", takes: "a length, or a share of the size such as \"5%\"" },
    OptionDoc { name: "fit", takes: "\"shrink\" or \"none\"" },
    OptionDoc { name: "quotes", takes: "true or false" },
    OptionDoc {
        name: "figures",
        takes: "\"lining\" or \"oldstyle\", \"tabular\" or \"proportional\", or one of each",
    },
    OptionDoc { name: "icon_baseline", takes: "\"middle\", \"baseline\" or \"bottom\"" },
    OptionDoc {
        name: "icon_size",
        takes: "a share of the size such as \"110%\", or a multiple such as 1.1",
    },
    OptionDoc { name: "same_size", takes: "true or false: one size for all cards of a deck" },
];

/// Some options, as a table or a call states them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StyleOptions {
    values: IndexMap<String, OptionValue>,
    /// The style it is built on.
    pub extends: Option<String>,
}

impl StyleOptions {
    /// Nothing stated.
    pub fn new() -> Self {
        Self::default()
    }

    /// States an option. The value is checked at once, so that a mistake is reported where it is written.
    pub fn set(&mut self, name: &str, value: OptionValue) -> Result<(), TextFault> {
        let name = match name {
            "color" => "colour",
            "extends" => {
                let OptionValue::Text(base) = value else {
                    return Err(takes("extends", "the name of a style"));
                };
                self.extends = Some(base);
                return Ok(());
            }
            other => other,
        };
        apply(&mut TextStyle::default(), name, &value)?;
        self.values.insert(name.to_owned(), value);
        Ok(())
    }

    /// States what another states, in place of what was stated before.
    pub fn merge(&mut self, other: &Self) {
        self.values.extend(other.values.iter().map(|(name, value)| (name.clone(), value.clone())));
        if other.extends.is_some() {
            self.extends.clone_from(&other.extends);
        }
    }

    /// Whether an option is stated.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Puts what is stated onto a style.
    pub(super) fn apply(&self, style: &mut TextStyle) {
        let smallest = style.min_size;
        for (name, value) in &self.values {
            // Checked when it was stated.
            let _ = apply(style, name, value);
        }
        // A size stated below the usual smallest one is meant.
        if self.has("size") && !self.has("min_size") && style.min_size == smallest {
            style.min_size = style.min_size.min(style.size);
        }
    }
}

fn takes(option: &str, what: &str) -> TextFault {
    TextFault::BadOption { option: option.to_owned(), why: format!("takes {what}"), hint: None }
}

/// Puts one option onto a style.
fn apply(style: &mut TextStyle, name: &str, value: &OptionValue) -> Result<(), TextFault> {
    let wrong = || takes(name, OPTIONS.iter().find(|o| o.name == name).map_or("", |o| o.takes));
    match name {
        "family" => text(value).ok_or_else(wrong)?.trim().clone_into(&mut style.family),
        "fallback" => {
            style.fallback = match value {
                OptionValue::List(families) => families.clone(),
                OptionValue::Text(families) => {
                    families.split(',').map(|f| f.trim().to_owned()).collect()
                }
                _ => return Err(wrong()),
            }
        }
        "size" | "min_size" => {
            let size = length(name, value)?;
            if size <= Length::ZERO || size > Length::mm(1000) {
                return Err(TextFault::BadOption {
                    option: name.to_owned(),
                    why: "must be above 0mm and at most 1000mm".into(),
                    hint: None,
                });
            }
            if name == "size" { style.size = size } else { style.min_size = size }
        }
        "leading" => style.leading = extent(name, value, true)?,
        "colour" => {
            let colour = text(value).ok_or_else(wrong)?;
            check_colour(colour)?;
            colour.clone_into(&mut style.colour);
        }
        "weight" => {
            style.weight = match value {
                OptionValue::Number(n) if (1.0..=1000.0).contains(n) => *n as u16,
                OptionValue::Text(t) if t == "regular" || t == "normal" => 400,
                OptionValue::Text(t) if t == "bold" => 700,
                OptionValue::Text(t) => {
                    t.parse().ok().filter(|w| (1..=1000).contains(w)).ok_or_else(wrong)?
                }
                _ => return Err(wrong()),
            }
        }
        "italic" => style.italic = boolean(value).ok_or_else(wrong)?,
        "hyphenate" => style.hyphenate = boolean(value).ok_or_else(wrong)?,
        "quotes" => style.quotes = boolean(value).ok_or_else(wrong)?,
        "same_size" => style.same_size = boolean(value).ok_or_else(wrong)?,
        "align" => {
            style.align = one_of(
                name,
                value,
                &[
                    ("start", Align::Start),
                    ("centre", Align::Centre),
                    ("center", Align::Centre),
                    ("end", Align::End),
                    ("left", Align::Left),
                    ("right", Align::Right),
                    ("justify", Align::Justify),
                ],
            )?;
        }
        "valign" => {
            let names = [
                ("top", VerticalAlign::Top),
                ("middle", VerticalAlign::Middle),
                ("centre", VerticalAlign::Middle),
                ("bottom", VerticalAlign::Bottom),
            ];
            style.valign = one_of(name, value, &names)?;
        }
        "fit" => style.fit = one_of(name, value, &[("shrink", Fit::Shrink), ("none", Fit::None)])?,
        "icon_baseline" => {
            let names = [
                ("middle", IconBaseline::Middle),
                ("baseline", IconBaseline::Baseline),
                ("bottom", IconBaseline::Bottom),
            ];
            style.icon_baseline = one_of(name, value, &names)?;
        }
        "icon_size" => match extent(name, value, true)? {
            Extent::Share(share) if (100..=10_000).contains(&share) => style.icon_size = share,
            _ => return Err(wrong()),
        },
        "paragraph_spacing" => style.paragraph_spacing = extent(name, value, false)?,
        "letter_spacing" => style.letter_spacing = extent(name, value, false)?,
        "padding" => style.padding = sides(name, value)?,
        "rotate" => match value {
            OptionValue::Number(n) if n.abs() <= 3600.0 => {
                style.rotate = (n * 1000.0).round() as i32
            }
            _ => return Err(wrong()),
        },
        "lang" => {
            let lang = text(value).ok_or_else(wrong)?;
            style.lang = if lang == "none" { String::new() } else { lang.to_owned() };
        }
        "figures" => style.figures = figures(value).ok_or_else(wrong)?,
        _ => {
            let known = OPTIONS.iter().map(|o| o.name);
            return Err(TextFault::BadOption {
                option: name.to_owned(),
                why: "texts have no such option".into(),
                hint: did_you_mean(name, known),
            });
        }
    }
    Ok(())
}

fn text(value: &OptionValue) -> Option<&str> {
    if let OptionValue::Text(text) = value { Some(text) } else { None }
}

fn boolean(value: &OptionValue) -> Option<bool> {
    match value {
        OptionValue::Bool(b) => Some(*b),
        // Cells of a table are strings.
        OptionValue::Text(t) if t == "true" || t == "yes" => Some(true),
        OptionValue::Text(t) if t == "false" || t == "no" => Some(false),
        _ => None,
    }
}

fn one_of<T: Copy>(option: &str, value: &OptionValue, names: &[(&str, T)]) -> Result<T, TextFault> {
    let typed = text(value).unwrap_or_default();
    let found = names.iter().find(|(name, _)| *name == typed).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let doc = OPTIONS.iter().find(|o| o.name == option).map_or("", |o| o.takes);
        let mut fault = takes(option, doc);
        if option == "fit"
            && matches!(typed, "clip" | "grow" | "ellipsis")
            && let TextFault::BadOption { hint, .. } = &mut fault
        {
            *hint = Some("a text that is cut off or leaves its box would go to print unseen; shorten it or let it shrink".into());
        } else if let TextFault::BadOption { hint, .. } = &mut fault {
            *hint = did_you_mean(typed, names.iter().map(|(n, _)| *n));
        }
        fault
    })
}

/// A length with its unit, or millimetres.
pub(super) fn length(option: &str, value: &OptionValue) -> Result<Length, TextFault> {
    match value {
        OptionValue::Number(mm) => from_mm(*mm).ok_or_else(|| takes(option, "at most 10000mm")),
        OptionValue::Text(text) => match text.trim().parse::<f64>() {
            Ok(mm) => from_mm(mm).ok_or_else(|| takes(option, "at most 10000mm")),
            Err(_) => Length::parse(text).map_err(|error| TextFault::BadOption {
                option: option.to_owned(),
                why: error.to_string(),
                hint: None,
            }),
        },
        _ => Err(takes(option, "a length such as \"9pt\", or millimetres")),
    }
}

/// Millimetres as templates count them.
pub fn from_mm(mm: f64) -> Option<Length> {
    (mm.abs() <= Length::MAX.to_mm()).then(|| Length::round_mm(mm))
}

fn extent(option: &str, value: &OptionValue, number_is_share: bool) -> Result<Extent, TextFault> {
    let share = |n: f64| {
        if (-10.0..=100.0).contains(&n) && n >= 0.0 {
            Ok(Extent::Share((n * 1000.0).round() as u32))
        } else {
            Err(takes(option, "a share between 0 and 100"))
        }
    };
    match value {
        OptionValue::Number(n) if number_is_share => share(*n),
        OptionValue::Text(t) if t.trim().ends_with('%') => {
            let number = t
                .trim()
                .trim_end_matches('%')
                .trim()
                .parse::<f64>()
                .map_err(|_| takes(option, "a share such as \"50%\""))?;
            share(number / 100.0)
        }
        OptionValue::Text(t) if number_is_share && t.trim().parse::<f64>().is_ok() => {
            share(t.trim().parse().unwrap_or(1.0))
        }
        _ => Ok(Extent::Fixed(length(option, value)?)),
    }
}

fn sides(option: &str, value: &OptionValue) -> Result<[Length; 4], TextFault> {
    let parts: Vec<OptionValue> = match value {
        OptionValue::Text(text) => {
            text.split_whitespace().map(|t| OptionValue::Text(t.to_owned())).collect()
        }
        OptionValue::List(list) => list.iter().map(|t| OptionValue::Text(t.clone())).collect(),
        other => vec![other.clone()],
    };
    let lengths = parts.iter().map(|p| length(option, p)).collect::<Result<Vec<_>, _>>()?;
    match lengths[..] {
        [all] => Ok([all; 4]),
        [vertical, horizontal] => Ok([vertical, horizontal, vertical, horizontal]),
        [top, right, bottom, left] => Ok([top, right, bottom, left]),
        _ => Err(takes(option, "one, two or four lengths")),
    }
}

fn figures(value: &OptionValue) -> Option<Figures> {
    let mut figures = Figures::default();
    for word in text(value)?.split([' ', ',']).filter(|w| !w.is_empty()) {
        match word {
            "lining" => figures.lining = Some(true),
            "oldstyle" | "old-style" => figures.lining = Some(false),
            "tabular" => figures.tabular = Some(true),
            "proportional" => figures.tabular = Some(false),
            _ => return None,
        }
    }
    Some(figures)
}

/// A colour that usvg understands; others it would turn black.
pub(super) fn check_colour(colour: &str) -> Result<(), TextFault> {
    let fine = colour == "currentColor"
        || colour == "none"
        || colour.starts_with("url(#")
        || <svgtypes::Color as std::str::FromStr>::from_str(colour).is_ok();
    if fine {
        Ok(())
    } else {
        Err(TextFault::BadOption {
            option: "colour".into(),
            why: format!("`{colour}` is not a colour"),
            hint: Some("write it as \"#c00\", \"#cc0000\" or a name such as \"crimson\"".into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(
        name: &str,
        value: impl std::borrow::Borrow<OptionValue>,
    ) -> Result<TextStyle, TextFault> {
        let mut style = TextStyle::default();
        apply(&mut style, name, value.borrow())?;
        Ok(style)
    }

    #[test]
    fn lengths_have_a_unit_or_are_millimetres() {
        assert_eq!(with("size", OptionValue::Text("9pt".into())).unwrap().size, Length::pt(9));
        assert_eq!(with("size", OptionValue::Number(3.0)).unwrap().size, Length::mm(3));
        assert_eq!(
            with("padding", OptionValue::Text("1mm 2".into())).unwrap().padding,
            [1, 2, 1, 2].map(Length::mm)
        );
        assert_eq!(with("leading", OptionValue::Number(1.2)).unwrap().leading, Extent::Share(1200));
        assert_eq!(
            with("leading", OptionValue::Text("3.6mm".into())).unwrap().leading,
            Extent::Fixed(Length::um(3600))
        );
        assert!(with("size", OptionValue::Number(0.0)).is_err());
        assert!(with("size", OptionValue::Number(f64::NAN)).is_err());
    }

    #[test]
    fn wrong_options_say_what_is_right() {
        let fault = with("algin", OptionValue::Text("left".into())).unwrap_err();
        assert_eq!(fault.hint().as_deref(), Some("did you mean `align`?"));
        let fault = with("fit", OptionValue::Text("clip".into())).unwrap_err();
        assert!(fault.hint().unwrap().contains("unseen"), "{fault}");
        let fault = with("colour", OptionValue::Text("redd".into())).unwrap_err();
        assert_eq!(fault.to_string(), "`colour`: `redd` is not a colour");
    }
}
