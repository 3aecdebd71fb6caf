//! What a knife or a machine has to follow, each line once.
//!
//! A cut that two neighbours share is one line, right through as far as it goes. What shares
//! nothing is one closed path. The edge of the paper is no cut. Nothing is drawn around the whole.

use std::collections::{BTreeMap, HashMap};

use super::cut::Cut;
use crate::impose::marks::Pen;
use crate::impose::plan::{Placement, Plan, Side};
use crate::units::{Length, Outline, Point, Rect, Segment, Size};

/// The lines of one front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cuts {
    /// To be cut.
    pub cuts: Vec<Path>,
    /// To be folded.
    pub folds: Vec<Path>,
}

/// A line of straight pieces and curves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Its pieces; whether the last point is joined to the first is said beside.
    pub line: Outline,
    /// Whether it comes back to where it began.
    pub is_closed: bool,
}

/// Corners as near as this are the same corner, in EMU: the hexagons of a honeycomb are computed
/// one by one.
const SAME: i64 = 180;

/// What is to be cut and folded on one front of a plan.
pub fn cuts<F>(plan: &Plan<F>, front: &Side<F>) -> Cuts {
    let mut corners = Corners::default();
    // Tokens and nets say themselves what is to be cut, each line once.
    let placements: &[Placement<F>] = if front.cuts.is_empty() { &front.placements } else { &[] };
    let outlines: Vec<Outline> =
        placements.iter().map(|p| corners.snap(&outline(plan, p))).collect();
    let mut lines = Lines::default();
    for (owner, outline) in outlines.iter().enumerate() {
        for (from, to) in straights(outline) {
            lines.add(from, to, owner);
        }
    }
    let curves = curve_owners(&outlines);
    let alone = |owner: usize, outline: &Outline| {
        straights(outline)
            .all(|(from, to)| !lines.is_shared(from, to, owner) && !on_edge(from, to, plan.paper))
            && curves_of(outline).all(|curve| curves.get(&curve) == Some(&1))
    };
    let mut found = Cuts::default();
    let mut shared = Lines::default();
    let mut done: Vec<Curve> = Vec::new();
    for (owner, outline) in outlines.iter().enumerate() {
        if alone(owner, outline) {
            found.cuts.push(Path { line: outline.clone(), is_closed: true });
            continue;
        }
        for (from, to) in straights(outline).filter(|(from, to)| !on_edge(*from, *to, plan.paper)) {
            shared.add(from, to, owner);
        }
        for curve in curves_of(outline) {
            if !done.contains(&curve) {
                let Curve(start, a, b, end) = curve;
                found.cuts.push(Path {
                    line: Outline { start, segments: vec![Segment::Curve(a, b, end)] },
                    is_closed: false,
                });
                done.push(curve);
            }
        }
    }
    // Slits inside of a piece; a mark along its outline says again what the outline says.
    for mark in front.marks.iter().filter(|mark| mark.pen == Pen::Cut) {
        let inside = |p: &Placement<F>| holds(p.trim, mark.from) && holds(p.trim, mark.to);
        if placements.iter().any(inside) {
            let (from, to) = (corners.of(mark.from), corners.of(mark.to));
            for (from, to) in lines.rest(from, to) {
                shared.add(from, to, usize::MAX);
            }
        }
    }
    found.cuts.extend(joined(shared.merged()));
    let own = |cut: &Cut| Path {
        line: Outline { start: cut.start, segments: cut.segments.clone() },
        is_closed: cut.closed,
    };
    found.cuts.extend(front.cuts.iter().map(own));
    let mut folds = Lines::default();
    for mark in front.marks.iter().filter(|mark| mark.pen == Pen::Fold) {
        folds.add(mark.from, mark.to, usize::MAX);
    }
    found.folds = folds.merged().into_iter().map(|(from, to)| open(vec![from, to])).collect();
    found
}

