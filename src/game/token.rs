//! `[token.ID]`: small things of one shape, and the line to cut along.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use super::cards::CardsKeys;
use super::copies::CopiesKey;
use super::flat::FlatKeys;
use super::share::ShareKey;
use super::toml::{AboveZero, Name, Names, SvgPath, table};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::units::{Form, Length, Outline, Point, Rect, Segment, Size, polygon};

/// What is cut out of the box of a token, and how that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The form in the box.
    pub form: Form,
    /// The line to cut along.
    pub line: CutLine,
}

/// The line to cut along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CutLine {
    /// Hair thin.
    #[default]
    Hairline,
    /// Dashed: only the upper layer of a sticker is cut.
    Kiss,
    /// Not drawn.
    None,
}

impl Names for CutLine {
    const WHAT: &'static str = "outline";
    const NAMES: &'static [(&'static str, Self)] =
        &[("hairline", Self::Hairline), ("kiss", Self::Kiss), ("none", Self::None)];
}

/// What is cut out of the box of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Square,
    Rectangle,
    Rounded,
    Circle,
    Hex,
    HexFlat,
    Path,
}

impl Names for Shape {
    const WHAT: &'static str = "shape";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("square", Self::Square),
        ("rectangle", Self::Rectangle),
        ("rounded", Self::Rounded),
        ("circle", Self::Circle),
        ("hex", Self::Hex),
        ("hex-flat", Self::HexFlat),
        ("path", Self::Path),
    ];
}

table! {
    /// The keys of tokens.
    pub(crate) struct TokenKeys:
        "`[token.ID]`",
        "Chits, discs, stickers: small things of one shape. `size` is the box around the shape; \
         the face is drawn over the whole box and its bleed, and cut to the shape. Tokens have \
         cards as a deck has, or are all alike and have `copies`. Hexagons and circles lie in \
         offset rows where more of them fit.";
    {
        copies: CopiesKey [optional "1"]
            "How many there are, if all are alike. Not together with `cards` or `card`.";
        shape: Name<Shape> [default Shape::Rectangle]
            "What is cut out of the box. A `hex` has a corner up and is regular where `height` is \
             1.1547 times `width`; a `hex-flat` has a side up and is regular where it is the other \
             way round.";
        radius: AboveZero [optional "required with `shape = \"rounded\"`"]
            "Of the corners, at most half of the shorter side. Only with `shape = \"rounded\"`.";
        path: SvgPath [optional "required with `shape = \"path\"`"]
            "One closed outline that does not cross itself, such as `\"M0 0H20V20Z\"`, in \
             millimetres from the upper left corner of the box. Only with `shape = \"path\"`.";
        outline: Name<CutLine> [default CutLine::Hairline]
            "The line to cut along, on the front: thin, dashed for stickers that are cut through \
             their upper layer only, or not drawn. Neighbours that touch share one line.";
        share: ShareKey [optional "sheets of its own"] "As in a deck.";
        ..cards: CardsKeys;
        ..flat: FlatKeys;
    }
}

/// More corners than this no knife can follow.
const MAX_CORNERS: usize = 20_000;

impl TokenKeys {
    /// The form and the line of a token.
    pub(super) fn token(&self, id: &Spanned<String>, sink: &mut Sink) -> Option<Token> {
        Some(Token { form: self.form(id, sink)?, line: self.outline() })
    }

