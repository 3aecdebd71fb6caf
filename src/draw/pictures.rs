//! Pictures that faces refer to: found inside the project, read and decoded once.

use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Cursor, Read};
use std::sync::{Arc, Mutex};

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, alphabet};
use flate2::read::GzDecoder;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use percent_encoding::percent_decode_str;
use sha2::{Digest, Sha256};
use usvg::{ImageKind, Options};

use super::fonts::font_resolver;
use crate::diag::{Code, did_you_mean};
use crate::files::{Files, normalise, tree};
use crate::game::PictureLimits;
use crate::svg::{self, Fault};
use crate::xml::escape;

/// The target under which a picture that cannot be used is reported through the log.
pub(super) const PICTURE: &str = "pnp::picture";

/// How a survey marks a picture it has found, so that the parser need not search again.
pub(super) const FOUND: &str = "pnp:";

/// The largest picture that is read: A0 at 300 dpi has 140 million. A few kilobytes may claim to be
/// more than the memory holds.
const MAX_PIXELS: u64 = 200_000_000;

/// The largest SVG that a packed one may become.
const MAX_UNPACKED: u64 = 64 << 20;

/// How deep pictures may be embedded in each other.
const MAX_DEPTH: usize = 8;

/// What the names of embedded pictures begin with; no file can have it.
const EMBEDDED: &str = "data:";

/// The pictures of a project.
pub struct Pictures<'a> {
    files: &'a dyn Files,
    game: &'a str,
    limits: PictureLimits,
    loaded: Mutex<HashMap<String, Loaded>>,
    /// The names of pictures, by where the bytes of pixels or the nodes of drawings lie.
    names: Mutex<HashMap<usize, String>>,
}

type Loaded = Result<Picture, String>;

#[derive(Clone)]
enum Picture {
    /// A raster picture of a kind that both renderers draw.
    Raster(Raster, Arc<Vec<u8>>),
    /// SVG, parsed where it is used: its `currentColor` depends on the place.
    Svg(Arc<SvgPicture>),
}

struct SvgPicture {
    /// As the renderer reads it.
    text: String,
    /// What is wrong with it.
    faults: Vec<Fault>,
}

#[derive(Clone, Copy)]
enum Raster {
    Png,
    Jpeg,
    Gif,
    WebP,
}

impl<'a> Pictures<'a> {
    /// No picture is read yet.
    pub fn new(files: &'a dyn Files, game: &'a str) -> Self {
        let limits = PictureLimits::default();
        Self { files, game, limits, loaded: Mutex::default(), names: Mutex::default() }
    }

    /// With how fine they must be.
    #[must_use]
    pub fn with_limits(self, limits: PictureLimits) -> Self {
        Self { limits, ..self }
    }

    /// The files that were read, by their paths in the project.
    pub fn used(&self) -> BTreeSet<String> {
        let Ok(loaded) = self.loaded.lock() else { return BTreeSet::new() };
        loaded.keys().filter(|name| !name.starts_with(EMBEDDED)).cloned().collect()
    }

    /// The files that show on a face: the pictures it names, and those that they name.
    pub fn shown_on(&self, template: &str, svg: &str) -> BTreeSet<String> {
        let mut shown = BTreeSet::new();
        let mut open: Vec<String> =
            references(svg).filter_map(|href| self.find(template, &href).ok()).collect();
        while let Some(path) = open.pop() {
            if let Ok(Picture::Svg(svg)) = self.load(&path) {
                let found = references(&svg.text);
                let inner = found.filter_map(|href| {
                    let path = href.strip_prefix(FOUND)?.trim_end_matches('#').to_owned();
                    (!path.starts_with(EMBEDDED) && !shown.contains(&path)).then_some(path)
                });
                open.extend(inner);
            }
            shown.insert(path);
        }
        shown
    }

