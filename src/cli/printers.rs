//! Finds the profile of a printer: the user's own, then the project's.

use std::path::PathBuf;
use std::sync::Arc;

use super::output::shown;
use crate::diag::{Code, Diagnostic, Sink, UnknownName};
use crate::files::{DiskFiles, Files, ReadError, config_folder};
use crate::game::Printer;

/// The folder of printers, in the configuration folder as in a project.
const FOLDER: &str = "printers";

/// `pnp` in the user's configuration folder.
pub(super) fn own_folder() -> Option<PathBuf> {
    config_folder(|name| std::env::var_os(name).map(PathBuf::from))
}

/// The folder that holds the user's printers.
pub(super) fn own_printers() -> Option<PathBuf> {
    own_folder().map(|folder| folder.join(FOLDER))
}

/// Whether a name can be that of a file on every system.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'))
}

/// The printer of that name, if one was asked for. Its faults come in a sink.
pub(super) fn find(
    name: Option<&str>,
    project: &dyn Files,
) -> Result<Option<Arc<Printer>>, Box<Sink>> {
    let Some(name) = name else { return Ok(None) };
    let mut sink = Box::new(Sink::new());
    let own = own_folder().map(|folder| (DiskFiles::new(folder.clone()), folder));
    let mut places: Vec<(&dyn Files, String)> = Vec::new();
    if let Some((files, folder)) = &own {
        places.push((files, shown(&folder.join(FOLDER))));
    }
    places.push((project, FOLDER.to_owned()));
    for (files, folder) in places.iter().filter(|_| is_name(name)) {
        match files.read(&format!("{FOLDER}/{name}.toml")) {
            Ok(bytes) => {
                let path = format!("{folder}/{name}.toml");
                let printer = Printer::read(name, &path, &bytes, &mut sink);
                return printer.map(|printer| Some(Arc::new(printer))).ok_or(sink);
            }
            Err(ReadError::NotFound) => {}
            Err(error) => {
                sink.push(Diagnostic::error(Code::S001, format!("`{folder}/{name}.toml` {error}")));
                return Err(sink);
            }
        }
    }
    let mut known: Vec<String> = places.iter().flat_map(|(files, _)| names(*files)).collect();
    known.sort_unstable();
    known.dedup();
    sink.push(
        UnknownName::new("printer", name, known.iter().map(String::as_str))
            .error(Code::M002)
            .maybe_hint(known.is_empty().then_some("no printer has been measured yet"))
            .hint("`pnp calibrate` writes a page to measure a printer with"),
    );
    Err(sink)
}

fn names(files: &dyn Files) -> impl Iterator<Item = String> {
    files.list(FOLDER).into_iter().filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
}
