//! Where bytes come from and go to; the only module that touches the disk.
//!
//! In: project-relative paths with `/` between their parts. Out: bytes, or a reason in data. A path
//! can never leave the root of the project, neither by `..` nor by an absolute path nor by a
//! symbolic link. Nobody here knows what a file means.

#![expect(clippy::disallowed_methods, reason = "the one folder that may touch the disk")]

mod codes;
mod config;
mod create;
mod disk;
mod git;
mod memory;
mod output;
mod project;
mod shipped;
mod stage;
mod tree;
mod watch;

use std::fmt;
use std::path::{Path, PathBuf};

use unicode_normalization::UnicodeNormalization;

pub(crate) use codes::CODES;
pub use config::config_folder;
pub use create::create_folder;
pub use disk::DiskFiles;
pub use git::at_revision;
pub use memory::MemoryFiles;
pub use output::{OutputError, OutputErrorKind, OutputFile, OutputFolder};
pub use project::{Overlay, Project, SharedShipped};
pub use shipped::Shipped;
pub use stage::{Recovered, at_interrupt, clean_up_when_interrupted};
pub use tree::{Tree, tree};
pub use watch::{ContentSum, Contents, Saved, Watcher};

/// A place to read from.
pub trait Files: Send + Sync {
    /// The whole file.
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError>;
    /// The direct children of a folder, sorted; folders end in `/`. A missing folder has none.
    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError>;
    /// The same where it does not matter why there are none.
    fn list(&self, dir: &str) -> Vec<String> {
        self.children(dir).unwrap_or_default()
    }
    /// Where a file or folder really lies, once all links are followed; nothing where there are no
    /// links.
    fn real(&self, _path: &str) -> Option<PathBuf> {
        None
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        (**self).read(path)
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        (**self).children(dir)
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        (**self).real(path)
    }
}

impl<F: Files + ?Sized> Files for Box<F> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        (**self).read(path)
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        (**self).children(dir)
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        (**self).real(path)
    }
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// There is no such file.
    NotFound,
    /// The system does not allow it.
    Denied,
    /// The path names a folder.
    IsFolder,
    /// The path, or a symbolic link on it, leads out of the project.
    Outside,
    /// Anything else, in the system's words.
    Other(String),
}

/// Reads well after "`x` ".
impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound => write!(f, "does not exist"),
            Self::Denied => write!(f, "may not be read: permission denied"),
            Self::IsFolder => write!(f, "is a folder"),
            Self::Outside => write!(f, "lies outside the project"),
            Self::Other(why) => write!(f, "cannot be read: {why}"),
        }
    }
}

/// The project-relative path that `relative` names as seen from the folder `base`, without `.` and
/// `..`.
///
/// None where it would leave the root, is absolute, begins with a drive letter, or holds a
/// backslash, which would be part of a name on one system and part a folder from a file on another.
pub fn normalise(base: &str, relative: &str) -> Option<String> {
    let drive = relative.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && relative.as_bytes().get(1) == Some(&b':');
    if drive || relative.starts_with('/') || relative.contains(['\\', '\0']) {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(relative.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// The nearest folder, from `start` upwards, that holds a `data` folder.
pub fn find_root(start: &Path) -> Option<PathBuf> {
    start.ancestors().find(|folder| folder.join("data").is_dir()).map(Path::to_path_buf)
}

/// Where a folder lies in the repository of git that holds it, with `/` between the names and after
/// the last; empty for the repository itself and where there is none.
pub fn place_in_repository(folder: &Path) -> String {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
    let repository = folder.ancestors().find(|parent| parent.join(".git").exists());
    let below = repository.and_then(|repository| folder.strip_prefix(repository).ok());
    let names = below.into_iter().flat_map(Path::iter);
    names.map(|name| format!("{}/", name.to_string_lossy())).collect()
}

/// The games of a project: the folders of `data/` that hold a `game.toml`.
pub fn games(files: &dyn Files) -> Vec<String> {
    let folders =
        files.list("data").into_iter().filter_map(|name| name.strip_suffix('/').map(str::to_owned));
    folders
        .filter(|game| files.list(&format!("data/{game}")).iter().any(|name| name == "game.toml"))
        .collect()
}

/// Whether two names are the same though one may spell é as one character and the other as two.
fn same_name(one: &str, other: &str) -> bool {
    one == other || one.nfc().eq(other.nfc())
}

/// Joins two sorted lists, each name once.
fn union(mut one: Vec<String>, other: Vec<String>) -> Vec<String> {
    one.extend(other);
    one.sort_unstable();
    one.dedup();
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_resolved_inside_the_root() {
        for (base, relative, path) in [
            ("data/circus", "artists.csv", Some("data/circus/artists.csv")),
            ("data/circus", "./img//a.png", Some("data/circus/img/a.png")),
            ("data/circus", "../other/a.png", Some("data/other/a.png")),
            ("", "fonts/x.ttf", Some("fonts/x.ttf")),
            ("data", "..", Some("")),
            ("data/circus", "../../../etc/passwd", None),
            ("data/circus", "/etc/passwd", None),
            ("data/circus", "C:/x.png", None),
            ("data/circus", "c:x.png", None),
            ("data/circus", "..\\..\\x.png", None),
            ("data/circus", "\\\\server\\x.png", None),
            ("data/circus", "x\0.png", None),
        ] {
            assert_eq!(normalise(base, relative).as_deref(), path, "{base} {relative}");
        }
    }

    #[test]
    fn games_are_the_folders_with_a_game_file() {
        let files = MemoryFiles::new()
            .with("data/b/game.toml", "")
            .with("data/a/game.toml", "")
            .with("data/notes/todo.txt", "")
            .with("data/readme.md", "");
        assert_eq!(games(&files), ["a", "b"]);
    }

    #[test]
    fn a_project_may_lie_below_the_top_of_its_repository() {
        let folder = tempfile::tempdir().unwrap();
        let kit = folder.path().join("games/my kit");
        std::fs::create_dir_all(&kit).unwrap();
        assert_eq!(place_in_repository(&kit), "");
        std::fs::create_dir_all(folder.path().join(".git")).unwrap();
        assert_eq!(place_in_repository(&kit), "games/my kit/");
        assert_eq!(place_in_repository(folder.path()), "");
    }

    #[test]
    fn the_root_is_the_nearest_parent_with_data() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("kit/data/circus")).unwrap();
        std::fs::create_dir_all(folder.path().join("kit/templates/circus")).unwrap();
        let kit = folder.path().join("kit");
        assert_eq!(find_root(&kit.join("templates/circus")), Some(kit.clone()));
        assert_eq!(find_root(&kit), Some(kit));
    }
}
