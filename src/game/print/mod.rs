//! How a component goes on paper.
//!
//! In: the keys of `[print]`, those of the component, and the command line. Out: a [`Print`], and
//! what is wrong with the keys for this component: no room within the safe area, backs that are
//! never printed, keys that do nothing.

mod keys;
mod marks;
mod paper;

pub(crate) use keys::PrintKeys;
use marks::MarksKeys;
pub use marks::{MarkStyle, Marks};
pub(crate) use paper::MarginKeys;
pub use paper::{Gutter, Orientation, Paper};
use paper::{GutterKeys, PaperKey};

use super::token::{CutLine, Token};
use super::toml::{Layered, Names};
use super::{Cutter, Kind, Overrides};
use crate::diag::{Code, Diagnostic, Sink, Span, Spanned};
use crate::units::{Length, Sides, Size};

/// What stays empty where a game states no margin.
const MARGIN: Length = Length::mm(8);
/// The safe distance of cards, sheets and boards.
const SAFE: Length = Length::mm(3);
/// That of tokens and folds: three millimetres would leave nothing of a small token.
const SMALL_SAFE: Length = Length::mm(1);
/// Cards share their cuts where a game states no gutter.
const GUTTER: Length = Length::ZERO;

/// What happens to backs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Duplex {
    /// Both sides; the sheet is turned over its long edge, like a page of a book.
    #[default]
    LongEdge,
    /// Both sides; the sheet is turned over its short edge, like a page of a wall calendar.
    ShortEdge,
    /// Both sides, the backs in a file of their own; the stack is turned over its long edge.
    BacksApart,
    /// One side, to be folded: fronts and backs beside each other, along the fold that more cards
    /// fit along.
    Fold,
    /// The same with a vertical fold line, fronts to its left.
    FoldVertical,
    /// The same with a horizontal fold line, fronts above it.
    FoldHorizontal,
    /// Fronts only, though the component has backs.
    FrontsOnly,
}

impl Names for Duplex {
    const WHAT: &'static str = "duplex mode";
    const NAMES: &'static [(&'static str, Self)] = &[
        ("long-edge", Self::LongEdge),
        ("short-edge", Self::ShortEdge),
        ("backs-apart", Self::BacksApart),
        ("fold", Self::Fold),
        ("fold-vertical", Self::FoldVertical),
        ("fold-horizontal", Self::FoldHorizontal),
        ("fronts-only", Self::FrontsOnly),
        ("none", Self::FrontsOnly),
    ];
}

impl Duplex {
    /// Its name; the first where there are two.
    pub fn word(self) -> &'static str {
        self.name()
    }

    /// Whether backs lie beside their fronts, on a sheet to be folded.
    pub const fn is_folded(self) -> bool {
        matches!(self, Self::Fold | Self::FoldVertical | Self::FoldHorizontal)
    }

    /// Whether backs are printed.
    pub const fn has_backs(self) -> bool {
        !matches!(self, Self::FrontsOnly)
    }
}

/// Whether some cards may lie on their side, in a block of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Alternate {
    /// All cards of a sheet lie the same way.
    #[default]
    Never,
    /// Where more of them fit on a sheet.
    WhereMoreFit,
    /// Where all copies take fewer sheets.
    WhereItSavesSheets,
}

/// Everything imposition needs to know about paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Print {
    /// The paper.
    pub paper: Paper,
    /// The edge of the paper we leave, in portrait.
    pub margin: Sides,
    /// Outside the trim.
    pub bleed: Length,
    /// Inside the trim, not to be cut.
    pub safe: Length,
    /// Between the slots.
    pub gutter: Gutter,
    /// What happens to backs.
    pub duplex: Duplex,
    /// The cutting machine whose marks are printed, if any.
    pub cutter: Option<Cutter>,
    /// From the fold line to the cards; none is the bleed and a millimetre.
    pub fold: Option<Length>,
    /// Which way the paper lies.
    pub orientation: Orientation,
    /// Slots side by side, where their number is given.
    pub columns: Option<u32>,
    /// Slots one above the other, where their number is given.
    pub rows: Option<u32>,
    /// Whether some cards may lie on their side.
    pub alternate: Alternate,
    /// Where to cut.
    pub marks: Marks,
}

impl Default for Print {
    /// What holds where a game says nothing.
    fn default() -> Self {
        PrintKeys::default().print(SAFE, Duplex::default())
    }
}

/// What [`print`] must know of a component.
pub(super) struct Subject<'a> {
    /// Its id, at its place in the header.
    pub(super) id: &'a Spanned<String>,
    /// Its kind.
    pub(super) kind: Kind,
    /// The name of its back.
    pub(super) back: Option<&'a Span>,
    /// The size of the smallest thing in it that is cut or folded.
    pub(super) smallest: Option<Size>,
}

impl PrintKeys {
    /// What the keys say, with the defaults in the gaps.
    fn print(&self, safe: Length, duplex: Duplex) -> Print {
        let margin = Sides::all(MARGIN);
        Print {
            paper: self.paper(),
            margin: self.margin.as_ref().map_or(margin, |keys| keys.value.sides(margin)),
            bleed: self.bleed(),
            safe,
            gutter: self.gutter.clone().map(|keys| keys.value).unwrap_or_default().gutter(GUTTER),
            duplex,
            cutter: self.cutter.as_ref().map(|keys| keys.value.cutter()),
            fold: self.fold.as_ref().map(|fold| fold.value),
            orientation: self.orientation(),
            columns: self.columns.as_ref().map(|columns| columns.value),
            rows: self.rows.as_ref().map(|rows| rows.value),
            alternate: self.alternate(),
            marks: self.marks.clone().map(|keys| keys.value).unwrap_or_default().marks(),
        }
    }

