//! A PDF of artworks as large as the paper: no faces, no placements.

use std::collections::BTreeMap;

use super::kit::vector_pages;
use crate::draw::{Canvas, Drawer, FaceId, FaceSource, FontSet, Pictures, split};
use crate::impose::{Plan, Side};
use crate::press::{self, Book, Print, Render, SideKind, Vector, Visible};
use crate::units::Length;

/// What such a PDF is made of.
pub(super) struct Plain<'a> {
    pub(super) title: String,
    pub(super) author: String,
    pub(super) lang: String,
    pub(super) name: String,
    /// How large the paper is, and how many sheets there are.
    pub(super) plan: &'a Plan<FaceId>,
    pub(super) flip: &'static str,
    /// SVG texts, and the layer that a viewer can hide with them.
    pub(super) artworks: Vec<(String, Visible)>,
    /// The sides in the order of printing: the sheet from 1, which side, and the artworks over each other.
    pub(super) sides: Vec<(usize, SideKind, Vec<usize>)>,
}

/// The bytes of the PDF, or which promise of ours is broken.
pub(super) fn print(
    plain: Plain<'_>,
    fonts: &FontSet,
    pictures: &Pictures<'_>,
) -> Result<Vec<u8>, String> {
    let paper = Canvas { trim: plain.plan.paper, bleed: Length::ZERO };
    let sources: Vec<FaceSource<'_>> = plain
        .artworks
        .iter()
        .map(|(svg, _)| FaceSource { svg, template: "", canvas: paper })
        .collect();
    let (mut stacks, faults) = split(&sources, pictures);
    if let Some((_, fault)) = faults.into_iter().next() {
        return Err(fault.message);
    }
    let mut visible = BTreeMap::new();
    for (stack, (_, part)) in stacks.faces().zip(&plain.artworks) {
        visible.extend(stack.layers.iter().map(|layer| (*layer, *part)));
    }
    let furniture: Vec<FaceId> = plain
        .sides
        .iter()
        .map(|(.., parts)| stacks.pile(paper, parts.iter().map(|part| FaceId::new(*part))))
        .collect();
    let drawer = Drawer::new(fonts, pictures);
    let batches = Drawer::batches(&stacks);
    let (pages, faults) = vector_pages(&drawer, &stacks, &batches, fonts.has_variable(), || ());
    if let Some((_, fault)) = faults.into_iter().next() {
        return Err(fault.message);
    }
    let blank = Side::default();
    let sides = plain.sides.iter().zip(furniture);
    let book = Book {
        title: plain.title,
        author: plain.author,
        lang: plain.lang,
        name: plain.name,
        plan: plain.plan,
        flip: plain.flip,
        sides: sides
            .map(|((sheet, kind, _), furniture)| Print {
                sheet: *sheet,
                kind: *kind,
                side: &blank,
                furniture,
            })
            .collect(),
        corrections: None,
        visible,
        reading: None,
    };
    let mut bytes = Vec::new();
    match press::write(&book, &stacks, Render::Vector(Vector::new(pages)?), &mut bytes) {
        Ok(()) => Ok(bytes),
        Err(press::WriteError::Broken(what)) => Err(what),
        Err(press::WriteError::Io(error)) => Err(error.to_string()),
    }
}
