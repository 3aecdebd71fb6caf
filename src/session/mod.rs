//! A game that is looked at while it is made: what a save changes, found out quickly.
//!
//! In: the contents of a project's files after a save. Out: a [`Snapshot`]: every face, side and
//! page with the sum of all it is drawn from, the promises, and what is wrong. Everything up to the
//! text of the faces is done anew each time and compared by sums afterwards; nothing is drawn
//! before somebody asks for it. What a fault breaks stays as it was last, and is marked as old.
//!
//! It refuses to know: terminals, requests, windows.

mod boxes;
mod changes;
mod facts;
mod snapshot;
mod source;
mod sum;
mod survey;
mod warm;

pub use facts::{ComponentFacts, GameFacts};
pub use snapshot::{Change, Face, Page, Section, SheetSide, Shown, Snapshot};
pub use sum::Sum;
pub use warm::Session;
