//! What shows on faces, for those who judge it; and what of it is worth their while.

use crate::compose::{Artwork, ArtworkId};
use crate::draw::{Ink, InkLimits};
use crate::game::{Fold, Game};
use crate::units::{Form, Length, Rect, Size};

/// A face with what shows on it, as far as it is worth a look.
#[derive(Clone, Debug)]
pub struct InkedFace {
    /// The face.
    pub artwork: ArtworkId,
    /// From the lowest layer to the uppermost.
    pub ink: Vec<Ink>,
}

/// What is looked for on a face.
pub(super) fn ink_limits(game: &Game, artwork: &Artwork) -> InkLimits {
    let component = &game.components[artwork.component];
    let preflight = &game.preflight;
    let form = component.form();
    let has_odd_panels = component.fold().is_some_and(Fold::has_odd_panels);
    let quiet = if has_odd_panels {
        Rect::default()
    } else {
        quiet(form, artwork.trim, component.print.safe)
    };
    InkLimits { quiet, text: preflight.good_text, line: preflight.min_line }
}

/// A rectangle inside of the safe area of a form. It need not be the largest: what leaves it is
/// measured.
fn quiet(form: &Form, trim: Size, safe: Length) -> Rect {
    let whole = Rect::at_origin(trim).grown(-safe);
    match form {
        Form::Rectangle => whole,
        // The corner of the square in the corner of a circle is 1 − 1/√2 of its radius away.
        Form::Rounded(radius) => whole.grown(-((*radius - safe).max(Length::ZERO) * 3 / 10)),
        // The square in a circle has 1/√2 of its width.
        Form::Circle => {
            let Size { width, height } = whole.size;
            whole.centred(Size::new(width * 7 / 10, height * 7 / 10))
        }
        Form::Hex | Form::HexFlat | Form::Path(_) => Rect::default(),
    }
}
