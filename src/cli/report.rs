//! Tells what was found.

use std::io::IsTerminal;

use super::args::{FormatArg, Selection};
use super::languages::Languages;
use super::{Exit, say, tell};
use crate::diag::{Code, Diagnostic, Severity, Sink, Style, render};

/// Faults that concern no selection of games are told to people.
pub(super) fn plain_selection() -> Selection {
    Selection {
        game: Vec::new(),
        component: Vec::new(),
        lang: None,
        paper: None,
        duplex: None,
        printer: None,
        format: FormatArg::Human,
        deny_warnings: false,
    }
}

/// Tells everything in the sink. In the JSON form the faults are the result of a check and go to standard output.
pub(super) fn faults(
    sink: Sink,
    selection: &Selection,
    lang: Option<&str>,
    languages: &mut Languages,
) -> Exit {
    let errors = sink.count(Severity::Error);
    let warnings = sink.count(Severity::Warning);
    let found = sink.into_sorted();
    let refused =
        found.iter().filter(|d| d.severity == Severity::Error).all(could_not_run) && errors > 0;
    told(&languages.note(lang, found), selection, languages);
    match (errors, warnings) {
        _ if refused => Exit::CouldNotRun,
        (0, 0) => Exit::Clean,
        (0, _) if !selection.deny_warnings => Exit::Clean,
        _ => Exit::Game,
    }
}

/// Tells these faults.
pub(super) fn told(found: &[Diagnostic], selection: &Selection, languages: &mut Languages) {
    let style = if std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
    {
        Style::Coloured
    } else {
        Style::Plain
    };
    let text: String = found
        .iter()
        .map(|d| {
            render(d, selection.format.into(), style)
                + if selection.format == FormatArg::Human { "\n" } else { "" }
        })
        .filter(|rendered| languages.is_new(rendered))
        .collect();
    if selection.format == FormatArg::Json {
        say(&text);
    } else {
        tell(&text);
    }
}

/// Whether the fault lies in what was asked for and not in the game, where it would have a place.
fn could_not_run(diagnostic: &Diagnostic) -> bool {
    diagnostic.span.is_none()
        && matches!(diagnostic.code, Code::M002 | Code::M011 | Code::M013 | Code::P001 | Code::P002)
}

/// `1 card`, `2 cards`.
pub(super) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
