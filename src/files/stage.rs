//! The hidden folder in which output is made, found again if the run that made it was cut off.
//!
//! Each such folder holds a file that its run keeps locked: whoever gets the lock knows that the
//! run is over, however it ended. Before the first file is put in its place a journal says which
//! ones will be, so that the next run can take half a change back.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// What the names of these folders begin with; six letters and digits follow.
const PREFIX: &str = ".pnp-";
const RANDOM: usize = 6;
/// The file that a run keeps locked.
const LOCK: &str = ".lock";
/// What is put in place, from the first renamed file to the last.
const JOURNAL: &str = ".journal";
/// The files that were in the places, kept for the case of a failure.
const EARLIER: &str = ".earlier";
/// What a shell reports of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Something to be done last, and what the shell is told.
type Farewell = Box<dyn FnOnce() -> i32 + Send>;

/// The folders of this run.
static LIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
/// What is done last when the run is interrupted.
static FAREWELL: Mutex<Option<Farewell>> = Mutex::new(None);
/// Whether the run is about to end.
static IS_ENDING: AtomicBool = AtomicBool::new(false);

/// Removes what is half made when the run is interrupted, terminated or hung up, and ends it.
pub fn clean_up_when_interrupted() {
    let end = || {
        IS_ENDING.store(true, Ordering::SeqCst);
        // Files that are being put in their places are all put there first.
        for folder in live().iter() {
            discard(folder);
        }
        let farewell = FAREWELL.lock().unwrap_or_else(PoisonError::into_inner).take();
        std::process::exit(farewell.map_or(INTERRUPTED, |farewell| farewell()));
    };
    // Without a handler a run ends all the same, and the next one cleans up.
    let _ = ctrlc::set_handler(end);
}

/// Says what is done last when the run is interrupted, and how it ends then: for a run that goes on
/// until somebody stops it, that is no failure.
pub fn at_interrupt(farewell: impl FnOnce() -> i32 + Send + 'static) {
    *FAREWELL.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(farewell));
}

/// The folders of this run, which nobody removes meanwhile.
pub(super) fn live() -> MutexGuard<'static, Vec<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A build that was cut off while it put its files in their places, and was taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The folder of the files.
    pub folder: PathBuf,
}

/// A folder in which files are made.
#[derive(Debug)]
pub(super) struct Stage {
    /// Released before the folder goes, which some systems ask for.
    lock: Option<File>,
    folder: TempDir,
}

impl Stage {
    /// A new one, on the disk of that folder.
    pub(super) fn new(beside: &Path) -> io::Result<Self> {
        let folder =
            tempfile::Builder::new().prefix(PREFIX).rand_bytes(RANDOM).tempdir_in(beside)?;
        live().push(folder.path().to_owned());
        let lock = locked(folder.path()).ok();
        Ok(Self { lock, folder })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Starts a file.
    pub(super) fn create(&self, name: &str) -> io::Result<File> {
        if IS_ENDING.load(Ordering::SeqCst) {
            return Err(ErrorKind::Interrupted.into());
        }
        let path = self.path().join(name);
        with_parent(&path)?;
        File::create(path)
    }

    /// Where the file is kept that was in the place of a new one.
    pub(super) fn backup(&self, name: &str) -> PathBuf {
        self.path().join(EARLIER).join(name)
    }

    /// Says what is about to be put in its place in a folder, or removed from it.
    pub(super) fn begin(
        &self,
        target: &Path,
        placed: &[&String],
        removed: &[String],
    ) -> io::Result<()> {
        // Found again where the whole project was moved meanwhile.
        let beside = self.path().parent().unwrap_or(target);
        let folder = target.strip_prefix(beside).unwrap_or(target);
        let journal = json!({ "folder": folder, "placed": placed, "removed": removed });
        let path = self.path().join(JOURNAL);
        fs::write(&path, journal.to_string())?;
        File::open(path)?.sync_all()
    }

    /// Says that everything is in its place.
    pub(super) fn end(&self) -> io::Result<()> {
        fs::remove_file(self.path().join(JOURNAL))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.lock = None;
        live().retain(|folder| folder != self.folder.path());
    }
}

/// A file in a folder that stays locked as long as it is open.
fn locked(folder: &Path) -> io::Result<File> {
    let fresh = folder.join(".unlocked");
    let file = File::create(&fresh)?;
    // It gets its name once it is locked, so that nobody takes the folder for abandoned.
    let locked = file.try_lock().map_err(io::Error::from);
    match locked.and_then(|()| fs::rename(&fresh, folder.join(LOCK))) {
        Ok(()) => Ok(file),
        Err(error) => {
            let _ = fs::remove_file(fresh);
            Err(error)
        }
    }
}

/// Removes the folders beside a target that runs left behind which are over, and takes back what
/// they had half done. Such a folder has our name and our file, which nobody holds locked.
pub(super) fn sweep(beside: &Path) -> Vec<Recovered> {
    let Ok(entries) = fs::read_dir(beside) else { return Vec::new() };
    let mut recovered = Vec::new();
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_ours = entry.file_name().to_str().is_some_and(is_name);
        let path = entry.path();
        if !is_folder || !is_ours || live().contains(&path) {
            continue;
        }
        let lock = path.join(LOCK);
        let is_file = lock.symlink_metadata().is_ok_and(|found| found.is_file());
        let Some(lock) = File::open(&lock).ok().filter(|_| is_file) else { continue };
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => continue,
        }
        recovered.extend(take_back(&path));
        drop(lock);
        discard(&path);
    }
    recovered
}

