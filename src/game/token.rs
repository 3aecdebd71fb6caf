//! What only tokens have: a form and a line to cut along. Also what components that share sheets must agree on.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use super::names::{named, unknown};
use super::{Card, Component, cards, lengths};
use crate::diag::{Code, Diagnostic, Sink, Spanned, escaped};
use crate::game::source::ComponentSource;
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

impl CutLine {
    /// The names in game files.
    pub const NAMES: &'static [(&'static str, Self)] =
        &[("hairline", Self::Hairline), ("kiss", Self::Kiss), ("none", Self::None)];
}

const SHAPES: &[&str] = &["square", "rectangle", "rounded", "circle", "hex", "hex-flat", "path"];

/// More corners than this no knife can follow.
const MOST_CORNERS: usize = 20_000;

/// The cards of tokens or folded things that have a table, or `None` if all are alike.
pub(crate) fn cards(written: &ComponentSource, sink: &mut Sink) -> Option<Vec<Card>> {
    let table =
        written.cards_file.as_ref().map(|file| &file.span).or(written.own_cards.as_ref())?;
    if let Some(copies) = &written.copies {
        let id = written.id.value.as_str();
        sink.push(
            Diagnostic::error(
                Code::M043,
                format!("{} `{id}` has both cards and `copies`", written.kind.word()),
            )
            .at(&copies.span)
            .also(table, "the cards")
            .component(id)
            .hint("give each card its number in a column `copies`"),
        );
    }
    Some(cards::of_deck(written, sink))
}

/// The form and the line of a token.
pub(crate) fn token(
    written: &ComponentSource,
    size: Option<Size>,
    sink: &mut Sink,
) -> Option<Token> {
    let line = match &written.token.outline {
        None => Some(CutLine::default()),
        Some(name) => named("outline", name, CutLine::NAMES, sink),
    };
    let form = form(written, size, sink);
    Some(Token { form: form?, line: line? })
}

fn form(written: &ComponentSource, size: Option<Size>, sink: &mut Sink) -> Option<Form> {
    let (id, token) = (written.id.value.as_str(), &written.token);
    let name = match &token.shape {
        None => "rectangle",
        Some(name) if SHAPES.contains(&name.value.as_str()) => &name.value,
        Some(name) => {
            sink.push(unknown("shape", name, SHAPES.iter().copied()));
            return None;
        }
    };
    let place = token.shape.as_ref().map_or(&written.id.span, |shape| &shape.span);
    for (key, value, of) in [("radius", &token.radius, "rounded"), ("path", &token.path, "path")] {
        match value {
            Some(value) if of != name => sink.push(
                Diagnostic::error(
                    Code::M041,
                    format!("`{key}` means nothing for the shape `{name}`"),
                )
                .at(&value.span)
                .component(id)
                .hint(format!("write shape = \"{of}\", or leave out `{key}`")),
            ),
            None if of == name => {
                sink.push(
                    Diagnostic::error(Code::S005, format!("token `{id}` has no `{key}`"))
                        .at(place)
                        .component(id),
                );
            }
            _ => {}
        }
    }
    let size = size?;
    if matches!(name, "square" | "circle") && size.width != size.height {
        sink.push(
            Diagnostic::error(
                Code::M041,
                format!("a {name} is as high as it is wide, but the box of `{id}` is {size}"),
            )
            .at(place)
            .component(id)
            .hint(if name == "square" {
                "write shape = \"rectangle\""
            } else {
                "give `size` equal sides"
            }),
        );
        return None;
    }
    Some(match name {
        "rounded" => Form::Rounded(radius(token.radius.as_ref()?, size, id, sink)?),
        "circle" => Form::Circle,
        "hex" => Form::Hex,
        "hex-flat" => Form::HexFlat,
        "path" => Form::Path(path(token.path.as_ref()?, size, id, sink)?),
        _ => Form::Rectangle,
    })
}

fn radius(text: &Spanned<String>, size: Size, id: &str, sink: &mut Sink) -> Option<Length> {
    let radius = lengths::side("radius", text, sink)?;
    if radius * 2 > size.width.min(size.height) {
        sink.push(
            Diagnostic::error(
                Code::M041,
                format!("a radius of {radius} is more than half of a side of {size}"),
            )
            .at(&text.span)
            .component(id),
        );
        return None;
    }
    Some(radius)
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
    if corners.len() > MOST_CORNERS {
        return Err(format!("has more than {MOST_CORNERS} corners"));
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

/// The letter of the sheets that a component shares.
pub(crate) fn share(written: Option<&Spanned<String>>, sink: &mut Sink) -> Option<char> {
    let written = written?;
    let mut letters = written.value.chars();
    if let (Some(letter @ 'a'..='z'), None) = (letters.next(), letters.next()) {
        return Some(letter);
    }
    sink.push(
        Diagnostic::error(
            Code::M009,
            format!("`{}` cannot name shared sheets", escaped(&written.value)),
        )
        .at(&written.span)
        .hint("use one letter from a to z"),
    );
    None
}

/// Components that share sheets must go on the same paper in the same way.
pub(crate) fn check_shares(components: &[Component], sink: &mut Sink) {
    let letters: std::collections::BTreeSet<char> =
        components.iter().filter_map(|c| c.share).collect();
    for letter in letters {
        let mut members = components.iter().filter(|c| c.share == Some(letter));
        let Some(first) = members.next() else { continue };
        let file = format!("shared-{letter}");
        if let Some(taken) = components.iter().find(|c| c.id == file) {
            sink.push(
                Diagnostic::error(
                    Code::M008,
                    format!("the id `{file}` is the name of the sheets shared under `{letter}`"),
                )
                .at(&taken.span)
                .also(&first.span, "on these sheets")
                .component(&taken.id),
            );
        }
        let mut turned = Some(first).filter(|c| c.print.duplex.has_backs());
        for component in members {
            let print = &component.print;
            // What has no back does not mind how the sheet is turned.
            let other = turned
                .filter(|other| print.duplex.has_backs() && other.print.duplex != print.duplex);
            let difference = if print.paper != first.print.paper {
                Some((first, format!("paper {} and {}", first.print.paper.name, print.paper.name)))
            } else if print.margin != first.print.margin {
                Some((first, "other margins".to_owned()))
            } else if print.orientation != first.print.orientation {
                Some((first, "another way for the paper to lie".to_owned()))
            } else if print.cutter != first.print.cutter {
                Some((first, "another `cutter`".to_owned()))
            } else if print.marks.register != first.print.marks.register {
                Some((first, "registration crosses on one and not on the other".to_owned()))
            } else {
                other.map(|other| (other, "another way of turning the sheet over".to_owned()))
            };
            if turned.is_none() && print.duplex.has_backs() {
                turned = Some(component);
            }
            if let Some((other, what)) = difference {
                let message =
                    format!("`{}` cannot share sheets with `{}`: {what}", component.id, other.id);
                sink.push(
                    Diagnostic::error(Code::M042, message)
                        .at(&component.span)
                        .also(&other.span, format!("also shares sheets under `{letter}`"))
                        .component(&component.id)
                        .hint("give both the same `paper`, `margin`, `orientation`, `duplex`, `cutter` and `marks`, or another letter to one of them"),
                );
            }
        }
    }
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
