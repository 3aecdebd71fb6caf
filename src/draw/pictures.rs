//! Pictures that faces refer to: found inside the project, read and decoded once.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};

use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader};
use percent_encoding::percent_decode_str;
use usvg::{ImageKind, Options};

use super::elements::complaints;
use super::face::Fault;
use super::fonts::font_resolver;
use crate::diag::{Code, did_you_mean};
use crate::files::{Files, normalise};

/// The target under which a picture that cannot be used is reported through the log.
pub(super) const PICTURE: &str = "pnp::picture";

/// How a survey marks a picture it has found, so that the parser need not search again.
pub(super) const FOUND: &str = "pnp:";

/// The largest picture that is read: A0 at 300 dpi has 140 million. A few kilobytes may claim to be
/// more than the memory holds.
const MAX_PIXELS: u64 = 200_000_000;

/// The pictures of a project.
pub struct Pictures<'a> {
    files: &'a dyn Files,
    game: &'a str,
    loaded: Mutex<HashMap<String, Loaded>>,
}

type Loaded = Result<Picture, String>;

#[derive(Clone)]
enum Picture {
    /// A raster picture of a kind that both renderers draw.
    Raster(Raster, Arc<Vec<u8>>),
    /// SVG, parsed where it is used: its `currentColor` depends on the place.
    Svg(Arc<Vec<u8>>),
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
        Self { files, game, loaded: Mutex::default() }
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
        let mut names = Vec::new();
        for folder in [format!("templates/{}", self.game), format!("data/{}", self.game)] {
            self.collect(&folder, "", &mut names);
        }
        names
    }

    fn collect(&self, folder: &str, prefix: &str, names: &mut Vec<String>) {
        for entry in self.files.list(folder) {
            if let Some(child) = entry.strip_suffix('/') {
                self.collect(&format!("{folder}/{child}"), &format!("{prefix}{child}/"), names);
            } else {
                names.push(format!("{prefix}{entry}"));
            }
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.loaded.lock().is_ok_and(|loaded| loaded.contains_key(path))
            || self.load(path).is_ok()
            || self.loaded.lock().is_ok_and(|loaded| loaded.contains_key(path))
    }

    /// Reads and checks a picture, once. A missing file leaves no trace.
    fn load(&self, path: &str) -> Loaded {
        if let Ok(loaded) = self.loaded.lock()
            && let Some(known) = loaded.get(path)
        {
            return known.clone();
        }
        let bytes = self.files.read(path).map_err(|error| error.to_string())?;
        let picture = understand(bytes);
        if let Ok(mut loaded) = self.loaded.lock() {
            loaded.insert(path.to_owned(), picture.clone());
        }
        picture
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
                let size = usvg::Tree::from_data(&bytes, &Options::default())
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
                        resolve_string: Box::new(|href, _| {
                            log::warn!(
                                target: PICTURE,
                                "the picture `{href}` inside an SVG picture is not drawn"
                            );
                            None
                        }),
                    },
                    ..Options::default()
                };
                // `from_data_nested` would drop the style sheet, and with it the colour.
                match usvg::Tree::from_data(&bytes, &nested) {
                    Ok(tree) => Some(ImageKind::SVG(tree)),
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

/// Decodes a picture to see whether it can be drawn. What the renderers would get wrong (CMYK,
/// cameras held upright) or not draw at all (BMP, TIFF) becomes PNG.
fn understand(bytes: Vec<u8>) -> Loaded {
    let Ok(format) = image::guess_format(&bytes) else {
        let head = &bytes[..bytes.len().min(4096)];
        let is_svg = head.starts_with(&[0x1f, 0x8b])
            || contains(head, b"<svg")
            || contains(head, b"<?xml")
            || contains(head, b":svg");
        if !is_svg {
            return Err("this is not a PNG, JPEG, WebP, GIF, BMP, TIFF or SVG file".to_owned());
        }
        return match complaints(&bytes).first() {
            Some(fault) => Err(fault.message.clone()),
            None => Ok(Picture::Svg(Arc::new(bytes))),
        };
    };
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
