//! Puts the drawn layers under the placeholders of the pages.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Write};
use std::sync::Mutex;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};
use rayon::prelude::*;
use resvg::tiny_skia::PremultipliedColorU8;

use super::compress::{Deflater, PIXELS, deflate};
use super::finish;
use super::graph::shift;
use super::layers::{ContentLayer, Groups};
use super::pages::PrintFile;
use super::windows::{Windows, face_name, window_name};
use crate::draw::{
    Bitmap, Canvas, DrawnBatch, Extent, FaceId, LayerId, OpaqueEdges, Stacks, VectorPages, bands,
    extent, is_large, rasterise_part,
};
use crate::units::{Dpi, Length, Rect};

/// The drawn layers of a book.
pub enum Render {
    /// As outlines and text.
    Vector(Vector),
    /// As pixels.
    Raster(Raster),
}

/// A document with a page for each layer.
pub struct Vector {
    bytes: Vec<u8>,
    pages: BTreeMap<LayerId, usize>,
}

impl Vector {
    /// Takes over the pages that were drawn.
    pub fn new(pages: VectorPages) -> Result<Self, String> {
        let of = pages.pages().clone();
        Ok(Self { bytes: pages.finish()?, pages: of })
    }
}

/// An image for each layer.
pub struct Raster {
    dpi: Dpi,
    images: BTreeMap<Piece, Image>,
}

/// A layer, or the part of it that one window shows.
type Piece = (LayerId, Option<usize>);

/// A compressed image and where it lies on its canvas, in pixels from the upper left.
struct Image {
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    colours: Vec<u8>,
    /// The opacity, unless it is full everywhere.
    opacity: Option<Vec<u8>>,
}

impl Raster {
    /// No images yet.
    pub fn new(dpi: Dpi) -> Self {
        Self { dpi, images: BTreeMap::new() }
    }

    /// Draws and compresses layers in parallel, each bitmap dropped before the next of its thread:
    /// at 300 dpi one takes some MB, and a batch has many. Of what is larger than that, one piece
    /// is drawn at a time.
    pub fn pack(stacks: &Stacks, windows: &Windows, drawn: &[DrawnBatch], dpi: Dpi) -> Vec<Packed> {
        let pieces: Vec<(&DrawnBatch, Piece)> = drawn
            .iter()
            .flat_map(|batch| batch.layers.iter().map(move |(layer, _)| (batch, *layer)))
            .flat_map(|(batch, layer)| {
                windows.of_layer(layer).into_iter().map(move |window| (batch, (layer, window)))
            })
            .collect();
        let pack = |(batch, piece): (&DrawnBatch, Piece)| {
            let (layer, window) = piece;
            let part = extent(stacks, batch, layer, dpi)?;
            let part = match window {
                Some(window) => part.common(Extent::of(windows.rect(window), dpi))?,
                None => part,
            };
            let alone = is_large(stacks[layer].canvas, dpi).then(|| ONE_AT_A_TIME.lock());
            let image = Image::draw(stacks, batch, layer, dpi, part);
            drop(alone);
            Some(Packed(piece, image?))
        };
        pieces.into_par_iter().filter_map(pack).collect()
    }

    /// Takes compressed bitmaps.
    pub fn add(&mut self, packed: Vec<Packed>) {
        self.images.extend(packed.into_iter().map(|Packed(piece, image)| (piece, image)));
    }
}

/// A compressed bitmap.
pub struct Packed(Piece, Image);

/// Held while something large is drawn. What is done meanwhile waits for no other thread.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

impl Image {
    /// Draws a part of a layer and compresses it band by band.
    fn draw(
        stacks: &Stacks,
        batch: &DrawnBatch,
        layer: LayerId,
        dpi: Dpi,
        part: Extent,
    ) -> Option<Self> {
        let bands = bands(stacks, batch, layer, dpi, part);
        if let [whole] = bands[..] {
            return Some(Self::new(&rasterise_part(stacks, batch, layer, dpi, whole)?));
        }
        let mut colours = Deflater::new(PIXELS);
        let mut opacity = Deflater::new(PIXELS);
        let mut opaque = true;
        let mut before = [0, 0, 0];
        for band in bands {
            let bitmap = rasterise_part(stacks, batch, layer, dpi, band)?;
            // Some rows at a time, for the planes are as large as the pixels again.
            let rows = bitmap.pixels.width() as usize * 64;
            for pixels in bitmap.pixels.pixels().chunks(rows) {
                let (rgb, alpha) = straight(pixels, &mut before);
                colours.add(&rgb);
                opaque &= alpha.is_none();
                opacity.add(&alpha.unwrap_or_else(|| vec![255; pixels.len()]));
            }
        }
        let Extent { left, top, .. } = part;
        let width = part.width();
        let height = part.height();
        let opacity = (!opaque).then(|| opacity.finish());
        Some(Self { x: left, y: top, width, height, colours: colours.finish(), opacity })
    }

