//! Slots for pieces of one form: in straight rows, or in rows that lie between each other where
//! that saves paper.

use std::collections::HashMap;

use crate::game::Print;
use crate::impose::TRAP;
use crate::impose::fit::{extent, fitting, given};
use crate::impose::grid::Grid;
use crate::impose::misfit::DoesNotFit;
use crate::impose::paper::{OrientedPaper, gutter_of};
use crate::impose::plan::Contour;
use crate::units::{Form, Length, Outline, Point, Rect, Sides, Size, polygon};

/// The slots of a sheet.
///
/// Everything but the paper is counted with rows that lie flat; where columns lie between each
/// other, x and y are changed over on the way out.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// The paper as it lies.
    pub(super) paper: Size,
    /// The margins of the paper as it lies.
    pub(super) margin: Sides,
    /// The box of a piece on the sheet.
    pub(super) trim: Size,
    /// All boxes of a full sheet together.
    pub(super) area: Rect,
    bleed: Length,
    form: Form,
    transposed: bool,
    /// The box of a piece, counted with rows that lie flat.
    size: Size,
    /// The upper left corner of the first box.
    origin: Point,
    /// From box to box along a row, and from row to row.
    pitch: Size,
    /// How far every second row lies to the right.
    shift: Length,
    /// Slots in the first row and every second after it.
    even: u32,
    /// Slots in the others.
    odd: u32,
    rows: u32,
}

/// How rows lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rows {
    Straight,
    Between,
    /// As between, with columns for rows.
    ColumnsBetween,
}

impl Lattice {
    /// The arrangement that holds most. Of several, hexagons take the one in which they share their
    /// cuts, everything else straight rows, on portrait paper.
    pub(super) fn choose(
        component: &str,
        form: &Form,
        trim: Size,
        print: &Print,
    ) -> Result<Self, DoesNotFit> {
        let modes: &[Rows] = match form {
            Form::Rectangle | Form::Rounded(_) | Form::Path(_) => &[Rows::Straight],
            Form::Circle => &[Rows::Straight, Rows::Between, Rows::ColumnsBetween],
            Form::Hex => &[Rows::Between, Rows::Straight],
            Form::HexFlat => &[Rows::ColumnsBetween, Rows::Straight],
        };
        let papers = OrientedPaper::candidates(print);
        let mut best: Option<Self> = None;
        for paper in &papers {
            for mode in modes {
                if let Some(found) = Self::on(paper, form, trim, print, *mode)
                    && best.as_ref().is_none_or(|best| found.capacity() > best.capacity())
                {
                    best = Some(found);
                }
            }
        }
        best.ok_or_else(|| DoesNotFit::on(&papers, component, trim, print))
    }

    fn on(
        oriented: &OrientedPaper,
        form: &Form,
        trim: Size,
        print: &Print,
        mode: Rows,
    ) -> Option<Self> {
        let none = Length::ZERO;
        let transposed = mode == Rows::ColumnsBetween;
        let over = |size: Size| if transposed { size.turned() } else { size };
        let size = over(trim);
        let room = over(oriented.printable().size);
        let gutter = over(gutter_of(print));
        let (in_row, high) =
            if transposed { (print.rows, print.columns) } else { (print.columns, print.rows) };
        let (pitch, shift, even, odd, most) = if mode == Rows::Straight {
            let pitch = Size::new(size.width + gutter.width, size.height + gutter.height);
            let even = given(in_row, fitting(room.width, size.width, gutter.width)?)?;
            (pitch, none, even, even, fitting(room.height, size.height, gutter.height)?)
        } else {
            // Even, so that half of it is a whole number.
            let width = Length::emu((size.width + gutter.width).to_emu() + 1) / 2 * 2;
            let even = given(in_row, fitting(room.width, size.width, width - size.width)?)?;
            let shift = width / 2;
            let odd = fitting(room.width - shift, size.width, width - size.width)?.min(even);
            let step = step(form, size, width, gutter.width.max(gutter.height));
            if step <= none || size.height > room.height {
                return None;
            }
            let rows = u32::try_from((room.height - size.height) / step).ok()?.checked_add(1)?;
            (Size::new(width, step), shift, even, odd, rows)
        };
        let rows = given(high, most)?;
        let long = |count: u32| extent(count, size.width, pitch.width - size.width);
        let width = if rows > 1 { long(even).max(shift + long(odd)) } else { long(even) };
        let height = pitch.height * i64::from(rows - 1) + size.height;
        // An odd EMU of slack goes to the right and below.
        let area = oriented.printable().centred(over(Size::new(width, height)));
        let origin =
            if transposed { Point::new(area.y, area.x) } else { Point::new(area.x, area.y) };
        let paper = oriented.size;
        let margin = oriented.margin;
        let bleed = print.bleed.max(none);
        let form = form.clone();
        Some(Self {
            paper,
            margin,
            trim,
            area,
            bleed,
            form,
            transposed,
            size,
            origin,
            pitch,
            shift,
            even,
            odd,
            rows,
        })
    }

