//! `pnp diff`

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::args::{Global, Reporting};
use super::output::{Exit, print_stderr, print_stdout};
use super::project::{Chosen, Workplace};
use super::since::{manifest, state_at, suffix};
use super::table::lines;
use crate::build::{Options, pictures};
use crate::changes::{
    Comparison, Pictures, PrintName, State, compare, html, markdown, plain, to_json, words,
};
use crate::compose::Ink;
use crate::diag::Sink;
use crate::files::{Files, Overlay, Project, SharedShipped, at_revision};
use crate::game::Overrides;
use crate::job::PrintOptions;
use crate::units::Dpi;

#[derive(Debug, Args)]
pub(super) struct DiffArgs {
    /// The earlier state: a manifest, a folder with one, a project, or a revision of git
    #[arg(value_name = "OLD")]
    old: String,
    /// The later state; the project as it is now if left out
    #[arg(value_name = "NEW", default_value = HERE)]
    new: String,
    /// The game; repeat it for several. All games if left out
    #[arg(long, value_name = "ID")]
    game: Vec<String>,
    /// The language of the printed words
    #[arg(long, value_name = "LANG")]
    lang: Option<String>,
    /// How much ink the prints take
    #[arg(long, value_enum, default_value_t = Ink::Full)]
    ink: Ink,
    /// Lines for people, Markdown for a pull request, a page of HTML with pictures, or JSON for
    /// scripts
    #[arg(long, value_enum, default_value_t = DiffFormat::Human)]
    format: DiffFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DiffFormat {
    /// Lines
    Human,
    /// Markdown
    Markdown,
    /// A page of HTML with the pictures before and after
    Html,
    /// JSON
    Json,
}

/// The project as it is now.
const HERE: &str = ".";

/// The resolution of pictures on the page.
const DPI: u32 = 96;

pub(super) fn run(args: &DiffArgs, global: &Global) -> Exit {
    let chosen = Chosen::find(global, &args.game, None, Reporting::default());
    let Chosen { workplace, games, .. } = match chosen {
        Ok(chosen) => chosen,
        Err(exit) => return exit,
    };
    let mut text = String::new();
    let mut all = Vec::new();
    let mut differs = false;
    for id in &games {
        let found = match Compared::of(args, &workplace, id) {
            Ok(found) => found,
            Err(why) => {
                print_stderr(&why);
                return Exit::CouldNotRun;
            }
        };
        differs |= !found.comparison.is_empty();
        let names = (shown(&args.old), shown(&args.new));
        match args.format {
            DiffFormat::Human => text.push_str(&human(id, &found.comparison)),
            DiffFormat::Markdown => {
                text.push_str(&markdown(id, names.0, names.1, &found.comparison));
            }
            DiffFormat::Html => {
                let prints = found.comparison.prints();
                let before = found.before.pictures(&prints);
                let now = found.now.pictures(&prints);
                text.push_str(&html(id, names, &found.comparison, (&before, &now)));
            }
            DiffFormat::Json => all.push(to_json(id, names.0, names.1, &found.comparison)),
        }
    }
    if args.format == DiffFormat::Json {
        text = serde_json::to_string_pretty(&serde_json::json!({ "games": all }))
            .unwrap_or_default()
            + "\n";
    }
    let exit = if differs { Exit::Game } else { Exit::Clean };
    print_stdout(&text).max(exit)
}

/// How a state is called.
fn shown(name: &str) -> &str {
    if name == HERE { "now" } else { name }
}

/// Two states of a game and their differences.
struct Compared {
    before: Source,
    now: Source,
    comparison: Comparison,
}

impl Compared {
    fn of(args: &DiffArgs, workplace: &Workplace, id: &str) -> Result<Self, String> {
        let before = Source::open(args, workplace, &args.old, id)?;
        let now = Source::open(args, workplace, &args.new, id)?;
        let comparison = compare(&before.state, &now.state);
        Ok(Self { before, now, comparison })
    }
}

/// Where a state comes from.
struct Source {
    state: State,
    /// The project, if there is more than a manifest.
    project: Option<(Arc<dyn Files>, Options)>,
}

impl Source {
    /// A manifest, a folder with one, a project, or a revision of git.
    fn open(args: &DiffArgs, workplace: &Workplace, what: &str, id: &str) -> Result<Self, String> {
        let path = Path::new(what);
        let of_manifest = |path: &Path| Ok(Self { state: manifest(path, id)?, project: None });
        if path.is_file() {
            return of_manifest(path);
        }
        let name = format!("manifest{}.json", suffix(&workplace.files, id, args.lang.as_deref()));
        let in_folder = [path.join(&name), path.join(id).join(&name)];
        if let Some(path) = in_folder.iter().find(|path| path.is_file()) {
            return of_manifest(path);
        }
        let files: Arc<dyn Files> = if what == HERE {
            Arc::new(workplace.files.clone())
        } else if path.join("data").is_dir() {
            Arc::new(Project::open(Some(PathBuf::from(path))))
        } else if path.is_dir() {
            return Err(format!("error: {what} holds neither `{name}` of `{id}` nor a project\n"));
        } else {
            let files = at_revision(&workplace.base, what).map_err(|why| {
                format!(
                    "error: `{what}` is neither a manifest, a folder nor a revision of git: {why}\n"
                )
            })?;
            Arc::new(Overlay { first: files, second: SharedShipped })
        };
        let options = Options {
            overrides: Overrides { lang: args.lang.clone(), ..Overrides::default() },
            print: PrintOptions {
                ink: args.ink,
                dpi: Dpi::new(DPI).unwrap_or(Dpi::PRINT),
                ..PrintOptions::default()
            },
            ..Options::default()
        };
        let state = state_at(files.as_ref(), id, what, &options)?;
        Ok(Self { state, project: Some((files, options)) })
    }

