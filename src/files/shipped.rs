//! The games, templates and fonts built into the binary.

use include_dir::{Dir, include_dir};
use unicode_normalization::UnicodeNormalization;

use super::{Files, ReadError, normalise};

static DATA: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/data");
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");
static FONTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/fonts");

/// `data/`, `templates/` and `fonts/` as they were when `pnp` was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shipped;

impl Shipped {
    fn folder(path: &str) -> Option<(&'static Dir<'static>, &str)> {
        let (top, rest) = path.split_once('/').unwrap_or((path, ""));
        let dir = match top {
            "data" => &DATA,
            "templates" => &TEMPLATES,
            "fonts" => &FONTS,
            _ => return None,
        };
        Some((dir, rest))
    }
}

impl Files for Shipped {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        let path: String = normalise("", path).ok_or(ReadError::Outside)?.nfc().collect();
        let (dir, rest) = Self::folder(&path).ok_or(ReadError::NotFound)?;
        if rest.is_empty() || dir.get_dir(rest).is_some() {
            return Err(ReadError::IsFolder);
        }
        dir.get_file(rest).map(|file| file.contents().to_vec()).ok_or(ReadError::NotFound)
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        let path = normalise("", dir).ok_or(ReadError::Outside)?;
        if path.is_empty() {
            return Ok(["data/", "fonts/", "templates/"].map(str::to_owned).to_vec());
        }
        let Some((top, rest)) = Self::folder(&path) else { return Ok(Vec::new()) };
        let Some(folder) = (if rest.is_empty() { Some(top) } else { top.get_dir(rest) }) else {
            return Ok(Vec::new());
        };
        let name = |path: &std::path::Path| {
            path.file_name()
                .and_then(|n| n.to_str())
                .filter(|n| !n.starts_with('.'))
                .map(str::to_owned)
        };
        let mut names: Vec<String> = folder.files().filter_map(|f| name(f.path())).collect();
        names.extend(folder.dirs().filter_map(|d| name(d.path())).map(|n| format!("{n}/")));
        names.sort_unstable();
        Ok(names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_fonts_can_be_listed_and_read() {
        assert!(Shipped.list("fonts").contains(&"alegreya/".to_owned()));
        assert!(Shipped.list("fonts/rye").contains(&"OFL.txt".to_owned()));
        assert!(Shipped.read("fonts/rye/OFL.txt").is_ok());
        assert_eq!(Shipped.read("fonts/rye"), Err(ReadError::IsFolder));
        assert_eq!(Shipped.read("fonts"), Err(ReadError::IsFolder));
        assert_eq!(Shipped.read("fonts/none.ttf"), Err(ReadError::NotFound));
        assert_eq!(Shipped.read("src/lib.rs"), Err(ReadError::NotFound));
        assert_eq!(Shipped.list(""), ["data/", "fonts/", "templates/"]);
    }
}
