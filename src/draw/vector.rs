//! Layers as pages of one krilla document: text stays text, and every font is embedded once.
//!
//! Plain layers (shapes and text in solid colours) are walked here, a line of text as the run of
//! glyphs that it was set in. That takes a quarter of the time and half of the bytes of drawing
//! each glyph for itself, as krilla-svg must, which cannot know that no glyph is turned. Everything
//! else goes through krilla-svg.

use std::collections::{BTreeMap, HashMap};

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use krilla::{Document, SerializeSettings};
use krilla_svg::{SurfaceExt, SvgSettings};
use usvg::fontdb::{self, Database};
use usvg::tiny_skia_path::PathSegment;
use usvg::{Group, Node, Paint, PaintOrder, layout::PositionedGlyph, layout::Span};

use super::parse::DrawnBatch;
use super::plain::is_plain;
use super::stack::{LayerId, Stacks};
use super::words::{Run, run_of};

/// Filters become pictures at this many dots per px of 1/96 inch: 4 × 96 = 384 dpi, above the 300
/// that printers ask for.
const FILTER_SCALE: f32 = 4.0;

/// Collects layers, one page each.
pub struct VectorPages {
    document: Document,
    pages: BTreeMap<LayerId, usize>,
    fonts: Fonts,
}

/// A face at some place on its axes.
type FontKey = (fontdb::ID, Vec<([u8; 4], u32)>);

/// The fonts of a document.
type Fonts = HashMap<FontKey, Option<Font>>;

impl Default for VectorPages {
    fn default() -> Self {
        Self::new()
    }
}

impl VectorPages {
    /// No pages yet.
    pub fn new() -> Self {
        let settings = SerializeSettings { xmp_metadata: false, ..SerializeSettings::default() };
        Self {
            document: Document::new_with(settings),
            pages: BTreeMap::new(),
            fonts: HashMap::new(),
        }
    }

    /// The page of each layer, counted from 0. A layer that shows nothing has none.
    pub const fn pages(&self) -> &BTreeMap<LayerId, usize> {
        &self.pages
    }

    /// Draws the layers of a batch, a page for each.
    pub fn add(&mut self, stacks: &Stacks, batch: &DrawnBatch) {
        for (id, position) in &batch.layers {
            let Some(group) = position.and_then(|p| batch.group(p)) else { continue };
            let size = stacks[*id].canvas.size();
            let target = stacks.target(*id);
            let width = size.width.to_pt() as f32;
            let height = size.height.to_pt() as f32;
            let Some(settings) = PageSettings::from_wh(width, height) else { continue };
            let tree_size = batch.tree().size();
            let scale_x = target.size.width.to_pt() as f32 / tree_size.width();
            let scale_y = target.size.height.to_pt() as f32 / tree_size.height();
            let to_page = Transform::from_row(
                scale_x,
                0.0,
                0.0,
                scale_y,
                target.x.to_pt() as f32,
                target.y.to_pt() as f32,
            );
            let mut page = self.document.start_page_with(settings);
            let mut surface = page.surface();
            surface.push_transform(&to_page);
            if is_plain(group) {
                surface.push_transform(&transform(group.abs_transform()));
                let mut walker = Walker {
                    db: batch.tree().fontdb(),
                    fonts: &mut self.fonts,
                    runs: batch.runs(),
                };
                walker.children(group, &mut surface);
                surface.pop();
            } else if let Some(size) = Size::from_wh(tree_size.width(), tree_size.height())
                && batch.is_alone()
            {
                surface.draw_svg(
                    batch.tree(),
                    size,
                    SvgSettings { embed_text: true, filter_scale: FILTER_SCALE },
                );
            }
            surface.pop();
            surface.finish();
            page.finish();
            self.pages.insert(*id, self.pages.len());
        }
    }

    /// The document as a PDF.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.document.finish().map_err(|error| format!("{error:?}"))
    }
}

struct Walker<'a> {
    db: &'a Database,
    fonts: &'a mut Fonts,
    runs: &'a [Run],
}

