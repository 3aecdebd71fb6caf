//! Files that a game names: templates, tables and texts, and what is said where one does not exist.

use super::table::{self, Row, Saved};
use super::toml::text_kind;
use crate::diag::{Code, Diagnostic, Sink, Spanned, did_you_mean, escaped};
use crate::files::{Files, ReadError, normalise};

text_kind! {
    /// The name of a template.
    pub(crate) struct TemplateName: "the name of a template";
}

text_kind! {
    /// The name of a table of rows.
    pub(crate) struct TableName: "the name of a table";
}

/// The path under `templates/` of a template that exists.
pub(super) fn template(
    files: &dyn Files,
    game: &str,
    name: &Spanned<String>,
    sink: &mut Sink,
) -> Option<Spanned<String>> {
    let folders = [format!("templates/{game}"), "templates/_shared".to_owned()];
    let mut worst = ReadError::NotFound;
    for folder in &folders {
        let path = match normalise(folder, &name.value) {
            Some(path) if path.starts_with("templates/") => path,
            _ if name.value.contains(|c: char| c == '\\' || c.is_control()) => continue,
            _ => {
                let fault = Diagnostic::error(
                    Code::M009,
                    format!("`{}` lies outside templates", escaped(&name.value)),
                )
                .at(&name.span);
                sink.push(fault.hint(format!("paths start at {folder}")));
                return None;
            }
        };
        match files.read(&path) {
            Ok(_) => {
                return Some(Spanned::new(
                    path.trim_start_matches("templates/").to_owned(),
                    name.span.clone(),
                ));
            }
            Err(ReadError::NotFound) => {}
            Err(error) => worst = error,
        }
    }
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    sink.push(not_there(Code::M014, name, &folders, files, &worst));
    None
}

/// The rows of a table that the game names.
pub(crate) fn read_table(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
    saved: Saved<'_>,
    sink: &mut Sink,
) -> Vec<Row> {
    let (file, sheet) = file_and_sheet(files, folder, name);
    if let (Some(named), Some(key)) = (&sheet, saved.sheet) {
        let fault = Diagnostic::error(Code::M010, "the sheet is named twice").at(&key.span);
        sink.push(fault.also(&named.span, "and here").hint("delete one of the two"));
        return Vec::new();
    }
    let saved = Saved { sheet: sheet.as_ref().or(saved.sheet), ..saved };
    let found = named_file(files, folder, &file, sink);
    found.map_or_else(Vec::new, |(path, bytes)| table::read(&path, &bytes, saved, sink))
}

/// `circus.xlsx#artists` as the file and the sheet, unless a file has that name.
fn file_and_sheet(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
) -> (Spanned<String>, Option<Spanned<String>>) {
    let is_file = normalise(folder, &name.value).is_some_and(|path| files.read(&path).is_ok());
    match name.value.split_once('#').filter(|_| !is_file) {
        Some((file, sheet)) => (
            Spanned::new(file.to_owned(), name.span.clone()),
            Some(Spanned::new(sheet.to_owned(), name.span.clone())),
        ),
        None => (name.clone(), None),
    }
}

/// The path and bytes of a file that the game names.
pub(crate) fn named_file(
    files: &dyn Files,
    folder: &str,
    name: &Spanned<String>,
    sink: &mut Sink,
) -> Option<(String, Vec<u8>)> {
    // A backslash is not outside the project but a name written the way of one system: "not there",
    // with its hint.
    let odd = name.value.contains(|c: char| c == '\\' || c.is_control());
    let Some(path) = normalise(folder, &name.value) else {
        sink.push(if odd {
            not_there(Code::S001, name, &[folder], files, &ReadError::NotFound)
        } else {
            Diagnostic::error(Code::M009, format!("`{}` lies outside the project", name.value))
                .at(&name.span)
                .hint(format!("paths start at {folder}"))
        });
        return None;
    };
    match files.read(&path) {
        Ok(bytes) => Some((path, bytes)),
        Err(error) => {
            sink.push(not_there(Code::S001, name, &[folder], files, &error));
            None
        }
    }
}

/// The fault of a name under which nothing was found, with the nearest name of the folders
/// searched.
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
        return fault.hint(
            "in double quotes \\n and \\t are a line end and a tab; write the path in single \
             quotes, \
             or with /",
        );
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
