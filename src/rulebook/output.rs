//! What setting a rulebook gives.

use std::sync::Arc;

use super::doc::LinkTarget;
use super::pages::PlacedItem;
use crate::diag::Span;
use crate::units::Size;

/// A rulebook, typeset.
#[derive(Debug)]
pub struct TypesetRulebook {
    /// Its title.
    pub title: String,
    /// The language of its text.
    pub lang: String,
    /// The size of its pages.
    pub size: Size,
    /// Its pages.
    pub pages: Vec<PageArt>,
    /// Its headings.
    pub marks: Vec<Bookmark>,
    /// The quick reference, if it has one.
    pub quick: Option<PageArt>,
    /// The same rules as plain text.
    pub text: String,
    /// And as HTML. The picture of its first figure is at `figure:1`.
    pub html: String,
    /// Its figures alone, in order.
    pub figures: Vec<PageArt>,
}

/// A page as SVG, and what lies on it.
#[derive(Clone, Debug, Default)]
pub struct PageArt {
    /// How large it is.
    pub size: Size,
    /// The frame with the text in it.
    pub svg: String,
    /// The path of the frame's template under `templates/`.
    pub template: Arc<str>,
    /// The pictures over it, each as large, with the path of its template.
    pub pictures: Vec<(String, Arc<str>)>,
    /// What can be clicked.
    pub links: Vec<PageLink>,
    /// Where its pieces stand, for tests.
    pub placed: Vec<PlacedItem>,
}

/// A place that can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct PageLink {
    /// Where it leads.
    pub target: LinkTarget,
    /// Left, top, width and height in millimetres.
    pub rect: [f32; 4],
}

/// A heading and where it stands.
#[derive(Clone, Debug)]
pub struct Bookmark {
    /// From 2.
    pub level: u8,
    /// Its words.
    pub title: String,
    /// Its anchor.
    pub anchor: String,
    /// The page, from 1.
    pub page: usize,
    /// Its upper edge in millimetres from the top of the page.
    pub y: f32,
    /// Where it is written, if the game wrote it.
    pub place: Option<Span>,
}