    /// The path in the project of a picture as a template names it: beside the template, in the
    /// game's folders under
    /// `templates/` and `data/`, among the shared templates, or from the root of the project.
    pub(super) fn find(&self, template: &str, href: &str) -> Result<String, Fault> {
        if let Some((scheme, _)) = href.split_once(':')
            && scheme.len() > 1
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
        {
            return Err(Fault::error(
                Code::F005,
                format!("the picture `{href}` has a `{scheme}:` address, which is never read"),
            )
            .hint("save the picture in the project and name that file"));
        }
        let decoded = percent_decode_str(href).decode_utf8_lossy();
        let slashed = href.replace('\\', "/");
        let folder = template.rsplit_once('/').map_or("", |(folder, _)| folder);
        let game = self.game;
        let folders = [
            format!("templates/{folder}"),
            format!("templates/{game}"),
            format!("data/{game}"),
            "templates/_shared".to_owned(),
            String::new(),
        ];
        let mut inside = false;
        for name in [href, decoded.as_ref(), slashed.as_str()] {
            for folder in &folders {
                let Some(path) = normalise(folder, name) else { continue };
                inside = true;
                if !self.exists(&path) {
                    continue;
                }
                return if name == slashed && slashed != href {
                    Err(Fault::error(
                        Code::F004,
                        format!("the picture `{href}` is written with backslashes"),
                    )
                    .hint(format!("write `{slashed}`")))
                } else {
                    Ok(path)
                };
            }
        }
        if !inside {
            return Err(Fault::error(
                Code::F005,
                format!("the picture `{href}` lies outside the project"),
            )
            .hint("copy it into the folder of the game"));
        }
        let fault = Fault::error(Code::F004, format!("there is no picture `{href}`"));
        let known = self.known();
        Err(match did_you_mean(href, known.iter().map(String::as_str)) {
            Some(hint) => fault.hint(hint),
            None => fault,
        })
    }

    /// The files that could have been meant.
    fn known(&self) -> Vec<String> {
        let folders = [format!("templates/{}", self.game), format!("data/{}", self.game)];
        folders.iter().flat_map(|folder| tree(self.files, folder).files).collect()
    }

    fn exists(&self, path: &str) -> bool {
        self.loaded.lock().is_ok_and(|loaded| loaded.contains_key(path))
            || self.load(path).is_ok()
            || self.loaded.lock().is_ok_and(|loaded| loaded.contains_key(path))
    }

    /// Reads and checks a picture, once. A missing file leaves no trace.
    fn load(&self, path: &str) -> Loaded {
        self.load_in(path, 0)
    }

    /// The same of a picture that is shown by so many others, one in the other.
    fn load_in(&self, path: &str, depth: usize) -> Loaded {
        if let Ok(loaded) = self.loaded.lock()
            && let Some(known) = loaded.get(path)
        {
            return known.clone();
        }
        let bytes = self.files.read(path).map_err(|error| error.to_string())?;
        self.keep(path, self.understand(bytes, path, depth))
    }

    /// Keeps a picture under a name. Where two threads have read the same one, the first counts,
    /// because its bytes are known by their place.
    fn keep(&self, name: &str, picture: Loaded) -> Loaded {
        let Ok(mut loaded) = self.loaded.lock() else { return picture };
        let kept = loaded.entry(name.to_owned()).or_insert(picture).clone();
        if let Ok(Picture::Raster(_, bytes)) = &kept
            && let Ok(mut names) = self.names.lock()
        {
            names.insert(Arc::as_ptr(bytes).addr(), name.to_owned());
        }
        kept
    }

    /// The sum of what a picture shows, and of the pictures in it; none if there is no such one.
    pub(super) fn sum(&self, template: &str, href: &str) -> Option<[u8; 32]> {
        let path = self.find(template, href).ok()?;
        let mut sum = Sha256::new();
        self.add_to(&mut sum, &path, 0);
        Some(sum.finalize().into())
    }

    fn add_to(&self, sum: &mut Sha256, path: &str, depth: usize) {
        match self.load(path) {
            Ok(Picture::Raster(_, bytes)) => sum.update(bytes.as_slice()),
            Ok(Picture::Svg(svg)) => {
                sum.update(&svg.text);
                let inner = svg.text.split(FOUND).skip(1).filter_map(|rest| rest.split('"').next());
                for name in inner.filter(|_| depth < MAX_DEPTH) {
                    self.add_to(sum, name.trim_end_matches('#'), depth + 1);
                }
            }
            Err(why) => sum.update(why),
        }
    }

