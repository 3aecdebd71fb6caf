//! `pnp calibrate`

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::args::{Global, Reporting, duplex, paper};
use super::output::{Exit, print_stderr, print_stdout, shown};
use super::printers::{find, is_name, own_printers};
use super::project::open;
use super::report::report;
use crate::files::{OutputError, OutputFolder};
use crate::game::{Duplex, MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT, Paper, Printer};
use crate::impose::{Readings, TestPage};
use crate::job::calibration;
use crate::units::{Length, PAPER_SIZES, Sides};

/// Where the page goes if nothing else is said.
const PAGE: &str = "calibration.pdf";
/// The flags that take what was read, for those who cannot be asked.
const FLAGS: &str = "--readings, --measured-x and --measured-y, --edges; or --offset-x, --offset-y, --angle, --scale-x, --scale-y";

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
    fn has_values(&self) -> bool {
        let lengths = [self.measured_x, self.measured_y, self.offset_x, self.offset_y];
        let numbers = [self.angle, self.scale_x, self.scale_y];
        self.readings.is_some()
            || self.edges.is_some()
            || lengths.iter().any(Option::is_some)
            || numbers.iter().any(Option::is_some)
    }

    fn numbers(&self) -> Numbers {
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

pub(super) fn run(args: &CalibrateArgs, global: &Global) -> Exit {
    match &args.printer {
        None if args.has_values() => wrong("no printer is named; add --printer NAME"),
        None => page(args, global),
        Some(name) => measure(name, args, global),
    }
}

fn wrong(message: &str) -> Exit {
    print_stderr(&format!("error: {message}\n"));
    Exit::CouldNotRun
}

fn paper_of(args: &CalibrateArgs) -> Paper {
    args.paper.clone().unwrap_or_else(|| Paper {
        name: PAPER_SIZES[0].name.to_owned(),
        size: PAPER_SIZES[0].size,
    })
}

/// Writes the page.
fn page(args: &CalibrateArgs, global: &Global) -> Exit {
    let page = match TestPage::new(paper_of(args).size, args.duplex.unwrap_or_default()) {
        Ok(page) => page,
        Err(error) => return wrong(&error.to_string()),
    };
    let target = args.out.clone().unwrap_or_else(|| PathBuf::from(PAGE));
    let bytes = match calibration(&page) {
        Ok(bytes) => bytes,
        Err(what) => return wrong(&format!("internal error: {what}")),
    };
    if let Err(error) = write(&target, &bytes) {
        return wrong(&error.to_string());
    }
    if global.quiet {
        return Exit::Clean;
    }
    let flip = if page.duplex == Duplex::ShortEdge { "short" } else { "long" };
    print_stdout(&format!(
        "{}\nPrint it on both sides of one sheet of {} paper, flip on the {flip} edge, at actual size (100 %).\nThen follow the steps on it, and enter the numbers with `pnp calibrate --printer NAME`.\n",
        shown(&target),
        paper_of(args).name
    ))
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
fn measure(name: &str, args: &CalibrateArgs, global: &Global) -> Exit {
    if !is_name(name) {
        return wrong("a printer's name is made of lower-case letters a to z, digits, `-` and `_`");
    }
    let Some(folder) = own_printers() else {
        return wrong(
            "there is no configuration folder; set HOME or XDG_CONFIG_HOME (on Windows, APPDATA)",
        );
    };
    let path = folder.join(format!("{name}.toml"));
    let known = match known(name, &path, global) {
        Ok(known) => known,
        Err(exit) => return exit,
    };
    let numbers = if args.has_values() {
        args.numbers()
    } else if io::stdin().is_terminal() {
        let page = TestPage::new(
            paper_of(args).size,
            args.duplex.or(known.as_ref().map(|printer| printer.duplex)).unwrap_or_default(),
        );
        match page
            .map_err(|error| error.to_string())
            .and_then(|page| ask(&page, &mut io::stdin().lock(), &mut io::stderr()))
        {
            Ok(numbers) => numbers,
            Err(why) => return wrong(&why),
        }
    } else {
        return wrong(&format!(
            "the input is not a terminal, so nobody can enter the numbers; pass them as flags: \
             {FLAGS}"
        ));
    };
    let before = known.unwrap_or_else(|| Printer::faultless(name));
    let printer = match settled(before, &numbers, &paper_of(args), args.duplex) {
        Ok(printer) => printer,
        Err(why) => return wrong(&why),
    };
    if let Err(error) = write(&path, printer.to_toml().as_bytes()) {
        return wrong(&error.to_string());
    }
    if global.quiet { Exit::Clean } else { print_stdout(&summary(&printer, &path)) }
}

/// What is known of the printer already: flags that are left out keep it.
fn known(name: &str, path: &Path, global: &Global) -> Result<Option<Printer>, Exit> {
    if !path.exists() {
        return Ok(None);
    }
    // The user's own profile is found before the project's.
    let workplace = open(global)?;
    match find(Some(name), &workplace.files) {
        Ok(found) => Ok(found.map(Arc::unwrap_or_clone)),
        Err(sink) => Err(report(sink, Reporting::default())),
    }
}

/// What was read or measured; what is not there stays as it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    pub(super) edges: Option<Sides>,
    pub(super) readings: Option<Readings>,
    /// How long the long lines are, in mm.
    pub(super) measured: [Option<f64>; 2],
    pub(super) scale: [Option<f64>; 2],
    pub(super) offset: [Option<Length>; 2],
    pub(super) angle: Option<f64>,
}

fn settled(
    before: Printer,
    numbers: &Numbers,
    paper: &Paper,
    duplex: Option<Duplex>,
) -> Result<Printer, String> {
    let mut printer = before;
    printer.duplex = duplex.unwrap_or(printer.duplex);
    let page = TestPage::new(paper.size, printer.duplex).map_err(|error| error.to_string());
    let drawn =
        |way: usize| page.as_ref().map(|page| [page.across, page.down][way]).map_err(Clone::clone);
    for (way, scale) in [&mut printer.scale.0, &mut printer.scale.1].into_iter().enumerate() {
        if let Some(measured) = numbers.measured[way] {
            *scale = measured / drawn(way)?;
        }
        if let Some(factor) = numbers.scale[way] {
            *scale = factor;
        }
        if scale.is_nan() || (*scale - 1.0).abs() > MAX_SCALE_ERROR {
            return Err(format!(
                "the scale in {} would be {scale:.3}, more than {:.0} % off; print the page at actual size, 100 %",
                ["x", "y"][way],
                MAX_SCALE_ERROR * 100.0
            ));
        }
    }
    if let Some(readings) = &numbers.readings {
        printer.back = page?.solve(readings, printer.scale).map_err(|error| error.to_string())?;
    }
    for (shift, offset) in
        [&mut printer.back.x, &mut printer.back.y].into_iter().zip(numbers.offset)
    {
        *shift = offset.unwrap_or(*shift);
        if shift.abs() > MAX_SHIFT {
            return Err(format!(
                "the back would be {shift} off, more than {MAX_SHIFT}; check the numbers"
            ));
        }
    }
    printer.back.angle = numbers.angle.unwrap_or(printer.back.angle);
    if printer.back.angle.is_nan() || printer.back.angle.abs() > MAX_ANGLE {
        return Err(format!("the angle must be from -{MAX_ANGLE} to {MAX_ANGLE} degrees"));
    }
    if let Some(edges) = numbers.edges {
        for edge in [edges.top, edges.right, edges.bottom, edges.left] {
            if edge < Length::ZERO || edge > MAX_EDGE {
                return Err(format!("an edge of {edge} is not between 0 mm and {MAX_EDGE}"));
            }
        }
        printer.edges = edges;
    }
    Ok(printer)
}

fn summary(printer: &Printer, path: &Path) -> String {
    let Sides { top, right, bottom, left } = printer.edges;
    format!(
        "{}\n  backs land {} to the right and {} down, turned {:.2}° clockwise\n  1 mm becomes {:.4} mm across and {:.4} mm down\n  left white: {top} (top), {right} (right), {bottom} (bottom), {left} (left)\nUse it with `pnp build --printer {}`.\n",
        shown(path),
        printer.back.x,
        printer.back.y,
        // No minus before a nought.
        (printer.back.angle * 100.0).round() / 100.0 + 0.0,
        printer.scale.0,
        printer.scale.1,
        printer.name
    )
}

/// Asks for the numbers of the page, one by one.
fn ask(
    page: &TestPage,
    answers: &mut dyn BufRead,
    questions: &mut dyn Write,
) -> Result<Numbers, String> {
    let most = f64::from(page.steps) / 10.0;
    let mut number = |question: &str, least: f64, most: f64| loop {
        let _ = write!(questions, "{question}: ");
        let _ = questions.flush();
        let mut line = String::new();
        match answers.read_line(&mut line) {
            Ok(0) | Err(_) => {
                return Err("the input ended before the last number; nothing was stored".to_owned());
            }
            Ok(_) => {}
        }
        // As on the page, which has a real minus, and as some people write decimals.
        let plain =
            line.trim().trim_end_matches("mm").trim_end().replace(',', ".").replace('−', "-");
        match plain.parse::<f64>() {
            Ok(number) if (least..=most).contains(&number) => return Ok(number),
            _ => drop(writeln!(questions, "  a number from {least} to {most}, please")),
        }
    };
    let mut edges = [0.0; 4];
    for (edge, name) in edges.iter_mut().zip(["upper", "right", "lower", "left"]) {
        *edge = number(
            &format!("Lowest number at the {name} edge, the larger of both sides"),
            0.0,
            MAX_EDGE.to_mm(),
        )?;
    }
    let near = |length: f64| (length * (1.0 - MAX_SCALE_ERROR), length * (1.0 + MAX_SCALE_ERROR));
    let mut measured = [None, None];
    for (measured, (name, length)) in
        measured.iter_mut().zip([("X", page.across), ("Y", page.down)])
    {
        let (least, most) = near(length);
        *measured = Some(number(
            &format!("Line {name}, drawn {length} mm long, measures (mm)"),
            least,
            most,
        )?);
    }
    let mut readings = [(0.0, 0.0); 4];
    for (reading, stair) in readings.iter_mut().zip(page.stairs()) {
        reading.0 = number(&format!("{}, front", stair.name), -most, most)?;
        reading.1 = number(&format!("{}, back", stair.name), -most, most)?;
    }
    let [top, right, bottom, left] = edges.map(Length::round_mm);
    Ok(Numbers {
        edges: Some(Sides { top, right, bottom, left }),
        readings: Some(Readings(readings)),
        measured,
        ..Numbers::default()
    })
}

fn flip(name: &str) -> Result<Duplex, String> {
    match duplex(name) {
        Ok(flip @ (Duplex::LongEdge | Duplex::ShortEdge)) => Ok(flip),
        _ => Err("write long-edge or short-edge".to_owned()),
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
        "write four pairs of numbers, FRONT/BACK at A, B, C and D: \
                        0.3/-1,0.2/-1.1,0/0.4,0.1/0.5"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> TestPage {
        TestPage::new(PAPER_SIZES[0].size, Duplex::LongEdge).unwrap()
    }

    #[test]
    fn numbers_are_asked_for_until_they_can_be_right() {
        let answers = "4.5\n4\n99\n6,5\n4 mm\n149.5\nx\n200\n0.1\n−1.2\n0\n0.3\n0\n0.4\n0\n0.5\n";
        let mut questions = Vec::new();
        let numbers = ask(&page(), &mut answers.as_bytes(), &mut questions).unwrap();
        let edges = numbers.edges.unwrap();
        assert_eq!(
            (edges.top, edges.right, edges.bottom, edges.left),
            (Length::um(4500), Length::mm(4), Length::um(6500), Length::mm(4))
        );
        assert_eq!(numbers.measured, [Some(149.5), Some(200.0)]);
        assert_eq!(
            numbers.readings,
            Some(Readings([(0.1, -1.2), (0.0, 0.3), (0.0, 0.4), (0.0, 0.5)]))
        );
        let questions = String::from_utf8(questions).unwrap();
        assert_eq!(questions.matches("please").count(), 2, "{questions}");
        assert!(questions.contains("Line X, drawn 150 mm long"), "{questions}");
        assert!(ask(&page(), &mut "4\n".as_bytes(), &mut Vec::new()).is_err());
    }

    #[test]
    fn what_is_left_out_stays_as_it_was() {
        let paper = Paper { name: "a4".to_owned(), size: PAPER_SIZES[0].size };
        let before = Printer {
            scale: (0.99, 1.01),
            edges: Sides::all(Length::mm(4)),
            ..Printer::faultless("office")
        };
        let numbers = Numbers {
            offset: [Some(Length::mm(1)), None],
            measured: [Some(149.4), None],
            ..Numbers::default()
        };
        let printer = settled(before.clone(), &numbers, &paper, None).unwrap();
        assert_eq!(
            (printer.back.x, printer.edges, printer.scale.1),
            (Length::mm(1), before.edges, 1.01)
        );
        assert!((printer.scale.0 - 0.996).abs() < 1e-9);
        let far = Numbers { scale: [Some(1.2), None], ..Numbers::default() };
        assert!(settled(before, &far, &paper, None).unwrap_err().contains("actual size"));
    }
}