impl Walker<'_> {
    fn children(&mut self, group: &Group, surface: &mut Surface<'_>) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, surface),
                Node::Path(path) => match run_of(path, self.runs) {
                    Some(run) => self.run(path, run, surface),
                    None => draw_path(path, surface),
                },
                Node::Text(text) => {
                    for span in text.layouted() {
                        self.span(span, surface);
                    }
                }
                Node::Image(_) => {}
            }
        }
    }

    fn group(&mut self, group: &Group, surface: &mut Surface<'_>) {
        let faded = group.opacity().get() < 1.0;
        surface.push_transform(&transform(group.transform()));
        if faded {
            surface.push_opacity(opacity(group.opacity()));
        }
        self.children(group, surface);
        if faded {
            surface.pop();
        }
        surface.pop();
    }

    fn span(&mut self, span: &Span, surface: &mut Surface<'_>) {
        if !span.visible {
            return;
        }
        for path in [&span.overline, &span.underline].into_iter().flatten() {
            draw_path(path, surface);
        }
        let fill = span.fill.as_ref().and_then(fill);
        let stroke = span.stroke.as_ref().and_then(stroke);
        match (span.paint_order, &fill, &stroke) {
            (PaintOrder::StrokeAndFill, Some(_), Some(_)) => {
                // The stroke below is drawn as outlines, so that the text is in the page once.
                self.glyphs(span, None, stroke, true, surface);
                self.glyphs(span, fill, None, false, surface);
            }
            _ => self.glyphs(span, fill, stroke, false, surface),
        }
        if let Some(path) = &span.line_through {
            draw_path(path, surface);
        }
    }

    fn glyphs(
        &mut self,
        span: &Span,
        fill: Option<Fill>,
        stroke: Option<Stroke>,
        outlined: bool,
        surface: &mut Surface<'_>,
    ) {
        let size = span.font_size.get();
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        let mut rest = span.positioned_glyphs.as_slice();
        let places: Vec<_> = span.variations.iter().map(|place| (place.tag, place.value)).collect();
        while let Some(first) = rest.first() {
            let Some(font) = self.font(first.font, &places) else {
                rest = &rest[1..];
                continue;
            };
            let start = first.transform();
            let upright = |g: &PositionedGlyph| {
                let t = g.transform();
                let scale = t.sx * font.units_per_em() / size;
                t.kx == 0.0
                    && t.ky == 0.0
                    && (scale - 1.0).abs() < 1e-3
                    && (t.sy - t.sx).abs() < 1e-6
                    && (t.ty - start.ty).abs() < size
                    && g.font == first.font
            };
            let length = rest.iter().take_while(|g| upright(g)).count();
            let (run, after) = rest.split_at(length.max(1));
            if length == 0 {
                let to_em = font.units_per_em() / size;
                surface.push_transform(&transform(start.pre_scale(to_em, to_em)));
                draw_run(run, font, size, Point::from_xy(0.0, 0.0), outlined, surface);
                surface.pop();
            } else {
                draw_run(run, font, size, Point::from_xy(start.tx, start.ty), outlined, surface);
            }
            rest = after;
        }
    }

    /// Words that we have set, painted as the path that stands for them.
    fn run(&mut self, path: &usvg::Path, run: &Run, surface: &mut Surface<'_>) {
        if !path.is_visible() {
            return;
        }
        let places: Vec<_> =
            run.variations.iter().map(|place| (place.tag.to_bytes(), place.value)).collect();
        let Some(font) = self.font(run.font, &places) else { return };
        let glyphs = krilla_glyphs(run);
        let mut draw = |fill: Option<Fill>, stroke: Option<Stroke>, outlined: bool| {
            if fill.is_some() || stroke.is_some() {
                surface.set_fill(fill);
                surface.set_stroke(stroke);
                let start = Point::from_xy(run.at.0, run.at.1);
                surface.draw_glyphs(start, &glyphs, font.clone(), &run.text, run.size, outlined);
            }
        };
        let fill = path.fill().and_then(fill).map(|fill| Fill { rule: FillRule::NonZero, ..fill });
        let stroke = path.stroke().and_then(stroke);
        if path.paint_order() == PaintOrder::StrokeAndFill && fill.is_some() && stroke.is_some() {
            // The stroke below is drawn as outlines, so that the text is in the page once.
            draw(None, stroke, true);
            draw(fill, None, false);
        } else {
            draw(fill, stroke, false);
        }
    }

    /// A face at a place on its axes, which means nothing to most.
    fn font(&mut self, id: fontdb::ID, places: &[([u8; 4], f32)]) -> Option<Font> {
        let db = self.db;
        let load = |key: &FontKey| match db.face_source(key.0)? {
            (fontdb::Source::Binary(bytes) | fontdb::Source::SharedFile(_, bytes), index) => {
                let places: Vec<(Tag, f32)> =
                    places.iter().map(|(tag, value)| (Tag::new(tag), *value)).collect();
                Font::new_variable(bytes.into(), index, &places)
            }
            (fontdb::Source::File(_), _) => None,
        };
        let key = (id, places.iter().map(|(tag, value)| (*tag, value.to_bits())).collect());
        self.fonts.entry(key).or_insert_with_key(load).clone()
    }
}

