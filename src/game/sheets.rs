//! How slots and marks are laid out on a sheet: texts to values, and the layers of `[print]`.

use std::str::FromStr;

use super::lengths::{distance, side};
use super::names::named;
use super::token::{CutLine, Token};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, escaped};
use crate::game::source::{AlternateSource, ComponentSource, Kind, MarksSource, SheetsSource};
use crate::units::Length;

/// Which way the paper lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// The way that takes fewer sheets.
    #[default]
    Auto,
    /// Upright.
    Portrait,
    /// On its side.
    Landscape,
}

impl Orientation {
    const NAMES: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("portrait", Self::Portrait), ("landscape", Self::Landscape)];
}

/// Whether some cards may lie on their side, in a block of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alternate {
    /// All cards of a sheet lie the same way.
    #[default]
    Never,
    /// Where more of them fit on a sheet.
    WhereMoreFit,
    /// Where all copies take fewer sheets.
    WhereItSavesSheets,
}

/// Which lines say where to cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MarkStyle {
    /// Short lines at the ends of each cut.
    #[default]
    Corners,
    /// Lines from the cards to the edge that printers reach.
    Guides,
    /// Lines right across the sheet, except over cards and their bleed.
    Grid,
    /// The same, of dots.
    Dotted,
    /// Nothing.
    None,
}

impl MarkStyle {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("corners", Self::Corners),
        ("guides", Self::Guides),
        ("grid", Self::Grid),
        ("dotted", Self::Dotted),
        ("none", Self::None),
    ];
}

/// The marks of a sheet and how they look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    /// Which lines.
    pub style: MarkStyle,
    /// How long a corner mark is.
    pub length: Length,
    /// Between the bleed and a mark; none is half a millimetre, and two from the trim at least.
    pub offset: Option<Length>,
    /// How thick a line is; none is a hairline of a quarter of a point, and 0.2 mm for dots.
    pub weight: Option<Length>,
    /// The colour, as in SVG.
    pub colour: String,
    /// Whether there are crosses to hold the two sides of a sheet against each other.
    pub register: bool,
}

impl Marks {
    /// A quarter of a point, the hairline of the trade.
    pub const HAIRLINE: Length = Length::emu(12_700 / 4);
    /// Finer dots are lost on most printers.
    pub const DOT: Length = Length::centi_mm(20);

    /// The weight of its lines.
    pub fn weight(&self) -> Length {
        self.weight.unwrap_or(if self.style == MarkStyle::Dotted {
            Self::DOT
        } else {
            Self::HAIRLINE
        })
    }
}

impl Default for Marks {
    fn default() -> Self {
        Self {
            style: MarkStyle::Corners,
            length: Length::mm(3),
            offset: None,
            weight: None,
            colour: "#000".to_owned(),
            register: false,
        }
    }
}

/// A thicker line is a slip of the unit.
const THICKEST: Length = Length::mm(2);

/// What one table says of sheets, typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct SheetLayer {
    pub(crate) columns: Option<u32>,
    pub(crate) rows: Option<u32>,
    pub(crate) orientation: Option<Orientation>,
    pub(crate) alternate: Option<Alternate>,
    pub(crate) fold: Option<Length>,
    style: Option<MarkStyle>,
    length: Option<Length>,
    offset: Option<Length>,
    weight: Option<Length>,
    colour: Option<String>,
    register: Option<bool>,
}

/// Types a table.
pub(crate) fn layer(source: &SheetsSource, sink: &mut Sink) -> SheetLayer {
    let mut layer = SheetLayer {
        columns: source.columns.as_ref().and_then(|n| number("columns", n, sink)),
        rows: source.rows.as_ref().and_then(|n| number("rows", n, sink)),
        orientation: source
            .orientation
            .as_ref()
            .and_then(|o| named("orientation", o, Orientation::NAMES, sink)),
        alternate: source.alternate.as_ref().and_then(|a| alternate(a, sink)),
        fold: source.fold.as_ref().and_then(|f| distance("fold", f, sink)),
        ..SheetLayer::default()
    };
    match &source.marks {
        None => {}
        Some(MarksSource::Style(style)) => {
            layer.style = named("style of marks", style, MarkStyle::NAMES, sink)
        }
        Some(MarksSource::Each { style, length, offset, weight, colour: hue, register }) => {
            layer.style =
                style.as_ref().and_then(|s| named("style of marks", s, MarkStyle::NAMES, sink));
            layer.length = length.as_ref().and_then(|l| side("length", l, sink));
            layer.offset = offset.as_ref().and_then(|o| distance("offset", o, sink));
            layer.weight = weight.as_ref().and_then(|w| thickness(w, sink));
            layer.colour = hue.as_ref().and_then(|c| colour(c, sink));
            layer.register = *register;
        }
    }
    layer
}

