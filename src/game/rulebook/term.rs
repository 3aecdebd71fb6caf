//! `[[rulebook.ID.term]]`: the words of a rulebook whose numbers are checked.

use crate::diag::{Code, Diagnostic, Sink, Span, Spanned, UnknownName, escaped};
use crate::game::ComponentId;
use crate::game::component_table::ComponentTable;
use crate::game::condition::{CardCondition, Condition};
use crate::game::lookup::{ComponentName, component_named};
use crate::game::toml::{
    Absent, Fields, Item, KeyDoc, Kind, ListOf, Open, Table, TableDoc, table, text_kind,
};
use serde_json::{Value, json};

text_kind! {
    /// The anchor of a heading.
    pub(crate) struct Anchor: "the anchor of a section";
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

/// The words of a term, with a key for each language.
#[derive(Clone, Debug)]
pub(crate) struct LanguageWords(Vec<(Spanned<String>, Vec<Spanned<String>>)>);

impl Table for LanguageWords {
    fn doc() -> TableDoc {
        let key = KeyDoc {
            key: "LANGUAGE",
            takes: ListOf::<Word>::takes(),
            schema: ListOf::<Word>::schema(),
            absent: Absent::Words("not checked".to_owned()),
            doc: "The words in that language, such as `en = [\"monkey\", \"monkeys\"]`.",
            tables: Vec::new(),
            beside: Vec::new(),
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

    fn schema() -> Value {
        json!({ "type": "string", "minLength": 1 })
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

impl Term {
    pub(super) fn resolve(
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
