//! What a galley is made of: items that are never divided, each as high as a whole number of units.

use std::ops::Range;
use std::sync::Arc;

use crate::rulebook::doc::{Callout, LinkTarget};
use crate::rulebook::figure::{Figure, FigurePlace};
use crate::text::LaidText;

/// A rulebook set in columns, not yet made up into pages.
#[derive(Default)]
pub(in crate::rulebook) struct Galley {
    /// In order.
    pub sections: Vec<ColumnSection>,
    /// The footnotes by number from 1, for pages of one column and of two; none where one failed.
    pub notes: [Vec<Option<Item>>; 2],
    /// All headings in order.
    pub headings: Vec<HeadingEntry>,
}

impl Galley {
    /// Its figures in order.
    pub(in crate::rulebook) fn figures(&self) -> impl Iterator<Item = &SetFigure> {
        self.sections.iter().flat_map(|section| &section.items).filter_map(|item| {
            match &item.role {
                ItemRole::Figure(figure) | ItemRole::Beside(figure) => Some(&**figure),
                ItemRole::Text | ItemRole::Heading(_) | ItemRole::Row(_) => None,
            }
        })
    }
}

/// Items in so many columns.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) struct ColumnSection {
    /// How many.
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

/// A piece of a column. Places inside it are millimetres from its upper left corner.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) struct Item {
    /// Its height, in units.
    pub height: u32,
    /// The space above it, in units; none at the top of a column.
    pub before: u32,
    /// Whether the next item must stand in the same column.
    pub keep: bool,
    /// Whether a new column begins after it.
    pub column_break: bool,
    /// What is drawn.
    pub art: ItemArt,
    /// The box it lies in.
    pub panel: Option<TextPanel>,
    /// The number of the block it belongs to, in the order of the text.
    pub block: usize,
    /// What it is for the page it comes to.
    pub role: ItemRole,
}

/// What an item is for the page it comes to.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) enum ItemRole {
    /// Nothing but what is drawn.
    #[default]
    Text,
    /// The beginning of the heading of a number.
    Heading(usize),
    /// A row of a table, whose header is printed again above it where it begins a column.
    Row(Arc<Item>),
    /// A figure, whose size may still give way.
    Figure(Box<SetFigure>),
    /// Nothing but the top of a figure that stands beside the items below.
    Beside(Box<SetFigure>),
}

impl Item {
    /// One that is drawn so.
    pub(super) fn new(height: u32, art: ItemArt) -> Self {
        Self { height, art, ..Self::default() }
    }

    /// White space.
    pub(super) fn space(height: u32) -> Self {
        Self::new(height, ItemArt::default())
    }
}

/// What is drawn of an item.
#[derive(Clone, Debug, Default)]
pub(in crate::rulebook) struct ItemArt {
    /// From the lowest to the uppermost.
    pub ops: Vec<DrawOp>,
    /// The numbers of the footnotes it calls.
    pub notes: Vec<usize>,
}

/// A figure with its caption.
#[derive(Clone, Debug)]
pub(in crate::rulebook) struct SetFigure {
    /// The figure.
    pub figure: Arc<Figure>,
    /// Where it stands.
    pub place: FigurePlace,
    /// Its left edge, in millimetres from that of the column.
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

impl SetFigure {
    /// About how many units its caption takes.
    pub(in crate::rulebook) fn caption_units(&self) -> u32 {
        self.units
            .saturating_sub(1)
            .min((self.caption_height / self.height.max(1.0) * self.units as f32) as u32 + 2)
    }

    /// The figure and its caption in so many units.
    pub(in crate::rulebook) fn drawn_in(&self, units: u32, unit: f32) -> Vec<DrawOp> {
        let room = units as f32 * unit - self.caption_height;
        let share = if units < self.units { (room / self.height).clamp(0.1, 1.0) } else { 1.0 };
        let width = self.width * share;
        let height = self.height * share;
        let x = self.left + (self.width - width) / 2.0;
        // What rounding up to whole units left over is shared above and below.
        let excess = (room - height).max(0.0) * 0.4;
        let mut ops =
            vec![DrawOp::Picture { figure: Arc::clone(&self.figure), x, y: excess, width }];
        ops.extend(self.caption.iter().map(|op| op.moved(0.0, excess + height)));
        ops
    }
}

/// A box around items.
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
