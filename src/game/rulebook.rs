//! `[rulebook.ID]`: a rulebook, its booklet, and the words whose numbers are checked.

use std::sync::Arc;

use toml::de::DeValue;

use super::ComponentId;
use super::component_table::ComponentTable;
use super::condition::{CardCondition, Condition};
use super::file_name::check_id;
use super::locate::named_file;
use super::lookup::{ComponentName, component_named};
use super::print::{Duplex, MarginKeys};
use super::size::CardSize;
use super::text::{Opt, OptionsTable, Paint, TextOptions};
use super::toml::decode;
use super::toml::{
    Count, Entries, Fields, FromZero, Inline, Item, KeyDoc, Kind, LengthUpTo, ListOf, Name, Names,
    OneOr, Open, Shown, Table, TableDoc, Truth, table, text_kind,
};
use crate::diag::{Code, Diagnostic, Sink, Source, Span, Spanned, UnknownName, escaped};
use crate::files::{Files, normalise};
use crate::units::{Length, Sides, Size, paper_size};

/// The page of a rulebook that states no size.
const PAGE: &str = "a5";

text_kind! {
    /// A text of a rulebook.
    pub(crate) struct MarkdownName: "the name of a Markdown file";
}

text_kind! {
    /// The anchor of a heading.
    pub(crate) struct Anchor: "the anchor of a section";
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
        margin: OneOr<FromZero, MarginKeys> [optional "about a tenth of the page"]
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
        text: Options [optional "`[text]`, justified"]
            "How its text looks; any option of `[text]`.";
        heading: Options [optional "like its text, bold"]
            "How its headings look; the size is that of a section's heading.";
        term: Entries<Open<TermKeys>> [optional "none"] "Words whose numbers are checked.";
    }
}

table! {
    /// How pages are bound, key by key.
    pub(crate) struct BookletKeys:
        "`booklet` of a rulebook",
        "`booklet = { up = 4, thickness = \"0.12mm\" }`. The file ends in `-booklet.pdf`; \
         [printing](printing.md) says how to fold it.";
    {
        up: UpKey [default Up::Two]
            "How many pages are on each side of the paper: two side by side, or two pairs that \
             are cut apart before they are folded.";
        thickness: LengthUpTo<1> [default Length::um(100)]
            "The thickness of a sheet; common 80 g/m² paper is 0.1 mm thick. The pages of each \
             sheet are moved this much nearer to the fold than those of the sheet around it, to \
             make up for creep.";
        flip: Name<BookletFlip> [default BookletFlip::ShortEdge]
            "The edge over which the printer turns the paper. With `--duplex long-edge` or \
             `short-edge` the command line says it instead.";
        sheets: Count<1> [optional "all of them"]
            "The maximum number of sheets folded together; a thick book is several such signatures \
             in order.";
    }
}

table! {
    /// Words that name cards.
    pub(crate) struct TermKeys:
        "`[[rulebook.ID.term]]`",
        "Words that name cards of the kit: a number before one of them, in digits or spelled out, \
         must be the number of those cards.";
    {
        r#in: ComponentName [required] "The component that is counted.";
        r#where: CardCondition [optional "all copies"] "Which cards count.";
        section: Anchor [optional "everywhere"]
            "The only section where the numbers are checked.";
        ..words: LanguageWords;
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
    /// The edge over which the printer turns the paper.
    pub flip: BookletFlip,
    /// The most sheets that are folded together; none folds all of them together.
    pub sheets: Option<u32>,
}

/// The edge over which a printer turns the paper of a booklet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BookletFlip {
    /// The short edge: both sides are upright on the screen.
    ShortEdge,
    /// The long edge: every second side is upside down on the screen, and right on paper.
    LongEdge,
}

impl Names for BookletFlip {
    const WHAT: &'static str = "edge";
    const NAMES: &'static [(&'static str, Self)] =
        &[("short-edge", Self::ShortEdge), ("long-edge", Self::LongEdge)];
}