    /// The name of a picture that [`resolve`](Self::resolve) handed out.
    pub(super) fn name_of(&self, bytes: &Arc<Vec<u8>>) -> Option<String> {
        self.names.lock().ok()?.get(&Arc::as_ptr(bytes).addr()).cloned()
    }

    /// The path in the project of a picture that a tree shows; an embedded one has none.
    pub(super) fn path_of(&self, kind: &ImageKind) -> Option<String> {
        let address = match kind {
            ImageKind::PNG(bytes)
            | ImageKind::JPEG(bytes)
            | ImageKind::GIF(bytes)
            | ImageKind::WEBP(bytes) => Arc::as_ptr(bytes).addr(),
            ImageKind::SVG(tree) => address_of(tree),
        };
        let name = self.names.lock().ok()?.get(&address).cloned()?;
        (!name.starts_with(EMBEDDED)).then_some(name)
    }

    /// What is wrong with a picture that is printed with so many dots per inch.
    pub(super) fn coarse(&self, name: &str, dpi: f64) -> Option<Fault> {
        let PictureLimits { min_dpi, good_dpi, .. } = self.limits;
        // A picture that fits exactly must not fail by a last digit.
        let falls_below = |limit: u32| dpi < f64::from(limit) - 0.5;
        if self.limits.excuse(name).is_some() {
            return None;
        }
        let what = if name.starts_with(EMBEDDED) {
            "an embedded picture".to_owned()
        } else {
            format!("the picture `{name}`")
        };
        let has = format!("{what} is printed with {dpi:.0} dots per inch");
        let fault = if falls_below(min_dpi) {
            Fault::error(Code::F013, format!("{has}, less than {min_dpi}"))
        } else if falls_below(good_dpi) {
            Fault::warning(Code::F013, format!("{has}, less than {good_dpi}"))
        } else {
            return None;
        };
        let ends = name.char_indices().filter(|(_, c)| *c == '/').map(|(at, _)| &name[at + 1..]);
        let fault = std::iter::once(name).chain(ends).fold(fault, Fault::near);
        let factor = f64::from(good_dpi) / dpi;
        Some(fault.hint(format!(
            "take one with {factor:.1} times as many pixels on each side, or print it smaller; \
             `[[pictures.coarse]]` in game.toml lets it pass with a reason"
        )))
    }

    /// The name under which a picture that is written into an SVG, as `data:…`, is known.
    pub(super) fn embedded(&self, href: &str) -> Result<String, Fault> {
        self.embedded_in(href, 0).map_err(|why| {
            Fault::error(Code::F006, format!("an embedded picture cannot be used: {why}"))
        })
    }

    fn embedded_in(&self, href: &str, depth: usize) -> Result<String, String> {
        let bytes = data_of(href).ok_or("its data cannot be read")?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let name = format!("{EMBEDDED}{:016x}-{}", hasher.finish(), bytes.len());
        let known = self.loaded.lock().is_ok_and(|loaded| loaded.contains_key(&name));
        if !known {
            // What is wrong with it is for `complaints` to say.
            let _ = self.keep(&name, self.understand(bytes, "", depth));
        }
        Ok(name)
    }

    /// What is wrong with a picture that was found.
    pub(super) fn complaints(&self, path: &str) -> Vec<Fault> {
        let what = if path.starts_with(EMBEDDED) {
            "an embedded picture".to_owned()
        } else {
            format!("the picture `{path}`")
        };
        match self.load(path) {
            Err(why) => {
                vec![Fault::error(Code::F006, format!("{what} cannot be used: {why}"))]
            }
            Ok(Picture::Raster(..)) => Vec::new(),
            Ok(Picture::Svg(svg)) => svg
                .faults
                .iter()
                .map(|fault| Fault {
                    message: format!("in {what}: {}", fault.message),
                    needles: Vec::new(),
                    ..fault.clone()
                })
                .collect(),
        }
    }

