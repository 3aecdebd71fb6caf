//! Which print keys are read, by how a component goes on paper.

use super::alternate::Alternate;
use super::keys::PrintKeys;
use super::marks::MarksKeys;
use super::settings::Print;
use crate::diag::{Code, Diagnostic, Sink, Span};
use crate::game::component::{Component, Details};
use crate::game::token::{CutLine, Token};
use crate::units::{Length, Size};

/// How something goes on paper, which decides what is read of its print settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// In a grid, cut with a ruler: cards, sheets, boards in one piece, tokens cut like cards.
    Grid,
    /// As tokens, each cut along its outline.
    Outlined,
    /// As nets.
    Net,
    /// Among others, on shared sheets.
    Shared,
    /// In tiles, a board larger than its paper.
    Tiles,
}

impl Way {
    /// How a component goes on paper.
    fn of(component: &Component) -> Self {
        if component.share.is_some() {
            return Self::Shared;
        }
        match &component.details {
            Details::Deck(..) | Details::Sheet(_) => Self::Grid,
            Details::Board(..) if fits(component.size, &component.print) => Self::Grid,
            Details::Board(..) => Self::Tiles,
            Details::Token(_, token) if token.is_card() => Self::Grid,
            Details::Token(..) => Self::Outlined,
            Details::Fold(_) => Self::Net,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Grid => "cards",
            Self::Outlined => "a token with an outline",
            Self::Net => "a net",
            Self::Shared => "shared sheets",
            Self::Tiles => "a board in tiles",
        }
    }
}

/// Whether something lies on a sheet in one piece.
fn fits(size: Size, print: &Print) -> bool {
    let paper = print.paper.size;
    let margin = print.margin;
    let kept = |length: Length| length.max(Length::ZERO);
    let area = Size::new(
        paper.width - kept(margin.left) - kept(margin.right),
        paper.height - kept(margin.top) - kept(margin.bottom),
    );
    size.fits_in(area) || size.fits_in(area.turned())
}

/// Whether there is also a file with the component in one piece.
fn has_poster(component: &Component) -> bool {
    matches!(&component.details, Details::Board(_, board) if board.poster)
}

/// Reports a key of `[print]` that no component reads.
fn report_everywhere_idle(key: &str, span: &Span, sink: &mut Sink) {
    let message = format!("`{key}` does nothing for any component of this game");
    sink.push(Diagnostic::warning(Code::M017, message).at(span).hint("leave it out"));
}

/// A key that does nothing, and why.
struct Idle {
    key: &'static str,
    span: Span,
    why: String,
}

impl PrintKeys {
    /// Reports the keys of a component that do nothing for it.
    pub(in crate::game) fn report_idle(&self, component: &Component, sink: &mut Sink) {
        for Idle { key, span, why } in self.idle(component) {
            let id = &component.id;
            sink.push(
                Diagnostic::warning(Code::M017, format!("`{key}` does nothing for `{id}`: {why}"))
                    .at(&span)
                    .component(id)
                    .hint("leave it out"),
            );
        }
    }

    /// Reports the keys of `[print]` that do nothing for any component of a game.
    pub(in crate::game) fn report_all_idle(&self, components: &[Component], sink: &mut Sink) {
        let Some((first, rest)) = components.split_first() else {
            return self.report_beside_rulebooks(sink);
        };
        for Idle { key, span, .. } in self.idle(first) {
            let is_idle = |component: &Component| {
                self.idle(component)
                    .iter()
                    .any(|idle| idle.key == key && idle.span.range() == span.range())
            };
            if rest.iter().all(is_idle) {
                report_everywhere_idle(key, &span, sink);
            }
        }
    }

