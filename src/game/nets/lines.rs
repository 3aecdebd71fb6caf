//! The lines of a net: what is cut, and the hatching of what takes glue.

use std::collections::BTreeMap;

use super::ink::under_glue;
use super::net::{Crease, Net, NetPart, Role};
use crate::units::{Length, Outline, Point, Segment, polygon};

/// Between two lines of the hatching.
const HATCH: Length = Length::um(1500);
/// From the hatching to the edges.
const CLEAR: Length = Length::um(400);

impl Net {
    /// Where to cut: around each piece, then the holes.
    pub fn cuts(&self) -> Vec<Outline> {
        let mut cuts = around(self);
        cuts.extend(self.holes.iter().cloned());
        cuts
    }

    /// Slanted lines over what takes glue, each by its ends, beginning where the ink of the panel
    /// ends.
    pub fn hatching(&self) -> Vec<(Point, Point)> {
        let mut lines = Vec::new();
        let glue = |(_, part): &(usize, &NetPart)| part.role == Role::Glue;
        for (number, part) in self.parts.iter().enumerate().filter(glue) {
            let mut area = part.outline.flattened();
            if let Some(crease) = self.creases.iter().find(|crease| crease.parts[1] == number) {
                area = beyond(&area, crease, under_glue(self, part, self.room) + CLEAR);
            }
            lines.extend(lines_in(&area));
        }
        lines
    }
}

/// The edges of all parts that are no creases, joined to closed lines: both parts of a crease leave
/// it out, so as many edges begin in a point as end there.
fn around(net: &Net) -> Vec<Outline> {
    let pieces: Vec<(Point, Segment)> = net
        .parts
        .iter()
        .enumerate()
        .flat_map(|(number, part)| free_edges(net, number, part))
        .collect();
    let mut starts: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    for (number, (from, _)) in pieces.iter().enumerate().rev() {
        starts.entry(*from).or_default().push(number);
    }
    let mut cuts = Vec::new();
    for (start, _) in &pieces {
        let mut end = *start;
        let mut segments = Vec::new();
        while let Some(number) = starts.get_mut(&end).and_then(Vec::pop) {
            segments.push(pieces[number].1);
            end = pieces[number].1.end();
            if end == *start {
                break;
            }
        }
        if !segments.is_empty() {
            cuts.push(Outline { start: *start, segments: straightened(*start, segments) });
        }
    }
    cuts
}

/// The edges of an outline, the one that closes it included.
fn edges(outline: &Outline) -> impl Iterator<Item = (Point, Segment)> {
    let closing = outline
        .segments
        .last()
        .is_some_and(|last| last.end() != outline.start)
        .then_some(Segment::Line(outline.start));
    let starts = std::iter::once(outline.start).chain(outline.segments.iter().map(Segment::end));
    starts.zip(outline.segments.iter().copied().chain(closing)).collect::<Vec<_>>().into_iter()
}

/// What the creases of a part leave of its edges.
fn free_edges(net: &Net, number: usize, part: &NetPart) -> Vec<(Point, Segment)> {
    let creases: Vec<&Crease> =
        net.creases.iter().filter(|crease| crease.parts.contains(&number)).collect();
    let mut free = Vec::new();
    for (from, segment) in edges(&part.outline) {
        let Segment::Line(to) = segment else {
            free.push((from, segment));
            continue;
        };
        // How far along the edge each crease on it begins and ends.
        let mut folded: Vec<(Length, Length)> =
            creases.iter().filter_map(|crease| common(from, to, crease)).collect();
        folded.sort_unstable();
        let mut begun = from;
        for (first, last) in folded {
            let first = along(from, to, first);
            let last = along(from, to, last);
            if begun != first {
                free.push((begun, Segment::Line(first)));
            }
            begun = last;
        }
        if begun != to {
            free.push((begun, Segment::Line(to)));
        }
    }
    free
}

