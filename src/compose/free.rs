//! Templates that draw no card: page frames, titles, diagrams. And the counts that texts outside of templates use.

use std::collections::BTreeMap;
use std::sync::Arc;

use tera::{Context, Tera, Value};

use super::Templates;
use super::context::number;
use super::textbox::{Found, trace};
use crate::diag::{Code, Diagnostic, Source, Span};
use crate::game::Game;
use crate::text::TextEngine;
use crate::units::Size;

/// Adds a size without bleed: `canvas`, `width` and `height`.
pub fn add_size(context: &mut Context, size: Size) {
    let (w, h) = (number(size.width.to_mm()), number(size.height.to_mm()));
    let canvas = format!(r#"width="{w}mm" height="{h}mm" viewBox="0 0 {w} {h}""#);
    context.insert_value("width", w);
    context.insert_value("height", h);
    context.insert_value("canvas", Value::safe_string(&canvas));
}

/// Adds the counting functions to a tera of one's own.
pub fn register_counts(tera: &mut Tera, game: &Game) {
    super::functions::register_counts(tera, game);
}

/// A tera error in one text as a fault with its place.
pub fn diagnose_in(error: &tera::Error, code: Code, source: &Arc<Source>) -> Vec<Diagnostic> {
    let sources = BTreeMap::from([(source.path.clone(), Arc::clone(source))]);
    let told = super::templates::told_in_text(&error.to_string(), &sources);
    let first = super::templates::diagnose(error, code, &sources);
    if first.span.is_none() && !told.is_empty() { told } else { vec![first] }
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
        let (result, trace) = trace(None, || self.tera.render(name, context));
        let mut faults: Vec<Diagnostic> =
            trace.found.iter().map(|found| self.diagnose_text(name, found)).collect();
        match result {
            Ok(svg) => (Some(svg), faults),
            Err(error) => {
                faults.push(self.diagnose(&error));
                (None, faults)
            }
        }
    }

    fn diagnose_text(&self, name: &str, Found { fault, text }: &Found) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(fault.code(), fault.severity(), fault.to_string());
        let source = self.sources.get(name);
        let find = |piece: &str| {
            source.and_then(|s| s.text.find(piece).map(|at| Span::new(s, at..at + piece.len())))
        };
        diagnostic.span = (!text.is_empty())
            .then(|| find(text))
            .flatten()
            .or_else(|| find("textbox("))
            .or_else(|| source.map(Span::file));
        diagnostic.maybe_hint(fault.hint())
    }
}
