//! PNG pictures of faces and sheets, from the same layers and the same plan as the PDF.
//!
//! They are drawn and written in bands of whole rows, so that a poster takes no more memory than a
//! sheet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;

use resvg::tiny_skia::{
    Color, FillRule, FilterQuality, Mask, Paint, Pattern, Pixmap, PixmapPaint, Rect as PxRect,
    SpreadMode, Transform,
};

use super::pages::{PrintFile, PrintedSide};
use crate::draw::{
    BAND, Bitmap, Canvas, Drawer, DrawnBatch, Extent, FaceId, LayerId, Stacks, bands, extent,
    is_large, rasterise, rasterise_part,
};
use crate::game::Affine;
use crate::units::{Dpi, Length, Outline, Point, Segment, Turn};

/// Draws whole faces and sides, keeping the bitmaps of layers that are used again.
pub struct Canvases<'a> {
    drawer: &'a Drawer<'a>,
    stacks: &'a Stacks,
    dpi: Dpi,
    shared: HashMap<LayerId, Option<Bitmap>>,
    kept: usize,
    /// The parsed layers of large canvases, which are drawn piece by piece.
    large: HashMap<LayerId, Option<DrawnBatch>>,
    compression: png::Compression,
}

/// Bitmaps kept for use again, in bytes. What goes beyond is drawn anew each time.
const KEEP: usize = 256 << 20;

impl<'a> Canvases<'a> {
    /// Nothing is drawn yet.
    pub fn new(drawer: &'a Drawer<'a>, stacks: &'a Stacks, dpi: Dpi) -> Self {
        let compression = png::Compression::default();
        let shared = HashMap::new();
        Self { drawer, stacks, dpi, shared, kept: 0, large: HashMap::new(), compression }
    }

    /// For pictures that somebody waits for: a twentieth of the time, and half as large again.
    #[must_use]
    pub fn in_a_hurry(self) -> Self {
        Self { compression: png::Compression::Fast, ..self }
    }

    /// A face, bleed included. Where nothing is drawn it stays transparent.
    pub fn face(&mut self, face: FaceId) -> Option<Pixmap> {
        let canvas = self.stacks.get(face)?.canvas;
        self.part(face, self.whole(canvas))
    }

    /// The same as PNG.
    pub fn face_png(&mut self, face: FaceId) -> Result<Option<Vec<u8>>, String> {
        let Some(canvas) = self.stacks.get(face).map(|stack| stack.canvas) else {
            return Ok(None);
        };
        let whole = self.whole(canvas);
        self.write(whole, |canvases, band| canvases.part(face, band))
    }

    /// A side of a sheet as PNG, on white paper.
    pub fn side_png(
        &mut self,
        pdf: &PrintFile<'_>,
        printed: &PrintedSide<'_>,
    ) -> Result<Option<Vec<u8>>, String> {
        let whole = self.whole(Canvas { trim: pdf.plan.paper, bleed: Length::ZERO });
        let mut faces = HashMap::new();
        self.write(whole, |canvases, band| canvases.side_part(pdf, printed, band, &mut faces))
    }

    /// All pixels of a canvas.
    fn whole(&self, canvas: Canvas) -> Extent {
        let (right, bottom) = canvas.pixels(self.dpi);
        Extent { left: 0, top: 0, right, bottom }
    }

    fn write(
        &mut self,
        whole: Extent,
        mut draw: impl FnMut(&mut Self, Extent) -> Option<Pixmap>,
    ) -> Result<Option<Vec<u8>>, String> {
        let rows = (BAND / u64::from(whole.width())).clamp(1, u64::from(whole.height())) as u32;
        let mut bytes = Vec::new();
        let mut writer = header(&mut bytes, whole, self.dpi, self.compression)?;
        let mut rest = writer.stream_writer().map_err(|error| error.to_string())?;
        for top in (0..whole.bottom).step_by(rows as usize) {
            let Some(drawn) =
                draw(self, Extent { top, bottom: (top + rows).min(whole.bottom), ..whole })
            else {
                return Ok(None);
            };
            for pixels in drawn.pixels().chunks(1 << 16) {
                let straight: Vec<u8> = pixels
                    .iter()
                    .flat_map(|p| {
                        let p = p.demultiply();
                        [p.red(), p.green(), p.blue(), p.alpha()]
                    })
                    .collect();
                rest.write_all(&straight).map_err(|error| error.to_string())?;
            }
        }
        rest.finish().map_err(|error| error.to_string())?;
        writer.finish().map_err(|error| error.to_string())?;
        Ok(Some(bytes))
    }

