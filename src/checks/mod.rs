//! What must be true of a resolved game and its sheets: a file for each check.
//!
//! In: a game and which of its components are printed; later also its print jobs. Out: diagnostics.
//! Nothing is changed here.
//!
//! A check is a file: the page of its code with an example that fails and one that passes, one pure
//! function, and a `CHECK` that says what the function looks at. A line in `CHECKS` does the
//! rest: the check is made, `pnp explain` and `docs/checks.md` have its page, and its examples are
//! tested.
//!
//! Faults that are found while values are read have their pages in `codes.rs` of the folder that
//! reads; `codes` collects them all.

mod alike_faces;
mod board;
mod check;
mod codes;
mod colour;
mod colour_alone;
mod contract;
mod contrast;
mod crossing_lines;
mod cut_shape;
mod expected_bounds;
mod expected_counts;
mod expected_kinds;
mod expected_total;
mod expected_values;
mod found_values;
mod gutters;
mod house_size;
mod line_through_symbol;
mod margins;
mod multiples;
mod outside_safe;
mod outside_trim;
mod overlapping_symbols;
mod policy;
mod printer_edges;
mod rule_sources;
mod safe_area;
mod same_name;
mod small_text;
mod straight_quotes;
#[cfg(test)]
mod tests;
mod thin_lines;
mod unique_values;
mod unreachable_points;
mod unused_columns;
mod unused_pictures;
mod unused_templates;
mod unused_words;
mod variants;

use std::collections::BTreeSet;

use crate::compose::Ink;
use crate::compose::{Artworks, Templates, Usage};
use crate::diag::{Diagnostic, Promise, Rule, Severity, Sink, Span};
use crate::files::Files;
use crate::game::{Component, ComponentId, Expect, Game, Printer};
use crate::job::{DrawnFace, InkedFace, PrintJob};
use crate::rulebook::{RuleSection, sections};
use board::MappedBoard;
use check::{
    Check, DrawnFaces, Faces, GameUse, InkedCard, PrintedSheets, QuotedRules, Run, Unused,
};
use contract::Contract;

pub use codes::{codes, codes_markdown, find};
pub use policy::report_idle;
pub use variants::{Taken, take_out};

/// All checks, in the order in which they are made.
const CHECKS: &[Check] = &[
    same_name::CHECK,
    expected_counts::CHECK,
    expected_bounds::CHECK,
    expected_values::CHECK,
    unique_values::CHECK,
    expected_kinds::CHECK,
    expected_total::CHECK,
    rule_sources::CHECK,
    margins::CHECK,
    gutters::CHECK,
    unreachable_points::CHECK,
    overlapping_symbols::CHECK,
    line_through_symbol::CHECK,
    crossing_lines::CHECK,
    safe_area::CHECK,
    house_size::CHECK,
    multiples::CHECK,
    alike_faces::CHECK,
    straight_quotes::CHECK,
    colour_alone::CHECK,
    contrast::CHECK,
    outside_trim::CHECK,
    outside_safe::CHECK,
    small_text::CHECK,
    thin_lines::CHECK,
    printer_edges::CHECK,
    unused_columns::CHECK,
    unused_templates::CHECK,
    unused_pictures::CHECK,
    unused_words::CHECK,
];

/// More faults of one kind in one component would bury the rest.
const MAX_OF_ONE_KIND: usize = 20;

/// Makes all checks of a game of which the `selected` components are printed.
pub fn of_game(game: &Game, selected: &[ComponentId], sink: &mut Sink) {
    contracts(&game.components, &game.expects, None, sink);
    for variant in &game.variants {
        let name = Some(variant.name.value.as_str());
        match variants::remaining(game, variant) {
            Ok(remaining) => contracts(&remaining, &variant.expects, name, sink),
            Err(faults) => sink.extend(faults),
        }
    }
    for component in selected.iter().map(|id| &game.components[*id]) {
        let board = MappedBoard::new(component);
        for check in CHECKS {
            let faults = match (&check.run, &board) {
                (Run::Component(run), _) => run(component),
                (Run::Board(run), Some(board)) => run(board),
                (Run::Board(_), None)
                | (
                    Run::Contract(_)
                    | Run::Faces(_)
                    | Run::Ink(_)
                    | Run::Pixels(_)
                    | Run::Use(_)
                    | Run::Rules(_)
                    | Run::Sheets(_),
                    _,
                ) => continue,
            };
            extend(sink, faults.into_iter().take(MAX_OF_ONE_KIND), component);
        }
    }
}

/// Makes all checks of the faces of some components, before they are drawn.
pub fn of_faces(
    game: &Game,
    selected: &[ComponentId],
    artworks: &Artworks,
    templates: &Templates,
    sink: &mut Sink,
) {
    for id in selected {
        let faces = Faces { game, id: *id, artworks, templates };
        for check in CHECKS {
            if let Run::Faces(run) = check.run {
                extend(sink, run(&faces).into_iter().take(MAX_OF_ONE_KIND), faces.component());
            }
        }
    }
}

