//! Boards that are larger than the paper: cut into tiles, one to a side, with what is needed to
//! join them again.
//!
//! In: a [`BoardJob`]; out: a [`Plan`] whose placements show the whole board through a clip, so
//! that a tile is exactly a cut of the whole. Tiles lie in the printable area, those of a board are
//! all of one size (but for a single EMU that cannot be shared), two neighbours share exactly the
//! overlap, and together they cover the board.
//!
//! A later tile (to the right, below) is cut along its seam and lies on the earlier one; so a strip
//! that both show, or a tab for the glue, is on the earlier one. Half a diamond stands at each end
//! of a seam on either tile: rows are glued first, while their upper and lower margins are still
//! there, then row on row, and what surrounds the board is cut last.

mod assembly;
mod hatch;
mod tiling;

use super::UNPRINTABLE;
use super::duplex::Flip;
use super::grid::Grid;
use super::marks::{CLEAR, Mark, Pen, SlugSpots, crop_reach};
use super::plan::{Caption, Placement, Plan, Sheet, Side};
use crate::game::{Join, MAX_COPIES, Print, Tiles};
use crate::units::{Length, Point, Rect, Sides, Size, Turn};
use hatch::{hatch, text_width};
pub use tiling::{Span, Tiling, TilingError};

/// A board to be tiled.
#[derive(Clone, Debug)]
pub struct BoardJob<'a, F> {
    /// The finished size.
    pub trim: Size,
    /// What is on the front.
    pub face: F,
    /// What is on the back, if anything is.
    pub back: Option<F>,
    /// How many boards.
    pub copies: u32,
    /// How the tiles are joined.
    pub tiles: Tiles,
    /// How they go on paper.
    pub print: &'a Print,
}

/// Cuts all copies of a board into tiles, a sheet for each, and draws on a last sheet how they go
/// together.
pub fn tile<F: Copy>(job: &BoardJob<'_, F>) -> Result<Plan<F>, TilingError> {
    let tiling = Tiling::choose(job.trim, job.tiles, job.print)?;
    let sheets = tiling.count() as u64 * u64::from(job.copies);
    if sheets > u64::from(MAX_COPIES) {
        return Err(TilingError::TooManySheets { sheets });
    }
    let back = job.back.and_then(|face| Some((face, Flip::new(job.print.duplex, tiling.paper)?)));
    let bleed = job.print.bleed.max(Length::ZERO);
    let drawn: Vec<Sheet<F>> = tiling
        .places()
        .map(|(column, row)| {
            Tile::new(&tiling, column, row, bleed, back.is_some()).drawn(job.face, back)
        })
        .collect();
    let mut sheets: Vec<Sheet<F>> = (0..job.copies)
        .flat_map(|copy| {
            drawn.iter().map(move |tile| {
                let mut sheet = tile.clone();
                for side in std::iter::once(&mut sheet.front).chain(&mut sheet.back) {
                    side.placements.iter_mut().for_each(|placement| placement.copy = copy);
                }
                sheet
            })
        })
        .collect();
    if job.copies > 0 && tiling.count() > 1 {
        let last =
            Sheet { front: assembly::side(&tiling), back: back.is_some().then(Side::default) };
        sheets.push(last);
    }
    let area = Tile::new(&tiling, 0, 0, bleed, back.is_some()).cell;
    Ok(Plan::new(tiling.paper, Grid { columns: 1, rows: 1, area }, sheets))
}

/// One tile on its side.
struct Tile<'a> {
    tiling: &'a Tiling,
    column: usize,
    row: usize,
    bleed: Length,
    /// Whether the other side is printed, so that every edge of the tile is seen from one side or
    /// the other.
    two_sided: bool,
    /// The tile on the paper.
    cell: Rect,
}

/// The ends of a tile in one direction.
#[derive(Clone, Copy)]
struct Ends {
    /// Whether the board goes on before it.
    joined_before: bool,
    /// Whether the board goes on after it.
    joined_after: bool,
    /// The tile on the paper.
    from: Length,
    to: Length,
}

impl<'a> Tile<'a> {
    fn new(tiling: &'a Tiling, column: usize, row: usize, bleed: Length, two_sided: bool) -> Self {
        let cell = tiling.printable.centred(tiling.cell(column, row).size);
        Self { tiling, column, row, bleed, two_sided, cell }
    }

    fn across(&self) -> Ends {
        let last = self.tiling.columns.len() - 1;
        Ends {
            joined_before: self.column > 0,
            joined_after: self.column < last,
            from: self.cell.x,
            to: self.cell.right(),
        }
    }

    fn down(&self) -> Ends {
        let last = self.tiling.rows.len() - 1;
        Ends {
            joined_before: self.row > 0,
            joined_after: self.row < last,
            from: self.cell.y,
            to: self.cell.bottom(),
        }
    }

    fn overlap(&self) -> Length {
        self.tiling.tiles.overlap
    }

    fn has_tabs(&self) -> bool {
        self.tiling.tiles.join == Join::Tabs
    }

