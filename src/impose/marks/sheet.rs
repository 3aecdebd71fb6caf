//! All lines of a side: marks of the wanted style, the line to fold along, and registration
//! crosses. None of them enters what may be inked or what stands beside the cards.

use super::clear::{FROM_INK, FROM_SPOT};
use super::crop::crop;
use super::long::LongLines;
use super::mark::{Mark, Pen};
use super::registration::crosses;
use super::stroke::Stroke;
use super::used::{TrimLine, Used};
use crate::game::MarkStyle;
use crate::impose::UNPRINTABLE;
use crate::impose::cards::arrange::Arrangement;
use crate::impose::grid::Layout;
use crate::impose::paper::FoldLine;
use crate::units::{Length, Rect};

/// Half of the room that the dashes of a fold line need to be seen beside ink.
const FOLD_HALF: Length = Length::um(200);
/// The lines of one sheet after another; those of full sheets are found once.
pub(in crate::impose) struct SheetMarks<'a> {
    arrangement: &'a Arrangement,
    /// Slug line and ruler of both sides, as they lie on the front, and mirrored along the fold.
    spots: Vec<Rect>,
    /// What is the same on every sheet: the fold line and the crosses.
    fixed: Vec<Mark>,
    /// The lines of the last sheet and how many cards it has.
    last: Option<(u32, Vec<Mark>)>,
}

impl<'a> SheetMarks<'a> {
    pub(in crate::impose) fn new(arrangement: &'a Arrangement, spots: &[Rect]) -> Self {
        let mut spots = spots.to_vec();
        if let Some(mirror) = arrangement.mirror() {
            let mirrored: Vec<Rect> = spots.iter().map(|spot| mirror.rect(*spot)).collect();
            spots.extend(mirrored);
        }
        let mut all = Self { arrangement, spots, fixed: Vec::new(), last: None };
        let full = u32::try_from(arrangement.capacity()).unwrap_or(u32::MAX);
        all.fixed.extend(all.fold_line(full));
        if arrangement.first().ruling.register {
            all.fixed.extend(all.crosses(full));
        }
        all
    }

    /// The lines of the front of a sheet with so many cards.
    pub(in crate::impose) fn marks(&mut self, count: u32) -> Vec<Mark> {
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
        let clips_of = |layout: &Layout, cards: u32| {
            let bounds = self.arrangement.bounds(layout, count);
            Used::of(layout, cards).map(|used| used.clips(bounds).collect()).unwrap_or_default()
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
                marks.extend(crop(layout, *count).into_iter().filter(free));
            } else if let Some(used) = Used::of(layout, *count) {
                let own = &clips[at];
                marks.extend(
                    LongLines { layout, used: &used, own, others: &others, spots: &self.spots }
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
                vertical: true,
                at: paper.width / 2,
                from: UNPRINTABLE,
                to: paper.height - UNPRINTABLE,
            },
            FoldLine::Horizontal => Stroke {
                vertical: false,
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
                // A sheet with fewer cards may ink more around them.
                let bounds = self.arrangement.bounds(layout, 1);
                Some(Used::of(layout, count)?.clips(bounds).collect::<Vec<Rect>>())
            })
            .flatten()
            .collect()
    }

    /// A cross at each edge, as near to its middle as there is room; those of a folded sheet once
    /// more behind them.
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
            let lines = |lines: Vec<TrimLine>, vertical, from, to| {
                lines
                    .into_iter()
                    .map(move |line| Stroke { vertical, at: line.at, from, to }.band(half))
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
