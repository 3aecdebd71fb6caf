//! Arguments that several commands take, and how their values are read.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use crate::diag::UnknownName;
use crate::game::toml::Names;
use crate::game::{Duplex, Overrides, Paper, Printer};
use crate::units::{PAPER_SIZES, paper_size};

/// Options of all commands.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// The project; otherwise the nearest parent folder that holds `data/`, otherwise the built-in
    /// games
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,
    /// Print nothing but errors and warnings
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
    /// Threads to draw with; one for each core if left out
    #[arg(long, short = 'j', global = true, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
}

/// What both building and checking take.
#[derive(Debug, Args)]
pub(super) struct Selection {
    /// The game; repeat it for several. All games if left out
    #[arg(long, value_name = "ID")]
    pub(super) game: Vec<String>,
    /// Only this component; repeat it for several
    #[arg(long, value_name = "ID")]
    pub(super) component: Vec<String>,
    /// The language of the printed words, or `all`
    #[arg(long, value_name = "LANG")]
    pub(super) lang: Option<String>,
    /// The paper in the printer, such as a4 or letter
    #[arg(long, value_name = "NAME", value_parser = paper)]
    pub(super) paper: Option<Paper>,
    /// The duplex mode, which is where the backs are: long-edge, short-edge, backs-apart, fold,
    /// fold-vertical, fold-horizontal, fronts-only or none
    #[arg(long, value_name = "MODE", value_parser = duplex)]
    pub(super) duplex: Option<Duplex>,
    /// The printer to correct the sheets for, as measured with `pnp calibrate`
    #[arg(long, value_name = "NAME")]
    pub(super) printer: Option<String>,
    #[command(flatten)]
    pub(super) reporting: Reporting,
}

impl Selection {
    /// What takes the place of the game's own choices.
    pub(super) fn overrides(
        &self,
        lang: Option<String>,
        printer: Option<Arc<Printer>>,
    ) -> Overrides {
        Overrides { lang, paper: self.paper.clone(), duplex: self.duplex, printer }
    }
}

/// How what was found is reported.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Reporting {
    /// How messages are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(super) format: Format,
    /// Treat warnings as errors
    #[arg(long)]
    pub(super) deny_warnings: bool,
}

/// How what was found is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// As a compiler prints it
    #[default]
    Human,
    /// One line for each message
    Short,
    /// One JSON object for each message, in a line
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// JUnit XML, with a case for each expectation and each check
    Junit,
    /// Annotations in a GitHub workflow
    Github,
}

impl Format {
    /// Whether standard output is the report and nothing else, since a program reads it.
    pub(super) const fn is_for_programs(self) -> bool {
        !matches!(self, Self::Human | Self::Short)
    }
}

/// A paper by its name.
pub(super) fn paper(name: &str) -> Result<Paper, String> {
    paper_size(name)
        .map(|size| Paper { name: name.to_owned(), size })
        .ok_or_else(|| unknown("paper", name, PAPER_SIZES.iter().map(|size| size.name)))
}

/// A duplex mode by its name.
pub(super) fn duplex(name: &str) -> Result<Duplex, String> {
    Duplex::named(name)
        .ok_or_else(|| unknown("duplex mode", name, Duplex::NAMES.iter().map(|(name, _)| *name)))
}

fn unknown<'a>(thing: &'a str, name: &'a str, known: impl Iterator<Item = &'a str>) -> String {
    UnknownName::new(thing, name, known).hint().unwrap_or_default()
}