/// The part of a vertical or horizontal edge that a crease covers, counted from its start.
fn common(from: Point, to: Point, crease: &Crease) -> Option<(Length, Length)> {
    let upright = from.x == to.x && crease.from.x == from.x && crease.to.x == from.x;
    let flat = from.y == to.y && crease.from.y == from.y && crease.to.y == from.y;
    let (start, end, a, b) = match (upright, flat) {
        (true, false) => (from.y, to.y, crease.from.y, crease.to.y),
        (false, true) => (from.x, to.x, crease.from.x, crease.to.x),
        _ => return None,
    };
    let counted = |at: Length| if end > start { at - start } else { start - at };
    let length = counted(end);
    let first = counted(a).min(counted(b)).max(Length::ZERO);
    let last = counted(a).max(counted(b)).min(length);
    (first < last).then_some((first, last))
}

fn along(from: Point, to: Point, by: Length) -> Point {
    let step = |a: Length, b: Length| if b > a { a + by } else { a - by };
    if from.x == to.x {
        Point::new(from.x, step(from.y, to.y))
    } else {
        Point::new(step(from.x, to.x), from.y)
    }
}

/// Straight lines that go on straight are one.
fn straightened(start: Point, segments: Vec<Segment>) -> Vec<Segment> {
    let mut kept: Vec<Segment> = Vec::with_capacity(segments.len());
    let mut before: Option<Point> = None;
    let mut at = start;
    for segment in segments {
        if let (Segment::Line(end), Some(from), Some(Segment::Line(last))) =
            (segment, before, kept.last_mut())
            && ((from.x == at.x && at.x == end.x) || (from.y == at.y && at.y == end.y))
        {
            *last = end;
            at = end;
            continue;
        }
        before = Some(at);
        at = segment.end();
        kept.push(segment);
    }
    kept
}

/// What of a flap lies at least `from` behind its crease.
fn beyond(area: &[Point], crease: &Crease, from: Length) -> Vec<Point> {
    let dx = crease.to.x - crease.from.x;
    let dy = crease.to.y - crease.from.y;
    let sign = |length: Length| length.to_emu().signum() as f64;
    // Clockwise around the panel, out of it is to the left of the crease.
    let normal = (-sign(dy), sign(dx));
    let max = crease.from.x.to_emu() as f64 * normal.0 + crease.from.y.to_emu() as f64 * normal.1
        - from.to_emu() as f64;
    polygon::cut_off(area, normal, max)
}

/// Lines that rise to the right through a polygon without holes, a little inside.
fn lines_in(area: &[Point]) -> Vec<(Point, Point)> {
    let sum = |p: &Point| (p.x + p.y).to_emu();
    let (Some(least), Some(greatest)) = (area.iter().map(sum).min(), area.iter().map(sum).max())
    else {
        return Vec::new();
    };
    // Counted along an axis, lines at 45° are further apart by √2.
    let step = HATCH.to_emu() * 1_414_214 / 1_000_000;
    let mut lines = Vec::new();
    let mut at = least + step / 2;
    while at < greatest {
        let mut crossings: Vec<i64> = area
            .iter()
            .zip(area.iter().cycle().skip(1))
            .filter_map(|(a, b)| {
                let from = sum(a);
                let to = sum(b);
                if (from <= at) == (to <= at) {
                    return None;
                }
                let ax = i128::from(a.x.to_emu());
                let bx = i128::from(b.x.to_emu());
                let x = ax + (bx - ax) * i128::from(at - from) / i128::from(to - from);
                i64::try_from(x).ok()
            })
            .collect();
        crossings.sort_unstable();
        for pair in crossings.chunks_exact(2) {
            let left = Length::emu(pair[0]) + CLEAR;
            let right = Length::emu(pair[1]) - CLEAR;
            if left < right {
                let point = |x: Length| Point::new(x, Length::emu(at) - x);
                lines.push((point(left), point(right)));
            }
        }
        at += step;
    }
    lines
}
