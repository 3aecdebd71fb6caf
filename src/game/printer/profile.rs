//! `printers/NAME.toml`: the file of one printer, read and written.

use serde_json::{Value, json};
use std::fmt::Write;

use super::{MAX_ANGLE, MAX_EDGE_MM, MAX_SCALE_ERROR, MAX_SHIFT, Printer, Shift, UpperEdge};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, escaped};
use crate::game::Duplex;
use crate::game::toml::{
    Bounds, Fields, Inline, Item, Kind, LengthKind, LengthUpTo, Name, Names, NumberWithin, OneOr,
    Shown, Table, table,
};
use crate::game::toml::{decode, parse};
use crate::units::{Length, Sides};

table! {
    /// A printer, key by key.
    pub(crate) struct PrinterKeys:
        "`printers/NAME.toml`",
        "Not part of `game.toml`: the measurements of a printer. `pnp calibrate --printer NAME` \
         writes such a file into `pnp/printers/` of your configuration folder; one in `printers/` \
         of the project works too. `--printer NAME` uses it; yours takes precedence over the \
         project's.";
    {
        edges: OneOr<Edge, EdgeKeys> [optional "nothing"]
            "What the printer leaves white. Content that would fall into it is a warning.";
        back: Inline<BackKeys> [optional "no error"] "How far off backs land.";
        scale: OneOr<Scale, ScaleKeys> [optional "no error"] "What one millimetre becomes.";
        duplex: Turning [default Duplex::LongEdge] "The edge on which the printer flips sheets.";
        landscape: Name<UpperEdge> [optional "`\"left\"`, and the build says that it is assumed"]
            "On which side of a landscape sheet the upper edge of the paper lies: which way the \
             printer rotates such pages.";
    }
}

table! {
    /// What each edge of the paper keeps white.
    pub(crate) struct EdgeKeys:
        "`edges` of a printer, by side",
        "`edges = { top = \"3mm\", bottom = \"12mm\" }`.";
    {
        top: Edge [default Length::ZERO] "The upper edge of the paper, in portrait.";
        right: Edge [default Length::ZERO] "The right edge.";
        bottom: Edge [default Length::ZERO] "The lower edge.";
        left: Edge [default Length::ZERO] "The left edge.";
    }
}

table! {
    /// How far backs land from where they belong.
    pub(crate) struct BackKeys:
        "`back` of a printer", "`back = { x = \"1.3mm\", y = \"-0.4mm\", angle = 0.4 }`.";
    {
        x: Offset [default Length::ZERO] "To the right, as seen on the back.";
        y: Offset [default Length::ZERO] "Down, as seen on the back.";
        angle: Angle [default 0.0] "Clockwise, around the middle of the paper.";
    }
}

table! {
    /// What one millimetre becomes, by direction.
    pub(crate) struct ScaleKeys:
        "`scale` of a printer, by direction", "`scale = { x = 0.995, y = 1.0 }`.";
    {
        x: Scale [default 1.0] "Across paper in portrait.";
        y: Scale [default 1.0] "Down.";
    }
}

impl From<Spanned<Length>> for EdgeKeys {
    fn from(all: Spanned<Length>) -> Self {
        let [top, right, bottom, left] = [0; 4].map(|_| Some(all.clone()));
        Self { top, right, bottom, left }
    }
}

impl From<Spanned<f64>> for ScaleKeys {
    fn from(both: Spanned<f64>) -> Self {
        Self { x: Some(both.clone()), y: Some(both) }
    }
}

/// White at one edge.
type Edge = LengthUpTo<MAX_EDGE_MM>;
/// A turn in degrees.
type Angle = NumberWithin<AngleBounds>;
/// A factor.
type Scale = NumberWithin<ScaleBounds>;

pub(crate) struct AngleBounds;

impl Bounds for AngleBounds {
    const WHAT: &'static str = "degrees";
    const MIN: f64 = -MAX_ANGLE;
    const MAX: f64 = MAX_ANGLE;
    const HINT: Option<&'static str> = None;
}

pub(crate) struct ScaleBounds;

impl Bounds for ScaleBounds {
    const WHAT: &'static str = "a number";
    const MIN: f64 = 1.0 - MAX_SCALE_ERROR;
    const MAX: f64 = 1.0 + MAX_SCALE_ERROR;
    const HINT: Option<&'static str> =
        Some("print at actual size, 100 %, without fitting to the page");
}

