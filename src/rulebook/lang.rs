//! The few words that a rulebook prints by itself. A game replaces any of them under `[rulebook]`
//! of its texts.

use tera::Value;

use super::doc::Callout;
use super::words::{category, primary};
use crate::game::Component;
use crate::game::Kind;

/// Words by their key, in a language.
type PhraseTable = &'static [(&'static str, &'static str)];

const ENGLISH: PhraseTable = &[
    ("contents", "Contents"),
    ("components", "Components"),
    ("figure", "Fig."),
    ("note", "Note"),
    ("example", "Example"),
    ("tip", "Tip"),
    ("variant", "Variant"),
    ("important", "Important"),
    ("quick", "Quick reference"),
    ("card.one", "card"),
    ("card.other", "cards"),
    ("sheet.one", "sheet"),
    ("sheet.other", "sheets"),
    ("board.one", "board"),
    ("board.other", "boards"),
    ("token.one", "token"),
    ("token.other", "tokens"),
    ("piece.one", "piece"),
    ("piece.other", "pieces"),
];

const ITALIAN: PhraseTable = &[
    ("contents", "Indice"),
    ("components", "Componenti"),
    ("figure", "Fig."),
    ("note", "Nota"),
    ("example", "Esempio"),
    ("tip", "Consiglio"),
    ("variant", "Variante"),
    ("important", "Importante"),
    ("quick", "Riepilogo"),
    ("card.one", "carta"),
    ("card.other", "carte"),
    ("sheet.one", "foglio"),
    ("sheet.other", "fogli"),
    ("board.one", "tabellone"),
    ("board.other", "tabelloni"),
    ("token.one", "segnalino"),
    ("token.other", "segnalini"),
    ("piece.one", "pezzo"),
    ("piece.other", "pezzi"),
];

const RUSSIAN: PhraseTable = &[
    ("contents", "Содержание"),
    ("components", "Состав игры"),
    ("figure", "Рис."),
    ("note", "Примечание"),
    ("example", "Пример"),
    ("tip", "Совет"),
    ("variant", "Вариант"),
    ("important", "Важно"),
    ("quick", "Памятка"),
    ("card.one", "карта"),
    ("card.few", "карты"),
    ("card.other", "карт"),
    ("sheet.one", "лист"),
    ("sheet.few", "листа"),
    ("sheet.other", "листов"),
    ("board.one", "поле"),
    ("board.few", "поля"),
    ("board.other", "полей"),
    ("token.one", "жетон"),
    ("token.few", "жетона"),
    ("token.other", "жетонов"),
    ("piece.one", "деталь"),
    ("piece.few", "детали"),
    ("piece.other", "деталей"),
];

/// The words of one language, and those of the game.
#[derive(Clone, Debug)]
pub(super) struct Phrases {
    lang: String,
    words: PhraseTable,
    own: Value,
}

impl Phrases {
    /// For a language; English where it is not known. `texts` are the words of the game.
    pub(super) fn new(lang: &str, texts: &Value) -> Self {
        let words = match primary(lang) {
            "it" => ITALIAN,
            "ru" => RUSSIAN,
            _ => ENGLISH,
        };
        Self { lang: lang.to_owned(), words, own: texts.clone() }
    }

    /// The word of a key; the key itself if there is none.
    pub(super) fn get(&self, key: &str) -> String {
        let own = self
            .own
            .get_from_path(&format!("rulebook.{key}"))
            .and_then(|v| v.as_str().map(str::to_owned));
        own.unwrap_or_else(|| self.known(key).unwrap_or(key).to_owned())
    }

    fn known(&self, key: &str) -> Option<&'static str> {
        self.words.iter().find(|(k, _)| *k == key).map(|(_, word)| *word)
    }

    /// What a box is called.
    pub(super) fn callout(&self, kind: Callout) -> String {
        self.get(kind.word())
    }

    /// A word of the game for a component, at a path below it.
    fn of(&self, id: &str, path: &str) -> Option<String> {
        self.own
            .get_from_path(&format!("components.{id}{path}"))
            .and_then(|v| v.as_str().map(str::to_owned))
    }

    /// `28 cards`: all copies of a component, by the game's own word for its pieces if it has one.
    pub(super) fn counted(&self, component: &Component) -> String {
        let copies = component.copies();
        format!("{copies} {}", self.noun(component, copies))
    }

    fn noun(&self, component: &Component, number: u32) -> String {
        let category = category(number, &self.lang);
        let own = |form: &str| self.of(&component.id, &format!(".{form}"));
        if let Some(own) = own(category).or_else(|| own("other")) {
            return own;
        }
        let kind = match component.kind() {
            Kind::Deck => "card",
            Kind::Sheet => "sheet",
            Kind::Board => "board",
            Kind::Token => "token",
            Kind::Fold => "piece",
        };
        self.known(&format!("{kind}.{category}"))
            .or_else(|| self.known(&format!("{kind}.other")))
            .unwrap_or_default()
            .to_owned()
    }

    /// What a component is called: its name in the texts of the game, else its id made readable.
    pub(super) fn component(&self, id: &str) -> String {
        self.of(id, "").or_else(|| self.of(id, ".name")).unwrap_or_else(|| {
            let words = id.replace(['-', '_'], " ");
            let mut chars = words.chars();
            chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
        })
    }
}
