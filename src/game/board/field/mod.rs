//! `[board.ID.field]`: points and the lines between them.

mod map;
mod place;

pub use map::{FieldMap, Label, PlacedEdge, PlacedPoint};

use std::collections::HashMap;

use indexmap::IndexMap;
use tera::Value;

use self::place::{PathKeys, Places, RingKeys};
use super::row::{cell, free_cells, is_known, required};
use super::shape::SymbolShape;
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};
use crate::files::Files;
use crate::game::locate::{TableName, read_table};
use crate::game::table::{EncodingName, Row, Rows, Saved};
use crate::game::toml::{AboveZeroUpTo, ListOf, Name, Named, Text, Truth, parse_length, table};
use crate::units::{self, Length, Size};

table! {
    /// A field, key by key.
    pub(crate) struct FieldKeys:
        "`[board.ID.field]`",
        "A board of points and lines between them. `pnp` works out where the points are, where \
         lines end at the edges of their symbols and which points are neighbours, checks all of \
         it, and passes it to the template as [`field`](templates.md#variables). Also in decks and \
         sheets.";
    {
        points: TableName [optional "none"]
            "The points. Columns `id` and `kind`, `zone` if there are zones, and a position: `x` \
             and `y` from the upper left corner; or `angle` and `radius` from the centre of the \
             board; or `ring` and `angle`; or `path` and `along`. Angles such as `30deg` begin on \
             the right and grow counter-clockwise. Other columns are yours.";
        point: Rows [optional "none"] "Points written here: `[[board.ID.field.point]]`.";
        lines: TableName [optional "none"]
            "The lines. Columns `from` and `to` name points; `bend` is a length by which the line \
             curves to its left or, if negative, to its right. Other columns are yours.";
        line: Rows [optional "none"] "Lines written here: `[[board.ID.field.line]]`.";
        encoding: EncodingName [optional "UTF-8 or UTF-16; any other is guessed, with a warning"]
            "The character encoding in which the two tables are saved, such as `\"windows-1252\"`.";
        zones: ListOf<Text> [optional "none"]
            "The zones. Each must be connected, and each point must name one.";
        kind: Named<SymbolKeys> [optional "none"] "The kinds of points; each point has one.";
        ring: Named<RingKeys> [optional "none"] "Circles for points to lie on.";
        path: Named<PathKeys> [optional "none"] "Curves for points to lie on.";
        crossings: Truth [default false] "Whether lines may cross.";
    }
}

table! {
    /// How points of a kind look.
    pub(crate) struct SymbolKeys:
        "`[board.ID.field.kind.NAME]`",
        "How points of a kind look, so that lines end at their edges and nothing overlaps.";
    {
        shape: Name<SymbolShape> [required] "The outline of the symbol.";
        size: AboveZeroUpTo<5000> [required] "How wide it is.";
    }
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
    /// The points, in the order of the file; their ids differ.
    pub points: Vec<Point>,
    /// The lines, in the order of the file; no two join the same points.
    pub edges: Vec<Edge>,
}

/// How points of a kind look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The outline.
    pub shape: SymbolShape,
    /// Its width.
    pub size: Length,
}

/// A point of a field.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: String,
    /// Its symbol.
    pub symbol: Symbol,
    /// Its zone; empty where there are none.
    pub zone: String,
    /// Its centre.
    pub at: units::Point,
    /// Its other cells.
    pub values: IndexMap<String, Value>,
    /// Its row.
    pub span: Span,
}

/// A line of a field.
#[derive(Clone, Debug)]
pub struct Edge {
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

/// The columns of a point that have a meaning.
const POINT_COLUMNS: &[&str] =
    &["id", "kind", "zone", "x", "y", "angle", "radius", "ring", "path", "along"];
/// The columns of a line that have a meaning.
const LINE_COLUMNS: &[&str] = &["from", "to", "bend"];

impl Field {
    /// The field of a table, on a board of that size.
    pub(super) fn resolve(
        keys: &Spanned<FieldKeys>,
        files: &dyn Files,
        folder: &str,
        size: Size,
        sink: &mut Sink,
    ) -> Option<Self> {
        let sink = &mut sink.scope();
        let Spanned { value: keys, span } = keys;
        let encoding = keys.encoding.as_ref();
        if let (None, None, Some(encoding)) = (&keys.points, &keys.lines, encoding) {
            sink.push(
                Diagnostic::error(Code::S005, "the field states an `encoding`, but no table")
                    .at(&encoding.span)
                    .hint("name the tables in `points` and `lines`, or delete `encoding`"),
            );
        }
        let saved = Saved { encoding, sheet: None };
        let mut rows = |file: &Option<Spanned<String>>, own: &Option<Spanned<Vec<Row>>>| {
            let file = file.as_ref().map(|name| read_table(files, folder, name, saved, sink));
            let own = own.as_ref().map(|rows| rows.value.clone());
            [file.unwrap_or_default(), own.unwrap_or_default()].concat()
        };
        let point_rows = rows(&keys.points, &keys.point);
        let line_rows = rows(&keys.lines, &keys.line);
        let points = PointReader::new(keys, size).all(&point_rows, sink);
        // A point that could not be read would make its lines look wrong.
        sink.gate().ok()?;
        let edges = edges(&line_rows, &points, sink);
        sink.gate().ok()?;
        let zones = keys.zones.as_ref().map_or_else(Vec::new, |zones| zones.value.clone());
        Some(Self { span: span.clone(), crossings: keys.crossings(), zones, points, edges })
    }
}

/// What the rows of points are read with.
struct PointReader<'k> {
    kinds: IndexMap<&'k str, Symbol>,
    zones: Vec<&'k str>,
    places: Places<'k>,
}

