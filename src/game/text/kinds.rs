//! The kinds of values that options take.

use std::marker::PhantomData;
use std::str::FromStr;

use super::value::{OptionFault, OptionValue, Wrong, any_length};
use crate::diag::did_you_mean;
use crate::game::toml::{Names, near_colour};
use crate::units::Length;

/// What an option takes.
pub(crate) trait OptionKind {
    /// What is made of it.
    type Value: Clone + std::fmt::Debug + PartialEq;
    /// What the reference and messages call it.
    fn takes() -> String;
    /// The typed value.
    fn parse(value: &OptionValue) -> Result<Self::Value, Wrong>;
    /// The value as it is written in TOML.
    fn show(value: &Self::Value) -> String;
    /// The fault of a value of another kind.
    fn wrong() -> Wrong {
        Wrong::takes(&Self::takes())
    }
}

/// Where lines begin and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// At the side where reading begins.
    #[default]
    Start,
    /// In the middle.
    Centre,
    /// At the side where reading ends.
    End,
    /// At the left, whatever the direction of reading.
    Left,
    /// At the right, whatever the direction of reading.
    Right,
    /// At both sides.
    Justify,
}

impl Names for Align {
    const WHAT: &'static str = "alignment";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("start", Self::Start),
        ("centre", Self::Centre),
        ("center", Self::Centre),
        ("end", Self::End),
        ("left", Self::Left),
        ("right", Self::Right),
        ("justify", Self::Justify),
    ];
}

/// Where the lines stand in their box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VerticalAlign {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

impl Names for VerticalAlign {
    const WHAT: &'static str = "vertical alignment";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("top", Self::Top),
        ("middle", Self::Middle),
        ("centre", Self::Middle),
        ("bottom", Self::Bottom),
    ];
}

/// What happens to a text that is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fit {
    /// It becomes smaller, down to the smallest size. What still does not fit is an error.
    #[default]
    Shrink,
    /// It is an error.
    None,
}

impl Names for Fit {
    const WHAT: &'static str = "fit";
    const NAMES: &'static [(&'static str, Self)] =
        &[("shrink", Self::Shrink), ("none", Self::None)];
}

/// Where icons stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IconBaseline {
    /// In the middle of the capital letters.
    #[default]
    Middle,
    /// On the baseline.
    Baseline,
    /// On the line below which no letter reaches.
    Bottom,
}

impl Names for IconBaseline {
    const WHAT: &'static str = "place of icons";
    const NAMES: &'static [(&'static str, Self)] =
        &[("middle", Self::Middle), ("baseline", Self::Baseline), ("bottom", Self::Bottom)];
}

/// Which digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Figures {
    /// `Some(true)` as high as capitals, `Some(false)` old style.
    pub lining: Option<bool>,
    /// `Some(true)` all of one width.
    pub tabular: Option<bool>,
}

/// A distance that is a length, or a share of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// So long at the wanted size; it shrinks with the text.
    Fixed(Length),
    /// Thousandths of the size of the text, or of the distance of its lines.
    Share(u32),
}

/// One of a few names.
pub(crate) struct NameOf<T>(PhantomData<T>);

impl<T: Names> OptionKind for NameOf<T> {
    type Value = T;

    fn takes() -> String {
        // Other spellings are taken and not shown.
        let mut shown: Vec<T> = Vec::new();
        for (_, value) in T::NAMES {
            if !shown.contains(value) {
                shown.push(*value);
            }
        }
        let names: Vec<String> =
            shown.iter().map(|value| format!("`{}`", Self::show(value))).collect();
        match names.as_slice() {
            [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
            names => names.concat(),
        }
    }

    fn parse(value: &OptionValue) -> Result<T, Wrong> {
        let typed = value.text().unwrap_or_default();
        T::named(typed).ok_or_else(|| {
            let near = did_you_mean(typed, T::NAMES.iter().map(|(name, _)| *name));
            Wrong { hint: near, ..Self::wrong() }
        })
    }

    fn show(value: &T) -> String {
        format!("\"{}\"", value.name())
    }
}

/// What happens to a text that is too long.
pub(crate) struct FitKind;

impl OptionKind for FitKind {
    type Value = Fit;