    fn new(bitmap: &Bitmap) -> Self {
        let (colours, opacity) = straight(bitmap.pixels.pixels(), &mut [0, 0, 0]);
        let width = bitmap.pixels.width();
        let height = bitmap.pixels.height();
        Self {
            x: bitmap.x,
            y: bitmap.y,
            width,
            height,
            colours: deflate(&colours, PIXELS),
            opacity: opacity.map(|o| deflate(&o, PIXELS)),
        }
    }

    /// Adds the image; returns it and the matrix that puts it on its canvas, whose pixels are
    /// counted from the upper left.
    fn add_to(self, document: &mut Document, dpi: Dpi, canvas: Canvas) -> (ObjectId, [f32; 6]) {
        let base = |space: &str| {
            dictionary! {
                "Type" => "XObject", "Subtype" => "Image",
                "Width" => i64::from(self.width), "Height" => i64::from(self.height),
                "ColorSpace" => Object::Name(space.as_bytes().to_vec()),
                "BitsPerComponent" => 8, "Filter" => "FlateDecode",
            }
        };
        let mut colours = base("DeviceRGB");
        let gray = base("DeviceGray");
        let (across, down) = canvas.per_mm(dpi);
        let pt = |pixels: u32, per_mm: f64| f64::from(pixels) / per_mm * 72.0 / 25.4;
        let below = canvas.size().height.to_pt() - pt(self.y + self.height, down);
        let matrix = [
            pt(self.width, across) as f32,
            0.0,
            0.0,
            pt(self.height, down) as f32,
            pt(self.x, across) as f32,
            below as f32,
        ];
        if let Some(opacity) = self.opacity {
            let mask = document.add_object(Stream::new(gray, opacity).with_compression(false));
            colours.set("SMask", mask);
        }
        (document.add_object(Stream::new(colours, self.colours).with_compression(false)), matrix)
    }
}

/// Premultiplied pixels as three bytes of colour and one of opacity, in planes. Invisible pixels
/// repeat the colour before them, which compresses better than black.
fn straight(pixels: &[PremultipliedColorU8], last: &mut [u8; 3]) -> (Vec<u8>, Option<Vec<u8>>) {
    let count = pixels.len();
    let mut colours = Vec::with_capacity(count * 3);
    let mut opacity = Vec::with_capacity(count);
    let mut opaque = true;
    for pixel in pixels {
        let alpha = pixel.alpha();
        opaque &= alpha == 255;
        opacity.push(alpha);
        if alpha == 255 {
            *last = [pixel.red(), pixel.green(), pixel.blue()];
        } else if alpha > 0 {
            let plain = pixel.demultiply();
            *last = [plain.red(), plain.green(), plain.blue()];
        }
        colours.extend_from_slice(last);
    }
    (colours, (!opaque).then_some(opacity))
}

/// Why a book was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The writer failed.
    Io(io::Error),
    /// A promise of ours is broken.
    Broken(String),
}

impl From<String> for WriteError {
    fn from(what: String) -> Self {
        Self::Broken(what)
    }
}

/// Writes the book.
pub fn write(
    pdf: &PrintFile<'_>,
    stacks: &Stacks,
    render: Render,
    opaque: &OpaqueEdges,
    out: &mut dyn Write,
) -> Result<(), WriteError> {
    let options =
        printpdf::PdfSaveOptions { optimize: false, ..printpdf::PdfSaveOptions::default() };
    // Outlines that nobody sees cost nothing, so that a vector face is one form on all of its
    // sides.
    let windows = match render {
        Render::Vector(_) => Windows::default(),
        Render::Raster(_) => Windows::of(pdf.plan, stacks),
    };
    let mut document =
        pdf.to_printpdf(stacks, &windows, opaque).to_lopdf_document(&options, &mut Vec::new());
    let placeholders = placeholders(&document);
    let calls = match render {
        Render::Vector(vector) => splice(&mut document, stacks, vector)?,
        Render::Raster(raster) => embed(&mut document, stacks, raster),
    };
    let mut groups = Groups::default();
    for face in pdf.faces() {
        let Some(id) = placeholders.get(face_name(face).as_bytes()) else { continue };
        let Some(form) = face_form(&mut document, stacks, face, None, &calls, pdf, &mut groups)
        else {
            continue;
        };
        document.set_object(*id, form);
    }
    for (window, (face, rect)) in windows.all().enumerate() {
        let Some(id) = placeholders.get(window_name(face, window).as_bytes()) else { continue };
        let Some(form) =
            face_form(&mut document, stacks, face, Some((window, rect)), &calls, pdf, &mut groups)
        else {
            continue;
        };
        document.set_object(*id, form);
    }
    groups.declare(&mut document)?;
    finish::finish(&mut document, pdf)?;
    document.save_to(&mut Plain(out)).map_err(WriteError::Io)
}

/// `save_to` wants a sized writer.
struct Plain<'a>(&'a mut dyn Write);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The objects that printpdf made for the faces, by name.
fn placeholders(document: &Document) -> HashMap<Vec<u8>, ObjectId> {
    let mut found = HashMap::new();
    for object in document.objects.values() {
        let Ok(dictionary) = object.as_dict() else { continue };
        for (name, value) in dictionary {
            if name.first() == Some(&b'F')
                && let Ok(id) = value.as_reference()
                && document.get_object(id).is_ok_and(|o| o.as_stream().is_ok())
            {
                found.insert(name.clone(), id);
            }
        }
    }
    found
}

