//! Crop marks: short lines that say where to cut, outside of everything that may be inked.

use super::mark::Mark;
use super::used::{TrimLine, Used};
use crate::game::{MarkStyle, Marks, Print};
use crate::impose::UNPRINTABLE;
use crate::impose::grid::{Layout, Ruling};
use crate::units::{Length, Sides};

/// A shorter line is not seen as one.
const SHORTEST: Length = Length::mm(1);
/// Between the bleed and a mark, so that a cut a little off leaves no ink.
pub(in crate::impose) const CLEAR: Length = Length::um(500);
/// From the trim at least, outside the block: no knife is that far off, so no mark stays on a card.
const FROM_TRIM: Length = Length::mm(2);
/// A gutter with this much room between the bleeds gets marks of its own.
const ROOM_IN_GUTTER: Length = Length::mm(3);

/// The marks of a front whose first `count` slots hold a card.
///
/// Every trim line of the occupied columns and rows is marked on both ends of the occupied part,
/// since people cut a sheet right through: below the last occupied row, to the right of the last
/// occupied column. Columns and rows without a card have no marks.
pub(in crate::impose) fn crop(layout: &Layout, count: u32) -> Vec<Mark> {
    let Some(used) = Used::of(layout, count) else { return Vec::new() };
    let columns = used.column_lines();
    let rows = used.row_lines();
    let mut marks = Vec::new();
    let left = layout.grid.area.x;
    let right = layout.column_x(used.columns - 1) + layout.trim.width;
    let top = layout.grid.area.y;
    let bottom = layout.row_y(used.rows - 1) + layout.trim.height;
    let bleed = layout.bleed;
    let ruling = &layout.ruling;
    let marked = layout.marked;
    if let Some((near, far)) = reach(bleed, ruling, top - marked.y) {
        marks.extend(columns.iter().map(|line| Mark::vertical(line.at, top - far, top - near)));
    }
    if let Some((near, far)) = reach(bleed, ruling, marked.bottom() - bottom) {
        marks.extend(
            columns.iter().map(|line| Mark::vertical(line.at, bottom + near, bottom + far)),
        );
    }
    if let Some((near, far)) = reach(bleed, ruling, left - marked.x) {
        marks.extend(rows.iter().map(|line| Mark::horizontal(line.at, left - far, left - near)));
    }
    if let Some((near, far)) = reach(bleed, ruling, marked.right() - right) {
        marks.extend(rows.iter().map(|line| Mark::horizontal(line.at, right + near, right + far)));
    }
    in_gutters(&used, &columns, &rows, &mut marks);
    marks
}

/// How far the marks of a full sheet reach out of the block on each side; nothing where they have
/// no room.
///
/// Longer lines than corner marks keep that much for themselves, and go around what stands farther
/// out.
pub(in crate::impose) fn outreach(layout: &Layout) -> Sides {
    let area = layout.grid.area;
    let marked = layout.marked;
    let none = layout.ruling.style == MarkStyle::None;
    let far = |room: Length| {
        reach(layout.bleed, &layout.ruling, room)
            .filter(|_| !none)
            .map_or(Length::ZERO, |(_, far)| far)
    };
    Sides {
        top: far(area.y - marked.y),
        right: far(marked.right() - area.right()),
        bottom: far(marked.bottom() - area.bottom()),
        left: far(area.x - marked.x),
    }
}

/// The room between two blocks that holds the marks of both at their full length.
pub(in crate::impose) fn room_between(print: &Print) -> Length {
    let ruling = Ruling::of(&print.marks);
    if ruling.style == MarkStyle::None {
        Length::ZERO
    } else {
        (ruling.near(print.bleed.max(Length::ZERO)) + ruling.length + CLEAR) * 2
    }
}

/// Where a mark begins and ends, counted from the trim, if there are so much `room` for it.
fn reach(bleed: Length, ruling: &Ruling, room: Length) -> Option<(Length, Length)> {
    let near = ruling.near(bleed);
    let far = (near + ruling.length).min(room);
    (far - near >= ruling.shortest()).then_some((near, far))
}

impl Ruling {
    /// From the trim to where a mark outside the block begins.
    pub(in crate::impose) fn near(&self, bleed: Length) -> Length {
        self.offset.map_or_else(|| (bleed + CLEAR).max(FROM_TRIM), |offset| bleed + offset)
    }

    /// What is shorter is left out.
    pub(in crate::impose) fn shortest(&self) -> Length {
        SHORTEST.min(self.length)
    }
}

/// The same for plans whose marks are always crop marks, with the room up to the edge of the paper.
pub(in crate::impose) fn crop_reach(bleed: Length, room: Length) -> Option<(Length, Length)> {
    reach(bleed, &Ruling::of(&Marks::default()), room - UNPRINTABLE)
}

fn in_gutters(used: &Used<'_>, columns: &[TrimLine], rows: &[TrimLine], marks: &mut Vec<Mark>) {
    let Layout { trim, gutter, bleed, .. } = *used.layout;
    let ruling = &used.layout.ruling;
    for mark in gutter_marks(gutter.width, bleed, ruling) {
        for row in rows {
            for column in 0..used.columns - 1 {
                if used.holds(column + u32::from(mark.after), row.of) {
                    let x = used.layout.column_x(column) + trim.width;
                    marks.push(Mark::horizontal(row.at, x + mark.from, x + mark.to));
                }
            }
        }
    }
    for mark in gutter_marks(gutter.height, bleed, ruling) {
        for row in 0..used.rows - 1 {
            let y = used.layout.row_y(row) + trim.height;
            for column in columns {
                if used.holds(column.of, row + u32::from(mark.after)) {
                    marks.push(Mark::vertical(column.at, y + mark.from, y + mark.to));
                }
            }
        }
    }
}

