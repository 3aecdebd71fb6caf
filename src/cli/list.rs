//! `pnp list`

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::args::{Global, Reporting};
use super::languages::Languages;
use super::output::{Exit, print_stdout};
use super::project::Chosen;
use super::table::{count, lines};
use crate::build::{Planned, plan_game};
use crate::checks::{Taken, take_out};
use crate::diag::{Code, Diagnostic, Failed, Sink, UnknownName};
use crate::game::{Component, Game, Overrides, Rulebook, Variant};
use crate::job::JobComponent;

#[derive(Debug, Args)]
pub(super) struct ListArgs {
    /// Only this game; repeat it for several
    #[arg(long, value_name = "ID")]
    pub(super) game: Vec<String>,
    /// What to take out of the kit for this variant of the game
    #[arg(long, value_name = "NAME")]
    pub(super) variant: Option<String>,
    /// A table for people or JSON for scripts
    #[arg(long, value_enum, default_value_t = ListFormat::Human)]
    pub(super) format: ListFormat,
    /// The printer to correct the sheets for, as measured with `pnp calibrate`
    #[arg(long, value_name = "NAME")]
    pub(super) printer: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    /// A table
    Human,
    /// JSON
    Json,
}

pub(super) fn run(args: &ListArgs, global: &Global) -> Exit {
    let reporting = Reporting::default();
    let chosen = Chosen::find(global, &args.game, args.printer.as_deref(), reporting);
    let Chosen { workplace, games, printer, mut reporter } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let overrides = Overrides { printer, ..Overrides::default() };
    let mut worst = Exit::Clean;
    let mut text = String::new();
    let mut all = Vec::new();
    for id in games {
        let mut sink = Sink::new();
        let listed = plan_game(&workplace.files, &id, &overrides, &[], &mut sink)
            .and_then(|planned| list(&planned, args, &mut sink));
        match listed {
            Ok(Listed::Text(table)) => text.push_str(&table),
            Ok(Listed::Json(value)) => all.push(value),
            Err(_) => {
                let exit = reporter.language(sink, &id, None, &mut Languages::one());
                worst = worst.max(exit);
            }
        }
    }
    if args.format == ListFormat::Json {
        text = serde_json::to_string_pretty(&json!({ "games": all })).unwrap_or_default() + "\n";
    }
    worst.max(print_stdout(&text))
}

/// One game of the list.
enum Listed {
    Text(String),
    Json(Value),
}

fn list(planned: &Planned, args: &ListArgs, sink: &mut Sink) -> Result<Listed, Failed> {
    let game = &planned.game;
    let Some(name) = &args.variant else {
        return Ok(match args.format {
            ListFormat::Human => Listed::Text(table(planned)),
            ListFormat::Json => Listed::Json(as_json(planned)),
        });
    };
    let Some(variant) = game.variants.iter().find(|variant| variant.name.value == *name) else {
        sink.push(no_variant(game, name));
        return Err(Failed);
    };
    Ok(match args.format {
        ListFormat::Human => Listed::Text(variant_table(game, variant)),
        ListFormat::Json => Listed::Json(variant_as_json(game, variant)),
    })
}

fn table(planned: &Planned) -> String {
    let game = &planned.game;
    let text = format!("{}  {} ({})\n", game.id, game.title, game.languages.join(", "));
    let rows: Vec<[String; 5]> = planned
        .components()
        .map(|(c, member, plan)| {
            [
                c.id.clone(),
                c.kind().word().to_owned(),
                count(c.copies() as usize, "copy"),
                c.fold().map_or(c.size, |fold| fold.net.size).to_string(),
                format!(
                    "{} of {}{}{}",
                    count(plan.sheets.len(), "sheet"),
                    c.print.paper.name,
                    tiles(member),
                    shared(c)
                ),
            ]
        })
        .chain(game.rulebooks.iter().map(|book| {
            [
                book.id.clone(),
                "rulebook".to_owned(),
                spoken(game, book).join(", "),
                book.size.to_string(),
                forms(book),
            ]
        }))
        .collect();
    text + &lines(&rows, &[false, false, true, true, false])
}

/// The languages that a rulebook is in.
fn spoken<'g>(game: &'g Game, book: &'g Rulebook) -> Vec<&'g str> {
    let all = game.languages.iter().map(String::as_str);
    if book.one_for_all {
        all.take(1).collect()
    } else {
        all.filter(|lang| book.files.iter().any(|(own, _)| own == lang)).collect()
    }
}

