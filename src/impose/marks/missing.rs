//! Which marks a sheet should have and does not, for want of room.

use std::collections::{BTreeMap, BTreeSet};

use super::mark::{Mark, Pen};
use crate::game::{MarkStyle, Print};
use crate::impose::UNPRINTABLE;
use crate::impose::grid::Ruling;
use crate::impose::paper::FoldLine;
use crate::impose::plan::{Plan, Sheet, Side};
use crate::units::{Length, Rect, Turn};

/// Marks that were left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MissingMarks {
    /// Lines to cut that nothing on the sheet shows: a ruler is laid to two points.
    Cuts {
        /// Where their marks are missing, as the sheet lies: `above`, `below`, `left of`,
        /// `right of`.
        sides: Vec<&'static str>,
        /// From the cards to the nearest of those edges of the paper.
        room: Length,
        /// What a mark takes.
        needed: Length,
    },
    /// The line to fold along.
    Fold,
    /// Registration crosses; two sides are compared at two places.
    Crosses {
        /// How many there are.
        found: usize,
    },
}

/// What the sheets of some cards lack; each thing once, as on the first sheet that lacks it.
pub fn missing_marks<F>(plan: &Plan<F>, print: &Print) -> Vec<MissingMarks> {
    let ruling = Ruling::of(&print.marks);
    let mut missing = Vec::new();
    if ruling.style != MarkStyle::None {
        missing.extend(plan.sheets.iter().find_map(|sheet| missing_cuts(plan, sheet, print)));
    }
    let count = |side: &Side<F>, pen| side.marks.iter().filter(|mark| mark.pen == pen).count();
    let Some(first) = plan.sheets.first() else { return missing };
    if plan.fold.is_some() && count(&first.front, Pen::Fold) == 0 {
        missing.push(MissingMarks::Fold);
    }
    // A cross has two arms, and on folded sheets another behind it.
    let arms = if plan.fold.is_some() { 4 } else { 2 };
    let found = count(&first.front, Pen::Join) / arms;
    if ruling.register && found < 2 {
        missing.push(MissingMarks::Crosses { found });
    }
    missing
}

/// The sides of cards, as messages name them.
const SIDES: [&str; 4] = ["above", "below", "left of", "right of"];

/// A line to cut: whether it is upright, and how far from the left or the upper edge of the paper.
type CutLine = (bool, Length);

/// The cards along a line to cut, counted along it.
struct Along {
    first: Length,
    last: Length,
    /// The shortest side of a card on it.
    shortest: Length,
    /// How the first of them lies.
    turn: Turn,
}

fn missing_cuts<F>(plan: &Plan<F>, sheet: &Sheet<F>, print: &Print) -> Option<MissingMarks> {
    let ruling = Ruling::of(&print.marks);
    let mut sides = BTreeSet::new();
    let mut rooms = Vec::new();
    for ((upright, at), along) in lines_to_cut(plan, sheet) {
        let marks: Vec<(Length, Length)> = sheet
            .front
            .marks
            .iter()
            .filter_map(|mark| on_line(mark, upright, at, ruling.half))
            .collect();
        let from = marks.iter().map(|(from, _)| *from).min();
        let to = marks.iter().map(|(_, to)| *to).max();
        if from.zip(to).is_some_and(|(from, to)| to - from >= along.shortest) {
            continue;
        }
        // Of two blocks, which the first cut parts, each is squared from that cut.
        if !marks.is_empty() && is_against_a_block(sheet, upright, &along) {
            continue;
        }
        let paper = if upright { plan.paper.height } else { plan.paper.width };
        let [before, after] = if upright { [0, 1] } else { [2, 3] };
        if !marks.iter().any(|(_, to)| *to <= along.first) {
            sides.insert(before);
            rooms.push(along.first);
        }
        if !marks.iter().any(|(from, _)| *from >= along.last) {
            sides.insert(after);
            rooms.push(paper - along.last);
        }
    }
    let room = rooms.into_iter().min()?;
    let needed = ruling.near(print.bleed.max(Length::ZERO)) + ruling.shortest() + UNPRINTABLE;
    let sides = sides.into_iter().filter_map(|side: usize| SIDES.get(side).copied()).collect();
    Some(MissingMarks::Cuts { sides, room, needed })
}

/// Where the stretch of a mark on a line begins and ends, if it lies on it.
fn on_line(mark: &Mark, upright: bool, at: Length, near: Length) -> Option<(Length, Length)> {
    let cuts = matches!(mark.pen, Pen::Crop | Pen::Cut | Pen::Dotted);
    let Rect { x, y, .. } = mark.bounds();
    let is_upright = mark.from.x == mark.to.x;
    let across = if upright { x } else { y };
    if !cuts || is_upright != upright || (across - at).abs() > near {
        return None;
    }
    let bounds = mark.bounds();
    Some(if upright { (y, bounds.bottom()) } else { (x, bounds.right()) })
}

/// Whether a line ends before a block of cards that lie the other way.
fn is_against_a_block<F>(sheet: &Sheet<F>, upright: bool, along: &Along) -> bool {
    sheet.front.placements.iter().filter(|placement| placement.turn != along.turn).any(|other| {
        let trim = other.trim;
        let (first, last) = if upright { (trim.y, trim.bottom()) } else { (trim.x, trim.right()) };
        last <= along.first || first >= along.last
    })
}

/// The edges of cards, but for those that are the edge of the paper or the fold.
fn lines_to_cut<F>(plan: &Plan<F>, sheet: &Sheet<F>) -> BTreeMap<CutLine, Along> {
    let mut lines: BTreeMap<CutLine, Along> = BTreeMap::new();
    for placement in &sheet.front.placements {
        let trim = placement.trim;
        for (upright, at, first, last) in [
            (true, trim.x, trim.y, trim.bottom()),
            (true, trim.right(), trim.y, trim.bottom()),
            (false, trim.y, trim.x, trim.right()),
            (false, trim.bottom(), trim.x, trim.right()),
        ] {
            let end = if upright { plan.paper.width } else { plan.paper.height };
            let fold = match plan.fold {
                Some(FoldLine::Vertical) => upright,
                Some(FoldLine::Horizontal) => !upright,
                None => false,
            };
            // Half of an odd length is half an EMU off.
            let is_fold = fold && (at - end / 2).abs() <= Length::emu(1);
            if at <= Length::ZERO || at >= end || is_fold {
                continue;
            }
            let shortest = last - first;
            lines
                .entry((upright, at))
                .and_modify(|along| {
                    along.first = along.first.min(first);
                    along.last = along.last.max(last);
                    along.shortest = along.shortest.min(shortest);
                })
                .or_insert(Along { first, last, shortest, turn: placement.turn });
        }
    }
    lines
}