/// The line around a placement: its shape, or its trim as far as it lies on the paper and is inked.
fn outline<F>(plan: &Plan<F>, placement: &Placement<F>) -> Outline {
    let trim = placement.trim;
    if let Some(shape) = placement.shape.and_then(|shape| plan.shapes.get(shape)) {
        return shape.cut.placed(placement.turn.apply(trim.size), trim, placement.turn);
    }
    let paper = Rect::at_origin(plan.paper);
    if paper.contains(trim) {
        return Outline::rectangle(trim);
    }
    let clip = placement.clip;
    let (x, y) = (trim.x.max(clip.x), trim.y.max(clip.y));
    let (right, bottom) = (trim.right().min(clip.right()), trim.bottom().min(clip.bottom()));
    Outline::rectangle(Rect::new(x, y, Size::new(right - x, bottom - y)))
}

fn holds(area: Rect, p: Point) -> bool {
    (area.x..=area.right()).contains(&p.x) && (area.y..=area.bottom()).contains(&p.y)
}

fn on_edge(from: Point, to: Point, paper: Size) -> bool {
    let upright = from.x == to.x && (from.x <= Length::ZERO || from.x >= paper.width);
    upright || from.y == to.y && (from.y <= Length::ZERO || from.y >= paper.height)
}

/// The straight pieces, the closing one included.
fn straights(outline: &Outline) -> impl Iterator<Item = (Point, Point)> {
    let mut at = outline.start;
    let mut found = Vec::new();
    for segment in &outline.segments {
        let end = match *segment {
            Segment::Line(end) => {
                found.push((at, end));
                end
            }
            Segment::Curve(.., end) => end,
        };
        at = end;
    }
    found.push((at, outline.start));
    found.into_iter().filter(|(from, to)| from != to)
}

/// A curve, from its lesser end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Curve(Point, Point, Point, Point);

fn curves_of(outline: &Outline) -> impl Iterator<Item = Curve> {
    let mut at = outline.start;
    let mut found = Vec::new();
    for segment in &outline.segments {
        at = match *segment {
            Segment::Line(end) => end,
            Segment::Curve(a, b, end) => {
                found.push(if at <= end { Curve(at, a, b, end) } else { Curve(end, b, a, at) });
                end
            }
        };
    }
    found.into_iter()
}

fn curve_owners(outlines: &[Outline]) -> BTreeMap<Curve, usize> {
    let mut owners = BTreeMap::new();
    for curve in outlines.iter().flat_map(curves_of) {
        *owners.entry(curve).or_insert(0) += 1;
    }
    owners
}

/// Corners seen so far, so that one a hair beside another becomes the same.
#[derive(Default)]
struct Corners {
    cells: HashMap<(i64, i64), Vec<Point>>,
}

impl Corners {
    fn of(&mut self, p: Point) -> Point {
        let (x, y) = (p.x.to_emu(), p.y.to_emu());
        let cell = (x.div_euclid(2 * SAME), y.div_euclid(2 * SAME));
        for column in cell.0 - 1..=cell.0 + 1 {
            for row in cell.1 - 1..=cell.1 + 1 {
                let near = |q: &&Point| {
                    (q.x - p.x).abs().to_emu() <= SAME && (q.y - p.y).abs().to_emu() <= SAME
                };
                if let Some(known) =
                    self.cells.get(&(column, row)).and_then(|points| points.iter().find(near))
                {
                    return *known;
                }
            }
        }
        self.cells.entry(cell).or_default().push(p);
        p
    }

    fn snap(&mut self, outline: &Outline) -> Outline {
        let start = self.of(outline.start);
        let segment = |segment: &Segment| match *segment {
            Segment::Line(end) => Segment::Line(self.of(end)),
            // Control points are no corners.
            Segment::Curve(a, b, end) => Segment::Curve(a, b, self.of(end)),
        };
        Outline { start, segments: outline.segments.iter().map(segment).collect() }
    }
}

/// An infinite line: its direction in lowest terms, and its distance from the origin times the
/// length of that.
type Carrier = (i64, i64, i128);

/// Stretches on infinite lines, counted along their direction.
#[derive(Default)]
struct Lines {
    on: BTreeMap<Carrier, Vec<Piece>>,
}

/// A stretch from one point to another, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    from: (i128, Point),
    to: (i128, Point),
    owner: usize,
}