fn is_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|random| {
        random.len() == RANDOM && random.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// Puts the files back that an unfinished run replaced. What was changed since stays.
fn take_back(stage: &Path) -> Option<Recovered> {
    let path = stage.join(JOURNAL);
    let begun = fs::metadata(&path).ok()?.modified().ok()?;
    let journal: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let folder = stage.parent()?.join(journal.get("folder")?.as_str()?);
    let names = |key: &str| -> Vec<&str> {
        let names = journal.get(key).and_then(Value::as_array);
        names.into_iter().flatten().filter_map(Value::as_str).collect()
    };
    for name in names("placed").into_iter().filter(|name| !stage.join(name).exists()) {
        let target = folder.join(name);
        let changed = fs::metadata(&target).and_then(|found| found.modified());
        if changed.is_ok_and(|changed| changed <= begun) {
            put_back(&target, &stage.join(EARLIER).join(name));
        }
    }
    for name in names("removed") {
        let backup = stage.join(EARLIER).join(name);
        let target = folder.join(name);
        if backup.exists() && !target.exists() {
            let _ = with_parent(&target).and_then(|()| fs::rename(backup, target));
        }
    }
    Some(Recovered { folder })
}

/// Gives a place back to the file that was there before, if there was one.
pub(super) fn put_back(target: &Path, backup: &Path) {
    // Both are best effort: the error that led here is the one to report.
    let _ = if backup.exists() { fs::rename(backup, target) } else { fs::remove_file(target) };
}

/// Makes the folder that a file lies in.
pub(super) fn with_parent(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Removes a folder in which somebody may still be writing. Its lock goes last, so that the next
/// run finds what is left of it.
fn discard(folder: &Path) {
    const TRIES: usize = 20;
    for _ in 0..TRIES {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                let _ = fs::remove_dir_all(path);
            } else if entry.file_name() != LOCK {
                let _ = fs::remove_file(path);
            }
        }
        if fs::remove_dir_all(folder).is_ok() || !folder.exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(folder: &Path, name: &str, files: &[(&str, &str)]) -> PathBuf {
        let stage = folder.join(name);
        for (name, text) in files {
            let path = stage.join(name);
            with_parent(&path).unwrap();
            fs::write(path, text).unwrap();
        }
        stage
    }

    #[test]
    fn folders_of_runs_that_are_over_go_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let gone = stage(folder.path(), ".pnp-a1B2c3", &[(".lock", ""), ("half.pdf", "x")]);
        let unlocked = stage(folder.path(), ".pnp-abcdef", &[("half.pdf", "x")]);
        let others = [".pnp-abcde", ".pnp-abcdefg", ".pnp-ab_def", "pnp-abcdef", ".tmpabcdef"]
            .map(|name| stage(folder.path(), name, &[(".lock", ""), ("half.pdf", "x")]));
        let alive = stage(folder.path(), ".pnp-alive1", &[]);
        fs::create_dir_all(&alive).unwrap();
        let held = locked(&alive).unwrap();
        assert_eq!(sweep(folder.path()), []);
        assert!(!gone.exists() && unlocked.exists() && alive.exists());
        assert!(others.iter().all(|other| other.exists()));
        drop(held);
        sweep(folder.path());
        assert!(!alive.exists());
    }

    #[test]
    fn half_a_change_is_taken_back_and_what_was_changed_since_stays() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out/mini");
        let place = |name: &str, text: &str| {
            with_parent(&out.join(name)).unwrap();
            fs::write(out.join(name), text).unwrap();
        };
        // Placed over an earlier file, placed anew, not placed yet.
        place("a.pdf", "later");
        place("b.pdf", "later");
        place("c.pdf", "earlier");
        let journal = r#"{"folder":"out/mini","placed":["a.pdf","b.pdf","c.pdf","e.pdf"],
            "removed":["old/d.pdf"]}"#;
        let stage = stage(
            folder.path(),
            ".pnp-abcdef",
            &[
                (".lock", ""),
                ("c.pdf", "later"),
                (".earlier/a.pdf", "earlier"),
                (".earlier/old/d.pdf", "earlier"),
                (".earlier/e.pdf", "earlier"),
                (".journal", journal),
            ],
        );
        let later = fs::metadata(stage.join(".journal")).unwrap().modified().unwrap()
            + Duration::from_secs(9);
        place("e.pdf", "mine");
        File::options().write(true).open(out.join("e.pdf")).unwrap().set_modified(later).unwrap();
        assert_eq!(sweep(folder.path()), [Recovered { folder: out.clone() }]);
        let read = |name: &str| fs::read_to_string(out.join(name)).ok();
        let earlier = Some("earlier".to_owned());
        assert_eq!(
            [read("a.pdf"), read("c.pdf"), read("old/d.pdf")],
            [(); 3].map(|()| earlier.clone())
        );
        assert_eq!((read("b.pdf"), read("e.pdf")), (None, Some("mine".to_owned())));
        assert!(!stage.exists());
        assert_eq!(sweep(folder.path()), []);
    }
}
