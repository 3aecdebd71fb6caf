//! Where results go: a folder whose files appear together, whole, or not at all.
//!
//! Files are written to a hidden folder beside the target and renamed at the end. Whatever is
//! dropped before [`OutputFolder::commit`] leaves the earlier output as it was; and so does a run
//! that is cut off, once the next one has looked.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::{error, fmt};

use super::stage::{Recovered, Stage, live, put_back, sweep, with_parent};

/// Why output was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputError {
    /// The file or folder.
    pub path: PathBuf,
    /// What was wrong with it.
    pub kind: OutputErrorKind,
}

/// What can be wrong with a place for output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputErrorKind {
    /// No permission, or a disk that can only be read.
    Denied,
    /// No space left.
    DiskFull,
    /// A file stands where the folder should be.
    NotAFolder,
    /// A folder stands where the file should be.
    IsFolder,
    /// The file is in use by another program.
    Busy,
    /// The name is no plain file name.
    BadName,
    /// Two files of one build have that name.
    Twice,
    /// A folder that is to be new has something in it.
    NotEmpty,
    /// A link leads from it to somewhere else.
    LeadsOut,
    /// Anything else, in the system's words.
    Other(String),
}

impl OutputError {
    /// A folder that is to be new has something in it.
    pub(super) fn not_empty(path: &Path) -> Self {
        Self { path: path.to_path_buf(), kind: OutputErrorKind::NotEmpty }
    }

    /// What a failed write to `path` means.
    pub fn from_io(path: &Path, error: &io::Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => OutputErrorKind::Denied,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                OutputErrorKind::DiskFull
            }
            ErrorKind::NotADirectory | ErrorKind::AlreadyExists => OutputErrorKind::NotAFolder,
            ErrorKind::IsADirectory => OutputErrorKind::IsFolder,
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => OutputErrorKind::Busy,
            _ => OutputErrorKind::Other(error.to_string()),
        };
        Self { path: path.to_path_buf(), kind }
    }
}

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.kind {
            OutputErrorKind::Denied => write!(f, "cannot write `{path}`: permission denied"),
            OutputErrorKind::DiskFull => {
                write!(f, "cannot write `{path}`: no space left on the disk")
            }
            OutputErrorKind::NotAFolder => {
                write!(f, "cannot write to `{path}`: a file is where a folder should be")
            }
            OutputErrorKind::NotEmpty => {
                write!(f, "`{path}` is not empty; nothing in it was changed")
            }
            OutputErrorKind::IsFolder => {
                write!(f, "cannot write `{path}`: a folder has that name")
            }
            OutputErrorKind::Busy => {
                write!(f, "cannot write `{path}`: another program is using it")
            }
            OutputErrorKind::BadName => write!(f, "cannot write `{path}`: not a plain file name"),
            OutputErrorKind::Twice => {
                write!(f, "two files of this build would both be `{path}`: rename a component")
            }
            OutputErrorKind::LeadsOut => {
                write!(f, "cannot write `{path}`: a link leads from there to somewhere else")
            }
            OutputErrorKind::Other(why) => write!(f, "cannot write `{path}`: {why}"),
        }
    }
}

impl error::Error for OutputError {}

/// A folder being filled.
#[derive(Debug)]
pub struct OutputFolder {
    path: PathBuf,
    /// The same, from the root of the disk.
    absolute: PathBuf,
    stage: Stage,
    names: BTreeSet<String>,
    /// The file that is put in its place after all others.
    seal: Option<String>,
    /// What an earlier build wrote and [`Self::commit`] takes away.
    stale: Vec<String>,
    recovered: Vec<Recovered>,
}

/// How far above a target abandoned folders are looked for: a first build makes `out` and the
/// folder of the game in it.
const SWEPT: usize = 3;

impl OutputFolder {
    /// Prepares to write into `path`, which need not exist yet and is created by [`Self::commit`]
    /// only.
    pub fn open(path: &Path) -> Result<Self, OutputError> {
        // The staged files must lie on the same disk as the target, or they could not be renamed.
        let absolute = std::path::absolute(path).map_err(|e| OutputError::from_io(path, &e))?;
        let nearest = absolute
            .ancestors()
            .find(|folder| folder.symlink_metadata().is_ok())
            .unwrap_or(&absolute);
        if !nearest.is_dir() {
            return Err(OutputError {
                path: path.to_path_buf(),
                kind: OutputErrorKind::NotAFolder,
            });
        }
        let recovered = absolute.ancestors().take(SWEPT).flat_map(sweep).collect();
        let stage = Stage::new(nearest).map_err(|e| OutputError::from_io(path, &e))?;
        Ok(Self {
            path: path.to_path_buf(),
            absolute,
            stage,
            names: BTreeSet::new(),
            seal: None,
            stale: Vec::new(),
            recovered,
        })
    }

