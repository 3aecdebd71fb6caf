//! What a knife or a machine has to follow on one sheet, each line once.
//!
//! In: the front of a sheet; out: paths to cut and to fold. Knows no file format.
//!
//! A cut that two neighbours share is one line, right through as far as it goes. What shares
//! nothing is one closed path. The edge of the paper is no cut. Nothing is drawn around the whole.

use std::collections::BTreeMap;

use super::chain;
use super::snap::Corners;
use super::stretches::Stretches;
use crate::impose::marks::Pen;
use crate::impose::plan::{Placement, Plan, Side};
use crate::units::{Length, Outline, Path, Point, Rect, Segment, Size};

/// The lines of one front.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutLines {
    /// To be cut.
    pub cuts: Vec<Path>,
    /// To be folded.
    pub folds: Vec<Path>,
}

/// What is to be cut and folded on one front of a plan.
pub fn cut_lines<F>(plan: &Plan<F>, front: &Side<F>) -> CutLines {
    // Tokens and nets say themselves what is to be cut, each line once.
    let mut cuts = if front.cuts.is_empty() { around_trims(plan, front) } else { Vec::new() };
    cuts.extend(front.cuts.iter().map(|cut| cut.path.clone()));
    let mut folds = Stretches::default();
    for mark in front.marks.iter().filter(|mark| mark.pen == Pen::Fold) {
        folds.add(mark.from, mark.to, None);
    }
    let folds = folds.merged().into_iter().map(|(from, to)| chain::path(from, vec![to])).collect();
    CutLines { cuts, folds }
}

/// The cuts around the placements of a front, and the slits in them.
fn around_trims<F>(plan: &Plan<F>, front: &Side<F>) -> Vec<Path> {
    let mut corners = Corners::default();
    let outlines: Vec<Outline> =
        front.placements.iter().map(|p| corners.snap(&outline(plan, p))).collect();
    let mut lines = Stretches::default();
    for (owner, outline) in outlines.iter().enumerate() {
        for (from, to) in straights(outline) {
            lines.add(from, to, Some(owner));
        }
    }
    let mut owners: BTreeMap<Curve, usize> = BTreeMap::new();
    for curve in outlines.iter().flat_map(curves) {
        *owners.entry(curve).or_default() += 1;
    }
    let is_alone = |owner: usize, outline: &Outline| {
        straights(outline)
            .all(|(from, to)| !lines.is_shared(from, to, owner) && !on_edge(from, to, plan.paper))
            && curves(outline).all(|curve| owners.get(&curve) == Some(&1))
    };
    let mut cuts: Vec<Path> = Vec::new();
    let mut shared = Stretches::default();
    let mut done: Vec<Curve> = Vec::new();
    for (owner, outline) in outlines.iter().enumerate() {
        if is_alone(owner, outline) {
            cuts.push(Path::closed(outline.clone()));
            continue;
        }
        for (from, to) in straights(outline).filter(|(from, to)| !on_edge(*from, *to, plan.paper)) {
            shared.add(from, to, None);
        }
        for curve in curves(outline) {
            if !done.contains(&curve) {
                cuts.push(curve.path());
                done.push(curve);
            }
        }
    }
    // Slits inside of a piece; a mark along its outline repeats what the outline says.
    for mark in front.marks.iter().filter(|mark| mark.pen == Pen::Cut) {
        // Around a contour the mark of its straight side goes on past the corners.
        let is_inside = |p: &Placement<F>| {
            p.contour.is_none() && holds(p.trim, mark.from) && holds(p.trim, mark.to)
        };
        if front.placements.iter().any(is_inside) {
            for (from, to) in lines.missing(corners.of(mark.from), corners.of(mark.to)) {
                shared.add(from, to, None);
            }
        }
    }
    cuts.extend(chain::joined(shared.merged()));
    cuts
}

