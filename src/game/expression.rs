//! A tera expression over one card: what a condition asks, and what a computed cell shows.
//!
//! The expression cannot leave its tag, and can name nothing but the card, so that a misspelt name
//! is a fault and not an empty value.

use std::sync::Arc;

use indexmap::IndexMap;
use tera::value::Key;
use tera::{Context, ErrorKind, Map, Tera, Value};

use crate::diag::{Code, Diagnostic, Spanned};
use crate::lookups::columns;

const NAME: &str = "expression";

/// What is asked of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Whether it is true.
    Truth,
    /// What it shows.
    Text,
}

impl Asked {
    /// How messages name such an expression.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Truth => "condition",
            Self::Text => "expression",
        }
    }

    const fn code(self) -> Code {
        match self {
            Self::Truth => Code::C002,
            Self::Text => Code::M072,
        }
    }
}

/// An expression, compiled once.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    asked: Asked,
    variable: &'static str,
    pub(super) text: Spanned<String>,
    /// The columns that it names.
    pub(super) columns: Vec<String>,
    tera: Arc<Tera>,
}

impl Expression {
    /// Compiles it, over a `variable` that has the columns of a row.
    pub(super) fn parse(
        text: &Spanned<String>,
        asked: Asked,
        variable: &'static str,
    ) -> Result<Self, Box<Diagnostic>> {
        let broken = |why: &str| {
            let message = format!("the {} `{}` cannot be read: {why}", asked.word(), text.value);
            Box::new(Diagnostic::error(asked.code(), message).at(&text.span))
        };
        if text.value.trim().is_empty() {
            return Err(broken("it is empty"));
        }
        if let Some(tag) =
            ["{%", "%}", "{{", "}}", "{#", "#}"].into_iter().find(|tag| text.value.contains(tag))
        {
            return Err(broken(&format!("`{tag}` is not allowed in it")));
        }
        let template = match asked {
            Asked::Truth => format!("{{% if ({}) %}}1{{% endif %}}", text.value),
            Asked::Text => format!("{{{{ ({}) }}}}", text.value),
        };
        let mut tera = Tera::new();
        tera.add_raw_template(NAME, &template).map_err(|error| broken(&first_line(&error)))?;
        let mut strangers: Vec<&str> = tera
            .get_template_variables(NAME)
            .map_err(|error| broken(&first_line(&error)))?
            .into_iter()
            .filter(|name| *name != variable)
            .collect();
        strangers.sort_unstable();
        if let Some(name) = strangers.first() {
            let fault = broken(&format!("`{name}` is unknown here"));
            return Err(Box::new(fault.hint(format!(
                "write `{variable}.{name}` for a column, and strings in quotes: '{name}'"
            ))));
        }
        let columns = columns(&text.value, variable);
        Ok(Self { asked, variable, text: text.clone(), columns, tera: Arc::new(tera) })
    }

    /// What it gives for a row: `1` for a condition that is met. A column that only other rows have
    /// counts as empty, as it would in a table.
    pub(super) fn of(&self, row: &IndexMap<String, Value>) -> Result<String, Box<Diagnostic>> {
        let mut values: Map =
            row.iter().map(|(column, value)| (Key::from(column.clone()), value.clone())).collect();
        for column in self.columns.iter().filter(|column| !row.contains_key(*column)) {
            values.insert(Key::from(column.clone()), Value::from(""));
        }
        let mut context = Context::new();
        context.insert_value(self.variable, Value::from(values));
        self.tera.render(NAME, &context).map_err(|error| {
            let message = format!(
                "the {} `{}` fails on a {}: {}",
                self.asked.word(),
                self.text.value,
                self.variable,
                first_line(&error)
            );
            Box::new(Diagnostic::error(self.asked.code(), message).at(&self.text.span).hint(
                format!(
                    "cells of a table are strings: compare with a string, as in `{0}.cost == \
                     '3'`, or write `{0}.cost | int`",
                    self.variable
                ),
            ))
        })
    }
}

fn first_line(error: &tera::Error) -> String {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            report.message().to_owned()
        }
        other => other.to_string().lines().next().unwrap_or("").to_owned(),
    }
}