impl BookletFlip {
    /// The same as a duplex mode.
    pub const fn duplex(self) -> Duplex {
        match self {
            Self::ShortEdge => Duplex::ShortEdge,
            Self::LongEdge => Duplex::LongEdge,
        }
    }

    /// The one that a duplex mode stands for, if it turns paper at all.
    const fn of(duplex: Duplex) -> Option<Self> {
        match duplex {
            Duplex::ShortEdge => Some(Self::ShortEdge),
            Duplex::LongEdge => Some(Self::LongEdge),
            Duplex::BacksApart
            | Duplex::Fold
            | Duplex::FoldVertical
            | Duplex::FoldHorizontal
            | Duplex::FrontsOnly => None,
        }
    }
}

/// How many pages are on one side of a piece of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Up {
    /// Two, side by side.
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

/// `true`, `false`, or how pages are bound.
pub(crate) struct BookletKey;

impl Kind for BookletKey {
    type Value = Option<BookletKeys>;

    fn takes() -> String {
        format!("{}, or {}", Truth::takes(), Inline::<BookletKeys>::takes())
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Self::Value> {
        match item.value {
            DeValue::Boolean(on) => Some(on.then_some(BookletKeys {
                up: None,
                thickness: None,
                flip: None,
                sheets: None,
            })),
            DeValue::Table(_) => Inline::<BookletKeys>::read(item, sink).map(Some),
            _ => {
                item.wrong("true, false or { up, thickness, flip, sheets }", sink);
                None
            }
        }
    }

    fn tables() -> Vec<TableDoc> {
        Inline::<BookletKeys>::tables()
    }
}

/// 2 or 4.
pub(crate) struct UpKey;

impl Kind for UpKey {
    type Value = Up;

    fn takes() -> String {
        "`2` or `4`".to_owned()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<Up> {
        let up = match Count::<0>::read(item, sink)? {
            2 => return Some(Up::Two),
            4 => return Some(Up::Four),
            other => other,
        };
        let message = format!("`up` must be 2 or 4, but is {up}");
        sink.push(Diagnostic::error(Code::M003, message).at(&item.span));
        None
    }
}

impl Shown for UpKey {
    fn show(value: &Up) -> String {
        match value {
            Up::Two => "2".to_owned(),
            Up::Four => "4".to_owned(),
        }
    }
}

/// Options of texts under a heading of their own.
pub(crate) struct Options;

impl Kind for Options {
    type Value = OptionsTable;

    fn takes() -> String {
        "a table".to_owned()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<OptionsTable> {
        Inline::<OptionsTable>::read(item, sink)
    }
}

/// The words of a term, with a key for each language.
#[derive(Clone, Debug)]
pub(crate) struct LanguageWords(Vec<(Spanned<String>, Vec<Spanned<String>>)>);

impl Table for LanguageWords {
    fn doc() -> TableDoc {
        let key = KeyDoc {
            key: "LANGUAGE",
            takes: ListOf::<Word>::takes(),
            absent: Some("not checked".to_owned()),
            doc: "The words in that language, such as `en = [\"monkey\", \"monkeys\"]`.",
            tables: Vec::new(),
        };
        TableDoc::new("", "", vec![key], Vec::new())
    }

    /// None that would be known before the languages of the game are.
    fn keys() -> Vec<&'static str> {
        Vec::new()
    }

    fn read_keys(fields: &Fields<'_, '_>, sink: &mut Sink) -> Option<Self> {
        let languages = fields.unknown(&TermKeys::keys()).into_iter();
        let words = languages.filter_map(|(language, span)| {
            let words = fields.optional::<ListOf<Word>>(language, sink)?;
            Some((Spanned::new(language.to_owned(), span), words.value))
        });
        Some(Self(words.collect()))
    }
}

/// A word or several.
pub(crate) struct Word;

impl Kind for Word {
    type Value = String;

    fn takes() -> String {
        "a word".to_owned()
    }