    /// How a component with these keys goes on paper, over those of `[print]` and under the command line.
    pub(super) fn resolve(
        &self,
        shared: &Self,
        subject: &Subject<'_>,
        overrides: &Overrides,
        sink: &mut Sink,
    ) -> Print {
        let merged = self.clone().over(shared);
        let safe = merged.safe_distance(subject, sink);
        let duplex = overrides.flip(self.duplex(&merged, subject, overrides.duplex, sink));
        let mut print = merged.print(safe, duplex);
        if let Some(paper) = &overrides.paper {
            print.paper = paper.clone();
        }
        print
    }

    fn safe_distance(&self, subject: &Subject<'_>, sink: &mut Sink) -> Length {
        let usual = match subject.kind {
            Kind::Token => SMALL_SAFE,
            // The sides of a box for a few cards are narrower than any token.
            Kind::Fold => subject
                .smallest
                .map_or(SMALL_SAFE, |size| SMALL_SAFE.min(size.width.min(size.height) / 4)),
            Kind::Deck | Kind::Sheet | Kind::Board => SAFE,
        };
        let safe = self.safe.as_ref().map_or(usual, |safe| safe.value);
        if let Some(size) = subject.smallest
            && safe * 2 >= size.width.min(size.height)
        {
            let id = subject.id.value.as_str();
            let message =
                format!("a safe distance of {safe} leaves no room on a component of {size}");
            sink.push(
                Diagnostic::error(Code::M003, message)
                    .at(self.safe.as_ref().map_or(&subject.id.span, |safe| &safe.span))
                    .component(id),
            );
        }
        safe
    }

    /// What happens to backs. Both sides can only be printed of what has a back, so that the mode in
    /// `[print]` and on the command line is meant for those components alone; a component's own wish
    /// without a back is a mistake.
    fn duplex(
        &self,
        merged: &Self,
        subject: &Subject<'_>,
        asked: Option<Duplex>,
        sink: &mut Sink,
    ) -> Duplex {
        let id = subject.id.value.as_str();
        let Some(back) = subject.back else {
            if let Some(own) = self.duplex.as_ref().filter(|own| own.value.has_backs()) {
                let message = format!("`{id}` is to be printed with backs but has no back");
                sink.push(
                    Diagnostic::error(Code::M015, message)
                        .at(&own.span)
                        .component(id)
                        .hint("give it a `back`, or write duplex = \"fronts-only\""),
                );
            }
            return Duplex::FrontsOnly;
        };
        let Some(stated) = &merged.duplex else { return asked.unwrap_or_default() };
        if !stated.value.has_backs() && asked.is_none() {
            sink.push(
                Diagnostic::warning(Code::M015, format!("the back of `{id}` is never printed"))
                    .at(back)
                    .also(&stated.span, "fronts only, as written here")
                    .component(id),
            );
        }
        asked.unwrap_or(stated.value)
    }

    /// Reports the keys of a component that do nothing for it.
    pub(super) fn report_idle(
        &self,
        subject: &Subject<'_>,
        token: Option<&Token>,
        is_shared: bool,
        sink: &mut Sink,
    ) {
        // Every key stands here, so that no new one is forgotten: is there a component for which it
        // does nothing?
        let Self {
            paper: _,
            margin: _,
            bleed: _,
            safe: _,
            gutter: _,
            duplex: _,
            fold: _,
            orientation: _,
            cutter: _,
            columns,
            rows,
            alternate,
            marks,
        } = self;
        let shared = is_shared.then_some("shared sheets");
        let outlined = match subject.kind {
            Kind::Token if !token.is_some_and(Token::is_card) => Some("a token with an outline"),
            Kind::Fold => Some("a net"),
            Kind::Token | Kind::Deck | Kind::Sheet | Kind::Board => None,
        };
        let mut report = |key: &str, span: Option<&Span>, on: Option<&str>| {
            let (Some(span), Some(on)) = (span, on) else { return };
            let id = &subject.id.value;
            let message =
                format!("`{key}` does nothing for `{id}`: it is made for cards, not for {on}");
            sink.push(
                Diagnostic::warning(Code::M017, message)
                    .at(span)
                    .component(id)
                    .hint("leave it out"),
            );
        };
        report("columns", columns.as_ref().map(|columns| &columns.span), shared);
        report("rows", rows.as_ref().map(|rows| &rows.span), shared);
        let lines = shared.or(outlined);
        let alternate = alternate.as_ref().filter(|turned| turned.value != Alternate::Never);
        report("alternate", alternate.map(|turned| &turned.span), lines);
        let Some(marks) = marks else { return };
        let MarksKeys { style, length, offset, weight: _, colour: _, register: _ } = &marks.value;
        let is_short = style.as_ref().is_some_and(|style| style.span.range() == marks.span.range());
        let style_key = if is_short { "marks" } else { "style" };
        report(style_key, style.as_ref().map(|style| &style.span), lines);
        report("length", length.as_ref().map(|length| &length.span), lines);
        report("offset", offset.as_ref().map(|offset| &offset.span), lines);
    }
}

impl Token {
    /// Whether it is cut like a card: straight, and without a line of its own.
    fn is_card(&self) -> bool {
        self.form.is_rectangle() && self.line == CutLine::None
    }
}