fn piece(from: Point, to: Point, owner: usize) -> Option<(Carrier, Piece)> {
    let (x, y) = ((to.x - from.x).to_emu(), (to.y - from.y).to_emu());
    let divisor = gcd(x.abs(), y.abs());
    if divisor == 0 {
        return None;
    }
    let (mut dx, mut dy) = (x / divisor, y / divisor);
    if dx < 0 || dx == 0 && dy < 0 {
        (dx, dy) = (-dx, -dy);
    }
    let cross =
        i128::from(dx) * i128::from(from.y.to_emu()) - i128::from(dy) * i128::from(from.x.to_emu());
    let place = |p: Point| {
        i128::from(dx) * i128::from(p.x.to_emu()) + i128::from(dy) * i128::from(p.y.to_emu())
    };
    let (mut a, mut b) = ((place(from), from), (place(to), to));
    if b.0 < a.0 {
        (a, b) = (b, a);
    }
    Some(((dx, dy, cross), Piece { from: a, to: b, owner }))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Lines {
    fn add(&mut self, from: Point, to: Point, owner: usize) {
        if let Some((carrier, piece)) = piece(from, to, owner) {
            self.on.entry(carrier).or_default().push(piece);
        }
    }

    /// Whether another owner has a part of the stretch, too.
    fn is_shared(&self, from: Point, to: Point, owner: usize) -> bool {
        let Some((carrier, mine)) = piece(from, to, owner) else { return false };
        let meets = |other: &Piece| {
            other.owner != owner && other.from.0 < mine.to.0 && mine.from.0 < other.to.0
        };
        self.on.get(&carrier).is_some_and(|pieces| pieces.iter().any(meets))
    }

    /// What of a stretch is not here yet.
    fn rest(&self, from: Point, to: Point) -> Vec<(Point, Point)> {
        let Some((carrier, mine)) = piece(from, to, usize::MAX) else { return Vec::new() };
        let mut here = self.on.get(&carrier).cloned().unwrap_or_default();
        here.sort_by_key(|piece| piece.from.0);
        let (mut at, mut rest) = (mine.from, Vec::new());
        for piece in here {
            if piece.from.0 > at.0 {
                let end = if piece.from.0 < mine.to.0 { piece.from } else { mine.to };
                if end.0 > at.0 {
                    rest.push((at.1, end.1));
                }
            }
            if piece.to.0 > at.0 {
                at = piece.to;
            }
        }
        if mine.to.0 > at.0 {
            rest.push((at.1, mine.to.1));
        }
        rest
    }

    /// Every stretch once, those that touch or overlap in one.
    fn merged(&self) -> Vec<(Point, Point)> {
        let mut found = Vec::new();
        for pieces in self.on.values() {
            let mut pieces = pieces.clone();
            pieces.sort_by_key(|piece| (piece.from.0, piece.to.0));
            let mut current: Option<Piece> = None;
            for piece in pieces {
                match &mut current {
                    Some(current) if piece.from.0 <= current.to.0 => {
                        if piece.to.0 > current.to.0 {
                            current.to = piece.to;
                        }
                    }
                    _ => {
                        found
                            .extend(current.replace(piece).map(|piece| (piece.from.1, piece.to.1)));
                    }
                }
            }
            found.extend(current.map(|piece| (piece.from.1, piece.to.1)));
        }
        found
    }
}

/// Slanted lines that meet end to end become one path; upright and flat ones run right through and
/// stay by themselves.
fn joined(lines: Vec<(Point, Point)>) -> Vec<Path> {
    let slanted = |line: &(Point, Point)| line.0.x != line.1.x && line.0.y != line.1.y;
    // A honeycomb has upright sides, too: those as short as its slanted ones belong to them.
    let longest = lines.iter().filter(|line| slanted(line)).map(length).max().unwrap_or(0);
    let (mut chained, alone): (Vec<_>, Vec<_>) =
        lines.into_iter().partition(|line| length(line) <= longest);
    let mut paths: Vec<Path> = alone.into_iter().map(|(from, to)| open(vec![from, to])).collect();
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
        let mut points = vec![from, to];
        let mut at = to;
        while let Some(next) = chained.iter().position(|(a, b)| *a == at || *b == at) {
            let (a, b) = chained.remove(next);
            at = if a == at { b } else { a };
            points.push(at);
        }
        paths.push(open(points));
    }
    paths
}

