//! How far lines stay from what is printed beside them.

use crate::units::Length;

/// Between a line and the slug line or the ruler.
pub(super) const FROM_SPOT: Length = Length::um(400);
/// Between the ink and a line that ends there.
pub(super) const FROM_INK: Length = Length::um(500);