fn forms(book: &Rulebook) -> String {
    let all = [
        ("quick", book.quick),
        ("booklet", book.booklet.is_some()),
        ("text", true),
        ("html", true),
    ];
    let also: Vec<&str> =
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(form, _)| form).collect();
    format!("to read, also as {}", also.join(", "))
}

fn no_variant(game: &Game, name: &str) -> Diagnostic {
    let known = game.variants.iter().map(|variant| variant.name.value.as_str());
    Diagnostic::error(Code::M013, format!("game `{}` has no variant `{name}`", game.id))
        .maybe_hint(UnknownName::new("variant", name, known).hint())
        .maybe_hint(game.variants.is_empty().then_some("the game has no variants"))
}

/// What to take out, and what stays.
fn variant_table(game: &Game, variant: &Variant) -> String {
    // The game passed its checks, so nothing is missing.
    let taken = take_out(game, variant).unwrap_or_default();
    let mut text = format!("{}  {}: {}\n", game.id, variant.name.value, variant.title);
    for (id, component) in game.components_with_ids() {
        let steps: Vec<&Taken> = taken.iter().filter(|step| step.component == id).collect();
        if steps.is_empty() {
            continue;
        }
        let out: u32 = steps.iter().flat_map(|step| &step.cards).map(|(_, copies)| copies).sum();
        text.push_str(&format!(
            "  take out of {}, {out} of {}:\n",
            component.id,
            component.copies()
        ));
        for step in steps {
            text.push_str(&format!("    {}\n", step.that));
            for (card, copies) in &step.cards {
                text.push_str(&format!("      {copies:>3}  {}\n", component.cards[*card].id));
            }
        }
        text.push_str(&format!("  {} stay\n", component.copies() - out));
    }
    text
}

fn variant_as_json(game: &Game, variant: &Variant) -> Value {
    let step = |step: &Taken| {
        let component = &game.components[step.component];
        let cards: Vec<Value> = step
            .cards
            .iter()
            .map(|(card, copies)| json!({ "id": component.cards[*card].id, "copies": copies }))
            .collect();
        json!({ "that": step.that, "in": component.id, "cards": cards })
    };
    let taken = take_out(game, variant).unwrap_or_default();
    let taken: Vec<Value> = taken.iter().map(step).collect();
    json!({ "id": game.id, "variant": variant.name.value, "title": variant.title,
        "take_out": taken })
}

/// `, 2 × 4 tiles`
fn tiles(member: &JobComponent) -> String {
    member
        .tiling
        .as_ref()
        .map_or_else(String::new, |t| format!(", {} × {} tiles", t.columns.len(), t.rows.len()))
}

/// Whose sheets they are, too.
fn shared(component: &Component) -> String {
    component.share.map_or_else(String::new, |letter| format!(", shared under `{letter}`"))
}

fn as_json(planned: &Planned) -> Value {
    let game = &planned.game;
    let components: Vec<Value> = planned
        .components()
        .map(|(c, member, plan)| {
            let sides: usize =
                plan.sheets.iter().map(|sheet| 1 + usize::from(sheet.back.is_some())).sum();
            let mut component = json!({
                "id": c.id, "kind": c.kind().word(), "copies": c.copies(), "cards": c.cards.len(),
                "trim_mm": [c.size.width.to_mm(), c.size.height.to_mm()],
                "bleed_mm": c.print.bleed.to_mm(),
                "paper": c.print.paper.name, "sheets": plan.sheets.len(),
                "sides": sides,
            });
            if let Some(tiling) = &member.tiling {
                let columns = tiling.columns.len();
                let rows = tiling.rows.len();
                component["tiles"] = json!({ "columns": columns, "rows": rows });
            }
            if let Some(letter) = c.share {
                component["share"] = json!(letter);
            }
            component
        })
        .collect();
    let rulebooks: Vec<Value> = game
        .rulebooks
        .iter()
        .map(|book| {
            json!({
                "id": book.id, "page_mm": [book.size.width.to_mm(), book.size.height.to_mm()],
                "languages": spoken(game, book),
                "quick": book.quick, "booklet": book.booklet.is_some(),
            })
        })
        .collect();
    json!({ "id": game.id, "title": game.title, "languages": game.languages,
        "components": components, "rulebooks": rulebooks })
}
