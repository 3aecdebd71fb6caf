//! The module tree is the dataflow: a folder imports only folders above it, and no two files of a
//! folder import each other, directly or by way of others.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The folders and single files of `src/`, from the first to the last. Some of them come with the
/// next moves.
const ORDER: &[&str] = &[
    "units",
    "depth",
    "xml",
    "diag",
    "files",
    "svg",
    "lookups",
    "game",
    "text",
    "compose",
    "draw",
    "impose",
    "slug",
    "rulebook",
    "press",
    "changes",
    "job",
    "checks",
    "report",
    "starter",
    "calibrate",
    "build",
    "session",
    "preview",
    "cli",
];

/// A module, by the names that lead to it.
type Module = Vec<String>;

/// The paths that a source file names.
struct Source {
    path: PathBuf,
    /// Full paths, from the root of the crate.
    names: Vec<Module>,
    /// What it makes public from elsewhere: the name here, and the full path.
    exports: BTreeMap<String, Module>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files of `src/`.
fn files() -> Vec<PathBuf> {
    files_under(root())
}

fn files_under(folder: PathBuf) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// All modules of the crate, without unit tests.
fn sources() -> BTreeMap<Module, Source> {
    let files = files();
    let module = |path: &Path| -> Module {
        let path = path.strip_prefix(root()).unwrap().with_extension("");
        let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
        names.filter(|name| name != "mod" && name != "lib").collect()
    };
    let modules: BTreeSet<Module> = files.iter().map(|path| module(path)).collect();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let here = module(&path);
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let code: String = code.lines().filter(is_code).flat_map(|line| [line, "\n"]).collect();
        // Who may see a thing is no import.
        let mut pieces = code.split("(in crate::");
        let before = pieces.next().unwrap_or_default().to_owned();
        let code = pieces.fold(before, |code, piece| {
            code + "(crate)" + piece.split_once(')').expect("a path in brackets").1
        });
        let source = Source::read(path, &here, &code, &modules);
        (here, source)
    };
    let is_test = |path: &PathBuf| path.ends_with("tests.rs") || path.ends_with("main.rs");
    files.into_iter().filter(|path| !is_test(path)).map(read).collect()
}

impl Source {
    fn read(path: PathBuf, here: &Module, code: &str, modules: &BTreeSet<Module>) -> Self {
        let mut exports = BTreeMap::new();
        // What is only handed on is not used here, so re-exports are taken out.
        let mut rest = String::new();
        for (index, piece) in code.split("\npub").enumerate() {
            let visible = piece.strip_prefix("(crate)").or(piece.strip_prefix("(super)"));
            match visible.unwrap_or(piece).strip_prefix(" use ") {
                Some(import) if index > 0 => {
                    let (tree, after) = import.split_once(';').unwrap();
                    for (names, alias) in leaves(tree) {
                        exports.extend(absolute(&names, here, modules).map(|path| (alias, path)));
                    }
                    rest.push_str(after);
                }
                _ => rest.push_str(piece),
            }
            rest.push('\n');
        }
        let mut names = Vec::new();
        let mut read_to = 0;
        for (at, _) in rest.match_indices("::") {
            let start = rest[..at].rfind(|c: char| !is_name(c)).map_or(0, |last| last + 1);
            if start >= read_to && !rest[..start].ends_with(['$', ':']) {
                let mut paths = Vec::new();
                let after = branch(&rest[start..], &Module::new(), &mut paths);
                read_to = rest.len() - after.len();
                names.extend(paths.iter().filter_map(|(path, _)| absolute(path, here, modules)));
            }
        }
        Self { path, names, exports }
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a tree such as `a::{b, c::d as e}` at the start of a text, each with its last name.
fn leaves(tree: &str) -> Vec<(Module, String)> {
    let mut found = Vec::new();
    branch(tree, &Vec::new(), &mut found);
    found
}

/// Reads one branch of a tree and returns what follows.
fn branch<'a>(tree: &'a str, before: &Module, found: &mut Vec<(Module, String)>) -> &'a str {
    let mut path = before.clone();
    let mut rest = tree.trim_start();
    loop {
        if let Some(mut inner) = rest.strip_prefix('{') {
            loop {
                inner = branch(inner, &path, found).trim_start();
                match inner.strip_prefix(',') {
                    Some(next) if !next.trim_start().starts_with('}') => inner = next,
                    next => return next.unwrap_or(inner).trim_start().trim_start_matches('}'),
                }
            }
        }
        let end = rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if !name.is_empty() {
            path.push(name.to_owned());
        }
        rest = match after.strip_prefix("::") {
            Some(after) if !name.is_empty() => after.trim_start(),
            _ => {
                let last = path.last().cloned().unwrap_or_default();
                let alias = after.strip_prefix(" as ").map(|alias| {
                    let end = alias.find(|c: char| !is_name(c)).unwrap_or(alias.len());
                    alias.split_at(end)
                });
                let (last, after) = match alias {
                    Some((alias, after)) => (alias.to_owned(), after),
                    None => (last, after),
                };
                found.push((path, last));
                return after;
            }
        };
    }
}

