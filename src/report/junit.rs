//! JUnit XML, as Jenkins, GitLab and others read it.
//!
//! A suite for each game in each language; a case for each expectation, and for each check. Times
//! are left out, so that the same findings give the same bytes.

use super::verdict::{Report, Verdict, with_place};
use crate::checks::codes;
use crate::diag::{Code, Diagnostic, Excuse, Promise, Severity};
use crate::xml::escape;

/// The report.
pub fn junit(report: &Report) -> String {
    let mut suites: Vec<Suite> =
        report.verdicts.iter().map(|verdict| Suite::new(report, verdict)).collect();
    suites.extend(refusals(report));
    let sum = |what: fn(&Suite) -> usize| suites.iter().map(what).sum::<usize>();
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"pnp\" tests=\"{}\" failures=\"{}\" errors=\"{}\">\n",
        sum(|suite| suite.cases.len()),
        sum(Suite::failures),
        sum(Suite::errors),
    );
    for suite in &suites {
        suite.write(&mut out);
    }
    out.push_str("</testsuites>\n");
    out
}

/// One game, in one language.
struct Suite {
    name: String,
    cases: Vec<Case>,
}

/// One expectation or one check.
struct Case {
    class: String,
    name: String,
    outcome: Outcome,
    /// What is worth a look and fails nothing.
    notes: String,
}

enum Outcome {
    Passed,
    /// With a message and all that is wrong.
    Failed(String, String),
    /// It could not be tried, and why.
    Error(String),
    /// It was not tried, and why.
    Skipped(&'static str),
}

impl Suite {
    fn new(report: &Report, verdict: &Verdict) -> Self {
        let promises = verdict.promises.iter();
        let mut cases: Vec<Case> =
            promises.map(|promise| of_promise(report, verdict, promise)).collect();
        // A promise that is broken is reported as such, and not once more as a check.
        let is_broken_promise = |fault: &Diagnostic| {
            let places = verdict.promises.iter().flat_map(|promise| &promise.broken);
            places.into_iter().any(|known| is_same(known, fault))
        };
        let others: Vec<&Diagnostic> =
            verdict.found.iter().filter(|fault| !is_broken_promise(fault)).collect();
        let of_code = |code| of_code(report, verdict, code, &others);
        cases.extend(codes().into_iter().filter_map(of_code));
        Self { name: verdict.name.clone(), cases }
    }

    fn count(&self, is_wanted: fn(&Outcome) -> bool) -> usize {
        self.cases.iter().filter(|case| is_wanted(&case.outcome)).count()
    }

    fn failures(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Failed(..)))
    }

    fn errors(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Error(_)))
    }

    fn write(&self, out: &mut String) {
        out.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" \
             skipped=\"{}\">\n",
            attribute(&self.name),
            self.cases.len(),
            self.failures(),
            self.errors(),
            self.count(|outcome| matches!(outcome, Outcome::Skipped(_))),
        ));
        for case in &self.cases {
            case.write(out);
        }
        out.push_str("  </testsuite>\n");
    }
}

impl Case {
    fn write(&self, out: &mut String) {
        let begin = format!(
            "    <testcase classname=\"{}\" name=\"{}\"",
            attribute(&self.class),
            attribute(&self.name)
        );
        let outcome = match &self.outcome {
            Outcome::Passed => String::new(),
            Outcome::Failed(message, all) => {
                format!("<failure message=\"{}\">{}</failure>", attribute(message), text(all))
            }
            Outcome::Error(why) => format!("<error message=\"{}\"/>", attribute(why)),
            Outcome::Skipped(why) => format!("<skipped message=\"{}\"/>", attribute(why)),
        };
        let notes = if self.notes.is_empty() {
            String::new()
        } else {
            format!("<system-out>{}</system-out>", text(&self.notes))
        };
        out.push_str(&begin);
        if outcome.is_empty() && notes.is_empty() {
            out.push_str("/>\n");
        } else {
            out.push_str(&format!(">{outcome}{notes}</testcase>\n"));
        }
    }
}

/// An expectation.
fn of_promise(report: &Report, verdict: &Verdict, promise: &Promise) -> Case {
    let variant = promise.variant.iter().map(|name| format!(".{name}"));
    let class = format!("{}.contract{}", verdict.name, variant.collect::<String>());
    let broken: Vec<&Diagnostic> = promise.broken.iter().collect();
    Case {
        class,
        name: promise.that.clone(),
        outcome: failure(report, &broken).unwrap_or(Outcome::Passed),
        notes: String::new(),
    }
}

/// A check. Those of the contract are made through its expectations, so they have no cases of their
/// own, but for what lies in no expectation.
fn of_code(report: &Report, verdict: &Verdict, code: Code, others: &[&Diagnostic]) -> Option<Case> {
    let faults: Vec<&Diagnostic> =
        others.iter().copied().filter(|fault| fault.code == code).collect();
    if faults.is_empty() && code.name().starts_with('C') {
        return None;
    }
    let has_errors = verdict.found.iter().any(|fault| fault.severity == Severity::Error);
    let outcome = match failure(report, &faults) {
        Some(failed) => failed,
        None if faults.is_empty() && has_errors => {
            Outcome::Skipped("the game has errors, after which this may not have been checked")
        }
        None => Outcome::Passed,
    };
    let warnings = faults.iter().filter(|fault| !report.fails(fault));
    let warnings = warnings.map(|fault| with_place(fault));
    let excused = verdict.excused.iter().filter(|excused| excused.fault.code == code);
    let excused = excused.map(|excused| {
        let why = match &excused.excuse {
            Excuse::Meant { reason, .. } => reason,
            Excuse::Known => "in the list of known faults",
        };
        format!("excused ({why}): {}", with_place(&excused.fault))
    });
    Some(Case {
        class: format!("{}.checks", verdict.name),
        name: format!("{} {}", code.name(), code.page().title),
        outcome,
        notes: warnings.chain(excused).collect(),
    })
}

/// What fails of some faults, if any does.
fn failure(report: &Report, faults: &[&Diagnostic]) -> Option<Outcome> {
    let failing: Vec<&&Diagnostic> = faults.iter().filter(|fault| report.fails(fault)).collect();
    let first = failing.first()?.message.clone();
    let more = failing.len() - 1;
    let message = if more == 0 { first } else { format!("{first} (and {more} more)") };
    let all = failing.iter().map(|fault| with_place(fault)).collect();
    Some(Outcome::Failed(message, all))
}

fn is_same(one: &Diagnostic, other: &Diagnostic) -> bool {
    let place = |fault: &Diagnostic| {
        fault.span.as_ref().map(|span| (span.path().to_owned(), span.range().start))
    };
    one.code == other.code && one.message == other.message && place(one) == place(other)
}

/// What could not be tried.
fn refusals(report: &Report) -> Option<Suite> {
    let case = |why: &String| Case {
        class: "pnp".to_owned(),
        name: "arguments".to_owned(),
        outcome: Outcome::Error(why.clone()),
        notes: String::new(),
    };
    let cases: Vec<Case> = report.refused.iter().map(case).collect();
    (!cases.is_empty()).then(|| Suite { name: "pnp".to_owned(), cases })
}

/// A text in an element. XML has no way to write most control characters.
fn text(text: &str) -> String {
    let is_character =
        |c: char| matches!(c, '\t' | '\n') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    let kept: String = text.chars().map(|c| if is_character(c) { c } else { '\u{fffd}' }).collect();
    escape(&kept).into_owned()
}

/// A text in an attribute, where a line end would become a space.
fn attribute(value: &str) -> String {
    text(value).replace('\n', "&#10;").replace('\t', "&#9;")
}