impl<'k> PointReader<'k> {
    fn new(keys: &'k FieldKeys, size: Size) -> Self {
        let symbol = |keys: &SymbolKeys| Symbol { shape: keys.shape.value, size: keys.size.value };
        let kinds = keys.kind.iter().flat_map(|kinds| &kinds.value);
        let zones = keys.zones.iter().flat_map(|zones| &zones.value);
        Self {
            kinds: kinds.map(|(name, keys)| (name.value.as_str(), symbol(keys))).collect(),
            zones: zones.map(|zone| zone.value.as_str()).collect(),
            places: Places::new(
                size,
                keys.ring.as_ref().map_or(&[], |rings| rings.value.as_slice()),
                keys.path.as_ref().map_or(&[], |paths| paths.value.as_slice()),
            ),
        }
    }

    fn all(&self, rows: &[Row], sink: &mut Sink) -> Vec<Point> {
        let mut seen: HashMap<String, Span> = HashMap::new();
        rows.iter().filter_map(|row| self.point(row, &mut seen, sink)).collect()
    }

    fn point(&self, row: &Row, seen: &mut HashMap<String, Span>, sink: &mut Sink) -> Option<Point> {
        let id = required(row, "id", "a point", sink)?;
        if let Some(first) = seen.get(&id.value) {
            let message = format!("two points have the id `{}`", escaped(&id.value));
            sink.push(
                Diagnostic::error(Code::B002, message).at(&id.span).also(first, "first used here"),
            );
            return None;
        }
        seen.insert(id.value.clone(), id.span.clone());
        let name = format!("point `{}`", escaped(&id.value));
        let kind = required(row, "kind", &name, sink)
            .filter(|kind| is_known("kind of point", kind, self.kinds.keys().copied(), sink));
        let zone = match cell(row, "zone") {
            None if self.zones.is_empty() => Some(String::new()),
            None => required(row, "zone", &name, sink).map(|zone| zone.value),
            Some(zone) => {
                is_known("zone", &zone, self.zones.iter().copied(), sink).then_some(zone.value)
            }
        };
        let at = self.places.of(row, &name, sink);
        let kind = kind?.value;
        Some(Point {
            id: id.value,
            symbol: *self.kinds.get(kind.as_str())?,
            kind,
            zone: zone?,
            at: at?,
            values: free_cells(row, POINT_COLUMNS),
            span: row.span.clone(),
        })
    }
}

/// The lines, no two of which may join the same points.
fn edges(rows: &[Row], points: &[Point], sink: &mut Sink) -> Vec<Edge> {
    let ends = |edge: &Edge| (edge.from.min(edge.to), edge.from.max(edge.to));
    let mut edges: Vec<Edge> = Vec::new();
    for row in rows {
        let Some(edge) = edge(row, points, sink) else { continue };
        if let Some(first) = edges.iter().find(|other| ends(other) == ends(&edge)) {
            let message =
                format!("`{}` and `{}` are joined twice", points[edge.from].id, points[edge.to].id);
            sink.push(
                Diagnostic::error(Code::B002, message)
                    .at(&edge.span)
                    .also(&first.span, "first joined here"),
            );
        } else {
            edges.push(edge);
        }
    }
    edges
}

fn edge(row: &Row, points: &[Point], sink: &mut Sink) -> Option<Edge> {
    let mut end = |column: &str| {
        let name = required(row, column, "a line", sink)?;
        is_known("point", &name, points.iter().map(|point| point.id.as_str()), sink);
        points.iter().position(|point| point.id == name.value)
    };
    let from = end("from");
    let to = end("to");
    let bend = match cell(row, "bend") {
        Some(bend) => parse_length(&bend, sink),
        None => Some(Length::ZERO),
    };
    let from = from?;
    let to = to?;
    if from == to {
        let message = format!("a line joins `{}` to itself", points[from].id);
        sink.push(Diagnostic::error(Code::B002, message).at(&row.span));
        return None;
    }
    Some(Edge {
        from,
        to,
        bend: bend?,
        values: free_cells(row, LINE_COLUMNS),
        span: row.span.clone(),
    })
}
