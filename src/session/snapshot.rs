//! What there is to see of a game at one moment.

use std::collections::HashMap;
use std::sync::Arc;

use super::facts::GameFacts;
use super::source::Source;
use super::sum::Sum;
use crate::diag::{Diagnostic, Promise, Severity, Span};
use crate::files::Files;
use crate::slug::SideKind;
use crate::units::{Dpi, Rect, Size};

/// What there is to see of a game at one moment.
#[derive(Clone)]
pub struct Snapshot {
    /// The game; nothing if it could never be read.
    pub game: Option<Arc<GameFacts>>,
    /// The faces of all cards that have copies, in the order of the game.
    pub faces: Vec<Face>,
    /// The sides of all sheets.
    pub sides: Vec<SheetSide>,
    /// The pages of the rulebooks.
    pub pages: Vec<Page>,
    /// What is stated of the kit.
    pub promises: Vec<Promise>,
    /// What is wrong.
    pub messages: Vec<Diagnostic>,
    /// Whether everything was looked at; until then there may be more to say.
    pub is_complete: bool,
    /// What the pictures are drawn from.
    pub(super) sources: HashMap<Sum, Source>,
    /// Where each face stands, by its id.
    pub(super) by_id: HashMap<String, usize>,
}

/// A picture, by the sum of what it is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The sum.
    pub sum: Sum,
    /// Its whole size, bleed included.
    pub size: Size,
}

/// A card of a component, or a panel of something folded.
#[derive(Clone, Debug)]
pub struct Face {
    /// The component and the card: `artists/pipo`.
    pub id: String,
    /// The component.
    pub component: String,
    /// The card, or its panel.
    pub card: String,
    /// The component and the card, whatever the panel.
    pub of: String,
    /// How many there are.
    pub copies: u32,
    /// Its cells, by column.
    pub row: Vec<(String, String)>,
    /// Nothing if it could never be drawn.
    pub front: Option<Shown>,
    /// Nothing if it has none, or if it could never be drawn.
    pub back: Option<Shown>,
    /// Whether it cannot be drawn as it is, and is shown as it last could be.
    pub is_stale: bool,
    /// Its row.
    pub row_place: Span,
    /// The template of its front.
    pub template_place: Option<Span>,
    /// What became of it since it was last marked; nothing if it is the same.
    pub change: Option<Change>,
    /// Where its front is not as it was: left, top, width and height, from the corner of the
    /// picture.
    pub boxes: Vec<Rect>,
    /// Its front with little ink, where that is another.
    pub low_ink: Option<Shown>,
}

/// What became of a face.
#[derive(Clone, Debug)]
pub enum Change {
    /// There was none.
    New,
    /// It was this one.
    Before(Box<Face>),
}

/// A side of a sheet.
#[derive(Clone, Debug)]
pub struct SheetSide {
    /// The files of which component, or of which shared sheets: `artists`, `shared-a`.
    pub job: String,
    /// Its file and its place there: `artists/3/front`.
    pub id: String,
    /// The sheet, from 1.
    pub number: usize,
    /// The side of it.
    pub kind: SideKind,
    /// The picture.
    pub shown: Shown,
    /// The sum of the faces and where they lie, without the words beside them.
    pub(super) inner: Sum,
    /// The faces on it, each once.
    pub faces: Vec<String>,
    /// Whether it is not the same as when it was last marked.
    pub is_changed: bool,
}

/// A page of a rulebook.
#[derive(Clone, Debug)]
pub struct Page {
    /// The rulebook.
    pub book: String,
    /// From 1.
    pub number: usize,
    /// The picture.
    pub shown: Shown,
    /// The headings on it.
    pub sections: Vec<Section>,
}

/// A heading of a rulebook.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its words.
    pub title: String,
    /// Its upper edge in millimetres from the top of the page.
    pub y_mm: f64,
    /// Where it is written.
    pub place: Option<Span>,
}

impl Snapshot {
    /// Whether nothing stands in the way of printing the game.
    pub fn is_ok(&self) -> bool {
        self.count(Severity::Error) == 0
    }

    /// How many messages of a severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.messages.iter().filter(|message| message.severity == severity).count()
    }

    /// Whether a picture of that sum can be drawn.
    pub fn knows(&self, sum: Sum) -> bool {
        self.sources.contains_key(&sum)
    }

    /// The face of that id.
    pub(super) fn face(&self, id: &str) -> Option<&Face> {
        self.faces.get(*self.by_id.get(id)?)
    }

    /// What the pictures are drawn from.
    pub(super) fn sources(&self) -> impl Iterator<Item = &Source> {
        self.sources.values()
    }

    /// Draws the picture of that sum with the files of the project; nothing if there is none, or if
    /// its files are no longer what they were.
    pub fn draw(&self, sum: Sum, dpi: Dpi, files: &dyn Files) -> Option<Result<Vec<u8>, String>> {
        self.sources.get(&sum)?.draw(dpi, files)
    }

    /// Whether another shows the same pictures, and the same promises are kept.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        let faces = |all: &Self| -> Vec<_> {
            let face =
                |f: &Face| (f.id.clone(), f.copies, f.front, f.back, f.is_stale, f.row.clone());
            all.faces.iter().map(face).collect()
        };
        let sides = |all: &Self| -> Vec<_> {
            all.sides.iter().map(|side| (side.id.clone(), side.shown)).collect()
        };
        let promises = |all: &Self| -> Vec<_> {
            all.promises.iter().map(|p| (p.that.clone(), p.is_kept())).collect()
        };
        self.game == other.game
            && faces(self) == faces(other)
            && sides(self) == sides(other)
            && promises(self) == promises(other)
    }
}
