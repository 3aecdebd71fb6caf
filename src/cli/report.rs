//! Prints what was found.

use std::io::IsTerminal;

use super::args::Reporting;
use super::languages::Languages;
use super::output::{Exit, print_stderr, print_stdout};
use crate::diag::{Code, Diagnostic, Format, Severity, Sink, Style, grouped, render};

/// Reports everything in the sink, where it concerns no language.
pub(super) fn report(sink: Sink, reporting: Reporting) -> Exit {
    report_language(sink, reporting, None, &mut Languages::one())
}

/// Reports everything that one language of a game has, but for what is reported for all together.
pub(super) fn report_language(
    sink: Sink,
    reporting: Reporting,
    lang: Option<&str>,
    languages: &mut Languages,
) -> Exit {
    let errors = sink.count(Severity::Error);
    let warnings = sink.count(Severity::Warning);
    let found = sink.into_sorted();
    let refused =
        found.iter().filter(|d| d.severity == Severity::Error).all(could_not_run) && errors > 0;
    print_faults(languages.note(lang, found), reporting, languages);
    match (errors, warnings) {
        _ if refused => Exit::CouldNotRun,
        (0, 0) => Exit::Clean,
        (0, _) if !reporting.deny_warnings => Exit::Clean,
        _ => Exit::Game,
    }
}

/// Reports what concerns all languages of a game together.
pub(super) fn report_all(
    mut languages: Languages,
    game: &str,
    reporting: Reporting,
    is_quiet: bool,
) {
    let missing = languages.take_missing();
    print_faults(missing, reporting, &mut languages);
    if reporting.format == Format::Human {
        print_stderr(&languages.summary(game, is_quiet));
    }
}

/// In the JSON form the faults are the result of a check and go to standard output. People read one
/// message for what is wrong in many places.
fn print_faults(found: Vec<Diagnostic>, reporting: Reporting, languages: &mut Languages) {
    let may_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let style =
        if std::io::stderr().is_terminal() && may_colour { Style::Coloured } else { Style::Plain };
    let between = if reporting.format == Format::Human { "\n" } else { "" };
    let found = if reporting.format == Format::Human { grouped(found) } else { found };
    let text: String = found
        .iter()
        .map(|fault| render(fault, reporting.format, style) + between)
        .filter(|rendered| languages.is_new(rendered))
        .collect();
    if reporting.format == Format::Json {
        print_stdout(&text);
    } else {
        print_stderr(&text);
    }
}

/// Whether the fault lies in what was asked for and not in the game, where it would have a place.
fn could_not_run(diagnostic: &Diagnostic) -> bool {
    diagnostic.span.is_none()
        && matches!(diagnostic.code, Code::M002 | Code::M011 | Code::M013 | Code::P001 | Code::P002)
}