/// A line with a free end, or the first.
fn start_of(lines: &[(Point, Point)]) -> Option<usize> {
    let odd = |p: Point| lines.iter().filter(|(a, b)| *a == p || *b == p).count() % 2 == 1;
    lines.iter().position(|(from, to)| odd(*from) || odd(*to)).or(if lines.is_empty() {
        None
    } else {
        Some(0)
    })
}

/// The square of the length.
fn length(line: &(Point, Point)) -> i128 {
    let (x, y) =
        (i128::from((line.1.x - line.0.x).to_emu()), i128::from((line.1.y - line.0.y).to_emu()));
    x * x + y * y
}

fn open(points: Vec<Point>) -> Path {
    let is_closed = points.len() > 3 && points.first() == points.last();
    let mut points = points.into_iter();
    let start = points.next().unwrap_or_default();
    let mut segments: Vec<Segment> = points.map(Segment::Line).collect();
    if is_closed {
        segments.pop();
    }
    Path { line: Outline { start, segments }, is_closed }
}

impl Path {
    /// As the `d` of an SVG path, in millimetres.
    pub fn to_svg(&self) -> String {
        let d = self.line.to_svg();
        if self.is_closed { d } else { d.trim_end_matches('Z').to_owned() }
    }

    /// Its corners, with curves cut into pieces that lie at most `tolerance` beside them.
    pub fn flattened(&self, tolerance: Length) -> Vec<Point> {
        let mut points = self.line.corners(tolerance);
        if self.is_closed && points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Gutter, Print};
    use crate::impose::{Job, Mark, Run, Shape, plan};
    use crate::units::{Form, Turn, card_size, math};

    fn cards(copies: u32, gutter: i64) -> Plan<usize> {
        let gutter = Gutter { x: Length::mm(gutter), y: Length::mm(gutter) };
        let print = Print { gutter, ..Print::default() };
        let runs = vec![Run { face: 0, back: None, copies }];
        plan(&Job {
            component: "deck",
            trim: card_size("poker-euro").unwrap(),
            runs,
            print: &print,
        })
        .unwrap()
    }

    fn at(x: f64, y: f64) -> Point {
        Point::new(Length::round_mm(x), Length::round_mm(y))
    }

    fn shaped(outline: Outline, places: &[(f64, f64)], size: Size) -> Plan<usize> {
        let mut found = cards(0, 0);
        let placements = places.iter().zip(0..).map(|(&(x, y), slot)| {
            let corner = at(x, y);
            let trim = Rect::new(corner.x, corner.y, size);
            Placement {
                slot,
                copy: slot,
                face: 0,
                trim,
                clip: trim,
                turn: Turn::None,
                shape: Some(0),
            }
        });
        let front = Side { placements: placements.collect(), ..Side::default() };
        found.shapes = vec![Shape { cut: outline.clone(), trapped: outline.clone(), ink: outline }];
        found.sheets = vec![crate::impose::Sheet { front, back: None }];
        found
    }

    #[test]
    fn cards_edge_to_edge_are_cut_by_lines_right_through() {
        let plan = cards(9, 0);
        let found = cuts(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 8);
        let area = plan.grid.area;
        assert!(found.cuts.iter().all(|path| !path.is_closed && path.line.segments.len() == 1));
        let upright =
            found.cuts.iter().filter(|path| path.line.bounds().size.width == Length::ZERO);
        assert!(
            upright
                .map(|path| path.line.bounds())
                .all(|line| line.y == area.y && line.bottom() == area.bottom())
        );
    }

    #[test]
    fn cards_apart_are_cut_one_by_one() {
        let plan = cards(4, 6);
        let found = cuts(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 4);
        for (path, placement) in found.cuts.iter().zip(&plan.sheets[0].front.placements) {
            assert_eq!(*path, Path { line: Outline::rectangle(placement.trim), is_closed: true });
        }
        assert_eq!(found.cuts[0].flattened(Length::ZERO).len(), 4);
    }

