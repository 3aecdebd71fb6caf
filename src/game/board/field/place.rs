//! Where points of a field may lie: at a place, on a circle, or on a curve.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::f64::consts::PI;

use kurbo::{BezPath, ParamCurve, ParamCurveArclen, PathSeg};

use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};
use crate::game::board::centre::{CentreKeys, middle};
use crate::game::board::measure::{angle, share};
use crate::game::board::row::{cell, is_known, required};
use crate::game::table::Row;
use crate::game::toml::{AboveZeroUpTo, Inline, Item, Kind, parse_length, table};
use crate::units::{Length, Point, Size, math};

table! {
    /// A circle for points to lie on.
    pub(crate) struct RingKeys:
        "`[board.ID.field.ring.NAME]`",
        "A circle for points to lie on: they name it in their column `ring` and have an `angle`.";
    {
        radius: AboveZeroUpTo<5000> [required] "Its radius.";
        centre: Inline<CentreKeys> [optional "the middle of the board"] "Its centre.";
    }
}

table! {
    /// A curve for points to lie on.
    pub(crate) struct PathKeys:
        "`[board.ID.field.path.NAME]`",
        "A curve for points to lie on: they name it in their column `path` and have `along`, such \
         as `35%` of its length.";
    {
        d: Curve [required]
            "The curve, in millimetres from the upper left corner of the finished board.";
    }
}

/// An SVG path, in millimetres, that points lie on by their share of its length.
#[derive(Clone, Debug)]
pub(crate) struct Curve(Vec<(PathSeg, f64)>);

impl Kind for Curve {
    type Value = Self;

    fn takes() -> String {
        "an SVG path such as `\"M20 20C60 0 90 40 120 20\"`".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self> {
        let d = item.string("an SVG path", sink)?;
        let curve = Self::parse(&d.value);
        if curve.is_none() {
            let message = format!("`{}` is not a path", escaped(&d.value));
            let fault = Diagnostic::error(Code::M001, message).at(&d.span);
            sink.push(fault.hint("write an SVG path with some length, such as M20 20L80 20"));
        }
        curve
    }
}

impl Curve {
    fn parse(d: &str) -> Option<Self> {
        /// A hundredth of what the eye sees.
        const ACCURACY: f64 = 1e-3;
        let path = BezPath::from_svg(d).ok()?;
        let pieces: Vec<_> = path.segments().map(|piece| (piece, piece.arclen(ACCURACY))).collect();
        let length: f64 = pieces.iter().map(|(_, length)| length).sum();
        (length.is_finite() && length > 0.0).then_some(Self(pieces))
    }

    fn at(&self, share: f64) -> Point {
        let mut rest = self.0.iter().map(|(_, length)| length).sum::<f64>() * share;
        for (piece, length) in &self.0 {
            if rest <= *length {
                return mm(piece.eval(piece.inv_arclen(rest, 1e-6)));
            }
            rest -= length;
        }
        self.0.last().map(|(piece, _)| mm(piece.eval(1.0))).unwrap_or_default()
    }
}

/// A point in millimetres, as far as lengths go.
fn mm(point: kurbo::Point) -> Point {
    Point::new(Length::round_mm(point.x), Length::round_mm(point.y))
}

/// A point at a distance and an angle from another; y grows downwards, angles counter-clockwise.
fn polar(centre: Point, radius: Length, degrees: f64) -> Point {
    let radians = degrees * PI / 180.0;
    let (sine, cosine) = math::sincos(radians);
    let along = |part: f64| Length::round_emu(radius.to_emu() as f64 * part);
    Point::new(centre.x + along(cosine), centre.y - along(sine))
}

/// The board and its named circles and curves.
pub(super) struct Places<'k> {
    size: Size,
    rings: HashMap<&'k str, &'k RingKeys>,
    paths: HashMap<&'k str, &'k Curve>,
}

impl<'k> Places<'k> {
    /// Those of a board of that size.
    pub(super) fn new(
        size: Size,
        rings: &'k [(Spanned<String>, RingKeys)],
        paths: &'k [(Spanned<String>, PathKeys)],
    ) -> Self {
        Self {
            size,
            rings: rings.iter().map(|(name, ring)| (name.value.as_str(), ring)).collect(),
            paths: paths.iter().map(|(name, path)| (name.value.as_str(), &path.d.value)).collect(),
        }
    }

    /// Where a point lies, whichever columns it has.
    pub(super) fn of(&self, row: &Row, name: &str, sink: &mut Sink) -> Option<Point> {
        if let Some(path) = cell(row, "path") {
            let along = required(row, "along", name, sink).and_then(|text| share(&text, sink));
            is_known("path", &path, self.paths.keys().copied(), sink);
            return Some(self.paths.get(path.value.as_str())?.at(along?));
        }
        if let Some(ring) = cell(row, "ring") {
            let degrees = required(row, "angle", name, sink).and_then(|text| angle(&text, sink));
            is_known("ring", &ring, self.rings.keys().copied(), sink);
            let ring = self.rings.get(ring.value.as_str())?;
            let centre = ring.centre.as_ref().map(|centre| centre.value.point());
            let centre = centre.unwrap_or_else(|| middle(self.size));
            return Some(polar(centre, ring.radius.value, degrees?));
        }
        if let Some(text) = cell(row, "angle") {
            let radius =
                required(row, "radius", name, sink).and_then(|text| parse_length(&text, sink));
            return Some(polar(middle(self.size), radius?, angle(&text, sink)?));
        }
        if cell(row, "x").is_none() && cell(row, "y").is_none() {
            let fault =
                Diagnostic::error(Code::B001, format!("{name} has no position")).at(&row.span);
            sink.push(fault.hint(
                "give it `x` and `y`, or `angle` and `radius`, or `ring` and `angle`, or `path` \
                 and `along`",
            ));
            return None;
        }
        let mut place = |column| required(row, column, name, sink);
        let x = place("x");
        let y = place("y");
        let x = x.and_then(|x| parse_length(&x, sink));
        let y = y.and_then(|y| parse_length(&y, sink));
        Some(Point::new(x?, y?))
    }
}
