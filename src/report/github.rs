//! Annotations of GitHub: a workflow command for each fault.
//!
//! Of each step, GitHub shows the first ten errors and the first ten warnings beside the code, and
//! all in the log. So errors come first, and where there are more than ten, the tenth says so.

use std::collections::HashSet;

use super::place::Place;
use super::verdict::{Report, with_hints};
use crate::diag::{Severity, grouped};

/// How many annotations of a severity GitHub shows for a step.
const SHOWN: usize = 10;

/// The annotations, a line each.
pub fn github(report: &Report) -> String {
    let mut seen = HashSet::new();
    let mut errors: Vec<String> =
        report.refused.iter().map(|why| format!("::error title=pnp::{}", message(why))).collect();
    let mut warnings = Vec::new();
    for verdict in &report.verdicts {
        for fault in grouped(verdict.found.clone()) {
            let place = report.place(verdict, &fault);
            let line = format!(
                "::{} {},title={}::{}",
                fault.severity.word(),
                properties(&place),
                fault.code.name(),
                message(&with_hints(&fault))
            );
            // What all languages of a game have is annotated once.
            if seen.insert(line.clone()) {
                let of_its_kind = match fault.severity {
                    Severity::Error => &mut errors,
                    Severity::Warning => &mut warnings,
                };
                of_its_kind.push(line);
            }
        }
    }
    let mut lines = with_rest(errors, Severity::Error);
    lines.extend(with_rest(warnings, Severity::Warning));
    lines.into_iter().flat_map(|line| [line, "\n".to_owned()]).collect()
}

/// The annotations of a severity; where some are shown in the log only, with one that says so.
fn with_rest(mut lines: Vec<String>, severity: Severity) -> Vec<String> {
    if lines.len() > SHOWN {
        let word = severity.word();
        let more = lines.len() - (SHOWN - 1);
        let rest = format!("::{word} title=pnp::{more} more {word}s are in the log of this step");
        lines.insert(SHOWN - 1, rest);
    }
    lines
}

/// `file=a.csv,line=3,endLine=3,col=2,endColumn=5`. Columns hold inside of one line only.
fn properties(place: &Place) -> String {
    let mut text = format!("file={}", property(&place.path));
    if let Some(region) = place.region {
        let (line, column) = region.start;
        let (end_line, end_column) = region.end;
        text.push_str(&format!(",line={line},endLine={end_line}"));
        if line == end_line {
            // GitHub counts the last column in.
            let last = end_column.saturating_sub(1).max(column);
            text.push_str(&format!(",col={column},endColumn={last}"));
        }
    }
    text
}

/// A text after the second `::`.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A value between commas.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Diagnostic, Source, Span};
    use crate::report::Verdict;

    fn report(found: Vec<Diagnostic>) -> Report {
        let name = "show".to_owned();
        let game = name.clone();
        let verdict = Verdict { game, name, found, excused: vec![], promises: vec![] };
        Report { verdicts: vec![verdict.clone(), verdict], ..Report::default() }
    }

    #[test]
    fn what_has_a_meaning_in_a_command_is_escaped() {
        let source = Source::new("data/show/a,b: 50%.csv", "name\nx\ny\n");
        let fault = Diagnostic::error(Code::P002, "100 %: a,\nb\r").hint("::error::no");
        let found = vec![
            fault.clone().at(&Span::new(&source, 0..4)),
            fault.clone().at(&Span::new(&source, 5..8)),
            fault,
        ];
        let said = "100 %25: a,%0Ab%0D";
        let hint = "%0Ahint: ::error::no";
        let file = "file=data/show/a%2Cb%3A 50%25.csv";
        let group = "the same 2 more times, among others at data/show/a,b: 50%25.csv:2:1; \
                     `--format short` shows each of them";
        assert_eq!(
            github(&report(found)),
            format!(
                "::error {file},line=1,endLine=1,col=1,endColumn=4,title=P002::{said}{hint}\
                 %0Ahint: {group}\n"
            )
        );
    }

    #[test]
    fn columns_are_left_out_where_the_lines_differ_and_the_place_where_there_is_none() {
        let source = Source::new("a.csv", "one\ntwo");
        let found = vec![
            Diagnostic::warning(Code::P002, "two lines").at(&Span::new(&source, 0..5)),
            Diagnostic::error(Code::P002, "no place"),
        ];
        assert_eq!(
            github(&report(found)),
            "::error file=data/show/game.toml,title=P002::no place\n\
             ::warning file=a.csv,line=1,endLine=2,title=P002::two lines\n"
        );
    }

    #[test]
    fn the_tenth_annotation_tells_of_those_that_are_not_shown() {
        let fault = |n: usize| Diagnostic::error(Code::P002, format!("fault {}", "x".repeat(n)));
        let all = |many: usize| github(&report((0..many).map(fault).collect()));
        assert_eq!(all(10).lines().count(), 10);
        let eleven = all(11);
        assert_eq!(eleven.lines().count(), 12);
        assert_eq!(
            eleven.lines().nth(9),
            Some("::error title=pnp::2 more errors are in the log of this step")
        );
        assert_eq!(
            eleven.lines().last(),
            Some("::error file=data/show/game.toml,title=P002::fault xxxxxxxxxx")
        );
    }
}
