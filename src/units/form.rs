//! The forms that things are cut to: what the outline in a box is, and how it grows.

use super::{Length, Outline, Point, Rect, Segment, Size, polygon};

/// A form, to be put into a box.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The box itself.
    #[default]
    Rectangle,
    /// The box with round corners of a radius, at most half of its shorter side.
    Rounded(Length),
    /// A circle, or an ellipse in a box that is no square.
    Circle,
    /// A hexagon with a corner up; regular where the box is 2/√3 times as high as wide.
    Hex,
    /// A hexagon with a flat side up; regular where the box is 2/√3 times as wide as high.
    HexFlat,
    /// An outline counted from the upper left corner of the box, closed and without crossings.
    Path(Outline),
}

/// How far the control points of a quarter of an ellipse lie from its ends towards the corner: 4/3
/// (√2 − 1).
const KAPPA: f64 = 0.552_284_749_830_793_4;

impl Segment {
    /// A quarter of an ellipse from a point to another, around the corner of its box.
    fn quarter(from: Point, corner: Point, end: Point) -> Self {
        let share = |from: Length, to: Length| {
            from + Length::round_emu((to - from).to_emu() as f64 * KAPPA)
        };
        let control = |p: Point| Point::new(share(p.x, corner.x), share(p.y, corner.y));
        Self::Curve(control(from), control(end), end)
    }
}

impl Outline {
    /// The ellipse that fills a rectangle.
    pub fn ellipse(rect: Rect) -> Self {
        let rx = rect.size.width / 2;
        let ry = rect.size.height / 2;
        corners(rect, rx, ry)
    }

    /// A rectangle with round corners.
    pub fn rounded(rect: Rect, radius: Length) -> Self {
        if radius <= Length::ZERO {
            return Self::rectangle(rect);
        }
        corners(rect, radius.min(rect.size.width / 2), radius.min(rect.size.height / 2))
    }
}

/// A rectangle whose corners are quarters of ellipses, clockwise from the left end of its upper
/// side.
fn corners(rect: Rect, rx: Length, ry: Length) -> Outline {
    let left = rect.x;
    let top = rect.y;
    let right = rect.right();
    let bottom = rect.bottom();
    let at = Point::new;
    let start = at(left + rx, top);
    let mut segments = Vec::with_capacity(8);
    let mut end = start;
    for (from, corner, to) in [
        (at(right - rx, top), at(right, top), at(right, top + ry)),
        (at(right, bottom - ry), at(right, bottom), at(right - rx, bottom)),
        (at(left + rx, bottom), at(left, bottom), at(left, bottom - ry)),
        (at(left, top + ry), at(left, top), start),
    ] {
        if from != end {
            segments.push(Segment::Line(from));
        }
        segments.push(Segment::quarter(from, corner, to));
        end = to;
    }
    Outline { start, segments }
}

impl Form {
    /// Where it is cut in a box of that size.
    pub fn cut(&self, size: Size) -> Outline {
        self.grown(size, Length::ZERO)
    }

    /// Its outline grown outwards; inwards, but for a path, by an amount below zero. Corners of
    /// straight sides stay sharp, as those of a card do; those of a path are round. To be filled by
    /// the rule of winding numbers that are not zero.
    pub fn grown(&self, size: Size, by: Length) -> Outline {
        let rect = Rect::at_origin(size).grown(by);
        match self {
            Self::Rectangle => Outline::rectangle(rect),
            Self::Rounded(radius) => Outline::rounded(rect, *radius + by),
            Self::Circle => Outline::ellipse(rect),
            Self::Hex => hex(size, by),
            Self::HexFlat => hex(size.turned(), by).transposed(),
            Self::Path(outline) if by <= Length::ZERO => outline.clone(),
            Self::Path(outline) => {
                polygon::grown(&outline.flattened(), by).unwrap_or_else(|| outline.clone())
            }
        }
    }

