//! The options of texts: the one list that tables, templates and styles are made of.

use serde_json::{Value, json};
use std::marker::PhantomData;

use super::kinds::{
    Align, Degrees, Extent, Families, Family, Figures, FiguresKind, Fit, FitKind, Flag, FontSize,
    IconBaseline, IconSize, Language, Leading, NameOf, OptionKind, Padding, Paint, Spacing,
    VerticalAlign, Weight,
};
use super::value::{OptionFault, OptionValue};
use crate::diag::{Code, Diagnostic, Sink, did_you_mean};
use crate::game::toml::{Item, Kind, Shown, Table, table};
use crate::units::Length;

/// An option as a key of a table.
pub(crate) struct Opt<K>(PhantomData<K>);

impl<K: OptionKind> Kind for Opt<K> {
    type Value = K::Value;

    fn takes() -> String {
        K::takes()
    }

    fn schema() -> Value {
        json!({ "type": ["string", "number", "boolean", "array"] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<K::Value> {
        let parsed =
            OptionValue::of_toml(item.value).map_or_else(|| Err(K::wrong()), |v| K::parse(&v));
        let wrong = match parsed {
            Ok(value) => return Some(value),
            Err(wrong) => wrong,
        };
        let message = format!("`{}`: {}", item.key, wrong.why);
        sink.push(Diagnostic::error(Code::X009, message).at(&item.span).maybe_hint(wrong.hint));
        None
    }
}

impl<K: OptionKind> Shown for Opt<K> {
    fn show(value: &K::Value) -> String {
        K::show(value)
    }
}

/// What a call takes besides options.
const ARGUMENTS: [&str; 6] = ["text", "style", "x", "y", "width", "height"];

/// What a style has where an option is left out.
macro_rules! initial {
    ($option:ident [default $value:expr]) => {
        OptionsTable::default().$option()
    };
    ($option:ident [optional $words:expr]) => {
        OptionsTable::default().$option().map(|stated| stated.value.clone()).unwrap_or_default()
    };
}

/// Declares the options: the table, what is stated, and the complete style.
macro_rules! options {
    (
        $( $option:ident: $value:ty => $kind:ty [$($presence:tt)*] $doc:expr; )*
    ) => {
        table! {
            /// Options as a table states them.
            pub(crate) layered struct OptionsTable:
                "Options of text",
                "How `textbox` sets text. `[text]` applies to the whole game, a style to the text \
                 that names it, and the template overrides both. All three take the same options.";
            {
                $( $option: Opt<$kind> [$($presence)*] $doc; )*
            }
        }

        /// Some options, as a table or a call states them.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct TextOptions {
            $(
                #[doc = $doc]
                pub $option: Option<$value>,
            )*
        }

        /// Everything that decides how a text looks.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct TextStyle {
            $(
                #[doc = $doc]
                pub $option: $value,
            )*
        }

        impl Default for TextStyle {
            fn default() -> Self {
                Self { $( $option: initial!($option [$($presence)*]), )* }
            }
        }

        impl TextOptions {
            /// States an option by its name. The value is checked at once.
            pub fn set(&mut self, name: &str, value: &OptionValue) -> Result<(), OptionFault> {
                // Other spellings are taken and not shown.
                let name = if name == "color" { "colour" } else { name };
                match name {
                    $(
                        stringify!($option) => {
                            let parsed = <$kind as OptionKind>::parse(value);
                            self.$option = Some(parsed.map_err(|wrong| wrong.of(name))?);
                        }
                    )*
                    _ => {
                        return Err(OptionFault {
                            option: name.to_owned(),
                            why: "there is no such text option".to_owned(),
                            hint: did_you_mean(
                                name,
                                text_option_names().into_iter().chain(ARGUMENTS),
                            ),
                        });
                    }
                }
                Ok(())
            }

            /// States what another states, in place of what was stated before.
            pub fn merge(&mut self, other: &Self) {
                $( if other.$option.is_some() { self.$option.clone_from(&other.$option); } )*
            }

            /// Puts what is stated onto a style.
            pub fn apply(&self, style: &mut TextStyle) {
                let smallest = style.min_size;
                $( if let Some(value) = &self.$option { style.$option.clone_from(value); } )*
                // A size stated below the usual smallest one is meant.
                if self.size.is_some() && self.min_size.is_none() && style.min_size == smallest {
                    style.min_size = style.min_size.min(style.size);
                }
            }
        }

        impl OptionsTable {
            /// The options without their places.
            pub(crate) fn options(&self) -> TextOptions {
                TextOptions {
                    $( $option: self.$option.as_ref().map(|stated| stated.value.clone()), )*
                }
            }
        }
    };
}

options! {
    family: String => Family [default "Alegreya".to_owned()] "The font.";
    fallback: Vec<String> => Families [default Vec::new()]
        "Fonts for characters that the first lacks, in order.";
    size: Length => FontSize [default Length::pt(9)] "The wanted size.";
    min_size: Length => FontSize [default Length::pt(6)]
        "The size below which nothing shrinks.";
    leading: Extent => Leading [default Extent::Share(1200)]
        "From baseline to baseline.";
    colour: String => Paint [default "#000".to_owned()]
        "The colour of letters and of icons that use `currentColor`.";
    weight: u16 => Weight [default 400] "The weight.";
    italic: bool => Flag [default false] "Whether the text is italic.";
    align: Align => NameOf<Align> [default Align::Start]
        "How lines are aligned between left and right.";
    valign: VerticalAlign => NameOf<VerticalAlign> [default VerticalAlign::Top]
        "How lines are aligned between top and bottom.";
    paragraph_spacing: Extent => Spacing [default Extent::Share(1000)]
        "The space a blank line adds; a share is one of the leading.";
    padding: [Length; 4] => Padding [default [Length::ZERO; 4]]
        "The space between the box and its text.";
    rotate: i32 => Degrees [default 0]
        "How far the text is rotated about the centre of the box.";
    lang: String => Language [optional "that of the build"] "For hyphens and quotes.";
    hyphenate: bool => Flag [default true]
        "Whether words may be hyphenated.";
    letter_spacing: Extent => Spacing [default Extent::Fixed(Length::ZERO)]
        "The space between letters; a share is one of the size.";
    fit: Fit => FitKind [default Fit::Shrink]
        "What happens to text that is too long.";
    quotes: bool => Flag [default true]
        "Whether typed quotes and dashes become typographic ones.";
    figures: Figures => FiguresKind [optional "those of the font"] "Which digits.";
    icon_baseline: IconBaseline => NameOf<IconBaseline> [default IconBaseline::Middle]
        "How icons are aligned vertically.";
    icon_size: u32 => IconSize [default 1000] "The height of icons.";
    same_size: bool => Flag [default false]
        "Whether all cards of a deck use one size, which fits them all.";
}

/// The names of all options.
pub fn text_option_names() -> Vec<&'static str> {
    OptionsTable::keys()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: &str, value: &OptionValue) -> Result<TextStyle, OptionFault> {
        let mut options = TextOptions::default();
        options.set(name, value)?;
        let mut style = TextStyle::default();
        options.apply(&mut style);
        Ok(style)
    }

    fn text(text: &str) -> OptionValue {
        OptionValue::Text(text.to_owned())
    }

    #[test]
    fn lengths_have_a_unit_or_are_millimetres() {
        assert_eq!(with("size", &text("9pt")).unwrap().size, Length::pt(9));
        assert_eq!(with("size", &OptionValue::Number(3.0)).unwrap().size, Length::mm(3));
        let padding = with("padding", &text("1mm 2")).unwrap().padding;
        assert_eq!(padding, [1, 2, 1, 2].map(Length::mm));
        let leading = |value: &OptionValue| with("leading", value).unwrap().leading;
        assert_eq!(leading(&OptionValue::Number(1.2)), Extent::Share(1200));
        assert_eq!(leading(&text("3.6mm")), Extent::Fixed(Length::um(3600)));
        assert!(with("size", &OptionValue::Number(0.0)).is_err());
        assert!(with("size", &OptionValue::Number(f64::NAN)).is_err());
    }

    #[test]
    fn wrong_options_say_what_is_right() {
        let fault = with("algin", &text("left")).unwrap_err();
        assert_eq!(fault.hint.as_deref(), Some("did you mean `align`?"));
        let fault = with("fit", &text("clip")).unwrap_err();
        assert!(fault.hint.as_ref().unwrap().contains("unnoticed"), "{fault}");
        let fault = with("colour", &text("redd")).unwrap_err();
        assert_eq!(fault.to_string(), "`colour`: `redd` is not a colour");
        let fault = with("align", &text("middle")).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "`align`: takes \"start\", \"centre\", \"end\", \"left\", \"right\" or \"justify\""
        );
    }

    #[test]
    fn a_style_has_the_defaults_of_the_table() {
        let style = TextStyle::default();
        assert_eq!((style.size, style.weight, style.hyphenate), (Length::pt(9), 400, true));
    }
}
