//! Files that are saved, noticed by looking.
//!
//! The truth is what lies on the disk: all files are looked at again and again, and one counts as
//! saved when its content is another. What the system says of files only wakes whoever looks, for
//! it says too much, too early, and in some folders nothing at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use sha2::{Digest, Sha256};

/// The folders of a project that hold what a game is made of.
const FOLDERS: [&str; 3] = ["data", "fonts", "templates"];
/// How often to look where the system wakes us, too: what it did not say is found all the same.
const TICK: Duration = Duration::from_secs(1);
/// How often to look where the system says nothing.
const POLL: Duration = Duration::from_millis(100);
/// A file is whole when it stays as it is for so long: some editors write it in many pieces.
const SETTLE: Duration = Duration::from_millis(15);
/// So long at most, for a file may grow all day.
const SETTLE_AT_MOST: Duration = Duration::from_millis(300);

/// The sum of the content of a file.
pub type ContentSum = [u8; 32];

/// The contents of all files of a project, by their paths in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    sums: BTreeMap<String, ContentSum>,
}

impl Contents {
    /// The content of a file; nothing of one that is not on the disk.
    pub fn of(&self, path: &str) -> Option<&ContentSum> {
        self.sums.get(path)
    }

    /// The files below a folder, with their contents.
    pub fn below<'a>(&'a self, folder: &str) -> impl Iterator<Item = (&'a str, &'a ContentSum)> {
        let folder = format!("{folder}/");
        let all = self.sums.iter().filter(move |(path, _)| path.starts_with(&folder));
        all.map(|(path, sum)| (path.as_str(), sum))
    }

    /// All contents.
    pub fn all(&self) -> impl Iterator<Item = &ContentSum> {
        self.sums.values()
    }

    /// A single file.
    #[cfg(test)]
    pub fn of_one(path: &str, sum: ContentSum) -> Self {
        Self { sums: BTreeMap::from([(path.to_owned(), sum)]) }
    }

    /// The files that are not the same in both.
    fn differing(&self, other: &Self) -> Vec<String> {
        let paths: BTreeSet<&String> = self.sums.keys().chain(other.sums.keys()).collect();
        let differs = |path: &&&String| self.sums.get(**path) != other.sums.get(**path);
        paths.iter().filter(differs).map(|path| (*path).clone()).collect()
    }
}

/// What was saved.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The files whose content is another, with those that came and went.
    pub files: Vec<String>,
    /// All files, as they are now.
    pub contents: Arc<Contents>,
}

/// Looks after the files of a project.
pub struct Watcher {
    root: PathBuf,
    seen: BTreeMap<String, Stamp>,
    contents: Arc<Contents>,
    waker: Option<Waker>,
}

/// How a file looks without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    number: u64,
}

/// What the system says of the folders of a project.
struct Waker {
    watcher: RecommendedWatcher,
    woken: Receiver<()>,
    /// The folders it looks at.
    folders: BTreeSet<PathBuf>,
}

impl Watcher {
    /// Looks at a project for the first time. With `only_looks` the system is not asked to say what
    /// it sees; the second value says why it cannot, where that was wanted.
    pub fn new(root: &Path, only_looks: bool) -> (Self, Option<String>) {
        let root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let (waker, why) = match (only_looks, Waker::new()) {
            (true, _) => (None, None),
            (false, Ok(waker)) => (Some(waker), None),
            (false, Err(error)) => (None, Some(error.to_string())),
        };
        let seen = look(&root);
        let contents = Arc::new(read(&root, &seen, &BTreeMap::new(), &Contents::default()));
        let mut watcher = Self { root, seen, contents, waker };
        let refused = watcher.follow();
        (watcher, why.or(refused))
    }

    /// All files, as they were last seen.
    pub fn contents(&self) -> &Arc<Contents> {
        &self.contents
    }

    /// Waits until files are saved. Nothing is returned where it was for nothing for as long as a
    /// tick takes.
    pub fn next_save(&mut self) -> Option<Saved> {
        match &self.waker {
            Some(waker) => waker.wait(),
            None => thread::sleep(POLL),
        }
        let mut seen = look(&self.root);
        if seen == self.seen {
            return None;
        }
        let from = Instant::now();
        while from.elapsed() < SETTLE_AT_MOST {
            thread::sleep(SETTLE);
            let again = look(&self.root);
            let is_settled = again == seen;
            seen = again;
            if is_settled {
                break;
            }
        }
        let contents = read(&self.root, &seen, &self.seen, &self.contents);
        let files = contents.differing(&self.contents);
        self.seen = seen;
        self.contents = Arc::new(contents);
        let _ = self.follow();
        let contents = Arc::clone(&self.contents);
        (!files.is_empty()).then_some(Saved { files, contents })
    }

    /// Has the system say what happens in the folders that exist; a folder that went and came back
    /// is another. Where it cannot, looking is left, and the reason returned.
    fn follow(&mut self) -> Option<String> {
        let waker = self.waker.as_mut()?;
        let there = FOLDERS.map(|folder| self.root.join(folder));
        let there: BTreeSet<PathBuf> = there.into_iter().filter(|path| path.is_dir()).collect();
        waker.folders.retain(|folder| there.contains(folder));
        for folder in there {
            if waker.folders.contains(&folder) {
                continue;
            }
            if let Err(error) = waker.watcher.watch(&folder, RecursiveMode::Recursive) {
                self.waker = None;
                return Some(error.to_string());
            }
            waker.folders.insert(folder);
        }
        None
    }
}