/// Makes all checks of what shows on faces. What a cut takes away is reported however often that
/// happens.
pub fn of_ink(
    game: &Game,
    faces: &[InkedFace],
    artworks: &Artworks,
    templates: &Templates,
    sink: &mut Sink,
) {
    for face in faces {
        let face = InkedCard::of(game, face, artworks, templates);
        for check in CHECKS {
            if let Run::Ink(run) = check.run {
                extend(sink, run(&face), face.component);
            }
        }
    }
}

/// Makes all checks of a component's faces as pixels.
pub fn of_pixels(game: &Game, id: ComponentId, faces: &[DrawnFace<'_>], sink: &mut Sink) {
    let component = &game.components[id];
    let faces = DrawnFaces { game, faces };
    for check in CHECKS {
        if let Run::Pixels(run) = check.run {
            extend(sink, run(&faces).into_iter().take(MAX_OF_ONE_KIND), component);
        }
    }
}

/// Finds the rules that expectations come from, and quotes them beside the promises.
pub fn of_rules(game: &Game, ink: Ink, sink: &mut Sink) {
    if game.expects_with_rules().next().is_none() {
        return;
    }
    let sections: Vec<RuleSection> =
        game.rulebooks.iter().flat_map(|book| sections(book, game, ink)).collect();
    let rules = QuotedRules { game, sections: &sections };
    for check in CHECKS {
        if let Run::Rules(run) = check.run {
            sink.extend(run(&rules));
        }
    }
    for (expect, from) in game.expects_with_rules() {
        if let Some(quote) = rules.quote(expect, from) {
            sink.quote(&expect.span, quote);
        }
    }
}

/// Reports what nothing uses, once everything of a game was drawn, and what is kept that is used or
/// does not exist.
pub fn of_use(
    game: &Game,
    files: &dyn Files,
    templates: &Templates,
    pictures: BTreeSet<String>,
    sink: &mut Sink,
) {
    let usage = Usage::new(templates, game);
    let icons = templates.engine().used_icons();
    let mut game_file = game.source.text.clone();
    for name in game.preflight.unused.iter().rev() {
        game_file.replace_range(name.span.range(), "");
    }
    let used = GameUse { game, files, templates, game_file, usage, pictures, icons };
    let mut kept: BTreeSet<&str> = BTreeSet::new();
    for check in CHECKS {
        let Run::Use(run) = check.run else { continue };
        for Unused { names, fault } in run(&used) {
            let reason = game.preflight.unused.iter().find(|name| names.contains(&name.value));
            match reason {
                Some(name) => drop(kept.insert(name.value.as_str())),
                None => sink.push(fault),
            }
        }
    }
    policy::report_needless(game, &kept, &used.pictures, sink);
}

/// Tells a sink how strict a game is, and reports levels and exceptions of codes that have none.
pub fn set_policy(game: &Game, sink: &mut Sink) {
    policy::set(game, &codes(), sink);
}

/// Makes all checks of the sheets that a known printer gets.
pub fn of_sheets(game: &Game, jobs: &[PrintJob], printer: &Printer, sink: &mut Sink) {
    let sheets = PrintedSheets { game, jobs, printer };
    for check in CHECKS {
        if let Run::Sheets(run) = check.run {
            sink.extend(run(&sheets));
        }
    }
}

/// Holds what is expected against components: the whole kit, or what a variant leaves of it.
fn contracts(components: &[Component], expects: &[Expect], variant: Option<&str>, sink: &mut Sink) {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut values: Vec<(&Span, String)> = Vec::new();
    for (contract, faults) in Contract::all(components, expects) {
        let runs = CHECKS.iter().filter_map(|check| match check.run {
            Run::Contract(run) => Some(run),
            _ => None,
        });
        let all = faults.into_iter().chain(runs.flat_map(|run| run(&contract)));
        found.extend(all.map(|fault| fault.component(&contract.component.id)));
        for expected in &contract.expected {
            values.push((&expected.expect.span, found_values::found(&contract, expected)));
        }
    }
    for expect in expects {
        let value = values.iter().find(|(span, _)| **span == expect.span);
        let value = value.map(|(_, value)| value.clone()).unwrap_or_default();
        sink.promise(promise(components, expect, variant, value, &found));
    }
    sink.extend(found);
}

/// An expectation with the errors that were found at one of its places.
fn promise(
    components: &[Component],
    expect: &Expect,
    variant: Option<&str>,
    value: String,
    found: &[Diagnostic],
) -> Promise {
    let concerns = |fault: &&Diagnostic| {
        let also = fault.also.iter().map(|(span, _)| span);
        let mut spans = fault.span.iter().chain(also);
        fault.severity == Severity::Error
            && spans.any(|span| expect.places().any(|place| place.holds(span)))
    };
    let component = components.get(expect.component.index());
    Promise {
        that: expect.words(component.map_or("", |component| &component.id)),
        variant: variant.map(str::to_owned),
        component: component.map(|component| component.id.clone()),
        found: value,
        from: expect.from.as_ref().map(|from| Rule { address: from.to_string(), quote: None }),
        span: expect.span.clone(),
        broken: found.iter().filter(concerns).cloned().collect(),
    }
}

fn extend(sink: &mut Sink, faults: impl IntoIterator<Item = Diagnostic>, component: &Component) {
    sink.extend(faults.into_iter().map(|fault| fault.component(&component.id)));
}