    /// The same for a folder that nobody chose by hand: no link may lead from it out of `root`.
    pub fn open_within(root: &Path, path: &Path) -> Result<Self, OutputError> {
        let leads_out = path.ancestors().find(|folder| {
            let there = fs::canonicalize(folder);
            let inside = fs::canonicalize(root);
            matches!((there, inside), (Ok(there), Ok(inside)) if folder.starts_with(root)
                && !there.starts_with(&inside))
        });
        match leads_out {
            Some(folder) => {
                Err(OutputError { path: folder.to_path_buf(), kind: OutputErrorKind::LeadsOut })
            }
            None => Self::open(path),
        }
    }

    /// Builds that were cut off while they put their files in place; they were taken back.
    pub fn recovered(&self) -> &[Recovered] {
        &self.recovered
    }

    /// Starts a file of the folder, or of a folder in it: `faces/001.png`.
    pub fn create(&mut self, name: &str) -> Result<OutputFile, OutputError> {
        let path = self.path.join(name);
        if !is_plain(name) {
            return Err(OutputError { path, kind: OutputErrorKind::BadName });
        }
        if path.is_dir() {
            return Err(OutputError { path, kind: OutputErrorKind::IsFolder });
        }
        if !self.names.insert(name.to_owned()) {
            return Err(OutputError { path, kind: OutputErrorKind::Twice });
        }
        let file = self.stage.create(name).map_err(|e| OutputError::from_io(&path, &e))?;
        Ok(OutputFile { path, file: BufWriter::with_capacity(1 << 16, file) })
    }