/// The glyphs of a run; what differs from their own advances is written as kerning.
fn krilla_glyphs(run: &Run) -> Vec<KrillaGlyph> {
    let next = run.glyphs.iter().skip(1).map(Some).chain([None]);
    let rise = run.glyphs.first().map_or(0.0, |glyph| glyph.at.1);
    run.glyphs
        .iter()
        .zip(next)
        .map(|(glyph, next)| {
            let advance = next.map_or(0.0, |next| (next.at.0 - glyph.at.0) / run.size);
            // Y grows upwards in a font.
            let up = (rise - glyph.at.1) / run.size;
            let id = GlyphId::new(glyph.id);
            KrillaGlyph::new(id, advance, 0.0, up, 0.0, glyph.text.clone(), None)
        })
        .collect()
}

/// Glyphs on one line as one run; what differs from their own advances is written as kerning.
fn draw_run(
    glyphs: &[PositionedGlyph],
    font: Font,
    size: f32,
    start: Point,
    outlined: bool,
    surface: &mut Surface<'_>,
) {
    let mut text = String::new();
    let mut run = Vec::with_capacity(glyphs.len());
    let origin = glyphs.first().map_or((0.0, 0.0), |g| (g.transform().tx, g.transform().ty));
    for (at, glyph) in glyphs.iter().enumerate() {
        let here = glyph.transform();
        let advance = glyphs.get(at + 1).map_or(0.0, |next| (next.transform().tx - here.tx) / size);
        let from = text.len();
        text.push_str(&glyph.text);
        // Y grows upwards in a font.
        let rise = (origin.1 - here.ty) / size;
        run.push(KrillaGlyph::new(
            GlyphId::new(u32::from(glyph.id.0)),
            advance,
            0.0,
            rise,
            0.0,
            from..text.len(),
            None,
        ));
    }
    surface.draw_glyphs(start, &run, font, &text, size, outlined);
}

fn draw_path(path: &usvg::Path, surface: &mut Surface<'_>) {
    if !path.is_visible() {
        return;
    }
    let Some(outline) = outline(path.data()) else { return };
    let fill = path.fill().and_then(fill);
    let stroke = path.stroke().and_then(stroke);
    let mut draw = |fill: Option<Fill>, stroke: Option<Stroke>| {
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&outline);
        }
    };
    match path.paint_order() {
        PaintOrder::FillAndStroke => draw(fill, stroke),
        PaintOrder::StrokeAndFill => {
            draw(None, stroke);
            draw(fill, None);
        }
    }
}

fn outline(data: &usvg::tiny_skia_path::Path) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => builder.move_to(p.x, p.y),
            PathSegment::LineTo(p) => builder.line_to(p.x, p.y),
            PathSegment::QuadTo(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            PathSegment::CubicTo(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            PathSegment::Close => builder.close(),
        }
    }
    builder.finish()
}

fn colour(paint: &Paint) -> Option<rgb::Color> {
    match paint {
        Paint::Color(c) => Some(rgb::Color::new(c.red, c.green, c.blue)),
        _ => None,
    }
}

fn fill(fill: &usvg::Fill) -> Option<Fill> {
    let rule = match fill.rule() {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    };
    Some(Fill { paint: colour(fill.paint())?.into(), opacity: opacity(fill.opacity()), rule })
}

fn stroke(stroke: &usvg::Stroke) -> Option<Stroke> {
    Some(Stroke {
        paint: colour(stroke.paint())?.into(),
        width: stroke.width().get(),
        miter_limit: stroke.miterlimit().get(),
        line_cap: match stroke.linecap() {
            usvg::LineCap::Butt => LineCap::Butt,
            usvg::LineCap::Round => LineCap::Round,
            usvg::LineCap::Square => LineCap::Square,
        },
        line_join: match stroke.linejoin() {
            usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
            usvg::LineJoin::Round => LineJoin::Round,
            usvg::LineJoin::Bevel => LineJoin::Bevel,
        },
        opacity: opacity(stroke.opacity()),
        dash: stroke
            .dasharray()
            .map(|array| StrokeDash { array: array.to_vec(), offset: stroke.dashoffset() }),
    })
}

fn opacity(opacity: usvg::Opacity) -> NormalizedF32 {
    NormalizedF32::new(opacity.get()).unwrap_or(NormalizedF32::ONE)
}

fn transform(t: usvg::Transform) -> Transform {
    Transform::from_row(t.sx, t.ky, t.kx, t.sy, t.tx, t.ty)
}
