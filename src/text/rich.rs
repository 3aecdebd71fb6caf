//! Lines of characters with styles: what marks and running text are read into, and what is shaped.

use std::ops::Range;

/// The character that stands for an icon while lines are broken: it belongs to the word it touches,
/// in either direction of writing (line breaking class AL, bidirectional class ON).
pub(super) const ICON: char = '\u{2731}';

/// How characters look, apart from the style of their box or paragraph: what cells mark up, and
/// what running text is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own that a writer sets")]
pub struct InlineStyle {
    /// Strong.
    pub bold: bool,
    /// Emphasis.
    pub italic: bool,
    /// Struck through.
    pub strike: bool,
    /// A note's mark: smaller, above the line.
    pub raised: bool,
    /// Another family.
    pub family: Option<String>,
    /// Another colour.
    pub colour: Option<String>,
    /// A named style of the game.
    pub style: Option<String>,
    /// What the caller knows it by; 0 for nothing.
    pub tag: u32,
}

/// A place where something other than the usual rules decides about a line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// A soft hyphen: the line may end here, and then a hyphen is drawn.
    Hyphen,
    /// A zero-width space: the line may end here.
    Break,
    /// A word joiner, or either side of a no-break hyphen.
    Keep,
}

/// What ends where the typist pressed return.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RichLine {
    /// Blank lines before it.
    pub(super) blank: usize,
    /// Whether it begins with a bullet.
    pub(super) bullet: bool,
    /// Whether it is set in as far as the text of a bullet.
    pub(super) indented: bool,
    /// Its characters; [`ICON`] at the places in `icons` stands for one.
    pub(super) text: String,
    /// Styles by byte range, in order and without gaps.
    pub(super) styles: Vec<(Range<usize>, usize)>,
    /// Icons by byte place.
    pub(super) icons: Vec<(usize, String)>,
    /// By byte place, in order.
    pub(super) hints: Vec<(usize, Hint)>,
}

/// A text with its marks read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rich {
    pub(super) lines: Vec<RichLine>,
    /// Each different style once.
    pub(super) styles: Vec<InlineStyle>,
}

impl Hint {
    /// What an invisible character means for a line end.
    pub(super) const fn of(c: char) -> Option<Self> {
        match c {
            '\u{ad}' => Some(Self::Hyphen),
            '\u{200b}' => Some(Self::Break),
            '\u{2060}' | '\u{feff}' => Some(Self::Keep),
            _ => None,
        }
    }
}

impl RichLine {
    /// Gives a style to what was written since a place.
    pub(super) fn set_style(&mut self, start: usize, style: usize) {
        let end = self.text.len();
        if start == end {
            return;
        }
        match self.styles.last_mut() {
            Some((range, last)) if *last == style && range.end == start => range.end = end,
            _ => self.styles.push((start..end, style)),
        }
    }
}

impl Rich {
    /// The number of a style, which is kept once.
    pub(super) fn style_number(&mut self, style: InlineStyle) -> usize {
        self.styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            self.styles.push(style);
            self.styles.len() - 1
        })
    }
}
