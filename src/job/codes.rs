//! The faults of what lies in an output folder, with their pages.

use crate::diag::codes;

codes! {
    /// file of nobody in the output folder
    ///
    /// A PDF, picture or cut file in the output folder that no build of this game wrote, or one
    /// that was changed since. What an earlier build wrote and this one did not is removed; what
    /// somebody else put there is not.
    ///
    /// The folder is uploaded to a print service, and with it a card that is no longer in the game.
    ///
    /// ```fails out/show/artists/001-gone.png
    /// A picture of a card that was deleted.
    /// ```
    /// ```fails
    /// $ pnp build
    /// ```
    /// ```passes
    /// $ pnp build --out kit    # an empty folder, or the file deleted
    /// ```
    P003;

    /// one file name for two things
    ///
    /// A file of this build has the name of a file that another build of the game lists in its
    /// manifest, such as that of another language.
    ///
    /// One of them would be lost.
    ///
    /// ```fails game.toml
    /// [deck.artists-it]
    /// size = "poker-euro"
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    /// ```fails
    /// $ pnp build --lang all
    /// ```
    /// ```passes game.toml
    /// [deck.italian-artists]
    /// size = "poker-euro"
    /// face = "artist.svg"
    /// cards = "artists.csv"
    /// ```
    /// ```passes
    /// $ pnp build --lang all
    /// ```
    P004;
}