/// A path from the root of the crate, if it leads into the crate.
fn absolute(names: &[String], here: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut path = here.clone();
    let mut names = names.iter().peekable();
    match names.peek()?.as_str() {
        "crate" => {
            names.next();
            path.clear();
        }
        "super" => {
            while names.next_if(|name| *name == "super").is_some() {
                path.pop();
            }
        }
        "self" => {
            names.next();
        }
        // A module below this one, unless a crate or a type has that name.
        child => {
            let child: Module = here.iter().cloned().chain([child.to_owned()]).collect();
            if here.is_empty() || !modules.contains(&child) {
                return None;
            }
        }
    }
    path.extend(names.cloned());
    Some(path)
}

/// The module in which what a path names is defined.
fn home(path: &Module, sources: &BTreeMap<Module, Source>) -> Module {
    let mut module = Module::new();
    for (at, name) in path.iter().enumerate() {
        let mut deeper = module.clone();
        deeper.push(name.clone());
        if sources.contains_key(&deeper) {
            module = deeper;
            continue;
        }
        let from = sources.get(&module).and_then(|source| source.exports.get(name));
        return match from {
            Some(from) if from != path => {
                let rest = path[at + 1..].iter().cloned();
                home(&from.iter().cloned().chain(rest).collect(), sources)
            }
            _ => module,
        };
    }
    module
}

/// Which modules each module uses; itself and the root left out.
fn uses(sources: &BTreeMap<Module, Source>) -> BTreeMap<&Module, BTreeSet<Module>> {
    sources
        .iter()
        .map(|(here, source)| {
            let used = source.names.iter().map(|path| home(path, sources));
            (here, used.filter(|used| used != here && !used.is_empty()).collect())
        })
        .collect()
}

#[test]
fn trees_of_imports_are_read_with_all_their_branches() {
    let paths = |tree: &str| -> Vec<String> {
        leaves(tree).into_iter().map(|(path, name)| format!("{} {name}", path.join("::"))).collect()
    };
    assert_eq!(paths("crate::a::B;"), ["crate::a::B B"]);
    assert_eq!(
        paths("crate::{a::{B, C as D}, e,\n    f::g::H,\n};"),
        ["crate::a::B B", "crate::a::C D", "crate::e e", "crate::f::g::H H"]
    );
    assert_eq!(paths("super::a::B::new(c)"), ["super::a::B::new new"]);
}

#[test]
fn no_module_imports_one_below_it() {
    let sources = sources();
    let level =
        |module: &Module| ORDER.iter().position(|name| module.first().is_some_and(|m| m == name));
    let mut seen = 0;
    for (here, source) in &sources {
        if here.is_empty() {
            continue;
        }
        assert!(level(here).is_some(), "{} has no place in the order", here.join("::"));
        for path in source.names.iter().chain(source.exports.values()) {
            seen += 1;
            assert!(
                level(path) <= level(here),
                "{} uses crate::{}, which comes later",
                source.path.display(),
                path.join("::")
            );
        }
    }
    assert!(seen > 500, "the scan found only {seen} imports");
}

#[test]
fn no_files_of_a_folder_import_each_other_in_a_circle() {
    let sources = sources();
    let edges = uses(&sources);
    let seen: usize = edges.values().map(BTreeSet::len).sum();
    assert!(seen > 300, "the scan found only {seen} files that use another");
    let reached = |from: &Module| {
        let mut reached: BTreeSet<&Module> = BTreeSet::new();
        let mut open: Vec<&Module> = edges[from].iter().collect();
        while let Some(module) = open.pop() {
            if reached.insert(module) {
                open.extend(&edges[module]);
            }
        }
        reached
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        sources.keys().map(|module| (module, reached(module))).collect();
    let mut circles: BTreeSet<Vec<&Module>> = BTreeSet::new();
    for (here, there) in &reached {
        let circle = there.iter().copied().filter(|other| reached[other].contains(here));
        circles.extend(Some(circle.collect::<Vec<_>>()).filter(|circle| !circle.is_empty()));
    }
    let names = |circle: &[&Module]| {
        let lines = circle.iter().map(|module| {
            let used = edges[*module].iter().filter(|used| circle.contains(used));
            let used: Vec<String> = used.map(|used| used.join("::")).collect();
            format!("  {} uses {}\n", module.join("::"), used.join(", "))
        });
        lines.collect::<String>()
    };
    let text: String = circles.iter().map(|circle| format!("circle:\n{}", names(circle))).collect();
    assert!(text.is_empty(), "{text}");
}

#[test]
fn only_files_touches_the_disk() {
    for path in files() {
        if !path.starts_with(root().join("files")) {
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(!text.contains("std::fs"), "{} names std::fs", path.display());
        }
    }
}

/// `rustfmt` leaves long texts and comments as they are, and what stands in macros.
#[test]
fn no_line_is_longer_than_a_hundred_columns() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut long = Vec::new();
    for path in files().into_iter().chain(files_under(tests)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().zip(1..).filter(|(line, _)| line.chars().count() > 100);
        long.extend(lines.map(|(_, number)| format!("{}:{number}", path.display())));
    }
    assert!(long.is_empty(), "lines of more than 100 columns:\n{}", long.join("\n"));
}
