//! Outlines that are cut: an SVG path as it is written, and whether a knife can follow it.

use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use crate::diag::{Code, Diagnostic, Sink, Spanned};
use crate::units::{Length, Outline, Point, Rect, Segment, Size, polygon};

/// More corners than this no knife can follow.
const MAX_CORNERS: usize = 20_000;

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
                    .hint(
                        "a path is one closed outline in mm from the upper left corner of the box, \
                         such as \"M0 0H20V20Z\"",
                    ),
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
