//! The last sheet of a tiled board: a drawing of how the tiles go together. It has no words but the
//! names of the tiles, so that it needs no language.
//!
//! Solid lines are the edges that are seen, hatching is where a tile lies under the next one, and
//! the numbers at the seams say in which order they are glued: along the rows first, then row on
//! row.

use super::hatch::{hatch, text_width};
use super::tiling::Tiling;
use crate::game::Join;
use crate::impose::marks::{Mark, Pen, SlugSpots};
use crate::impose::plan::{Caption, Side};
use crate::units::{Length, Point, Rect, Size, Turn};

/// Around the drawing, for the line of print, the ruler and the numbers beside the rows.
const AROUND: Length = Length::mm(12);
/// Words are not larger, and not smaller.
const LARGEST: Length = Length::mm(9);
const SMALLEST: Length = Length::um(1200);
/// Half of a diamond that holds a number.
const DIAMOND: Length = Length::mm(4);

/// The side with the drawing.
pub(super) fn side<F>(tiling: &Tiling) -> Side<F> {
    let paper = tiling.paper;
    let room = tiling.printable;
    // Margins that leave next to nothing cannot happen with tiles on them, so the drawing always
    // has some room.
    let inner = |length: Length| (length - AROUND * 2).max(length / 3);
    let inside = Size::new(inner(room.size.width), inner(room.size.height));
    let scale = Scale::new(tiling, inside);
    let drawn = Size::new(scale.down(tiling.trim.width), scale.down(tiling.trim.height));
    let drawing = Drawing { tiling, scale, board: room.centred(drawn) };
    let mut side = Side::default();
    drawing.outline(&mut side.marks);
    drawing.columns(&mut side);
    drawing.rows(&mut side);
    drawing.names(&mut side.captions);
    let taken = drawing.board.grown(AROUND / 2);
    side.slug = SlugSpots::find(paper, tiling.margin(), taken);
    side
}

/// How much smaller than the board the drawing is, as a fraction, so that everything stays whole.
#[derive(Clone, Copy)]
struct Scale {
    above: i64,
    below: i64,
}

impl Scale {
    fn new(tiling: &Tiling, inside: Size) -> Self {
        let w = tiling.trim.width.to_emu();
        let h = tiling.trim.height.to_emu();
        let into_w = inside.width.to_emu();
        let into_h = inside.height.to_emu();
        let by_width = i128::from(into_w) * i128::from(h) <= i128::from(into_h) * i128::from(w);
        if by_width { Self { above: into_w, below: w } } else { Self { above: into_h, below: h } }
    }

    fn down(self, length: Length) -> Length {
        Length::emu(
            (i128::from(length.to_emu()) * i128::from(self.above) / i128::from(self.below)) as i64,
        )
    }
}

struct Drawing<'a> {
    tiling: &'a Tiling,
    scale: Scale,
    board: Rect,
}

