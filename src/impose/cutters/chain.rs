//! Slanted lines that meet end to end become one path: the zigzags of a honeycomb.

use crate::units::{Outline, Path, Point, Segment};

/// Joins lines. Upright and flat ones run right through and stay by themselves.
pub(super) fn joined(lines: Vec<(Point, Point)>) -> Vec<Path> {
    let slanted = |line: &(Point, Point)| line.0.x != line.1.x && line.0.y != line.1.y;
    // A honeycomb has upright sides, too: those as short as its slanted ones belong to them.
    let longest = lines.iter().filter(|line| slanted(line)).map(length).max().unwrap_or(0);
    let (mut chained, alone): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| length(line) <= longest);
    let mut paths: Vec<Path> = alone.into_iter().map(|(from, to)| path(from, vec![to])).collect();
    while let Some(start) = start_of(&chained) {
        let (from, to) = chained.remove(start);
        let ends = |lines: &[(Point, Point)], p: Point| {
            lines.iter().filter(|(a, b)| *a == p || *b == p).count()
        };
        // Begin at an end where the number of lines is odd, if this one has it.
        let (from, to) = if ends(&chained, from) % 2 == 1 && ends(&chained, to) % 2 == 0 {
            (to, from)
        } else {
            (from, to)
        };
        let mut rest = vec![to];
        let mut at = to;
        while let Some(next) = chained.iter().position(|(a, b)| *a == at || *b == at) {
            let (a, b) = chained.remove(next);
            at = if a == at { b } else { a };
            rest.push(at);
        }
        paths.push(path(from, rest));
    }
    paths
}

/// A line with a free end, or the first.
fn start_of(lines: &[(Point, Point)]) -> Option<usize> {
    let odd = |p: Point| lines.iter().filter(|(a, b)| *a == p || *b == p).count() % 2 == 1;
    let free = lines.iter().position(|(from, to)| odd(*from) || odd(*to));
    free.or_else(|| (!lines.is_empty()).then_some(0))
}

/// The square of the length.
fn length(line: &(Point, Point)) -> i128 {
    let x = i128::from((line.1.x - line.0.x).to_emu());
    let y = i128::from((line.1.y - line.0.y).to_emu());
    x * x + y * y
}

/// The path from a point to others, closed where it comes back to its start.
pub(super) fn path(start: Point, mut rest: Vec<Point>) -> Path {
    let is_closed = rest.len() > 2 && rest.last() == Some(&start);
    if is_closed {
        rest.pop();
    }
    let segments = rest.into_iter().map(Segment::Line).collect();
    Path { line: Outline { start, segments }, is_closed }
}
