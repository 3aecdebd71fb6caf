//! Where lines and words lie that are printed beside the faces: crop marks, long lines,
//! registration crosses, and the spots of the slug line and the ruler. Geometry alone; `slug/`
//! draws them.

mod clear;
mod crop;
mod long;
mod mark;
mod missing;
mod registration;
mod sheet;
mod slug;
mod stroke;
mod used;

pub(super) use crop::{CLEAR, crop_reach, outreach, room_between};
pub use mark::{Mark, Pen};
pub use missing::{MissingMarks, missing_marks};
pub(super) use registration::crosses_beside;
pub(super) use sheet::SheetMarks;
pub(super) use slug::{APART, SHORTEST_LINE, SheetSpots};
pub use slug::{RulerSpot, SlugLineSpot, SlugSpots};
