//! Reads a written PDF back and compares it with what was planned.
//!
//! In: the bytes of a file, and the plan it was written from. Out: what is different. Nothing of
//! the code that writes is used, so that a mistake in it does not hide itself: where a face lies is
//! worked out from the corners of its trim.

use std::collections::HashSet;
use std::io::Read;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, LoadOptions, Object, ObjectId, Stream};
use rayon::prelude::*;

use super::pages::{PrintFile, PrintedSide};
use crate::draw::{FaceId, Stacks};
use crate::impose::{Placement, TRAP};
use crate::units::{Dpi, Length, Rect, Turn};

/// How far something on paper may be from its place, in mm.
const TOLERANCE: f64 = 0.01;
/// More differences than this say nothing new.
const MOST: usize = 3;

/// Compares a written file with its plan; `dpi` is the resolution of its pictures if faces were
/// drawn as pixels. The error says what is different.
pub fn proofread(
    file: impl Read,
    pdf: &PrintFile<'_>,
    stacks: &Stacks,
    dpi: Option<Dpi>,
) -> Result<(), String> {
    let options = LoadOptions::with_filter(without_pixels);
    let document = Document::load_from_with_options(file, options)
        .map_err(|error| format!("cannot be read back: {error}"))?;
    let mut reader = Reader { document: &document, pdf, stacks, dpi, differences: Vec::new() };
    reader.objects();
    reader.pages();
    if reader.differences.is_empty() { Ok(()) } else { Err(reader.differences.join("; ")) }
}

/// Pixels are most of a file, and none are looked at.
#[expect(clippy::unnecessary_wraps, reason = "a filter of lopdf may leave objects out")]
fn without_pixels(id: ObjectId, object: &mut Object) -> Option<(ObjectId, Object)> {
    if let Ok(stream) = object.as_stream_mut()
        && is_image(stream)
    {
        stream.content = Vec::new();
    }
    Some((id, object.clone()))
}

fn is_image(stream: &Stream) -> bool {
    stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"Image")
}

struct Reader<'a> {
    document: &'a Document,
    pdf: &'a PrintFile<'a>,
    stacks: &'a Stacks,
    dpi: Option<Dpi>,
    differences: Vec<String>,
}

/// A form that a page calls.
struct Called {
    name: String,
    matrix: Matrix,
    /// The last rectangle before it, in points: left, bottom, width, height.
    clip: Option<[f64; 4]>,
}

/// A point (x, y) goes to (a x + c y + e, b x + d y + f).
type Matrix = [f64; 6];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

