//! What a drawing is for.

/// Where a drawing is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// As a face, in the size that it states.
    Face,
    /// As a picture or an icon, in any size.
    Picture,
}
