//! Names that templates look up and that do not exist, found before any card is filled.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tera::{Context, Tera};

use super::artworks::CardPart;
use super::context::{Ink, of_component, of_game};
use super::fill::template_of;
use super::reference::VARIABLES;
use super::templates::{Templates, name_of};
use crate::diag::{Code, Diagnostic, Source, Span, UnknownName, escaped};
use crate::game::{Component, ComponentId, Game};
use crate::lookups::{Finding, Findings, Library, Problem, Shape};

/// The variables of all templates, also those that only some components have.
pub(super) fn roots() -> Vec<&'static str> {
    let roots: BTreeSet<&str> = VARIABLES
        .iter()
        .map(|variable| variable.name.split('.').next().unwrap_or_default())
        .collect();
    roots.into_iter().collect()
}

/// Names that the templates of these components look up and that nothing they draw has; and
/// conditions that a word for no meets.
pub(super) fn check(
    templates: &Templates,
    game: &Game,
    selected: &[ComponentId],
    ink: Ink,
) -> Vec<Diagnostic> {
    let library = library(templates);
    let roots = roots();
    let mut findings = Findings::default();
    let mut others = Findings::default();
    for (id, component) in game.components_with_ids() {
        let variables = seen_by(game, component, ink, &roots);
        let found = if selected.contains(&id) { &mut findings } else { &mut others };
        let back = component.back().map(|_| CardPart::Back);
        for part in [CardPart::Front].into_iter().chain(back) {
            let template = template_of(component, part);
            if templates.is_whole(template) {
                library.look(name_of(template), &variables, &roots, found);
            }
        }
    }
    findings.forgive(&others);
    in_templates(findings, templates)
}

/// What the templates of a component see. It is noted which columns of its cards are read.
pub(super) fn seen_by(
    game: &Game,
    component: &Component,
    ink: Ink,
    roots: &[&str],
) -> BTreeMap<String, Shape> {
    let mut variables = of_context(&of_component(game, component, ink), roots);
    let card = card(component).noted(&component.id);
    variables.insert("card".to_owned(), card.clone());
    let deck = ["id", "kind", "copies"].map(|key| (key.to_owned(), Shape::Any));
    let cards = ("cards".to_owned(), Shape::list(card));
    variables.insert("deck".to_owned(), Shape::map("key", deck.into_iter().chain([cards])));
    if component.fold().is_some() {
        let panel = ["name", "number", "width", "height"];
        let panel = panel.map(|key| (key.to_owned(), Shape::Any));
        variables.insert("panel".to_owned(), Shape::map("key", panel));
    }
    variables
}

/// The same for a template that draws no card.
pub(super) fn check_alone(templates: &Templates, name: &str, context: &Context) -> Vec<Diagnostic> {
    let all = Tera::default().render_str(
        "{% for name, value in __tera_context %}{{ name }} {% endfor %}",
        context,
        false,
    );
    let names = all.unwrap_or_default();
    let names: Vec<&str> = names.split_whitespace().collect();
    let mut findings = Findings::default();
    library(templates).look(name, &of_context(context, &names), &roots(), &mut findings);
    in_templates(findings, templates)
}

/// The same for a text outside of templates, which sees the game and nothing else. `shift` leads
/// from a place in what tera reads to one in the file.
pub(crate) fn check_text(
    game: &Game,
    source: &Arc<Source>,
    text: &str,
    code: Code,
    shift: impl Fn(usize) -> usize,
) -> Vec<Diagnostic> {
    let context = of_game(game, Ink::Full);
    let library = Library::new([(source.path.as_str(), text)]);
    let mut findings = Findings::default();
    library.look(&source.path, &of_context(&context, &roots()), &[], &mut findings);
    let place = |finding: &Finding| {
        let start = shift(finding.range.start);
        let end = shift(finding.range.end);
        Some(Span::new(source, start..end))
    };
    findings.into_all().iter().map(|finding| diagnose(finding, code, place(finding))).collect()
}

/// Whether a fault stands in a line in which another was found.
pub(crate) fn is_in_line_of(fault: &Diagnostic, found: &[Diagnostic]) -> bool {
    let line = |fault: &Diagnostic| {
        fault.span.as_ref().map(|span| (span.path().to_owned(), span.start().0))
    };
    let place = line(fault);
    place.is_some() && found.iter().any(|other| line(other) == place)
}

pub(super) fn library(templates: &Templates) -> Library<'_> {
    let texts = templates.meant.iter();
    Library::new(texts.map(|(name, text)| (name.as_str(), text.as_str())))
}

pub(super) fn of_context(context: &Context, names: &[&str]) -> BTreeMap<String, Shape> {
    let value = |name: &&str| Some(((*name).to_owned(), Shape::of(context.get(name)?)));
    names.iter().filter_map(value).collect()
}

/// What the cards of a component have: the columns of all of them.
fn card(component: &Component) -> Shape {
    let mut columns: Vec<&String> = Vec::new();
    let mut seen = BTreeSet::new();
    for column in component.cards.iter().flat_map(|card| card.values.keys()) {
        if seen.insert(column) {
            columns.push(column);
        }
    }
    let own = columns.into_iter().map(|column| {
        let cells = component.cards.iter().filter_map(|card| card.values.get(column));
        (column.clone(), Shape::of_cells(cells))
    });
    let found = ["id", "copies"].map(|name| (name.to_owned(), Shape::Any));
    Shape::map("column", own.chain(found))
}

fn in_templates(findings: Findings, templates: &Templates) -> Vec<Diagnostic> {
    let place = |finding: &Finding| {
        let source = templates.sources.get(&finding.template)?;
        Some(Span::new(source, finding.range.clone()))
    };
    let all = findings.into_all();
    all.iter().map(|finding| diagnose(finding, Code::T002, place(finding))).collect()
}

fn diagnose(finding: &Finding, code: Code, span: Option<Span>) -> Diagnostic {
    let fault = match &finding.problem {
        Problem::Unknown { within, thing, name, known } => {
            let unknown = UnknownName::new(thing, name, known.iter().map(String::as_str));
            let message = match within {
                Some(within) => format!("{within} has no {thing} `{}`", escaped(name)),
                None => unknown.message(),
            };
            let fault = Diagnostic::error(code, message).maybe_hint(unknown.hint());
            match within {
                Some(_) => {
                    fault.hint("where it may be missing, ask for it with `is defined` first")
                }
                None => fault,
            }
        }
        Problem::TrueForNo { path, no } => Diagnostic::warning(
            Code::T003,
            format!("the condition `{path}` is met by `{no}`, as by any cell that is not empty"),
        )
        .hint(format!(
            "compare it, as in `{path} != \"{no}\"`, or leave the cells empty where the answer is \
             no"
        )),
    };
    fault.maybe_at(span)
}
