//! A project as it was at a revision of git.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::MemoryFiles;

/// The folders that a project has files in.
const FOLDERS: [&str; 4] = ["data", "templates", "fonts", "printers"];

/// The files of the project at `root` as they were at a revision; or why they are not known, in
/// git's words.
pub fn at_revision(root: &Path, revision: &str) -> Result<MemoryFiles, String> {
    // A revision that begins with a hyphen would be an option.
    if revision.is_empty() || revision.starts_with('-') {
        return Err(format!("`{revision}` is not a revision of git"));
    }
    let listing = git(root, &["ls-tree", "-r", "-z", revision, "--", "."], b"")?;
    let listing = String::from_utf8_lossy(&listing).into_owned();
    let is_ours =
        |path: &str| path.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder));
    let blobs: Vec<(&str, &str)> = listing
        .split('\0')
        .filter_map(|entry| entry.split_once('\t'))
        .filter_map(|(head, path)| Some((head.split(' ').nth(2)?, path)))
        .filter(|(_, path)| is_ours(path))
        .collect();
    let wanted: String = blobs.iter().map(|(id, _)| format!("{id}\n")).collect();
    let contents = git(root, &["cat-file", "--batch"], wanted.as_bytes())?;
    let mut rest = contents.as_slice();
    let mut files = MemoryFiles::new();
    for (_, path) in blobs {
        let Some((content, after)) = blob(rest) else {
            return Err(format!("git did not hand over `{path}`"));
        };
        files = files.with(path, content);
        rest = after;
    }
    Ok(files)
}

/// The first of some blobs as `cat-file --batch` writes them, `ID blob LENGTH`, a line break, the
/// bytes and a line break; and what follows.
fn blob(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = bytes.iter().position(|byte| *byte == b'\n')?;
    let head = std::str::from_utf8(bytes.get(..end)?).ok()?;
    let length: usize = head.rsplit_once(" blob ")?.1.parse().ok()?;
    let from = end + 1;
    let until = from.checked_add(length)?;
    Some((bytes.get(from..until)?, bytes.get(until + 1..)?))
}

/// What git writes.
fn git(root: &Path, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("git cannot be run: {error}");
    let mut child = Command::new("git")
        .arg("-C")
        .arg(root)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let mut stdin = child.stdin.take();
    let mut stdout = child.stdout.take();
    let mut output = Vec::new();
    // Git writes while it reads, and each end of a pipe holds only so much.
    std::thread::scope(|scope| {
        scope.spawn(|| stdin.take().map(|mut stdin| stdin.write_all(input)));
        stdout.as_mut().map(|stdout| stdout.read_to_end(&mut output))
    })
    .transpose()
    .map_err(failed)?;
    let ended = child.wait_with_output().map_err(failed)?;
    if ended.status.success() {
        return Ok(output);
    }
    let words = String::from_utf8_lossy(&ended.stderr);
    let words = words.lines().next().unwrap_or("git failed");
    Err(words.trim_start_matches("fatal: ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blobs_are_read_one_by_one() {
        let bytes = b"ab12 blob 3\nx\ny\ncd34 blob 0\n\n";
        let (first, rest) = blob(bytes).expect("a blob");
        assert_eq!(first, b"x\ny");
        assert_eq!(blob(rest), Some((&b""[..], &b""[..])));
        assert_eq!(blob(b"ab12 missing\n"), None);
        assert_eq!(blob(b"ab12 blob 9\nx\n"), None);
        assert_eq!(blob(b""), None);
    }
}
