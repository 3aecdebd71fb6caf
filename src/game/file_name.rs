//! Ids of components and rulebooks, which are names of files on every system.

use std::sync::Arc;

use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, escaped};

/// The folder of a game names its output, too.
pub(super) fn check_folder(game: &str, source: &Arc<Source>, sink: &mut Sink) {
    let mut faults = Sink::new();
    check_id(&Spanned::new(game.to_owned(), Span::file(source)), &mut faults);
    for mut fault in faults.into_sorted() {
        fault.message =
            format!("the folder `{}` of a game has a name that cannot be an id", escaped(game));
        sink.push(fault);
    }
}

/// Whether a text can be the id of a game.
pub fn is_id(id: &str) -> bool {
    let mut faults = Sink::new();
    let source = Source::new("", id);
    check_id(&Spanned::new(id.to_owned(), Span::file(&source)), &mut faults);
    !faults.has_errors()
}

/// An id is a name of files, on every system.
pub(super) fn check_id(Spanned { value: id, span }: &Spanned<String>, sink: &mut Sink) {
    // A name that begins with `-` is an option to every program that is handed it.
    if id.is_empty()
        || id.starts_with('-')
        || !id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
    {
        let fault =
            Diagnostic::error(Code::M009, format!("`{}` cannot be an id", escaped(id))).at(span);
        sink.push(fault.hint(
            "use only lower-case letters a to z, digits, `-` and `_`, and do not begin with `-`",
        ));
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