    /// Writes a whole file of the folder.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let mut file = self.create(name)?;
        file.write_all(bytes).map_err(|e| OutputError::from_io(&file.path, &e))?;
        file.finish()
    }

    /// Writes a whole file of the folder that speaks for all others: it is put in its place last.
    pub fn seal(&mut self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        self.write(name, bytes)?;
        self.seal = Some(name.to_owned());
        Ok(())
    }

    /// Opens a file that was written, before it is in its place.
    pub fn read_back(&self, name: &str) -> Result<impl Read + use<>, OutputError> {
        File::open(self.stage.path().join(name))
            .map_err(|error| OutputError::from_io(&self.path.join(name), &error))
    }

    /// Whether a file of that name was begun.
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The files that lie in the folder now, from earlier builds or of anybody else, in the order
    /// of their names. Links are not followed, and hidden files not seen.
    pub fn earlier(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(self.path.join(&folder)) else { continue };
            for entry in entries.flatten() {
                let Ok(name) = entry.file_name().into_string() else { continue };
                let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                match entry.file_type() {
                    Ok(kind) if kind.is_dir() && is_plain(&name) => folders.push(name),
                    Ok(kind) if kind.is_file() && is_plain(&name) => found.push(name),
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    /// What a file of the folder holds now.
    pub fn read_earlier(&self, name: &str) -> Option<Vec<u8>> {
        is_plain(name).then(|| fs::read(self.path.join(name)).ok()).flatten()
    }

    /// Takes a file away that lies in the folder now, and its folder with the last one, as soon as
    /// everything else is in its place.
    pub fn remove(&mut self, name: String) {
        if is_plain(&name) && !self.has(&name) {
            self.stale.push(name);
        }
    }

    /// Puts all files in their places and returns these. A failure on the way puts the earlier
    /// files back.
    pub fn commit(self) -> Result<Vec<PathBuf>, OutputError> {
        let fail = |path: &Path, error: &io::Error| OutputError::from_io(path, error);
        fs::create_dir_all(&self.path).map_err(|e| fail(&self.path, &e))?;
        let is_sealed = |name: &&String| self.seal.as_ref() == Some(*name);
        let mut names: Vec<&String> = self.names.iter().filter(|name| !is_sealed(name)).collect();
        names.extend(&self.seal);
        self.stay_inside(&names)?;
        // Whoever interrupts the run waits until all files are where they belong.
        let held = live();
        self.stage.begin(&self.absolute, &names, &self.stale).map_err(|e| fail(&self.path, &e))?;
        let mut done: Vec<&String> = Vec::new();
        let undo = |done: &[&String], target: &Path, error: &io::Error| {
            for name in done {
                put_back(&self.path.join(name), &self.stage.backup(name));
            }
            OutputError::from_io(target, error)
        };
        for name in &names {
            if is_sealed(name) {
                self.clear_stale(&mut done).map_err(|(path, e)| undo(&done, &path, &e))?;
                self.folders(&names).iter().for_each(|folder| sync(folder));
            }
            let target = self.path.join(name);
            replace(&self.stage.path().join(name), &target, &self.stage.backup(name))
                .map_err(|e| undo(&done, &target, &e))?;
            done.push(name);
        }
        if self.seal.is_none() {
            self.clear_stale(&mut done).map_err(|(path, e)| undo(&done, &path, &e))?;
        }
        self.folders(&names).iter().for_each(|folder| sync(folder));
        self.stage.end().map_err(|e| fail(&self.path, &e))?;
        drop(held);
        for name in &self.stale {
            let mut folder = self.path.join(name);
            // Ends at the first folder that still holds something.
            while folder.pop() && folder != self.path && fs::remove_dir(&folder).is_ok() {}
        }
        Ok(self.names.iter().map(|name| self.path.join(name)).collect())
    }

    /// Refuses to write through a link that leads out of the folder.
    fn stay_inside(&self, names: &[&String]) -> Result<(), OutputError> {
        let real = fs::canonicalize(&self.path);
        let real = real.map_err(|e| OutputError::from_io(&self.path, &e))?;
        let leads_out = |folder: &PathBuf| {
            fs::canonicalize(folder).is_ok_and(|there| !there.starts_with(&real))
        };
        match self.folders(names).into_iter().find(leads_out) {
            Some(path) => Err(OutputError { path, kind: OutputErrorKind::LeadsOut }),
            None => Ok(()),
        }
    }

    /// The folders that files of these names lie in.
    fn folders(&self, names: &[&String]) -> BTreeSet<PathBuf> {
        names.iter().filter_map(|name| Some(self.path.join(name).parent()?.into())).collect()
    }

    /// Takes away what is stale.
    fn clear_stale<'a>(&'a self, done: &mut Vec<&'a String>) -> Result<(), (PathBuf, io::Error)> {
        for name in &self.stale {
            let target = self.path.join(name);
            let backup = self.stage.backup(name);
            match with_parent(&backup).and_then(|()| fs::rename(&target, &backup)) {
                Ok(()) => done.push(name),
                Err(error) => return Err((target, error)),
            }
        }
        Ok(())
    }
}

/// Whether a name stays in its folder and is not hidden.
fn is_plain(name: &str) -> bool {
    name.split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']))
}

/// Renames a staged file over its target, a second name of which is kept for the case of a later
/// failure.
fn replace(staged: &Path, target: &Path, backup: &Path) -> io::Result<()> {
    with_parent(target)?;
    if target.is_file() {
        with_parent(backup)?;
        if fs::hard_link(target, backup).is_err() {
            fs::copy(target, backup)?;
        }
    }
    fs::rename(staged, target)
}

/// Makes sure that renames in a folder survive a loss of power, where the system can.
fn sync(folder: &Path) {
    // Some systems cannot open folders; their renames are safe by themselves.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// A file being written. Call [`Self::finish`], which reports a disk that was full at the end.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    file: BufWriter<File>,
}

impl OutputFile {
    /// Where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is still held back.
    pub fn finish(mut self) -> Result<(), OutputError> {
        let written = self.file.flush().and_then(|()| self.file.get_ref().sync_all());
        written.map_err(|e| OutputError::from_io(&self.path, &e))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn files_appear_together_at_the_commit() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out/circus");
        let mut output = OutputFolder::open(&out).unwrap();
        output.write("a.pdf", b"one").unwrap();
        let mut file = output.create("b.pdf").unwrap();
        file.write_all(b"two").unwrap();
        file.finish().unwrap();
        output.write("faces/1.png", b"three").unwrap();
        assert!(!out.exists());
        assert_eq!(
            output.commit().unwrap(),
            [out.join("a.pdf"), out.join("b.pdf"), out.join("faces/1.png")]
        );
        assert_eq!(names(&out), ["a.pdf", "b.pdf", "faces"]);
        assert_eq!(names(folder.path()), ["out"]);
    }

    #[test]
    fn what_is_dropped_leaves_the_earlier_output_and_no_litter() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.pdf"), "earlier").unwrap();
        let mut output = OutputFolder::open(folder.path()).unwrap();
        output.write("a.pdf", b"later").unwrap();
        drop(output);
        assert_eq!(fs::read(folder.path().join("a.pdf")).unwrap(), b"earlier");
        assert_eq!(names(folder.path()), ["a.pdf"]);
        let fresh = folder.path().join("x/y");
        drop(OutputFolder::open(&fresh).unwrap());
        assert_eq!(names(folder.path()), ["a.pdf"]);
    }

    #[test]
    fn a_failure_on_the_way_puts_the_earlier_files_back() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.pdf"), "earlier").unwrap();
        let mut output = OutputFolder::open(folder.path()).unwrap();
        output.write("a.pdf", b"later").unwrap();
        output.write("b.pdf", b"later").unwrap();
        fs::create_dir(folder.path().join("b.pdf")).unwrap();
        fs::write(folder.path().join("b.pdf/full"), "").unwrap();
        assert!(output.commit().is_err());
        assert_eq!(fs::read(folder.path().join("a.pdf")).unwrap(), b"earlier");
        assert_eq!(names(folder.path()), ["a.pdf", "b.pdf"]);
    }

    #[test]
    fn what_is_stale_goes_with_the_commit_and_so_does_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.pdf", "faces/1.png", "faces/old/2.png", "sheets/3.png", "sheets/mine.txt"] {
            with_parent(&folder.path().join(name)).unwrap();
            fs::write(folder.path().join(name), "earlier").unwrap();
        }
        let stale = ["a.pdf", "faces/1.png", "faces/old/2.png", "sheets/3.png", "../x", "b.pdf"];
        let filled = || {
            let mut output = OutputFolder::open(folder.path()).unwrap();
            output.write("b.pdf", b"later").unwrap();
            for name in stale {
                output.remove(name.to_owned());
            }
            output
        };
        drop(filled());
        assert_eq!(names(folder.path()), ["a.pdf", "faces", "sheets"]);
        filled().commit().unwrap();
        assert_eq!(names(folder.path()), ["b.pdf", "sheets"]);
        assert_eq!(names(&folder.path().join("sheets")), ["mine.txt"]);
    }

    #[test]
    fn stale_files_come_back_if_one_of_them_cannot_go() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.pdf"), "earlier").unwrap();
        let mut output = OutputFolder::open(folder.path()).unwrap();
        output.write("b.pdf", b"later").unwrap();
        output.remove("a.pdf".to_owned());
        output.remove("gone.pdf".to_owned());
        assert!(output.commit().is_err());
        assert_eq!(names(folder.path()), ["a.pdf"]);
    }

    #[test]
    fn two_files_of_one_name_are_a_fault() {
        let folder = tempfile::tempdir().unwrap();
        let mut output = OutputFolder::open(folder.path()).unwrap();
        output.write("a.pdf", b"one").unwrap();
        assert_eq!(output.write("a.pdf", b"two").unwrap_err().kind, OutputErrorKind::Twice);
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        fs::write(&out, "").unwrap();
        assert_eq!(OutputFolder::open(&out).unwrap_err().kind, OutputErrorKind::NotAFolder);
        assert_eq!(
            OutputFolder::open(&out.join("circus")).unwrap_err().kind,
            OutputErrorKind::NotAFolder
        );
        let mut output = OutputFolder::open(folder.path()).unwrap();
        for name in ["../x", "/x", "a//x", "a/", "", "c:x", "a/.x"] {
            assert_eq!(output.create(name).unwrap_err().kind, OutputErrorKind::BadName, "{name}");
        }
        fs::create_dir(folder.path().join("a.pdf")).unwrap();
        assert_eq!(output.create("a.pdf").unwrap_err().kind, OutputErrorKind::IsFolder);
    }

    #[test]
    fn system_errors_get_our_words() {
        for (kind, words) in [
            (ErrorKind::PermissionDenied, "cannot write `out/a.pdf`: permission denied"),
            (ErrorKind::StorageFull, "cannot write `out/a.pdf`: no space left on the disk"),
            (
                ErrorKind::NotADirectory,
                "cannot write to `out/a.pdf`: a file is where a folder should be",
            ),
        ] {
            assert_eq!(
                OutputError::from_io(Path::new("out/a.pdf"), &io::Error::from(kind)).to_string(),
                words
            );
        }
    }
}
