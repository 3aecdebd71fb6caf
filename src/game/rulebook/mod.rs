//! `[rulebook.ID]`: a rulebook, its booklet, and the words whose numbers are checked.

mod booklet;
mod markdown;
mod term;
mod text;

use std::sync::Arc;

use super::component_table::ComponentTable;
use super::file_name::check_id;
use super::print::MarginKeys;
use super::size::CardSize;
use super::text::{Opt, Paint, TextOptions};
use super::toml::{Count, Entries, LengthUpTo, OneOr, Open, Truth, table, text_kind};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned};
use crate::units::{Length, Sides, Size, paper_size};
use booklet::BookletKey;
pub use booklet::{Booklet, BookletFlip, Up};
use markdown::LANG;
pub(super) use markdown::RulebookTexts;
pub use term::Term;
use term::TermKeys;
pub use text::HEADING_SIZE;
use text::{Options, heading, text, usual_heading, usual_text};

/// The page of a rulebook that states no size.
const PAGE: &str = "a5";

text_kind! {
    /// A text of a rulebook.
    pub(crate) struct MarkdownName: "the name of a Markdown file";
}

table! {
    /// A rulebook, key by key.
    pub(crate) struct RulebookKeys:
        "`[rulebook.ID]`",
        "A rulebook, typeset from Markdown; [rulebooks](rulebooks.md) says how to write it. ID \
         names the output files. `[rulebook.ID.text]` and `[rulebook.ID.heading]` take the options \
         of `[text]`.";
    {
        source: MarkdownName [required]
            "The text; the path starts at this file's folder; `{lang}` in the name stands for the \
             language: `\"rules.{lang}.md\"`.";
        size: CardSize [optional format!("`\"{PAGE}\"`")] "The size of a page.";
        margin: OneOr<LengthUpTo<1000>, MarginKeys> [optional usual_margins()]
            "Between the edge of a right-hand page and its text; `left` is the margin at the \
             fold. Left-hand pages mirror it.";
        columns: Count<1, 2> [default 1]
            "The number of columns on a page, until the text changes it.";
        booklet: BookletKey [optional "`false`"]
            "Whether pages are also imposed for folding and stapling. If they are too large for \
             the paper, the book is typeset again on smaller pages.";
        quick: Truth [default false]
            "Whether the sections marked `<!-- quick -->` also make a separate page.";
        accent: Opt<Paint> [default "#7a1f1f".to_owned()]
            "The colour of headings, rules and boxes.";
        text: Options [optional usual_text()]
            "How its text looks; the options of `[text]` but for those of boxes.";
        heading: Options [optional usual_heading()]
            "How its headings look; the size is that of a section's heading.";
        term: Entries<Open<TermKeys>> [optional "none"] "Words whose numbers are checked.";
    }
}

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
    /// The colour of headings, rules and boxes.
    pub accent: String,
    /// How its text looks: what it states, over what `[text]` states, over what books have.
    pub text: TextOptions,
    /// What it states of its headings.
    pub heading: TextOptions,
    /// The words whose numbers are checked.
    pub terms: Vec<Term>,
}

/// The text of a page must hold a few words.
const MIN_ROOM: Length = Length::mm(30);

impl Rulebook {
    /// Whether its pages have room for a few words between the margins.
    pub fn has_room(&self) -> bool {
        has_room(self.size, self.margin)
    }
}

fn has_room(size: Size, margin: Sides) -> bool {
    size.width - margin.left - margin.right >= MIN_ROOM
        && size.height - margin.top - margin.bottom >= MIN_ROOM
}

/// The rulebooks of their tables.
pub(super) fn resolve(
    written: &[(Spanned<String>, RulebookKeys)],
    texts: &RulebookTexts<'_>,
    components: &[ComponentTable],
    sink: &mut Sink,
) -> Vec<Rulebook> {
    for (at, (id, _)) in written.iter().enumerate() {
        check_id(id, sink);
        let books = written[..at].iter().map(|(id, _)| id);
        let mut others = components.iter().map(|component| &component.id).chain(books);
        if let Some(other) = others.find(|other| other.value == id.value) {
            let message = format!("the id `{}` is used twice", id.value);
            sink.push(
                Diagnostic::error(Code::M008, message)
                    .at(&id.span)
                    .also(&other.span, "first used here"),
            );
        }
    }
    let book =
        |(id, keys): &(Spanned<String>, RulebookKeys)| keys.resolve(id, texts, components, sink);
    written.iter().filter_map(book).collect()
}

impl RulebookKeys {
    fn resolve(
        &self,
        id: &Spanned<String>,
        texts: &RulebookTexts<'_>,
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Option<Rulebook> {
        let files = texts.read(&self.source, sink);
        let size = self.size.as_ref().map(|size| size.value).or_else(|| paper_size(PAGE))?;
        let usual = usual_margin(size);
        let margin = self.margin.as_ref().map_or(usual, |margin| margin.value.sides(usual));
        if !has_room(size, margin) {
            let message = format!("the pages of `{}` have no room for text", id.value);
            sink.push(
                Diagnostic::error(Code::M003, message)
                    .at(&id.span)
                    .hint(format!("{MIN_ROOM} must remain between the margins in both directions")),
            );
            return None;
        }
        let booklet = self.booklet.as_ref().and_then(|booklet| booklet.value.as_ref());
        let terms = self.term.iter().flat_map(|terms| &terms.value);
        Some(Rulebook {
            id: id.value.clone(),
            span: id.span.clone(),
            files,
            one_for_all: !self.source.value.contains(LANG),
            size,
            margin,
            columns: self.columns(),
            booklet: booklet.map(|keys| keys.booklet(texts.duplex)),
            quick: self.quick(),
            accent: self.accent(),
            text: text(self.text.as_ref(), texts.options, sink),
            heading: heading(self.heading.as_ref(), sink),
            terms: terms
                .filter_map(|term| Term::resolve(term, texts.languages, components, sink))
                .collect(),
        })
    }
}

/// The usual margins in thousandths of the page: a tenth of the width at the outside and a little
/// more at the fold, as books have it.
const OUTER: i64 = 100;
const INNER: i64 = 115;
const ABOVE_AND_BELOW: i64 = 90;

fn usual_margins() -> String {
    let percent = |thousandths: i64| thousandths as f64 / 10.0;
    format!(
        "{}% of the height above and below, {}% of the width at the outer edge and {}% at the \
         fold, in whole half millimetres",
        percent(ABOVE_AND_BELOW),
        percent(OUTER),
        percent(INNER)
    )
}

fn usual_margin(size: Size) -> Sides {
    // In half millimetres.
    let share =
        |length: Length, parts: i64| Length::emu(length.to_emu() * parts / 1000 / 18_000 * 18_000);
    Sides {
        top: share(size.height, ABOVE_AND_BELOW),
        right: share(size.width, OUTER),
        bottom: share(size.height, ABOVE_AND_BELOW),
        left: share(size.width, INNER),
    }
}
