//! `[board.ID.radial]`: spokes and rings.

mod map;

pub use map::{RadialMap, Space};

use super::centre::{CentreKeys, middle};
use super::measure::{Angle, Share};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::game::toml::{AboveZeroUpTo, Count, Inline, ListOf, Name, Names, table};
use crate::units::{Length, Point, Size};

/// More spokes are a slip of the finger.
const MAX_SPOKES: u32 = 360;
/// Where labels stand.
const MIDDLE: f64 = 0.5;

table! {
    /// A radial board, key by key.
    pub(crate) struct RadialKeys:
        "`[board.ID.radial]`",
        "A board of spokes and rings. `pnp` numbers the houses, checks them, and passes their \
         outlines and positions to the template as [`radial`](templates.md#variables).";
    {
        spokes: Count<3, MAX_SPOKES> [required] "How many houses there are in each ring.";
        radii: ListOf<AboveZeroUpTo<5000>> [required]
            "The circles between which the rings lie, from the outermost: one more than there are \
             rings. The area inside the last is not a house.";
        centre: Inline<CentreKeys> [optional "the middle of the board"] "The centre.";
        start: Angle [default 90.0]
            "The direction of the middle of the first spoke: 0deg is to the right, and angles grow \
             counter-clockwise.";
        direction: Name<Direction> [default Direction::Clockwise]
            "On which side of the first spoke the second is.";
        number: Name<RadialNumbering> [default RadialNumbering::Inward]
            "How houses are numbered: along each spoke from the outermost house in, or out; or \
             around each ring from the outermost ring in, or out.";
        piece: AboveZeroUpTo<5000> [optional "not checked"]
            "A disc of this diameter must fit into each house.";
        multiples: Inline<MultiplesKeys> [optional "not checked"]
            "Which ring the multiples of a number must be on.";
        label: Inline<LabelKeys> [optional "in the middle"]
            "Where the label of a house goes.";
    }
}

table! {
    /// What must be true of the numbers.
    pub(crate) struct MultiplesKeys:
        "`multiples`",
        "`multiples = { of = 5, ring = 5 }`: what is checked of the numbers.";
    {
        of: Count<1, 1000> [required] "The number.";
        ring: Count<1, 1000> [required] "The ring, 1 being the outermost.";
    }
}

table! {
    /// Where labels stand.
    pub(crate) struct LabelKeys:
        "`label`",
        "Where the label of a house goes: `label = { depth = \"20%\", across = \"50%\" }`.";
    {
        depth: Share [default MIDDLE] "From the outer edge of the house inward.";
        across: Share [default MIDDLE] "From one side of the house to the other, clockwise.";
    }
}

/// Spokes and rings.
#[derive(Clone, Debug)]
pub struct Radial {
    /// Its table.
    pub span: Span,
    /// How many spaces there are around, from 3.
    pub spokes: u32,
    /// The circles between the rings, from the outermost, each smaller than the one before; at
    /// least two.
    pub radii: Vec<Length>,
    /// The centre.
    pub centre: Point,
    /// Where the middle of the first spoke points, in degrees from the right and counter-clockwise.
    pub start: f64,
    /// Where the second spoke lies.
    pub direction: Direction,
    /// How spaces are numbered.
    pub numbering: RadialNumbering,
    /// The disc that must fit.
    pub piece: Option<Spanned<Length>>,
    /// Which ring carries the multiples of which number.
    pub multiples: Option<Multiples>,
    /// Where labels stand.
    pub label: LabelPlace,
}

/// What must be true of the numbers.
#[derive(Clone, Debug)]
pub struct Multiples {
    /// The number.
    pub of: Spanned<u32>,
    /// The ring that carries its multiples, from 1 outside.
    pub ring: Spanned<u32>,
}

/// Where the labels of spaces stand, in shares of a space.
#[derive(Clone, Copy, Debug)]
pub struct LabelPlace {
    /// From the outer edge inward.
    pub depth: f64,
    /// From one side to the other, clockwise.
    pub across: f64,
}

/// A direction around the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// As a clock goes.
    Clockwise,
    /// The other one.
    CounterClockwise,
}

impl Names for Direction {
    const WHAT: &'static str = "direction";
    const NAMES: &'static [(&'static str, Self)] =
        &[("clockwise", Self::Clockwise), ("counter-clockwise", Self::CounterClockwise)];
}

/// How the spaces of a radial board are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadialNumbering {
    /// Spoke by spoke, from the outermost space.
    Inward,
    /// Spoke by spoke, from the innermost space.
    Outward,
    /// Ring by ring, from the outermost.
    RingsInward,
    /// Ring by ring, from the innermost.
    RingsOutward,
}

impl Names for RadialNumbering {
    const WHAT: &'static str = "numbering";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("inward", Self::Inward),
        ("outward", Self::Outward),
        ("rings-inward", Self::RingsInward),
        ("rings-outward", Self::RingsOutward),
    ];
}

impl Radial {
    /// The radial board of a table.
    pub(super) fn resolve(keys: &Spanned<RadialKeys>, size: Size, sink: &mut Sink) -> Option<Self> {
        let Spanned { value: keys, span } = keys;
        let radii = radii(&keys.radii.value, span, sink)?;
        let multiples = match &keys.multiples {
            None => None,
            Some(multiples) => Some(multiples.value.resolve(radii.len() - 1, sink)?),
        };
        let centre = keys.centre.as_ref().map(|centre| centre.value.point());
        let label = keys.label.as_ref().map(|label| &label.value);
        Some(Self {
            span: span.clone(),
            spokes: keys.spokes.value,
            radii,
            centre: centre.unwrap_or_else(|| middle(size)),
            start: keys.start(),
            direction: keys.direction(),
            numbering: keys.number(),
            piece: keys.piece.clone(),
            multiples,
            label: LabelPlace {
                depth: label.map_or(MIDDLE, LabelKeys::depth),
                across: label.map_or(MIDDLE, LabelKeys::across),
            },
        })
    }
}

/// The radii, which must make rings.
fn radii(written: &[Spanned<Length>], table: &Span, sink: &mut Sink) -> Option<Vec<Length>> {
    if written.len() < 2 {
        let fault = Diagnostic::error(
            Code::M003,
            "`radii` has fewer than two circles, so there is no ring between them",
        );
        sink.push(fault.at(written.first().map_or(table, |radius| &radius.span)));
        return None;
    }
    for pair in written.windows(2) {
        let [outer, inner] = pair else { continue };
        if inner.value >= outer.value {
            let message = format!(
                "a radius of {} is not less than the one before it, {}",
                inner.value, outer.value
            );
            sink.push(
                Diagnostic::error(Code::M003, message)
                    .at(&inner.span)
                    .hint("`radii` begin with the outermost"),
            );
            return None;
        }
    }
    Some(written.iter().map(|radius| radius.value).collect())
}

impl MultiplesKeys {
    fn resolve(&self, rings: usize, sink: &mut Sink) -> Option<Multiples> {
        if self.ring.value as usize > rings {
            let message = format!("`ring` must be from 1 to {rings}, but is {}", self.ring.value);
            sink.push(Diagnostic::error(Code::M003, message).at(&self.ring.span));
            return None;
        }
        Some(Multiples { of: self.of.clone(), ring: self.ring.clone() })
    }
}
