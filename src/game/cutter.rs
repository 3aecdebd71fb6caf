//! The registration marks of cutting machines.

use super::toml::{AboveZeroUpTo, LengthUpTo, Name, Names, OneOr, table};
use crate::diag::{Source, Span, Spanned};
use crate::units::Length;

/// The arms of an L, where nothing else is said.
const ARM: Length = Length::um(8400);
/// Shorter ones are not found by the machines.
const SHORTEST_ARM: Length = Length::mm(5);

/// Marks in the corners of each front, by which a cutting machine finds the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cutter {
    /// Which marks stand where.
    pub kind: CutterKind,
    /// From the edges of the paper to the outside of the marks.
    pub inset: Length,
    /// How long the arms of an L are, on its outside.
    pub arm: Length,
    /// How short they may be where that leaves room for more; as long as `arm` if that is stated.
    pub shortest_arm: Length,
    /// How thick they are.
    pub line: Length,
    /// The side of the square.
    pub square: Length,
    /// The white around the marks.
    pub clear: Length,
}

/// Which marks stand where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CutterKind {
    /// A square at the upper left, an L at the upper right and one at the lower left, however the
    /// page lies: all Silhouette machines but the Cameo 5 Alpha.
    Three,
    /// An L in each corner: Cameo 5 Alpha.
    Four,
}

impl Names for CutterKind {
    const WHAT: &'static str = "cutter";
    const NAMES: &'static [(&'static str, Self)] =
        &[("silhouette-3", Self::Three), ("silhouette-4", Self::Four)];
}

table! {
    /// A cutter, key by key. The defaults: Silhouette Card Maker, SPECIFICATION.md and
    /// `layouts.json`, has an inset of 10 mm, lines of 1 mm and a square of 5 mm; its printed
    /// sheets and Proxxied measure arms of 8.2 and 8.4 mm, and its layouts shorten them down to
    /// 5 mm where cards would be lost; inkscape-silhouette keeps 2 mm clear.
    pub(crate) struct CutterKeys:
        "A custom `cutter`",
        "`cutter = { kind = \"silhouette-3\", inset = \"15.9mm\" }`. A name alone uses these \
         defaults.";
    {
        kind: Name<CutterKind> [required] "The machine whose marks are printed.";
        inset: LengthUpTo<100> [default Length::mm(10)]
            "From the edges of the paper to the outer corners of the marks.";
        arm: AboveZeroUpTo<100>
            [optional "8.4mm, or less down to 5mm where a longer arm would cost cards"]
            "The length of the arms of the L.";
        line: AboveZeroUpTo<5> [default Length::mm(1)] "The thickness of the arms.";
        square: AboveZeroUpTo<50> [default Length::mm(5)]
            "The side of the square of `silhouette-3`.";
        clear: LengthUpTo<50> [default Length::mm(2)] "The white around the marks.";
    }
}

impl Cutter {
    /// The marks of a kind as its makers have them.
    pub fn preset(kind: CutterKind) -> Self {
        let nowhere = Span::file(&Source::new("", ""));
        CutterKeys::from(Spanned::new(kind, nowhere)).cutter()
    }
}

impl From<Spanned<CutterKind>> for CutterKeys {
    fn from(kind: Spanned<CutterKind>) -> Self {
        Self { kind, inset: None, arm: None, line: None, square: None, clear: None }
    }
}

impl CutterKeys {
    /// The cutter, with the defaults in the gaps.
    pub(crate) fn cutter(&self) -> Cutter {
        let stated = self.arm.as_ref().map(|arm| arm.value);
        Cutter {
            kind: self.kind.value,
            inset: self.inset(),
            arm: stated.unwrap_or(ARM),
            shortest_arm: stated.unwrap_or(SHORTEST_ARM),
            line: self.line(),
            square: self.square(),
            clear: self.clear(),
        }
    }
}

/// The name of a cutter, or its table.
pub(crate) type CutterKey = OneOr<Name<CutterKind>, CutterKeys>;