    fn read(item: &Item<'_, '_, '_>, sink: &mut Sink) -> Option<String> {
        let word = item.string("a list of words", sink)?;
        if word.value.trim().is_empty() {
            item.wrong("a list of words", sink);
            return None;
        }
        Some(word.value)
    }
}

/// Where the texts of rulebooks are, and in which languages.
pub(super) struct RulebookTexts<'a> {
    /// The files of the project.
    pub(super) files: &'a dyn Files,
    /// The folder of the game.
    pub(super) folder: &'a str,
    /// The languages, the default first.
    pub(super) languages: &'a [String],
    /// `--duplex`.
    pub(super) duplex: Option<Duplex>,
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
        let options = |table: &Option<Spanned<OptionsTable>>| {
            table.as_ref().map_or_else(TextOptions::default, |table| table.value.options())
        };
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
            text: options(&self.text),
            heading: options(&self.heading),
            terms: terms
                .filter_map(|term| Term::resolve(term, texts.languages, components, sink))
                .collect(),
        })
    }
}

/// A seventh of the width at the outside and a little more at the fold, as books have it.
fn usual_margin(size: Size) -> Sides {
    // In half millimetres.
    let share =
        |length: Length, parts: i64| Length::emu(length.to_emu() * parts / 1000 / 18_000 * 18_000);
    Sides {
        top: share(size.height, 90),
        right: share(size.width, 100),
        bottom: share(size.height, 90),
        left: share(size.width, 115),
    }
}

impl BookletKeys {
    fn booklet(&self, duplex: Option<Duplex>) -> Booklet {
        let sheets = self.sheets.as_ref().map(|sheets| sheets.value);
        let flip = duplex.and_then(BookletFlip::of).unwrap_or_else(|| self.flip());
        Booklet { up: self.up(), thickness: self.thickness(), flip, sheets }
    }
}

impl Term {
    fn resolve(
        written: &Spanned<Open<TermKeys>>,
        languages: &[String],
        components: &[ComponentTable],
        sink: &mut Sink,
    ) -> Option<Self> {
        let Open(keys) = &written.value;
        for (language, _) in &keys.words.0 {
            if !languages.contains(&language.value) {
                let own = TermKeys::keys();
                let known = own.iter().copied().chain(languages.iter().map(String::as_str));
                let message = format!("[[term]] has an unknown key `{}`", escaped(&language.value));
                sink.push(
                    Diagnostic::error(Code::S003, message)
                        .at(&language.span)
                        .maybe_hint(UnknownName::new("key here", &language.value, known).hint()),
                );
            }
        }
        let words = keys.words.0.iter();
        Some(Self {
            span: written.span.clone(),
            component: component_named(&keys.r#in, components, sink)?,
            condition: keys.r#where.as_ref().map(|condition| condition.value.clone()),
            section: keys.section.clone(),
            words: words.map(|(language, words)| (language.value.clone(), words.clone())).collect(),
        })
    }
}

/// What stands for the language in the name of a file.
const LANG: &str = "{lang}";

impl RulebookTexts<'_> {
    /// The Markdown by language. That of the default language must exist; which others are missing
    /// is reported when they are built.
    fn read(&self, name: &Spanned<String>, sink: &mut Sink) -> Vec<(String, Arc<Source>)> {
        let mut found = Vec::new();
        for (number, lang) in self.languages.iter().enumerate() {
            let own = Spanned::new(name.value.replace(LANG, lang), name.span.clone());
            let exists = || {
                let path = normalise(self.folder, &own.value);
                path.is_some_and(|path| self.files.read(&path).is_ok())
            };
            if number > 0 && (own.value == name.value || !exists()) {
                continue;
            }
            let Some((path, bytes)) = named_file(self.files, self.folder, &own, sink) else {
                continue;
            };
            match decode::text(&path, &bytes) {
                Ok(source) => found.push((lang.clone(), source)),
                Err(fault) => sink.push(*fault),
            }
        }
        found
    }
}
