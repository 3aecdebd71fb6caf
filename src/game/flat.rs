//! What every component has that is not folded.

use super::board::GeometryKeys;
use super::condition::CardCondition;
use super::locate::TemplateName;
use super::print::PrintKeys;
use super::size::CardSize;
use super::toml::table;

table! {
    /// The keys of every component that is not folded.
    pub(crate) struct FlatKeys:
        "Decks, sheets, boards and tokens",
        "One thing of the kit. ID is made of lower-case letters, digits, `-` and `_`, and names \
         the output file.";
    {
        size: CardSize [required] "The finished size, after cutting.";
        face: TemplateName [required]
            "The front: an SVG template in `templates/GAME/`, or else in `templates/_shared/`.";
        back: TemplateName [optional "no back"] "The other side, looked up like `face`.";
        back_where: CardCondition [optional "all cards"]
            "Which cards have the back. Behind the other cards the sheet stays white; nothing \
             moves.";
        ..geometry: GeometryKeys;
        ..print: PrintKeys;
    }
}
