//! Templates that draw no card: page frames, titles, diagrams.

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::Context;

use super::templates::Templates;
use super::text_faults::in_template;
use super::textbox::trace;
use super::values::{canvas, number};
use crate::diag::{Code, Diagnostic, Source};
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
    if first.span.is_none() && !reports.is_empty() { reports } else { vec![first] }
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
        let mut faults: Vec<Diagnostic> =
            texts.found.iter().map(|finding| in_template(finding, self, name)).collect();
        match result {
            Ok(svg) => (Some(svg), faults),
            Err(error) => {
                faults.push(self.diagnose(&error));
                (None, faults)
            }
        }
    }
}
