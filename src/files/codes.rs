//! The fault of output that cannot be written, with its page.

use crate::diag::codes;

codes! {
    /// output not written
    ///
    /// An output folder or file cannot be written: no permission, a full disk, a file where the
    /// folder should be.
    ///
    /// Nothing new was written, and earlier output is unchanged.
    ///
    /// ```fails taken
    /// A file stands where the folder should be.
    /// ```
    /// ```fails
    /// $ pnp build --out taken
    /// ```
    /// ```passes
    /// $ pnp build --out kit
    /// ```
    P001;
}
