//! How a text looks.
//!
//! [`TextStyle`] is complete, with typed lengths; what a table or a call states of it is in [`super::options`].

use crate::units::Length;

/// Where lines begin and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Align {
    /// At the side where reading begins.
    #[default]
    Start,
    /// In the middle.
    Centre,
    /// At the side where reading ends.
    End,
    /// At the left, whatever the direction of reading.
    Left,
    /// At the right, whatever the direction of reading.
    Right,
    /// At both sides.
    Justify,
}

/// Where the lines stand in their box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VerticalAlign {
    /// At the top.
    #[default]
    Top,
    /// In the middle.
    Middle,
    /// At the bottom.
    Bottom,
}

/// What happens to a text that is too long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fit {
    /// It becomes smaller, down to the smallest size. What still does not fit is an error.
    #[default]
    Shrink,
    /// It is an error.
    None,
}

/// Where icons stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IconBaseline {
    /// In the middle of the capital letters.
    #[default]
    Middle,
    /// On the baseline.
    Baseline,
    /// On the line below which no letter reaches.
    Bottom,
}

/// Which digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Figures {
    /// `Some(true)` as high as capitals, `Some(false)` old style.
    pub lining: Option<bool>,
    /// `Some(true)` all of one width.
    pub tabular: Option<bool>,
}

/// A distance that is a length, or a share of something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// So long at the wanted size; it shrinks with the text.
    Fixed(Length),
    /// Thousandths of the size of the text, or of the distance of its lines.
    Share(u32),
}

/// Everything that decides how a text looks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own that a designer switches"
)]
pub struct TextStyle {
    /// The family.
    pub family: String,
    /// Families for what the first does not have, in order.
    pub fallback: Vec<String>,
    /// The wanted size.
    pub size: Length,
    /// The size below which nothing shrinks.
    pub min_size: Length,
    /// From baseline to baseline.
    pub leading: Extent,
    /// Any SVG colour.
    pub colour: String,
    /// 400 is regular, 700 bold.
    pub weight: u16,
    /// Whether it slants.
    pub italic: bool,
    /// Where lines begin and end.
    pub align: Align,
    /// Where the lines stand in their box.
    pub valign: VerticalAlign,
    /// What a blank line adds; a share is of the leading.
    pub paragraph_spacing: Extent,
    /// Between the box and the text: top, right, bottom, left.
    pub padding: [Length; 4],
    /// In thousandths of a degree, clockwise.
    pub rotate: i32,
    /// The language, for hyphens and quotes. Empty for none.
    pub lang: String,
    /// Whether words may be hyphenated at the end of a line.
    pub hyphenate: bool,
    /// Between letters.
    pub letter_spacing: Extent,
    /// What happens to a text that is too long.
    pub fit: Fit,
    /// Whether typed quotes and dashes become printed ones.
    pub quotes: bool,
    /// Which digits.
    pub figures: Figures,
    /// Where icons stand.
    pub icon_baseline: IconBaseline,
    /// Their height, in thousandths of the size of the text.
    pub icon_size: u32,
    /// Whether all cards of a deck use the one size that fits all.
    pub same_size: bool,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            family: "Alegreya".into(),
            fallback: Vec::new(),
            size: Length::pt(9),
            min_size: Length::pt(6),
            leading: Extent::Share(1200),
            colour: "#000".into(),
            weight: 400,
            italic: false,
            align: Align::Start,
            valign: VerticalAlign::Top,
            paragraph_spacing: Extent::Share(1000),
            padding: [Length::ZERO; 4],
            rotate: 0,
            lang: "en".into(),
            hyphenate: true,
            letter_spacing: Extent::Fixed(Length::ZERO),
            fit: Fit::Shrink,
            quotes: true,
            figures: Figures::default(),
            icon_baseline: IconBaseline::Middle,
            icon_size: 1000,
            same_size: false,
        }
    }
}
