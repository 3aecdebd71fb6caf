//! `[print]`: its keys, which may also stand in a component.

use super::alternate::{Alternate, AlternateKey};
use super::duplex::Duplex;
use super::marks::{MarkStyle, MarksKeys};
use super::paper::{GutterKeys, MarginKeys, Orientation, Paper, PaperKey};
use crate::game::cutter::CutterKey;
use crate::game::toml::{Count, FromZero, LengthUpTo, Name, OneOr, Shown, table};
use crate::units::Length;

/// What stays empty where a game states no margin.
pub(super) const MARGIN: Length = Length::mm(8);
/// The safe distance of cards, sheets and boards.
pub(super) const SAFE: Length = Length::mm(3);
/// That of tokens and folds: three millimetres would leave nothing of a small token.
pub(super) const SMALL_SAFE: Length = Length::mm(1);
/// Cards share their cuts where a game states no gutter.
pub(super) const GUTTER: Length = Length::ZERO;

table! {
    /// How something goes on paper.
    pub(crate) layered struct PrintKeys:
        "`[print]`",
        "How everything goes on paper. Each of these keys may also stand in a component such as \
         `[deck.ID]`, where it holds for that component alone.";
    {
        paper: PaperKey [default Paper::usual()]
            "The paper in your printer. Whether it lies in portrait or landscape is decided for \
             each component, by what fits more.";
        margin: OneOr<FromZero, MarginKeys> [nested format!("`{}`", FromZero::show(&MARGIN))]
            "The edge of the paper that stays empty. Most home printers cannot reach the outer 4 \
             to 6 mm.";
        bleed: LengthUpTo<25> [default Length::mm(2)]
            "How far the picture goes on beyond the cutting line, so that a cut that is a little \
             off shows no white.";
        safe: FromZero [optional format!(
            "`{}`, `{}` for tokens and folds", FromZero::show(&SAFE), FromZero::show(&SMALL_SAFE))]
            "How far inside the cutting line words and symbols stay, so that a cut that is a \
             little off takes nothing away. Less than half of the component.";
        gutter: OneOr<FromZero, GutterKeys> [nested format!("`{}`", FromZero::show(&GUTTER))]
            "The distance between two cards or tokens on the sheet. With 0 two neighbours share \
             one cut; with twice the bleed each keeps all of its bleed.";
        duplex: Name<Duplex> [optional "`\"long-edge\"` with a back, else `\"fronts-only\"`"]
            "Where the backs are. On the other side of the sheet, turned over its long edge like \
             a page of a book or over its short edge like a wall calendar; must be as in the \
             printer's settings. `backs-apart`: in a file of their own, `ID-backs.pdf`, to lie \
             behind the fronts once the stack is put back turned over its long edge. `fold`: \
             beside their fronts on one side of the paper, which is folded in the middle and \
             glued; the fold line is vertical or horizontal as more cards fit, or as the name \
             says. `fronts-only`, or `none` for short: not printed.";
        fold: FromZero [optional "the bleed and 1 mm more"]
            "With fold-over cards, the room between the fold line and the cards on either side of \
             it. With 0 the fold is an edge of the cards.";
        orientation: Name<Orientation> [default Orientation::Auto]
            "Which way the paper lies: as it takes fewer sheets, in portrait or in landscape. \
             Sheets that several components share are in portrait where nothing is stated.";
        columns: Count<1> [optional "as many as fit"]
            "How many cards, tokens or nets lie side by side; in rows that lie between each \
             other, in the longer ones; of the fronts alone where sheets are folded. An error \
             where they do not fit.";
        rows: Count<1> [optional "as many as fit"]
            "How many of them lie one above the other, likewise.";
        alternate: AlternateKey [default Alternate::Never]
            "Whether some cards may be turned by 90°: `true` where more fit on a sheet, \
             `\"auto\"` only where all copies then take fewer sheets. The turned cards are a \
             block of their own, which one straight cut separates from the others. Fold-over \
             cards are turned all or none. Without effect where `columns` or `rows` are given.";
        marks: OneOr<Name<MarkStyle>, MarksKeys> [nested
            format!("`{}`", Name::<MarkStyle>::show(&MarksKeys::default().style()))]
            "The lines to cut along. `corners`: a short line at both ends of each cut. `guides`: \
             these lines go on to the edge that printers reach. `grid`: also through the gutters, \
             where neither card nor bleed is, so best with a `gutter` and without bleed. \
             `dotted`: the same, of dots. No mark ever enters a card or its bleed; the line to \
             fold along is always there.";
        cutter: CutterKey [optional "none"]
            "Print the registration marks of a Silhouette cutting machine on each front and keep \
             everything else off them: three marks for most machines, four for the Cameo 5 \
             Alpha. `pnp build --cut svg` or `--cut dxf` writes what is to be cut.";
    }
}
