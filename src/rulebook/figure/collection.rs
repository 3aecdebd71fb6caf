//! All figures of a rulebook, looked up once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::arrange::Figure;
use super::sources::FigureSources;
use crate::diag::Sink;
use crate::rulebook::doc::{BlockKind, Doc, DocCommand};
use crate::rulebook::fill::FilledText;

/// The figures of a rulebook.
#[derive(Debug)]
pub(in crate::rulebook) struct Figures {
    numbered: BTreeMap<usize, Arc<Figure>>,
    thumbnails: Vec<Option<Arc<Figure>>>,
}

impl Figures {
    /// Looks all of them up. What is wrong with their addresses goes to the sink.
    pub(in crate::rulebook) fn find(
        doc: &Doc,
        filled: &FilledText,
        sources: &FigureSources<'_>,
        sink: &mut Sink,
    ) -> Self {
        let mut numbered = BTreeMap::new();
        doc.runs(&mut |_, around| {
            if let Some(block) = around.last()
                && let BlockKind::Figure { number, address, .. } = &block.kind
                && let Some(figure) =
                    sources.figure(address, &filled.span(block.range.clone()), sink)
            {
                numbered.insert(*number, Arc::new(figure));
            }
        });
        let lists_components = doc
            .blocks
            .iter()
            .any(|block| matches!(block.kind, BlockKind::Command(DocCommand::Components)));
        let ids = sources.game.components_with_ids().map(|(id, _)| id);
        let thumbnails = ids.filter(|_| lists_components).map(|id| sources.thumbnail(id));
        Self { numbered, thumbnails: thumbnails.map(|figure| figure.map(Arc::new)).collect() }
    }

    /// The figure of a number, if its address is right.
    pub(in crate::rulebook) fn get(&self, number: usize) -> Option<&Arc<Figure>> {
        self.numbered.get(&number)
    }

    /// A small picture of the component at a place, if it has any faces.
    pub(in crate::rulebook) fn thumbnail(&self, component: usize) -> Option<&Arc<Figure>> {
        self.thumbnails.get(component)?.as_ref()
    }
}
