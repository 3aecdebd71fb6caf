//! The paper in the printer, its margins, and the room between what lies on it.

use crate::diag::{Code, Diagnostic, Sink, Spanned};
use crate::game::size::{self, Written};
use crate::game::toml::{Inline, Item, Kind, LengthUpTo, Names, Shown, Table, TableDoc, table};
use crate::units::{Length, PAPER_SIZES, Sides, Size, paper_size};
use serde_json::Value;

use crate::game::size::SizeKeys;

/// The paper in the printer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Its name, or its size where it has none.
    pub name: String,
    /// Its size in portrait.
    pub size: Size,
}

impl Paper {
    /// The paper where a game states none.
    pub(super) fn usual() -> Self {
        Self { name: PAPER_SIZES[0].name.to_owned(), size: PAPER_SIZES[0].size }
    }
}

/// Which way the paper lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// The way that takes fewer sheets.
    #[default]
    Auto,
    /// The short edge above.
    Portrait,
    /// The long edge above.
    Landscape,
}

impl Names for Orientation {
    const WHAT: &'static str = "orientation";
    const NAMES: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("portrait", Self::Portrait), ("landscape", Self::Landscape)];
}

/// No page of a PDF is longer: 14,400 units (PDF 32000-1:2008, annex C.2).
pub(crate) const LONGEST_PAGE: Length = Length::pt(14_400);

/// Paper by its name or by its size.
pub(crate) struct PaperKey;

impl Kind for PaperKey {
    type Value = Paper;

    fn takes() -> String {
        format!("a name such as `\"letter\"`, or {}", Inline::<SizeKeys>::takes())
    }

    fn schema() -> Value {
        size::size_schema(&[PAPER_SIZES])
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Paper> {
        match size::named_or_custom(item, sink)? {
            Written::Custom(size) => {
                let size = if size.is_landscape() { size.turned() } else { size };
                if size.height > LONGEST_PAGE {
                    let message = format!("paper of {size} is longer than a page of a PDF can be");
                    let fault = Diagnostic::error(Code::M003, message).at(&item.span);
                    sink.push(fault.hint(format!("use at most {LONGEST_PAGE}")));
                    return None;
                }
                Some(Paper { name: size.to_string(), size })
            }
            Written::Named(name) => {
                let size =
                    size::known("paper", &name, paper_size(&name.value), &[PAPER_SIZES], sink)?;
                Some(Paper { name: name.value, size })
            }
        }
    }

    fn tables() -> Vec<TableDoc> {
        vec![SizeKeys::doc()]
    }
}

impl Shown for PaperKey {
    fn show(value: &Paper) -> String {
        format!("\"{}\"", value.name)
    }
}

table! {
    /// A margin, side by side.
    pub(crate) layered struct MarginKeys:
        "`margin`, by side",
        "`margin = { top = \"10mm\", left = \"12mm\" }`. Sides that are left out keep the margin \
         they had.";
    {
        top: LengthUpTo<1000> [optional "as before"] "The upper edge of the paper in portrait.";
        right: LengthUpTo<1000> [optional "as before"] "The right edge.";
        bottom: LengthUpTo<1000> [optional "as before"] "The lower edge.";
        left: LengthUpTo<1000> [optional "as before"] "The left edge.";
    }
}

impl From<Spanned<Length>> for MarginKeys {
    fn from(all: Spanned<Length>) -> Self {
        let [top, right, bottom, left] = [0; 4].map(|_| Some(all.clone()));
        Self { top, right, bottom, left }
    }
}

impl MarginKeys {
    /// The margins, with the usual ones where a side is left out.
    pub(crate) fn sides(&self, usual: Sides) -> Sides {
        let side =
            |stated: Option<&Spanned<Length>>, usual| stated.map_or(usual, |stated| stated.value);
        Sides {
            top: side(self.top(), usual.top),
            right: side(self.right(), usual.right),
            bottom: side(self.bottom(), usual.bottom),
            left: side(self.left(), usual.left),
        }
    }
}

/// The distance between two slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gutter {
    /// Between two columns.
    pub x: Length,
    /// Between two rows.
    pub y: Length,
}

table! {
    /// The room between cards, by direction.
    pub(crate) layered struct GutterKeys:
        "`gutter`, by direction",
        "`gutter = { x = \"4mm\", y = \"0mm\" }`. A direction that is left out keeps the gutter \
         it had.";
    {
        x: LengthUpTo<1000> [optional "as before"] "Between two columns of cards.";
        y: LengthUpTo<1000> [optional "as before"] "Between two rows of cards.";
    }
}

impl From<Spanned<Length>> for GutterKeys {
    fn from(both: Spanned<Length>) -> Self {
        Self { x: Some(both.clone()), y: Some(both) }
    }
}

impl GutterKeys {
    /// The gutter, with the usual one where a direction is left out.
    pub(super) fn gutter(&self, usual: Length) -> Gutter {
        let between =
            |stated: Option<&Spanned<Length>>| stated.map_or(usual, |stated| stated.value);
        Gutter { x: between(self.x()), y: between(self.y()) }
    }
}
