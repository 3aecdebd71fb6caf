//! Values of options, as TOML or a template states them.

use std::fmt;

use toml::de::DeValue;

use crate::game::toml::value::number;
use crate::units::Length;

/// A value as TOML or a template states it. A bare number is millimetres, as everywhere in a
/// template.
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

impl OptionValue {
    /// The value of a key.
    pub(super) fn of_toml(value: &DeValue<'_>) -> Option<Self> {
        if let Some(number) = number(value) {
            return Some(Self::Number(number));
        }
        let text = |value: &DeValue<'_>| value.as_str().map(str::to_owned);
        match value {
            DeValue::Boolean(on) => Some(Self::Bool(*on)),
            DeValue::Array(items) => {
                items.iter().map(|item| text(item.get_ref())).collect::<Option<_>>().map(Self::List)
            }
            other => text(other).map(Self::Text),
        }
    }

    /// The value of an argument in a template.
    pub fn of_template(value: &tera::Value) -> Option<Self> {
        if let Some(text) = value.as_str() {
            return Some(Self::Text(text.to_owned()));
        }
        if let Some(truth) = value.as_bool() {
            return Some(Self::Bool(truth));
        }
        if let Some(list) = value.as_array() {
            let texts = list.iter().map(|item| item.as_str().map(str::to_owned));
            return texts.collect::<Option<_>>().map(Self::List);
        }
        let number = value.as_f64().or_else(|| value.as_i64().map(|whole| whole as f64));
        value.as_number().and(number).map(Self::Number)
    }

    /// The string, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }
}

/// An option that does not exist, or a value that it cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFault {
    /// The option.
    pub option: String,
    /// What is wrong with it.
    pub why: String,
    /// What to write instead.
    pub hint: Option<String>,
}

impl OptionFault {
    /// A fault without a hint.
    pub fn new(option: &str, why: &str) -> Self {
        Self { option: option.to_owned(), why: why.to_owned(), hint: None }
    }
}

impl fmt::Display for OptionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.option, self.why)
    }
}

/// What is wrong with a value, whatever the option.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    /// What is wrong.
    pub(super) why: String,
    /// What to write instead.
    pub(super) hint: Option<String>,
}

impl Wrong {
    /// A value of another kind.
    pub(super) fn takes(what: &str) -> Self {
        Self { why: format!("takes {}", what.replace('`', "")), hint: None }
    }

    /// The fault of an option.
    pub(super) fn of(self, option: &str) -> OptionFault {
        OptionFault { option: option.to_owned(), why: self.why, hint: self.hint }
    }
}

/// Millimetres as templates count them.
pub fn from_mm(mm: f64) -> Option<Length> {
    (mm.abs() <= Length::MAX.to_mm()).then(|| Length::round_mm(mm))
}

/// A length with its unit, or millimetres.
pub fn length(option: &str, value: &OptionValue) -> Result<Length, OptionFault> {
    any_length(value).map_err(|wrong| wrong.of(option))
}

pub(super) fn any_length(value: &OptionValue) -> Result<Length, Wrong> {
    let millimetres = |mm: f64| from_mm(mm).ok_or_else(|| Wrong::takes("at most 10000mm"));
    match value {
        OptionValue::Number(mm) => millimetres(*mm),
        OptionValue::Text(text) => match text.trim().parse::<f64>() {
            Ok(mm) => millimetres(mm),
            Err(_) => {
                Length::parse(text).map_err(|error| Wrong { why: error.to_string(), hint: None })
            }
        },
        OptionValue::Bool(_) | OptionValue::List(_) => {
            Err(Wrong::takes("a length such as \"9pt\", or millimetres"))
        }
    }
}
