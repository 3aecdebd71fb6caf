//! All templates of a game, read and parsed before anything is drawn.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use tera::{ErrorKind, Tera};
use usvg::fontdb::Database;

use super::calls::{Numbered, TextCall};
use super::saved::as_meant;
use super::syntax::explained;
use super::textbox;
use crate::diag::{Code, Diagnostic, Failed, Sink, Source, Span};
use crate::files::{Files, tree};
use crate::game::Game;
use crate::lookups::Library;
use crate::svg::Needle;
use crate::text::TextEngine;

/// The folder of templates that all games may use.
const SHARED: &str = "_shared";

/// Through how many others a template may be included. Tera follows them by recursion.
const MAX_DEPTH: usize = 32;

/// The parsed templates of one game.
///
/// A template is known by its path inside the game's folder, `artist.svg`, or inside `_shared`; the
/// game's own wins.
pub struct Templates {
    pub(super) tera: Tera,
    pub(super) engine: Arc<TextEngine>,
    /// By name, to show the line of a mistake.
    pub(super) sources: BTreeMap<String, Arc<Source>>,
    /// Their tags as they were meant, by name.
    pub(super) meant: BTreeMap<String, String>,
    /// As tera reads them, by name.
    numbered: BTreeMap<String, Numbered>,
    /// The calls that set text, by their numbers.
    pub(super) calls: Vec<TextCall>,
    /// What each includes and calls, itself first.
    reach: BTreeMap<String, Vec<String>>,
    /// Those that cannot be filled, which was reported.
    broken: BTreeSet<String>,
    /// Those that draw no card and whose names were looked at.
    pub(super) checked: Mutex<HashSet<String>>,
}

impl Templates {
    /// Reads and parses every `.svg` template under `templates/<game>` and `templates/_shared`; all
    /// broken ones are reported, whether or not a face uses them, and the rest can be filled.
    pub fn load(
        files: &dyn Files,
        game: &Game,
        fonts: &Arc<Database>,
        sink: &mut Sink,
    ) -> Result<Self, Failed> {
        let mut sources = BTreeMap::new();
        for folder in [SHARED, game.id.as_str()] {
            collect(files, &format!("templates/{folder}"), &mut sources, sink);
        }
        let engine = Arc::new(textbox::engine(files, game, fonts));
        let meant: BTreeMap<String, String> = sources
            .iter()
            .map(|(name, source)| (name.clone(), as_meant(&source.text).into_owned()))
            .collect();
        let library = Library::new(meant.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        if let Some((around, deep)) = library.too_deep(MAX_DEPTH) {
            sink.push(include_too_deep(around, deep, &sources));
            return Err(Failed);
        }
        let mut calls = Vec::new();
        let mut numbered = BTreeMap::new();
        for ((name, source), meant) in sources.iter().zip(meant.values()) {
            numbered.insert(name.clone(), Numbered::new(source, meant, &mut calls));
        }
        let reach = reach(&library, &meant);
        let parse = |texts: Vec<(&str, &str)>| -> Result<Tera, tera::Error> {
            let mut tera = Tera::default();
            tera.autoescape_on(vec![".svg"]);
            super::functions::register(&mut tera, game, &engine);
            tera.add_raw_templates(texts)?;
            Ok(tera)
        };
        let mut broken: BTreeSet<String> = BTreeSet::new();
        let tera = loop {
            let is_whole = |name: &String| !broken.contains(name);
            let texts = numbered.iter().filter(|(name, _)| is_whole(name));
            let texts = texts.map(|(name, one)| (name.as_str(), one.text.text.as_str()));
            if let Ok(tera) = parse(texts.collect()) {
                break tera;
            }
            // Faults are those of the files as they are.
            let texts = meant.iter().filter(|(name, _)| is_whole(name));
            let texts = texts.map(|(name, text)| (name.as_str(), text.as_str()));
            let Err(first) = parse(texts.collect()) else { return Err(Failed) };
            let faults = faults_of(&first, &sources, &broken);
            let places = faults.iter().filter_map(|fault| fault.span.as_ref()).map(Span::path);
            let places: BTreeSet<&str> = places.collect();
            let at_fault = |name: &String| {
                let own = sources.get(name).is_some_and(|source| places.contains(&*source.path));
                own && is_whole(name)
            };
            let more: Vec<String> = reach
                .iter()
                .filter(|(name, reached)| is_whole(name) && reached.iter().any(at_fault))
                .map(|(name, _)| name.clone())
                .collect();
            sink.extend(faults);
            if more.is_empty() {
                return Err(Failed);
            }
            broken.extend(more);
        };
        let checked = Mutex::default();
        Ok(Self { tera, engine, sources, meant, numbered, calls, reach, broken, checked })
    }

    /// Whether a template can be filled; if not, that was reported.
    pub(super) fn is_whole(&self, template: &str) -> bool {
        let name = name_of(template);
        self.sources.contains_key(name) && !self.broken.contains(name)
    }

    /// Where a piece of a face is written: in its own template, else in one that it includes or
    /// calls.
    pub fn find(&self, template: &str, piece: &Needle) -> Option<Span> {
        let all = self.reach.get(name_of(template)).into_iter().flatten();
        let mut sources = all.filter_map(|name| self.sources.get(name));
        sources.find_map(|source| Some(Span::new(source, piece.find(&source.text)?)))
    }

    /// The texts of all templates, each under its name.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &Arc<Source>)> {
        self.sources.iter().map(|(name, source)| (name.as_str(), source))
    }

