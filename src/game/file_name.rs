//! Ids of components and rulebooks, which are names of files on every system.

use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};

/// An id is a name of files, on every system.
pub(super) fn check_id(Spanned { value: id, span }: &Spanned<String>, sink: &mut Sink) {
    if id.is_empty()
        || !id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
    {
        let fault =
            Diagnostic::error(Code::M009, format!("`{}` cannot be an id", escaped(id))).at(span);
        sink.push(fault.hint("use only lower-case letters a to z, digits, `-` and `_`"));
    }
    // Windows keeps these names for devices, with any extension.
    let device = ["con", "prn", "aux", "nul"].contains(&id.as_str())
        || id.len() == 4
            && (id.starts_with("com") || id.starts_with("lpt"))
            && id.ends_with(|c: char| c.is_ascii_digit());
    if device || id == "manifest" {
        sink.push(
            Diagnostic::error(Code::M009, format!("`{id}` cannot be an id"))
                .at(span)
                .hint("that file name is reserved by the system or by pnp"),
        );
    }
}
