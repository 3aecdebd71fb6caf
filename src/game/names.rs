//! Names that stand for one of a few values.

use crate::diag::{Code, Diagnostic, Sink, Spanned, did_you_mean};
use crate::game::source::escaped;

/// The value of a name in a table of names; `what` says what is named: "there is no `what` …".
pub(super) fn named<T: Clone>(
    what: &str,
    name: &Spanned<String>,
    names: &[(&str, T)],
    sink: &mut Sink,
) -> Option<T> {
    let found =
        names.iter().find(|(known, _)| *known == name.value).map(|(_, value)| value.clone());
    if found.is_none() {
        sink.push(unknown(what, name, names.iter().map(|(known, _)| *known)));
    }
    found
}

/// The fault of a name that is none of those known.
pub(super) fn unknown<'k>(
    what: &str,
    name: &Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
) -> Diagnostic {
    Diagnostic::error(Code::M002, format!("there is no {what} `{}`", escaped(&name.value)))
        .at(&name.span)
        .maybe_hint(did_you_mean(&name.value, known.clone()))
        .hint(format!("the names are {}", known.collect::<Vec<_>>().join(", ")))
}