impl Drawing<'_> {
    fn x(&self, of_board: Length) -> Length {
        self.board.x + self.scale.down(of_board)
    }

    fn y(&self, of_board: Length) -> Length {
        self.board.y + self.scale.down(of_board)
    }

    fn outline(&self, marks: &mut Vec<Mark>) {
        let Rect { x, y, .. } = self.board;
        let right = self.board.right();
        let bottom = self.board.bottom();
        let corners =
            [(x, y), (right, y), (right, bottom), (x, bottom)].map(|(x, y)| Point::new(x, y));
        marks.extend((0..4).map(|at| cut(corners[at], corners[(at + 1) % 4])));
    }

    /// The seams between columns, each with the numbers of its rows.
    fn columns<F>(&self, side: &mut Side<F>) {
        let Tiling { columns, rows, .. } = self.tiling;
        for (at, two) in columns.windows(2).enumerate() {
            let seam = self.x(two[1].start);
            self.strip(
                self.x(two[0].end()),
                |end| Rect::new(seam, self.board.y, Size::new(end - seam, self.board.size.height)),
                seam,
                side,
            );
            for (row, span) in rows.iter().enumerate() {
                // What is seen of the tile: the next row lies on its end.
                let end = rows.get(row + 1).map_or(span.end(), |next| next.start);
                let top = self.y(span.start);
                let bottom = self.y(end);
                let middle = top + (bottom - top) / 2;
                let number = row * (columns.len() - 1) + at + 1;
                let half = Self::number(number, Point::new(seam, middle), (bottom - top) / 3, side);
                side.marks.push(cut(Point::new(seam, top), Point::new(seam, middle - half)));
                side.marks.push(cut(Point::new(seam, middle + half), Point::new(seam, bottom)));
            }
        }
    }

    /// The seams between rows, each with its number beside the drawing.
    fn rows<F>(&self, side: &mut Side<F>) {
        let Tiling { columns, rows, .. } = self.tiling;
        let along_rows = (columns.len() - 1) * rows.len();
        for (at, two) in rows.windows(2).enumerate() {
            let seam = self.y(two[1].start);
            self.strip(
                self.y(two[0].end()),
                |end| Rect::new(self.board.x, seam, Size::new(self.board.size.width, end - seam)),
                seam,
                side,
            );
            side.marks
                .push(cut(Point::new(self.board.x, seam), Point::new(self.board.right(), seam)));
            let height = self.scale.down(two[0].length.min(two[1].length));
            let half = DIAMOND.min(height / 3);
            let centre = Point::new(self.board.x - half - Length::mm(1), seam);
            Self::number(along_rows + at + 1, centre, half, side);
        }
    }

    /// The hatching of a strip from a seam to where the earlier tile ends.
    fn strip<F>(
        &self,
        end: Length,
        area: impl Fn(Length) -> Rect,
        seam: Length,
        side: &mut Side<F>,
    ) {
        if self.tiling.tiles.join != Join::Butt && end > seam {
            hatch(area(end), None, &mut side.marks);
        }
    }

    /// A number in a diamond; how far the diamond reaches.
    fn number<F>(number: usize, centre: Point, most: Length, side: &mut Side<F>) -> Length {
        let half = DIAMOND.min(most);
        let text = number.to_string();
        let height = half * 9 / 10;
        if height < SMALLEST {
            return Length::ZERO;
        }
        let Point { x, y } = centre;
        let tips = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)]
            .map(|(x, y)| Point::new(x, y));
        side.marks.extend((0..4).map(|at| Mark {
            from: tips[at],
            to: tips[(at + 1) % 4],
            pen: Pen::Join,
        }));
        side.captions.push(caption(text, centre, height * 3 / 4));
        half
    }

    /// The name of each tile in the part of it that is seen.
    fn names(&self, captions: &mut Vec<Caption>) {
        let Tiling { columns, rows, .. } = self.tiling;
        for (column, row) in self.tiling.places() {
            let across = columns[column];
            let down = rows[row];
            let right = columns.get(column + 1).map_or(across.end(), |next| next.start);
            let foot = rows.get(row + 1).map_or(down.end(), |next| next.start);
            let left = self.x(across.start);
            let right = self.x(right);
            let top = self.y(down.start);
            let foot = self.y(foot);
            let name = Tiling::label(column, row);
            let height =
                ((right - left) / (name.len() as i64 + 1)).min((foot - top) / 3).min(LARGEST);
            if height >= SMALLEST {
                captions.push(caption(
                    name,
                    Point::new(left + (right - left) / 2, top + (foot - top) / 2),
                    height,
                ));
            }
        }
    }
}

fn cut(from: Point, to: Point) -> Mark {
    Mark { from, to, pen: Pen::Cut }
}

fn caption(text: String, centre: Point, height: Length) -> Caption {
    let size = Size::new(text_width(&text, height), height);
    let area = Rect::new(centre.x - size.width / 2, centre.y - size.height / 2, size);
    Caption { area, turn: Turn::None, text }
}
