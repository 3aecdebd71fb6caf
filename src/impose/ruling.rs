//! All lines of a side: marks of the wanted style, the line to fold along, and registration crosses. None of them enters
//! what may be inked or what stands beside the cards.

use super::UNPRINTABLE;
use super::cards::arrange::Arrangement;
use super::duplex::Flip;
use super::grid::Layout;
use super::marks::{self, Mark, Pen, Used};
use super::paper::FoldLine;
use crate::game::MarkStyle;
use crate::units::{Length, Point, Rect, Sides, Size};

/// Between a line and the label or the ruler.
const FROM_SPOT: Length = Length::um(400);
/// Between the ink and a line that ends there.
const FROM_INK: Length = Length::um(500);
/// Half of the room that the dashes of a fold line need to be seen beside ink.
const FOLD_HALF: Length = Length::um(200);
/// From the middle of a registration cross to its ends.
const ARM: Length = Length::mm(2);
/// Half of the weight of its arms, and some air.
const ARM_HALF: Length = Length::um(100);

/// Draws the lines of one sheet after another; those of full sheets once.
pub(super) struct Ruler<'a> {
    arrangement: &'a Arrangement,
    /// Label and ruler of both sides, as they lie on the front, and mirrored along the fold.
    spots: Vec<Rect>,
    /// What is the same on every sheet: the fold line and the crosses.
    fixed: Vec<Mark>,
    /// The lines of the last sheet and how many cards it has.
    last: Option<(u32, Vec<Mark>)>,
}

impl<'a> Ruler<'a> {
    pub(super) fn new(arrangement: &'a Arrangement, spots: &[Rect]) -> Self {
        let mut spots = spots.to_vec();
        if let Some(mirror) = arrangement.mirror() {
            let mirrored: Vec<Rect> = spots.iter().map(|spot| mirror.rect(*spot)).collect();
            spots.extend(mirrored);
        }
        let mut ruler = Self { arrangement, spots, fixed: Vec::new(), last: None };
        let full = u32::try_from(arrangement.capacity()).unwrap_or(u32::MAX);
        ruler.fixed.extend(ruler.fold_line(full));
        if arrangement.first().ruling.register {
            ruler.fixed.extend(ruler.crosses(full));
        }
        ruler
    }

    /// The lines of the front of a sheet with so many cards.
    pub(super) fn marks(&mut self, count: u32) -> Vec<Mark> {
        match &self.last {
            Some((last, marks)) if *last == count => marks.clone(),
            _ => {
                let marks = self.drawn(count);
                self.last = Some((count, marks.clone()));
                marks
            }
        }
    }

    fn drawn(&self, count: u32) -> Vec<Mark> {
        let mut marks = self.cuts(count);
        if let (Some(fold), Some(mirror)) = (self.arrangement.fold, self.arrangement.mirror()) {
            // An edge of a card that is the fold is not cut.
            let Layout { bounds, ruling, .. } = *self.arrangement.first();
            marks.retain(|mark| {
                let band = Stroke::of(mark).band(ruling.half);
                if fold == FoldLine::Vertical {
                    band.right() < bounds.right()
                } else {
                    band.bottom() < bounds.bottom()
                }
            });
            let mirrored: Vec<Mark> = marks.iter().map(|mark| mark.mirrored(mirror)).collect();
            marks.extend(mirrored);
        }
        marks.extend(self.fixed.iter().copied());
        marks
    }