    #[test]
    fn circles_that_touch_are_cut_whole() {
        let r = 10.0;
        let size = Size::new(Length::mm(20), Length::mm(20));
        let circle = Form::Circle.cut(size);
        let plan = shaped(circle, &[(10.0, 10.0), (30.0, 10.0)], size);
        let found = cuts(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 2);
        assert!(found.cuts.iter().all(|path| path.is_closed));
        let points = found.cuts[0].flattened(Length::emu(180));
        let off = |p: &Point| (math::hypot(p.x.to_mm() - 20.0, p.y.to_mm() - 20.0) - r).abs();
        assert!(points.len() > 30 && points.iter().all(|p| off(p) < 0.004), "{}", points.len());
        let between = |p: &Point, q: &Point| Point::new((p.x + q.x) / 2, (p.y + q.y) / 2);
        assert!(points.windows(2).all(|pair| off(&between(&pair[0], &pair[1])) < 0.01));
    }

    #[test]
    fn hexagons_side_by_side_share_their_sides() {
        // Point up, 20 mm wide: offset rows, three above two. 5 × 6 sides, of which 2 + 4 + 1 are
        // shared.
        let (w, s) = (20.0, 20.0 / 3.0_f64.sqrt());
        let hexagon = Outline::polygon(&[
            at(w / 2.0, 0.0),
            at(w, s / 2.0),
            at(w, 1.5 * s),
            at(w / 2.0, 2.0 * s),
            at(0.0, 1.5 * s),
            at(0.0, s / 2.0),
        ])
        .unwrap();
        let places = [
            (10.0, 10.0),
            (30.0, 10.0),
            (50.0, 10.0),
            (20.0, 10.0 + 1.5 * s),
            (40.0, 10.0 + 1.5 * s),
        ];
        let plan = shaped(hexagon, &places, Size::new(Length::mm(20), at(0.0, 2.0 * s).y));
        let found = cuts(&plan, &plan.sheets[0].front);
        let mut sides: Vec<(Point, Point)> = Vec::new();
        for path in &found.cuts {
            let mut points = path.flattened(Length::mm(1));
            if path.is_closed {
                points.push(points[0]);
            }
            sides
                .extend(points.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
        }
        let total = sides.len();
        sides.sort_unstable();
        sides.dedup();
        assert_eq!((total, sides.len()), (5 * 6 - 7, 5 * 6 - 7));
        assert!(found.cuts.len() < 10, "joined: {}", found.cuts.len());
    }

    #[test]
    fn slits_and_folds_are_there_once() {
        let mut plan = cards(1, 0);
        let trim = plan.sheets[0].front.placements[0].trim;
        let (left, middle) = (trim.x, trim.x + Length::mm(30));
        let line = |x1: Length, y1: Length, x2: Length, y2: Length, pen| Mark {
            from: Point::new(x1, y1),
            to: Point::new(x2, y2),
            pen,
        };
        let y = trim.y + Length::mm(40);
        plan.sheets[0].front.marks.extend([
            line(left, y, middle, y, Pen::Cut),
            line(left, trim.y, left, y, Pen::Cut),
            line(left, y, trim.right(), y, Pen::Fold),
            line(middle, y, trim.right(), y, Pen::Fold),
        ]);
        let found = cuts(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 2, "the card and the slit: {:?}", found.cuts);
        assert!(found.cuts[0].is_closed && !found.cuts[1].is_closed);
        assert_eq!(found.folds.len(), 1);
    }

    #[test]
    fn the_edge_of_the_paper_is_no_cut() {
        let mut print = Print {
            bleed: Length::ZERO,
            margin: crate::units::Sides::default(),
            ..Print::default()
        };
        print.paper.size = Size::new(Length::mm(63), Length::mm(300));
        let runs = vec![Run { face: 0, back: None, copies: 2 }];
        let plan = plan(&Job {
            component: "deck",
            trim: card_size("poker-euro").unwrap(),
            runs,
            print: &print,
        })
        .unwrap();
        let found = cuts(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 3, "{:?}", found.cuts);
    }
}