    fn takes() -> String {
        NameOf::<Fit>::takes()
    }

    fn parse(value: &OptionValue) -> Result<Fit, Wrong> {
        NameOf::<Fit>::parse(value).map_err(|wrong| match value.text() {
            Some("clip" | "grow" | "ellipsis") => Wrong {
                hint: Some(
                    "text that is cut off or overflows its box would go to print unnoticed; \
                     shorten it or let it shrink"
                        .to_owned(),
                ),
                ..wrong
            },
            Some(_) | None => wrong,
        })
    }

    fn show(value: &Fit) -> String {
        NameOf::<Fit>::show(value)
    }
}

/// The name of a font family.
pub(crate) struct Family;

impl OptionKind for Family {
    type Value = String;

    fn takes() -> String {
        "the name of a font family of the project".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<String, Wrong> {
        value.text().map(|family| family.trim().to_owned()).ok_or_else(Self::wrong)
    }

    fn show(value: &String) -> String {
        format!("\"{value}\"")
    }
}

/// Several families.
pub(crate) struct Families;

impl OptionKind for Families {
    type Value = Vec<String>;

    fn takes() -> String {
        "a list of families".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<Vec<String>, Wrong> {
        match value {
            OptionValue::List(families) => Ok(families.clone()),
            OptionValue::Text(families) => {
                Ok(families.split(',').map(|family| family.trim().to_owned()).collect())
            }
            OptionValue::Number(_) | OptionValue::Bool(_) => Err(Self::wrong()),
        }
    }

    fn show(value: &Vec<String>) -> String {
        format!("{value:?}")
    }
}

/// The size of letters.
pub(crate) struct FontSize;

impl OptionKind for FontSize {
    type Value = Length;

    fn takes() -> String {
        "a length such as `\"9pt\"`, or millimetres, up to 1000mm".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<Length, Wrong> {
        let size = any_length(value)?;
        if size > Length::ZERO && size <= Length::mm(1000) {
            return Ok(size);
        }
        Err(Wrong { why: "must be above 0mm and at most 1000mm".to_owned(), hint: None })
    }

    fn show(value: &Length) -> String {
        format!("\"{}pt\"", value.to_pt())
    }
}

/// From baseline to baseline.
pub(crate) struct Leading;

impl OptionKind for Leading {
    type Value = Extent;

    fn takes() -> String {
        "a multiple of the size from 0.1 to 10, or a length such as `\"11pt\"`, up to 1000mm"
            .to_owned()
    }

    fn parse(value: &OptionValue) -> Result<Extent, Wrong> {
        let leading = extent(value, true)?;
        let is_in_range = match leading {
            Extent::Share(thousandths) => (100..=10_000).contains(&thousandths),
            Extent::Fixed(length) => length > Length::ZERO && length <= Length::mm(1000),
        };
        is_in_range.then_some(leading).ok_or_else(Self::wrong)
    }

    fn show(value: &Extent) -> String {
        match value {
            Extent::Fixed(_) => Spacing::show(value),
            Extent::Share(thousandths) => (f64::from(*thousandths) / 1000.0).to_string(),
        }
    }
}

/// A length, or a share.
pub(crate) struct Spacing;

impl OptionKind for Spacing {
    type Value = Extent;

    fn takes() -> String {
        "a length from -10mm to 1000mm, or a share such as `\"50%\"`, up to `\"10000%\"`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<Extent, Wrong> {
        let spacing = extent(value, false)?;
        let is_in_range = match spacing {
            Extent::Share(_) => true,
            Extent::Fixed(length) => (Length::mm(-10)..=Length::mm(1000)).contains(&length),
        };
        is_in_range.then_some(spacing).ok_or_else(Self::wrong)
    }

    fn show(value: &Extent) -> String {
        match value {
            Extent::Fixed(length) => format!("\"{length}\"").replace(' ', ""),
            Extent::Share(thousandths) => format!("\"{}%\"", f64::from(*thousandths) / 10.0),
        }
    }
}

/// The height of icons, in thousandths of the size.
pub(crate) struct IconSize;

impl OptionKind for IconSize {
    type Value = u32;