/// The marks of a component: built in, then `[print]`, then its own.
pub(crate) fn marks(game: &SheetLayer, own: &SheetLayer) -> Marks {
    let built_in = Marks::default();
    Marks {
        style: own.style.or(game.style).unwrap_or(built_in.style),
        length: own.length.or(game.length).unwrap_or(built_in.length),
        offset: own.offset.or(game.offset),
        weight: own.weight.or(game.weight),
        colour: own.colour.clone().or_else(|| game.colour.clone()).unwrap_or(built_in.colour),
        register: own.register.or(game.register).unwrap_or(built_in.register),
    }
}

/// Tells which options of a component's own do nothing for it.
pub(super) fn idle(written: &ComponentSource, token: Option<&Token>, sink: &mut Sink) {
    let SheetsSource { columns, rows, alternate, marks, .. } = &written.print.sheets;
    let is_card =
        token.is_some_and(|token| token.form.is_rectangle() && token.line == CutLine::None);
    let shared = written.share.as_ref().map(|_| "shared sheets");
    let outlined = match written.kind {
        Kind::Token if !is_card => Some("a token with an outline"),
        Kind::Fold => Some("a net"),
        _ => None,
    };
    let mut tell = |key: &str, span: &Span, on: Option<&str>| {
        let Some(on) = on else { return };
        let message = format!(
            "`{key}` does nothing for `{}`: it is made for cards, not for {on}",
            written.id.value
        );
        sink.push(
            Diagnostic::warning(Code::M017, message)
                .at(span)
                .component(&written.id.value)
                .hint("leave it out"),
        );
    };
    for (key, count) in [("columns", columns), ("rows", rows)] {
        if let Some(count) = count {
            tell(key, &count.span, shared);
        }
    }
    let plain = shared.or(outlined);
    match alternate {
        Some(AlternateSource::Switch(true)) => tell("alternate", &written.id.span, plain),
        Some(AlternateSource::Named(name)) => tell("alternate", &name.span, plain),
        Some(AlternateSource::Switch(false)) | None => {}
    }
    match marks {
        Some(MarksSource::Style(style)) => tell("marks", &style.span, plain),
        Some(MarksSource::Each { style, length, offset, .. }) => {
            for (key, value) in [("style", style), ("length", length), ("offset", offset)] {
                if let Some(value) = value {
                    tell(key, &value.span, plain);
                }
            }
        }
        None => {}
    }
}

fn number(what: &str, count: &Spanned<u32>, sink: &mut Sink) -> Option<u32> {
    if count.value == 0 {
        sink.push(
            Diagnostic::error(Code::M003, format!("`{what}` must be more than 0, but is 0"))
                .at(&count.span),
        );
        return None;
    }
    Some(count.value)
}

fn alternate(source: &AlternateSource, sink: &mut Sink) -> Option<Alternate> {
    match source {
        AlternateSource::Switch(true) => Some(Alternate::WhereMoreFit),
        AlternateSource::Switch(false) => Some(Alternate::Never),
        AlternateSource::Named(name) => {
            named("value of `alternate`", name, &[("auto", Alternate::WhereItSavesSheets)], sink)
        }
    }
}

fn thickness(text: &Spanned<String>, sink: &mut Sink) -> Option<Length> {
    let weight = side("weight", text, sink)?;
    if weight > THICKEST {
        sink.push(
            Diagnostic::error(
                Code::M003,
                format!("a `weight` of {weight} is more than {THICKEST}"),
            )
            .at(&text.span),
        );
        return None;
    }
    Some(weight)
}

fn colour(text: &Spanned<String>, sink: &mut Sink) -> Option<String> {
    if svgtypes::Color::from_str(&text.value).is_ok() {
        return Some(text.value.clone());
    }
    sink.push(
        Diagnostic::error(Code::M002, format!("there is no colour `{}`", escaped(&text.value)))
            .at(&text.span)
            .hint("write it as in SVG: \"#888\", \"#1a7f37\", \"grey\""),
    );
    None
}
