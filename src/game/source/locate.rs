//! Files that a game names but that are not there.

use crate::diag::{Code, Diagnostic, Spanned, did_you_mean, escaped};
use crate::files::{Files, ReadError};

/// The fault of a name under which nothing was found, with the nearest name of the folders searched.
pub(crate) fn not_there(
    code: Code,
    name: &Spanned<String>,
    folders: &[&str],
    files: &dyn Files,
    error: &ReadError,
) -> Diagnostic {
    let shown = escaped(&name.value);
    let message = match error {
        ReadError::NotFound => format!("`{shown}` does not exist"),
        other => format!("`{shown}` {other}"),
    };
    let mut fault = Diagnostic::error(code, message)
        .at(&name.span)
        .label(format!("not under {}", folders.join(" or ")));
    if shown != name.value {
        return fault.hint("in double quotes \\n and \\t are a line end and a tab; write the path in single quotes, or with /");
    }
    if name.value.contains('\\') {
        return fault.hint("write paths with /, which works on every system");
    }
    let names: Vec<String> = folders
        .iter()
        .flat_map(|folder| files.list(folder))
        .filter(|name| !name.ends_with('/'))
        .collect();
    fault.hints.extend(did_you_mean(&name.value, names.iter().map(String::as_str)));
    fault
}
