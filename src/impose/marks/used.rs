//! The occupied part of a sheet, and the lines along which it is cut.

use crate::impose::grid::Layout;
use crate::units::{Length, Rect, Size};

/// A trim line and the column or row it belongs to; where two share it, the one that is filled
/// first.
pub(super) struct TrimLine {
    pub(super) at: Length,
    pub(super) of: u32,
    /// Whether it is the right or lower edge of its column or row, or the left or upper one.
    pub(super) after: bool,
}

/// The occupied part of a sheet.
pub(super) struct Used<'a> {
    pub(super) layout: &'a Layout,
    count: u32,
    pub(super) columns: u32,
    pub(super) rows: u32,
}

impl<'a> Used<'a> {
    pub(super) fn of(layout: &'a Layout, count: u32) -> Option<Self> {
        let columns = count.min(layout.grid.columns);
        (columns > 0).then(|| Self {
            layout,
            count,
            columns,
            rows: count.div_ceil(layout.grid.columns),
        })
    }

    pub(super) fn holds(&self, column: u32, row: u32) -> bool {
        u64::from(row) * u64::from(self.layout.grid.columns) + u64::from(column)
            < u64::from(self.count)
    }

    /// The trims of the occupied columns and rows together.
    pub(super) fn area(&self) -> Rect {
        let Layout { grid, trim, .. } = *self.layout;
        let width = self.layout.column_x(self.columns - 1) + trim.width - grid.area.x;
        let height = self.layout.row_y(self.rows - 1) + trim.height - grid.area.y;
        Rect::new(grid.area.x, grid.area.y, Size::new(width, height))
    }

    /// What may be inked in the occupied columns and rows, whichever of their slots hold a card.
    pub(super) fn clips(&self, bounds: Rect) -> impl Iterator<Item = Rect> {
        let Layout { bleed, .. } = *self.layout;
        (0..self.rows).flat_map(move |row| {
            (0..self.columns)
                .map(move |column| self.layout.trim_rect(column, row).grown(bleed).within(bounds))
        })
    }

    pub(super) fn column_lines(&self) -> Vec<TrimLine> {
        lines(self.columns, self.layout.trim.width, self.layout.paper.width, |column| {
            self.layout.column_x(column)
        })
    }

    pub(super) fn row_lines(&self) -> Vec<TrimLine> {
        lines(self.rows, self.layout.trim.height, self.layout.paper.height, |row| {
            self.layout.row_y(row)
        })
    }
}

/// The lines along which there is something to cut: not those that are the edge of the paper
/// itself.
fn lines(count: u32, trim: Length, paper: Length, start: impl Fn(u32) -> Length) -> Vec<TrimLine> {
    let both = |of| {
        [
            TrimLine { at: start(of), of, after: false },
            TrimLine { at: start(of) + trim, of, after: true },
        ]
    };
    let inside = |line: &TrimLine| line.at > Length::ZERO && line.at < paper;
    let mut lines: Vec<TrimLine> = (0..count).flat_map(both).filter(inside).collect();
    lines.dedup_by(|next, first| next.at == first.at);
    lines
}
