//! A rulebook as blocks.

use std::ops::Range;

use indexmap::IndexMap;

/// A rulebook, read. Ranges are bytes of the filled text.
#[derive(Clone, Debug, Default)]
pub struct Doc {
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
pub struct Heading {
    /// From 1.
    pub level: u8,
    /// Unique in the rulebook.
    pub anchor: String,
    /// Whether the anchor was written.
    pub explicit: bool,
    /// Its words.
    pub pieces: Vec<InlineRun>,
    /// Its place.
    pub range: Range<usize>,
}

/// A footnote.
#[derive(Clone, Debug)]
pub struct Footnote {
    /// From 1.
    pub number: usize,
    /// What it says; empty if it is nowhere defined.
    pub blocks: Vec<Block>,
    /// Where it is first called.
    pub range: Range<usize>,
}

/// A link.
#[derive(Clone, Debug)]
pub struct DocLink {
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
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its place.
    pub range: Range<usize>,
}

/// What a block is.
#[derive(Clone, Debug)]
pub enum BlockKind {
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
    Definitions(Vec<(Vec<InlineRun>, Vec<Vec<Block>>)>),
    /// A picture with its caption.
    Figure {
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

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// How each column is aligned.
    pub align: Vec<ColumnAlign>,
    /// The header.
    pub head: Vec<Vec<InlineRun>>,
    /// The rows.
    pub rows: Vec<Vec<Vec<InlineRun>>>,
}

/// How a column is aligned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnAlign {
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
pub enum Callout {
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
    pub const NAMES: [(&'static str, Self); 7] = [
        ("NOTE", Self::Note),
        ("EXAMPLE", Self::Example),
        ("TIP", Self::Tip),
        ("VARIANT", Self::Variant),
        ("IMPORTANT", Self::Important),
        ("WARNING", Self::Important),
        ("CAUTION", Self::Important),
    ];

    /// The word that classes and words of a game use.
    pub const fn word(self) -> &'static str {
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
pub enum DocCommand {
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

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own that a writer sets")]
pub struct Look {
    /// Strong.
    pub bold: bool,
    /// Emphasis.
    pub italic: bool,
    /// Struck through.
    pub strike: bool,
    /// As typed, in the other face.
    pub code: bool,
    /// The number of its link.
    pub link: Option<usize>,
}

/// A piece of running text.
#[derive(Clone, Debug)]
pub struct InlineRun {
    /// What it is.
    pub content: InlineContent,
    /// How it looks.
    pub look: Look,
    /// Its place.
    pub range: Range<usize>,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InlineContent {
    /// Characters.
    Text(String),
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

/// The characters of some pieces.
pub(super) fn plain(pieces: &[InlineRun]) -> String {
    let mut text = String::new();
    for piece in pieces {
        match &piece.content {
            InlineContent::Text(words) => text.push_str(words),
            InlineContent::Break => text.push(' '),
            _ => {}
        }
    }
    text
}

impl Doc {
    /// Calls `each` with every list of pieces, in order, with the blocks it lies in outermost first.
    pub fn pieces<'a>(&'a self, each: &mut dyn FnMut(&'a [InlineRun], &[&'a Block])) {
        if let Some(title) = &self.title {
            each(&title.pieces, &[]);
        }
        walk(&self.blocks, &mut Vec::new(), each);
        for note in self.notes.values() {
            walk(&note.blocks, &mut Vec::new(), each);
        }
    }

    /// All headings below the title, in order.
    pub fn headings(&self) -> impl Iterator<Item = &Heading> {
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
            BlockKind::Heading(heading) => each(&heading.pieces, around),
            BlockKind::Paragraph(pieces) | BlockKind::Figure { caption: pieces, .. } => {
                each(pieces, around)
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
                for (term, texts) in all {
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
