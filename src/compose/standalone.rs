//! Templates that draw no card: page frames, titles, diagrams.

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::Context;

use super::names::{check_alone, is_in_line_of};
use super::syntax::explained;
use super::templates::Templates;
use super::text_faults::in_template;
use super::textbox::trace;
use super::values::{canvas, number};
use crate::diag::{Code, Diagnostic, Severity, Source};
use crate::text::TextEngine;
use crate::units::{Length, Size};

/// Adds a size without bleed: `canvas`, `width` and `height`.
pub fn add_size(context: &mut Context, size: Size) {
    context.insert_value("width", number(size.width.to_mm()));
    context.insert_value("height", number(size.height.to_mm()));
    context.insert_value("canvas", canvas(size, Length::ZERO));
}

/// A tera error in one text as a fault with its place.
pub fn diagnose_in(error: &tera::Error, code: Code, source: &Arc<Source>) -> Vec<Diagnostic> {
    let sources = BTreeMap::from([(source.path.clone(), Arc::clone(source))]);
    let reports = super::templates::split_reports(&error.to_string(), &sources);
    let first = super::templates::diagnose(error, code, &sources);
    let found = if first.span.is_none() && !reports.is_empty() { reports } else { vec![first] };
    found.into_iter().map(|fault| explained(fault, &sources)).collect()
}

impl Templates {
    /// What lays out texts.
    pub fn engine(&self) -> &Arc<TextEngine> {
        &self.engine
    }

    /// Whether there is a template of that name.
    pub fn has(&self, name: &str) -> bool {
        self.sources.contains_key(name)
    }

    /// The names of all templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().map(String::as_str)
    }

    /// The path under `templates/` of a template.
    pub fn path<'a>(&'a self, name: &'a str) -> &'a str {
        self.sources.get(name).map_or(name, |source| source.path.trim_start_matches("templates/"))
    }

    /// Fills a template, and what is wrong with it and its texts.
    pub fn fill(&self, name: &str, context: &Context) -> (Option<String>, Vec<Diagnostic>) {
        let (result, texts) = trace(None, || self.tera.render(name, context));
        // It is filled for many pages, and sees the same names on all of them.
        let is_first = self.checked.lock().is_ok_and(|mut checked| checked.insert(name.to_owned()));
        let mut faults = if is_first { check_alone(self, name, context) } else { Vec::new() };
        let is_wrong = faults.iter().any(|fault| fault.severity == Severity::Error);
        faults.extend(texts.found.iter().map(|finding| in_template(finding, self, name)));
        match result {
            Ok(svg) => (Some(svg).filter(|_| !is_wrong), faults),
            Err(error) => {
                let fault = self.diagnose(&error);
                if !is_in_line_of(&fault, &faults) {
                    faults.push(fault);
                }
                (None, faults)
            }
        }
    }
}