    fn form(&self, id: &Spanned<String>, sink: &mut Sink) -> Option<Form> {
        let shape = self.shape();
        let place = self.shape.as_ref().map_or(&id.span, |shape| &shape.span);
        let (id, size) = (id.value.as_str(), self.flat.size.value);
        let radius = self
            .radius
            .as_ref()
            .filter(|radius| only("radius", &radius.span, Shape::Rounded, shape, id, sink));
        let path = self
            .path
            .as_ref()
            .filter(|path| only("path", &path.span, Shape::Path, shape, id, sink));
        let missing = |key: &str, sink: &mut Sink| {
            let message = format!("token `{id}` has no `{key}`");
            sink.push(Diagnostic::error(Code::S005, message).at(place).component(id));
        };
        let equal = |hint: &str, sink: &mut Sink| {
            if size.width == size.height {
                return Some(());
            }
            let name = shape.name();
            let message =
                format!("a {name} is as high as it is wide, but the box of `{id}` is {size}");
            sink.push(Diagnostic::error(Code::M041, message).at(place).component(id).hint(hint));
            None
        };
        Some(match shape {
            Shape::Square => {
                equal("write shape = \"rectangle\"", sink)?;
                Form::Rectangle
            }
            Shape::Rectangle => Form::Rectangle,
            Shape::Circle => {
                equal("give `size` equal sides", sink)?;
                Form::Circle
            }
            Shape::Hex => Form::Hex,
            Shape::HexFlat => Form::HexFlat,
            Shape::Rounded => match radius {
                Some(radius) => Form::Rounded(fitting(radius, size, id, sink)?),
                None => {
                    missing("radius", sink);
                    return None;
                }
            },
            Shape::Path => match path {
                Some(path) => Form::Path(self::path(path, size, id, sink)?),
                None => {
                    missing("path", sink);
                    return None;
                }
            },
        })
    }
}

/// Whether a key is one of the shape; if not, it is reported.
fn only(key: &str, at: &Span, of: Shape, shape: Shape, id: &str, sink: &mut Sink) -> bool {
    if of != shape {
        let message = format!("`{key}` means nothing for the shape `{}`", shape.name());
        sink.push(
            Diagnostic::error(Code::M041, message)
                .at(at)
                .component(id)
                .hint(format!("write shape = \"{}\", or leave out `{key}`", of.name())),
        );
    }
    of == shape
}

/// A radius that has room on all sides.
fn fitting(radius: &Spanned<Length>, size: Size, id: &str, sink: &mut Sink) -> Option<Length> {
    if radius.value * 2 <= size.width.min(size.height) {
        return Some(radius.value);
    }
    let message = format!("a radius of {} is more than half of a side of {size}", radius.value);
    sink.push(Diagnostic::error(Code::M041, message).at(&radius.span).component(id));
    None
}

/// The outline of an SVG path, which must be one that can be cut.
pub(super) fn path(
    text: &Spanned<String>,
    size: Size,
    id: &str,
    sink: &mut Sink,
) -> Option<Outline> {
    match outline(&text.value, size) {
        Ok(outline) => Some(outline),
        Err(why) => {
            sink.push(
                Diagnostic::error(Code::M040, format!("the path of `{id}` {why}"))
                    .at(&text.span)
                    .component(id)
                    .hint("a path is one closed outline in mm from the upper left corner of the box, such as \"M0 0H20V20Z\""),
            );
            None
        }
    }
}

pub(super) fn outline(text: &str, size: Size) -> Result<Outline, String> {
    let mut outline: Option<Outline> = None;
    let mut closed = false;
    let mut from = (0.0, 0.0);
    for segment in SimplifyingPathParser::from(text) {
        let segment = segment.map_err(|error| format!("cannot be read: {error}"))?;
        let (mut add, end) = match segment {
            SimplePathSegment::MoveTo { x, y } => {
                if outline.as_ref().is_some_and(|outline| !outline.segments.is_empty()) {
                    return Err("has more than one outline".to_owned());
                }
                outline = Some(Outline { start: point((x, y))?, segments: Vec::new() });
                from = (x, y);
                continue;
            }
            SimplePathSegment::ClosePath => {
                closed = true;
                continue;
            }
            SimplePathSegment::LineTo { x, y } => (vec![(x, y)], (x, y)),
            SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                (vec![(x1, y1), (x2, y2), (x, y)], (x, y))
            }
            SimplePathSegment::Quadratic { x1, y1, x, y } => {
                let towards =
                    |(ax, ay): (f64, f64)| (ax + (x1 - ax) * 2.0 / 3.0, ay + (y1 - ay) * 2.0 / 3.0);
                (vec![towards(from), towards((x, y)), (x, y)], (x, y))
            }
        };
        if closed {
            return Err("has more than one outline".to_owned());
        }
        from = end;
        let points = add.drain(..).map(point).collect::<Result<Vec<Point>, String>>()?;
        let Some(outline) = &mut outline else { return Err("does not begin with M".to_owned()) };
        outline.segments.extend(match points[..] {
            [end] => Some(Segment::Line(end)),
            [a, b, end] => Some(Segment::Curve(a, b, end)),
            _ => None,
        });
    }
    let outline = outline.filter(|outline| !outline.segments.is_empty()).ok_or("is empty")?;
    if !closed && outline.segments.last().map(Segment::end) != Some(outline.start) {
        return Err("is open: it does not end with Z".to_owned());
    }
    check(&outline, size)?;
    Ok(outline)
}

