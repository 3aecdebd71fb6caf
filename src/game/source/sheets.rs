//! The keys that lay out slots and marks on a sheet, as written.

use toml::de::DeValue;

use super::fields::Fields;
use crate::diag::{Sink, Spanned};

/// The keys about slots and marks, in `[print]` or in a component.
#[derive(Clone, Debug, Default)]
pub struct SheetsSource {
    /// `columns`.
    pub columns: Option<Spanned<u32>>,
    /// `rows`.
    pub rows: Option<Spanned<u32>>,
    /// `orientation`.
    pub orientation: Option<Spanned<String>>,
    /// `alternate`.
    pub alternate: Option<AlternateSource>,
    /// `fold`.
    pub fold: Option<Spanned<String>>,
    /// `marks`.
    pub marks: Option<MarksSource>,
}

/// `alternate`.
#[derive(Clone, Debug)]
pub enum AlternateSource {
    /// `true` or `false`.
    Switch(bool),
    /// `"auto"`.
    Named(Spanned<String>),
}

/// The marks by their style, or key by key.
#[derive(Clone, Debug)]
pub enum MarksSource {
    /// `"guides"`.
    Style(Spanned<String>),
    /// `{ style = "guides", … }`, each of which may be left out.
    Each {
        /// `style`.
        style: Option<Spanned<String>>,
        /// `length`.
        length: Option<Spanned<String>>,
        /// `offset`.
        offset: Option<Spanned<String>>,
        /// `weight`.
        weight: Option<Spanned<String>>,
        /// `colour`.
        colour: Option<Spanned<String>>,
        /// `register`.
        register: Option<bool>,
    },
}

/// Reads them out of a table.
pub(crate) fn read(fields: &Fields<'_, '_>, sink: &mut Sink) -> SheetsSource {
    SheetsSource {
        columns: fields.count("columns", sink),
        rows: fields.count("rows", sink),
        orientation: fields.text("orientation", sink),
        alternate: alternate(fields, sink),
        fold: fields.length("fold", sink),
        marks: marks(fields, sink),
    }
}

fn alternate(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<AlternateSource> {
    let found = fields.get("alternate")?;
    match found.value {
        DeValue::Boolean(on) => Some(AlternateSource::Switch(*on)),
        DeValue::String(name) => {
            Some(AlternateSource::Named(Spanned::new(name.to_string(), found.span)))
        }
        _ => {
            Fields::wrong("alternate", "true, false or \"auto\"", &found, sink);
            None
        }
    }
}

fn marks(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<MarksSource> {
    let found = fields.get("marks")?;
    if let DeValue::String(style) = found.value {
        return Some(MarksSource::Style(Spanned::new(style.to_string(), found.span)));
    }
    if !found.value.is_table() {
        Fields::wrong(
            "marks",
            "a name such as \"guides\" or { style, length, offset, weight, colour, register }",
            &found,
            sink,
        );
        return None;
    }
    let each = fields.sub("marks", format!("`marks` of {}", fields.name), sink)?;
    each.only_listed(&["marks"], sink);
    let register = each.get("register").and_then(|found| {
        if let DeValue::Boolean(on) = found.value {
            return Some(*on);
        }
        Fields::wrong("register", "true or false", &found, sink);
        None
    });
    Some(MarksSource::Each {
        style: each.text("style", sink),
        length: each.length("length", sink),
        offset: each.length("offset", sink),
        weight: each.length("weight", sink),
        colour: each.text("colour", sink),
        register,
    })
}
