//! Figures and their captions.

use std::ops::Range;
use std::sync::Arc;

use super::column::BesideFigure;
use super::inline::LinePlace;
use super::item::{DrawOp, Item, ItemArt, ItemRole, SetFigure};
use super::setter::{BLOCK, Setter};
use crate::rulebook::doc::{Block, BlockKind, InlineContent, InlineRun};
use crate::rulebook::figure::{FigurePicture, FigurePlace, FigureWidth};
use crate::text::{Inline, InlineStyle, icon_svg, leading};

/// Between a figure and the text beside it, in units.
const BESIDE_GAP: f32 = 2.0;
/// Beside a text a figure takes at most this share of the column, and this one where nothing is
/// said.
const MAX_BESIDE: f32 = 0.6;
const USUAL_BESIDE: f32 = 0.4;
/// A caption takes at least this share of the column: one as narrow as a card would be a column of
/// words.
const MIN_CAPTION: f32 = 0.7;
/// Between a figure and its caption, in units.
const CAPTION_GAP: f32 = 0.4;

/// A caption and its height in millimetres.
#[derive(Default)]
struct Caption {
    art: ItemArt,
    height: f32,
}

impl Setter<'_> {
    /// The figure of a number. Text may stand beside it if it is a block that does so.
    pub(super) fn figure(
        &mut self,
        number: usize,
        place: FigurePlace,
        caption: &[InlineRun],
        range: &Range<usize>,
        next: Option<&Block>,
    ) {
        let Some(figure) = self.setting.figures.get(number) else { return };
        self.column.end_beside();
        let column_width = self.column.width;
        let is_beside = matches!(place, FigurePlace::Left | FigurePlace::Right);
        let wanted = match figure.width {
            Some(FigureWidth::Mm(mm)) => mm,
            Some(FigureWidth::Share(share)) => share * column_width,
            None if is_beside => figure.usual.min(column_width * USUAL_BESIDE),
            None => figure.usual,
        };
        let mut width =
            wanted.min(if is_beside { column_width * MAX_BESIDE } else { column_width });
        let caption_width =
            if is_beside { width } else { column_width.min(width.max(column_width * MIN_CAPTION)) };
        let caption = self.caption(caption, caption_width, number, range);
        // Never higher than a page.
        let ratio = figure.size.1 / figure.size.0;
        let room = self.setting.height as f32 * self.unit() - caption.height;
        if width * ratio > room {
            width = room / ratio;
        }
        let height = self.icon_height(&figure.picture, width, range).unwrap_or(width * ratio);
        let units = self.styles().units(height + caption.height);
        let centre = |w: f32| (column_width - w) / 2.0;
        let left = match place {
            FigurePlace::Left => 0.0,
            FigurePlace::Right => column_width - width,
            FigurePlace::Inline | FigurePlace::Float | FigurePlace::Full => centre(width),
        };
        let lines = || {
            caption.art.ops.iter().filter_map(|op| {
                if let DrawOp::Text { laid, .. } = op { Some(laid.width) } else { None }
            })
        };
        let caption_left = if is_beside {
            left
        } else if lines().count() == 1 {
            // A short caption stands in the middle like its figure.
            centre(lines().fold(0.0_f32, f32::max))
        } else {
            centre(caption_width)
        };
        let column_left = self.column.left;
        let moved = |op: &DrawOp| op.moved(caption_left + column_left, 0.0);
        let figure = Box::new(SetFigure {
            figure: Arc::clone(figure),
            place,
            left: left + column_left,
            width,
            height,
            caption: caption.art.ops.iter().map(moved).collect(),
            caption_height: caption.height,
            units,
        });
        let art = ItemArt { ops: Vec::new(), notes: caption.art.notes };
        if is_beside {
            let role = ItemRole::Beside(figure);
            self.push(Item { keep: true, role, ..Item::new(0, art) }, BLOCK);
            let narrow = width + BESIDE_GAP * self.unit();
            let shift = if place == FigurePlace::Left { narrow } else { 0.0 };
            let column = &mut self.column;
            column.width -= narrow;
            column.left += shift;
            column.beside = Some(BesideFigure { remaining: units, shift, narrow });
            // The first line of the text begins as high as the picture.
            column.exactly = Some(0);
            if !next.is_some_and(stands_beside) {
                column.end_beside();
            }
        } else {
            self.push(Item { role: ItemRole::Figure(figure), ..Item::new(units, art) }, BLOCK);
            self.column.after = BLOCK;
        }
    }

    fn caption(
        &mut self,
        runs: &[InlineRun],
        width: f32,
        number: usize,
        range: &Range<usize>,
    ) -> Caption {
        if runs.iter().all(|run| run.content == InlineContent::Any) {
            return Caption::default();
        }
        let style = &self.styles().caption;
        let inline_style = InlineStyle {
            bold: true,
            colour: Some(self.styles().accent.clone()),
            ..InlineStyle::default()
        };
        let label = format!("{}\u{a0}{number}", self.setting.phrases.get("figure"));
        let mut inlines = vec![
            Inline::Literal(label, inline_style),
            Inline::Literal("\u{2002}".to_owned(), InlineStyle::default()),
        ];
        inlines.extend(self.inlines(runs, style));
        let Some(laid) = self.lay(inlines, style, width, range) else {
            return Caption::default();
        };
        let height = leading(style);
        let gap = CAPTION_GAP * self.unit();
        Caption {
            art: self.all_lines(&laid, LinePlace { x: 0.0, top: gap, height }),
            height: gap + height * laid.lines.len() as f32,
        }
    }

    /// The height of an icon in a width; other pictures have the shape of their figure.
    fn icon_height(
        &mut self,
        picture: &FigurePicture,
        width: f32,
        range: &Range<usize>,
    ) -> Option<f32> {
        let FigurePicture::Icon(icon) = picture else { return None };
        let accent = &self.styles().accent;
        match icon_svg(self.setting.engine, icon, (0.0, 0.0), width, accent) {
            Ok((_, wide)) => (wide > 0.0).then(|| width * width / wide),
            Err(fault) => {
                self.report(&fault, range);
                None
            }
        }
    }
}

/// Whether a block is of text that may stand beside a figure.
fn stands_beside(block: &Block) -> bool {
    match &block.kind {
        BlockKind::Paragraph(_) | BlockKind::List { .. } | BlockKind::Definitions(_) => true,
        BlockKind::Heading(heading) => heading.level > 2,
        BlockKind::Table(_)
        | BlockKind::Callout { .. }
        | BlockKind::Quote(_)
        | BlockKind::Figure { .. }
        | BlockKind::Code(_)
        | BlockKind::Rule
        | BlockKind::Command(_) => false,
    }
}