/// How a face calls a layer: the object, and the matrix before it where it is not the identity.
type Calls = HashMap<Piece, (ObjectId, Option<[f32; 6]>)>;

/// Moves the pages of the vector document over as `XObject` forms, with the fonts they share.
fn splice(document: &mut Document, stacks: &Stacks, vector: Vector) -> Result<Calls, String> {
    if vector.pages.is_empty() {
        return Ok(Calls::new());
    }
    let mut drawn = Document::load_mem(&vector.bytes).map_err(|error| error.to_string())?;
    drop(vector.bytes);
    let offset = document.max_id;
    let pages: Vec<ObjectId> = drawn.get_pages().into_values().collect();
    let mut calls = Calls::new();
    for (layer, page) in vector.pages {
        let id = *pages.get(page).ok_or("a drawn page is gone")?;
        let page = drawn.get_dictionary(id).map_err(|error| error.to_string())?;
        let resources = page
            .get(b"Resources")
            .cloned()
            .unwrap_or_else(|_| Object::Dictionary(Dictionary::new()));
        let content = page
            .get(b"Contents")
            .and_then(Object::as_reference)
            .map_err(|error| error.to_string())?;
        let size = stacks[layer].canvas.size();
        let stream = drawn
            .get_object_mut(content)
            .and_then(Object::as_stream_mut)
            .map_err(|error| error.to_string())?;
        stream.dict.set("Type", "XObject");
        stream.dict.set("Subtype", "Form");
        stream.dict.set(
            "BBox",
            vec![
                0.into(),
                0.into(),
                Object::Real(size.width.to_pt() as f32),
                Object::Real(size.height.to_pt() as f32),
            ],
        );
        stream.dict.set("Resources", resources);
        calls.insert((layer, None), ((content.0 + offset, content.1), None));
    }
    document.max_id += drawn.max_id;
    for (id, mut object) in drawn.objects {
        let kind =
            object.as_dict().ok().and_then(|d| d.get(b"Type").ok()).and_then(|t| t.as_name().ok());
        if !matches!(kind, Some(b"Page" | b"Pages" | b"Catalog")) {
            shift(&mut object, offset);
            document.objects.insert((id.0 + offset, id.1), object);
        }
    }
    Ok(calls)
}

/// Adds the images, in the order of their layers.
fn embed(document: &mut Document, stacks: &Stacks, raster: Raster) -> Calls {
    let dpi = raster.dpi;
    let add = |(piece, image): (Piece, Image)| {
        let (id, matrix) = image.add_to(document, dpi, stacks[piece.0].canvas);
        (piece, (id, Some(matrix)))
    };
    raster.images.into_iter().map(add).collect()
}

/// The form of a face, or of what a window shows of it: it calls its layers, from the lowest to the
/// uppermost, each as a part of what a viewer can hide.
fn face_form(
    document: &mut Document,
    stacks: &Stacks,
    face: FaceId,
    window: Option<(usize, Rect)>,
    calls: &Calls,
    pdf: &PrintFile<'_>,
    groups: &mut Groups,
) -> Option<Stream> {
    let stack = stacks.get(face)?;
    let mut content = String::new();
    let mut objects = Dictionary::new();
    let mut used = BTreeSet::new();
    let mut open: Option<ContentLayer> = None;
    for layer in &stack.layers {
        let Some((id, matrix)) = calls.get(&(*layer, window.map(|(number, _)| number))) else {
            continue;
        };
        let part = pdf.visible(face, *layer);
        if open != Some(part) {
            if open.is_some() {
                content.push_str("EMC\n");
            }
            content.push_str(&format!("/OC /{} BDC\n", part.word()));
            groups.of(document, part);
            used.insert(part);
            open = Some(part);
        }
        let name = format!("L{}", layer.index());
        match matrix {
            None => content.push_str(&format!("/{name} Do\n")),
            Some([a, b, c, d, x, y]) => {
                content.push_str(&format!("q {a} {b} {c} {d} {x} {y} cm /{name} Do Q\n"));
            }
        }
        objects.set(name, *id);
    }
    if open.is_some() {
        content.push_str("EMC\n");
    }
    let size = stack.canvas.size();
    let shown = window.map_or(Rect::new(Length::ZERO, Length::ZERO, size), |(_, rect)| rect);
    let low = (size.height - shown.bottom()).to_pt();
    let high = (size.height - shown.y).to_pt();
    let bbox = [shown.x.to_pt(), low, shown.right().to_pt(), high];
    let mut resources = dictionary! { "XObject" => objects };
    if !used.is_empty() {
        resources.set("Properties", groups.properties(used.into_iter()));
    }
    let dictionary = dictionary! {
        "Type" => "XObject", "Subtype" => "Form",
        "BBox" => bbox.iter().map(|v| Object::Real(*v as f32)).collect::<Vec<_>>(),
        "Resources" => resources,
    };
    Some(Stream::new(dictionary, content.into_bytes()).with_compression(false))
}
