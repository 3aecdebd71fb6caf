//! The state of a game as JSON, for the page and whoever else asks.

use indexmap::IndexSet;
use serde_json::{Map, Value, json};

use crate::diag::{Diagnostic, Promise, Severity, Span};
use crate::session::{
    Change, ComponentFacts, Face, GameFacts, Page, Section, SheetSide, Shown, Snapshot,
};
use crate::slug::SideKind;
use crate::units::{Length, Rect};

/// A place in a file of the project.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// The path in the project.
    pub(super) file: String,
    /// From 1.
    pub(super) line: usize,
    /// From 1.
    pub(super) column: usize,
}

/// What a state says besides what there is to see.
pub(super) struct Around<'a> {
    pub(super) generation: u64,
    /// When it was made.
    pub(super) time: &'a str,
    /// How long that took.
    pub(super) took_ms: u64,
    /// The name of the folder of the project.
    pub(super) root: &'a str,
    /// Where it is on the disk, for links to an editor; nothing for the games that come along.
    pub(super) folder: Option<&'a str>,
    /// All games of the project, with their titles.
    pub(super) games: &'a [(String, String)],
    /// The game that is shown.
    pub(super) game: &'a str,
    /// What builds it.
    pub(super) command: &'a str,
    /// The last save.
    pub(super) last: Option<&'a LastSave>,
}

/// A save, and what it changed.
#[derive(Clone, Debug)]
pub(super) struct LastSave {
    pub(super) time: String,
    pub(super) files: Vec<String>,
    /// The faces that are not as they were before it.
    pub(super) faces: Vec<String>,
}

/// Places, each once.
struct Places<'a> {
    folder: Option<&'a str>,
    all: IndexSet<Place>,
}

impl Places<'_> {
    /// The number of a place.
    fn at(&mut self, span: &Span) -> usize {
        let (line, column) = span.start();
        self.all.insert_full(Place { file: span.path().to_owned(), line, column }).0
    }

    fn maybe(&mut self, span: Option<&Span>) -> Value {
        span.map_or(Value::Null, |span| self.at(span).into())
    }

    fn json(&self) -> Value {
        let json = |place: &Place| {
            let Place { file, line, column } = place;
            let mut object = Map::new();
            object.insert("file".into(), file.as_str().into());
            object.insert("line".into(), (*line).into());
            object.insert("column".into(), (*column).into());
            if let Some(folder) = self.folder {
                let folder = folder.trim_start_matches('/');
                let href = format!("vscode://file/{folder}/{file}:{line}:{column}");
                object.insert("href".into(), href.into());
            }
            Value::Object(object)
        };
        self.all.iter().map(json).collect()
    }
}

/// The state as JSON, and the places it names by their numbers.
pub(super) fn state(snapshot: &Snapshot, around: &Around<'_>) -> (Vec<u8>, Vec<Place>) {
    let mut places = Places { folder: around.folder, all: IndexSet::new() };
    let faces: Vec<Value> = snapshot.faces.iter().map(|face| of_face(face, &mut places)).collect();
    let promises: Vec<Value> =
        snapshot.promises.iter().map(|promise| of_promise(promise, &mut places)).collect();
    let messages: Vec<Value> =
        snapshot.messages.iter().map(|message| of_message(message, &mut places)).collect();
    let pages: Vec<Value> = snapshot.pages.iter().map(|page| of_page(page, &mut places)).collect();
    let game = |id: &str, title: &str| json!({ "id": id, "title": title });
    let known = snapshot.game.as_deref();
    let title = known.map_or(around.game, |game| &game.title);
    let state = json!({
        "generation": around.generation,
        "version": env!("CARGO_PKG_VERSION"),
        "time": around.time,
        "took_ms": around.took_ms,
        "ok": snapshot.is_ok(),
        "checking": !snapshot.is_complete,
        "game": game(around.game, title),
        "games": around.games.iter().map(|(id, title)| game(id, title)).collect::<Value>(),
        "language": known.map_or("", |game| &game.language),
        "languages": known.map(|game| game.languages.clone()).unwrap_or_default(),
        "root": around.root,
        "command": around.command,
        "components": known.map(components).unwrap_or_default(),
        "faces": faces,
        "sheets": snapshot.sides.iter().map(of_side).collect::<Value>(),
        "pages": pages,
        "promises": promises,
        "messages": messages,
        "last": around.last.map(|last| of_save(last, snapshot)),
        "places": places.json(),
    });
    (state.to_string().into_bytes(), places.all.into_iter().collect())
}

/// What the first broken promise, or else the first error, says.
pub(super) fn complaint(snapshot: &Snapshot) -> Option<String> {
    let broken = snapshot.promises.iter().flat_map(|promise| &promise.broken);
    let errors = snapshot.messages.iter().filter(|fault| fault.severity == Severity::Error);
    broken.chain(errors).next().map(|fault| fault.message.clone())
}

fn components(game: &GameFacts) -> Vec<Value> {
    game.components.iter().map(of_component).collect()
}

fn of_component(facts: &ComponentFacts) -> Value {
    json!({
        "id": facts.id,
        "title": facts.id,
        "kind": facts.kind.word(),
        "columns": facts.columns,
        "trim": [facts.trim.width.to_mm(), facts.trim.height.to_mm()],
        "bleed": facts.bleed.to_mm(),
        "safe": facts.safe.to_mm(),
        "radius": facts.radius.to_mm(),
        "copies": facts.copies,
    })
}