impl Reader<'_> {
    fn differs(&mut self, what: impl FnOnce() -> String) {
        if self.differences.len() < MOST {
            self.differences.push(what());
        }
    }

    /// Everything that is referred to is there, and every font is in the file.
    fn objects(&mut self) {
        let document = self.document;
        let mut known: HashSet<ObjectId> = HashSet::with_capacity(document.objects.len());
        let mut rest: Vec<&Object> = document.trailer.iter().map(|(_, value)| value).collect();
        while let Some(object) = rest.pop() {
            let entries = match object {
                Object::Reference(id) => {
                    if known.insert(*id) {
                        match document.objects.get(id) {
                            Some(object) => rest.push(object),
                            None => self.differs(|| format!("object {} is missing", id.0)),
                        }
                    }
                    continue;
                }
                Object::Array(items) => {
                    rest.extend(items);
                    continue;
                }
                Object::Dictionary(dictionary) => dictionary,
                Object::Stream(stream) => &stream.dict,
                _ => continue,
            };
            if entries.has_type(b"Font") && !self.is_embedded(entries) {
                let name = entries.get(b"BaseFont").and_then(Object::as_name).unwrap_or_default();
                let name = String::from_utf8_lossy(name).into_owned();
                self.differs(|| format!("the font `{name}` is not in the file"));
            }
            rest.extend(entries.iter().map(|(_, value)| value));
        }
    }

    /// Whether the outlines of a font are in the file.
    fn is_embedded(&self, font: &Dictionary) -> bool {
        let dictionary = |object: &Object| {
            let (_, object) = self.document.dereference(object).ok()?;
            object.as_dict().ok().cloned()
        };
        match font.get(b"Subtype").and_then(Object::as_name) {
            Ok(b"Type3") => font.has(b"CharProcs"),
            Ok(b"Type0") => font
                .get(b"DescendantFonts")
                .and_then(|below| self.document.dereference(below))
                .and_then(|(_, below)| below.as_array())
                .is_ok_and(|below| {
                    below.iter().filter_map(dictionary).all(|below| self.is_embedded(&below))
                }),
            _ => font.get(b"FontDescriptor").ok().and_then(dictionary).is_some_and(|descriptor| {
                ["FontFile", "FontFile2", "FontFile3"]
                    .iter()
                    .any(|key| descriptor.has(key.as_bytes()))
            }),
        }
    }

    /// Every side is a page, with its boxes and its faces in their places.
    fn pages(&mut self) {
        let pages: Vec<ObjectId> = self.document.get_pages().into_values().collect();
        let sides = self.pdf.sides.len();
        if pages.len() != sides {
            return self.differs(|| format!("{} pages for {sides} sides", pages.len()));
        }
        let document = self.document;
        let read: Vec<Result<Vec<Called>, String>> =
            pages.par_iter().map(|page| calls(&document.get_page_content(*page))).collect();
        let mut forms = HashSet::new();
        let sides = pages.iter().zip(&self.pdf.sides).zip(read);
        for (number, ((page, printed), called)) in (1..).zip(sides) {
            self.boxes(number, *page, printed);
            match called {
                Ok(called) => {
                    self.placements(number, &called, printed);
                    if self.dpi.is_some() {
                        forms.extend(self.forms(*page));
                    }
                }
                Err(why) => self.differs(|| format!("page {number} cannot be read: {why}")),
            }
        }
        let mut forms: Vec<ObjectId> = forms.into_iter().collect();
        forms.sort_unstable();
        for form in forms {
            self.resolution(form);
        }
    }

    fn boxes(&mut self, number: usize, page: ObjectId, printed: &PrintedSide<'_>) {
        let paper = Rect::new(Length::ZERO, Length::ZERO, self.pdf.plan.paper);
        let (trim, bleed) = printed.boxes().unwrap_or((paper, paper));
        for (name, planned) in
            [("MediaBox", paper), ("CropBox", paper), ("TrimBox", trim), ("BleedBox", bleed)]
        {
            let page = self.document.get_dictionary(page);
            let written = page.and_then(|page| page.get(name.as_bytes())).ok().and_then(numbers);
            let is_same = written.is_some_and(|[left, bottom, right, top]| {
                let upper_left = self.on_paper(left, top);
                let lower_right = self.on_paper(right, bottom);
                near(upper_left, corner(planned, 0)) && near(lower_right, corner(planned, 2))
            });
            if !is_same {
                self.differs(|| format!("page {number} has another {name} than planned"));
            }
        }
    }

    fn placements(&mut self, number: usize, called: &[Called], printed: &PrintedSide<'_>) {
        let placed = &printed.side.placements;
        if called.len() != placed.len() + 1 {
            let planned = placed.len();
            return self.differs(|| {
                format!(
                    "page {number} shows {} faces for {planned}",
                    called.len().saturating_sub(1)
                )
            });
        }
        for (at, (called, placement)) in (1..).zip(called.iter().zip(placed)) {
            let is_right = is_name_of(&called.name, placement.face)
                && self.is_in_place(called, placement, printed)
                && is_clipped(called, placement, self.pdf.plan.paper.height.to_mm());
            if !is_right {
                self.differs(|| {
                    format!("placement {at} of page {number} is not where it was planned")
                });
            }
        }
        if !called.last().is_some_and(|slug| is_name_of(&slug.name, printed.slug)) {
            self.differs(|| format!("page {number} has other marks than planned"));
        }
    }

    /// Whether the corners of the trim lie where the plan has them.
    fn is_in_place(
        &self,
        called: &Called,
        placement: &Placement<FaceId>,
        printed: &PrintedSide<'_>,
    ) -> bool {
        let Some(stack) = self.stacks.get(placement.face) else { return false };
        let bleed = stack.canvas.bleed.to_pt();
        let width = stack.canvas.trim.width.to_pt();
        let height = stack.canvas.trim.height.to_pt();
        // The corners of the upright trim from the upper left, clockwise; turned clockwise, the
        // first of them comes to lie where the second was.
        let corners = [
            (bleed, bleed + height),
            (bleed + width, bleed + height),
            (bleed + width, bleed),
            (bleed, bleed),
        ];
        let by = match placement.turn {
            Turn::None => 0,
            Turn::Right => 1,
            Turn::Half => 2,
            Turn::Left => 3,
        };
        (0..).zip(corners).all(|(at, (x, y))| {
            let [a, b, c, d, e, f] = called.matrix;
            let written = self.on_paper(a * x + c * y + e, b * x + d * y + f);
            near(written, self.corrected(corner(placement.trim, at + by), printed))
        })
    }

    /// Where a point goes that is corrected for a printer.
    fn corrected(&self, (x, y): (f64, f64), printed: &PrintedSide<'_>) -> (f64, f64) {
        let Some(affine) = self.pdf.correction(printed.kind) else { return (x, y) };
        let paper = self.pdf.plan.paper;
        let middle = (paper.width.to_mm() / 2.0, paper.height.to_mm() / 2.0);
        let (x, y) = affine.at(x - middle.0, y - middle.1);
        (x + middle.0, y + middle.1)
    }

    /// A point of a page in mm from its upper left corner.
    fn on_paper(&self, x: f64, y: f64) -> (f64, f64) {
        (mm(x), self.pdf.plan.paper.height.to_mm() - mm(y))
    }

    /// The forms that a page may call.
    fn forms(&self, page: ObjectId) -> Vec<ObjectId> {
        let Ok((own, inherited)) = self.document.get_page_resources(page) else {
            return Vec::new();
        };
        let inherited =
            inherited.into_iter().filter_map(|id| self.document.get_dictionary(id).ok());
        own.into_iter()
            .chain(inherited)
            .flat_map(|resources| self.named(resources))
            .map(|(_, id)| id)
            .collect()
    }

    /// The objects that some resources name.
    fn named(&self, resources: &Dictionary) -> Vec<(String, ObjectId)> {
        let named = resources.get(b"XObject").and_then(|named| self.document.dereference(named));
        let Ok(Object::Dictionary(named)) = named.map(|(_, named)| named) else {
            return Vec::new();
        };
        named
            .iter()
            .filter_map(|(name, id)| {
                Some((String::from_utf8_lossy(name).into_owned(), id.as_reference().ok()?))
            })
            .collect()
    }

    /// The pictures of a face of pixels are as fine as was asked for.
    fn resolution(&mut self, form: ObjectId) {
        let Some(dpi) = self.dpi else { return };
        let Ok(form) = self.document.get_object(form).and_then(Object::as_stream) else { return };
        let resources = form.dict.get(b"Resources").and_then(Object::as_dict);
        let Ok(resources) = resources else { return };
        let named = self.named(resources);
        let content = form.decompressed_content().unwrap_or_else(|_| form.content.clone());
        let called = match calls(&content) {
            Ok(called) => called,
            Err(why) => return self.differs(|| format!("a face cannot be read: {why}")),
        };
        for called in called {
            let image = named
                .iter()
                .find(|(name, _)| *name == called.name)
                .and_then(|(_, id)| self.document.get_object(*id).ok()?.as_stream().ok())
                .filter(|stream| is_image(stream));
            let Some(image) = image else { continue };
            let pixels =
                |key: &[u8]| image.dict.get(key).and_then(Object::as_i64).unwrap_or(0) as f64;
            let inches = [called.matrix[0] / 72.0, called.matrix[3] / 72.0];
            let wanted = inches.map(|inches| inches * f64::from(dpi.get()));
            let found = [pixels(b"Width"), pixels(b"Height")];
            if wanted.iter().zip(found).any(|(wanted, found)| (wanted - found).abs() > 0.5) {
                self.differs(|| format!("a picture has another resolution than {} dpi", dpi.get()));
            }
        }
    }
}

