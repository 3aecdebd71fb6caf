//! A rulebook as blocks.

use std::ops::Range;

use indexmap::IndexMap;

use crate::diag::{Code, Diagnostic, did_you_mean};
use crate::text::InlineStyle;

/// A rulebook, read. Ranges are bytes of the filled text.
#[derive(Clone, Debug, Default)]
pub(super) struct Doc {
    /// The one heading of the first level.
    pub title: Option<Heading>,
    /// Everything after the title, in order.
    pub blocks: Vec<Block>,
    /// The footnotes by label, in the order in which they are first called.
    pub notes: IndexMap<String, Footnote>,
    /// Where links lead, by number.
    pub links: Vec<DocLink>,
}

/// A heading.
#[derive(Clone, Debug)]
pub(super) struct Heading {
    /// From 1.
    pub level: u8,
    /// Unique in the rulebook.
    pub anchor: String,
    /// Whether the anchor was written.
    pub explicit: bool,
    /// Its words.
    pub runs: Vec<InlineRun>,
    /// Its place.
    pub range: Range<usize>,
}

/// A footnote.
#[derive(Clone, Debug)]
pub(super) struct Footnote {
    /// From 1.
    pub number: usize,
    /// What it says; empty if it is nowhere defined.
    pub blocks: Vec<Block>,
    /// Where it is first called.
    pub range: Range<usize>,
}

/// A link.
#[derive(Clone, Debug)]
pub(super) struct DocLink {
    /// Where it leads.
    pub target: LinkTarget,
    /// Its place.
    pub range: Range<usize>,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// A heading of the rulebook.
    Anchor(String),
    /// Anywhere else.
    Url(String),
}

/// A block.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its place.
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Clone, Debug)]
pub(super) enum BlockKind {
    /// A heading below the title.
    Heading(Heading),
    /// Running text.
    Paragraph(Vec<InlineRun>),
    /// A list, with numbers from the first one if it has any.
    List {
        /// The first number.
        start: Option<u64>,
        /// Whether its items stand without space between them.
        tight: bool,
        /// The items.
        items: Vec<Vec<Block>>,
    },
    /// A table.
    Table(Table),
    /// A box.
    Callout {
        /// What it is called and how it looks.
        kind: Callout,
        /// A title of its own.
        title: Vec<InlineRun>,
        /// What is in it.
        blocks: Vec<Block>,
    },
    /// A quotation.
    Quote(Vec<Block>),
    /// Terms or questions, and what is said to them.
    Definitions(Vec<Definition>),
    /// A picture with its caption.
    Figure {
        /// From 1, in the order of the text.
        number: usize,
        /// As written in the address.
        address: String,
        /// Below it.
        caption: Vec<InlineRun>,
    },
    /// Lines that are printed as typed.
    Code(String),
    /// A line across.
    Rule,
    /// A command.
    Command(DocCommand),
}

/// A term or question, and what is said to it.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// The term.
    pub term: Vec<InlineRun>,
    /// The texts.
    pub texts: Vec<Vec<Block>>,
}

impl BlockKind {
    /// What it is called, with its article.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Heading(_) => "a heading",
            Self::Paragraph(_) => "a paragraph",
            Self::List { .. } => "a list",
            Self::Table(_) => "a table",
            Self::Callout { .. } => "a box",
            Self::Quote(_) => "a quotation",
            Self::Definitions(_) => "a list of definitions",
            Self::Figure { .. } => "a figure",
            Self::Code(_) => "a block of code",
            Self::Rule => "a rule",
            Self::Command(_) => "a command",
        }
    }
}

/// A table.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// How each column is aligned.
    pub align: Vec<ColumnAlign>,
    /// The header.
    pub head: Vec<Vec<InlineRun>>,
    /// The rows.
    pub rows: Vec<Vec<Vec<InlineRun>>>,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ColumnAlign {
    /// Where reading begins.
    #[default]
    Start,
    /// In the middle.
    Centre,
    /// Where reading ends.
    End,
}

/// The kinds of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callout {
    /// A remark.
    Note,
    /// A worked example.
    Example,
    /// Advice.
    Tip,
    /// Another way to play.
    Variant,
    /// What is easily overlooked.
    Important,
}

impl Callout {
    /// All of them by the word in the source.
    pub(super) const NAMES: [(&'static str, Self); 7] = [
        ("NOTE", Self::Note),
        ("EXAMPLE", Self::Example),
        ("TIP", Self::Tip),
        ("VARIANT", Self::Variant),
        ("IMPORTANT", Self::Important),
        ("WARNING", Self::Important),
        ("CAUTION", Self::Important),
    ];

    /// The word that classes and words of a game use.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Example => "example",
            Self::Tip => "tip",
            Self::Variant => "variant",
            Self::Important => "important",
        }
    }
}

/// A command in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DocCommand {
    /// The table of contents.
    Contents,
    /// What is in the box.
    Components,
    /// A new page.
    Page,
    /// A new column.
    Column,
    /// So many columns from here on.
    Columns(u32),
    /// What follows belongs to the quick reference too.
    Quick,
    /// No longer.
    EndQuick,
}