fn of_face(face: &Face, places: &mut Places<'_>) -> Value {
    let mut at = Map::new();
    at.insert("row".into(), places.at(&face.row_place).into());
    if let Some(template) = &face.template_place {
        at.insert("template".into(), places.at(template).into());
    }
    let before = match &face.change {
        Some(Change::Before(before)) => json!({
            "front": picture(before.front),
            "back": picture(before.back),
            "row": row(before),
            "copies": before.copies,
        }),
        Some(Change::New) | None => Value::Null,
    };
    let mut object = json!({
        "id": face.id,
        "component": face.component,
        "card": face.card,
        "of": face.of,
        "copies": face.copies,
        "row": row(face),
        "front": picture(face.front),
        "back": picture(face.back),
        "stale": face.is_stale,
        "is_new": matches!(face.change, Some(Change::New)),
        "changed": face.change.is_some(),
        "before": before,
        "boxes": face.boxes.iter().map(|b| mm(*b)).collect::<Value>(),
        "places": at,
    });
    if let (Some(low), Value::Object(fields)) = (face.low_ink, &mut object) {
        fields.insert("low_ink".into(), json!({ "front": low.sum.to_string() }));
    }
    object
}

/// Left, top, width and height.
fn mm(rect: Rect) -> Value {
    let Rect { x, y, size } = rect;
    json!([x, y, size.width, size.height].map(Length::to_mm))
}

fn row(face: &Face) -> Value {
    let cells = face.row.iter().map(|(column, cell)| (column.clone(), cell.as_str().into()));
    Value::Object(cells.collect())
}

fn picture(shown: Option<Shown>) -> Value {
    shown.map_or(Value::Null, |shown| {
        json!({
            "hash": shown.sum.to_string(),
            "width": shown.size.width.to_mm(),
            "height": shown.size.height.to_mm(),
        })
    })
}

fn of_side(side: &SheetSide) -> Value {
    json!({
        "id": side.id,
        "component": side.job,
        "number": side.number,
        // Of a sheet to be folded both lie on the front.
        "side": if side.kind == SideKind::Back { "back" } else { "front" },
        "width": side.shown.size.width.to_mm(),
        "height": side.shown.size.height.to_mm(),
        "hash": side.shown.sum.to_string(),
        "faces": side.faces,
        "again": side.is_changed,
    })
}

fn of_page(page: &Page, places: &mut Places<'_>) -> Value {
    let mut section = |section: &Section| {
        let place = places.maybe(section.place.as_ref());
        json!({ "title": section.title, "y": section.y_mm, "place": place })
    };
    let sections: Value = page.sections.iter().map(&mut section).collect();
    json!({
        "book": page.book,
        "number": page.number,
        "hash": page.shown.sum.to_string(),
        "width": page.shown.size.width.to_mm(),
        "height": page.shown.size.height.to_mm(),
        "sections": sections,
    })
}

fn of_promise(promise: &Promise, places: &mut Places<'_>) -> Value {
    let rule = promise.from.as_ref();
    json!({
        "text": promise.that,
        "found": promise.found,
        "holds": promise.is_kept(),
        "component": promise.component,
        "variant": promise.variant,
        "place": places.at(&promise.span),
        "from": rule.map(|rule| &rule.address),
        "quote": rule.and_then(|rule| rule.quote.as_ref()),
    })
}

fn of_message(message: &Diagnostic, places: &mut Places<'_>) -> Value {
    let related: Vec<usize> = message.also.iter().map(|(span, _)| places.at(span)).collect();
    json!({
        "code": message.code.name(),
        "level": message.severity.word(),
        "title": message.message,
        "detail": message.label,
        "place": places.maybe(message.span.as_ref()),
        "frame": message.span.as_ref().map(frame).unwrap_or_default(),
        "hints": message.hints,
        "related": related,
        "component": message.component,
        "card": message.card,
        "count": 1,
    })
}

/// The line of a place, with carets under what is meant.
fn frame(span: &Span) -> Vec<String> {
    /// A longer line, such as that of a picture inside of an SVG, is nothing to look at.
    const MAX_WIDTH: usize = 400;
    if span.range().is_empty() {
        return Vec::new();
    }
    let (number, column) = span.start();
    let text = &span.source().text;
    let Some(line) = text.lines().nth(number - 1).filter(|line| line.len() <= MAX_WIDTH) else {
        return Vec::new();
    };
    let line = line.trim_start_matches('\u{feff}');
    let meant = text.get(span.range()).unwrap_or_default();
    let meant = meant.lines().next().unwrap_or_default().chars().count().max(1);
    let gutter = " ".repeat(number.to_string().len());
    let before = if span.source().is_sheet() { 0 } else { column - 1 };
    vec![
        format!("{number} | {}", line.replace('\t', " ")),
        format!("{gutter} | {}{}", " ".repeat(before), "^".repeat(meant)),
    ]
}

fn of_save(last: &LastSave, snapshot: &Snapshot) -> Value {
    json!({
        "time": last.time,
        "files": last.files,
        "says": complaint(snapshot),
        "faces": last.faces,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Source;

    #[test]
    fn a_frame_shows_a_line_and_what_is_meant() {
        let source = Source::new("a.csv", "id,copies\npipo,clown,27\nя,27\n");
        let framed = |piece: &str, from: usize| {
            let at = source.text[from..].find(piece).unwrap() + from;
            frame(&Span::new(&source, at..at + piece.len())).join("\n")
        };
        assert_eq!(framed("27", 0), "2 | pipo,clown,27\n  |            ^^");
        assert_eq!(framed("27", 24), "3 | я,27\n  |   ^^");
        assert_eq!(framed("clown,27\nя", 0), "2 | pipo,clown,27\n  |      ^^^^^^^^");
        assert!(frame(&Span::file(&source)).is_empty());
    }
}
