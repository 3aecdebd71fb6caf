//! Rulebooks with their defaults filled in.

use std::sync::Arc;

use super::{ComponentId, Condition, lengths};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName};
use crate::game::source::{BookletSource, ComponentSource, RulebookSource, TermSource};
use crate::game::text::TextOptions;
use crate::units::{Length, Sides, Size, paper_size};

/// A rulebook, ready to be set.
#[derive(Clone, Debug)]
pub struct Rulebook {
    /// Unique among components and rulebooks; also the name of its output files.
    pub id: String,
    /// Its table in `game.toml`.
    pub span: Span,
    /// Its Markdown by language; that of the default language is there.
    pub files: Vec<(String, Arc<Source>)>,
    /// Whether one file serves all languages, because its name says none.
    pub one_for_all: bool,
    /// The size of a page.
    pub size: Size,
    /// The margins of a right-hand page; `left` is the inner one.
    pub margin: Sides,
    /// Columns of a page until the text says otherwise, 1 or 2.
    pub columns: u32,
    /// How it is printed as a booklet too, if it is.
    pub booklet: Option<Booklet>,
    /// Whether its marked sections make a quick reference.
    pub quick: bool,
    /// The colour of headings, rules and boxes, where the game states one.
    pub accent: Option<Spanned<String>>,
    /// Options of its text.
    pub text: TextOptions,
    /// Options of its headings.
    pub heading: TextOptions,
    /// The words whose numbers are checked.
    pub terms: Vec<Term>,
}

/// How pages are bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Booklet {
    /// How many pages are on a side.
    pub up: Up,
    /// The thickness of the paper.
    pub thickness: Length,
    /// The most sheets that are folded together; none folds all of them together.
    pub sheets: Option<u32>,
}

impl Default for Booklet {
    fn default() -> Self {
        // Common paper, 80 g/m².
        Self { up: Up::Two, thickness: Length::um(100), sheets: None }
    }
}

/// How many pages are on one side of a piece of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Up {
    /// Two, side by side.
    #[default]
    Two,
    /// Two pairs, one above the other, to be cut apart.
    Four,
}

/// Words that name cards, and which cards.
#[derive(Clone, Debug)]
pub struct Term {
    /// Its table in `game.toml`.
    pub span: Span,
    /// The component.
    pub component: ComponentId,
    /// A condition over one `card`; none counts all copies.
    pub condition: Option<Condition>,
    /// The anchor of the only section where numbers are checked.
    pub section: Option<Spanned<String>>,
    /// The words by language.
    pub words: Vec<(String, Vec<Spanned<String>>)>,
}

/// The text of a page must hold a few words.
const LEAST: Length = Length::mm(30);

impl Rulebook {
    /// Whether its pages have room for a few words between the margins.
    pub fn has_room(&self) -> bool {
        has_room(self.size, self.margin)
    }
}

fn has_room(size: Size, margin: Sides) -> bool {
    size.width - margin.left - margin.right >= LEAST
        && size.height - margin.top - margin.bottom >= LEAST
}

/// Fills in the defaults.
pub(super) fn resolve(
    written: &[RulebookSource],
    components: &[ComponentSource],
    sink: &mut Sink,
) -> Vec<Rulebook> {
    let books: Vec<Rulebook> =
        written.iter().filter_map(|book| one(book, components, sink)).collect();
    for (at, book) in written.iter().enumerate() {
        let others = components.iter().map(|c| &c.id).chain(written[..at].iter().map(|b| &b.id));
        if let Some(other) = others.into_iter().find(|other| other.value == book.id.value) {
            let id = &book.id;
            sink.push(
                Diagnostic::error(Code::M008, format!("the id `{}` is used twice", id.value))
                    .at(&id.span)
                    .also(&other.span, "first used here"),
            );
        }
    }
    books
}