    /// Where to cut the fronts.
    fn cuts(&self, count: u32) -> Vec<Mark> {
        let style = self.arrangement.first().ruling.style;
        let mut marks = Vec::new();
        if style == MarkStyle::None {
            return marks;
        }
        let filled: Vec<(&Layout, u32)> = self.arrangement.filled(count).collect();
        let clips_of = |layout: &Layout, count: u32| {
            Used::of(layout, count).map(|used| used.clips().collect()).unwrap_or_default()
        };
        let clips: Vec<Vec<Rect>> =
            filled.iter().map(|(layout, count)| clips_of(layout, *count)).collect();
        for (at, (layout, count)) in filled.iter().enumerate() {
            let others: Vec<Rect> = clips
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != at)
                .flat_map(|(_, c)| c)
                .copied()
                .collect();
            if style == MarkStyle::Corners {
                let free = |mark: &Mark| {
                    let band = Stroke::of(mark).band(layout.ruling.half);
                    !others.iter().any(|clip| clip.overlaps(band))
                };
                marks.extend(marks::crop(layout, *count).into_iter().filter(free));
            } else if let Some(used) = Used::of(layout, *count) {
                let own = &clips[at];
                marks.extend(
                    Lines { layout, used: &used, own, others: &others, spots: &self.spots }
                        .drawn(style),
                );
            }
        }
        if filled.len() > 1 {
            // Two blocks share the line between them.
            let mut seen: Vec<Mark> = Vec::with_capacity(marks.len());
            marks.retain(|mark| {
                let new = !seen.contains(mark);
                seen.push(*mark);
                new
            });
        }
        marks
    }

    /// The line to fold along, right across the paper but for what is printed there.
    fn fold_line(&self, full: u32) -> Vec<Mark> {
        let (Some(fold), Some(mirror)) = (self.arrangement.fold, self.arrangement.mirror()) else {
            return Vec::new();
        };
        let paper = self.arrangement.first().paper;
        let line = match fold {
            FoldLine::Vertical => Stroke {
                upright: true,
                at: paper.width / 2,
                from: UNPRINTABLE,
                to: paper.height - UNPRINTABLE,
            },
            FoldLine::Horizontal => Stroke {
                upright: false,
                at: paper.height / 2,
                from: UNPRINTABLE,
                to: paper.width - UNPRINTABLE,
            },
        };
        let fronts = self.clips(full);
        let clips: Vec<Rect> =
            fronts.iter().map(|clip| mirror.rect(*clip)).chain(fronts.iter().copied()).collect();
        line.outside(FOLD_HALF, &[(&clips, FROM_INK), (&self.spots, FROM_SPOT)], Length::mm(1))
            .map(|s| s.mark(Pen::Fold))
            .collect()
    }

    fn clips(&self, full: u32) -> Vec<Rect> {
        let filled = self.arrangement.filled(full);
        filled
            .filter_map(|(layout, count)| {
                Some(Used::of(layout, count)?.clips().collect::<Vec<Rect>>())
            })
            .flatten()
            .collect()
    }

    /// A cross at each edge, as near to its middle as there is room; those of a folded sheet once more behind them.
    fn crosses(&self, full: u32) -> Vec<Mark> {
        let room = self
            .arrangement
            .blocks
            .iter()
            .map(|block| block.marked)
            .reduce(Rect::around)
            .unwrap_or_default();
        let mut taken: Vec<Rect> =
            self.clips(full).iter().map(|clip| clip.grown(FROM_INK)).collect();
        taken.extend(self.spots.iter().map(|spot| spot.grown(FROM_SPOT)));
        for (layout, count) in self.arrangement.filled(full) {
            let Some(used) = Used::of(layout, count) else { continue };
            let half = layout.ruling.half + FROM_INK;
            let Rect { x, y, .. } = layout.marked;
            let lines = |lines: Vec<marks::Line>, upright, from, to| {
                lines
                    .into_iter()
                    .map(move |line| Stroke { upright, at: line.at, from, to }.band(half))
            };
            taken.extend(lines(used.column_lines(), true, y, layout.marked.bottom()));
            taken.extend(lines(used.row_lines(), false, x, layout.marked.right()));
        }
        let mut marks = crosses(room, taken);
        if let Some(mirror) = self.arrangement.mirror() {
            let mirrored: Vec<Mark> = marks.iter().map(|mark| mark.mirrored(mirror)).collect();
            marks.extend(mirrored);
        }
        marks
    }
}

/// A cross at each edge of a room, as near to its middle as nothing is taken.
pub(super) fn crosses(room: Rect, mut taken: Vec<Rect>) -> Vec<Mark> {
    let mut marks = Vec::new();
    let (half, inner) = (ARM + ARM_HALF, room.centre());
    for upright in [false, true] {
        for far in [false, true] {
            let length = if upright { room.size.height } else { room.size.width };
            let spot = |along: Length| {
                let centre = match (upright, far) {
                    (false, false) => Point::new(inner.x + along, room.y + half),
                    (false, true) => Point::new(inner.x + along, room.bottom() - half),
                    (true, false) => Point::new(room.x + half, inner.y + along),
                    (true, true) => Point::new(room.right() - half, inner.y + along),
                };
                let area = Rect::new(centre.x, centre.y, Size::default()).grown(half);
                (room.contains(area) && !taken.iter().any(|t| t.overlaps(area)))
                    .then_some((centre, area))
            };
            let steps = length / Length::mm(2);
            let found =
                (0..=steps).flat_map(|step| [Length::mm(step), Length::mm(-step)]).find_map(spot);
            if let Some((centre, area)) = found {
                taken.push(area);
                let arm = |upright, at: Length, middle: Length| {
                    Stroke { upright, at, from: middle - ARM, to: middle + ARM }.mark(Pen::Join)
                };
                marks.extend([arm(true, centre.x, centre.y), arm(false, centre.y, centre.x)]);
            }
        }
    }
    marks
}

/// Crosses for sheets of pieces: beside what may be inked on any of them, label and ruler of both sides as they lie on the
/// front.
pub(super) fn crosses_beside(
    paper: Size,
    inked: impl Iterator<Item = Rect>,
    spots: &[Rect],
) -> Vec<Mark> {
    let room = Rect::at_origin(paper).inset(Sides::all(UNPRINTABLE));
    let spots = spots.iter().map(|spot| spot.grown(FROM_SPOT));
    crosses(room, inked.map(|clip| clip.grown(FROM_INK)).chain(spots).collect())
}

/// The long lines of one block.
struct Lines<'a> {
    layout: &'a Layout,
    used: &'a Used<'a>,
    /// What may be inked in the block, and in the other one.
    own: &'a [Rect],
    others: &'a [Rect],
    spots: &'a [Rect],
}

