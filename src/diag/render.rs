//! The output forms of a fault: human, short and JSON.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Map, Value};

use super::{Diagnostic, Severity, Span, escaped};

/// How one fault is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a compiler prints it.
    Human(Style),
    /// As a line.
    Short,
    /// As a JSON object in a line.
    Json,
}

/// Whether the human form may use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Text only.
    #[default]
    Plain,
    /// With terminal colours.
    Coloured,
}

/// One fault in the form asked for, with its line end.
pub fn render(diagnostic: &Diagnostic, form: Form) -> String {
    let mut text = match form {
        Form::Human(style) => human(diagnostic, style),
        Form::Short => short(diagnostic),
        Form::Json => json(diagnostic).to_string(),
    };
    text.push('\n');
    text
}

fn human(d: &Diagnostic, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let level = match d.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(d.message.as_str()).id(d.code.name());
    let mut group = Group::with_title(title);
    if let Some(span) = &d.span {
        let mut first = AnnotationKind::Primary.span(span.range());
        if let Some(label) = &d.label {
            first = first.label(label.as_str());
        }
        let note = |(other, label): &'_ (Span, String)| {
            AnnotationKind::Context.span(other.range()).label(label.clone())
        };
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            d.also.iter().partition(|(other, _)| other.path() == span.path());
        group = shown(group, span, std::iter::once(first).chain(here.into_iter().map(note)));
        for other in elsewhere {
            group = shown(group, &other.0, [note(other)]);
        }
    }
    let about = about(d);
    if let Some(about) = &about {
        group = group.element(Level::NOTE.message(about.as_str()));
    }
    for hint in &d.hints {
        group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
    }
    renderer.render(&[group])
}

/// The lines of a file with what is said of them. Lines and characters mean nothing to somebody
/// with a workbook, so there the cell is named.
fn shown<'a>(
    group: Group<'a>,
    span: &'a Span,
    said: impl IntoIterator<Item = Annotation<'a>>,
) -> Group<'a> {
    let source = span.source();
    let lines = Snippet::source(source.text.as_str()).annotations(said);
    if source.is_sheet() {
        return group.element(Origin::path(span.place())).element(lines);
    }
    group.element(lines.path(escaped(span.path())))
}

/// `deck artists, card tiger-a`, for faults whose place is not the card's own line.
fn about(d: &Diagnostic) -> Option<String> {
    match (&d.component, &d.card) {
        (Some(component), Some(card)) => Some(format!("component `{component}`, card `{card}`")),
        (Some(component), None) => Some(format!("component `{component}`")),
        (None, Some(card)) => Some(format!("card `{card}`")),
        (None, None) => None,
    }
}

fn short(d: &Diagnostic) -> String {
    let place = d.span.as_ref().map_or_else(String::new, |span| format!("{}: ", span.place()));
    let about = match (&d.component, &d.card) {
        (_, Some(card)) => format!(" (card {card})"),
        _ => String::new(),
    };
    format!(
        "{place}{}: {} {}{about}",
        d.severity.word(),
        d.code.name(),
        d.message.replace('\n', " ")
    )
}

fn json(d: &Diagnostic) -> Value {
    let mut object = Map::new();
    object.insert("code".into(), d.code.name().into());
    object.insert("severity".into(), d.severity.word().into());
    object.insert("message".into(), d.message.as_str().into());
    if let Some(span) = &d.span {
        let (line, column) = span.start();
        let (end_line, end_column) = span.end();
        object.insert("file".into(), span.path().into());
        object.insert("line".into(), line.into());
        object.insert("column".into(), column.into());
        object.insert("end_line".into(), end_line.into());
        object.insert("end_column".into(), end_column.into());
        if let Some(cell) = span.cell() {
            object.insert("cell".into(), cell.into());
        }
    }
    if !d.hints.is_empty() {
        object.insert("hints".into(), d.hints.clone().into());
    }
    if let Some(component) = &d.component {
        object.insert("component".into(), component.as_str().into());
    }
    if let Some(card) = &d.card {
        object.insert("card".into(), card.as_str().into());
    }
    Value::Object(object)
}
