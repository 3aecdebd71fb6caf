//! Text that fits its box: styled text becomes lines, and lines become SVG that usvg draws exactly
//! where they were measured.
//!
//! In: a text with marks ([the subset of Markdown](crate::text) that cells and templates may hold),
//! a complete [`TextStyle`], a box, and a [`TextEngine`] with the fonts, icons and named styles of
//! a game. Out: [`LaidText`] or [`TextFault`]s, which are data; the caller knows card and language.
//!
//! What [`LaidText`] guarantees: every line lies inside its box; every chunk is drawn by usvg
//! within 0.05 mm of the place stated here; every character has a glyph; nothing of one text
//! depends on another. The same request gives the same text, and is laid out once.
//!
//! It refuses to know: cards, templates, files, and fonts of the system.

mod codes;
mod fault;
mod figures;
mod fit;
mod flow;
mod fonts;
mod hyphenate;
mod icons;
mod layout;
mod rich;
mod shape;
mod svg;
mod typography;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use indexmap::IndexMap;
use usvg::fontdb::Database;

use crate::diag::did_you_mean;
use crate::game::text::{Figures, OptionFault, TextOptions, TextStyle, VerticalAlign};
use crate::units::Length;

pub(crate) use codes::CODES;
pub use fault::TextFault;
pub(crate) use figures::is_copy;
pub use figures::with_figures;
pub use flow::{
    FlowRequest, Inline, InlineLook, NarrowLines, cap_height, flow, icon_svg, leading, lines_svg,
    points,
};
pub use layout::Chunk;

use fonts::FontBook;
use icons::IconBook;
use layout::{Broken, chunks, icon_reach};
use shape::{Dress, Shaped};
use typography::Typesetter;

/// Laid-out texts kept for the next card that has the same; a deck of a thousand cards with three
/// texts fits.
const KEPT: usize = 4096;

/// What came of a request.
type Outcome = Result<Arc<LaidText>, Vec<TextFault>>;

/// Everything that laying out needs from a game, shared by all threads.
pub struct TextEngine {
    fonts: FontBook,
    icons: IconBook,
    defaults: TextOptions,
    styles: IndexMap<String, Vec<TextOptions>>,
    cache: Mutex<HashMap<TextRequest, Outcome>>,
}

/// One text and its box.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TextRequest {
    /// As typed.
    pub text: String,
    /// How it looks.
    pub style: Arc<TextStyle>,
    /// The width of the box.
    pub width: Length,
    /// Its height, if it has one.
    pub height: Option<Length>,
    /// A size decided elsewhere, for decks of one size.
    pub size: Option<Length>,
}

/// A line with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidLine {
    /// In millimetres from the top of the box.
    pub baseline: f32,
    /// In millimetres from the left of the box.
    pub left: f32,
    /// In millimetres.
    pub width: f32,
    /// The line without its icons, as it is read.
    pub text: String,
    /// What is drawn, from left to right.
    pub chunks: Vec<Chunk>,
}

/// A text with its places.
#[derive(Clone, Debug)]
pub struct LaidText {
    /// The size it has.
    pub size: Length,
    /// From top to bottom. Places are those before a rotation.
    pub lines: Vec<LaidLine>,
    /// The width of its widest line, in millimetres.
    pub width: f32,
    /// From its top to its bottom, in millimetres.
    pub height: f32,
    /// What is not as asked for and can still be printed.
    pub warnings: Vec<TextFault>,
    style: Arc<TextStyle>,
    dresses: Vec<Dress>,
    face: usize,
    bullet: &'static str,
    icon_above: f32,
    /// Width and height of the rectangle on the face.
    outer: (f64, f64),
    turned: bool,
}

impl TextEngine {
    /// With the fonts of a project, its icons by name as SVG texts, the defaults of a game and its
    /// named styles, each after those it is built on.
    pub fn new(
        fonts: &Arc<Database>,
        icons: impl IntoIterator<Item = (String, String)>,
        defaults: TextOptions,
        styles: impl IntoIterator<Item = (String, Vec<TextOptions>)>,
    ) -> Self {
        Self {
            fonts: FontBook::new(fonts),
            icons: IconBook::new(icons),
            defaults,
            styles: styles.into_iter().collect(),
            cache: Mutex::default(),
        }
    }