    /// A template as a whole, for faults whose own words are nowhere in it.
    pub fn whole(&self, template: &str) -> Option<Span> {
        self.sources.get(name_of(template)).map(Span::file)
    }

    /// Whether a template may use the value of that name, itself or by what it includes. Names that
    /// tera cannot trace count as used.
    pub(super) fn uses(&self, name: &str, variable: &str) -> bool {
        self.tera.get_template_variables(name).map_or(true, |used| used.contains(variable))
    }
}

/// A template at the end of a chain of includes that is too long, at the last of them.
fn include_too_deep(
    around: &str,
    deep: &str,
    sources: &BTreeMap<String, Arc<Source>>,
) -> Diagnostic {
    let message = format!("`{deep}` is included through more than {MAX_DEPTH} templates");
    let place = sources.get(around).map(|source| match source.text.find(deep) {
        Some(at) => Span::new(source, at..at + deep.len()),
        None => Span::file(source),
    });
    let fault = Diagnostic { span: place, ..Diagnostic::error(Code::T001, message) };
    fault.hint("include it where it is drawn, or draw what repeats with a loop")
}

fn reach(library: &Library<'_>, meant: &BTreeMap<String, String>) -> BTreeMap<String, Vec<String>> {
    let of = |name: &String| library.reach(name).into_iter().map(str::to_owned).collect();
    meant.keys().map(|name| (name.clone(), of(name))).collect()
}

/// The name a template has inside tera: its path without the folder of the game.
pub(super) fn name_of(path: &str) -> &str {
    path.split_once('/').map_or(path, |(_, name)| name)
}

fn collect(
    files: &dyn Files,
    folder: &str,
    sources: &mut BTreeMap<String, Arc<Source>>,
    sink: &mut Sink,
) {
    let found = tree(files, folder);
    for (folder, why) in found.faults {
        sink.push(Diagnostic::error(Code::S001, format!("`{folder}` {why}")));
    }
    let is_template = |name: &String| Path::new(name).extension().is_some_and(|end| end == "svg");
    for name in found.files.into_iter().filter(is_template) {
        let path = format!("{folder}/{name}");
        match files.read(&path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                let text = text.trim_start_matches('\u{feff}').to_owned();
                sources.insert(name, Source::new(path, text));
            }
            Ok(Err(_)) => sink.push(
                Diagnostic::error(Code::S006, format!("template `{path}` is not text in UTF-8"))
                    .at(&Span::file(&Source::new(path, ""))),
            ),
            Err(error) => sink.push(
                Diagnostic::error(Code::S001, format!("template `{path}` {error}"))
                    .at(&Span::file(&Source::new(path, ""))),
            ),
        }
    }
}

