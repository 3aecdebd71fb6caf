//! From the profile of a printer as written to a [`Printer`]: lengths typed, ranges kept.

use super::lengths::{distance, length};
use super::printer::{MAX_ANGLE, MAX_EDGE, MAX_SCALE_ERROR, MAX_SHIFT};
use super::{Duplex, Printer, Shift};
use crate::diag::{Code, Diagnostic, Sink, Spanned, UnknownName, escaped};
use crate::game::source::{MarginSource, PrinterSource};
use crate::units::{Length, Sides};

/// The ways of turning that a printer can have.
const FLIPS: [Duplex; 2] = [Duplex::LongEdge, Duplex::ShortEdge];

/// Types a profile. All its faults go to the sink.
pub fn printer(source: &PrinterSource, sink: &mut Sink) -> Option<Printer> {
    let sink = &mut sink.scope();
    let mut edge =
        |text: Option<&Spanned<String>>| text.and_then(|text| edge(text, sink)).unwrap_or_default();
    let edges = match &source.edges {
        None => Sides::default(),
        Some(MarginSource::All(all)) => Sides::all(edge(Some(all))),
        Some(MarginSource::Each { top, right, bottom, left }) => Sides {
            top: edge(top.as_ref()),
            right: edge(right.as_ref()),
            bottom: edge(bottom.as_ref()),
            left: edge(left.as_ref()),
        },
    };
    let [x, y] = ["x", "y"]
        .map(|way| usize::from(way == "y"))
        .map(|way| source.back[way].as_ref().and_then(|text| shift(text, sink)));
    let angle = source
        .angle
        .as_ref()
        .and_then(|angle| within("angle", angle, -MAX_ANGLE, MAX_ANGLE, sink))
        .unwrap_or(0.0);
    let (least, most) = (1.0 - MAX_SCALE_ERROR, 1.0 + MAX_SCALE_ERROR);
    let mut factor = |factor: Option<&Spanned<f64>>| {
        factor.and_then(|f| within("scale", f, least, most, sink)).unwrap_or(1.0)
    };
    let scale = (factor(source.scale[0].as_ref()), factor(source.scale[1].as_ref()));
    let duplex = source.duplex.as_ref().and_then(|name| flip(name, sink)).unwrap_or_default();
    let back = Shift { x: x.unwrap_or_default(), y: y.unwrap_or_default(), angle };
    (!sink.has_errors()).then(|| Printer { name: source.name.clone(), edges, back, scale, duplex })
}

fn edge(text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    let edge = distance("edges", text, sink)?;
    if edge > MAX_EDGE {
        sink.push(
            Diagnostic::error(Code::M003, format!("an edge of {edge} is more than {MAX_EDGE}"))
                .at(&text.span),
        );
        return None;
    }
    Some(edge)
}

fn shift(text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    let shift = length(text, sink)?;
    if shift.abs() > MAX_SHIFT {
        let fault = Diagnostic::error(
            Code::M003,
            format!("a back that is {} off is more than {MAX_SHIFT} off", shift.abs()),
        );
        sink.push(
            fault
                .at(&text.span)
                .hint("load the paper straight, or choose the other way of turning"),
        );
        return None;
    }
    Some(shift)
}

fn within(
    what: &str,
    number: &Spanned<f64>,
    least: f64,
    most: f64,
    sink: &mut Sink,
) -> Option<f64> {
    if number.value < least || number.value > most {
        let fault = Diagnostic::error(
            Code::M003,
            format!("`{what}` must be from {least} to {most}, but is {}", number.value),
        );
        sink.push(fault.at(&number.span).maybe_hint(
            (what == "scale").then_some("print at actual size, 100 %, without fitting to the page"),
        ));
        return None;
    }
    Some(number.value)
}

fn flip(name: &Spanned<String>, sink: &mut Sink) -> Option<Duplex> {
    let known =
        || Duplex::NAMES.iter().filter(|(_, duplex)| FLIPS.contains(duplex)).map(|(name, _)| *name);
    let found = Duplex::named(&name.value).filter(|duplex| FLIPS.contains(duplex));
    if found.is_none() {
        sink.push(
            Diagnostic::error(
                Code::M002,
                format!("a printer does not turn sheets by `{}`", escaped(&name.value)),
            )
            .at(&name.span)
            .maybe_hint(UnknownName::new("duplex mode", &name.value, known()).hint()),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::source::read_printer;

    fn read(text: &str) -> (Option<Printer>, Vec<String>) {
        let mut sink = Sink::new();
        let printer = read_printer("office", "printers/office.toml", text.as_bytes(), &mut sink)
            .and_then(|source| printer(&source, &mut sink));
        let said = sink.into_sorted();
        (
            printer,
            said.iter()
                .map(|d| {
                    format!(
                        "{} {}: {}",
                        d.code.name(),
                        d.span.as_ref().unwrap().start().0,
                        d.message
                    )
                })
                .collect(),
        )
    }

    #[test]
    fn a_profile_comes_back_as_it_was_written() {
        let printer = Printer {
            edges: Sides {
                top: Length::centi_mm(420),
                right: Length::ZERO,
                bottom: Length::centi_mm(670),
                left: Length::mm(5),
            },
            back: Shift { x: Length::centi_mm(130), y: Length::centi_mm(-45), angle: -0.35 },
            scale: (0.995, 1.0025),
            duplex: Duplex::ShortEdge,
            ..Printer::faultless("office")
        };
        assert_eq!(read(&printer.to_toml()), (Some(printer), Vec::new()));
        assert_eq!(read(""), (Some(Printer::faultless("office")), Vec::new()));
        let short = read("edges = '5mm'\nscale = 1\n").0.unwrap();
        assert_eq!((short.edges, short.scale), (Sides::all(Length::mm(5)), (1.0, 1.0)));
    }

    #[test]
    fn all_faults_of_a_profile_are_told_with_their_places() {
        let text = "edge = '5mm'\nedges = { top = '31mm', left = '-1mm', up = '1mm' }\nback = { x = '11mm', y = 1, angle = 6 }\nscale = { x = 0.9, y = 'a' }\nduplex = 'fronts-only'\n";
        let (printer, said) = read(text);
        assert_eq!(printer, None);
        assert_eq!(
            said,
            [
                "S003 1: printer `office` has an unknown key `edge`",
                "M003 2: an edge of 31 mm is more than 30 mm",
                "M003 2: `edges` cannot be negative, but is -1 mm",
                "S003 2: `edges` of printer `office` has an unknown key `up`",
                "M003 3: a back that is 11 mm off is more than 10 mm off",
                "S004 3: `y`: expected a length such as \"8mm\", found an integer",
                "M003 3: `angle` must be from -5 to 5, but is 6",
                "M003 4: `scale` must be from 0.95 to 1.05, but is 0.9",
                "S004 4: `y`: expected a number such as 0.998, found a text",
                "M002 5: a printer does not turn sheets by `fronts-only`",
            ]
        );
    }
}