/// A piece of running text.
#[derive(Clone, Debug)]
pub(super) struct InlineRun {
    /// What it is.
    pub content: InlineContent,
    /// How it looks.
    pub style: InlineStyle,
    /// Its place.
    pub range: Range<usize>,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InlineContent {
    /// Characters.
    Text(String),
    /// Characters as typed, in the other face.
    Code(String),
    /// An icon.
    Icon(String),
    /// A line end.
    Break,
    /// The mark of a footnote.
    Note(String),
    /// The number of the page of an anchor.
    Page(String),
    /// The title of an anchor.
    Title(String),
    /// The next number is not checked against the data.
    Any,
}

impl InlineContent {
    /// The same kind of characters, but others.
    pub(super) fn with_text(&self, text: &str) -> Self {
        match self {
            Self::Code(_) => Self::Code(text.to_owned()),
            Self::Text(_)
            | Self::Icon(_)
            | Self::Break
            | Self::Note(_)
            | Self::Page(_)
            | Self::Title(_)
            | Self::Any => Self::Text(text.to_owned()),
        }
    }
}

/// What a run belongs to; the text engine hands it through as the tag of its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunTag {
    /// The link of a number.
    Link(usize),
    /// The picture of a number, also counted as a link, whose caption is being read.
    Picture(usize),
    /// The mark of the footnote of a number.
    Note(usize),
    /// The page of the heading of a number.
    Heading(usize),
}

impl RunTag {
    /// The tag of a style, if it has one.
    pub(super) fn of(style: &InlineStyle) -> Option<Self> {
        Self::from_code(style.tag)
    }

    /// As the text engine knows it.
    pub(super) const fn code(self) -> u32 {
        let (kind, number) = match self {
            Self::Link(number) => (1, number),
            Self::Picture(number) => (2, number),
            Self::Note(number) => (3, number),
            Self::Heading(number) => (4, number),
        };
        4 * number as u32 + kind
    }

    /// And back; 0 is no tag.
    pub(super) const fn from_code(code: u32) -> Option<Self> {
        if code == 0 {
            return None;
        }
        let number = (code as usize - 1) / 4;
        Some(match (code - 1) % 4 {
            0 => Self::Link(number),
            1 => Self::Picture(number),
            2 => Self::Note(number),
            _ => Self::Heading(number),
        })
    }
}

impl LinkTarget {
    /// The anchor, if it leads to a heading of the rulebook.
    pub fn anchor(&self) -> Option<&str> {
        match self {
            Self::Anchor(anchor) => Some(anchor),
            Self::Url(_) => None,
        }
    }
}

/// The characters of some runs.
pub(super) fn plain(runs: &[InlineRun]) -> String {
    let mut text = String::new();
    for run in runs {
        match &run.content {
            InlineContent::Text(words) | InlineContent::Code(words) => text.push_str(words),
            InlineContent::Break => text.push(' '),
            InlineContent::Icon(_)
            | InlineContent::Note(_)
            | InlineContent::Page(_)
            | InlineContent::Title(_)
            | InlineContent::Any => {}
        }
    }
    text
}

impl Doc {
    /// Calls `each` with every list of runs, in order, with the blocks it lies in outermost first.
    pub(super) fn runs<'a>(&'a self, each: &mut dyn FnMut(&'a [InlineRun], &[&'a Block])) {
        if let Some(title) = &self.title {
            each(&title.runs, &[]);
        }
        walk(&self.blocks, &mut Vec::new(), each);
        for note in self.notes.values() {
            walk(&note.blocks, &mut Vec::new(), each);
        }
    }

    /// Its title, if it has words.
    pub(super) fn title_words(&self) -> Option<String> {
        self.title.as_ref().map(|title| plain(&title.runs))
    }

    /// The title of the heading of an anchor; the anchor itself if there is none.
    pub(super) fn title_of(&self, anchor: &str) -> String {
        self.headings()
            .find(|heading| heading.anchor == anchor)
            .map_or_else(|| anchor.to_owned(), |heading| plain(&heading.runs))
    }

    /// The number of a footnote.
    pub(super) fn note_number(&self, label: &str) -> usize {
        self.notes.get(label).map_or(0, |note| note.number)
    }

    /// What is wrong with an anchor, if no heading has it.
    pub(super) fn unknown_anchor(&self, anchor: &str) -> Option<Diagnostic> {
        let known = || self.headings().map(|heading| heading.anchor.as_str());
        (!known().any(|other| other == anchor)).then(|| {
            Diagnostic::error(Code::R003, format!("no heading has the anchor `{anchor}`"))
                .maybe_hint(did_you_mean(anchor, known()))
        })
    }

    /// All headings below the title, in order.
    pub(super) fn headings(&self) -> impl Iterator<Item = &Heading> {
        self.blocks.iter().filter_map(|block| {
            if let BlockKind::Heading(heading) = &block.kind { Some(heading) } else { None }
        })
    }
}

fn walk<'a>(
    blocks: &'a [Block],
    around: &mut Vec<&'a Block>,
    each: &mut dyn FnMut(&'a [InlineRun], &[&'a Block]),
) {
    for block in blocks {
        around.push(block);
        match &block.kind {
            BlockKind::Heading(heading) => each(&heading.runs, around),
            BlockKind::Paragraph(runs) | BlockKind::Figure { caption: runs, .. } => {
                each(runs, around);
            }
            BlockKind::List { items, .. } => items.iter().for_each(|item| walk(item, around, each)),
            BlockKind::Table(table) => table
                .head
                .iter()
                .chain(table.rows.iter().flatten())
                .for_each(|cell| each(cell, around)),
            BlockKind::Callout { title, blocks, .. } => {
                each(title, around);
                walk(blocks, around, each);
            }
            BlockKind::Quote(blocks) => walk(blocks, around, each),
            BlockKind::Definitions(all) => {
                for Definition { term, texts } in all {
                    each(term, around);
                    for text in texts {
                        walk(text, around, each);
                    }
                }
            }
            BlockKind::Code(_) | BlockKind::Rule | BlockKind::Command(_) => {}
        }
        around.pop();
    }
}
