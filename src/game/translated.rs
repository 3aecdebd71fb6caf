//! Columns in several languages: `name_it` is the Italian of `name`.

use super::table::{Cell, Row};
use crate::diag::{Code, Diagnostic, Sink, escaped};

/// Gives each such column the words of the language that is printed, under its plain name; where
/// there are none, those of the plain column or of the default language, with a warning.
pub(super) fn translate(rows: &mut [Row], languages: &[String], lang: &str, sink: &mut Sink) {
    let Some(default) = languages.first() else { return };
    let mut names: Vec<String> = Vec::new();
    for column in rows.first().iter().flat_map(|row| row.cells.keys()) {
        let name = languages.iter().find_map(|lang| column.strip_suffix(&format!("_{lang}")));
        if let Some(name) = name.filter(|name| !names.iter().any(|known| known == name)) {
            names.push(name.to_owned());
        }
    }
    for name in names {
        let own = format!("{name}_{lang}");
        let usual = format!("{name}_{default}");
        let mut missing: Vec<Cell> = Vec::new();
        for row in &mut *rows {
            let filled = |column: &str| row.cells.get(column).filter(|cell| !is_empty(cell));
            let fallback = filled(&name).or_else(|| filled(&usual));
            let found = match (filled(&own), fallback) {
                (Some(own), _) => own.clone(),
                (None, Some(fallback)) => {
                    // The plain column has the words of the default language.
                    if lang != default {
                        let place = row.cells.get(&own).map_or(&row.span, |cell| &cell.span);
                        missing.push(Cell { span: place.clone(), ..fallback.clone() });
                    }
                    fallback.clone()
                }
                (None, None) => Cell { value: "".into(), span: row.span.clone() },
            };
            row.cells.insert(name.clone(), found);
        }
        if let Some(first) = missing.first() {
            sink.push(untranslated(&name, lang, first, &missing));
        }
    }
}

/// One warning for all cells of a column, with the words that stand in.
fn untranslated(name: &str, lang: &str, first: &Cell, missing: &[Cell]) -> Diagnostic {
    const SHOWN: usize = 5;
    let column = format!("{name}_{lang}");
    let words: Vec<String> = missing
        .iter()
        .take(SHOWN)
        .map(|cell| format!("`{}`", escaped(&cell.value.to_string())))
        .collect();
    let more = missing.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let message = match missing.len() {
        1 => format!("a cell of `{column}` has no translation into `{lang}`"),
        many => format!("{many} cells of `{column}` have no translation into `{lang}`"),
    };
    let hint = format!("`card.{name}` shows another language: {}{more}", words.join(", "));
    Diagnostic::warning(Code::M012, message).at(&first.span).hint(hint)
}

fn is_empty(cell: &Cell) -> bool {
    cell.value.to_string().trim().is_empty()
}
