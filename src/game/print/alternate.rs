//! Whether some cards lie on their side.

use serde_json::{Value, json};
use toml::de::DeValue;

use crate::diag::{Code, Sink, UnknownName};
use crate::game::toml::{Item, Kind, Shown, Truth};

/// Whether some cards may lie on their side, in a block of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alternate {
    /// All cards of a sheet lie the same way.
    #[default]
    Never,
    /// Where more of them fit on a sheet.
    WhereMoreFit,
    /// Where all copies take fewer sheets.
    WhereItSavesSheets,
}

/// `true`, `false` or `"auto"`.
pub(crate) struct AlternateKey;

/// The only value of `alternate` that has a name.
const AUTO: &str = "auto";

impl Kind for AlternateKey {
    type Value = Alternate;

    fn takes() -> String {
        format!("{}, or `\"{AUTO}\"`", Truth::takes())
    }

    fn schema() -> Value {
        json!({ "anyOf": [Truth::schema(), { "const": AUTO }] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Alternate> {
        match item.value {
            DeValue::Boolean(true) => return Some(Alternate::WhereMoreFit),
            DeValue::Boolean(false) => return Some(Alternate::Never),
            DeValue::String(name) if name == AUTO => return Some(Alternate::WhereItSavesSheets),
            DeValue::String(name) => {
                let unknown = UnknownName::new("value of `alternate`", name, [AUTO]);
                sink.push(unknown.error(Code::M002).at(&item.span));
            }
            DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => item.wrong("true, false or \"auto\"", sink),
        }
        None
    }
}

impl Shown for AlternateKey {
    fn show(value: &Alternate) -> String {
        match value {
            Alternate::Never => "false".to_owned(),
            Alternate::WhereMoreFit => "true".to_owned(),
            Alternate::WhereItSavesSheets => format!("\"{AUTO}\""),
        }
    }
}