/// The forms and pictures that operators call, in order.
fn calls(content: &[u8]) -> Result<Vec<Called>, String> {
    let content = Content::decode(content).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    let mut stack = Vec::new();
    let mut state = (IDENTITY, None);
    // Strips under the edges of other faces are beside the plan, between `BMC` and `EMC`.
    let mut artifacts = 0_u32;
    for operation in &content.operations {
        match operation.operator.as_str() {
            "q" => stack.push(state),
            "Q" => state = stack.pop().ok_or("more states are restored than saved")?,
            "cm" => {
                let matrix =
                    numbers_of::<6>(&operation.operands).ok_or("a matrix has six numbers")?;
                state.0 = after(matrix, state.0);
            }
            "re" => state.1 = numbers_of::<4>(&operation.operands),
            "BMC" => artifacts += 1,
            "EMC" => artifacts = artifacts.saturating_sub(1),
            "Do" if artifacts > 0 => {}
            "Do" => {
                let name = operation.operands.first().and_then(|name| name.as_name().ok());
                let name = String::from_utf8_lossy(name.unwrap_or_default()).into_owned();
                found.push(Called { name, matrix: state.0, clip: state.1 });
            }
            _ => {}
        }
    }
    Ok(found)
}

/// A map followed by another.
fn after(first: Matrix, then: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = first;
    let [aa, bb, cc, dd, ee, ff] = then;
    [
        a * aa + b * cc,
        a * bb + b * dd,
        c * aa + d * cc,
        c * bb + d * dd,
        e * aa + f * cc + ee,
        e * bb + f * dd + ff,
    ]
}