    /// How wide and high a picture is by itself, in millimetres: as it says if it is SVG, else with
    /// 150 pixels to an inch. It is named as in a template of that path.
    pub fn size(&self, template: &str, href: &str) -> Result<(f64, f64), Fault> {
        let path = self.find(template, href)?;
        let wrong = |why: String| {
            Fault::error(Code::F006, format!("the picture cannot be used: `{path}`: {why}"))
        };
        let (width, height, dpi) = match self.load(&path).map_err(wrong)? {
            Picture::Raster(_, bytes) => {
                let reader = ImageReader::new(Cursor::new(bytes.as_slice())).with_guessed_format();
                let (width, height) = reader
                    .map_err(|e| wrong(e.to_string()))?
                    .into_dimensions()
                    .map_err(|e| wrong(e.to_string()))?;
                (f64::from(width), f64::from(height), 150.0)
            }
            Picture::Svg(bytes) => {
                let size = usvg::Tree::from_str(&bytes.text, &Options::default())
                    .map_err(|e| wrong(e.to_string()))?
                    .size();
                (f64::from(size.width()), f64::from(size.height()), 96.0)
            }
        };
        Ok((width * 25.4 / dpi, height * 25.4 / dpi))
    }

    /// What the parser asks for: `pnp:<path>` or `pnp:<path>#<colour>`, as the survey wrote it.
    pub(super) fn resolve(&self, href: &str, options: &Options<'_>) -> Option<ImageKind> {
        let found = href.strip_prefix(FOUND)?;
        let (path, colour) =
            found.rsplit_once('#').map_or((found, ""), |(path, colour)| (path, colour));
        match self.load(path) {
            Ok(Picture::Raster(kind, bytes)) => Some(match kind {
                Raster::Png => ImageKind::PNG(bytes),
                Raster::Jpeg => ImageKind::JPEG(bytes),
                Raster::Gif => ImageKind::GIF(bytes),
                Raster::WebP => ImageKind::WEBP(bytes),
            }),
            Ok(Picture::Svg(bytes)) => {
                let nested = Options {
                    font_family: options.font_family.clone(),
                    style_sheet: (!colour.is_empty()).then(|| {
                        format!(
                            "svg {{ color: {} }}",
                            percent_decode_str(colour).decode_utf8_lossy()
                        )
                    }),
                    fontdb: Arc::clone(&options.fontdb),
                    font_resolver: font_resolver(),
                    image_href_resolver: usvg::ImageHrefResolver {
                        resolve_data: usvg::ImageHrefResolver::default_data_resolver(),
                        resolve_string: Box::new(|href, options| self.resolve(href, options)),
                    },
                    ..Options::default()
                };
                // `from_data_nested` would drop the style sheet, and with it the colour.
                match usvg::Tree::from_str(&bytes.text, &nested) {
                    Ok(tree) => {
                        if let Ok(mut names) = self.names.lock() {
                            names.insert(address_of(&tree), path.to_owned());
                        }
                        Some(ImageKind::SVG(tree))
                    }
                    Err(error) => {
                        log::warn!(target: PICTURE, "`{path}`: {error}");
                        None
                    }
                }
            }
            Err(reason) => {
                log::warn!(target: PICTURE, "`{path}`: {reason}");
                None
            }
        }
    }
}