impl Lines<'_> {
    fn drawn(&self, style: MarkStyle) -> Vec<Mark> {
        let area = self.used.area();
        let marked = self.layout.marked;
        let mut marks = self.along(
            style,
            true,
            &self.used.column_lines(),
            (marked.y, marked.bottom()),
            (area.y, area.bottom()),
        );
        marks.extend(self.along(
            style,
            false,
            &self.used.row_lines(),
            (marked.x, marked.right()),
            (area.x, area.right()),
        ));
        marks
    }

    /// The lines of one direction, from `start` to `end`; the cards lie from `first` to `last`.
    fn along(
        &self,
        style: MarkStyle,
        upright: bool,
        lines: &[marks::Line],
        (start, end): (Length, Length),
        (first, last): (Length, Length),
    ) -> Vec<Mark> {
        let Layout { ruling, bleed, .. } = *self.layout;
        let stroke = |at, from, to| Stroke { upright, at, from, to };
        let mut strokes = Vec::new();
        for line in lines {
            if style == MarkStyle::Guides {
                let near = ruling.near(bleed);
                strokes.extend([
                    stroke(line.at, start, first - near),
                    stroke(line.at, last + near, end),
                ]);
            } else if bleed > Length::ZERO {
                strokes.push(stroke(line.at, start, end));
            } else {
                // Beside a card the whole of the line lies outside of it.
                let beside = if line.after { line.at + ruling.half } else { line.at - ruling.half };
                strokes.extend([stroke(line.at, start, first), stroke(line.at, last, end)]);
                let marked = self.layout.marked;
                let (low, high) =
                    if upright { (marked.x, marked.right()) } else { (marked.y, marked.bottom()) };
                if beside >= low && beside <= high {
                    strokes.push(stroke(beside, first.max(start), last.min(end)));
                }
            }
        }
        let (pen, dot) = match style {
            MarkStyle::Dotted => (Pen::Dotted, ruling.half),
            MarkStyle::Grid => (Pen::Cut, Length::ZERO),
            _ => (Pen::Crop, Length::ZERO),
        };
        let usual = if bleed > Length::ZERO { FROM_INK } else { Length::ZERO };
        // The first and the last dot reach beyond the ends of the line.
        let from_ink = ruling.offset.unwrap_or(usual) + dot;
        let obstacles: [(&[Rect], Length); 3] =
            [(self.own, from_ink), (self.others, from_ink), (self.spots, FROM_SPOT)];
        strokes
            .into_iter()
            .flat_map(|s| {
                s.outside(ruling.half, &obstacles, ruling.shortest())
                    .map(|s| s.mark(pen))
                    .collect::<Vec<_>>()
            })
            .collect()
    }
}

/// An upright or flat line.
#[derive(Clone, Copy, Debug)]
struct Stroke {
    upright: bool,
    /// Its x if it is upright, else its y.
    at: Length,
    from: Length,
    to: Length,
}

impl Stroke {
    fn of(mark: &Mark) -> Self {
        let upright = mark.from.x == mark.to.x;
        let (at, a, b) = if upright {
            (mark.from.x, mark.from.y, mark.to.y)
        } else {
            (mark.from.y, mark.from.x, mark.to.x)
        };
        Self { upright, at, from: a.min(b), to: a.max(b) }
    }

    /// What it covers, so much to either side.
    fn band(self, half: Length) -> Rect {
        let (across, along) = (half * 2, self.to - self.from);
        if self.upright {
            Rect::new(self.at - half, self.from, Size::new(across, along))
        } else {
            Rect::new(self.from, self.at - half, Size::new(along, across))
        }
    }

    fn mark(self, pen: Pen) -> Mark {
        let point = |along| {
            if self.upright { Point::new(self.at, along) } else { Point::new(along, self.at) }
        };
        Mark { from: point(self.from), to: point(self.to), pen }
    }

    /// The pieces of it that lie outside of the obstacles, with some room before and behind each, and are long enough.
    fn outside(
        self,
        half: Length,
        obstacles: &[(&[Rect], Length)],
        shortest: Length,
    ) -> impl Iterator<Item = Self> + use<> {
        let band = self.band(half);
        let mut gaps: Vec<(Length, Length)> = Vec::new();
        for (rects, clear) in obstacles {
            for rect in rects.iter().filter(|rect| {
                if self.upright {
                    rect.x < band.right() && band.x < rect.right()
                } else {
                    rect.y < band.bottom() && band.y < rect.bottom()
                }
            }) {
                let (from, to) =
                    if self.upright { (rect.y, rect.bottom()) } else { (rect.x, rect.right()) };
                gaps.push((from - *clear, to + *clear));
            }
        }
        gaps.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = self.from;
        for (start, end) in gaps {
            pieces.push(Self { from, to: start.min(self.to), ..self });
            from = from.max(end);
        }
        pieces.push(Self { from, ..self });
        pieces.into_iter().filter(move |piece| piece.to - piece.from >= shortest)
    }
}

impl Mark {
    /// The same line on the other side, or beyond the fold.
    pub(super) fn mirrored(&self, flip: Flip) -> Self {
        Self { from: flip.point(self.from), to: flip.point(self.to), pen: self.pen }
    }
}
