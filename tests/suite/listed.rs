//! What has a file of its own is listed where its folder lists them all.

use std::path::Path;

/// The files of a folder that hold some text: their names without the end, and what they hold.
fn files_with(folder: &Path, text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_source = path.extension().is_some_and(|end| end == "rs");
        if is_source && !path.ends_with("mod.rs") {
            let source = std::fs::read_to_string(&path).expect("a source file");
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            if source.contains(text) {
                found.push((stem, source));
            }
        }
    }
    found
}

/// The lines of the list in `mod.rs` of a folder.
fn list(folder: &Path, name: &str) -> Vec<String> {
    let source = std::fs::read_to_string(folder.join("mod.rs")).expect("a source file");
    let (_, after) = source.split_once(&format!("const {name}: ")).expect("the list");
    let (_, after) = after.split_once("= &[\n").expect("its lines");
    let (lines, _) = after.split_once("];").expect("its end");
    lines.lines().map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
}

#[test]
fn every_file_with_a_net_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/game/nets");
    let nets = list(&folder, "NETS");
    let mut count = 0;
    for (file, source) in files_with(&folder, "impl Declared for ") {
        for after in source.split("impl Declared for ").skip(1) {
            let body = after.split_whitespace().next().expect("a type");
            let line = format!("NetKind::of::<{file}::{body}>()");
            assert!(nets.contains(&line), "nets/{file}.rs has a net that NETS does not list");
            count += 1;
        }
    }
    assert_eq!(count, nets.len(), "each net has a file, and each is listed once");
}

#[test]
fn every_file_with_a_check_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/checks");
    let checks = list(&folder, "CHECKS");
    let files = files_with(&folder, "const CHECK: Check");
    for (file, _) in &files {
        let line = format!("{file}::CHECK");
        assert!(checks.contains(&line), "checks/{file}.rs has a check that CHECKS does not list");
    }
    assert_eq!(files.len(), checks.len(), "each check has a file, and each is listed once");
}
