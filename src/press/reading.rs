//! What makes a PDF a book to be read on a screen: bookmarks of its headings, page numbers, links.

use lopdf::{Dictionary, Object, ObjectId, StringFormat, dictionary};

use super::outline::Bookmark;
use crate::units::Size;

/// The bookmarks and links of a book.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// In the order of the text.
    pub marks: Vec<ReadingMark>,
    /// For each page, its links.
    pub links: Vec<Vec<ReadingLink>>,
}

/// A bookmark.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingMark {
    /// How deep it lies, from 0.
    pub level: usize,
    /// Its words.
    pub title: String,
    /// The page, from 0.
    pub page: usize,
    /// Millimetres from the top of the page.
    pub y_mm: f64,
}

/// A place that can be clicked.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadingLink {
    /// Left, top, width and height in millimetres from the upper left corner.
    pub rect_mm: [f64; 4],
    /// Where it leads.
    pub goal: Goal,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A page from 0, and millimetres from its top.
    Page(usize, f64),
    /// Another document.
    Address(String),
}

const PT: f64 = 72.0 / 25.4;
/// A heading is shown with a little room above it.
const ABOVE_PT: f64 = 12.0;

fn go_to(pages: &[ObjectId], paper: Size, page: usize, y_mm: f64) -> Option<Object> {
    let top = (paper.height.to_pt() - y_mm * PT + ABOVE_PT).min(paper.height.to_pt());
    Some(Object::Array(vec![
        (*pages.get(page)?).into(),
        "XYZ".into(),
        Object::Null,
        Object::Real(top as f32),
        Object::Null,
    ]))
}

/// The bookmarks as they lead to pages.
pub(super) fn bookmarks(reading: &Reading, pages: &[ObjectId], paper: Size) -> Vec<Bookmark> {
    let bookmark = |mark: &ReadingMark| {
        let goal = go_to(pages, paper, mark.page, mark.y_mm)?;
        Some(Bookmark { level: mark.level, title: mark.title.clone(), goal })
    };
    reading.marks.iter().filter_map(bookmark).collect()
}

/// Pages are numbered from 1.
pub(super) fn labels() -> Dictionary {
    dictionary! { "Nums" => vec![Object::Integer(0), dictionary! { "S" => "D" }.into()] }
}

/// The links of a page.
pub(super) fn annotations(links: &[ReadingLink], pages: &[ObjectId], paper: Size) -> Vec<Object> {
    let height = paper.height.to_pt();
    links
        .iter()
        .filter_map(|link| {
            let [x, y, w, h] = link.rect_mm.map(|mm| mm * PT);
            let rect = [x, height - y - h, x + w, height - y].map(|v| Object::Real(v as f32));
            let mut annotation = dictionary! {
                "Type" => "Annot", "Subtype" => "Link", "Rect" => rect.to_vec(),
                "Border" => vec![0.into(), 0.into(), 0.into()], "F" => 4,
            };
            match &link.goal {
                Goal::Page(page, y_mm) => {
                    annotation.set("Dest", go_to(pages, paper, *page, *y_mm)?);
                }
                Goal::Address(address) => {
                    let address =
                        Object::String(address.as_bytes().to_vec(), StringFormat::Literal);
                    annotation.set("A", dictionary! { "S" => "URI", "URI" => address });
                }
            }
            Some(annotation.into())
        })
        .collect()
}
