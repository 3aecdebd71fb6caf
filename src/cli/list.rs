//! `pnp list`

use serde_json::{Value, json};

use super::args::{FormatArg, Global, ListArgs, ListFormat, Selection};
use super::languages::Languages;
use super::project::{chosen, open};
use super::report::{count, faults};
use super::{Exit, say};
use crate::diag::Sink;
use crate::impose::Net;
use crate::model::{Component, Overrides};
use crate::pipeline::{Planned, plan_game};

pub(super) fn run(args: &ListArgs, global: &Global) -> Exit {
    let workplace = match open(global) {
        Ok(workplace) => workplace,
        Err(exit) => return exit,
    };
    let games = match chosen(&workplace, &args.game) {
        Ok(games) => games,
        Err(exit) => return exit,
    };
    let mut worst = Exit::Clean;
    let mut text = String::new();
    let mut all = Vec::new();
    for id in games {
        let mut sink = Sink::new();
        match plan_game(&workplace.files, &id, &Overrides::default(), &[], &mut sink) {
            Ok(planned) if args.format == ListFormat::Json => all.push(as_json(&planned)),
            Ok(planned) => text.push_str(&table(&planned)),
            Err(_) => worst = worst.max(faults(sink, &plain(), None, &mut Languages::one())),
        }
    }
    if args.format == ListFormat::Json {
        text = serde_json::to_string_pretty(&json!({ "games": all })).unwrap_or_default() + "\n";
    }
    worst.max(say(&text))
}

/// Faults of a listing are told to people.
fn plain() -> Selection {
    Selection {
        game: Vec::new(),
        component: Vec::new(),
        lang: None,
        paper: None,
        duplex: None,
        format: FormatArg::Human,
        deny_warnings: false,
    }
}

fn table(planned: &Planned) -> String {
    let game = &planned.game;
    let mut text = format!("{}  {} ({})\n", game.id, game.title, game.languages.join(", "));
    let rows: Vec<[String; 5]> = planned
        .components()
        .map(|(c, plan)| {
            let copies = c.copies() as usize;
            let copies = if copies == 1 { "1 copy".to_owned() } else { format!("{copies} copies") };
            [
                c.id.clone(),
                c.kind.word().to_owned(),
                copies,
                c.fold.as_ref().map_or(c.size, |fold| Net::of(fold).size).to_string(),
                format!("{} of {}{}", count(plan.sheets.len(), "sheet"), c.print.paper.name, shared(c)),
            ]
        })
        .collect();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max().unwrap_or(0);
    for [id, kind, copies, size, sheets] in &rows {
        text.push_str(&format!("  {id:<0$}  {kind:<1$}  {copies:>2$}  {size:>3$}  {sheets}\n", width(0), width(1), width(2), width(3)));
    }
    text
}

/// Whose sheets they are, too.
fn shared(component: &Component) -> String {
    component.share.map_or_else(String::new, |letter| format!(", shared under `{letter}`"))
}

fn as_json(planned: &Planned) -> Value {
    let game = &planned.game;
    let components: Vec<Value> = planned
        .components()
        .map(|(c, plan)| {
            let mut entry = json!({
                "id": c.id, "kind": c.kind.word(), "copies": c.copies(), "cards": c.cards.len(),
                "trim_mm": [c.size.width.to_mm(), c.size.height.to_mm()], "bleed_mm": c.print.bleed.to_mm(),
                "paper": c.print.paper.name, "sheets": plan.sheets.len(),
                "sides": plan.sheets.iter().map(|s| 1 + usize::from(s.back.is_some())).sum::<usize>(),
            });
            if let Some(letter) = c.share {
                entry["share"] = json!(letter);
            }
            entry
        })
        .collect();
    json!({ "id": game.id, "title": game.title, "languages": game.languages, "components": components })
}
