//! Rows as a component wants them, from the rows of its table.
//!
//! In: rows as written, and what the component says of them. Out: rows with the columns that its
//! template sees, those alone that are meant for it. One step after the other: columns get their
//! names, rows of other tables are joined, empty cells get a default, the words of the language
//! take their place, columns are computed, and rows are chosen.

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::condition::{CardCondition, unknown_column};
use super::expression::{Asked, Expression};
use super::locate::{TableName, read_table};
use super::table::{Cell, Row, Saved};
use super::toml::{Entries, Free, Item, Kind, Scalar, Text, table};
use super::{Card, CardId, CountOf, translated};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, escaped};
use crate::files::{Files, normalise};

table! {
    /// How a table becomes cards.
    pub(crate) struct ShapingKeys:
        "The table of a component",
        "How a table becomes cards, in this order: `rename`, `join`, `default`, the words of the \
         language, `compute`, `where`. `pnp data` shows the result.";
    {
        rename: Free<Text> [optional "none"]
            "New names for columns: `rename = { name = \"Card Title\" }`.";
        join: Entries<JoinKeys> [optional "none"] "Other tables whose columns are added.";
        default: Free<Scalar> [optional "none"]
            "What stands in empty cells of a column: `default = { copies = 2 }`.";
        compute: Free<ComputedCell> [optional "none"]
            "Further columns, each a tera expression over the row: \
             `compute = { total = \"card.cost | int + 2\" }`. One may use those before it.";
        r#where: CardCondition [optional "all rows"]
            "Which rows are cards of this component, as in `\"card.kind == 'ship'\"`, so that one \
             table can hold several.";
    }
}

table! {
    /// Another table.
    pub(crate) struct JoinKeys:
        "`[[deck.ID.join]]`",
        "A table with one row for each value of a column: its other columns are added to each row \
         that has the value. An empty cell joins nothing.";
    {
        table: TableName [required] "The other table, named as in `cards`.";
        on: Text [required] "The column with the value, in the table of the component.";
        key: Text [optional "the name in `on`"] "The column with the value, in the other table.";
        rename: Free<Text> [optional "none"] "New names for columns of the other table.";
    }
}

/// An expression over a row.
pub(crate) struct ComputedCell;

impl Kind for ComputedCell {
    type Value = Expression;

    fn takes() -> String {
        "an expression such as `\"card.cost | int + 2\"`".to_owned()
    }

    fn schema() -> Value {
        json!({ "type": "string" })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Expression> {
        let text = item.string("a string", sink)?;
        let variable = CountOf::Cards.word();
        Expression::parse(&text, Asked::Text, variable).map_err(|fault| sink.push(*fault)).ok()
    }
}

/// What a table is read with.
pub(super) struct Around<'a> {
    pub(super) files: &'a dyn Files,
    /// The folder of the game.
    pub(super) folder: &'a str,
    /// The languages of the game, the default first, and the one that is printed.
    pub(super) languages: &'a [String],
    pub(super) lang: &'a str,
}

/// The rows of a table that the game names, in the language that is printed where the name has
/// `{lang}` in it.
pub(super) fn table_of(
    name: &Spanned<String>,
    saved: Saved<'_>,
    around: &Around<'_>,
    sink: &mut Sink,
) -> Vec<Row> {
    let Around { files, folder, languages, lang } = *around;
    let of = |lang: &str| name.clone().map(|name| name.replace(LANG, lang));
    let default = languages.first().map_or(lang, String::as_str);
    if lang == default || !name.value.contains(LANG) || exists(files, folder, &of(lang).value) {
        return read_table(files, folder, &of(lang), saved, sink);
    }
    let message = format!("there is no `{}`; `{}` stands in", of(lang).value, of(default).value);
    sink.push(Diagnostic::warning(Code::M012, message).at(&name.span));
    read_table(files, folder, &of(default), saved, sink)
}

/// What stands for the language in the name of a table.
const LANG: &str = "{lang}";

fn exists(files: &dyn Files, folder: &str, name: &str) -> bool {
    let file = name.split_once('#').map_or(name, |(file, _)| file);
    normalise(folder, file).is_some_and(|path| files.read(&path).is_ok())
}