    /// Whether it is nothing but its box.
    pub const fn is_rectangle(&self) -> bool {
        matches!(self, Self::Rectangle)
    }
}

/// A hexagon with a corner up: a quarter of the height is slanted at either end.
fn hex(size: Size, by: Length) -> Outline {
    let half = size.width / 2;
    let quarter = size.height / 4;
    let w = half.to_emu() as f64;
    let q = quarter.to_emu() as f64;
    let out = by.to_emu() as f64;
    let mut tip = Length::ZERO;
    let mut shoulder = Length::ZERO;
    if by != Length::ZERO && half > Length::ZERO {
        // A slanted side moved outwards by `out` is moved upwards by that times the length of the
        // side over its width.
        let up = out * (w * w + q * q).sqrt() / w;
        tip = Length::round_emu(up);
        shoulder = Length::round_emu(up - q * out / w);
    }
    let left = -by;
    let right = size.width + by;
    let upper = quarter - shoulder;
    let lower = size.height - quarter + shoulder;
    let at = Point::new;
    let points = [
        at(half, -tip),
        at(right, upper),
        at(right, lower),
        at(half, size.height + tip),
        at(left, lower),
        at(left, upper),
    ];
    Outline { start: points[0], segments: points[1..].iter().map(|p| Segment::Line(*p)).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn mm(hundredths: i64) -> Length {
        Length::um(hundredths * 10)
    }

    /// The distance between two parallel lines, each through a point, the first also through
    /// another.
    fn apart(a: Point, b: Point, c: Point) -> f64 {
        let x = b.x.to_mm() - a.x.to_mm();
        let y = b.y.to_mm() - a.y.to_mm();
        let cx = c.x.to_mm() - a.x.to_mm();
        let cy = c.y.to_mm() - a.y.to_mm();
        ((x * cy - y * cx) / (x * x + y * y).sqrt()).abs()
    }

    #[test]
    fn every_side_of_a_hexagon_grows_by_the_same() {
        for size in [Size::new(mm(2000), mm(2309)), Size::new(mm(3000), mm(2000))] {
            for (form, size) in [(Form::Hex, size), (Form::HexFlat, size.turned())] {
                let cut = form.cut(size);
                let ink = form.grown(size, mm(200));
                let (cut, ink): (Vec<Point>, Vec<Point>) =
                    (cut.points().collect(), ink.points().collect());
                assert_eq!((cut.len(), ink.len()), (6, 6));
                for side in 0..6 {
                    let found = apart(cut[side], cut[(side + 1) % 6], ink[side]);
                    assert!((found - 2.0).abs() < 0.001, "{form:?} {side}: {found}");
                }
            }
        }
    }

    #[test]
    fn forms_fill_their_boxes() {
        let size = Size::new(mm(2000), mm(2400));
        let whole = Rect::at_origin(size);
        for form in
            [Form::Rectangle, Form::Rounded(mm(300)), Form::Circle, Form::Hex, Form::HexFlat]
        {
            assert_eq!(form.cut(size).bounds(), whole, "{form:?}");
            if !matches!(form, Form::Hex | Form::HexFlat) {
                assert_eq!(form.grown(size, mm(200)).bounds(), whole.grown(mm(200)), "{form:?}");
            }
            assert!(polygon::double_area(&form.cut(size).flattened()) > 0, "{form:?} is clockwise");
        }
    }

    #[test]
    fn a_radius_grows_with_the_rectangle() {
        let outline = Form::Rounded(mm(300)).grown(Size::new(mm(2000), mm(2400)), mm(200));
        assert_eq!(outline.start, Point::new(mm(300), mm(-200)));
        assert_eq!(outline.segments.len(), 8);
        // Without a straight part there are four curves only.
        assert_eq!(
            Form::Rounded(mm(1000)).cut(Size::new(mm(2000), mm(2000))),
            Form::Circle.cut(Size::new(mm(2000), mm(2000)))
        );
    }
}