    /// Pictures of some prints, as far as there is a project to draw them from.
    fn pictures(&self, prints: &[PrintName]) -> Pictures {
        let drawn = self.project.as_ref().and_then(|(files, options)| {
            let id = &self.state.game;
            pictures(files.as_ref(), id, options, prints, &mut Sink::new()).ok()
        });
        drawn.unwrap_or_default()
    }
}

fn human(id: &str, found: &Comparison) -> String {
    if found.is_empty() {
        return format!("{id}: nothing differs\n");
    }
    let mut rows: Vec<[String; 4]> = Vec::new();
    for card in &found.changed {
        let copies = card.copies.map(|(before, now)| format!("{before} → {now} copies"));
        let prints =
            (!card.prints.is_empty()).then(|| format!("prints: {}", card.prints.join(", ")));
        let cells = card.cells.iter().map(|cell| {
            let shown = |value: &Option<serde_json::Value>| {
                value.as_ref().map_or_else(|| "–".to_owned(), plain)
            };
            format!("{}: {} → {}", cell.column, shown(&cell.before), shown(&cell.now))
        });
        let what: Vec<String> = copies.into_iter().chain(prints).chain(cells).collect();
        rows.push(["~".to_owned(), card.component.clone(), card.id.clone(), what.join("; ")]);
    }
    for (cards, sign) in [(&found.added, "+"), (&found.removed, "−")] {
        rows.extend(cards.iter().map(|card| {
            let copies = super::table::count(card.copies as usize, "copy");
            [sign.to_owned(), card.component.clone(), card.id.clone(), copies]
        }));
    }
    let promises = found.promises.iter().map(|promise| {
        let word = |kept: Option<bool>| match kept {
            Some(true) => "kept",
            Some(false) => "broken",
            None => "not made",
        };
        format!("  {}: {} → {}\n", promise.that, word(promise.before), word(promise.now))
    });
    format!(
        "{id}: {}\n{}{}",
        words(found),
        lines(&rows, &[false, false, false, false]),
        promises.collect::<String>()
    )
}