/// The line around a placement: its contour, or its trim as far as it lies on the paper and is
/// inked.
fn outline<F>(plan: &Plan<F>, placement: &Placement<F>) -> Outline {
    let trim = placement.trim;
    if let Some(contour) = placement.contour.and_then(|contour| plan.contours.get(contour)) {
        return contour.cut.placed(placement.turn.apply(trim.size), trim, placement.turn);
    }
    let paper = Rect::at_origin(plan.paper);
    if paper.contains(trim) {
        return Outline::rectangle(trim);
    }
    Outline::rectangle(trim.within(placement.clip))
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
    outline.edges().filter_map(|(from, segment)| match segment {
        Segment::Line(to) => (from != to).then_some((from, to)),
        Segment::Curve(..) => None,
    })
}

/// A curve, from its lesser end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Curve {
    start: Point,
    controls: [Point; 2],
    end: Point,
}

impl Curve {
    fn path(self) -> Path {
        let [a, b] = self.controls;
        Path::open(Outline { start: self.start, segments: vec![Segment::Curve(a, b, self.end)] })
    }
}

fn curves(outline: &Outline) -> impl Iterator<Item = Curve> {
    outline.edges().filter_map(|(from, segment)| match segment {
        Segment::Line(_) => None,
        Segment::Curve(a, b, to) if from <= to => {
            Some(Curve { start: from, controls: [a, b], end: to })
        }
        Segment::Curve(a, b, to) => Some(Curve { start: to, controls: [b, a], end: from }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Gutter, Print};
    use crate::impose::{Contour, Job, Mark, Run, Sheet, plan};
    use crate::units::{Form, Length, Sides, Turn, card_size, math};

    fn cards(copies: u32, gutter: i64) -> Plan<usize> {
        let gutter = Gutter { x: Length::mm(gutter), y: Length::mm(gutter) };
        let print = Print { gutter, ..Print::default() };
        let runs = vec![Run { face: 0, back: None, copies }];
        plan(&Job {
            component: "deck",
            form: &Form::Rectangle,
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
                contour: Some(0),
            }
        });
        let front = Side { placements: placements.collect(), ..Side::default() };
        found.contours =
            vec![Contour { cut: outline.clone(), trapped: outline.clone(), ink: outline }];
        found.sheets = vec![Sheet { front, back: None }];
        found
    }

    #[test]
    fn cards_edge_to_edge_are_cut_by_lines_right_through() {
        let plan = cards(9, 0);
        let found = cut_lines(&plan, &plan.sheets[0].front);
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
        let found = cut_lines(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 4);
        for (path, placement) in found.cuts.iter().zip(&plan.sheets[0].front.placements) {
            assert_eq!(*path, Path::closed(Outline::rectangle(placement.trim)));
        }
        assert_eq!(found.cuts[0].flattened(Length::ZERO).len(), 4);
    }

    #[test]
    fn circles_that_touch_are_cut_whole() {
        let r = 10.0;
        let size = Size::new(Length::mm(20), Length::mm(20));
        let circle = Form::Circle.cut(size);
        let plan = shaped(circle, &[(10.0, 10.0), (30.0, 10.0)], size);
        let found = cut_lines(&plan, &plan.sheets[0].front);
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
        let w = 20.0;
        let s = 20.0 / 3.0_f64.sqrt();
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
        let found = cut_lines(&plan, &plan.sheets[0].front);
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
        let left = trim.x;
        let middle = trim.x + Length::mm(30);
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
        let found = cut_lines(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 2, "the card and the slit: {:?}", found.cuts);
        assert!(found.cuts[0].is_closed && !found.cuts[1].is_closed);
        assert_eq!(found.folds.len(), 1);
    }

    #[test]
    fn the_edge_of_the_paper_is_no_cut() {
        let mut print = Print { bleed: Length::ZERO, margin: Sides::default(), ..Print::default() };
        print.paper.size = Size::new(Length::mm(63), Length::mm(300));
        let runs = vec![Run { face: 0, back: None, copies: 2 }];
        let plan = plan(&Job {
            component: "deck",
            form: &Form::Rectangle,
            trim: card_size("poker-euro").unwrap(),
            runs,
            print: &print,
        })
        .unwrap();
        let found = cut_lines(&plan, &plan.sheets[0].front);
        assert_eq!(found.cuts.len(), 3, "{:?}", found.cuts);
    }
}
