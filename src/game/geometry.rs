//! The geometry of boards: names and numbers typed, points put in their places.

use std::collections::HashMap;
use std::f64::consts::PI;

use indexmap::IndexMap;
use kurbo::{BezPath, ParamCurve, ParamCurveArclen, PathSeg};
use tera::Value;

use super::lengths::{length, side};
use super::names::named;
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, escaped};
use crate::game::source::{
    CardSource, FieldSource, GeometrySource, GridSource, MultiplesSource, PointSource,
    RadialSource, SymbolSource, cell, free_cells,
};
use crate::units::{Length, Point, Size, math};

/// A board that is computed.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// Points and lines between them.
    Field(Field),
    /// Spokes and rings.
    Radial(Radial),
    /// Columns and rows.
    Grid(Grid),
}

/// Points and lines between them, each in its place from the upper left corner of the trim.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its table.
    pub span: Span,
    /// Whether lines may cross.
    pub crossings: bool,
    /// The zones, in the order of the file.
    pub zones: Vec<Spanned<String>>,
    /// The kinds of points.
    pub kinds: IndexMap<String, Symbol>,
    /// The points, in the order of the file; their ids differ.
    pub points: Vec<Dot>,
    /// The lines, in the order of the file; no two join the same points.
    pub lines: Vec<Link>,
}

/// How points of a kind look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The outline.
    pub shape: SymbolShape,
    /// Its width.
    pub size: Length,
}

/// The outline of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolShape {
    /// A disc.
    Circle,
    /// A square that stands on a side.
    Square,
    /// A hexagon that stands on a point.
    Hex,
    /// A star; it takes the room of its disc.
    Star,
}

impl SymbolShape {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("circle", Self::Circle),
        ("square", Self::Square),
        ("hex", Self::Hex),
        ("star", Self::Star),
    ];

    /// The word in game files and templates.
    pub fn word(self) -> &'static str {
        Self::NAMES.iter().find(|(_, shape)| *shape == self).map_or("", |(name, _)| name)
    }
}

/// A point of a field.
#[derive(Clone, Debug)]
pub struct Dot {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its symbol.
    pub symbol: Symbol,
    /// Its zone; empty where there are none.
    pub zone: String,
    /// Its centre.
    pub at: Point,
    /// Its other cells.
    pub values: IndexMap<String, Value>,
    /// Its row.
    pub span: Span,
}

/// A line of a field.
#[derive(Clone, Debug)]
pub struct Link {
    /// The point it begins at, by its place in the field.
    pub from: usize,
    /// The point it ends at.
    pub to: usize,
    /// How far it bows to its left.
    pub bend: Length,
    /// Its other cells.
    pub values: IndexMap<String, Value>,
    /// Its row.
    pub span: Span,
}

/// Spokes and rings.
#[derive(Clone, Debug)]
pub struct Radial {
    /// Its table.
    pub span: Span,
    /// How many houses there are around, from 3.
    pub spokes: u32,
    /// The circles between the rings, from the outermost, each smaller than the one before; at least two.
    pub radii: Vec<Length>,
    /// The centre.
    pub centre: Point,
    /// Where the middle of the first spoke points, in degrees from the right and counter-clockwise.
    pub start: f64,
    /// Whether the second spoke lies clockwise of the first.
    pub clockwise: bool,
    /// How houses are numbered.
    pub numbering: RadialNumbering,
    /// The disc that must fit.
    pub piece: Option<Spanned<Length>>,
    /// Which ring, from 1, carries the multiples of which number.
    pub multiples: Option<(Spanned<u32>, Spanned<u32>)>,
    /// Where labels stand: the share from the outer edge inward, and from one side to the other, clockwise.
    pub label: (f64, f64),
}

/// How the houses of a radial board are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RadialNumbering {
    /// Spoke by spoke, from the outermost house.
    #[default]
    Inward,
    /// Spoke by spoke, from the innermost house.
    Outward,
    /// Ring by ring, from the outermost.
    RingsInward,
    /// Ring by ring, from the innermost.
    RingsOutward,
}

impl RadialNumbering {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("inward", Self::Inward),
        ("outward", Self::Outward),
        ("rings-inward", Self::RingsInward),
        ("rings-outward", Self::RingsOutward),
    ];
}

/// Columns and rows.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its table.
    pub span: Span,
    /// The cells.
    pub shape: CellShape,
    /// How many columns, from 1 to 1,000.
    pub columns: u32,
    /// How many rows, from 1 to 1,000.
    pub rows: u32,
    /// The side of a square, or between two opposite sides of a hexagon.
    pub cell: Length,
    /// How cells are numbered.
    pub numbering: GridNumbering,
    /// Whether cell 1 is on the right.
    pub from_right: bool,
    /// Whether cell 1 is at the bottom.
    pub from_bottom: bool,
    /// The disc that must fit.
    pub piece: Option<Spanned<Length>>,
}

