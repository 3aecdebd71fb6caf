//! `field`, `radial` and `grid` of a component: the geometry of a board, as written.

use indexmap::IndexMap;
use toml::de::DeValue;

use super::fields::Fields;
use super::game::{entries, read_table};
use super::{CardSource, Cell, card};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};
use crate::files::Files;

/// A board that `pnp` computes.
#[derive(Clone, Debug)]
pub enum GeometrySource {
    /// `[….field]`.
    Field(FieldSource),
    /// `[….radial]`.
    Radial(Box<RadialSource>),
    /// `[….grid]`.
    Grid(GridSource),
}

/// Points and lines between them.
#[derive(Clone, Debug)]
pub struct FieldSource {
    /// The table.
    pub span: Span,
    /// `crossings`.
    pub crossings: bool,
    /// `zones`.
    pub zones: Vec<Spanned<String>>,
    /// `[….field.kind.NAME]`.
    pub kinds: Vec<SymbolSource>,
    /// `[….field.ring.NAME]`: centre and radius.
    pub rings: Vec<RingSource>,
    /// `[….field.path.NAME]`: an SVG path.
    pub paths: Vec<(Spanned<String>, Option<Spanned<String>>)>,
    /// `points` and `[[….field.point]]`.
    pub points: Vec<CardSource>,
    /// `lines` and `[[….field.line]]`.
    pub lines: Vec<CardSource>,
}

/// How points of a kind look.
#[derive(Clone, Debug)]
pub struct SymbolSource {
    /// The kind.
    pub name: Spanned<String>,
    /// `shape`.
    pub shape: Option<Spanned<String>>,
    /// `size`.
    pub size: Option<Spanned<String>>,
}

/// A circle that points may lie on.
#[derive(Clone, Debug)]
pub struct RingSource {
    /// Its name.
    pub name: Spanned<String>,
    /// `centre`.
    pub centre: Option<PointSource>,
    /// `radius`.
    pub radius: Option<Spanned<String>>,
}

/// `{ x, y }`.
#[derive(Clone, Debug)]
pub struct PointSource {
    /// `x`.
    pub x: Option<Spanned<String>>,
    /// `y`.
    pub y: Option<Spanned<String>>,
}

/// Spokes and rings.
#[derive(Clone, Debug)]
pub struct RadialSource {
    /// The table.
    pub span: Span,
    /// `spokes`.
    pub spokes: Option<Spanned<i64>>,
    /// `radii`.
    pub radii: Vec<Spanned<String>>,
    /// `centre`.
    pub centre: Option<PointSource>,
    /// `start`.
    pub start: Option<Spanned<String>>,
    /// `direction`.
    pub direction: Option<Spanned<String>>,
    /// `number`.
    pub number: Option<Spanned<String>>,
    /// `piece`.
    pub piece: Option<Spanned<String>>,
    /// `multiples`: of which number, on which ring.
    pub multiples: Option<MultiplesSource>,
    /// `label`: depth and across.
    pub label: Option<LabelSource>,
}

/// `multiples`.
#[derive(Clone, Debug)]
pub struct MultiplesSource {
    /// `of`.
    pub of: Option<Spanned<i64>>,
    /// `ring`.
    pub ring: Option<Spanned<i64>>,
}

/// `label`.
#[derive(Clone, Debug)]
pub struct LabelSource {
    /// `depth`.
    pub depth: Option<Spanned<String>>,
    /// `across`.
    pub across: Option<Spanned<String>>,
}

/// Columns and rows.
#[derive(Clone, Debug)]
pub struct GridSource {
    /// The table.
    pub span: Span,
    /// `shape`.
    pub shape: Option<Spanned<String>>,
    /// `columns`.
    pub columns: Option<Spanned<i64>>,
    /// `rows`.
    pub rows: Option<Spanned<i64>>,
    /// `cell`.
    pub cell: Option<Spanned<String>>,
    /// `number`.
    pub number: Option<Spanned<String>>,
    /// `from`.
    pub from: Option<Spanned<String>>,
    /// `piece`.
    pub piece: Option<Spanned<String>>,
}

