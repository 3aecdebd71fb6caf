//! What is known while Markdown is read.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{Event, OffsetIter, Options, Parser};

use super::super::doc::{Block, Doc};
use super::super::fill::FilledText;
use crate::diag::{Code, Diagnostic};

/// The Markdown that rulebooks are written in.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
}

pub(super) struct MarkdownReader<'a> {
    pub(super) filled: &'a FilledText,
    pub(super) events: OffsetIter<'a>,
    pub(super) doc: Doc,
    pub(super) anchors: HashSet<String>,
    pub(super) notes: HashMap<String, Vec<Block>>,
    pub(super) faults: Vec<Diagnostic>,
    /// How many blocks are open around the one being read.
    pub(super) depth: usize,
    /// How many figures were read.
    pub(super) figures: usize,
    /// Text before this place is not read again.
    pub(super) skip: usize,
}

impl<'a> MarkdownReader<'a> {
    pub(super) fn new(filled: &'a FilledText) -> Self {
        Self {
            filled,
            events: Parser::new_ext(&filled.text, options()).into_offset_iter(),
            doc: Doc::default(),
            anchors: HashSet::new(),
            notes: HashMap::new(),
            faults: Vec::new(),
            depth: 0,
            figures: 0,
            skip: 0,
        }
    }

    pub(super) fn fault(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
    ) -> &mut Diagnostic {
        let at = self.faults.len();
        self.faults.push(Diagnostic::error(code, message).at(&self.filled.span(range)));
        &mut self.faults[at]
    }

    /// Reads on to the end of what has just begun.
    pub(super) fn skip_block(&mut self) {
        let mut open = 1_usize;
        while open > 0 {
            match self.events.next() {
                Some((Event::Start(_), _)) => open += 1,
                Some((Event::End(_), _)) => open -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }
}
