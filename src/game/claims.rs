//! What an `[[expect]]` states of numbers in a column, and of other components.

use super::ComponentId;
use super::component_table::ComponentTable;
use super::lookup::{ComponentName, component_named};
use super::toml::{Count, ListOf, Number, Text, WholeNumber, table, text_kind};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};

text_kind! {
    /// The name of a column of cards, points or lines.
    pub(crate) struct ColumnName: "the name of a column";
}

table! {
    /// What a sum or an average must be.
    pub(crate) struct MeasureKeys:
        "`sum` and `average`",
        "A number over a column, each copy counted: `sum = { column = \"cost\", is = 30 }`.";
    {
        column: ColumnName [required] "The column; its cells must be numbers or empty.";
        is: Number [optional "not checked"] "What it must be.";
        at_least: Number [optional "not checked"] "What it must be at least.";
        at_most: Number [optional "not checked"] "What it must be at most.";
    }
}

table! {
    /// A range of whole numbers of which each must be there.
    pub(crate) struct CoversKeys:
        "`covers`",
        "Each whole number of a range stands in the column, on one copy alone: \
         `covers = { column = \"number\", from = 1, to = 90 }`.";
    {
        column: ColumnName [required] "The column.";
        from: WholeNumber [required] "The first number.";
        to: WholeNumber [required] "The last number.";
    }
}

table! {
    /// The values that a column may have.
    pub(crate) struct OneOfKeys:
        "`one_of`",
        "The column has one of these values and no other: \
         `one_of = { column = \"act\", values = [\"tiger\", \"clown\"] }`.";
    {
        column: ColumnName [required] "The column.";
        values: ListOf<Text> [required] "The values; `\"\"` lets a cell be empty.";
    }
}

table! {
    /// A number of copies that depends on another component.
    pub(crate) struct SameAsKeys:
        "`same_as`",
        "As many copies as another component has: `same_as = { component = \"tents\", plus = 2 }`.";
    {
        component: ComponentName [required] "The other component, with all its copies.";
        times: Count<1, 1000> [optional "1"] "How many for each copy of the other.";
        plus: WholeNumber [optional "0"] "How many more.";
    }
}

/// A number over a column, and what it must be.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The column.
    pub column: Spanned<String>,
    /// The least and the greatest value, both allowed.
    pub least: Option<f64>,
    /// The greatest value.
    pub most: Option<f64>,
}

/// Whole numbers that must be there once.
#[derive(Clone, Debug)]
pub struct Covers {
    /// The column.
    pub column: Spanned<String>,
    /// The first number.
    pub first: i64,
    /// The last number, not less than the first.
    pub last: i64,
}

/// Values that a column may have.
#[derive(Clone, Debug)]
pub struct OneOf {
    /// The column.
    pub column: Spanned<String>,
    /// The values.
    pub values: Vec<String>,
}

/// A number of copies, from those of another component.
#[derive(Clone, Debug)]
pub struct SameAs {
    /// The other component.
    pub component: ComponentId,
    /// How many for each of its copies.
    pub times: u32,
    /// How many more.
    pub plus: i64,
}

impl Measure {
    pub(super) fn resolve(keys: &Spanned<MeasureKeys>, sink: &mut Sink) -> Option<Self> {
        let Spanned { value: MeasureKeys { column, is, at_least, at_most }, span } = keys;
        let least = is.as_ref().or(at_least.as_ref()).map(|number| number.value);
        let most = is.as_ref().or(at_most.as_ref()).map(|number| number.value);
        let has_range = at_least.is_some() || at_most.is_some();
        if is.is_some() == has_range {
            let message = "state `is`, or `at_least` and `at_most`";
            sink.push(Diagnostic::error(Code::S004, message).at(span));
            return None;
        }
        if least.zip(most).is_some_and(|(least, most)| least > most) {
            sink.push(never_true(span, "at_least", "at_most"));
            return None;
        }
        Some(Self { column: column.clone(), least, most })
    }
}

impl Covers {
    pub(super) fn resolve(keys: &Spanned<CoversKeys>, sink: &mut Sink) -> Option<Self> {
        let Spanned { value: CoversKeys { column, from, to }, span } = keys;
        if from.value > to.value {
            sink.push(never_true(span, "from", "to"));
            return None;
        }
        Some(Self { column: column.clone(), first: from.value, last: to.value })
    }
}

impl OneOf {
    pub(super) fn resolve(keys: &Spanned<OneOfKeys>, sink: &mut Sink) -> Option<Self> {
        let OneOfKeys { column, values } = &keys.value;
        if values.value.is_empty() {
            let fault = Diagnostic::error(Code::S004, "`values` lists nothing").at(&values.span);
            sink.push(fault.hint("name the values that the column may have"));
            return None;
        }
        let values = values.value.iter().map(|value| value.value.clone()).collect();
        Some(Self { column: column.clone(), values })
    }
}

impl SameAs {
    pub(super) fn resolve(
        keys: &Spanned<SameAsKeys>,
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Option<Self> {
        let SameAsKeys { component, times, plus } = &keys.value;
        Some(Self {
            component: component_named(component, components, sink)?,
            times: times.as_ref().map_or(1, |times| times.value),
            plus: plus.as_ref().map_or(0, |plus| plus.value),
        })
    }
}

/// Bounds that exclude each other.
pub(super) fn never_true(at: &Span, least: &str, most: &str) -> Diagnostic {
    let message = format!("`{least}` is more than `{most}`, so that this can never be true");
    Diagnostic::error(Code::S004, message).at(at)
}
