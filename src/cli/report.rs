//! Prints what was found.
//!
//! Faults are written one by one as games are checked; or they are kept until all are known, for
//! the formats that are one document.

use std::io::IsTerminal;

use super::args::{Format, Reporting};
use super::languages::Languages;
use super::output::{Exit, print_stderr, print_stdout};
use crate::diag::{Code, Diagnostic, Form, Severity, Sink, Style, grouped, render};
use crate::report::{Report, Verdict, github, junit, sarif};

/// Prints what a run finds, or keeps it for a report.
pub(super) struct Reporter {
    reporting: Reporting,
    report: Report,
}

impl Reporter {
    /// For a project that lies in `folder` of its repository.
    pub(super) fn new(reporting: Reporting, folder: String) -> Self {
        let deny_warnings = reporting.deny_warnings;
        Self { reporting, report: Report { folder, deny_warnings, ..Report::default() } }
    }

    /// Reports everything in the sink, where it concerns no game.
    pub(super) fn refuse(mut self, sink: Sink) -> Exit {
        let exit = exit(&sink, self.reporting);
        let found = sink.into_sorted();
        if self.writes_a_document() {
            self.report.refused.extend(found.iter().map(refusal));
        } else {
            print_faults(found, self.reporting.format, &mut Languages::one());
        }
        exit.max(self.finish())
    }

    /// Reports why nothing could be tried, in words that are on standard error already.
    pub(super) fn refuse_with(mut self, why: &str) -> Exit {
        self.report.refused.push(why.trim_end().to_owned());
        self.finish();
        Exit::CouldNotRun
    }

    /// Reports everything that one language of a game has, but for what is reported for all
    /// together.
    pub(super) fn language(
        &mut self,
        sink: Sink,
        game: &str,
        lang: Option<&str>,
        languages: &mut Languages,
    ) -> Exit {
        let exit = exit(&sink, self.reporting);
        if !self.writes_a_document() {
            let found = languages.note(lang, sink.into_sorted());
            print_faults(found, self.reporting.format, languages);
            return exit;
        }
        let promises = sink.promises().to_vec();
        let excused = sink.policy().excused().to_vec();
        let (refused, found): (Vec<_>, Vec<_>) =
            sink.into_sorted().into_iter().partition(could_not_run);
        self.report.refused.extend(refused.iter().map(refusal));
        let name = languages.name(game, lang);
        let game = game.to_owned();
        self.report.verdicts.push(Verdict { game, name, found, excused, promises });
        exit
    }

    /// Reports what concerns all languages of a game together.
    pub(super) fn all_languages(&self, mut languages: Languages, game: &str, is_quiet: bool) {
        if self.writes_a_document() {
            return;
        }
        let missing = languages.take_missing();
        print_faults(missing, self.reporting.format, &mut languages);
        if self.reporting.format == Format::Human {
            print_stderr(&languages.summary(game, is_quiet));
        }
    }

    /// Prints the document, if the format is one.
    pub(super) fn finish(self) -> Exit {
        let document = match self.reporting.format {
            Format::Human | Format::Short | Format::Json => return Exit::Clean,
            Format::Sarif => sarif(&self.report),
            Format::Junit => junit(&self.report),
            Format::Github => github(&self.report),
        };
        print_stdout(&document)
    }

    const fn writes_a_document(&self) -> bool {
        matches!(self.reporting.format, Format::Sarif | Format::Junit | Format::Github)
    }
}

fn exit(sink: &Sink, reporting: Reporting) -> Exit {
    let errors = sink.count(Severity::Error);
    let mut found = sink.found().iter().filter(|d| d.severity == Severity::Error);
    match (errors, sink.count(Severity::Warning)) {
        (1.., _) if found.all(could_not_run) => Exit::CouldNotRun,
        (0, 0) => Exit::Clean,
        (0, _) if !reporting.deny_warnings => Exit::Clean,
        _ => Exit::Game,
    }
}

/// In the JSON form the faults are the result of a check and go to standard output. People read one
/// message for what is wrong in many places.
fn print_faults(found: Vec<Diagnostic>, format: Format, languages: &mut Languages) {
    let form = match format {
        Format::Human => Form::Human(style()),
        Format::Json => Form::Json,
        Format::Short | Format::Sarif | Format::Junit | Format::Github => Form::Short,
    };
    let between = if format == Format::Human { "\n" } else { "" };
    let found = if format == Format::Human { grouped(found) } else { found };
    let text: String = found
        .iter()
        .map(|fault| render(fault, form) + between)
        .filter(|rendered| languages.is_new(rendered))
        .collect();
    if format == Format::Json {
        print_stdout(&text);
    } else {
        print_stderr(&text);
    }
}

fn style() -> Style {
    let may_colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if std::io::stderr().is_terminal() && may_colour { Style::Coloured } else { Style::Plain }
}

/// A fault as a reason why something could not be tried.
fn refusal(fault: &Diagnostic) -> String {
    let hints = fault.hints.iter().map(|hint| format!("hint: {hint}\n"));
    let text: String = std::iter::once(render(fault, Form::Short)).chain(hints).collect();
    text.trim_end().to_owned()
}

/// Whether the fault lies in what was asked for and not in the game, where it would have a place.
fn could_not_run(diagnostic: &Diagnostic) -> bool {
    diagnostic.span.is_none()
        && matches!(diagnostic.code, Code::M002 | Code::M011 | Code::M013 | Code::P001 | Code::P002)
}
