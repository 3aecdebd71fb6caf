//! What a picture is drawn from, as it was when its sum was taken.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use crate::draw::FontSet;
use crate::files::{ContentSum, Contents, Files, ReadError};
use crate::job::{Painter, Pile, Pixels, SideView};
use crate::units::{Dpi, Size};

/// Something that can be drawn.
#[derive(Clone, Debug)]
pub(super) enum View {
    /// A face or a page.
    Pile(Arc<Pile>),
    /// A side of a sheet.
    Side(SideView),
}

/// What a picture is drawn from.
#[derive(Clone)]
pub(super) struct Source {
    pub(super) view: View,
    pub(super) moment: Arc<Moment>,
}

/// The files of a game at one moment.
pub(super) struct Moment {
    pub(super) game: String,
    pub(super) contents: Arc<Contents>,
    pub(super) fonts: FontSet,
    pub(super) store: Arc<Store>,
}

/// What was read of files, by their contents: what is drawn later is drawn of the same.
#[derive(Default)]
pub(super) struct Store {
    kept: Mutex<HashMap<ContentSum, Arc<Vec<u8>>>>,
}

impl Source {
    /// Draws the picture; nothing if its files are no longer what they were and were not kept.
    pub(super) fn draw(&self, dpi: Dpi, files: &dyn Files) -> Option<Result<Vec<u8>, String>> {
        self.with_painter(files, |painter| match &self.view {
            View::Pile(pile) => painter.pile(pile, fitting(pile.canvas.size(), dpi)),
            View::Side(side) => painter.side(side, fitting(side.size(), dpi)),
        })
    }

    /// The pixels of a face or a page.
    pub(super) fn pixels(&self, dpi: Dpi, files: &dyn Files) -> Option<Pixels> {
        let View::Pile(pile) = &self.view else { return None };
        self.with_painter(files, |painter| painter.pixels(pile, dpi))?
    }

    fn with_painter<T>(&self, files: &dyn Files, draw: impl FnOnce(Painter<'_>) -> T) -> Option<T> {
        let Moment { game, contents, fonts, store } = &*self.moment;
        let files = KeptFiles::new(files, contents, store);
        let drawn = draw(Painter { files: &files, fonts, game });
        files.are_as_they_were().then_some(drawn)
    }
}

/// The resolution, or what of it makes no more pixels than a screen can show in many pieces: a
/// board of a square metre has 140 million at 300 dpi, and a browser must hold them all.
fn fitting(size: Size, dpi: Dpi) -> Dpi {
    const MOST: f64 = 24e6;
    let per_mm = dpi.per_mm();
    let pixels = size.width.to_mm() * per_mm * size.height.to_mm() * per_mm;
    if pixels <= MOST {
        return dpi;
    }
    let less = f64::from(dpi.get()) * (MOST / pixels).sqrt();
    Dpi::new(less as u32).unwrap_or(dpi)
}

impl Store {
    fn lock(&self) -> MutexGuard<'_, HashMap<ContentSum, Arc<Vec<u8>>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what no moment needs.
    pub(super) fn keep_only(&self, moments: &[Arc<Moment>]) {
        let needed: HashSet<&ContentSum> =
            moments.iter().flat_map(|moment| moment.contents.all()).collect();
        self.lock().retain(|sum, _| needed.contains(sum));
    }
}

/// The files of a project as they were at one moment.
pub(super) struct KeptFiles<'a> {
    files: &'a dyn Files,
    contents: &'a Contents,
    store: &'a Store,
    is_other: AtomicBool,
}

impl<'a> KeptFiles<'a> {
    pub(super) fn new(files: &'a dyn Files, contents: &'a Contents, store: &'a Store) -> Self {
        Self { files, contents, store, is_other: AtomicBool::new(false) }
    }

    /// Whether all that was read so far is what it was.
    fn are_as_they_were(&self) -> bool {
        !self.is_other.load(Ordering::SeqCst)
    }
}

impl Files for KeptFiles<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, ReadError> {
        // Fonts are large, and kept where they are loaded.
        let known = self.contents.of(path).filter(|_| !path.starts_with("fonts/"));
        let Some(sum) = known else { return self.files.read(path) };
        if let Some(kept) = self.store.lock().get(sum) {
            return Ok(kept.to_vec());
        }
        let bytes = self.files.read(path);
        match &bytes {
            Ok(bytes) if <[u8; 32]>::from(Sha256::digest(bytes)) == *sum => {
                self.store.lock().insert(*sum, Arc::new(bytes.clone()));
            }
            Ok(_) | Err(_) => self.is_other.store(true, Ordering::SeqCst),
        }
        bytes
    }

    fn children(&self, dir: &str) -> Result<Vec<String>, ReadError> {
        self.files.children(dir)
    }

    fn real(&self, path: &str) -> Option<PathBuf> {
        self.files.real(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::MemoryFiles;
    use crate::units::Length;

    #[test]
    fn large_pictures_are_drawn_with_fewer_pixels() {
        let dpi = Dpi::PRINT;
        let square = |mm| Size::new(Length::mm(mm), Length::mm(mm));
        assert_eq!(fitting(square(100), dpi), dpi);
        assert_eq!(fitting(square(1000), dpi).get(), 124);
    }

    #[test]
    fn files_are_read_as_they_were_or_it_is_known_that_they_are_not() {
        let sum = Sha256::digest(b"old").into();
        let contents = Contents::of_one("data/a.png", sum);
        let old = MemoryFiles::new().with("data/a.png", "old");
        let new = MemoryFiles::new().with("data/a.png", "new");
        let store = Store::default();
        let files = KeptFiles::new(&new, &contents, &store);
        assert_eq!(files.read("data/a.png"), Ok(b"new".to_vec()));
        assert!(!files.are_as_they_were());
        for now in [&old, &new] {
            let files = KeptFiles::new(now, &contents, &store);
            assert_eq!(files.read("data/a.png"), Ok(b"old".to_vec()));
            assert!(files.are_as_they_were());
        }
    }
}