/// A mark across a gutter, counted from the trim before it.
#[derive(Clone, Copy)]
struct GutterMark {
    from: Length,
    to: Length,
    /// Whether it belongs to the card after the gutter; else to the one before it, or to both.
    after: bool,
}

/// One line for both neighbours, or one each where that leaves a gap that can be seen.
fn gutter_marks(gutter: Length, bleed: Length, ruling: &Ruling) -> Vec<GutterMark> {
    let clear = ruling.offset.unwrap_or(CLEAR);
    let from = bleed + clear;
    let to = gutter - bleed - clear;
    if gutter < bleed * 2 + ROOM_IN_GUTTER || to - from < ruling.shortest() {
        return Vec::new();
    }
    if to - from < ruling.length * 2 + SHORTEST {
        return vec![GutterMark { from, to, after: false }];
    }
    vec![
        GutterMark { from, to: from + ruling.length, after: false },
        GutterMark { from: to - ruling.length, to, after: true },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Gutter, Marks, Paper, Print};
    use crate::units::Size;

    const fn mm(hundredths: i64) -> Length {
        Length::um(hundredths * 10)
    }

    /// Poker cards on A4, three by three unless the gutter is wide.
    fn layout(margin: i64, gutter: i64, bleed: i64) -> Layout {
        let paper = Paper { name: "a4".to_owned(), size: Size::new(mm(21000), mm(29700)) };
        let gutter = Gutter { x: mm(gutter), y: mm(gutter) };
        let print = Print {
            paper,
            margin: Sides::all(mm(margin)),
            bleed: mm(bleed),
            gutter,
            ..Print::default()
        };
        Layout::choose("deck", Size::new(mm(6350), mm(8890)), &print).unwrap()
    }

    #[test]
    fn a_full_sheet_has_four_marks_on_each_side() {
        let marks = crop(&layout(800, 0, 200), 9);
        assert_eq!(marks.len(), 16);
        // Above: the bleed and half a millimetre away, three millimetres long.
        assert_eq!(marks[0], Mark::vertical(mm(975), mm(1515 - 550), mm(1515 - 250)));
        // On the left: shortened to stay away from the edge of the paper.
        assert_eq!(marks[8], Mark::horizontal(mm(1515), mm(450), mm(975 - 250)));
    }

    #[test]
    fn marks_without_room_are_left_out() {
        let lengths = [
            (200, 800, Some((250, 350))),
            (200, 799, None),
            (0, 750, Some((200, 300))),
            (0, 749, None),
            (300, 2000, Some((350, 650))),
        ];
        for (bleed, room, found) in lengths {
            let ruling = Ruling::of(&Marks::default());
            assert_eq!(
                reach(mm(bleed), &ruling, mm(room) - crate::impose::UNPRINTABLE),
                found.map(|(near, far)| (mm(near), mm(far))),
                "bleed {bleed}, room {room}"
            );
        }
    }

    #[test]
    fn the_edge_of_the_paper_is_no_line_to_cut() {
        let paper = Paper { name: "strip".to_owned(), size: Size::new(mm(6350), mm(30000)) };
        let print = Print { paper, margin: Sides::default(), bleed: mm(0), ..Print::default() };
        let layout = Layout::choose("deck", Size::new(mm(6350), mm(8890)), &print).unwrap();
        assert_eq!(crop(&layout, 3), []);
    }

    #[test]
    fn empty_columns_and_rows_have_no_marks() {
        let layout = layout(800, 0, 200);
        assert_eq!(crop(&layout, 0), []);
        // Two cards: three vertical lines, two horizontal ones, each with two ends.
        let marks = crop(&layout, 2);
        assert_eq!(marks.len(), 10);
        assert_eq!(marks[3], Mark::vertical(mm(975), mm(1515 + 8890 + 250), mm(1515 + 8890 + 550)));
        assert_eq!(
            marks[8],
            Mark::horizontal(mm(1515), mm(975 + 12700 + 250), mm(975 + 12700 + 550))
        );
        // Four cards: the third column still ends below the second row, the second row right of the
        // third column.
        let marks = crop(&layout, 4);
        assert_eq!(marks.len(), 2 * 4 + 2 * 3);
        assert_eq!(
            marks[7],
            Mark::vertical(mm(975 + 19050), mm(1515 + 17780 + 250), mm(1515 + 17780 + 550))
        );
    }

    #[test]
    fn wide_gutters_have_marks_of_their_own() {
        // Four by two on landscape A4 with gutters of 7 mm: one line of 2 mm between the bleeds.
        let narrow = layout(800, 700, 200);
        assert_eq!((narrow.grid.columns, narrow.grid.rows), (4, 2));
        assert_eq!(crop(&layout(800, 699, 200), 8).len(), 2 * 8 + 2 * 4);
        assert_eq!(crop(&narrow, 8).len(), 2 * 8 + 2 * 4 + 3 * 4 + 8);
        // The card before the gutter needs its line, whether there is one after it or not.
        assert_eq!(crop(&narrow, 7).len(), crop(&narrow, 8).len());
        // Wider, three by two: each card has its own, and an empty slot has none.
        let wide = layout(800, 1200, 200);
        assert_eq!((wide.grid.columns, wide.grid.rows), (3, 2));
        assert_eq!(crop(&wide, 6).len(), 2 * 6 + 2 * 4 + 2 * (2 * 4 + 6));
        assert_eq!(crop(&wide, 5).len(), crop(&wide, 6).len() - 2 - 2);
    }
}
