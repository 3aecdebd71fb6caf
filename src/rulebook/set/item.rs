//! What pages are made of: pieces that are never parted, each as high as a whole number of units.

use std::ops::Range;
use std::sync::Arc;

use crate::rulebook::doc::{Callout, LinkTarget};
use crate::rulebook::figure::Figure;
use crate::text::LaidText;

/// A piece of a column. Places inside of it are millimetres from its upper left corner.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) struct Item {
    /// Its height, in units.
    pub height: u32,
    /// The space above it, in units; none at the top of a column.
    pub before: u32,
    /// Whether the next piece must stand in the same column.
    pub keep: bool,
    /// What is drawn.
    pub ops: Vec<DrawOp>,
    /// The numbers of the footnotes it calls.
    pub notes: Vec<usize>,
    /// The box it lies in.
    pub panel: Option<TextPanel>,
    /// What is printed above it again where it begins a column: the header of its table.
    pub repeat: Option<Arc<Item>>,
    /// A figure, whose size may still give way.
    pub figure: Option<Box<SetFigure>>,
    /// The number of the heading it begins.
    pub heading: Option<usize>,
    /// The number of the block it belongs to, in the order of the text.
    pub block: usize,
    /// A new column begins after it.
    pub column_break: bool,
    /// A figure beside it and the pieces below.
    pub beside: Option<Box<Beside>>,
}

impl Item {
    /// The figure that it is, or that stands beside it.
    pub(in crate::rulebook) fn flexible(&self) -> Option<&SetFigure> {
        self.figure.as_deref().or_else(|| self.beside.as_ref().map(|beside| &beside.flexible))
    }
}

/// A figure with its caption.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct SetFigure {
    /// The figure.
    pub figure: Figure,
    /// Its left edge and width, in millimetres.
    pub left: f32,
    /// Its width.
    pub width: f32,
    /// Its height.
    pub height: f32,
    /// What stands below it, from its lower edge on.
    pub caption: Vec<DrawOp>,
    /// The height of that, in millimetres.
    pub caption_height: f32,
    /// The whole height, in units.
    pub units: u32,
}

/// A figure that stands beside a text.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct Beside {
    /// The figure, its left edge counted from that of the column.
    pub flexible: SetFigure,
    /// How many units it takes from the top of the piece.
    pub units: u32,
}

/// A box around pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::rulebook) struct TextPanel {
    /// Tells boxes apart.
    pub number: usize,
    /// What it looks like; none for a quotation.
    pub kind: Option<Callout>,
    /// Its left edge, in millimetres from that of the column.
    pub left: f32,
    /// Its width, in millimetres.
    pub width: f32,
}

/// Something drawn.
#[derive(Clone, Debug)]
pub(in crate::rulebook) enum DrawOp {
    /// Lines of a laid-out text, the first with its baseline at `y`.
    Text {
        /// The text.
        laid: Arc<LaidText>,
        /// Which of its lines.
        lines: Range<usize>,
        /// The left edge.
        x: f32,
        /// The first baseline.
        y: f32,
    },
    /// A filled rectangle.
    Fill {
        /// The left edge.
        x: f32,
        /// The upper edge.
        y: f32,
        /// The width.
        width: f32,
        /// The height.
        height: f32,
        /// An SVG colour.
        colour: String,
        /// How much of it shows, from 0 to 1.
        opacity: f32,
    },
    /// The ground of a box.
    Panel {
        /// What kind of box.
        panel: TextPanel,
        /// The left edge.
        x: f32,
        /// The upper edge.
        y: f32,
        /// The width.
        width: f32,
        /// The height.
        height: f32,
    },
    /// The mark of a point of a list.
    Bullet {
        /// The middle.
        x: f32,
        /// The middle.
        y: f32,
        /// From there to the edge.
        radius: f32,
        /// An SVG colour.
        colour: String,
    },
    /// A row of dots, for the eye to follow.
    Dots {
        /// The left edge.
        x: f32,
        /// The baseline.
        y: f32,
        /// The width.
        width: f32,
    },
    /// A picture of the kit.
    Picture {
        /// The figure.
        figure: Arc<Figure>,
        /// The left edge.
        x: f32,
        /// The upper edge.
        y: f32,
        /// Its width on the page.
        width: f32,
    },
    /// A place that can be clicked.
    Link {
        /// Where it leads.
        target: LinkTarget,
        /// The left edge.
        x: f32,
        /// The upper edge.
        y: f32,
        /// The width.
        width: f32,
        /// The height.
        height: f32,
    },
}

impl DrawOp {
    /// From its left edge to its right edge, if it has any.
    pub(in crate::rulebook) fn extent(&self) -> Option<(f32, f32)> {
        match self {
            Self::Text { laid, lines, x, .. } => {
                let lines = laid.lines.get(lines.clone())?;
                let left = lines.iter().map(|l| l.left).fold(f32::MAX, f32::min);
                let right = lines.iter().map(|l| l.left + l.width).fold(f32::MIN, f32::max);
                Some((x + left, x + right))
            }
            Self::Bullet { x, radius, .. } => Some((x - radius, x + radius)),
            Self::Fill { x, width, .. }
            | Self::Panel { x, width, .. }
            | Self::Dots { x, width, .. }
            | Self::Picture { x, width, .. }
            | Self::Link { x, width, .. } => Some((*x, x + width)),
        }
    }

    /// The same, further to the right and down.
    pub(in crate::rulebook) fn moved(&self, dx: f32, dy: f32) -> Self {
        let mut op = self.clone();
        match &mut op {
            Self::Text { x, y, .. }
            | Self::Fill { x, y, .. }
            | Self::Panel { x, y, .. }
            | Self::Bullet { x, y, .. }
            | Self::Dots { x, y, .. }
            | Self::Picture { x, y, .. }
            | Self::Link { x, y, .. } => {
                *x += dx;
                *y += dy;
            }
        }
        op
    }
}

/// Pieces in so many columns.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) struct ColumnSection {
    /// Columns.
    pub columns: u32,
    /// In order.
    pub items: Vec<Item>,
    /// Whether it begins a page.
    pub new_page: bool,
}

/// A heading, for contents, bookmarks and running heads.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct HeadingEntry {
    /// From 2.
    pub level: u8,
    /// Its words.
    pub title: String,
    /// Its anchor.
    pub anchor: String,
}
