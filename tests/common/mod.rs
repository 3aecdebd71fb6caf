//! A project in a temporary folder, and the real binary run in it.
#![allow(dead_code, reason = "every test binary uses its own part")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project that a test writes file by file.
pub struct Project {
    folder: tempfile::TempDir,
}

/// How a run ended.
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Project {
    /// An empty folder.
    pub fn empty() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The smallest game: one deck `mini` of three cards.
    pub fn mini() -> Self {
        Self::empty()
            .file("data/mini/game.toml", MINI)
            .file("data/mini/cards.csv", "id,name,copies\nriver,River,2\nhill,Hill,1\nmill,Mill,1\n")
            .file("templates/mini/card.svg", CARD)
            .file("templates/mini/back.svg", BACK)
    }

    /// Writes a file, text or bytes.
    pub fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let full = self.path(path);
        std::fs::create_dir_all(full.parent().expect("a parent")).expect("a folder");
        std::fs::write(full, content).expect("a file");
        self
    }

    /// Changes a text file.
    pub fn edit(self, path: &str, from: &str, to: &str) -> Self {
        let text = std::fs::read_to_string(self.path(path)).expect("a text file");
        assert!(text.contains(from), "{path} has no {from:?}");
        let text = text.replace(from, to);
        self.file(path, text)
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Runs `pnp` in the folder, arguments parted by spaces.
    pub fn run(&self, arguments: &str) -> Run {
        self.run_in("", &arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_pnp")).args(arguments).current_dir(self.path(folder)).env("NO_COLOR", "1").output().expect("the binary");
        Run::new(&output, self.root())
    }

    /// All files below a folder, sorted.
    pub fn files(&self, folder: &str) -> Vec<String> {
        let mut found = Vec::new();
        walk(&self.path(folder), &self.path(folder), &mut found);
        found.sort();
        found
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn pdf(&self, path: &str) -> lopdf::Document {
        lopdf::Document::load_mem(&self.read(path)).expect("a PDF")
    }
}

impl Run {
    fn new(output: &Output, root: &Path) -> Self {
        let clean = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&root.display().to_string(), "[root]");
        Self { code: output.status.code().unwrap_or(-1), stdout: clean(&output.stdout), stderr: clean(&output.stderr) }
    }

    /// The run must end like this.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Standard error must hold this.
    #[track_caller]
    pub fn says(self, what: &str) -> Self {
        assert!(self.stderr.contains(what), "no {what:?} in\n{}", self.stderr);
        self
    }

    /// Standard error must not hold this.
    #[track_caller]
    pub fn never_says(self, what: &str) -> Self {
        assert!(!self.stderr.contains(what), "{what:?} in\n{}", self.stderr);
        self
    }
}

fn walk(folder: &Path, base: &Path, found: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, base, found);
        } else {
            found.push(path.strip_prefix(base).expect("below").to_string_lossy().replace('\\', "/"));
        }
    }
}

pub const MINI: &str = r#"title = "Mini"
[print]
bleed = "2mm"
[deck.cards]
size = "poker-euro"
face = "card.svg"
back = "back.svg"
cards = "cards.csv"
"#;

pub const CARD: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }} font-family="Alegreya">
<rect x="-2" y="-2" width="67" height="92" fill="#dde8c9"/>
<text x="6" y="14" font-size="8">{{ card.name }}</text>
</svg>
"##;

pub const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}>
<rect x="-2" y="-2" width="67" height="92" fill="#345"/>
</svg>
"##;

/// A matrix of PDF: a point (x, y) goes to (a x + c y + e, b x + d y + f).
pub type Matrix = [f64; 6];

fn times(m: Matrix, n: Matrix) -> Matrix {
    [
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    ]
}

/// The forms that a page calls, in order: name, matrix, and the lower left corner and size in mm of their clip.
pub struct Called {
    pub name: String,
    pub matrix: Matrix,
    pub clip_mm: Option<[f64; 4]>,
}

/// Reads the operators of a page.
pub fn calls(document: &lopdf::Document, page: lopdf::ObjectId) -> Vec<Called> {
    let content = lopdf::content::Content::decode(&document.get_page_content(page)).expect("operators");
    let number = |o: &lopdf::Object| f64::from(o.as_float().expect("a number"));
    let mut stack = vec![];
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut clip = None;
    let mut found = vec![];
    for operation in content.operations {
        match operation.operator.as_str() {
            "q" => stack.push((matrix, clip)),
            "Q" => (matrix, clip) = stack.pop().expect("balanced"),
            "cm" => {
                let m: Vec<f64> = operation.operands.iter().map(number).collect();
                matrix = times([m[0], m[1], m[2], m[3], m[4], m[5]], matrix);
            }
            "re" => {
                let r: Vec<f64> = operation.operands.iter().map(|o| number(o) * 25.4 / 72.0).collect();
                clip = Some([r[0], r[1], r[2], r[3]]);
            }
            "Do" => {
                let name = String::from_utf8_lossy(operation.operands[0].as_name().expect("a name")).into_owned();
                found.push(Called { name, matrix, clip_mm: clip });
            }
            _ => {}
        }
    }
    found
}

/// A box of a page, in points.
pub fn page_box(document: &lopdf::Document, page: lopdf::ObjectId, name: &str) -> Vec<f64> {
    let dictionary = document.get_dictionary(page).expect("a page");
    dictionary.get(name.as_bytes()).and_then(lopdf::Object::as_array).expect("a box").iter().map(|o| f64::from(o.as_float().expect("a number"))).collect()
}
