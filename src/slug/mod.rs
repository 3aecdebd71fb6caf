//! What is printed beside the faces, and over them in a proof, as SVG that is drawn like any face.
//!
//! In: plans, which say where marks, words, slug line and ruler lie. Out: artwork as large as the
//! paper. It knows neither how artwork is drawn nor into which file it goes.

mod artworks;
mod caption;
mod cut;
mod line;
mod marks;
mod proof;
mod purpose;
mod ruler;
mod side;
mod svg;

pub use artworks::Slug;
pub use cut::{cut_artwork, fold_artwork};
pub use line::SlugLine;
pub use proof::{proof_of_form, proof_of_rectangle};
pub use purpose::Purpose;
pub use side::{SideKind, sides};
pub use svg::{SLUG_FAMILY, open_svg};
