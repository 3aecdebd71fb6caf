//! Where a fault is, as other programs name places.

use crate::diag::Span;

/// A place in a file of the repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The file: from the top of the repository, unless it lies outside of the project.
    pub(super) path: String,
    /// Where in it, unless the whole file is meant.
    pub(super) region: Option<Region>,
}

/// Lines and columns, counted from 1 in characters; the end is the column after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) start: (usize, usize),
    pub(super) end: (usize, usize),
}

impl Place {
    /// The place of a stretch of a file; nothing for what was written on the command line.
    pub(super) fn of(span: &Span, folder: &str) -> Option<Self> {
        if span.path().starts_with("--") {
            return None;
        }
        let region = Region { start: span.start(), end: span.end() };
        Some(Self { region: Some(region), ..Self::file(span.path(), folder) })
    }

    /// A file as a whole.
    pub(super) fn file(path: &str, folder: &str) -> Self {
        let path = if is_absolute(path) { path.to_owned() } else { format!("{folder}{path}") };
        Self { path, region: None }
    }

    /// Whether it is named from the root of the disk, as the printers of a user are.
    pub(super) fn is_absolute(&self) -> bool {
        is_absolute(&self.path)
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;

    #[test]
    fn a_place_is_named_from_the_top_of_the_repository() {
        let span = |path| Span::new(&Source::new(path, "ab\ncd"), 1..4);
        let place = Place::of(&span("data/a/game.toml"), "kit/").unwrap();
        assert_eq!(place.path, "kit/data/a/game.toml");
        assert_eq!(place.region, Some(Region { start: (1, 2), end: (2, 2) }));
        let printer = Place::of(&span("/home/me/printers/a.toml"), "kit/").unwrap();
        assert!(printer.is_absolute() && printer.path == "/home/me/printers/a.toml");
        assert_eq!(Place::of(&span("--only-cards"), "kit/"), None);
    }
}
