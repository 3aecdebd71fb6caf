//! A project in a temporary folder, and the real binary run in it.
#![allow(unreachable_pub, reason = "private to the one crate of tests")]

mod judge;
mod picture;
mod served;
pub mod workbook;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub use judge::judge;
pub use picture::{Picture, draw_pdf, is_kept};
pub use served::{Reply, Served};

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
            .file(
                "data/mini/cards.csv",
                "id,name,copies\nriver,River,2\nhill,Hill,1\nmill,Mill,1\n",
            )
            .file("templates/mini/card.svg", CARD)
            .file("templates/mini/back.svg", BACK)
    }

    /// A deck of one card of 63 × 88 mm without bleed or back, whose face is this SVG from end to
    /// end.
    pub fn face(svg: &str) -> Self {
        Self::empty().file("data/mini/game.toml", ONE_CARD).file("templates/mini/card.svg", svg)
    }

    /// The same, from what stands inside of the `<svg>`.
    pub fn drawing(inside: &str) -> Self {
        Self::face(&format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" {{{{ canvas }}}} font-family="Alegreya">
{inside}
</svg>
"#
        ))
    }

    /// Copies a folder with everything in it.
    pub fn copy(mut self, from: &Path, to: &str) -> Self {
        for entry in std::fs::read_dir(from).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            let target = if to.is_empty() { name.to_owned() } else { format!("{to}/{name}") };
            self = if path.is_dir() {
                self.copy(&path, &target)
            } else {
                self.file(&target, std::fs::read(&path).expect("a file"))
            };
        }
        self
    }

    /// Copies one of the pictures that the tests bring along.
    pub fn picture(self, path: &str, fixture: &str) -> Self {
        let from =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/pictures").join(fixture);
        self.file(path, std::fs::read(from).expect("a fixture"))
    }

    /// The one face of the game as drawn at 96 dpi.
    #[track_caller]
    pub fn drawn_face(&self) -> Picture {
        self.run("build --png faces --dpi 96").exits(0);
        let name = self.files("out/mini/cards").pop().expect("a picture of the face");
        Picture::from_png(&self.read(&format!("out/mini/cards/{name}")), 96.0)
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

    /// Runs `pnp` in the folder, arguments separated by spaces.
    pub fn run(&self, arguments: &str) -> Run {
        self.run_in("", &arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_in(&self, folder: &str, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_pnp"))
            .args(arguments)
            .current_dir(self.path(folder))
            .env("NO_COLOR", "1")
            .output()
            .expect("the binary");
        Run::new(&output, self.root())
    }

    /// The game in a folder of `docs/`, built into `out` with pictures of its faces or sheets.
    pub fn documented(folder: &str, pictures: &str, dpi: u32) -> Self {
        let project = Self::empty();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let root = root.to_string_lossy();
        let out = project.path("out");
        let out = out.to_string_lossy();
        let dpi = dpi.to_string();
        let from_to = ["build", "--root", &*root, "--out", &*out];
        let drawn = ["--png", pictures, "--dpi", &*dpi, "--deny-warnings"];
        project.run_in("", &[&from_to[..], &drawn[..]].concat()).exits(0);
        project
    }

    /// Runs `pnp` and hands its standard error over as `(code, place)` pairs, from the JSON form.
    pub fn codes(&self, arguments: &str) -> Vec<String> {
        let run = self.run(&format!("{arguments} --format json"));
        let line = |line: &str| {
            serde_json::from_str::<serde_json::Value>(line)
                .ok()?
                .get("code")?
                .as_str()
                .map(str::to_owned)
        };
        run.stdout.lines().filter_map(line).collect()
    }

    /// The bytes of all files below a folder, by name.
    pub fn snapshot(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        self.files(folder)
            .into_iter()
            .map(|name| (name.clone(), self.read(&format!("{folder}/{name}"))))
            .collect()
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
        let clean = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes).replace(&root.display().to_string(), "[root]")
        };
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: clean(&output.stdout),
            stderr: clean(&output.stderr),
        }
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
            found
                .push(path.strip_prefix(base).expect("below").to_string_lossy().replace('\\', "/"));
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

pub const ONE_CARD: &str = r#"title = "Mini"
[deck.cards]
size = "poker-euro"
face = "card.svg"
bleed = "0mm"
[[deck.cards.card]]
id = "one"
name = "One"
"#;

pub const CARD: &str = "\
<svg xmlns=\"http://www.w3.org/2000/svg\" {{ canvas }} font-family=\"Alegreya\">
<rect x=\"-2\" y=\"-2\" width=\"67\" height=\"92\" fill=\"#dde8c9\"/>
<text x=\"6\" y=\"14\" font-size=\"8\">{{ card.name }}</text>
</svg>
";

pub const BACK: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" {{ canvas }}>
<rect x="-2" y="-2" width="67" height="92" fill="#345"/>
</svg>
"##;

/// A matrix of PDF: a point (x, y) goes to (a x + c y + e, b x + d y + f).
pub type Matrix = [f64; 6];

pub fn times(m: Matrix, n: Matrix) -> Matrix {
    [
        m[0] * n[0] + m[1] * n[2],
        m[0] * n[1] + m[1] * n[3],
        m[2] * n[0] + m[3] * n[2],
        m[2] * n[1] + m[3] * n[3],
        m[4] * n[0] + m[5] * n[2] + n[4],
        m[4] * n[1] + m[5] * n[3] + n[5],
    ]
}

/// The forms that a page calls, in order: name, matrix, and the lower left corner and size in mm of
/// their clip.
pub struct Called {
    pub name: String,
    pub matrix: Matrix,
    pub clip_mm: Option<[f64; 4]>,
}

/// Reads the operators of a page.
pub fn calls(document: &lopdf::Document, page: lopdf::ObjectId) -> Vec<Called> {
    let content =
        lopdf::content::Content::decode(&document.get_page_content(page)).expect("operators");
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
                let r: Vec<f64> =
                    operation.operands.iter().map(|o| number(o) * 25.4 / 72.0).collect();
                clip = Some([r[0], r[1], r[2], r[3]]);
            }
            "Do" => {
                let name =
                    String::from_utf8_lossy(operation.operands[0].as_name().expect("a name"))
                        .into_owned();
                found.push(Called { name, matrix, clip_mm: clip });
            }
            _ => {}
        }
    }
    found
}

