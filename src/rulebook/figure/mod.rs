//! Pictures of the kit: faces, boards, icons, diagrams.
//!
//! In: an address such as `face:artists?where=card.act=='monkey'&layout=fan`. Out: a [`Figure`]:
//! tiles at their places in millimetres of the real thing. It refuses to know where on a page it
//! will stand.

mod address;
mod arrange;
mod collection;
mod marks;
mod sources;
mod tile;

pub(super) use address::{FigurePlace, FigureWidth};
pub(super) use arrange::{Figure, FigurePicture};
pub(super) use collection::Figures;
pub(super) use marks::MarkStyle;
pub use sources::FigureSources;
pub(super) use tile::FigureTile;
