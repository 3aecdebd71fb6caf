//! PNG pictures of faces and sheets, from the same layers and the same plan as the PDF.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

use super::pages::{Book, Print};
use crate::draw::{Bitmap, Drawer, LayerId, Stacks, rasterise};
use crate::units::{Dpi, Length, Outline, Point, Segment, Turn};

/// Draws whole faces and sides, keeping the bitmaps of layers that are used again.
pub struct Canvases<'a> {
    drawer: &'a Drawer<'a>,
    stacks: &'a Stacks,
    dpi: Dpi,
    shared: HashMap<LayerId, Option<Bitmap>>,
    kept: usize,
}

/// Bitmaps kept for use again, in bytes. What goes beyond is drawn anew each time.
const KEEP: usize = 256 << 20;

impl<'a> Canvases<'a> {
    /// Nothing is drawn yet.
    pub fn new(drawer: &'a Drawer<'a>, stacks: &'a Stacks, dpi: Dpi) -> Self {
        Self { drawer, stacks, dpi, shared: HashMap::new(), kept: 0 }
    }

    /// A face on white paper, bleed included.
    pub fn face(&mut self, face: usize) -> Option<Pixmap> {
        let stack = self.stacks.stacks.get(face)?;
        let size = stack.canvas.size();
        let mut canvas = Pixmap::new(self.dpi.pixels(size.width), self.dpi.pixels(size.height))?;
        for layer in &stack.layers {
            self.with(*layer, |bitmap| stamp(&mut canvas, bitmap, Transform::identity(), FilterQuality::Nearest));
        }
        Some(canvas)
    }

    /// A side of a sheet on white paper.
    pub fn side(&mut self, book: &Book<'_>, print: &Print<'_>) -> Option<Pixmap> {
        let paper = book.plan.paper;
        let mut sheet = Pixmap::new(self.dpi.pixels(paper.width), self.dpi.pixels(paper.height))?;
        sheet.fill(resvg::tiny_skia::Color::WHITE);
        let mut faces: HashMap<usize, Pixmap> = HashMap::new();
        for placement in &print.side.placements {
            let face = match faces.entry(placement.face) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.face(placement.face)?),
            };
            let bleed = self.stacks.stacks.get(placement.face)?.canvas.bleed;
            let area = placement.trim.grown(bleed);
            let px = |length: Length| (length.to_mm() * self.dpi.per_mm()).round() as f32;
            let (w, h) = (face.width() as f32, face.height() as f32);
            let (x, y) = (px(area.x), px(area.y));
            let turned = match placement.turn {
                Turn::None => Transform::from_translate(x, y),
                Turn::Right => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + h, y),
                Turn::Half => Transform::from_row(-1.0, 0.0, 0.0, -1.0, x + w, y + h),
                Turn::Left => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + w),
            };
            let clip = placement.clip;
            let (left, top, right, bottom) = (px(clip.x), px(clip.y), px(clip.right()), px(clip.bottom()));
            if right <= left || bottom <= top {
                continue;
            }
            // No larger than the piece: a mask of the whole sheet for each of a hundred tokens takes seconds.
            let mut stage = Pixmap::new((right - left) as u32, (bottom - top) as u32)?;
            let mask = match book.ink(placement) {
                None => None,
                Some(ink) => {
                    let mut mask = resvg::tiny_skia::Mask::new(stage.width(), stage.height())?;
                    let per_mm = self.dpi.per_mm() as f32;
                    let scaled = Transform::from_scale(per_mm, per_mm).post_translate(-left, -top);
                    mask.fill_path(&path(&ink)?, resvg::tiny_skia::FillRule::Winding, true, scaled);
                    Some(mask)
                }
            };
            let nearest = PixmapPaint { quality: FilterQuality::Nearest, ..PixmapPaint::default() };
            stage.draw_pixmap(0, 0, face.as_ref(), &nearest, turned.post_translate(-left, -top), mask.as_ref());
            sheet.draw_pixmap(left as i32, top as i32, stage.as_ref(), &nearest, Transform::identity(), None);
        }
        if let Some(furniture) = self.face(print.furniture) {
            sheet.draw_pixmap(0, 0, furniture.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
        Some(sheet)
    }

    fn with(&mut self, layer: LayerId, draw: impl FnOnce(&Bitmap)) {
        if let Some(kept) = self.shared.get(&layer) {
            if let Some(bitmap) = kept {
                draw(bitmap);
            }
            return;
        }
        let drawn = self.drawer.parse_one(self.stacks, layer).and_then(|batch| rasterise(self.stacks, &batch, layer, self.dpi));
        if let Some(bitmap) = &drawn {
            draw(bitmap);
        }
        let bytes = drawn.as_ref().map_or(0, |b| b.pixels.data().len());
        if self.stacks.layers[layer].used > 1 && self.kept + bytes <= KEEP {
            self.kept += bytes;
            self.shared.insert(layer, drawn);
        }
    }
}

/// An outline in millimetres.
fn path(outline: &Outline) -> Option<resvg::tiny_skia::Path> {
    let mm = |p: Point| (p.x.to_mm() as f32, p.y.to_mm() as f32);
    let mut path = resvg::tiny_skia::PathBuilder::new();
    let (x, y) = mm(outline.start);
    path.move_to(x, y);
    for segment in &outline.segments {
        match *segment {
            Segment::Line(end) => {
                let (x, y) = mm(end);
                path.line_to(x, y);
            }
            Segment::Curve(a, b, end) => {
                let ((ax, ay), (bx, by), (x, y)) = (mm(a), mm(b), mm(end));
                path.cubic_to(ax, ay, bx, by, x, y);
            }
        }
    }
    path.close();
    path.finish()
}

fn stamp(canvas: &mut Pixmap, bitmap: &Bitmap, transform: Transform, quality: FilterQuality) {
    let (x, y) = (bitmap.x as i32, bitmap.y as i32);
    canvas.draw_pixmap(x, y, bitmap.pixels.as_ref(), &PixmapPaint { quality, ..PixmapPaint::default() }, transform, None);
}

/// A picture as PNG with its resolution. Where nothing is drawn it stays transparent.
pub fn encode(picture: &Pixmap, dpi: Dpi) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (f64::from(dpi.get()) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let straight: Vec<u8> = picture
        .pixels()
        .iter()
        .flat_map(|p| {
            let p = p.demultiply();
            [p.red(), p.green(), p.blue(), p.alpha()]
        })
        .collect();
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&straight).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(bytes)
}
