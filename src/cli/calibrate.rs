//! `pnp calibrate`

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::args::{Global, Reporting, duplex, paper};
use super::output::{Exit, print_stderr, print_stdout, shown};
use super::printers::{find, is_name, own_printers};
use super::project::open;
use super::report::Reporter;
use crate::calibrate::{CalibrationPage, Measurements, Readings, ask, pdf};
use crate::files::{OutputError, OutputFolder};
use crate::game::toml::Names;
use crate::game::{Duplex, Paper, Printer, UpperEdge};
use crate::units::{Length, PAPER_SIZES, Sides};

/// Where the page goes by default.
const PAGE: &str = "calibration.pdf";
/// The flags that take what was read, for those who cannot be asked.
const FLAGS: &str = "--readings, --measured-x and --measured-y, --edges; or --offset-x, \
    --offset-y, --angle, --scale-x, --scale-y; --landscape";

#[derive(Debug, Args)]
pub(super) struct CalibrateArgs {
    /// Store what was measured under this name
    #[arg(long, value_name = "NAME")]
    pub(super) printer: Option<String>,
    /// The paper of the page
    #[arg(long, value_name = "NAME", value_parser = paper)]
    pub(super) paper: Option<Paper>,
    /// How the printer turns sheets: long-edge or short-edge
    #[arg(long, value_name = "MODE", value_parser = flip)]
    pub(super) duplex: Option<Duplex>,
    /// Where to write the page; `calibration.pdf` here if left out
    #[arg(long, value_name = "FILE", conflicts_with = "printer")]
    pub(super) out: Option<PathBuf>,
    /// What was read at A, B, C and D, front/back each, such as 0.3/-1,0.2/-1.1,0/0.4,0.1/0.5
    #[arg(long, value_name = "A,B,C,D", value_parser = readings, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["offset_x", "offset_y", "angle"])]
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
    /// On which side of a landscape sheet the upper edge of the paper lies: left or right
    #[arg(long, value_name = "SIDE", value_parser = upper_edge)]
    pub(super) landscape: Option<UpperEdge>,
}

impl CalibrateArgs {
    /// The numbers that were given.
    fn measurements(&self) -> Measurements {
        Measurements {
            edges: self.edges,
            readings: self.readings,
            measured: [self.measured_x, self.measured_y].map(|length| length.map(Length::to_mm)),
            scale: [self.scale_x, self.scale_y],
            offset: [self.offset_x, self.offset_y],
            angle: self.angle,
            landscape: self.landscape,
        }
    }

    fn paper(&self) -> Paper {
        self.paper.clone().unwrap_or_else(|| Paper {
            name: PAPER_SIZES[0].name.to_owned(),
            size: PAPER_SIZES[0].size,
        })
    }
}

pub(super) fn run(args: &CalibrateArgs, global: &Global) -> Exit {
    let given = args.measurements();
    let done = match &args.printer {
        Some(name) => measure(name, given, args, global),
        None if given == Measurements::default() => page(args, global),
        None => Err(wrong("the printer has no name; add --printer NAME")),
    };
    done.unwrap_or_else(|exit| exit)
}

fn wrong(message: impl Display) -> Exit {
    print_stderr(&format!("error: {message}\n"));
    Exit::CouldNotRun
}

/// Writes the page.
fn page(args: &CalibrateArgs, global: &Global) -> Result<Exit, Exit> {
    let paper = args.paper();
    let page = CalibrationPage::new(paper.size, args.duplex.unwrap_or_default()).map_err(wrong)?;
    let target = args.out.as_deref().unwrap_or(Path::new(PAGE));
    write(target, &pdf(&page).map_err(wrong)?).map_err(wrong)?;
    if global.quiet {
        return Ok(Exit::Clean);
    }
    let flip = if page.duplex == Duplex::ShortEdge { "short" } else { "long" };
    Ok(print_stdout(&format!(
        "{}\nPrint it on both sides of one sheet of {} paper, flip on the {flip} edge, at actual \
         size (100 %).\nThen follow the steps on it, and enter the numbers with `pnp calibrate \
         --printer NAME`.\n",
        shown(target),
        paper.name
    )))
}