    /// A part of a face.
    fn part(&mut self, face: FaceId, part: Extent) -> Option<Pixmap> {
        let stack = self.stacks.get(face)?;
        let mut canvas = Pixmap::new(part.width(), part.height())?;
        for layer in &stack.layers {
            self.with(*layer, part, |bitmap| {
                let x = bitmap.x as i32 - part.left as i32;
                let y = bitmap.y as i32 - part.top as i32;
                canvas.draw_pixmap(
                    x,
                    y,
                    bitmap.pixels.as_ref(),
                    &NEAREST,
                    Transform::identity(),
                    None,
                );
            });
        }
        Some(canvas)
    }

    /// Some rows of a side.
    fn side_part(
        &mut self,
        pdf: &PrintFile<'_>,
        printed: &PrintedSide<'_>,
        band: Extent,
        faces: &mut HashMap<FaceId, Pixmap>,
    ) -> Option<Pixmap> {
        let mut sheet = Pixmap::new(band.width(), band.height())?;
        sheet.fill(Color::WHITE);
        let paper = Canvas { trim: pdf.plan.paper, bleed: Length::ZERO };
        let (across, down) = paper.per_mm(self.dpi);
        let x_of = |x: Length| (x.to_mm() * across).round();
        let y_of = |y: Length| (y.to_mm() * down).round();
        for placement in &printed.side.placements {
            let face = placement.face;
            let canvas = self.stacks.get(face)?.canvas;
            let area = placement.trim.grown(canvas.bleed);
            let clip = placement.clip;
            let seen = Extent {
                left: x_of(clip.x).max(0.0) as u32,
                top: y_of(clip.y).max(0.0) as u32,
                right: x_of(clip.right()).max(0.0) as u32,
                bottom: y_of(clip.bottom()).max(0.0) as u32,
            };
            let Some(seen) = seen.common(band) else { continue };
            let whole = self.whole(canvas);
            let w = whole.right as f32;
            let h = whole.bottom as f32;
            let x = x_of(area.x) as f32;
            let y = y_of(area.y) as f32;
            let turned = match placement.turn {
                Turn::None => Transform::from_translate(x, y),
                Turn::Right => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + h, y),
                Turn::Half => Transform::from_row(-1.0, 0.0, 0.0, -1.0, x + w, y + h),
                Turn::Left => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + w),
            };
            // No larger than what is seen: a mask of the whole sheet for each of a hundred tokens
            // takes seconds.
            let stage_at = Transform::from_translate(-(seen.left as f32), -(seen.top as f32));
            let mut stage = Pixmap::new(seen.width(), seen.height())?;
            let mask = match pdf.trapped(placement) {
                None => None,
                Some(trapped) => {
                    let mut mask = Mask::new(stage.width(), stage.height())?;
                    let scaled =
                        Transform::from_scale(across as f32, down as f32).post_concat(stage_at);
                    mask.fill_path(&path(&trapped)?, FillRule::Winding, true, scaled);
                    Some(mask)
                }
            };
            if is_large(canvas, self.dpi) {
                // Whole pixels stay whole pixels, for every turn is one by quarters.
                let back = px_rect(seen)?.transform(turned.invert()?)?;
                let shown = Extent {
                    left: back.left().round().max(0.0) as u32,
                    top: back.top().round().max(0.0) as u32,
                    right: back.right().round().max(0.0) as u32,
                    bottom: back.bottom().round().max(0.0) as u32,
                };
                let Some(shown) = shown.common(whole) else { continue };
                let face = self.part(face, shown)?;
                let place =
                    turned.pre_translate(shown.left as f32, shown.top as f32).post_concat(stage_at);
                stage.draw_pixmap(0, 0, face.as_ref(), &NEAREST, place, mask.as_ref());
            } else {
                // A card is drawn once for a side, however many bands and copies show it.
                let face = match faces.entry(face) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(self.part(face, whole)?),
                };
                // Rounded at both edges, its area may be a pixel wider than the picture of the
                // face, whose last pixels are repeated then: no paper shows between two cards.
                let shader = Pattern::new(
                    face.as_ref(),
                    SpreadMode::Pad,
                    FilterQuality::Nearest,
                    1.0,
                    turned,
                );
                let paint = Paint { shader, anti_alias: false, ..Paint::default() };
                let right = x_of(area.right()) as f32;
                let bottom = y_of(area.bottom()) as f32;
                let covered = PxRect::from_ltrb(x, y, right.max(x + 1.0), bottom.max(y + 1.0))?;
                stage.fill_rect(covered, &paint, stage_at, mask.as_ref());
            }
            let left = seen.left as i32;
            let top = seen.top as i32 - band.top as i32;
            sheet.draw_pixmap(left, top, stage.as_ref(), &NEAREST, Transform::identity(), None);
        }
        if let Some(slug) = self.part(printed.slug, band) {
            sheet.draw_pixmap(
                0,
                0,
                slug.as_ref(),
                &PixmapPaint::default(),
                Transform::identity(),
                None,
            );
        }
        // Sheets as pictures are printed, too, so they are corrected like those of the PDF.
        match pdf.correction(printed.kind) {
            Some(affine) => corrected(&sheet, affine, self.dpi),
            None => Some(sheet),
        }
    }

    /// Hands the pixels of a layer over, all of them or, of a large one, those of a part in one
    /// piece or several.
    fn with(&mut self, layer: LayerId, part: Extent, mut draw: impl FnMut(&Bitmap)) {
        if is_large(self.stacks[layer].canvas, self.dpi) {
            let drawer = self.drawer;
            let stacks = self.stacks;
            let dpi = self.dpi;
            let Some(batch) =
                self.large.entry(layer).or_insert_with(|| drawer.parse_one(stacks, layer))
            else {
                return;
            };
            let Some(inked) = extent(stacks, batch, layer, dpi).and_then(|all| all.common(part))
            else {
                return;
            };
            for band in bands(stacks, batch, layer, dpi, inked) {
                if let Some(bitmap) = rasterise_part(stacks, batch, layer, dpi, band) {
                    draw(&bitmap);
                }
            }
            return;
        }
        if let Some(kept) = self.shared.get(&layer) {
            if let Some(bitmap) = kept {
                draw(bitmap);
            }
            return;
        }
        let drawn = self
            .drawer
            .parse_one(self.stacks, layer)
            .and_then(|batch| rasterise(self.stacks, &batch, layer, self.dpi));
        if let Some(bitmap) = &drawn {
            draw(bitmap);
        }
        let bytes = drawn.as_ref().map_or(0, |b| b.pixels.data().len());
        if self.stacks[layer].used > 1 && self.kept + bytes <= KEEP {
            self.kept += bytes;
            self.shared.insert(layer, drawn);
        }
    }
}