    fn takes() -> String {
        "a share of the size from `\"10%\"` to `\"1000%\"`, or a multiple such as `1.1`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<u32, Wrong> {
        match extent(value, true)? {
            Extent::Share(share) if (100..=10_000).contains(&share) => Ok(share),
            Extent::Share(_) | Extent::Fixed(_) => Err(Self::wrong()),
        }
    }

    fn show(value: &u32) -> String {
        Spacing::show(&Extent::Share(*value))
    }
}

/// A colour that usvg understands; others it would turn black.
pub(crate) struct Paint;

impl OptionKind for Paint {
    type Value = String;

    fn takes() -> String {
        "an SVG colour such as `\"#c00\"`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<String, Wrong> {
        let colour = value.text().ok_or_else(Self::wrong)?;
        let is_known = colour == "currentColor"
            || colour == "none"
            || colour.starts_with("url(#")
            || svgtypes::Color::from_str(colour).is_ok();
        if is_known {
            return Ok(colour.to_owned());
        }
        Err(Wrong {
            why: format!("`{colour}` is not a colour"),
            hint: Some(near_colour(colour).unwrap_or_else(|| {
                "write it as \"#c00\", \"#cc0000\" or a name such as \"crimson\"".to_owned()
            })),
        })
    }

    fn show(value: &String) -> String {
        format!("\"{value}\"")
    }
}

/// Whether something is such a colour.
pub fn check_colour(colour: &str) -> Result<(), OptionFault> {
    let parsed = Paint::parse(&OptionValue::Text(colour.to_owned()));
    parsed.map(drop).map_err(|wrong| wrong.of("colour"))
}

/// How heavy letters are.
pub(crate) struct Weight;

impl OptionKind for Weight {
    type Value = u16;

    fn takes() -> String {
        "400 for regular, 700 for bold, or `\"regular\"`, `\"bold\"`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<u16, Wrong> {
        let weight = match value {
            OptionValue::Number(weight) => Some(*weight as u16),
            OptionValue::Text(text) if text == "regular" || text == "normal" => Some(400),
            OptionValue::Text(text) if text == "bold" => Some(700),
            OptionValue::Text(text) => text.parse().ok(),
            OptionValue::Bool(_) | OptionValue::List(_) => None,
        };
        weight.filter(|weight| (1..=1000).contains(weight)).ok_or_else(Self::wrong)
    }

    fn show(value: &u16) -> String {
        value.to_string()
    }
}

/// A switch.
pub(crate) struct Flag;

impl OptionKind for Flag {
    type Value = bool;

    fn takes() -> String {
        "`true` or `false`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<bool, Wrong> {
        match value {
            OptionValue::Bool(on) => Ok(*on),
            // Cells of a table are strings.
            OptionValue::Text(text) if text == "true" || text == "yes" => Ok(true),
            OptionValue::Text(text) if text == "false" || text == "no" => Ok(false),
            OptionValue::Text(_) | OptionValue::Number(_) | OptionValue::List(_) => {
                Err(Self::wrong())
            }
        }
    }

    fn show(value: &bool) -> String {
        value.to_string()
    }
}

/// Between a box and its text: top, right, bottom, left.
pub(crate) struct Padding;

impl OptionKind for Padding {
    type Value = [Length; 4];

    fn takes() -> String {
        "a length from -1000mm to 1000mm for all sides, or two or four separated by spaces: top, \
         right, bottom, left"
            .to_owned()
    }

    fn parse(value: &OptionValue) -> Result<[Length; 4], Wrong> {
        let text = |text: &str| OptionValue::Text(text.to_owned());
        let parts: Vec<OptionValue> = match value {
            OptionValue::Text(parts) => parts.split_whitespace().map(text).collect(),
            OptionValue::List(parts) => parts.iter().map(|part| text(part)).collect(),
            OptionValue::Number(_) | OptionValue::Bool(_) => vec![value.clone()],
        };
        let lengths = parts.iter().map(any_length).collect::<Result<Vec<_>, _>>()?;
        if lengths.iter().any(|length| length.abs() > Length::mm(1000)) {
            return Err(Wrong::takes("lengths from -1000mm to 1000mm"));
        }
        match lengths[..] {
            [all] => Ok([all; 4]),
            [vertical, horizontal] => Ok([vertical, horizontal, vertical, horizontal]),
            [top, right, bottom, left] => Ok([top, right, bottom, left]),
            _ => Err(Wrong::takes("one, two or four lengths")),
        }
    }