    /// Reports what does nothing in a game without components: booklets of rulebooks have margins
    /// and marks of their own, and take only the paper.
    fn report_beside_rulebooks(&self, sink: &mut Sink) {
        let Self {
            paper: _,
            margin,
            bleed,
            safe,
            duplex,
            gutter,
            fold,
            orientation,
            columns,
            rows,
            alternate,
            marks,
            cutter,
        } = self;
        for (key, span) in [
            ("margin", margin.as_ref().map(|key| &key.span)),
            ("bleed", bleed.as_ref().map(|key| &key.span)),
            ("safe", safe.as_ref().map(|key| &key.span)),
            ("duplex", duplex.as_ref().map(|key| &key.span)),
            ("gutter", gutter.as_ref().map(|key| &key.span)),
            ("fold", fold.as_ref().map(|key| &key.span)),
            ("orientation", orientation.as_ref().map(|key| &key.span)),
            ("columns", columns.as_ref().map(|key| &key.span)),
            ("rows", rows.as_ref().map(|key| &key.span)),
            ("alternate", alternate.as_ref().map(|key| &key.span)),
            ("marks", marks.as_ref().map(|key| &key.span)),
            ("cutter", cutter.as_ref().map(|key| &key.span)),
        ] {
            if let Some(span) = span {
                report_everywhere_idle(key, span, sink);
            }
        }
    }

    /// The keys that are not read for a component.
    fn idle(&self, component: &Component) -> Vec<Idle> {
        // Every key stands here, so that no new one is forgotten: these are read however a
        // component goes on paper. (A `duplex` without a back is a fault of its own.)
        let Self {
            paper: _,
            margin: _,
            bleed: _,
            safe: _,
            duplex: _,
            gutter,
            fold,
            orientation,
            columns,
            rows,
            alternate,
            marks,
            cutter,
        } = self;
        let way = Way::of(component);
        let mut idle = Vec::new();
        let mut unless = |is_read: bool, key: &'static str, span: Option<&Span>, why: &str| {
            if let (false, Some(span)) = (is_read, span.cloned()) {
                idle.push(Idle { key, span, why: why.to_owned() });
            }
        };
        let for_cards = format!("it is for cards, not for {}", way.word());
        let not_this = format!("it is not for {}", way.word());
        let in_tiles = way == Way::Tiles;
        unless(!in_tiles, "gutter", gutter.as_ref().map(|gutter| &gutter.span), &not_this);
        unless(!in_tiles, "orientation", orientation.as_ref().map(|key| &key.span), &not_this);
        unless(!in_tiles, "cutter", cutter.as_ref().map(|cutter| &cutter.span), &not_this);
        let is_folded = component.print.duplex.is_folded();
        let fold = fold.as_ref().map(|fold| &fold.span);
        unless(is_folded, "fold", fold, "its `duplex` is not `fold`");
        let is_grid = matches!(way, Way::Grid | Way::Outlined | Way::Net);
        unless(is_grid, "columns", columns.as_ref().map(|columns| &columns.span), &for_cards);
        unless(is_grid, "rows", rows.as_ref().map(|rows| &rows.span), &for_cards);
        let alternate = alternate.as_ref().filter(|turned| turned.value != Alternate::Never);
        let alternate = alternate.map(|turned| &turned.span);
        unless(way == Way::Grid, "alternate", alternate, &for_cards);
        let Print { columns, rows, .. } = &component.print;
        let is_free = way != Way::Grid || (columns.is_none() && rows.is_none());
        unless(is_free, "alternate", alternate, "`columns` or `rows` is stated");
        if let Some(marks) = marks {
            let MarksKeys { style, length, offset, weight: _, colour: _, register } = &marks.value;
            let is_short =
                style.as_ref().is_some_and(|style| style.span.range() == marks.span.range());
            let style_key = if is_short { "marks" } else { "style" };
            // A poster is one card on a page of its own, whatever the board itself is printed on.
            let has_marks = way == Way::Grid || has_poster(component);
            unless(has_marks, style_key, style.as_ref().map(|style| &style.span), &for_cards);
            unless(has_marks, "length", length.as_ref().map(|length| &length.span), &for_cards);
            unless(has_marks, "offset", offset.as_ref().map(|offset| &offset.span), &for_cards);
            let has_crosses = has_marks || matches!(way, Way::Outlined | Way::Shared);
            let register = register.as_ref().filter(|register| register.value);
            unless(has_crosses, "register", register.map(|register| &register.span), &not_this);
        }
        idle
    }
}

impl Token {
    /// Whether it is cut like a card: straight, and without a line of its own.
    fn is_card(&self) -> bool {
        self.form.is_rectangle() && self.line == CutLine::None
    }
}