    /// Where the ink of the front ends in one direction.
    ///
    /// A cut that is a little off must find ink, so every edge that is cut has its bleed. Art goes
    /// a little way on to a tab, too, for the upper tile may lie a little off.
    fn ink(&self, ends: Ends) -> (Length, Length) {
        let after = match self.tiling.tiles.join {
            _ if !ends.joined_after => self.bleed,
            Join::Butt => self.bleed,
            Join::Overlap if self.two_sided => self.bleed,
            Join::Overlap => Length::ZERO,
            Join::Tabs => self.bleed.min(self.overlap() / 2) - self.overlap(),
        };
        (ends.from - self.bleed, ends.to + after)
    }

    /// Where the ink of the back ends, in places of the front: a tab is seen from behind.
    fn ink_behind(&self, ends: Ends) -> (Length, Length) {
        (ends.from - self.bleed, ends.to + self.bleed)
    }

    fn clip(&self, across: (Length, Length), down: (Length, Length)) -> Rect {
        let paper = self.tiling.paper;
        let left = across.0.max(Length::ZERO);
        let right = across.1.min(paper.width);
        let top = down.0.max(Length::ZERO);
        let bottom = down.1.min(paper.height);
        Rect::between(left, top, right, bottom)
    }

    /// Where the knife goes in one direction. The far edge of a strip or tab lies under the next
    /// tile and need not be cut, unless it is seen from behind.
    fn cuts(&self, ends: Ends) -> impl Iterator<Item = Length> {
        let after = !ends.joined_after || self.two_sided || self.tiling.tiles.join == Join::Butt;
        std::iter::once(ends.from).chain(after.then_some(ends.to))
    }

    /// The sheet of the tile, for the first copy.
    fn drawn<F: Copy>(&self, face: F, back: Option<(F, Flip)>) -> Sheet<F> {
        let across = self.across();
        let down = self.down();
        let cell = self.tiling.cell(self.column, self.row);
        let trim = Rect::new(self.cell.x - cell.x, self.cell.y - cell.y, self.tiling.trim);
        let clip = self.clip(self.ink(across), self.ink(down));
        let slot = 0;
        let placement =
            Placement { slot, copy: 0, face, trim, clip, turn: Turn::None, contour: None };
        let lines = self.lines();
        let name = Tiling::label(self.column, self.row);
        let around = clip.around(self.cell);
        let (slug, caption) =
            beside(self.tiling.paper, self.tiling.margin(), around, &lines, &name);
        let mut captions: Vec<Caption> = caption.into_iter().collect();
        let mut marks = lines.clone();
        if self.has_tabs() {
            self.tabs(clip, &mut marks, &mut captions);
        }
        let front = Side { placements: vec![placement], marks, captions, slug, ..Side::default() };
        let back = back.map(|(face, flip)| {
            let behind = self.clip(self.ink_behind(across), self.ink_behind(down));
            let clip = flip.rect(behind);
            let placement = Placement {
                face,
                trim: flip.rect(trim),
                clip,
                turn: flip.turn(Turn::None),
                ..placement
            };
            let marks: Vec<Mark> = lines.iter().map(|mark| mark.mirrored(flip)).collect();
            let (slug, caption) =
                beside(self.tiling.paper, flip.sides(self.tiling.margin()), clip, &marks, &name);
            Side {
                placements: vec![placement],
                marks,
                captions: caption.into_iter().collect(),
                slug,
                ..Side::default()
            }
        });
        Sheet { front, back }
    }

    /// Crop marks and joining marks, which stand outside of the tile.
    fn lines(&self) -> Vec<Mark> {
        let across = self.across();
        let down = self.down();
        let paper = self.tiling.paper;
        let mut lines = Vec::new();
        let outermost = [self.column == 0, self.column + 1 == self.tiling.columns.len()];
        // Lines that stand, above and below the tile.
        for end in strips(self.bleed, down, paper.height).into_iter().flatten() {
            lines.extend(self.cuts(across).map(|x| Mark::vertical(x, end.from, end.to)));
            self.join(across, end, &mut lines, Point::new);
        }
        // Lines that lie, on both sides. Only the outer ends of a row are still there when the next
        // row is glued to it.
        for (end, outermost) in strips(self.bleed, across, paper.width).into_iter().zip(outermost) {
            let Some(end) = end else { continue };
            lines.extend(self.cuts(down).map(|y| Mark::horizontal(y, end.from, end.to)));
            if outermost {
                self.join(down, end, &mut lines, |along, out| Point::new(out, along));
            }
        }
        lines
    }

    /// Half diamonds at the seams before and after a tile, in a strip beside it.
    fn join(
        &self,
        ends: Ends,
        strip: Strip,
        lines: &mut Vec<Mark>,
        at: impl Fn(Length, Length) -> Point,
    ) {
        let half = (strip.to - strip.from) / 2;
        let middle = strip.from + half;
        let low = middle - half;
        let high = middle + half;
        let mut line = |from: Point, to: Point| lines.push(Mark { from, to, pen: Pen::Join });
        let mut halves = |seam: Length, tip: Length| {
            line(at(seam, low), at(tip, middle));
            line(at(tip, middle), at(seam, high));
        };
        if ends.joined_before {
            halves(ends.from, ends.from + half);
        }
        if ends.joined_after {
            let seam = ends.to - self.overlap();
            halves(seam, seam - half);
            if self.tiling.tiles.join != Join::Butt {
                line(at(seam, strip.from), at(seam, strip.to));
            }
        }
    }