/// How far a back is off in one direction.
pub(crate) struct Offset;

impl Kind for Offset {
    type Value = Length;

    fn takes() -> String {
        format!("a length from -{MAX_SHIFT} to {MAX_SHIFT}").replace(" mm", "mm")
    }

    fn schema() -> Value {
        LengthKind::schema()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Length> {
        let shift = LengthKind::read(item, sink)?;
        if shift.abs() <= MAX_SHIFT {
            return Some(shift);
        }
        let message = format!("the back is {} off, more than {MAX_SHIFT}", shift.abs());
        sink.push(
            Diagnostic::error(Code::M003, message)
                .at(&item.span)
                .hint("load the paper straight, or choose the other duplex mode"),
        );
        None
    }
}

impl Shown for Offset {
    fn show(value: &Length) -> String {
        LengthKind::show(value)
    }
}

/// The two edges over which a printer can turn sheets.
pub(crate) struct Turning;

const TURNINGS: [Duplex; 2] = [Duplex::LongEdge, Duplex::ShortEdge];

impl Kind for Turning {
    type Value = Duplex;

    fn takes() -> String {
        TURNINGS.map(|duplex| format!("`{}`", Self::show(&duplex))).join(" or ")
    }

    fn schema() -> Value {
        json!({ "enum": TURNINGS.map(Duplex::word) })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Duplex> {
        let name = item.string("a string", sink)?;
        let found = TURNINGS.into_iter().find(|duplex| duplex.word() == name.value);
        if found.is_none() {
            let known = TURNINGS.map(Duplex::word);
            let message = format!("a printer does not flip sheets by `{}`", escaped(&name.value));
            sink.push(
                Diagnostic::error(Code::M002, message)
                    .at(&name.span)
                    .maybe_hint(UnknownName::new("duplex mode", &name.value, known).hint()),
            );
        }
        found
    }
}

impl Shown for Turning {
    fn show(value: &Duplex) -> String {
        format!("\"{}\"", value.word())
    }
}

impl PrinterKeys {
    fn printer(&self, name: &str) -> Printer {
        let edges = self.edges.as_ref().map_or_else(Sides::default, |edges| {
            let edges = &edges.value;
            Sides {
                top: edges.top(),
                right: edges.right(),
                bottom: edges.bottom(),
                left: edges.left(),
            }
        });
        let back = self.back.as_ref().map_or_else(Shift::default, |back| {
            let back = &back.value;
            Shift { x: back.x(), y: back.y(), angle: back.angle() }
        });
        let scale = self.scale.as_ref().map(|scale| (scale.value.x(), scale.value.y()));
        Printer {
            edges,
            back,
            scale: scale.unwrap_or(Printer::faultless(name).scale),
            duplex: self.duplex(),
            landscape: self.landscape.as_ref().map(|side| side.value),
            name: name.to_owned(),
        }
    }
}

impl Printer {
    /// Reads the bytes of a file; `path` is what messages call it. All its faults go to the sink.
    pub fn read(name: &str, path: &str, bytes: &[u8], sink: &mut Sink) -> Option<Self> {
        let source = match decode::text(path, bytes) {
            Ok(source) => source,
            Err(fault) => {
                sink.push(*fault);
                return None;
            }
        };
        let sink = &mut sink.scope();
        let tree = parse::parse(&source, sink)?;
        let fields = Fields {
            source: &source,
            name: format!("printer `{name}`"),
            table: tree.get_ref(),
            span: Span::file(&source),
        };
        let keys = PrinterKeys::read(&fields, sink)?;
        (!sink.has_errors()).then(|| keys.printer(name))
    }