/// The outline of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CellShape {
    /// A square.
    #[default]
    Square,
    /// A hexagon with a point up.
    Hex,
    /// A hexagon with a side up.
    HexFlat,
}

impl CellShape {
    const NAMES: &'static [(&'static str, Self)] =
        &[("square", Self::Square), ("hex", Self::Hex), ("hex-flat", Self::HexFlat)];
}

/// How the cells of a grid are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GridNumbering {
    /// Each row alike.
    #[default]
    Row,
    /// Every second row backwards.
    Serpentine,
    /// Around the edge, then inward.
    Spiral,
}

impl GridNumbering {
    const NAMES: &'static [(&'static str, Self)] =
        &[("row", Self::Row), ("serpentine", Self::Serpentine), ("spiral", Self::Spiral)];
}

/// More would be a slip of the finger.
const MOST_SPOKES: i64 = 360;
const MOST_CELLS: i64 = 1000;

/// The geometry of a component of that size.
pub(crate) fn geometry(source: &GeometrySource, size: Size, sink: &mut Sink) -> Option<Geometry> {
    match source {
        GeometrySource::Field(source) => field(source, size, sink).map(Geometry::Field),
        GeometrySource::Radial(source) => radial(source, size, sink).map(Geometry::Radial),
        GeometrySource::Grid(source) => grid(source, sink).map(Geometry::Grid),
    }
}

fn middle(size: Size) -> Point {
    Point::new(size.width / 2, size.height / 2)
}

/// Degrees, written with `deg` or `°`.
fn angle(text: &Spanned<String>, sink: &mut Sink) -> Option<f64> {
    let written = text.value.trim();
    let number = written.strip_suffix("deg").or_else(|| written.strip_suffix('°')).map(str::trim);
    let degrees =
        number.and_then(|n| n.parse::<f64>().ok()).filter(|n| n.is_finite() && n.abs() <= 3600.0);
    if degrees.is_none() {
        let fault =
            Diagnostic::error(Code::M001, format!("`{}` is not an angle", escaped(&text.value)))
                .at(&text.span);
        sink.push(fault.hint("write degrees, such as 30deg or -7.5deg"));
    }
    degrees
}

/// A share from 0 to 1, written as a percentage.
fn share(text: &Spanned<String>, sink: &mut Sink) -> Option<f64> {
    let number = text.value.trim().strip_suffix('%').map(str::trim);
    let percent = number.and_then(|n| n.parse::<f64>().ok()).filter(|n| (0.0..=100.0).contains(n));
    if percent.is_none() {
        let fault =
            Diagnostic::error(Code::M001, format!("`{}` is not a share", escaped(&text.value)))
                .at(&text.span);
        sink.push(fault.hint("write a percentage from 0% to 100%"));
    }
    percent.map(|percent| percent / 100.0)
}

fn count(what: &str, number: &Spanned<i64>, least: i64, most: i64, sink: &mut Sink) -> Option<u32> {
    if !(least..=most).contains(&number.value) {
        sink.push(
            Diagnostic::error(
                Code::M003,
                format!("`{what}` must be from {least} to {most}, but is {}", number.value),
            )
            .at(&number.span),
        );
        return None;
    }
    u32::try_from(number.value).ok()
}

fn point(source: &PointSource, sink: &mut Sink) -> Option<Point> {
    let (x, y) = (
        source.x.as_ref().and_then(|x| length(x, sink)),
        source.y.as_ref().and_then(|y| length(y, sink)),
    );
    Some(Point::new(x?, y?))
}

/// A point at a distance and an angle from another; y grows downwards, angles counter-clockwise.
fn polar(centre: Point, radius: Length, degrees: f64) -> Point {
    let radians = degrees * PI / 180.0;
    let (sine, cosine) = math::sincos(radians);
    let along = |part: f64| Length::round_emu(radius.to_emu() as f64 * part);
    Point::new(centre.x + along(cosine), centre.y - along(sine))
}

/// The columns of a point that have a meaning.
const POINT_COLUMNS: &[&str] =
    &["id", "kind", "zone", "x", "y", "angle", "radius", "ring", "path", "along"];
/// The columns of a line that have a meaning.
const LINE_COLUMNS: &[&str] = &["from", "to", "bend"];