impl Pictures<'_> {
    /// Reads a picture by what it is, whatever its name says. An embedded one has no path.
    fn understand(&self, bytes: Vec<u8>, path: &str, depth: usize) -> Loaded {
        if depth > MAX_DEPTH {
            return Err("pictures show each other too deep".to_owned());
        }
        if let Ok(format) = image::guess_format(&bytes) {
            return decode(bytes, format);
        }
        let bytes = if bytes.starts_with(&[0x1f, 0x8b]) { unpacked(&bytes)? } else { bytes };
        let head = &bytes[..bytes.len().min(4096)];
        let is_svg = contains(head, b"<svg") || contains(head, b"<?xml") || contains(head, b":svg");
        if !is_svg {
            return Err("this is not a PNG, JPEG, WebP, GIF, BMP, TIFF or SVG file".to_owned());
        }
        let text = String::from_utf8(bytes).map_err(|_| "its text is not UTF-8".to_owned())?;
        self.understand_svg(text.trim_start_matches('\u{feff}').trim_start(), path, depth)
    }

    fn understand_svg(&self, text: &str, path: &str, depth: usize) -> Loaded {
        let text = svg::expand(text)?;
        let document = svg::read(&text).map_err(|fault| fault.message)?;
        let mut tidy = svg::tidy(&text, &document, svg::Use::Picture);
        let mut faults = std::mem::take(&mut tidy.faults);
        faults.extend(svg::odd_size(&document, &text));
        for node in document.descendants().filter(|n| is_image(*n)) {
            let Some(attribute) = node.attributes().find(|a| a.name() == "href") else { continue };
            if tidy.is_left_out(node) {
                continue;
            }
            let href = attribute.value().trim();
            let found = if href.starts_with("data:") {
                self.embedded_in(href, depth + 1)
                    .map_err(|why| format!("an embedded picture cannot be used: {why}"))
            } else {
                self.beside(path, href, depth + 1)
                    .ok_or_else(|| format!("there is no picture `{href}` beside it"))
            };
            match found {
                Ok(name) => {
                    faults.extend(self.complaints(&name));
                    let end = if name.contains('#') { "#" } else { "" };
                    let qname = &text[attribute.range_qname()];
                    let new = format!("{qname}=\"{FOUND}{}{end}\"", escape(&name));
                    tidy.edits.replace(&attribute.range(), &new);
                }
                Err(why) => faults.push(Fault::error(Code::F006, why)),
            }
        }
        let text = tidy.edits.apply(&text, 0..text.len());
        Ok(Picture::Svg(Arc::new(SvgPicture { text, faults })))
    }
}

impl Pictures<'_> {
    /// The path of a picture that an SVG picture names, in its own folder or below the project.
    fn beside(&self, svg: &str, href: &str, depth: usize) -> Option<String> {
        let folder = svg.rsplit_once('/').map_or("", |(folder, _)| folder);
        let decoded = percent_decode_str(href).decode_utf8_lossy();
        let is_address = href.contains("://") || href.starts_with("file:");
        let names = [href, decoded.as_ref()];
        let mut paths = names.iter().filter_map(|name| normalise(folder, name));
        paths.find(|path| {
            !is_address && !svg.is_empty() && {
                let loaded = self.load_in(path, depth);
                loaded.is_ok() || self.loaded.lock().is_ok_and(|all| all.contains_key(path))
            }
        })
    }
}

/// What the `href` of a text lead to outside of it.
fn references(svg: &str) -> impl Iterator<Item = String> {
    svg.match_indices("href").filter_map(|(at, name)| {
        let value = svg.get(at + name.len()..)?.trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value = value.split(quote).nth(1)?.trim();
        let leads_out = !value.is_empty() && !value.starts_with('#') && !value.starts_with("data:");
        leads_out.then(|| value.replace("&amp;", "&"))
    })
}

/// Where the nodes of a drawing lie; they stay there when it is moved.
fn address_of(tree: &usvg::Tree) -> usize {
    tree.root().children().as_ptr().addr()
}

/// Which pixels of a picture show anything: left, top, right and bottom. None if all may.
pub(super) fn opaque_part(kind: &ImageKind) -> Option<[u32; 4]> {
    let bytes = match kind {
        ImageKind::PNG(bytes) | ImageKind::GIF(bytes) | ImageKind::WEBP(bytes) => bytes,
        ImageKind::JPEG(_) | ImageKind::SVG(_) => return None,
    };
    let reader = ImageReader::new(Cursor::new(bytes.as_slice())).with_guessed_format().ok()?;
    let decoder = reader.into_decoder().ok()?;
    if !decoder.color_type().has_alpha() {
        return None;
    }
    let pixels = DynamicImage::from_decoder(decoder).ok()?.into_rgba8();
    let mut part: Option<[u32; 4]> = None;
    for (x, y, _) in pixels.enumerate_pixels().filter(|(.., pixel)| pixel.0[3] > 0) {
        let [left, top, right, bottom] = part.unwrap_or([x, y, x, y]);
        part = Some([left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)]);
    }
    Some(part.unwrap_or_default())
}

