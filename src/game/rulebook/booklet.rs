//! `booklet` of a rulebook: how its pages are bound.

use serde_json::{Value, json};
use toml::de::DeValue;

use crate::diag::{Code, Diagnostic, Sink};
use crate::game::print::Duplex;
use crate::game::toml::{
    Count, Inline, Item, Kind, LengthUpTo, Name, Names, Shown, TableDoc, Truth, table,
};
use crate::units::Length;

table! {
    /// How pages are bound, key by key.
    pub(crate) struct BookletKeys:
        "`booklet` of a rulebook",
        "`booklet = { up = 4, thickness = \"0.12mm\" }`. The file ends in `-booklet.pdf`; \
         [printing](printing.md) says how to fold it.";
    {
        up: UpKey [default Up::Two]
            "How many pages are on each side of the paper: two side by side, or two pairs that \
             are cut apart before they are folded.";
        thickness: LengthUpTo<1> [default Length::um(100)]
            "The thickness of a sheet; common 80 g/m² paper is 0.1 mm thick. The pages of each \
             sheet are moved this much nearer to the fold than those of the sheet around it, to \
             make up for creep.";
        flip: Name<BookletFlip> [default BookletFlip::ShortEdge]
            "The edge over which the printer turns the paper. With `--duplex long-edge` or \
             `short-edge` the command line says it instead.";
        sheets: Count<1, 1000> [optional "all of them"]
            "The maximum number of sheets folded together; a thick book is several such signatures \
             in order.";
    }
}

/// How pages are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booklet {
    /// How many pages are on a side.
    pub up: Up,
    /// The thickness of the paper.
    pub thickness: Length,
    /// The edge over which the printer turns the paper.
    pub flip: BookletFlip,
    /// The most sheets that are folded together; none folds all of them together.
    pub sheets: Option<u32>,
}

/// The edge over which a printer turns the paper of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookletFlip {
    /// The short edge: both sides are upright on the screen.
    ShortEdge,
    /// The long edge: every second side is upside down on the screen, and right on paper.
    LongEdge,
}

impl Names for BookletFlip {
    const WHAT: &'static str = "edge";
    const NAMES: &'static [(&'static str, Self)] =
        &[("short-edge", Self::ShortEdge), ("long-edge", Self::LongEdge)];
}

impl BookletFlip {
    /// The same as a duplex mode.
    pub const fn duplex(self) -> Duplex {
        match self {
            Self::ShortEdge => Duplex::ShortEdge,
            Self::LongEdge => Duplex::LongEdge,
        }
    }

    /// The one that a duplex mode stands for, if it turns paper at all.
    const fn of(duplex: Duplex) -> Option<Self> {
        match duplex {
            Duplex::ShortEdge => Some(Self::ShortEdge),
            Duplex::LongEdge => Some(Self::LongEdge),
            Duplex::BacksApart
            | Duplex::Fold
            | Duplex::FoldVertical
            | Duplex::FoldHorizontal
            | Duplex::FrontsOnly => None,
        }
    }
}

/// How many pages are on one side of a piece of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Up {
    /// Two, side by side.
    Two,
    /// Two pairs, one above the other, to be cut apart.
    Four,
}

/// `true`, `false`, or how pages are bound.
pub(crate) struct BookletKey;

impl Kind for BookletKey {
    type Value = Option<BookletKeys>;

    fn takes() -> String {
        format!("{}, or {}", Truth::takes(), Inline::<BookletKeys>::takes())
    }

    fn schema() -> Value {
        json!({ "anyOf": [Truth::schema(), Inline::<BookletKeys>::schema()] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        match item.value {
            DeValue::Boolean(on) => Some(on.then_some(BookletKeys {
                up: None,
                thickness: None,
                flip: None,
                sheets: None,
            })),
            DeValue::Table(_) => Inline::<BookletKeys>::read(item, sink).map(Some),
            _ => {
                item.wrong("true, false or { up, thickness, flip, sheets }", sink);
                None
            }
        }
    }

    fn tables() -> Vec<TableDoc> {
        Inline::<BookletKeys>::tables()
    }
}

/// 2 or 4.
pub(crate) struct UpKey;

impl Kind for UpKey {
    type Value = Up;

    fn takes() -> String {
        "`2` or `4`".to_owned()
    }

    fn schema() -> Value {
        json!({ "enum": [2, 4] })
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Up> {
        let up = match Count::<0, 1000>::read(item, sink)? {
            2 => return Some(Up::Two),
            4 => return Some(Up::Four),
            other => other,
        };
        let message = format!("`up` must be 2 or 4, but is {up}");
        sink.push(Diagnostic::error(Code::M003, message).at(&item.span));
        None
    }
}

impl Shown for UpKey {
    fn show(value: &Up) -> String {
        match value {
            Up::Two => "2".to_owned(),
            Up::Four => "4".to_owned(),
        }
    }
}

impl BookletKeys {
    pub(super) fn booklet(&self, duplex: Option<Duplex>) -> Booklet {
        let sheets = self.sheets.as_ref().map(|sheets| sheets.value);
        let flip = duplex.and_then(BookletFlip::of).unwrap_or_else(|| self.flip());
        Booklet { up: self.up(), thickness: self.thickness(), flip, sheets }
    }
}
