//! A project in memory, for tests and for callers that have no disk.

use std::collections::BTreeMap;

use super::{Files, ReadError, normalise, same_name};

/// Files by path.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// No files.
    pub fn new() -> Self {
        Self::default()
    }

    /// One file more.
    #[must_use]
    pub fn with(mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.insert(path.into(), bytes.into());
        self
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path = normalise("", path).ok_or(ReadError::Outside)?;
        let found = self.files.get(&path).or_else(|| {
            self.files.iter().find(|(name, _)| same_name(name, &path)).map(|(_, bytes)| bytes)
        });
        match found {
            Some(bytes) => Ok(bytes.clone()),
            None if !self.list(&path).is_empty() => Err(ReadError::IsFolder),
            None => Err(ReadError::NotFound),
        }
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        let dir = normalise("", dir).ok_or(ReadError::Outside)?;
        let prefix = if dir.is_empty() { dir } else { format!("{dir}/") };
        let mut names: Vec<String> = self
            .files
            .keys()
            .filter_map(|path| path.strip_prefix(&prefix))
            .map(|rest| {
                rest.split_once('/')
                    .map_or_else(|| rest.to_owned(), |(folder, _)| format!("{folder}/"))
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_path_and_folders_are_what_holds_them() {
        let files = MemoryFiles::new()
            .with("data/a/game.toml", "x")
            .with("data/a/img/caf\u{e9}.png", "y")
            .with("data/b.txt", "");
        assert_eq!(files.read("data/a/game.toml"), Ok(b"x".to_vec()));
        assert_eq!(files.read("data/a/img/cafe\u{301}.png"), Ok(b"y".to_vec()));
        assert_eq!(files.read("data/a"), Err(ReadError::IsFolder));
        assert_eq!(files.read("data/c"), Err(ReadError::NotFound));
        assert_eq!(files.read("../data/a/game.toml"), Err(ReadError::Outside));
        assert_eq!(files.list("data"), ["a/", "b.txt"]);
        assert_eq!(files.list("data/a"), ["game.toml", "img/"]);
    }
}