    /// The file that says all this, to the micrometre and to a ten-thousandth.
    pub fn to_toml(&self) -> String {
        let mm = |length: Length| {
            let text = format!("{:.3}", length.to_mm());
            let short = text.trim_end_matches('0').trim_end_matches('.');
            format!("\"{}mm\"", if short == "-0" { "0" } else { short })
        };
        let number = |value: f64| {
            let text = format!("{value:.4}");
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if short == "-0" { "0".to_owned() } else { short.to_owned() }
        };
        let Sides { top, right, bottom, left } = self.edges;
        let duplex = self.duplex.word();
        let mut out = String::from(
            "# Measured with `pnp calibrate`. What it means: docs/printing.md, \
             \"Calibrate your printer\".\n",
        );
        // Writing to a String cannot fail.
        let _ = write!(
            out,
            "edges  = {{ top = {}, right = {}, bottom = {}, left = {} }}   # left white\n\
             back   = {{ x = {}, y = {}, angle = {} }}   # where backs land: to the right, down, \
             degrees clockwise\n\
             scale  = {{ x = {}, y = {} }}   # what 1 mm becomes\n\
             duplex = \"{duplex}\"\n",
            mm(top),
            mm(right),
            mm(bottom),
            mm(left),
            mm(self.back.x),
            mm(self.back.y),
            number(self.back.angle),
            number(self.scale.0),
            number(self.scale.1),
        );
        if let Some(side) = self.landscape {
            let _ = writeln!(
                out,
                "landscape = \"{}\"   # where the upper edge of the paper is on a landscape sheet",
                side.name()
            );
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::crooked;
    use super::*;

    fn read(text: &str) -> (Option<Printer>, Vec<String>) {
        let mut sink = Sink::new();
        let path = "printers/office.toml";
        let printer = Printer::read("office", path, text.as_bytes(), &mut sink);
        let line = |d: &Diagnostic| d.span.as_ref().map_or(0, |span| span.start().0);
        let show = |d: &Diagnostic| format!("{} {}: {}", d.code.name(), line(d), d.message);
        (printer, sink.into_sorted().iter().map(show).collect())
    }

    #[test]
    fn a_profile_comes_back_as_it_was_written() {
        let printer = Printer {
            edges: Sides {
                top: Length::um(4200),
                right: Length::ZERO,
                bottom: Length::um(6700),
                left: Length::mm(5),
            },
            back: Shift { x: Length::um(1300), y: Length::um(-450), angle: -0.35 },
            scale: (0.995, 1.0025),
            duplex: Duplex::ShortEdge,
            landscape: Some(UpperEdge::Right),
            ..Printer::faultless("office")
        };
        assert_eq!(read(&printer.to_toml()), (Some(printer), Vec::new()));
        assert_eq!(read(""), (Some(Printer::faultless("office")), Vec::new()));
        let short = read("edges = '5mm'\nscale = 1\n").0.unwrap();
        assert_eq!((short.edges, short.scale), (Sides::all(Length::mm(5)), (1.0, 1.0)));
    }

    #[test]
    fn all_faults_of_a_profile_are_reported_with_their_places() {
        let text = "edge = '5mm'\n\
                    edges = { top = '31mm', left = '-1mm', up = '1mm' }\n\
                    back = { x = '11mm', y = 1, angle = 6 }\n\
                    scale = { x = 0.9, y = 'a' }\n\
                    duplex = 'fronts-only'\n\
                    landscape = 'rigth'\n";
        let (printer, faults) = read(text);
        assert_eq!(printer, None);
        assert_eq!(
            faults,
            [
                "S003 1: printer `office` has an unknown key `edge`",
                "M003 2: a `top` of 31 mm is more than 30 mm",
                "M003 2: `left` is negative: -1 mm",
                "S003 2: `edges` of printer `office` has an unknown key `up`",
                "M003 3: the back is 11 mm off, more than 10 mm",
                "S004 3: `y`: expected a length such as \"8mm\", found an integer",
                "M003 3: `angle` must be from -5 to 5, but is 6",
                "M003 4: `x` must be from 0.95 to 1.05, but is 0.9",
                "S004 4: `y`: expected a number such as 0.998, found a string",
                "M002 5: a printer does not flip sheets by `fronts-only`",
                "M002 6: there is no side of a landscape sheet `rigth`",
            ]
        );
    }

    #[test]
    fn the_file_is_short_and_exact() {
        let text = crooked().to_toml();
        assert!(
            text.contains(
                "edges  = { top = \"3mm\", right = \"4mm\", bottom = \"5mm\", left = \"6mm\" }"
            ),
            "{text}"
        );
        assert!(text.contains("back   = { x = \"1.3mm\", y = \"-0.4mm\", angle = 0.4 }"), "{text}");
        assert!(text.contains("scale  = { x = 0.995, y = 1.002 }"), "{text}");
    }
}
