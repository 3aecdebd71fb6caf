//! A folder that begins with all of its files, or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::output::OutputError;

/// What the folder is called in which the files are written first.
const STAGE: &str = ".pnp-new-";

/// Writes files into a new or an empty folder, by their paths in it. None of them is left behind
/// after a failure.
pub fn create_folder(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), OutputError> {
    let fail = |path: &Path, error: &io::Error| OutputError::from_io(path, error);
    let is_new = !folder.exists();
    if !is_new && !is_empty(folder).map_err(|error| fail(folder, &error))? {
        return Err(OutputError::not_empty(folder));
    }
    let above = folder.parent().filter(|above| !above.as_os_str().is_empty());
    let above = above.map_or_else(|| PathBuf::from("."), Path::to_path_buf);
    fs::create_dir_all(&above).map_err(|error| fail(&above, &error))?;
    // A folder that exists is filled from inside, for nothing else may be writable.
    let place = if is_new { &above } else { folder };
    let stage = tempfile::Builder::new()
        .prefix(STAGE)
        .tempdir_in(place)
        .map_err(|error| fail(place, &error))?;
    for (name, bytes) in files {
        let path = stage.path().join(name);
        let parent = path.parent().unwrap_or(stage.path());
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, bytes))
            .map_err(|error| fail(&folder.join(name), &error))?;
    }
    if is_new {
        let staged = stage.keep();
        return fs::rename(&staged, folder).and_then(|()| readable(folder)).map_err(|error| {
            let _ = fs::remove_dir_all(&staged);
            fail(folder, &error)
        });
    }
    let entries = fs::read_dir(stage.path()).map_err(|error| fail(folder, &error))?;
    let mut moved: Vec<PathBuf> = Vec::new();
    for entry in entries.flatten() {
        let target = folder.join(entry.file_name());
        if let Err(error) = fs::rename(entry.path(), &target) {
            for path in moved {
                let _ =
                    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
            }
            return Err(fail(&target, &error));
        }
        moved.push(target);
    }
    Ok(())
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    // What git or a Mac puts into every folder is nobody's work.
    let mut entries = fs::read_dir(folder)?.flatten();
    Ok(!entries.any(|entry| entry.file_name() != ".git" && entry.file_name() != ".DS_Store"))
}

/// Temporary folders are for their owner alone; a project is as readable as any other folder.
#[cfg(unix)]
fn readable(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    const EVERYBODY: u32 = 0o755;
    fs::set_permissions(folder, fs::Permissions::from_mode(EVERYBODY))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}