fn one(
    written: &RulebookSource,
    components: &[ComponentSource],
    sink: &mut Sink,
) -> Option<Rulebook> {
    super::resolve::check_id(&written.id, sink);
    let size = match &written.size {
        Some(size) => lengths::size(size, sink),
        None => paper_size("a5"),
    }?;
    // A seventh of the width at the outside and a little more at the fold, as books have it.
    let share =
        |length: Length, parts: i64| Length::emu(length.to_emu() * parts / 1000 / 18_000 * 18_000);
    let usual = Sides {
        top: share(size.height, 90),
        right: share(size.width, 100),
        bottom: share(size.height, 90),
        left: share(size.width, 115),
    };
    let margin =
        written.margin.as_ref().map_or(usual, |margin| lengths::margin(margin, usual, sink));
    if !has_room(size, margin) {
        let fault = Diagnostic::error(
            Code::M003,
            format!("the pages of `{}` have no room for text", written.id.value),
        )
        .at(&written.id.span);
        sink.push(
            fault.hint(format!("{LEAST} must remain between the margins in both directions")),
        );
        return None;
    }
    let columns = written.columns.as_ref().map_or(1, |columns| {
        if !(1..=2).contains(&columns.value) {
            sink.push(
                Diagnostic::error(
                    Code::M003,
                    format!("`columns` must be 1 or 2, but is {}", columns.value),
                )
                .at(&columns.span),
            );
        }
        columns.value.clamp(1, 2)
    });
    Some(Rulebook {
        id: written.id.value.clone(),
        span: written.id.span.clone(),
        files: written.files.clone(),
        one_for_all: !written.source.value.contains("{lang}"),
        size,
        margin,
        columns,
        booklet: written.booklet.as_ref().and_then(|booklet| one_booklet(booklet, sink)),
        quick: written.quick.as_ref().is_some_and(|quick| quick.value),
        accent: written.accent.clone(),
        text: written.text.clone(),
        heading: written.heading.clone(),
        terms: written.terms.iter().filter_map(|t| term(t, components, sink)).collect(),
    })
}

/// A thicker sheet is a slip of the unit.
const THICKEST: Length = Length::mm(1);

fn one_booklet(written: &BookletSource, sink: &mut Sink) -> Option<Booklet> {
    let usual = Booklet::default();
    let (up, thickness, sheets) = match written {
        BookletSource::Switch(on) => return on.then_some(usual),
        BookletSource::Each { up, thickness, sheets } => (up, thickness, sheets),
    };
    let up = match up {
        None => usual.up,
        Some(up) if up.value == 2 => Up::Two,
        Some(up) if up.value == 4 => Up::Four,
        Some(up) => {
            sink.push(
                Diagnostic::error(Code::M003, format!("`up` must be 2 or 4, but is {}", up.value))
                    .at(&up.span),
            );
            usual.up
        }
    };
    let thickness = match thickness {
        None => usual.thickness,
        Some(text) => {
            let found = lengths::distance("thickness", text, sink).unwrap_or(usual.thickness);
            if found > THICKEST {
                sink.push(
                    Diagnostic::error(
                        Code::M003,
                        format!("a `thickness` of {found} is more than {THICKEST}"),
                    )
                    .at(&text.span),
                );
            }
            found
        }
    };
    if let Some(sheets) = sheets.as_ref().filter(|sheets| sheets.value == 0) {
        sink.push(
            Diagnostic::error(Code::M003, "`sheets` must be more than 0, but is 0")
                .at(&sheets.span),
        );
    }
    Some(Booklet { up, thickness, sheets: sheets.as_ref().map(|sheets| sheets.value) })
}

fn term(written: &TermSource, components: &[ComponentSource], sink: &mut Sink) -> Option<Term> {
    let name = &written.component;
    let Some(component) =
        components.iter().position(|c| c.id.value == name.value).map(ComponentId::new)
    else {
        let known = components.iter().map(|c| c.id.value.as_str());
        let unknown = UnknownName::new("component", &name.value, known);
        sink.push(unknown.error(Code::M013).at(&name.span));
        return None;
    };
    Some(Term {
        span: written.span.clone(),
        component,
        condition: written.condition.clone(),
        section: written.section.clone(),
        words: written.words.clone(),
    })
}
