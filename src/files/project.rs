//! What a game sees: its own files, with the shipped fonts and shared templates behind them.

use std::path::PathBuf;

use super::{DiskFiles, Files, ReadError, Shipped, union};

/// Two places, asked in order.
#[derive(Clone, Debug)]
pub struct Overlay<A, B> {
    /// Wins.
    pub first: A,
    /// Asked for what the first does not have.
    pub second: B,
}

impl<A: Files, B: Files> Files for Overlay<A, B> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self.first.read(path) {
            Err(ReadError::NotFound) => self.second.read(path),
            found => found,
        }
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        Ok(union(self.first.children(dir)?, self.second.children(dir)?))
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        self.first.real(path).or_else(|| self.second.real(path))
    }
}

/// A project on the disk, or the games built into the binary where there is none.
///
/// A project on the disk may always use the shipped fonts and the shipped `templates/_shared`; its
/// own files of the same name win. The shipped games stay out of it, so that `--game` lists what
/// the designer made.
#[derive(Clone, Debug)]
pub enum Project {
    /// A project on the disk.
    Disk(Overlay<DiskFiles, SharedShipped>),
    /// The games built in.
    Shipped(Shipped),
}

impl Project {
    /// The project at `root`, or the shipped one.
    pub fn open(root: Option<PathBuf>) -> Self {
        match root {
            Some(root) => {
                Self::Disk(Overlay { first: DiskFiles::new(root), second: SharedShipped })
            }
            None => Self::Shipped(Shipped),
        }
    }
}

impl Files for Project {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        match self {
            Self::Disk(files) => files.read(path),
            Self::Shipped(files) => files.read(path),
        }
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        match self {
            Self::Disk(files) => files.children(dir),
            Self::Shipped(files) => files.children(dir),
        }
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        match self {
            Self::Disk(files) => files.real(path),
            Self::Shipped(files) => files.real(path),
        }
    }
}

/// The shipped files that every project may use: `fonts/` and `templates/_shared/`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedShipped;

impl SharedShipped {
    fn offers(path: &str) -> bool {
        ["fonts", "templates/_shared"].iter().any(|top| {
            path.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    }
}

impl Files for SharedShipped {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        if Self::offers(path) { Shipped.read(path) } else { Err(ReadError::NotFound) }
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        if Self::offers(dir) { Shipped.children(dir) } else { Ok(Vec::new()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::MemoryFiles;

    #[test]
    fn a_project_sees_the_shipped_fonts_but_its_own_win() {
        let own =
            MemoryFiles::new().with("fonts/rye/OFL.txt", "own").with("data/mine/game.toml", "");
        let project = Overlay { first: own, second: SharedShipped };
        assert_eq!(project.read("fonts/rye/OFL.txt"), Ok(b"own".to_vec()));
        assert!(project.read("fonts/alegreya/OFL.txt").is_ok());
        assert!(project.list("fonts").contains(&"alegreya/".to_owned()));
        assert_eq!(project.list("data"), ["mine/"]);
        assert!(!SharedShipped::offers("fontsy/x"));
        assert!(!SharedShipped::offers("templates/circus/artist.svg"));
    }
}