/// How the document asks a viewer to print it.
pub fn viewer_preferences(document: &lopdf::Document) -> &lopdf::Dictionary {
    document
        .catalog()
        .and_then(|catalog| catalog.get(b"ViewerPreferences"))
        .and_then(lopdf::Object::as_dict)
        .expect("preferences")
}

/// Properties are tried so many times; what failed is told by the run, not kept in a file.
pub fn cases(cases: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases, failure_persistence: None, ..Default::default() }
}

/// A box of a page, in points.
pub fn page_box(document: &lopdf::Document, page: lopdf::ObjectId, name: &str) -> Vec<f64> {
    let dictionary = document.get_dictionary(page).expect("a page");
    dictionary
        .get(name.as_bytes())
        .and_then(lopdf::Object::as_array)
        .expect("a box")
        .iter()
        .map(|o| f64::from(o.as_float().expect("a number")))
        .collect()
}

/// The object that a page calls by that name.
pub fn form(document: &lopdf::Document, name: &str) -> (lopdf::ObjectId, lopdf::Stream) {
    let named = |page: &lopdf::ObjectId| {
        let (own, inherited) = document.get_page_resources(*page).ok()?;
        let inherited = inherited.into_iter().filter_map(|id| document.get_dictionary(id).ok());
        own.into_iter().chain(inherited).find_map(|resources| {
            let (_, forms) = document.dereference(resources.get(b"XObject").ok()?).ok()?;
            forms.as_dict().ok()?.get(name.as_bytes()).and_then(lopdf::Object::as_reference).ok()
        })
    };
    let id =
        document.get_pages().values().find_map(named).unwrap_or_else(|| panic!("no form {name}"));
    (id, document.get_object(id).and_then(lopdf::Object::as_stream).expect("a form").clone())
}

/// The area of a form, in points.
pub fn form_box(document: &lopdf::Document, name: &str) -> Vec<f64> {
    let (_, form) = form(document, name);
    form.dict
        .get(b"BBox")
        .and_then(lopdf::Object::as_array)
        .expect("a box")
        .iter()
        .map(|o| f64::from(o.as_float().expect("a number")))
        .collect()
}

/// Where a called face lies: the upper left corner of its trim in mm from that of the paper, and
/// whether it stands on its head.
pub fn trim_of(
    called: &Called,
    paper_height_mm: f64,
    (width, height): (f64, f64),
    bleed: f64,
) -> (f64, f64, bool) {
    let mm = |pt: f64| pt * 25.4 / 72.0;
    let [a, b, c, d, e, f] = called.matrix;
    assert!(
        (a.abs() - 1.0).abs() < 1e-6
            && b.abs() < 1e-6
            && c.abs() < 1e-6
            && (d.abs() - 1.0).abs() < 1e-6,
        "neither scaled nor mirrored nor on its side"
    );
    assert!(a * d > 0.0, "mirrored");
    if a > 0.0 {
        (mm(e) + bleed, paper_height_mm - mm(f) - bleed - height, false)
    } else {
        (mm(e) - bleed - width, paper_height_mm - mm(f) + bleed, true)
    }
}

