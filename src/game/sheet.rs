//! `[sheet.ID]`: one printed sheet.

use super::copies::CopiesKey;
use super::flat::FlatKeys;
use super::share::ShareKey;
use super::toml::table;

table! {
    /// The keys of a sheet.
    pub(crate) struct SheetKeys:
        "`[sheet.ID]`",
        "A single printed piece of any size, such as a score pad or a player aid.";
    {
        copies: CopiesKey [optional "1"] "How often the sheet is printed.";
        share: ShareKey [optional "sheets of its own"] "As in a deck.";
        ..flat: FlatKeys;
    }
}