/// A sheet mapped about its middle.
fn corrected(sheet: &Pixmap, affine: Affine, dpi: Dpi) -> Option<Pixmap> {
    let x = f64::from(sheet.width()) / 2.0;
    let y = f64::from(sheet.height()) / 2.0;
    let Affine { xx, xy, yx, yy, .. } = affine;
    let dx = affine.x * dpi.per_mm();
    let dy = affine.y * dpi.per_mm();
    let [sx, ky, kx, sy, tx, ty] =
        [xx, yx, xy, yy, x - xx * x - xy * y + dx, y - yx * x - yy * y + dy]
            .map(|value| value as f32);
    let mut out = Pixmap::new(sheet.width(), sheet.height())?;
    out.fill(resvg::tiny_skia::Color::WHITE);
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    out.draw_pixmap(
        0,
        0,
        sheet.as_ref(),
        &paint,
        Transform::from_row(sx, ky, kx, sy, tx, ty),
        None,
    );
    Some(out)
}

/// Pixels are put where they are and never mixed.
const NEAREST: PixmapPaint = PixmapPaint {
    opacity: 1.0,
    blend_mode: resvg::tiny_skia::BlendMode::SourceOver,
    quality: FilterQuality::Nearest,
};

fn px_rect(extent: Extent) -> Option<PxRect> {
    PxRect::from_ltrb(
        extent.left as f32,
        extent.top as f32,
        extent.right as f32,
        extent.bottom as f32,
    )
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
                let (ax, ay) = mm(a);
                let (bx, by) = mm(b);
                let (x, y) = mm(end);
                path.cubic_to(ax, ay, bx, by, x, y);
            }
        }
    }
    path.close();
    path.finish()
}

/// A PNG with its resolution.
fn header(
    bytes: &mut Vec<u8>,
    whole: Extent,
    dpi: Dpi,
    compression: png::Compression,
) -> Result<png::Writer<&mut Vec<u8>>, String> {
    let mut encoder = png::Encoder::new(bytes, whole.width(), whole.height());
    encoder.set_compression(compression);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let per_metre = (f64::from(dpi.get()) / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: png::Unit::Meter,
    }));
    encoder.write_header().map_err(|error| error.to_string())
}
