//! All that lies below a folder, whatever links lead around in it.

use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;

use super::{Files, ReadError};

/// What lies below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The files, with their paths from the folder, sorted.
    pub files: Vec<String>,
    /// The folders that could not be listed, with their paths in the project, and why.
    pub faults: Vec<(String, ReadError)>,
}

/// Looks through a folder and all folders in it. What links reach a second time is left out, so
/// that two links to the folder they lie in come to an end; what lies in its own place counts
/// before what only a link leads to.
pub fn tree(files: &dyn Files, folder: &str) -> Tree {
    let mut found = Tree::default();
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    let mut folders = VecDeque::from([String::new()]);
    let mut links: VecDeque<String> = VecDeque::new();
    while let Some(prefix) = folders.pop_front().or_else(|| links.pop_front()) {
        let path = format!("{folder}/{prefix}");
        let path = path.trim_end_matches('/');
        let place = files.real(path);
        if place.as_ref().is_some_and(|place| !seen.insert(place.clone())) {
            continue;
        }
        match files.children(path) {
            Err(error) => found.faults.push((path.to_owned(), error)),
            Ok(children) => {
                for child in children {
                    let full = format!("{prefix}{child}");
                    let Some(name) = child.strip_suffix('/') else {
                        found.files.push(full);
                        continue;
                    };
                    let is_in_place = files.real(&format!("{path}/{name}")).is_none_or(|real| {
                        place.as_ref().is_none_or(|place| real == place.join(name))
                    });
                    let next = if is_in_place { &mut folders } else { &mut links };
                    next.push_back(full);
                }
            }
        }
    }
    found.files.sort_unstable();
    found.faults.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::MemoryFiles;

    #[test]
    fn files_are_found_at_any_depth() {
        let files = MemoryFiles::new()
            .with("fonts/b/c/d.ttf", "")
            .with("fonts/a.ttf", "")
            .with("data/x", "");
        assert_eq!(tree(&files, "fonts").files, ["a.ttf", "b/c/d.ttf"]);
        assert_eq!(tree(&files, "none"), Tree::default());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_around_come_to_an_end() {
        use std::fs::{create_dir_all, write};
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("kit");
        create_dir_all(root.join("fonts/z")).unwrap();
        create_dir_all(root.join("more")).unwrap();
        write(root.join("fonts/z/a.ttf"), "").unwrap();
        write(root.join("more/b.ttf"), "").unwrap();
        let links = [("l0", "."), ("l1", "."), ("z/up", ".."), ("a", "z"), ("m", "../more")];
        for (link, target) in links {
            symlink(target, root.join("fonts").join(link)).unwrap();
        }
        symlink("../fonts", root.join("more/back")).unwrap();
        symlink(folder.path(), root.join("fonts/out")).unwrap();
        let found = tree(&crate::files::DiskFiles::new(root), "fonts");
        assert_eq!(found.files, ["m/b.ttf", "z/a.ttf"]);
        assert_eq!(found.faults, [("fonts/out".to_owned(), ReadError::Outside)]);
    }
}
