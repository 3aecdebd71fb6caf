//! Programs that we did not write and that judge what `pnp` writes. `.ci/run` installs them; where
//! one is missing a test says so and goes on, but not in continuous integration.

use std::path::Path;
use std::process::{Command, Output};

/// Runs a judge; nothing where it is not installed.
#[track_caller]
#[allow(clippy::print_stdout, reason = "a test that is skipped says so")]
pub fn judge(program: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    match Command::new(program).args(arguments).current_dir(folder).output() {
        Ok(output) => Some(output),
        Err(error) => {
            let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
            assert!(!is_ci, "`{program}` is needed here, and {error}");
            println!("skipped, since `{program}` is not installed");
            None
        }
    }
}
