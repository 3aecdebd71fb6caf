//! SARIF 2.1.0, as GitHub code scanning and others read it.

use std::collections::HashSet;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::place::{Place, Region};
use super::verdict::{Report, Verdict, with_hints};
use crate::checks::codes;
use crate::diag::{Code, CodePage, Diagnostic, Excuse, Excused, Policy, Severity, Snippet};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/\
                      sarif-schema-2.1.0.json";
/// What paths are relative to. Whoever reads the report knows where that is.
const BASE: &str = "%SRCROOT%";
/// What stays as it is in a path.
const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The report.
pub fn sarif(report: &Report) -> String {
    let rules = codes();
    let mut seen = HashSet::new();
    let results: Vec<Value> = report
        .verdicts
        .iter()
        .flat_map(|verdict| {
            let results = Results { report, verdict, rules: &rules };
            let found = verdict.found.iter().map(move |fault| results.result(fault));
            found.chain(verdict.excused.iter().map(move |excused| results.excused(excused)))
        })
        // What all languages of a game have is one result.
        .filter(|result| seen.insert(result.to_string()))
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "pnp",
                "version": env!("CARGO_PKG_VERSION"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|code| rule(*code)).collect::<Vec<_>>(),
            } },
            "invocations": [invocation(report)],
            "originalUriBaseIds": {
                BASE: { "description": { "text": "The top of the repository." } },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    // A tree of strings and numbers can always be written.
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn invocation(report: &Report) -> Value {
    let refused = |why: &String| json!({ "level": "error", "message": { "text": why } });
    let mut invocation = Map::new();
    invocation.insert("executionSuccessful".into(), report.refused.is_empty().into());
    if !report.refused.is_empty() {
        let refused = report.refused.iter().map(refused).collect();
        invocation.insert("toolExecutionNotifications".into(), Value::Array(refused));
    }
    Value::Object(invocation)
}

/// A code with its explanation.
fn rule(code: Code) -> Value {
    let CodePage { title, finds, why, fails, passes } = code.page();
    let mut text = format!("{finds}\n\nWhy it matters in print: {why}");
    let mut markdown = format!("{finds}\n\n**Why it matters in print.** {why}");
    for (heading, snippets) in [("Example", fails), ("Instead", passes)] {
        for Snippet { place, note, text: lines } in snippets {
            let place = if place.is_empty() { place } else { format!(" in {place}{note}") };
            text.push_str(&format!("\n\n{heading}{place}:\n{}", lines.trim_end()));
            markdown.push_str(&format!(
                "\n\n**{heading}**{place}:\n\n```text\n{}\n```",
                lines.trim_end()
            ));
        }
    }
    json!({
        "id": code.name(),
        "shortDescription": { "text": sentence(&title) },
        "fullDescription": { "text": finds },
        "help": { "text": text, "markdown": markdown },
        "properties": { "tags": [stage(code)] },
    })
}

/// A title as a sentence, as such texts are shown alone.
fn sentence(title: &str) -> String {
    let mut letters = title.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// Only what is a matter of judgement is told from the rest.
fn stage(code: Code) -> &'static str {
    if code.is_judgement() { "look" } else { "correctness" }
}

/// The results of one game.
#[derive(Clone, Copy)]
struct Results<'a> {
    report: &'a Report,
    verdict: &'a Verdict,
    rules: &'a [Code],
}

impl Results<'_> {
    fn result(self, fault: &Diagnostic) -> Value {
        let place = self.report.place(self.verdict, fault);
        let mut location = Map::new();
        location.insert("physicalLocation".into(), physical(&place));
        if let Some(logical) = self.logical(fault) {
            location.insert("logicalLocations".into(), json!([logical]));
        }
        let mut result = Map::new();
        result.insert("ruleId".into(), fault.code.name().into());
        if let Some(index) = self.rules.iter().position(|rule| *rule == fault.code) {
            result.insert("ruleIndex".into(), index.into());
        }
        result.insert("level".into(), level(fault.severity).into());
        result.insert("message".into(), json!({ "text": with_hints(fault) }));
        result.insert("locations".into(), json!([location]));
        let related: Vec<Value> = fault
            .also
            .iter()
            .filter_map(|(span, label)| {
                let place = Place::of(span, &self.report.folder)?;
                let message = json!({ "text": label });
                Some(json!({ "physicalLocation": physical(&place), "message": message }))
            })
            .collect();
        if !related.is_empty() {
            result.insert("relatedLocations".into(), related.into());
        }
        result.insert("partialFingerprints".into(), json!({ "fault/v1": self.fingerprint(fault) }));
        Value::Object(result)
    }

    /// A fault that is not reported, as a result that is suppressed.
    fn excused(self, excused: &Excused) -> Value {
        let suppression = match &excused.excuse {
            Excuse::Meant { reason, span } => {
                let mut suppression = json!({ "kind": "inSource", "justification": reason });
                if let Some(place) = Place::of(span, &self.report.folder) {
                    suppression["location"] = json!({ "physicalLocation": physical(&place) });
                }
                suppression
            }
            Excuse::Known => {
                json!({ "kind": "external", "justification": "in the list of known faults" })
            }
        };
        let mut result = self.result(&excused.fault);
        result["suppressions"] = json!([suppression]);
        result
    }

    /// The component or card: `circus/artists/tiger-a`.
    fn logical(self, fault: &Diagnostic) -> Option<Value> {
        let parts = [fault.component.as_deref(), fault.card.as_deref()];
        let parts: Vec<&str> = parts.into_iter().flatten().collect();
        let name = parts.last()?;
        let full = format!("{}/{}", self.verdict.game, parts.join("/"));
        Some(json!({ "name": name, "fullyQualifiedName": full }))
    }

    /// What a fault is, wherever its row moves to.
    fn fingerprint(self, fault: &Diagnostic) -> String {
        let sum = Sha256::digest(format!("{} {}", self.verdict.game, Policy::line(fault)));
        sum.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
    }
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn physical(place: &Place) -> Value {
    let path = utf8_percent_encode(&place.path, PATH).to_string();
    let artifact = if place.is_absolute() {
        json!({ "uri": format!("file://{path}") })
    } else {
        json!({ "uri": path, "uriBaseId": BASE })
    };
    let mut physical = json!({ "artifactLocation": artifact });
    if let Some(Region { start, end }) = place.region {
        physical["region"] = json!({
            "startLine": start.0, "startColumn": start.1,
            "endLine": end.0, "endColumn": end.1,
        });
    }
    physical
}