    pub(super) fn capacity(&self) -> u64 {
        let even = u64::from(self.even);
        let odd = u64::from(self.odd);
        u64::from(self.rows.div_ceil(2)) * even + u64::from(self.rows / 2) * odd
    }

    /// What the plan says of it.
    pub(super) fn grid(&self) -> Grid {
        let (columns, rows) =
            if self.transposed { (self.rows, self.even) } else { (self.even, self.rows) };
        Grid { columns, rows, area: self.area }
    }

    /// The slot in a column and a row of the sheet, if there is one.
    pub(super) fn slot(&self, column: u32, row: u32) -> Option<u32> {
        let (column, row) = if self.transposed { (row, column) } else { (column, row) };
        let before = u64::from(row / 2) * (u64::from(self.even) + u64::from(self.odd))
            + u64::from(row % 2) * u64::from(self.even);
        (row < self.rows && column < self.in_row(row))
            .then(|| u32::try_from(before + u64::from(column)).ok())
            .flatten()
    }

    fn in_row(&self, row: u32) -> u32 {
        if row.is_multiple_of(2) { self.even } else { self.odd }
    }

    /// The row of a slot and its place in it.
    fn place(&self, slot: u32) -> (u32, u32) {
        let pair = u64::from(self.even) + u64::from(self.odd);
        let above = u64::from(slot) / pair;
        let rest = u64::from(slot) % pair;
        let even = u64::from(self.even);
        let (row, column) =
            if rest < even { (above * 2, rest) } else { (above * 2 + 1, rest - even) };
        (row as u32, column as u32)
    }

    /// The box of a slot.
    pub(super) fn trim_rect(&self, slot: u32) -> Rect {
        let (row, column) = self.place(slot);
        let shift = if row.is_multiple_of(2) { Length::ZERO } else { self.shift };
        let x = self.origin.x + shift + self.pitch.width * i64::from(column);
        let y = self.origin.y + self.pitch.height * i64::from(row);
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        Rect::new(x, y, self.trim)
    }

    /// How far ink may reach out of a box: bleed as wide as half of a piece would reach beyond its
    /// neighbours.
    fn reach(&self) -> Length {
        if self.shift > Length::ZERO {
            self.bleed.min(self.size.width / 2).min(self.size.height / 2)
        } else {
            self.bleed
        }
    }

    /// What may be inked of a slot, as a rectangle: in straight rows, as far as neither the next
    /// slot nor the edge of the paper is nearer; else the outline in the contour says what the
    /// neighbours take.
    pub(super) fn clip_rect(&self, slot: u32) -> Rect {
        let (row, column) = self.place(slot);
        let trim = self.trim_rect(slot);
        let bleed = self.reach();
        let straight = self.shift <= Length::ZERO;
        let inner = |gutter: Length| if straight { bleed.min(gutter / 2) } else { bleed };
        let x = inner(self.pitch.width - self.size.width);
        let y = inner(self.pitch.height - self.size.height);
        let side = |outermost: bool, inner: Length| if outermost { bleed } else { inner };
        let left = (trim.x - side(column == 0, x)).max(Length::ZERO);
        let top = (trim.y - side(row == 0, y)).max(Length::ZERO);
        let right = (trim.right() + side(column + 1 == self.even, x)).min(self.paper.width);
        let bottom = (trim.bottom() + side(row + 1 == self.rows, y)).min(self.paper.height);
        Rect::between(left, top, right, bottom)
    }
}

/// From row to row where every second one lies half a `pitch` to the right, so that neighbours lie
/// `gutter` apart.
fn step(form: &Form, size: Size, pitch: Length, gutter: Length) -> Length {
    let [w, h, p, g] =
        [size.width, size.height, pitch, gutter].map(|length| length.to_emu() as f64);
    let step = if *form == Form::Circle {
        ((w + g) * (w + g) - p * p / 4.0).max(0.0).sqrt()
    } else {
        // The slanted side is `half` wide, `quarter` high and `slant` long.
        let half = (size.width / 2).to_emu() as f64;
        let quarter = (size.height / 4).to_emu() as f64;
        let slant = (half * half + quarter * quarter).sqrt();
        h + (g * slant - quarter * p / 2.0) / half
    };
    Length::emu(step.ceil() as i64)
}

/// The contours of a lattice: what may be inked depends on which neighbours a slot has.
pub(super) struct Contours<'a> {
    lattice: &'a Lattice,
    near: Vec<Near>,
    known: HashMap<u64, usize>,
    pub(super) found: Vec<Contour>,
}

/// Another slot so near that the inks of both would meet.
struct Near {
    rows: i64,
    /// In halves of the pitch.
    halves: i64,
    /// The line between both: its direction, one long, and its distance from the middle of the
    /// piece.
    normal: (f64, f64),
    most: f64,
}

impl<'a> Contours<'a> {
    pub(super) fn new(lattice: &'a Lattice) -> Self {
        Self { lattice, near: near(lattice), known: HashMap::new(), found: Vec::new() }
    }