/// The rows that are cards of a component, with the columns that its template sees.
pub(super) fn shape(
    keys: &ShapingKeys,
    mut rows: Vec<Row>,
    around: &Around<'_>,
    sink: &mut Sink,
) -> Vec<Row> {
    let ShapingKeys { rename, join, default, compute, r#where } = keys;
    renamed(&mut rows, rename.as_ref(), sink);
    for join in join.iter().flat_map(|joins| &joins.value) {
        joined(&mut rows, &join.value, around, sink);
    }
    for (column, value) in default.iter().flat_map(|default| &default.value) {
        fill(&mut rows, column, value);
    }
    translated::translate(&mut rows, around.languages, around.lang, sink);
    for (column, expression) in compute.iter().flat_map(|compute| &compute.value) {
        computed(&mut rows, column, expression, sink);
    }
    let Some(condition) = r#where else { return rows };
    let cards = as_cards(&rows);
    match condition.value.select(&cards) {
        Ok(chosen) => {
            let mut chosen = chosen.into_iter().map(CardId::index).peekable();
            let mut index = 0;
            rows.retain(|_| {
                let is_chosen = chosen.next_if_eq(&index).is_some();
                index += 1;
                is_chosen
            });
        }
        Err(faults) => sink.extend(faults),
    }
    rows
}

/// Rows as conditions take them.
fn as_cards(rows: &[Row]) -> Vec<Card> {
    let card = |(index, row): (usize, &Row)| Card {
        id: format!("row {}", index + 1),
        values: values(row),
        copies: 1,
        span: row.span.clone(),
        copies_span: None,
        has_back: false,
        left_out: 0,
    };
    rows.iter().enumerate().map(card).collect()
}

fn values(row: &Row) -> IndexMap<String, tera::Value> {
    row.cells.iter().map(|(column, cell)| (column.clone(), cell.value.clone())).collect()
}

/// The names of all columns, in the order in which they appear.
fn columns(rows: &[Row]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    // Rows of one table all have the same columns.
    let mut last: Option<&IndexMap<String, Cell>> = None;
    for row in rows {
        if last.is_some_and(|last| last.keys().eq(row.cells.keys())) {
            continue;
        }
        last = Some(&row.cells);
        for column in row.cells.keys() {
            if !found.contains(&column.as_str()) {
                found.push(column);
            }
        }
    }
    found
}

/// Reports a column that no row has. Whether one has it.
fn is_there(rows: &[Row], column: &Spanned<String>, name: &str, sink: &mut Sink) -> bool {
    let known = columns(rows);
    if known.contains(&name) {
        return true;
    }
    // Without rows nothing is known of the columns.
    if !rows.is_empty() {
        let unknown = UnknownName::new("column", &column.value, known);
        sink.push(unknown.error(Code::M070).at(&column.span));
    }
    false
}

/// New names of columns, each with the name in the table.
type Names = Vec<(Spanned<String>, Spanned<String>)>;

fn renamed(rows: &mut [Row], names: Option<&Spanned<Names>>, sink: &mut Sink) {
    let mut wanted: IndexMap<String, &Spanned<String>> = IndexMap::new();
    for (new, old) in names.iter().flat_map(|names| &names.value) {
        let plain = super::table::plain(&old.value);
        if !is_there(rows, old, &plain, sink) {
            continue;
        }
        if let Some(other) = wanted.insert(plain, new) {
            let message = format!("column `{}` is renamed twice", escaped(&old.value));
            let fault = Diagnostic::error(Code::M071, message).at(&old.span);
            sink.push(fault.also(&other.span, "first renamed here"));
        }
    }
    let kept: Vec<&str> =
        columns(rows).into_iter().filter(|column| !wanted.contains_key(*column)).collect();
    for new in wanted.values().filter(|new| kept.contains(&new.value.as_str())) {
        sink.push(taken(new));
    }
    for row in rows {
        row.cells = std::mem::take(&mut row.cells)
            .into_iter()
            .map(|(column, cell)| match wanted.get(&column) {
                Some(new) => (new.value.clone(), cell),
                None => (column, cell),
            })
            .collect();
    }
}

fn taken(name: &Spanned<String>) -> Diagnostic {
    let message = format!("there is a column `{}` already", escaped(&name.value));
    Diagnostic::error(Code::M071, message).at(&name.span)
}

fn joined(rows: &mut [Row], keys: &JoinKeys, around: &Around<'_>, sink: &mut Sink) {
    let JoinKeys { table, on, key, rename } = keys;
    let mut others = table_of(table, Saved::default(), around, sink);
    renamed(&mut others, rename.as_ref(), sink);
    let key = key.as_ref().unwrap_or(on);
    let on_name = super::table::plain(&on.value);
    let key_name = super::table::plain(&key.value);
    if !is_there(rows, on, &on_name, sink) | !is_there(&others, key, &key_name, sink) {
        return;
    }
    let mut by_value: IndexMap<String, &Row> = IndexMap::new();
    for other in &others {
        let Some(cell) = other.cells.get(&key_name) else { continue };
        let value = shown(cell);
        if value.is_empty() {
            continue;
        }
        if let Some(first) = by_value.insert(value.clone(), other) {
            let message = format!("two rows have the {} `{}`", key_name, escaped(&value));
            let fault = Diagnostic::error(Code::M071, message).at(&cell.span);
            sink.push(fault.also(&first.span, "the first of them"));
        }
    }
    let known = columns(rows);
    let new: Vec<String> = columns(&others)
        .into_iter()
        .filter(|column| *column != key_name)
        .map(str::to_owned)
        .collect();
    for column in new.iter().filter(|column| known.contains(&column.as_str())) {
        let message = format!("both tables have a column `{}`", escaped(column));
        let fault = Diagnostic::error(Code::M071, message).at(&table.span);
        sink.push(fault.hint(format!("rename one of them: rename = {{ new = \"{column}\" }}")));
    }
    for row in rows {
        let cell = row.cells.get(&on_name).cloned();
        let value = cell.as_ref().map(shown).unwrap_or_default();
        let other = by_value.get(&value).copied();
        if let (None, false, Some(cell)) = (other, value.is_empty(), &cell) {
            let known = by_value.keys().map(String::as_str);
            let unknown = UnknownName::new(&key_name, &value, known);
            let fault = unknown.error(Code::M071).at(&cell.span);
            sink.push(fault.also(&table.span, "in this table"));
        }
        let end = row.span.clone();
        for column in &new {
            let there = other.and_then(|other| other.cells.get(column)).cloned();
            let cell = there.unwrap_or_else(|| empty(&end));
            row.cells.entry(column.clone()).or_insert(cell);
        }
    }
}

fn shown(cell: &Cell) -> String {
    cell.value.to_string().trim().to_owned()
}

fn empty(at: &Span) -> Cell {
    Cell { value: tera::Value::from(""), span: at.clone() }
}

fn fill(rows: &mut [Row], column: &Spanned<String>, value: &Spanned<tera::Value>) {
    for row in rows {
        let is_empty = row.cells.get(&column.value).is_none_or(|cell| shown(cell).is_empty());
        if is_empty {
            let cell = Cell { value: value.value.clone(), span: value.span.clone() };
            row.cells.insert(column.value.clone(), cell);
        }
    }
}

fn computed(
    rows: &mut [Row],
    column: &Spanned<String>,
    expression: &Spanned<Expression>,
    sink: &mut Sink,
) {
    if columns(rows).contains(&column.value.as_str()) {
        sink.push(taken(column).hint("give the computed column another name"));
        return;
    }
    let cards = as_cards(rows);
    let text = &expression.value.text;
    let unknown: Vec<Diagnostic> = expression
        .value
        .columns
        .iter()
        .filter(|_| !cards.is_empty())
        .filter_map(|name| unknown_column(name, text, &cards, CountOf::Cards))
        .collect();
    if !unknown.is_empty() {
        return sink.extend(unknown);
    }
    for row in rows {
        match expression.value.of(&values(row)) {
            Ok(value) => {
                let cell = Cell { value: value.trim().into(), span: expression.span.clone() };
                row.cells.insert(column.value.clone(), cell);
            }
            // The next ones would fail alike.
            Err(fault) => return sink.push(fault.also(&row.span, "this row")),
        }
    }
}