    /// The style of a call: the game's defaults, the language of the build, a named style, and what
    /// the call states.
    pub fn style(
        &self,
        lang: &str,
        name: Option<&str>,
        call: &TextOptions,
    ) -> Result<Arc<TextStyle>, TextFault> {
        let mut style = TextStyle { lang: lang.to_owned(), ..TextStyle::default() };
        self.defaults.apply(&mut style);
        if let Some(name) = name {
            for options in self.chain(name)? {
                options.apply(&mut style);
            }
        }
        call.apply(&mut style);
        Ok(Arc::new(style))
    }

    /// A named style after those it is built on.
    fn chain(&self, name: &str) -> Result<&[TextOptions], TextFault> {
        self.styles.get(name).map(Vec::as_slice).ok_or_else(|| TextFault::UnknownStyle {
            name: name.to_owned(),
            hint: did_you_mean(name, self.styles.keys().map(String::as_str)),
        })
    }
}

/// Lays a text out. The same request is laid out once.
pub fn lay_out(
    engine: &TextEngine,
    request: &TextRequest,
) -> Result<Arc<LaidText>, Vec<TextFault>> {
    if let Ok(cache) = engine.cache.lock()
        && let Some(known) = cache.get(request)
    {
        return known.clone();
    }
    let laid = fresh(engine, request).map(Arc::new);
    if let Ok(mut cache) = engine.cache.lock() {
        if cache.len() >= KEPT {
            cache.clear();
        }
        cache.insert(request.clone(), laid.clone());
    }
    laid
}

/// Draws a laid-out text with the top left corner of its box at a place, in millimetres.
pub fn to_svg(engine: &TextEngine, laid: &LaidText, x: f64, y: f64) -> String {
    svg::write(engine, laid, x, y)
}

fn fresh(engine: &TextEngine, request: &TextRequest) -> Result<LaidText, Vec<TextFault>> {
    let style = &request.style;
    // A text turned by a quarter runs along the other side of its box.
    let turned = style.rotate.rem_euclid(180_000) == 90_000 && request.height.is_some();
    let outer = (request.width.to_mm(), request.height.unwrap_or_default().to_mm());
    let turned_request;
    let inside = if turned {
        turned_request = TextRequest {
            width: request.height.unwrap_or_default(),
            height: Some(request.width),
            ..request.clone()
        };
        &turned_request
    } else {
        request
    };
    let (width, height) = fit::inner(inside);
    if width <= 0.0 || height.is_some_and(|h| h <= 0.0) {
        return Err(vec![OptionFault::new("padding", "leaves no room in the box").into()]);
    }
    let rich = rich::parse(&request.text, Typesetter::new(style.quotes, &style.lang))?;
    let shaped = shape::shape(engine, &rich, style)?;
    let (size, broken) = fit::fit(engine, &shaped, inside)?;
    Ok(place(engine, inside, shaped, &broken, size, outer, turned))
}

fn place(
    engine: &TextEngine,
    request: &TextRequest,
    shaped: Shaped,
    broken: &Broken,
    size: Length,
    outer: (f64, f64),
    turned: bool,
) -> LaidText {
    let style = &request.style;
    let mm = size.to_mm() as f32;
    let (room, height) = fit::inner(request);
    let [top, _, _, left] = style.padding.map(|p| p.to_mm() as f32);
    let free = height.map_or(0.0, |h| (h - broken.height * mm).max(0.0));
    let top = top
        + match style.valign {
            VerticalAlign::Top => 0.0,
            VerticalAlign::Middle => free / 2.0,
            VerticalAlign::Bottom => free,
        };
    let mut widest = 0.0_f32;
    let lines = broken
        .lines
        .iter()
        .map(|line| {
            let chunks = chunks(engine, &shaped, style, line, left, room, mm);
            let source = &shaped.lines[line.source];
            let atoms = &source.atoms[line.atoms.clone()];
            let text =
                atoms.first().zip(atoms.last()).map_or("", |(a, b)| &source.text[a.start..b.end]);
            let (from, to) = chunks
                .first()
                .zip(chunks.last())
                .map_or((left, left), |(a, b)| (a.x, b.x + b.width));
            widest = widest.max(to - from);
            LaidLine {
                baseline: top + line.baseline * mm,
                left: from,
                width: to - from,
                text: text.replace(rich::ICON, ""),
                chunks,
            }
        })
        .collect();
    let (icon_above, _) = icon_reach(engine, &shaped, style, 1.0);
    let Shaped { dresses, face, bullet, warnings, .. } = shaped;
    LaidText {
        size,
        lines,
        width: widest,
        height: broken.height * mm,
        warnings,
        style: Arc::clone(style),
        dresses,
        face,
        bullet,
        icon_above,
        outer,
        turned,
    }
}
