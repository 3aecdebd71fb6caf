//! The command line as clap reads it.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::diag::{Format, UnknownName};
use crate::game::Duplex;
use crate::impose::Readings;
use crate::pipeline::{CutKind, PictureKind, RenderKind};
use crate::units::{Dpi, Length, PAPER_SIZES, Sides};

use super::calibrate::Numbers;

/// Turns data files into cards, boards and rulebooks to print, cut and play with
#[derive(Debug, Parser)]
#[command(name = "pnp", version, max_term_width = 100)]
pub(super) struct Cli {
    #[command(flatten)]
    pub(super) global: Global,
    #[command(subcommand)]
    pub(super) command: Command,
}

/// Options of all commands.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// The project; otherwise the nearest parent folder that holds `data/`, otherwise the built-in games
    #[arg(long, global = true, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,
    /// Say only what is wrong
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
    /// Threads to draw with; one for each core if left out
    #[arg(long, short = 'j', global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) jobs: Option<u16>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Check a game and write its sheets as PDF
    Build(BuildArgs),
    /// Check a game without writing anything
    Check(CheckArgs),
    /// Show games and their components
    List(ListArgs),
    /// Write a page to measure a printer with, or store what was measured
    ///
    /// Without `--printer` the page is written, to be printed on both sides; the steps are on it. With `--printer NAME` its
    /// numbers are asked for, or taken from these flags, and stored under that name in your configuration folder. What is
    /// left out stays as it was.
    Calibrate(CalibrateArgs),
    /// Explain the code of a message
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
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
    pub(super) paper: Option<crate::game::Paper>,
    /// Where the backs are: long-edge, short-edge, backs-apart, fold, fold-vertical, fold-horizontal, fronts-only or none
    #[arg(long, value_name = "HOW", value_parser = duplex)]
    pub(super) duplex: Option<Duplex>,
    /// The printer to correct the sheets for, as measured with `pnp calibrate`
    #[arg(long, value_name = "NAME")]
    pub(super) printer: Option<String>,
    /// How messages are written
    #[arg(long, value_enum, default_value_t = FormatArg::Human)]
    pub(super) format: FormatArg,
    /// Treat warnings as errors
    #[arg(long)]
    pub(super) deny_warnings: bool,
}

#[derive(Debug, Args)]
pub(super) struct BuildArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
    /// Outlines and text, or pixels
    #[arg(long, value_enum, default_value_t = RenderArg::Vector)]
    pub(super) render: RenderArg,
    /// Dots per inch of pixels, 10 to 2400
    #[arg(long, value_name = "N", default_value = "300", value_parser = dpi)]
    pub(super) dpi: Dpi,
    /// Draw trim, safe area and bleed over every face
    #[arg(long)]
    pub(super) proof: bool,
    /// How much ink to use
    #[arg(long, value_enum, default_value_t = InkArg::Full)]
    pub(super) ink: InkArg,
    /// Print only the cards that meet a condition such as "card.act == 'tiger'"
    #[arg(long, value_name = "CONDITION")]
    pub(super) only_cards: Option<String>,
    /// Leave a slot of the first sheet empty: a letter for its column and a number for its row; `2:A3` for the second
    /// sheet. Repeat it for several
    #[arg(long, value_name = "SLOT")]
    pub(super) skip: Vec<crate::impose::Skip>,
    /// Write PNG pictures too
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) png: Option<PngArg>,
    /// Write files with nothing but the lines to cut and to fold too; repeat it for several kinds
    #[arg(long, value_enum, value_name = "KIND")]
    pub(super) cut: Vec<CutArg>,
    /// The folder to write into, one folder for each game; `out` in the project if left out
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) selection: Selection,
}

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

#[derive(Debug, Args)]
pub(super) struct CalibrateArgs {
    /// Store what was measured under this name
    #[arg(long, value_name = "NAME")]
    pub(super) printer: Option<String>,
    /// The paper of the page
    #[arg(long, value_name = "NAME", value_parser = paper)]
    pub(super) paper: Option<crate::game::Paper>,
    /// How the printer turns sheets: long-edge or short-edge
    #[arg(long, value_name = "HOW", value_parser = flip)]
    pub(super) duplex: Option<Duplex>,
    /// Where to write the page; `calibration.pdf` here if left out
    #[arg(long, value_name = "FILE", conflicts_with = "printer")]
    pub(super) out: Option<PathBuf>,
    /// What was read at A, B, C and D, front/back each, such as 0.3/-1,0.2/-1.1,0/0.4,0.1/0.5
    #[arg(long, value_name = "A,B,C,D", value_parser = readings, allow_hyphen_values = true, conflicts_with_all = ["offset_x", "offset_y", "angle"])]
    pub(super) readings: Option<Readings>,
    /// How long the line X is, such as 149.5mm
    #[arg(long, value_name = "LENGTH", value_parser = length, conflicts_with = "scale_x")]
    pub(super) measured_x: Option<Length>,
    /// How long the line Y is
    #[arg(long, value_name = "LENGTH", value_parser = length, conflicts_with = "scale_y")]
    pub(super) measured_y: Option<Length>,
    /// What the printer leaves white: one length, or four as TOP,RIGHT,BOTTOM,LEFT
    #[arg(long, value_name = "LENGTHS", value_parser = edges)]
    pub(super) edges: Option<Sides>,
    /// How far backs land to the right
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub(super) offset_x: Option<Length>,
    /// How far backs land down
    #[arg(long, value_name = "LENGTH", value_parser = length, allow_hyphen_values = true)]
    pub(super) offset_y: Option<Length>,
    /// How far backs are turned, in degrees clockwise
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    pub(super) angle: Option<f64>,
    /// What 1 mm across becomes
    #[arg(long, value_name = "FACTOR")]
    pub(super) scale_x: Option<f64>,
    /// What 1 mm down becomes
    #[arg(long, value_name = "FACTOR")]
    pub(super) scale_y: Option<f64>,
}