    /// The hatching of the tabs, with the name of the tile that is glued on each.
    fn tabs(&self, clip: Rect, marks: &mut Vec<Mark>, captions: &mut Vec<Caption>) {
        let right = self.across().joined_after;
        let below = self.down().joined_after;
        let edge = self.cell.right();
        let foot = self.cell.bottom();
        let mut tab = |area: Rect, turn: Turn, neighbour: String| {
            let room = turn.apply(area.size);
            // A tab narrower than this takes glue, but no words.
            let height = (room.height * 6 / 10).min(NAME);
            let width = text_width(&neighbour, height);
            let gap = (height >= SMALLEST && width <= room.width)
                .then(|| area.centred(turn.apply(Size::new(width, height))));
            hatch(area, gap, marks);
            captions.extend(gap.map(|area| Caption { area, turn, text: neighbour }));
        };
        let inner = clip.right() + CLEAR;
        let upper = clip.bottom() + CLEAR;
        if right && inner < edge {
            let end = if below { clip.bottom() } else { foot };
            let area = Rect::new(inner, self.cell.y, Size::new(edge - inner, end - self.cell.y));
            tab(area, Turn::Left, Tiling::label(self.column + 1, self.row));
        }
        if below && upper < foot {
            let area = Rect::new(self.cell.x, upper, Size::new(self.cell.size.width, foot - upper));
            tab(area, Turn::None, Tiling::label(self.column, self.row + 1));
        }
    }
}

/// Room for marks beside a tile, from one edge of it outwards or inwards.
#[derive(Clone, Copy)]
struct Strip {
    from: Length,
    to: Length,
}

/// The strips before and after a tile in one direction, where the margins have room for them.
fn strips(bleed: Length, ends: Ends, paper: Length) -> [Option<Strip>; 2] {
    let before = crop_reach(bleed, ends.from)
        .map(|(near, far)| Strip { from: ends.from - far, to: ends.from - near });
    let after = crop_reach(bleed, paper - ends.to)
        .map(|(near, far)| Strip { from: ends.to + near, to: ends.to + far });
    [before, after]
}

/// How large a name is at most.
const NAME: Length = Length::mm(4);
/// Where they cannot be read any more.
const SMALLEST: Length = Length::um(1500);

/// What stands beside a tile: the slug line and the ruler, and its name in a margin that they
/// leave.
///
/// The name is worth more than the slug line, which gives way to it; and it may stand nearer to the
/// edge of the paper than most printers reach, for then it is missed and nothing else.
fn beside(
    paper: Size,
    margin: Sides,
    tile: Rect,
    lines: &[Mark],
    name: &str,
) -> (SlugSpots, Option<Caption>) {
    let taken = lines.iter().fold(tile, |all, mark| all.around(mark.bounds()));
    let slug = SlugSpots::find(paper, margin, taken);
    let marks: Vec<Rect> = lines.iter().map(|mark| mark.bounds().grown(CLEAR)).collect();
    let name_beside = |slug: SlugSpots| {
        let busy: Vec<Rect> = slug.areas().into_iter().chain(marks.iter().copied()).collect();
        [UNPRINTABLE, UNPRINTABLE / 2].into_iter().find_map(|edge| {
            named(paper, tile, edge, name)
                .into_iter()
                .find(|caption| !busy.iter().any(|rect| rect.overlaps(caption.area)))
        })
    };
    let without = SlugSpots::default();
    [slug, without]
        .into_iter()
        .find_map(|slug| Some((slug, Some(name_beside(slug)?))))
        .unwrap_or((slug, None))
}

/// The name in the middle of each margin that is wide enough.
fn named(paper: Size, tile: Rect, edge: Length, name: &str) -> Vec<Caption> {
    let room = [tile.y, tile.x, paper.width - tile.right(), paper.height - tile.bottom()];
    let sides = room.into_iter().enumerate().filter_map(|(side, room)| {
        let height = (room - edge - CLEAR).min(NAME);
        if height < SMALLEST {
            return None;
        }
        let turn = if matches!(side, 1 | 2) { Turn::Left } else { Turn::None };
        let size = turn.apply(Size::new(text_width(name, height), height));
        let x = tile.centre().x - size.width / 2;
        let y = tile.centre().y - size.height / 2;
        let area = match side {
            0 => Rect::new(x, tile.y - CLEAR - size.height, size),
            1 => Rect::new(tile.x - CLEAR - size.width, y, size),
            2 => Rect::new(tile.right() + CLEAR, y, size),
            _ => Rect::new(x, tile.bottom() + CLEAR, size),
        };
        Some(Caption { area, turn, text: name.to_owned() })
    });
    sides.collect()
}