/// A point that is written in millimetres. Beyond ten metres it lies in no box.
fn point((x, y): (f64, f64)) -> Result<Point, String> {
    let length = |mm: f64| {
        let emu = mm * Length::mm(1).to_emu() as f64;
        (emu.abs() <= Length::MAX.to_emu() as f64).then(|| Length::round_emu(emu))
    };
    match (length(x), length(y)) {
        (Some(x), Some(y)) => Ok(Point::new(x, y)),
        _ => Err(format!("goes as far as {x}, {y}")),
    }
}

fn check(outline: &Outline, size: Size) -> Result<(), String> {
    let corners = outline.flattened();
    if corners.len() < 3 {
        return Err("has no area".to_owned());
    }
    if corners.len() > MAX_CORNERS {
        return Err(format!("has more than {MAX_CORNERS} corners"));
    }
    // What is typed with two decimals may lie a hair outside.
    let whole = Rect::new(Length::ZERO, Length::ZERO, size).grown(polygon::FLAT);
    let is_outside = |p: &&Point| !whole.contains(Rect::new(p.x, p.y, Size::default()));
    if let Some(p) = corners.iter().find(is_outside) {
        return Err(format!("leaves its box of {size} at {:.2}, {:.2}", p.x.to_mm(), p.y.to_mm()));
    }
    if let Some((edge, _)) = polygon::self_crossing(&corners) {
        let p = corners[edge];
        return Err(format!(
            "crosses or touches itself after {:.2}, {:.2}",
            p.x.to_mm(),
            p.y.to_mm()
        ));
    }
    if polygon::double_area(&corners) == 0 {
        return Err("has no area".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOX: Size = Size::new(Length::mm(20), Length::mm(20));

    #[test]
    fn closed_paths_are_outlines() {
        for (text, segments) in [
            ("M0 0H20V20Z", 2),
            ("m0,0 h20 v20 h-20 z", 3),
            ("M0 0L20 0L20 20L0 0", 3),
            ("M10 0A10 10 0 0 1 10 20A10 10 0 0 1 10 0Z", 4),
            ("M0 10Q10 -10 20 10Q10 30 0 10Z", 2),
            ("M10 0C20 0 20 20 10 20S0 0 10 0z", 2),
        ] {
            let found = outline(text, BOX);
            assert_eq!(
                found.as_ref().map(|o| o.segments.len()).ok(),
                Some(segments),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn what_cannot_be_cut_is_refused_with_its_reason() {
        for (text, why) in [
            ("", "is empty"),
            ("M5 5", "is empty"),
            ("M5 5Z", "is empty"),
            ("L5 5Z", "cannot be read"),
            ("M0 0H20V20", "is open"),
            ("M0 0H20V20ZM1 1H2V2Z", "more than one outline"),
            ("M0 0H20V20ZH5Z", "more than one outline"),
            ("M0 0H20H0Z", "has no area"),
            ("M0 0L20 20V0L0 20Z", "crosses or touches itself"),
            ("M0 0H20V20H10V0Z", "crosses or touches itself"),
            ("M0 0H21V20Z", "leaves its box of 20 × 20 mm at 21.00, 0.00"),
            ("M0 0H1e300V20Z", "goes as far as"),
            ("M0 0H20V20X", "cannot be read"),
        ] {
            let found = outline(text, BOX).expect_err(text);
            assert!(found.contains(why), "{text}: {found}");
        }
    }
}