impl CalibrateArgs {
    /// Whether any number was given.
    pub(super) fn has_values(&self) -> bool {
        let lengths = [self.measured_x, self.measured_y, self.offset_x, self.offset_y];
        let numbers = [self.angle, self.scale_x, self.scale_y];
        self.readings.is_some()
            || self.edges.is_some()
            || lengths.iter().any(Option::is_some)
            || numbers.iter().any(Option::is_some)
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            edges: self.edges,
            readings: self.readings,
            measured: [self.measured_x, self.measured_y].map(|length| length.map(Length::to_mm)),
            scale: [self.scale_x, self.scale_y],
            offset: [self.offset_x, self.offset_y],
            angle: self.angle,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// The code, such as M014; all codes are listed if it is left out
    pub(super) code: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// As a compiler prints them
    Human,
    /// One line each
    Short,
    /// One JSON object a line
    Json,
}

impl From<FormatArg> for Format {
    fn from(arg: FormatArg) -> Self {
        match arg {
            FormatArg::Human => Self::Human,
            FormatArg::Short => Self::Short,
            FormatArg::Json => Self::Json,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RenderArg {
    /// Outlines and text; small files
    Vector,
    /// Pixels
    Raster,
}

impl From<RenderArg> for RenderKind {
    fn from(arg: RenderArg) -> Self {
        match arg {
            RenderArg::Vector => Self::Vector,
            RenderArg::Raster => Self::Raster,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum InkArg {
    /// As designed
    Full,
    /// Without large coloured areas
    Low,
}

impl From<InkArg> for crate::compose::Ink {
    fn from(arg: InkArg) -> Self {
        match arg {
            InkArg::Full => Self::Full,
            InkArg::Low => Self::Low,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PngArg {
    /// Each different face with its bleed
    Faces,
    /// Each side of each sheet, and each page of a rulebook
    Sheets,
}

impl From<PngArg> for PictureKind {
    fn from(arg: PngArg) -> Self {
        match arg {
            PngArg::Faces => Self::Faces,
            PngArg::Sheets => Self::Sheets,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CutArg {
    /// One PDF, a page for each sheet
    Pdf,
    /// An SVG for each sheet
    Svg,
    /// A DXF for each sheet
    Dxf,
}

impl From<CutArg> for CutKind {
    fn from(arg: CutArg) -> Self {
        match arg {
            CutArg::Pdf => Self::Pdf,
            CutArg::Svg => Self::Svg,
            CutArg::Dxf => Self::Dxf,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListFormat {
    /// A table
    Human,
    /// JSON
    Json,
}

fn paper(name: &str) -> Result<crate::game::Paper, String> {
    crate::units::paper_size(name)
        .map(|size| crate::game::Paper { name: name.to_owned(), size })
        .ok_or_else(|| unknown("paper", name, PAPER_SIZES.iter().map(|size| size.name)))
}

fn duplex(name: &str) -> Result<Duplex, String> {
    Duplex::named(name)
        .ok_or_else(|| unknown("duplex mode", name, Duplex::NAMES.iter().map(|(name, _)| *name)))
}

fn unknown<'a>(thing: &'a str, name: &'a str, known: impl Iterator<Item = &'a str>) -> String {
    UnknownName::new(thing, name, known).hint().unwrap_or_default()
}

fn dpi(text: &str) -> Result<Dpi, String> {
    text.parse()
        .ok()
        .and_then(Dpi::new)
        .ok_or_else(|| "a resolution is a whole number from 10 to 2400".to_owned())
}

fn flip(name: &str) -> Result<Duplex, String> {
    match duplex(name) {
        Ok(flip @ (Duplex::LongEdge | Duplex::ShortEdge)) => Ok(flip),
        _ => Err("a printer turns sheets by long-edge or short-edge".to_owned()),
    }
}

fn length(text: &str) -> Result<Length, String> {
    Length::parse(text).map_err(|error| error.to_string())
}

fn edges(text: &str) -> Result<Sides, String> {
    let lengths = text.split(',').map(length).collect::<Result<Vec<_>, _>>()?;
    match lengths.as_slice() {
        [all] => Ok(Sides::all(*all)),
        [top, right, bottom, left] => {
            Ok(Sides { top: *top, right: *right, bottom: *bottom, left: *left })
        }
        _ => Err("edges are one length, or four: TOP,RIGHT,BOTTOM,LEFT".to_owned()),
    }
}

fn readings(text: &str) -> Result<Readings, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let pair = |pair: &str| {
        pair.split_once('/').and_then(|(front, back)| Some((number(front)?, number(back)?)))
    };
    let pairs: Option<Vec<(f64, f64)>> = text.split(',').map(pair).collect();
    pairs
        .and_then(|pairs| <[(f64, f64); 4]>::try_from(pairs).ok())
        .map(Readings)
        .ok_or_else(|| "readings are four pairs of numbers, FRONT/BACK at A, B, C and D: 0.3/-1,0.2/-1.1,0/0.4,0.1/0.5".to_owned())
}