/// Where points of a field may be said to lie.
struct Places {
    size: Size,
    rings: HashMap<String, (Point, Length)>,
    paths: HashMap<String, Curve>,
}

fn field(source: &FieldSource, size: Size, sink: &mut Sink) -> Option<Field> {
    let sink = &mut sink.scope();
    let kinds: IndexMap<String, Symbol> = source
        .kinds
        .iter()
        .filter_map(|kind| Some((kind.name.value.clone(), symbol(kind, sink)?)))
        .collect();
    let mut places = Places { size, rings: HashMap::new(), paths: HashMap::new() };
    for ring in &source.rings {
        let centre = ring.centre.as_ref().map_or(Some(middle(size)), |centre| point(centre, sink));
        let radius = ring.radius.as_ref().and_then(|radius| side("radius", radius, sink));
        if let (Some(centre), Some(radius)) = (centre, radius) {
            places.rings.insert(ring.name.value.clone(), (centre, radius));
        }
    }
    for (name, d) in &source.paths {
        if let Some(curve) = d.as_ref().and_then(|d| Curve::parse(d, sink)) {
            places.paths.insert(name.value.clone(), curve);
        }
    }
    let mut seen: HashMap<String, Span> = HashMap::new();
    let mut points = Vec::new();
    for row in &source.points {
        points.extend(dot(row, source, &kinds, &places, &mut seen, sink));
    }
    // A point that could not be read would make its lines look wrong.
    let sound = !sink.has_errors();
    let mut lines: Vec<Link> = Vec::new();
    for row in source.lines.iter().filter(|_| sound) {
        let Some(line) = link(row, &points, sink) else { continue };
        let same = |other: &&Link| {
            (other.from.min(other.to), other.from.max(other.to))
                == (line.from.min(line.to), line.from.max(line.to))
        };
        if let Some(first) = lines.iter().find(same) {
            let message =
                format!("`{}` and `{}` are joined twice", points[line.from].id, points[line.to].id);
            sink.push(
                Diagnostic::error(Code::B002, message)
                    .at(&line.span)
                    .also(&first.span, "first joined here"),
            );
        } else {
            lines.push(line);
        }
    }
    if sink.has_errors() {
        return None;
    }
    Some(Field {
        span: source.span.clone(),
        crossings: source.crossings,
        zones: source.zones.clone(),
        kinds,
        points,
        lines,
    })
}

fn symbol(kind: &SymbolSource, sink: &mut Sink) -> Option<Symbol> {
    let shape =
        kind.shape.as_ref().and_then(|shape| named("symbol", shape, SymbolShape::NAMES, sink));
    let size = kind.size.as_ref().and_then(|size| side("size", size, sink));
    Some(Symbol { shape: shape?, size: size? })
}

/// A cell that must be there.
fn must(row: &CardSource, column: &str, what: &str, sink: &mut Sink) -> Option<Spanned<String>> {
    let found = cell(row, column);
    if found.is_none() {
        sink.push(Diagnostic::error(Code::B001, format!("{what} has no `{column}`")).at(&row.span));
    }
    found
}

/// A name that must be one of those known.
fn known<'k>(
    what: &'k str,
    name: &'k Spanned<String>,
    known: impl Iterator<Item = &'k str> + Clone,
    sink: &mut Sink,
) -> bool {
    if known.clone().any(|k| k == name.value) {
        return true;
    }
    sink.push(UnknownName::new(what, &name.value, known).error(Code::B001).at(&name.span));
    false
}

fn dot(
    row: &CardSource,
    source: &FieldSource,
    kinds: &IndexMap<String, Symbol>,
    places: &Places,
    seen: &mut HashMap<String, Span>,
    sink: &mut Sink,
) -> Option<Dot> {
    let id = must(row, "id", "a point", sink)?;
    if let Some(first) = seen.get(&id.value) {
        sink.push(
            Diagnostic::error(
                Code::B002,
                format!("two points have the id `{}`", escaped(&id.value)),
            )
            .at(&id.span)
            .also(first, "first used here"),
        );
        return None;
    }
    seen.insert(id.value.clone(), id.span.clone());
    let name = format!("point `{}`", escaped(&id.value));
    let kind = must(row, "kind", &name, sink)
        .filter(|kind| known("kind of point", kind, kinds.keys().map(String::as_str), sink));
    let zones = || source.zones.iter().map(|zone| zone.value.as_str());
    let zone = match cell(row, "zone") {
        None if source.zones.is_empty() => Some(String::new()),
        None => must(row, "zone", &name, sink).map(|zone| zone.value),
        Some(zone) => known("zone", &zone, zones(), sink).then_some(zone.value),
    };
    let at = places.of(row, &name, sink);
    let kind = kind?.value;
    let symbol = *kinds.get(&kind)?;
    Some(Dot {
        id: id.value,
        symbol,
        kind,
        zone: zone?,
        at: at?,
        values: free_cells(row, POINT_COLUMNS),
        span: row.span.clone(),
    })
}

