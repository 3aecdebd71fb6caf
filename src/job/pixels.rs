//! Faces as pixels, for those who look at them as a reader does.

use rayon::prelude::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use roxmltree::{Document, ParsingOptions};

use super::cards::source;
use super::context::GameContext;
use super::layers::LayeredJob;
use crate::compose::Artwork;
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{FaceId, FaceSource, Fault, Medium};
use crate::game::ComponentId;
use crate::press::Canvases;
use crate::units::Dpi;

/// The resolution: a pixel is about as wide as a stroke of the smallest letters that can be read,
/// and as what is seen across a table.
pub const LOOK: Dpi = Dpi::GLANCE;

/// A face as pixels on white paper.
#[derive(Clone, Debug)]
pub struct DrawnFace<'a> {
    /// The face.
    pub artwork: &'a Artwork,
    /// With everything on it.
    pub whole: Pixels,
    /// Without its words; none if it has no words.
    pub wordless: Option<Pixels>,
}

/// Pixels of red, green and blue, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How many in a row.
    pub width: usize,
    /// The rows.
    pub rows: Vec<[u8; 3]>,
}

impl Pixels {
    /// A pixel; that of the edge beyond it.
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let x = x.min(self.width.saturating_sub(1));
        let y = y.min(self.height().saturating_sub(1));
        self.rows.get(y * self.width + x).copied().unwrap_or([255; 3])
    }

    /// How many rows.
    pub fn height(&self) -> usize {
        self.rows.len().checked_div(self.width).unwrap_or(0)
    }
}

impl GameContext<'_> {
    /// Draws the different faces of a component. What cannot be drawn was reported before, and is
    /// left out.
    pub fn draw_faces(&self, component: ComponentId) -> Vec<DrawnFace<'_>> {
        let faces: Vec<(&Artwork, String)> = self
            .artworks
            .iter()
            .filter(|(_, artwork)| artwork.component == component)
            .map(|(_, artwork)| (artwork, without_words(&artwork.svg)))
            .collect();
        let wholes = faces.iter().map(|(artwork, _)| source(artwork));
        let wordless = faces.iter().map(|(artwork, svg)| FaceSource { svg, ..source(artwork) });
        let sources: Vec<FaceSource<'_>> = wholes.chain(wordless).collect();
        let diagnose = |_, fault: Fault| Diagnostic::error(Code::P002, fault.message);
        let job = LayeredJob::split(&sources, self.drawing(), diagnose, &mut Sink::new());
        let drawer = job.drawer(Medium::Pixels);
        let share = faces.len().div_ceil(rayon::current_num_threads()).max(1);
        let drawn: Vec<Option<DrawnFace<'_>>> = faces
            .par_chunks(share)
            .enumerate()
            .flat_map_iter(|(chunk, part)| {
                let mut canvases = Canvases::new(&drawer, &job.stacks, LOOK);
                let mut pixels = |face| pixels_of(&canvases.face(FaceId::new(face))?);
                let mut shown = Vec::with_capacity(part.len());
                for (face, (artwork, bare)) in (chunk * share..).zip(part) {
                    let has_words = **bare != *artwork.svg;
                    let whole = pixels(face);
                    let wordless = has_words.then(|| pixels(faces.len() + face)).flatten();
                    shown.push(whole.map(|whole| DrawnFace { artwork, whole, wordless }));
                }
                shown
            })
            .collect();
        drawn.into_iter().flatten().collect()
    }
}

/// On white paper.
pub(super) fn pixels_of(drawn: &Pixmap) -> Option<Pixels> {
    let on_white = |pixel: &PremultipliedColorU8| {
        let white = 255 - pixel.alpha();
        [pixel.red() + white, pixel.green() + white, pixel.blue() + white]
    };
    let rows = drawn.pixels().iter().map(on_white).collect();
    Some(Pixels { width: usize::try_from(drawn.width()).ok()?, rows })
}

/// A face without its text elements.
fn without_words(svg: &str) -> String {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let Ok(document) = Document::parse_with_options(svg, options) else { return svg.to_owned() };
    let mut bare = String::with_capacity(svg.len());
    let mut from = 0;
    for text in document.descendants().filter(|node| node.tag_name().name() == "text") {
        let range = text.range();
        if range.start >= from {
            bare.push_str(&svg[from..range.start]);
            from = range.end;
        }
    }
    bare.push_str(&svg[from..]);
    bare
}