/// Tera stops at the first template it cannot take; the others are tried one by one, so that all
/// syntax errors come at once.
fn faults_of(
    first: &tera::Error,
    sources: &BTreeMap<String, Arc<Source>>,
    known: &BTreeSet<String>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (name, source) in sources.iter().filter(|(name, _)| !known.contains(*name)) {
        if let Err(error) = Tera::default().add_raw_template(name, &as_meant(&source.text))
            && let ErrorKind::SyntaxError(_) = error.kind()
        {
            found.push(diagnose(&error, Code::T001, sources));
        }
    }
    if found.is_empty() {
        found = split_reports(&first.to_string(), sources);
    }
    if found.is_empty() {
        found.push(diagnose(first, Code::T001, sources));
    }
    found.into_iter().map(|fault| explained(fault, sources)).collect()
}

/// Unknown filters, tests, functions and includes come from tera as finished reports in one string;
/// here they are split again.
pub(super) fn split_reports(
    text: &str,
    sources: &BTreeMap<String, Arc<Source>>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for report in text.split("error: ").skip(1) {
        let mut lines = report.lines();
        let words = lines.next().unwrap_or_default();
        let place =
            lines.find_map(|line| line.trim_start().strip_prefix("--> ")).and_then(|place| {
                let (rest, column) = place.trim().rsplit_once(':')?;
                let (name, line) = rest.rsplit_once(':')?;
                let source = sources.get(name)?;
                let start = offset(
                    &source.text,
                    line.parse().ok()?,
                    column.parse::<usize>().ok()?.checked_sub(1)?,
                );
                let named = words
                    .split('`')
                    .nth(1)
                    .filter(|named| source.text[start..].starts_with(named))
                    .map_or(1, str::len);
                Some(Span::new(source, start..start + named))
            });
        let mut diagnostic = Diagnostic::error(Code::T001, tidy(words));
        diagnostic.span = place;
        found.push(diagnostic);
    }
    found
}

/// A tera error as a fault with its place.
pub(super) fn diagnose(
    error: &tera::Error,
    code: Code,
    sources: &BTreeMap<String, Arc<Source>>,
) -> Diagnostic {
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let diagnostic = Diagnostic::error(code, tidy(report.message()));
            match sources.get(report.filename()) {
                Some(source) => {
                    let at = report.span();
                    let start = offset(&source.text, at.start_line, at.start_col);
                    let end = offset(&source.text, at.end_line, at.end_col);
                    diagnostic.at(&Span::new(source, start..end.max(start)))
                }
                None => diagnostic,
            }
        }
        ErrorKind::MissingParent { current, parent } => {
            let diagnostic = Diagnostic::error(
                code,
                format!("template `{current}` extends `{parent}`, which does not exist"),
            );
            match sources.get(current) {
                Some(source) => diagnostic.at(&Span::file(source)),
                None => diagnostic,
            }
        }
        other => Diagnostic::error(code, tidy(&other.to_string())),
    }
}

impl Templates {
    pub(super) fn diagnose(&self, error: &tera::Error) -> Diagnostic {
        let read = |(name, one): (&String, &Numbered)| (name.clone(), Arc::clone(&one.text));
        let mut fault = diagnose(error, Code::T002, &self.numbered.iter().map(read).collect());
        fault.span = fault.span.map(|span| {
            let read = self.numbered.values().find(|one| one.text.path == span.path());
            read.map_or_else(|| span.clone(), |read| read.original(&span))
        });
        fault
    }
}

/// Tera's sentences in the form of ours: lower case, no full stop, one line.
fn tidy(message: &str) -> String {
    let message = message.trim().trim_end_matches('.').replace('\n', " ");
    let mut chars = message.chars();
    match chars.next() {
        Some(first) if chars.clone().next().is_some_and(char::is_lowercase) => {
            first.to_lowercase().chain(chars).collect()
        }
        _ => message,
    }
}

/// The byte at a line counted from 1 and a column counted from 0 in characters.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let mut start = 0;
    for _ in 1..line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    text[start..].char_indices().nth(column).map_or(text.len(), |(at, _)| start + at)
}