impl Places {
    /// Where a point lies, in whichever way it says so.
    fn of(&self, row: &CardSource, name: &str, sink: &mut Sink) -> Option<Point> {
        let has = |column: &str| cell(row, column);
        if let Some(path) = has("path") {
            let along = must(row, "along", name, sink).and_then(|along| share(&along, sink));
            let known = known("path", &path, self.paths.keys().map(String::as_str), sink);
            return known
                .then(|| self.paths.get(&path.value))
                .flatten()
                .zip(along)
                .map(|(curve, along)| curve.at(along));
        }
        if let Some(ring) = has("ring") {
            let angle = must(row, "angle", name, sink).and_then(|text| angle(&text, sink));
            let known = known("ring", &ring, self.rings.keys().map(String::as_str), sink);
            let (centre, radius) = known.then(|| self.rings.get(&ring.value)).flatten()?;
            return Some(polar(*centre, *radius, angle?));
        }
        if let Some(text) = has("angle") {
            let radius = must(row, "radius", name, sink).and_then(|radius| length(&radius, sink));
            return Some(polar(middle(self.size), radius?, angle(&text, sink)?));
        }
        if has("x").is_none() && has("y").is_none() {
            let fault = Diagnostic::error(Code::B001, format!("{name} lies nowhere")).at(&row.span);
            sink.push(fault.hint("give it `x` and `y`, or `angle` and `radius`, or `ring` and `angle`, or `path` and `along`"));
            return None;
        }
        let (x, y) = (must(row, "x", name, sink), must(row, "y", name, sink));
        let (x, y) = (x.and_then(|x| length(&x, sink)), y.and_then(|y| length(&y, sink)));
        Some(Point::new(x?, y?))
    }
}

/// An SVG path, in millimetres, that points lie on by their share of its length.
struct Curve(Vec<(PathSeg, f64)>);

impl Curve {
    fn parse(d: &Spanned<String>, sink: &mut Sink) -> Option<Self> {
        /// A hundredth of what the eye sees.
        const ACCURACY: f64 = 1e-3;
        let pieces: Vec<(PathSeg, f64)> = BezPath::from_svg(&d.value)
            .map(|path| path.segments().map(|s| (s, s.arclen(ACCURACY))).collect())
            .unwrap_or_default();
        let length: f64 = pieces.iter().map(|(_, length)| length).sum();
        if length.is_finite() && length > 0.0 {
            return Some(Self(pieces));
        }
        let fault = Diagnostic::error(Code::M001, format!("`{}` is not a path", escaped(&d.value)))
            .at(&d.span);
        sink.push(fault.hint("write an SVG path with some length, such as M20 20L80 20"));
        None
    }