/// Whether a name is that of a face or of a window on it: `F7`, `F7w0`.
fn is_name_of(name: &str, face: FaceId) -> bool {
    let rest = name.strip_prefix('F').and_then(|rest| rest.strip_prefix(&face.index().to_string()));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('w'))
}

/// Whether nothing of a face is cut off that may be inked, nor inked where it may not be.
fn is_clipped(called: &Called, placement: &Placement<FaceId>, paper_height: f64) -> bool {
    let Some([left, bottom, width, height]) = called.clip else { return false };
    let upper_left = corner(placement.clip, 0);
    let lower_right = corner(placement.clip, 2);
    let beyond = [
        upper_left.0 - mm(left),
        upper_left.1 - (paper_height - mm(bottom + height)),
        mm(left + width) - lower_right.0,
        paper_height - mm(bottom) - lower_right.1,
    ];
    beyond.iter().all(|beyond| (-TOLERANCE..=TRAP.to_mm() + TOLERANCE).contains(beyond))
}

/// A corner in mm, counted clockwise from the upper left.
fn corner(rect: Rect, number: u8) -> (f64, f64) {
    let x = if matches!(number % 4, 0 | 3) { rect.x } else { rect.right() };
    let y = if matches!(number % 4, 0 | 1) { rect.y } else { rect.bottom() };
    (x.to_mm(), y.to_mm())
}

fn near(a: (f64, f64), b: (f64, f64)) -> bool {
    (a.0 - b.0).abs() <= TOLERANCE && (a.1 - b.1).abs() <= TOLERANCE
}

/// Points in mm.
fn mm(points: f64) -> f64 {
    points * 25.4 / 72.0
}

fn numbers<const N: usize>(object: &Object) -> Option<[f64; N]> {
    numbers_of(object.as_array().ok()?)
}

fn numbers_of<const N: usize>(objects: &[Object]) -> Option<[f64; N]> {
    let numbers: Vec<f64> = objects
        .iter()
        .map(|object| object.as_float().map(f64::from))
        .collect::<Result<_, _>>()
        .ok()?;
    numbers.try_into().ok()
}
