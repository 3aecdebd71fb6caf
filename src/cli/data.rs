//! `pnp data`

use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::args::{Global, Reporting};
use super::languages::Languages;
use super::output::{Exit, print_stderr, print_stdout};
use super::project::Chosen;
use super::table::{count, lines};
use crate::diag::{Code, Failed, Sink, UnknownName};
use crate::game::{self, Component, Game, Overrides};

#[derive(Debug, Args)]
pub(super) struct DataArgs {
    /// Only this game; repeat it for several
    #[arg(long, value_name = "ID")]
    pub(super) game: Vec<String>,
    /// Only this component; repeat it for several
    #[arg(long, value_name = "ID")]
    pub(super) component: Vec<String>,
    /// The language of the printed words
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// A table for people, CSV for a spreadsheet or JSON for scripts
    #[arg(long, value_enum, default_value_t = DataFormat::Human)]
    pub(super) format: DataFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DataFormat {
    /// A table; long cells are cut
    Human,
    /// The whole table of one component
    Csv,
    /// JSON
    Json,
}

pub(super) fn run(args: &DataArgs, global: &Global) -> Exit {
    let reporting = Reporting::default();
    let chosen_games = Chosen::find(global, &args.game, None, reporting);
    let Chosen { workplace, games, mut reporter, .. } = match chosen_games {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let overrides = Overrides { lang: args.lang.clone(), ..Overrides::default() };
    let mut worst = Exit::Clean;
    let mut tables = Vec::new();
    for id in games {
        let mut sink = Sink::new();
        let found = game::read(&workplace.files, &id, &overrides, &mut sink)
            .and_then(|game| Ok((chosen(&game, &args.component, &mut sink)?, game)));
        if let Ok((components, game)) = &found {
            let of_game = components.iter().filter_map(|index| game.components.get(*index));
            tables.extend(of_game.map(|component| Table::of(game, component)));
        }
        worst = worst.max(reporter.language(sink, &id, None, &mut Languages::one()));
    }
    if worst != Exit::Clean {
        return worst;
    }
    let text = match args.format {
        DataFormat::Human => tables.iter().map(Table::human).collect::<Vec<_>>().join("\n"),
        DataFormat::Json => {
            let all: Vec<Value> = tables.iter().map(Table::json).collect();
            serde_json::to_string_pretty(&json!({ "tables": all })).unwrap_or_default() + "\n"
        }
        DataFormat::Csv => match tables.as_slice() {
            [only] => only.csv(),
            several => {
                let found = count(several.len(), "component");
                print_stderr(&format!(
                    "error: a CSV file has one table, but there are {found}\n\
                     hint: name one with --game and --component\n"
                ));
                return Exit::CouldNotRun;
            }
        },
    };
    print_stdout(&text)
}

/// The components with a table of cards, or those that are named.
fn chosen(game: &Game, wanted: &[String], sink: &mut Sink) -> Result<Vec<usize>, Failed> {
    let has_table = |component: &Component| component.cards.iter().any(|c| !c.values.is_empty());
    let with_table = || game.components.iter().enumerate().filter(|(_, c)| has_table(c));
    if wanted.is_empty() {
        return Ok(with_table().map(|(index, _)| index).collect());
    }
    let mut found = Vec::new();
    for id in wanted {
        if let Some((index, _)) = with_table().find(|(_, component)| component.id == *id) {
            found.push(index);
            continue;
        }
        let known = with_table().map(|(_, component)| component.id.as_str());
        sink.push(UnknownName::new("table of cards", id, known).error(Code::M013));
    }
    sink.gate()?;
    Ok(found)
}

/// The cards of a component as its template sees them.
struct Table {
    game: String,
    component: String,
    copies: usize,
    columns: Vec<String>,
    rows: Vec<Vec<tera::Value>>,
}

impl Table {
    fn of(game: &Game, component: &Component) -> Self {
        let mut columns: Vec<String> = Vec::new();
        for name in component.cards.iter().flat_map(|card| card.values.keys()) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let cell = |card: &game::Card, column: &String| {
            card.values.get(column).cloned().unwrap_or_else(|| tera::Value::from(""))
        };
        let rows = component
            .cards
            .iter()
            .map(|card| columns.iter().map(|column| cell(card, column)).collect())
            .collect();
        Self {
            game: game.id.clone(),
            component: component.id.clone(),
            copies: component.copies() as usize,
            columns,
            rows,
        }
    }

    fn human(&self) -> String {
        const WIDEST: usize = 32;
        let mut is_cut = false;
        let mut shown = |value: &tera::Value| {
            let text = value.to_string().replace(['\n', '\r'], "↵").replace('\t', " ");
            if text.chars().count() <= WIDEST {
                return text;
            }
            is_cut = true;
            text.chars().take(WIDEST - 1).chain(['…']).collect()
        };
        let mut rows = vec![self.columns.clone()];
        rows.extend(self.rows.iter().map(|row| row.iter().map(&mut shown).collect()));
        let right = vec![false; self.columns.len()];
        let cards = count(self.rows.len(), "card");
        let head =
            format!("{} {}: {}, {cards}\n", self.game, self.component, count(self.copies, "copy"));
        let note =
            if is_cut { "  … long cells are cut; --format csv has them whole\n" } else { "" };
        format!("{head}{}{note}", lines(&rows, &right))
    }

    fn csv(&self) -> String {
        let cells = |row: &[tera::Value]| row.iter().map(ToString::to_string).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(|row| cells(row)).collect();
        let all = std::iter::once(&self.columns).chain(&rows);
        all.map(|row| row.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n")
            .collect()
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<tera::Value>| -> Map<String, Value> {
            let cells = self.columns.iter().zip(row);
            cells
                .map(|(column, value)| {
                    (column.clone(), serde_json::to_value(value).unwrap_or_default())
                })
                .collect()
        };
        let rows: Vec<Map<String, Value>> = self.rows.iter().map(row).collect();
        json!({
            "game": self.game,
            "component": self.component,
            "copies": self.copies,
            "rows": rows,
        })
    }
}

/// A cell as RFC 4180 has it; one that begins like a note is quoted, so that it stays a cell.
fn quoted(cell: &str) -> String {
    let is_plain = !cell.contains(['"', ',', '\n', '\r'])
        && !cell.starts_with(['#', ' ', '\t'])
        && !cell.ends_with([' ', '\t']);
    if is_plain { cell.to_owned() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
}