    fn at(&self, share: f64) -> Point {
        let mut rest = self.0.iter().map(|(_, length)| length).sum::<f64>() * share;
        for (piece, length) in &self.0 {
            if rest <= *length {
                let point = piece.eval(piece.inv_arclen(rest, 1e-6));
                return mm(point);
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

fn link(row: &CardSource, points: &[Dot], sink: &mut Sink) -> Option<Link> {
    let mut end = |column: &str| {
        let name = must(row, column, "a line", sink)?;
        known("point", &name, points.iter().map(|p| p.id.as_str()), sink)
            .then(|| points.iter().position(|p| p.id == name.value))
            .flatten()
    };
    let (from, to) = (end("from"), end("to"));
    let bend = match cell(row, "bend") {
        Some(bend) => length(&bend, sink),
        None => Some(Length::ZERO),
    };
    let (from, to) = (from?, to?);
    if from == to {
        sink.push(
            Diagnostic::error(Code::B002, format!("a line joins `{}` to itself", points[from].id))
                .at(&row.span),
        );
        return None;
    }
    Some(Link {
        from,
        to,
        bend: bend?,
        values: free_cells(row, LINE_COLUMNS),
        span: row.span.clone(),
    })
}

fn radial(source: &RadialSource, size: Size, sink: &mut Sink) -> Option<Radial> {
    let spokes =
        source.spokes.as_ref().and_then(|spokes| count("spokes", spokes, 3, MOST_SPOKES, sink));
    let radii: Vec<Option<Length>> =
        source.radii.iter().map(|radius| side("radii", radius, sink)).collect();
    let radii: Option<Vec<Length>> = radii.into_iter().collect();
    if let Some(radii) = &radii {
        if radii.len() < 2 && source.spokes.is_some() {
            let fault = Diagnostic::error(
                Code::M003,
                "`radii` must be two or more: the circles between which the rings lie",
            );
            sink.push(fault.at(source.radii.first().map_or(&source.span, |radius| &radius.span)));
            return None;
        }
        for (outer, (inner, written)) in radii.iter().zip(radii.iter().zip(&source.radii).skip(1)) {
            if inner >= outer {
                let message =
                    format!("a radius of {inner} is not less than the one before it, {outer}");
                sink.push(
                    Diagnostic::error(Code::M003, message)
                        .at(&written.span)
                        .hint("`radii` begin with the outermost"),
                );
                return None;
            }
        }
    }
    let centre = source.centre.as_ref().map_or(Some(middle(size)), |centre| point(centre, sink));
    let start = source.start.as_ref().map_or(Some(90.0), |start| angle(start, sink));
    let clockwise = source.direction.as_ref().map_or(Some(true), |name| {
        named("direction", name, &[("clockwise", true), ("counter-clockwise", false)], sink)
    });
    let numbering = source.number.as_ref().map_or(Some(RadialNumbering::default()), |name| {
        named("numbering", name, RadialNumbering::NAMES, sink)
    });
    let piece = piece(source.piece.as_ref(), sink);
    let multiples = match &source.multiples {
        None => None,
        Some(found) => multiples(found, radii.as_ref(), &source.span, sink),
    };
    let (depth, across) = source
        .label
        .as_ref()
        .map_or((None, None), |label| (label.depth.as_ref(), label.across.as_ref()));
    let label = [depth, across].map(|part| part.map_or(Some(0.5), |part| share(part, sink)));
    Some(Radial {
        span: source.span.clone(),
        spokes: spokes?,
        radii: radii?,
        centre: centre?,
        start: start?,
        clockwise: clockwise?,
        numbering: numbering?,
        piece,
        multiples,
        label: (label[0]?, label[1]?),
    })
}

/// A length that may be left out; a faulty one has been reported.
fn piece(written: Option<&Spanned<String>>, sink: &mut Sink) -> Option<Spanned<Length>> {
    let text = written?;
    side("piece", text, sink).map(|length| Spanned::new(length, text.span.clone()))
}

fn multiples(
    found: &MultiplesSource,
    radii: Option<&Vec<Length>>,
    table: &Span,
    sink: &mut Sink,
) -> Option<(Spanned<u32>, Spanned<u32>)> {
    let (Some(of), Some(ring)) = (&found.of, &found.ring) else {
        sink.push(Diagnostic::error(Code::S005, "`multiples` has no `of` and `ring`").at(table));
        return None;
    };
    let number = count("of", of, 1, i64::from(u32::MAX), sink);
    let rings = radii.map_or(1, |radii| radii.len() as i64 - 1);
    let place = count("ring", ring, 1, rings, sink);
    Some((Spanned::new(number?, of.span.clone()), Spanned::new(place?, ring.span.clone())))
}

fn grid(source: &GridSource, sink: &mut Sink) -> Option<Grid> {
    let side_of = |what: &str, number: &Option<Spanned<i64>>, sink: &mut Sink| {
        number.as_ref().and_then(|number| count(what, number, 1, MOST_CELLS, sink))
    };
    let (columns, rows) =
        (side_of("columns", &source.columns, sink), side_of("rows", &source.rows, sink));
    let cell = source.cell.as_ref().and_then(|cell| side("cell", cell, sink));
    let shape = source
        .shape
        .as_ref()
        .map_or(Some(CellShape::default()), |name| named("cell", name, CellShape::NAMES, sink));
    let numbering = source.number.as_ref().map_or(Some(GridNumbering::default()), |n| {
        named("numbering", n, GridNumbering::NAMES, sink)
    });
    let corners = [
        ("top-left", (false, false)),
        ("top-right", (true, false)),
        ("bottom-left", (false, true)),
        ("bottom-right", (true, true)),
    ];
    let from = source
        .from
        .as_ref()
        .map_or(Some((false, false)), |name| named("corner", name, &corners, sink));
    let piece = piece(source.piece.as_ref(), sink);
    let (from_right, from_bottom) = from?;
    Some(Grid {
        span: source.span.clone(),
        shape: shape?,
        columns: columns?,
        rows: rows?,
        cell: cell?,
        numbering: numbering?,
        from_right,
        from_bottom,
        piece,
    })
}
