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

const GERMAN: PhraseTable = &[
    ("contents", "Inhalt"),
    ("components", "Spielmaterial"),
    ("figure", "Abb."),
    ("note", "Hinweis"),
    ("example", "Beispiel"),
    ("tip", "Tipp"),
    ("variant", "Variante"),
    ("important", "Wichtig"),
    ("quick", "Kurzübersicht"),
    ("card.one", "Karte"),
    ("card.other", "Karten"),
    ("sheet.one", "Blatt"),
    ("sheet.other", "Blätter"),
    ("board.one", "Spielplan"),
    ("board.other", "Spielpläne"),
    ("token.one", "Plättchen"),
    ("token.other", "Plättchen"),
    ("piece.one", "Teil"),
    ("piece.other", "Teile"),
];

const FRENCH: PhraseTable = &[
    ("contents", "Sommaire"),
    ("components", "Matériel"),
    ("figure", "Fig."),
    ("note", "Remarque"),
    ("example", "Exemple"),
    ("tip", "Conseil"),
    ("variant", "Variante"),
    ("important", "Important"),
    ("quick", "Aide-mémoire"),
    ("card.one", "carte"),
    ("card.other", "cartes"),
    ("sheet.one", "feuille"),
    ("sheet.other", "feuilles"),
    ("board.one", "plateau"),
    ("board.other", "plateaux"),
    ("token.one", "jeton"),
    ("token.other", "jetons"),
    ("piece.one", "pièce"),
    ("piece.other", "pièces"),
];

const SPANISH: PhraseTable = &[
    ("contents", "Índice"),
    ("components", "Componentes"),
    ("figure", "Fig."),
    ("note", "Nota"),
    ("example", "Ejemplo"),
    ("tip", "Consejo"),
    ("variant", "Variante"),
    ("important", "Importante"),
    ("quick", "Resumen"),
    ("card.one", "carta"),
    ("card.other", "cartas"),
    ("sheet.one", "hoja"),
    ("sheet.other", "hojas"),
    ("board.one", "tablero"),
    ("board.other", "tableros"),
    ("token.one", "ficha"),
    ("token.other", "fichas"),
    ("piece.one", "pieza"),
    ("piece.other", "piezas"),
];

const PORTUGUESE: PhraseTable = &[
    ("contents", "Índice"),
    ("components", "Componentes"),
    ("figure", "Fig."),
    ("note", "Nota"),
    ("example", "Exemplo"),
    ("tip", "Dica"),
    ("variant", "Variante"),
    ("important", "Importante"),
    ("quick", "Resumo"),
    ("card.one", "carta"),
    ("card.other", "cartas"),
    ("sheet.one", "folha"),
    ("sheet.other", "folhas"),
    ("board.one", "tabuleiro"),
    ("board.other", "tabuleiros"),
    ("token.one", "ficha"),
    ("token.other", "fichas"),
    ("piece.one", "peça"),
    ("piece.other", "peças"),
];

const POLISH: PhraseTable = &[
    ("contents", "Spis treści"),
    ("components", "Elementy gry"),
    ("figure", "Rys."),
    ("note", "Uwaga"),
    ("example", "Przykład"),
    ("tip", "Wskazówka"),
    ("variant", "Wariant"),
    ("important", "Ważne"),
    ("quick", "Skrót zasad"),
    ("card.one", "karta"),
    ("card.few", "karty"),
    ("card.other", "kart"),
    ("sheet.one", "arkusz"),
    ("sheet.few", "arkusze"),
    ("sheet.other", "arkuszy"),
    ("board.one", "plansza"),
    ("board.few", "plansze"),
    ("board.other", "plansz"),
    ("token.one", "żeton"),
    ("token.few", "żetony"),
    ("token.other", "żetonów"),
    ("piece.one", "element"),
    ("piece.few", "elementy"),
    ("piece.other", "elementów"),
];

/// The words that are known, by language.
const TABLES: [(&str, PhraseTable); 8] = [
    ("en", ENGLISH),
    ("it", ITALIAN),
    ("ru", RUSSIAN),
    ("de", GERMAN),
    ("fr", FRENCH),
    ("es", SPANISH),
    ("pt", PORTUGUESE),
    ("pl", POLISH),
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
        let own = primary(lang).to_ascii_lowercase();
        let found = TABLES.iter().find(|(name, _)| *name == own);
        let words = found.map_or(ENGLISH, |(_, words)| *words);
        Self { lang: lang.to_owned(), words, own: texts.clone() }
    }

    /// The keys whose words are English because neither the game nor a table has others.
    pub(super) fn english(&self) -> Vec<&'static str> {
        let own = primary(&self.lang).to_ascii_lowercase();
        if TABLES.iter().any(|(name, _)| *name == own) {
            return Vec::new();
        }
        // Nouns are asked for in the forms of the language, which English does not have.
        let words = ENGLISH.iter().map(|(key, _)| *key).filter(|key| !key.contains('.'));
        words.filter(|key| self.own(key).is_none()).collect()
    }

    fn own(&self, key: &str) -> Option<String> {
        let path = format!("rulebook.{key}");
        self.own.get_from_path(&path)?.as_str().map(str::to_owned)
    }

    /// The word of a key; the key itself if there is none.
    pub(super) fn get(&self, key: &str) -> String {
        self.own(key).unwrap_or_else(|| self.known(key).unwrap_or(key).to_owned())
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