fn is_image(node: roxmltree::Node<'_, '_>) -> bool {
    let shows = |name: &str| node.tag_name().name() == name;
    let local = || node.attributes().any(|a| a.name() == "href" && a.value().starts_with('#'));
    shows("image") || (shows("feImage") && !local())
}

/// The bytes of a `data:` address. Its type is not looked at, for programs write wrong ones.
fn data_of(href: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );
    let (head, data) = href.trim().strip_prefix("data:")?.split_once(',')?;
    let data = data.split('#').next().unwrap_or(data);
    let bytes: Vec<u8> = percent_decode_str(data).collect();
    if !head.trim_end().to_ascii_lowercase().ends_with(";base64") {
        return Some(bytes);
    }
    let letters: Vec<u8> = bytes.into_iter().filter(|b| !b.is_ascii_whitespace()).collect();
    LENIENT.decode(letters).ok()
}

/// An SVG that was packed by gzip.
fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    GzDecoder::new(bytes)
        .take(MAX_UNPACKED)
        .read_to_end(&mut out)
        .map_err(|error| format!("it cannot be unpacked: {error}"))?;
    if out.len() as u64 == MAX_UNPACKED {
        return Err(format!("unpacked it has more than {} MB", MAX_UNPACKED >> 20));
    }
    Ok(out)
}

/// Decodes a picture to see whether it can be drawn. What the renderers would get wrong (CMYK,
/// cameras held upright) or not draw at all (BMP, TIFF) becomes PNG.
fn decode(bytes: Vec<u8>, format: ImageFormat) -> Loaded {
    if format == ImageFormat::Jpeg && !is_complete(&bytes) {
        return Err("the file ends in the middle of the picture".to_owned());
    }
    let raster = match format {
        ImageFormat::Png => Some(Raster::Png),
        ImageFormat::Jpeg => Some(Raster::Jpeg),
        ImageFormat::Gif => Some(Raster::Gif),
        ImageFormat::WebP => Some(Raster::WebP),
        _ => None,
    };
    let decoder = ImageReader::with_format(Cursor::new(&bytes), format)
        .into_decoder()
        .map_err(|error| error.to_string())?;
    let mut decoder = decoder;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(format!(
            "it has {width} × {height} pixels, more than {} million",
            MAX_PIXELS / 1_000_000
        ));
    }
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| error.to_string())?;
    let as_is = orientation == Orientation::NoTransforms
        && !(format == ImageFormat::Jpeg && is_cmyk(&bytes));
    match raster {
        Some(kind) if as_is => Ok(Picture::Raster(kind, Arc::new(bytes))),
        _ => {
            picture.apply_orientation(orientation);
            let mut png = Vec::new();
            let eight_bits = if picture.color().has_alpha() {
                DynamicImage::from(picture.to_rgba8())
            } else {
                DynamicImage::from(picture.to_rgb8())
            };
            eight_bits
                .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
                .map_err(|error| error.to_string())?;
            Ok(Picture::Raster(Raster::Png, Arc::new(png)))
        }
    }
}

fn contains(bytes: &[u8], piece: &[u8]) -> bool {
    bytes.windows(piece.len()).any(|window| window == piece)
}

/// Whether a JPEG has the mark of its end (ITU-T T.81 B.1.1.3) after the beginning of its picture;
/// browsers draw one without it half.
fn is_complete(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) =
        jpeg.get(at..at + 4).and_then(|s| <&[u8; 4]>::try_from(s).ok())
    {
        if marker == 0xda {
            return contains(&jpeg[at..], &[0xff, 0xd9]);
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    // Strange segments are for the decoder to judge.
    true
}

/// Whether the frame header (SOF, ITU-T T.81 B.2.2) of a JPEG names four components.
fn is_cmyk(jpeg: &[u8]) -> bool {
    let mut at = 2;
    while let Some(&[0xff, marker, high, low]) =
        jpeg.get(at..at + 4).and_then(|s| <&[u8; 4]>::try_from(s).ok())
    {
        if matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc) {
            return jpeg.get(at + 9) == Some(&4);
        }
        at += 2 + usize::from(u16::from_be_bytes([high, low]));
    }
    false
}
