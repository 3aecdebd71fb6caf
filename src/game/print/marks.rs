//! The lines that say where to cut.

use crate::diag::Spanned;
use crate::game::toml::{
    AboveZeroUpTo, Colour, LengthKind, LengthUpTo, Name, Names, Shown, Truth, table,
};
use crate::units::Length;

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

impl Names for MarkStyle {
    const WHAT: &'static str = "style of marks";
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
    pub const DOT: Length = Length::um(200);

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
        MarksKeys::default().marks()
    }
}

table! {
    /// Marks, key by key.
    pub(crate) layered struct MarksKeys:
        "`marks`, as a table",
        "`marks = { style = \"guides\", weight = \"0.2mm\", colour = \"#888\" }`. Keys that are \
         left out keep their values.";
    {
        style: Name<MarkStyle> [default MarkStyle::Corners] "The style of the marks.";
        length: AboveZeroUpTo<100> [default Length::mm(3)]
            "The length of a corner mark, where there is room.";
        offset: LengthUpTo<100> [optional
            "`\"0.5mm\"`; beside the cards `corners` and `guides` begin at least 2 mm from them, \
             and without bleed `grid` and `dotted` touch them"]
            "The distance between the bleed and a mark.";
        weight: AboveZeroUpTo<2> [optional
            format!("a quarter of a point; `{}` for dots", LengthKind::show(&Marks::DOT))]
            "The thickness of the lines.";
        colour: Colour [default "#000".to_owned()] "Their colour.";
        register: Truth [default false]
            "Whether to print registration crosses in the margins; held up to a lamp, those of \
             front and back should coincide.";
    }
}

impl From<Spanned<MarkStyle>> for MarksKeys {
    fn from(style: Spanned<MarkStyle>) -> Self {
        Self { style: Some(style), ..Self::default() }
    }
}

impl MarksKeys {
    /// The marks, with the defaults in the gaps.
    pub(super) fn marks(&self) -> Marks {
        Marks {
            style: self.style(),
            length: self.length(),
            offset: self.offset().map(|offset| offset.value),
            weight: self.weight().map(|weight| weight.value),
            colour: self.colour(),
            register: self.register(),
        }
    }
}