    /// The number of the contour of a slot.
    pub(super) fn of(&mut self, slot: u32) -> usize {
        let lattice = self.lattice;
        let (row, column) = lattice.place(slot);
        let halves = i64::from(column) * 2 + i64::from(row % 2);
        let there = |near: &Near| {
            let row = i64::from(row) + near.rows;
            let halves = halves + near.halves;
            let odd = row.rem_euclid(2);
            let count = if odd == 0 { lattice.even } else { lattice.odd };
            row >= 0
                && row < i64::from(lattice.rows)
                && (0..i64::from(count)).contains(&((halves - odd).div_euclid(2)))
        };
        let neighbours = self
            .near
            .iter()
            .enumerate()
            .filter(|(_, near)| there(near))
            .fold(0, |all, (bit, _)| all | 1_u64 << bit);
        let found = &mut self.found;
        let near = &self.near;
        *self.known.entry(neighbours).or_insert_with(|| {
            let here: Vec<&Near> = near
                .iter()
                .enumerate()
                .filter(|(bit, _)| neighbours >> bit & 1 == 1)
                .map(|(_, near)| near)
                .collect();
            found.push(contour(lattice, &here));
            found.len() - 1
        })
    }
}

fn contour(lattice: &Lattice, near: &[&Near]) -> Contour {
    let cut = lattice.form.cut(lattice.trim);
    let whole = lattice.form.grown(lattice.trim, lattice.reach());
    // What is placed later covers what lies under it exactly to its own edge.
    let is_later = |near: &Near| (near.rows, near.halves) > (0, 0);
    let under = TRAP.to_emu() as f64;
    let ink = between(lattice, &whole, near.iter().map(|near| (near.normal, near.most)));
    let trapped = between(
        lattice,
        &whole,
        near.iter().map(|near| (near.normal, near.most + if is_later(near) { under } else { 0.0 })),
    );
    Contour { cut, ink, trapped }
}

/// An outline cut off along lines, each with its direction and its distance from the middle of the
/// piece.
fn between(
    lattice: &Lattice,
    whole: &Outline,
    lines: impl Iterator<Item = ((f64, f64), f64)>,
) -> Outline {
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return whole.clone();
    }
    let over =
        |outline: &Outline| if lattice.transposed { outline.transposed() } else { outline.clone() };
    let x = lattice.size.width.to_emu() as f64 / 2.0;
    let y = lattice.size.height.to_emu() as f64 / 2.0;
    let points = lines.fold(over(whole).flattened(), |points, (normal, most)| {
        polygon::cut_off(&points, normal, most + x * normal.0 + y * normal.1)
    });
    Outline::polygon(&points).map_or_else(|| whole.clone(), |outline| over(&outline))
}

/// The neighbours whose ink must be kept apart. In straight rows the rectangles do that.
fn near(lattice: &Lattice) -> Vec<Near> {
    let mut found = Vec::new();
    if lattice.shift <= Length::ZERO {
        return found;
    }
    let [w, h, half_pitch, step] =
        [lattice.size.width, lattice.size.height, lattice.shift, lattice.pitch.height]
            .map(|length| length.to_emu() as f64);
    let reach = lattice.reach().to_emu() as f64;
    // With a reach of at most half a piece nothing farther off comes near.
    for rows in -4_i64..=4 {
        for halves in
            (-6_i64..=6).filter(|halves| (halves - rows) % 2 == 0 && (rows, *halves) != (0, 0))
        {
            let v = (halves as f64 * half_pitch, rows as f64 * step);
            let separators: Vec<((f64, f64), f64)> = match lattice.form {
                Form::Circle => {
                    let length = (v.0 * v.0 + v.1 * v.1).sqrt();
                    vec![((v.0 / length, v.1 / length), w)]
                }
                // Corner above corner: level, so that both see the same line.
                _ if halves == 0 => vec![((0.0, v.1.signum()), h)],
                _ => {
                    let half = w / 2.0;
                    let quarter = h / 4.0;
                    let side = (half * half + quarter * quarter).sqrt();
                    let slanted =
                        |x: f64, y: f64| ((x * quarter / side, y * half / side), half * h / side);
                    vec![((v.0.signum(), 0.0), w), slanted(v.0.signum(), v.1.signum())]
                }
            };
            // Of the parallels to a side, the one that leaves the two the farthest apart.
            let apart = |((x, y), width): &((f64, f64), f64)| x * v.0 + y * v.1 - width;
            let best = separators.into_iter().max_by(|a, b| apart(a).total_cmp(&apart(b)));
            if let Some((normal, width)) = best.filter(|best| apart(best) < 2.0 * reach) {
                let most = normal.0 * (v.0 / 2.0) + normal.1 * (v.1 / 2.0);
                // Rounding must not let a cut reach into itself.
                found.push(Near { rows, halves, normal, most: most.max(width / 2.0) });
            }
        }
    }
    found.truncate(64);
    found
}