impl Waker {
    fn new() -> notify::Result<Self> {
        let (wake, woken): (Sender<()>, _) = channel();
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // That a file was read is no news, least of all by us.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                let _ = wake.send(());
            }
        })?;
        Ok(Self { watcher, woken, folders: BTreeSet::new() })
    }

    /// Waits for a word, or for a tick, and takes all words there are.
    fn wait(&self) {
        let _ = self.woken.recv_timeout(TICK);
        while self.woken.try_recv().is_ok() {}
    }
}

/// All files, whatever links lead around among them.
fn look(root: &Path) -> BTreeMap<String, Stamp> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<String> = FOLDERS.map(str::to_owned).to_vec();
    let mut known: BTreeSet<PathBuf> = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        let place = root.join(&folder);
        let is_new = fs::canonicalize(&place).is_ok_and(|place| known.insert(place));
        let Some(entries) = is_new.then(|| fs::read_dir(&place).ok()).flatten() else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| !is_passing(name)) else { continue };
            let path = format!("{folder}/{name}");
            match fs::metadata(entry.path()) {
                Ok(data) if data.is_dir() => folders.push(path),
                Ok(data) if data.is_file() => drop(found.insert(path, Stamp::of(&data))),
                Ok(_) | Err(_) => {}
            }
        }
    }
    found
}

/// Whether a file is there only while another program works: locks, backups, halves.
fn is_passing(name: &str) -> bool {
    let is_temporary = Path::new(name).extension().is_some_and(|end| end == "tmp");
    name.starts_with(['.', '~', '#']) || name.ends_with('~') || name == "4913" || is_temporary
}

/// The contents of files. What looks as it did is not read again, and what cannot be read counts
/// as empty.
fn read(
    root: &Path,
    seen: &BTreeMap<String, Stamp>,
    before: &BTreeMap<String, Stamp>,
    known: &Contents,
) -> Contents {
    let sum = |(path, stamp): (&String, &Stamp)| {
        let same = (before.get(path) == Some(stamp)).then(|| known.of(path)).flatten();
        let sum = same.copied().or_else(|| sum_of(&root.join(path))).unwrap_or_default();
        (path.clone(), sum)
    };
    Contents { sums: seen.iter().map(sum).collect() }
}

fn sum_of(path: &Path) -> Option<ContentSum> {
    let mut file = fs::File::open(path).ok()?;
    let mut sum = Sha256::new();
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece).ok()? {
            0 => return Some(sum.finalize().into()),
            read => sum.update(piece.get(..read)?),
        }
    }
}

impl Stamp {
    fn of(data: &Metadata) -> Self {
        #[cfg(unix)]
        let number = std::os::unix::fs::MetadataExt::ino(data);
        #[cfg(not(unix))]
        let number = 0;
        Self { length: data.len(), modified: data.modified().ok(), number }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("data/mini")).unwrap();
        fs::write(folder.path().join("data/mini/game.toml"), "one").unwrap();
        folder
    }

    fn saved(watcher: &mut Watcher) -> Vec<String> {
        loop {
            if let Some(saved) = watcher.next_save() {
                return saved.files;
            }
        }
    }

    #[test]
    fn a_file_is_saved_when_its_content_is_another() {
        for only_looks in [true, false] {
            let folder = project();
            let (mut watcher, _) = Watcher::new(folder.path(), only_looks);
            let file = folder.path().join("data/mini/game.toml");
            // The same again, what passes, and another folder are no news; what follows is.
            fs::write(&file, "one").unwrap();
            fs::write(folder.path().join("data/mini/.~lock.game.toml#"), "x").unwrap();
            fs::create_dir_all(folder.path().join("out")).unwrap();
            fs::write(folder.path().join("out/a.pdf"), "x").unwrap();
            assert!(watcher.next_save().is_none());
            let half = folder.path().join("data/mini/lu1.tmp");
            fs::write(&half, "two").unwrap();
            fs::rename(&half, &file).unwrap();
            assert_eq!(saved(&mut watcher), ["data/mini/game.toml"]);
        }
    }

    #[test]
    fn a_project_may_go_and_come_back() {
        for only_looks in [true, false] {
            let folder = project();
            let (mut watcher, _) = Watcher::new(folder.path(), only_looks);
            fs::remove_dir_all(folder.path().join("data")).unwrap();
            assert_eq!(saved(&mut watcher), ["data/mini/game.toml"]);
            fs::create_dir_all(folder.path().join("data/mini")).unwrap();
            fs::write(folder.path().join("data/mini/game.toml"), "one").unwrap();
            assert_eq!(saved(&mut watcher), ["data/mini/game.toml"]);
            assert!(watcher.contents().of("data/mini/game.toml").is_some());
        }
    }

    #[test]
    fn what_other_programs_keep_beside_a_file_is_passed_over() {
        for name in [".~lock.a.csv#", "~$a.xlsx", "lu25086.tmp", ".a.swp", "a~", "4913", ".#a"] {
            assert!(is_passing(name), "{name}");
        }
        for name in ["a.csv", "4913.svg", "tmp", "a#b.png"] {
            assert!(!is_passing(name), "{name}");
        }
    }
}