fn write(target: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let folder =
        target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name =
        target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut out = OutputFolder::open(folder)?;
    out.write(&name, bytes)?;
    out.commit().map(|_| ())
}

/// Stores what was read.
fn measure(
    name: &str,
    given: Measurements,
    args: &CalibrateArgs,
    global: &Global,
) -> Result<Exit, Exit> {
    if !is_name(name) {
        return Err(wrong(
            "a printer's name is made of lower-case letters a to z, digits, `-` and `_`",
        ));
    }
    let folder = own_printers().ok_or_else(|| {
        wrong("there is no configuration folder; set HOME or XDG_CONFIG_HOME (on Windows, APPDATA)")
    })?;
    let path = folder.join(format!("{name}.toml"));
    let before = known(name, &path, global)?.unwrap_or_else(|| Printer::faultless(name));
    let paper = args.paper().size;
    let measurements = if given != Measurements::default() {
        given
    } else if io::stdin().is_terminal() {
        let page = CalibrationPage::new(paper, args.duplex.unwrap_or(before.duplex));
        page.and_then(|page| ask(&page, &mut io::stdin().lock(), &mut io::stderr()))
            .map_err(wrong)?
    } else {
        return Err(wrong(format!(
            "the input is not a terminal, so nobody can enter the numbers; pass them as flags: \
             {FLAGS}"
        )));
    };
    let printer = measurements.apply(before, paper, args.duplex).map_err(wrong)?;
    write(&path, printer.to_toml().as_bytes()).map_err(wrong)?;
    Ok(if global.quiet { Exit::Clean } else { print_stdout(&summary(&printer, &path)) })
}

/// What is known of the printer already: flags that are left out keep it.
fn known(name: &str, path: &Path, global: &Global) -> Result<Option<Printer>, Exit> {
    if !path.exists() {
        return Ok(None);
    }
    // The user's own profile is found before the project's.
    let workplace = open(global).map_err(|why| {
        print_stderr(&why);
        Exit::CouldNotRun
    })?;
    match find(Some(name), &workplace.files) {
        Ok(found) => Ok(found.map(Arc::unwrap_or_clone)),
        Err(sink) => Err(Reporter::new(Reporting::default(), String::new()).refuse(*sink)),
    }
}

fn summary(printer: &Printer, path: &Path) -> String {
    let Sides { top, right, bottom, left } = printer.edges;
    let x = printer.back.x;
    let y = printer.back.y;
    let (across, down) = printer.scale;
    // No minus before a zero.
    let angle = (printer.back.angle * 100.0).round() / 100.0 + 0.0;
    format!(
        "{}\n  backs land {x} to the right and {y} down, turned {angle:.2}° clockwise\n\
         \x20 1 mm becomes {across:.4} mm across and {down:.4} mm down\n\
         \x20 edges left white: {top} (top), {right} (right), {bottom} (bottom), {left} (left)\n\
         Use it with `pnp build --printer {}`.\n",
        shown(path),
        printer.name
    )
}

fn flip(name: &str) -> Result<Duplex, String> {
    match duplex(name) {
        Ok(flip @ (Duplex::LongEdge | Duplex::ShortEdge)) => Ok(flip),
        _ => Err("write long-edge or short-edge".to_owned()),
    }
}

fn upper_edge(side: &str) -> Result<UpperEdge, String> {
    UpperEdge::named(side).ok_or_else(|| "write left or right".to_owned())
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
        _ => Err("write one length, or four: TOP,RIGHT,BOTTOM,LEFT".to_owned()),
    }
}

fn readings(text: &str) -> Result<Readings, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let pair = |pair: &str| {
        pair.split_once('/').and_then(|(front, back)| Some((number(front)?, number(back)?)))
    };
    let pairs: Option<Vec<(f64, f64)>> = text.split(',').map(pair).collect();
    pairs.and_then(|pairs| <[(f64, f64); 4]>::try_from(pairs).ok()).map(Readings).ok_or_else(|| {
        "write four pairs of numbers, FRONT/BACK at A, B, C and D, such as \
             0.3/-1,0.2/-1.1,0/0.4,0.1/0.5"
            .to_owned()
    })
}