/// Where the first face of the first page lies.
pub fn first_trim(document: &lopdf::Document, size: (f64, f64), bleed: f64) -> (f64, f64) {
    let page = document.get_pages()[&1];
    let paper = page_box(document, page, "MediaBox")[3] * 25.4 / 72.0;
    let (x, y, _) = trim_of(&calls(document, page)[0], paper, size, bleed);
    (x, y)
}

/// All text of a document, as far as its fonts say which letters their glyphs are.
pub fn text_of(document: &lopdf::Document) -> String {
    let mut text = String::new();
    for stream in document.objects.values().filter_map(|object| object.as_stream().ok()) {
        read_text(document, stream, &mut text);
    }
    text
}

/// What can be read on a form and on those it calls.
pub fn shown_by(document: &lopdf::Document, form: &lopdf::Stream) -> String {
    let mut text = String::new();
    read_text(document, form, &mut text);
    let forms = || {
        let (_, resources) = document.dereference(form.dict.get(b"Resources").ok()?).ok()?;
        let forms = resources.as_dict().ok()?.get(b"XObject").ok()?;
        document.dereference(forms).ok()?.1.as_dict().ok().cloned()
    };
    let Some(forms) = forms() else { return text };
    let content = form.decompressed_content().unwrap_or_else(|_| form.content.clone());
    let content = lopdf::content::Content::decode(&content).expect("operators");
    for called in content.operations.iter().filter(|operation| operation.operator == "Do") {
        let name = called.operands[0].as_name().expect("a name");
        let (_, object) = document.dereference(forms.get(name).expect("a form")).expect("a form");
        text.push_str(&shown_by(document, object.as_stream().expect("a form")));
    }
    text
}

/// Adds the text of one stream.
fn read_text(document: &lopdf::Document, stream: &lopdf::Stream, text: &mut String) {
    let Ok(resources) = stream.dict.get(b"Resources").and_then(|r| document.dereference(r)) else {
        return;
    };
    let Ok(fonts) =
        resources.1.as_dict().and_then(|r| r.get(b"Font")).and_then(|f| document.dereference(f))
    else {
        return;
    };
    let Ok(content) =
        stream.decompressed_content().or_else(|_| Ok::<_, lopdf::Error>(stream.content.clone()))
    else {
        return;
    };
    let Ok(content) = lopdf::content::Content::decode(&content) else { return };
    let mut letters = std::collections::HashMap::new();
    for operation in &content.operations {
        match operation.operator.as_str() {
            "Tf" => {
                let name = operation.operands[0].as_name().expect("a font");
                let font = fonts
                    .1
                    .as_dict()
                    .and_then(|f| f.get(name))
                    .and_then(|f| document.dereference(f))
                    .expect("a font")
                    .1;
                letters = letters_of(document, font.as_dict().expect("a font"));
            }
            "Tj" | "TJ" => {
                let pieces = match &operation.operands[0] {
                    lopdf::Object::Array(pieces) => pieces.clone(),
                    piece => vec![piece.clone()],
                };
                for piece in pieces {
                    let Ok(bytes) = piece.as_str() else { continue };
                    for glyph in bytes.chunks_exact(2) {
                        text.push_str(
                            letters
                                .get(&u16::from_be_bytes([glyph[0], glyph[1]]))
                                .map_or("\u{fffd}", String::as_str),
                        );
                    }
                }
            }
            "ET" => text.push('\n'),
            _ => {}
        }
    }
}

/// The letters of each glyph, from the `ToUnicode` table of a font.
pub fn letters_of(
    document: &lopdf::Document,
    font: &lopdf::Dictionary,
) -> std::collections::HashMap<u16, String> {
    let table = font
        .get(b"ToUnicode")
        .and_then(|t| document.dereference(t))
        .expect("ToUnicode")
        .1
        .as_stream()
        .expect("a table");
    let table = table.decompressed_content().unwrap_or_else(|_| table.content.clone());
    let table = String::from_utf8_lossy(&table).into_owned();
    let number = |hex: &str| u16::from_str_radix(hex.trim_matches(['<', '>']), 16).unwrap_or(0);
    let words = |hex: &str| {
        let units: Vec<u16> = hex
            .trim_matches(['<', '>'])
            .as_bytes()
            .chunks(4)
            .map(|c| number(&String::from_utf8_lossy(c)))
            .collect();
        String::from_utf16_lossy(&units)
    };
    let mut letters = std::collections::HashMap::new();
    for block in table.split("beginbfchar").skip(1) {
        let block = block.split("endbfchar").next().unwrap_or_default();
        for line in block.lines() {
            if let Some((glyph, text)) =
                line.trim().split_once('>').map(|(g, t)| (number(g), words(t.trim())))
            {
                letters.insert(glyph, text);
            }
        }
    }
    letters
}