/// The geometry of a component, if it has one.
pub(super) fn read(
    files: &dyn Files,
    folder: &str,
    component: &Fields<'_, '_>,
    sink: &mut Sink,
) -> Option<GeometrySource> {
    let found: Vec<(&str, Span)> = ["field", "radial", "grid"]
        .into_iter()
        .filter_map(|key| component.get(key).map(|found| (key, found.span)))
        .collect();
    if let [(first, place), (second, other), ..] = found.as_slice() {
        sink.push(
            Diagnostic::error(
                Code::S004,
                format!("{} has both `{first}` and `{second}`", component.name),
            )
            .at(other)
            .also(place, "the first one")
            .hint("a board has one geometry; make it two components"),
        );
        return None;
    }
    let (key, _) = found.first()?;
    let fields = component.sub(key, format!("`{key}` of {}", component.name), sink)?;
    Some(match *key {
        "field" => GeometrySource::Field(field(files, folder, &fields, sink)),
        "radial" => GeometrySource::Radial(Box::new(radial(&fields, sink))),
        _ => GeometrySource::Grid(grid(&fields, sink)),
    })
}

fn field(files: &dyn Files, folder: &str, fields: &Fields<'_, '_>, sink: &mut Sink) -> FieldSource {
    fields.only_listed(&["field"], sink);
    let rows = |file: &str, own: &str, sink: &mut Sink| {
        let mut rows = fields
            .text(file, sink)
            .map(|name| read_table(files, folder, &name, sink))
            .unwrap_or_default();
        let own = entries(fields, own, sink);
        rows.extend(own.iter().map(|(table, span)| {
            card::read(fields.source, &toml::Spanned::new(span.range(), *table))
        }));
        rows
    };
    let (points, lines) = (rows("points", "point", sink), rows("lines", "line", sink));
    let symbol = |(name, fields): (Spanned<String>, Fields<'_, '_>), sink: &mut Sink| {
        fields.only_listed(&["symbol"], sink);
        SymbolSource {
            name,
            shape: fields.required_text("shape", sink),
            size: fields.required_text("size", sink),
        }
    };
    let ring = |(name, fields): (Spanned<String>, Fields<'_, '_>), sink: &mut Sink| {
        fields.only_listed(&["ring"], sink);
        RingSource {
            name,
            centre: point(&fields, "centre", sink),
            radius: fields.required_text("radius", sink),
        }
    };
    let path = |(name, fields): (Spanned<String>, Fields<'_, '_>), sink: &mut Sink| {
        fields.only_listed(&["path"], sink);
        (name, fields.required_text("d", sink))
    };
    FieldSource {
        span: fields.span.clone(),
        crossings: fields.truth("crossings", sink).is_some_and(|crossings| crossings.value),
        zones: texts(fields, "zones", sink),
        kinds: named(fields, "kind", sink).into_iter().map(|one| symbol(one, sink)).collect(),
        rings: named(fields, "ring", sink).into_iter().map(|one| ring(one, sink)).collect(),
        paths: named(fields, "path", sink).into_iter().map(|one| path(one, sink)).collect(),
        points,
        lines,
    }
}

fn radial(fields: &Fields<'_, '_>, sink: &mut Sink) -> RadialSource {
    fields.only_listed(&["radial"], sink);
    for key in ["spokes", "radii"].into_iter().filter(|key| fields.get(key).is_none()) {
        fields.missing(key, sink);
    }
    let sub = |key: &str, sink: &mut Sink| {
        fields.get(key)?;
        let found = fields.sub(key, format!("`{key}` of {}", fields.name), sink)?;
        found.only_listed(&[key], sink);
        Some(found)
    };
    RadialSource {
        span: fields.span.clone(),
        spokes: fields.integer("spokes", sink),
        radii: texts(fields, "radii", sink),
        centre: point(fields, "centre", sink),
        start: fields.text("start", sink),
        direction: fields.text("direction", sink),
        number: fields.text("number", sink),
        piece: fields.text("piece", sink),
        multiples: sub("multiples", sink)
            .map(|m| MultiplesSource { of: m.integer("of", sink), ring: m.integer("ring", sink) }),
        label: sub("label", sink)
            .map(|l| LabelSource { depth: l.text("depth", sink), across: l.text("across", sink) }),
    }
}

