//! `[print]`: its keys, which may also stand in a component.

use super::alternate::{Alternate, AlternateKey};
use super::duplex::Duplex;
use super::marks::{MarkStyle, MarksKeys};
use super::paper::{GutterKeys, MarginKeys, Orientation, Paper, PaperKey};
use crate::game::cutter::CutterKey;
use crate::game::toml::{Count, LengthKind, LengthUpTo, Name, OneOr, Shown, table};
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
        "How everything is placed on paper. Each of these keys can also be set in a component such \
         as `[deck.ID]`, where it applies to that component alone.";
    {
        paper: PaperKey [default Paper::usual()]
            "The paper in your printer. Portrait or landscape is decided for each component; see \
             `orientation`.";
        margin: OneOr<LengthUpTo<1000>, MarginKeys> [nested
            format!("`{}`", LengthKind::show(&MARGIN))]
            "The edge of the paper that stays empty. Most home printers cannot reach the outer 4 \
             to 6 mm.";
        bleed: LengthUpTo<25> [default Length::mm(2)]
            "How far the picture extends beyond the cutting line, so that a cut that is a little \
             off shows no white.";
        safe: LengthUpTo<1000> [optional format!(
            "`{}`, `{}` for tokens and folds",
            LengthKind::show(&SAFE),
            LengthKind::show(&SMALL_SAFE)
        )]
            "How far inside the cutting line words and symbols stay, so that a cut that is a \
             little off removes nothing that matters. Less than half of the component.";
        gutter: OneOr<LengthUpTo<1000>, GutterKeys> [nested
            format!("`{}`", LengthKind::show(&GUTTER))]
            "The distance between two cards or tokens on the sheet. With 0, neighbours share a \
             cut; with twice the bleed each keeps all of its bleed.";
        duplex: Name<Duplex> [optional "`\"long-edge\"` with a back, else `\"fronts-only\"`"]
            "Where the backs are. `long-edge`, `short-edge`: on the other side of the sheet, \
             flipped on its long edge like a page of a book or on its short edge like a wall \
             calendar; the printer's setting must be the same. `backs-apart`: in a separate file, \
             `ID-backs.pdf`, which registers with the fronts once the stack is put back flipped on \
             its long edge. `fold`: next to their fronts on one side of the paper, which is folded \
             in the middle and glued; the fold line is vertical or horizontal, whichever fits more \
             cards, or as the name says. `fronts-only`, or `none` for short: not printed.";
        fold: LengthUpTo<1000> [optional "the bleed and 1 mm more"]
            "With fold-over cards, the room between the fold line and the cards on either side of \
             it. With 0 the fold is an edge of the cards.";
        orientation: Name<Orientation> [default Orientation::Auto]
            "The orientation of the paper; `auto` is whichever takes fewer sheets. Shared sheets \
             are in portrait unless it is stated.";
        columns: Count<1, 1000> [optional "as many as fit"]
            "How many cards, tokens or nets are side by side; in offset rows, the number in the \
             longer ones; on folded sheets, that of the fronts alone. It is an error if they do \
             not fit.";
        rows: Count<1, 1000> [optional "as many as fit"]
            "How many rows of them there are, counted in the same way.";
        alternate: AlternateKey [default Alternate::Never]
            "Whether some cards may be rotated by 90°: `true` where more fit on a sheet, \
             `\"auto\"` only where all copies then take fewer sheets. The rotated cards form a \
             separate block, which one straight cut separates from the others. Fold-over cards are \
             rotated all or not at all. No effect where `columns` or `rows` is given.";
        marks: OneOr<Name<MarkStyle>, MarksKeys> [nested
            format!("`{}`", Name::<MarkStyle>::show(&MarksKeys::default().style()))]
            "The lines to cut along. `corners`: a short line at both ends of each cut. `guides`: \
             these lines extend to the edge of the printable area. `grid`: also through the \
             gutters, where there is neither card nor bleed, so best with a `gutter` and without \
             bleed. `dotted`: the same, in dots. No mark ever enters a card or its bleed; the fold \
             line is always printed.";
        cutter: CutterKey [optional "none"]
            "Print the registration marks of a Silhouette cutting machine on each front and keep \
             everything else clear of them: three marks for most machines, four for the Cameo 5 \
             Alpha. `pnp build --cut svg` or `--cut dxf` writes the lines to cut.";
    }
}
