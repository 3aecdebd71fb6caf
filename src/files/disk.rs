//! A project on the disk.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::{Files, ReadError, normalise, same_name};

/// The files under a root folder.
#[derive(Clone, Debug)]
pub struct DiskFiles {
    root: PathBuf,
}

impl DiskFiles {
    /// The files under `root`.
    pub fn new(root: PathBuf) -> Self {
        // Symbolic links are compared with the real root, which may itself be reached by one.
        Self { root: fs::canonicalize(&root).unwrap_or(root) }
    }

    /// The root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The real place of a path, found although its accents may be spelt the other way.
    fn locate(&self, path: &str) -> Result<PathBuf, ReadError> {
        let path = normalise("", path).ok_or(ReadError::Outside)?;
        let place = match fs::canonicalize(self.root.join(&path)) {
            Ok(place) => place,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let respelt = respelt(&self.root, &path).ok_or(ReadError::NotFound)?;
                fs::canonicalize(respelt).map_err(|e| reason(&e))?
            }
            Err(error) => return Err(reason(&error)),
        };
        if place.starts_with(&self.root) { Ok(place) } else { Err(ReadError::Outside) }
    }
}

impl Files for DiskFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let place = self.locate(path)?;
        if place.is_dir() {
            return Err(ReadError::IsFolder);
        }
        // A pipe or a device would never end.
        if !place.is_file() {
            return Err(ReadError::Other("it is not a regular file".to_owned()));
        }
        fs::read(place).map_err(|e| reason(&e))
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        let entries = match self.locate(dir).map(fs::read_dir) {
            Err(ReadError::NotFound) => return Ok(Vec::new()),
            Err(error) => return Err(error),
            Ok(entries) => entries.map_err(|e| reason(&e))?,
        };
        let names: Result<Vec<Option<String>>, ReadError> =
            entries.map(|entry| entry_name(&entry)).collect();
        let mut names: Vec<String> = names?.into_iter().flatten().collect();
        names.sort_unstable();
        Ok(names)
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        self.locate(path).ok()
    }
}

fn entry_name(entry: &io::Result<fs::DirEntry>) -> Result<Option<String>, ReadError> {
    let entry = entry.as_ref().map_err(reason)?;
    let Some(name) =
        entry.file_name().to_str().filter(|name| !name.starts_with('.')).map(str::to_owned)
    else {
        return Ok(None);
    };
    Ok(Some(if entry.path().is_dir() { format!("{name}/") } else { name }))
}

fn respelt(root: &Path, path: &str) -> Option<PathBuf> {
    let mut place = root.to_path_buf();
    for part in path.split('/') {
        let exact = place.join(part);
        place = if exact.exists() {
            exact
        } else {
            let found = fs::read_dir(&place)
                .ok()?
                .filter_map(Result::ok)
                .find(|e| e.file_name().to_str().is_some_and(|n| same_name(n, part)))?;
            found.path()
        };
    }
    Some(place)
}

fn reason(error: &Error) -> ReadError {
    match error.kind() {
        // `NotADirectory`: a file stands where the path names a folder, so what it names does
        // not exist.
        ErrorKind::NotFound | ErrorKind::NotADirectory => ReadError::NotFound,
        ErrorKind::PermissionDenied => ReadError::Denied,
        ErrorKind::IsADirectory => ReadError::IsFolder,
        _ => ReadError::Other(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> (tempfile::TempDir, DiskFiles) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("kit");
        fs::create_dir_all(root.join("data/circus")).unwrap();
        fs::write(root.join("data/circus/game.toml"), "title = 'x'").unwrap();
        fs::write(root.join("data/circus/caf\u{e9}.png"), "composed").unwrap();
        fs::write(root.join("data/circus/u\u{308}ber.png"), "decomposed").unwrap();
        fs::write(root.join("data/.hidden"), "").unwrap();
        fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        (folder, DiskFiles::new(root))
    }

    #[test]
    fn accents_spelt_the_other_way_find_the_file() {
        let (_folder, files) = project();
        assert_eq!(files.read("data/circus/cafe\u{301}.png"), Ok(b"composed".to_vec()));
        assert_eq!(files.read("data/circus/\u{fc}ber.png"), Ok(b"decomposed".to_vec()));
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let (_folder, files) = project();
        assert_eq!(files.read("data/circus/nothing.csv"), Err(ReadError::NotFound));
        assert_eq!(files.read("data/circus/game.toml/x"), Err(ReadError::NotFound));
        assert_eq!(files.read("data/circus"), Err(ReadError::IsFolder));
        assert_eq!(files.read("../secret.txt"), Err(ReadError::Outside));
        assert_eq!(files.read("/etc/passwd"), Err(ReadError::Outside));
    }

    #[test]
    fn children_are_sorted_and_hidden_ones_left_out() {
        let (_folder, files) = project();
        assert_eq!(files.list("data"), ["circus/"]);
        assert_eq!(files.list("data/circus").len(), 3);
        assert_eq!(files.list("nowhere"), Vec::<String>::new());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_of_the_project_is_refused() {
        let (folder, files) = project();
        std::os::unix::fs::symlink(
            folder.path().join("secret.txt"),
            files.root().join("data/link.txt"),
        )
        .unwrap();
        std::os::unix::fs::symlink(folder.path(), files.root().join("data/up")).unwrap();
        std::os::unix::fs::symlink(
            files.root().join("data/circus/game.toml"),
            files.root().join("data/inside.toml"),
        )
        .unwrap();
        assert_eq!(files.read("data/link.txt"), Err(ReadError::Outside));
        assert_eq!(files.read("data/up/secret.txt"), Err(ReadError::Outside));
        assert_eq!(files.list("data/up"), Vec::<String>::new());
        assert!(files.read("data/inside.toml").is_ok());
    }
}