    fn show(value: &[Length; 4]) -> String {
        let [top, right, bottom, left] = value.map(|length| length.to_string().replace(' ', ""));
        if [&right, &bottom, &left].into_iter().all(|side| *side == top) {
            return format!("\"{top}\"");
        }
        format!("\"{top} {right} {bottom} {left}\"")
    }
}

/// A turn, in thousandths of a degree.
pub(crate) struct Degrees;

impl OptionKind for Degrees {
    type Value = i32;

    fn takes() -> String {
        "degrees from -3600 to 3600, clockwise".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<i32, Wrong> {
        match value {
            OptionValue::Number(degrees) if degrees.abs() <= 3600.0 => {
                Ok((degrees * 1000.0).round() as i32)
            }
            OptionValue::Number(_)
            | OptionValue::Text(_)
            | OptionValue::Bool(_)
            | OptionValue::List(_) => Err(Self::wrong()),
        }
    }

    fn show(value: &i32) -> String {
        (f64::from(*value) / 1000.0).to_string()
    }
}

/// The language of a text; empty for none.
pub(crate) struct Language;

impl OptionKind for Language {
    type Value = String;

    fn takes() -> String {
        "a language such as `\"it\"`, or `\"none\"`".to_owned()
    }

    fn parse(value: &OptionValue) -> Result<String, Wrong> {
        let lang = value.text().ok_or_else(Self::wrong)?;
        Ok(if lang == "none" { String::new() } else { lang.to_owned() })
    }

    fn show(value: &String) -> String {
        format!("\"{value}\"")
    }
}

/// Which digits.
pub(crate) struct FiguresKind;

impl OptionKind for FiguresKind {
    type Value = Figures;

    fn takes() -> String {
        "`\"lining\"` or `\"oldstyle\"`, `\"tabular\"` or `\"proportional\"`, or one of each"
            .to_owned()
    }

    fn parse(value: &OptionValue) -> Result<Figures, Wrong> {
        let mut figures = Figures::default();
        let words = value.text().ok_or_else(Self::wrong)?.split([' ', ',']);
        for word in words.filter(|word| !word.is_empty()) {
            match word {
                "lining" => figures.lining = Some(true),
                "oldstyle" | "old-style" => figures.lining = Some(false),
                "tabular" => figures.tabular = Some(true),
                "proportional" => figures.tabular = Some(false),
                _ => return Err(Self::wrong()),
            }
        }
        Ok(figures)
    }

    fn show(value: &Figures) -> String {
        let lining = value.lining.map(|lining| if lining { "lining" } else { "oldstyle" });
        let tabular = value.tabular.map(|same| if same { "tabular" } else { "proportional" });
        let words: Vec<&str> = lining.into_iter().chain(tabular).collect();
        format!("\"{}\"", words.join(" "))
    }
}

fn extent(value: &OptionValue, number_is_share: bool) -> Result<Extent, Wrong> {
    let share = |share: f64| {
        if (0.0..=100.0).contains(&share) {
            return Ok(Extent::Share((share * 1000.0).round() as u32));
        }
        Err(Wrong::takes("a share between 0 and 100"))
    };
    match value {
        OptionValue::Number(number) if number_is_share => return share(*number),
        OptionValue::Text(text) => {
            let text = text.trim();
            if let Some(percent) = text.strip_suffix('%') {
                let percent = percent.trim().parse::<f64>();
                let percent = percent.map_err(|_| Wrong::takes("a share such as \"50%\""))?;
                return share(percent / 100.0);
            }
            if let Some(number) = text.parse::<f64>().ok().filter(|_| number_is_share) {
                return share(number);
            }
        }
        OptionValue::Number(_) | OptionValue::Bool(_) | OptionValue::List(_) => {}
    }
    any_length(value).map(Extent::Fixed)
}
