//! A PDF of artworks as large as the paper: no faces, no placements.

use std::collections::BTreeMap;

use super::error::JobError;
use super::layers::{Drawing, LayeredJob, whole};
use crate::diag::{Code, Diagnostic, Sink};
use crate::draw::{FaceId, FaceSource};
use crate::impose::{Plan, Side};
use crate::press::{ContentLayer, PaperFlip, PrintFile, PrintedSide};
use crate::slug::SideKind;

/// What such a PDF is made of.
pub(crate) struct LooseSheets<'a> {
    pub(crate) title: String,
    pub(crate) author: String,
    pub(crate) lang: String,
    pub(crate) name: String,
    /// How large the paper is, and how many sheets there are.
    pub(crate) plan: &'a Plan<FaceId>,
    pub(crate) flip: PaperFlip,
    /// SVG texts, and the layer that a viewer can hide with them.
    pub(crate) artworks: Vec<(String, ContentLayer)>,
    /// The sides in the order of printing: the sheet from 1, which side, and the artworks over each
    /// other.
    pub(crate) sides: Vec<(usize, SideKind, Vec<usize>)>,
}

/// The bytes of the PDF, or which promise of ours is broken.
pub(crate) fn print(loose: LooseSheets<'_>, drawing: Drawing<'_>) -> Result<Vec<u8>, String> {
    let paper = whole(loose.plan.paper);
    let sources: Vec<FaceSource<'_>> = loose
        .artworks
        .iter()
        .map(|(svg, _)| FaceSource { svg, template: "", canvas: paper, limits: None })
        .collect();
    let mut sink = Sink::new();
    // All of it is ours, so that even a warning is a broken promise.
    let diagnose = |_, fault: crate::draw::Fault| Diagnostic::error(Code::P002, fault.message);
    let mut layered = LayeredJob::split(&sources, drawing, diagnose, &mut sink);
    let mut visible = BTreeMap::new();
    for (stack, (_, part)) in layered.stacks.faces().zip(&loose.artworks) {
        visible.extend(stack.layers.iter().map(|layer| (*layer, *part)));
    }
    let parts: Vec<Vec<usize>> = loose.sides.iter().map(|(.., parts)| parts.clone()).collect();
    let slugs = layered.pile(paper, 0, &parts);
    let blank = Side::default();
    let pdf = PrintFile {
        title: loose.title,
        author: loose.author,
        lang: loose.lang,
        name: loose.name,
        plan: loose.plan,
        flip: loose.flip,
        sides: loose
            .sides
            .iter()
            .zip(slugs)
            .map(|((sheet, kind, _), slug)| PrintedSide {
                sheet: *sheet,
                kind: *kind,
                side: &blank,
                slug,
            })
            .collect(),
        corrections: None,
        visible,
        reading: None,
    };
    layered.to_bytes(&pdf, &mut sink).map_err(|error| match error {
        JobError::Game => {
            let faults = sink.into_sorted();
            faults.into_iter().next().map_or_else(String::new, |fault| fault.message)
        }
        JobError::Output(error) => error.to_string(),
        JobError::Internal(what) => what,
    })
}