fn grid(fields: &Fields<'_, '_>, sink: &mut Sink) -> GridSource {
    fields.only_listed(&["grid"], sink);
    for key in ["columns", "rows", "cell"].into_iter().filter(|key| fields.get(key).is_none()) {
        fields.missing(key, sink);
    }
    GridSource {
        span: fields.span.clone(),
        shape: fields.text("shape", sink),
        columns: fields.integer("columns", sink),
        rows: fields.integer("rows", sink),
        cell: fields.text("cell", sink),
        number: fields.text("number", sink),
        from: fields.text("from", sink),
        piece: fields.text("piece", sink),
    }
}

fn point(fields: &Fields<'_, '_>, key: &str, sink: &mut Sink) -> Option<PointSource> {
    fields.get(key)?;
    let at = fields.sub(key, format!("`{key}` of {}", fields.name), sink)?;
    at.only_listed(&["centre"], sink);
    Some(PointSource { x: at.required_text("x", sink), y: at.required_text("y", sink) })
}

/// The tables under a key, by name, in the order of the file.
pub(super) fn named<'t, 's>(
    fields: &Fields<'t, 's>,
    key: &str,
    sink: &mut Sink,
) -> Vec<(Spanned<String>, Fields<'t, 's>)> {
    if fields.get(key).is_none() {
        return Vec::new();
    }
    let Some(all) = fields.sub(key, format!("`{key}` of {}", fields.name), sink) else {
        return Vec::new();
    };
    let mut found: Vec<(Spanned<String>, Fields<'t, 's>)> = Vec::new();
    for (name, item) in all.table {
        let name = Spanned::new(name.get_ref().to_string(), Span::new(fields.source, name.span()));
        if let DeValue::Table(table) = item.get_ref() {
            let span = name.span.clone();
            let title = format!("{key} `{}`", escaped(&name.value));
            found.push((name, Fields { source: fields.source, name: title, table, span }));
        } else {
            Fields::wrong(
                &name.value,
                "a table",
                &Spanned::new(item.get_ref(), Span::new(fields.source, item.span())),
                sink,
            );
        }
    }
    found.sort_by_key(|(name, _)| name.span.range().start);
    found
}

/// A list of texts.
fn texts(fields: &Fields<'_, '_>, key: &str, sink: &mut Sink) -> Vec<Spanned<String>> {
    let Some(found) = fields.get(key) else { return Vec::new() };
    let DeValue::Array(items) = found.value else {
        Fields::wrong(key, "a list of texts", &found, sink);
        return Vec::new();
    };
    let mut list = Vec::new();
    for item in items {
        let item = Spanned::new(item.get_ref(), Span::new(fields.source, item.span()));
        match item.value {
            DeValue::String(text) => list.push(Spanned::new(text.to_string(), item.span)),
            _ => Fields::wrong(key, "a list of texts", &item, sink),
        }
    }
    list
}

/// The cell as a text with its place, if something stands in it.
pub(crate) fn cell(row: &CardSource, column: &str) -> Option<Spanned<String>> {
    let Cell { value, span } = row.cells.get(column)?;
    let text = value.to_string().trim().to_owned();
    (!text.is_empty()).then(|| Spanned::new(text, span.clone()))
}

/// The cells that no part of the geometry takes, for templates.
pub(crate) fn free_cells(row: &CardSource, taken: &[&str]) -> IndexMap<String, tera::Value> {
    let free = row.cells.iter().filter(|(column, _)| !taken.contains(&column.as_str()));
    free.map(|(column, cell)| (column.clone(), cell.value.clone())).collect()
}
