//! How many cards go into one direction of a sheet, and the sum that says why not.

use std::fmt::Write;

use super::paper::{FoldLine, OrientedPaper, gutter_of};
use crate::game::Print;
use crate::units::{Length, Size};

/// One direction of a sheet: what must lie between two edges of the paper.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisFit {
    /// From edge to edge.
    paper: Length,
    /// The margins at the two edges.
    before: Length,
    after: Length,
    trim: Length,
    gutter: Length,
    /// How many there must be, if that is given.
    wanted: Option<u32>,
    /// Where the paper is folded in the middle across this direction: between the fold and the
    /// cards.
    fold: Option<Length>,
}

impl AxisFit {
    /// Across and down. Folded sheets say where, and with how much room beside the fold.
    pub(super) fn both(
        paper: &OrientedPaper,
        trim: Size,
        print: &Print,
        fold: Option<(FoldLine, Length)>,
    ) -> [Self; 2] {
        let gutter = gutter_of(print);
        let along = |axis| fold.filter(|(fold, _)| *fold == axis).map(|(_, room)| room);
        let across = Self {
            paper: paper.size.width,
            before: paper.margin.left,
            after: paper.margin.right,
            trim: trim.width,
            gutter: gutter.width,
            wanted: print.columns,
            fold: along(FoldLine::Vertical),
        };
        let down = Self {
            paper: paper.size.height,
            before: paper.margin.top,
            after: paper.margin.bottom,
            trim: trim.height,
            gutter: gutter.height,
            wanted: print.rows,
            fold: along(FoldLine::Horizontal),
        };
        [across, down]
    }

    /// The number that is given, or as many as fit; nothing if that is not even one.
    pub(super) fn count(&self) -> Option<u32> {
        given(self.wanted, fitting(self.room(), self.trim, self.gutter)?)
    }

    fn room(&self) -> Length {
        match self.fold {
            Some(beside) => self.paper / 2 - beside - self.outer(),
            None => self.paper - self.before - self.after,
        }
    }

    /// The margin of a folded sheet. Its halves lie on each other, so that both have the wider one.
    fn outer(&self) -> Length {
        self.before.max(self.after)
    }

    /// What is too much on a paper that lies as the word says, if anything is.
    pub(super) fn sums(word: &str, both: &[Self; 2]) -> Option<String> {
        let sums: Vec<String> =
            both.iter().filter(|fit| fit.count().is_none()).map(Self::sum).collect();
        (!sums.is_empty()).then(|| format!("{word} {}", sums.join(" and ")))
    }

    /// `3 × 70 mm + gutters 2 × 2 mm + margins 2 × 8 mm = 230 mm > 210 mm`.
    fn sum(&self) -> String {
        let count = self.wanted.unwrap_or(1).max(1);
        let mut total = extent(count, self.trim, self.gutter);
        let mut sum =
            if count > 1 { format!("{count} × {}", self.trim) } else { self.trim.to_string() };
        // Writing to a String cannot fail.
        if count > 1 && self.gutter > Length::ZERO {
            let _ = if count == 2 {
                write!(sum, " + gutter {}", self.gutter)
            } else {
                write!(sum, " + gutters {} × {}", count - 1, self.gutter)
            };
        }
        if let Some(beside) = self.fold {
            if beside > Length::ZERO {
                let _ = write!(sum, " + {beside} along the fold");
            }
            if self.outer() > Length::ZERO {
                let _ = write!(sum, " + margin {}", self.outer());
            }
            total = total + beside + self.outer();
            return format!("{sum} = {total} > {}, half of the paper", self.paper / 2);
        }
        if self.before == self.after && self.before > Length::ZERO {
            let _ = write!(sum, " + margins 2 × {}", self.before);
        } else if self.before != self.after {
            let _ = write!(sum, " + margins {} + {}", self.before, self.after);
        }
        total = total + self.before + self.after;
        if total == self.trim {
            format!("{total} > {}", self.paper)
        } else {
            format!("{sum} = {total} > {}", self.paper)
        }
    }
}

/// How many of a length go into the room with gutters only between them; none is no number.
pub(super) fn fitting(room: Length, trim: Length, gutter: Length) -> Option<u32> {
    if trim <= Length::ZERO || trim > room {
        return None;
    }
    u32::try_from((room + gutter) / (trim + gutter)).ok()
}

/// That many lengths with gutters between them.
pub(super) fn extent(count: u32, trim: Length, gutter: Length) -> Length {
    (trim + gutter) * i64::from(count) - gutter
}

/// The number that is given, if so many fit, or as many as fit.
pub(super) fn given(wanted: Option<u32>, max_count: u32) -> Option<u32> {
    match wanted {
        Some(wanted) => (wanted <= max_count).then_some(wanted),
        None => Some(max_count),
    }
}
