//! A text to be laid out, and what comes of it.

use std::sync::Arc;

use parlance::FontVariation;

use super::fault::TextFault;
use super::fonts::FontFaceId;
use crate::game::text::TextStyle;
use crate::units::Length;

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
    pub(super) style: Arc<TextStyle>,
    pub(super) inline_styles: Vec<ResolvedStyle>,
    pub(super) face: usize,
    pub(super) bullet: &'static str,
    pub(super) icon_above: f32,
    /// Width and height of the rectangle on the face.
    pub(super) outer: (f64, f64),
    pub(super) turned: bool,
}

impl LaidLine {
    /// A line of these chunks; `left` is where it stands if there are none.
    pub(super) fn new(baseline: f32, left: f32, text: String, chunks: Vec<Chunk>) -> Self {
        let ends = chunks.first().zip(chunks.last());
        let (from, to) = ends.map_or((left, left), |(first, last)| (first.x, last.right()));
        Self { baseline, left: from, width: to - from, text, chunks }
    }
}

impl LaidText {
    /// The stretches of a line that carry a tag: the tag, and from where to where in millimetres
    /// from the left.
    pub fn tags(&self, line: usize) -> Vec<(u32, f32, f32)> {
        let mut found: Vec<(u32, f32, f32)> = Vec::new();
        for chunk in self.lines.get(line).iter().flat_map(|line| &line.chunks) {
            let tag = chunk.inline_style.map_or(0, |inline| self.inline_styles[inline].tag);
            if tag == 0 {
                continue;
            }
            let from = chunk.x;
            let to = chunk.x + chunk.width;
            match found.last_mut() {
                Some((last, _, end)) if *last == tag => *end = to,
                _ => found.push((tag, from, to)),
            }
        }
        found
    }

    /// The style it was laid out in.
    pub fn style(&self) -> &TextStyle {
        &self.style
    }
}

/// A thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    /// Its left edge in millimetres from the left of the box.
    pub x: f32,
    /// Its width in millimetres.
    pub width: f32,
    /// What it is.
    pub(super) what: ChunkContent,
    /// The style it has, and the face.
    pub(super) inline_style: Option<usize>,
    pub(super) face: usize,
    /// Whether it is written from right to left.
    pub(super) rtl: bool,
}

impl Chunk {
    /// Its right edge in millimetres from the left of the box.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Whether it is written from right to left.
    pub const fn is_rtl(&self) -> bool {
        self.rtl
    }

    /// The characters it draws, if it is no icon.
    pub fn words(&self) -> Option<&str> {
        match &self.what {
            ChunkContent::Text(text) => Some(text),
            ChunkContent::Hyphen => Some("-"),
            ChunkContent::Bullet => Some("•"),
            ChunkContent::Icon(_) => None,
        }
    }
}

/// What a chunk draws.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ChunkContent {
    Text(String),
    Hyphen,
    Bullet,
    Icon(String),
}

/// An inline style with its faces, colour and size.
#[derive(Clone, Debug)]
pub(super) struct ResolvedStyle {
    /// The faces of the chain, the first choice first.
    pub(super) chain: Vec<FontFaceId>,
    pub(super) families: Vec<String>,
    pub(super) colour: String,
    pub(super) strike: bool,
    /// Its size in ems of the text.
    pub(super) scale: f32,
    /// In ems of the text.
    pub(super) spacing: f32,
    /// How far above the line it stands, in ems of the text.
    pub(super) raise: f32,
    /// What running text knows it by; 0 for nothing.
    pub(super) tag: u32,
    /// As asked for; a variable font has it.
    pub(super) weight: u16,
    pub(super) italic: bool,
    /// Where faces that vary stand on their axes.
    pub(super) variations: Vec<FontVariation>,
}
