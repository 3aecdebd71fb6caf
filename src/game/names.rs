//! Names that stand for one of a few values.

use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName};

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
    what: &'k str,
    name: &'k Spanned<String>,
    known: impl Iterator<Item = &'k str>,
) -> Diagnostic {
    UnknownName::new(what, &name.value, known).error(Code::M002).at(&name.span)
}
