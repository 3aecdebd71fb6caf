//! What is written to the two streams, and how a run ends.
//!
//! Results go to standard output, everything else to standard error.

use std::io::{self, Write};
use std::path::Path;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything was done.
    Clean = 0,
    /// A game has errors.
    Game = 1,
    /// It could not be tried: bad arguments, an unreadable project, an output folder that cannot be
    /// written.
    CouldNotRun = 2,
}

/// Writes a result. A reader that has gone away (`pnp list | head -1`) is no fault.
pub(super) fn print_stdout(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Exit::CouldNotRun,
        _ => Exit::Clean,
    }
}

/// Writes anything else.
pub(super) fn print_stderr(text: &str) {
    // If standard error is closed, nobody can be told so.
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A path for a message: relative to the working folder where it lies below it.
pub(super) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}
