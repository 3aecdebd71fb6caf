//! The module tree is the dataflow: a folder imports only folders above it.

const ORDER: &[&str] = &[
    "units", "diag", "files", "xml", "game", "text", "compose", "draw", "rulebook", "impose",
    "press", "job", "checks", "build", "cli",
];

#[test]
fn no_module_imports_one_below_it() {
    let mut seen = 0;
    for (level, module) in ORDER.iter().enumerate() {
        let base = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module);
        let mut files = vec![base.with_extension("rs")];
        while let Some(path) = files.pop() {
            if path.is_dir() {
                files.extend(std::fs::read_dir(&path).unwrap().map(|e| e.unwrap().path()));
            }
            files.extend((path == base.with_extension("rs")).then(|| base.clone()));
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            for (at, _) in text.match_indices("crate::") {
                let used: String = text[at + 7..]
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                seen += 1;
                if let Some(other) = ORDER.iter().position(|m| *m == used) {
                    assert!(
                        other <= level,
                        "{} uses crate::{used}, which comes later",
                        path.display()
                    );
                }
            }
        }
    }
    assert!(seen > 50, "the scan found only {seen} imports");
}

#[test]
fn only_files_touches_the_disk() {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.extend((!path.ends_with("files")).then_some(path));
            } else {
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(!text.contains("std::fs"), "{} names std::fs", path.display());
            }
        }
    }
}
